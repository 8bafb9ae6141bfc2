//! Puzzles of the programs that setters use: f-puzzles, `SudokuPad`, the Interactive Sudoku Solver (ISS) and Penpa.
//!
//! | program | texts | carries |
//! | --- | --- | --- |
//! | f-puzzles | a link, `fpuz…`, LZ-string base64, JSON | squares with regions, most rules |
//! | ISS | a link, `.Type~…` strings, its older texts | up to 16×16, most rules |
//! | `SudokuPad` | a link, `scl…`, `ctc…`, `scf…`, JSON | givens, regions, cages and a few rules; of satdoku's puzzles all rules, drawn and in a key |
//! | Penpa | a link, which is only read | plain Sudoku: givens and regions |
//!
//! Each program has two tables, for reading and for writing, that relate keys or types to rules. A key without a rule is an error
//! with the path of the key, such as `killercage[3].value`; drawings are kept in [`Notes`]. Texts are untrusted: the length of an
//! unpacked text, the depth of JSON and its number of values are bounded.
//!
//! The formats of f-puzzles and `SudokuPad` have no documentation. They were learned from puzzles and from existing readers:
//! dclamage/SudokuSolver, SudokuPad/sudokutools, marktekfan/sudokupad-penpa-import. The formats of ISS are defined by its source,
//! sigh/Interactive-Sudoku-Solver.

mod cell_state;
mod draft;
mod error;
mod fpuzzles;
mod iss;
mod json;
mod links;
mod lz;
mod missing;
mod notes;
mod outgoing;
mod penpa;
mod shapes;
mod simplest;
mod sudokupad;

pub use draft::Exchanged;
pub use error::{ExchangeError, ExchangeProblem};
pub(crate) use links::is_puzzle;
pub use links::{program_of, unpack};
pub use missing::Missing;
pub use notes::Notes;

use satdoku_base::budget::Running;

use crate::grid::Grid;
use crate::sentences::Language;
use links::Form;

/// A program whose puzzles can be read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Exchange {
    /// The editor f-puzzles.com.
    FPuzzles,
    /// The player sudokupad.app.
    SudokuPad,
    /// The Interactive Sudoku Solver.
    Iss,
    /// The editor Penpa, whose links are only read.
    Penpa,
}

/// Options and remarks of a reading.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// Whether unknown keys are passed over.
    pub is_lenient: bool,
    /// The parts passed over: unknown keys in a lenient reading, and parts that mean something only to people, such as drawings
    /// and rules in words.
    pub passed_over: Vec<ExchangeError>,
    /// The clock of the reading.
    pub running: Running,
}

/// Reads a puzzle of a program, from a link or from the content of a link. A text that clearly belongs to a different program is
/// read as that program's.
///
/// ```
/// # extern crate satdoku_puzzle as satdoku;
/// use satdoku::grid::exchange::{Exchange, Reading, read};
///
/// let json = r#"{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],
///                "killercage":[{"cells":["R1C1","R1C2"],"value":"7"}]}"#;
/// let puzzle = read(Exchange::FPuzzles, json, &mut Reading::default())?;
/// assert_eq!(puzzle.grid.rules().as_slice()[0].to_string(), "killer 7 r1c1 r1c2");
/// # Ok::<(), satdoku::grid::exchange::ExchangeError>(())
/// ```
///
/// # Errors
/// The first problem, with its path.
pub fn read(program: Exchange, text: &str, reading: &mut Reading) -> Result<Exchanged, ExchangeError> {
    let form = links::form(text, program)?;
    // In a packed text no part has a place.
    let has_places = !matches!(form, Form::Packed(..) | Form::Penpa { .. });
    let before = reading.passed_over.len();
    let read = read_form(form, text, reading);
    if has_places {
        return read;
    }
    reading.passed_over[before..].iter_mut().for_each(|error| error.at = 0);
    read.map_err(|error| ExchangeError { at: 0, ..error })
}

