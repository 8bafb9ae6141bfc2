//! Domains: the digits that are left for a cell, a bit each.

/// The most digits of a board with constraints: domains are words of so many bits.
pub const MOST_DIGITS: usize = 64;

/// A constraint leaves a cell no digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmptyDomain;
