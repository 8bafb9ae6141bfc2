//! Tables and expressions over pairs of digits: `relation abs(a-b)>=5 : r1c1 r1c2 …`, `allrelation …`, `pairs 1-2,2-1 : r1c1 r1c2 …`.

use std::collections::BTreeSet;
use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, MAX_NUMBER, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits, all_pairs, named, write_cells, write_name, wrong_pair};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::expression::{Expression, in_words};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Mark, OutlineForm, custom_line};
use crate::rule::words::Words;

/// The pairs of digits that two cells may have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pairwise {
    /// The setter's name for the rule.
    pub name: Option<String>,
    test: Test,
    /// Whether the rule holds for all pairs of cells, the earlier one in the list being `a`, or only for neighbours in the list.
    pub is_all: bool,
    /// The cells in order.
    pub cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Test {
    /// An expression: its text with one blank between words, and its parsed form.
    Expression(String, Expression),
    /// The pairs.
    Table(BTreeSet<(i64, i64)>),
}

impl Test {
    fn allows(&self, a: i64, b: i64) -> bool {
        match self {
            Self::Expression(_, expression) => expression.is_true(&[a, b]),
            Self::Table(pairs) => pairs.contains(&(a, b)),
        }
    }
}

impl Pairwise {
    /// Pairs of values that the cells may have.
    #[must_use]
    pub fn of_pairs(pairs: impl IntoIterator<Item = (i64, i64)>, is_all: bool, cells: Vec<Cell>) -> Self {
        Self { name: None, test: Test::Table(pairs.into_iter().collect()), is_all, cells }
    }

    /// The rule with a name, or without.
    #[must_use]
    pub fn with_name(self, name: Option<String>) -> Self {
        Self { name, ..self }
    }

    /// Whether the first of two cells may have value `a` while the second has value `b`.
    #[must_use]
    pub fn allows(&self, a: i64, b: i64) -> bool {
        self.test.allows(a, b)
    }

    /// The pairs of values that the cells may have, in ascending order; `None` for an expression.
    #[must_use]
    pub fn pairs(&self) -> Option<&BTreeSet<(i64, i64)>> {
        match &self.test {
            Test::Expression(..) => None,
            Test::Table(pairs) => Some(pairs),
        }
    }

    /// The text of the expression; `None` for a table of pairs.
    pub(crate) fn expression(&self) -> Option<&str> {
        match &self.test {
            Test::Expression(text, _) => Some(text),
            Test::Table(_) => None,
        }
    }

    /// The rule of an expression over the digits of two cells: its text with one blank between words, and its parsed form.
    pub(super) fn of_expression(
        name: Option<String>,
        (text, expression): (String, Expression),
        is_all: bool,
        words: &mut Words<'_>,
    ) -> Result<Self, ParseRuleError> {
        Self::read_cells(name, Test::Expression(text, expression), is_all, words)
    }

    pub(super) fn read_pairs(is_all: bool, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let name = words.name()?;
        let number = |word: &str| word.parse().ok().filter(|number| (0..=MAX_NUMBER).contains(number));
        let pair = |word: &str| {
            let (a, b) = word.split_once('-')?;
            Some((number(a)?, number(b)?))
        };
        let expected = "pairs of digits with commas between, such as 1-2,2-1";
        let test = Test::Table(words.word(expected, |word| word.split(',').map(pair).collect())?);
        Self::read_cells(name, test, is_all, words)
    }

    fn read_cells(
        name: Option<String>,
        test: Test,
        is_all: bool,
        words: &mut Words<'_>,
    ) -> Result<Self, ParseRuleError> {
        words.colon()?;
        Ok(Self { name, test, is_all, cells: words.cells(Self::taken(is_all), 2)? })
    }

    /// A list of neighbours may be a path that returns to a cell.
    fn taken(is_all: bool) -> Taken {
        if is_all { Taken::Once } else { Taken::Path }
    }

    pub(super) fn keyword(&self) -> &'static str {
        match (&self.test, self.is_all) {
            (Test::Expression(..), false) => "relation",
            (Test::Expression(..), true) => "allrelation",
            (Test::Table(_), false) => "pairs",
            (Test::Table(_), true) => "allpairs",
        }
    }

    fn cell_pairs(&self) -> Box<dyn Iterator<Item = [Cell; 2]> + '_> {
        if self.is_all {
            return Box::new(all_pairs(&self.cells));
        }
        Box::new(self.cells.windows(2).map(|pair| [pair[0], pair[1]]))
    }
}

impl fmt::Display for Pairwise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())?;
        write_name(f, self.name.as_ref())?;
        match &self.test {
            Test::Expression(text, _) => write!(f, " {text}")?,
            Test::Table(pairs) => {
                f.write_str(" ")?;
                for (at, (a, b)) in pairs.iter().enumerate() {
                    write!(f, "{}{a}-{b}", if at > 0 { "," } else { "" })?;
                }
            }
        }
        f.write_str(" :")?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for Pairwise {
    fn check(&self) -> Result<(), RuleError> {
        check::name(self.name.as_ref())?;
        if let Test::Table(pairs) = &self.test {
            check::numbers(pairs.iter().flat_map(|&(a, b)| [a, b]))?;
        }
        check::cells(&self.cells, Self::taken(self.is_all), 2)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let cells = wrong_pair(board, digits, self.cell_pairs(), |a, b| self.test.allows(a, b))?;
        Some(Breach { cells, sentence: format!("{} is broken", self.sentence()) })
    }

    fn sentence(&self) -> String {
        match (&self.name, &self.test) {
            (Some(name), _) => named(name, &self.cells),
            (None, Test::Expression(text, _)) => format!("the relation {text} at {}", self.cells[0]),
            (None, Test::Table(_)) => format!("the pairs at {}", self.cells[0]),
        }
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        if let Test::Expression(_, expression) = &self.test {
            let values = || board.digits().map(|digit| i64::from(digit.get()));
            let overflows = |&(a, b): &(i64, i64)| expression.overflows(&[a, b]);
            if let Some((a, b)) = values().flat_map(|a| values().map(move |b| (a, b))).find(overflows) {
                return Err(RuleError::Overflow(in_words(&["a", "b"], &[a, b])));
            }
        }
        let allowed = to.table(board, |a, b| self.test.allows(a, b));
        self.cell_pairs().try_for_each(|pair| to.relation(pair, &allowed))
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        if !self.is_all {
            return custom_line(&self.cells, self.to_string());
        }
        let text = self.name.clone().unwrap_or_default();
        let outline = Mark::Outline { cells: self.cells.clone(), form: OutlineForm::Dotted, text };
        vec![outline, Mark::Global(self.to_string())]
    }
}
