//! How grids are written down: one file per format, a detector, and readers that tell line and column.
//!
//! | name | what it is | carries |
//! | --- | --- | --- |
//! | `line` | N² characters on one line, alone, among other words or in a link | sides up to 35, the usual boxes |
//! | `rows` | N lines of N numbers or letters, between blanks, tabs, commas or semicolons | any side, the usual boxes |
//! | `header` | the shape, then N² numbers | everything |
//! | `order` | the order n, then n⁴ numbers, −1 for an empty cell | square sides, the usual boxes |
//! | `semicolon` | the order n, then n² lines of numbers with `;` between them | square sides, the usual boxes |
//! | `ascii` | lines of words above a drawing with `_` for an empty cell | boxes of any shape |
//! | `minizinc` | an array in a MiniZinc data file | any side, the usual boxes |
//! | `chars` | N² characters over any number of lines | sides up to 35, the usual boxes |
//! | `grid` | the grid drawn with borders of any kind | everything but regions in several pieces |
//! | `json` | one object a puzzle | everything |
//! | `list` | a list of lists in brackets, as programs have it | any side, the usual boxes |
//! | `sdk` | N lines of N characters (SadMan) | sides up to 35, the usual boxes |
//! | `ss` | characters with bars and rules (Simple Sudoku) | sides up to 35, boxes of any shape |
//! | `sdm` | 81 characters on one line, `0` for an empty cell | 9×9 |
//! | `csv` | a table with a column `puzzle`, see [`keys`] | sides up to 35, the usual boxes |
//! | `fpuzzles` | a link of f-puzzles, what stands in it, or its JSON; written as a link | squares, and the rules that it has keys for |
//! | `iss` | a string or a link of the Interactive Sudoku Solver | up to 16×16, and the rules that it has types for |
//! | `sudokupad` | a link of `SudokuPad`, what stands in it, or its JSON | squares, cages and a few rules |
//!
//! All but two are told from their first record: `sdm` reads as the `line` it is, and a `chars` of N whole lines as `sdk`.
//! Which characters stand for the digits of a 16×16 is told at [`Alphabet`].
//!
//! Titles, names and ratings may stand above the first puzzle, and between and behind puzzles of several lines; where they
//! stand above the first, between puzzles of one line as well. A text may be UTF-8 or UTF-16.
//!
//! Where a text gives no shape, the most nearly square boxes of R × C cells with R ≤ C are meant. A stream is first
//! cut into [`Record`]s, each of which a [`Parser`] reads; [`Puzzles`] does both.

mod alphabet;
mod annotated;
mod ascii;
mod block;
mod boxed;
mod characters;
mod chars;
mod columns;
mod csv;
mod detect;
mod drawing;
mod error;
mod excerpt;
mod exchanged;
mod expected;
mod feature;
mod header;
mod json;
pub mod keys;
mod layout;
mod line;
mod lines;
mod list;
mod minizinc;
mod notes;
mod order;
mod places;
mod plain;
mod reader;
mod reading;
mod record;
mod rows;
mod scanner;
mod sdk;
mod semicolon;
mod ss;
mod utf16;

use std::fmt;
use std::io::{self, BufRead};
use std::str::FromStr;

pub use alphabet::Alphabet;
pub use columns::{Column, Columns, TableOptions};
pub use error::{ParseError, Problem, Unclear};
pub use excerpt::Excerpt;
pub use feature::{CannotCarry, Feature};
pub use json::{push_rules, push_value, write_object};
pub use reader::{Parser, Puzzles, ReadError, ReadOptions, Records};
pub use record::{Place, Record};

use crate::geometry::Regions;
use crate::grid::exchange::{Exchange, Notes};
use crate::grid::{Grid, Solution};
use crate::rule::Rule;

