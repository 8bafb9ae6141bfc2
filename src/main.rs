//! The command line, and the server of the page, over the public API.

mod cli;
#[cfg(feature = "serve")]
mod serve;

fn main() -> std::process::ExitCode {
    cli::main()
}
