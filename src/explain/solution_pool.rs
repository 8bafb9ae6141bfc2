//! Known solutions of a puzzle; new ones are searched where they settle most.
//!
//! Each solution settles candidates in all cells at once. A caller that needs to know of every candidate whether it is in one
//! solution, or in more, queries only the candidates that the known solutions leave open: one model settles many.

use crate::budget::Running;
use crate::error::Error;
use crate::explain::oracle::{Loaded, Oracle};
use crate::geometry::{Candidate, Cell, Digit};
use crate::grid::{Grid, Solution};
use crate::reduction::Candidates;
use crate::sat::Instance;
use crate::verdict::Verdict;

/// The known solutions of a puzzle, and how many of them have each candidate.
pub(super) struct Pool {
    pub(super) puzzle: Grid,
    pub(super) known: Vec<Solution>,
    /// By cell and digit: the number of known solutions with the candidate, 255 for 255 and more.
    seen: Vec<u8>,
    /// A SAT solver that never returns a known solution again.
    instance: Option<Box<Instance>>,
    /// Whether all solutions are known.
    is_closed: bool,
}

impl Pool {
    pub(super) fn new(puzzle: &Grid, oracle: &Oracle, running: &Running) -> Result<Self, Error> {
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
                // The next query reports the stop.
                Loaded::Stopped(_) => {}
            }
        }
        Ok(pool)
    }

    /// Finds a new solution with `candidates` and adds it to the known solutions.
    pub(super) fn find(
        &mut self,
        candidates: &[Candidate],
        oracle: &mut Oracle,
        running: &Running,
    ) -> Result<Verdict<()>, Error> {
        if self.is_closed {
            return Ok(Verdict::Unsatisfiable);
        }
        let with_candidates = |puzzle: &Grid| {
            let mut puzzle = puzzle.clone();
            for candidate in candidates {
                let written = puzzle.set(candidate.cell, Some(candidate.digit));
                debug_assert_eq!(written, Ok(()));
            }
            puzzle
        };
        let verdict = if let Some(instance) = &mut self.instance {
            let wanted = candidates.iter().map(|&candidate| (candidate, true));
            let verdict = instance.solve(&self.puzzle, wanted, running)?;
            if verdict.is_unsatisfiable() {
                let has = |solution: &&Solution| candidates.iter().all(|it| solution.get(it.cell) == Some(it.digit));
                let number = self.known.iter().filter(has).count();
                let is_known = |solution: &Solution| self.known.iter().any(|it| it.digits() == solution.digits());
                oracle.doubt(&with_candidates(&self.puzzle), number, is_known, running)?;
            }
            verdict
        } else {
            oracle.solve_beside(&with_candidates(&self.puzzle), &self.known, running)?
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

    /// Searches for solutions until `enough` are known: *satisfiable* if as many exist, *unsatisfiable* if the puzzle has fewer.
    pub(super) fn fill(&mut self, enough: usize, oracle: &mut Oracle, running: &Running) -> Result<Verdict<()>, Error> {
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
            self.seen[at] = self.seen[at].saturating_add(1);
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

    /// The number of known solutions with a candidate; 255 stands for 255 and more.
    pub(super) fn seen(&self, candidate: Candidate) -> u8 {
        self.seen[self.at(candidate)]
    }

    /// The candidates of the empty cells that no clue rules out, in the order of reading.
    pub(super) fn open(&self) -> Vec<Candidate> {
        let can_have = |candidate: &Candidate| self.puzzle.geometry().can_have(*candidate);
        Candidates::of(&self.puzzle).iter().filter(can_have).collect()
    }

    /// The digits of a cell in the known solutions.
    pub(super) fn digits(&self, cell: Cell) -> impl Iterator<Item = Digit> + use<'_> {
        self.puzzle.geometry().digits().filter(move |&digit| self.seen(Candidate::new(cell, digit)) > 0)
    }
}
