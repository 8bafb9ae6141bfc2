//! The columns of a table: puzzles, solutions and boards, and how to set a field.

use std::convert::Infallible;
use std::ops::Range;
use std::str::FromStr;

use crate::grid::format::alphabet::is_empty_sign;
use crate::grid::format::error::{Problem, Unclear};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::fields::{fields, has_odd_quotes, is_open, names, open_field, separator, text_of};
use crate::grid::format::keys::{self, Meaning};
use crate::grid::format::signs;

/// A column of a table, or a key of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Column {
    /// The column with a name, compared without case, blanks, `_` and `-`.
    Name(String),
    /// The column with a number, from 1.
    Number(usize),
}

impl Column {
    /// Whether a column is meant.
    pub(super) fn is(&self, name: &[u8], number: usize) -> bool {
        match self {
            Self::Name(wanted) => keys::is_same(name, wanted.as_bytes()),
            Self::Number(wanted) => *wanted == number,
        }
    }
}

impl FromStr for Column {
    type Err = Infallible;

    /// A number from 1, or else a name.
    fn from_str(word: &str) -> Result<Self, Infallible> {
        let number = word.parse().ok().filter(|&number| number > 0);
        Ok(number.map_or_else(|| Self::Name(word.to_owned()), Self::Number))
    }
}

/// The columns of puzzles and solutions in a table. By default the column names identify them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct TableOptions {
    /// The column of the puzzles.
    pub column: Option<Column>,
    /// The column of stored solutions.
    pub solution_column: Option<Column>,
    /// Whether the first line has a puzzle already; the first column has the puzzles then, unless another is told.
    pub has_no_names: bool,
}

with_fields! {
    TableOptions
    with_column(column?: Column);
    with_solution_column(solution_column?: Column);
    with_no_names(has_no_names: bool);
}

impl TableOptions {
    /// Whether the options imply that a text is a table.
    pub(super) fn tell_table(&self) -> bool {
        *self != Self::default()
    }
}

/// The columns of a table as its line of names defines them, and how to set a field.
///
/// ```
/// # extern crate satdoku_puzzle as satdoku;
/// use satdoku::grid::format::{Columns, TableOptions};
///
/// let names = b"id,puzzle,solution";
/// let columns = Columns::of(names, &TableOptions::default()).unwrap();
/// let line = b"\"7,b\",1......4.4.2...1,";
/// assert_eq!(&line[columns.puzzle(line)], b"1......4.4.2...1");
///
/// let mut out = Vec::new();
/// let solution = columns.solution().unwrap();
/// columns.set(line, solution, b"1234341243212143", &mut out);
/// assert_eq!(out, b"\"7,b\",1......4.4.2...1,1234341243212143");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    separator: u8,
    /// The number of columns.
    width: usize,
    puzzle: usize,
    solution: Option<usize>,
    shape: Option<Shape>,
    /// The columns of rules.
    rules: Vec<usize>,
}

/// The columns that name the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// In the words of `--box`.
    Board(usize),
    /// A column that may name the board, under a name that also has further uses.
    Perhaps(usize),
    /// The rows and the columns of a box.
    Box(usize, usize),
}

impl Columns {
    /// A table without names: the puzzles stand in the first of its columns, between commas.
    pub const UNNAMED: Self =
        Self { separator: b',', width: 1, puzzle: 0, solution: None, shape: None, rules: Vec::new() };

    /// Columns for a puzzle, its board and its solution.
    pub const WITH_BOARD: Self = Self {
        separator: b',',
        width: 3,
        puzzle: 0,
        solution: Some(2),
        shape: Some(Shape::Board(1)),
        rules: Vec::new(),
    };

    /// Reads the first line of a table: its names, or the first puzzle of a table without names.
    ///
    /// # Errors
    /// If the column of puzzles is unclear.
    pub fn of(line: &[u8], options: &TableOptions) -> Result<Self, Problem> {
        Self::read(line, options)
            .map_err(|why| Problem::Columns { why, found: Excerpt::list(names(line, separator(line))) })
    }

