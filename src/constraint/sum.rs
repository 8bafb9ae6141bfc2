//! Weighted sums of cells.
//!
//! Cells that all differ and have one factor are a *clique*: of k of them only the digit sets of the right total are possible.
//! A sum of one clique, as of a cage, is filtered by these combinations; any other by the bounds that the rest leaves each
//! cell, where the bounds of a clique count that its digits differ (M. A. Trick, *A dynamic programming approach for
//! consistency and propagation for knapsack constraints*, 2003, has the complete filtering).

use crate::constraint::Emptied;
use crate::constraint::relation::ones;
use crate::geometry::Cell;

/// Combinations of a clique that are listed; with more, bounds are all that is looked at.
const MOST_COMBINATIONS: usize = 1_000;

/// The values of cells, each times a factor, make a total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    terms: Box<[(i64, Cell)]>,
    total: i64,
    /// The value of the digit with index 0, and the number of digits.
    first: i64,
    digits: usize,
    /// The places of terms of one factor whose cells all differ.
    cliques: Vec<Vec<usize>>,
    /// The sets of digits that the only clique can have; none where there are several cliques or too many sets.
    combinations: Option<Vec<u64>>,
}

impl Sum {
    /// A sum over a board whose digits have the values from `first` on. `differ` says which cells cannot have the same digit.
    #[must_use]
    pub fn new(
        terms: Vec<(i64, Cell)>,
        total: i64,
        first: i64,
        digits: usize,
        differ: impl Fn(Cell, Cell) -> bool,
    ) -> Self {
        let mut cliques: Vec<Vec<usize>> = Vec::new();
        for (at, &(factor, cell)) in terms.iter().enumerate() {
            let fits = |clique: &&mut Vec<usize>| {
                clique.iter().all(|&other| terms[other].0 == factor && differ(terms[other].1, cell))
            };
            match cliques.iter_mut().find(fits) {
                Some(clique) => clique.push(at),
                None => cliques.push(vec![at]),
            }
        }
        let mut sum = Self { terms: terms.into(), total, first, digits, cliques, combinations: None };
        if sum.cliques.len() == 1 {
            sum.combinations = sum.listed();
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

    /// The places of terms of one factor whose cells all differ; each term is in one.
    #[must_use]
    pub fn cliques(&self) -> &[Vec<usize>] {
        &self.cliques
    }

    /// The sets of digits that the cells can have, where all differ and have one factor, and the sets are not too many.
    #[must_use]
    pub fn combinations(&self) -> Option<&[u64]> {
        self.combinations.as_deref()
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
                // The least and the most that the others can make.
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

    pub(in crate::constraint) fn holds(&self, digits: &[usize]) -> bool {
        let products = self.terms.iter().zip(digits).map(|(&(factor, _), &digit)| factor * self.value(digit));
        products.sum::<i64>() == self.total
    }

    pub(in crate::constraint) fn filter(&self, domains: &mut [u64]) -> Result<(), Emptied> {
        if domains.contains(&0) {
            return Err(Emptied);
        }
        if let Some(combinations) = &self.combinations {
            return by_combinations(combinations, domains);
        }
        self.by_bounds(domains)
    }

    /// Strikes out values that are beyond what the other cells can make up for, until nothing changes.
    fn by_bounds(&self, domains: &mut [u64]) -> Result<(), Emptied> {
        let mut bounds: Vec<(i64, i64)> =
            self.cliques.iter().map(|clique| self.clique_bounds(clique, domains)).collect();
        loop {
            let (least, most) = bounds.iter().fold((0, 0), |sum, bound| (sum.0 + bound.0, sum.1 + bound.1));
            if least > self.total || most < self.total {
                return Err(Emptied);
            }
            let mut has_changed = false;
            for (clique, bound) in self.cliques.iter().zip(&mut bounds) {
                // What the clique must make.
                let (low, high) = (self.total - (most - bound.1), self.total - (least - bound.0));
                let mut is_struck = false;
                for &at in clique {
                    let others = self.bounds_without(clique, at, domains);
                    let factor = self.terms[at].0;
                    let fits = |digit: usize| {
                        let product = factor * self.value(digit);
                        product + others.1 >= low && product + others.0 <= high
                    };
                    let left = ones(domains[at]).filter(|&digit| fits(digit)).fold(0, |left, digit| left | 1 << digit);
                    if left == 0 {
                        return Err(Emptied);
                    }
                    is_struck |= left != domains[at];
                    domains[at] = left;
                }
                if is_struck {
                    *bound = self.clique_bounds(clique, domains);
                    has_changed = true;
                    break;
                }
            }
            if !has_changed {
                return Ok(());
            }
        }
    }

    fn clique_bounds(&self, clique: &[usize], domains: &[u64]) -> (i64, i64) {
        self.bounds_of(clique.iter().copied(), domains)
    }

    fn bounds_without(&self, clique: &[usize], without: usize, domains: &[u64]) -> (i64, i64) {
        self.bounds_of(clique.iter().copied().filter(move |&at| at != without), domains)
    }

    /// The least and the most that terms of a clique make: digits of single cells, raised to differ from those of cells that
    /// must be lower.
    fn bounds_of(&self, places: impl Iterator<Item = usize>, domains: &[u64]) -> (i64, i64) {
        let (mut lows, mut highs, mut factor) = (Vec::new(), Vec::new(), 1);
        for at in places {
            factor = self.terms[at].0;
            lows.push(i64::from(domains[at].trailing_zeros()));
            highs.push(63 - i64::from(domains[at].leading_zeros()));
        }
        lows.sort_unstable();
        highs.sort_unstable_by(|a, b| b.cmp(a));
        let mut least = 0;
        let mut next = i64::MIN;
        for &low in &lows {
            let low = low.max(next);
            least += low + self.first;
            next = low + 1;
        }
        let (mut most, mut next) = (0, i64::MAX);
        for &high in &highs {
            let high = high.min(next);
            most += high + self.first;
            next = high - 1;
        }
        if factor < 0 { (factor * most, factor * least) } else { (factor * least, factor * most) }
    }
}

/// Keeps the combinations that the domains can have: each cell has one of the digits, each digit a cell.
fn by_combinations(combinations: &[u64], domains: &mut [u64]) -> Result<(), Emptied> {
    loop {
        let all = domains.iter().fold(0, |all, domain| all | domain);
        let fixed = domains.iter().filter(|domain| domain.is_power_of_two()).fold(0, |fixed, domain| fixed | domain);
        let fits =
            |&&set: &&u64| set & !all == 0 && fixed & !set == 0 && domains.iter().all(|domain| domain & set != 0);
        let (mut some, mut every) = (0, u64::MAX);
        for &set in combinations.iter().filter(fits) {
            some |= set;
            every &= set;
        }
        if some == 0 {
            return Err(Emptied);
        }
        let mut has_changed = false;
        for domain in domains.iter_mut() {
            let left = *domain & some;
            has_changed |= left != *domain;
            *domain = left;
        }
        // A digit of every combination with one place left is there.
        for digit in ones(every) {
            let bit = 1 << digit;
            let mut places = domains.iter_mut().filter(|domain| **domain & bit != 0);
            match (places.next(), places.next()) {
                (None, _) => return Err(Emptied),
                (Some(domain), None) if *domain != bit => {
                    *domain = bit;
                    has_changed = true;
                }
                _ => {}
            }
        }
        if domains.contains(&0) {
            return Err(Emptied);
        }
        if !has_changed {
            return Ok(());
        }
    }
}
