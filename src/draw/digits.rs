//! Digits in cells: clues, answers, candidates.

use crate::draw::frame::{CELL, Frame};
use crate::draw::scene::{Paint, Scene, Text, length};
use crate::draw::text::centred;
use crate::geometry::{Candidate, Cell, Digit, Geometry};

/// The size of a digit of one character.
const SIZE: f64 = 0.64 * CELL;

/// How the digits of a board are written.
#[derive(Clone, Copy, Debug)]
pub(in crate::draw) struct Lettering {
    /// Digits from 10 on as letters.
    has_letters: bool,
    /// The size of all digits of the board, so that the longest fits.
    size: f64,
}

impl Lettering {
    /// As numbers, or with letters from 10 on where these are enough.
    pub(in crate::draw) fn of(board: &Geometry, wants_letters: bool) -> Self {
        let last = board.last_digit().get();
        let has_letters = wants_letters && last <= 35;
        let characters = if has_letters { 1 } else { last.to_string().len() };
        let size = match characters {
            1 => SIZE,
            2 => 0.5 * CELL,
            _ => 1.3 * CELL / length(characters),
        };
        Self { has_letters, size }
    }

    pub(in crate::draw) fn text(self, digit: Digit) -> String {
        match u32::from(digit.get()) {
            value @ 10.. if self.has_letters => {
                char::from_digit(value, 36).unwrap_or('?').to_ascii_uppercase().to_string()
            }
            value => value.to_string(),
        }
    }

    /// A digit in the middle of a cell.
    pub(in crate::draw) fn digit(self, frame: Frame, cell: Cell, digit: Digit, is_bold: bool, paint: Paint) -> Text {
        centred(self.text(digit), frame.middle(cell), self.size, is_bold, CELL * 0.9, paint)
    }

    /// Where a candidate is in its cell, and how large: each digit has its place, row by row. `has_text` leaves room for the
    /// total of a cage.
    pub(in crate::draw) fn place(
        board: &Geometry,
        frame: Frame,
        cell: Cell,
        digit: Digit,
        has_text: bool,
    ) -> ([f64; 2], f64) {
        let count = board.digit_count();
        let columns = (1..=count).find(|columns| columns * columns >= count).unwrap_or(1);
        let rows = count.div_ceil(columns);
        let [x, y] = frame.corner(cell);
        let top = if has_text { 0.24 } else { 0.06 } * CELL;
        let side = if has_text { 0.12 } else { 0.05 } * CELL;
        let (wide, high) = ((CELL - 2.0 * side) / length(columns), (CELL - side - top) / length(rows));
        let index = board.digit_index(digit);
        let (row, column) = (index / columns, index % columns);
        let middle = [x + side + (length(column) + 0.5) * wide, y + top + (length(row) + 0.5) * high];
        (middle, wide.min(high))
    }

    /// A candidate of a cell.
    pub(in crate::draw) fn candidate(
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
