//! What the adapters of solvers in this process share: refusing what cannot fit, refusing settings, catching panics.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::backend::{BackendError, OpenOptions};
use crate::cnf::FormulaSize;
#[cfg(any(feature = "batsat", feature = "cadical"))]
use crate::cnf::Lit;

/// Bytes that a solver takes for each clause and each literal before it searches.
pub(in crate::backend) struct Footprint {
    pub(in crate::backend) clause: u64,
    pub(in crate::backend) literal: u64,
}

impl Footprint {
    /// Refuses a formula that would take more memory than allowed.
    pub(in crate::backend) fn check(&self, backend: &str, options: &OpenOptions) -> Result<(), BackendError> {
        let Some(size) = options.expected else { return Ok(()) };
        let clauses = size.clauses.saturating_mul(self.clause);
        let needed = clauses.saturating_add(size.literals.saturating_mul(self.literal));
        check_memory(backend, size, needed, options.memory_in_process())
    }
}

fn check_memory(backend: &str, size: FormulaSize, needed: u64, limit: u64) -> Result<(), BackendError> {
    if needed <= limit {
        return Ok(());
    }
    Err(BackendError::TooLarge { backend: backend.to_owned(), size, needed, limit })
}

/// The tables of a solver over all variables up to the greatest one it has seen: one literal can make them large.
#[cfg(any(feature = "batsat", feature = "cadical"))]
pub(in crate::backend) struct Tables {
    backend: &'static str,
    bytes_per_variable: u64,
    memory: u64,
}

#[cfg(any(feature = "batsat", feature = "cadical"))]
impl Tables {
    pub(in crate::backend) fn new(backend: &'static str, bytes_per_variable: u64, options: &OpenOptions) -> Self {
        Self { backend, bytes_per_variable, memory: options.memory_in_process() }
    }

    /// Refuses literals for whose variables the tables would take more memory than allowed.
    pub(in crate::backend) fn check(&self, lits: &[Lit]) -> Result<(), BackendError> {
        let variables = lits.iter().map(|lit| lit.var().index() as u64 + 1).max().unwrap_or(0);
        let size = FormulaSize { variables, ..FormulaSize::default() };
        check_memory(self.backend, size, variables.saturating_mul(self.bytes_per_variable), self.memory)
    }
}

/// Refuses settings where a backend has none.
#[cfg(any(feature = "varisat", feature = "splr"))]
pub(in crate::backend) fn check_no_settings(backend: &str, options: &OpenOptions) -> Result<(), BackendError> {
    match options.settings.first() {
        None => Ok(()),
        Some((setting, _)) => {
            Err(BackendError::UnknownSetting { backend: backend.to_owned(), setting: setting.clone() })
        }
    }
}

/// Runs a solver's code; a panic in it becomes an error with the solver's name.
pub(in crate::backend) fn catching<T>(backend: &str, call: impl FnOnce() -> T) -> Result<T, BackendError> {
    // The solver is not touched again after a panic: its adapter gives it up.
    catch_unwind(AssertUnwindSafe(call)).map_err(|payload| BackendError::Panicked {
        backend: backend.to_owned(),
        message: panic_message(payload.as_ref()),
    })
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}
