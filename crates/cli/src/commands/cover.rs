//! `satdoku cover`.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use satdoku::budget::Bytes;
use satdoku::encoding::SudokuCover;
use satdoku::exact_cover::{CoverError, CoverReadError, CoverSearch, Storage};
use satdoku::grid::format::ReadOptions;
use satdoku::{AlgorithmX, Budget, Count, DancingLinks, ExactCover, ItemChoice, Running, StopReason, Verdict};

use crate::Failure;
use crate::args::{parse_memory, parse_time};
use crate::process::file_name;
use crate::process::messages::say;
use crate::process::screened::Screened;
use crate::process::status::Status;
use crate::process::{interrupt, memory};
use crate::stream::input::{self, Reader};
use crate::stream::open;
use crate::stream::records::Records;

/// Solve any exact cover problem, or write a puzzle as one
///
/// A problem is a matrix of 0 and 1, or a list of named sets, one option a line. A line `items: a b | x` before them names the
/// items; those behind the bar may stay uncovered. A solution is printed as its options: their numbers, from 1, and the items
/// that each covers.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku cover family.txt --all
  satdoku cover matrix.txt --print
  satdoku cover --sudoku puzzle.txt > puzzle.cover; satdoku cover puzzle.cover --count")]
pub(crate) struct Cover {
    /// Read this problem; `-` or none is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    /// Write a puzzle, in a file or itself, as an exact cover problem: its live options over cells and the digits of units
    #[arg(long, value_name = "PUZZLE", conflicts_with_all = ["file", "count", "all", "print", "method", "time_limit"])]
    sudoku: Option<PathBuf>,

    /// Count the solutions
    #[arg(long, group = "several")]
    count: bool,

    /// List all solutions, each after a blank line
    #[arg(long, group = "several")]
    all: bool,

    /// Stop after K solutions; with --count or --all
    #[arg(long, value_name = "K", requires = "several")]
    limit: Option<u64>,

    /// Print the matrix as dancing links hold it
    #[arg(long)]
    print: bool,

    /// Choose the search method
    #[arg(long, value_name = "METHOD", default_value = "dlx")]
    method: Method,

    /// Limit the time, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,

    /// Refuse a problem that needs more memory, such as 512M or 4G [default: 8G, or what the process may have]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    memory: Option<u64>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Method {
    /// Dancing links, the smallest item first
    Dlx,
    /// Dancing links, the leftmost item first
    DlxLeftmost,
    /// Algorithm X over maps and sets
    AlgorithmX,
    /// Algorithm X on copies of the matrix
    Matrix,
}

/// Bytes for each item of an option during the search: in links, and in sets or matrices.
const BYTES_LINKED: u64 = 32;
const BYTES_IN_SETS: u64 = 128;

impl Cover {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        if self.all && self.limit == Some(0) {
            return Err("--limit: expected a whole number from 1 with --all, found 0".to_owned().into());
        }
        let mut out = std::io::BufWriter::new(Screened::stdout());
        let status = if let Some(puzzle) = &self.sudoku {
            write_sudoku(puzzle, &mut out)?
        } else {
            let time = self.time_limit.map_or_else(Budget::unlimited, |time| Budget::unlimited().with_time(time));
            let running = time.start();
            if let Some(problem) = self.read(&self.file, &running)? {
                self.solve(&problem, running.time_left(), &mut out)?
            } else {
                writeln!(out, "{}", self.unknown())?;
                Status::Budget
            }
        };
        out.flush()?;
        Ok(status)
    }

    /// Reads the problem; `None`, with a message, if reading needs more memory or time than allowed.
    fn read(&self, file: &std::path::Path, running: &Running) -> Result<Option<ExactCover>, Failure> {
        let name = file_name::name(file);
        let limit = self.memory.unwrap_or_else(memory::allowed);
        let reader = open::open(file).map_err(|error| format!("{name}: cannot open: {error}"))?;
        let problem = match ExactCover::read_within(reader, limit, running) {
            Ok(problem) => problem,
            Err(CoverReadError::Stopped { reason, .. }) => {
                say(&format!("{reason}\n"));
                return Ok(None);
            }
            Err(error @ CoverReadError::TooLarge { .. }) => {
                say(&format!("{name}:{error}\n"));
                return Ok(None);
            }
            Err(error) => return Err(Failure::located(&name, error)),
        };
        if is_grid(&problem) {
            say(&format!("{name}: its options look like the rows of a Sudoku, which --sudoku makes a problem of\n"));
        }
        let each = match self.method {
            Method::Dlx | Method::DlxLeftmost => BYTES_LINKED,
            Method::AlgorithmX | Method::Matrix => BYTES_IN_SETS,
        };
        let needed = problem.incidences() as u64 * each + u64::from(problem.items()) * each;
        if needed > limit {
            let (needed, limit) = (Bytes(needed).beside(limit), Bytes(limit));
            say(&format!("{name}: the search needs about {needed}; the limit is {limit}\n"));
            return Ok(None);
        }
        Ok(Some(problem))
    }

    fn solve(&self, problem: &ExactCover, time: Option<Duration>, out: &mut impl Write) -> Result<Status, Failure> {
        if self.print {
            write!(out, "{}", DancingLinks::new(problem, ItemChoice::Smallest))?;
            if !self.count && !self.all {
                return Ok(Status::Fine);
            }
            writeln!(out)?;
        }
        let budget = Budget::unlimited().with_cancel(interrupt::cancel_on_signal());
        interrupt::end_in_time();
        let budget = time.map_or(budget.clone(), |time| budget.with_time(time));
        let mut running = budget.start();
        let mut search = match self.search(problem, &running) {
            Ok(search) => search,
            Err(CoverError::Stopped(reason)) => {
                writeln!(out, "{}", self.unknown())?;
                return Ok(stopped(reason));
            }
            Err(error) => return Err(error.to_string().into()),
        };
        if self.count {
            let count = search.count_within(self.limit, &mut running);
            writeln!(out, "{count}")?;
            return Ok(match count {
                Count::Exact(_) | Count::AtLeast(_, StopReason::Limit) => Status::Fine,
                Count::AtLeast(_, reason) => stopped(reason),
            });
        }
        let most = if self.all { self.limit.unwrap_or(u64::MAX) } else { 1 };
        let mut found = 0;
        while found < most {
            match search.advance(&mut running) {
                Verdict::Satisfiable(()) => {
                    let mut options = search.cover().to_vec();
                    options.sort_unstable();
                    if !problem.is_solution(&options) {
                        return Err(String::from("the search returned something that is no exact cover").into());
                    }
                    if found > 0 {
                        writeln!(out)?;
                    }
                    for option in options {
                        writeln!(out, "{}: {}", option + 1, items(problem, option))?;
                    }
                    found += 1;
                }
                Verdict::Unsatisfiable if found == 0 => {
                    writeln!(out, "unsatisfiable")?;
                    return Ok(Status::Negative);
                }
                Verdict::Unsatisfiable => return Ok(Status::Fine),
                Verdict::Unknown(reason) => {
                    writeln!(out, "unknown")?;
                    return Ok(stopped(reason));
                }
            }
        }
        Ok(Status::Fine)
    }

    /// The answer before anything is known.
    fn unknown(&self) -> &'static str {
        if self.count { ">=0" } else { "unknown" }
    }

    /// The search of the method that was asked for, over a problem.
    fn search(&self, problem: &ExactCover, running: &Running) -> Result<Box<dyn CoverSearch>, CoverError> {
        let links = |choice| DancingLinks::new_within(problem, choice, running);
        let sets = |storage| AlgorithmX::new_within(problem, storage, running);
        Ok(match self.method {
            Method::Dlx => Box::new(links(ItemChoice::Smallest)?),
            Method::DlxLeftmost => Box::new(links(ItemChoice::Leftmost)?),
            Method::AlgorithmX => Box::new(sets(Storage::Sets)?),
            Method::Matrix => Box::new(sets(Storage::Matrix)?),
        })
    }
}

