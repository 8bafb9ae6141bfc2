//! Puzzles written as JSON: an object a line, and its grids and rules by themselves.

use std::fmt::Write;

use crate::geometry::{Digit, Geometry};
use crate::grid::Grid;
use crate::grid::exchange::{Missing, Notes};
use crate::grid::format::formats::Format;
use crate::grid::format::{json_layers, keys, line, places, record};

/// Appends a puzzle as an object on a line of its own, with what comes with it; what of that is not in it.
pub(crate) fn write_object(grid: &Grid, notes: &Notes, out: &mut String) -> Vec<Missing> {
    let _ = write!(out, "{{\"{}\":\"{}\",\"{}\":", keys::BOARD, grid.geometry(), keys::PUZZLE);
    push_value(grid, out);
    push_rules(grid, out);
    for (key, text) in [(keys::TITLE, &notes.title), (keys::AUTHOR, &notes.author), (keys::RULESET, &notes.rules)] {
        let Some(text) = text else { continue };
        let _ = write!(out, ",\"{key}\":");
        Notes::push_json(text, out);
    }
    if let Some(solution) = notes.stored(grid) {
        let _ = write!(out, ",\"{}\":", keys::SOLUTION);
        push_value(&solution, out);
    }
    out.push_str("}\n");
    notes.lost_in_json(grid)
}

/// Whether a grid stands in JSON as a text of one character for each cell, or place of the canvas.
fn is_text(board: &Geometry) -> bool {
    board.plain_side().map_or_else(|| places::has_characters(board), |side| side <= Format::MAX_LINE_SIDE)
}

fn push_characters(grid: &Grid, out: &mut String) {
    match grid.geometry().plain_side() {
        Some(_) => line::push_grid(grid, out),
        None => places::push_characters(grid, out),
    }
}

/// The text of a grid in JSON, where it is one and no rows.
#[doc(hidden)]
#[must_use]
pub fn characters(grid: &Grid) -> Option<String> {
    is_text(grid.geometry()).then(|| {
        let mut text = String::new();
        push_characters(grid, &mut text);
        text
    })
}

/// Appends rows of numbers for the places of the canvas, `null` where a cell is empty and `"-"` where there is none.
fn push_places(grid: &Grid, out: &mut String) {
    for (i, place) in places::of(grid).enumerate() {
        out.push_str(match (i, i % grid.geometry().columns()) {
            (0, _) => "[[",
            (_, 0) => "],[",
            _ => ",",
        });
        let _ = match place {
            None => write!(out, "\"{}\"", places::NO_CELL),
            Some(None) => write!(out, "null"),
            Some(Some(digit)) => write!(out, "{digit}"),
        };
    }
    out.push_str("]]");
}

/// Appends the key with the rules of a grid, if it has any.
pub fn push_rules(grid: &Grid, out: &mut String) {
    for (i, rule) in grid.rules().as_slice().iter().enumerate() {
        let _ = match i {
            0 => write!(out, ",\"{}\":[", keys::RULES),
            _ => write!(out, ","),
        };
        Notes::push_json(&rule.to_string(), out);
    }
    if !grid.rules().is_empty() {
        out.push(']');
    }
}

/// Appends a grid as it stands in JSON: a text of one character a cell up to side 35, rows of numbers above.
pub fn push_value(grid: &Grid, out: &mut String) {
    if !grid.geometry().layers().is_empty() {
        return json_layers::push_value(grid, push_value, out);
    }
    let board = grid.geometry();
    if is_text(board) {
        out.push('"');
        push_characters(grid, out);
        out.push('"');
        return;
    }
    let Some(side) = board.plain_side() else {
        push_places(grid, out);
        return;
    };
    for (i, row) in grid.digits().chunks(side).enumerate() {
        out.push_str(if i == 0 { "[[" } else { "],[" });
        record::write_separated(row.iter().map(|digit| digit.map(Digit::get)), ",", "0", out);
    }
    out.push_str("]]");
}
