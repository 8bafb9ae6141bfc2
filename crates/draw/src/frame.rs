//! The positions of a board's cells on a drawing.

use std::collections::HashSet;

use satdoku_puzzle::geometry::{Cell, Geometry};

use crate::scene::length;

/// The side of a cell.
pub(crate) const CELL: f64 = 60.0;

/// A board at a place of the drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The corner of the first cell.
    pub(crate) corner: [f64; 2],
}

impl Frame {
    /// The corner above and before a place, which may lie outside the board.
    pub(crate) fn corner_of(self, row: i32, column: i32) -> [f64; 2] {
        [self.corner[0] + f64::from(column) * CELL, self.corner[1] + f64::from(row) * CELL]
    }

    /// The middle of a place, which may lie outside the board.
    pub(crate) fn middle_of(self, row: i32, column: i32) -> [f64; 2] {
        self.corner_of(row, column).map(|at| at + CELL / 2.0)
    }

    /// The middle of a cell.
    pub(crate) fn middle(self, cell: Cell) -> [f64; 2] {
        let [row, column] = place(cell);
        self.middle_of(row, column)
    }

    /// The corner above and before a cell.
    pub(crate) fn corner(self, cell: Cell) -> [f64; 2] {
        let [row, column] = place(cell);
        self.corner_of(row, column)
    }
}

/// Row and column of a cell, from 0.
pub(crate) fn place(cell: Cell) -> [i32; 2] {
    [cell.row(), cell.column()].map(|at| i32::try_from(at).unwrap_or(i32::MAX))
}

/// The cell at a place, if any.
pub(crate) fn cell_at(board: &Geometry, row: i32, column: i32) -> Option<Cell> {
    let cell = Cell::new(u16::try_from(row).ok()?, u16::try_from(column).ok()?);
    board.contains(cell).then_some(cell)
}

/// The number of rows and of columns of a board.
pub(crate) fn extent(board: &Geometry) -> [i32; 2] {
    [board.rows(), board.columns()].map(|count| i32::try_from(count).unwrap_or(i32::MAX))
}

/// The width and the height of a board.
pub(crate) fn size(board: &Geometry) -> [f64; 2] {
    [length(board.columns()) * CELL, length(board.rows()) * CELL]
}

/// Whether two cells have a side in common.
pub(crate) fn are_beside(a: Cell, b: Cell) -> bool {
    a.row().abs_diff(b.row()) + a.column().abs_diff(b.column()) == 1
}

/// A step along a side of a cell by its direction: right, down, left, up as 0 to 3.
const STEPS: [[i32; 2]; 4] = [[0, 1], [1, 0], [0, -1], [-1, 0]];

/// The borders of a set of cells as closed runs of places between cells, with the set on the right hand. A run begins at the
/// upper left corner of its first cell in reading order. Cells that meet only at a corner are in different runs.
pub(crate) fn borders(cells: &[Cell]) -> Vec<Vec<[i32; 2]>> {
    let set: HashSet<[i32; 2]> = cells.iter().map(|&cell| place(cell)).collect();
    let mut places: Vec<[i32; 2]> = set.iter().copied().collect();
    places.sort_unstable();
    // The cells on the right and on the left hand of a step.
    let right = |[row, column]: [i32; 2], way: usize| match way {
        0 => [row, column],
        1 => [row, column - 1],
        2 => [row - 1, column - 1],
        _ => [row - 1, column],
    };
    let left = |at: [i32; 2], way: usize| right(at, (way + 3) % 4);
    let is_border = |at, way| set.contains(&right(at, way)) && !set.contains(&left(at, way));
    let mut seen = HashSet::new();
    let mut runs = Vec::new();
    for &first in &places {
        for (start, way) in [(first, 0), ([first[0] + 1, first[1] + 1], 2)] {
            if !is_border(start, way) || seen.contains(&(start, way)) {
                continue;
            }
            let (mut at, mut way, mut run) = (start, way, Vec::new());
            while seen.insert((at, way)) {
                run.push(at);
                at = [at[0] + STEPS[way][0], at[1] + STEPS[way][1]];
                // Right first: separates cells that meet only at a corner.
                way = [1, 0, 3].map(|turn| (way + turn) % 4).into_iter().find(|&way| is_border(at, way)).unwrap_or(way);
            }
            runs.push(run);
        }
    }
    runs
}

/// The corners of borders moved inwards by a distance, as points of the drawing.
pub(crate) fn inset(frame: Frame, run: &[[i32; 2]], by: f64) -> Vec<[f64; 2]> {
    let count = run.len();
    let step = |a: [i32; 2], b: [i32; 2]| [(b[0] - a[0]).signum(), (b[1] - a[1]).signum()];
    let corner = |at: usize| {
        let before = step(run[(at + count - 1) % count], run[at]);
        let behind = step(run[at], run[(at + 1) % count]);
        if before == behind {
            return None;
        }
        // The inside is on the right hand of either step: rows change by the column's step, columns against the row's.
        let [x, y] = frame.corner_of(run[at][0], run[at][1]);
        let [down, right] = [before[1] + behind[1], -(before[0] + behind[0])].map(f64::from);
        Some([x + right * by, y + down * by])
    };
    (0..count).filter_map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Cell> {
        text.split(' ').map(|cell| cell.parse().unwrap()).collect()
    }

    #[test]
    fn borders_go_round_and_holes_have_their_own() {
        assert_eq!(borders(&cells("r1c1")), [[[0, 0], [0, 1], [1, 1], [1, 0]]]);
        // A ring round r2c2.
        let ring = borders(&cells("r1c1 r1c2 r1c3 r2c1 r2c3 r3c1 r3c2 r3c3"));
        assert_eq!(ring.iter().map(Vec::len).collect::<Vec<_>>(), [12, 4]);
        // Two cells that meet at a corner.
        assert_eq!(borders(&cells("r1c1 r2c2")).iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
        assert_eq!(borders(&cells("r1c2 r2c1")).iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    }

    #[test]
    fn insets_stay_inside() {
        let frame = Frame { corner: [0.0, 0.0] };
        let run = &borders(&cells("r1c1 r2c1 r2c2"))[0];
        let points = inset(frame, run, 6.0);
        assert_eq!(points, [[6.0, 6.0], [54.0, 6.0], [54.0, 66.0], [114.0, 66.0], [114.0, 114.0], [6.0, 114.0]]);
    }
}
