//! `csv`: a table with a line of names at its top, one puzzle a line.
//!
//! The puzzle stands in the column `puzzle`, `quizzes`, `quiz`, `question`, `sudoku`, `board`, `grid` or `cells`, else in
//! `solution`, `solutions` or `answer`; other columns are passed over. Fields are parted by commas, or by tabs or
//! semicolons where the names are, and may stand in quotes. A field is a `line`, or N² numbers between blanks, for which
//! the columns `box_rows` and `box_cols` may tell the shape of the boxes. A text without names has its puzzles in the
//! first column. Written is one column, `puzzle`.

use std::io::{self, BufRead};

use crate::grid::Grid;
use crate::grid::format::line;
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{ParseError, Problem};

/// The names of the columns with puzzles, the one to prefer first.
const PUZZLES: [&[u8]; 12] = [
    b"puzzle",
    b"puzzles",
    b"quizzes",
    b"quiz",
    b"question",
    b"sudoku",
    b"board",
    b"grid",
    b"cells",
    b"solution",
    b"solutions",
    b"answer",
];

const BOX_ROWS: &[u8] = b"box_rows";
const BOX_COLUMNS: [&[u8]; 2] = [b"box_cols", b"box_columns"];

/// What stands above the puzzles of a written table.
pub(in crate::grid::format) const NAMES: &str = "puzzle\n";

/// Which fields of a line are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::grid::format) struct Columns {
    separator: u8,
    puzzle: usize,
    /// The columns of the shape, where there are some.
    shape: Option<(usize, usize)>,
}

impl Columns {
    /// A text without names.
    const FIRST: Self = Self { separator: b',', puzzle: 0, shape: None };

    /// Reads a line of names; `None` where no column has a puzzle.
    pub(in crate::grid::format) fn of(line: &[u8]) -> Option<Self> {
        let separator = [b'\t', b',', b';'].into_iter().find(|separator| line.contains(separator)).unwrap_or(b',');
        let names: Vec<_> = fields(line, separator).map(|(_, field)| name(field)).collect();
        let position = |wanted: &[u8]| names.iter().position(|name| name == wanted);
        let puzzle = PUZZLES.iter().find_map(|wanted| position(wanted))?;
        let shape = position(BOX_ROWS).zip(BOX_COLUMNS.iter().find_map(|wanted| position(wanted)));
        Some(Self { separator, puzzle, shape: shape.filter(|(rows, columns)| rows < columns && *columns < puzzle) })
    }

    /// The line with blanks in place of what is not read, so that every character keeps its column.
    fn mask(&self, line: &[u8]) -> Vec<u8> {
        let mut masked = Vec::with_capacity(line.len());
        let mut push = |text: &[u8], is_kept: bool| {
            for &byte in text {
                if is_kept && byte != b'"' {
                    masked.push(byte);
                } else if byte & 0xc0 != 0x80 {
                    masked.push(b' ');
                }
            }
        };
        let is_shape = |i| self.shape.is_some_and(|(rows, columns)| i == rows || i == columns);
        for (i, (_, field)) in fields(line, self.separator).enumerate() {
            if i > 0 {
                push(b" ", false);
            }
            push(field, i == self.puzzle || is_shape(i));
        }
        masked
    }
}

/// A column's name: without quotes, in small letters, and without what stands in brackets behind it.
fn name(field: &[u8]) -> Vec<u8> {
    let field = field.split(|&byte| byte == b'(').next().unwrap_or_default().trim_ascii();
    let unquoted = field.strip_prefix(b"\"").and_then(|field| field.strip_suffix(b"\"")).unwrap_or(field);
    unquoted.trim_ascii().to_ascii_lowercase()
}

/// The fields of a line with their offsets; a separator in quotes is part of its field.
fn fields(line: &[u8], separator: u8) -> impl Iterator<Item = (usize, &[u8])> {
    let mut is_quoted = false;
    let mut at = 0;
    line.split(move |&byte| {
        is_quoted ^= byte == b'"';
        byte == separator && !is_quoted
    })
    .map(move |field| {
        let start = at;
        at += field.len() + 1;
        (start, field)
    })
}

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    // Tables that were put together repeat their names.
    while let Some(columns) = lines.peek(0)?.and_then(Columns::of) {
        lines.columns = Some(columns);
        lines.take_as(record, |_| Vec::new());
        while lines.peek(0)?.is_some_and(is_blank) {
            lines.take(record);
        }
    }
    let columns = lines.columns.get_or_insert(Columns::FIRST).clone();
    lines.peek(0)?;
    lines.take_as(record, |line| columns.mask(line));
    Ok(())
}

pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let mut found = words(record.text);
    let Some((start, first)) = found.next() else { return Err(record.error_at_end(Problem::Nothing)) };
    if found.next().is_none() {
        return line::parse_word(record, start, first, boards);
    }
    let words: Vec<_> = words(record.text).collect();
    let number = |index: usize| std::str::from_utf8(words[index].1).ok().and_then(|word| word.parse::<usize>().ok());
    let shape = number(0).zip(number(1)).filter(|(rows, columns)| {
        let side = rows.checked_mul(*columns);
        let cells = side.and_then(|side| side.checked_mul(side));
        // The shape before a word of characters, or before as many numbers as it has cells.
        cells.is_some_and(|cells| cells + 2 == words.len() || words.len() == 3 && words[2].1.len() == cells)
    });
    let cells = &words[if shape.is_some() { 2 } else { 0 }..];
    if let [(start, word)] = cells {
        let grid = line::parse_word(record, *start, word, boards)?;
        let (rows, columns) = shape.unwrap_or_default();
        let geometry = boards.of_boxes(rows, columns).map_err(|problem| record.error(*start, problem))?;
        return Ok(record::grid(
            geometry,
            grid.digits().iter().map(|digit| digit.map_or(0, crate::geometry::Digit::get)),
        ));
    }
    let side = boards.asked_side().unwrap_or_else(|| cells.len().isqrt());
    let values = cells.iter().map(|&(offset, word)| record.number(offset, word, side));
    let values = values.collect::<Result<Vec<_>, _>>()?;
    if values.len() != side * side {
        let expected = if boards.asked_side().is_none() { (side + 1).pow(2) } else { side * side };
        return Err(record.error_at_end(Problem::Cells { expected, found: values.len() }));
    }
    let geometry = match shape {
        Some((rows, columns)) => boards.of_boxes(rows, columns),
        None => boards.of_side(side),
    };
    let geometry = geometry.map_err(|problem| record.error(start, problem))?;
    Ok(record::grid(geometry, values.into_iter()))
}

pub(in crate::grid::format) fn write(grid: &Grid, out: &mut String) {
    line::write(grid, out);
}
