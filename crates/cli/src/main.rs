//! The program: the command line of the library, with the arguments of the process.

use std::env;
use std::process::ExitCode;

/// The first argument that starts this program as the watchdog of another process, in place of a subcommand.
const WATCHDOG: &str = "run-watchdog";

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1).peekable();
    if arguments.next_if(|word| word == WATCHDOG).is_some() {
        let mark = arguments.next().unwrap_or_default();
        satdoku::backend::run_watchdog(&mark.to_string_lossy());
        return ExitCode::SUCCESS;
    }
    satdoku::backend::enable_watchdog(WATCHDOG);
    satdoku_cli::run(arguments.collect()).into()
}
