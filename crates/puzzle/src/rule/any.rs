//! A rule of any family. A combination of rules is a family, so its type stands here too; [`combination`](super::combination) has
//! its meaning.

use std::fmt;

use crate::geometry::{Cell, Geometry, Layer};
use crate::rule::arrow::{Arrow, DoubleArrow};
use crate::rule::cage::{Killer, LittleKiller};
use crate::rule::cell::{Allowed, Extremum, Parity};
use crate::rule::chaos::Chaos;
use crate::rule::chess::{Chess, NonConsecutive};
use crate::rule::connected::Connected;
use crate::rule::constrain::Constrain;
use crate::rule::contents::{Contains, CountDistinct, CountingCircles, SameDigits};
use crate::rule::ends::Ends;
use crate::rule::equal_cells::EqualCells;
use crate::rule::error::RuleError;
use crate::rule::global::Global;
use crate::rule::helper_cells::HelperCells;
use crate::rule::indexer::{Indexer, ValueIndexer};
use crate::rule::line::Line;
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
use crate::rule::toroidal::Toroidal;
use crate::rule::user_rule::UserRule;
use crate::rule::words::shortened;

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
    /// One of the two rules before, across the edges of the grid.
    Toroidal(Toroidal),
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
    /// How many of some rules hold.
    Combination(Combination),
    /// Cells beside the grid.
    HelperCells(HelperCells),
    /// A rule of a program that uses the library.
    UserRule(UserRule),
}

impl Rule {
    /// The rule's line as messages name it: its first 120 characters, and `…` for the others. An automaton's line may have 60,000.
    #[must_use]
    pub fn beginning(&self) -> String {
        shortened(&self.to_string(), 120)
    }

    /// The marks of the rule in a picture of a board. A rule that names cells beside the grid, which have no place there, is told
    /// in words.
    #[doc(hidden)]
    #[must_use]
    pub fn marks_on(&self, board: &Geometry) -> Vec<Mark> {
        let rule = self.as_constrain();
        // The unknown number of a clue stands at the clue's place.
        let total = match self {
            Self::OpenSum(sum) => sum.total.cell(),
            Self::Outside(clue) => clue.clue.cell(),
            _ => None,
        };
        let is_counted = matches!(self, Self::EqualCells(_));
        let is_drawn = |&cell: &Cell| {
            let below = if is_counted { board.below(cell) } else { Some(cell) };
            below.is_some_and(Cell::is_in_grid) || Some(cell) == total
        };
        let has_all = board.layers().is_empty() || rule.cells(board).iter().all(is_drawn);
        if self.brings_cells().is_some() || has_all { rule.marks(board) } else { vec![Mark::Global(self.to_string())] }
    }
}

/// Implements the trait object of a rule, and the conversion from the rules of each family.
macro_rules! families {
    ($($family:ident)*) => {
        impl Rule {
            /// The rule as a trait object.
            #[must_use]
            pub fn as_constrain(&self) -> &dyn Constrain {
                match self {
                    $(Self::$family(rule) => rule,)*
                    Self::UserRule(rule) => &**rule,
                }
            }
        }

        $(impl From<$family> for Rule {
            fn from(rule: $family) -> Self {
                Self::$family(rule)
            }
        })*
    };
}

families! {
    Killer LittleKiller OpenSum Arrow DoubleArrow Thermometer Line Pair Copies Parity Extremum Allowed Chess NonConsecutive Toroidal Ends Outside
    FullRank WeightedSum EqualSums SumLine SpecialCage Contains CountDistinct CountingCircles SameDigits Indexer ValueIndexer
    Global Negative Pairwise Regex Relation Scan StateMachine Connected Chaos Shading EqualCells Combination HelperCells
}

impl From<UserRule> for Rule {
    fn from(rule: UserRule) -> Self {
        Self::UserRule(rule)
    }
}

impl Rule {
    /// Whether the rule is a library user's own, or has an alternative with such a rule.
    #[doc(hidden)]
    #[must_use]
    pub fn is_own(&self) -> bool {
        match self {
            Self::UserRule(_) => true,
            Self::Combination(combination) => combination.has_own(),
            _ => false,
        }
    }

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

/// From `least` to `most` of the alternatives hold. An alternative holds if all its rules do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Combination {
    /// How many alternatives hold at least.
    pub least: usize,
    /// How many hold at most: no more than there are.
    pub most: usize,
    /// The alternatives, each a conjunction of rules.
    pub alternatives: Vec<Vec<Rule>>,
}
