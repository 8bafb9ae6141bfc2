//! The backends by name: a plain value that opens a solver.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

use crate::backend::program::command;
use crate::backend::{BackendError, ProofFormat};

/// The name of the linked CaDiCaL; `cadical` is the program.
pub(in crate::backend) const CADICAL_LINKED: &str = "cadical-linked";

/// A SAT solver by name.
///
/// All names exist in every build and mean the same in each; a backend that is not compiled in answers with an error that
/// names the feature. So `cadical` is the program, as `kissat` is, whether or not CaDiCaL is also linked: that one has a
/// name of its own, `cadical-linked`.
///
/// ```
/// use satdoku::Backend;
///
/// assert_eq!("cadical-linked".parse(), Ok(Backend::CaDiCaL));
/// assert_eq!("cadical".parse(), Ok(Backend::profile("cadical").unwrap()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// varisat, in process (feature `varisat`).
    Varisat,
    /// batsat, in process (feature `batsat`).
    Batsat,
    /// CaDiCaL, linked into this process (feature `cadical`, which needs a C++ compiler), named `cadical-linked`.
    CaDiCaL,
    /// splr, in process (feature `splr`).
    Splr,
    /// A program that reads DIMACS (feature `external`).
    External(External),
}

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

/// Whether a backend can be used here and now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Availability {
    /// It can; its version, as far as it tells one.
    Ready(String),
    /// It cannot, and why.
    Missing(String),
}

impl Backend {
    /// The backends in this process, each with its name and what it is.
    const IN_PROCESS: [(Self, &'static str, &'static str); 4] = [
        (Self::Varisat, "varisat", "varisat, in this process"),
        (Self::Batsat, "batsat", "batsat, in this process"),
        (Self::CaDiCaL, CADICAL_LINKED, "CaDiCaL, linked into this process"),
        (Self::Splr, "splr", "splr, in this process"),
    ];

    /// kissat as an external program.
    #[must_use]
    pub fn kissat() -> Self {
        Self::External(External::kissat())
    }

    /// A known external solver: `kissat`, `cadical`, `minisat`, `cryptominisat`, `picosat` or `mallob`; see
    /// [`External::profile`].
    #[must_use]
    pub fn profile(name: &str) -> Option<Self> {
        External::profile(name).map(Self::External)
    }

    /// Any external program that reads a DIMACS file and prints `s` and `v` lines.
    #[must_use]
    pub fn external(program: impl Into<String>) -> Self {
        Self::External(External::program(program))
    }

    /// All backends with a name of their own, compiled in or not; those in this process first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let external = Known::all().iter().map(|&known| Self::External(known.into()));
        Self::IN_PROCESS.into_iter().map(|(backend, ..)| backend).chain(external).collect()
    }

    /// The names of [all](Self::all) backends, each with what it is in a few words.
    #[must_use]
    pub fn names() -> Vec<(&'static str, &'static str)> {
        let in_process = Self::IN_PROCESS.into_iter().map(|(_, name, summary)| (name, summary));
        in_process.chain(Known::all().iter().map(|known| (known.name(), known.summary()))).collect()
    }

    /// The name of a backend that is no program.
    fn name_in_process(&self) -> Option<&'static str> {
        Self::IN_PROCESS.into_iter().find(|(backend, ..)| backend == self).map(|(_, name, _)| name)
    }

    /// Whether this build has the backend's adapter. An external program may still be missing.
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        match self {
            Self::Varisat => cfg!(feature = "varisat"),
            Self::Batsat => cfg!(feature = "batsat"),
            Self::CaDiCaL => cfg!(feature = "cadical"),
            Self::Splr => cfg!(feature = "splr"),
            Self::External(_) => cfg!(feature = "external"),
        }
    }

    /// The format of the proofs that it writes, if it writes any.
    #[must_use]
    pub fn proof_format(&self) -> Option<ProofFormat> {
        match self {
            Self::Varisat => Some(ProofFormat::Varisat),
            Self::External(External { profile: Profile::Known(Known::Kissat | Known::CaDiCaL), .. }) => {
                Some(ProofFormat::Drat)
            }
            Self::Batsat | Self::CaDiCaL | Self::Splr | Self::External(_) => None,
        }
    }

    pub(in crate::backend) fn not_compiled(&self) -> BackendError {
        let (backend, feature) = match self {
            Self::Varisat => ("varisat", "varisat"),
            Self::Batsat => ("batsat", "batsat"),
            Self::CaDiCaL => (CADICAL_LINKED, "cadical"),
            Self::Splr => ("splr", "splr"),
            Self::External(_) => ("the adapter for external solvers", "external"),
        };
        BackendError::NotCompiled { backend, feature }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::External(External { profile: Profile::Known(known), program: None }) => f.pad(known.name()),
            Self::External(External { profile: Profile::Known(known), program: Some(program) }) => {
                f.pad(&format!("{}={program}", known.name()))
            }
            Self::External(External { profile: Profile::Command(words), .. }) => {
                f.pad(&format!("external={}", command::join(words)))
            }
            _ => f.pad(self.name_in_process().unwrap_or_default()),
        }
    }
}

/// A word that names no backend.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {names}, external=COMMAND, found {0:?}", names = Backend::names().iter().map(|(name, _)| name).join(", "))]
pub struct UnknownBackend(pub String);

impl FromStr for Backend {
    type Err = UnknownBackend;

    /// Reads a name; `sat:` may stand before it, as in the name of a [`Solver`](crate::Solver).
    fn from_str(text: &str) -> Result<Self, UnknownBackend> {
        let name = text.strip_prefix("sat:").unwrap_or(text);
        if let Some((backend, ..)) = Self::IN_PROCESS.into_iter().find(|(_, its_name, _)| *its_name == name) {
            return Ok(backend);
        }
        let external = match name.split_once('=') {
            None => External::profile(name),
            Some(("external", text)) => External::command(text),
            Some((_, "")) => None,
            Some((profile, program)) => External::profile(profile).map(|external| external.at(program)),
        };
        external.map(Self::External).ok_or_else(|| UnknownBackend(text.to_owned()))
    }
}
