//! `sdk`: N lines of N characters, as SadMan Sudoku and many others write a puzzle.
//!
//! ```text
//! #A author          lines that begin with # are passed over
//! [Puzzle]           may be there
//! 53..7....
//! …
//! [State]            may follow with the cells filled so far, which are not read
//! ```
//!
//! Cells are those of `line`.

use std::io::{self, BufRead};

use crate::grid::Grid;
use crate::grid::format::characters::{self, Characters};
use crate::grid::format::line;
use crate::grid::format::lines::{Building, Lines, is_blank};
use crate::grid::format::record::{Boards, Record};
use crate::grid::format::{Format, ParseError, Problem, notes, places};

/// Whether a line names a section.
pub(in crate::grid::format) fn is_section(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.eq_ignore_ascii_case(b"[puzzle]") || is_state(line)
}

fn is_state(line: &[u8]) -> bool {
    line.trim_ascii().eq_ignore_ascii_case(b"[state]")
}

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    if lines.peek(0)?.is_some_and(is_section) {
        lines.take(record);
    }
    let mut rows = 0;
    let mut side = 1;
    while rows < side {
        match lines.peek(0)? {
            // A puzzle that lacks rows ends where something else begins.
            None => break,
            Some(line) if rows > 0 && (is_blank(line) || is_section(line) || line.starts_with(b"#")) => break,
            Some(line) if rows > 0 && notes::is_note(line) => break,
            Some(line) if rows == 0 => side = line.trim_ascii().len().min(Format::MAX_LINE_SIDE),
            Some(_) => {}
        }
        lines.take(record);
        rows += 1;
    }
    let mut ahead = 0;
    while lines.peek(ahead)?.is_some_and(is_blank) {
        ahead += 1;
    }
    if lines.peek(ahead)?.is_some_and(is_state) {
        for _ in 0..=ahead {
            lines.take(record);
        }
        while lines.peek(0)?.is_some_and(|line| !is_blank(line) && !is_section(line) && !line.starts_with(b"#")) {
            lines.take(record);
        }
    }
    Ok(())
}

pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let rows = record.lines().filter(|(_, line)| !line.trim_ascii().eq_ignore_ascii_case(b"[puzzle]"));
    let rows = rows.take_while(|(_, line)| !is_state(line));
    let mut characters = Characters::default();
    let mut side = boards.asked_side();
    let mut count = 0;
    let mut end = 0;
    for (offset, line) in rows {
        let indent = line.len() - line.trim_ascii_start().len();
        let cells = line.trim_ascii();
        let expected = *side.get_or_insert(cells.len().min(Format::MAX_LINE_SIDE));
        // An error in a cell is told before an error in their number.
        for (i, &byte) in cells.iter().take(expected).enumerate() {
            characters.push(offset + indent + i, byte);
        }
        let found = cells.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        if cells.len() != expected {
            characters.values(record, expected)?;
            let at = offset + indent + expected.min(cells.len());
            return Err(record.error(at, Problem::Cells { expected, found }));
        }
        count += 1;
        end = offset + indent + cells.len();
    }
    let side = side.unwrap_or(9);
    let values = characters.values(record, side)?;
    if count != side {
        return Err(record.error(end, Problem::Rows { expected: side, found: count }));
    }
    characters::grid_of_side(record, side, values, boards)
}

pub(in crate::grid::format) fn write(grid: &Grid, out: &mut String) {
    let side = grid.geometry().plain_side().unwrap_or_default();
    // Of a 16×16 the first row decides, see `detect`.
    let rows = if side == 16 { 1 } else { side };
    let largest = grid
        .digits()
        .iter()
        .take(rows * side)
        .flatten()
        .map(|digit| usize::from(digit.get()))
        .max()
        .unwrap_or_default();
    if side > 1 && side.isqrt().pow(2) == side && largest <= side.isqrt() {
        // Else each row could be a grid by itself.
        out.push_str("[Puzzle]\n");
    }
    write_rows(grid, out);
}

/// A line for each row, whatever the board.
pub(in crate::grid::format) fn write_rows(grid: &Grid, out: &mut String) {
    if grid.geometry().plain_side().is_none() {
        let mut characters = String::new();
        places::push_characters(grid, &mut characters);
        // Each is one byte.
        for row in characters.as_bytes().chunks(grid.geometry().columns()) {
            out.extend(row.iter().map(|&byte| char::from(byte)));
            out.push('\n');
        }
        return;
    }
    for row in grid.digits().chunks(grid.geometry().digit_count()) {
        line::push_cells(row, '.', out);
        out.push('\n');
    }
}
