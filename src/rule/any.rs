//! A rule of any family.

use std::fmt;

use crate::rule::{
    Allowed, AnyOf, Arrow, Chess, Constrain, Contains, Copies, CountDistinct, CountingCircles, DoubleArrow, Ends,
    EqualSums, Extremum, FullRank, Global, Indexer, Killer, Line, LittleKiller, Negative, NonConsecutive, Outside, Own,
    Pair, Pairwise, Parity, Regex, SameDigits, SpecialCage, StateMachine, SumLine, Thermometer, ValueIndexer,
    WeightedSum,
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
    /// A line whose ends bound the digits on it.
    Ends(Ends),
    /// A clue at the end of a row or a column.
    Outside(Outside),
    /// The rank of a row or a column among all.
    FullRank(FullRank),
    /// Digits, each times a factor, that make a total.
    WeightedSum(WeightedSum),
    /// Groups of cells that make one sum.
    EqualSums(EqualSums),
    /// A line that is cut into parts of one sum.
    SumLine(SumLine),
    /// A cage that says something else than its sum.
    SpecialCage(SpecialCage),
    /// So many of some digits in some cells.
    Contains(Contains),
    /// A cell that says how many different digits some cells have.
    CountDistinct(CountDistinct),
    /// Circles: each digit is in as many of them as it says.
    CountingCircles(CountingCircles),
    /// Groups of cells with the same digits.
    SameDigits(SameDigits),
    /// Cells that say where in their line a digit is.
    Indexer(Indexer),
    /// A cell that says which of some others has the digit of a third.
    ValueIndexer(ValueIndexer),
    /// A rule over the whole board.
    Global(Global),
    /// No marks but those that are drawn.
    Negative(Negative),
    /// The pairs of digits that cells may have.
    Pairwise(Pairwise),
    /// Digits that match a pattern.
    Regex(Regex),
    /// Digits that an automaton accepts.
    StateMachine(StateMachine),
    /// One of several rules, or groups of rules.
    AnyOf(AnyOf),
    /// A rule of a program that uses the library.
    Own(Own),
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
            Self::Ends(rule) => rule,
            Self::Outside(rule) => rule,
            Self::FullRank(rule) => rule,
            Self::WeightedSum(rule) => rule,
            Self::EqualSums(rule) => rule,
            Self::SumLine(rule) => rule,
            Self::SpecialCage(rule) => rule,
            Self::Contains(rule) => rule,
            Self::CountDistinct(rule) => rule,
            Self::CountingCircles(rule) => rule,
            Self::SameDigits(rule) => rule,
            Self::Indexer(rule) => rule,
            Self::ValueIndexer(rule) => rule,
            Self::Global(rule) => rule,
            Self::Negative(rule) => rule,
            Self::Pairwise(rule) => rule,
            Self::Regex(rule) => rule,
            Self::StateMachine(rule) => rule,
            Self::AnyOf(rule) => rule,
            Self::Own(rule) => &**rule,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_constrain(), f)
    }
}
