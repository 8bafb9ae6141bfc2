//! Patterns of clues that look the same when the board is turned or mirrored.

use std::collections::HashSet;

use crate::geometry::{Cell, Geometry};

/// A symmetry of the pattern of clues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Symmetry {
    /// None: each clue by itself.
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
    /// All turns and mirrors of a square.
    Full,
}

/// Where a row and a column go on a board with this last line.
type Move = fn(u16, u16, u16) -> (u16, u16);

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

impl Symmetry {
    /// The moves that generate it.
    fn moves(self) -> &'static [Move] {
        match self {
            Self::None => &[],
            Self::HalfTurn => &[|r, c, last| (last - r, last - c)],
            Self::QuarterTurn => &[|r, c, last| (c, last - r)],
            Self::Horizontal => &[|r, c, last| (r, last - c)],
            Self::Vertical => &[|r, c, last| (last - r, c)],
            Self::Diagonal => &[|r, c, _| (c, r)],
            Self::Antidiagonal => &[|r, c, last| (last - c, last - r)],
            Self::Full => &[|r, c, last| (c, last - r), |r, c, _| (c, r)],
        }
    }

    /// Whether it carries every unit of a board into a unit: boxes that are not square have no quarter turn.
    #[must_use]
    pub fn fits(self, board: &Geometry) -> bool {
        let sorted = |mut cells: Vec<Cell>| {
            cells.sort_unstable();
            cells
        };
        if self == Self::None {
            return true;
        }
        let units: HashSet<Vec<Cell>> = board.units().map(|unit| sorted(board.unit(unit).to_vec())).collect();
        self.moves().iter().all(|to| {
            let image = |cell: &Cell| moved(board, *cell, *to);
            board.units().all(|unit| units.contains(&sorted(board.unit(unit).iter().map(image).collect())))
        })
    }

    /// The cells by index, in sets that only stand or fall together, each in the order of reading.
    pub(in crate::generate) fn orbits(self, board: &Geometry) -> Vec<Vec<u32>> {
        let mut orbits = Vec::new();
        let mut is_seen = vec![false; board.cell_count()];
        for first in board.cells() {
            if std::mem::replace(&mut is_seen[board.index(first)], true) {
                continue;
            }
            let mut orbit = vec![first];
            let mut at = 0;
            while at < orbit.len() {
                for to in self.moves() {
                    let image = moved(board, orbit[at], *to);
                    if !std::mem::replace(&mut is_seen[board.index(image)], true) {
                        orbit.push(image);
                    }
                }
                at += 1;
            }
            orbits.push(orbit.into_iter().map(|cell| board.index(cell) as u32).collect());
        }
        orbits
    }
}

fn moved(board: &Geometry, cell: Cell, to: Move) -> Cell {
    let (row, column) = to(cell.row() as u16, cell.column() as u16, board.side() as u16 - 1);
    Cell::new(row, column)
}
