//! What a constraint rests on that a search propagates: a constraint of the puzzle, or several and units from which it follows.

use crate::geometry::UnitId;

/// What a constraint rests on. Constraints of the puzzle are named by index.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub enum Grounds {
    /// The constraint itself.
    Constraint(usize),
    /// The cells of a unit differ.
    Unit(UnitId),
    /// The totals of units and the sums of constraints, each times a factor, are added.
    Sums {
        /// The units, whose cells have as many digits as there are cells.
        units: Vec<UnitId>,
        /// The factors and the constraints.
        sums: Vec<(i64, usize)>,
    },
    /// An automaton whose cells all differ.
    Different(usize),
    /// A connected piece.
    Piece {
        /// The piece.
        of: usize,
        /// An automaton that tells the size of the piece.
        counted_by: Option<usize>,
    },
    /// A region of a partition.
    Region {
        /// The partition.
        of: usize,
        /// The number of the region, from 0.
        region: usize,
    },
}
