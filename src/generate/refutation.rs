//! The proof that no clue, or no orbit of clues, can be spared, by a SAT solver that is kept from clue to clue.

use std::sync::Arc;

use crate::backend::{Backend, OpenOptions};
use crate::budget::Running;
use crate::cnf::Lit;
use crate::encoding::{Encoding, Formula, Term};
use crate::error::Error;
use crate::generate::error::GenerateError;
use crate::generate::grids::{grid, wrong};
use crate::generate::removal::{Removal, Tested};
use crate::geometry::{Candidate, Geometry};
use crate::grid::Solution;
use crate::sat::Instance;
use crate::verdict::Verdict;

/// A SAT solver that stays open; its unit clauses are the clues known to be needed. Assumptions are the other clues, and that the
/// tested clue's cell holds another digit, as in any second solution. A model: the clue is needed. No model: the clue can be
/// removed. The failed assumptions would allow more removals at once, but solvers differ in their choice; without this shortcut the
/// puzzle does not depend on the solver, and few clues are redundant by then anyway.
pub(super) struct Refutation {
    instance: Instance,
    lits: Vec<Option<Lit>>,
}

impl Refutation {
    pub(super) fn of(
        removal: &Removal,
        board: &Arc<Geometry>,
        backend: &Backend,
        open: &OpenOptions,
        running: &Running,
    ) -> Result<Self, GenerateError> {
        let mut needed = removal.puzzle.clone();
        removal.waiting().for_each(|cell| needed[cell as usize] = 0);
        let needed = grid(board, &needed);
        let solution = Solution::check(&needed, grid(board, &removal.solution)).map_err(wrong)?;
        let formula = Formula::new(&needed, Encoding::Reduced).map_err(Error::from)?;
        let instance = Instance::open(backend, open, formula, &[], running)?;
        let lit = |candidate: Candidate| match instance.formula().map().term(candidate) {
            Term::Lit(lit) => Some(lit),
            Term::True | Term::False => None,
        };
        Ok(Self { lits: solution.clues().map(lit).collect(), instance })
    }

    pub(super) fn finish(mut self, removal: &mut Removal, running: &mut Running) -> Result<(), GenerateError> {
        let known: Vec<Lit> = self.lits.iter().copied().flatten().collect();
        while let Some(test) = removal.next() {
            // A cell without a literal has a digit that follows from the needed clues.
            let lits: Vec<Lit> = test.concat().iter().filter_map(|&cell| self.lits[cell as usize]).collect();
            let others: Vec<Lit> = removal.waiting().filter_map(|cell| self.lits[cell as usize]).collect();
            let mut tested = Tested::Unique;
            // A second solution differs in at least one cell of the orbit.
            for &lit in &lits {
                if self.differs(lit, &others, &known, running)? {
                    tested = Tested::Several;
                    break;
                }
            }
            removal.answer(tested);
            if tested == Tested::Several {
                for lit in lits {
                    self.instance.add_clause(&[lit])?;
                }
            }
        }
        Ok(())
    }

    /// Whether a solution keeps the other clues but differs in the cell of `lit`.
    fn differs(
        &mut self,
        lit: Lit,
        others: &[Lit],
        known: &[Lit],
        running: &mut Running,
    ) -> Result<bool, GenerateError> {
        let assumed: Vec<Lit> = others.iter().copied().chain([!lit]).collect();
        // A solver that keeps the signs of its last model looks near the known solution first, where another is found
        // sooner: a second model in about half of the time at 25×25.
        if let Verdict::Unknown(reason) = self.instance.solve_assuming(known, running)? {
            return Err(reason.into());
        }
        match self.instance.solve_assuming(&assumed, running)? {
            Verdict::Satisfiable(_) => Ok(true),
            Verdict::Unsatisfiable => Ok(false),
            Verdict::Unknown(reason) => Err(reason.into()),
        }
    }
}
