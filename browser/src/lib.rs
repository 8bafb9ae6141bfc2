//! The page of `satdoku serve` in a headless Chromium, driven by `WebDriver`.
//!
//! The tests want the program, built with the feature `serve`, in `SATDOKU` or beside them in the target folder; chromium
//! and chromedriver on the path; and, for the accessibility scan, axe-core's script in `AXE`. What is missing is named
//! as skipped. Pictures go to `target/browser/`.

mod driver;
mod page;

pub use driver::{Driver, Media};
pub use page::Page;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Says something even of a test that passes.
pub fn say(line: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The folder of all that is built.
///
/// # Panics
/// If the tests do not stand where Cargo puts them.
#[must_use]
pub fn target() -> PathBuf {
    let test = std::env::current_exe().expect("the test's file");
    // target/PROFILE/deps/TEST
    test.ancestors().nth(3).expect("a target folder").to_path_buf()
}

/// The program under test.
///
/// # Panics
/// If it was not built.
#[must_use]
pub fn satdoku() -> PathBuf {
    let named = std::env::var_os("SATDOKU").map(PathBuf::from);
    let program = named.unwrap_or_else(|| target().join("debug/satdoku"));
    assert!(program.is_file(), "{}: build it with `cargo build --features serve`", program.display());
    program
}

/// Whether a program is on the path.
fn is_present(program: &str) -> bool {
    let version = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// Whether the browser is here; says what is skipped where it is not.
#[must_use]
pub fn has_browser(test: &str) -> bool {
    for program in ["chromium", "chromedriver"] {
        if !is_present(program) {
            say(&format!("skipped: {test}: no {program}"));
            return false;
        }
    }
    true
}

/// The script of axe-core, where there is one.
///
/// # Panics
/// If `AXE` names a file that cannot be read.
#[must_use]
pub fn axe() -> Option<String> {
    let path = std::env::var_os("AXE")?;
    Some(fs::read_to_string(Path::new(&path)).expect("axe-core's script"))
}
