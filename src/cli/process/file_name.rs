//! Names of files in messages.

use std::path::Path;

use satdoku::printable::printable_path;

/// The name that standard input has in messages.
const STDIN: &str = "<stdin>";

/// A file's name as messages show it.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { STDIN.to_owned() } else { printable_path(path) }
}
