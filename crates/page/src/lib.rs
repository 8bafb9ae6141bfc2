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
    pub text: &'static str,
}

/// The content type of HTML.
pub const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Declares the files, each with its content type.
macro_rules! files {
    ($($path:literal, $kind:expr, $file:literal;)+) => {
        /// All files.
        pub const FILES: &[File] =
            &[$(File { path: $path, kind: $kind, text: include_str!(concat!("../files/", $file)) }),+];
    };
}

files! {
    "/", HTML, "index.html";
    "/style.css", CSS, "style.css";
    "/board.css", CSS, "board.css";
    "/icon.svg", "image/svg+xml", "icon.svg";
    "/api.js", SCRIPT, "api.js";
    "/board.js", SCRIPT, "board.js";
    "/cells.js", SCRIPT, "cells.js";
    "/explain.js", SCRIPT, "explain.js";
    "/generate.js", SCRIPT, "generate.js";
    "/geometry.js", SCRIPT, "geometry.js";
    "/keys.js", SCRIPT, "keys.js";
    "/link.js", SCRIPT, "link.js";
    "/drawn.js", SCRIPT, "drawn.js";
    "/load.js", SCRIPT, "load.js";
    "/main.js", SCRIPT, "main.js";
    "/model.js", SCRIPT, "model.js";
    "/play.js", SCRIPT, "play.js";
    "/race.js", SCRIPT, "race.js";
    "/run.js", SCRIPT, "run.js";
    "/save.js", SCRIPT, "save.js";
    "/shape.js", SCRIPT, "shape.js";
    "/share.js", SCRIPT, "share.js";
    "/solve.js", SCRIPT, "solve.js";
    "/svg.js", SCRIPT, "svg.js";
    "/text.js", SCRIPT, "text.js";
    "/ui.js", SCRIPT, "ui.js";
}
