//! The backends by name: a plain value that opens a solver.

use std::fmt;
use std::str::FromStr;

use crate::backend::{BackendError, OpenOptions, SatBackend};

/// A SAT solver by name.
///
/// All names exist in every build; a backend that is not compiled in answers with an error that names the feature.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// varisat, in process (feature `varisat`).
    Varisat,
    /// splr, in process (feature `splr`).
    Splr,
    /// A program that reads DIMACS (feature `external`).
    External(External),
}

/// A solver that is a program: it gets the name of a DIMACS file and prints `s` and `v` lines.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct External {
    pub(in crate::backend) profile: Profile,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::backend) enum Profile {
    Kissat,
    Program(String),
}

impl External {
    /// kissat, by the name `kissat` on the path or by the file that the environment variable `KISSAT` names.
    #[must_use]
    pub fn kissat() -> Self {
        Self { profile: Profile::Kissat }
    }

    /// Any program: a name on the path or a file. It is run with the formula's file as its only argument.
    #[must_use]
    pub fn program(program: impl Into<String>) -> Self {
        Self { profile: Profile::Program(program.into()) }
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
    /// kissat as an external program.
    #[must_use]
    pub fn kissat() -> Self {
        Self::External(External::kissat())
    }

    /// Any external program that reads a DIMACS file and prints `s` and `v` lines.
    #[must_use]
    pub fn external(program: impl Into<String>) -> Self {
        Self::External(External::program(program))
    }

    /// All backends with a name of their own, compiled in or not.
    #[must_use]
    pub fn all() -> Vec<Self> {
        vec![Self::Varisat, Self::Splr, Self::kissat()]
    }

    /// Whether this build has the backend's adapter. An external program may still be missing.
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        match self {
            Self::Varisat => cfg!(feature = "varisat"),
            Self::Splr => cfg!(feature = "splr"),
            Self::External(_) => cfg!(feature = "external"),
        }
    }

    /// Whether the backend can be used here and now; external programs are asked for their version.
    #[must_use]
    pub fn availability(&self) -> Availability {
        match self {
            _ if !self.is_compiled() => Availability::Missing(self.not_compiled().to_string()),
            // The versions that Cargo.toml pins.
            Self::Varisat => Availability::Ready("0.2.2".to_owned()),
            Self::Splr => Availability::Ready("0.17".to_owned()),
            #[cfg(feature = "external")]
            Self::External(external) => crate::backend::external::availability(external),
            #[cfg(not(feature = "external"))]
            Self::External(_) => Availability::Missing(self.not_compiled().to_string()),
        }
    }

    /// Opens a solver.
    ///
    /// # Errors
    /// If it is not in this build, its program is missing, a setting is unknown, or the formula to come is too large.
    pub fn open(&self, options: &OpenOptions) -> Result<Box<dyn SatBackend>, BackendError> {
        match self {
            #[cfg(feature = "varisat")]
            Self::Varisat => Ok(Box::new(crate::backend::varisat::Varisat::open(options)?)),
            #[cfg(feature = "splr")]
            Self::Splr => Ok(Box::new(crate::backend::splr::Splr::open(options)?)),
            #[cfg(feature = "external")]
            Self::External(external) => {
                Ok(Box::new(crate::backend::external::ExternalSolver::open(external, options)?))
            }
            #[allow(unreachable_patterns)] // With all features on, every backend is above.
            _ => {
                let _ = options;
                Err(self.not_compiled())
            }
        }
    }

    fn not_compiled(&self) -> BackendError {
        let backend = match self {
            Self::Varisat => "varisat",
            Self::Splr => "splr",
            Self::External(_) => "the adapter for external solvers",
        };
        let feature = match self {
            Self::Varisat => "varisat",
            Self::Splr => "splr",
            Self::External(_) => "external",
        };
        BackendError::NotCompiled { backend, feature }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Varisat => f.pad("varisat"),
            Self::Splr => f.pad("splr"),
            Self::External(External { profile: Profile::Kissat }) => f.pad("kissat"),
            Self::External(External { profile: Profile::Program(program) }) => f.pad(&format!("external={program}")),
        }
    }
}

/// A word that names no backend.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of varisat, splr, kissat, external=PROGRAM, found {0:?}")]
pub struct UnknownBackend(pub String);

impl FromStr for Backend {
    type Err = UnknownBackend;

    fn from_str(name: &str) -> Result<Self, UnknownBackend> {
        match (name, name.strip_prefix("external=")) {
            ("varisat", _) => Ok(Self::Varisat),
            ("splr", _) => Ok(Self::Splr),
            ("kissat", _) => Ok(Self::kissat()),
            (_, Some(program)) if !program.is_empty() => Ok(Self::external(program)),
            _ => Err(UnknownBackend(name.to_owned())),
        }
    }
}
