//! Puzzles of the programs that setters use: f-puzzles, `SudokuPad` and the Interactive Sudoku Solver (ISS).
//!
//! | program | texts | carries |
//! | --- | --- | --- |
//! | f-puzzles | a link, `fpuz…`, LZ-string base64, JSON | squares with regions, most rules |
//! | ISS | a link, `.Type~…` strings, its older texts | up to 16×16, most rules |
//! | `SudokuPad` | a link, `scl…`, `ctc…`, `scf…`, JSON | givens, regions, cages and a few rules; the rest is drawn |
//!
//! Each key or type of a program and the line of the rule that it means stand in one table a program, once for each way. A key
//! that no rule says is an error with the way to it, such as `killercage[3].value`; what only draws is kept in [`Notes`]. Text
//! comes from strangers: what is unpacked, how deep JSON is and how many values it has are bounded.
//!
//! How the formats of f-puzzles and `SudokuPad` look is told by no document; they were learned from puzzles and from readers of
//! both: dclamage/SudokuSolver, SudokuPad/sudokutools, marktekfan/sudokupad-penpa-import. Those of ISS are in its own source,
//! sigh/Interactive-Sudoku-Solver.

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
mod said;
mod sudokupad;

pub use draft::Exchanged;
pub use error::{ExchangeError, ExchangeProblem};
pub use links::program_of;
pub use missing::Missing;
pub use notes::Notes;

use crate::grid::Grid;
use links::Form;

/// A program whose puzzles are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Exchange {
    /// The editor f-puzzles.com.
    FPuzzles,
    /// The player sudokupad.app.
    SudokuPad,
    /// The Interactive Sudoku Solver.
    Iss,
}

/// How a text is read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// Whether keys that are not known are passed over.
    pub is_lenient: bool,
    /// What was passed over.
    pub passed_over: Vec<ExchangeError>,
}

/// Reads a puzzle of a program: a link or what stands in one. A text that shows that it is another program's is read as such.
///
/// ```
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
/// What is wrong, with the way to it.
pub fn read(program: Exchange, text: &str, reading: &mut Reading) -> Result<Exchanged, ExchangeError> {
    match links::form(text, program)? {
        Form::Json => {
            // Where an error stands is told in the text as it was given.
            let blanks = text.len() - text.trim_start().len();
            let item = json::parse(text.trim());
            let read = item.and_then(|item| read_json(&item, reading));
            read.map_err(|error| ExchangeError { at: error.at + blanks, ..error })
        }
        Form::Packed(program, packed) => {
            let text = links::unpack(&packed)?;
            let item = match json::parse(&text) {
                Err(_) if program == Exchange::SudokuPad => sudokupad::parse_zipped(&text),
                item => item,
            };
            item.and_then(|item| read_json(&item, reading)).map_err(|error| ExchangeError { at: 0, ..error })
        }
        Form::Short(link) => Err(ExchangeError::whole(ExchangeProblem::ShortLink(error::short(&link)))),
        Form::Iss(text) => iss::read(&text),
        Form::Codoku(text) => {
            let unpacked = lz::decompress(text.as_bytes());
            match unpacked.ok().and_then(|text| sudokupad::read_codoku(&text).ok()) {
                Some(puzzle) => Ok(puzzle),
                None => sudokupad::read_codoku(&text),
            }
        }
    }
}

/// Reads an object by the keys that it has: some of f-puzzles come in links of `SudokuPad`.
fn read_json(item: &json::Item, reading: &mut Reading) -> Result<Exchanged, ExchangeError> {
    let root = json::Node::root(item);
    if root.get("cells").is_some() && root.get("grid").is_none() {
        return sudokupad::read(item, reading);
    }
    fpuzzles::read(item, reading)
}

/// How a puzzle is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Writing {
    /// Whether no link is made of it: JSON stays, or the string.
    pub is_bare: bool,
    /// Whether what the program cannot say is left out.
    pub is_lossy: bool,
}

/// A puzzle as a text of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The text: one line.
    pub text: String,
    /// What is not in it: rules where they may be left out, and else titles and the like alone.
    pub left_out: Vec<Missing>,
}

/// Writes a puzzle for a program, with what comes with it. What was written is read back, and what does not come back, up to
/// the order of the rules, counts as missing.
///
/// ```
/// use satdoku::Grid;
/// use satdoku::grid::exchange::{Exchange, Notes, Writing, write};
///
/// let puzzle: Grid = ".4.2...1.....3..".parse()?;
/// let bare = Writing { is_bare: true, ..Writing::default() };
/// assert!(write(Exchange::FPuzzles, &puzzle, &Notes::default(), bare)?.text.starts_with(r#"{"size":4,"grid":"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The board, if it is none of the program's; the first rule or unit that it cannot say, unless that may be left out.
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
        Exchange::Iss => outgoing::checked(grid, lossy, iss::write, |text| iss::read(text).ok())?,
        Exchange::SudokuPad => {
            let make = |puzzle: &outgoing::Outgoing<'_>| {
                let (value, missing) = sudokupad::write(puzzle, notes)?;
                let mut text = String::new();
                json::push(&value, &mut text);
                Ok((text, missing))
            };
            let read = |text: &str| sudokupad::read(&json::parse(text).ok()?, &mut Reading::default()).ok();
            outgoing::checked(grid, lossy, make, read)?
        }
    };
    left_out.extend(notes.lost_in(Some(program)));
    let text = match (program, writing.is_bare) {
        (_, true) => text,
        (Exchange::Iss, _) => links::link(links::ISS, &text),
        (Exchange::FPuzzles, _) => links::link(links::F_PUZZLES, &lz::compress(&text)),
        (Exchange::SudokuPad, _) => links::link(links::SUDOKU_PAD, &lz::compress(&text)),
    };
    Ok(Written { text, left_out })
}
