//! `satdoku serve`: options, address, and end at a signal.

use std::net::Ipv4Addr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};
use satdoku_serve::{Limits, Server};

use crate::Failure;
use crate::args::parse_time;
use crate::process::interrupt;
use crate::process::messages::{print, say};
use crate::process::status::Status;

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
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

impl Serve {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let limits = Limits { questions: self.jobs.map_or(2 * cores, usize::from), longest: self.time_limit };
        let stop = interrupt::cancel_on_signal();
        interrupt::end_at_second_signal();
        let server = Server::bind((Ipv4Addr::LOCALHOST, self.port), &self.report, limits)?;
        let address = format!("http://127.0.0.1:{}/", server.port());
        print(&format!("{address}\n"))?;
        say("Ctrl-C ends it\n");
        if self.open
            && let Err(error) = open::that_detached(&address)
        {
            say(&format!("cannot open a browser: {error}\n"));
        }
        server.run(&stop, interrupt::GRACE);
        Ok(Status::Interrupted)
    }
}
