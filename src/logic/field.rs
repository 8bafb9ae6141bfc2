//! Where each digit can be, as sets of cells: what the patterns that look at few sets begin with.

use crate::geometry::UnitKind;
use crate::logic::bits::{Cells, MOST_CELLS, ones};
use crate::logic::board::Board;
use crate::logic::layout::{Layout, Mark, Set};

/// The places of all digits on a board, and who sees whom.
#[derive(Debug)]
pub(in crate::logic) struct Field<'a> {
    pub(in crate::logic) board: &'a Board,
    pub(in crate::logic) layout: &'a Layout,
    /// The places of each digit.
    digits: Vec<Cells>,
    units: Vec<Cells>,
    peers: Vec<Cells>,
}

/// A digit with two places in a unit: one of them has it.
#[derive(Clone, Copy, Debug)]
pub(in crate::logic) struct Pair {
    pub(in crate::logic) unit: usize,
    pub(in crate::logic) ends: [usize; 2],
}

impl<'a> Field<'a> {
    /// The places on a board; none where it has too many cells.
    pub(in crate::logic) fn of(board: &'a Board) -> Option<Self> {
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
    pub(in crate::logic) fn places(&self, digit: usize) -> Cells {
        self.digits[digit]
    }

    /// The cells of a unit.
    #[inline]
    pub(in crate::logic) fn unit(&self, unit: usize) -> Cells {
        self.units[unit]
    }

    /// The places of a digit in a unit.
    #[inline]
    pub(in crate::logic) fn of_unit(&self, unit: usize, digit: usize) -> Cells {
        self.units[unit].and(self.digits[digit])
    }

    /// The cells that share a unit with a cell.
    #[inline]
    pub(in crate::logic) fn peers(&self, cell: usize) -> Cells {
        self.peers[cell]
    }

    /// The cells that share a unit with each of some cells.
    pub(in crate::logic) fn seen_by_all(&self, cells: Cells) -> Cells {
        let mut cells = cells.iter();
        let Some(first) = cells.next() else { return Cells::default() };
        cells.fold(self.peers[first], |seen, cell| seen.and(self.peers[cell]))
    }

    /// The units that hold all of some cells.
    pub(in crate::logic) fn units_with(&self, cells: Cells) -> impl Iterator<Item = usize> + use<'_, 'a> {
        let of_first = cells.iter().next().map_or(&[][..], |first| self.layout.units_of(first));
        let units = of_first.iter().map(|&(unit, _)| usize::from(unit));
        units.filter(move |&unit| cells.is_within(self.units[unit]))
    }

    /// The units of N cells in which a digit has two places.
    pub(in crate::logic) fn pairs(&self, digit: usize) -> Vec<Pair> {
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
    pub(in crate::logic) fn units_of_kind(&self, kind: UnitKind) -> impl Iterator<Item = usize> + Clone + use<'_, 'a> {
        (0..self.layout.unit_count()).filter(move |&unit| self.layout.kind(unit) == kind && self.layout.is_full(unit))
    }

    /// The boxes, or regions.
    pub(in crate::logic) fn boxes(&self) -> impl Iterator<Item = usize> + Clone + use<'_, 'a> {
        self.units_of_kind(UnitKind::Box).chain(self.units_of_kind(UnitKind::Region))
    }

    /// The candidates of a digit in some cells.
    pub(in crate::logic) fn marks(cells: Cells, digit: usize) -> impl Iterator<Item = Mark> + Clone {
        cells.iter().map(move |cell| Mark::new(cell, digit))
    }

    /// The first set that two candidates share, so that at most one of them is true.
    pub(in crate::logic) fn shared(layout: &Layout, one: Mark, other: Mark) -> Option<Set> {
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
