//! `satdoku connect`: the solver behind a plugin of f-puzzles and `SudokuPad`.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use satdoku_serve::PluginServer;

use crate::Failure;
use crate::args::parse_time;
use crate::process::interrupt;
use crate::process::messages::{print, say};
use crate::process::status::Status;

/// Answer the solver plugin of f-puzzles and SudokuPad
///
/// The plugin by Rangsk asks a solver on this machine, at ws://localhost:4545, about the puzzle on the page: true candidates, solutions,
/// their number, an estimate, the next step and the whole path. Ctrl-C ends it.
#[derive(Args, Debug)]
#[allow(clippy::doc_markdown)] // A help text shows addresses as they are.
#[command(after_help = "\
Examples:
  satdoku connect
  satdoku connect --time-limit 1m --origin http://localhost:8000")]
pub(crate) struct Connect {
    /// Listen on this port of 127.0.0.1; 0 takes a free one
    #[arg(long, value_name = "P", default_value_t = 4545)]
    port: u16,

    /// Also answer a page with this origin, such as http://localhost:8000; repeatable
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,

    /// Limit the time of each question [default: until the next question or the end]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,
}

impl Connect {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let stop = interrupt::cancel_on_signal();
        interrupt::end_at_second_signal();
        let server = PluginServer::bind(self.port, &self.origin, 2 * cores, self.time_limit)?;
        print(&format!("ws://localhost:{}/\n", server.port()))?;
        say("Ctrl-C ends it\n");
        server.run(&stop, interrupt::GRACE);
        Ok(Status::Interrupted)
    }
}
