//! `satdoku man`.

use std::fs;
use std::path::PathBuf;

use clap::{Args, CommandFactory};

use crate::cli::input::name;
use crate::cli::output::print;
use crate::cli::status::Status;
use crate::cli::{Cli, Failure};

/// Print the manual page, or write one for each subcommand
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku man | man -l -
  satdoku man --dir ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Write satdoku.1 and a page for each subcommand into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let command = Cli::command();
        if let Some(dir) = &self.dir {
            let cannot = |error| format!("{}: cannot write: {error}", name(dir));
            fs::create_dir_all(dir).map_err(cannot)?;
            clap_mangen::generate_to(command, dir).map_err(cannot)?;
        } else {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            print(&String::from_utf8_lossy(&page))?;
        }
        Ok(Status::Fine)
    }
}
