//! Reads what a solver prints, piece by piece as it arrives.
//!
//! Comments stand anywhere, `v` lines are split at will and may come before the `s` line. A solver is not believed:
//! two different `s` lines, a model without its closing 0 or a variable with both values are errors. Memory is
//! bounded by the number of variables that were asked about, whatever the solver prints.

use satdoku_base::printable::printable;

use crate::cnf::{Lit, Model, Var};

/// What a solver answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverOutput {
    /// `s SATISFIABLE` and a model.
    Satisfiable(Model),
    /// `s UNSATISFIABLE`.
    Unsatisfiable,
    /// `s UNKNOWN`, or no `s` line at all.
    Unknown,
}

/// Why a text is no solver's output; prints as `LINE:COLUMN: …`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {problem}")]
pub struct OutputError {
    /// The line, from 1.
    pub line: u64,
    /// The column in bytes, from 1.
    pub column: u64,
    /// What is wrong there.
    #[source]
    pub problem: OutputProblem,
}

/// What is wrong with a solver's output.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OutputProblem {
    /// There are lines, but none of a solver's answer.
    #[error("expected a solver's output with s and v lines, found neither")]
    Neither,
    /// An `s` line says something unheard of.
    #[error("expected s SATISFIABLE, s UNSATISFIABLE or s UNKNOWN, found s {0}")]
    Status(String),
    /// Two `s` lines differ.
    #[error("expected one s line, found two that differ")]
    TwoStatuses,
    /// A word of a `v` line is no literal.
    #[error("expected a literal or 0, found \"{0}\"")]
    Literal(String),
    /// A literal's variable does not exist.
    #[error("expected a variable up to {variables}, found {found}")]
    Variable {
        /// How many variables there are.
        variables: usize,
        /// The literal.
        found: i64,
    },
    /// A variable is said to be both true and false.
    #[error("expected one value for each variable, found both for variable {0}")]
    BothValues(Var),
    /// Literals follow after the closing 0.
    #[error("expected nothing after the closing 0 of the model, found more literals")]
    AfterEnd,
    /// The model has no closing 0.
    #[error("expected 0 to close the model, found the end of the output: half a model")]
    HalfAModel,
    /// There is no model though the formula is said to be satisfiable.
    #[error("expected a model on v lines after s SATISFIABLE, found none")]
    NoModel,
    /// There is a model though the formula is not said to be satisfiable.
    #[error("expected no model without s SATISFIABLE, found one")]
    StrayModel,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    LineStart,
    /// After an `s` or `v`, before the blank that makes it a keyword.
    Keyword(u8),
    Status,
    Values,
    /// A comment, or another line without a keyword, up to the line end.
    Skip,
}

/// A word longer than this is neither a status nor a literal.
const MAX_WORD: usize = 32;

/// Reads a solver's output piece by piece.
///
/// ```
/// # extern crate satdoku_clauses as satdoku;
/// use satdoku::cnf::dimacs::{OutputParser, SolverOutput};
///
/// let mut parser = OutputParser::new(6);
/// parser.feed(b"c comment\ns SATIS")?;
/// parser.feed(b"FIABLE\nv -1 2 3\nc in between\nv 4 5 6 0\n")?;
/// let SolverOutput::Satisfiable(model) = parser.finish()? else { panic!() };
/// assert_eq!(model.lits().map(|lit| lit.to_dimacs()).collect::<Vec<_>>(), [-1, 2, 3, 4, 5, 6]);
/// # Ok::<(), satdoku::cnf::dimacs::OutputError>(())
/// ```
#[derive(Debug)]
pub struct OutputParser {
    variables: usize,
    state: State,
    /// The word at hand, cut behind [`MAX_WORD`].
    word: Vec<u8>,
    /// The column it starts at.
    word_start: u64,
    status: Option<Status>,
    model: Model,
    has_values: bool,
    /// The first line that is no comment either.
    first_other: Option<u64>,
    is_closed: bool,
    line: u64,
    column: u64,
}

impl OutputParser {
    /// A parser of an answer about so many variables.
    #[must_use]
    pub fn new(variables: usize) -> Self {
        Self {
            variables,
            state: State::LineStart,
            word: Vec::new(),
            word_start: 1,
            status: None,
            model: Model::new(),
            has_values: false,
            first_other: None,
            is_closed: false,
            line: 1,
            column: 1,
        }
    }

    /// Takes the next piece of the output.
    ///
    /// # Errors
    /// What is wrong with it; the parser is of no use after that.
    pub fn feed(&mut self, piece: &[u8]) -> Result<(), OutputError> {
        piece.iter().try_for_each(|&byte| {
            self.byte(byte)?;
            if byte == b'\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
            Ok(())
        })
    }

