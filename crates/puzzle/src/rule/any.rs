//! A rule of any family, and how many of some rules hold.

use std::fmt;

use crate::geometry::{Cell, Geometry, Layer};
use crate::rule::arrow::{Arrow, DoubleArrow};
use crate::rule::cage::{Killer, LittleKiller};
use crate::rule::cell::{Allowed, Extremum, Parity};
use crate::rule::chaos::Chaos;
use crate::rule::check;
use crate::rule::chess::{Chess, NonConsecutive};
use crate::rule::connected::Connected;
use crate::rule::constrain::{Breach, Constrain, Digits, value};
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
use crate::rule::pairs::number;
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
use crate::rule::words::{DEEPEST, shortened};

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
            Self::Toroidal(rule) => rule,
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
            Self::Combination(rule) => rule,
            Self::HelperCells(rule) => rule,
            Self::UserRule(rule) => &**rule,
        }
    }
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
        let is_drawn = |cell: &Cell| cell.is_in_grid() || Some(*cell) == total;
        let has_all = board.layers().is_empty() || rule.cells(board).iter().all(is_drawn);
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
    Killer LittleKiller OpenSum Arrow DoubleArrow Thermometer Line Pair Copies Parity Extremum Allowed Chess NonConsecutive Toroidal Ends Outside
    FullRank WeightedSum EqualSums SumLine SpecialCage Contains CountDistinct CountingCircles SameDigits Indexer ValueIndexer
    Global Negative Pairwise Regex Relation Scan StateMachine Connected Chaos Shading EqualCells Combination HelperCells UserRule
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

/// The words of a combination that says how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    AnyOf,
    AllOf,
    Not,
    SomeOf,
}

impl Quantity {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::AnyOf => "anyof",
            Self::AllOf => "allof",
            Self::Not => "not",
            Self::SomeOf => "someof",
        }
    }
}

impl Combination {
    /// At least one alternative holds.
    #[must_use]
    pub fn any_of(alternatives: Vec<Vec<Rule>>) -> Self {
        Self { least: 1, most: alternatives.len(), alternatives }
    }

    /// All rules hold.
    #[must_use]
    pub fn all_of(rules: impl IntoIterator<Item = Rule>) -> Self {
        let alternatives: Vec<Vec<Rule>> = rules.into_iter().map(|rule| vec![rule]).collect();
        Self { least: alternatives.len(), most: alternatives.len(), alternatives }
    }

    /// The rules do not all hold.
    #[must_use]
    pub fn not(rules: Vec<Rule>) -> Self {
        Self { least: 0, most: 0, alternatives: vec![rules] }
    }

    /// The word with which the line begins.
    pub(super) fn quantity(&self) -> Quantity {
        let count = self.alternatives.len();
        match (self.least, self.most) {
            (1, most) if most == count => Quantity::AnyOf,
            (0, 0) => Quantity::Not,
            (least, _) if least == count && self.alternatives.iter().all(|rules| rules.len() == 1) => Quantity::AllOf,
            _ => Quantity::SomeOf,
        }
    }

    /// Whether at least one alternative holds, and as many as there are may hold.
    pub(crate) fn is_any_of(&self) -> bool {
        (self.least, self.most) == (1, self.alternatives.len())
    }

    pub(super) fn check_count(&self) -> Result<(), RuleError> {
        let count = number(self.alternatives.len());
        check::within(number(self.least), 0, count)?;
        check::within(number(self.most), number(self.least), count)
    }

    /// The rules of all alternatives.
    pub(super) fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.alternatives.iter().flatten()
    }

    /// Whether an alternative has a library user's own rule.
    pub(crate) fn has_own(&self) -> bool {
        self.rules().any(Rule::is_own)
    }

    /// How many combinations and parentheses the line has within one another.
    fn depth(&self) -> usize {
        let is_single = self.alternatives.len() == 1 && self.alternatives[0].len() == 1;
        let parentheses = usize::from(self.quantity() == Quantity::Not && !is_single);
        let of_rule = |rule: &Rule| match rule {
            Rule::Combination(inner) => inner.depth() + usize::from(inner.quantity() != Quantity::Not),
            _ => 0,
        };
        1 + parentheses + self.rules().map(of_rule).max().unwrap_or(0)
    }

    /// How many hold, in words.
    fn how_many(&self) -> String {
        match (self.least, self.most) {
            (least, most) if least == most => least.to_string(),
            (0, most) => format!("<{}", most + 1),
            (least, most) if most == self.alternatives.len() => format!(">{}", least - 1),
            (least, most) => format!("{least}..{most}"),
        }
    }

    /// Whether an alternative holds; `None` while its cells are not filled.
    fn holds(rules: &[Rule], board: &Geometry, digits: Digits<'_>) -> Option<bool> {
        if rules.iter().any(|rule| rule.as_constrain().breach(board, digits).is_some()) {
            return Some(false);
        }
        let is_filled = |cell: &Cell| value(board, digits, *cell).is_some();
        rules.iter().all(|rule| rule.as_constrain().cells(board).iter().all(is_filled)).then_some(true)
    }
}

