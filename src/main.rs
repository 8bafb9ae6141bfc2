//! The program: the command line of the library, with the arguments of the process.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    satdoku::cli::run(env::args_os().skip(1).collect()).into()
}
