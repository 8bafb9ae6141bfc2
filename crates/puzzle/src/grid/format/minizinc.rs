//! `minizinc`: an array of N² numbers in a MiniZinc data file, `_`, `0` or `<>` for an empty cell.
//!
//! ```text
//! % comments
//! n = 2;                            other lines without brackets are passed over
//! puzzle = [| _, 3, 1, _           or  x = array2d(1..n, 1..n, [ _, 3, 1, _, …
//!           | …      |];               ]);
//! ```

use std::io::{self, BufRead};

use crate::geometry::Digit;
use crate::grid::Grid;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::lines::{Building, Lines};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::sheet;

/// The most lines behind an array searched for the next array.
const LINES_BEHIND: usize = 64;

/// A line without its comment.
fn code(line: &[u8]) -> &[u8] {
    &line[..line.iter().position(|&byte| byte == b'%').unwrap_or(line.len())]
}

/// Whether a first line is of a data file: a declaration, or a name and an equals sign.
pub(super) fn begins(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let name = line.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').unwrap_or(line.len());
    let is_name = line.first().is_some_and(u8::is_ascii_alphabetic);
    let rest = line[name..].trim_ascii_start();
    line.starts_with(b"[|") || is_name && (rest.starts_with(b"=") || rest.starts_with(b":"))
}

/// Whether a line is an assignment, which `ascii` would take for a line of words.
pub(super) fn is_assignment(line: &[u8]) -> bool {
    begins(line) && line.contains(&b'=')
}

pub(super) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    let mut is_open = false;
    loop {
        let Some(line) = lines.peek(0)? else { return Ok(()) };
        let code = code(line);
        is_open |= code.contains(&b'[');
        let ends = is_open && code.contains(&b']');
        lines.take(record);
        if ends {
            break;
        }
    }
    // The text behind the last array belongs to the last array's record.
    for ahead in 0..LINES_BEHIND {
        match lines.peek(ahead)? {
            Some(line) if code(line).contains(&b'[') => break,
            Some(_) => {}
            None => {
                (0..ahead).for_each(|_| lines.take(record));
                break;
            }
        }
    }
    Ok(())
}

pub(super) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let mut values: Vec<(usize, &[u8])> = Vec::new();
    let (mut start, mut end) = (None, None);
    for (offset, line) in record.lines() {
        let code = code(line);
        let mut at = 0;
        if start.is_none() {
            let Some(bracket) = code.iter().position(|&byte| byte == b'[') else { continue };
            start = Some(offset + bracket);
            at = bracket + 1;
        }
        let last = code[at..].iter().position(|&byte| byte == b']').map(|length| at + length);
        let part = &code[at..last.unwrap_or(code.len())];
        let mut from = at;
        for word in part.split(|byte| byte.is_ascii_whitespace() || matches!(byte, b',' | b'|' | b'[')) {
            if !word.is_empty() {
                values.push((offset + from, word));
            }
            from += word.len() + 1;
        }
        if let Some(last) = last {
            end = Some(offset + last);
            break;
        }
    }
    let missing = |expected| Problem::Word { expected, found: Excerpt::new(b"") };
    if start.is_none() {
        return Err(record.error_at_end(missing("[ and the numbers of a grid")));
    }
    let Some(end) = end else { return Err(record.error_at_end(missing("] behind the numbers of the grid"))) };
    let found = values.len();
    let side = boards.asked_side().unwrap_or_else(|| {
        let root = found.isqrt();
        if root * root == found && root > 0 { root } else { root + 1 }
    });
    if found != side * side {
        return Err(record.error(end, Problem::Cells { expected: side * side, found }));
    }
    sheet::of_words(record, &values, side, boards, || record.error(end, Problem::Nothing))
}

pub(super) fn write(grid: &Grid, out: &mut String) {
    let side = grid.geometry().digit_count();
    for (i, row) in grid.digits().chunks(side).enumerate() {
        out.push_str(if i == 0 { "puzzle = [| " } else { "          | " });
        record::write_separated(row.iter().map(|digit| digit.map(Digit::get)), ", ", "_", out);
        out.push_str(if i + 1 == side { " |];\n" } else { "\n" });
    }
}
