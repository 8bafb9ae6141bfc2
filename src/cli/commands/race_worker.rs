//! `satdoku run-one`: one run of a race, in a process of its own.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::cli::Failure;
use crate::cli::process::status::Status;

/// Answer one question of a race, as a worker of `satdoku race`
#[derive(Args, Debug)]
#[command(hide = true)]
pub(crate) struct RunOne {
    /// The question, as JSON
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl RunOne {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let answer = satdoku::race::answer(&self.file)?;
        writeln!(std::io::stdout(), "{answer}")?;
        Ok(Status::Fine)
    }
}
