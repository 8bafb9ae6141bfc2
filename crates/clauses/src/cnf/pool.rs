//! The source of fresh variables.

use crate::cnf::Var;

/// Hands out variables, each once. The maker of a formula owns the pool; a sink has no pool.
///
/// ```
/// # extern crate satdoku_clauses as satdoku;
/// use satdoku::cnf::VarPool;
///
/// let mut pool = VarPool::new();
/// let [first, block] = [pool.fresh()?, pool.fresh_block(10)?];
/// assert_eq!((first.index(), block.index(), pool.len()), (0, 1, 11));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct VarPool {
    next: usize,
}

/// More variables were asked for than DIMACS numbers exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{wanted} variables are needed, at most {} can be numbered", Var::MAX_INDEX + 1)]
#[non_exhaustive]
pub struct TooManyVariables {
    /// The number needed in total.
    pub wanted: u64,
}

impl VarPool {
    /// A pool that has handed out no variable.
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
    /// If no variable is left.
    pub fn fresh(&mut self) -> Result<Var, TooManyVariables> {
        self.fresh_block(1)
    }

    /// `count` fresh variables with consecutive numbers; the first of them.
    ///
    /// # Errors
    /// If fewer than `count` variables are left.
    pub fn fresh_block(&mut self, count: u64) -> Result<Var, TooManyVariables> {
        let wanted = (self.next as u64).saturating_add(count);
        if wanted > Var::MAX_INDEX as u64 + 1 {
            return Err(TooManyVariables { wanted });
        }
        // An empty block has no first variable: the next variable stands in, or the last if the pool is exhausted.
        let first = Var::new(self.next.min(Var::MAX_INDEX));
        self.next = wanted as usize;
        Ok(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_are_handed_out_and_no_more() {
        let most = Var::MAX_INDEX as u64 + 1;
        let mut pool = VarPool::new();
        assert_eq!(pool.fresh_block(most - 1).unwrap().index(), 0);
        assert_eq!(pool.fresh().unwrap().index(), Var::MAX_INDEX);
        assert_eq!(pool.fresh(), Err(TooManyVariables { wanted: most + 1 }));
        assert!(pool.fresh_block(0).is_ok());
    }
}
