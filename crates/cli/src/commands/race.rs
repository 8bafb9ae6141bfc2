//! `satdoku race`.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use satdoku::generate::GenerateError;
use satdoku::grid::format::{Format, Puzzles, ReadOptions};
use satdoku::solver::Ability;
use satdoku::{AtMostOne, Budget, CancelToken, Encoding, Geometry, Solver, StopReason, Techniques};
use satdoku_race::{Entrant, Instance, Options, Preset, RaceError, Report, Results, Score, Watch, Worker, scores};

use crate::Failure;
use crate::args::named::{one_of, reduction, solver};
use crate::args::parse_time;
use crate::process::file_name;
use crate::process::file_name::name;
use crate::process::interrupt;
use crate::process::status::Status;
use crate::stream::destination::Inputs;
use crate::stream::input;
use crate::stream::open;

/// Race solvers against one another
///
/// Runs every solver, with every encoding, form and reduction given, on every puzzle: in random order, each run in its own
/// process, under limits of time and memory. Appends each run to DIR/results.csv and DIR/results.jsonl. The same command
/// continues a race that was interrupted.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku race --preset quick
  satdoku race puzzles.txt --solver dlx --solver sat:varisat --time-limit 10s --out dlx-varisat
  satdoku race --orders 2..6 --count 10 --solver mrv --solver dlx --solver sat:kissat
  satdoku race --orders 5 --shares 30,40,50 --solver sat:varisat --encoding extended,reduced")]
pub(crate) struct Race {
    /// Read puzzles from these files; `-` is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Read the files in this format [default: the first puzzle of each decides]
    #[arg(long, value_name = "FORMAT", value_parser = one_of::<Format>())]
    format: Option<Format>,

    /// Set the board of the files: rows x columns of a box, such as 2x3, or 3x3+diagonals
    #[arg(long = "box", value_name = "RxC")]
    board: Option<Geometry>,

    /// Run a prepared race; further options replace its settings
    #[arg(long, value_name = "PRESET", value_parser = one_of::<Preset>())]
    preset: Option<Preset>,

    /// Make puzzles of these orders: 3, 2,3 or 2..6, both ends included
    #[arg(long, value_name = "N..M", value_parser = parse_orders)]
    orders: Option<Orders>,

    /// Make puzzles with random holes that keep these shares of clues, in percent, such as 30,40,50; with --orders [default: proper puzzles]
    #[arg(long, value_name = "P,…", value_delimiter = ',', requires = "orders", value_parser = clap::value_parser!(u8).range(0..=100))]
    shares: Vec<u8>,

    /// Make K puzzles of each kind; with --orders
    #[arg(long, value_name = "K", default_value_t = 10, requires = "orders")]
    count: u64,

    /// Add a solver, named as for `solve`; repeatable [default: the preset's, else those of this build that need no program]
    #[arg(long, value_name = "SOLVER", value_parser = solver(), hide_possible_values = true)]
    solver: Vec<Solver>,

    /// Run every SAT solver with every listed encoding
    #[arg(long, value_name = "ENCODING,…", value_parser = one_of::<Encoding>(), value_delimiter = ',', requires = "solver")]
    encoding: Vec<Encoding>,

    /// Run every SAT solver with every listed form of at-most-one
    #[arg(long, value_name = "FORM,…", value_parser = one_of::<AtMostOne>(), value_delimiter = ',', requires = "solver")]
    at_most_one: Vec<AtMostOne>,

    /// Deduce with these steps before each solver is asked, as for `solve`; repeatable
    #[arg(long, value_name = "STEPS", requires = "solver", value_parser = reduction())]
    reduce: Vec<Techniques>,

    /// Seed randomised solvers with this number in the first repetition, with the next ones later
    #[arg(long, value_name = "SEED", requires = "solver")]
    solver_seed: Option<u64>,

    /// Limit the time of a run, such as 10s, 500ms or 2m [default: the preset's, else 10s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,

    /// Limit the address space of a run, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 8192)]
    memory_limit: u64,

    /// Run each solver K times on each puzzle [default: the preset's, else 1]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    repetitions: Option<u32>,

    /// Seed the puzzles that are made, and the order of the runs
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    /// Write the race into this folder
    #[arg(long, value_name = "DIR", default_value = "race")]
    out: PathBuf,
}

/// Orders to make puzzles of.
#[derive(Clone, Debug)]
struct Orders(Vec<usize>);

/// The largest order of puzzles to make.
const MAX_ORDER: usize = 15;

fn parse_orders(text: &str) -> Result<Orders, String> {
    let wrong = || format!("expected orders from 1 to {MAX_ORDER} such as 3, 2,3 or 2..6, found {text:?}");
    let number =
        |word: &str| word.trim().parse().ok().filter(|order| (1..=MAX_ORDER).contains(order)).ok_or_else(wrong);
    let mut orders = Vec::new();
    for part in text.split(',') {
        match part.split_once("..") {
            Some((low, high)) => orders.extend(number(low)?..=number(high.trim_start_matches('='))?),
            None => orders.push(number(part)?),
        }
    }
    if orders.is_empty() { Err(wrong()) } else { Ok(Orders(orders)) }
}

