//! Pairs of digits that two cells may have.

use satdoku_base::bits::ones;

use crate::constraint::domain::MOST_DIGITS;

/// A matrix with a bit for each pair of digit indices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RelationMatrix {
    /// For each digit of the first cell the allowed digits of the second, and vice versa.
    rows: Vec<u64>,
    columns: Vec<u64>,
}

impl RelationMatrix {
    /// The pairs of values that a predicate allows, on a board with these values in ascending order.
    ///
    /// # Panics
    /// If there are more than [`MOST_DIGITS`] values.
    #[must_use]
    pub fn of(values: std::ops::RangeInclusive<i64>, allows: impl Fn(i64, i64) -> bool) -> Self {
        let count = values.clone().take(MOST_DIGITS + 1).count();
        assert!(count <= MOST_DIGITS, "a relation is of at most {MOST_DIGITS} values");
        let row =
            |a: i64| values.clone().zip(0..).filter(|&(b, _)| allows(a, b)).fold(0, |row, (_, bit)| row | 1 << bit);
        let column =
            |b: i64| values.clone().zip(0..).filter(|&(a, _)| allows(a, b)).fold(0, |row, (_, bit)| row | 1 << bit);
        Self { rows: values.clone().map(row).collect(), columns: values.clone().map(column).collect() }
    }

    /// Whether the pair of digits is allowed.
    #[must_use]
    pub fn has(&self, first: usize, second: usize) -> bool {
        self.rows[first] >> second & 1 == 1
    }

    /// The digits of the second cell beside a digit of the first.
    #[must_use]
    pub fn beside_first(&self, first: usize) -> u64 {
        self.rows[first]
    }

    /// The digits of the first cell beside a digit of the second.
    #[must_use]
    pub fn beside_second(&self, second: usize) -> u64 {
        self.columns[second]
    }

    /// Whether every allowed pair is also allowed in reverse.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.rows == self.columns
    }

    /// Strikes out digits without a partner: one pass each way is complete.
    pub(super) fn filter(&self, domains: &mut [u64]) {
        let partners = |of: u64, table: &[u64]| ones(of).fold(0, |all, digit| all | table[digit]);
        domains[1] &= partners(domains[0], &self.rows);
        domains[0] &= partners(domains[1], &self.columns);
    }
}
