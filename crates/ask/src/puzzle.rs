//! A puzzle out of the value of a field: a text in any format, or numbers.

use std::sync::Arc;

use satdoku::grid::exchange::Notes;
use satdoku::grid::format::{Format, Puzzles, ReadError, ReadOptions, keys};
use satdoku::{Budget, Digit, Geometry, Grid, Rule};
use serde_json::Value;

use crate::fields::FieldError;
use crate::problem::Problem;

/// The largest side of a board.
pub(crate) const MAX_SIDE: usize = 400;

/// A grid with rules that stand beside it.
pub(crate) fn with_rules(grid: Grid, rules: &[Rule], budget: &Budget) -> Result<Grid, Problem> {
    if rules.is_empty() {
        return Ok(grid);
    }
    if let Some(rule) = grid.rules().as_slice().first() {
        let message = format!("expected none beside those of the puzzle, which has {}", rule.beginning());
        return Err(Problem::field(keys::RULES, message));
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
    Ok(read_with_notes(name, value, geometry, format, budget)?.map(|(grid, _)| grid))
}

/// A grid with the words of its setter, on a board that is known or not.
pub(crate) fn read_with_notes(
    name: &str,
    value: Option<Value>,
    geometry: Option<Arc<Geometry>>,
    format: Option<Format>,
    budget: &Budget,
) -> Result<Option<(Grid, Notes)>, Problem> {
    let without_notes = |grid| (grid, Notes::default());
    match value {
        None => Ok(geometry.map(|geometry| without_notes(Grid::empty(&geometry)))),
        Some(Value::String(text)) => {
            let mut puzzles = Puzzles::new(text.as_bytes(), read_options(format, geometry, budget));
            let grid = puzzles.next().ok_or_else(|| Problem::field(name, "expected a puzzle, found nothing"))?;
            let grid = grid.map_err(|error| unreadable(&error))?;
            let notes = puzzles.notes().map(|notes| *notes).unwrap_or_default();
            if puzzles.next().is_some() {
                return Err(Problem::field(name, "expected one puzzle, found more"));
            }
            check_size(grid.geometry())?;
            Ok(Some((grid, notes)))
        }
        Some(Value::Array(values)) => Ok(Some(without_notes(cells(name, &values, geometry)?))),
        Some(value) => Err(FieldError::unexpected(name, "a text, or an array of numbers", &value).into()),
    }
}

/// How texts of puzzles are read: a large board is refused before its tables are made.
pub(crate) fn read_options(format: Option<Format>, geometry: Option<Arc<Geometry>>, budget: &Budget) -> ReadOptions {
    ReadOptions::of(format, geometry).with_largest_side(MAX_SIDE).with_budget(budget.clone())
}

pub(crate) fn unreadable(error: &ReadError) -> Problem {
    match error {
        ReadError::Parse(error) => Problem::text(error),
        error => Problem::internal(error.to_string()),
    }
}

/// Whether a board is small enough to be worked on.
pub(crate) fn check_size(board: &Geometry) -> Result<(), Problem> {
    let side = board.rows().max(board.columns()).max(board.digit_count());
    if side > MAX_SIDE { Err(too_large(side)) } else { Ok(()) }
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

/// The refusal of a board with a side that is too large.
fn too_large(side: usize) -> Problem {
    Problem::field("board", format!("expected a side of at most {MAX_SIDE}, found {side}"))
}
