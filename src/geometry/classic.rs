//! The board that most puzzles are on.

use crate::geometry::{Geometry, Regions};

/// The knowledge that a board is the classic one: boxes of 3 × 3 cells, digits from 1 and no further unit.
///
/// [`Geometry::as_classic`] is the only source of it. What holds for that board alone, above all the 9×9 kernel, asks for
/// this value and not for a `bool`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classic(());

impl Geometry {
    /// Whether this is the classic board, as a value that functions for that board alone ask for.
    #[must_use]
    pub fn as_classic(&self) -> Option<Classic> {
        (self.plain_boxes() == Some((3, 3))).then_some(Classic(()))
    }

    /// The rows and columns of a box on a square board with digits from 1, where rows, columns and boxes are the only units.
    #[must_use]
    pub fn plain_boxes(&self) -> Option<(usize, usize)> {
        let Regions::Boxes { rows, columns } = self.shape() else { return None };
        let (rows, columns) = (usize::from(rows), usize::from(columns));
        let is_plain = self.square_side() == Some(rows * columns)
            && self.first_digit().get() == 1
            && self.extra_units().len() == 0
            && !self.has_rules();
        is_plain.then_some((rows, columns))
    }
}
