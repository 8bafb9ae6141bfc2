//! The file in which a solver leaves its answer.

use std::io::{self, Read};

use crate::backend::program::process::TempFile;
use crate::cnf::dimacs::{OutputError, ResultParser, SolverOutput};

/// An empty file for the answer.
pub(in crate::backend) fn create() -> io::Result<TempFile> {
    TempFile::create(".result")
}

/// What the file says about so many variables.
pub(in crate::backend) fn read(file: &TempFile, variables: usize) -> io::Result<Result<SolverOutput, OutputError>> {
    let mut file = file.reopen()?;
    let mut parser = ResultParser::new(variables);
    let mut buffer = vec![0; 64 << 10];
    loop {
        let length = file.read(&mut buffer)?;
        if length == 0 {
            return Ok(parser.finish());
        }
        if let Err(error) = parser.feed(&buffer[..length]) {
            return Ok(Err(error));
        }
    }
}