/// A way to write grids down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// One puzzle a line, one character a cell.
    Line,
    /// N lines of N numbers.
    Rows,
    /// The shape, then N² numbers: the lossless form.
    Header,
    /// The order, then N² numbers.
    Order,
    /// The order, then numbers with semicolons between them.
    Semicolon,
    /// Words above a drawing.
    Ascii,
    /// An array in a MiniZinc data file.
    MiniZinc,
    /// N² characters over any number of lines.
    Chars,
    /// The grid drawn with its borders.
    Grid,
    /// One object a puzzle.
    Json,
    /// A list of lists in brackets.
    List,
    /// N lines of N characters, as SadMan Sudoku writes them.
    Sdk,
    /// Characters with bars and rules, as Simple Sudoku writes them.
    Ss,
    /// 81 characters a line, 0 for an empty cell.
    Sdm,
    /// A table with a column of puzzles.
    Csv,
    /// A puzzle of f-puzzles.
    FPuzzles,
    /// A string of the Interactive Sudoku Solver.
    Iss,
    /// A puzzle of `SudokuPad`.
    SudokuPad,
}

names! {
    pub Format {
        Line = "line", "one puzzle a line, one character a cell";
        Rows = "rows", "N lines of N numbers, or letters";
        Header = "header", "the board, then a number for each cell: carries every board";
        Order = "order", "the order n, then n⁴ numbers, -1 for an empty cell";
        Semicolon = "semicolon", "the order n, then lines of numbers with semicolons between them";
        Ascii = "ascii", "words above a drawing with _ for an empty cell";
        MiniZinc = "minizinc", "an array in a MiniZinc data file";
        Chars = "chars", "N² characters over any number of lines";
        Grid = "grid", "the grid drawn with its borders";
        Json = "json", "one JSON object a puzzle: carries every board";
        List = "list", "a list of lists in brackets, as programs have it";
        Sdk = "sdk", "N lines of N characters (SadMan Sudoku)";
        Ss = "ss", "characters with bars and rules (Simple Sudoku)";
        Sdm = "sdm", "81 characters a line, 0 for an empty cell";
        Csv = "csv", "a table with a column of puzzles";
        FPuzzles = "fpuzzles", "a link of f-puzzles, or its JSON";
        Iss = "iss", "a string or a link of the Interactive Sudoku Solver";
        SudokuPad = "sudokupad", "a link of SudokuPad, or its JSON";
    }
}

impl Format {
    /// The largest side that one character a cell can tell: digits 1 to 9 and A to Z.
    pub const MAX_LINE_SIDE: usize = 35;

    /// The only side of an `sdm`.
    const SDM_SIDE: usize = 9;

