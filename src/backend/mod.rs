//! SAT solvers behind one trait.
//!
//! [`SatBackend`] is what the crate asks of a solver: it is a [`ClauseSink`] that can solve. [`Backend`] names the
//! solvers this crate has adapters for, one file each, all of the same anatomy: construct, add clauses, solve within
//! a budget, read the model. Nothing here knows of grids; the caller checks what a backend answers.
//!
//! | backend | runs | incremental | assumptions | failed core | interruptible | seed | settings |
//! | --- | --- | --- | --- | --- | --- | --- | --- |
//! | `cdcl` | in process, our own | yes | yes | yes | yes, and goes on after it | yes | `threads` |
//! | `varisat` | in process | yes | yes | yes | yes, if opened so | draws no random numbers | none |
//! | `batsat` | in process | yes | yes | yes | yes, and goes on after it | yes | the fields of its `SolverOpts` |
//! | `cadical-linked` | in process | yes | yes | yes | yes, and goes on after it | yes | `sat`, `unsat`, `plain`, its options and limits |
//! | `splr` | in process | no | no | no | time only: it is left to its own limit | has none | none |
//! | `kissat`, `cadical`, `minisat`, `cryptominisat`, `picosat` | as a program | appends | as unit clauses | no | yes | yes | any option of the program |
//! | `mallob` | as a program, through `mpirun` | appends | as unit clauses | no | yes | yes | the same, and `processes`, `threads` |
//! | `external=COMMAND` | as a program | appends | as unit clauses | no | yes | in the command | in the command |
//!
//! kissat stays a program: of the crates that link it, `kissat` 0.1 panics where kissat gives up and can neither stop it nor
//! set an option, and `rustsat-kissat` 0.7 needs libclang to build.
//!
//! `cdcl`, varisat, kissat and CaDiCaL write proofs, which checkers verify: see [`ProofFormat`]. Opened with
//! [`certified`](OpenOptions::certified) they answer *unsatisfiable* only once their proof was checked.
//!
//! A backend that is not compiled in keeps its name; opening it says which feature is missing.
//!
//! `certified` is a solver whose proofs are checked while it writes them, `simplified` a program that writes one and is not given what
//! unit propagation settles. `in_process` has the solvers that are linked, `program` those that run as programs, `proof` their proofs; `names` says what
//! all are called, `opening` which adapter a name means.

#[cfg(test)]
mod cdcl_on_threads;
mod certified;
mod in_process;
mod names;
mod opening;
pub(crate) mod program;
mod proof;
#[cfg(feature = "external")]
mod simplified;

#[cfg(feature = "external")]
pub use program::process::{end_programs, runs_programs};
#[cfg(feature = "external")]
pub use program::watcher::{clear_away_behind, keep_watch};

pub use names::{Backend, UnknownBackend};
pub use program::known::External;
pub use proof::{Checked, Clauses, Proof, ProofFormat, ProofSink, WriteClauses};

use crate::budget::{Bytes, Running};
use crate::cnf::dimacs::OutputError;
use crate::cnf::{ClauseSink, FormulaSize, Lit, Model};
use crate::printable::printable;
use crate::verdict::Verdict;

/// The name of the search of our own.
const CDCL: &str = "cdcl";

/// On how many threads [`Backend::Cdcl`] can work, at most.
pub(crate) const MOST_THREADS: usize = 256;

/// The setting of [`Backend::Cdcl`] that says on how many threads it works.
pub(crate) const THREADS: &str = "threads";

/// The name of the linked CaDiCaL; `cadical` is the program.
const CADICAL_LINKED: &str = "cadical-linked";

/// Whether a backend can be used here and now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Availability {
    /// It can; its version, as far as it tells one.
    Ready(String),
    /// It cannot, and why.
    Missing(String),
}