impl Race {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let cancel = interrupt::cancel_on_signal();
        interrupt::end_at_second_signal();
        self.check_folder()?;
        let entrants = self.entrants()?;
        let instances = match self.instances(&cancel) {
            Ok(instances) => instances,
            Err(_) if cancel.is_cancelled() => return Ok(Status::Interrupted),
            Err(failure) => return Err(failure),
        };
        let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
        let memory = Some(self.memory_limit.saturating_mul(1 << 20));
        let options = Options {
            repetitions: self.repetitions.or(self.preset.map(Preset::repetitions)).unwrap_or(1),
            time: self.time_limit.or(self.preset.map(Preset::time)).unwrap_or(Duration::from_secs(10)),
            worker: Some(Worker { program, arguments: vec!["run-one".to_owned()], memory }),
            seed: self.seed,
            cancel,
        };
        let race = satdoku_race::Race { instances, entrants, options };
        let bar = bar();
        let results = race.run(&self.out, |watch| follow(&bar, watch));
        bar.finish_and_clear();
        let results = results.map_err(|error: RaceError| error.to_string())?;
        let mut out = io::stdout().lock();
        write!(out, "{}", table(&scores(&results)))?;
        Report::new(&results).and_then(|report| report.write(&self.out)).map_err(|error| error.to_string())?;
        writeln!(io::stderr(), "{}", summary(&self.out, &results))?;
        Ok(if results.is_complete() { Status::Fine } else { Status::Interrupted })
    }

    /// Refuses a folder with one of the input files in it, because rows and reports are written there.
    fn check_folder(&self) -> Result<(), String> {
        if self.files.is_empty() {
            return Ok(());
        }
        let inputs = Inputs::of(&self.files);
        let entries = fs::read_dir(&self.out).into_iter().flatten().flatten();
        entries.into_iter().try_for_each(|entry| inputs.check(&entry.path()))
    }

    fn entrants(&self) -> Result<Vec<Entrant>, String> {
        let entrants = match (&self.solver[..], self.preset) {
            ([], Some(preset)) => preset.entrants(),
            ([], None) => {
                let is_in_process = |solver: &Solver| match solver {
                    Solver::Sat(backend) => backend.is_compiled() && !matches!(backend, satdoku::Backend::External(_)),
                    _ => true,
                };
                Entrant::all(
                    &Solver::all()
                        .into_iter()
                        .filter(is_in_process)
                        .filter(|solver| solver.supports(Ability::Solve))
                        .collect::<Vec<_>>(),
                    &[],
                    &[],
                    &[],
                    None,
                )
            }
            (solvers, _) => Entrant::all(solvers, &self.encoding, &self.at_most_one, &self.reduce, self.solver_seed),
        };
        for entrant in &entrants {
            if let Solver::Sat(backend) = &entrant.solver
                && let satdoku::backend::Availability::Missing(why) = backend.availability()
            {
                return Err(format!("{}: {why}", entrant.solver));
            }
        }
        Ok(entrants)
    }

    fn instances(&self, cancel: &CancelToken) -> Result<Vec<Instance>, Failure> {
        let mut instances = Vec::new();
        for file in &self.files {
            self.read(file, &mut instances)?;
        }
        let budget = Budget::unlimited().with_cancel(cancel.clone());
        let made = match (&self.orders, self.preset) {
            (Some(Orders(orders)), _) => {
                Instance::generate(orders.iter().copied(), &self.shares, self.count, self.seed, &budget)
            }
            (None, Some(preset)) if self.files.is_empty() => preset.instances(self.seed, &budget),
            (None, None) if self.files.is_empty() => {
                return Err("expected puzzles: a FILE, --orders or --preset".to_owned().into());
            }
            _ => Ok(Vec::new()),
        };
        instances.extend(made.map_err(|error| match error {
            GenerateError::Stopped(StopReason::Cancelled) => "interrupted".to_owned(),
            error => error.to_string(),
        })?);
        Ok(instances)
    }

    fn read(&self, file: &Path, instances: &mut Vec<Instance>) -> Result<(), Failure> {
        let name = file_name::name(file);
        let reader = open::open(file).map_err(|error| format!("{name}: cannot open: {error}"))?;
        let options = ReadOptions::of(self.format, self.board.clone().map(std::sync::Arc::new));
        let set = file
            .file_stem()
            .filter(|_| file != Path::new("-"))
            .map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
        let before = instances.len();
        for (at, puzzle) in Puzzles::new(reader, options).enumerate() {
            let puzzle = puzzle.map_err(|error| Failure::located(&name, error))?;
            instances.push(Instance { set: set.clone(), name: (at + 1).to_string(), puzzle });
        }
        if instances.len() == before { Err(input::no_puzzle(&name, None)) } else { Ok(()) }
    }
}

/// The progress bar, on a terminal only.
fn bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos} of {len} runs, {eta} left  {wide_msg}");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn follow(bar: &ProgressBar, watch: Watch<'_>) {
    match watch.last {
        None => {
            bar.set_length(watch.all as u64);
            // Runs of an earlier start say nothing about the remaining time.
            bar.set_position(watch.made as u64);
            bar.reset_eta();
        }
        Some(record) => {
            bar.set_message(format!("{} {}: {}", record.set, record.instance, record.entrant));
            bar.set_position(watch.made as u64);
        }
    }
}

/// The scores as a table for the eye.
fn table(scores: &[Score]) -> String {
    let words = |set: &str, words: &[String]| [&[set.to_owned()], words].concat();
    let head = words("set", &Score::COLUMNS.map(str::to_owned));
    let rows = scores.iter().map(|score| words(&score.set, &score.row()));
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let cells = line.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            0 | 1 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// A summary line of the race.
fn summary(folder: &Path, results: &Results) -> String {
    let (runs, folder) = (results.records.len(), name(folder));
    if results.is_complete() {
        format!("{runs} runs: {folder}/report.html, report.md, report.tex, results.csv")
    } else {
        format!("interrupted after {runs} runs; the same command goes on from {folder}/results.jsonl")
    }
}
