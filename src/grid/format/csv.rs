//! `csv`: a table with a line of names at its top, one puzzle a line.
//!
//! The puzzle stands in the column that has one of its names, see [`keys`]; where none has, in `board`. Where that is not
//! clear, or [`TableOptions`] ask for a column that is not there, the whole text is one error that tells the columns. Names
//! are needed unless the first line is a single field with a puzzle, or the options say that there are none. Other
//! columns are passed over. Fields are parted by commas, or by tabs or semicolons where the names are, and may stand in
//! quotes, but not go on over several lines. A field is a `line`, or N² numbers between blanks, for which the column `board`, or `box_rows` and `box_cols`,
//! may tell the board, and so may `box` or `shape` where a board stands in it. A row with something in a column for rules
//! is refused. Written is one column, `puzzle`.

use std::io::{self, BufRead};

use crate::grid::Grid;
use crate::grid::format::alphabet;
use crate::grid::format::columns::{
    BEFORE_BOARD, BEFORE_COLUMNS, BEFORE_PERHAPS, BEFORE_ROWS, BEHIND_BOARD, BEHIND_PERHAPS, Columns, OPEN_QUOTE,
    RULES, may_begin_cells, names, separator,
};
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{Excerpt, ParseError, Problem, Unclear, json, line};

/// What stands above the puzzles of a written table.
pub(in crate::grid::format) const NAMES: &str = "puzzle\n";

/// What a record begins with whose names do not tell where the puzzles stand.
const UNCLEAR: [(Unclear, u8); 4] =
    [(Unclear::None, 1), (Unclear::Several, 2), (Unclear::Missing, 3), (Unclear::Open, 4)];

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
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
    // Tables that were put together repeat their names.
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

/// Whether a line is a puzzle by itself, so that a table has no names.
fn is_bare(line: &[u8]) -> bool {
    let mut names = names(line, separator(line));
    let first = names.next().unwrap_or_default();
    names.next().is_none() && (first.first().is_some_and(|&byte| may_begin_cells(byte)) || alphabet::is_line(first))
}

/// Takes a whole table whose names do not tell where the puzzles stand as one record.
fn take_unclear<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>, why: Unclear) -> io::Result<()> {
    let mark = UNCLEAR.iter().find(|(unclear, _)| *unclear == why).map_or(0, |(_, mark)| *mark);
    record.text.push(mark);
    lines.take(record);
    while lines.peek(0)?.is_some() {
        lines.skip();
    }
    Ok(())
}

pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let mark = record.text.first().copied().unwrap_or_default();
    if let Some((why, _)) = UNCLEAR.iter().find(|(_, of)| *of == mark) {
        let line = record.text[1..].trim_ascii_end();
        return Err(record.error(0, Problem::Columns { why: *why, found: Excerpt::list(names(line, separator(line))) }));
    }
    if let Some(at) = record.text.iter().position(|&byte| byte == OPEN_QUOTE) {
        return Err(record.error(at, Problem::OpenQuote));
    }
    if let Some(at) = record.text.iter().position(|&byte| byte == RULES) {
        return Err(record.error(at, Problem::RulesInTable));
    }
    if record.text.iter().copied().any(is_mark) {
        return parse_on_board(record, boards);
    }
    let mut found = words(record.text);
    let Some((start, first)) = found.next() else { return Err(record.error_at_end(Problem::Nothing)) };
    if found.next().is_none() {
        return line::parse_word(record, start, first, boards);
    }
    let cells: Vec<_> = words(record.text).collect();
    let side = boards.asked_side().unwrap_or_else(|| cells.len().isqrt());
    let values = cells.iter().map(|&(offset, word)| record.number(offset, word, side));
    let values = values.collect::<Result<Vec<_>, _>>()?;
    if values.len() != side * side {
        let expected = if boards.asked_side().is_none() { (side + 1).pow(2) } else { side * side };
        return Err(record.error_at_end(Problem::Cells { expected, found: values.len() }));
    }
    let geometry = boards.of_side(side).map_err(|problem| record.error(start, problem))?;
    Ok(record::grid(geometry, values.into_iter()))
}

/// What stands before or behind a field that tells the board.
fn is_mark(byte: u8) -> bool {
    matches!(byte, BEFORE_BOARD | BEFORE_ROWS | BEFORE_COLUMNS | BEHIND_BOARD | BEFORE_PERHAPS | BEHIND_PERHAPS)
}

/// What a row says of its board.
pub(in crate::grid::format) struct Told {
    /// In the words of `--box`; empty where it says nothing.
    board: Vec<u8>,
    /// Where it says so.
    at: usize,
    /// Whether what is no board is none.
    is_sure: bool,
}

/// The text of a record with blanks in place of its board, and what that is.
pub(in crate::grid::format) fn without_board(text: &[u8]) -> (Vec<u8>, Told) {
    let has = |mark: u8| text.contains(&mark);
    // The first field has no mark before it, the last none behind.
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
    (cells, Told { board, at, is_sure })
}

/// Reads the cells of a record whose board stands between marks.
fn parse_on_board(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let (cells, told) = without_board(record.text);
    let cells = Record { text: &cells, place: record.place };
    if told.board.is_empty() {
        return parse(&cells, boards);
    }
    let geometry = match json::read_board(record, told.at, &told.board, boards) {
        Err(ParseError { problem: Problem::Word { .. }, .. }) if !told.is_sure => return parse(&cells, boards),
        geometry => geometry?,
    };
    // People call the rows and columns of a grid its shape, which would be another board's boxes.
    let count = if words(cells.text).count() == 1 { cells.text.trim_ascii().len() } else { words(cells.text).count() };
    let is_size = geometry.plain_boxes().is_some_and(|(rows, columns)| rows == columns && rows * columns == count);
    if is_size && !told.is_sure {
        return parse(&cells, boards);
    }
    let geometry = json::board(geometry, boards).map_err(|problem| record.error(told.at, problem))?;
    parse(&cells, &mut Boards::new(Some(geometry)))
}

pub(in crate::grid::format) fn write(grid: &Grid, out: &mut String) {
    line::write(grid, out);
}
