//! `satdoku serve`: the board in the browser.
//!
//! | file | what it is |
//! | --- | --- |
//! | `listen` | connections: how many, how slow, how they end |
//! | `guard` | who may ask, and what every answer's headers say |
//! | `routes` | what is served under which name |
//! | `ask`, `jobs` | a question's way to a thread and back, limited and cancelled; as one answer or as events |
//! | `fields`, `problem`, `body` | what a question says, what is wrong with it, answers in pieces |
//! | `questions` | one file for each question: the same that the command line asks |
//! | `openapi` | the document of all this |
//! | `files` | the files of the page, as they are or packed |
//! | `page` | HTML, CSS and JavaScript |
//!
//! The server listens on 127.0.0.1 only. Solvers run on threads of their own; nothing here waits for one.

mod ask;
mod body;
mod fields;
mod files;
mod guard;
mod jobs;
mod listen;
mod openapi;
mod problem;
mod questions;
mod routes;
mod unique;

use std::net::Ipv4Addr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use satdoku::Solver;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use crate::cli::Failure;
use crate::cli::args::parse_time;
use crate::cli::process::interrupt;
use crate::cli::process::messages::{print, say};
use crate::cli::process::status::Status;
use crate::cli::serve::jobs::Jobs;

/// Show the board in the browser
///
/// A page to type, load, solve, count, generate and race puzzles on, and the JSON API that it uses, which
/// /api/openapi.json describes. Only this machine can reach it. Ctrl-C ends it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku serve --open
  satdoku serve --port 0
  satdoku serve --report race")]
pub(crate) struct Serve {
    /// Listen on this port of 127.0.0.1; 0 takes a free one
    #[arg(long, value_name = "P", default_value_t = 7289)]
    port: u16,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Show the report of a recorded race too: the folder that `satdoku race` wrote it to; repeatable
    #[arg(long, value_name = "DIR")]
    report: Vec<PathBuf>,

    /// Limit the time of each question to at most this, such as 10m or 1h
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = parse_time)]
    time_limit: Duration,

    /// Work on N questions at once; others wait [default: two on each core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

/// What all requests share.
pub(crate) struct App {
    /// The port that the server listens on.
    port: u16,
    /// Places for questions.
    jobs: Jobs,
    /// The longest time limit.
    longest: Duration,
    /// The solvers that may be asked for. Programs that somebody names are not among them: a page must not start any.
    solvers: Vec<Solver>,
    /// Reports of races.
    reports: Vec<PathBuf>,
}

impl Serve {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let reports = self.report.iter().map(|folder| routes::report_file(folder)).collect::<Result<_, _>>()?;
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let places = self.jobs.map_or(2 * cores, NonZeroUsize::get);
        let runtime = Builder::new_current_thread()
            .enable_all()
            // One more reads reports.
            .max_blocking_threads(places.saturating_add(1))
            .build()
            .map_err(|error| format!("cannot start: {error}"))?;
        let stop = interrupt::cancel_on_signal();
        interrupt::end_at_second_signal();
        let listener = runtime
            .block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, self.port)))
            .and_then(|listener| Ok((listener.local_addr()?.port(), listener)));
        let (port, listener) = listener.map_err(|error| format!("127.0.0.1:{}: cannot listen: {error}", self.port))?;
        let solvers = questions::solvers::available();
        let jobs = Jobs::new(places, stop.clone());
        let app = Arc::new(App { port, jobs, longest: self.time_limit, solvers, reports });
        let address = format!("http://127.0.0.1:{port}/");
        print(&format!("{address}\n"))?;
        say("Ctrl-C ends it\n");
        if self.open
            && let Err(error) = open::that_detached(&address)
        {
            say(&format!("cannot open a browser: {error}\n"));
        }
        runtime.block_on(listen::serve(listener, routes::router(app), &stop));
        end(runtime);
        Ok(Status::Interrupted)
    }
}

/// Waits a moment for solvers to stop, so that none leaves a process or a file behind.
fn end(runtime: Runtime) {
    runtime.shutdown_timeout(interrupt::GRACE);
}
