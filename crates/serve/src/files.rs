//! The files of the page, and compressed for clients that accept gzip. A client that has a file asks whether it is still the same.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use flate2::Compression;
use flate2::write::GzEncoder;
use satdoku_page::{Engine, FILES, File, HTML, MODULE, index};

use crate::App;

/// The routes of the page's files. `first` is the answer to the question `board` of the first puzzle.
pub(crate) fn page(first: &str) -> impl Iterator<Item = (&'static str, MethodRouter<Arc<App>>)> {
    let page = ("/", HTML, Bytes::from(index(Engine::Server, first)));
    let files =
        FILES.iter().chain(MODULE).map(|&File { path, kind, content }| (path, kind, Bytes::from_static(content)));
    std::iter::once(page).chain(files).map(|(path, kind, content)| {
        // To pack the module takes a moment, so nothing is made before somebody asks.
        let made: Arc<Made> = Arc::default();
        (path, get(move |headers: HeaderMap| async move { answer(&headers, kind, &content, &made) }))
    })
}

/// What is made of a file when it is first asked for.
#[derive(Default)]
struct Made {
    /// Changes with the content.
    tag: OnceLock<String>,
    /// None where packing failed: the file goes out as it is.
    gzip: OnceLock<Option<Bytes>>,
}

fn tag(content: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

fn pack(content: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

fn answer(headers: &HeaderMap, kind: &'static str, content: &Bytes, made: &Made) -> Response {
    let header = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let tag = made.tag.get_or_init(|| tag(content));
    let about = [
        (header::CONTENT_TYPE, kind),
        (header::VARY, "accept-encoding"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::ETAG, tag.as_str()),
    ];
    if header(header::IF_NONE_MATCH).is_some_and(|known| known.split(',').any(|known| known.trim() == tag.as_str())) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let wants_packed = header(header::ACCEPT_ENCODING).is_some_and(|accepted| accepted.split(',').any(is_gzip));
    match wants_packed.then(|| made.gzip.get_or_init(|| pack(content)).clone()).flatten() {
        Some(packed) => (about, [(header::CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => (about, content.clone()).into_response(),
    }
}

/// Whether a coding that a client names is gzip, and is not refused by the weight 0.
fn is_gzip(coding: &str) -> bool {
    let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
    let weight = weight.trim().to_ascii_lowercase();
    let is_refused = weight.strip_prefix("q=").and_then(|weight| weight.parse().ok()) == Some(0.0);
    name.trim().eq_ignore_ascii_case("gzip") && !is_refused
}
