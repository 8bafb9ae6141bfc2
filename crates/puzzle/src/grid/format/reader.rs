//! Puzzles from a stream, one after another, in constant memory.

use std::fmt;
use std::io::{self, BufRead};
use std::sync::Arc;

use satdoku_base::budget::{Budget, Running};

use crate::geometry::Geometry;
use crate::grid::Grid;
use crate::grid::exchange::Notes;
use crate::grid::format::alphabet::Alphabet;
use crate::grid::format::columns::TableOptions;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::formats::Format;
use crate::grid::format::lines::Lines;
use crate::grid::format::reading::Reading;
use crate::grid::format::record::{Boards, Place, Record};
use crate::grid::format::{annotated, block, detect, json, notes};

/// Facts known about a text before reading. The default knows nothing.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct ReadOptions {
    /// The format; by default the first record decides.
    pub format: Option<Format>,
    /// The alphabet of the digits. By default the alphabet that explains a text is taken, and a text that several alphabets
    /// explain is refused.
    pub alphabet: Option<Alphabet>,
    /// The board. By default the text names the board, or the board has the most nearly square boxes of its side.
    pub geometry: Option<Arc<Geometry>>,
    /// The columns of puzzles and solutions in a table. The column of the puzzles is also the key of the puzzle in an object.
    pub table: TableOptions,
    /// Whether keys of an object that are not known are passed over, see [`Parser::passed_over`].
    pub is_lenient: bool,
    /// The most rows and columns of a board that a text names; a larger board is refused before construction. The default is
    /// [`Geometry::MAX_SIDE`].
    pub largest_side: Option<usize>,
    /// The limits for reading a puzzle, including its rules and their automata.
    pub budget: Budget,
}

with_fields! {
    ReadOptions
    with_format(format?: Format);
    with_alphabet(alphabet?: Alphabet);
    with_geometry(geometry?: Arc<Geometry>);
    with_table(table: TableOptions);
    with_lenient(is_lenient: bool);
    with_largest_side(largest_side?: usize);
    with_budget(budget: Budget);
}

impl ReadOptions {
    /// Options with a known format and board.
    #[must_use]
    pub fn of(format: Option<Format>, geometry: Option<Arc<Geometry>>) -> Self {
        Self { format, geometry, ..Self::default() }
    }
}

/// Cuts a stream into the texts of its puzzles, without parsing.
///
/// Cutting is cheap and sequential; parsing is expensive and may run on any thread: see [`Parser`].
pub struct Records<R> {
    lines: Lines<R>,
    format: Option<Format>,
}

impl<R> fmt::Debug for Records<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").field("format", &self.format).finish_non_exhaustive()
    }
}

impl<R: BufRead> Records<R> {
    /// The puzzles of `reader`; reading starts later.
    pub fn new(reader: R, options: &ReadOptions) -> Self {
        Self { lines: Lines::new(reader, options.geometry.clone(), options.table.clone()), format: options.format }
    }

    /// The format, known once the first record was requested and found.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// Appends the text of the next puzzle to `text` and returns its place; `None` at the end of the stream.
    ///
    /// # Errors
    /// If reading the stream fails.
    pub fn next_into(&mut self, text: &mut Vec<u8>) -> io::Result<Option<Place>> {
        let format = match self.format {
            Some(format) => format,
            None => match detect::detect(&mut self.lines)? {
                Some(format) => *self.format.insert(format),
                None => return Ok(None),
            },
        };
        let has_notes = self.lines.has_notes;
        loop {
            if !self.lines.skip_while(|line| {
                notes::is_comment(line) && !annotated::is_fragment(line) || format.passes_over(line, has_notes)
            })? {
                return Ok(None);
            }
            if !matches!(format, Format::Sdk | Format::Rows | Format::Chars) || !block::is_titled(&mut self.lines, 0)? {
                break;
            }
            self.lines.skip();
        }
        let mut record = self.lines.begin(text, format.is_verbatim());
        format.split(&mut self.lines, &mut record)?;
        Ok(Some(Place { line: record.first_line, too_long: record.too_long }))
    }
}

/// Parses the texts that [`Records`] cuts; grids of equal shape share their geometry.
///
/// ```
/// # extern crate satdoku_puzzle as satdoku;
/// use satdoku::grid::format::{Parser, ReadOptions, Record, Records};
///
/// let options = ReadOptions::default();
/// let mut records = Records::new(".4.2...1.....3..\n12..............\n".as_bytes(), &options);
/// let (mut text, mut parsed) = (Vec::new(), Vec::new());
/// // Cutting is cheap; what parses may be on another thread.
/// while let Some(place) = records.next_into(&mut text)? {
///     let format = records.format().expect("a record was found");
///     parsed.push(Parser::with_options(format, &options).parse(&Record { text: &text, place })?);
///     text.clear();
/// }
/// assert_eq!(parsed.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Parser {
    format: Format,
    boards: Boards,
    reading: Reading,
    budget: Budget,
}

impl Parser {
    /// A parser of one format; `geometry` is the requested board, if any.
    #[must_use]
    pub fn new(format: Format, geometry: Option<Arc<Geometry>>) -> Self {
        Self { format, boards: Boards::new(geometry), reading: Reading::default(), budget: Budget::unlimited() }
    }

    /// A parser of one format with the given options.
    #[must_use]
    pub fn with_options(format: Format, options: &ReadOptions) -> Self {
        let reading =
            Reading { column: options.table.column.clone(), is_lenient: options.is_lenient, ..Reading::default() };
        let boards = Boards::new(options.geometry.clone())
            .within(options.largest_side.unwrap_or(Geometry::MAX_SIDE))
            .in_alphabet(options.alphabet);
        Self { format, boards, reading, budget: options.budget.clone() }
    }

