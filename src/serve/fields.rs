//! A question's fields: those of the [protocol](satdoku::protocol), a board, rules, and a puzzle in any form.

use std::fmt::Display;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use satdoku::grid::format::{Format, Puzzles, ReadError, ReadOptions, keys};
use satdoku::protocol::{self, FieldError};
use satdoku::{Digit, Geometry, Grid, Rule};
use serde_json::Value;

use crate::serve::problem::Problem;
use crate::serve::unique;

/// The largest side that is worked on.
pub(crate) const MAX_SIDE: usize = 400;

/// The fields of a question that were not read yet.
#[derive(Debug)]
pub(crate) struct Fields(protocol::Fields);

impl Deref for Fields {
    type Target = protocol::Fields;

    fn deref(&self) -> &protocol::Fields {
        &self.0
    }
}

impl DerefMut for Fields {
    fn deref_mut(&mut self) -> &mut protocol::Fields {
        &mut self.0
    }
}

impl Fields {
    /// The object of a body.
    pub(crate) fn parse(body: &[u8]) -> Result<Self, Problem> {
        unique::object(body).map(|object| Self(object.into())).map_err(|error| Problem::json(&error))
    }

    /// The time limit. More than the longest is refused.
    pub(crate) fn time_limit(&mut self, longest: Duration) -> Result<Option<Duration>, Problem> {
        const NAME: &str = "time_limit";
        match self.time(NAME)? {
            Some(time) if time > longest => {
                Err(Problem::field(NAME, format!("at most {} s, found {}", longest.as_secs_f64(), time.as_secs_f64())))
            }
            time => Ok(time),
        }
    }

    /// The board by the words of `--box`.
    pub(crate) fn board(&mut self) -> Result<Option<Arc<Geometry>>, Problem> {
        let Some(value) = self.take("board") else { return Ok(None) };
        let word = value.as_str().ok_or_else(|| FieldError::unexpected("board", "a text such as 3x3", &value))?;
        // A large board is refused before its tables are made.
        let board = Geometry::parse_within(word, MAX_SIDE).map_err(|error| Problem::field("board", error))?;
        Ok(Some(Arc::new(board)))
    }

    /// The puzzle: a text in any format, or numbers on the board, row by row; without one the empty grid of the board.
    pub(crate) fn puzzle(&mut self) -> Result<Grid, Problem> {
        self.grid("puzzle")?.ok_or_else(|| Problem::question("expected a puzzle, or a board for the empty grid"))
    }

    /// The grid in a field, or the empty one.
    pub(crate) fn grid(&mut self, name: &str) -> Result<Option<Grid>, Problem> {
        let value = self.take(name);
        let geometry = self.board()?;
        let format = self.word::<Format>("format")?;
        let rules = self.each::<Rule>(keys::RULES)?;
        read(name, value, geometry, format)?.map(|grid| with_rules(grid, &rules)).transpose()
    }

    /// Values that are told by texts in an array.
    pub(crate) fn each<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<Vec<T>, Problem> {
        let texts = self.texts(name)?;
        let value = |text: &String| text.parse().map_err(|error| FieldError::text(name, text, error).into());
        texts.iter().map(value).collect()
    }
}

/// A grid with rules that stand beside it.
pub(crate) fn with_rules(grid: Grid, rules: &[Rule]) -> Result<Grid, Problem> {
    if rules.is_empty() {
        return Ok(grid);
    }
    if let Some(rule) = grid.rules().as_slice().first() {
        let message = format!("expected none beside those of the puzzle, which has {rule}");
        return Err(Problem::field(keys::RULES, message));
    }
    grid.with_rules(rules.to_vec()).map_err(|error| Problem::misplaced(&error))
}

/// A grid on a board that is known or not.
pub(crate) fn read(
    name: &str,
    value: Option<Value>,
    geometry: Option<Arc<Geometry>>,
    format: Option<Format>,
) -> Result<Option<Grid>, Problem> {
    match value {
        None => Ok(geometry.map(|geometry| Grid::empty(&geometry))),
        Some(Value::String(text)) => {
            let mut puzzles = Puzzles::new(text.as_bytes(), read_options(format, geometry));
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
pub(crate) fn read_options(format: Option<Format>, geometry: Option<Arc<Geometry>>) -> ReadOptions {
    ReadOptions { largest_side: Some(MAX_SIDE), ..ReadOptions::of(format, geometry) }
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
    Problem::field("board", format!("expected a side of at most {MAX_SIDE}, found {side}"))
}
