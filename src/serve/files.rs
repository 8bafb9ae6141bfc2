//! The files of the page, embedded as they are, and packed for clients that accept it.

use std::io::Write;
use std::sync::Arc;

use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::serve::App;

/// The files of the page: name, content type, bytes.
const PAGE: &[(&str, &str, &str)] = &[
    ("/", HTML, include_str!("page/index.html")),
    ("/style.css", CSS, include_str!("page/style.css")),
    ("/board.css", CSS, include_str!("page/board.css")),
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("/api.js", SCRIPT, include_str!("page/api.js")),
    ("/board.js", SCRIPT, include_str!("page/board.js")),
    ("/cells.js", SCRIPT, include_str!("page/cells.js")),
    ("/explain.js", SCRIPT, include_str!("page/explain.js")),
    ("/generate.js", SCRIPT, include_str!("page/generate.js")),
    ("/geometry.js", SCRIPT, include_str!("page/geometry.js")),
    ("/keys.js", SCRIPT, include_str!("page/keys.js")),
    ("/link.js", SCRIPT, include_str!("page/link.js")),
    ("/drawn.js", SCRIPT, include_str!("page/drawn.js")),
    ("/load.js", SCRIPT, include_str!("page/load.js")),
    ("/main.js", SCRIPT, include_str!("page/main.js")),
    ("/model.js", SCRIPT, include_str!("page/model.js")),
    ("/play.js", SCRIPT, include_str!("page/play.js")),
    ("/race.js", SCRIPT, include_str!("page/race.js")),
    ("/run.js", SCRIPT, include_str!("page/run.js")),
    ("/save.js", SCRIPT, include_str!("page/save.js")),
    ("/shape.js", SCRIPT, include_str!("page/shape.js")),
    ("/share.js", SCRIPT, include_str!("page/share.js")),
    ("/solve.js", SCRIPT, include_str!("page/solve.js")),
    ("/svg.js", SCRIPT, include_str!("page/svg.js")),
    ("/text.js", SCRIPT, include_str!("page/text.js")),
    ("/ui.js", SCRIPT, include_str!("page/ui.js")),
];

pub(crate) const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The page's files by their names.
pub(crate) fn page() -> impl Iterator<Item = (&'static str, MethodRouter<Arc<App>>)> {
    PAGE.iter().map(|&(name, kind, text)| {
        let packed = pack(text);
        (name, get(move |headers: HeaderMap| async move { answer(&headers, kind, text, packed) }))
    })
}

/// Where packing fails, the file goes out as it is.
fn pack(text: &str) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).ok()?;
    encoder.finish().ok()
}

fn answer(headers: &HeaderMap, kind: &'static str, text: &'static str, packed: Option<Vec<u8>>) -> Response {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok());
    let wants_packed = accepted.is_some_and(|accepted| accepted.split(',').any(is_gzip));
    let about = [(header::CONTENT_TYPE, kind), (header::VARY, "accept-encoding")];
    match packed.filter(|_| wants_packed) {
        Some(packed) => (about, [(header::CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => (about, text).into_response(),
    }
}

/// Whether a coding that a client names is gzip, and is not refused by the weight 0.
fn is_gzip(coding: &str) -> bool {
    let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
    let weight = weight.trim().to_ascii_lowercase();
    let is_refused = weight.strip_prefix("q=").and_then(|weight| weight.parse().ok()) == Some(0.0);
    name.trim().eq_ignore_ascii_case("gzip") && !is_refused
}
