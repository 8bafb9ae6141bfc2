//! Where the files of a bundle lie: a bundle is bytes under names, in memory, in a folder, or wherever somebody keeps it.

use std::io::{self, Read, Write};

/// Takes the files of a bundle as they are made.
///
/// The manifest comes last. A bundle that is not finished is none: whoever drops it drops its files.
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

/// What lies under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file of so many bytes.
    File(u64),
    /// Something else, such as a folder or a link.
    Other,
}

/// Gives the files of a bundle.
pub trait BundleReader {
    /// All names, in any order, and what lies there.
    ///
    /// # Errors
    /// If that cannot be found out.
    fn list(&self) -> io::Result<Vec<(String, Kind)>>;

    /// Opens a file that was listed.
    ///
    /// # Errors
    /// If it cannot be opened.
    fn open(&self, name: &str) -> io::Result<Box<dyn Read + '_>>;
}
