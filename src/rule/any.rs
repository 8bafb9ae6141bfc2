//! A rule of any family, and one of several: `anyof less r1c1 r1c2 | killer 5 r1c1 r1c2 & odd r1c1`.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::{
    Allowed, Arrow, Breach, Chess, Constrain, Contains, Copies, CountDistinct, CountingCircles, Digits, DoubleArrow,
    Ends, EqualSums, Extremum, FullRank, Global, Indexer, Killer, Line, LittleKiller, Lowered, Negative,
    NonConsecutive, Outside, Own, Pair, Pairwise, Parity, Regex, RuleError, SameDigits, SpecialCage, StateMachine,
    SumLine, Thermometer, ValueIndexer, WeightedSum,
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

/// The rules of one alternative at least hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnyOf {
    /// The alternatives, each of them rules that hold together.
    pub alternatives: Vec<Vec<Rule>>,
}

impl AnyOf {
    /// The rules of all alternatives.
    pub(in crate::rule) fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.alternatives.iter().flatten()
    }

    /// Whether one of them is of a program that uses the library.
    pub(in crate::rule) fn has_own(&self) -> bool {
        self.rules().any(|rule| match rule {
            Rule::Own(_) => true,
            Rule::AnyOf(any) => any.has_own(),
            _ => false,
        })
    }
}

impl fmt::Display for AnyOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anyof")?;
        for (at, alternative) in self.alternatives.iter().enumerate() {
            f.write_str(if at > 0 { " |" } else { "" })?;
            for (at, rule) in alternative.iter().enumerate() {
                write!(f, "{} {rule}", if at > 0 { " &" } else { "" })?;
            }
        }
        Ok(())
    }
}

impl Constrain for AnyOf {
    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.rules().flat_map(|rule| rule.as_constrain().cells(board)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let breach = |rule: &Rule| rule.as_constrain().breach(board, digits);
        let mut cells = Vec::new();
        for alternative in &self.alternatives {
            cells.extend(alternative.iter().find_map(breach)?.cells);
        }
        cells.sort_unstable();
        cells.dedup();
        Some(Breach { cells, sentence: format!("{} are all broken", self.sentence()) })
    }

    fn sentence(&self) -> String {
        let each = |alternative: &Vec<Rule>| {
            let rules: Vec<String> = alternative.iter().map(|rule| rule.as_constrain().sentence()).collect();
            rules.join(" and ")
        };
        let alternatives: Vec<String> = self.alternatives.iter().map(each).collect();
        format!("the alternatives {}", alternatives.join(", "))
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let mut alternatives = Vec::new();
        for rules in &self.alternatives {
            let mut alternative = to.alternative();
            rules.iter().try_for_each(|rule| rule.as_constrain().lower(board, &mut alternative))?;
            alternatives.push(alternative);
        }
        to.choice(alternatives)
    }

    fn bears_relabelling(&self) -> bool {
        self.rules().all(|rule| rule.as_constrain().bears_relabelling())
    }
}
