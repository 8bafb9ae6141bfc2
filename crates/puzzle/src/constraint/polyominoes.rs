//! Polyominoes: the cells fall into pieces of equal values, each with as many cells as its value says, as in fillomino.
//!
//! Filtering looks at one value after the other. What is known to have the value falls into parts that hang together. A part may not
//! grow beyond the value by a further cell, nor by the parts that this cell joins; a cell is struck out where the room around it, the cells that
//! may have the value and hang together, is too small; a part that is too small takes its only exit, or all cells that it can
//! reach if it needs each of them.

use crate::constraint::connected::ConnectedCells;
use crate::constraint::domain::EmptyDomain;
use crate::geometry::Cell;

/// The cells of a grid or a layer fall into pieces that are connected along edges. A piece has one value, which is the number of its
/// cells; pieces with one value do not touch along edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polyominoes {
    /// The cells and their neighbours; the piece has no values.
    graph: ConnectedCells,
    /// The size that each value says, by digit index.
    sizes: Vec<Option<usize>>,
}

/// The cells that must have a value, as parts that hang together.
struct Parts {
    /// The part of each cell, from 0.
    part_of: Vec<Option<usize>>,
    parts: Vec<Vec<usize>>,
}

impl Polyominoes {
    /// The pieces of some cells; by digit index the number of cells of a piece with this digit, from 1, or `None` for a digit that no cell
    /// has.
    #[must_use]
    pub fn new(cells: &[Cell], sizes: Vec<Option<usize>>) -> Self {
        Self { graph: ConnectedCells::new(cells, 0, None), sizes }
    }

