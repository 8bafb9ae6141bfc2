//! A bundle in a folder, for people to keep and hand on. The only place of this module that touches the disk.
//!
//! A folder is written beside its final place under a name that no other run uses, and renamed when complete. So no run ever sees
//! half a bundle, and none is left behind. Only files that were created here are removed. A file is opened for reading once,
//! without following a link or waiting for a pipe.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use crate::certificate::store::{BundleReader, BundleWriter, OpenFile};

/// An unfinished folder. Dropping it before it is finished removes it.
#[derive(Debug)]
pub struct NewFolder {
    path: PathBuf,
    partial: PathBuf,
    /// The files that were created in the folder.
    files: Vec<String>,
    is_finished: bool,
}

/// The end of a folder's name while the folder is written.
const PARTIAL: &str = ".partial";

impl NewFolder {
    /// Begins a folder; missing parent folders are created.
    ///
    /// # Errors
    /// If the path is taken by anything but an empty folder, or the folder cannot be created.
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
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        let partial = create_beside(&path, name)?;
        Ok(Self { path, partial, files: Vec::new(), is_finished: false })
    }

    /// The final path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path until the folder is complete.
    #[must_use]
    pub fn partial(&self) -> &Path {
        &self.partial
    }
}

impl BundleWriter for NewFolder {
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + Send>> {
        if !self.files.iter().any(|file| file == name) {
            self.files.push(name.to_owned());
        }
        Ok(Box::new(File::create(self.partial.join(name))?))
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        self.files.retain(|file| file != name);
        fs::remove_file(self.partial.join(name))
    }

    fn so_far(&self) -> Box<dyn BundleReader + '_> {
        Box::new(Folder::new(if self.is_finished { &self.path } else { &self.partial }))
    }

    fn finish(&mut self) -> io::Result<()> {
        // Replaces nothing, or an empty folder: if another run was faster, the system refuses.
        fs::rename(&self.partial, &self.path)?;
        self.is_finished = true;
        Ok(())
    }
}

impl NewFolder {
    /// Removes the folder with the files that were created in it, finished or not; foreign files stay.
    ///
    /// # Errors
    /// If the folder cannot be removed.
    pub fn discard(mut self) -> io::Result<()> {
        self.remove_all()
    }

    fn remove_all(&mut self) -> io::Result<()> {
        let folder = if self.is_finished { &self.path } else { &self.partial };
        for file in self.files.drain(..) {
            match fs::remove_file(folder.join(file)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        fs::remove_dir(folder)?;
        // Nothing is left to remove.
        self.is_finished = true;
        Ok(())
    }
}

/// Creates a folder beside a path, with an unused name.
fn create_beside(path: &Path, name: &OsStr) -> io::Result<PathBuf> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let mut partial = OsString::from(".");
        partial.push(name);
        partial.push(format!(".{}-{number}{PARTIAL}", std::process::id()));
        let partial = path.with_file_name(partial);
        match fs::create_dir(&partial) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| partial),
        }
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        if !self.is_finished {
            let _ = self.remove_all();
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
    fn list(&self) -> io::Result<Vec<String>> {
        fs::read_dir(&self.path)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }

    fn open(&self, name: &str) -> io::Result<Option<OpenFile<'_>>> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = match rustix::fs::open(self.path.join(name), flags, Mode::empty()) {
            Ok(file) => File::from(file),
            // A link, or a socket.
            Err(Errno::LOOP | Errno::MLINK | Errno::NXIO) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let about = file.metadata()?;
        Ok(about.is_file().then(|| OpenFile { bytes: about.len(), reader: Box::new(file) }))
    }
}
