//! A question's fields: those of [`satdoku_ask`], a board, rules, and a puzzle in any form.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use satdoku::grid::exchange::Notes;
use satdoku::grid::format::{Format, Puzzles, ReadError, ReadOptions, keys};
use satdoku::rule::ParseRuleError;
use satdoku::{Budget, Digit, Geometry, Grid, Rule};
use satdoku_ask::FieldError;
use serde_json::{Value, json};

use crate::problem::Problem;
use crate::schema::{Declared, Described, Field, names, text};
use crate::unique;

/// The largest side that is worked on.
pub(crate) const MAX_SIDE: usize = 400;

/// The time limit of a question that names none.
pub(crate) const USUAL_TIME: Duration = Duration::from_secs(10);

pub(crate) const PUZZLE: Field<Option<Value>> = Field::value("puzzle", |_| {
    json!({
        "description": "a text in any format, or numbers row by row, in one array or one for each row, null for an \
                        empty cell, as is 0 where digits begin with 1; without it the empty grid of the board",
        "oneOf": [
            { "type": "string" },
            { "type": "array", "items": { "oneOf": [{ "type": ["integer", "null"] }, { "type": "array" }] } },
        ],
    })
});
pub(crate) const BOARD: Field<Option<Value>> = Field::value("board", |_| {
    text(&format!(
        "the board as --box takes it: 3x3, 2x5+diagonals, regions:1122…, samurai, 6x8/8; at most {MAX_SIDE} a side; without it the text \
         tells, or the most nearly square boxes are meant"
    ))
});
pub(crate) const FORMAT: Field<Option<Format>> =
    Field::word("format", |_| names(Format::all()), "the format of a text; the text tells if it is not given");
const RULES: Field<Vec<String>> =
    Field::texts(keys::RULES, "the rules of the puzzle, each as its line in the format header: killer 15 r1c1 r1c2");

/// The fields of all questions about a puzzle: see [`Fields::puzzle`].
pub(crate) const OF_A_PUZZLE: &[&dyn Described] = &[&PUZZLE, &BOARD, &FORMAT, &RULES];

/// The field of every question.
pub(crate) const TIME_LIMIT: Field<Option<Duration>> = Field::time("time_limit", |app| {
    let (longest, usual) = (app.longest.as_secs_f64(), USUAL_TIME.min(app.longest).as_secs_f64());
    format!("seconds, or a text such as 500ms; at most {longest} s, {usual} s if not given")
});

/// The fields of a question that were not read yet.
#[derive(Debug)]
pub(crate) struct Fields {
    left: satdoku_ask::Fields,
    /// The declared fields that were not read yet.
    unread: BTreeSet<&'static str>,
    /// What reading them may take.
    budget: Budget,
}

impl Fields {
    /// The object of a body.
    pub(crate) fn parse(body: &[u8]) -> Result<Self, Problem> {
        let left = unique::object(body).map_err(|error| Problem::json(&error))?.into();
        Ok(Self { left, unread: BTreeSet::new(), budget: Budget::unlimited() })
    }

    /// The same fields, of which the declared ones are read within a budget.
    pub(crate) fn of(self, declared: Declared, budget: Budget) -> Self {
        let unread = declared.iter().copied().flatten().map(|field| field.name()).collect();
        Self { unread, budget, ..self }
    }

    /// Reads a field that the question has declared.
    pub(crate) fn read<T>(&mut self, field: &Field<T>) -> Result<T, FieldError> {
        let is_declared = self.unread.remove(field.name);
        debug_assert!(is_declared, "{} is read and not declared, or read twice", field.name);
        (field.read)(&mut self.left, field.name)
    }

    /// Puts a field back, to be read once more.
    pub(crate) fn put_back(&mut self, field: &Field<Option<Value>>, value: Option<Value>) {
        self.unread.insert(field.name);
        self.left.put(field.name, value.unwrap_or_default());
    }

    /// How many elements the array in a field has that is not read yet; none where there is no array.
    pub(crate) fn length(&self, field: &Field<Option<Value>>) -> usize {
        self.left.length(field.name)
    }

