//! `satdoku run-one`: one run of a race, in a separate process.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::Failure;
use crate::process::status::Status;

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
        let answer = satdoku_race::answer(&self.file)?;
        writeln!(std::io::stdout(), "{answer}")?;
        Ok(Status::Fine)
    }
}
