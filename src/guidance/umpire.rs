//! The solver as the umpire of steps.

use std::sync::Arc;

use crate::error::Error;
use crate::explain::{CandidateStatus, Explainer};
use crate::geometry::Digit;
use crate::grid::Grid;
use crate::logic::layout::BoardTables;
use crate::logic::umpire::Umpire;
use crate::logic::walk::{NumberOfSolutions, Referee};
use crate::nine;
use crate::solver::{Options, Solver};

/// [`Solver::Auto`] solves the puzzle by these options; a classic one is solved by the 9×9 kernel.
impl Umpire for Options {
    type Error = Error;

    fn judge(&self, puzzle: &Grid, layout: &Arc<BoardTables>, wants_all: bool) -> Result<Referee, Error> {
        self.refuse_certified("steps")?;
        if let Some(classic) = puzzle.as_classic() {
            let (record, mut running) = (classic.record(), self.budget.start());
            let counted = nine::count(&record, 2, &mut running)?;
            match (counted.solutions, counted.stopped) {
                (0, None) => return Ok(Referee { solutions: NumberOfSolutions::None, ..Referee::none() }),
                (1, None) => {
                    if let nine::Solved::Satisfiable(solution) = nine::solve(&record, &mut running)? {
                        let allowed = solution.iter().map(|&digit| 1 << (digit - b'1')).collect();
                        return Ok(Referee {
                            solutions: NumberOfSolutions::One,
                            allowed: Some(allowed),
                            stopped: None,
                        });
                    }
                }
                _ => {}
            }
        }
        let board = layout.geometry();
        let mut solutions = Vec::new();
        for solution in Solver::Auto.solutions_with(puzzle, self)?.take(2) {
            match solution {
                Ok(solution) => solutions.push(solution),
                Err(Error::Stopped(reason)) => return Ok(Referee { stopped: Some(reason), ..Referee::none() }),
                Err(error) => return Err(error),
            }
        }
        Ok(match solutions.as_slice() {
            [] => Referee { solutions: NumberOfSolutions::None, ..Referee::none() },
            [only] => {
                let bit = |digit: &Option<Digit>| digit.map_or(0, |digit| 1 << board.digit_index(digit));
                let allowed = only.digits().iter().map(bit).collect();
                Referee { solutions: NumberOfSolutions::One, allowed: Some(allowed), stopped: None }
            }
            _ if !wants_all => Referee { solutions: NumberOfSolutions::Several, ..Referee::none() },
            _ => {
                let found = Explainer::new(&Solver::Auto, board, self)?.true_candidates(puzzle)?;
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
                Referee { solutions: NumberOfSolutions::Several, allowed, stopped: found.stopped }
            }
        })
    }
}