/// Writes rules that hold together, with combinations in parentheses.
fn write_together(f: &mut fmt::Formatter<'_>, rules: &[Rule]) -> fmt::Result {
    for (at, rule) in rules.iter().enumerate() {
        f.write_str(if at > 0 { " & " } else { "" })?;
        match rule {
            Rule::Combination(inner) if inner.quantity() != Quantity::Not => write!(f, "( {rule} )")?,
            _ => write!(f, "{rule}")?,
        }
    }
    Ok(())
}

impl fmt::Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quantity = self.quantity();
        write!(f, "{} ", quantity.word())?;
        match quantity {
            Quantity::SomeOf => write!(f, "{} ", self.how_many())?,
            Quantity::Not => {
                if let [rules] = &self.alternatives[..]
                    && let [_] = &rules[..]
                {
                    return write_together(f, rules);
                }
                f.write_str("( ")?;
            }
            Quantity::AnyOf | Quantity::AllOf => {}
        }
        let between = if quantity == Quantity::AllOf { " & " } else { " | " };
        for (at, rules) in self.alternatives.iter().enumerate() {
            f.write_str(if at > 0 { between } else { "" })?;
            write_together(f, rules)?;
        }
        f.write_str(if quantity == Quantity::Not { " )" } else { "" })
    }
}

impl Constrain for Combination {
    fn check(&self) -> Result<(), RuleError> {
        if self.alternatives.is_empty() || self.alternatives.iter().any(Vec::is_empty) {
            return Err(RuleError::Unlike { expected: "alternatives of one rule or more", found: "none".to_owned() });
        }
        self.check_count()?;
        let depth = self.depth();
        if depth > DEEPEST {
            let found = format!("{depth}, deeper than the {DEEPEST} allowed");
            return Err(RuleError::Unlike { expected: "rules that are nested less deeply", found });
        }
        self.rules().try_for_each(|rule| match rule.brings_cells() {
            Some(word) => Err(RuleError::Unlike { expected: "a rule, and no cells", found: word.to_owned() }),
            None => rule.as_constrain().check(),
        })
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.rules().flat_map(|rule| rule.as_constrain().cells(board)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let hold: Vec<Option<bool>> = self.alternatives.iter().map(|rules| Self::holds(rules, board, digits)).collect();
        let count = |of: Option<bool>| hold.iter().filter(|&&holds| holds == of).count();
        let (true_ones, false_ones) = (count(Some(true)), count(Some(false)));
        let is_broken = true_ones > self.most || false_ones > self.alternatives.len() - self.least;
        if !is_broken {
            return None;
        }
        if self.quantity() != Quantity::AnyOf {
            let sentence = match self.quantity() {
                Quantity::SomeOf => format!("{} has {true_ones} that hold", self.sentence()),
                _ => format!("{} is broken", self.sentence()),
            };
            return Some(Breach { cells: self.cells(board), sentence });
        }
        let breach = |rule: &Rule| rule.as_constrain().breach(board, digits);
        let mut cells = Vec::new();
        for rules in &self.alternatives {
            cells.extend(rules.iter().find_map(breach)?.cells);
        }
        cells.sort_unstable();
        cells.dedup();
        Some(Breach { cells, sentence: format!("{} are all broken", self.sentence()) })
    }

    fn sentence(&self) -> String {
        let each = |rules: &Vec<Rule>| {
            let rules: Vec<String> = rules.iter().map(|rule| rule.as_constrain().sentence()).collect();
            rules.join(" and ")
        };
        let alternatives: Vec<String> = self.alternatives.iter().map(each).collect();
        let alternatives = alternatives.join(", ");
        match self.quantity() {
            Quantity::AnyOf => format!("the alternatives {alternatives}"),
            Quantity::AllOf => format!("the rules {alternatives}"),
            Quantity::Not => format!("the opposite of {alternatives}"),
            Quantity::SomeOf => format!("the choice of {} of {alternatives}", self.how_many()),
        }
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        if self.least == self.alternatives.len() {
            return self.rules().try_for_each(|rule| rule.as_constrain().lower(board, to));
        }
        let mut held = Vec::with_capacity(self.alternatives.len());
        for rules in &self.alternatives {
            let mut alternative = to.alternative();
            rules.iter().try_for_each(|rule| rule.as_constrain().lower(board, &mut alternative))?;
            held.push(alternative);
        }
        to.some_of(board, held, self.least, self.most)
    }

    fn marks(&self, board: &Geometry) -> Vec<Mark> {
        let marks = |rules: &Vec<Rule>| -> Vec<Mark> {
            let marks = rules.iter().flat_map(|rule| rule.as_constrain().marks(board));
            marks.filter(|mark| !matches!(mark, Mark::Global(_))).collect()
        };
        let mut all: Vec<Mark> = match self.quantity() {
            // A picture of a rule says that the rule holds.
            Quantity::Not => Vec::new(),
            Quantity::AllOf | Quantity::SomeOf => self.alternatives.iter().flat_map(marks).collect(),
            Quantity::AnyOf => {
                let mut common = self.alternatives.first().map_or_else(Vec::new, marks);
                for rules in &self.alternatives {
                    let other = marks(rules);
                    common.retain(|mark| other.contains(mark));
                }
                common
            }
        };
        all.push(Mark::Global(self.to_string()));
        all
    }
}
