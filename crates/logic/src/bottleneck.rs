//! The number of options at a path's hardest places: with few options a person searches longer (R. Pelánek, *Difficulty Rating of
//! Sudoku Puzzles*, 2014).

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

use satdoku_base::budget::{Running, StopReason};

use crate::board::Board;
use crate::finder::LadderRow;
use crate::step::Step;
use crate::technique::tenths;
use crate::walk::{PathEnd, Referee, Walk};

/// The narrowest of a path's positions with a hardest step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Width {
    /// The number of different conclusions at hand in the position that are no harder than the step.
    pub count: usize,
    /// The rating of the step, in tenths.
    pub er: u16,
    /// The number of the step on the path, from 1; on ties the first.
    pub step: usize,
    /// The number of steps of the path.
    pub steps: usize,
}

impl fmt::Display for Width {
    /// `width 2 at 6.6, step 12 of 57`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "width {} at {}, step {} of {}", self.count, tenths(self.er), self.step, self.steps)
    }
}

/// The parameters of a search for a width.
pub(crate) struct Search<'a> {
    /// The techniques.
    pub(crate) ladder_rows: &'a [LadderRow],
    pub(crate) referee: &'a Referee,
    pub(crate) has_uniqueness: bool,
    pub(crate) running: &'a Running,
}

impl Search<'_> {
    /// The width of a position's path; `None` if every cell is filled.
    ///
    /// # Errors
    /// The steps, and their end, if the path does not reach the solution.
    pub(crate) fn width(&self, start: Board) -> Result<Option<Width>, (Vec<Step>, PathEnd)> {
        let (steps, end) = self.walk(start.clone(), self.ladder_rows).finish();
        if end != PathEnd::Solved {
            return Err((steps, end));
        }
        let er = steps.iter().map(|step| step.rating).max().unwrap_or_default();
        let mut board = start;
        let mut narrowest: Option<Width> = None;
        for (at, step) in steps.iter().enumerate() {
            if step.rating == er {
                let count = match self.at_hand(&board, er) {
                    Ok(count) => count,
                    Err(reason) => return Err((steps, PathEnd::Stopped(reason))),
                };
                if narrowest.is_none_or(|of| count < of.count) {
                    narrowest = Some(Width { count, er, step: at + 1, steps: steps.len() });
                }
            }
            step.take(&mut board);
        }
        Ok(narrowest)
    }

    fn walk<'a>(&'a self, board: Board, ladder_rows: &'a [LadderRow]) -> Walk<'a> {
        Walk::new(board, ladder_rows, self.referee, self.has_uniqueness, self.running)
    }

    /// The number of different conclusions at hand up to a rating.
    fn at_hand(&self, board: &Board, most: u16) -> Result<usize, StopReason> {
        let is_within = |ladder_row: &LadderRow| ladder_row.techniques.iter().any(|of| of.rating <= most);
        let count = self.ladder_rows.iter().rposition(is_within).map_or(0, |last| last + 1);
        let mut conclusions = BTreeSet::new();
        self.walk(board.clone(), &self.ladder_rows[..count]).each(&mut |mut step| {
            if step.rating <= most {
                step.placed.sort_unstable();
                step.struck.sort_unstable();
                conclusions.insert((step.placed, step.struck));
            }
            ControlFlow::Continue(())
        })?;
        Ok(conclusions.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::BoardTables;
    use crate::profile::Profile;
    use crate::walk::NumberOfSolutions;
    use crate::{Rated, Reasoner};
    use satdoku_base::budget::Budget;
    use satdoku_puzzle::grid::Grid;

    const ONE: Referee = Referee { solutions: NumberOfSolutions::One, allowed: None, stopped: None };

    fn start(puzzle: &str) -> Board {
        let grid: Grid = puzzle.parse().unwrap();
        Board::of(&BoardTables::of(&grid).unwrap(), &grid)
    }

    #[test]
    fn a_width_is_what_hints_list_at_the_narrowest_place() {
        let start = start(".7.....8.95...2......9..4.......78428....5......13...6589......2..5...6..4......3");
        let reasoner = Reasoner { profile: Profile::Se, has_uniqueness: true, budget: &Budget::unlimited() };
        let Rated::Width(width) = reasoner.width(start.clone(), &ONE) else { panic!("a width") };
        let path = reasoner.path(start, &ONE);
        assert_eq!(width.steps, path.steps.len());
        assert_eq!(Some(width.er), path.steps.iter().map(|step| step.rating).max());
        let mut board = path.start.clone();
        path.steps[..width.step - 1].iter().for_each(|step| step.take(&mut board));
        let hints = reasoner.hints(&board, &ONE, true, &|step| step.rating <= width.er);
        let conclusions: BTreeSet<_> = hints.steps.iter().map(|step| (&step.placed, &step.struck)).collect();
        assert_eq!(conclusions.len(), width.count);
        assert!(hints.steps.iter().all(|step| step.rating == width.er), "nothing easier is at hand");
    }

    #[test]
    fn a_filled_board_has_no_width() {
        let reasoner = Reasoner { profile: Profile::Se, has_uniqueness: true, budget: &Budget::unlimited() };
        assert_eq!(reasoner.width(start("1234341221434321"), &ONE), Rated::Complete);
    }
}
