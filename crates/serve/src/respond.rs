//! A question from its body to its answer: as a JSON object, or, if the client accepts `text/event-stream`, as events.

use satdoku::budget::{Since, Stopwatch};
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

use crate::App;
use crate::body::{self, Piece};
use crate::fields::{Fields, USUAL_TIME};
use crate::jobs::{Place, Work};
use crate::problem::Problem;
use crate::schema::Declared;

/// The largest body.
pub(crate) const MAX_BODY: usize = 4 << 20;

/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(10);

/// Interval at which a listening client receives progress, and is checked for having gone away.
const TICK: Duration = Duration::from_millis(50);

/// Largest number of events waiting to be sent.
const MOST_WAITING: usize = 64;

/// A question of the API.
pub(crate) trait Question: 'static {
    /// The fields of the question. Each field is read by its declaration, and [`Fields::end`] refuses undeclared fields.
    const FIELDS: Declared;

    /// Reads the question and answers it, on a separate thread.
    fn answer(fields: Fields, app: &App, work: &Work) -> Result<Value, Problem>;

    /// The factor on the time limit: the number of solvers asked.
    fn times(_fields: &Fields) -> u32 {
        1
    }
}

/// Answers a question.
pub(crate) async fn ask<Q: Question>(State(app): State<Arc<App>>, request: Request) -> Response {
    let wants_events = accepts_events(request.headers());
    let admitted = match admit(&app, request).await {
        Ok(admitted) => admitted,
        Err(problem) => return problem.into_response(),
    };
    let progress = Progress::new();
    if wants_events {
        let (sender, body) = body::channel(());
        tokio::spawn(follow::<Q>(app, admitted, progress, sender));
        return ([(header::CONTENT_TYPE, "text/event-stream")], body).into_response();
    }
    match admitted.run::<Q>(app, progress, None).await {
        Ok(value) => ([(header::CONTENT_TYPE, "application/json")], Body::from(value.to_string())).into_response(),
        Err(problem) => problem.into_response(),
    }
}

fn accepts_events(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/event-stream"))
}

/// A question that has been given a place.
pub(crate) struct AdmittedRequest {
    pub(crate) fields: Fields,
    pub(crate) time: Duration,
    pub(crate) place: Place,
}

/// Reads the body and waits for a place.
pub(crate) async fn admit(app: &App, request: Request) -> Result<AdmittedRequest, Problem> {
    // A body that announces too large a size need not be sent.
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
    Ok(AdmittedRequest { fields, time, place })
}

/// Whether a body breaks the rules of HTTP or broke off, as opposed to being too large.
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

impl AdmittedRequest {
    async fn run<Q: Question>(
        self,
        app: Arc<App>,
        progress: Progress,
        events: Option<mpsc::Sender<(&'static str, Value)>>,
    ) -> Result<Value, Problem> {
        let Self { fields, time, place } = self;
        let longest = time.saturating_mul(Q::times(&fields));
        let work = Work { time, since: Since::new(), cancel: place.cancel(), progress, events };
        place
            .run(longest, move || {
                work.since.begin();
                Q::answer(fields.of(Q::FIELDS, work.budget()), &app, &work)
            })
            .await
    }
}

/// Sends events: `progress` now and then, those of the question, and `answer` or `problem` at the end.
async fn follow<Q: Question>(app: Arc<App>, admitted: AdmittedRequest, progress: Progress, body: mpsc::Sender<Piece>) {
    let (sender, mut events) = mpsc::channel(MOST_WAITING);
    let started = Stopwatch::start();
    let mut running = pin!(admitted.run::<Q>(app, progress.clone(), Some(sender)));
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
        // A slow client receives the next progress instead; a client that has gone away drops the question.
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
