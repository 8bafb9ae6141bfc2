//! Grids in the `header` format.

use crate::grid::Grid;
use crate::grid::format::{Format, ParseError, Parser, Place, Record};

pub(in crate::protocol) fn write(grid: &Grid) -> String {
    let mut text = String::new();
    // The lossless form carries every board.
    let _ = Format::Header.write(grid, &mut text);
    text
}

pub(in crate::protocol) fn read(text: &str) -> Result<Grid, ParseError> {
    Parser::new(Format::Header, None).parse(&Record { text: text.as_bytes(), place: Place::START })
}
