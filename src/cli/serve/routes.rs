//! What is served under which name.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path as Segment, State};
use axum::http::{HeaderValue, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use tokio::task;

use crate::cli::serve::ask::ask;
use crate::cli::serve::guard::guard;
use crate::cli::serve::problem::Problem;
use crate::cli::serve::{App, openapi, questions};

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

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// What a report may load: itself. It runs no script and is of no origin.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; \
                             base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The questions by their names.
fn api() -> Vec<(&'static str, MethodRouter<Arc<App>>)> {
    vec![
        ("/api/solve", post(ask::<questions::solve::Solve>)),
        ("/api/count", post(ask::<questions::count::Counting>)),
        ("/api/check", post(ask::<questions::check::Check>)),
        ("/api/generate", post(ask::<questions::generate::Generate>)),
        ("/api/convert", post(ask::<questions::convert::Convert>)),
        ("/api/encode", post(questions::encode::encode)),
        ("/api/prove", post(questions::prove::prove)),
        ("/api/explain", post(ask::<questions::explain::Explain>)),
        ("/api/candidates", post(ask::<questions::explain::Candidates>)),
        ("/api/race", post(ask::<questions::race::Race>)),
        ("/api/solvers", get(questions::solvers::solvers)),
        ("/api/openapi.json", get(openapi::document)),
    ]
}

/// Everything that is served.
pub(crate) fn router(app: Arc<App>) -> Router {
    let mut router = Router::new();
    for &(name, kind, text) in PAGE {
        router = router.route(name, get(move || async move { ([(header::CONTENT_TYPE, kind)], text) }));
    }
    for (name, method) in api() {
        router = router.route(name, method);
    }
    router
        .route("/report/{number}", get(report))
        .fallback(|| async { Problem::not_found() })
        .method_not_allowed_fallback(|| async { Problem::method() })
        .layer(from_fn_with_state(Arc::clone(&app), guard))
        .with_state(app)
}

/// The report in a folder.
pub(crate) fn report_file(folder: &Path) -> Result<PathBuf, String> {
    let file = folder.join("report.html");
    let is_there = file.is_file();
    is_there.then_some(file).ok_or_else(|| format!("{}: expected report.html of a race there", folder.display()))
}

async fn report(State(app): State<Arc<App>>, Segment(number): Segment<String>) -> Response {
    let file = number.parse::<usize>().ok().and_then(|number| app.reports.get(number).cloned());
    let Some(file) = file else { return Problem::not_found().into_response() };
    let read = task::spawn_blocking(move || fs::read(&file).map_err(|error| format!("{}: {error}", file.display())));
    match read.await {
        Ok(Ok(bytes)) => {
            let mut response = ([(header::CONTENT_TYPE, HTML)], Body::from(bytes)).into_response();
            let policy = HeaderValue::from_static(REPORT_POLICY);
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
            response
        }
        Ok(Err(message)) => Problem::internal(message).into_response(),
        Err(panic) => Problem::internal(panic.to_string()).into_response(),
    }
}
