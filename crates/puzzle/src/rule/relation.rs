//! Expressions over the digits of one cell, or of three and more: `relation a*b=c : r1c1 r1c2 r1c3`. Those over two are tables of
//! pairs.

use std::cell::RefCell;
use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits, named, values, write_cells, write_name};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::expression::{Expression, in_words};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Mark, custom_line};
use crate::rule::pairwise::Pairwise;
use crate::rule::words::Words;

/// The digits of neighbours in a list, in order.
const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// Each cell, or each so many neighbours in a list, have digits for which an expression is true.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Relation {
    /// The setter's name for the rule.
    pub name: Option<String>,
    /// The expression with one blank between words.
    text: String,
    expression: Expression,
    /// The cells in order.
    pub cells: Vec<Cell>,
}

impl Relation {
    /// Reads the cells of an expression that is not of pairs.
    pub(super) fn read(named: NamedExpression, is_all: bool, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let NamedExpression { name, text, expression } = named;
        let width = expression.names();
        if is_all && width > 2 {
            return Err(Words::unlike("an expression over the digits a and b of each pair", Some(&text)));
        }
        words.colon()?;
        let cells = words.cells(Taken::Path, width.max(1))?;
        Ok(Self { name, text, expression, cells })
    }

    /// The text of the expression.
    pub(crate) fn expression(&self) -> &str {
        &self.text
    }

    /// The number of cells that the expression is about.
    fn width(&self) -> usize {
        self.expression.names().max(1)
    }
}

/// What stands before the cells of a relation: perhaps the setter's name, and the expression.
pub(super) struct NamedExpression {
    name: Option<String>,
    text: String,
    expression: Expression,
}

impl NamedExpression {
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let name = words.name()?;
        let expected = "an expression over the digits a and b, such as abs(a-b)>=5";
        let (text, expression) = read_expression(words, &NAMES, expected)?;
        Ok(Self { name, text, expression })
    }

    /// Whether the expression is about two cells: its rule is a table of pairs.
    pub(super) fn is_of_pairs(&self) -> bool {
        self.expression.names() == 2
    }

    /// Reads the cells of an expression of pairs.
    pub(super) fn pairwise(self, is_all: bool, words: &mut Words<'_>) -> Result<Pairwise, ParseRuleError> {
        Pairwise::of_expression(self.name, (self.text, self.expression), is_all, words)
    }
}

/// Reads the words up to a colon as an expression: its text with one blank between words, and its parsed form.
pub(super) fn read_expression(
    words: &mut Words<'_>,
    names: &[&str],
    expected: &'static str,
) -> Result<(String, Expression), ParseRuleError> {
    let begin = words.at_next();
    let mut text: Vec<&str> = Vec::new();
    while words.peek().is_some_and(|word| !matches!(word, ":" | "next" | "accept")) {
        text.extend(words.next());
    }
    let text = text.join(" ");
    let expression = Expression::read(&text, names, expected).map_err(|expected| {
        words.point_at(begin);
        Words::unlike(expected, Some(&text))
    })?;
    Ok((text, expression))
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("relation")?;
        write_name(f, self.name.as_ref())?;
        write!(f, " {} :", self.text)?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for Relation {
    fn check(&self) -> Result<(), RuleError> {
        check::name(self.name.as_ref())?;
        check::cells(&self.cells, Taken::Path, self.width())
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let breaks =
            |window: &&[Cell]| values(board, digits, window).is_some_and(|values| !self.expression.is_true(&values));
        let window = self.cells.windows(self.width()).find(breaks)?;
        Some(Breach { cells: window.to_vec(), sentence: format!("{} is broken", self.sentence()) })
    }

    fn sentence(&self) -> String {
        self.name
            .as_ref()
            .map_or_else(|| format!("the relation {} at {}", self.text, self.cells[0]), |name| named(name, &self.cells))
    }

    /// An automaton that keeps the digits of a window, for each window.
    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let width = self.width();
        let overflow = RefCell::new(None);
        let is_true = |values: &[i64]| {
            if self.expression.overflows(values) {
                overflow.borrow_mut().get_or_insert_with(|| in_words(&NAMES, values));
            }
            self.expression.is_true(values)
        };
        if width == 1 {
            self.cells.iter().try_for_each(|&cell| to.domain(board, cell, |value| is_true(&[value])))?;
        } else {
            let make = || {
                let step = |digits: &Vec<i64>, place: usize, value: i64| {
                    let digits: Vec<i64> = digits.iter().copied().chain([value]).collect();
                    if place + 1 < width { Some(digits) } else { is_true(&digits).then(Vec::new) }
                };
                to.automaton_of(board, width, Vec::new(), step, |_| true)
            };
            let automaton = to.shared_automaton(format!("relation {}", self.text), make)?;
            self.cells.windows(width).try_for_each(|window| to.reads(window.to_vec(), &automaton))?;
        }
        overflow.into_inner().map_or(Ok(()), |values| Err(RuleError::Overflow(values)))
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        custom_line(&self.cells, self.to_string())
    }
}
