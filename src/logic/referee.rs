//! The solutions of a puzzle, which steps are held against and never found by.

use std::sync::Arc;

use crate::error::Error;
use crate::explain::{CandidateStatus, Explainer};
use crate::grid::Grid;
use crate::logic::layout::Layout;
use crate::logic::walk::{Referee, Solutions};
use crate::nine;
use crate::solver::{Options, Solver};

impl Referee {
    /// Solves a puzzle. Where it has several solutions, all digits that are in some are looked for too if `wants_all`.
    ///
    /// What the budget does not allow is left unknown, with the reason in [`Referee::stopped`].
    ///
    /// # Errors
    /// If the solver fails.
    pub fn of(puzzle: &Grid, layout: &Arc<Layout>, wants_all: bool, options: &Options) -> Result<Self, Error> {
        options.refuse_certified("steps")?;
        if let Some(classic) = puzzle.as_classic() {
            let (record, mut running) = (classic.record(), options.budget.start());
            let counted = nine::count(&record, 2, &mut running)?;
            match (counted.solutions, counted.stopped) {
                (0, None) => return Ok(Self { solutions: Solutions::None, ..Self::none() }),
                (1, None) => {
                    if let nine::Solved::Satisfiable(solution) = nine::solve(&record, &mut running)? {
                        let allowed = solution.iter().map(|&digit| 1 << (digit - b'1')).collect();
                        return Ok(Self { solutions: Solutions::One, allowed: Some(allowed), stopped: None });
                    }
                }
                _ => {}
            }
        }
        let board = layout.geometry();
        let mut solutions = Vec::new();
        for solution in Solver::Auto.solutions_with(puzzle, options)?.take(2) {
            match solution {
                Ok(solution) => solutions.push(solution),
                Err(Error::Stopped(reason)) => return Ok(Self { stopped: Some(reason), ..Self::none() }),
                Err(error) => return Err(error),
            }
        }
        Ok(match solutions.as_slice() {
            [] => Self { solutions: Solutions::None, ..Self::none() },
            [only] => {
                let bit =
                    |digit: &Option<crate::geometry::Digit>| digit.map_or(0, |digit| 1 << board.digit_index(digit));
                let allowed = only.digits().iter().map(bit).collect();
                Self { solutions: Solutions::One, allowed: Some(allowed), stopped: None }
            }
            _ if !wants_all => Self { solutions: Solutions::Several, ..Self::none() },
            _ => {
                let found = Explainer::new(&Solver::Auto, board, options)?.true_candidates(puzzle)?;
                let mut allowed = Vec::with_capacity(layout.cell_count());
                for cell in board.cells() {
                    let given = puzzle.get(cell).map_or(0, |digit| 1 << board.digit_index(digit));
                    let true_ones = found.digits(cell, CandidateStatus::True);
                    // What is not decided may be true.
                    let open_ones = found.digits(cell, CandidateStatus::Undecided);
                    allowed
                        .push(true_ones.chain(open_ones).fold(given, |set, digit| set | 1 << board.digit_index(digit)));
                }
                let allowed = found.stopped.is_none().then_some(allowed);
                Self { solutions: Solutions::Several, allowed, stopped: found.stopped }
            }
        })
    }
}
