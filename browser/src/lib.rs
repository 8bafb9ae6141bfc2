//! The page of `satdoku serve` in a headless Chromium, driven by `WebDriver`.
//!
//! The tests want the program in `SATDOKU` or beside them in the target folder; chromium
//! and chromedriver on the path; and, for the accessibility scan, axe-core's script in `AXE`. What is missing is named
//! as skipped. Pictures go to `target/browser/`.

mod driver;
mod files;
mod page;

pub use driver::{Driver, Media};
pub use files::FileServer;
pub use page::Page;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A puzzle with one solution.
pub const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// The solution of [`PUZZLE`].
pub const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A board without a clue.
pub const EMPTY: &str = ".................................................................................";

/// A puzzle with rules by others, and its only solution.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its name in the corpus.
    pub id: String,
    /// A link or a text.
    pub puzzle: String,
    /// The digits, row by row.
    pub solution: Vec<String>,
}

/// The records of a corpus, a line of JSON each: that of `tests/data`, or the file that `SATDOKU_CORPUS` names.
///
/// # Panics
/// If the file cannot be read.
#[must_use]
pub fn records() -> Vec<Record> {
    let text = match std::env::var_os("SATDOKU_CORPUS") {
        Some(path) => fs::read_to_string(path).expect("the corpus"),
        None => include_str!("../../tests/data/variants/puzzles.jsonl").to_owned(),
    };
    let record = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line).expect("a record");
        let text = |field: &str| record[field].as_str().expect(field).to_owned();
        let solution = text("solution");
        let is_listed = solution.contains(',');
        let digits = solution.split(if is_listed { "," } else { "" }).filter(|digit| !digit.is_empty());
        Record { id: text("id"), puzzle: text("puzzle"), solution: digits.map(str::to_owned).collect() }
    };
    text.lines().map(record).collect()
}

/// Runs a test on a page of its own, if there is a browser.
///
/// # Panics
/// If the test does.
pub fn on_page<F: Future<Output = Page>>(test: &str, args: &[&str], steps: impl FnOnce(Page) -> F) {
    if !has_browser(test) {
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async { steps(Page::open(args).await).await.close().await });
}

/// Runs a test on either engine: the server, and the library in the browser.
///
/// # Panics
/// If the test does.
pub fn on_both<F: Future<Output = Page>>(test: &str, steps: impl Fn(Page) -> F) {
    on_page(test, &[], &steps);
    on_files(test, steps);
}

/// Runs a test on the page as plain files, with the library in the browser, if the program has it.
///
/// # Panics
/// If the test does.
pub fn on_files<F: Future<Output = Page>>(test: &str, steps: impl FnOnce(Page) -> F) {
    if !has_browser(test) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let written = Command::new(satdoku()).arg("page").arg(folder.path()).output().expect("the program");
    if !written.status.success() {
        return say(&format!("skipped: {test}: {}", String::from_utf8_lossy(&written.stderr).trim()));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async { steps(Page::open_files(folder).await).await.close().await });
}

/// The address's part that carries a 9×9 puzzle, as the page wrote it before 0.3.
#[must_use]
pub fn link(puzzle: &str) -> String {
    format!("#3x3/{puzzle}")
}

/// A key as text to type.
#[must_use]
pub fn key(key: thirtyfour::Key) -> String {
    char::from(key).to_string()
}

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
    assert!(program.is_file(), "{}: build it with `cargo build`", program.display());
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
