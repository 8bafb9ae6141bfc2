//! Answers as a table: the columns of the input unchanged, and a column for the answers.
//!
//! A table keeps every column, its quotes and its line ends; the answers fill the column of their name, or are added as the last
//! column. Column names are written only where they differ from the last ones, so tables of one kind are merged. Puzzles in other
//! formats become a table of `puzzle`, `board` if they carry it, and the answers.

use std::sync::Arc;

use satdoku::grid::format::{CannotCarry, Columns, Feature, Format, TableOptions, keys};
use satdoku::{Geometry, Grid};

use crate::show::digit_alphabet::DigitAlphabet;
use crate::show::printer::push_line;

/// The column for the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerColumn {
    /// The column of stored solutions.
    Solution,
    /// The column with a name.
    Named(&'static str),
}

impl AnswerColumn {
    /// The name of an added column.
    fn name(self) -> &'static str {
        match self {
            Self::Solution => keys::SOLUTION,
            Self::Named(name) => name,
        }
    }
}

/// A table of the input or output.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) columns: Columns,
    /// The column of the answers.
    answer: usize,
    /// The line of column names with the answers' name; `None` for a table without names.
    names: Option<Arc<[u8]>>,
    /// Whether a line is a puzzle without further columns.
    is_bare: bool,
    /// Whether the board stands beside the puzzle.
    has_board: bool,
}

impl Table {
    /// A table from its line of column names; `None` if the puzzle column is unclear.
    pub(crate) fn of(names: &[u8], answers: AnswerColumn, options: &TableOptions) -> Option<Self> {
        let (names, end) = without_return(names);
        let columns = Columns::of(names, options).ok()?;
        let filled = match answers {
            AnswerColumn::Solution => columns.solution(),
            AnswerColumn::Named(name) => columns.position(names, name),
        };
        let answer = filled.unwrap_or(columns.width());
        if options.has_no_names {
            return Some(Self { columns, answer, names: None, is_bare: false, has_board: false });
        }
        let mut line = Vec::new();
        if filled.is_some() {
            line.extend_from_slice(names);
        } else {
            columns.set(names, answer, answers.name().as_bytes(), &mut line);
        }
        line.extend_from_slice(end);
        Some(Self { columns, answer, names: Some(line.into()), is_bare: false, has_board: false })
    }

    /// A table without names, with one puzzle a line.
    pub(crate) fn unnamed() -> Self {
        Self { columns: Columns::UNNAMED, answer: 1, names: None, is_bare: false, has_board: false }
    }

    fn bare(answers: AnswerColumn, has_board: bool) -> Self {
        let board = if has_board { format!("{},", keys::BOARD) } else { String::new() };
        let names = format!("{},{board}{}\n", keys::PUZZLE, answers.name());
        let columns = if has_board { Columns::WITH_BOARD } else { Columns::UNNAMED };
        Self { columns, answer: 1, names: Some(names.into_bytes().into()), is_bare: true, has_board }
    }

    /// The line of column names, with its line end.
    pub(crate) fn names(&self) -> Option<&Arc<[u8]>> {
        self.names.as_ref()
    }

    /// Appends an input line, without its line feed, together with its answer.
    pub(crate) fn push_row(&self, line: &[u8], answer: &[u8], out: &mut Vec<u8>) {
        if self.is_bare {
            return self.push_puzzle(line.trim_ascii(), None, answer, out);
        }
        let (line, end) = without_return(line);
        self.columns.set(line, self.answer, answer, out);
        out.extend_from_slice(end);
    }

    /// Appends a puzzle, its board if the table has boards, and its answer.
    pub(crate) fn push_puzzle(&self, puzzle: &[u8], grid: Option<&Grid>, answer: &[u8], out: &mut Vec<u8>) {
        self.columns.push_field(puzzle, false, out);
        if self.has_board {
            out.push(b',');
            let board = grid.map(|grid| grid.geometry().to_string()).unwrap_or_default();
            self.columns.push_field(board.as_bytes(), false, out);
        }
        out.push(b',');
        self.columns.push_field(answer, false, out);
        out.push(b'\n');
    }
}

/// The tables for puzzles from other formats: `puzzle` and the answers, with `board` between if the puzzles carry their boards.
#[derive(Clone, Debug)]
pub(crate) struct BareTables {
    plain: Arc<Table>,
    with_board: Arc<Table>,
    /// Whether the requested board is not the usual board of its side.
    is_unusual: bool,
}

impl BareTables {
    pub(crate) fn new(answers: AnswerColumn, asked: Option<&Arc<Geometry>>) -> Self {
        let is_unusual = asked.is_some_and(|board| Format::Rows.carries(&Grid::empty(board)).is_err());
        let table = |has_board| Arc::new(Table::bare(answers, has_board));
        Self { plain: table(false), with_board: table(true), is_unusual }
    }

    /// The table for puzzles of a format.
    pub(crate) fn of(&self, format: Format) -> &Arc<Table> {
        if self.is_unusual || format.tells_board() { &self.with_board } else { &self.plain }
    }
}

/// A line without its carriage return, and its line end.
fn without_return(line: &[u8]) -> (&[u8], &'static [u8]) {
    line.strip_suffix(b"\r").map_or((line, b"\n"), |line| (line, b"\r\n"))
}

/// Whether a line consists of cells only.
fn is_word(line: &[u8]) -> bool {
    line.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'*'))
}

/// The first rule, which no column can hold: without its rules a puzzle would be a different one.
pub(crate) fn refused(grid: &Grid) -> Option<CannotCarry> {
    let rule = grid.rules().as_slice().first()?;
    Some(CannotCarry { format: Format::Csv, what: Feature::Rule(rule.beginning()) })
}

/// The content of the column `puzzle` for a record: a line unchanged, any other form as a line, and the original text of a record
/// that is unreadable or cannot be carried.
pub(crate) fn cells_of(record: &[u8], format: Format, grid: Option<&Grid>) -> Vec<u8> {
    match grid {
        _ if matches!(format, Format::Line | Format::Sdm) && is_word(record.trim_ascii()) => {
            record.trim_ascii().to_vec()
        }
        Some(grid) => {
            let mut cells = String::new();
            push_line(grid, DigitAlphabet::default(), &mut cells);
            cells.trim_end().into()
        }
        None => {
            let words = record.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            words.collect::<Vec<_>>().join(&b' ')
        }
    }
}
