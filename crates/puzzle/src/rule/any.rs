//! A rule of any family, and one of several: `anyof less r1c1 r1c2 | killer 5 r1c1 r1c2 & odd r1c1`.

use std::fmt;

use crate::geometry::{Cell, Geometry, Layer};
use crate::rule::arrow::{Arrow, DoubleArrow};
use crate::rule::cage::{Killer, LittleKiller};
use crate::rule::cell::{Allowed, Extremum, Parity};
use crate::rule::chaos::Chaos;
use crate::rule::chess::{Chess, NonConsecutive};
use crate::rule::connected::Connected;
use crate::rule::constrain::{Breach, Constrain, Digits};
use crate::rule::contents::{Contains, CountDistinct, CountingCircles, SameDigits};
use crate::rule::ends::Ends;
use crate::rule::equal_cells::EqualCells;
use crate::rule::error::RuleError;
use crate::rule::global::Global;
use crate::rule::helper_cells::HelperCells;
use crate::rule::indexer::{Indexer, ValueIndexer};
use crate::rule::line::Line;
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::negative::Negative;
use crate::rule::open_sum::OpenSum;
use crate::rule::outside::Outside;
use crate::rule::pair::{Copies, Pair};
use crate::rule::pairwise::Pairwise;
use crate::rule::pattern::Regex;
use crate::rule::rank::FullRank;
use crate::rule::relation::Relation;
use crate::rule::scan::Scan;
use crate::rule::shading::Shading;
use crate::rule::special_cage::SpecialCage;
use crate::rule::state_machine::StateMachine;
use crate::rule::sum::{EqualSums, SumLine, WeightedSum};
use crate::rule::thermometer::Thermometer;
use crate::rule::user_rule::UserRule;

/// A rule of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// Cells that differ, with or without a total.
    Killer(Killer),
    /// Cells along a diagonal that add up to a total.
    LittleKiller(LittleKiller),
    /// Cells whose total is not one number.
    OpenSum(OpenSum),
    /// The digits of a shaft add up to the number in a circle or a pill.
    Arrow(Arrow),
    /// The cells between two circles add up to the sum of the circles.
    DoubleArrow(DoubleArrow),
    /// Digits that rise from the bulb.
    Thermometer(Thermometer),
    /// A line with a condition on its cells.
    Line(Line),
    /// A mark between two cells.
    Pair(Pair),
    /// Cells with the digits of further cells.
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
    /// Digits, each times a factor, that add up to a total.
    WeightedSum(WeightedSum),
    /// Groups of cells with one sum.
    EqualSums(EqualSums),
    /// A line that is cut into parts of one sum.
    SumLine(SumLine),
    /// A cage with a condition other than its sum.
    SpecialCage(SpecialCage),
    /// Counts of given digits in some cells.
    Contains(Contains),
    /// A cell whose digit is the number of different digits in some cells.
    CountDistinct(CountDistinct),
    /// Circles: a digit d in a circle is in exactly d circles.
    CountingCircles(CountingCircles),
    /// Groups of cells with the same digits.
    SameDigits(SameDigits),
    /// Cells whose digit is the place of a digit in their line.
    Indexer(Indexer),
    /// A cell whose digit is the place, in a list of cells, of the digit of a third cell.
    ValueIndexer(ValueIndexer),
    /// A rule over the whole board.
    Global(Global),
    /// Unmarked neighbours do not satisfy the condition of a mark.
    Negative(Negative),
    /// The pairs of digits that cells may have.
    Pairwise(Pairwise),
    /// Digits that match a pattern.
    Regex(Regex),
    /// An expression over the digits of one cell, or of three and more.
    Relation(Relation),
    /// Digits that are read with a number in mind.
    Scan(Scan),
    /// Digits that an automaton accepts.
    StateMachine(StateMachine),
    /// Connected cells: the cells with given values make one piece.
    Connected(Connected),
    /// Regions to be found.
    Chaos(Chaos),
    /// Shadings that setters name.
    Shading(Shading),
    /// The number of cells with the value of a first cell.
    EqualCells(EqualCells),
    /// A choice among rules, or among groups of rules.
    AnyOf(AnyOf),
    /// Cells beside the grid.
    HelperCells(HelperCells),
    /// A rule of a program that uses the library.
    UserRule(UserRule),
}

