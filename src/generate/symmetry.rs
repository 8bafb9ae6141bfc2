//! Patterns of clues and marks that stay unchanged when the board is turned or mirrored.

use crate::geometry::{Geometry, Movement};

/// A symmetry of the pattern of clues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Symmetry {
    /// No symmetry.
    #[default]
    None,
    /// By half a turn, 180°: the usual one of printed puzzles.
    HalfTurn,
    /// By a quarter turn, 90°.
    QuarterTurn,
    /// Left and right mirrored.
    Horizontal,
    /// Top and bottom mirrored.
    Vertical,
    /// Mirrored at the falling diagonal.
    Diagonal,
    /// Mirrored at the rising diagonal.
    Antidiagonal,
    /// The full symmetry of a square.
    Full,
}

names! {
    pub Symmetry {
        None = "none", "each clue by itself";
        HalfTurn = "rotate180", "half a turn, as printed puzzles usually have";
        QuarterTurn = "rotate90", "a quarter turn";
        Horizontal = "horizontal", "left and right mirrored";
        Vertical = "vertical", "top and bottom mirrored";
        Diagonal = "diagonal", "mirrored at the falling diagonal";
        Antidiagonal = "antidiagonal", "mirrored at the rising diagonal";
        Full = "full", "all turns and mirrors of a square";
    }
}

#[cfg(feature = "serde")]
serialized_as_text!(Symmetry);

impl Symmetry {
    /// The movements of the symmetry group, the identity first.
    pub(super) fn movements(self) -> &'static [Movement] {
        match self {
            Self::None => &[Movement::Identity],
            Self::HalfTurn => &[Movement::Identity, Movement::HalfTurn],
            Self::QuarterTurn => {
                &[Movement::Identity, Movement::QuarterTurn, Movement::HalfTurn, Movement::ThreeQuarterTurn]
            }
            Self::Horizontal => &[Movement::Identity, Movement::Horizontal],
            Self::Vertical => &[Movement::Identity, Movement::Vertical],
            Self::Diagonal => &[Movement::Identity, Movement::Diagonal],
            Self::Antidiagonal => &[Movement::Identity, Movement::Antidiagonal],
            Self::Full => &Movement::ALL,
        }
    }

    /// Whether it carries every unit of a board into a unit: boxes that are not square have no quarter turn.
    #[must_use]
    pub fn fits(self, board: &Geometry) -> bool {
        self.movements().iter().all(|movement| movement.fits(board))
    }

    /// The orbits: sets of cell indices that are kept or removed together, in reading order.
    pub(super) fn orbits(self, board: &Geometry) -> Vec<Vec<u32>> {
        let mut orbits = Vec::new();
        let mut is_seen = vec![false; board.cell_count()];
        for first in board.cells() {
            let images = self.movements().iter().map(|movement| board.index(movement.image(first, board)));
            let new = images.filter(|&image| !std::mem::replace(&mut is_seen[image], true));
            let orbit: Vec<u32> = new.map(|image| image as u32).collect();
            if !orbit.is_empty() {
                orbits.push(orbit);
            }
        }
        orbits
    }
}
