//! The parts of a puzzle that a picture shows.

use satdoku_puzzle::geometry::{Candidate, Cell, Digit};
use satdoku_puzzle::grid::Grid;

use crate::accents::Note;
use crate::theme::Theme;

/// The parts of a puzzle to be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown<'a> {
    pub(crate) puzzle: &'a Grid,
    /// The digits of empty cells.
    pub(crate) answers: Option<&'a Grid>,
    pub(crate) candidates: &'a [Candidate],
    pub(crate) notes: &'a [Note],
    pub(crate) theme: Theme,
    pub(crate) has_letters: bool,
}

impl Shown<'_> {
    /// The digit of a cell, and whether it is a clue.
    pub(crate) fn digit(self, cell: Cell) -> Option<(Digit, bool)> {
        let clue = self.puzzle.get(cell).map(|digit| (digit, true));
        clue.or_else(|| Some((self.answers?.get(cell)?, false)))
    }
}