impl Rule {
    /// The rule as a trait object.
    #[must_use]
    pub fn as_constrain(&self) -> &dyn Constrain {
        match self {
            Self::Killer(rule) => rule,
            Self::LittleKiller(rule) => rule,
            Self::OpenSum(rule) => rule,
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
            Self::Relation(rule) => rule,
            Self::Scan(rule) => rule,
            Self::StateMachine(rule) => rule,
            Self::Connected(rule) => rule,
            Self::Chaos(rule) => rule,
            Self::Shading(rule) => rule,
            Self::EqualCells(rule) => rule,
            Self::AnyOf(rule) => rule,
            Self::HelperCells(rule) => rule,
            Self::UserRule(rule) => &**rule,
        }
    }
}

impl Rule {
    /// The marks of the rule in a picture of a board. A rule that names cells beside the grid, which have no place there, is told
    /// in words.
    #[doc(hidden)]
    #[must_use]
    pub fn marks_on(&self, board: &Geometry) -> Vec<Mark> {
        let rule = self.as_constrain();
        let has_all = board.layers().is_empty() || rule.cells(board).iter().all(|cell| cell.is_in_grid());
        if self.brings_cells().is_some() || has_all { rule.marks(board) } else { vec![Mark::Global(self.to_string())] }
    }
}

/// Implements the conversion from the rules of each family.
macro_rules! of_families {
    ($($family:ident)*) => {
        $(impl From<$family> for Rule {
            fn from(rule: $family) -> Self {
                Self::$family(rule)
            }
        })*
    };
}

of_families! {
    Killer LittleKiller OpenSum Arrow DoubleArrow Thermometer Line Pair Copies Parity Extremum Allowed Chess NonConsecutive Ends Outside
    FullRank WeightedSum EqualSums SumLine SpecialCage Contains CountDistinct CountingCircles SameDigits Indexer ValueIndexer
    Global Negative Pairwise Regex Relation Scan StateMachine Connected Chaos Shading EqualCells AnyOf HelperCells UserRule
}

impl Rule {
    /// Whether the rule is a library user's own, or has an alternative with such a rule.
    #[doc(hidden)]
    #[must_use]
    pub fn is_own(&self) -> bool {
        match self {
            Self::UserRule(_) => true,
            Self::AnyOf(any) => any.has_own(),
            _ => false,
        }
    }
}

impl Rule {
    /// The keyword of a rule that brings cells beside the grid.
    #[doc(hidden)]
    #[must_use]
    pub fn brings_cells(&self) -> Option<&'static str> {
        match self {
            Self::HelperCells(cells) => Some(cells.word()),
            Self::Chaos(_) => Some("chaos"),
            Self::Shading(shading) => Some(shading.word()),
            _ => None,
        }
    }

    /// The layers that the rule brings.
    ///
    /// # Errors
    /// If they do not suit the board.
    pub(super) fn layers(&self, board: &Geometry) -> Result<Vec<Layer>, RuleError> {
        match self {
            Self::HelperCells(cells) => Ok(vec![cells.layer]),
            Self::Chaos(chaos) => chaos.layer(board).map(|layer| vec![layer]),
            Self::Shading(shading) => Ok(shading.layers(board)),
            _ => Ok(Vec::new()),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_constrain(), f)
    }
}

/// The rules of at least one alternative hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnyOf {
    /// The alternatives, each a conjunction of rules.
    pub alternatives: Vec<Vec<Rule>>,
}

impl AnyOf {
    /// The rules of all alternatives.
    pub(super) fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.alternatives.iter().flatten()
    }

    /// Whether an alternative has a library user's own rule.
    pub(crate) fn has_own(&self) -> bool {
        self.rules().any(Rule::is_own)
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
    fn check(&self) -> Result<(), RuleError> {
        if self.alternatives.is_empty() || self.alternatives.iter().any(Vec::is_empty) {
            return Err(RuleError::Unlike { expected: "alternatives of one rule or more", found: "none".to_owned() });
        }
        self.rules().try_for_each(|rule| match rule {
            Rule::AnyOf(_) => Err(RuleError::Unlike { expected: "a rule other than anyof", found: "anyof".to_owned() }),
            rule => match rule.brings_cells() {
                Some(word) => Err(RuleError::Unlike { expected: "a rule, and no cells", found: word.to_owned() }),
                None => rule.as_constrain().check(),
            },
        })
    }

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

    fn marks(&self, board: &Geometry) -> Vec<Mark> {
        let marks = |rules: &Vec<Rule>| -> Vec<Mark> {
            let marks = rules.iter().flat_map(|rule| rule.as_constrain().marks(board));
            marks.filter(|mark| !matches!(mark, Mark::Global(_))).collect()
        };
        let mut common = self.alternatives.first().map_or_else(Vec::new, &marks);
        for alternative in &self.alternatives {
            let other = marks(alternative);
            common.retain(|mark| other.contains(mark));
        }
        common.push(Mark::Global(self.to_string()));
        common
    }
}
