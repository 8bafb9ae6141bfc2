//! The files of the page in the browser: HTML, CSS and JavaScript, as data. The server takes them from here.

#![no_std]

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// The path under which the page asks for the file; `/` is the page itself.
    pub path: &'static str,
    /// The content type.
    pub kind: &'static str,
    /// The content.
    pub content: &'static [u8],
}

/// The content type of HTML.
pub const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The library as a WebAssembly module, with the script that loads it; none where the program was built without `SATDOKU_WEB`.
#[cfg(has_module)]
pub const MODULE: &[File] = &[
    File {
        path: "/satdoku.js",
        kind: SCRIPT,
        content: include_bytes!(concat!(env!("SATDOKU_WEB_FOLDER"), "/satdoku.js")),
    },
    File {
        path: "/satdoku.wasm",
        kind: "application/wasm",
        content: include_bytes!(concat!(env!("SATDOKU_WEB_FOLDER"), "/satdoku.wasm")),
    },
];

/// The library as a WebAssembly module, with the script that loads it; none where the program was built without `SATDOKU_WEB`.
#[cfg(not(has_module))]
pub const MODULE: &[File] = &[];

/// Declares the files, each with its content type.
macro_rules! files {
    ($($path:literal, $kind:expr, $file:literal;)+) => {
        /// All files.
        pub const FILES: &[File] =
            &[$(File { path: $path, kind: $kind, content: include_bytes!(concat!("../files/", $file)) }),+];
    };
}

files! {
    "/", HTML, "index.html";
    "/style.css", CSS, "style.css";
    "/board.css", CSS, "board.css";
    "/icon.svg", "image/svg+xml", "icon.svg";
    "/board.js", SCRIPT, "board.js";
    "/dialogs.js", SCRIPT, "dialogs.js";
    "/engine-worker.js", SCRIPT, "engine-worker.js";
    "/engine.js", SCRIPT, "engine.js";
    "/entry.js", SCRIPT, "entry.js";
    "/first.js", SCRIPT, "first.js";
    "/hint.js", SCRIPT, "hint.js";
    "/keys.js", SCRIPT, "keys.js";
    "/line.js", SCRIPT, "line.js";
    "/live.js", SCRIPT, "live.js";
    "/load.js", SCRIPT, "load.js";
    "/main.js", SCRIPT, "main.js";
    "/model.js", SCRIPT, "model.js";
    "/pack.js", SCRIPT, "pack.js";
    "/play.js", SCRIPT, "play.js";
    "/puzzle.js", SCRIPT, "puzzle.js";
    "/save.js", SCRIPT, "save.js";
    "/select.js", SCRIPT, "select.js";
    "/service-worker.js", SCRIPT, "service-worker.js";
    "/set.js", SCRIPT, "set.js";
    "/share.js", SCRIPT, "share.js";
    "/study.js", SCRIPT, "study.js";
    "/ui.js", SCRIPT, "ui.js";
    "/worker-engine.js", SCRIPT, "worker-engine.js";
}
