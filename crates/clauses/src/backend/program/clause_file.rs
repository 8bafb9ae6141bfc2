//! Clauses in a temporary file for a program.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use crate::backend::program::process::TempFile;
use crate::cnf::dimacs::DimacsWriter;
use crate::cnf::{ClauseSink, FormulaSize, Lit};

/// Room for a padding comment and `p cnf 2147483647 18446744073709551615`.
const HEADER: usize = 64;

/// A growing DIMACS file, removed on drop.
pub(crate) struct ClauseFile {
    file: TempFile,
    writer: DimacsWriter<File>,
    pub(crate) size: FormulaSize,
}

/// Where a [`ClauseFile`] may be cut again.
pub(crate) struct Mark {
    bytes: u64,
    size: FormulaSize,
}

impl ClauseFile {
    pub(crate) fn create() -> io::Result<Self> {
        let file = TempFile::create(".cnf")?;
        let mut handle = file.reopen()?;
        handle.write_all(&[b' '; HEADER])?;
        Ok(Self { file, writer: DimacsWriter::new(handle), size: FormulaSize::default() })
    }

    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    pub(crate) fn mark(&mut self) -> io::Result<Mark> {
        self.writer.flush()?;
        Ok(Mark { bytes: self.writer.get_mut().stream_position()?, size: self.size })
    }

    pub(crate) fn cut(&mut self, mark: &Mark) -> io::Result<()> {
        let file = self.writer.get_mut();
        file.set_len(mark.bytes)?;
        file.seek(SeekFrom::Start(mark.bytes))?;
        self.size = mark.size;
        Ok(())
    }

    /// Writes the exact header; a comment before the header fills up the fixed width.
    pub(crate) fn patch_header(&mut self) -> io::Result<()> {
        self.writer.flush()?;
        let line = format!("p cnf {} {}\n", self.size.variables, self.size.clauses);
        let comment = format!("c{:width$}\n", "", width = HEADER - line.len() - 2);
        let file = self.writer.get_mut();
        let end = file.stream_position()?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(comment.as_bytes())?;
        file.write_all(line.as_bytes())?;
        file.seek(SeekFrom::Start(end))?;
        Ok(())
    }
}

impl ClauseSink for ClauseFile {
    type Error = io::Error;

    fn add_clause(&mut self, clause: &[Lit]) -> io::Result<()> {
        let Ok(()) = self.size.add_clause(clause);
        self.writer.add_clause(clause)
    }

    fn add_pairwise(&mut self, lits: &[Lit]) -> io::Result<()> {
        let Ok(()) = self.size.add_pairwise(lits);
        self.writer.add_pairwise(lits)
    }
}