    /// Refuses fields that the question has not declared.
    pub(crate) fn end(&self) -> Result<(), FieldError> {
        debug_assert!(self.unread.is_empty(), "declared and not read: {:?}", self.unread);
        self.left.end()
    }

    /// The limits of reading.
    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The time limit. More than the longest is refused.
    pub(crate) fn time_limit(&mut self, longest: Duration) -> Result<Option<Duration>, Problem> {
        match (TIME_LIMIT.read)(&mut self.left, TIME_LIMIT.name)? {
            Some(time) if time > longest => Err(Problem::field(
                TIME_LIMIT.name,
                format!("at most {} s, found {}", longest.as_secs_f64(), time.as_secs_f64()),
            )),
            time => Ok(time),
        }
    }

    /// The board by the words of `--box`.
    pub(crate) fn board(&mut self, field: &Field<Option<Value>>) -> Result<Option<Arc<Geometry>>, Problem> {
        let Some(value) = self.read(field)? else { return Ok(None) };
        let word = value.as_str().ok_or_else(|| FieldError::unexpected(field.name, "a text such as 3x3", &value))?;
        // A large board is refused before its tables are made.
        let board = Geometry::parse_within(word, MAX_SIDE).map_err(|error| Problem::field(field.name, error))?;
        Ok(Some(Arc::new(board)))
    }

    /// The puzzle: a text in any format, or numbers on the board, row by row; without one the empty grid of the board.
    pub(crate) fn puzzle(&mut self) -> Result<Grid, Problem> {
        let value = self.read(&PUZZLE)?;
        let geometry = self.board(&BOARD)?;
        let format = self.read(&FORMAT)?;
        let rules = self.rules()?;
        let grid = read(PUZZLE.name, value, geometry, format, &self.budget)?;
        let grid = grid.ok_or_else(|| Problem::question("expected a puzzle, or a board for the empty grid"))?;
        with_rules(grid, &rules, &self.budget)
    }

    /// The puzzle with the words of its setter.
    pub(crate) fn puzzle_and_notes(&mut self) -> Result<(Grid, Notes), Problem> {
        let value = self.read(&PUZZLE)?;
        let notes = match &value {
            Some(Value::String(text)) => {
                let mut puzzles = Puzzles::new(text.as_bytes(), read_options(None, None, &self.budget));
                puzzles.next().and_then(|_| puzzles.notes()).map(|notes| *notes).unwrap_or_default()
            }
            _ => Notes::default(),
        };
        self.put_back(&PUZZLE, value);
        Ok((self.puzzle()?, notes))
    }

    /// The rules that stand beside a puzzle.
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

    /// Values that are told by texts in an array.
    pub(crate) fn each<T: FromStr<Err: Display>>(&mut self, field: &Field<Vec<String>>) -> Result<Vec<T>, Problem> {
        let texts = self.read(field)?;
        let value = |text: &String| text.parse().map_err(|error| FieldError::text(field.name, text, error).into());
        texts.iter().map(value).collect()
    }
}

/// A grid with rules that stand beside it.
pub(crate) fn with_rules(grid: Grid, rules: &[Rule], budget: &Budget) -> Result<Grid, Problem> {
    if rules.is_empty() {
        return Ok(grid);
    }
    if let Some(rule) = grid.rules().as_slice().first() {
        let message = format!("expected none beside those of the puzzle, which has {rule}");
        return Err(Problem::field(RULES.name, message));
    }
    grid.with_rules_within(rules.to_vec(), &budget.start()).map_err(|error| Problem::rule_not_allowed(&error))
}

