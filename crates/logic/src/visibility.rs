//! The places of each digit as sets of cells: the start of patterns over few sets.

use satdoku_puzzle::geometry::UnitKind;

use crate::bits::{Cells, MOST_CELLS, ones};
use crate::board::Board;
use crate::layout::BoardTables;
use crate::pencil_mark::{PencilMark, Set};

/// The places of all digits on a board, and the peers of each cell.
#[derive(Debug)]
pub(crate) struct Visibility<'a> {
    pub(crate) board: &'a Board,
    pub(crate) layout: &'a BoardTables,
    /// The places of each digit.
    digits: Vec<Cells>,
    units: Vec<Cells>,
    peers: Vec<Cells>,
}

/// A digit with two places in a unit: one of them has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) unit: usize,
    pub(crate) ends: [usize; 2],
}

impl<'a> Visibility<'a> {
    /// The places on a board; `None` if the board has too many cells.
    pub(crate) fn of(board: &'a Board) -> Option<Self> {
        let layout = &**board.layout();
        if layout.cell_count() > MOST_CELLS {
            return None;
        }
        let mut digits = vec![Cells::default(); layout.digit_count()];
        for cell in board.empty_cells() {
            ones(board.digits(cell)).for_each(|digit| digits[digit].insert(cell));
        }
        let of_unit = |unit| Cells::of(layout.unit(unit).iter().map(|&cell| usize::from(cell)));
        Some(Self {
            board,
            layout,
            digits,
            units: (0..layout.unit_count()).map(of_unit).collect(),
            peers: (0..layout.cell_count()).map(|cell| Cells::of_words(layout.peer_words(cell))).collect(),
        })
    }

    /// The places of a digit.
    #[inline]
    pub(crate) fn places(&self, digit: usize) -> Cells {
        self.digits[digit]
    }

    /// The cells of a unit.
    #[inline]
    pub(crate) fn unit(&self, unit: usize) -> Cells {
        self.units[unit]
    }

    /// The places of a digit in a unit.
    #[inline]
    pub(crate) fn of_unit(&self, unit: usize, digit: usize) -> Cells {
        self.units[unit].and(self.digits[digit])
    }

    /// The peers of a cell.
    #[inline]
    pub(crate) fn peers(&self, cell: usize) -> Cells {
        self.peers[cell]
    }

    /// The common peers of some cells.
    pub(crate) fn seen_by_all(&self, cells: Cells) -> Cells {
        let mut cells = cells.iter();
        let Some(first) = cells.next() else { return Cells::default() };
        cells.fold(self.peers[first], |seen, cell| seen.and(self.peers[cell]))
    }

    /// The units that contain all of some cells.
    pub(crate) fn units_with(&self, cells: Cells) -> impl Iterator<Item = usize> + use<'_, 'a> {
        let of_first = cells.iter().next().map_or(&[][..], |first| self.layout.units_of(first));
        let units = of_first.iter().map(|&(unit, _)| usize::from(unit));
        units.filter(move |&unit| cells.is_within(self.units[unit]))
    }

    /// The units of N cells in which a digit has two places.
    pub(crate) fn pairs(&self, digit: usize) -> Vec<Pair> {
        let full = (0..self.layout.unit_count()).filter(|&unit| self.layout.is_full(unit));
        let pair = |unit: usize| {
            let places = self.of_unit(unit, digit);
            let mut cells = places.iter();
            let ends = [cells.next()?, cells.next()?];
            cells.next().is_none().then_some(Pair { unit, ends })
        };
        full.filter_map(pair).collect()
    }

    /// The units of a kind.
    pub(crate) fn units_of_kind(&self, kind: UnitKind) -> impl Iterator<Item = usize> + Clone + use<'_, 'a> {
        (0..self.layout.unit_count()).filter(move |&unit| self.layout.kind(unit) == kind && self.layout.is_full(unit))
    }

    /// The boxes, or regions.
    pub(crate) fn boxes(&self) -> impl Iterator<Item = usize> + Clone + use<'_, 'a> {
        self.units_of_kind(UnitKind::Box).chain(self.units_of_kind(UnitKind::Region))
    }

    /// The candidates of a digit in some cells.
    pub(crate) fn marks(cells: Cells, digit: usize) -> impl Iterator<Item = PencilMark> + Clone {
        cells.iter().map(move |cell| PencilMark::new(cell, digit))
    }

    /// The first set that two candidates share, which makes at most one of them true.
    pub(crate) fn shared(layout: &BoardTables, one: PencilMark, other: PencilMark) -> Option<Set> {
        if one.cell() == other.cell() {
            return (one != other).then(|| Set::cell(one.cell()));
        }
        if one.digit() != other.digit() {
            return None;
        }
        let of_other = layout.units_of(other.cell());
        let unit = layout.units_of(one.cell()).iter().find(|(unit, _)| of_other.iter().any(|(also, _)| also == unit));
        unit.map(|&(unit, _)| Set::unit(unit.into(), one.digit()))
    }
}
