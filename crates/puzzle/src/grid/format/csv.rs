//! `csv`: a table, one puzzle a line, with a line of names at the top.
//!
//! The puzzle is in the column with one of the names for puzzles, see [`keys`]; without a match, in `board`. If the column is
//! unclear, or [`TableOptions`] request a missing column, the whole text is one error that lists the columns. Names are required
//! unless the first line is a single field with a puzzle, or the options exclude names. Further columns are passed over. Fields
//! are separated by commas, or by the tabs or semicolons that separate the names. Fields may be quoted, but must not span lines.
//! A field is a `line`, or N² numbers between blanks. The column `board`, or `box_rows` and `box_cols`, may name its board, and
//! so may `box` or `shape` with a board as value. A row with a value in a column of rules is refused. The writer writes a single
//! column, `puzzle`.

use std::io::{self, BufRead};

use crate::grid::Grid;
use crate::grid::format::columns::{
    BEFORE_BOARD, BEFORE_COLUMNS, BEFORE_PERHAPS, BEFORE_ROWS, BEHIND_BOARD, BEHIND_PERHAPS, Columns, OPEN_QUOTE,
    RULES, may_begin_cells,
};
use crate::grid::format::error::{ParseError, Problem, Unclear};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::fields::{names, separator};
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::record::{Boards, Record};
use crate::grid::format::{json, line, sheet, signs};

/// The line above the puzzles of a written table.
pub(super) const NAMES: &str = "puzzle\n";

/// The first byte of a record whose column of puzzles is unclear.
const UNCLEAR: [(Unclear, u8); 4] =
    [(Unclear::None, 1), (Unclear::Several, 2), (Unclear::Missing, 3), (Unclear::Open, 4)];

pub(super) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    let options = lines.table.clone();
    if lines.columns.is_none() {
        let line = lines.peek(0)?.unwrap_or_default();
        let has_names = !options.has_no_names;
        let columns = if has_names && !options.tell_table() && is_bare(line) {
            Ok(Columns::UNNAMED)
        } else {
            Columns::read(line, &options)
        };
        match columns {
            Ok(columns) if columns == Columns::UNNAMED || !has_names => lines.columns = Some(columns),
            Ok(_) => {}
            Err(why) => return take_unclear(lines, record, why),
        }
    }
    // Concatenated tables repeat their names.
    loop {
        let known = lines.columns.clone();
        let renewed = |line: &[u8]| match &known {
            None => Columns::read(line, &options).ok(),
            Some(known) => known.renewed(line, &options),
        };
        let Some(columns) = lines.peek(0)?.and_then(renewed) else { break };
        lines.columns = Some(columns);
        lines.take_as(record, |_| Vec::new());
        while lines.peek(0)?.is_some_and(is_blank) {
            lines.take(record);
        }
    }
    let columns = lines.columns.get_or_insert(Columns::UNNAMED).clone();
    lines.peek(0)?;
    lines.take_as(record, |line| columns.mask(line));
    Ok(())
}

/// Whether a line is a puzzle alone, so the table has no names.
fn is_bare(line: &[u8]) -> bool {
    let mut names = names(line, separator(line));
    let first = names.next().unwrap_or_default();
    names.next().is_none() && (first.first().is_some_and(|&byte| may_begin_cells(byte)) || signs::is_line(first))
}

/// Takes a whole table without a clear column of puzzles as one record.
fn take_unclear<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>, why: Unclear) -> io::Result<()> {
    let mark = UNCLEAR.iter().find(|(unclear, _)| *unclear == why).map_or(0, |(_, mark)| *mark);
    record.text.push(mark);
    lines.take(record);
    while lines.peek(0)?.is_some() {
        lines.skip();
    }
    Ok(())
}

pub(super) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let mark = record.text.first().copied().unwrap_or_default();
    if let Some((why, _)) = UNCLEAR.iter().find(|(_, of)| *of == mark) {
        let line = record.text[1..].trim_ascii_end();
        return Err(record.error(0, Problem::Columns { why: *why, found: Excerpt::list(names(line, separator(line))) }));
    }
    // The marks are adjacent control characters, and most records have no mark.
    if record.text.iter().any(|byte| (BEHIND_PERHAPS..b' ').contains(byte)) {
        if let Some(at) = record.text.iter().position(|&byte| byte == OPEN_QUOTE) {
            return Err(record.error(at, Problem::OpenQuote));
        }
        if let Some(at) = record.text.iter().position(|&byte| byte == RULES) {
            return Err(record.error(at, Problem::RulesInTable));
        }
        if record.text.iter().copied().any(is_mark) {
            return parse_on_board(record, boards);
        }
    }
    let mut found = words(record.text);
    let Some((start, first)) = found.next() else {
        // Lines of names may stand above the row.
        let above = record.text.strip_suffix(b"\n").unwrap_or(record.text);
        let start = above.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        return Err(record.error(start, if above.is_empty() { Problem::NoRow } else { Problem::Nothing }));
    };
    if found.next().is_none() {
        return line::parse_word(record, start, first, boards);
    }
    let cells: Vec<_> = words(record.text).collect();
    let found = cells.len();
    let side = boards.asked_side().unwrap_or_else(|| found.isqrt());
    let is_square = side * side == found;
    let expected = if is_square || boards.asked_side().is_some() { side * side } else { (side + 1).pow(2) };
    let number = || record.error_at_end(Problem::Cells { expected, found });
    if !is_square && boards.asked_side().is_none() {
        return Err(number());
    }
    sheet::of_words(record, &cells, side, boards, number)
}