    pub(super) fn read(line: &[u8], options: &TableOptions) -> Result<Self, Unclear> {
        let separator = separator(line);
        let width = fields(line, separator).count();
        if !options.has_no_names && open_field(line, separator).is_some() {
            return Err(Unclear::Open);
        }
        let place_of = |column: &Column| {
            let mut named = (1..).zip(names(line, separator));
            let is_it = |&(number, name): &(usize, &[u8])| match column {
                Column::Name(_) if options.has_no_names => false,
                column => column.is(name, number),
            };
            named.find(is_it).map(|(number, _)| number - 1).ok_or(Unclear::Missing)
        };
        let meant = |wanted| {
            let named = names(line, separator).enumerate();
            named.filter(move |(_, name)| Meaning::of(name) == Some(wanted)).map(|(at, _)| at)
        };
        let is_called = |at: usize, known: &str| {
            names(line, separator).nth(at).is_some_and(|name| keys::is_same(name, known.as_bytes()))
        };
        let is_board = |&at: &usize| is_called(at, keys::BOARD);
        let puzzle = match &options.column {
            Some(column) => place_of(column)?,
            None if options.has_no_names => 0,
            None => {
                let mut found = meant(Meaning::Puzzle);
                match (found.next(), found.next()) {
                    (Some(puzzle), None) => puzzle,
                    (Some(_), Some(_)) => return Err(Unclear::Several),
                    (None, _) => meant(Meaning::Board).find(is_board).ok_or(Unclear::None)?,
                }
            }
        };
        let solution = match &options.solution_column {
            Some(column) => Some(place_of(column)?),
            None if options.has_no_names => None,
            None => meant(Meaning::Solution).find(|&at| at != puzzle),
        };
        let mut shape = None;
        if !options.has_no_names {
            let other = |meaning| meant(meaning).filter(|&at| at != puzzle);
            let board = other(Meaning::Board).find(is_board).map(Shape::Board);
            let boxes = other(Meaning::BoxRows).next().zip(other(Meaning::BoxColumns).next());
            let boxes = boxes.map(|(rows, columns)| Shape::Box(rows, columns));
            let named = |known| other(Meaning::Board).find(|&at| is_called(at, known)).map(Shape::Perhaps);
            shape = board.or(boxes).or_else(|| keys::BOARDS.into_iter().find_map(named));
        }
        let mut rules = Vec::new();
        if !options.has_no_names {
            rules.extend(meant(Meaning::Rules).filter(|&at| at != puzzle));
        }
        Ok(Self { separator, width, puzzle, solution, shape, rules })
    }

    /// The columns of a further line of names, as concatenated tables have. A line with a digit or empty cell at its start, or at
    /// the start of its puzzle field, is not a line of names.
    #[must_use]
    pub fn renewed(&self, line: &[u8], options: &TableOptions) -> Option<Self> {
        let is_name = |text: &[u8]| !text.first().is_some_and(|&byte| may_begin_cells(byte));
        let may_be = !options.has_no_names && !matches!(options.column, Some(Column::Number(_)));
        (may_be && is_name(line) && is_name(&line[self.puzzle(line)])).then(|| Self::read(line, options).ok())?
    }

    /// The column of the stored solutions.
    #[must_use]
    pub fn solution(&self) -> Option<usize> {
        self.solution
    }