fn stopped(reason: StopReason) -> Status {
    if reason == StopReason::Cancelled {
        return Status::Interrupted;
    }
    say(&format!("{reason}\n"));
    Status::Budget
}

/// Whether the options are words of one cell each that form a grid: one line or N lines.
fn is_grid(problem: &ExactCover) -> bool {
    const MAX_LINES: u32 = 99;
    let is_cell = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'_' | b'*');
    let word = |option| match *problem.option(option) {
        [item] => problem.name(item).filter(|name| name.len() >= 4 && name.bytes().all(is_cell)),
        _ => None,
    };
    let lines = problem.options();
    let cells = (lines <= MAX_LINES).then(|| (0..lines).map(|line| word(line).map(str::len)).sum::<Option<usize>>());
    let Some(Some(cells)) = cells else { return false };
    let side = cells.isqrt();
    side >= 4 && side * side == cells && (lines == 1 || lines as usize == side)
}

/// The items of an option by name, or by number from 1.
fn items(problem: &ExactCover, option: u32) -> String {
    let name = |&item: &u32| problem.name(item).map_or_else(|| (item + 1).to_string(), str::to_owned);
    problem.option(option).iter().map(name).collect::<Vec<_>>().join(" ")
}

/// Writes a puzzle as named sets; the names give the cell and the digit of each unit, and optional items follow a bar.
fn write_sudoku(file: &std::path::Path, out: &mut impl Write) -> Result<Status, Failure> {
    let name = file_name::name(file);
    let mut reader = Reader::new(&[file.to_owned()], ReadOptions::default());
    let mut puzzles = Records::new(&mut reader);
    let puzzle = puzzles.next().ok_or_else(|| input::no_puzzle(&name, None))?.grid?;
    if puzzles.next().is_some() {
        return Err(format!("{name}: expected one puzzle, found more").into());
    }
    if let Some(rule) = puzzle.rules().first_constrained() {
        let rule = rule.beginning();
        return Err(format!("an exact cover problem knows no sums and no relations of cells: {rule}").into());
    }
    let cover = SudokuCover::of_puzzle(&puzzle).map_err(|error| error.to_string())?;
    let problem = cover.problem();
    let names = names(&cover);
    let (primary, secondary) = names.split_at(problem.primary_items() as usize);
    let bar = if secondary.is_empty() { "" } else { " | " };
    writeln!(out, "items: {}{bar}{}", primary.join(" "), secondary.join(" "))?;
    for option in 0..problem.options() {
        let words: Vec<&str> = problem.option(option).iter().map(|&item| names[item as usize].as_str()).collect();
        writeln!(out, "{}", words.join(" "))?;
    }
    Ok(Status::Fine)
}

/// The names of the items without blanks: `5 in row 1` is `row1=5`. A rule may make several units: the second of the first is `rule1.2`.
fn names(cover: &SudokuCover) -> Vec<String> {
    let mut seen = HashMap::new();
    let name = |item| {
        let name = cover.item_name(item);
        let Some((digit, unit)) = name.split_once(" in ") else { return name };
        let unit = unit.replace(' ', "");
        let count = seen.entry((unit.clone(), digit.to_owned())).and_modify(|count| *count += 1).or_insert(1);
        if *count == 1 { format!("{unit}={digit}") } else { format!("{unit}.{count}={digit}") }
    };
    (0..cover.problem().items()).map(name).collect()
}
