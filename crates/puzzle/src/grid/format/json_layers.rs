//! Values of layers and numbers in JSON: `{"grid":"53467…","layers":{"shade":[[0,1,…],…],"N":17}}` in place of a grid, with `null`
//! for an empty cell.

use std::fmt::Write;

use crate::geometry::{Cell, LayerName, LayerShape};
use crate::grid::Grid;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::json_cells::END;
use crate::grid::format::scanner::Scanner;
use crate::grid::json::Reader as _;
use crate::rule::ParseRuleError;

/// The key of the grid.
const GRID: &str = "grid";

/// The key of the values of layers.
const LAYERS: &str = "layers";

/// Appends a grid on a board with layers: the grid alone, as `push_plain` writes one, if no cell of a layer is filled.
pub(super) fn push_value(grid: &Grid, push_plain: fn(&Grid, &mut String), out: &mut String) {
    let plain = grid.without_rules();
    if !grid.has_helper_values() {
        return push_plain(&plain, out);
    }
    let _ = write!(out, "{{\"{GRID}\":");
    push_plain(&plain, out);
    let _ = write!(out, ",\"{LAYERS}\":");
    push_layers(grid, out);
    out.push('}');
}

/// Where a grid and the values of its layers stand inside of an object.
pub(super) struct Inside {
    pub(super) grid: usize,
    pub(super) layers: Option<usize>,
}

/// The places inside of an object that has a grid and values of layers; `None` for any other value.
pub(super) fn inside(scanner: &Scanner<'_>, at: usize) -> Option<Inside> {
    let mut inner = Scanner { record: scanner.record, at };
    if inner.peek() != b'{' {
        return None;
    }
    let (mut grid, mut layers) = (None, None);
    let read = inner.entries(b'}', OBJECT_END, |inner| {
        let (at, key) = inner.string("a name in double quotes")?;
        inner.expect(b':', ":")?;
        inner.peek();
        let place = match key {
            _ if key == GRID.as_bytes() => &mut grid,
            _ if key == LAYERS.as_bytes() => &mut layers,
            _ => return Err(unexpected_at(inner, at, "grid or layers")),
        };
        *place = Some(inner.at);
        inner.skip()
    });
    read.ok().and(grid).map(|grid| Inside { grid, layers })
}

/// The error of something else at a place.
fn unexpected_at(scanner: &Scanner<'_>, at: usize, expected: &'static str) -> ParseError {
    Scanner { record: scanner.record, at }.unexpected(expected)
}

/// Appends the layers and numbers of a grid as an object: rows of numbers for a layer, a number for a number, `null` for an empty
/// cell.
fn push_layers(grid: &Grid, out: &mut String) {
    let board = grid.geometry();
    out.push('{');
    for (at, layer) in board.layers().iter().enumerate() {
        let _ = write!(out, "{}\"{}\":", if at > 0 { "," } else { "" }, layer.name);
        let value = |cell: Cell| grid.get(cell).map_or_else(|| "null".to_owned(), |digit| digit.to_string());
        let cells = board.layer_cells(layer);
        if layer.shape == LayerShape::Number {
            out.push_str(&value(cells[0]));
            continue;
        }
        out.push('[');
        for (at, row) in cells.chunk_by(|one, next| one.row() == next.row()).enumerate() {
            let values: Vec<String> = row.iter().map(|&cell| value(cell)).collect();
            let _ = write!(out, "{}[{}]", if at > 0 { "," } else { "" }, values.join(","));
        }
        out.push(']');
    }
    out.push('}');
}

/// Reads the object with the values of layers, if there is one, into the grid.
///
/// # Errors
/// If the object names a layer that the board lacks, has another number of values than the layer has cells, or has another value.
pub(super) fn filled(scanner: &mut Scanner<'_>, at: Option<usize>, grid: Grid) -> Result<Grid, ParseError> {
    let (record, mut grid) = (scanner.record, grid);
    let Some(at) = at else { return Ok(grid) };
    scanner.at = at;
    if scanner.peek() != b'{' {
        return Err(scanner.unexpected("an object with the values of each layer"));
    }
    scanner.entries(b'}', OBJECT_END, |scanner| {
        let (at, name) = scanner.string("the name of a layer")?;
        let name = std::str::from_utf8(name).ok().and_then(|name| name.parse::<LayerName>().ok());
        let layer = name.and_then(|name| grid.geometry().layer(name).copied());
        let layer = layer.ok_or_else(|| unexpected_at(scanner, at, "the name of a layer or number among the rules"))?;
        scanner.expect(b':', ":")?;
        let cells = grid.geometry().layer_cells(&layer);
        let mut words: Vec<(usize, &[u8])> = Vec::new();
        layer_words(scanner, &mut words, 2)?;
        if words.len() != cells.len() {
            let problem = Problem::Cells { expected: cells.len(), found: words.len() };
            return Err(record.error(scanner.at, problem));
        }
        for (&cell, &(at, word)) in cells.iter().zip(&words).filter(|(_, (_, word))| *word != b"null") {
            let value = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
            let value = value.ok_or_else(|| unexpected_at(scanner, at, "a number or null"))?;
            grid.give(cell, value).map_err(|error| record.error(at, ParseRuleError::Rule(error)))?;
        }
        Ok(())
    })?;
    Ok(grid)
}

/// What is expected behind a value of an object.
const OBJECT_END: &str = ", or } at the end of the object";

/// Reads a number, or an array of numbers at most so deep.
fn layer_words<'a>(
    scanner: &mut Scanner<'a>,
    words: &mut Vec<(usize, &'a [u8])>,
    deepest: usize,
) -> Result<(), ParseError> {
    if scanner.peek() == b'[' && deepest > 0 {
        return scanner.entries(b']', END, |scanner| layer_words(scanner, words, deepest - 1));
    }
    let at = scanner.at;
    words.push((at, scanner.word()));
    Ok(())
}