/// A grid on a board that is known or not.
pub(crate) fn read(
    name: &str,
    value: Option<Value>,
    geometry: Option<Arc<Geometry>>,
    format: Option<Format>,
    budget: &Budget,
) -> Result<Option<Grid>, Problem> {
    match value {
        None => Ok(geometry.map(|geometry| Grid::empty(&geometry))),
        Some(Value::String(text)) => {
            let mut puzzles = Puzzles::new(text.as_bytes(), read_options(format, geometry, budget));
            let grid = puzzles.next().ok_or_else(|| Problem::field(name, "expected a puzzle, found nothing"))?;
            let grid = grid.map_err(|error| unreadable(&error))?;
            if puzzles.next().is_some() {
                return Err(Problem::field(name, "expected one puzzle, found more"));
            }
            check_size(grid.geometry())?;
            Ok(Some(grid))
        }
        Some(Value::Array(values)) => cells(name, &values, geometry).map(Some),
        Some(value) => Err(FieldError::unexpected(name, "a text, or an array of numbers", &value).into()),
    }
}

/// How texts of puzzles are read: a large board is refused before its tables are made.
pub(crate) fn read_options(format: Option<Format>, geometry: Option<Arc<Geometry>>, budget: &Budget) -> ReadOptions {
    ReadOptions { largest_side: Some(MAX_SIDE), budget: budget.clone(), ..ReadOptions::of(format, geometry) }
}

pub(crate) fn unreadable(error: &ReadError) -> Problem {
    match error {
        ReadError::Parse(error) => Problem::text(error),
        error => Problem::internal(error.to_string()),
    }
}

/// Numbers row by row, in one array or in one for each row; `null` is empty, and so is 0 where digits begin with 1.
fn cells(name: &str, values: &[Value], geometry: Option<Arc<Geometry>>) -> Result<Grid, Problem> {
    let count: usize = values.iter().map(|value| value.as_array().map_or(1, Vec::len)).sum();
    let side = count.isqrt();
    let geometry = if let Some(geometry) = geometry {
        geometry
    } else {
        if side > MAX_SIDE {
            return Err(too_large(side));
        }
        Arc::new(Geometry::nearly_square(side).map_err(|error| Problem::field(name, error))?)
    };
    if count != geometry.cell_count() {
        let expected = format!("expected {} cells for the board {geometry}, found {count}", geometry.cell_count());
        return Err(Problem::field(name, expected));
    }
    let flat = values.iter().flat_map(|value| value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice));
    check_rows(name, values, &geometry)?;
    let mut digits = Vec::with_capacity(count);
    for (cell, value) in geometry.cells().zip(flat) {
        let (first, last) = (geometry.first_digit(), geometry.last_digit());
        digits.push(match value.as_u64().and_then(|number| u16::try_from(number).ok()) {
            _ if value.is_null() => None,
            Some(0) if first.get() > 0 => None,
            Some(number) if number <= last.get() => Some(Digit::new(number)),
            _ => {
                let expected =
                    format!("expected a digit from {first} to {last}, or null for an empty cell, found {value}");
                return Err(Problem::cell(cell, expected));
            }
        });
    }
    Grid::from_digits(&geometry, digits).map_err(|error| Problem::field(name, error))
}

/// Whether values in several arrays are a row in each.
fn check_rows(name: &str, values: &[Value], board: &Geometry) -> Result<(), Problem> {
    if !values.iter().any(Value::is_array) {
        return Ok(());
    }
    if values.len() != board.rows() {
        let expected = format!("expected {} rows for the board {board}, found {}", board.rows(), values.len());
        return Err(Problem::field(name, expected));
    }
    let mut cells = vec![0; board.rows()];
    board.cells().for_each(|cell| cells[cell.row()] += 1);
    for (row, (value, expected)) in (1..).zip(values.iter().zip(cells)) {
        let found = value.as_array().map(Vec::len);
        if found != Some(expected) {
            let found = found.map_or_else(|| value.to_string(), |found| found.to_string());
            return Err(Problem::field(
                name,
                format!("row {row}: expected an array of {expected} cells, found {found}"),
            ));
        }
    }
    Ok(())
}

/// Whether a board is small enough to be worked on.
pub(crate) fn check_size(board: &Geometry) -> Result<(), Problem> {
    let side = board.rows().max(board.columns()).max(board.digit_count());
    if side > MAX_SIDE { Err(too_large(side)) } else { Ok(()) }
}

fn too_large(side: usize) -> Problem {
    Problem::field(BOARD.name, format!("expected a side of at most {MAX_SIDE}, found {side}"))
}
