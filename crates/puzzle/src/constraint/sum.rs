//! Weighted sums of cells.
//!
//! Cells that differ and have one factor are a *clique*: the digits of k cells are one of the sets of k digits. A sum of one
//! clique, such as a cage, is filtered by the sets that add up to its total; a sum of several cliques by the sets of each clique
//! that the bounds of the others allow (M. A. Trick, *A dynamic programming approach for consistency and propagation for knapsack
//! constraints*, 2003, has the complete filtering). A clique with too many sets has only bounds, which account for different
//! digits.

use crate::constraint::distinct::{Distinct, Left, Sets, all_sets};
use crate::constraint::domain::{EmptyDomain, MOST_DIGITS};
use crate::geometry::Cell;
use satdoku_base::bits::ones;

/// The most combinations of a clique that are listed; beyond, only bounds are used.
const MOST_COMBINATIONS: usize = 1_000;

/// The most cliques that a term of a very long sum is tried in.
const MOST_TRIED: usize = 32;

/// The most cliques whose bounds are kept on the stack.
const FEW_CLIQUES: usize = 16;

/// The values of cells, each times a factor, add up to a total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    terms: Box<[(i64, Cell)]>,
    total: i64,
    /// The value of the digit with index 0, and the number of digits.
    first: i64,
    digits: usize,
    cliques: Vec<Clique>,
    /// The cells with their possible sets of digits, if there is one clique and the sets are few.
    distinct: Option<Distinct>,
}

/// Terms with one factor whose cells all differ.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Clique {
    /// The places of the terms.
    places: Vec<usize>,
    factor: i64,
    /// All sets of as many digits, if there are several places and the sets are few.
    sets: Option<Sets>,
}

impl Sum {
    /// A sum over a board whose digits have the values from `first` on. `differ` says which pairs of cells cannot have equal
    /// digits.
    ///
    /// # Panics
    /// If a factor is 0.
    #[must_use]
    pub fn new(
        terms: Vec<(i64, Cell)>,
        total: i64,
        first: i64,
        digits: usize,
        differ: impl Fn(Cell, Cell) -> bool,
    ) -> Self {
        assert!(terms.iter().all(|&(factor, _)| factor != 0), "a factor of a sum is not 0");
        let cliques = cliques(terms.len(), |one, other| {
            let ((factor, cell), (other_factor, other_cell)) = (terms[one], terms[other]);
            factor == other_factor && differ(cell, other_cell)
        });
        let cliques =
            cliques.into_iter().map(|places| Clique { factor: terms[places[0]].0, places, sets: None }).collect();
        let mut sum = Self { terms: terms.into(), total, first, digits, cliques, distinct: None };
        if sum.cliques.len() == 1 {
            sum.distinct = sum.listed().map(|sets| {
                let cells: Vec<Cell> = sum.terms.iter().map(|&(_, cell)| cell).collect();
                Distinct::new(&cells, sets)
            });
        }
        for clique in sum.cliques.iter_mut().filter(|clique| clique.places.len() > 1) {
            clique.sets = all_sets(digits, clique.places.len());
        }
        sum
    }

    /// The factor and the cell of each term.
    #[must_use]
    pub fn terms(&self) -> &[(i64, Cell)] {
        &self.terms
    }

