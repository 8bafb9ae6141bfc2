//! The text formats of grids (most are one file each), a detector, and readers that report line and column.
//!
//! `boxed` has the format `grid`, `line` has `sdm` too, and `exchanged` has `fpuzzles`, `iss` and `sudokupad`.
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
//! | `penpa` | a link of Penpa with plain Sudoku | nothing: it is only read |
//! | `opensudoku` | the XML of `OpenSudoku`, with any number of games | nothing: it is only read |
//! | `killer` | a sign for the cage of each cell, then the sums | nothing: it is only read |
//!
//! **A text is one puzzle only if every character of it has a part**: digit, the one sign for an empty cell, label, title,
//! comment, layout. Every reading is tried (`sheet`, `signs`); two different readings are refused by name, and without a reading
//! the message names the first character without a part. Only `chars` takes every character except a digit for an empty cell, and
//! `chars` must be requested.
//!
//! Every format but two is detected from its first record: `sdm` is detected as `line`, and `chars` as `sdk` or `rows`.
//! [`Alphabet`] lists the characters for the digits of a 16×16 grid.
//!
//! Notes (titles, names and ratings) may stand above the first puzzle, and between and behind puzzles of several lines. If notes
//! stand above the first puzzle, notes are also allowed between single-line puzzles. A text may be UTF-8 or UTF-16.
//!
//! A text without a shape has the most nearly square boxes of R × C cells with R ≤ C. [`Records`] cuts a stream into [`Record`]s,
//! and a [`Parser`] reads a record; [`Puzzles`] does both.

mod alphabet;
mod annotated;
mod ascii;
mod block;
mod borders;
mod boxed;
mod chars;
mod classic_line;
mod columns;
mod csv;
mod detect;
mod error;
mod excerpt;
mod exchanged;
mod expected;
mod feature;
mod fields;
mod grid_text;
mod header;
mod ids;
mod json;
mod json_cells;
mod json_layers;
mod json_write;
#[doc(hidden)]
pub mod keys;
mod killer;
mod layout;
mod line;
mod lines;
mod list;
mod markup;
mod minizinc;
mod misfit;
mod notes;
mod opensudoku;
mod order;
mod own_lines;
mod places;
mod plain;
mod reader;
mod reading;
mod record;
mod rows;
mod scanner;
mod sdk;
mod semicolon;
mod sheet;
mod signs;
mod ss;
mod utf16;
mod with_notes;
mod written;

use std::io::{self, BufRead};

pub use alphabet::Alphabet;
pub use columns::{Column, Columns, TableOptions};
pub use error::{ParseError, Problem, Unclear};
pub use excerpt::Excerpt;
pub use feature::{CannotCarry, Feature};
#[doc(hidden)]
pub use grid_text::stated;
#[doc(hidden)]
pub use json_write::characters;
pub use json_write::{push_rules, push_value};
pub use notes::is_comment;
pub use own_lines::{OwnProblem, OwnPuzzles};
#[doc(hidden)]
pub use places::{NO_CELL, of as places_of};
pub use reader::{Parser, Puzzles, ReadError, ReadOptions, Records};
pub use record::{Place, Record};

use crate::geometry::Regions;
use crate::grid::Grid;
use crate::grid::exchange::{Exchange, Notes};
use crate::rule::Rule;

/// A way to write grids down.
///
/// ```
/// # extern crate satdoku_puzzle as satdoku;
/// use satdoku::Grid;
/// use satdoku::grid::format::Format;
///
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut text = String::new();
/// Format::Sdm.write(&puzzle, &mut text)?;
/// assert!(text.starts_with("530070000600195000"));
/// assert_eq!("sdm".parse::<Format>()?, Format::Sdm);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The order, then numbers separated by semicolons.
    Semicolon,
    /// Words above a drawing.
    Ascii,
    /// An array in a MiniZinc data file.
    MiniZinc,
    /// N² characters over any number of lines.
    Chars,
    /// A drawing of the grid with its borders.
    Grid,
    /// One object per puzzle.
    Json,
    /// A list of lists in brackets.
    List,
    /// N lines of N characters, the form of SadMan Sudoku.
    Sdk,
    /// Characters with bars and rules, the form of Simple Sudoku.
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
    /// A link of Penpa; read-only.
    Penpa,
    /// The XML of `OpenSudoku`; read-only.
    OpenSudoku,
    /// Cages by their signs, with their sums; read-only.
    Killer,
}

#[cfg(feature = "serde")]
serialized_as_text!(Format);

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
        Penpa = "penpa", "a link of Penpa with plain Sudoku: read only";
        OpenSudoku = "opensudoku", "the XML of OpenSudoku: read only";
        Killer = "killer", "a sign for the cage of each cell, then the sums: read only";
    }
}

impl Format {
    /// The largest side with one character a cell: digits 1 to 9 and A to Z.
    pub(crate) const MAX_LINE_SIDE: usize = 35;

    /// The only side of an `sdm`.
    const SDM_SIDE: usize = 9;

    /// Whether the format can be written as well as read.
    #[must_use]
    pub fn is_written(self) -> bool {
        !matches!(self, Self::Penpa | Self::OpenSudoku | Self::Killer)
    }

