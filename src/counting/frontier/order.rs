//! Orders in which cells may be filled.

use std::cmp::Reverse;

use crate::grid::Grid;

/// The cells without a clue in several orders: by rows, by columns, by regions, each from either end, and such that few
/// units are begun and not ended. Clues at one end make the states of the two ways very different in number.
pub(super) fn orders(puzzle: &Grid) -> Vec<Vec<usize>> {
    let board = puzzle.geometry();
    let open: Vec<usize> = puzzle.empty_cells().map(|cell| board.index(cell)).collect();
    let sorted = |key: &dyn Fn(usize) -> (usize, usize, usize)| {
        let mut cells = open.clone();
        cells.sort_by_key(|&cell| key(cell));
        cells
    };
    let place = |cell: usize| (board.cell(cell).row(), board.cell(cell).column());
    let region = |cell: usize| board.region(board.cell(cell)).unwrap_or(usize::MAX);
    let mut orders = vec![
        sorted(&|cell| (place(cell).0, place(cell).1, 0)),
        sorted(&|cell| (place(cell).1, place(cell).0, 0)),
        sorted(&|cell| (region(cell), place(cell).0, place(cell).1)),
    ];
    let reversed: Vec<_> = orders.iter().map(|order| order.iter().rev().copied().collect()).collect();
    orders.extend(reversed);
    orders.push(narrow(puzzle, &open));
    orders.sort();
    orders.dedup();
    orders
}

/// Takes next the cell that begins the fewest units, of these one that ends the most, of these the one whose units are fullest.
fn narrow(puzzle: &Grid, open: &[usize]) -> Vec<usize> {
    let incidence = puzzle.geometry().incidence();
    let mut left: Vec<usize> = vec![0; incidence.unit_count()];
    let mut is_begun = vec![false; incidence.unit_count()];
    for &cell in open {
        incidence.units(cell).iter().for_each(|&unit| left[unit as usize] += 1);
    }
    let (mut rest, mut order) = (open.to_vec(), Vec::with_capacity(open.len()));
    while !rest.is_empty() {
        let cost = |cell: usize| {
            let units = || incidence.units(cell).iter().map(|&unit| unit as usize);
            let begun = units().filter(|&unit| !is_begun[unit] && left[unit] > 1).count();
            let ended = units().filter(|&unit| left[unit] == 1).count();
            let open: usize = units().map(|unit| left[unit]).sum();
            (begun, Reverse(ended), open, cell)
        };
        let (at, &cell) = rest.iter().enumerate().min_by_key(|&(_, &cell)| cost(cell)).expect("some cell is left");
        rest.swap_remove(at);
        for &unit in incidence.units(cell) {
            left[unit as usize] -= 1;
            is_begun[unit as usize] = true;
        }
        order.push(cell);
    }
    order
}
