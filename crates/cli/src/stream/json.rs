//! Answers as JSON: an object on each line, with the names of [`keys`], so that every line can be read back as its puzzle.

use std::fmt::Write;

use satdoku::Grid;
use satdoku::grid::format::{ParseError, keys, push_rules, push_value};
use serde_json::{Map, Value, json};

use crate::stream::answers::Puzzle;

/// Begins an object with the puzzle's number, and board and grid if readable.
pub(crate) fn begin(puzzle: &Puzzle<'_>, out: &mut String) {
    begin_with(puzzle.number, puzzle.grid.as_ref().ok(), out);
    if let Err(error) = &puzzle.grid {
        push(keys::ERROR, &error_value(&puzzle.source.file, error), out);
    }
}

/// Begins an object with a number and a puzzle.
pub(crate) fn begin_with(number: u64, grid: Option<&Grid>, out: &mut String) {
    let _ = write!(out, "{{\"{}\":{number}", keys::NUMBER);
    if let Some(grid) = grid {
        let _ = write!(out, ",\"{}\":\"{}\"", keys::BOARD, grid.geometry());
        push_grid(keys::PUZZLE, grid, out);
    }
}

/// Appends a key and a value.
pub(crate) fn push(key: &str, value: &Value, out: &mut String) {
    let _ = write!(out, ",\"{key}\":{value}");
}

/// Appends a key and a word that needs no escapes.
pub(crate) fn push_word(key: &str, word: &str, out: &mut String) {
    let _ = write!(out, ",\"{key}\":\"{word}\"");
}

/// Appends the proved claim.
pub(crate) fn push_claim(claim: &str, out: &mut String) {
    push(keys::CERTIFIED, &true.into(), out);
    push_word(keys::CLAIM, claim, out);
}

/// Appends a key and a grid.
pub(crate) fn push_grid(key: &str, grid: &Grid, out: &mut String) {
    let _ = write!(out, ",\"{key}\":");
    push_value(grid, out);
    if key == keys::PUZZLE {
        push_rules(grid, out);
    }
}

/// Appends the members of an object.
pub(crate) fn push_all(object: &Map<String, Value>, out: &mut String) {
    object.iter().for_each(|(key, value)| push(key, value, out));
}

/// Ends an object and the line.
pub(crate) fn end(out: &mut String) {
    out.push_str("}\n");
}

/// The error of a text, with its place.
pub(crate) fn error_value(file: &str, error: &ParseError) -> Value {
    json!({ "file": file, "line": error.line, "column": error.column, "message": error.problem.to_string() })
}
