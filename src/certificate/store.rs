//! Where the files of a bundle lie: a bundle is bytes under names, in memory, in a folder, or in a store of your own.

use std::fmt;
use std::io::{self, Read, Seek, Write};

/// Takes the files of a bundle as they are made.
///
/// The manifest comes last. A bundle that is not finished is none: dropping it drops its files.
pub trait BundleWriter {
    /// Begins a file; one of that name is begun anew.
    ///
    /// # Errors
    /// If it cannot be made.
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + Send>>;

    /// Takes a file out again.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn remove(&mut self, name: &str) -> io::Result<()>;

    /// All files are complete: the bundle may be seen now.
    ///
    /// # Errors
    /// If it cannot be put in its place.
    fn finish(&mut self) -> io::Result<()>;
}

/// A file that is open: what is read of it is of one file, whatever lies under its name by then.
pub struct OpenFile<'a> {
    /// How many bytes it had when it was opened.
    pub bytes: u64,
    /// Its bytes, from the first.
    pub reader: Box<dyn ReadSeek + 'a>,
}

impl fmt::Debug for OpenFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenFile").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

/// Reads from any place.
pub trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// Gives the files of a bundle.
pub trait BundleReader {
    /// All names, in any order.
    ///
    /// # Errors
    /// If that cannot be found out.
    fn list(&self) -> io::Result<Vec<String>>;

    /// Opens what lies under a name; none if that is no file, such as a folder, a link or a pipe, which is neither followed nor
    /// waited for.
    ///
    /// # Errors
    /// If it cannot be opened, or is not there any more.
    fn open(&self, name: &str) -> io::Result<Option<OpenFile<'_>>>;
}
