//! What the adapters of solvers in this process share: refusing what cannot fit, refusing settings, catching panics.

#[cfg(any(feature = "varisat", feature = "batsat", feature = "cadical", feature = "splr"))]
use std::any::Any;
#[cfg(any(feature = "varisat", feature = "batsat", feature = "cadical", feature = "splr"))]
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::backend::{BackendError, OpenOptions};
use crate::cnf::{ClauseSink, FormulaSize, Lit};

/// Bytes that a solver takes for each variable up to the greatest one, each clause and each literal before it searches.
#[derive(Clone, Copy)]
pub(in crate::backend) struct Footprint {
    pub(in crate::backend) variable: u64,
    pub(in crate::backend) clause: u64,
    pub(in crate::backend) literal: u64,
}

impl Footprint {
    fn of(self, size: FormulaSize) -> u64 {
        let variables = size.variables.saturating_mul(self.variable);
        let clauses = size.clauses.saturating_mul(self.clause);
        variables.saturating_add(clauses).saturating_add(size.literals.saturating_mul(self.literal))
    }
}

/// What a solver in this process was given so far, and how much it may be given: whatever would take it beyond its memory is
/// refused before the solver sees it. One literal is enough for that: a solver has tables over all variables up to the
/// greatest one.
pub(in crate::backend) struct Account {
    backend: &'static str,
    footprint: Footprint,
    memory: u64,
    given: FormulaSize,
}

impl Account {
    /// Opens an account; refuses a formula that is known to be too large.
    pub(in crate::backend) fn open(
        backend: &'static str,
        footprint: Footprint,
        options: &OpenOptions,
    ) -> Result<Self, BackendError> {
        let account = Self { backend, footprint, memory: options.memory_in_process(), given: FormulaSize::default() };
        account.check(options.expected.unwrap_or_default())?;
        Ok(account)
    }

    fn check(&self, size: FormulaSize) -> Result<(), BackendError> {
        let (needed, limit) = (self.footprint.of(size), self.memory);
        if needed <= limit {
            return Ok(());
        }
        Err(BackendError::TooLarge { backend: self.backend.to_owned(), size, needed, limit })
    }

    /// Whether what was given may be there so many times.
    pub(in crate::backend) fn has_room_for(&self, times: u64) -> bool {
        self.footprint.of(self.given).saturating_mul(times) <= self.memory
    }

    /// Nothing was given.
    pub(in crate::backend) fn clear(&mut self) {
        self.given = FormulaSize::default();
    }

    /// Takes note of a clause that is about to be given.
    pub(in crate::backend) fn add(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        let Ok(()) = self.given.add_clause(clause);
        self.check(self.given)
    }

    /// The same for an at-most-one constraint.
    pub(in crate::backend) fn add_pairwise(&mut self, lits: &[Lit]) -> Result<(), BackendError> {
        let Ok(()) = self.given.add_pairwise(lits);
        self.check(self.given)
    }

    /// The same for literals that are about to be assumed; they are not kept.
    pub(in crate::backend) fn assume(&self, assumptions: &[Lit]) -> Result<(), BackendError> {
        let mut size = self.given;
        let Ok(()) = size.add_clause(assumptions);
        self.check(size)
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
#[cfg(any(feature = "varisat", feature = "batsat", feature = "cadical", feature = "splr"))]
pub(in crate::backend) fn catching<T>(backend: &str, call: impl FnOnce() -> T) -> Result<T, BackendError> {
    // The solver is not touched again after a panic: its adapter gives it up.
    catch_unwind(AssertUnwindSafe(call)).map_err(|payload| BackendError::Panicked {
        backend: backend.to_owned(),
        message: panic_message(payload.as_ref()),
    })
}

#[cfg(any(feature = "varisat", feature = "batsat", feature = "cadical", feature = "splr"))]
fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}
