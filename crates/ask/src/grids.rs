//! Grids in the `header` format, and as answers to people show them.

use serde_json::Value;

use satdoku::geometry::{Cell, Digit};
use satdoku::grid::Grid;
use satdoku::grid::format::{Format, NO_CELL, ParseError, Parser, Place, Record, characters, places_of, push_value};

pub(crate) fn write(grid: &Grid) -> String {
    let mut text = String::new();
    // The lossless form carries every board.
    let _ = Format::Header.write(grid, &mut text);
    text
}

pub(crate) fn read(text: &str) -> Result<Grid, ParseError> {
    Parser::new(Format::Header, None).parse(&Record { text: text.as_bytes(), place: Place::START })
}

/// A grid: a text of one character a cell up to side 35, rows of numbers above.
#[must_use]
pub fn grid_value(grid: &Grid) -> Value {
    if !grid.geometry().layers().is_empty() {
        let mut text = String::new();
        push_value(grid, &mut text);
        // What is written is JSON.
        return serde_json::from_str(&text).unwrap_or(Value::Null);
    }
    if let Some(text) = characters(grid) {
        return Value::String(text);
    }
    let board = grid.geometry();
    let empty = board.plain_side().map_or(Value::Null, |_| Value::from(0));
    let value = |place: Option<Option<Digit>>| match place {
        None => Value::from(NO_CELL),
        Some(None) => empty.clone(),
        Some(Some(digit)) => Value::from(digit.get()),
    };
    let places: Vec<Value> = places_of(grid).map(value).collect();
    places.chunks(board.columns()).map(Value::from).collect()
}

/// The names of cells: `r1c1`, of helper cells `shade:r3c4` and `N`.
pub(crate) fn cell_names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use satdoku::geometry::Geometry;

    #[test]
    fn a_value_is_what_is_written() {
        for board in ["2x2", "6x6", "2x3+diagonals", "samurai", "latin9", "6x8/8", "6x8/40"] {
            let board: Arc<Geometry> = Arc::new(board.parse().expect("a board"));
            let mut grid = Grid::empty(&board);
            for clued in [false, true] {
                if let Some(cell) = board.cells().next().filter(|_| clued) {
                    grid.set(cell, Some(board.last_digit())).expect("a digit of the board");
                }
                let mut text = String::new();
                push_value(&grid, &mut text);
                assert_eq!(grid_value(&grid), serde_json::from_str::<Value>(&text).expect("JSON"), "{board}");
            }
        }
    }
}
