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
mod notes;

pub use draft::Exchanged;
pub use error::{ExchangeError, ExchangeProblem};
pub use links::program_of;
pub use notes::Notes;

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
    let read_json = |text: &str, reading: &mut Reading| {
        let item = json::parse(text)?;
        fpuzzles::read(&item, reading)
    };
    match links::form(text, program)? {
        Form::Json => {
            // Where an error stands is told in the text as it was given.
            let blanks = text.len() - text.trim_start().len();
            read_json(text.trim(), reading).map_err(|error| ExchangeError { at: error.at + blanks, ..error })
        }
        Form::Packed(_, packed) => {
            let text = links::unpack(&packed)?;
            read_json(&text, reading).map_err(|error| ExchangeError { at: 0, ..error })
        }
        Form::Short(link) => Err(ExchangeError::whole(ExchangeProblem::ShortLink(error::short(&link)))),
        Form::Iss(text) => iss::read(&text),
        Form::Codoku(_) => Err(ExchangeError::whole(ExchangeProblem::NoRule(String::new()))),
    }
}
