//! Grids in the `header` format, and as answers to people show them.

use serde_json::Value;

use crate::grid::Grid;
use crate::grid::format::{Format, ParseError, Parser, Place, Record, push_value};

pub(in crate::protocol) fn write(grid: &Grid) -> String {
    let mut text = String::new();
    // The lossless form carries every board.
    let _ = Format::Header.write(grid, &mut text);
    text
}

pub(in crate::protocol) fn read(text: &str) -> Result<Grid, ParseError> {
    Parser::new(Format::Header, None).parse(&Record { text: text.as_bytes(), place: Place::START })
}

/// A grid: a text of one character a cell up to side 35, rows of numbers above.
#[must_use]
pub fn grid_value(grid: &Grid) -> Value {
    let mut text = String::new();
    push_value(grid, &mut text);
    // What was written is JSON.
    serde_json::from_str(&text).unwrap_or_default()
}
