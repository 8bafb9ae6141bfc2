//! Reads the declared fields of a question: plain values, a board, rules, and a puzzle in any form.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use satdoku::grid::exchange::Notes;
use satdoku::grid::format::{Format, keys};
use satdoku::rule::ParseRuleError;
use satdoku::{Budget, Geometry, Grid, Rule};
use serde_json::{Value, json};

use crate::declared::{Declared, Described, Field};
use crate::fields::{FieldError, Fields};
use crate::limits::Limits;
use crate::problem::Problem;
use crate::puzzle::{self, MAX_SIDE};
use crate::schema::{names, text};
use crate::unique;

/// The puzzle.
pub const PUZZLE: Field<Option<Value>> = Field::value("puzzle", |_| {
    json!({
        "description": "a text in any format, or numbers row by row, in one array or one for each row, null for an \
                        empty cell, as is 0 where digits begin with 1; without it the empty grid of the board",
        "oneOf": [
            { "type": "string" },
            { "type": "array", "items": { "oneOf": [{ "type": ["integer", "null"] }, { "type": "array" }] } },
        ],
    })
});
/// The board.
pub const BOARD: Field<Option<Value>> = Field::value("board", |_| {
    text(&format!(
        "the board as --box takes it: 3x3, 2x5+diagonals, regions:1122…, samurai, 6x8/8; at most {MAX_SIDE} a side; without it the text \
         tells, or the most nearly square boxes are meant"
    ))
});
/// The format of the puzzle's text.
pub const FORMAT: Field<Option<Format>> =
    Field::word("format", |_| names(Format::all()), "the format of a text; the text tells if it is not given");
/// The rules beside the puzzle.
pub const RULES: Field<Vec<String>> =
    Field::texts(keys::RULES, "the rules of the puzzle, each as its line in the format header: killer 15 r1c1 r1c2");

/// The fields of all questions about a puzzle: see [`Reader::puzzle`].
pub const OF_A_PUZZLE: &[&dyn Described] = &[&PUZZLE, &BOARD, &FORMAT, &RULES];

/// The field of every question.
pub const TIME_LIMIT: Field<Option<Duration>> = Field::time("time_limit", |limits| {
    let (longest, usual) = (limits.longest.as_secs_f64(), limits.usual.as_secs_f64());
    format!("seconds, or a text such as 500ms; at most {longest} s, {usual} s if not given")
});

/// The fields of a question, each of which is read once by its declaration.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The fields that were not read yet.
    left: Fields,
    /// The declared fields that were not read yet.
    unread: BTreeSet<&'static str>,
    /// The limits of reading.
    budget: Budget,
}

impl Reader {
    /// Reads the text of a question.
    pub(crate) fn parse(text: &[u8]) -> Result<Self, Problem> {
        let left = unique::object(text).map_err(|error| Problem::json(&error))?.into();
        Ok(Self { left, unread: BTreeSet::new(), budget: Budget::unlimited() })
    }

    /// The same fields, of which the declared ones are read within a budget.
    pub(crate) fn of(self, declared: Declared, budget: Budget) -> Self {
        let unread = declared.iter().copied().flatten().map(|field| field.name()).collect();
        Self { unread, budget, ..self }
    }

    /// Reads a declared field.
    ///
    /// # Errors
    /// If the field has a value of another type, or an unknown name.
    pub fn read<T>(&mut self, field: &Field<T>) -> Result<T, FieldError> {
        let is_declared = self.unread.remove(field.name);
        debug_assert!(is_declared, "{} is read and not declared, or read twice", field.name);
        (field.read)(&mut self.left, field.name)
    }

    /// Puts a field back, to be read once more.
    pub(crate) fn put_back(&mut self, field: &Field<Option<Value>>, value: Option<Value>) {
        self.unread.insert(field.name);
        self.left.put(field.name, value.unwrap_or_default());
    }

    /// The length of the array in an unread field; 0 if the field is no array.
    #[must_use]
    pub fn length(&self, field: &Field<Option<Value>>) -> usize {
        self.left.length(field.name)
    }

    /// Refuses fields that the question has not declared.
    ///
    /// # Errors
    /// If the question has another field.
    pub fn end(&self) -> Result<(), FieldError> {
        debug_assert!(self.unread.is_empty(), "declared and not read: {:?}", self.unread);
        self.left.end()
    }

    /// The limits of reading.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The time limit of the question within the limits of the program.
    pub(crate) fn time_limit(&mut self, limits: &Limits) -> Result<Duration, Problem> {
        let longest = limits.longest;
        match (TIME_LIMIT.read)(&mut self.left, TIME_LIMIT.name)? {
            Some(time) if time > longest => {
                let fault = format!("at most {} s, found {}", longest.as_secs_f64(), time.as_secs_f64());
                Err(Problem::field(TIME_LIMIT.name, fault))
            }
            time => Ok(time.unwrap_or(limits.usual)),
        }
    }

    /// The board in a field, by the words of `--box`.
    ///
    /// # Errors
    /// If the field names no board, or too large a board.
    pub fn board(&mut self, field: &Field<Option<Value>>) -> Result<Option<Arc<Geometry>>, Problem> {
        let Some(value) = self.read(field)? else { return Ok(None) };
        let word = value.as_str().ok_or_else(|| FieldError::unexpected(field.name, "a text such as 3x3", &value))?;
        // A large board is refused before its tables are made.
        let board = Geometry::parse_within(word, MAX_SIDE).map_err(|error| Problem::field(field.name, error))?;
        Ok(Some(Arc::new(board)))
    }

    /// The puzzle in the fields [`OF_A_PUZZLE`]: a text in any format, or numbers on the board, row by row, with the rules beside it;
    /// without a puzzle the empty grid of the board.
    ///
    /// # Errors
    /// If a field is at fault, there is neither puzzle nor board, or the time ran out.
    pub fn puzzle(&mut self) -> Result<Grid, Problem> {
        Ok(self.puzzle_and_notes()?.0)
    }

    /// The puzzle as of [`puzzle`](Self::puzzle), with the words of its setter.
    ///
    /// # Errors
    /// As of [`puzzle`](Self::puzzle).
    pub fn puzzle_and_notes(&mut self) -> Result<(Grid, Notes), Problem> {
        let value = self.read(&PUZZLE)?;
        let geometry = self.board(&BOARD)?;
        let format = self.read(&FORMAT)?;
        let rules = self.rules()?;
        let read = puzzle::read_with_notes(PUZZLE.name, value, geometry, format, &self.budget)?;
        let (grid, notes) =
            read.ok_or_else(|| Problem::question("expected a puzzle, or a board for the empty grid"))?;
        Ok((puzzle::with_rules(grid, &rules, &self.budget)?, notes))
    }

    /// The rules beside the puzzle.
    pub(crate) fn rules(&mut self) -> Result<Vec<Rule>, Problem> {
        let running = self.budget.start();
        let lines = self.read(&RULES)?;
        let read = |line: &String| {
            Rule::read_within(line, &running).map_err(|(_, error)| match error {
                ParseRuleError::Stopped(reason) => Problem::stopped(reason),
                error => FieldError::text(RULES.name, line, error).into(),
            })
        };
        lines.iter().map(read).collect()
    }

    /// The values that the texts of an array name.
    pub(crate) fn each<T: FromStr<Err: Display>>(&mut self, field: &Field<Vec<String>>) -> Result<Vec<T>, Problem> {
        let texts = self.read(field)?;
        let value = |text: &String| text.parse().map_err(|error| FieldError::text(field.name, text, error).into());
        texts.iter().map(value).collect()
    }
}