    /// The limits for reading a record.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Also reads stored solutions of objects, see [`solution`](Self::solution).
    #[must_use]
    pub fn with_solutions(mut self) -> Self {
        self.reading.wants_solution = true;
        self
    }

    /// Takes the stored solution of the object read last.
    pub fn solution(&mut self) -> Option<Result<Grid, ParseError>> {
        self.reading.solution.take()
    }

    /// Takes the notes of the puzzle read last, such as its title.
    pub fn notes(&mut self) -> Option<Box<Notes>> {
        self.reading.notes.take()
    }

    /// Takes the parts passed over in the record read last: unknown keys in a lenient reading.
    pub fn passed_over(&mut self) -> Vec<ParseError> {
        std::mem::take(&mut self.reading.passed_over)
    }

    /// Reads the puzzle of a record within the budget of the options.
    ///
    /// # Errors
    /// The error in the text, with line and column; [`ParseError::stopped`] tells whether the budget ran out.
    pub fn parse(&mut self, record: &Record<'_>) -> Result<Grid, ParseError> {
        span!("read");
        self.parse_within(record, &self.budget.start())
    }

    /// Reads the puzzle of a record within a budget.
    ///
    /// # Errors
    /// As of [`parse`](Self::parse).
    pub fn parse_within(&mut self, record: &Record<'_>, running: &Running) -> Result<Grid, ParseError> {
        self.boards.begin(running);
        if let Some(line) = record.place.too_long {
            return Err(ParseError { line, column: 1, problem: Problem::TooLong });
        }
        self.reading.solution = None;
        self.reading.notes = None;
        self.reading.passed_over.clear();
        self.format.parse(record, &mut self.boards, &mut self.reading)
    }
}

impl Parser {
    /// The longest record tried in further formats.
    const LONGEST_TRIED: usize = 64 << 10;

    /// The first further format that reads a record unreadable in the parser's format, to be named in a message.
    ///
    /// `chars`, which takes nearly any text, is named only if every character except the digits is one sign.
    #[must_use]
    pub fn instead(&self, record: &Record<'_>) -> Option<Format> {
        let is_cell = |byte: &&u8| !byte.is_ascii_alphanumeric() && !byte.is_ascii_whitespace();
        let mut signs = record.text.iter().filter(is_cell);
        let first = signs.next();
        let has_one_sign = first.is_some() && signs.all(|sign| Some(sign) == first);
        let has_letter = record.text.iter().any(u8::is_ascii_alphabetic);
        // Puzzles of other programs are single lines, and the programs' readers accept a part of almost any text.
        let has_lines = record.lines().nth(1).is_some();
        let is_tried = |format: Format| match format {
            Format::Csv | Format::Sdm => false,
            format if format.program().is_some() && has_lines => false,
            Format::Chars => has_one_sign && !has_letter,
            format => format != self.format,
        };
        // A reader of a different format would find a part of the JSON.
        let is_object = record.text.trim_ascii_start().starts_with(b"{");
        if is_object || self.format == Format::Json && json::begins_objects(record.text) {
            return None;
        }
        let reads = |format: Format| self.format_reads(format, record);
        let is_short = record.text.len() <= Self::LONGEST_TRIED && record.place.too_long.is_none();
        Format::all().iter().copied().find(|&format| is_short && is_tried(format) && reads(format))
    }

    fn format_reads(&self, format: Format, record: &Record<'_>) -> bool {
        format.parse(record, &mut self.boards.clone(), &mut Reading::default()).is_ok_and(|grid| grid.clue_count() > 0)
    }
}

/// Why the next puzzle cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The stream cannot be read.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The text is no puzzle; the puzzles after it can still be had.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

/// The puzzles of a stream. An invalid puzzle is an error in its place, and reading continues.
///
/// ```
/// # extern crate satdoku_puzzle as satdoku;
/// use satdoku::grid::format::{Puzzles, ReadOptions};
///
/// let text = ".4.2...1.....3..\n.4.2...1...x.3..\n................\n";
/// let puzzles: Vec<_> = Puzzles::new(text.as_bytes(), ReadOptions::default()).collect();
/// assert_eq!(puzzles.len(), 3);
/// assert_eq!(puzzles[0].as_ref().unwrap().clue_count(), 4);
/// let message = puzzles[1].as_ref().unwrap_err().to_string();
/// assert_eq!(message, r#"2:12: expected one sign for an empty cell, found "x" beside "." at 2:1; --format chars takes anything but a digit for an empty cell"#);
/// ```
pub struct Puzzles<R> {
    records: Records<R>,
    parser: Option<Parser>,
    options: ReadOptions,
    text: Vec<u8>,
}

impl<R> fmt::Debug for Puzzles<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Puzzles").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<R: BufRead> Puzzles<R> {
    /// The puzzles of `reader`; reading starts later.
    pub fn new(reader: R, options: ReadOptions) -> Self {
        let records = Records::new(reader, &options);
        Self { records, parser: None, options, text: Vec::new() }
    }

    /// Takes the notes of the puzzle read last, such as its title.
    pub fn notes(&mut self) -> Option<Box<Notes>> {
        self.parser.as_mut().and_then(Parser::notes)
    }
}

impl<R: BufRead> Iterator for Puzzles<R> {
    type Item = Result<Grid, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.text.clear();
        let place = match self.records.next_into(&mut self.text) {
            Ok(place) => place?,
            Err(error) => return Some(Err(error.into())),
        };
        let format = self.records.format()?;
        let parser = self.parser.get_or_insert_with(|| Parser::with_options(format, &self.options));
        Some(parser.parse(&Record { text: &self.text, place }).map_err(ReadError::from))
    }
}
