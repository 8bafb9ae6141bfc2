//! A subcommand that this build does not have.

use std::ffi::OsString;

use clap::Args;

use crate::cli::Failure;
use crate::cli::status::Status;

/// Show the board in the browser (a build with `--features serve`)
#[derive(Args, Debug)]
pub(crate) struct Serve {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _arguments: Vec<OsString>,
}

impl Serve {
    #[allow(clippy::unused_self)] // All subcommands have this face.
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let message = "this build has no serve: cargo run --release --features serve -- serve makes one that has";
        Err(message.to_owned().into())
    }
}
