//! The memory of a solver in this process, and its limit.

use crate::backend::{BackendError, OpenOptions};
use crate::cnf::{ClauseSink, FormulaSize, Lit};

/// Bytes that a solver takes for each variable up to the greatest one, each clause and each literal before it searches.
#[derive(Clone, Copy)]
pub(crate) struct Footprint {
    pub(crate) variable: u64,
    pub(crate) clause: u64,
    pub(crate) literal: u64,
}

impl Footprint {
    fn of(self, size: FormulaSize) -> u64 {
        let variables = size.variables.saturating_mul(self.variable);
        let clauses = size.clauses.saturating_mul(self.clause);
        variables.saturating_add(clauses).saturating_add(size.literals.saturating_mul(self.literal))
    }
}

/// The size of the clauses given to a solver in this process, and its limit: a clause that would exceed the memory is refused
/// before the solver sees it. A single literal can exceed the memory, because a solver has tables over all variables up to the
/// greatest.
pub(crate) struct MemoryAccount {
    backend: &'static str,
    footprint: Footprint,
    memory: u64,
    given: FormulaSize,
}

impl MemoryAccount {
    /// Opens an account; refuses a formula that is known to be too large.
    pub(crate) fn open(
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

    /// Whether the memory has room for the given clauses `times` times.
    pub(crate) fn has_room_for(&self, times: u64) -> bool {
        self.footprint.of(self.given).saturating_mul(times) <= self.memory
    }

    /// Forgets the given clauses.
    pub(crate) fn clear(&mut self) {
        self.given = FormulaSize::default();
    }

    /// Counts a clause before the solver gets it.
    pub(crate) fn add(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        let Ok(()) = self.given.add_clause(clause);
        self.check(self.given)
    }

    /// Counts an at-most-one constraint before the solver gets it.
    pub(crate) fn add_pairwise(&mut self, lits: &[Lit]) -> Result<(), BackendError> {
        let Ok(()) = self.given.add_pairwise(lits);
        self.check(self.given)
    }

    /// Checks literals before the solver assumes them, without counting them.
    pub(crate) fn assume(&self, assumptions: &[Lit]) -> Result<(), BackendError> {
        let mut size = self.given;
        let Ok(()) = size.add_clause(assumptions);
        self.check(size)
    }
}
