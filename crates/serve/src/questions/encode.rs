//! `/api/encode`: the clauses of a puzzle as DIMACS, sent as they are written.

use std::io;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use satdoku::budget::Since;
use satdoku::cnf::dimacs::DimacsWriter;
use satdoku::encoding::Origin;
use satdoku::{Encoding, Formula, FormulaSize, Progress, Running, Techniques};
use tokio::sync::{mpsc, oneshot};

use crate::App;
use crate::body::{self, Piece, Writer};
use crate::fields::{Fields, OF_A_PUZZLE};
use crate::jobs::{CancelOnDrop, Work};
use crate::problem::Problem;
use crate::questions::AT_MOST_ONE;
use crate::respond::{AdmittedRequest, admit};
use crate::schema::{Answer, Declared, Field, Operation, names};

const ENCODING: Field<Option<Encoding>> =
    Field::word("encoding", |_| names(Encoding::all()), "which clauses, minimal if not given");
const REDUCE: Field<Option<Techniques>> = Field::parsed("reduce", "what is deduced before");
const COMMENTS: Field<bool> =
    Field::flag("comments", "write the puzzle and the encoding into comments, for `satdoku decode`");

const FIELDS: Declared = &[OF_A_PUZZLE, &[&ENCODING, &AT_MOST_ONE, &REDUCE, &COMMENTS]];

/// Answers with the file; the headers `x-variables` and `x-clauses` tell its size.
pub(crate) async fn encode(State(app): State<Arc<App>>, request: Request) -> Response {
    let AdmittedRequest { fields, time, place } = match admit(&app, request).await {
        Ok(admitted) => admitted,
        Err(problem) => return problem.into_response(),
    };
    let cancel = place.cancel();
    let since = Since::new();
    let work = Work { time, since, cancel: cancel.clone(), progress: Progress::new(), events: None };
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
    work.since.begin();
    let running = work.budget().start();
    let described = Clauses::read(fields.of(FIELDS, work.budget()), &running);
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

struct Clauses {
    origin: Origin,
    formula: Formula,
    size: FormulaSize,
    has_comments: bool,
}

impl Clauses {
    fn read(mut fields: Fields, running: &Running) -> Result<Self, Problem> {
        let origin = Origin {
            puzzle: fields.puzzle()?,
            encoding: fields.read(&ENCODING)?.unwrap_or(Encoding::Minimal),
            at_most_one: fields.read(&AT_MOST_ONE)?.unwrap_or_default(),
            techniques: fields.read(&REDUCE)?.unwrap_or_default(),
        };
        let has_comments = fields.read(&COMMENTS)?;
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
        writer.show(self.formula.projection())?;
        self.formula.write(writer)?;
        writer.flush()
    }
}

pub(crate) fn operation() -> Operation {
    Operation {
        path: "/api/encode",
        summary: "The clauses of a puzzle as DIMACS; x-variables and x-clauses tell their number",
        fields: FIELDS,
        answer: Answer::File("text/plain"),
        events: "",
    }
}
