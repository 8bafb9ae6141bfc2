//! Answers as a table: the columns of the input as they are, and one for the answers.
//!
//! A table keeps every column, its quotes and its line ends; the answers fill the column that has their name, or are added
//! as the last. Names are written where they are not those that were written last, so tables of one kind become one.
//! Puzzles that come in another form make a table of two columns, `puzzle` and the answers.

use std::sync::Arc;

use satdoku::Grid;
use satdoku::grid::format::{Columns, Format};

/// The names of the column of answers; the first is the one that is added.
pub(crate) type AnswerNames = &'static [&'static str];

/// A table that is read or written.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) columns: Columns,
    /// The column of the answers.
    answer: usize,
    /// The line of names with that of the answers; none where the table has no names.
    names: Option<Arc<[u8]>>,
    /// Whether a line is a puzzle and nothing else.
    is_bare: bool,
}

impl Table {
    /// A table by its line of names; `None` where no column has a puzzle.
    pub(crate) fn of(names: &[u8], answers: AnswerNames) -> Option<Self> {
        let (names, end) = without_return(names);
        let columns = Columns::of(names)?;
        let filled = answers.iter().find_map(|name| columns.position(names, name));
        let mut line = Vec::new();
        match (filled, answers) {
            (None, [name, ..]) => columns.set(names, columns.width(), name.as_bytes(), &mut line),
            _ => line.extend_from_slice(names),
        }
        line.extend_from_slice(end);
        let answer = filled.unwrap_or(columns.width());
        Some(Self { columns, answer, names: Some(line.into()), is_bare: false })
    }

    /// A table without names.
    pub(crate) fn unnamed() -> Self {
        Self { columns: Columns::UNNAMED, answer: 1, names: None, is_bare: false }
    }

    /// The table that lines of puzzles become.
    pub(crate) fn bare(answers: AnswerNames) -> Self {
        let names = format!("puzzle,{}\n", answers.first().unwrap_or(&""));
        Self { columns: Columns::UNNAMED, answer: 1, names: Some(names.into_bytes().into()), is_bare: true }
    }

    /// The line of names, with its end.
    pub(crate) fn names(&self) -> Option<&Arc<[u8]>> {
        self.names.as_ref()
    }

    /// Appends a line of the input, without its line feed, with its answer.
    pub(crate) fn push_row(&self, line: &[u8], answer: &[u8], out: &mut Vec<u8>) {
        if self.is_bare {
            return self.push_pair(line.trim_ascii(), answer, out);
        }
        let (line, end) = without_return(line);
        self.columns.set(line, self.answer, answer, out);
        out.extend_from_slice(end);
    }

    /// Appends a puzzle and its answer.
    pub(crate) fn push_pair(&self, puzzle: &[u8], answer: &[u8], out: &mut Vec<u8>) {
        self.columns.push_field(puzzle, false, out);
        self.columns.set(b"", 1, answer, out);
        out.push(b'\n');
    }
}

/// A line without the carriage return behind it, and the end that it has.
fn without_return(line: &[u8]) -> (&[u8], &'static [u8]) {
    line.strip_suffix(b"\r").map_or((line, b"\n"), |line| (line, b"\r\n"))
}

/// A grid in one field: a line, or numbers with blanks between them where one character a cell does not suffice.
pub(crate) fn push_cells(grid: &Grid, out: &mut String) {
    let start = out.len();
    if Format::Line.write(grid, out).is_err() && Format::Rows.write(grid, out).is_ok() {
        let cells = out.split_off(start).replace('\n', " ");
        out.push_str(cells.trim_end());
        out.push('\n');
    }
}

/// Whether a line is nothing but cells.
fn is_word(line: &[u8]) -> bool {
    line.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'*'))
}

/// What stands in the column `puzzle` for a record: a line as it is, another form as a line, and what cannot be read in
/// its own words.
pub(crate) fn cells_of(record: &[u8], format: Format, grid: Option<&Grid>) -> Vec<u8> {
    match grid {
        _ if matches!(format, Format::Line | Format::Sdm) && is_word(record.trim_ascii()) => {
            record.trim_ascii().to_vec()
        }
        Some(grid) => {
            let mut cells = String::new();
            push_cells(grid, &mut cells);
            cells.trim_end().into()
        }
        None => {
            let words = record.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            words.collect::<Vec<_>>().join(&b' ')
        }
    }
}
