//! The places of a drawing: a lattice with two more rows and columns on every side of the grid.

use crate::geometry::Cell;
use crate::grid::exchange::draft::Draft;
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::json::{self, Node};

/// The most rows or columns of the lattice.
pub(super) const MAX_SIDE: usize = 68;

/// The rows above the grid and the columns beside it that the lattice has.
pub(super) const BESIDE: usize = 2;

/// The places of the grid.
pub(super) struct Lattice {
    /// The number of columns of the lattice, and of all its cells.
    across: usize,
    all: usize,
    /// The first row and column of the grid in the lattice, and its rows and columns.
    top: usize,
    left: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Lattice {
    /// The lattice of a grid whose cells are listed by differences.
    pub(super) fn of(across: usize, down: usize, cells: &str) -> Result<Self, ExchangeError> {
        let list = json::parse(cells)?;
        let mut places = Vec::new();
        let mut place = 0;
        for node in Node::root(&list).items()? {
            place += node.number().ok_or_else(|| node.expected("a number"))?;
            let cell = usize::try_from(place).ok().filter(|&cell| cell < across * down && !places.contains(&cell));
            places.push(cell.ok_or_else(|| node.expected("another cell of the lattice"))?);
        }
        let ends = |of: &dyn Fn(usize) -> usize| {
            let least = places.iter().map(|&place| of(place)).min()?;
            Some((least, places.iter().map(|&place| of(place)).max()? + 1 - least))
        };
        let bounds = ends(&|place| place / across).zip(ends(&|place| place % across));
        match bounds.filter(|((_, rows), (_, columns))| rows * columns == places.len()) {
            Some(((top, rows), (left, columns))) => Ok(Self { across, all: across * down, top, left, rows, columns }),
            None => Err(ExchangeError::whole(ExchangeProblem::expected("a rectangle of cells", "another grid"))),
        }
    }

    /// The row and the column of a place, counted from the first cell of the grid.
    pub(super) fn place(&self, place: usize) -> (i64, i64) {
        let from = |at: usize, first: usize| i64::from(at as u32) - i64::from(first as u32);
        (from(place / self.across, self.top), from(place % self.across, self.left))
    }

    pub(super) fn cell(&self, place: &str, draft: &Draft) -> Option<Cell> {
        let place = place.parse::<usize>().ok().filter(|&place| place < self.all)?;
        let (row, column) = self.place(place);
        draft.cell(row, column)
    }

    /// The cells on both sides of an edge between two corners, such as `114,124`.
    pub(super) fn beside(&self, edge: &str, draft: &Draft) -> Option<[Option<Cell>; 2]> {
        let (from, to) = edge.split_once(',')?;
        let corner = |word: &str| {
            let place = word.parse::<usize>().ok()?.checked_sub(self.all).filter(|&place| place < self.all)?;
            Some(self.place(place))
        };
        let (from, to) = (corner(from)?, corner(to)?);
        let ((row, column), last) = (from.min(to), from.max(to));
        // A corner is the lower right one of its cell.
        Some(match (last.0 - row, last.1 - column) {
            (1, 0) => [draft.cell(row + 1, column), draft.cell(row + 1, column + 1)],
            (0, 1) => [draft.cell(row, column + 1), draft.cell(row + 1, column + 1)],
            _ => return None,
        })
    }
}
