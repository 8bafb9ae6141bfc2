//! `/api/encode`: the clauses of a puzzle as DIMACS, sent as they are written.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use satdoku::FormulaSize;
use satdoku_ask::{Posed, Work};
use tokio::sync::{mpsc, oneshot};

use crate::App;
use crate::body::{self, Piece, Writer};
use crate::jobs::CancelOnDrop;
use crate::problem::Problem;
use crate::respond::{AdmittedRequest, admit};

/// Answers with the file; the headers `x-variables` and `x-clauses` have its size.
pub(crate) async fn encode(State(app): State<Arc<App>>, request: Request) -> Response {
    let AdmittedRequest { posed, place } = match admit(&app, "encode", request).await {
        Ok(admitted) => admitted,
        Err(problem) => return problem.into_response(),
    };
    let work = Work::within(Arc::clone(&app.limits)).with_cancel(place.cancel());
    let (sender, body) = body::channel(CancelOnDrop(place.cancel()));
    let (ready, described) = oneshot::channel();
    tokio::spawn(place.run(posed.longest(), move || {
        write(posed, &work, ready, sender);
        Ok(())
    }));
    let size = match described.await {
        Ok(Ok(size)) => size,
        Ok(Err(problem)) => return problem.into_response(),
        Err(_) => return Problem::internal("the clauses could not be described").into_response(),
    };
    let headers = [
        (header::CONTENT_TYPE.as_str(), "text/plain; charset=us-ascii".to_owned()),
        (header::CONTENT_DISPOSITION.as_str(), "attachment; filename=\"puzzle.cnf\"".to_owned()),
        ("x-variables", size.variables.to_string()),
        ("x-clauses", size.clauses.to_string()),
    ];
    (headers, body).into_response()
}

/// Sends the size of the formula or the problem, then writes the formula.
fn write(posed: Posed, work: &Work, ready: oneshot::Sender<Result<FormulaSize, Problem>>, sender: mpsc::Sender<Piece>) {
    work.begin();
    let (size, described) = match posed.clauses(work) {
        Ok((clauses, running)) => (Ok(clauses.size()), Some((clauses, running))),
        Err(problem) => (Err(problem.into()), None),
    };
    let (Ok(()), Some((clauses, running))) = (ready.send(size), described) else { return };
    let mut writer = Writer::new(sender, running);
    if let Err(error) = clauses.write(&mut writer) {
        writer.fail(error);
    }
}
