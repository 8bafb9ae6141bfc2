//! Cells that differ and together hold one of several sets of digits.
//!
//! The difference alone is a unit of the board; this kind knows which sets of digits the cells can have.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::constraint::domain::EmptyDomain;
use crate::geometry::Cell;
use satdoku_base::bits::ones;

/// The most sets of digits that are listed for some cells.
const MOST_SETS: usize = 2_000;

/// Cells that differ, and their possible sets of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distinct {
    cells: Box<[Cell]>,
    sets: Arc<[u64]>,
}

impl Distinct {
    /// Cells that differ and together hold one of several sets of digits. A set whose size differs from the number of cells is
    /// impossible and left out.
    #[must_use]
    pub fn new(cells: &[Cell], sets: impl IntoIterator<Item = u64>) -> Self {
        let fits = |set: &u64| set.count_ones() as usize == cells.len();
        Self { cells: cells.into(), sets: sets.into_iter().filter(fits).collect() }
    }

    /// The cells.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The sets of digits, by index, a bit each.
    #[must_use]
    pub fn sets(&self) -> &[u64] {
        &self.sets
    }

    pub(super) fn holds(&self, digits: &[usize]) -> bool {
        let set = digits.iter().fold(0_u64, |set, &digit| set | 1 << digit);
        self.sets.contains(&set)
    }

    pub(super) fn filter(&self, domains: &mut [u64]) -> Result<(), EmptyDomain> {
        loop {
            let mut left = Left::of(domains);
            for &set in self.sets.iter() {
                if left.is_possible(set, domains) {
                    left.take(set);
                }
            }
            if !left.apply(domains)? {
                return Ok(());
            }
        }
    }
}

/// The digits that the possible sets leave in some domains.
pub(super) struct Left {
    /// The digits of all domains, and the digits of the domains with one digit.
    all: u64,
    fixed: u64,
    /// The digits in at least one possible set, and the digits in every possible set.
    some: u64,
    every: u64,
}

impl Left {
    /// Before any set is added: no digit is left.
    pub(super) fn of(domains: &[u64]) -> Self {
        let see =
            |(all, fixed), &domain: &u64| (all | domain, fixed | if domain.is_power_of_two() { domain } else { 0 });
        let (all, fixed) = domains.iter().fold((0, 0), see);
        Self { all, fixed, some: 0, every: u64::MAX }
    }

    /// Whether the domains can have the digits of a set: each cell has a digit of the set, each digit a cell.
    #[inline]
    pub(super) fn is_possible(&self, set: u64, domains: &[u64]) -> bool {
        set & !self.all == 0 && self.fixed & !set == 0 && domains.iter().all(|domain| domain & set != 0)
    }

    /// Adds a possible set.
    #[inline]
    pub(super) fn take(&mut self, set: u64) {
        self.some |= set;
        self.every &= set;
    }

    /// Strikes out the digits that are in no added set; a digit of every set with one place left is placed there. Returns whether
    /// a domain changed.
    pub(super) fn apply(&self, domains: &mut [u64]) -> Result<bool, EmptyDomain> {
        if self.some == 0 {
            return Err(EmptyDomain);
        }
        let (mut once, mut twice, mut has_changed) = (0, 0, false);
        for domain in domains.iter_mut() {
            let left = *domain & self.some;
            has_changed |= left != *domain;
            *domain = left;
            twice |= once & left;
            once |= left;
        }
        if self.every & !once != 0 {
            return Err(EmptyDomain);
        }
        let hidden = self.every & once & !twice;
        for domain in domains {
            let here = *domain & hidden;
            // Two digits for one cell, or an empty domain.
            if *domain == 0 || here.count_ones() > 1 {
                return Err(EmptyDomain);
            }
            if here != 0 && here != *domain {
                *domain = here;
                has_changed = true;
            }
        }
        Ok(has_changed)
    }
}

/// Sets of digits, each with the sum of its indices, in order of the sums.
pub(super) type Sets = Arc<[(u64, i64)]>;

/// All sets of `count` of the first `digits` digits; `None` if there are none or too many. Each table is built once.
pub(super) fn all_sets(digits: usize, count: usize) -> Option<Sets> {
    static KNOWN: Mutex<BTreeMap<(usize, usize), Sets>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(sets) = known.get(&(digits, count)) {
        return Some(Arc::clone(sets));
    }
    let all = u64::MAX.checked_shr(u64::BITS - digits as u32).unwrap_or_default();
    let sets = subsets(all, count, MOST_SETS).filter(|sets| !sets.is_empty())?;
    let indices = |set: u64| ones(set).map(|digit| i64::from(digit as u32)).sum::<i64>();
    let mut sets: Vec<(u64, i64)> = sets.into_iter().map(|set| (set, indices(set))).collect();
    sets.sort_unstable_by_key(|&(set, sum)| (sum, set));
    let sets = Sets::from(sets);
    known.insert((digits, count), Arc::clone(&sets));
    Some(sets)
}

/// All sets of `count` of some digits, a bit each, in ascending order; `None` if there are more than `most`.
///
/// The sets are counted before they are listed, so that many take no time.
#[doc(hidden)]
#[must_use]
pub fn subsets(digits: u64, count: usize, most: usize) -> Option<Vec<u64>> {
    let size = digits.count_ones() as usize;
    let Some(left_out) = size.checked_sub(count) else { return Some(Vec::new()) };
    // Choosing the digits of a set is choosing the digits left out.
    (1..=count.min(left_out)).try_fold(1, |sets, chosen| {
        let sets = sets * (size + 1 - chosen) / chosen;
        (sets <= most).then_some(sets)
    })?;
    let mut sets = vec![0_u64];
    for (at, digit) in ones(digits).enumerate() {
        // Enough digits must remain.
        sets.retain(|set| set.count_ones() as usize + (size - at) >= count);
        let with: Vec<u64> = sets.iter().filter(|set| (set.count_ones() as usize) < count).copied().collect();
        sets.extend(with.into_iter().map(|set| set | 1 << digit));
    }
    sets.retain(|set| set.count_ones() as usize == count);
    Some(sets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sets_are_listed_by_their_sums() {
        assert_eq!(*all_sets(4, 2).unwrap(), [(3, 1), (5, 2), (6, 3), (9, 3), (10, 4), (12, 5)]);
        assert_eq!((all_sets(9, 4).unwrap().len(), all_sets(9, 9).unwrap().len()), (126, 1));
        assert!(all_sets(25, 12).is_none() && all_sets(3, 4).is_none() && all_sets(64, 32).is_none());
        assert_eq!(all_sets(25, 25).unwrap().len(), 1);
    }

    #[test]
    fn subsets_are_counted_before_they_are_listed() {
        for digits in 0..1_u64 << 7 {
            for count in 0..=8 {
                let is_one = |set: &u64| set & !digits == 0 && set.count_ones() as usize == count;
                let expected: Vec<u64> = (0..1 << 7).filter(is_one).collect();
                assert_eq!(
                    subsets(digits, count, expected.len().max(1)).as_ref(),
                    Some(&expected),
                    "{digits:b} {count}"
                );
                if expected.len() > 1 {
                    assert_eq!(subsets(digits, count, expected.len() - 1), None, "{digits:b} {count}");
                }
            }
        }
        assert_eq!(subsets(u64::MAX, 32, 1_000), None);
        assert_eq!(subsets(u64::MAX, 63, 64).map(|sets| sets.len()), Some(64));
    }
}
