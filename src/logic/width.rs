//! How many ways there are on at a path's hardest places: with few of them a person searches longer (R. Pelánek, *Difficulty Rating of
//! Sudoku Puzzles*, 2014).

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

use crate::budget::{Running, StopReason};
use crate::grid::Grid;
use crate::logic::board::Board;
use crate::logic::guide::{Guide, GuideError, Rated, tenths};
use crate::logic::walk::{End, Referee, Walk};

/// The narrowest of the positions on a path from which its hardest steps are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// How many different conclusions no harder than that step are at hand there.
    pub count: usize,
    /// The rating of the step, in tenths.
    pub er: u16,
    /// The number of the step on the path, from 1; the first, if several positions are as narrow.
    pub step: usize,
    /// How many steps the path has.
    pub steps: usize,
}

impl fmt::Display for Width {
    /// `width 2 at 6.6, step 12 of 57`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "width {} at {}, step {} of {}", self.count, tenths(self.er), self.step, self.steps)
    }
}

impl Guide {
    /// How many steps are at hand where a puzzle is hardest: [`Rated::Width`].
    ///
    /// All steps of the techniques up to the hardest are sought at each such position, so that it takes longer than a rating.
    ///
    /// # Errors
    /// If the board has more than 64 digits, or a solver fails.
    pub fn width(&mut self, puzzle: &Grid) -> Result<Rated, GuideError> {
        let layout = self.layout(puzzle)?;
        let referee = match self.one_solution(puzzle, &layout)? {
            Ok(referee) => referee,
            Err(rated) => return Ok(rated),
        };
        let running = self.options.budget.start();
        let mut board = Board::of(&layout, puzzle);
        let mut walk = Walk::new(board.clone(), self.profile.rungs(), &referee, self.has_uniqueness, &running);
        let (steps, end) = walk.to_the_end();
        let hardest = steps.iter().map(|step| step.rating).max();
        let (Some(er), End::Solved) = (hardest, end) else {
            return Ok(match end {
                End::Stopped(reason) => Rated::Stopped(reason),
                End::Solved => Rated::Complete,
                _ => Rated::Stuck { steps: steps.len(), er: hardest.unwrap_or_default() },
            });
        };
        let mut narrowest: Option<Width> = None;
        for (at, step) in steps.iter().enumerate() {
            if step.rating == er {
                let count = match self.at_hand(&board, &referee, er, &running) {
                    Ok(count) => count,
                    Err(reason) => return Ok(Rated::Stopped(reason)),
                };
                if narrowest.is_none_or(|of| count < of.count) {
                    narrowest = Some(Width { count, er, step: at + 1, steps: steps.len() });
                }
            }
            step.take(&mut board);
        }
        Ok(narrowest.map_or(Rated::Complete, Rated::Width))
    }

    /// How many different conclusions up to a rating are at hand.
    fn at_hand(&self, board: &Board, referee: &Referee, most: u16, running: &Running) -> Result<usize, StopReason> {
        let is_within = |rung: &crate::logic::finder::Rung| rung.techniques.iter().any(|of| of.rating <= most);
        let rungs = self.profile.rungs();
        let count = rungs.iter().rposition(is_within).map_or(0, |last| last + 1);
        let mut walk = Walk::new(board.clone(), &rungs[..count], referee, self.has_uniqueness, running);
        let mut conclusions = BTreeSet::new();
        walk.each(&mut |mut step| {
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

    #[test]
    fn a_width_is_what_hints_list_at_the_narrowest_place() {
        let puzzle: Grid =
            ".7.....8.95...2......9..4.......78428....5......13...6589......2..5...6..4......3".parse().unwrap();
        let mut guide = Guide::default();
        let Rated::Width(width) = guide.width(&puzzle).unwrap() else { panic!("a width") };
        let path = guide.path(&puzzle).unwrap();
        assert_eq!(width.steps, path.steps.len());
        assert_eq!(Some(width.er), path.steps.iter().map(|step| step.rating).max());
        let mut board = path.start.clone();
        path.steps[..width.step - 1].iter().for_each(|step| step.take(&mut board));
        let referee = guide.referee(&puzzle).unwrap();
        let hints = guide.hints(&board, &referee, true, &|step| step.rating <= width.er);
        let conclusions: BTreeSet<_> = hints.steps.iter().map(|step| (&step.placed, &step.struck)).collect();
        assert_eq!(conclusions.len(), width.count);
        assert!(hints.steps.iter().all(|step| step.rating == width.er), "nothing easier is at hand");
    }

    #[test]
    fn what_has_no_rating_has_no_width() {
        let mut guide = Guide::default();
        assert_eq!(guide.width(&"123....4........".parse().unwrap()).unwrap(), Rated::NoSolution);
        assert_eq!(guide.width(&"1234341221434321".parse().unwrap()).unwrap(), Rated::Complete);
    }
}
