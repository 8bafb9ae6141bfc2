//! Digits in cells: clues, answers, candidates.

use satdoku_puzzle::geometry::{Candidate, Cell, Digit, Geometry};

use crate::frame::{CELL, Frame};
use crate::scene::{Paint, Scene, Text, length};
use crate::text::centred;

/// The size of a one-character digit.
const SIZE: f64 = 0.64 * CELL;

/// The spelling and size of a board's digits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lettering {
    /// Digits from 10 on as letters.
    has_letters: bool,
    /// The common size of the digits of the board, at which the longest digit fits.
    size: f64,
}

impl Lettering {
    /// Digits as numbers, or with letters from 10 on if requested and sufficient.
    pub(crate) fn of(board: &Geometry, wants_letters: bool) -> Self {
        let last = board.grid_digits().1;
        let has_letters = wants_letters && last <= 35;
        let characters = if has_letters { 1 } else { last.to_string().len() };
        let size = match characters {
            1 => SIZE,
            2 => 0.5 * CELL,
            _ => 1.3 * CELL / length(characters),
        };
        Self { has_letters, size }
    }

    pub(crate) fn text(self, digit: Digit) -> String {
        match u32::from(digit.get()) {
            value @ 10.. if self.has_letters => {
                char::from_digit(value, 36).unwrap_or('?').to_ascii_uppercase().to_string()
            }
            value => value.to_string(),
        }
    }

    /// A digit in the middle of a cell.
    pub(crate) fn digit(self, frame: Frame, cell: Cell, digit: Digit, is_bold: bool, paint: Paint) -> Text {
        centred(self.text(digit), frame.middle(cell), self.size, is_bold, CELL * 0.9, paint)
    }

    /// The position and size of a candidate in its cell: digits have fixed places, row by row. `has_text` leaves space for the
    /// total of a cage.
    pub(crate) fn place(board: &Geometry, frame: Frame, cell: Cell, digit: Digit, has_text: bool) -> ([f64; 2], f64) {
        let (first, last) = board.grid_digits();
        let count = usize::from(last - first) + 1;
        let columns = (1..=count).find(|columns| columns * columns >= count).unwrap_or(1);
        let rows = count.div_ceil(columns);
        let [x, y] = frame.corner(cell);
        let top = if has_text { 0.24 } else { 0.06 } * CELL;
        let side = if has_text { 0.12 } else { 0.05 } * CELL;
        let (wide, high) = ((CELL - 2.0 * side) / length(columns), (CELL - side - top) / length(rows));
        let index = usize::from(digit.get() - first);
        let (row, column) = (index / columns, index % columns);
        let middle = [x + side + (length(column) + 0.5) * wide, y + top + (length(row) + 0.5) * high];
        (middle, wide.min(high))
    }

    /// A candidate of a cell.
    pub(crate) fn candidate(
        self,
        board: &Geometry,
        frame: Frame,
        Candidate { cell, digit }: Candidate,
        has_text: bool,
        paint: Paint,
        scene: &mut Scene,
    ) {
        let (middle, room) = Self::place(board, frame, cell, digit, has_text);
        scene.text(centred(self.text(digit), middle, 0.9 * room, false, 0.86 * room, paint));
    }
}
