//! A question from its body to its answer: as a JSON object, or, if the client accepts `text/event-stream`, as events.

use std::error::Error;
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use satdoku::Progress;
use satdoku::budget::Stopwatch;
use satdoku_ask::{MOST_BYTES, Posed, Work};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::App;
use crate::body::{self, Piece};
use crate::jobs::Place;
use crate::problem::Problem;

/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(10);

/// Interval at which a listening client receives progress, and is checked for having gone away.
const TICK: Duration = Duration::from_millis(50);

/// Largest number of events waiting to be sent.
const MOST_WAITING: usize = 64;

/// Answers the question of a name.
pub(crate) async fn ask(app: Arc<App>, name: &'static str, request: Request) -> Response {
    let wants_events = accepts_events(request.headers());
    let admitted = match admit(&app, name, request).await {
        Ok(admitted) => admitted,
        Err(problem) => return problem.into_response(),
    };
    let progress = Progress::new();
    if wants_events {
        let (sender, body) = body::channel(());
        tokio::spawn(follow(app, admitted, progress, sender));
        return ([(header::CONTENT_TYPE, "text/event-stream")], body).into_response();
    }
    match admitted.run(&app, progress, None).await {
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
    pub(crate) posed: Posed,
    pub(crate) place: Place,
}

/// Reads the body and waits for a place.
pub(crate) async fn admit(app: &App, name: &str, request: Request) -> Result<AdmittedRequest, Problem> {
    // A body that announces too large a size need not be sent.
    if request.body().size_hint().lower() > MOST_BYTES as u64 {
        return Err(Problem::too_large(MOST_BYTES));
    }
    let body = match timeout(BODY_TIME, to_bytes(request.into_body(), MOST_BYTES)).await {
        Ok(Ok(body)) => body,
        Ok(Err(error)) if is_malformed(&error) => return Err(Problem::body()),
        Ok(Err(_)) => return Err(Problem::too_large(MOST_BYTES)),
        Err(_) => return Err(Problem::slow()),
    };
    let posed = app.questions.read(name, &body, &app.limits)?;
    drop(body);
    let place = app.jobs.place().await?;
    Ok(AdmittedRequest { posed, place })
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

/// An event of a question: its name and its value.
type Event = (&'static str, Value);

impl AdmittedRequest {
    /// Answers on a thread of its own.
    pub(crate) async fn run(
        self,
        app: &App,
        progress: Progress,
        events: Option<mpsc::Sender<Event>>,
    ) -> Result<Value, Problem> {
        let Self { posed, place } = self;
        let longest = posed.longest();
        let mut work = Work::within(Arc::clone(&app.limits)).with_cancel(place.cancel()).with_progress(progress);
        work = work.with_threads(on_threads);
        if let Some(events) = events {
            // The thread of the question may wait; a client that has gone away has cancelled the question as well.
            work = work.with_events(move |name, value| drop(events.blocking_send((name, value))));
        }
        let answer = move || {
            work.begin();
            Ok(posed.answer(&work)?)
        };
        place.run(longest, answer).await
    }
}

/// Runs a piece of work on each core, at most on so many threads.
fn on_threads(work: &(dyn Fn() + Sync), most: usize) {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(most);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
}

/// Sends events: `progress` now and then, those of the question, and `answer` or `problem` at the end.
async fn follow(app: Arc<App>, admitted: AdmittedRequest, progress: Progress, body: mpsc::Sender<Piece>) {
    let (sender, mut events) = mpsc::channel(MOST_WAITING);
    let started = Stopwatch::start();
    let mut running = pin!(admitted.run(&app, progress.clone(), Some(sender)));
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
