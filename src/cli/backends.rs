//! `satdoku backends`.

use std::fmt::Write as _;

use clap::Args;
use satdoku::Backend;
use satdoku::backend::{Availability, OpenOptions};

use crate::cli::Failure;
use crate::cli::output::print;
use crate::cli::status::Status;

/// List the SAT solvers that this build and this machine have
#[derive(Args, Debug)]
pub(crate) struct Backends {}

impl Backends {
    #[allow(clippy::unused_self)] // All subcommands have this face.
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let mut text = format!("{:<10} {:<9} {:<14} {}\n", "BACKEND", "RUNS", "VERSION", "CAN");
        for backend in Backend::all() {
            let runs = if matches!(backend, Backend::External(_)) { "program" } else { "inside" };
            let name = backend.to_string();
            match backend.availability() {
                Availability::Ready(version) => {
                    let abilities = abilities(&backend);
                    let _ = writeln!(text, "{name:<10} {runs:<9} {version:<14} {abilities}");
                }
                Availability::Missing(why) => {
                    let _ = writeln!(text, "{name:<10} {runs:<9} {:<14} {why}", "missing");
                }
            }
        }
        text.push_str("external=PROGRAM runs any solver that reads a DIMACS file and prints s and v lines.\n");
        print(&text)?;
        Ok(Status::Fine)
    }
}

fn abilities(backend: &Backend) -> String {
    let options = OpenOptions { stoppable: true, ..OpenOptions::default() };
    let Ok(open) = backend.open(&options) else { return "cannot be opened".to_owned() };
    let can = open.capabilities();
    let mut words = Vec::new();
    words.extend(can.incremental.then_some("more clauses"));
    words.extend(can.assumptions.then_some("assumptions"));
    words.extend(can.failed.then_some("failed core"));
    words.extend(can.interruptible.then_some("stops at once"));
    if matches!(backend, Backend::Splr) {
        words.extend(["one answer", "time limit rounded up to seconds"]);
    }
    words.join(", ")
}
