//! Reads the file in which a solver leaves its answer.
//!
//! MiniSat writes `SAT` and a line with the model, `UNSAT` or `INDET`; these are read as the `s` and `v` lines that other
//! solvers print. Mallob writes such lines itself.

use crate::cnf::dimacs::{OutputError, OutputParser, SolverOutput};

/// The words of the first line, and the status lines that they stand for.
const WORDS: [(&[u8], &[u8]); 3] =
    [(b"SAT", b"s SATISFIABLE"), (b"UNSAT", b"s UNSATISFIABLE"), (b"INDET", b"s UNKNOWN")];

/// The status lines of others.
const STATUSES: [&[u8]; 3] = [b"s SATISFIABLE", b"s UNSATISFIABLE", b"s UNKNOWN"];

/// A first line longer than this is neither.
const MAX_LINE: usize = 32;

/// What is put before a line.
const STATUS: &[u8] = b"s ";
const VALUES: &[u8] = b"v ";

/// Reads a result file piece by piece.
///
/// ```
/// # extern crate satdoku_clauses as satdoku;
/// use satdoku::cnf::dimacs::{ResultParser, SolverOutput};
///
/// let mut parser = ResultParser::new(3);
/// parser.feed(b"SAT\n1 -")?;
/// parser.feed(b"2 3 0\n")?;
/// let SolverOutput::Satisfiable(model) = parser.finish()? else { panic!() };
/// assert_eq!(model.lits().map(|lit| lit.to_dimacs()).collect::<Vec<_>>(), [1, -2, 3]);
/// # Ok::<(), satdoku::cnf::dimacs::OutputError>(())
/// ```
#[derive(Debug)]
pub struct ResultParser {
    parser: OutputParser,
    /// The first line, until it is complete.
    first: Option<Vec<u8>>,
    /// A line that is longer for the parser than in the file, and by how many columns.
    longer: (u64, usize),
}

impl ResultParser {
    /// A parser of an answer about so many variables.
    #[must_use]
    pub fn new(variables: usize) -> Self {
        Self { parser: OutputParser::new(variables), first: Some(Vec::new()), longer: (1, 0) }
    }

    /// Takes the next piece of the file.
    ///
    /// # Errors
    /// What is wrong with it; the parser is of no use after that.
    pub fn feed(&mut self, mut piece: &[u8]) -> Result<(), OutputError> {
        while let Some(first) = &mut self.first {
            let Some((&byte, rest)) = piece.split_first() else { return Ok(()) };
            if byte != b'\n' && first.len() <= MAX_LINE {
                first.push(byte);
                piece = rest;
                continue;
            }
            let has_values = self.end_first_line()?;
            if byte == b'\n' {
                self.pass(b"\n")?;
                piece = rest;
                if has_values {
                    self.longer = (2, VALUES.len());
                    self.pass(VALUES)?;
                }
            }
        }
        self.pass(piece)
    }

    /// Ends the file and tells the answer. A file that was left empty says nothing.
    ///
    /// # Errors
    /// If the model is missing, half or out of place.
    pub fn finish(mut self) -> Result<SolverOutput, OutputError> {
        if self.first.as_ref().is_some_and(|first| !first.is_empty()) {
            self.end_first_line()?;
        }
        let longer = self.longer;
        self.parser.finish().map_err(|error| placed(error, longer))
    }

    /// Hands the first line on; whether the next one is the values of a model. What is none of the words is refused by the
    /// parser as the status that it is not.
    fn end_first_line(&mut self) -> Result<bool, OutputError> {
        let first = self.first.take().unwrap_or_default();
        let line = first.trim_ascii();
        if STATUSES.contains(&line) {
            self.pass(line)?;
            return Ok(false);
        }
        if let Some((word, status)) = WORDS.iter().find(|(word, _)| *word == line) {
            self.longer.1 = status.len() - word.len();
            self.pass(status)?;
            return Ok(true);
        }
        self.longer.1 = STATUS.len();
        self.pass(STATUS)?;
        self.pass(line)?;
        Ok(false)
    }

    fn pass(&mut self, piece: &[u8]) -> Result<(), OutputError> {
        self.parser.feed(piece).map_err(|error| placed(error, self.longer))
    }
}

/// An error with its place in the file.
fn placed(error: OutputError, (line, columns): (u64, usize)) -> OutputError {
    let surplus = if error.line == line { columns as u64 } else { 0 };
    OutputError { column: error.column.saturating_sub(surplus).max(1), ..error }
}
