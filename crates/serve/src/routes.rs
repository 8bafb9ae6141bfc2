//! The routes of the server.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path as Segment, State};
use axum::http::{HeaderValue, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use satdoku::printable::printable_path;
use tokio::task;

use crate::guard::guard;
use crate::problem::Problem;
use crate::respond::ask;
use crate::{App, files, openapi, questions};

/// A report may load nothing but itself. Its policy allows no script and gives it no origin.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; \
                             base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The questions of the API, by name.
fn api() -> Vec<(&'static str, MethodRouter<Arc<App>>)> {
    vec![
        ("/api/solve", post(ask::<questions::solve::Solve>)),
        ("/api/board", post(ask::<questions::board::Board>)),
        ("/api/rules", post(ask::<questions::board::Palette>)),
        ("/api/judge", post(ask::<questions::board::Judge>)),
        ("/api/count", post(ask::<questions::count::Counting>)),
        ("/api/check", post(ask::<questions::check::Check>)),
        ("/api/generate", post(ask::<questions::generate::Generate>)),
        ("/api/convert", post(ask::<questions::convert::Convert>)),
        ("/api/draw", post(ask::<questions::draw::Draw>)),
        ("/api/encode", post(questions::encode::encode)),
        ("/api/prove", post(questions::prove::prove)),
        ("/api/explain", post(ask::<questions::explain::Explain>)),
        ("/api/candidates", post(ask::<questions::explain::Candidates>)),
        ("/api/hint", post(ask::<questions::steps::Hint>)),
        ("/api/path", post(ask::<questions::steps::Path>)),
        ("/api/rate", post(ask::<questions::steps::Rate>)),
        ("/api/race", post(ask::<questions::race::Race>)),
        ("/api/solvers", get(questions::solvers::solvers)),
        ("/api/openapi.json", get(openapi::document)),
    ]
}

/// The complete router.
pub(crate) fn router(app: Arc<App>) -> Router {
    let mut router = Router::new();
    for (name, method) in files::page() {
        router = router.route(name, method);
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
    is_there.then_some(file).ok_or_else(|| format!("{}: expected report.html of a race there", printable_path(folder)))
}

async fn report(State(app): State<Arc<App>>, number: Result<Segment<usize>, PathRejection>) -> Response {
    let file = number.ok().and_then(|Segment(number)| app.reports.get(number).cloned());
    let Some(file) = file else { return Problem::not_found().into_response() };
    let read =
        task::spawn_blocking(move || fs::read(&file).map_err(|error| format!("{}: {error}", printable_path(&file))));
    match read.await {
        Ok(Ok(bytes)) => {
            let mut response = ([(header::CONTENT_TYPE, satdoku_page::HTML)], Body::from(bytes)).into_response();
            let policy = HeaderValue::from_static(REPORT_POLICY);
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
            response
        }
        Ok(Err(message)) => Problem::internal(message).into_response(),
        Err(panic) => Problem::internal(panic.to_string()).into_response(),
    }
}