    /// What stands once above the puzzles of a text in this format; mostly nothing.
    #[must_use]
    pub fn prologue(self) -> &'static str {
        if self == Self::Csv { csv::NAMES } else { "" }
    }

    /// Whether a puzzle takes several lines, so that a blank line between two helps the reader.
    #[must_use]
    pub fn is_multiline(self) -> bool {
        !matches!(self, Self::Line | Self::Json | Self::Sdm | Self::Csv | Self::FPuzzles | Self::Iss | Self::SudokuPad)
    }

    /// Whether a text in this format may tell its board by itself.
    #[must_use]
    pub fn tells_board(self) -> bool {
        matches!(
            self,
            Self::Header
                | Self::Ascii
                | Self::Grid
                | Self::Json
                | Self::Ss
                | Self::Csv
                | Self::FPuzzles
                | Self::Iss
                | Self::SudokuPad
        )
    }

    /// Whether [`Parser::solution`] may have a solution beside a puzzle in this format.
    #[must_use]
    pub fn stores_solutions(self) -> bool {
        matches!(self, Self::Json | Self::FPuzzles | Self::SudokuPad)
    }

    /// What keeps the format from writing the grid at all.
    fn unwritable(self, grid: &Grid) -> Option<Feature> {
        let geometry = grid.geometry();
        let is_refused = |rule: &&Rule| !matches!(self, Self::Header | Self::Json) || matches!(rule, Rule::Own(_));
        if let Some(rule) = grid.rules().as_slice().iter().find(is_refused) {
            return Some(Feature::Rule(rule.to_string()));
        }
        let Some(side) = geometry.plain_side() else {
            return match self {
                Self::Header | Self::Json | Self::Grid | Self::Rows => None,
                Self::Line | Self::Chars if places::has_characters(geometry) => None,
                _ => Some(Feature::Board),
            };
        };
        let are_boxes = matches!(geometry.shape(), Regions::Boxes { .. });
        match self {
            Self::Line | Self::Chars | Self::Sdk | Self::Ss | Self::Csv if side > Self::MAX_LINE_SIDE => {
                Some(Feature::Side(side))
            }
            Self::Sdm if side != Self::SDM_SIDE => Some(Feature::Side(side)),
            Self::Order | Self::Semicolon if side.isqrt().pow(2) != side => Some(Feature::NoOrder(side)),
            Self::Ascii | Self::Ss if !are_boxes => Feature::by_boxes(geometry),
            _ => None,
        }
    }

    /// Whether the grid, written in this format, is read back the same, on the same board.
    ///
    /// # Errors
    /// What the format cannot carry.
    pub fn carries(self, grid: &Grid) -> Result<(), CannotCarry> {
        if let Some(program) = self.program() {
            return exchanged::write(program, grid).map(drop);
        }
        let geometry = grid.geometry();
        let what = self.unwritable(grid).or_else(|| match self {
            Self::Header | Self::Json => None,
            Self::Grid => boxed::undrawable(geometry),
            Self::Ascii | Self::Ss => Feature::by_boxes(geometry),
            _ => Feature::by_digits_alone(geometry),
        });
        what.map_or(Ok(()), |what| Err(CannotCarry { format: self, what }))
    }

    /// The program whose puzzles are in this format, if it is another's.
    #[must_use]
    pub fn program(self) -> Option<Exchange> {
        match self {
            Self::FPuzzles => Some(Exchange::FPuzzles),
            Self::Iss => Some(Exchange::Iss),
            Self::SudokuPad => Some(Exchange::SudokuPad),
            _ => None,
        }
    }

    /// Appends a grid, with a line end behind it, whether or not the format tells its shape. For other programs that is a
    /// link; [`exchange::write`](crate::grid::exchange::write) has more ways.
    ///
    /// # Errors
    /// If the format has no way to write a digit of this side, or a board of this kind.
    pub fn write(self, grid: &Grid, out: &mut String) -> Result<(), CannotCarry> {
        if let Some(program) = self.program() {
            *out += &exchanged::write(program, grid)?;
            return Ok(());
        }
        if let Some(what) = self.unwritable(grid) {
            return Err(CannotCarry { format: self, what });
        }
        match self {
            Self::Line => line::write(grid, out),
            Self::Rows => rows::write(grid, out),
            Self::Header => header::write(grid, out),
            Self::Order => order::write(grid, out),
            Self::Semicolon => semicolon::write(grid, out),
            Self::Ascii => ascii::write(grid, out),
            Self::MiniZinc => minizinc::write(grid, out),
            Self::Chars => chars::write(grid, out),
            Self::Grid => boxed::write(grid, out),
            Self::Json => drop(write_object(grid, &Notes::default(), out)),
            Self::List => list::write(grid, out),
            Self::Sdk => sdk::write(grid, out),
            Self::Ss => ss::write(grid, out),
            Self::Sdm => line::write_sdm(grid, out),
            Self::Csv => csv::write(grid, out),
            // They were written above.
            Self::FPuzzles | Self::Iss | Self::SudokuPad => {}
        }
        Ok(())
    }

    /// The alphabet of a record and its side, where it has one character a cell or two.
    #[must_use]
    pub fn alphabet(self, record: &Record<'_>) -> Option<(Alphabet, usize)> {
        let cells = self.cells(record)?;
        let side = Alphabet::side_of(cells.len())?;
        Some((Alphabet::of(&cells, side), side))
    }

    /// The characters of a record's cells, where it has one character a cell or two.
    #[must_use]
    pub fn cells(self, record: &Record<'_>) -> Option<Vec<u8>> {
        let is_cell = |byte: &u8| !byte.is_ascii_whitespace();
        Some(match self {
            Self::Line | Self::Sdm => lines::words(record.text).last()?.1.to_vec(),
            Self::Csv => lines::words(&csv::without_board(record.text).0).last()?.1.to_vec(),
            Self::Sdk | Self::Chars => {
                let rows = record.lines().map(|(_, line)| line).filter(|line| !sdk::is_section(line));
                rows.flatten().copied().filter(is_cell).collect()
            }
            Self::Ss => ss::characters(record),
            Self::Rows => rows::characters(record)?,
            Self::Grid => boxed::characters(record)?,
            _ => return None,
        })
    }

    /// Whether a line that no puzzle begins with is passed over; `has_notes` where notes stood above the first puzzle.
    fn passes_over(self, line: &[u8], has_notes: bool) -> bool {
        match self {
            Self::Grid => notes::is_note(line) && !boxed::is_extra_unit(line),
            Self::Rows | Self::Sdk | Self::Ss => notes::is_note(line) && !sdk::is_section(line),
            Self::Line | Self::Chars if has_notes && notes::is_numbering(line.trim_ascii()) => true,
            Self::Line | Self::Chars => has_notes && notes::is_note(line) && !annotated::is_annotated(line),
            _ => false,
        }
    }

    fn split<R: BufRead>(self, lines: &mut lines::Lines<R>, record: &mut lines::Building<'_>) -> io::Result<()> {
        match self {
            Self::Line | Self::Sdm => line::split(lines, record),
            Self::Rows => rows::split(lines, record),
            Self::Header => header::split(lines, record),
            Self::Order => order::split(lines, record),
            Self::Semicolon => semicolon::split(lines, record),
            Self::Ascii => ascii::split(lines, record),
            Self::MiniZinc => minizinc::split(lines, record),
            Self::Chars => chars::split(lines, record),
            Self::Grid => boxed::split(lines, record),
            Self::Json => json::split(lines, record),
            Self::List => list::split(lines, record),
            Self::Sdk => sdk::split(lines, record),
            Self::Ss => ss::split(lines, record),
            Self::Csv => csv::split(lines, record),
            Self::FPuzzles | Self::Iss | Self::SudokuPad => exchanged::split(lines, record),
        }
    }

    fn parse(
        self,
        record: &Record<'_>,
        boards: &mut record::Boards,
        reading: &mut reading::Reading,
    ) -> Result<Grid, ParseError> {
        match self {
            Self::Line | Self::Sdm => annotated::parse(record, boards),
            Self::Rows => rows::parse(record, boards),
            Self::Header => header::parse(record, boards),
            Self::Order => order::parse(record, boards),
            Self::Semicolon => semicolon::parse(record, boards),
            Self::Ascii => ascii::parse(record, boards),
            Self::MiniZinc => minizinc::parse(record, boards),
            Self::Chars => chars::parse(record, boards),
            Self::Grid => boxed::parse(record, boards),
            Self::Json => json::parse(record, boards, reading),
            Self::List => list::parse(record, boards),
            Self::Sdk => sdk::parse(record, boards),
            Self::Ss => ss::parse(record, boards),
            Self::Csv => csv::parse(record, boards),
            Self::FPuzzles => exchanged::parse(Exchange::FPuzzles, record, boards, reading),
            Self::Iss => exchanged::parse(Exchange::Iss, record, boards, reading),
            Self::SudokuPad => exchanged::parse(Exchange::SudokuPad, record, boards, reading),
        }
    }
}