    /// The range of the stored solution in a line, without quotes and surrounding blanks; empty if the line has no solution.
    #[must_use]
    pub fn stored(&self, line: &[u8]) -> Range<usize> {
        self.solution.map_or(0..0, |column| self.text_in(line, column))
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Whether columns tell the shape of the boxes.
    #[must_use]
    pub fn tell_shape(&self) -> bool {
        self.shape.is_some()
    }

    /// Whether a line has rules. Rules in tables are not read, so the line is refused.
    #[must_use]
    pub fn has_rules(&self, line: &[u8]) -> bool {
        self.rules.iter().any(|&column| !self.text_in(line, column).is_empty())
    }

    /// The column of a name, in a line of names; never that of the puzzle.
    #[must_use]
    pub fn position(&self, line: &[u8], wanted: &str) -> Option<usize> {
        let mut named = names(line, self.separator);
        named.position(|name| keys::is_same(name, wanted.as_bytes())).filter(|&column| column != self.puzzle)
    }

    /// The range of the puzzle in a line, without quotes and surrounding blanks; empty if the line has no puzzle.
    #[must_use]
    pub fn puzzle(&self, line: &[u8]) -> Range<usize> {
        self.text_in(line, self.puzzle)
    }

    fn text_in(&self, line: &[u8], column: usize) -> Range<usize> {
        let found = fields(line, self.separator).nth(column);
        let (start, field) = found.unwrap_or((line.len(), b""));
        let text = text_of(field);
        start + text.start..start + text.end
    }

    /// Whether a field begins with a quote that the line does not close. An open line has no puzzle.
    #[must_use]
    pub fn is_open(&self, line: &[u8]) -> bool {
        open_field(line, self.separator).is_some()
    }

    /// Appends the line with a new value in a column, the remaining fields unchanged.
    ///
    /// A column beyond the last is added. Missing fields of a short line are empty; surplus fields of a long line follow the
    /// value. The value is quoted if the old value was, or if necessary. An open quote is closed, so the next line stays
    /// separate.
    pub fn set(&self, line: &[u8], column: usize, value: &[u8], out: &mut Vec<u8>) {
        if column < self.width
            && let Some((start, field)) = fields(line, self.separator).nth(column)
        {
            out.extend_from_slice(&line[..start]);
            self.push_field(value, field.trim_ascii().starts_with(b"\""), out);
            let behind = &line[start + field.len()..];
            out.extend_from_slice(behind);
            out.extend(has_odd_quotes(behind).then_some(b'"'));
            return;
        }
        // The surplus fields of a long line move behind the value.
        if let Some((start, _)) = fields(line, self.separator).nth(column) {
            out.extend_from_slice(&line[..start]);
            self.push_field(value, false, out);
            out.push(self.separator);
            out.extend_from_slice(&line[start..]);
            out.extend(has_odd_quotes(&line[start..]).then_some(b'"'));
            return;
        }
        out.extend_from_slice(line);
        out.extend(has_odd_quotes(line).then_some(b'"'));
        let there = fields(line, self.separator).count();
        out.extend(std::iter::repeat_n(self.separator, column.saturating_sub(there) + 1));
        self.push_field(value, false, out);
    }

    /// Appends a field, quoted if necessary.
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

    /// A line as the text of a [`Record`](crate::grid::format::Record): unread fields become blanks, so every character keeps its
    /// column.
    #[must_use]
    pub fn mask(&self, line: &[u8]) -> Vec<u8> {
        self.mask_but(line, self.puzzle, self.shape, &self.rules)
    }

    /// Like `mask`, for the stored solution instead of the puzzle, and without the board.
    #[must_use]
    pub fn mask_stored(&self, line: &[u8]) -> Vec<u8> {
        self.mask_but(line, self.solution.unwrap_or(self.width), None, &[])
    }

    fn mask_but(&self, line: &[u8], cells: usize, shape: Option<Shape>, rules: &[usize]) -> Vec<u8> {
        let mut masked = Vec::with_capacity(line.len());
        let push = |masked: &mut Vec<u8>, text: &[u8], is_kept: bool| {
            if is_kept && !text.contains(&b'"') {
                return masked.extend_from_slice(text);
            }
            if !is_kept && text.is_ascii() {
                return masked.resize(masked.len() + text.len(), b' ');
            }
            for &byte in text {
                if is_kept && byte != b'"' {
                    masked.push(byte);
                } else if byte & 0xc0 != 0x80 {
                    masked.push(b' ');
                }
            }
        };
        for (i, (_, field)) in fields(line, self.separator).enumerate() {
            if i > 0 {
                // Marks instead of separators delimit the board, so it is not mistaken for cells.
                masked.push(match shape {
                    Some(Shape::Board(at)) if at == i => BEFORE_BOARD,
                    Some(Shape::Perhaps(at)) if at == i => BEFORE_PERHAPS,
                    Some(Shape::Perhaps(at)) if at + 1 == i => BEHIND_PERHAPS,
                    Some(Shape::Box(rows, _)) if rows == i => BEFORE_ROWS,
                    Some(Shape::Box(_, columns)) if columns == i => BEFORE_COLUMNS,
                    Some(Shape::Board(at)) if at + 1 == i => BEHIND_BOARD,
                    Some(Shape::Box(rows, columns)) if rows + 1 == i || columns + 1 == i => BEHIND_BOARD,
                    _ => b' ',
                });
            }
            let is_shape = match shape {
                Some(Shape::Board(at) | Shape::Perhaps(at)) => i == at,
                Some(Shape::Box(rows, columns)) => i == rows || i == columns,
                None => false,
            };
            if is_open(field) {
                masked.push(OPEN_QUOTE);
            }
            let mut field = field;
            let text = text_of(field);
            if rules.contains(&i) && !text.is_empty() {
                push(&mut masked, &field[..text.start], false);
                masked.push(RULES);
                field = &field[text.start + 1..];
            }
            push(&mut masked, field, i == cells || is_shape);
        }
        if let Some(Shape::Box(rows, columns)) = shape {
            let count = fields(line, self.separator).count();
            masked.extend((rows >= count).then_some(BEFORE_ROWS));
            masked.extend((columns >= count).then_some(BEFORE_COLUMNS));
        }
        masked
    }
}

/// Marks in a record instead of the separators: before a board, before the rows and the columns of its boxes, and behind each.
pub(super) const BEFORE_BOARD: u8 = 0x1e;
pub(super) const BEFORE_ROWS: u8 = 0x19;
pub(super) const BEFORE_COLUMNS: u8 = 0x18;
pub(super) const BEHIND_BOARD: u8 = 0x1f;

/// Marks before and behind a field that may be a board.
pub(super) const BEFORE_PERHAPS: u8 = 0x17;
pub(super) const BEHIND_PERHAPS: u8 = 0x16;

/// The mark in a record instead of the first character of rules.
pub(super) const RULES: u8 = 0x1c;

/// The mark in a record before a field with an open quote.
pub(super) const OPEN_QUOTE: u8 = 0x1d;

/// Whether a byte may be the first of a puzzle: a digit or the sign of an empty cell.
#[must_use]
pub(super) fn may_begin_cells(byte: u8) -> bool {
    byte.is_ascii_digit() || is_empty_sign(byte)
}

/// Whether a line has the name of a column that is known.
pub(super) fn has_known_name(line: &[u8]) -> bool {
    let is_known = |name| matches!(Meaning::of(name), Some(Meaning::Puzzle | Meaning::Solution));
    let is_board = |name| keys::is_same(name, keys::BOARD.as_bytes());
    names(line, separator(line)).any(|name| is_known(name) || is_board(name))
}

/// Whether a line has several fields and no field begins like cells.
pub(super) fn may_be_names(line: &[u8]) -> bool {
    let separator = separator(line);
    let is_name = |name: &[u8]| name.iter().any(u8::is_ascii_alphabetic) && !may_begin_cells(name[0]);
    line.contains(&separator) && names(line, separator).all(|name| is_name(name) && !signs::is_line(name))
}

/// Whether the line below names that are not known has a puzzle, and as many fields.
pub(super) fn are_names_above(line: &[u8], next: &[u8]) -> bool {
    let separator = separator(line);
    let is_grid = |field: &[u8]| field.len() >= MIN_GRID_LENGTH && signs::is_line(field);
    has_as_many_fields(line, next) && names(next, separator).any(is_grid)
}

/// Whether a line has as many fields as the line of names above it.
fn has_as_many_fields(line: &[u8], next: &[u8]) -> bool {
    let separator = separator(line);
    fields(next, separator).count() == fields(line, separator).count()
}

/// The names in a line of words that are no cells, above a line of as many fields.
pub(super) fn unknown_names_above<'a>(line: &'a [u8], next: &[u8]) -> Option<impl Iterator<Item = &'a [u8]>> {
    let separator = separator(line);
    let are_words = names(line, separator).all(|name| name.len() > 1);
    (may_be_names(line) && are_words && has_as_many_fields(line, next)).then(|| names(line, separator))
}

/// The fewest characters taken for a grid without further evidence.
const MIN_GRID_LENGTH: usize = 16;
