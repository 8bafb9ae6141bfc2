//! Places of marks that share a place: clues outside the board, and lines on one another.

use std::collections::{HashMap, HashSet};

use crate::geometry::{Cell, Geometry};
use crate::rule::mark::Mark;

/// The share of its width that a line keeps above another line.
const UPPER_LINE: f64 = 0.5;

/// Where marks stand that share a place, for all drawings of a puzzle. Marks are placed one after another.
#[derive(Clone, Debug, Default)]
pub struct MarkPlaces {
    /// The number of rows and of columns of the board.
    extent: [i32; 2],
    /// The number of clues with arrows at each place outside the board.
    arrows: HashMap<[i32; 2], i32>,
    /// The number of other clues placed so far at each place outside the board.
    clues: HashMap<[i32; 2], i32>,
    /// The number of lines placed so far on each stretch between two cells.
    lines: HashMap<[Cell; 2], i32>,
}

impl MarkPlaces {
    /// The places of the marks of a puzzle, none of them placed yet; equal clues are one.
    #[must_use]
    pub fn of<'a>(board: &Geometry, marks: impl IntoIterator<Item = &'a Mark>) -> Self {
        let extent = [board.rows(), board.columns()].map(|count| i32::try_from(count).unwrap_or(i32::MAX));
        let mut places = Self { extent, ..Self::default() };
        let mut seen = HashSet::new();
        for mark in marks {
            if let Mark::Margin { at, arrow: Some(_), .. } = mark
                && seen.insert(mark)
            {
                *places.arrows.entry(*at).or_default() += 1;
            }
        }
        places
    }

    /// Places a clue: clues with arrows share the place next to the board, the others stand behind one another, away from the board.
    /// `None` for a second clue at a place that is not beside the board.
    pub fn clue(&mut self, at: [i32; 2], has_arrow: bool) -> Option<[i32; 2]> {
        if has_arrow {
            return Some(at);
        }
        let count = self.clues.entry(at).or_default();
        let before = *count + i32::from(self.arrows.contains_key(&at));
        let outward = |at: i32, count: i32| if at < 0 { -1 } else { i32::from(at >= count) };
        let [down, right] = [outward(at[0], self.extent[0]), outward(at[1], self.extent[1])];
        if [down, right] == [0, 0] && before > 0 {
            return None;
        }
        *count += 1;
        Some([at[0].saturating_add(before * down), at[1].saturating_add(before * right)])
    }

    /// Whether several clues with arrows share a place.
    #[must_use]
    pub fn is_shared(&self, at: [i32; 2]) -> bool {
        self.arrows.get(&at).is_some_and(|&count| count > 1)
    }

    /// Places a line and returns the share of its width that the line keeps: a line on a stretch of an earlier line is narrower, so
    /// that both are seen.
    pub fn line(&mut self, cells: &[Cell]) -> f64 {
        let stretch = |pair: &[Cell]| [pair[0].min(pair[1]), pair[0].max(pair[1])];
        let stretches: HashSet<[Cell; 2]> = cells.windows(2).map(stretch).collect();
        let below = stretches.iter().map(|pair| self.lines.get(pair).copied().unwrap_or(0)).max().unwrap_or(0);
        for pair in stretches {
            self.lines.insert(pair, below + 1);
        }
        UPPER_LINE.powi(below.min(2))
    }
}
