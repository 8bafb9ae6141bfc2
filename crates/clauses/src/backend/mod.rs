//! SAT solvers behind one trait.
//!
//! [`SatBackend`] is the crate's interface to a solver: a [`ClauseSink`] that can solve. [`Backend`] names the solvers that have an
//! adapter, one file an adapter, with a common anatomy: construct, add clauses, solve within a budget, read the model. This module
//! knows no grids; the caller checks the answers of a backend.
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
//! | [`Backend::own`] | the caller's code | by its [`Capabilities`] | likewise | likewise | likewise | the caller's | the caller's |
//!
//! kissat stays a program: the crate `kissat` 0.1 panics where kissat gives up and can neither stop kissat nor set an option, and
//! `rustsat-kissat` 0.7 needs libclang to build.
//!
//! `cdcl`, varisat, kissat and CaDiCaL write proofs, which checkers verify: see [`ProofFormat`]. Opened with
//! [`certified`](OpenOptions::certified), a solver answers *unsatisfiable* only once its proof was checked.
//!
//! A backend that is not compiled in keeps its name; opening it names the missing feature.
//!
//! `certified` is a solver whose proofs are checked during writing; `presimplified` is a proof-writing program that gets the clauses
//! simplified by unit propagation. `in_process` has the linked solvers, `program` the solvers that run as programs, `proof` the
//! proofs; `names` has the names of the solvers, `own` the solvers of the
//! caller, `opening` the adapter of each name.

#[cfg(test)]
mod cdcl_on_threads;
#[cfg(test)]
mod cdcl_with_propagator;
mod certified;
mod in_process;
mod names;
mod opening;
mod own;
#[cfg(feature = "external")]
mod presimplified;
#[doc(hidden)]
pub mod program;
mod proof;
pub mod propagator;

#[cfg(feature = "external")]
pub use program::process::{end_programs, runs_programs};
#[cfg(feature = "external")]
pub use program::watchdog::{enable_watchdog, run_watchdog};

#[doc(hidden)]
pub use names::without_prefix;
pub use names::{Backend, UnknownBackend};
pub use own::OwnBackend;
pub use program::known::External;
#[doc(hidden)]
pub use program::known::Known;
pub use proof::{Checked, Clauses, Proof, ProofFormat, ProofSink, WriteClauses};

use satdoku_base::budget::{Bytes, Running};
use satdoku_base::printable::printable;
use satdoku_base::verdict::Verdict;

use propagator::{Propagator, ReasonSink};

use crate::cnf::dimacs::OutputError;
use crate::cnf::{ClauseSink, FormulaSize, Lit, Model};

/// The name of the search of our own.
const CDCL: &str = "cdcl";

/// The most threads on which [`Backend::Cdcl`] can work.
#[doc(hidden)]
pub const MOST_THREADS: usize = 256;

/// The setting for the number of threads of [`Backend::Cdcl`].
#[doc(hidden)]
pub const THREADS: &str = "threads";

/// The name of the linked CaDiCaL; `cadical` is the program.
const CADICAL_LINKED: &str = "cadical-linked";

/// Whether a backend can be used here and now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Availability {
    /// The backend is ready; its version, if known.
    Ready(String),
    /// The backend cannot be used, and why.
    Missing(String),
}

