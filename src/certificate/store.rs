//! The storage of a bundle: bytes under names, in memory, in a folder, or in a store of your own.

use std::fmt;
use std::io::{self, Read, Seek, Write};

/// Stores the files of a bundle as they are written.
///
/// The manifest comes last. A bundle exists only once it is finished: dropping it earlier drops its files.
pub trait BundleWriter {
    /// Begins a file, in place of any file of that name.
    ///
    /// # Errors
    /// If the file cannot be created.
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + Send>>;

    /// Removes a file.
    ///
    /// # Errors
    /// If the file cannot be removed.
    fn remove(&mut self, name: &str) -> io::Result<()>;

    /// The files so far, for reading before the bundle is finished.
    fn so_far(&self) -> Box<dyn BundleReader + '_>;

    /// Publishes the bundle: all its files are complete.
    ///
    /// # Errors
    /// If the bundle cannot be moved to its place.
    fn finish(&mut self) -> io::Result<()>;
}

/// An open file: reading stays on this file even if another file takes its name.
pub struct OpenFile<'a> {
    /// The file's length in bytes when it was opened.
    pub bytes: u64,
    /// The file's bytes, from the first.
    pub reader: Box<dyn ReadSeek + 'a>,
}

impl fmt::Debug for OpenFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenFile").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

/// A reader that can seek.
pub trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// Reads the files of a bundle.
pub trait BundleReader {
    /// All names, in any order.
    ///
    /// # Errors
    /// If the names cannot be listed.
    fn list(&self) -> io::Result<Vec<String>>;

    /// Opens the file of a name; `None` for a folder, a link or a pipe, without following a link or waiting for a pipe.
    ///
    /// # Errors
    /// If the file cannot be opened, or no longer exists.
    fn open(&self, name: &str) -> io::Result<Option<OpenFile<'_>>>;
}
