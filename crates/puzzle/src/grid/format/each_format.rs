//! How each format is read and written, and which grids it carries.

use std::io::{self, BufRead};

use crate::geometry::Regions;
use crate::grid::Grid;
use crate::grid::exchange::{Exchange, Notes};
use crate::grid::format::alphabet::Alphabet;
use crate::grid::format::error::ParseError;
use crate::grid::format::feature::{CannotCarry, Feature};
use crate::grid::format::formats::Format;
use crate::grid::format::lines::{Building, Lines};
use crate::grid::format::reading::Reading;
use crate::grid::format::record::{Boards, Record};
use crate::grid::format::{
    annotated, ascii, borders, boxed, chars, csv, exchanged, header, json, json_write, killer, line, lines, list,
    minizinc, notes, opensudoku, order, places, rows, sdk, semicolon, sheet, ss,
};
use crate::rule::Rule;

impl Format {
    /// The only side of an `sdm`.
    const SDM_SIDE: usize = 9;

    /// The text above the puzzles of a file in the format; empty for most formats.
    #[must_use]
    pub fn prologue(self) -> &'static str {
        if self == Self::Csv { csv::NAMES } else { "" }
    }

    /// The feature that makes the grid impossible to write in the format.
    pub(super) fn unwritable(self, grid: &Grid) -> Option<Feature> {
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
    pub(super) fn passes_over(self, line: &[u8], has_notes: bool) -> bool {
        match self {
            Self::Grid => notes::is_note(line) && !boxed::is_extra_unit(line),
            Self::Rows | Self::Sdk | Self::Ss => notes::is_note(line) && !sdk::is_section(line),
            Self::OpenSudoku => opensudoku::has_no_game(line),
            Self::Line | Self::Chars if has_notes && notes::is_numbering(line.trim_ascii()) => true,
            Self::Line | Self::Chars => has_notes && notes::is_note(line) && !annotated::is_annotated(line),
            _ => false,
        }
    }

    pub(super) fn split<R: BufRead>(self, lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
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

    pub(super) fn parse(
        self,
        record: &Record<'_>,
        boards: &mut Boards,
        reading: &mut Reading,
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
