//! A bundle in a folder: what people keep and hand on. The only place of this module that touches the disk.
//!
//! A folder is written under another name beside its own and renamed when it is complete, so that no half of a bundle is
//! ever seen as one, and none is left behind.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::certificate::{BundleReader, BundleWriter, Kind};

/// A folder in the making. It is removed when it is dropped before it is finished.
#[derive(Debug)]
pub struct NewFolder {
    path: PathBuf,
    partial: PathBuf,
    is_finished: bool,
}

/// What a folder's name ends with while it is written.
const PARTIAL: &str = ".partial";

impl NewFolder {
    /// Begins a folder; those above it are made where they are missing. What an earlier run left half written is removed.
    ///
    /// # Errors
    /// If there is something at that path that is no empty folder, or the folder cannot be made.
    pub fn create(path: impl Into<PathBuf>) -> io::Result<Self> {
        let path = path.into();
        let no_name = || io::Error::new(io::ErrorKind::InvalidInput, "expected a folder with a name of its own");
        let name = path.file_name().ok_or_else(no_name)?;
        let is_taken = match fs::read_dir(&path) {
            Ok(mut entries) => entries.next().is_some(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(error),
        };
        if is_taken {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "the folder is not empty"));
        }
        let mut partial = OsString::from(".");
        partial.push(name);
        partial.push(PARTIAL);
        let partial = path.with_file_name(partial);
        if let Some(parent) = partial.parent() {
            fs::create_dir_all(parent)?;
        }
        match fs::remove_dir_all(&partial) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => fs::create_dir(&partial)?,
        }
        Ok(Self { path, partial, is_finished: false })
    }

    /// Where it is going to be.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The files so far, which nobody else sees yet.
    #[must_use]
    pub fn so_far(&self) -> Folder {
        Folder::new(if self.is_finished { &self.path } else { &self.partial })
    }
}

impl BundleWriter for NewFolder {
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + Send>> {
        Ok(Box::new(File::create(self.partial.join(name))?))
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        fs::remove_file(self.partial.join(name))
    }

    fn finish(&mut self) -> io::Result<()> {
        fs::rename(&self.partial, &self.path)?;
        self.is_finished = true;
        Ok(())
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        if !self.is_finished {
            let _ = fs::remove_dir_all(&self.partial);
        }
    }
}

/// A bundle in a folder.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder at a path.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }
}

impl BundleReader for Folder {
    fn list(&self) -> io::Result<Vec<(String, Kind)>> {
        let entries = fs::read_dir(&self.path)?.map(|entry| {
            let entry = entry?;
            // A link is told as what it is and not followed.
            let about = entry.metadata()?;
            let kind = if about.is_file() { Kind::File(about.len()) } else { Kind::Other };
            Ok((entry.file_name().to_string_lossy().into_owned(), kind))
        });
        entries.collect()
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(File::open(self.path.join(name))?))
    }
}
