//! The protocol of the solver plugin for f-puzzles and `SudokuPad`: a web socket on this machine that answers about the puzzle of the
//! page.
//!
//! The layouts of messages and answers are those of the plugin by Rangsk (D. Clamage, `SudokuSolver`); see `questions` for them. Each
//! connection has one question at a time: a new one cancels its predecessor.

mod connection;
mod message;
mod questions;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use satdoku::CancelToken;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::time::sleep;

use crate::plugin::connection::Limits;

/// How often the wish to stop is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// The largest message.
const MOST_BYTES: usize = 1 << 20;

/// The pages that the plugin runs on.
pub const ORIGINS: [&str; 5] = [
    "https://f-puzzles.com",
    "https://www.f-puzzles.com",
    "https://sudokupad.app",
    "https://beta.sudokupad.app",
    "https://app.crackingthecryptic.com",
];

/// A listening solver for the plugin.
#[derive(Debug)]
pub struct PluginServer {
    runtime: Runtime,
    listener: TcpListener,
    port: u16,
    origins: Vec<String>,
    time: Option<Duration>,
}

/// State shared by the connections.
struct Shared {
    port: u16,
    /// The pages that may ask.
    origins: Vec<String>,
    /// The time limit of each question.
    time: Option<Duration>,
    /// Stops every question.
    stop: CancelToken,
}

impl PluginServer {
    /// Listens on a port of this machine. `origins` are pages that may ask beside [`ORIGINS`]; `questions` is the number of questions
    /// answered at once; `time` is the time limit of each.
    ///
    /// # Errors
    /// A sentence, if the port is taken.
    pub fn bind(port: u16, origins: &[String], questions: usize, time: Option<Duration>) -> Result<Self, String> {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(questions.max(1))
            .build()
            .map_err(|error| format!("cannot start: {error}"))?;
        let address = (Ipv4Addr::LOCALHOST, port);
        let bound = runtime.block_on(TcpListener::bind(address));
        let listener = bound.map_err(|error| format!("127.0.0.1:{port}: cannot listen: {error}"))?;
        let port = listener.local_addr().as_ref().map_or(port, SocketAddr::port);
        let origins = ORIGINS.iter().map(ToString::to_string).chain(origins.iter().cloned()).collect();
        Ok(Self { runtime, listener, port, origins, time })
    }

    /// The port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Answers until asked to stop. Questions then have `grace` to end.
    pub fn run(self, stop: &CancelToken, grace: Duration) {
        let Self { runtime, listener, port, origins, time } = self;
        let shared = Arc::new(Shared { port, origins, time, stop: stop.child() });
        let router = Router::new()
            .route("/", get(open))
            .layer(from_fn_with_state(Arc::clone(&shared), guard))
            .with_state(shared);
        let stopped = {
            let stop = stop.clone();
            async move {
                while !stop.is_cancelled() {
                    sleep(LOOK).await;
                }
            }
        };
        // The listener is bound, and accepting has no errors beyond those that pass.
        let _ = runtime.block_on(async { axum::serve(listener, router).with_graceful_shutdown(stopped).await });
        runtime.shutdown_timeout(grace);
    }
}

/// Refuses other hosts, and pages that may not ask.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    if may_ask(&shared, request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "this page may not ask; satdoku connect --origin allows it\n").into_response()
    }
}

fn may_ask(shared: &Shared, headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let hosts = [format!("127.0.0.1:{}", shared.port), format!("localhost:{}", shared.port)];
    let is_host = text(header::HOST).is_some_and(|host| hosts.iter().any(|known| known.eq_ignore_ascii_case(host)));
    // A program sends no origin.
    let is_origin = text(header::ORIGIN).is_none_or(|origin| shared.origins.iter().any(|known| known == origin));
    is_host && is_origin
}

async fn open(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    let limits = Limits { time: shared.time, stop: shared.stop.clone() };
    upgrade
        .max_message_size(MOST_BYTES)
        .max_frame_size(MOST_BYTES)
        .on_upgrade(|socket| connection::talk(socket, limits))
}
