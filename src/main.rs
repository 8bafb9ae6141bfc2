//! The program: the command line of the library, with the arguments of the process.

use std::env;
use std::process::ExitCode;

/// The word by which this program is told to clear away behind another process, rather than a subcommand.
#[cfg(feature = "external")]
const CLEAR_AWAY: &str = "clear-away-behind";

fn main() -> ExitCode {
    #[cfg(feature = "external")]
    {
        let mut arguments = env::args_os().skip(1);
        if arguments.next().is_some_and(|word| word == CLEAR_AWAY) {
            let mark = arguments.next().unwrap_or_default();
            satdoku::backend::clear_away_behind(&mark.to_string_lossy());
            return ExitCode::SUCCESS;
        }
        satdoku::backend::keep_watch(CLEAR_AWAY);
    }
    satdoku::cli::run(env::args_os().skip(1).collect()).into()
}
