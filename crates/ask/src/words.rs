//! The words for the state of a grid and for its number of solutions.

use satdoku::grid::{CheckError, Grid};
use satdoku::verdict::Count;

/// Every cell is filled, and no rule is broken.
pub const SOLVED: &str = "solved";
/// No rule is broken in a partly filled grid.
pub const VALID: &str = "valid";
/// A digit stands twice in a unit.
pub const CONFLICT: &str = "conflict";
/// A clue of the puzzle was not kept.
pub const CHANGED: &str = "changed";
/// The solution stored beside a puzzle is right.
pub const VERIFIED: &str = "verified";
/// The solution stored beside a puzzle is wrong.
pub const MISMATCH: &str = "mismatch";

/// Exactly one solution.
pub const UNIQUE: &str = "unique";
/// Several solutions.
pub const SEVERAL: &str = "several";
/// No solution.
pub const NONE: &str = "none";
/// Not known within the budget.
pub const UNKNOWN: &str = "unknown";

/// What a count up to two says of the number of solutions.
#[must_use]
pub fn uniqueness(count: &Count) -> &'static str {
    match (count.is_more_than(0), count.is_more_than(1)) {
        (_, Some(true)) => SEVERAL,
        (Some(true), Some(false)) => UNIQUE,
        (Some(false), _) => NONE,
        _ => UNKNOWN,
    }
}

/// Marks an answer whose *no* was proved, with the proof checked in the same run.
pub const CERTIFIED: &str = "certified";

/// The claim of a count that denies further solutions: `no solution`, `no other`, or `no more after 3`; `None` if the count is a
/// lower bound.
#[must_use]
pub fn claim(count: &Count) -> Option<String> {
    match count {
        Count::Exact(number) if *number == 0 => Some("no solution".to_owned()),
        Count::Exact(number) if *number == 1 => Some("no other".to_owned()),
        Count::Exact(number) => Some(format!("no more after {number}")),
        Count::AtLeast(..) => None,
    }
}

/// How a grid stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// [`SOLVED`], [`VALID`], [`CONFLICT`] or [`CHANGED`].
    pub word: &'static str,
    /// The conflicts, or the first clue that was changed, as sentences.
    pub details: Vec<String>,
}

impl Standing {
    /// How a grid stands by itself or, where a puzzle is given, as an answer to it: under the rules of both.
    #[must_use]
    pub fn of(grid: &Grid, puzzle: Option<&Grid>) -> Self {
        let answer = puzzle.and_then(|puzzle| grid.under(puzzle));
        let mut conflicts: Vec<String> = Vec::new();
        for violation in [Some(grid), answer.as_ref()].into_iter().flatten().flat_map(Grid::violations) {
            let sentence = violation.to_string();
            if !conflicts.contains(&sentence) {
                conflicts.push(sentence);
            }
        }
        if !conflicts.is_empty() {
            return Self { word: CONFLICT, details: conflicts };
        }
        let changed = puzzle.and_then(|puzzle| {
            if answer.is_none() {
                let [puzzle, answer] = puzzle.geometry().told_apart(grid.geometry());
                return Some(CheckError::Board { puzzle, answer }.to_string());
            }
            let lost = puzzle.clues().find(|clue| grid.get(clue.cell) != Some(clue.digit))?;
            Some(match grid.get(lost.cell) {
                Some(found) => CheckError::Clue { cell: lost.cell, clue: lost.digit, found }.to_string(),
                None => format!("{} has the clue {} in the puzzle", lost.cell, lost.digit),
            })
        });
        match changed {
            Some(message) => Self { word: CHANGED, details: vec![message] },
            None => Self { word: if grid.is_solved() { SOLVED } else { VALID }, details: Vec::new() },
        }
    }

    /// Whether no rule is broken and every clue kept.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        [SOLVED, VALID].contains(&self.word)
    }
}

/// A sentence with a capital letter at its beginning.
#[must_use]
pub fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
