//! Shapes of cell sets in programs that mark edges and corners.

use crate::geometry::Cell;

/// The two cells, if adjacent in the grid.
pub(super) fn neighbours(cells: [Cell; 2]) -> Option<[Cell; 2]> {
    let [a, b] = cells;
    let steps = a.row().abs_diff(b.row()) + a.column().abs_diff(b.column());
    (steps == 1 && cells.iter().all(|cell| cell.is_in_grid())).then_some(cells)
}

/// The upper left of four cells of the grid that meet in a corner.
pub(super) fn corner_of_four(cells: &[Cell]) -> Option<Cell> {
    let corner = *cells.iter().min()?;
    let of_corner = |cell: &Cell| {
        let (down, right) = (cell.row().checked_sub(corner.row()), cell.column().checked_sub(corner.column()));
        matches!((down, right), (Some(0 | 1), Some(0 | 1)))
    };
    (cells.len() == 4 && cells.iter().all(|cell| cell.is_in_grid() && of_corner(cell))).then_some(corner)
}
