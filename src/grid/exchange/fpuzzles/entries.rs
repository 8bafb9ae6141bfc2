//! Rules as entries of the keys' lists.

use crate::geometry::{Cell, Geometry};
use crate::grid::exchange::json::{Value, list, object, text};
use crate::grid::exchange::said::Said;

/// Makes the entries of a rule; nothing where the key has no way to say it.
pub(super) type Write = fn(&Said<'_>, &Geometry) -> Option<Vec<Value>>;

pub(super) fn name(cell: Cell) -> Value {
    text(format!("R{}C{}", cell.row() + 1, cell.column() + 1))
}

pub(super) fn names(cells: &[Cell]) -> Value {
    list(cells.iter().map(|&cell| name(cell)))
}

fn one(entries: Vec<(&str, Value)>) -> Vec<Value> {
    vec![object(entries)]
}

pub(super) fn line(said: &Said<'_>, _: &Geometry) -> Option<Vec<Value>> {
    Some(one(vec![("lines", list([names(said.cells()?)]))]))
}

/// A line with a number.
pub(super) fn number_line(said: &Said<'_>, _: &Geometry) -> Option<Vec<Value>> {
    Some(one(vec![("lines", list([names(said.cells()?)])), ("value", text(said.word()?))]))
}

/// A line that is read by threes.
pub(super) fn line_of_3(said: &Said<'_>, board: &Geometry) -> Option<Vec<Value>> {
    if said.words.iter().all(|&word| word == "3") { line(said, board) } else { None }
}

/// The line begins in the circle, at the cell next to where it goes on.
pub(super) fn arrow(said: &Said<'_>, _: &Geometry) -> Option<Vec<Value>> {
    let [circle, shaft] = said.both()?;
    let first = shaft.first()?;
    let steps = |cell: &Cell| cell.row().abs_diff(first.row()).max(cell.column().abs_diff(first.column()));
    let from = *circle.iter().min_by_key(|cell| steps(cell))?;
    let line = std::iter::once(from).chain(shaft.iter().copied()).map(name);
    Some(one(vec![("lines", list([list(line)])), ("cells", names(circle))]))
}

pub(super) fn cage(said: &Said<'_>, _: &Geometry) -> Option<Vec<Value>> {
    let mut entries = vec![("cells", names(said.cells()?))];
    if let Some(total) = said.word() {
        entries.push(("value", text(total)));
    }
    Some(one(entries))
}

/// The cells are a diagonal from one edge to another.
pub(super) fn little_killer(said: &Said<'_>, board: &Geometry) -> Option<Vec<Value>> {
    let cells = said.cells()?;
    let signed = |cell: Cell| (cell.row().cast_signed(), cell.column().cast_signed());
    let (first, last) = (signed(*cells.first()?), signed(*cells.last()?));
    let directions = [("UL", -1, -1), ("UR", -1, 1), ("DL", 1, -1), ("DR", 1, 1)];
    let is_inside = |(row, column): (isize, isize)| {
        (0..board.rows().cast_signed()).contains(&row) && (0..board.columns().cast_signed()).contains(&column)
    };
    let (direction, down, right) = directions.into_iter().find(|&(_, down, right)| {
        let along = cells.windows(2).all(|pair| {
            let (a, b) = (signed(pair[0]), signed(pair[1]));
            b == (a.0 + down, a.1 + right)
        });
        along && !is_inside((first.0 - down, first.1 - right)) && !is_inside((last.0 + down, last.1 + right))
    })?;
    let outside = format!("R{}C{}", first.0 - down + 1, first.1 - right + 1);
    Some(one(vec![
        ("cell", text(outside)),
        ("cells", names(cells)),
        ("direction", text(direction)),
        ("value", text(said.word()?)),
    ]))
}

/// A clue at the end of a row or a column; one for both ends is written above or at the left.
pub(super) fn outside(said: &Said<'_>, board: &Geometry) -> Option<Vec<Value>> {
    let (number, is_row, end) = said.view()?;
    let beyond = match end {
        Some("right") => board.columns() + 1,
        Some("bottom") => board.rows() + 1,
        _ => 0,
    };
    let (row, column) = if is_row { (number, beyond) } else { (beyond, number) };
    Some(one(vec![("cell", text(format!("R{row}C{column}"))), ("value", text(*said.words.first()?))]))
}

/// An entry for each cell.
pub(super) fn marks(said: &Said<'_>, _: &Geometry) -> Option<Vec<Value>> {
    Some(said.cells()?.iter().map(|&cell| object([("cell", name(cell))])).collect())
}

/// A dot; its number is left out where it is the usual one.
pub(super) fn dot(said: &Said<'_>, _: &Geometry) -> Option<Vec<Value>> {
    let mut entries = vec![("cells", names(&said.neighbours()?))];
    let usual = if said.keyword == "difference" { "1" } else { "2" };
    if let Some(number) = said.word().filter(|&number| number != usual) {
        entries.push(("value", text(number)));
    }
    Some(one(entries))
}

pub(super) fn xv(said: &Said<'_>, _: &Geometry) -> Option<Vec<Value>> {
    let letter = match said.word()? {
        "10" => "X",
        "5" => "V",
        _ => return None,
    };
    Some(one(vec![("cells", names(&said.neighbours()?)), ("value", text(letter))]))
}

pub(super) fn clones(said: &Said<'_>, _: &Geometry) -> Option<Vec<Value>> {
    let [cells, copies] = said.both()?;
    Some(one(vec![("cells", names(cells)), ("cloneCells", names(copies))]))
}

pub(super) fn quadruple(said: &Said<'_>, _: &Geometry) -> Option<Vec<Value>> {
    said.square()?;
    let values = said.word()?.split(',').map(|value| Value::Number(value.to_owned()));
    Some(one(vec![("cells", names(said.cells()?)), ("values", list(values))]))
}

pub(super) fn cells(said: &Said<'_>, _: &Geometry) -> Option<Vec<Value>> {
    Some(one(vec![("cells", names(said.cells()?))]))
}
