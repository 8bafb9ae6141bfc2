//! The file in which a solver leaves its answer.

use std::io::{self, Read};

use crate::backend::program::process::TempFile;
use crate::cnf::dimacs::{OutputError, ResultParser, SolverOutput};

/// An empty file for the answer.
pub(crate) fn create() -> io::Result<TempFile> {
    TempFile::create(".result")
}

/// Why the file gives no answer.
pub(crate) enum ResultError {
    /// The file cannot be read.
    Io(io::Error),
    /// The text is no answer.
    Output(OutputError),
}

impl From<io::Error> for ResultError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<OutputError> for ResultError {
    fn from(error: OutputError) -> Self {
        Self::Output(error)
    }
}

/// The answer in the file, about `variables` variables.
pub(crate) fn read(file: &TempFile, variables: usize) -> Result<SolverOutput, ResultError> {
    let mut file = file.reopen()?;
    let mut parser = ResultParser::new(variables);
    let mut buffer = vec![0; 64 << 10];
    loop {
        let length = file.read(&mut buffer)?;
        if length == 0 {
            return Ok(parser.finish()?);
        }
        parser.feed(&buffer[..length])?;
    }
}
