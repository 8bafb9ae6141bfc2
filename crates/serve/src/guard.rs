//! The admission of requests: from this machine, by the server's own name, from the server's own page.
//!
//! `Host` reveals a foreign name that points to this machine (DNS rebinding), `Origin` and `Sec-Fetch-Site` reveal a page of
//! another origin, and a foreign form cannot declare its body as JSON.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::problem::Problem;

/// The page may load its own files, compile its WebAssembly module, start its workers, and show pictures that it makes itself.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
                      connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers common to all answers.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// Lets a request pass or refuses it; completes the headers of the answer.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match check(&request, app.port) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    // A new build has a new page under the same name.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn check(request: &Request, port: u16) -> Result<(), Problem> {
    let headers = request.headers();
    let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let host = only(headers, &header::HOST)?.unwrap_or_default();
    if !hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
        return Err(Problem::forbidden(format!("expected host: {}, found {host:?}", hosts[0])));
    }
    // An absolute address, as sent to a proxy, must name this host.
    if let Some(authority) = request.uri().authority()
        && !hosts.iter().any(|known| known.eq_ignore_ascii_case(authority.as_str()))
    {
        return Err(Problem::forbidden(format!("expected an address at {}, found {authority}", hosts[0])));
    }
    if let Some(origin) = only(headers, &header::ORIGIN)? {
        let name = origin.strip_prefix("http://").unwrap_or_default();
        if !hosts.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            return Err(Problem::forbidden(format!("expected origin: http://{}, found {origin:?}", hosts[0])));
        }
    }
    match only(headers, &HeaderName::from_static("sec-fetch-site"))? {
        None | Some("same-origin") => {}
        // A person who followed a link, or typed the address.
        Some("none" | "same-site" | "cross-site") if request.method() == Method::GET && is_visit(headers) => {}
        Some(site) => return Err(Problem::forbidden(format!("asked by a page of another origin ({site})"))),
    }
    if request.method() == Method::POST {
        let kind = only(headers, &header::CONTENT_TYPE)?.unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(Problem::media_type());
        }
    }
    Ok(())
}

/// Whether a whole page is being opened.
fn is_visit(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-mode").is_none_or(|mode| mode == "navigate")
}

/// The single value of a header; a repeated header is refused.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Problem> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => {
            value.to_str().map(Some).map_err(|_| Problem::forbidden(format!("{name} is no plain text")))
        }
        (Some(_), Some(_)) => Err(Problem::forbidden(format!("{name} stands there twice"))),
    }
}
