//! Solutions of a puzzle that are looked for where they tell most.
//!
//! Each new solution speaks about all cells at once. So a caller that asks of every candidate whether it is in some solution,
//! or in more than one, asks only about those of which the solutions seen so far do not tell: a model strikes off many.

use crate::budget::Running;
use crate::error::Error;
use crate::explain::oracle::{Loaded, Oracle};
use crate::geometry::{Candidate, Cell, Digit};
use crate::grid::{Grid, Solution};
use crate::reduction::Candidates;
use crate::sat::Instance;
use crate::verdict::Verdict;

/// The known solutions of a puzzle, and how often each candidate is in them.
pub(in crate::explain) struct Pool {
    pub(in crate::explain) puzzle: Grid,
    pub(in crate::explain) known: Vec<Solution>,
    /// By cell and digit: in none, one, or more of the known solutions.
    seen: Vec<u8>,
    /// A SAT solver that never gives a known solution again.
    instance: Option<Box<Instance>>,
    /// Whether all solutions are known.
    is_closed: bool,
}

impl Pool {
    pub(in crate::explain) fn new(puzzle: &Grid, oracle: &Oracle, running: &Running) -> Result<Self, Error> {
        let mut pool = Self {
            seen: vec![0; puzzle.geometry().cell_count() * puzzle.geometry().digit_count()],
            puzzle: puzzle.clone(),
            known: Vec::new(),
            instance: None,
            is_closed: false,
        };
        if oracle.can_load() {
            match oracle.load(puzzle, running)? {
                Loaded::Open(instance) => pool.instance = Some(instance),
                Loaded::Refuted => pool.is_closed = true,
                // The next question is answered so.
                Loaded::Stopped(_) => {}
            }
        }
        Ok(pool)
    }

    /// A solution that is not known and has these candidates, of which the known solutions but for one miss some; it is
    /// known from then on.
    pub(in crate::explain) fn find(
        &mut self,
        candidates: &[Candidate],
        oracle: &mut Oracle,
        running: &Running,
    ) -> Result<Verdict<()>, Error> {
        if self.is_closed {
            return Ok(Verdict::Unsatisfiable);
        }
        let verdict = if let Some(instance) = &mut self.instance {
            instance.solve(&self.puzzle, candidates.iter().map(|&candidate| (candidate, true)), running)?
        } else {
            let mut puzzle = self.puzzle.clone();
            for candidate in candidates {
                let written = puzzle.set(candidate.cell, Some(candidate.digit));
                debug_assert_eq!(written, Ok(()));
            }
            oracle.solve_beside(&puzzle, &self.known, running)?
        };
        Ok(match verdict {
            Verdict::Satisfiable(solution) => {
                self.add(solution)?;
                Verdict::Satisfiable(())
            }
            Verdict::Unsatisfiable => {
                self.is_closed = candidates.is_empty();
                if let Some(instance) = &mut self.instance {
                    instance.exclude(candidates)?;
                }
                Verdict::Unsatisfiable
            }
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        })
    }

    /// Looks for any solutions until so many are known: *satisfiable* if there are, *unsatisfiable* if all are known and
    /// they are fewer.
    pub(in crate::explain) fn fill(
        &mut self,
        enough: usize,
        oracle: &mut Oracle,
        running: &Running,
    ) -> Result<Verdict<()>, Error> {
        while self.instance.is_some() && !self.is_closed && self.known.len() < enough {
            let found = self.find(&[], oracle, running)?;
            if !found.is_satisfiable() {
                return Ok(found);
            }
        }
        if self.known.len() >= enough {
            return Ok(Verdict::Satisfiable(()));
        }
        if !self.is_closed {
            let listed = oracle.list(&self.puzzle, enough, running)?;
            for solution in listed.solutions {
                if !self.known.contains(&solution) {
                    self.add(solution)?;
                }
            }
            match listed.ended {
                Verdict::Unsatisfiable => self.is_closed = true,
                ended => return Ok(ended),
            }
        }
        Ok(Verdict::Unsatisfiable)
    }

    fn add(&mut self, solution: Solution) -> Result<(), Error> {
        for candidate in solution.clues() {
            let at = self.at(candidate);
            self.seen[at] = 2.min(self.seen[at] + 1);
        }
        if let Some(instance) = &mut self.instance {
            instance.block(&solution)?;
        }
        self.known.push(solution);
        Ok(())
    }

    fn at(&self, Candidate { cell, digit }: Candidate) -> usize {
        self.puzzle.geometry().index(cell) * self.puzzle.geometry().digit_count()
            + self.puzzle.geometry().digit_index(digit)
    }

    /// In how many of the known solutions a candidate is; 2 stands for more as well.
    pub(in crate::explain) fn seen(&self, candidate: Candidate) -> u8 {
        self.seen[self.at(candidate)]
    }

    /// The candidates of the empty cells that no clue rules out, in the order of reading.
    pub(in crate::explain) fn open(&self) -> Vec<Candidate> {
        Candidates::of(&self.puzzle).iter().collect()
    }

    /// The digits of a cell that are in known solutions.
    pub(in crate::explain) fn digits(&self, cell: Cell) -> impl Iterator<Item = Digit> + use<'_> {
        self.puzzle.geometry().digits().filter(move |&digit| self.seen(Candidate::new(cell, digit)) > 0)
    }
}