    fn byte(&mut self, byte: u8) -> Result<(), OutputError> {
        let is_end = byte == b'\n';
        match self.state {
            State::LineStart => match byte {
                b's' | b'v' => self.state = State::Keyword(byte),
                _ if byte.is_ascii_whitespace() => {}
                _ => self.skip(byte != b'c'),
            },
            State::Keyword(keyword) => {
                self.word.clear();
                match keyword {
                    _ if is_end => self.state = State::LineStart,
                    b's' if byte.is_ascii_whitespace() => self.state = State::Status,
                    b'v' if byte.is_ascii_whitespace() => self.state = State::Values,
                    _ => self.skip(true),
                }
            }
            State::Skip if is_end => self.state = State::LineStart,
            State::Skip => {}
            State::Status if is_end => {
                self.end_status()?;
                self.state = State::LineStart;
            }
            State::Values if byte.is_ascii_whitespace() => {
                self.end_value()?;
                if is_end {
                    self.state = State::LineStart;
                }
            }
            State::Status | State::Values => self.push(byte),
        }
        Ok(())
    }

    /// Passes over a line; whether it is another than a comment.
    fn skip(&mut self, is_other: bool) {
        if is_other {
            self.first_other.get_or_insert(self.line);
        }
        self.state = State::Skip;
    }

    fn push(&mut self, byte: u8) {
        if self.word.is_empty() {
            self.word_start = self.column;
        }
        if self.word.len() <= MAX_WORD {
            self.word.push(byte);
        }
    }

    fn end_status(&mut self) -> Result<(), OutputError> {
        let status = match self.word.trim_ascii() {
            _ if self.word.len() > MAX_WORD => return Err(self.error(OutputProblem::Status(self.shown()))),
            b"SATISFIABLE" => Status::Satisfiable,
            b"UNSATISFIABLE" => Status::Unsatisfiable,
            b"UNKNOWN" | b"INDETERMINATE" => Status::Unknown,
            _ => return Err(self.error(OutputProblem::Status(self.shown()))),
        };
        if self.status.replace(status).is_some_and(|before| before != status) {
            return Err(self.error(OutputProblem::TwoStatuses));
        }
        self.word.clear();
        Ok(())
    }

    fn end_value(&mut self) -> Result<(), OutputError> {
        if self.word.is_empty() {
            return Ok(());
        }
        if self.is_closed {
            return Err(self.error(OutputProblem::AfterEnd));
        }
        self.has_values = true;
        let word = std::str::from_utf8(&self.word).ok().filter(|word| word.len() <= MAX_WORD);
        let number = word.and_then(|word| word.parse::<i64>().ok());
        match number {
            None => return Err(self.error(OutputProblem::Literal(self.shown()))),
            Some(0) => self.is_closed = true,
            Some(found) => {
                let lit = i32::try_from(found).ok().and_then(Lit::from_dimacs);
                let Some(lit) = lit.filter(|lit| lit.var().index() < self.variables) else {
                    let variables = self.variables;
                    return Err(self.error(OutputProblem::Variable { variables, found }));
                };
                if self.model.is_true(!lit) {
                    return Err(self.error(OutputProblem::BothValues(lit.var())));
                }
                self.model.assign(lit);
            }
        }
        self.word.clear();
        Ok(())
    }

    /// Whether there was neither an `s` nor a `v` line so far: such a text is hardly a solver's output.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.status.is_none() && !self.has_values
    }

    /// What is wrong where there was neither so far, but something else than comments. A solver that was ended may leave comments
    /// alone.
    #[must_use]
    pub fn foreign(&self) -> Option<OutputError> {
        let line = self.first_other.filter(|_| self.is_silent())?;
        Some(OutputError { line, column: 1, problem: OutputProblem::Neither })
    }

    /// Ends the output and tells the answer.
    ///
    /// # Errors
    /// If the model is missing, half or out of place.
    pub fn finish(mut self) -> Result<SolverOutput, OutputError> {
        // The last line may lack its end.
        self.byte(b'\n')?;
        match (self.status, self.has_values) {
            (Some(Status::Satisfiable), true) if !self.is_closed => Err(self.error(OutputProblem::HalfAModel)),
            (Some(Status::Satisfiable), true) => Ok(SolverOutput::Satisfiable(self.model)),
            // A formula without variables has a model without literals, for which some solvers print nothing.
            (Some(Status::Satisfiable), false) if self.variables == 0 => Ok(SolverOutput::Satisfiable(self.model)),
            (Some(Status::Satisfiable), false) => Err(self.error(OutputProblem::NoModel)),
            (Some(Status::Unsatisfiable) | None, true) => Err(self.error(OutputProblem::StrayModel)),
            (Some(Status::Unsatisfiable), false) => Ok(SolverOutput::Unsatisfiable),
            (Some(Status::Unknown) | None, _) => Ok(SolverOutput::Unknown),
        }
    }

    fn shown(&self) -> String {
        let text = printable(&String::from_utf8_lossy(self.word.trim_ascii())).into_owned();
        if self.word.len() > MAX_WORD { text + "…" } else { text }
    }

    fn error(&self, problem: OutputProblem) -> OutputError {
        let column = if self.word.is_empty() { self.column } else { self.word_start };
        OutputError { line: self.line, column, problem }
    }
}
