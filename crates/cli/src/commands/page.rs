//! `satdoku page`.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use satdoku_ask::{Questions, Work};
use satdoku_page::{Engine, FILES, FIRST, File, MODULE, index};
use serde_json::json;

use crate::Failure;
use crate::process::file_name::name;
use crate::process::folder::create_folder;
use crate::process::messages::say;
use crate::process::status::Status;

/// Write the page for the browser as files that any web server can serve
///
/// People set, play and study puzzles on the page. The page computes in the browser, needs no server, and works offline after one visit.
/// `serve` shows the same page with this program behind the page.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku page public
  python3 -m http.server --directory public")]
pub(crate) struct Page {
    /// Write the files into this folder; a missing folder is created
    #[arg(value_name = "DIR")]
    dir: PathBuf,
}

/// The sentence of a build without the module.
const NO_MODULE: &str =
    "this build lacks the WebAssembly module: run crates/web/build, then build the program with SATDOKU_WEB=target/web";

impl Page {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        if MODULE.is_empty() {
            return Err(NO_MODULE.to_owned().into());
        }
        let first = json!({ "puzzle": FIRST }).to_string();
        let board = Questions::default().ask("board", first.as_bytes(), &Work::default());
        let board = board.map_err(|problem| problem.sentence().to_owned())?;
        create_folder(&self.dir)?;
        let page = index(Engine::Files, &board.to_string());
        let files =
            FILES.iter().chain(MODULE).map(|&File { path, content, .. }| (path.trim_start_matches('/'), content));
        for (path, content) in std::iter::once(("index.html", page.as_bytes())).chain(files) {
            let file = self.dir.join(path);
            fs::write(&file, content).map_err(|error| format!("{}: cannot write: {error}", name(&file)))?;
        }
        say(&format!("{} files in {}\n", 1 + FILES.len() + MODULE.len(), name(&self.dir)));
        Ok(Status::Fine)
    }
}
