//! `sdk`: N lines of N characters, the form of SadMan Sudoku and many further programs.
//!
//! ```text
//! #A author          lines that begin with # are passed over
//! [Puzzle]           may be there
//! 53..7....
//! …
//! [State]            may follow with the cells filled so far, which are not read
//! ```
//!
//! Cells are written as in `line`.

use std::io::{self, BufRead};

use crate::grid::Grid;
use crate::grid::format::alphabet::Alphabet;
use crate::grid::format::error::ParseError;
use crate::grid::format::formats::Format;
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::record::{Boards, Record};
use crate::grid::format::sheet::{self, Above};
use crate::grid::format::{borders, cut_rows, line, notes, places};

/// Whether a line names a section.
pub(crate) fn is_section(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.eq_ignore_ascii_case(b"[puzzle]") || is_state(line)
}

fn is_state(line: &[u8]) -> bool {
    line.trim_ascii().eq_ignore_ascii_case(b"[state]")
}

pub(crate) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    if lines.peek(0)?.is_some_and(is_section) {
        lines.take(record);
    }
    let mut rows = 0;
    let mut side = 1;
    while rows < side {
        match lines.peek(0)? {
            // A puzzle that lacks rows ends where different text begins.
            None => break,
            Some(line) if rows > 0 && (is_blank(line) || is_section(line) || line.starts_with(b"#")) => break,
            // A row whose empty cells are letters may look like a word.
            Some(line) if rows > 0 && notes::is_note(line) && cut_rows::characters(line).count() != side => break,
            Some(_) if rows == 0 => side = side_of(lines)?,
            Some(_) => {}
        }
        lines.take(record);
        rows += 1;
    }
    // A line that cannot be a row of a further grid is a surplus line of the current grid.
    let is_more = |line: &[u8]| {
        let is_row = words(line).count() == 1
            && !is_section(line)
            && !notes::is_note(line)
            && !notes::is_numbering(line.trim_ascii());
        is_row && !line.starts_with(b"#") && cut_rows::characters(line).count() < side
    };
    if rows == side && side > 1 && lines.peek(0)?.is_some_and(is_more) {
        lines.take(record);
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

/// The side of the grid at hand: the width that most of its lines have, the first line's where several are as frequent.
fn side_of<R: BufRead>(lines: &mut Lines<R>) -> io::Result<usize> {
    let mut widths: Vec<usize> = Vec::new();
    while widths.len() < Format::MAX_LINE_SIDE {
        match lines.peek(widths.len())? {
            Some(line) if !is_blank(line) && !is_section(line) => widths.push(cut_rows::characters(line).count()),
            _ => break,
        }
        // A grid whose first rows are complete needs no look at the next grid.
        if widths.len() == widths[0] && widths.iter().all(|&width| width == widths[0]) {
            break;
        }
    }
    let frequency = |width: usize| widths.iter().filter(|&&other| other == width).count();
    let most = widths.iter().rev().copied().max_by_key(|&width| frequency(width));
    Ok(most.unwrap_or(1).clamp(1, Format::MAX_LINE_SIDE))
}

pub(crate) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let rows = record.lines().filter(|(_, line)| !line.trim_ascii().eq_ignore_ascii_case(b"[puzzle]"));
    let rows: Vec<_> = rows.take_while(|(_, line)| !is_state(line)).collect();
    if let Some(cells) = plain_cells(&rows)
        && boards.asked_side().is_none_or(|side| side == rows.len())
        && let Some(grid) = line::parse_decimals(record, rows[0].0, &cells, rows.len(), boards)
    {
        return grid;
    }
    sheet::read(record, &rows, &Above::default(), boards)
}

/// The cells of N lines of N characters without a blank, where no line may be a rule and no column has labels.
fn plain_cells(rows: &[cut_rows::Row<'_>]) -> Option<Vec<u8>> {
    let side = rows.len();
    if !(2..=Alphabet::MAX_DECIMAL).contains(&side) {
        return None;
    }
    let mut cells = Vec::with_capacity(side * side);
    for &(_, line) in rows {
        let line = line.trim_ascii_end();
        if line.len() != side || borders::is_rule(line) {
            return None;
        }
        cells.extend_from_slice(line);
    }
    // Labels count, upwards or downwards.
    let may_be_labels = |column: usize| {
        let label = |row: usize| cells[row * side + column];
        let steps = |step: u8| (1..side - 2).all(|row| label(row + 1) == label(row).wrapping_add(step));
        steps(1) || steps(1_u8.wrapping_neg())
    };
    (side < 5 || !may_be_labels(0) && !may_be_labels(side - 1)).then_some(cells)
}

pub(crate) fn write(grid: &Grid, out: &mut String) {
    let side = grid.geometry().plain_side().unwrap_or_default();
    let largest = grid.digits().iter().flatten().map(|digit| usize::from(digit.get())).max().unwrap_or_default();
    if side > 1 && side.isqrt().pow(2) == side && largest <= side.isqrt() {
        // Otherwise every row could be a single-line grid.
        out.push_str("[Puzzle]\n");
    }
    write_rows(grid, out);
}

/// Writes a line for each row, for any board.
pub(crate) fn write_rows(grid: &Grid, out: &mut String) {
    if grid.geometry().plain_side().is_none() {
        let mut characters = String::new();
        places::push_characters(grid, &mut characters);
        // The characters are single bytes.
        for row in characters.as_bytes().chunks(grid.geometry().columns()) {
            out.extend(row.iter().map(|&byte| char::from(byte)));
            out.push('\n');
        }
        return;
    }
    let empty = line::empty_sign(grid);
    for row in grid.digits().chunks(grid.geometry().digit_count()) {
        line::push_cells(row, empty, out);
        out.push('\n');
    }
}
