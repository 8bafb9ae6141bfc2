//! Cell data of other programs beside clues and regions: a player's digits and marks, and colours. The data mean nothing to a
//! solver; they are reported, and are written back into their own format.

use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::json::{Item, Node, Value};
use crate::grid::exchange::notes::Notes;
use crate::grid::exchange::{Exchange, Reading};

/// The key that distinguishes clues from a player's digits.
const GIVEN: &str = "given";

/// The state of the cells read so far, row by row.
#[derive(Default)]
pub(crate) struct CellState {
    rows: Vec<Item>,
    /// The number of cells with a player's digit, and the number with further marks.
    digits: usize,
    marked: usize,
}

impl CellState {
    /// Begins the next row.
    pub(crate) fn begin_row(&mut self) {
        self.rows.push(Value::List(Vec::new()).into());
    }

    /// Keeps the unread keys of a cell; `is_read` lists the keys read. A kept value is a player's digit.
    pub(crate) fn take(&mut self, cell: &Node<'_>, is_clue: bool) {
        let mut kept: Vec<(String, Item)> = Vec::new();
        if let Value::Object(entries) = cell.value() {
            let is_read = |key: &str| match key {
                "value" => is_clue,
                GIVEN | "region" | "givenPencilMarks" => true,
                _ => false,
            };
            let left = entries.iter().filter(|(key, item)| !is_read(key) && !item.value.is_nothing());
            kept.extend(left.cloned());
        }
        let has_digit = kept.iter().any(|(key, _)| key == "value");
        self.digits += usize::from(has_digit);
        self.marked += usize::from(kept.len() > usize::from(has_digit));
        if has_digit {
            // Without the key a reader may take the digit for a clue.
            kept.push((GIVEN.to_owned(), Value::Bool(false).into()));
        }
        if let Some(Item { value: Value::List(row), .. }) = self.rows.last_mut() {
            row.push(Value::Object(kept).into());
        }
    }

    /// Keeps the state under the key of the cells, and reports it.
    pub(crate) fn finish(self, program: Exchange, cells: &Node<'_>, notes: &mut Notes, reading: &mut Reading) {
        if self.digits > 0 {
            reading.passed_over.push(cells.error(ExchangeProblem::Players { cells: self.digits }));
        }
        if self.marked > 0 {
            reading.passed_over.push(cells.error(ExchangeProblem::CellMarks { cells: self.marked }));
        }
        if self.digits + self.marked > 0 {
            notes.keep(program, &cells.path(), Value::List(self.rows));
        }
    }
}

/// Adds kept state to the objects of cells.
pub(crate) fn add_kept(cells: &mut Value, kept: &Value) {
    match (cells, kept) {
        (Value::List(cells), Value::List(kept)) => {
            cells.iter_mut().zip(kept).for_each(|(cells, kept)| add_kept(&mut cells.value, &kept.value));
        }
        (Value::Object(cell), Value::Object(kept)) => {
            // In a cell with a clue, drops the player's digit.
            let has_clue = cell.iter().any(|(key, _)| key == "value");
            let is_left = |key: &str| !(has_clue && (key == "value" || key == GIVEN));
            cell.extend(kept.iter().filter(|(key, _)| is_left(key)).cloned());
        }
        _ => {}
    }
}

/// Reports rules in words, if present.
pub(crate) fn tell_words(notes: &Notes, path: &str, reading: &mut Reading) {
    if notes.rules.is_some() {
        reading.passed_over.push(ExchangeError::of(path, ExchangeProblem::Words));
    }
}