    /// The total.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.total
    }

    /// The value of a digit by its index.
    #[must_use]
    pub fn value(&self, digit: usize) -> i64 {
        self.first + i64::from(digit as u32)
    }

    /// The places of each clique: terms with one factor whose cells differ. Each term is in exactly one clique.
    pub fn cliques(&self) -> impl Iterator<Item = &[usize]> {
        self.cliques.iter().map(|clique| &clique.places[..])
    }

    /// The cells with their possible sets of digits, if all cells differ and have one factor, and the sets are not too many.
    #[must_use]
    pub fn distinct(&self) -> Option<&Distinct> {
        self.distinct.as_ref()
    }

    /// The sets of as many digits as there are terms, with the right total.
    fn listed(&self) -> Option<Vec<u64>> {
        fn list(sum: &Sum, left: usize, from: usize, total: i64, chosen: u64, found: &mut Vec<u64>) -> bool {
            if left == 0 {
                if total == 0 {
                    found.push(chosen);
                }
                return found.len() <= MOST_COMBINATIONS;
            }
            let values = |from: usize, count: usize| (from..from + count).map(|digit| sum.value(digit)).sum::<i64>();
            for digit in from..=sum.digits.saturating_sub(left) {
                let rest = total - sum.value(digit);
                // The least and greatest sum of the remaining digits.
                if values(digit + 1, left - 1) > rest {
                    break;
                }
                if values(sum.digits - (left - 1), left - 1) < rest && left > 1 {
                    continue;
                }
                if !list(sum, left - 1, digit + 1, rest, chosen | 1 << digit, found) {
                    return false;
                }
            }
            true
        }
        let factor = self.terms.first()?.0;
        let mut found = Vec::new();
        if self.terms.len() > self.digits || self.total % factor != 0 {
            return Some(found);
        }
        list(self, self.terms.len(), 0, self.total / factor, 0, &mut found).then_some(found)
    }

    pub(super) fn holds(&self, digits: &[usize]) -> bool {
        let products = self.terms.iter().zip(digits).map(|(&(factor, _), &digit)| factor * self.value(digit));
        products.sum::<i64>() == self.total
    }

    pub(super) fn filter(&self, domains: &mut [u64]) -> Result<(), EmptyDomain> {
        if domains.contains(&0) {
            return Err(EmptyDomain);
        }
        match &self.distinct {
            Some(distinct) => distinct.filter(domains),
            None => self.by_cliques(domains),
        }
    }

    /// Strikes out values that the other cliques cannot compensate, to a fixed point.
    fn by_cliques(&self, domains: &mut [u64]) -> Result<(), EmptyDomain> {
        let (mut few, mut many) = ([(0, 0); FEW_CLIQUES], Vec::new());
        let bounds = if self.cliques.len() <= FEW_CLIQUES {
            &mut few[..self.cliques.len()]
        } else {
            many.resize(self.cliques.len(), (0, 0));
            &mut many[..]
        };
        for (clique, bound) in self.cliques.iter().zip(&mut *bounds) {
            *bound = self.bounds_of(clique.places.iter().copied(), clique.factor, domains)?;
        }
        loop {
            let (least, most) = bounds.iter().fold((0, 0), |sum, bound| (sum.0 + bound.0, sum.1 + bound.1));
            if least > self.total || most < self.total {
                return Err(EmptyDomain);
            }
            let mut has_changed = false;
            for (clique, bound) in self.cliques.iter().zip(&mut *bounds) {
                // The sum that the clique must have.
                let (low, high) = (self.total - (most - bound.1), self.total - (least - bound.0));
                if bound.0 >= low && bound.1 <= high {
                    continue;
                }
                let narrowed = self.filter_clique(clique, (low, high), domains)?;
                if narrowed != *bound {
                    *bound = narrowed;
                    has_changed = true;
                    break;
                }
            }
            if !has_changed {
                return Ok(());
            }
        }
    }

    /// Strikes out digits of a clique's cells that lead to no sum in a range; returns the least and the greatest sum left.
    fn filter_clique(
        &self,
        clique: &Clique,
        range: (i64, i64),
        domains: &mut [u64],
    ) -> Result<(i64, i64), EmptyDomain> {
        match (&clique.places[..], &clique.sets) {
            (&[at], _) => {
                let fits = |&digit: &usize| (range.0..=range.1).contains(&(clique.factor * self.value(digit)));
                domains[at] = ones(domains[at]).filter(fits).fold(0, |left, digit| left | 1 << digit);
                let digits = (domains[at] != 0)
                    .then(|| (domains[at].trailing_zeros() as usize, 63 - domains[at].leading_zeros() as usize));
                let (low, high) = digits.ok_or(EmptyDomain)?;
                Ok(ordered(clique.factor * self.value(low), clique.factor * self.value(high)))
            }
            (places, Some(sets)) => self.by_sets(places, clique.factor, sets, range, domains),
            (places, None) => self.by_bounds(places, clique.factor, range, domains),
        }
    }

    /// Filters by the sets of digits whose sums are in the range.
    fn by_sets(
        &self,
        places: &[usize],
        factor: i64,
        sets: &Sets,
        range: (i64, i64),
        domains: &mut [u64],
    ) -> Result<(i64, i64), EmptyDomain> {
        // The range of the sums of indices.
        let (low, high) = if factor > 0 { range } else { (-range.1, -range.0) };
        let size = factor.abs();
        let offset = self.first * i64::from(places.len() as u32);
        let (low, high) = (-(-low).div_euclid(size) - offset, high.div_euclid(size) - offset);
        let from = sets.partition_point(|&(_, sum)| sum < low);
        let end = sets.partition_point(|&(_, sum)| sum <= high);
        let Some(sets) = sets.get(from..end) else { return Err(EmptyDomain) };
        let mut of_places = [0; MOST_DIGITS];
        let Some(of_places) = of_places.get_mut(..places.len()) else { return Err(EmptyDomain) };
        loop {
            of_places.iter_mut().zip(places).for_each(|(domain, &at)| *domain = domains[at]);
            let mut left = Left::of(of_places);
            let mut bounds = None;
            for &(set, sum) in sets {
                if left.is_possible(set, of_places) {
                    left.take(set);
                    bounds = Some(bounds.map_or((sum, sum), |(least, _)| (least, sum)));
                }
            }
            let has_changed = left.apply(of_places)?;
            if !has_changed {
                let (least, most) = bounds.ok_or(EmptyDomain)?;
                return Ok(ordered(factor * (least + offset), factor * (most + offset)));
            }
            of_places.iter().zip(places).for_each(|(&domain, &at)| domains[at] = domain);
        }
    }

    /// Filters by the bounds of the clique's other cells.
    fn by_bounds(
        &self,
        places: &[usize],
        factor: i64,
        (low, high): (i64, i64),
        domains: &mut [u64],
    ) -> Result<(i64, i64), EmptyDomain> {
        for &at in places {
            let others = self.bounds_of(places.iter().copied().filter(|&other| other != at), factor, domains)?;
            let fits = |&digit: &usize| {
                let product = factor * self.value(digit);
                product + others.1 >= low && product + others.0 <= high
            };
            domains[at] = ones(domains[at]).filter(fits).fold(0, |left, digit| left | 1 << digit);
            if domains[at] == 0 {
                return Err(EmptyDomain);
            }
        }
        self.bounds_of(places.iter().copied(), factor, domains)
    }

    /// The least and the greatest sum of a clique's terms: single digits in order, each raised above the lower cells' digits so
    /// that all differ.
    fn bounds_of(
        &self,
        places: impl Iterator<Item = usize>,
        factor: i64,
        domains: &[u64],
    ) -> Result<(i64, i64), EmptyDomain> {
        let (mut lows, mut highs) = ([0; MOST_DIGITS], [0; MOST_DIGITS]);
        let mut count = 0;
        // More cells that differ than digits have no filling; filtering notices as soon as they are filled.
        for at in places.take(MOST_DIGITS) {
            lows[count] = i64::from(domains[at].trailing_zeros());
            highs[count] = 63 - i64::from(domains[at].leading_zeros());
            count += 1;
        }
        let (lows, highs) = (&mut lows[..count], &mut highs[..count]);
        lows.sort_unstable();
        highs.sort_unstable_by(|a, b| b.cmp(a));
        let mut least = 0;
        let mut next = i64::MIN;
        for (&low, &high) in lows.iter().zip(highs.iter().rev()) {
            let low = low.max(next);
            // The cells that reach no higher do not have enough digits.
            if low > high {
                return Err(EmptyDomain);
            }
            least += low + self.first;
            next = low + 1;
        }
        let (mut most, mut next) = (0, i64::MAX);
        for &high in &*highs {
            let high = high.min(next);
            most += high + self.first;
            next = high - 1;
        }
        Ok(ordered(factor * least, factor * most))
    }
}

