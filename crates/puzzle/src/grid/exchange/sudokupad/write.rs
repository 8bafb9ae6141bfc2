//! From a puzzle to JSON.

use crate::geometry::Cell;
use crate::grid::exchange::Exchange;
use crate::grid::exchange::cell_state::add_kept;
use crate::grid::exchange::json::{Value, list, number, object, text};
use crate::grid::exchange::missing::Missing;
use crate::grid::exchange::notes::Notes;
use crate::grid::exchange::outgoing::{Outgoing, Unsaid};
use crate::grid::exchange::sudokupad::read::{GLOBAL, MAX_SIDE};
use crate::rule::{Killer, Rule};

/// The JSON of a puzzle, and the rules and units that `SudokuPad` cannot express.
///
/// # Errors
/// If the program does not support the board.
pub(crate) fn write(puzzle: &Outgoing<'_>, notes: &Notes) -> Result<(Value, Vec<Unsaid>), Missing> {
    let board = puzzle.board();
    let (rows, columns) = (board.rows(), board.columns());
    if rows.max(columns) > MAX_SIDE || board.digit_count() != rows.max(columns) || board.first_digit().get() != 1 {
        return Err(Missing::Board(board.to_string()));
    }
    let digits = puzzle.grid.digits();
    let cell = |at: usize| object(digits[at].map(|digit| ("value", number(digit.get()))));
    let row = |row: usize| list((0..columns).map(|column| cell(row * columns + column)));
    let mut entries: Vec<(&str, Value)> = vec![("cellSize", number(64_u64)), ("cells", list((0..rows).map(row)))];
    let regions: Vec<Value> = board.region_units().map(|unit| cells(board.unit(unit))).collect();
    if !regions.is_empty() {
        entries.push(("regions", list(regions)));
    }
    let (mut unsaid, mut cages, mut global) = (Vec::new(), Vec::new(), Vec::new());
    for (at, rule) in puzzle.rules.iter().enumerate() {
        if let Some((name, _)) = GLOBAL.iter().find(|(_, known)| known == *rule) {
            global.push(text(*name));
        } else if let Rule::Killer(Killer { total, cells: of }) = rule {
            let mut cage = vec![("cells", cells(of)), ("unique", Value::Bool(true))];
            if let Some(total) = total {
                cage.extend([("value", text(total.to_string())), ("sum", Value::Number(total.to_string()))]);
            }
            cages.push(object(cage));
        } else {
            unsaid.push(Unsaid::Rule(at));
        }
    }
    let mut hidden = |of: &[Cell]| {
        let is = Value::Bool(true);
        cages.push(object([("cells", cells(of)), ("unique", is.clone()), ("hidden", is)]));
    };
    if board.has_diagonals() {
        let at = |row: usize, column: usize| Cell::new(row as u16, column as u16);
        hidden(&(0..rows).map(|i| at(i, i)).collect::<Vec<_>>());
        hidden(&(0..rows).map(|i| at(i, rows - 1 - i)).collect::<Vec<_>>());
    }
    puzzle.units.iter().for_each(|unit| hidden(unit));
    let mut metadata: Vec<(&str, Value)> = Vec::new();
    for (key, note) in [("title", &notes.title), ("author", &notes.author), ("rules", &notes.rules)] {
        if let Some(note) = note {
            metadata.push((key, text(note.as_str())));
        }
    }
    if let Some(solution) = &notes.solution {
        let has_long = solution.iter().flatten().any(|digit| digit.get() > 9);
        let words: Vec<String> =
            solution.iter().map(|digit| digit.map_or_else(|| ".".to_owned(), |digit| digit.to_string())).collect();
        metadata.push(("solution", text(words.join(if has_long { "," } else { "" }))));
    }
    for (key, value) in notes.kept_of(Exchange::SudokuPad) {
        match (key.as_str(), value) {
            ("cages", value) => cages.push(value.clone()),
            ("metadata", Value::Object(kept)) => {
                metadata.extend(kept.iter().map(|(key, item)| (key.as_str(), item.value.clone())));
            }
            ("cellSize", value) => entries[0].1 = value.clone(),
            ("cells", value) => add_kept(&mut entries[1].1, value),
            (key, value) => entries.push((key, value.clone())),
        }
    }
    for (key, values) in [("cages", cages), ("global", global)] {
        if !values.is_empty() {
            entries.push((key, list(values)));
        }
    }
    if !metadata.is_empty() {
        entries.push(("metadata", object(metadata)));
    }
    Ok((object(entries), unsaid))
}

fn cells(cells: &[Cell]) -> Value {
    let pair = |cell: &Cell| list([number(cell.row() as u64), number(cell.column() as u64)]);
    list(cells.iter().map(pair))
}
