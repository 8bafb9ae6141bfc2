//! Folders for output files.

use std::fs;
use std::path::Path;

use crate::process::file_name;

/// Whether a path denotes a folder, existing or not.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// Creates a folder unless it exists.
pub(crate) fn create_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: cannot create: {error}", file_name::name(folder)))
}