fn read_form(form: Form, text: &str, reading: &mut Reading) -> Result<Exchanged, ExchangeError> {
    match form {
        Form::Json => {
            // An error's position counts from the start of the untrimmed text.
            let blanks = text.len() - text.trim_start().len();
            let item = json::parse(text.trim());
            let read = item.and_then(|item| read_json(&item, reading));
            read.map_err(|error| ExchangeError { at: error.at + blanks, ..error })
        }
        Form::Packed(program, packed) => {
            let text = links::unpack(&packed, &reading.running)?;
            let item = match json::parse(&text) {
                Err(_) if program == Exchange::SudokuPad => sudokupad::parse_zipped(&text),
                item => item,
            };
            item.and_then(|item| read_json(&item, reading))
        }
        Form::Short(link) => Err(ExchangeError::whole(ExchangeProblem::ShortLink(error::short(&link)))),
        Form::Iss(text) => iss::read(&text, &reading.running),
        Form::Penpa { puzzle, solution } => penpa::read(&puzzle, solution.as_deref(), reading),
        Form::Codoku(text) => {
            let unpacked = lz::decompress(text.as_bytes());
            match unpacked.ok().and_then(|text| sudokupad::read_codoku(&text).ok()) {
                Some(puzzle) => Ok(puzzle),
                None => sudokupad::read_codoku(&text),
            }
        }
    }
}

/// Reads an object as the program that its keys reveal: links of `SudokuPad` may carry puzzles of f-puzzles.
fn read_json(item: &json::Item, reading: &mut Reading) -> Result<Exchanged, ExchangeError> {
    let root = json::Node::root(item);
    if root.get("cells").is_some() && root.get("grid").is_none() {
        return sudokupad::read(item, reading);
    }
    fpuzzles::read(item, reading)
}

/// Options for writing a puzzle.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Writing {
    /// Whether to write the bare JSON or string instead of a link.
    pub is_bare: bool,
    /// Whether to leave out parts that the program cannot express.
    pub is_lossy: bool,
    /// The language of the rules in words that `SudokuPad` shows.
    pub language: Language,
}

with_fields! {
    Writing
    with_bare(is_bare: bool);
    with_lossy(is_lossy: bool);
    with_language(language: Language);
}

/// A puzzle as a text of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// The text, on one line.
    pub text: String,
    /// The parts left out: rules if the writing is lossy, else only titles and the like.
    pub left_out: Vec<Missing>,
}

/// Writes a puzzle with its notes for a program. The text is read back, and a part that does not come back counts as missing; the
/// order of rules does not matter.
///
/// ```
/// # extern crate satdoku_puzzle as satdoku;
/// use satdoku::Grid;
/// use satdoku::grid::exchange::{Exchange, Notes, Writing, write};
///
/// let puzzle: Grid = ".4.2...1.....3..".parse()?;
/// let bare = Writing::default().with_bare(true);
/// assert!(write(Exchange::FPuzzles, &puzzle, &Notes::default(), bare)?.text.starts_with(r#"{"size":4,"grid":"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The board, if the program does not support it; the length of the text, if a link is too long; or the first rule or unit that the program cannot express, unless the writing
/// is lossy.
pub fn write(program: Exchange, grid: &Grid, notes: &Notes, writing: Writing) -> Result<Written, Missing> {
    let lossy = writing.is_lossy;
    let (text, mut left_out) = match program {
        Exchange::FPuzzles => {
            let make = |puzzle: &outgoing::Outgoing<'_>| {
                let (value, missing) = fpuzzles::write(puzzle, notes)?;
                let mut text = String::new();
                json::push(&value, &mut text);
                Ok((text, missing))
            };
            let read = |text: &str| fpuzzles::read(&json::parse(text).ok()?, &mut Reading::default()).ok();
            outgoing::checked(grid, lossy, make, read)?
        }
        Exchange::Iss => outgoing::checked(grid, lossy, iss::write, |text| iss::read(text, &Running::default()).ok())?,
        Exchange::SudokuPad => {
            let make = |puzzle: &outgoing::Outgoing<'_>| {
                let mut text = String::new();
                json::push(&sudokupad::write(puzzle, notes, writing)?, &mut text);
                Ok((text, Vec::new()))
            };
            let read = |text: &str| sudokupad::read(&json::parse(text).ok()?, &mut Reading::default()).ok();
            outgoing::checked(grid, lossy, make, read)?
        }
        Exchange::Penpa => return Err(Missing::Board(grid.geometry().to_string())),
    };
    left_out.extend(notes.lost_in(Some(program)));
    if program != Exchange::Iss && !writing.is_bare {
        let characters = text.encode_utf16().count();
        if characters > lz::MAX_UTF16_UNITS {
            return Err(Missing::Length(characters));
        }
    }
    let text = match (program, writing.is_bare) {
        (_, true) | (Exchange::Penpa, _) => text,
        (Exchange::Iss, _) => links::link(links::ISS, &text),
        (Exchange::FPuzzles, _) => links::link(links::F_PUZZLES, &lz::compress(&text)),
        (Exchange::SudokuPad, _) => links::link(links::SUDOKU_PAD, &lz::compress(&text)),
    };
    Ok(Written { text, left_out })
}
