//! A question from its body to its answer: as one JSON object, or, for who accepts `text/event-stream`, as events.

use satdoku::budget::Stopwatch;
use std::error::Error;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use satdoku::Progress;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::serve::App;
use crate::serve::body::{self, Piece};
use crate::serve::fields::Fields;
use crate::serve::jobs::{Place, Work};
use crate::serve::problem::Problem;

/// The largest body.
pub(crate) const MAX_BODY: usize = 4 << 20;

/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(10);

/// The time limit of a question that names none.
pub(crate) const USUAL_TIME: Duration = Duration::from_secs(10);

/// How often a client that listens gets the progress of its question, and is checked to be still there.
const TICK: Duration = Duration::from_millis(50);

/// Events that may wait to be sent.
const MOST_WAITING: usize = 64;

/// What can be asked.
pub(crate) trait Question: 'static {
    /// Reads the question and answers it, on a thread of its own.
    fn answer(fields: Fields, app: &App, work: &Work) -> Result<Value, Problem>;

    /// How often the time limit may pass until the answer: once for each solver that is asked.
    fn times(_fields: &Fields) -> u32 {
        1
    }
}

/// Answers a question.
pub(crate) async fn ask<Q: Question>(State(app): State<Arc<App>>, request: Request) -> Response {
    let wants_events = accepts_events(request.headers());
    let begun = match begin(&app, request).await {
        Ok(begun) => begun,
        Err(problem) => return problem.into_response(),
    };
    let progress = Progress::new();
    if wants_events {
        let (sender, body) = body::channel(());
        tokio::spawn(follow::<Q>(app, begun, progress, sender));
        return ([(header::CONTENT_TYPE, "text/event-stream")], body).into_response();
    }
    match begun.run::<Q>(app, progress, None).await {
        Ok(value) => ([(header::CONTENT_TYPE, "application/json")], Body::from(value.to_string())).into_response(),
        Err(problem) => problem.into_response(),
    }
}

fn accepts_events(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/event-stream"))
}

/// A question that was given a place.
pub(crate) struct Begun {
    pub(crate) fields: Fields,
    pub(crate) time: Duration,
    pub(crate) place: Place,
}

/// Reads the body and waits for a place.
pub(crate) async fn begin(app: &App, request: Request) -> Result<Begun, Problem> {
    // Who announces too much need not send it.
    if request.body().size_hint().lower() > MAX_BODY as u64 {
        return Err(Problem::too_large(MAX_BODY));
    }
    let body = match timeout(BODY_TIME, to_bytes(request.into_body(), MAX_BODY)).await {
        Ok(Ok(body)) => body,
        Ok(Err(error)) if is_malformed(&error) => return Err(Problem::body()),
        Ok(Err(_)) => return Err(Problem::too_large(MAX_BODY)),
        Err(_) => return Err(Problem::slow()),
    };
    let mut fields = Fields::parse(&body)?;
    drop(body);
    let time = fields.time_limit(app.longest)?.unwrap_or(USUAL_TIME.min(app.longest));
    let place = app.jobs.place().await?;
    Ok(Begun { fields, time, place })
}

/// Whether a body breaks the rules of HTTP or broke off; the other failure is one that is too large.
fn is_malformed(error: &axum::Error) -> bool {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if error.is::<hyper::Error>() {
            return true;
        }
        cause = error.source();
    }
    false
}

impl Begun {
    async fn run<Q: Question>(
        self,
        app: Arc<App>,
        progress: Progress,
        events: Option<mpsc::Sender<(&'static str, Value)>>,
    ) -> Result<Value, Problem> {
        let Self { fields, time, place } = self;
        let longest = time.saturating_mul(Q::times(&fields));
        let work = Work { time, cancel: place.cancel(), progress, events };
        place.run(longest, move || Q::answer(fields, &app, &work)).await
    }
}

/// Sends events: `progress` now and then, those of the question, and `answer` or `problem` at the end.
async fn follow<Q: Question>(app: Arc<App>, begun: Begun, progress: Progress, body: mpsc::Sender<Piece>) {
    let (sender, mut events) = mpsc::channel(MOST_WAITING);
    let started = Stopwatch::start();
    let mut running = pin!(begun.run::<Q>(app, progress.clone(), Some(sender)));
    let ended = loop {
        let ended = timeout(TICK, &mut running).await;
        while let Ok((name, value)) = events.try_recv() {
            if body.send(Ok(event(name, &value))).await.is_err() {
                return;
            }
        }
        if let Ok(ended) = ended {
            break ended;
        }
        let progress_now = json!({ "seconds": started.elapsed().as_secs_f64(), "steps": progress.steps() });
        // A slow client gets the next progress; one that has gone away drops the question.
        match body.try_send(Ok(event("progress", &progress_now))) {
            Ok(()) | Err(mpsc::error::TrySendError::Full(_)) => {}
            Err(mpsc::error::TrySendError::Closed(_)) => return,
        }
    };
    let last = match ended {
        Ok(answer) => event("answer", &answer),
        Err(problem) => event("problem", &problem.value()),
    };
    let _ = body.send(Ok(last)).await;
}

fn event(name: &str, value: &Value) -> Bytes {
    format!("event: {name}\ndata: {value}\n\n").into()
}