impl FromStr for Grid {
    type Err = ParseError;

    /// Reads one grid in any format.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut records = Records::new(text.as_bytes(), &ReadOptions::default());
        let problem = |place: Place, problem| ParseError { line: place.line, column: 1, problem };
        let mut next = || {
            let mut text = Vec::new();
            // Reading from memory does not fail.
            let place = records.next_into(&mut text).ok().flatten()?;
            Some((place, text, records.format()?))
        };
        let (place, text, format) = next().ok_or_else(|| problem(Place::START, Problem::Nothing))?;
        let grid = Parser::new(format, None).parse(&Record { text: &text, place })?;
        match next() {
            Some((place, ..)) => Err(problem(place, Problem::More)),
            None => Ok(grid),
        }
    }
}

impl fmt::Display for Grid {
    /// `{}` prints the form that parses back: `line` where it carries the board, else `header`; `{:#}` draws it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = match Format::Line.carries(self) {
            _ if f.alternate() && self.rules.is_empty() => Format::Grid,
            Ok(()) => Format::Line,
            Err(_) => Format::Header,
        };
        let mut out = String::new();
        format.write(self, &mut out).map_err(|_| fmt::Error)?;
        f.write_str(out.trim_end_matches('\n'))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

impl From<Solution> for Grid {
    fn from(solution: Solution) -> Self {
        solution.into_grid()
    }
}
