//! Regions to be found: each cell of a grid has the label of its region.
//!
//! Filtering looks at each label as at one connected piece of a known size, at the digits of each region as at those of a house,
//! and at the order of the labels.

use std::collections::HashMap;

use crate::constraint::connected::ConnectedCells;
use crate::constraint::domain::EmptyDomain;
use crate::geometry::Cell;
use satdoku_base::bits::ones;

/// The cells with one label are a region: as many as those of every other region, connected by edges, and without a digit twice.
/// Labels are numbered in the order of the regions' first cells, so each division of the grid has one labelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The labels, then the digits of the same cells in the same order.
    cells: Vec<Cell>,
    /// The index of the first label among the digits of the board.
    first: usize,
    size: usize,
    /// All digits, by index, a bit each.
    digits: u64,
    /// The cells of each label as one connected piece.
    regions: Vec<ConnectedCells>,
}

impl Partition {
    /// The regions of a grid: the cells with their labels and digits in order, the index of the first label, the number of regions,
    /// and the digits that cells may have, by index, a bit each.
    ///
    /// # Panics
    /// If there are not as many labels as digits, or the regions have different sizes.
    #[must_use]
    pub fn new(labels: &[Cell], digits: &[Cell], first: usize, regions: usize, allowed: u64) -> Self {
        assert_eq!(labels.len(), digits.len(), "each cell has a label and a digit");
        assert!(regions > 0 && labels.len().is_multiple_of(regions), "regions are equally large");
        let size = labels.len() / regions;
        let region = |label: usize| ConnectedCells::new(labels, 1 << (first + label), Some(size));
        let regions = (0..regions).map(region).collect();
        Self { cells: [labels, digits].concat(), first, size, digits: allowed, regions }
    }

    /// The cells with the labels, in order, and behind them those with the digits.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of cells in the grid.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.cells.len() / 2
    }

    /// The number of regions.
    #[must_use]
    pub fn region_count(&self) -> usize {
        self.regions.len()
    }

    /// The index of a region's label among the digits of the board.
    #[must_use]
    pub fn label(&self, region: usize) -> usize {
        self.first + region
    }

    /// The number of cells in each region.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The digits of cells by index, a bit each.
    #[must_use]
    pub fn digits(&self) -> u64 {
        self.digits
    }

    /// Whether each region has every digit.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.digits.count_ones() as usize == self.size
    }

    /// The neighbours of a cell; both by their places in the grid.
    #[must_use]
    pub fn neighbours(&self, place: usize) -> &[usize] {
        self.regions[0].neighbours(place)
    }

    /// The cells of each label as one connected piece.
    #[must_use]
    pub fn regions(&self) -> &[ConnectedCells] {
        &self.regions
    }

    pub(super) fn work(&self) -> usize {
        self.regions.iter().map(ConnectedCells::work).sum()
    }

    pub(super) fn holds(&self, values: &[usize]) -> bool {
        let (labels, digits) = values.split_at(self.cell_count());
        let mut seen: HashMap<usize, u64> = HashMap::new();
        let differ = labels.iter().zip(digits).all(|(&label, &digit)| {
            let next = self.first + seen.len();
            let of_region = seen.entry(label).or_default();
            let is_new = *of_region >> digit & 1 == 0;
            let is_next = *of_region != 0 || label == next;
            *of_region |= 1 << digit;
            is_new && is_next
        });
        differ && self.regions.iter().all(|region| region.holds(labels))
    }

    /// Filters to a fixed point. It does not find every consequence.
    pub(super) fn filter(&self, domains: &mut [u64]) -> Result<(), EmptyDomain> {
        loop {
            let before = domains.to_vec();
            let (labels, digits) = domains.split_at_mut(self.cell_count());
            self.keep_order(labels);
            self.keep_houses(labels, digits)?;
            self.regions.iter().try_for_each(|region| region.filter(labels))?;
            if *domains == before[..] {
                return Ok(());
            }
            if domains.contains(&0) {
                return Err(EmptyDomain);
            }
        }
    }

    /// A label comes first where each smaller label can have come before.
    fn keep_order(&self, labels: &mut [u64]) {
        let all = (u64::MAX >> (u64::BITS as usize - self.region_count())) << self.first;
        let mut may = 1_u64 << self.first;
        for label in labels {
            *label &= may & all;
            may |= *label << 1;
        }
    }

    /// No digit twice in a region, and each of its digits somewhere where it has as many cells as there are digits.
    fn keep_houses(&self, labels: &mut [u64], digits: &mut [u64]) -> Result<(), EmptyDomain> {
        for region in 0..self.region_count() {
            let bit = 1 << self.label(region);
            for digit in ones(self.digits) {
                let digit = 1 << digit;
                let places = (0..labels.len()).filter(|&place| labels[place] & bit != 0 && digits[place] & digit != 0);
                let mut places = places.collect::<Vec<_>>().into_iter();
                let is_known = |place: &usize| labels[*place] == bit && digits[*place] == digit;
                if let Some(known) = places.clone().find(is_known) {
                    for other in places.filter(|&other| other != known) {
                        match (labels[other] == bit, digits[other] == digit) {
                            (true, true) => return Err(EmptyDomain),
                            (true, false) => digits[other] &= !digit,
                            (false, true) => labels[other] &= !bit,
                            (false, false) => {}
                        }
                    }
                } else if self.is_full() {
                    match (places.next(), places.next()) {
                        (None, _) => return Err(EmptyDomain),
                        (Some(only), None) => (labels[only], digits[only]) = (bit, digit),
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::Constraint;

    /// Random domains of two rows of three cells in two regions.
    #[test]
    fn filtering_regions_keeps_every_filling() {
        let cell = |row: u16, column: u16| Cell::new(row, column);
        let labels: Vec<Cell> = (0..2).flat_map(|row| (0..3).map(move |column| cell(row, column))).collect();
        let digits: Vec<Cell> = (0..2).flat_map(|row| (0..3).map(move |column| cell(row, column + 8))).collect();
        let partition = Partition::new(&labels, &digits, 0, 2, 0b111);
        let mut fillings: Vec<Vec<usize>> = Vec::new();
        for number in 0..2_usize.pow(6) * 3_usize.pow(6) {
            let labels = (0..6).map(|at| number >> at & 1);
            let digits = (0..6).map(|at| number / 64 / 3_usize.pow(at) % 3);
            let filling: Vec<usize> = labels.chain(digits).collect();
            if partition.holds(&filling) {
                fillings.push(filling);
            }
        }
        // Three divisions, each with 36 pairs of orders of digits.
        assert_eq!(fillings.len(), 3 * 36);
        let constraint = Constraint::Partition(partition);
        let mut state = 7_u64;
        let mut bits = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        for _ in 0..20_000 {
            let domain = |at: usize, bits: u64| if at < 6 { bits & 0b11 } else { bits & 0b111 };
            let mut domains: Vec<u64> = (0..12).map(|at| domain(at, bits() | bits()).max(1)).collect();
            let fits =
                |filling: &&Vec<usize>| filling.iter().zip(&domains).all(|(value, domain)| domain >> value & 1 == 1);
            let left: Vec<&Vec<usize>> = fillings.iter().filter(fits).collect();
            let given = domains.clone();
            if constraint.filter(&mut domains).is_err() {
                assert!(left.is_empty(), "{given:?}");
                continue;
            }
            for filling in left {
                let keeps = filling.iter().zip(&domains).all(|(value, domain)| domain >> value & 1 == 1);
                assert!(keeps, "{given:?} {domains:?} {filling:?}");
            }
        }
    }
}
