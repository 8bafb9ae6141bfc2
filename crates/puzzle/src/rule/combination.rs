//! How many of some rules hold: `anyof`, `allof`, `not` and `someof`. [`combination_grammar`](super::combination_grammar) reads them.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::any::{Combination, Rule};
use crate::rule::check;
use crate::rule::constrain::{Breach, Constrain, Digits, value};
use crate::rule::error::RuleError;
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::pairs::number;
use crate::rule::words::DEEPEST;

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
