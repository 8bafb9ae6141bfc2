//! `satdoku completions`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::process::messages::print;
use crate::process::status::Status;
use crate::{Cli, Failure, NAME};

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku completions bash > ~/.local/share/bash-completion/completions/satdoku
  satdoku completions zsh > ~/.zfunc/_satdoku
  satdoku completions fish > ~/.config/fish/completions/satdoku.fish")]
pub(crate) struct Completions {
    /// Print completions for this shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), NAME, &mut text);
        print(&String::from_utf8_lossy(&text))?;
        Ok(Status::Fine)
    }
}
