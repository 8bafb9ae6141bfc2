//! `scf`: clues of a 9×9 grid, a character per clue that encodes the digit and the empty cells behind it, then an asterisk and
//! letters.

use crate::geometry::Cell;
use crate::grid::exchange::draft::{Boxes, Draft, Exchanged};
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::notes::Notes;

const SIDE: usize = 9;

/// Reads a puzzle. `w` behind the asterisk makes the windows of a windoku units, `x` both diagonals; `t…*` is the title and
/// `a…*` the author.
///
/// # Errors
/// If the number of cells is not 81, or a letter is unknown.
pub(crate) fn read(text: &str) -> Result<Exchanged, ExchangeError> {
    let (clues, rest) = text.split_once('*').unwrap_or((text, ""));
    let mut digits: Vec<u32> = Vec::new();
    for c in clues.chars() {
        let value = match c {
            '0'..='9' => u32::from(c) - u32::from('0'),
            'A'..='Z' => u32::from(c) - u32::from('A') + 10,
            'a'..='z' => u32::from(c) - u32::from('a') + 36,
            _ => return Err(wrong("a character from 0 to z for some cells", c)),
        };
        digits.push(value % 10);
        digits.resize(digits.len() + (value / 10) as usize, 0);
        if digits.len() > SIDE * SIDE {
            break;
        }
    }
    if digits.len() != SIDE * SIDE {
        return Err(wrong("81 cells", digits.len()));
    }
    let mut draft = Draft::new(SIDE, SIDE)?;
    draft.boxes = Boxes::Of(3, 3);
    let cells: Vec<Cell> = draft.cells().collect();
    for (cell, digit) in cells.into_iter().zip(digits).filter(|&(_, digit)| digit > 0) {
        draft.given("", cell, digit.into())?;
    }
    let mut letters = rest.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            'x' => draft.diagonals = [true, true],
            'w' => {
                for (top, left) in [(1, 1), (1, 5), (5, 1), (5, 5)] {
                    let cells = (0..9).map(|at| Cell::new(top + at / 3, left + at % 3)).collect();
                    draft.unit("", cells);
                }
            }
            't' | 'a' => {
                let mut text = String::new();
                while let Some(c) = letters.next() {
                    // A doubled asterisk is an escaped asterisk.
                    if c == '*' && letters.next_if_eq(&'*').is_none() {
                        break;
                    }
                    text.push(c);
                }
                let notes = &mut draft.notes;
                Notes::set(if letter == 't' { &mut notes.title } else { &mut notes.author }, &text);
            }
            _ => return Err(wrong("w, x, t or a", letter)),
        }
    }
    draft.finish()
}

fn wrong(expected: &str, found: impl std::fmt::Debug) -> ExchangeError {
    ExchangeError::whole(ExchangeProblem::expected(expected, format!("{found:?}")))
}
