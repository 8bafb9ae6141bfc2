//! The backends by name: a plain value that opens a solver.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

use crate::backend::own::OwnBackend;
use crate::backend::program::command;
use crate::backend::program::known::{External, Known, Profile};
use crate::backend::{BackendError, CADICAL_LINKED, CDCL, OpenOptions, ProofFormat, SatBackend};

/// A SAT solver by name.
///
/// All names exist in every build with one meaning; a backend that is not compiled in answers with an error that names the feature.
/// So `cadical` is always the program, as `kissat` is, even if CaDiCaL is also linked: the linked CaDiCaL is named
/// `cadical-linked`.
///
/// ```
/// # extern crate satdoku_clauses as satdoku;
/// use satdoku::Backend;
///
/// assert_eq!("cadical-linked".parse(), Ok(Backend::CaDiCaL));
/// assert_eq!("cadical".parse(), Ok(Backend::profile("cadical").unwrap()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// satdoku's own clause-learning search, in every build, named `cdcl`.
    Cdcl,
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
    /// A solver of the caller's, which no text names.
    Own(OwnBackend),
}

impl Backend {
    /// The backends in this process, with their names and summaries.
    const IN_PROCESS: [(Self, &'static str, &'static str); 5] = [
        (Self::Cdcl, CDCL, "satdoku's own clause-learning search, in this process"),
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

    /// A SAT solver of your own, by the name under which it is printed (`own=NAME`) and by how a new one is opened: see
    /// [`OwnBackend::new`]. Errors about an answer name the solver by [`SatBackend::name`].
    ///
    /// The answers are checked as those of any other solver; where a short search can tell, *unsatisfiable* is too.
    ///
    /// ```
    /// # extern crate satdoku_clauses as satdoku;
    /// use satdoku::backend::OpenOptions;
    /// use satdoku::Backend;
    ///
    /// // A backend that is there already, under another name.
    /// let own = Backend::own("mine", |options: &OpenOptions| Backend::Cdcl.open(options));
    /// assert_eq!(own.to_string(), "own=mine");
    /// assert!(own.is_present() && own.open(&OpenOptions::default()).is_ok());
    /// ```
    #[must_use]
    pub fn own(
        name: &str,
        open: impl Fn(&OpenOptions) -> Result<Box<dyn SatBackend>, BackendError> + Send + Sync + 'static,
    ) -> Self {
        Self::Own(OwnBackend::new(name, open))
    }

    /// Whether the solver is code of others than this project and the crates it links: a program, or the caller's. Its
    /// *unsatisfiable* is doubted where no proof of it is checked.
    #[doc(hidden)]
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        matches!(self, Self::External(_) | Self::Own(_))
    }

    /// All backends with a name of their own, compiled in or not; those in this process first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let external = Known::all().iter().map(|&known| Self::External(known.into()));
        Self::IN_PROCESS.into_iter().map(|(backend, ..)| backend).chain(external).collect()
    }

    /// The names and summaries of [all](Self::all) backends.
    #[must_use]
    pub fn names() -> Vec<(&'static str, &'static str)> {
        let in_process = Self::IN_PROCESS.into_iter().map(|(_, name, summary)| (name, summary));
        in_process.chain(Known::all().iter().map(|known| (known.name(), known.summary()))).collect()
    }

    /// The known program that the backend is, wherever that lies; none for solvers in this process and for commands.
    #[doc(hidden)]
    #[must_use]
    pub fn known(&self) -> Option<Known> {
        match self {
            Self::External(External { profile: Profile::Known(known), .. }) => Some(*known),
            _ => None,
        }
    }

    /// The name of a backend that is no program.
    fn name_in_process(&self) -> Option<&'static str> {
        Self::IN_PROCESS.into_iter().find(|(backend, ..)| backend == self).map(|(_, name, _)| name)
    }

    /// Whether this build has the backend's adapter. An external program may still be missing.
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        match self {
            Self::Cdcl | Self::Own(_) => true,
            Self::Varisat => cfg!(feature = "varisat"),
            Self::Batsat => cfg!(feature = "batsat"),
            Self::CaDiCaL => cfg!(feature = "cadical"),
            Self::Splr => cfg!(feature = "splr"),
            Self::External(_) => cfg!(feature = "external"),
        }
    }

    /// The default format of the backend's proofs, if it writes proofs.
    #[must_use]
    pub fn proof_format(&self) -> Option<ProofFormat> {
        self.proof_formats().first().copied()
    }

    /// The formats of the backend's proofs, the default first. CaDiCaL writes LRAT only from version 1.9 on.
    #[must_use]
    pub fn proof_formats(&self) -> &'static [ProofFormat] {
        use ProofFormat::{BinaryDrat, BinaryLrat, Drat, Lrat, Varisat};
        match self {
            Self::Varisat => &[Varisat, Drat, BinaryDrat],
            Self::External(External { profile: Profile::Known(Known::Kissat), .. }) => &[Drat, BinaryDrat],
            Self::External(External { profile: Profile::Known(Known::CaDiCaL), .. }) => {
                &[Drat, BinaryDrat, Lrat, BinaryLrat]
            }
            Self::Cdcl => &[Lrat, BinaryLrat, Drat, BinaryDrat],
            Self::Own(own) => own.proof_formats(),
            Self::Batsat | Self::CaDiCaL | Self::Splr | Self::External(_) => &[],
        }
    }

    pub(super) fn not_compiled(&self) -> BackendError {
        let (backend, feature) = match self {
            // They are in every build.
            Self::Cdcl | Self::Own(_) => (CDCL, CDCL),
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
            Self::Own(own) => f.pad(&format!("own={}", own.name())),
            _ => f.pad(self.name_in_process().unwrap_or_default()),
        }
    }
}

/// A word that names no backend.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {names}, external=COMMAND, found {0:?}", names = Backend::names().iter().map(|(name, _)| name).join(", "))]
pub struct UnknownBackend(pub String);

/// The text behind the prefix `sat:`, in small letters or capitals.
#[doc(hidden)]
#[must_use]
pub fn without_prefix(name: &str) -> Option<&str> {
    let (prefix, rest) = name.split_at_checked(4)?;
    prefix.eq_ignore_ascii_case("sat:").then_some(rest)
}

impl FromStr for Backend {
    type Err = UnknownBackend;

    /// Reads a name, with or without the prefix `sat:` of a `Solver`'s name.
    fn from_str(text: &str) -> Result<Self, UnknownBackend> {
        let name = without_prefix(text).unwrap_or(text);
        if let Some((backend, ..)) =
            Self::IN_PROCESS.into_iter().find(|(_, its_name, _)| its_name.eq_ignore_ascii_case(name))
        {
            return Ok(backend);
        }
        let external = match name.split_once('=') {
            None => External::profile(name),
            Some((external, text)) if external.eq_ignore_ascii_case("external") => External::command(text),
            Some((_, "")) => None,
            Some((profile, program)) => External::profile(profile).map(|external| external.at(program)),
        };
        external.map(Self::External).ok_or_else(|| UnknownBackend(text.to_owned()))
    }
}

#[cfg(feature = "serde")]
serialized_as_text!(Backend);
