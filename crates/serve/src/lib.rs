//! The server of the page: the board in the browser, and the API behind it.
//!
//! | file | what it is |
//! | --- | --- |
//! | `listen` | connections: how many, how slow, how they end |
//! | `guard` | who may ask, and what every answer's headers say |
//! | `routes`, `addresses` | the addresses, and the function behind each |
//! | `respond`, `jobs` | a question's way to a thread and back, limited and cancelled; as one answer or as events |
//! | `memory` | what long questions took goes back to the system |
//! | `clauses`, `archive` | two answers that are files: clauses sent as they are written, certificates as archives |
//! | `problem`, `body` | refusals with the statuses of HTTP, answers in pieces |
//! | `openapi` | the document of the API |
//! | `files` | the files of the page, as they are or packed |
//! | `plugin` | the protocol of the solver plugin for f-puzzles and `SudokuPad` |
//!
//! The questions themselves are those of the crate `satdoku-ask`. The server listens on 127.0.0.1 only. Solvers run on threads of their
//! own; the event loop never waits for a solver.

#![warn(missing_debug_implementations)]

mod addresses;
mod archive;
mod body;
mod clauses;
mod files;
mod guard;
mod jobs;
mod listen;
mod memory;
mod openapi;
mod plugin;
mod problem;
mod respond;
mod routes;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use satdoku::CancelToken;
use satdoku_ask::Questions;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use crate::jobs::Jobs;
pub use crate::plugin::{ORIGINS, PluginServer};

/// State shared by all requests.
pub(crate) struct App {
    /// The server's port.
    port: u16,
    /// Places for questions.
    jobs: Jobs,
    /// The limits of a question, and the solvers that clients may ask for.
    limits: Arc<satdoku_ask::Limits>,
    /// The questions that are answered.
    questions: Questions,
    /// Reports of races.
    reports: Vec<PathBuf>,
}

/// The limits on questions.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Number of questions worked on at once; further questions wait.
    pub questions: usize,
    /// The longest time limit of a question.
    pub longest: Duration,
}

/// A listening server.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    port: u16,
    limits: Limits,
    reports: Vec<PathBuf>,
}

impl Server {
    /// Listens on a port of this machine; port 0 takes any free port. `reports` are folders written by a race.
    ///
    /// # Errors
    /// A sentence, where the port cannot be had or a folder has no report.
    pub fn bind((address, port): (Ipv4Addr, u16), reports: &[PathBuf], limits: Limits) -> Result<Self, String> {
        let reports = reports.iter().map(|folder| routes::report_file(folder)).collect::<Result<_, _>>()?;
        let runtime = Builder::new_current_thread()
            .enable_all()
            // One additional thread reads reports.
            .max_blocking_threads(limits.questions.saturating_add(1))
            .build()
            .map_err(|error| format!("cannot start: {error}"))?;
        let bound = runtime.block_on(TcpListener::bind((address, port)));
        let listener = bound.map_err(|error| format!("{address}:{port}: cannot listen: {error}"))?;
        let port = listener.local_addr().as_ref().map_or(port, SocketAddr::port);
        Ok(Self { runtime, listener, port, limits, reports })
    }

    /// The server's port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Serves until asked to stop. Answers in progress and solvers then have `grace` to end, so that no process or file is left
    /// behind.
    pub fn run(self, stop: &CancelToken, grace: Duration) {
        let Self { runtime, listener, port, limits, reports } = self;
        let jobs = Jobs::new(limits.questions, stop.clone());
        let limits = Arc::new(satdoku_ask::Limits::default().with_longest(limits.longest));
        let app = App { port, jobs, limits, questions: Questions::default(), reports };
        runtime.block_on(listen::serve(listener, routes::router(Arc::new(app)), stop, grace));
        runtime.shutdown_timeout(grace);
    }
}
