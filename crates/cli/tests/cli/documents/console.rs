//! Every command of a block `console` does what the block shows.
//!
//! A command with an output is run and its output compared, with `…` for anything in a line, and a line `…` for any lines.
//! A command without an output is run as well; it must not end as wrong usage or bad input do. Each page begins in an
//! empty folder, and its commands run in order, on a terminal of 100 columns; what goes to standard error follows what
//! goes to standard output. What cannot be run here has a reason in `NOT_RUN`, and its arguments are parsed.

use std::process::Stdio;
use std::thread;

use super::{Command, Page, guide, names_in, page};
use crate::Files;

/// What a command that is not run contains, and why it is not.
const NOT_RUN: [(&str, &str); 9] = [
    ("cargo ", "builds"),
    ("curl ", "is asked of a server by serve::document"),
    ("satdoku serve", "runs until it is stopped"),
    ("satdoku connect", "runs until it is stopped"),
    ("satdoku page", "wants the module in the program"),
    ("--preset scaling", "takes twenty minutes"),
    ("--preset quick", "takes most of a minute"),
    ("kissat", "wants a program that may be missing"),
    ("mallob", "wants a cluster"),
];

fn reason(command: &Command) -> Option<&'static str> {
    let has_server = cfg!(feature = "serve");
    let without_feature = [
        ("satdoku book", cfg!(feature = "pictures")),
        ("satdoku race", cfg!(feature = "race")),
        ("satdoku serve", has_server),
        ("satdoku connect", has_server),
    ];
    if without_feature.iter().any(|(name, is_built)| !is_built && command.text.starts_with(name)) {
        return Some("is not in this build");
    }
    NOT_RUN.iter().find(|(needle, _)| command.text.contains(needle)).map(|(_, reason)| *reason)
}

/// A shell of a page, in an empty folder.
struct Shell {
    folder: Files,
    /// The script of the command at hand and its standard error.
    own: Files,
}

impl Shell {
    fn new() -> Self {
        Self { folder: Files::new(), own: Files::new() }
    }

    /// Runs a command and returns its exit status and what it shows.
    fn run(&self, command: &str) -> (Option<i32>, String) {
        let error = self.own.arg("error");
        let script = self.own.write("command", format!("{{ {command}\n}} 2> '{error}'\n"));
        let line = format!("stty rows 40 cols 100; timeout 300 sh '{script}'");
        let program = std::path::Path::new(env!("CARGO_BIN_EXE_satdoku"));
        let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
        let mut terminal = std::process::Command::new("script");
        terminal.args(["-qec", &line, "/dev/null"]).current_dir(self.folder.path(".")).stdin(Stdio::null());
        terminal.env("PATH", path).env("SHELL", "/bin/sh").env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8");
        let output = terminal.output().expect("script of util-linux");
        let shown = String::from_utf8(output.stdout).unwrap().replace('\r', "");
        (output.status.code(), shown + &crate::read(error))
    }
}

/// Whether a line is what a pattern says, `…` being anything.
pub(crate) fn line_matches(pattern: &str, line: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('…') else { return pattern == line };
    let Some(line) = line.strip_prefix(first) else { return false };
    line.char_indices().map(|(at, _)| at).chain([line.len()]).any(|at| line_matches(rest, &line[at..]))
}

fn lines_match(patterns: &[&str], lines: &[&str]) -> bool {
    match patterns {
        [] => lines.is_empty(),
        ["…", rest @ ..] => (0..=lines.len()).any(|skipped| lines_match(rest, &lines[skipped..])),
        [first, rest @ ..] => {
            lines.split_first().is_some_and(|(line, lines)| line_matches(first, line) && lines_match(rest, lines))
        }
    }
}

/// The lines without blanks at their ends, and without empty lines at the end.
fn trimmed<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut lines: Vec<_> = lines.map(str::trim_end).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

/// What is wrong with the commands of a page.
fn faults(page: &Page) -> Vec<String> {
    // Its later commands read what the first writes.
    if cfg!(not(feature = "race")) && page.name == "docs/racing.md" {
        return Vec::new();
    }
    let shell = Shell::new();
    let mut faults = Vec::new();
    for command in page.commands() {
        let place = format!("{}:{}: {}", page.name, command.line, command.text);
        if reason(&command).is_some() {
            continue;
        }
        let (status, shown) = shell.run(&command.text);
        if command.output.is_empty() {
            if status.is_none_or(|status| status == 2 || status > 20) {
                faults.push(format!("{place}\nends with {status:?}:\n{shown}"));
            }
        } else if !lines_match(&trimmed(command.output.iter().copied()), &trimmed(shown.lines())) {
            faults.push(format!("{place}\nprints\n{shown}"));
        }
    }
    faults
}

#[test]
fn every_command_of_the_pages_prints_what_they_show() {
    let pages = guide();
    let faults: Vec<String> = thread::scope(|scope| {
        let pages: Vec<_> = pages.iter().map(|page| scope.spawn(|| faults(page))).collect();
        pages.into_iter().flat_map(|faults| faults.join().unwrap()).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_command_that_is_not_run_has_arguments_that_exist() {
    let shell = Shell::new();
    let manifest = page("Cargo.toml").text;
    let examples = names_in("examples", "rs");
    for page in guide() {
        for command in page.commands().iter().filter(|command| reason(command).is_some()) {
            let place = format!("{}:{}: {}", page.name, command.line, command.text);
            let text = command.text.split("  #").next().unwrap().trim();
            let words: Vec<_> = text.split_whitespace().collect();
            if words[0] == "cargo" {
                assert!(["run", "test", "install", "bench", "doc"].contains(&words[1]), "{place}");
                for pair in words.windows(2) {
                    match pair[0] {
                        "--example" => assert!(examples.contains(&format!("{}.rs", pair[1])), "{place}"),
                        "--bench" => assert!(manifest.contains(&format!("name = \"{}\"", pair[1])), "{place}"),
                        "--features" => {
                            let is_there = |name: &str| manifest.contains(&format!("\n{name} = ["));
                            assert!(pair[1].split(',').all(is_there), "{place}");
                        }
                        _ => {}
                    }
                }
            } else if reason(command) != Some("is not in this build") && words[0] != "curl" {
                let (status, shown) = shell.run(&format!("{text} --help"));
                assert!(status == Some(0) && shown.contains("Usage: satdoku"), "{place}\n{shown}");
            }
        }
    }
}

#[test]
fn every_reason_not_to_run_a_command_is_of_use() {
    let pages = guide();
    let commands: Vec<_> = pages.iter().flat_map(Page::commands).collect();
    for (needle, reason) in NOT_RUN {
        assert!(commands.iter().any(|command| command.text.contains(needle)), "nothing {reason}: {needle}");
    }
}

#[test]
fn anything_stands_for_anything_and_the_rest_for_itself() {
    assert!(line_matches("1 unique; …", "1 unique; 3 ms"));
    assert!(line_matches("a…c…e", "abcde") && line_matches("…", ""));
    assert!(!line_matches("a…c", "abcd") && !line_matches("ab", "abc"));
    assert!(lines_match(&["a", "…", "d"], &["a", "b", "c", "d"]) && lines_match(&["…"], &[]));
    assert!(!lines_match(&["a"], &["a", "b"]) && !lines_match(&["a", "b"], &["a"]));
}
