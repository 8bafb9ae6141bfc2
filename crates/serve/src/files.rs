//! The files of the page, unchanged, and compressed for clients that accept gzip.

use std::io::Write;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use flate2::Compression;
use flate2::write::GzEncoder;
use satdoku_page::{FILES, File, MODULE};

use crate::App;

/// The routes of the page's files.
pub(crate) fn page() -> impl Iterator<Item = (&'static str, MethodRouter<Arc<App>>)> {
    FILES.iter().chain(MODULE).map(|&File { path, kind, content }| {
        // A file is packed when it is first asked for: the module takes a moment.
        let packed: Arc<OnceLock<Option<Bytes>>> = Arc::default();
        (path, get(move |headers: HeaderMap| async move { answer(&headers, kind, content, &packed) }))
    })
}

/// Where packing fails, the file goes out as it is.
fn pack(content: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

fn answer(
    headers: &HeaderMap,
    kind: &'static str,
    content: &'static [u8],
    packed: &OnceLock<Option<Bytes>>,
) -> Response {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok());
    let wants_packed = accepted.is_some_and(|accepted| accepted.split(',').any(is_gzip));
    let about = [(header::CONTENT_TYPE, kind), (header::VARY, "accept-encoding")];
    match wants_packed.then(|| packed.get_or_init(|| pack(content)).clone()).flatten() {
        Some(packed) => (about, [(header::CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => (about, content).into_response(),
    }
}

/// Whether a coding that a client names is gzip, and is not refused by the weight 0.
fn is_gzip(coding: &str) -> bool {
    let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
    let weight = weight.trim().to_ascii_lowercase();
    let is_refused = weight.strip_prefix("q=").and_then(|weight| weight.parse().ok()) == Some(0.0);
    name.trim().eq_ignore_ascii_case("gzip") && !is_refused
}
