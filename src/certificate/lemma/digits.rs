//! Sets of digits, a bit each.

use crate::bits::ones;

/// The digits of the cells at some places of the board.
pub(super) fn domains_of(places: &[usize], domains: &[u64]) -> Vec<u64> {
    places.iter().map(|&place| domains[place]).collect()
}

/// The digits of some domains together.
pub(super) fn union(domains: &[u64]) -> u64 {
    domains.iter().fold(0, |all, &domain| all | domain)
}

/// The sum of the values of digits.
pub(super) fn total(digits: u64, value: impl Fn(usize) -> i64) -> i64 {
    ones(digits).map(value).sum()
}