    /// The text above the puzzles of a file in the format; empty for most formats.
    #[must_use]
    pub fn prologue(self) -> &'static str {
        if self == Self::Csv { csv::NAMES } else { "" }
    }

    /// Whether a puzzle takes several lines, so a blank line between puzzles helps the reader.
    #[must_use]
    pub fn is_multiline(self) -> bool {
        !matches!(self, Self::Line | Self::Json | Self::Sdm | Self::Csv | Self::FPuzzles | Self::Iss | Self::SudokuPad)
    }

    /// Whether a text in the format may name its board.
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

    /// Whether records keep their text verbatim; records of the remaining formats are in plain characters.
    fn is_verbatim(self) -> bool {
        matches!(self, Self::Header | Self::Json) || self.program().is_some()
    }

    /// The feature that makes the grid impossible to write in the format.
    fn unwritable(self, grid: &Grid) -> Option<Feature> {
        let geometry = grid.geometry();
        if !self.is_written() {
            return Some(Feature::ReadOnly);
        }
        let is_refused = |rule: &&Rule| !matches!(self, Self::Header | Self::Json) || rule.is_own();
        if let Some(rule) = grid.rules().as_slice().iter().find(is_refused) {
            return Some(if rule.is_own() {
                Feature::OwnRule(rule.beginning())
            } else {
                Feature::Rule(rule.beginning())
            });
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
            // The order and a cell would be two grids of a cell each.
            Self::Order | Self::Semicolon if side == 1 => Some(Feature::Side(side)),
            Self::Ascii | Self::Ss if !are_boxes => Feature::by_boxes(geometry),
            // Bars after every cell bound nothing.
            Self::Ss => match geometry.shape() {
                Regions::Boxes { rows, columns: 1 } if rows > 1 => Some(Feature::Shape { rows, columns: 1 }),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the grid, written in the format, is read back unchanged on an equal board.
    ///
    /// # Errors
    /// The feature that the format cannot carry.
    pub fn carries(self, grid: &Grid) -> Result<(), CannotCarry> {
        if let Some(program) = self.program() {
            return exchanged::write(program, grid).map(drop);
        }
        let geometry = grid.geometry();
        let is_in_characters = matches!(self, Self::Line | Self::Chars | Self::Sdk | Self::Ss | Self::Csv);
        let side = geometry.plain_side().filter(|_| is_in_characters);
        let untold = side.filter(|&side| side <= Self::MAX_LINE_SIDE && !Alphabet::Numerals.tells(grid));
        let untold = untold.map(|side| Feature::Alphabet { alphabet: Alphabet::Numerals, side });
        let what = self.unwritable(grid).or(untold).or_else(|| match self {
            Self::Header | Self::Json => None,
            Self::Grid => borders::undrawable(geometry),
            Self::Ascii | Self::Ss => Feature::by_boxes(geometry),
            _ => Feature::by_digits_alone(geometry),
        });
        what.map_or(Ok(()), |what| Err(CannotCarry { format: self, what }))
    }

    /// The program that owns the format, if any.
    #[must_use]
    pub fn program(self) -> Option<Exchange> {
        match self {
            Self::FPuzzles => Some(Exchange::FPuzzles),
            Self::Iss => Some(Exchange::Iss),
            Self::SudokuPad => Some(Exchange::SudokuPad),
            Self::Penpa => Some(Exchange::Penpa),
            _ => None,
        }
    }

    /// Appends a grid and a line end, even if the format cannot express the shape of the board. Formats of other programs are
    /// written as a link; [`exchange::write`](crate::grid::exchange::write) has more ways.
    ///
    /// # Errors
    /// If the format cannot write digits of the grid's side, or boards of its kind.
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
            Self::Json => drop(json_write::write_object(grid, &Notes::default(), out)),
            Self::List => list::write(grid, out),
            Self::Sdk => sdk::write(grid, out),
            Self::Ss => ss::write(grid, out),
            Self::Sdm => line::write_sdm(grid, out),
            Self::Csv => csv::write(grid, out),
            // Written above, or read-only.
            Self::FPuzzles | Self::Iss | Self::SudokuPad | Self::Penpa | Self::OpenSudoku | Self::Killer => {}
        }
        Ok(())
    }

    /// The alphabet and the side of a record with one or two characters a cell.
    #[must_use]
    pub fn alphabet(self, record: &Record<'_>) -> Option<(Alphabet, usize)> {
        let cells = self.cells(record)?;
        let side = Alphabet::side_of(cells.len())?;
        Some((Alphabet::of(&cells, side), side))
    }

    /// The characters of a record's cells, if the record has one or two characters a cell.
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
            Self::Rows | Self::Grid | Self::Ss | Self::Ascii => sheet::characters(record, boxed::is_extra_unit)?,
            _ => return None,
        })
    }

    /// Whether a line that begins no puzzle is passed over; `has_notes` if notes stand above the first puzzle.
    fn passes_over(self, line: &[u8], has_notes: bool) -> bool {
        match self {
            Self::Grid => notes::is_note(line) && !boxed::is_extra_unit(line),
            Self::Rows | Self::Sdk | Self::Ss => notes::is_note(line) && !sdk::is_section(line),
            Self::OpenSudoku => opensudoku::has_no_game(line),
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
            Self::FPuzzles | Self::Iss | Self::SudokuPad | Self::Penpa => exchanged::split(lines, record),
            Self::OpenSudoku => opensudoku::split(lines, record),
            Self::Killer => killer::split(lines, record),
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
            Self::Header => header::parse(record, boards, reading),
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
            Self::Penpa => exchanged::parse(Exchange::Penpa, record, boards, reading),
            Self::OpenSudoku => opensudoku::parse(record, boards),
            Self::Killer => killer::parse(record, boards),
        }
    }
}
