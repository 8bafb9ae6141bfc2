//! Puzzles that need a technique: from a puzzle with few clues, clue by clue, until the technique is the next step.
//!
//! A puzzle is solved by the techniques that come no later than the wanted one in their order. A puzzle that is solved without the
//! wanted technique is too easy, and so are most puzzles with more clues. Where the techniques end, the puzzle is too hard: it gets
//! one clue more, drawn from the solution, and goes on from there. So one puzzle leads past some twenty positions at which the
//! wanted technique can be the next step, and steps harder than the technique are never searched for on the way.

use crate::budget::{Running, StopReason};
use crate::generate::difficulty::Difficulty;
use crate::generate::error::GenerateError;
use crate::generate::generated::Generated;
use crate::generate::recipe::{Kind, Recipe};
use crate::grid::Solution;
use crate::guidance::{Guide, GuideError};
use crate::logic::board::Board;
use crate::logic::finder::LadderRow;
use crate::logic::layout::PencilMark;
use crate::logic::walk::{NumberOfSolutions, Referee, Walk};
use crate::logic::{Profile, Technique};
use crate::random::Pcg32 as Random;

/// Searches for puzzles that need a technique.
pub(super) struct TechniqueSearch {
    technique: &'static Technique,
    /// The rows of the first profile that has the technique, up to the technique's own row.
    ladder_rows: &'static [LadderRow],
    /// Sets of cells that get their clues together.
    orbits: Vec<Vec<u32>>,
}

/// Where the techniques end.
enum End {
    /// Without a step of the wanted technique.
    Solved,
    /// The wanted technique is the next step.
    Wanted,
    /// No technique applies.
    Stuck,
}

impl TechniqueSearch {
    /// The search for the latest of the wanted techniques; `None` without a technique, and for recipes by which a puzzle may not get
    /// clues.
    pub(super) fn of(recipe: &Recipe, difficulty: &Difficulty) -> Option<Self> {
        if recipe.kind != Kind::Unique || recipe.clues.is_some() || recipe.pattern.is_some() {
            return None;
        }
        let place = |technique: &'static Technique| {
            Profile::all().iter().enumerate().find_map(|(number, profile)| {
                let ladder_rows = profile.ladder_rows();
                let row = ladder_rows.iter().position(|row| row.techniques.contains(&technique))?;
                Some((number, row, technique, &ladder_rows[..=row]))
            })
        };
        let places = difficulty.needs.iter().filter_map(|&technique| place(technique));
        let (.., technique, ladder_rows) = places.max_by_key(|&(number, row, ..)| (number, row))?;
        Some(Self { technique, ladder_rows, orbits: recipe.symmetry.orbits(&recipe.board) })
    }

    /// The puzzle with as many more clues as it takes until the technique is the next step and `fits` accepts the puzzle; `None` if
    /// the puzzle becomes too easy first.
    pub(super) fn ease(
        &self,
        made: &Generated,
        guide: &mut Guide,
        random: &mut Random,
        running: &Running,
        fits: &dyn Fn(&mut Guide, &Generated) -> Result<bool, GuideError>,
    ) -> Result<Option<Generated>, GenerateError> {
        let Some(solution) = &made.solution else { return Ok(None) };
        let layout = guide.layout(&made.puzzle).map_err(GuideError::from)?;
        let digits: Vec<usize> =
            solution.grid().digits().iter().flatten().map(|&digit| layout.geometry().digit_index(digit)).collect();
        let allowed = Some(digits.iter().map(|&digit| 1 << digit).collect());
        let referee = Referee { solutions: NumberOfSolutions::One, allowed, stopped: None };
        let mut board = Board::of(&layout, &made.puzzle);
        let mut left: Vec<&[u32]> = self.orbits.iter().map(Vec::as_slice).collect();
        random.shuffle(&mut left);
        let mut added: Vec<&[u32]> = Vec::new();
        loop {
            match self.walk(&mut board, &referee, running)? {
                End::Solved => return Ok(None),
                End::Wanted => {
                    let eased = with_clues(made, &added, solution);
                    if fits(guide, &eased)? {
                        return without_spare_clues(made, added, solution, |puzzle| fits(guide, puzzle));
                    }
                }
                End::Stuck => {}
            }
            let is_open = |orbit: &&[u32]| orbit.iter().any(|&cell| board.value(cell as usize).is_none());
            let Some(at) = left.iter().position(is_open) else { return Ok(None) };
            let orbit = left.swap_remove(at);
            for cell in orbit.iter().map(|&cell| cell as usize) {
                if board.value(cell).is_none() {
                    board.place(PencilMark::new(cell, digits[cell]));
                }
            }
            added.push(orbit);
        }
    }

    /// Takes steps until the wanted technique is the next step, or none is.
    fn walk(&self, board: &mut Board, referee: &Referee, running: &Running) -> Result<End, StopReason> {
        let mut walk = Walk::new(board.clone(), self.ladder_rows, referee, true, running);
        let end = loop {
            if walk.board().open() == 0 {
                break End::Solved;
            }
            match walk.next_step()? {
                Some(step) if step.technique == self.technique => break End::Wanted,
                Some(step) => walk.take(&step),
                None => break End::Stuck,
            }
        };
        board.clone_from(walk.board());
        Ok(end)
    }
}

/// A puzzle with the clues of more cells.
fn with_clues(made: &Generated, added: &[&[u32]], solution: &Solution) -> Generated {
    let is_added = |cell: usize| added.iter().any(|orbit| orbit.contains(&(cell as u32)));
    let both = made.puzzle.ordinals().zip(solution.grid().ordinals()).enumerate();
    let ordinals = both.map(|(cell, (clue, digit))| if is_added(cell) { digit } else { clue });
    Generated { puzzle: made.puzzle.with_ordinals(ordinals), ..made.clone() }
}

/// The puzzle with as few of the added clues as `fits` needs.
fn without_spare_clues(
    made: &Generated,
    mut added: Vec<&[u32]>,
    solution: &Solution,
    mut fits: impl FnMut(&Generated) -> Result<bool, GuideError>,
) -> Result<Option<Generated>, GenerateError> {
    for at in (0..added.len()).rev() {
        let orbit = added.remove(at);
        if !fits(&with_clues(made, &added, solution))? {
            added.insert(at, orbit);
        }
    }
    Ok(Some(with_clues(made, &added, solution)))
}
