//! Folders that files are written to.

use std::fs;
use std::path::Path;

use crate::cli::process::file_name;

/// Whether a path is that of a folder, there already or not.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// Makes a folder where there is none.
pub(crate) fn create_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: cannot create: {error}", file_name::name(folder)))
}