/// Divides terms into cliques of terms that differ, twice, and returns the division with the larger cliques: k cells of a clique
/// add up to at least 1 + … + k.
fn cliques(count: usize, differ: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut first_fit: Vec<Vec<usize>> = Vec::new();
    for at in 0..count {
        let tried = if count > u128::BITS as usize { first_fit.len().saturating_sub(MOST_TRIED) } else { 0 };
        match first_fit[tried..].iter_mut().find(|clique| clique.iter().all(|&other| differ(other, at))) {
            Some(clique) => clique.push(at),
            None => first_fit.push(vec![at]),
        }
    }
    if first_fit.len() == 1 || count > u128::BITS as usize {
        return first_fit;
    }
    let rivals: Vec<u128> = (0..count)
        .map(|one| {
            (0..count).filter(|&other| other != one && differ(one, other)).fold(0, |all, other| all | 1 << other)
        })
        .collect();
    let mut left = if count == u128::BITS as usize { u128::MAX } else { (1 << count) - 1 };
    let mut greedy: Vec<Vec<usize>> = Vec::new();
    while left != 0 {
        let largest = bits(left)
            .map(|seed| clique_of(seed, left, &rivals))
            .reduce(|largest, next| if next.count_ones() > largest.count_ones() { next } else { largest });
        let clique = largest.unwrap_or(left);
        greedy.push(bits(clique).collect());
        left &= !clique;
    }
    let weight = |cliques: &[Vec<usize>]| cliques.iter().map(|clique| clique.len() * clique.len()).sum::<usize>();
    if weight(&greedy) > weight(&first_fit) { greedy } else { first_fit }
}

