//! Sequences read with a number in mind: `scan s=0 next (s+x) mod 3 accept s=0 : r1c1 …`.

use std::cell::RefCell;
use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits, broken_unless, named, write_cells, write_name};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::expression::{Expression, NoValue, in_words};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Mark, custom_line};
use crate::rule::pairs::number;
use crate::rule::relation::read_expression;
use crate::rule::words::Words;

/// The state, the digit that is read, and its place in the list from 1.
const NAMES: [&str; 3] = ["s", "x", "i"];

/// The word before the state behind a digit.
const NEXT: &str = "next";

/// The word before the condition at the end.
const ACCEPT: &str = "accept";

/// The digits of cells are read in order with a number in mind, the state: each digit makes the next state, and the last state is
/// accepted or not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scan {
    /// The setter's name for the rule.
    pub name: Option<String>,
    /// The first state.
    start: i64,
    /// The next state: its text with one blank between words, and its parsed form. Without a value no digit is allowed.
    next: (String, Expression),
    /// The condition on the last state.
    accept: (String, Expression),
    /// The cells in order.
    pub cells: Vec<Cell>,
}

impl Scan {
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let name = words.name()?;
        let start = words.word("the first state, such as s=0", |word| word.strip_prefix("s=")?.parse().ok())?;
        words
            .word("next and the state behind a digit, such as next (s+x) mod 3", |word| (word == NEXT).then_some(()))?;
        let next =
            read_expression(words, &NAMES, "an expression over the state s and the digit x, such as (s+x) mod 3")?;
        words.word("accept and a condition, such as accept s=0", |word| (word == ACCEPT).then_some(()))?;
        let accept = read_expression(words, &NAMES[..1], "a condition on the last state, such as s=0")?;
        words.colon()?;
        Ok(Self { name, start, next, accept, cells: words.cells(Taken::Any, 1)? })
    }

    fn step(&self, state: i64, place: usize, value: i64) -> Result<i64, NoValue> {
        self.next.1.value(&[state, value, number(place) + 1])
    }
}

impl fmt::Display for Scan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("scan")?;
        write_name(f, self.name.as_ref())?;
        write!(f, " s={} {NEXT} {} {ACCEPT} {} :", self.start, self.next.0, self.accept.0)?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for Scan {
    fn check(&self) -> Result<(), RuleError> {
        check::name(self.name.as_ref())?;
        check::cells(&self.cells, Taken::Any, 1)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        broken_unless(self, board, digits, |values| {
            let steps = values.iter().enumerate();
            let last = steps.into_iter().try_fold(self.start, |state, (place, &value)| self.step(state, place, value));
            last.is_ok_and(|state| self.accept.1.is_true(&[state]))
        })
    }

    fn sentence(&self) -> String {
        self.name.as_ref().map_or_else(|| format!("the scan at {}", self.cells[0]), |name| named(name, &self.cells))
    }

    /// An automaton over the states.
    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let unnamed = Self { name: None, cells: Vec::new(), ..self.clone() };
        let make = || {
            let overflow = RefCell::new(None);
            let step = |&state: &i64, place: usize, value: i64| match self.step(state, place, value) {
                Ok(next) => Some(next),
                Err(NoValue::Division) => None,
                Err(NoValue::Overflow) => {
                    overflow.borrow_mut().get_or_insert_with(|| in_words(&NAMES, &[state, value, number(place) + 1]));
                    None
                }
            };
            let accepts = |&state: &i64| {
                if self.accept.1.overflows(&[state]) {
                    overflow.borrow_mut().get_or_insert_with(|| in_words(&NAMES, &[state]));
                }
                self.accept.1.is_true(&[state])
            };
            let automaton = to.automaton_of(board, self.cells.len(), self.start, step, accepts)?;
            overflow.into_inner().map_or(Ok(automaton), |values| Err(RuleError::Overflow(values)))
        };
        let automaton = to.shared_automaton(format!("{unnamed} {}", self.cells.len()), make)?;
        to.reads(self.cells.clone(), &automaton)
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        custom_line(&self.cells, self.to_string())
    }
}
