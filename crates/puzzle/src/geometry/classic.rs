//! The classic board, on which most puzzles are.

use crate::geometry::{Geometry, Regions};

/// The proof that a board is classic: boxes of 3 × 3 cells, digits from 1 and no further unit.
///
/// [`Geometry::as_classic`] is its only source. Functions for the classic board alone, above all the 9×9 kernel, take a `Classic`
/// and not a `bool`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classic(());

impl Geometry {
    /// The proof that the board is classic, or `None`. Functions for the classic board alone take this proof.
    #[must_use]
    pub fn as_classic(&self) -> Option<Classic> {
        (self.plain_boxes() == Some((3, 3))).then_some(Classic(()))
    }

    /// The rows and columns of a box on a square board with digits from 1, where rows, columns and boxes are the only units.
    #[must_use]
    pub fn plain_boxes(&self) -> Option<(usize, usize)> {
        self.only_boxes().filter(|_| self.first_digit().get() == 1)
    }

    /// Like `plain_boxes`, but on a board with any digits.
    #[doc(hidden)]
    pub fn only_boxes(&self) -> Option<(usize, usize)> {
        let Regions::Boxes { rows, columns } = self.shape() else { return None };
        let (rows, columns) = (usize::from(rows), usize::from(columns));
        let is_plain = self.square_side() == Some(rows * columns) && self.extra_units().len() == 0 && !self.has_rules();
        is_plain.then_some((rows, columns))
    }
}
