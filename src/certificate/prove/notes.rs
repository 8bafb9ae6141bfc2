//! The files of a bundle as they are written, noted for its manifest.

use std::io::{self, BufWriter, Write};

use super::outcome::ProveError;
use crate::certificate::digest::Digesting;
use crate::certificate::{BundleWriter, FileEntry};
use crate::grid::Grid;
use crate::grid::format::Format;

/// What is written into a bundle, and noted for its manifest.
pub(super) struct Notes<'a> {
    pub(super) bundle: &'a mut dyn BundleWriter,
    pub(super) files: Vec<FileEntry>,
}

impl Notes<'_> {
    /// Writes a file and notes it.
    pub(super) fn file<T>(
        &mut self,
        name: &'static str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> Result<T, ProveError> {
        let out = self.bundle.create(name).map_err(cannot_write(name))?;
        let mut out = BufWriter::with_capacity(64 << 10, Digesting::new(out));
        let result = write(&mut out).and_then(|result| out.flush().map(|()| result));
        let result = result.map_err(cannot_write(name))?;
        let (bytes, sha256) = out.get_ref().result();
        self.files.push(FileEntry { name: name.to_owned(), bytes, sha256 });
        Ok(result)
    }

    pub(super) fn grid(&mut self, name: &'static str, grid: &Grid) -> Result<(), ProveError> {
        let mut text = String::new();
        // The lossless form carries every board.
        let _ = Format::Header.write(grid, &mut text);
        self.file(name, |out| out.write_all(text.as_bytes()))
    }
}

pub(super) fn cannot_write(file: &'static str) -> impl FnOnce(io::Error) -> ProveError {
    move |source| ProveError::Write { file, source }
}
