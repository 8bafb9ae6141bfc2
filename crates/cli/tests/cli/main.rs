//! The built command line from the outside: arguments and files in, text and exit statuses out.

mod as_solver;
mod ask;
mod batches;
#[cfg(feature = "pictures")]
mod book;
mod bulk;
mod certificate;
mod certified;
mod check;
mod convert;
mod count;
mod cover;
mod cubes;
mod documents;
mod draw;
mod encode;
mod explain;
#[path = "../../../../tests/library/common/fake_solver.rs"]
mod fake_solver;
mod faults;
mod first_words;
mod generate;
mod hostile;
mod interrupt;
mod left_behind;
mod liars;
mod limits;
mod listing;
mod memory;
mod names;
mod outputs;
#[cfg(feature = "race")]
mod race;
mod sample;
mod samples;
mod sat;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod solver_output;
mod spoiled;
mod steps;
mod stopping;
mod table;
mod table_columns;
mod terminal;
mod usage;
mod vocabulary;

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder of the repository.
fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// A 9×9 puzzle with one solution, and the solution.
const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A 4×4 puzzle with three solutions, and one without any where no two clues are in conflict.
const THREE_SOLUTIONS: &str = "1.34...2..4.....";
const NO_SOLUTION: &str = "123....4........";

/// What a run printed and how it ended; `code` is `None` where a signal ended it.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn satdoku<S: AsRef<OsStr>>(args: &[S]) -> Command {
    let mut command = program();
    // What the machine has must not change what the tests see.
    command.args(args).env("RUST_BACKTRACE", "0");
    for variable in ["KISSAT", "CADICAL", "MINISAT", "CRYPTOMINISAT", "PICOSAT", "MALLOB", "MPIRUN", "RATE"] {
        command.env_remove(variable);
    }
    command
}

/// The program; at Ctrl-C it ends even where whoever started the tests ignores that, as a shell does for its jobs in the background.
fn program() -> Command {
    let program = env!("CARGO_BIN_EXE_satdoku");
    if !interrupt::is_ignored() {
        return Command::new(program);
    }
    let mut command = Command::new("/usr/bin/env");
    command.args(["--default-signal=INT", program]);
    command
}

fn run<S: AsRef<OsStr>>(args: &[S], stdin: impl AsRef<[u8]>) -> Run {
    run_command(satdoku(args), stdin.as_ref())
}

fn run_command(mut command: Command, stdin: &[u8]) -> Run {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        let _limit = interrupt::limit(&child);
        // A program that refuses its arguments does not read its input.
        scope.spawn(move || drop(pipe.write_all(stdin)));
        child.wait_with_output().unwrap()
    });
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// A folder for a test's files.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file and returns its path as an argument.
    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), text).unwrap();
        self.arg(name)
    }

    /// Writes a program and returns its path as an argument.
    fn write_program(&self, name: &str, script: &str) -> String {
        let program = self.arg(name);
        // A child writes it: a program that this process has open for writing, in any thread's fork, cannot be run.
        let write = ["-c", r#"printf %s "$1" > "$0" && chmod +x "$0""#, &program, script];
        assert!(Command::new("sh").args(write).status().unwrap().success());
        program
    }

    fn arg(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// The numbers of a line of characters as rows of words, `empty` for an empty cell.
fn rows(line: &str, empty: &str) -> String {
    let side = line.len().isqrt();
    let word = |c: char| c.to_digit(36).map_or_else(|| empty.to_owned(), |digit| digit.to_string());
    let row = |row: &[char]| row.iter().map(|&c| word(c)).collect::<Vec<_>>().join(" ") + "\n";
    line.chars().collect::<Vec<_>>().chunks(side).map(row).collect()
}

/// Some hundreds of different puzzles: relabelled digits, clues left out, some without a solution, some unreadable.
fn batch(puzzles: usize) -> String {
    let line = |k: usize| {
        let relabel = |(at, c): (usize, char)| match c.to_digit(10) {
            Some(_) if at % 50 == k % 50 => '.',
            Some(digit) => char::from_digit((digit + k as u32) % 9 + 1, 10).unwrap(),
            None => '.',
        };
        let line: String = PUZZLE.chars().enumerate().map(relabel).collect();
        match k % 17 {
            5 => line.replacen('.', "x", 1),
            11 => format!("11{}", &line[2..]),
            _ => line,
        }
    };
    (0..puzzles).map(|k| line(k) + "\n").collect()
}
