//! The program to run: a known solver at some place, or any command.

use crate::backend::program::command;

/// A solver run as a program: it gets the name of a DIMACS file and answers in the manner of its profile.
///
/// Known solvers have a profile of their own; any other program that prints `s` and `v` lines is a command.
///
/// ```
/// # extern crate satdoku_clauses as satdoku;
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
    pub(crate) profile: Profile,
    /// The program to run in place of the profile's program.
    pub(crate) program: Option<String>,
}

/// The known solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub enum Known {
    Kissat,
    CaDiCaL,
    MiniSat,
    CryptoMiniSat,
    PicoSat,
    Mallob,
}

names! {
    pub(crate) Known {
        Kissat = "kissat", "the program kissat";
        CaDiCaL = "cadical", "the program cadical";
        MiniSat = "minisat", "the program minisat";
        CryptoMiniSat = "cryptominisat", "the program cryptominisat5";
        PicoSat = "picosat", "the program picosat";
        Mallob = "mallob", "the program mallob, on all cores or a cluster";
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Profile {
    Known(Known),
    /// A program and its arguments; the formula's file replaces each `{}`, or follows the arguments.
    Command(Vec<String>),
}

impl External {
    /// kissat, by the name `kissat` in `PATH` or by the file in the environment variable `KISSAT`.
    #[must_use]
    pub fn kissat() -> Self {
        Known::Kissat.into()
    }

    /// A known solver by the name of its backend: `kissat`, `cadical`, `minisat`, `cryptominisat`, `picosat` or `mallob`. The
    /// program is found in `PATH`, or by the environment variable with the name in capitals.
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

    /// Any program: a name in `PATH` or a file, run with the formula's file as its only argument.
    #[must_use]
    pub fn program(program: impl Into<String>) -> Self {
        Self { profile: Profile::Command(vec![program.into()]), program: None }
    }

    /// Any command: a program and its arguments, split as in a shell at words, quotes and backslashes, but run without a shell. The
    /// formula's file replaces each argument `{}`, or follows the arguments. The path of a program without arguments may have
    /// unquoted blanks.
    ///
    /// `None` if the text has no word or an open quote.
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
