//! `satdoku page`.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use satdoku_page::{FILES, File, MODULE};

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

/// The mark in the page for its engine, with a server and without.
const ENGINE: [&str; 2] = [r#"<meta name="engine" content="server">"#, r#"<meta name="engine" content="files">"#];

impl Page {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        if MODULE.is_empty() {
            return Err(NO_MODULE.to_owned().into());
        }
        create_folder(&self.dir)?;
        for File { path, content, .. } in FILES.iter().chain(MODULE) {
            let file = self.dir.join(if *path == "/" { "index.html" } else { path.trim_start_matches('/') });
            let content = if *path == "/" { of_files(content) } else { content.to_vec() };
            fs::write(&file, content).map_err(|error| format!("{}: cannot write: {error}", name(&file)))?;
        }
        say(&format!("{} files in {}\n", FILES.len() + MODULE.len(), name(&self.dir)));
        Ok(Status::Fine)
    }
}

/// The page that computes in the browser.
fn of_files(page: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(page).replacen(ENGINE[0], ENGINE[1], 1).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_its_engine() {
        let page = FILES.iter().find(|file| file.path == "/").unwrap();
        let text = String::from_utf8(of_files(page.content)).unwrap();
        assert!(text.contains(ENGINE[1]) && !text.contains(ENGINE[0]));
    }
}
