//! How many ways there are on at a path's hardest places: with few of them a person searches longer (R. Pelánek, *Difficulty Rating of
//! Sudoku Puzzles*, 2014).

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

use crate::budget::{Running, StopReason};
use crate::logic::board::Board;
use crate::logic::finder::Rung;
use crate::logic::step::Step;
use crate::logic::technique::tenths;
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

/// What a width is found by.
pub(in crate::logic) struct Search<'a> {
    /// The techniques.
    pub(in crate::logic) rungs: &'a [Rung],
    pub(in crate::logic) referee: &'a Referee,
    pub(in crate::logic) has_uniqueness: bool,
    pub(in crate::logic) running: &'a Running,
}

impl Search<'_> {
    /// The width of a position's path; none where every cell is filled.
    ///
    /// # Errors
    /// The steps, and how they ended, where that is not the solution.
    pub(in crate::logic) fn width(&self, start: Board) -> Result<Option<Width>, (Vec<Step>, End)> {
        let (steps, end) = self.walk(start.clone(), self.rungs).to_the_end();
        if end != End::Solved {
            return Err((steps, end));
        }
        let er = steps.iter().map(|step| step.rating).max().unwrap_or_default();
        let mut board = start;
        let mut narrowest: Option<Width> = None;
        for (at, step) in steps.iter().enumerate() {
            if step.rating == er {
                let count = match self.at_hand(&board, er) {
                    Ok(count) => count,
                    Err(reason) => return Err((steps, End::Stopped(reason))),
                };
                if narrowest.is_none_or(|of| count < of.count) {
                    narrowest = Some(Width { count, er, step: at + 1, steps: steps.len() });
                }
            }
            step.take(&mut board);
        }
        Ok(narrowest)
    }

    fn walk<'a>(&'a self, board: Board, rungs: &'a [Rung]) -> Walk<'a> {
        Walk::new(board, rungs, self.referee, self.has_uniqueness, self.running)
    }

    /// How many different conclusions up to a rating are at hand.
    fn at_hand(&self, board: &Board, most: u16) -> Result<usize, StopReason> {
        let is_within = |rung: &Rung| rung.techniques.iter().any(|of| of.rating <= most);
        let count = self.rungs.iter().rposition(is_within).map_or(0, |last| last + 1);
        let mut conclusions = BTreeSet::new();
        self.walk(board.clone(), &self.rungs[..count]).each(&mut |mut step| {
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
    use crate::grid::Grid;
    use crate::logic::{Guide, Rated};

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
