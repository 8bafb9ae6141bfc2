//! `satdoku man`.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::PathBuf;

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man as Page;

use crate::process::file_name::name;
use crate::process::messages::print;
use crate::process::status::{SAT_TABLE, Status, TABLE};
use crate::{Cli, Failure};

/// Print a manual page, or write one for each subcommand
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku man | man -l -
  satdoku man solve | man -l -
  satdoku man --dir ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Print the page of this subcommand [default: that of satdoku itself]
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    command: Option<String>,

    /// Write satdoku.1 and a page for each subcommand into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// The environment variables on a manual page.
const ENVIRONMENT: [(&str, &str); 4] = [
    (
        "KISSAT, CADICAL, MINISAT, CRYPTOMINISAT, PICOSAT, MALLOB",
        "the program of the solver of that name, where it is not in PATH",
    ),
    ("MPIRUN", "the launcher of mallob"),
    ("RATE", "the program rate, which checks DRAT proofs"),
    ("NO_COLOR", "no colours where it is not empty, unless --color always is given"),
];

/// The files on a manual page.
const FILES: [(&str, &str); 3] = [
    (
        "FILE.gz, FILE.zst, FILE.xz",
        "compressed files: read whatever their name is; gzip and Zstandard are written where the name ends so",
    ),
    ("DIR/manifest.json", "of a certificate: the claim, the meaning of the variables, the digests of the other files"),
    ("DIR/results.csv, DIR/results.jsonl", "of a race: every run, from which the same command continues"),
];

impl Man {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut command = Cli::command();
        command.build();
        let Some(dir) = &self.dir else {
            let shown = match &self.command {
                None => &command,
                Some(name) => command
                    .find_subcommand(name)
                    .filter(|command| !command.is_hide_set())
                    .ok_or_else(|| format!("expected a subcommand of satdoku, found {name:?}"))?,
            };
            print(&String::from_utf8_lossy(&page(shown)?))?;
            return Ok(Status::Fine);
        };
        let cannot = |error| format!("{}: cannot write: {error}", name(dir));
        fs::create_dir_all(dir).map_err(cannot)?;
        let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
        for command in std::iter::once(&command).chain(shown) {
            let file = Page::new(command.clone()).get_filename();
            fs::write(dir.join(file), page(command)?).map_err(cannot)?;
        }
        Ok(Status::Fine)
    }
}

/// The page of a command.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let (mut page, man) = (Vec::new(), Page::new(command.clone()));
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (notes, examples) = help.split_once("Examples:\n").unwrap_or((&help, ""));
    let notes: Vec<_> = notes.split("\n\n").filter(|note| !note.starts_with("Exit status")).collect();
    let mut text = String::new();
    section(&mut text, "NOTES", notes.join("\n\n").trim());
    let statuses: Vec<_> = match command.get_name() {
        "sat" => SAT_TABLE.iter().map(|(code, meaning)| (code.to_string(), *meaning)).collect(),
        _ => TABLE.iter().map(|(status, meaning)| (status.code().to_string(), *meaning)).collect(),
    };
    list(&mut text, "EXIT STATUS", statuses);
    list(&mut text, "ENVIRONMENT", ENVIRONMENT);
    list(&mut text, "FILES", FILES);
    if !examples.is_empty() {
        let _ = writeln!(text, ".SH EXAMPLES\n.nf\n{}\n.fi", escaped(examples.trim_end()));
    }
    page.extend_from_slice(text.as_bytes());
    Ok(page)
}

fn section(page: &mut String, title: &str, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(page, ".SH {title}\n{}", escaped(text));
    }
}

fn list<T: AsRef<str>>(page: &mut String, title: &str, entries: impl IntoIterator<Item = (T, &'static str)>) {
    let _ = writeln!(page, ".SH \"{title}\"");
    for (name, meaning) in entries {
        let _ = writeln!(page, ".TP\n\\fB{}\\fR\n{}", escaped(name.as_ref()), escaped(meaning));
    }
}

/// A text without roff commands.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    let lines =
        text.lines().map(|line| if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line.to_owned() });
    lines.collect::<Vec<_>>().join("\n")
}