/// A clique around a term, grown by the term that leaves the most candidates for growth.
fn clique_of(seed: usize, left: u128, rivals: &[u128]) -> u128 {
    let (mut clique, mut open) = (1 << seed, rivals[seed] & left);
    while let Some(next) = bits(open).max_by_key(|&next| ((rivals[next] & open).count_ones(), usize::MAX - next)) {
        clique |= 1 << next;
        open &= rivals[next];
    }
    clique
}

/// The places of the bits of a mask.
fn bits(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(at)
    })
}

/// Two bounds, the lower first.
fn ordered(a: i64, b: i64) -> (i64, i64) {
    (a.min(b), a.max(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_cut_into_large_cliques() {
        // Terms in rows and columns of a lattice: terms of one line differ.
        let at = [(0, 0), (1, 1), (0, 1), (0, 2), (2, 1), (0, 3)];
        let differ = |one: usize, other: usize| at[one].0 == at[other].0 || at[one].1 == at[other].1;
        assert_eq!(cliques(at.len(), differ), [vec![0, 2, 3, 5], vec![1, 4]]);
        assert_eq!(cliques(3, |_, _| true), [vec![0, 1, 2]]);
        assert_eq!(cliques(2, |_, _| false), [vec![0], vec![1]]);
        // Too many for the masks: first fit.
        assert_eq!(cliques(130, |one, other| one / 65 == other / 65).len(), 2);
        assert_eq!(cliques(128, |one, other| one % 2 == other % 2).len(), 2);
    }

    /// Three cells that differ, minus a fourth.
    fn arrow(total: i64, digits: usize) -> Sum {
        let cell = |column| Cell::new(0, column);
        let terms = vec![(1, cell(1)), (1, cell(2)), (1, cell(3)), (-1, cell(4))];
        Sum::new(terms, total, 1, digits, |one, other| one != other && one != cell(4) && other != cell(4))
    }

    /// Digits 4 and 6, 2, 2 again: the sum is within the bounds of 6 to 9, but two cells are equal.
    #[test]
    fn cells_with_too_few_digits_cannot_differ() {
        let mut domains = [0b10_1000, 0b10, 0b10, 0b1_1110_0000];
        assert_eq!(arrow(0, 9).filter(&mut domains), Err(EmptyDomain));
    }
}
