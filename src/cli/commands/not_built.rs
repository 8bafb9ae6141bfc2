//! Subcommands that this build does not have: each says which feature brings it.

use std::ffi::OsString;

use clap::Args;

use crate::cli::Failure;
use crate::cli::process::status::Status;

macro_rules! absent {
    ($command:ident, $name:literal, $about:literal) => {
        #[doc = $about]
        #[derive(Args, Debug)]
        #[command(after_help = concat!("Examples:\n  cargo run --release --features ", $name, " -- ", $name, " --help"))]
        pub(crate) struct $command {
            #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
            _arguments: Vec<OsString>,
        }

        impl $command {
            #[allow(clippy::unused_self)] // All subcommands have this face.
            pub(crate) fn run(self) -> Result<Status, Failure> {
                let message = concat!(
                    "this build does not have `satdoku ",
                    $name,
                    "`; to build one that does: cargo run --release --features ",
                    $name,
                    " -- ",
                    $name
                );
                Err(message.to_owned().into())
            }
        }
    };
}

#[cfg(not(feature = "race"))]
absent!(Race, "race", "Race solvers against one another (a build with `--features race`)");
#[cfg(not(feature = "serve"))]
absent!(Serve, "serve", "Show the board in the browser (a build with `--features serve`)");
