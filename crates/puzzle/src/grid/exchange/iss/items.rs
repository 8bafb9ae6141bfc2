//! The parts of a string: `.Type~argument~argument`, and nested parts between `.Or` and `.End`.

use satdoku_base::printable::commands;

use crate::geometry::Cell;
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem, short};

/// The largest depth of nested parts.
const DEEPEST: usize = 8;

/// A part of a string.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Item {
    /// The position of the part in the text.
    pub(super) at: usize,
    /// The type of the part; empty for clues.
    pub(super) kind: String,
    pub(super) args: Vec<String>,
    /// The nested parts up to `.End`, for a type with `.End`.
    pub(super) inner: Vec<Item>,
}

impl Item {
    pub(super) fn new(kind: &str, args: impl IntoIterator<Item = String>) -> Self {
        Self { at: 0, kind: kind.to_owned(), args: args.into_iter().collect(), inner: Vec::new() }
    }

    /// The path of the part in errors: the part itself.
    pub(super) fn path(&self) -> String {
        let mut path = format!(".{}", self.kind);
        for arg in &self.args {
            path.push('~');
            path.push_str(arg);
            if path.len() > 100 {
                break;
            }
        }
        short(&path)
    }

    pub(super) fn error(&self, problem: impl Into<ExchangeProblem>) -> ExchangeError {
        ExchangeError { path: self.path(), at: self.at, problem: problem.into() }
    }

    pub(super) fn expected(&self, expected: &str, found: &str) -> ExchangeError {
        let found = if found.is_empty() { "nothing".to_owned() } else { format!("{:?}", short(found)) };
        self.error(ExchangeProblem::expected(expected, found))
    }

    /// Whether the part or a nested part is of a type.
    pub(super) fn has(&self, kind: &str) -> bool {
        self.kind == kind || self.inner.iter().any(|inner| inner.has(kind))
    }

    /// The part with only the nested parts of a type; `None` if neither the part nor a nested part is of the type.
    pub(super) fn only(&self, kind: &str) -> Option<Self> {
        let inner: Vec<Self> = self.inner.iter().filter_map(|inner| inner.only(kind)).collect();
        let is_there = self.kind == kind || !inner.is_empty();
        is_there.then(|| Self { at: self.at, kind: self.kind.clone(), args: self.args.clone(), inner })
    }

    /// An argument, or an empty text if the part has too few arguments.
    pub(super) fn arg(&self, at: usize) -> &str {
        self.args.get(at).map_or("", String::as_str)
    }

    /// A whole number from −10⁶ to 10⁶.
    pub(super) fn number(&self, text: &str) -> Result<i64, ExchangeError> {
        let number = text.trim().parse::<i64>().ok().filter(|number| number.abs() <= 1_000_000);
        number.ok_or_else(|| self.expected("a number", text))
    }
}

/// Whether parts follow up to an `.End`.
fn is_open(kind: &str) -> bool {
    matches!(kind, "Or" | "And" | "Replicate")
}

/// The parts of a string, in order.
///
/// # Errors
/// If the string does not begin with a full stop, or a part is not closed.
pub(super) fn items(text: &str) -> Result<Vec<Item>, ExchangeError> {
    let begin = text.len() - text.trim_start().len();
    if !text[begin..].starts_with('.') {
        let problem =
            ExchangeProblem::expected("a string of ISS, which begins with a full stop", short(&text[begin..]));
        return Err(ExchangeError { at: begin, ..ExchangeError::whole(problem) });
    }
    let mut open: Vec<Item> = Vec::new();
    let mut whole: Vec<Item> = Vec::new();
    let mut at = begin + 1;
    for part in text[begin + 1..].split('.') {
        let mut words = part.split('~').map(|word| word.chars().filter(|c| !c.is_whitespace()).collect::<String>());
        let kind = words.next().unwrap_or_default();
        let item = Item { at: at - 1, kind, args: words.collect(), inner: Vec::new() };
        at += part.len() + 1;
        if item.kind == "End" {
            let closed = open.pop().ok_or_else(|| item.expected("a part that is open before .End", ""))?;
            open.last_mut().map_or(&mut whole, |outer| &mut outer.inner).push(closed);
        } else if is_open(&item.kind) {
            if open.len() == DEEPEST {
                return Err(item.expected(&format!("parts at most {DEEPEST} deep in one another"), &item.kind));
            }
            open.push(item);
        } else {
            open.last_mut().map_or(&mut whole, |outer| &mut outer.inner).push(item);
        }
    }
    match open.pop() {
        None => Ok(whole),
        Some(item) => Err(item.expected(".End behind it", "")),
    }
}

/// The row and the column of `R1C1`, from 0; each is a character to the base 17.
pub(super) fn place(text: &str) -> Option<(usize, usize)> {
    let &[b'R' | b'r', row, b'C' | b'c', column] = text.as_bytes() else { return None };
    let number = |byte: u8| char::from(byte).to_digit(17)?.checked_sub(1);
    Some((number(row)? as usize, number(column)? as usize))
}

/// The name of a cell in a string.
///
/// # Panics
/// In row or column 17 and beyond.
pub(super) fn name(cell: Cell) -> String {
    let digit = |at: usize| char::from_digit(at as u32 + 1, 17).expect("a row or a column up to 16");
    format!("R{}C{}", digit(cell.row()), digit(cell.column()))
}

/// The spelling of a name in a string: a byte that is neither letter, digit nor unreserved sign becomes `%` and its hexadecimal
/// code.
pub(super) fn written(name: &str) -> String {
    let byte = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'!' | b'*' | b'\'' | b'(' | b')' => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    };
    name.bytes().map(byte).collect()
}

/// The name with a spelling; `None` if the name is empty or invalid.
pub(super) fn name_of(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let code = (first == b'%').then(|| std::str::from_utf8(behind.get(..2)?).ok()).flatten();
        let byte = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &behind[2..] } else { behind };
    }
    let mut name = String::from_utf8(bytes).ok()?;
    name.retain(|c| !commands(c));
    (!name.trim().is_empty()).then_some(name)
}

/// The direction of the diagonal that a first cell names: down and right from the left side, up and left from the right, down and
/// left from the top, up and right from the bottom.
pub(super) fn diagonal_from(first: Cell, rows: usize, columns: usize) -> Option<(isize, isize)> {
    let (row, column) = (first.row(), first.column());
    if column == 0 && row + 1 < rows {
        Some((1, 1))
    } else if column + 1 == columns && row > 0 && row + 1 < rows {
        Some((-1, -1))
    } else if row == 0 {
        Some((1, -1))
    } else {
        (row + 1 == rows).then_some((-1, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_in_one_another() {
        let found = items(".~R1C1_5 .Or.Cage~5~R1C1~\nR1C2.And.X~R1C1~RaCg.End.End.AntiKing").unwrap();
        assert_eq!(found.iter().map(|item| item.kind.as_str()).collect::<Vec<_>>(), ["", "Or", "AntiKing"]);
        assert_eq!(found[1].inner[0].args, ["5", "R1C1", "R1C2"]);
        assert_eq!(found[1].inner[1].inner[0].at, 34);
        assert_eq!(place("RaCg"), Some((9, 15)));
        assert_eq!(name(Cell::new(9, 15)), "RaCg");
        assert!(place("R0C1").is_none() && place("VA1").is_none());
    }

    #[test]
    fn what_is_not_closed_is_refused() {
        for text in ["Cage", "", ".Or.Cage~5~R1C1", ".End", &".Or".repeat(1000)] {
            assert!(items(text).is_err(), "{text}");
        }
    }
}