/// Why a backend failed. That a formula has no model, or that the budget ran out, is no failure.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackendError {
    /// This build has no adapter for the backend.
    #[error("{backend} is not in this build: it needs the feature {feature}")]
    NotCompiled {
        /// The backend.
        backend: &'static str,
        /// The feature that brings it.
        feature: &'static str,
    },
    /// The program cannot be found.
    #[error("cannot find the program {program}: it is neither in PATH nor an executable file{}", hint(*.variable))]
    NotFound {
        /// The program's name.
        program: String,
        /// The environment variable that may name it.
        variable: Option<&'static str>,
    },
    /// The backend has no option of this name.
    #[error("{backend} has no option {setting}")]
    UnknownSetting {
        /// The backend.
        backend: String,
        /// The option's name.
        setting: String,
    },
    /// An option of the backend has a value that it may not have.
    #[error("{backend} takes {expected} for {setting}, found {value:?}")]
    BadSetting {
        /// The backend.
        backend: String,
        /// The option's name.
        setting: String,
        /// The value it was given.
        value: String,
        /// What it may be.
        expected: String,
    },
    /// The backend was opened with a place for its proof and writes none.
    #[error("{backend} writes no proof; {} do", names_of_provers())]
    NoProof {
        /// The backend.
        backend: String,
    },
    /// The backend was asked for a proof in a format in which it writes none.
    #[error("{backend} writes no proof in the format {format}; it writes {}", formats(.writes))]
    NoFormat {
        /// The backend.
        backend: String,
        /// The format that was asked for.
        format: ProofFormat,
        /// Those in which it writes proofs.
        writes: &'static [ProofFormat],
    },
    /// The backend answered that there is no model, or no further one, and its proof does not show that.
    #[error("the proof of {backend} was refused: {why}")]
    Uncertified {
        /// The backend.
        backend: String,
        /// What is wrong with the proof.
        why: String,
    },
    /// The formula is too large for the backend.
    #[error(
        "{backend} needs about {} for {} variables, {} clauses and {} literals; the limit is {}",
        Bytes(*.needed).beside(*.limit), .size.variables, .size.clauses, .size.literals, Bytes(*.limit)
    )]
    TooLarge {
        /// The backend.
        backend: String,
        /// The formula's size.
        size: FormulaSize,
        /// Bytes that would be needed.
        needed: u64,
        /// Bytes that are allowed.
        limit: u64,
    },
    /// The backend was asked again though it answers once only, or though it was stopped.
    #[error("{backend} cannot be asked again")]
    Spent {
        /// The backend.
        backend: String,
    },
    /// The solver panicked.
    #[error("{backend} panicked: {}", printable(message))]
    Panicked {
        /// The backend.
        backend: String,
        /// What it said.
        message: String,
    },
    /// The solver gave up with an error of its own.
    #[error("{backend} failed: {}", printable(message))]
    Failed {
        /// The backend.
        backend: String,
        /// What it said.
        message: String,
    },
    /// A file or a process could not be worked with.
    #[error("{backend}: {context}: {source}")]
    Io {
        /// The backend.
        backend: String,
        /// What was being done.
        context: &'static str,
        /// What went wrong.
        source: std::io::Error,
    },
    /// A program ended in a way that is no answer.
    #[error("{program} ended with {status}{}", said(.stderr))]
    Ended {
        /// The program.
        program: String,
        /// Its exit status or signal.
        status: String,
        /// The last line it wrote to standard error.
        stderr: String,
    },
    /// A program's exit status and its output contradict each other.
    #[error("{program} printed {printed} but ended with {status}")]
    Disagrees {
        /// The program.
        program: String,
        /// What it printed.
        printed: &'static str,
        /// Its exit status.
        status: String,
    },
    /// A program's output cannot be understood.
    #[error("the output of {program}, {source}")]
    Output {
        /// The program.
        program: String,
        /// What is wrong, and where.
        source: OutputError,
    },
    /// The model leaves a variable without a value.
    #[error("{backend} returned half a model: variable {variable} has no value")]
    HalfAModel {
        /// The backend.
        backend: String,
        /// The variable's DIMACS number.
        variable: usize,
    },
}

impl BackendError {
    fn bad_setting(backend: &str, setting: &str, value: &str, expected: impl Into<String>) -> Self {
        let owned = |text: &str| text.to_owned();
        let (backend, setting, value) = (owned(backend), owned(setting), owned(value));
        Self::BadSetting { backend, setting, value, expected: expected.into() }
    }
}

fn formats(all: &[ProofFormat]) -> String {
    all.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")
}

/// The backends that write proofs, as in `a, b and c`.
fn names_of_provers() -> String {
    let mut names: Vec<String> =
        Backend::all().iter().filter(|it| it.proof_format().is_some()).map(Backend::to_string).collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) }
}

fn hint(variable: Option<&str>) -> String {
    variable.map_or_else(String::new, |variable| format!("; the environment variable {variable} can name it"))
}

fn said(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!(", saying: {}", printable(stderr)) }
}

