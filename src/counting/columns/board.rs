//! The clues in the method's order of bands and stacks.

use crate::counting::columns::configuration::{COUNT, Configurations, Id, ORDERS};

/// A view of a grid: plain or transposed, with reordered bands and stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) is_transposed: bool,
    /// The grid's band for each band of the view.
    pub(super) bands: [usize; 3],
    /// The grid's stack for each stack of the view.
    pub(super) stacks: [usize; 3],
}

impl View {
    /// Where in the grid a cell of the view is.
    pub(super) fn cell(&self, row: usize, column: usize) -> usize {
        let (row, column) = (3 * self.bands[row / 3] + row % 3, 3 * self.stacks[column / 3] + column % 3);
        if self.is_transposed { 9 * column + row } else { 9 * row + column }
    }
}

/// The bands whose clues count.
pub(super) type Bands = [bool; 3];

/// A clue and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clue {
    pub(super) band: usize,
    pub(super) stack: usize,
    /// Row within the band.
    pub(super) row: usize,
    /// Column within the stack.
    pub(super) column: usize,
    /// The digit as a singleton set.
    pub(super) digit: u16,
}

/// The clues of a puzzle in a view.
#[derive(Clone, Debug)]
pub(super) struct Board {
    clues: Vec<Clue>,
}

impl Board {
    /// The clues among 81 values, 0 where a cell is empty.
    pub(super) fn new(values: &[u8; 81], view: &View) -> Self {
        let place = |at: usize| (at / 9, at % 9);
        let clues = (0..81).map(place).filter_map(|(row, column)| {
            let value = values[view.cell(row, column)];
            let digit = 1_u16.checked_shl(u32::from(value).checked_sub(1)?)?;
            Some(Clue { band: row / 3, stack: column / 3, row: row % 3, column: column % 3, digit })
        });
        Self { clues: clues.collect() }
    }

    /// The clues of these bands.
    pub(super) fn of(&self, bands: Bands) -> impl Iterator<Item = &Clue> {
        self.clues.iter().filter(move |clue| bands[clue.band])
    }

    /// The clues of a box.
    pub(super) fn of_box(&self, band: usize, stack: usize) -> impl Iterator<Item = &Clue> {
        self.clues.iter().filter(move |clue| (clue.band, clue.stack) == (band, stack))
    }

    /// The set of digits without a clue in these bands.
    pub(super) fn free_digits(&self, bands: Bands) -> u16 {
        self.of(bands).fold(super::configuration::ALL, |free, clue| free & !clue.digit)
    }

    /// The orders of a stack's columns that fix every column with a clue in these bands.
    pub(super) fn free_orders(&self, stack: usize, bands: Bands) -> Vec<usize> {
        let is_free = |column| !self.of(bands).any(|clue| (clue.stack, clue.column) == (stack, column));
        orders([is_free(0), is_free(1), is_free(2)])
    }

    /// The orders of a box's columns that fix every column with a clue in the box.
    pub(super) fn free_orders_of_box(&self, band: usize, stack: usize) -> Vec<usize> {
        let is_free = |column| !self.of_box(band, stack).any(|clue| clue.column == column);
        orders([is_free(0), is_free(1), is_free(2)])
    }

    /// For each configuration of a box, whether the clues of these bands allow it.
    pub(super) fn allowed(&self, tables: &Configurations, band: usize, stack: usize, bands: Bands) -> Vec<bool> {
        let clues: Vec<&Clue> = self.of(bands).filter(|clue| clue.stack == stack).collect();
        let is_allowed = |id: usize| {
            let columns = tables.columns(id as Id);
            clues.iter().all(|clue| (columns[clue.column] & clue.digit != 0) == (clue.band == band))
        };
        (0..COUNT).map(is_allowed).collect()
    }
}

fn orders(is_free: [bool; 3]) -> Vec<usize> {
    let keeps = |order: &[usize; 3]| (0..3).all(|column| is_free[column] || order[column] == column);
    (0..ORDERS.len()).filter(|&at| keeps(&ORDERS[at])).collect()
}
