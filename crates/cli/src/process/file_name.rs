//! Names of files in messages.

use std::path::Path;

use satdoku::printable::printable_path;

/// The name of standard input in messages.
const STDIN: &str = "<stdin>";

/// A file's name in messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { STDIN.to_owned() } else { printable_path(path) }
}