/// Why a backend failed. *No model* and *budget spent* are answers, not failures.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackendError {
    /// This build has no adapter for the backend.
    #[error("{backend} is not in this build: it needs the feature {feature}")]
    NotCompiled {
        /// The backend.
        backend: &'static str,
        /// The feature that brings the backend.
        feature: &'static str,
    },
    /// The program cannot be found.
    #[error("cannot find the program {program}: it is neither in PATH nor an executable file{}", hint(*.variable))]
    NotFound {
        /// The program's name.
        program: String,
        /// The environment variable that may name the program.
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
    /// An option of the backend has an invalid value.
    #[error("{backend} takes {expected} for {setting}, found {value:?}")]
    BadSetting {
        /// The backend.
        backend: String,
        /// The option's name.
        setting: String,
        /// The value given.
        value: String,
        /// The values allowed.
        expected: String,
    },
    /// A proof was asked of a backend that writes no proofs.
    #[error("{backend} writes no proof; {} do", names_of_provers())]
    NoProof {
        /// The backend.
        backend: String,
    },
    /// Constraints beside the clauses were handed to a backend that takes none.
    #[error("{backend} takes no constraints beside clauses")]
    NoPropagator {
        /// The backend.
        backend: String,
    },
    /// The backend does not write proofs in the format asked for.
    #[error("{backend} writes no proof in the format {format}; it writes {}", formats(.writes))]
    NoFormat {
        /// The backend.
        backend: String,
        /// The format that was asked for.
        format: ProofFormat,
        /// The formats that the backend writes.
        writes: &'static [ProofFormat],
    },
    /// The backend answered *no model* or *no further model*, and its proof does not show the answer.
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
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        limit: u64,
    },
    /// The backend was asked again after its only answer, or after a stop.
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
        /// The message of the panic.
        message: String,
    },
    /// The solver gave up with an error of its own.
    #[error("{backend} failed: {}", printable(message))]
    Failed {
        /// The backend.
        backend: String,
        /// The message of the solver.
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
    /// A program ended with a status that is no answer.
    #[error("{program} ended with {status}{}", said(.stderr))]
    Ended {
        /// The program.
        program: String,
        /// Its exit status or signal.
        status: String,
        /// The last line it wrote to standard error.
        stderr: String,
    },
    /// A program's exit status and output contradict each other.
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
// The fields are separate questions, asked by name.
#[allow(clippy::struct_excessive_bools)]
#[non_exhaustive]
pub struct Capabilities {
    /// Clauses may be added after a solve, and the solver may be asked again.
    pub incremental: bool,
    /// Literals may be assumed for one solve.
    pub assumptions: bool,
    /// After an unsatisfiable answer the solver names the failed assumptions.
    pub failed: bool,
    /// The solver stops in mid-search when the budget is spent.
    pub interruptible: bool,
    /// The solver writes a proof if opened with a place for it.
    pub proof: bool,
    /// The proof of every *unsatisfiable* was checked before it was answered.
    pub certified: bool,
}

with_fields! {
    Capabilities
    with_incremental(incremental: bool);
    with_assumptions(assumptions: bool);
    with_failed(failed: bool);
    with_interruptible(interruptible: bool);
    with_proof(proof: bool);
    with_certified(certified: bool);
}

/// How a backend is opened.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct OpenOptions {
    /// Whether the solver must be able to stop in mid-search; some backends are faster without.
    pub stoppable: bool,
    /// The place for the proof of an unsatisfiable answer. With a place, a backend answers one question, without assumptions, and a
    /// second if it [kept a place](SatBackend::keep_place_for_clause) for a clause.
    pub proof: Option<ProofSink>,
    /// The format of the proof, among the [formats](Backend::proof_formats) of the backend; by default the first. Certified answers
    /// have a format of their own.
    pub proof_format: Option<ProofFormat>,
    /// Whether a program with a DRAT proof gets the clauses simplified by unit propagation, so that its proof does not speak of
    /// settled clauses. The proof is about all clauses nevertheless.
    pub simplified: bool,
    /// Whether *unsatisfiable* is answered only once its proof was checked in this process, which reads the proof while the solver
    /// writes it. An error for a backend without proofs; without effect beside a place for the proof.
    pub certified: bool,
    /// The place for the reasons that a [`Propagator`] gives. A solver that writes a proof takes a propagator only if it can write
    /// down the reasons, which the proof takes for granted.
    pub reasons: Option<ReasonSink>,
    /// The seed of a randomised backend.
    pub seed: Option<u64>,
    /// Options of the solver by name, such as `target` = `2` for kissat; an empty value stands for none, as in `--sat`. An unknown
    /// name is an error of `open` for a solver in this process, and of the solve for a program.
    pub settings: Vec<(String, String)>,
    /// The size of the formula, if known beforehand.
    pub expected: Option<FormulaSize>,
    /// Bytes of memory. A solver in this process refuses a formula that is expected to take more; the default is 8 GiB. A program
    /// and every program started by it get at most as much address space; by default they have no limit.
    pub memory: Option<u64>,
}

with_fields! {
    OpenOptions
    with_stoppable(stoppable: bool);
    with_proof(proof?: ProofSink);
    with_proof_format(proof_format?: ProofFormat);
    with_simplified(simplified: bool);
    with_certified(certified: bool);
    with_reasons(reasons?: ReasonSink);
    with_seed(seed?: u64);
    with_settings(settings: Vec<(String, String)>);
    with_expected(expected?: FormulaSize);
    with_memory(memory?: u64);
}

impl OpenOptions {
    /// The default memory limit of a solver in this process, in bytes.
    pub const DEFAULT_MEMORY: u64 = 8 << 30;
}

impl OpenOptions {
    fn memory_in_process(&self) -> u64 {
        self.memory.unwrap_or(Self::DEFAULT_MEMORY)
    }
}

/// A SAT solver: takes clauses, then says whether all of them can be true at once.
///
/// Held as `Box<dyn SatBackend>`; the example `own_backend` shows one written from scratch, and [`Backend::own`] makes it a
/// backend like any other.
pub trait SatBackend: ClauseSink<Error = BackendError> {
    /// The solver's name in results and errors.
    fn name(&self) -> &str;

    /// Looks for a model of all clauses so far in which the assumptions are true.
    ///
    /// A backend without the capability `assumptions` is only called without assumptions.
    ///
    /// # Errors
    /// If the solver fails. A spent budget is `Unknown`; the backend may then be of no further use.
    fn solve_assuming(&mut self, assumptions: &[Lit], run: &Running) -> Result<Verdict<Model>, BackendError>;

    /// Looks for a model of all clauses so far.
    ///
    /// # Errors
    /// As [`solve_assuming`](Self::solve_assuming).
    fn solve(&mut self, run: &Running) -> Result<Verdict<Model>, BackendError> {
        self.solve_assuming(&[], run)
    }

    /// Some assumptions that cannot be true together; valid after an unsatisfiable answer under assumptions and before the next
    /// clause.
    fn failed_assumptions(&mut self) -> &[Lit] {
        &[]
    }

    /// Conflicts of all solves so far, if the solver counts them.
    fn conflicts(&self) -> Option<u64> {
        None
    }

    /// What the backend can do beyond solving once.
    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }

    /// Reserves the next clause number. If the next answer is a model, a blocking clause added afterwards gets the number, so that
    /// one proof covers both answers. False if unsupported: a solver that writes a proof then answers once.
    fn keep_place_for_clause(&mut self) -> bool {
        false
    }

    /// Takes constraints that are propagated beside the clauses; they hold until [`clear`](Self::clear). False if unsupported: the
    /// constraints must then be written as clauses. Comes before the first question.
    fn set_propagator(&mut self, _: Box<dyn Propagator>) -> bool {
        false
    }

    /// Forgets all clauses. The solver is then as newly opened, with its tables in place for the next formula. False if
    /// unsupported: another solver must then be opened.
    fn clear(&mut self) -> bool {
        false
    }
}
