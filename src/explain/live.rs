//! A SAT solver that is kept over the formula of one puzzle.

use crate::backend::{Backend, OpenOptions, SatBackend};
use crate::budget::Running;
use crate::cnf::{AtMostOne, ClauseSink, Limited, LimitedError, Lit};
use crate::encoding::{Encoding, Formula, Term};
use crate::error::Error;
use crate::geometry::Candidate;
use crate::grid::{Grid, Solution};
use crate::reduction::Reduced;
use crate::verdict::Verdict;

/// The formula in a solver, to be asked under assumptions.
pub(in crate::explain) struct Live {
    formula: Formula,
    backend: Box<dyn SatBackend>,
}

impl Live {
    /// Loads the formula of a puzzle after deduction; none if the budget ends before it is loaded.
    pub(in crate::explain) fn load(
        puzzle: Reduced,
        backend: &Backend,
        open: &OpenOptions,
        running: &Running,
    ) -> Result<Option<Self>, Error> {
        let formula = Formula::of(puzzle, Encoding::Reduced, AtMostOne::Pairwise)?;
        let mut backend = backend.open(&OpenOptions { expected: Some(formula.size()), ..open.clone() })?;
        match formula.write(&mut Limited::new(&mut backend, running)) {
            Ok(()) => Ok(Some(Self { formula, backend })),
            Err(LimitedError::Stopped(_)) => Ok(None),
            Err(LimitedError::Sink(error)) => Err(error.into()),
        }
    }

    /// A solution in which some candidates are true and others are not. It has the clues of `puzzle`, which may be more
    /// than those of the formula where they are among the true ones.
    pub(in crate::explain) fn solve(
        &mut self,
        puzzle: &Grid,
        are: &[Candidate],
        is_not: Option<Candidate>,
        running: &Running,
    ) -> Result<Verdict<Solution>, Error> {
        let mut assumed: Vec<Lit> = Vec::with_capacity(are.len() + 1);
        let wanted = are.iter().map(|&candidate| (candidate, true)).chain(is_not.map(|candidate| (candidate, false)));
        for (candidate, is_true) in wanted {
            match self.formula.map().term(candidate) {
                Term::Lit(lit) => assumed.push(if is_true { lit } else { !lit }),
                Term::True if is_true => {}
                Term::False if !is_true => {}
                Term::True | Term::False => return Ok(Verdict::Unsatisfiable),
            }
        }
        Ok(match self.backend.solve_assuming(&assumed, running)? {
            Verdict::Satisfiable(model) => {
                let solution = self.formula.decode_for(puzzle, &model);
                let solver = || self.backend.name().to_owned();
                Verdict::Satisfiable(solution.map_err(|source| Error::WrongAnswer { solver: solver(), source })?)
            }
            Verdict::Unsatisfiable => Verdict::Unsatisfiable,
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        })
    }

    /// Those of the clues that failed together when they were last assumed.
    pub(in crate::explain) fn failed(&self, clues: &[Candidate]) -> Vec<Candidate> {
        let failed = self.backend.failed_assumptions();
        let is_failed = |clue: &&Candidate| match self.formula.map().term(**clue) {
            Term::Lit(lit) => failed.contains(&lit),
            Term::True | Term::False => false,
        };
        clues.iter().filter(is_failed).copied().collect()
    }

    /// Never again gives a solution that has all of these candidates.
    pub(in crate::explain) fn exclude(&mut self, candidates: &[Candidate]) -> Result<(), Error> {
        let mut clause = Vec::with_capacity(candidates.len());
        for &candidate in candidates {
            match self.formula.map().term(candidate) {
                Term::Lit(lit) => clause.push(!lit),
                Term::False => return Ok(()),
                Term::True => {}
            }
        }
        Ok(self.backend.add_clause(&clause)?)
    }

    /// Never gives this solution again.
    pub(in crate::explain) fn block(&mut self, solution: &Solution) -> Result<(), Error> {
        Ok(self.backend.add_clause(&self.formula.blocking_clause(solution))?)
    }
}
