//! The command line over the public API.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
