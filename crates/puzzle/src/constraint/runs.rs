//! Runs of equal cells: a total says how many cells along some arms have the value of a first cell, up to the first other value.
//!
//! Filtering is complete where no cell comes twice: for each value of the first cell the possible lengths of each arm are a set,
//! and the sums of lengths are found by shifting sets (M. Trick, *A dynamic programming approach for consistency and propagation
//! for knapsack constraints*, 2003).

use crate::constraint::domain::EmptyDomain;
use crate::geometry::Cell;
use satdoku_base::bits::ones;

/// The most cells of all arms, so that a set of lengths has a bit for each.
pub(crate) const MOST_ARM_CELLS: usize = 126;

/// A total tells the number of cells with the value of the first cell: the first one, and along each arm those before the first
/// with another value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs {
    /// The total, the first cell, then the cells of the arms.
    cells: Vec<Cell>,
    /// Where each arm ends among the cells.
    ends: Vec<usize>,
    /// The number of cells that each value of the total means, by digit index.
    counts: Vec<Option<usize>>,
}

impl Runs {
    /// The total, the first cell, the arms without the first cell, and the number of cells that each value of the total means, by
    /// digit index.
    ///
    /// # Panics
    /// If the arms have more than 126 cells.
    #[must_use]
    pub fn new(total: Cell, first: Cell, arms: &[Vec<Cell>], counts: Vec<Option<usize>>) -> Self {
        let mut cells = vec![total, first];
        let mut ends = Vec::with_capacity(arms.len());
        for arm in arms {
            cells.extend(arm);
            ends.push(cells.len());
        }
        assert!(cells.len() - 2 <= MOST_ARM_CELLS, "arms of at most {MOST_ARM_CELLS} cells");
        Self { cells, ends, counts }
    }

    /// The total, the first cell, then the cells of the arms.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The places of each arm's cells among all.
    pub fn arms(&self) -> impl Iterator<Item = std::ops::Range<usize>> + use<'_> {
        let begins = [2].into_iter().chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, &end)| begin..end)
    }

    /// The number of cells that a value of the total means, by digit index.
    #[must_use]
    pub fn count(&self, digit: usize) -> Option<usize> {
        self.counts[digit]
    }

    pub(super) fn holds(&self, digits: &[usize]) -> bool {
        let run = |arm: std::ops::Range<usize>| digits[arm].iter().take_while(|&&digit| digit == digits[1]).count();
        self.count(digits[0]) == Some(1 + self.arms().map(run).sum::<usize>())
    }

    /// For each value, the lengths of each arm are added to the sums of those before and behind it, of which there may be as many as
    /// cells.
    pub(super) fn work(&self) -> usize {
        self.counts.len() * (self.cells.len() + self.ends.len() * self.cells.len().min(128))
    }

    pub(super) fn filter(&self, domains: &mut [u64]) -> Result<(), EmptyDomain> {
        let mut left = vec![0; domains.len()];
        for value in ones(domains[1]) {
            self.support(value, domains, &mut left);
        }
        for (domain, left) in domains.iter_mut().zip(left) {
            *domain &= left;
            if *domain == 0 {
                return Err(EmptyDomain);
            }
        }
        Ok(())
    }

    /// Adds what a value of the first cell leaves to each domain.
    fn support(&self, value: usize, domains: &[u64], left: &mut [u64]) {
        let bit = 1_u64 << value;
        let lengths: Vec<u128> = self.arms().map(|arm| lengths(&domains[arm], bit)).collect();
        // The sums of the lengths of the arms before and behind each arm; the first cell counts as one.
        let mut before = vec![0b10_u128];
        for &of_arm in &lengths {
            before.push(sums(before[before.len() - 1], of_arm));
        }
        let totals = ones(domains[0]).filter(|&digit| {
            self.counts[digit].is_some_and(|count| count < 128 && before[lengths.len()] >> count & 1 == 1)
        });
        let totals: Vec<usize> = totals.collect();
        if totals.is_empty() {
            return;
        }
        left[1] |= bit;
        left[0] |= totals.iter().fold(0, |digits, digit| digits | 1 << digit);
        let wanted = totals.iter().filter_map(|&digit| self.counts[digit]).fold(0_u128, |set, count| set | 1 << count);
        let mut behind = 0b1_u128;
        let arms: Vec<std::ops::Range<usize>> = self.arms().collect();
        for (at, arm) in arms.into_iter().enumerate().rev() {
            let others = sums(before[at], behind);
            behind = sums(behind, lengths[at]);
            let possible = ones_of(lengths[at]).filter(|&length| others << length & wanted != 0);
            for length in possible {
                for (place, cell) in arm.clone().enumerate() {
                    left[cell] |= match place.cmp(&length) {
                        std::cmp::Ordering::Less => bit,
                        std::cmp::Ordering::Equal => domains[cell] & !bit,
                        std::cmp::Ordering::Greater => domains[cell],
                    };
                }
            }
        }
    }
}

/// The possible lengths of a run of a value along cells with these domains, a bit each.
fn lengths(domains: &[u64], bit: u64) -> u128 {
    let mut lengths = 0;
    for (length, &domain) in domains.iter().enumerate() {
        if domain != bit {
            lengths |= 1 << length;
        }
        if domain & bit == 0 {
            return lengths;
        }
    }
    lengths | 1 << domains.len()
}

/// The sums of a number of each set.
fn sums(one: u128, other: u128) -> u128 {
    ones_of(other).fold(0, |sums, number| sums | one << number)
}

fn ones_of(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = (set != 0).then_some(set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::Constraint;

    /// Random domains of a total, a first cell and three arms: filtering leaves what is in a filling, and nothing else.
    #[test]
    fn filtering_runs_is_complete() {
        let cell = |column| Cell::new(0, column);
        let arms = [vec![cell(2), cell(3)], vec![cell(4)], vec![]];
        let counts = vec![None, Some(1), Some(2), Some(4)];
        let constraint = Constraint::Runs(Runs::new(cell(0), cell(1), &arms, counts));
        let mut state = 3_u64;
        let mut bits = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 40
        };
        let mut failed = 0;
        for _ in 0..5_000 {
            let mut domains: Vec<u64> = (0..5).map(|_| (bits() & 0b1111).max(1)).collect();
            let mut expected = vec![0; 5];
            for number in 0..4_usize.pow(5) {
                let digits: Vec<usize> = (0..5).map(|at| number / 4_usize.pow(at) % 4).collect();
                let is_there = digits.iter().zip(&domains).all(|(digit, domain)| domain >> digit & 1 == 1);
                if is_there && constraint.holds(&digits) {
                    expected
                        .iter_mut()
                        .zip(digits)
                        .for_each(|(expected, digit): (&mut u64, _)| *expected |= 1 << digit);
                }
            }
            let given = domains.clone();
            if constraint.filter(&mut domains) == Ok(()) {
                assert_eq!(domains, expected, "{given:?}");
            } else {
                assert_eq!(expected[0], 0, "{given:?}");
                failed += 1;
            }
        }
        assert!((100..4_900).contains(&failed), "{failed}");
    }
}
