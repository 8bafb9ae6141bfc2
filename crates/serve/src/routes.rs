//! The routes of the server.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path as Segment, Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use satdoku::printable::printable_path;
use satdoku_ask::Work;
use serde_json::json;
use tokio::task;

use crate::addresses::{SOLVERS, address};
use crate::guard::guard;
use crate::problem::Problem;
use crate::respond::ask;
use crate::{App, archive, clauses, files, openapi};

/// A report may load nothing but itself. Its policy allows no script and gives it no origin.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; \
                             base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The method that answers a question.
fn question(name: &'static str) -> MethodRouter<Arc<App>> {
    match name {
        SOLVERS => get(solvers),
        "encode" => post(clauses::encode),
        "prove" => post(archive::prove),
        name => post(move |State(app): State<Arc<App>>, request: Request| ask(app, name, request)),
    }
}

/// The solvers, formats and options, and the reports of this server.
async fn solvers(State(app): State<Arc<App>>) -> Response {
    let report = |(number, file): (usize, &PathBuf)| {
        let folder = file.parent().and_then(|folder| folder.file_name()).unwrap_or_default();
        json!({ "name": folder.to_string_lossy(), "path": format!("/report/{number}") })
    };
    let reports: Vec<_> = app.reports.iter().enumerate().map(report).collect();
    let answer = app.questions.ask(SOLVERS, b"{}", &Work::within(Arc::clone(&app.limits)));
    match answer.map_err(Problem::from) {
        Ok(mut answer) => {
            answer["reports"] = reports.into();
            ([(header::CONTENT_TYPE, "application/json")], Body::from(answer.to_string())).into_response()
        }
        Err(problem) => problem.into_response(),
    }
}

/// The complete router.
pub(crate) fn router(app: Arc<App>) -> Router {
    let mut router = Router::new();
    // The board of the first puzzle is part of the page; without it the page begins with an empty one.
    let first = json!({ "puzzle": satdoku_page::FIRST }).to_string();
    let board = app.questions.ask("board", first.as_bytes(), &Work::within(Arc::clone(&app.limits)));
    for (name, method) in files::page(&board.map_or_else(|_| String::new(), |board| board.to_string())) {
        router = router.route(name, method);
    }
    for operation in app.questions.all() {
        router = router.route(&address(operation.name), question(operation.name));
    }
    router
        .route("/api/openapi.json", get(openapi::document))
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
