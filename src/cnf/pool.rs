//! The source of fresh variables.

use crate::cnf::Var;

/// Hands out variables, each once. Owned by the maker of a formula; a sink never has one.
#[derive(Clone, Debug, Default)]
pub struct VarPool {
    next: usize,
}

/// More variables were asked for than DIMACS numbers exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{wanted} variables are needed, at most {} can be numbered", Var::MAX_INDEX + 1)]
pub struct TooManyVariables {
    /// How many would be needed in all.
    pub wanted: u64,
}

impl VarPool {
    /// A pool that has handed out nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many variables were handed out.
    #[must_use]
    pub fn len(&self) -> usize {
        self.next
    }

    /// Whether none was handed out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.next == 0
    }

    /// One fresh variable.
    ///
    /// # Errors
    /// If there is none left.
    pub fn fresh(&mut self) -> Result<Var, TooManyVariables> {
        self.fresh_block(1)
    }

    /// `count` fresh variables with consecutive numbers; the first of them.
    ///
    /// # Errors
    /// If there are not so many left.
    pub fn fresh_block(&mut self, count: u64) -> Result<Var, TooManyVariables> {
        let wanted = (self.next as u64).saturating_add(count);
        if wanted > Var::MAX_INDEX as u64 {
            return Err(TooManyVariables { wanted });
        }
        let first = Var::new(self.next);
        self.next = wanted as usize;
        Ok(first)
    }
}
