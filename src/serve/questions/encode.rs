//! `/api/encode`: the clauses of a puzzle as DIMACS, sent as they are written.

use std::io;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use satdoku::cnf::dimacs::DimacsWriter;
use satdoku::encoding::Origin;
use satdoku::{Encoding, Formula, FormulaSize, Progress, Running};
use tokio::sync::{mpsc, oneshot};

use crate::serve::App;
use crate::serve::body::{self, Piece, Writer};
use crate::serve::fields::Fields;
use crate::serve::jobs::{CancelOnDrop, Work};
use crate::serve::problem::Problem;
use crate::serve::respond::{Begun, begin};

/// Answers with the file; the headers `x-variables` and `x-clauses` tell its size.
pub(crate) async fn encode(State(app): State<Arc<App>>, request: Request) -> Response {
    let Begun { fields, time, place } = match begin(&app, request).await {
        Ok(begun) => begun,
        Err(problem) => return problem.into_response(),
    };
    let cancel = place.cancel();
    let work = Work { time, cancel: cancel.clone(), progress: Progress::new(), events: None };
    let (sender, body) = body::channel(CancelOnDrop(cancel));
    let (ready, described) = oneshot::channel();
    tokio::spawn(place.run(time, move || {
        write(fields, &work, ready, sender);
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

/// Tells the size of the formula or what is wrong, then writes the formula.
fn write(
    fields: Fields,
    work: &Work,
    ready: oneshot::Sender<Result<FormulaSize, Problem>>,
    sender: mpsc::Sender<Piece>,
) {
    let running = work.budget().start();
    let described = Described::read(fields, &running);
    let (size, described) = match described {
        Ok(described) => (Ok(described.size), Some(described)),
        Err(problem) => (Err(problem), None),
    };
    let (Ok(()), Some(described)) = (ready.send(size), described) else { return };
    let mut writer = DimacsWriter::new(Writer::new(sender, running));
    if let Err(error) = described.write(&mut writer) {
        writer.get_mut().fail(error);
    }
}

struct Described {
    origin: Origin,
    formula: Formula,
    size: FormulaSize,
    has_comments: bool,
}

impl Described {
    fn read(mut fields: Fields, running: &Running) -> Result<Self, Problem> {
        let origin = Origin {
            puzzle: fields.puzzle()?,
            encoding: fields.word("encoding")?.unwrap_or(Encoding::Minimal),
            at_most_one: fields.word("at_most_one")?.unwrap_or_default(),
            techniques: fields.word("reduce")?.unwrap_or_default(),
        };
        let has_comments = fields.flag("comments")?;
        fields.end()?;
        let formula = origin.formula(running).map_err(|error| Problem::question(error.to_string()))?;
        let size = formula.size_within(running).map_err(Problem::stopped)?;
        Ok(Self { origin, formula, size, has_comments })
    }

    fn write(&self, writer: &mut DimacsWriter<Writer>) -> io::Result<()> {
        if self.has_comments {
            writer.comment(&self.origin.comments(&self.formula))?;
        }
        writer.header(self.size)?;
        self.formula.write(writer)?;
        writer.flush()
    }
}
