//! The search for a program's file.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::backend::BackendError;

/// Finds a program by its name in `PATH` or by its file; an error mentions the variable that may name the program.
pub(crate) fn find(program: &OsStr, variable: Option<&'static str>) -> Result<PathBuf, BackendError> {
    let not_found = || BackendError::NotFound { program: program.to_string_lossy().into_owned(), variable };
    let path = Path::new(&program);
    if path.components().count() > 1 {
        return if is_program(path) { Ok(path.to_owned()) } else { Err(not_found()) };
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&folders).map(|folder| folder.join(path)).find(|file| is_program(file));
    found.ok_or_else(not_found)
}

pub(crate) fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}
