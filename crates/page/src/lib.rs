//! The page in the browser: HTML, style, scripts, and the library as a WebAssembly module where the program was built with it.
//!
//! The build joins the scripts into one and the style sheets into one, so a first visit asks for few files.

#[cfg(test)]
mod join;

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// The path under which the page asks for the file.
    pub path: &'static str,
    /// The content type.
    pub kind: &'static str,
    /// The content.
    pub content: &'static [u8],
}

/// Who answers the questions of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The server that the page comes from.
    Server,
    /// The module in the browser.
    Files,
}

/// The content type of HTML.
pub const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The text of a joined or completed file.
macro_rules! built {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $name))
    };
}

const INDEX: &str = built!("index.html");

/// What stands in [`INDEX`] for a page with a server.
const ENGINE: &str = r#"<meta name="engine" content="server">"#;

/// What stands in [`INDEX`] for the first puzzle.
const BOARD: &str = r#"<script type="application/json" id="first"></script>"#;

/// The puzzle that a newcomer finds, in the format `header`: a thermometer, an arrow, a cage; hidden singles are enough.
pub const FIRST: &str = include_str!("../files/first.txt");

/// The files beside the page itself.
pub const FILES: &[File] = &[
    File { path: "/style.css", kind: "text/css; charset=utf-8", content: built!("style.css").as_bytes() },
    File { path: "/main.js", kind: SCRIPT, content: built!("main.js").as_bytes() },
    File { path: "/service-worker.js", kind: SCRIPT, content: include_bytes!("../files/service-worker.js") },
];

/// The library as a WebAssembly module, with the worker that loads it; none where the program was built without `SATDOKU_WEB`.
#[cfg(has_module)]
pub const MODULE: &[File] = &[
    File { path: "/engine-worker.js", kind: SCRIPT, content: built!("engine-worker.js").as_bytes() },
    File {
        path: "/satdoku.wasm",
        kind: "application/wasm",
        content: include_bytes!(concat!(env!("SATDOKU_WEB_FOLDER"), "/satdoku.wasm")),
    },
];

/// The library as a WebAssembly module, with the worker that loads it; none where the program was built without `SATDOKU_WEB`.
#[cfg(not(has_module))]
pub const MODULE: &[File] = &[];

/// The page itself, as HTML. `board` is the answer to the question `board` of [`FIRST`], a JSON object: with it the page shows the first
/// puzzle before anybody can be asked.
#[must_use]
pub fn index(engine: Engine, board: &str) -> String {
    // In JSON this sign stands in strings only, where its number means the same; in HTML it could end the script.
    let board = BOARD.replacen("></", &format!(">{}</", board.replace('<', "\\u003c")), 1);
    let page = INDEX.replacen(BOARD, &board, 1);
    match engine {
        Engine::Server => page,
        Engine::Files => page.replacen(ENGINE, &ENGINE.replace("server", "files"), 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_its_engine_and_has_its_first_puzzle() {
        let ours = index(Engine::Files, r#"{"title":"</script>"}"#);
        assert!(ours.contains(r#"<meta name="engine" content="files">"#) && !ours.contains(ENGINE));
        assert!(ours.contains(r#"id="first">{"title":"\u003c/script>"}</script>"#), "{ours}");
        assert!(index(Engine::Server, "{}").contains(ENGINE));
    }
}
