//! `satdoku cover`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use satdoku::budget::Bytes;
use satdoku::encoding::SudokuCover;
use satdoku::exact_cover::{CoverReadError, CoverSearch, Storage};
use satdoku::grid::format::{Puzzles, ReadOptions};
use satdoku::{AlgorithmX, Budget, Count, DancingLinks, ExactCover, ItemChoice, StopReason, Verdict};

use crate::cli::Failure;
use crate::cli::args::{parse_memory, parse_time};
use crate::cli::process::file_name;
use crate::cli::process::messages::say;
use crate::cli::process::status::Status;
use crate::cli::process::{interrupt, memory};
use crate::cli::stream::input;

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

    /// Write a puzzle as an exact cover problem: its live options over cells and the digits of units
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "count", "all", "print", "method", "time_limit"])]
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

/// Bytes for each item of an option while it is searched: in links, and in sets or matrices.
const BYTES_LINKED: u64 = 32;
const BYTES_IN_SETS: u64 = 128;

impl Cover {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        if self.all && self.limit == Some(0) {
            return Err("--limit: expected a whole number from 1 with --all, found 0".to_owned().into());
        }
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let status = match &self.sudoku {
            Some(puzzle) => write_sudoku(puzzle, &mut out)?,
            None => {
                if let Some(problem) = self.read(&self.file)? {
                    self.solve(&problem, &mut out)?
                } else {
                    writeln!(out, "unknown")?;
                    Status::Budget
                }
            }
        };
        out.flush()?;
        Ok(status)
    }

    /// Reads the problem; none, and a message, if it takes more memory than it may.
    fn read(&self, file: &std::path::Path) -> Result<Option<ExactCover>, Failure> {
        let name = file_name::name(file);
        let limit = self.memory.unwrap_or_else(memory::allowed);
        let reader = input::open(file).map_err(|error| format!("{name}: cannot open: {error}"))?;
        let problem = match ExactCover::read(reader, limit) {
            Ok(problem) => problem,
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

    fn solve(&self, problem: &ExactCover, out: &mut impl Write) -> Result<Status, Failure> {
        if self.print {
            write!(out, "{}", DancingLinks::new(problem, ItemChoice::Smallest))?;
            if !self.count && !self.all {
                return Ok(Status::Fine);
            }
            writeln!(out)?;
        }
        let algorithm_x = |storage| AlgorithmX::new(problem, storage).map_err(|error| error.to_string());
        let mut search: Box<dyn CoverSearch> = match self.method {
            Method::Dlx => Box::new(DancingLinks::new(problem, ItemChoice::Smallest)),
            Method::DlxLeftmost => Box::new(DancingLinks::new(problem, ItemChoice::Leftmost)),
            Method::AlgorithmX => Box::new(algorithm_x(Storage::Sets)?),
            Method::Matrix => Box::new(algorithm_x(Storage::Matrix)?),
        };
        let budget = Budget::unlimited().with_cancel(interrupt::cancel_on_signal());
        interrupt::end_in_time();
        let budget = self.time_limit.map_or(budget.clone(), |time| budget.with_time(time));
        let mut running = budget.start();
        if self.count {
            let count = search.count(self.limit, &mut running);
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
}

fn stopped(reason: StopReason) -> Status {
    if reason == StopReason::Cancelled {
        return Status::Interrupted;
    }
    say(&format!("{reason}\n"));
    Status::Budget
}

/// Whether the options are words of cells, one each, that make a grid: one line or N lines.
fn is_grid(problem: &ExactCover) -> bool {
    const LARGEST: u32 = 99;
    let is_cell = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'_' | b'*');
    let word = |option| match *problem.option(option) {
        [item] => problem.name(item).filter(|name| name.len() >= 4 && name.bytes().all(is_cell)),
        _ => None,
    };
    let lines = problem.options();
    let cells = (lines <= LARGEST).then(|| (0..lines).map(|line| word(line).map(str::len)).sum::<Option<usize>>());
    let Some(Some(cells)) = cells else { return false };
    let side = cells.isqrt();
    side >= 4 && side * side == cells && (lines == 1 || lines as usize == side)
}

/// The items of an option by name, or by number from 1.
fn items(problem: &ExactCover, option: u32) -> String {
    let name = |&item: &u32| problem.name(item).map_or_else(|| (item + 1).to_string(), str::to_owned);
    problem.option(option).iter().map(name).collect::<Vec<_>>().join(" ")
}

/// Writes a puzzle as named sets, whose names tell the cell and the digit of each unit.
fn write_sudoku(file: &std::path::Path, out: &mut impl Write) -> Result<Status, Failure> {
    let name = file_name::name(file);
    let reader = input::open(file).map_err(|error| format!("{name}: cannot open: {error}"))?;
    let mut puzzles = Puzzles::new(reader, ReadOptions::default());
    let puzzle = puzzles.next().ok_or_else(|| input::no_puzzle(&name))?;
    let puzzle = puzzle.map_err(|error| Failure::located(&name, error))?;
    if puzzles.next().is_some() {
        return Err(format!("{name}: expected one puzzle, found more").into());
    }
    let cover = SudokuCover::of_puzzle(&puzzle).map_err(|error| error.to_string())?;
    let problem = cover.problem();
    let names: Vec<String> = (0..problem.items()).map(|item| word(&cover.item_name(item))).collect();
    writeln!(out, "items: {}", names.join(" "))?;
    for option in 0..problem.options() {
        let words: Vec<&str> = problem.option(option).iter().map(|&item| names[item as usize].as_str()).collect();
        writeln!(out, "{}", words.join(" "))?;
    }
    Ok(Status::Fine)
}

/// A name without blanks: `5 in row 1` becomes `row1=5`.
fn word(name: &str) -> String {
    match name.split_once(" in ") {
        Some((digit, unit)) => format!("{}={digit}", unit.replace(' ', "")),
        None => name.to_owned(),
    }
}
