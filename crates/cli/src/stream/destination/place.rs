//! The kind of an output path: a file that can be replaced, or a destination that can only be written directly.

use std::fs::{self, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// No chain of links is longer; the system's own limit.
const MAX_LINKS: usize = 40;

/// Where output goes.
#[derive(Debug)]
pub(super) enum Place {
    /// Standard output.
    Stdout,
    /// A destination that cannot be replaced: a device, a pipe, a descriptor of this process.
    Direct(PathBuf),
    /// A file, existing or not, after following links.
    File { target: PathBuf, old: Option<Metadata> },
}

impl Place {
    /// The kind of a path.
    ///
    /// # Errors
    /// If the path is a folder, is inaccessible, or names a file without write permission.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Stdout);
        }
        let mut target = path.to_owned();
        for _ in 0..MAX_LINKS {
            match fs::symlink_metadata(&target) {
                Ok(about) if about.is_symlink() => {
                    if let Some(descriptor) = descriptor(&target) {
                        return Ok(if descriptor == "1" { Self::Stdout } else { Self::Direct(path.to_owned()) });
                    }
                    let to = fs::read_link(&target)?;
                    target = target.parent().unwrap_or(Path::new("")).join(to);
                }
                Ok(about) if about.is_dir() => return Err(io::Error::other("is a folder")),
                Ok(about) if !about.is_file() => return Ok(Self::Direct(path.to_owned())),
                Ok(about) => {
                    // A file that may not be written is not replaced either.
                    OpenOptions::new().write(true).open(&target)?;
                    return Ok(Self::File { target, old: Some(about) });
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(Self::File { target, old: None });
                }
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("too many links"))
    }
}

/// The number of the descriptor behind a link such as /proc/self/fd/1.
fn descriptor(link: &Path) -> Option<&str> {
    let folder = link.parent()?.canonicalize().ok()?;
    let is_of_a_process = folder.starts_with("/proc") && folder.ends_with("fd");
    is_of_a_process.then(|| link.file_name()?.to_str()).flatten()
}
