//! A rule of any family.

use std::fmt;

use crate::rule::{
    Allowed, Arrow, Chess, Constrain, Copies, DoubleArrow, Extremum, Killer, Line, LittleKiller, NonConsecutive, Pair,
    Parity, Thermometer,
};

/// A rule of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// Cells that differ, with or without a total.
    Killer(Killer),
    /// Cells along a diagonal that make a total.
    LittleKiller(LittleKiller),
    /// Cells that make the number in a circle or a pill.
    Arrow(Arrow),
    /// The cells between two circles make what these make.
    DoubleArrow(DoubleArrow),
    /// Digits that rise from the bulb on.
    Thermometer(Thermometer),
    /// A line that says something of its cells.
    Line(Line),
    /// A mark between two cells.
    Pair(Pair),
    /// Cells that have the digits of others.
    Copies(Copies),
    /// Odd or even cells.
    Parity(Parity),
    /// Cells that are lower or higher than their neighbours.
    Extremum(Extremum),
    /// The digits that a cell may have.
    Allowed(Allowed),
    /// No digit twice a chess move apart.
    Chess(Chess),
    /// No two neighbours with consecutive digits.
    NonConsecutive(NonConsecutive),
}

impl Rule {
    /// The rule as what all rules are.
    #[must_use]
    pub fn as_constrain(&self) -> &dyn Constrain {
        match self {
            Self::Killer(rule) => rule,
            Self::LittleKiller(rule) => rule,
            Self::Arrow(rule) => rule,
            Self::DoubleArrow(rule) => rule,
            Self::Thermometer(rule) => rule,
            Self::Line(rule) => rule,
            Self::Pair(rule) => rule,
            Self::Copies(rule) => rule,
            Self::Parity(rule) => rule,
            Self::Extremum(rule) => rule,
            Self::Allowed(rule) => rule,
            Self::Chess(rule) => rule,
            Self::NonConsecutive(rule) => rule,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_constrain(), f)
    }
}
