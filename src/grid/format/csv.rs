//! `csv`: a table with a line of names at its top, one puzzle a line.
//!
//! The puzzle stands in the column `puzzle`, `quizzes`, `quiz`, `question`, `sudoku`, `board`, `grid` or `cells`, else in
//! `solution`, `solutions` or `answer`; other columns are passed over. Fields are parted by commas, or by tabs or
//! semicolons where the names are, and may stand in quotes. A field is a `line`, or N² numbers between blanks, for which
//! the columns `box_rows` and `box_cols` may tell the shape of the boxes. A text without names has its puzzles in the
//! first column. Written is one column, `puzzle`.

use std::io::{self, BufRead};
use std::ops::Range;

use memchr::memchr2;

use crate::grid::Grid;
use crate::grid::format::alphabet::is_empty_sign;
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

/// The columns of a table, as its line of names tells them: where the puzzles stand, and how a field is set.
///
/// ```
/// use satdoku::grid::format::Columns;
///
/// let names = b"id,puzzle,solution";
/// let columns = Columns::of(names).unwrap();
/// let line = b"\"7,b\",1......4.4.2...1,";
/// assert_eq!(&line[columns.puzzle(line)], b"1......4.4.2...1");
///
/// let mut out = Vec::new();
/// let solution = columns.position(names, "solution").unwrap();
/// columns.set(line, solution, b"1234341243212143", &mut out);
/// assert_eq!(out, b"\"7,b\",1......4.4.2...1,1234341243212143");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    separator: u8,
    /// How many there are.
    width: usize,
    puzzle: usize,
    /// The columns of the shape, where there are some.
    shape: Option<(usize, usize)>,
}

impl Columns {
    /// A table without names: the puzzles stand in the first of its columns, between commas.
    pub const UNNAMED: Self = Self { separator: b',', width: 1, puzzle: 0, shape: None };

    /// Reads a line of names; `None` where no column has a puzzle.
    #[must_use]
    pub fn of(line: &[u8]) -> Option<Self> {
        let separator = [b'\t', b',', b';'].into_iter().find(|separator| line.contains(separator)).unwrap_or(b',');
        let position = |wanted| position(line, separator, wanted);
        let puzzle = PUZZLES.iter().find_map(|wanted| position(wanted))?;
        let shape = position(BOX_ROWS).zip(BOX_COLUMNS.iter().find_map(|wanted| position(wanted)));
        let shape = shape.filter(|(rows, columns)| rows < columns && *columns < puzzle);
        Some(Self { separator, width: fields(line, separator).count(), puzzle, shape })
    }

    /// The columns of a line of names below others, as tables that were put together have them. No line that begins
    /// with a digit or an empty cell has names, or that has such a thing where the puzzles stand.
    #[must_use]
    pub fn renewed(&self, line: &[u8]) -> Option<Self> {
        let is_name = |text: &[u8]| !text.first().is_some_and(|&byte| may_begin_cells(byte));
        (is_name(line) && is_name(&line[self.puzzle(line)])).then(|| Self::of(line))?
    }

    /// How many there are.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Whether columns tell the shape of the boxes.
    #[must_use]
    pub fn tell_shape(&self) -> bool {
        self.shape.is_some()
    }

    /// The column of a name, in a line of names; never that of the puzzle.
    #[must_use]
    pub fn position(&self, names: &[u8], wanted: &str) -> Option<usize> {
        position(names, self.separator, wanted.as_bytes()).filter(|&column| column != self.puzzle)
    }

    /// Where the puzzle stands in a line, without quotes and blanks around it; an empty range where it has none.
    #[must_use]
    pub fn puzzle(&self, line: &[u8]) -> Range<usize> {
        let found = fields(line, self.separator).nth(self.puzzle);
        let (start, field) = found.unwrap_or((line.len(), b""));
        let text = text_of(field);
        start + text.start..start + text.end
    }

    /// Appends the line with a value in a column, and the others as they are.
    ///
    /// A column beyond the last is added; fields that a short line lacks are empty. The value stands in quotes where
    /// the one before did, or where it has to. A quote that was left open is closed before an added field.
    pub fn set(&self, line: &[u8], column: usize, value: &[u8], out: &mut Vec<u8>) {
        if column < self.width
            && let Some((start, field)) = fields(line, self.separator).nth(column)
        {
            out.extend_from_slice(&line[..start]);
            self.push_field(value, field.trim_ascii().starts_with(b"\""), out);
            out.extend_from_slice(&line[start + field.len()..]);
            return;
        }
        out.extend_from_slice(line);
        if !line.iter().filter(|&&byte| byte == b'"').count().is_multiple_of(2) {
            out.push(b'"');
        }
        let there = fields(line, self.separator).count();
        out.extend(std::iter::repeat_n(self.separator, column.saturating_sub(there) + 1));
        self.push_field(value, false, out);
    }

    /// Appends a field, in quotes where it must be.
    pub fn push_field(&self, value: &[u8], is_quoted: bool, out: &mut Vec<u8>) {
        let is_special = |byte: &u8| *byte == self.separator || matches!(byte, b'"' | b'\n' | b'\r');
        if !is_quoted && !value.iter().any(is_special) {
            return out.extend_from_slice(value);
        }
        out.push(b'"');
        for &byte in value {
            out.extend(std::iter::repeat_n(byte, 1 + usize::from(byte == b'"')));
        }
        out.push(b'"');
    }

    /// A line as the text of a [`Record`]: blanks in place of what is not read, so that every character keeps its column.
    #[must_use]
    pub fn mask(&self, line: &[u8]) -> Vec<u8> {
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

/// Whether a byte may be the first of a puzzle: a digit or the sign of an empty cell.
#[must_use]
pub(in crate::grid::format) fn may_begin_cells(byte: u8) -> bool {
    byte.is_ascii_digit() || is_empty_sign(byte)
}

/// The column of a name. Names are compared in small letters, without what stands in brackets behind them.
fn position(names: &[u8], separator: u8, wanted: &[u8]) -> Option<usize> {
    let name = |field: &[u8]| {
        let name = field[text_of(field)].split(|&byte| byte == b'(').next().unwrap_or_default();
        name.trim_ascii().eq_ignore_ascii_case(wanted)
    };
    fields(names, separator).position(|(_, field)| name(field))
}

/// What stands in a field, without blanks and quotes around it.
fn text_of(field: &[u8]) -> Range<usize> {
    let trimmed = |range: Range<usize>| {
        let text = &field[range.start..range.end];
        let start = range.end - text.trim_ascii_start().len();
        start..start + text.trim_ascii().len()
    };
    let text = trimmed(0..field.len());
    match field[text.start..text.end] {
        [b'"', .., b'"'] => trimmed(text.start + 1..text.end - 1),
        _ => text,
    }
}

/// The fields of a line with their offsets; a separator in quotes is part of its field.
fn fields(line: &[u8], separator: u8) -> impl Iterator<Item = (usize, &[u8])> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next.take()?;
        let (mut end, mut is_quoted) = (start, false);
        while let Some(found) = memchr2(separator, b'"', &line[end..]) {
            end += found;
            if line[end] == separator && !is_quoted {
                next = Some(end + 1);
                return Some((start, &line[start..end]));
            }
            is_quoted ^= line[end] == b'"';
            end += 1;
        }
        Some((start, &line[start..]))
    })
}

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    // Tables that were put together repeat their names.
    loop {
        let known = lines.columns.clone();
        let columns =
            lines.peek(0)?.and_then(|line| known.map_or_else(|| Columns::of(line), |known| known.renewed(line)));
        let Some(columns) = columns else { break };
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
