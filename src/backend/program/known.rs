//! Which program is run: a known one, somewhere, or any command.

use crate::backend::program::command;

/// A solver that is a program: it gets the name of a DIMACS file and tells its answer in the manner of its profile.
///
/// Known solvers have a profile of their own; anything else that prints `s` and `v` lines is a command.
///
/// ```
/// use satdoku::Backend;
/// use satdoku::backend::External;
///
/// let cadical = External::profile("cadical").unwrap().at("/opt/cadical/build/cadical");
/// assert_eq!(Backend::External(cadical).to_string(), "cadical=/opt/cadical/build/cadical");
/// let command: Backend = "external=nice -n 10 kissat --sat {}".parse()?;
/// assert_eq!(command, Backend::External(External::command("nice -n 10 kissat --sat {}").unwrap()));
/// # Ok::<(), satdoku::backend::UnknownBackend>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct External {
    pub(in crate::backend) profile: Profile,
    /// The program to run in place of the one that the profile names.
    pub(in crate::backend) program: Option<String>,
}

/// What is known of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::backend) enum Known {
    Kissat,
    CaDiCaL,
    MiniSat,
    CryptoMiniSat,
    PicoSat,
    Mallob,
}

names! {
    pub(in crate::backend) Known {
        Kissat = "kissat", "the program kissat";
        CaDiCaL = "cadical", "the program cadical";
        MiniSat = "minisat", "the program minisat";
        CryptoMiniSat = "cryptominisat", "the program cryptominisat5";
        PicoSat = "picosat", "the program picosat";
        Mallob = "mallob", "the program mallob, on all cores or a cluster";
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::backend) enum Profile {
    Known(Known),
    /// A program and its arguments, the formula's file in place of each `{}`, or behind them.
    Command(Vec<String>),
}

impl External {
    /// kissat, by the name `kissat` in `PATH` or by the file that the environment variable `KISSAT` names.
    #[must_use]
    pub fn kissat() -> Self {
        Known::Kissat.into()
    }

    /// A known solver by the name of its backend: `kissat`, `cadical`, `minisat`, `cryptominisat`, `picosat` or
    /// `mallob`. The program is found in `PATH`, or by the environment variable of that name in capitals.
    #[must_use]
    pub fn profile(name: &str) -> Option<Self> {
        name.parse::<Known>().ok().map(Self::from)
    }

    /// The same backend with another program: a name in `PATH` or a file.
    #[must_use]
    pub fn at(mut self, program: impl Into<String>) -> Self {
        self.program = Some(program.into());
        self
    }

    /// Any program: a name in `PATH` or a file. It is run with the formula's file as its only argument.
    #[must_use]
    pub fn program(program: impl Into<String>) -> Self {
        Self { profile: Profile::Command(vec![program.into()]), program: None }
    }

    /// Any command: a program and its arguments, split as a shell splits words, quotes and backslashes, but run without
    /// one. The formula's file stands in place of each argument `{}`, or behind the others where there is none. The path
    /// of a program without arguments may have blanks without quotes around them.
    ///
    /// `None` where there is no word or a quote is left open.
    #[must_use]
    pub fn command(text: &str) -> Option<Self> {
        let words = command::split(text).filter(|words| !words.is_empty())?;
        Some(Self { profile: Profile::Command(words), program: None })
    }
}

impl From<Known> for External {
    fn from(known: Known) -> Self {
        Self { profile: Profile::Known(known), program: None }
    }
}