    /// The cells in order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        self.graph.cells()
    }

    /// The neighbours of a cell; both by their places among the cells.
    #[must_use]
    pub fn neighbours(&self, place: usize) -> &[usize] {
        self.graph.neighbours(place)
    }

    /// The size of a piece with a digit, by digit index.
    #[must_use]
    pub fn size(&self, digit: usize) -> Option<usize> {
        self.sizes.get(digit).copied().flatten()
    }

    /// Each digit, by index, with the size of its pieces.
    pub fn sizes(&self) -> impl Iterator<Item = (usize, usize)> {
        self.sizes.iter().enumerate().filter_map(|(digit, size)| Some((digit, (*size)?)))
    }

    /// The work of filtering: for each size each cell and its neighbours are looked at a few times.
    pub(super) fn work(&self) -> usize {
        4 * self.cells().len() * self.sizes().count()
    }

    pub(super) fn holds(&self, digits: &[usize]) -> bool {
        let mut seen = vec![false; digits.len()];
        (0..digits.len()).all(|first| {
            let is_open = |place: usize| digits[place] == digits[first];
            seen[first] || self.size(digits[first]) == Some(self.room(first, &mut seen, is_open).len())
        })
    }

    /// The cells that hang together with a cell and that a predicate allows. They must not have been seen, and are then.
    fn room(&self, first: usize, seen: &mut [bool], is_open: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut room = vec![first];
        seen[first] = true;
        let mut next = 0;
        while let Some(&place) = room.get(next) {
            next += 1;
            for &other in self.neighbours(place) {
                if is_open(other) && !std::mem::replace(&mut seen[other], true) {
                    room.push(other);
                }
            }
        }
        room
    }

    /// Filters to a fixed point. It does not find every consequence.
    pub(super) fn filter(&self, domains: &mut [u64]) -> Result<(), EmptyDomain> {
        let allowed = self.sizes().fold(0, |allowed, (digit, _)| allowed | 1 << digit);
        for domain in &mut *domains {
            *domain &= allowed;
        }
        loop {
            let before = domains.to_vec();
            for (digit, size) in self.sizes() {
                if domains.iter().any(|domain| domain >> digit & 1 == 1) {
                    self.filter_digit(digit, size, domains)?;
                }
            }
            if domains.contains(&0) {
                return Err(EmptyDomain);
            }
            if *domains == before[..] {
                return Ok(());
            }
        }
    }

    fn filter_digit(&self, digit: usize, size: usize, domains: &mut [u64]) -> Result<(), EmptyDomain> {
        let bit = 1 << digit;
        let parts = self.parts(bit, domains);
        if parts.parts.iter().any(|part| part.len() > size) {
            return Err(EmptyDomain);
        }
        for (place, domain) in domains.iter_mut().enumerate() {
            if parts.part_of[place].is_none() && self.joined(place, &parts) > size {
                *domain &= !bit;
            }
        }
        self.keep_rooms(bit, size, domains)?;
        for part in parts.parts.iter().filter(|part| part.len() < size) {
            self.grow(part, bit, size, domains);
        }
        Ok(())
    }

    /// The parts of the cells with this domain.
    fn parts(&self, domain: u64, domains: &[u64]) -> Parts {
        let mut all = Parts { part_of: vec![None; domains.len()], parts: Vec::new() };
        let mut seen = vec![false; domains.len()];
        for first in 0..domains.len() {
            if domains[first] == domain && !seen[first] {
                let part = self.room(first, &mut seen, |place| domains[place] == domain);
                for &place in &part {
                    all.part_of[place] = Some(all.parts.len());
                }
                all.parts.push(part);
            }
        }
        all
    }

    /// The number of cells of a cell outside all parts with the parts beside it.
    fn joined(&self, place: usize, parts: &Parts) -> usize {
        let around = self.neighbours(place).iter().map(|&other| parts.part_of[other]);
        let mut beside: Vec<usize> = around.flatten().collect();
        beside.sort_unstable();
        beside.dedup();
        1 + beside.into_iter().map(|part| parts.parts[part].len()).sum::<usize>()
    }

    /// Strikes out rooms that are too small; a room that is just large enough for a cell that must have the value is its piece.
    fn keep_rooms(&self, bit: u64, size: usize, domains: &mut [u64]) -> Result<(), EmptyDomain> {
        let mut seen = vec![false; domains.len()];
        for first in 0..domains.len() {
            if domains[first] & bit == 0 || seen[first] {
                continue;
            }
            let room = self.room(first, &mut seen, |place| domains[place] & bit != 0);
            let must = room.iter().any(|&place| domains[place] == bit);
            match room.len() {
                len if len < size && must => return Err(EmptyDomain),
                len if len < size => room.into_iter().for_each(|place| domains[place] &= !bit),
                len if len == size && must => room.into_iter().for_each(|place| domains[place] = bit),
                _ => {}
            }
        }
        Ok(())
    }

    /// A part takes its only exit, and all cells that it can reach if there are no more than it needs.
    fn grow(&self, part: &[usize], bit: u64, size: usize, domains: &mut [u64]) {
        let mut reached = part.to_vec();
        let mut is_reached = vec![false; domains.len()];
        for &place in part {
            is_reached[place] = true;
        }
        let mut next = 0;
        for step in part.len()..size {
            let end = reached.len();
            for at in next..end {
                for &other in self.neighbours(reached[at]) {
                    if domains[other] & bit != 0 && !std::mem::replace(&mut is_reached[other], true) {
                        reached.push(other);
                    }
                }
            }
            let is_first = step == part.len();
            next = end;
            if let (true, &[exit]) = (is_first, &reached[end..]) {
                domains[exit] = bit;
            }
        }
        if reached.len() == size {
            for place in reached {
                domains[place] = bit;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::Constraint;

    fn rectangle(rows: u16, columns: u16) -> Vec<Cell> {
        (0..rows).flat_map(|row| (0..columns).map(move |column| Cell::new(row, column))).collect()
    }

    /// Whether each cell's value, by index, is one less than the number of cells in its piece: labels are merged along edges.
    fn are_pieces(values: &[usize], columns: usize) -> bool {
        let mut label: Vec<usize> = (0..values.len()).collect();
        for at in 0..values.len() {
            let beside = (at % columns + 1 < columns).then_some(at + 1);
            for other in
                beside.into_iter().chain(Some(at + columns)).filter(|&other| values.get(other) == Some(&values[at]))
            {
                let (from, to) = (label[other], label[at]);
                label.iter_mut().filter(|label| **label == from).for_each(|label| *label = to);
            }
        }
        label.iter().zip(values).all(|(own, &value)| label.iter().filter(|label| *label == own).count() == value + 1)
    }

    fn all_values(cells: u32, values: usize) -> impl Iterator<Item = Vec<usize>> {
        (0..values.pow(cells)).map(move |number| (0..cells).map(|cell| number / values.pow(cell) % values).collect())
    }

    #[test]
    fn pieces_hold_where_merged_labels_say_so() {
        let mut rows_of_one = Vec::new();
        for (rows, columns, values) in
            [(2, 2, 4), (2, 3, 6), (3, 3, 4), (2, 4, 4)].into_iter().chain((1..=6).map(|length| (1, length, 6)))
        {
            let cells = rectangle(rows, columns);
            let pieces = Polyominoes::new(&cells, (1..=values).map(Some).collect());
            let all = all_values(cells.len() as u32, values);
            let held = all.filter(|values| {
                let expected = are_pieces(values, columns.into());
                assert_eq!(pieces.holds(values), expected, "{rows}x{columns}: {values:?}");
                expected
            });
            let count = held.count();
            if rows == 1 {
                rows_of_one.push(count);
            }
        }
        // Compositions without equal neighbours (L. Carlitz, OEIS A003242).
        assert_eq!(rows_of_one, [1, 1, 3, 4, 7, 14]);
    }

    /// All domains of 2×3 cells with the sizes 1 to 3, and of one row with a value that is no size.
    #[test]
    fn filtering_pieces_keeps_every_filling() {
        for (rows, columns, sizes) in
            [(2, 3, vec![Some(1), Some(2), Some(3)]), (1, 5, vec![Some(1), None, Some(3), Some(4)])]
        {
            let cells = rectangle(rows, columns);
            let count = cells.len() as u32;
            let constraint = Constraint::Polyominoes(Polyominoes::new(&cells, sizes.clone()));
            let fillings: Vec<Vec<usize>> =
                all_values(count, sizes.len()).filter(|values| constraint.holds(values)).collect();
            assert!(!fillings.is_empty());
            let domain_count = (1_u64 << sizes.len()) - 1;
            let (mut all, mut missed) = (0, 0);
            for number in 0..domain_count.pow(count) {
                let domains: Vec<u64> =
                    (0..count).map(|cell| number / domain_count.pow(cell) % domain_count + 1).collect();
                let is_in =
                    |values: &&Vec<usize>| values.iter().zip(&domains).all(|(value, domain)| domain >> value & 1 == 1);
                let mut needed = vec![0; cells.len()];
                for values in fillings.iter().filter(is_in) {
                    needed.iter_mut().zip(values).for_each(|(needed, value)| *needed |= 1 << value);
                }
                let mut filtered = domains.clone();
                if constraint.filter(&mut filtered).is_ok() {
                    let keeps = filtered.iter().zip(&needed).all(|(left, needed)| needed & !left == 0);
                    let only = filtered.iter().zip(&domains).all(|(left, before)| left & !before == 0);
                    assert!(keeps && only, "{domains:?}: {filtered:?}, needed {needed:?}");
                    missed += u32::from(filtered != needed);
                } else {
                    assert!(needed.contains(&0), "{domains:?}: needed {needed:?}");
                }
                all += 1;
            }
            println!("{rows}x{columns}: of {all} domains {missed} keep a value without a filling");
            assert!(missed < all / 4, "{missed} of {all}");
        }
    }
}
