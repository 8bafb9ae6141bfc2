//! The files of a bundle, recorded for its manifest while they are written.

use std::io::{self, BufWriter, Write};

use crate::certificate::digest::Digesting;
use crate::certificate::manifest::FileEntry;
use crate::certificate::prove::outcome::ProveError;
use crate::certificate::store::BundleWriter;
use crate::cnf::LimitedError;
use crate::error::Error;
use crate::grid::Grid;
use crate::grid::format::Format;

/// A bundle being written, and the manifest's entries of its files.
pub(super) struct Notes<'a> {
    pub(super) bundle: &'a mut dyn BundleWriter,
    pub(super) files: Vec<FileEntry>,
}

impl Notes<'_> {
    /// Writes a file and records its entry, unless the budget ends before.
    pub(super) fn file(
        &mut self,
        name: &'static str,
        write: impl FnOnce(&mut dyn Write) -> Result<(), LimitedError<io::Error>>,
    ) -> Result<(), ProveError> {
        let out = self.bundle.create(name).map_err(cannot_write(name))?;
        let mut out = BufWriter::with_capacity(64 << 10, Digesting::new(out));
        match write(&mut out).and_then(|()| out.flush().map_err(LimitedError::Sink)) {
            Ok(()) => {}
            Err(LimitedError::Stopped(reason)) => return Err(Error::Stopped(reason).into()),
            Err(LimitedError::Sink(error)) => return Err(cannot_write(name)(error)),
        }
        let (bytes, sha256) = out.get_ref().result();
        self.files.push(FileEntry { name: name.to_owned(), bytes, sha256 });
        Ok(())
    }

    pub(super) fn grid(&mut self, name: &'static str, grid: &Grid) -> Result<(), ProveError> {
        let mut text = String::new();
        // The lossless form carries every board.
        let _ = Format::Header.write(grid, &mut text);
        self.file(name, |out| out.write_all(text.as_bytes()).map_err(LimitedError::Sink))
    }
}

pub(super) fn cannot_write(file: &'static str) -> impl FnOnce(io::Error) -> ProveError {
    move |source| ProveError::Write { file, source }
}