/// What a backend can do beyond solving once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
// Each is a question of its own that is asked by name.
#[allow(clippy::struct_excessive_bools)]
pub struct Capabilities {
    /// Clauses may be added after a solve, and it may be asked again.
    pub incremental: bool,
    /// Literals may be assumed for one solve.
    pub assumptions: bool,
    /// After an unsatisfiable answer it tells which assumptions failed.
    pub failed: bool,
    /// It stops in mid-search when the budget is spent.
    pub interruptible: bool,
    /// It writes a proof where it is opened with a place for one.
    pub proof: bool,
    /// The proof of every *unsatisfiable* was checked before it was answered.
    pub certified: bool,
}

/// How a backend is opened.
#[derive(Clone, Debug, Default)]
pub struct OpenOptions {
    /// Whether it must be able to stop in mid-search; some backends are faster where it need not.
    pub stoppable: bool,
    /// Where it writes the proof of an unsatisfiable answer. A backend that is opened so answers one question, without
    /// assumptions, and one more if it [kept a place](SatBackend::keep_place_for_clause) for a clause.
    pub proof: Option<ProofSink>,
    /// The format of the proof, one of [those](Backend::proof_formats) that the backend writes; the first of these if not given.
    /// Answers that are certified have one of their own.
    pub proof_format: Option<ProofFormat>,
    /// Whether a program that writes its proof in DRAT is not given what unit propagation settles, so that its proof does not
    /// speak of that. The proof is about all clauses nevertheless.
    pub simplified: bool,
    /// Whether each *unsatisfiable* is answered only once its proof was checked in this process, which reads the proof while
    /// the solver writes it. Refused of a backend that writes none; of no use beside a place for the proof.
    pub certified: bool,
    /// The seed of a randomised backend.
    pub seed: Option<u64>,
    /// Options of the solver by name, such as `target` = `2` for kissat; an empty value stands for none, as in `--sat`. A
    /// name that a solver in this process does not have is an error of `open`, one that a program does not have of the solve.
    pub settings: Vec<(String, String)>,
    /// How large the formula will be, where that is known before.
    pub expected: Option<FormulaSize>,
    /// Bytes of memory. A solver in this process refuses a formula for which it may be expected to take more; 8 GiB if not
    /// given. A program, and each that it starts, gets no more address space; as much as it likes if not given.
    pub memory: Option<u64>,
}

impl OpenOptions {
    /// What a solver in this process may be expected to take unless told otherwise.
    pub const DEFAULT_MEMORY: u64 = 8 << 30;
}

impl OpenOptions {
    fn memory_in_process(&self) -> u64 {
        self.memory.unwrap_or(Self::DEFAULT_MEMORY)
    }
}

/// A SAT solver: takes clauses, then says whether all of them can be true at once.
///
/// Held as `Box<dyn SatBackend>`; the example `own_backend` shows one written from scratch.
pub trait SatBackend: ClauseSink<Error = BackendError> {
    /// The name that results and errors are reported under.
    fn name(&self) -> &str;

    /// Looks for a model of all clauses so far in which the assumptions are true.
    ///
    /// A backend without the capability `assumptions` is only ever called without any.
    ///
    /// # Errors
    /// If the solver fails. Running out of the budget is `Unknown`; the backend may be of no use after that.
    fn solve_assuming(&mut self, assumptions: &[Lit], run: &Running) -> Result<Verdict<Model>, BackendError>;

    /// Looks for a model of all clauses so far.
    ///
    /// # Errors
    /// As [`solve_assuming`](Self::solve_assuming).
    fn solve(&mut self, run: &Running) -> Result<Verdict<Model>, BackendError> {
        self.solve_assuming(&[], run)
    }

    /// After an unsatisfiable answer under assumptions, and before the next clause: some of them that cannot be true together.
    fn failed_assumptions(&mut self) -> &[Lit] {
        &[]
    }

    /// Conflicts of all solves so far, where the solver tells how many it had.
    fn conflicts(&self) -> Option<u64> {
        None
    }

    /// What the backend can do beyond solving once.
    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }

    /// Keeps the place behind the clauses so far for one that comes after the next answer, if that is a model, so that one proof is about
    /// all of them and holds what both answers took. False where that cannot be; then a solver that writes a proof answers once.
    fn keep_place_for_clause(&mut self) -> bool {
        false
    }

    /// Forgets all clauses, and is then as it was opened, but with its tables in place, which need not be made anew for the next
    /// formula. False where it cannot do that; then another is to be opened.
    fn clear(&mut self) -> bool {
        false
    }
}
