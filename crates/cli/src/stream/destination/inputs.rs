//! The inputs of a run, which must not be overwritten: files are compared by device and inode, under any name.

use std::fs::{File, Metadata};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::process::file_name;

/// The regular files among the inputs. Writing to pipes and devices destroys no input.
#[derive(Debug, Default)]
pub(crate) struct Inputs(Vec<Known>);

#[derive(Debug)]
struct Known {
    name: String,
    device: u64,
    inode: u64,
}

impl Inputs {
    /// The files of an argument list; none means standard input.
    pub(crate) fn of(files: &[PathBuf]) -> Self {
        let mut inputs = Self::default();
        let stdin = [PathBuf::from("-")];
        let files = if files.is_empty() { &stdin } else { files };
        for file in files {
            inputs.add(file);
        }
        inputs
    }

    /// Adds a further input, if given.
    pub(crate) fn and(mut self, path: Option<&Path>) -> Self {
        if let Some(path) = path {
            self.add(path);
        }
        self
    }

    fn add(&mut self, path: &Path) {
        // An inaccessible file is reported when it is opened.
        let about = if path == Path::new("-") { about(io::stdin()) } else { path.metadata() };
        if let Ok(about) = about
            && about.is_file()
        {
            self.0.push(Known { name: file_name::name(path), device: about.dev(), inode: about.ino() });
        }
    }

    /// The name of the input that is identical to a file.
    fn find(&self, file: &Metadata) -> Option<&str> {
        let is_it = |known: &&Known| (known.device, known.inode) == (file.dev(), file.ino());
        self.0.iter().find(is_it).map(|known| known.name.as_str())
    }

    /// Refuses a path to one of the inputs.
    pub(crate) fn check(&self, path: &Path) -> Result<(), String> {
        match path.metadata().ok().and_then(|file| self.find(&file).map(str::to_owned)) {
            Some(input) => Err(format!("{}: expected another file than {input}, which is read", file_name::name(path))),
            None => Ok(()),
        }
    }

    /// Refuses standard output if redirected to one of the inputs.
    pub(crate) fn check_stdout(&self) -> Result<(), String> {
        // Where nothing is read from a file, the system need not be asked.
        if self.0.is_empty() {
            return Ok(());
        }
        match about(io::stdout()).ok().and_then(|file| self.find(&file).map(str::to_owned)) {
            Some(input) => Err(format!("<stdout>: expected another file than {input}, which is read")),
            None => Ok(()),
        }
    }
}

/// The metadata of an open descriptor.
fn about(open: impl AsFd) -> io::Result<Metadata> {
    File::from(open.as_fd().try_clone_to_owned()?).metadata()
}
