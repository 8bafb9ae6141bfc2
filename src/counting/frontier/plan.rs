//! The work at each cell of an order, prepared once.

use crate::grid::Grid;

/// A unit that still lacks digits, with the possible cells.
pub(super) struct OpenUnit {
    pub(super) bit: u64,
    /// The units of each open cell.
    pub(super) cells: Vec<u64>,
}

/// The data for placing a digit in one cell.
pub(super) struct Step {
    /// The units of the cell.
    pub(super) units: u64,
    /// The units with cells left afterwards; the contents of finished units are forgotten.
    pub(super) kept: u64,
    /// The open cells that share a unit with the cell, by their units: a digit must remain for each.
    pub(super) cells: Vec<u64>,
    /// The cell's units that must contain every digit: each missing digit needs a place.
    pub(super) own: Vec<OpenUnit>,
    /// Further units that must contain every digit and have a cell among the cell's peers: the placed digit needs a place there.
    pub(super) others: Vec<OpenUnit>,
}

/// The steps of an order, and its start.
pub(super) struct Plan {
    pub(super) digits: usize,
    /// For each digit, the units that hold it as a clue.
    pub(super) start: Vec<u64>,
    pub(super) steps: Vec<Step>,
}

impl Plan {
    pub(super) fn new(puzzle: &Grid, order: &[usize]) -> Self {
        let incidence = puzzle.geometry().incidence();
        let units_of = |cell: usize| incidence.units(cell).iter().fold(0_u64, |units, &unit| units | 1 << unit);
        let digits = puzzle.geometry().digit_count();
        let mut start = vec![0; digits];
        for (cell, ordinal) in puzzle.ordinals().enumerate().filter(|&(_, ordinal)| ordinal > 0) {
            start[usize::from(ordinal) - 1] |= units_of(cell);
        }
        let steps: Vec<Step> = (0..order.len())
            .map(|at| {
                let (units, open) = (units_of(order[at]), &order[at + 1..]);
                let kept = open.iter().fold(0, |kept, &cell| kept | units_of(cell));
                let peers: Vec<u64> = open.iter().map(|&cell| units_of(cell)).filter(|of| of & units != 0).collect();
                let touched = peers.iter().fold(0, |touched, of| touched | of);
                let open_unit = |unit: usize| {
                    let cells = open.iter().map(|&cell| units_of(cell)).filter(|of| of >> unit & 1 != 0);
                    OpenUnit { bit: 1 << unit, cells: cells.collect() }
                };
                let full = |of: u64| {
                    let full =
                        (0..incidence.unit_count()).filter(move |&unit| of >> unit & 1 != 0 && incidence.is_full(unit));
                    full.map(open_unit).collect()
                };
                let others = full(touched & kept & !units);
                Step { units, kept, cells: peers, own: full(units & kept), others }
            })
            .collect();
        let kept = order.iter().fold(0, |kept, &cell| kept | units_of(cell));
        for units in &mut start {
            *units &= kept;
        }
        Self { digits, start, steps }
    }
}