/// Whether a byte marks the border of a board field.
fn is_mark(byte: u8) -> bool {
    matches!(byte, BEFORE_BOARD | BEFORE_ROWS | BEFORE_COLUMNS | BEHIND_BOARD | BEFORE_PERHAPS | BEHIND_PERHAPS)
}

/// The board named in a row.
pub(super) struct RowBoard {
    /// The word for the board, as for `--box`; empty without a board.
    board: Vec<u8>,
    /// The position of the word.
    at: usize,
    /// Whether a word that is not a board is an error.
    is_sure: bool,
}

/// The text of a record with blanks in place of its board, and the board.
pub(super) fn without_board(text: &[u8]) -> (Vec<u8>, RowBoard) {
    let has = |mark: u8| text.contains(&mark);
    // The first field has no mark before, the last field none behind.
    let field = |mark: u8| {
        let start = text.iter().position(|&byte| byte == mark).map_or(0, |at| at + 1);
        let field = text[start..].split(|&byte| is_mark(byte)).next().unwrap_or_default();
        let at = start + (field.len() - field.trim_ascii_start().len());
        at..at + field.trim_ascii().len()
    };
    let is_sure = !has(BEFORE_PERHAPS) && !has(BEHIND_PERHAPS);
    let (fields, between) = if !text.iter().copied().any(is_mark) {
        (vec![], "")
    } else if has(BEFORE_ROWS) || has(BEFORE_COLUMNS) {
        (vec![field(BEFORE_ROWS), field(BEFORE_COLUMNS)], "x")
    } else {
        (vec![field(if is_sure { BEFORE_BOARD } else { BEFORE_PERHAPS })], "")
    };
    let is_told = fields.iter().any(|field| !field.is_empty());
    let parts: Vec<&[u8]> = fields.iter().map(|field| &text[field.clone()]).collect();
    let board = if is_told { parts.join(between.as_bytes()) } else { Vec::new() };
    let at = fields.iter().map(|field| field.start).min().unwrap_or(0);
    let mut cells = text.to_vec();
    for field in fields {
        cells[field].fill(b' ');
    }
    cells.iter_mut().filter(|byte| is_mark(**byte)).for_each(|byte| *byte = b' ');
    (cells, RowBoard { board, at, is_sure })
}

/// Reads the cells of a record whose board is between marks.
fn parse_on_board(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let (cells, row_board) = without_board(record.text);
    let cells = Record { text: &cells, place: record.place };
    if row_board.board.is_empty() {
        return parse(&cells, boards);
    }
    // A column `shape` often holds the rows and columns of the grid, which must not be taken for boxes.
    let count = if words(cells.text).count() == 1 { cells.text.trim_ascii().len() } else { words(cells.text).count() };
    let word = String::from_utf8_lossy(&row_board.board);
    let sides =
        word.split_once(['x', 'X', '×']).map(|(rows, columns)| [rows, columns].map(|it| it.trim().parse().ok()));
    let is_size = sides.is_some_and(|[rows, columns]: [Option<usize>; 2]| {
        rows == columns && rows.is_some_and(|side| side.checked_mul(side) == Some(count))
    });
    if is_size && !row_board.is_sure {
        return parse(&cells, boards);
    }
    let end = cells.text.trim_ascii_end().len();
    let geometry = match json::read_board(record, [row_board.at, end], &row_board.board, count, boards) {
        Err(ParseError { problem: Problem::Word { .. }, .. }) if !row_board.is_sure => return parse(&cells, boards),
        geometry => geometry?,
    };
    let geometry = json::board(geometry, boards).map_err(|problem| record.error(row_board.at, problem))?;
    parse(&cells, &mut Boards::new(Some(geometry)))
}

pub(super) fn write(grid: &Grid, out: &mut String) {
    line::write(grid, out);
}
