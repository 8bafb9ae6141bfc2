//! `satdoku generate`.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use satdoku::generate::{Algorithm, GenerateError, Generated, Kind, Recipe, Solutions, Symmetry};
use satdoku::{Budget, CancelToken, Geometry, Solver, StopReason};
use serde_json::json;

use crate::cli::Failure;
use crate::cli::args::{OutputFormat, check_backend, parse_time};
use crate::cli::batch::jobs;
use crate::cli::interrupt;
use crate::cli::listed::{one_of, solver};
use crate::cli::output::{Printer, grid_value, has_blank_between, say};
use crate::cli::status::Status;
use crate::cli::terminal::Spinner;

/// Generate puzzles: proper, minimal, with holes, with several solutions or with none
///
/// Puzzle k depends on the seed and on k alone: the same command gives the same bytes on every machine and with any
/// number of jobs, and --skip and --shard give a part of the same puzzles.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku generate --box 3x3 --count 1000 --symmetry rotate180
  satdoku generate --order 4 --kind minimal --seed 7 --output rows
  satdoku generate --order 5 --clues 280
  satdoku generate --order 6 --kind holes --share 40 --balanced
  satdoku generate --box 2x3 --kind several --solutions 5 --count 10
  satdoku generate --order 3 --algorithm two --solver sat:varisat
  satdoku generate --order 3 --count 1000000 --shard 2/4 > part2.txt")]
pub(crate) struct Generate {
    /// The board: rows x columns of a box, such as 2x3, or 3x3+diagonals
    #[arg(long = "box", value_name = "RxC", required_unless_present = "order")]
    board: Option<Geometry>,

    /// The board of order N: boxes of N rows and N columns
    #[arg(long, value_name = "N", conflicts_with = "board")]
    order: Option<usize>,

    /// How many puzzles
    #[arg(long, value_name = "K", default_value_t = 1)]
    count: u64,

    /// The seed
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    /// Which puzzles
    #[arg(long, value_name = "KIND", default_value_t, value_parser = one_of::<Kind>())]
    kind: Kind,

    /// With --kind several: exactly K solutions, or at least K with a plus behind it [default: 2+]
    #[arg(long, value_name = "K|K+")]
    solutions: Option<Solutions>,

    /// How many clues [default: as few as are easily reached]
    #[arg(long, value_name = "K", conflicts_with = "share")]
    clues: Option<usize>,

    /// The share of clues, in percent of all cells
    #[arg(long, value_name = "P")]
    share: Option<Share>,

    /// The symmetry of the pattern of clues
    #[arg(long, value_name = "SYMMETRY", default_value_t, value_parser = one_of::<Symmetry>())]
    symmetry: Symmetry,

    /// With --kind holes: the same number of holes in every row, column and box, or one more
    #[arg(long)]
    balanced: bool,

    /// How puzzles are made
    #[arg(long, value_name = "ALGORITHM", default_value = "fast")]
    algorithm: AlgorithmName,

    /// With --algorithm two: the solver that it asks, as for `solve` [default: auto]
    #[arg(long, value_name = "SOLVER", value_parser = solver(), hide_possible_values = true)]
    solver: Option<Solver>,

    /// Leave out the first K puzzles
    #[arg(long, value_name = "K", default_value_t = 0)]
    skip: u64,

    /// Make only every Nth puzzle, from the Ith: 1/4, 2/4, 3/4 and 4/4 together make all
    #[arg(long, value_name = "I/N", default_value_t)]
    shard: Shard,

    /// How many puzzles to work on at once [default: one on each core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// End the whole run after so long, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,

    /// How to print [default: grid for one puzzle on a terminal, else line, or rows above side 35]
    #[arg(long, value_name = "FORM")]
    output: Option<OutputFormat>,
}

/// The kind with as many solutions as are asked for, which only `several` can have.
pub(crate) fn kind_with(kind: Kind, solutions: Option<Solutions>) -> Option<Kind> {
    match (kind, solutions) {
        (kind, None) => Some(kind),
        (Kind::Several(_), Some(solutions)) => Some(Kind::Several(solutions)),
        (_, Some(_)) => None,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AlgorithmName {
    /// The quickest way there is
    Fast,
    /// Digits at random while there is a solution, then holes while there is one only; any solver is asked
    Two,
}

/// A share in percent.
#[derive(Clone, Copy, Debug)]
struct Share(f64);

impl FromStr for Share {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let number = word.strip_suffix('%').unwrap_or(word).parse().ok();
        let share = number.filter(|share| (0.0..=100.0).contains(share));
        share.map(Self).ok_or_else(|| format!("expected a share from 0 to 100, found {word:?}"))
    }
}

impl Share {
    fn of(self, cells: usize) -> usize {
        #[allow(clippy::cast_precision_loss, clippy::cast_sign_loss)] // At most all cells, of which there are millions.
        let clues = (cells as f64 * self.0 / 100.0).round() as usize;
        clues
    }
}

/// A part of the puzzles: those whose number from 0 leaves `part` when divided by `of`.
#[derive(Clone, Copy, Debug)]
struct Shard {
    part: u64,
    of: u64,
}

impl Default for Shard {
    fn default() -> Self {
        Self { part: 0, of: 1 }
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.part + 1, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let numbers = word.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((part, of)) if (1..=of).contains(&part) => Ok(Self { part: part - 1, of }),
            _ => Err(format!("expected a part such as 1/4, found {word:?}")),
        }
    }
}

/// Puzzles that may wait for one before them.
const MOST_AHEAD: u64 = 1 << 14;

impl Generate {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let recipe = self.recipe()?;
        recipe.check().map_err(|error| error.to_string())?;
        if let Some(solver) = &self.solver {
            check_backend(solver, None, &[])?;
        }
        let cancel = interrupt::cancel_on_signal();
        interrupt::end_in_time();
        let budget = Budget::unlimited().with_cancel(cancel.clone());
        let budget = self.time_limit.map_or(budget.clone(), |time| budget.with_time(time));
        let numbers = Numbers::new(self.skip, self.count, self.shard);
        let is_one = numbers.left == 1;
        let written = Arc::new(AtomicU64::new(0));
        interrupt::set_report(report(numbers.left, Arc::clone(&written)));
        let is_shown = is_one || !io::stdout().is_terminal();
        let (wanted, made) = (numbers.left, Arc::clone(&written));
        let show = move || format!("{} of {wanted} made", made.load(Ordering::Relaxed));
        let mut spinner = Some(Spinner::start(!is_shown, show));
        let printer = Printer::new(self.output, is_one && io::stdout().is_terminal());
        let jobs = u64::try_from(jobs(self.jobs)).unwrap_or(u64::MAX).min(numbers.left.max(1)).min(256);
        let shared = Shared { numbers: Mutex::new(numbers), written: Condvar::new() };
        let (sender, made) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                let (sender, shared, recipe, budget) = (sender.clone(), &shared, &recipe, &budget);
                scope.spawn(move || shared.work(recipe, budget, &sender));
            }
            drop(sender);
            let writer = Writer {
                out: BufWriter::new(io::stdout()),
                printer,
                recipe: &recipe,
                shared: &shared,
                cancel: &cancel,
                count: 0,
                written,
                spinner: if is_one { spinner.take() } else { None },
            };
            let result = writer.write_all(&made);
            shared.close();
            cancel.cancel();
            result
        })
    }

    fn recipe(&self) -> Result<Recipe, String> {
        let board = match (&self.board, self.order) {
            (Some(board), _) => board.clone(),
            (None, order) => Geometry::order(order.unwrap_or_default()).map_err(|error| error.to_string())?,
        };
        if self.solver.is_some() && self.algorithm != AlgorithmName::Two {
            return Err("--solver goes with --algorithm two only".to_owned());
        }
        let kind = kind_with(self.kind, self.solutions).ok_or("--solutions goes with --kind several only")?;
        let algorithm = match self.algorithm {
            AlgorithmName::Fast => Algorithm::Fast,
            AlgorithmName::Two => Algorithm::Two(self.solver.clone().unwrap_or_default()),
        };
        let clues = self.clues.or(self.share.map(|share| share.of(board.cell_count())));
        let recipe = Recipe::new(&Arc::new(board), kind);
        let (symmetry, balanced, seed) = (self.symmetry, self.balanced, self.seed);
        Ok(Recipe { algorithm, symmetry, clues, balanced, seed, ..recipe })
    }
}

/// What is said of a run that is interrupted.
fn report(wanted: u64, written: Arc<AtomicU64>) -> impl Fn() -> String + Send {
    move || {
        let written = written.load(Ordering::Relaxed);
        let noun = if wanted == 1 { "puzzle" } else { "puzzles" };
        format!("interrupted after {written} of {wanted} {noun}; --skip leaves out those that were made")
    }
}

/// The numbers of puzzles that are still to be made.
#[derive(Debug)]
struct Numbers {
    first: u64,
    step: u64,
    next: u64,
    left: u64,
    /// Beyond this number too many would wait for those before them.
    horizon: u64,
}

impl Numbers {
    fn new(skip: u64, count: u64, shard: Shard) -> Self {
        let end = skip.saturating_add(count);
        let ahead = (shard.part + shard.of - skip % shard.of) % shard.of;
        let first = skip.saturating_add(ahead);
        let left = end.saturating_sub(first).div_ceil(shard.of);
        let horizon = first.saturating_add(MOST_AHEAD.saturating_mul(shard.of));
        Self { first, step: shard.of, next: first, left, horizon }
    }

    /// Which in the order of printing a number is.
    fn place(&self, number: u64) -> u64 {
        (number - self.first) / self.step
    }
}

/// What the threads share.
struct Shared {
    numbers: Mutex<Numbers>,
    /// Told when the horizon moves, or when there will be no more numbers.
    written: Condvar,
}

impl Shared {
    fn numbers(&self) -> std::sync::MutexGuard<'_, Numbers> {
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next number, if it is not too far ahead.
    fn next(&self) -> Option<u64> {
        let mut numbers = self.numbers();
        if numbers.left == 0 || numbers.next >= numbers.horizon {
            return None;
        }
        let number = numbers.next;
        numbers.next += numbers.step;
        numbers.left -= 1;
        Some(number)
    }

    /// Waits until there may be a next number; false where there is none.
    fn wait(&self) -> bool {
        let is_closed_in = |numbers: &mut Numbers| numbers.left > 0 && numbers.next >= numbers.horizon;
        let numbers = self.written.wait_while(self.numbers(), is_closed_in);
        numbers.unwrap_or_else(PoisonError::into_inner).left > 0
    }

    /// Lets nobody take another number.
    fn close(&self) {
        self.numbers().left = 0;
        self.written.notify_all();
    }

    fn work(&self, recipe: &Recipe, budget: &Budget, made: &mpsc::Sender<Result<Generated, GenerateError>>) {
        let mut has_more = true;
        while has_more {
            // The puzzles in the making are finished before it waits.
            let puzzles = match recipe.puzzles(std::iter::from_fn(|| self.next()), budget) {
                Ok(puzzles) => puzzles,
                Err(error) => return drop(made.send(Err(error))),
            };
            for generated in puzzles {
                let is_over = generated.is_err();
                if made.send(generated).is_err() || is_over {
                    return;
                }
            }
            has_more = self.wait();
        }
    }
}

/// Writes puzzles in the order of their numbers.
struct Writer<'a> {
    out: BufWriter<io::Stdout>,
    printer: Printer,
    recipe: &'a Recipe,
    shared: &'a Shared,
    cancel: &'a CancelToken,
    /// Puzzles that were written.
    count: u64,
    /// The same, for whoever reports.
    written: Arc<AtomicU64>,
    /// Cleared before the first puzzle is printed.
    spinner: Option<Spinner>,
}

impl Writer<'_> {
    fn write_all(mut self, made: &mpsc::Receiver<Result<Generated, GenerateError>>) -> Result<Status, Failure> {
        let mut waiting = BTreeMap::new();
        let mut stopped = None;
        let mut cancelled: Option<Instant> = None;
        loop {
            let ended = match made.recv_timeout(interrupt::LOOK) {
                Ok(Ok(generated)) => {
                    let place = self.shared.numbers().place(generated.number);
                    waiting.insert(place, Ok(generated));
                    false
                }
                Ok(Err(GenerateError::Missed(missed))) => {
                    let place = self.shared.numbers().place(missed.number);
                    waiting.insert(place, Err(missed));
                    false
                }
                Ok(Err(GenerateError::Stopped(reason))) => {
                    stopped = Some(reason);
                    false
                }
                Ok(Err(error)) => {
                    self.out.flush()?;
                    return Err(error.to_string().into());
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.out.flush()?;
                    false
                }
                Err(RecvTimeoutError::Disconnected) => true,
            };
            while let Some(next) = waiting.remove(&self.count) {
                match next {
                    Ok(generated) => self.write(&generated)?,
                    Err(missed) => {
                        if let Some(closest) = &missed.closest {
                            self.write(closest)?;
                        }
                        self.out.flush()?;
                        say(&format!("{missed}\n"));
                        return Ok(Status::Budget);
                    }
                }
            }
            if waiting.is_empty() {
                self.out.flush()?;
            }
            if self.cancel.is_cancelled() {
                // Who cannot be stopped in time is not waited for.
                let since = cancelled.get_or_insert_with(Instant::now);
                if ended || since.elapsed() > interrupt::grace() {
                    interrupt::take_time();
                    self.out.flush()?;
                    interrupt::exit();
                }
            } else if ended {
                self.out.flush()?;
                return Ok(self.end(stopped));
            }
        }
    }

    /// Says why there are no more.
    fn end(&self, stopped: Option<StopReason>) -> Status {
        let Some(reason) = stopped else { return Status::Fine };
        let noun = if self.count == 1 { "puzzle" } else { "puzzles" };
        say(&format!("{reason} after {} {noun}\n", self.count));
        Status::Budget
    }

    fn write(&mut self, generated: &Generated) -> io::Result<()> {
        drop(self.spinner.take());
        let mut text = String::new();
        let format = self.printer.format(&self.recipe.board);
        if self.count > 0 && has_blank_between(format, false) {
            text.push('\n');
        }
        if format == OutputFormat::Json {
            let mut object = json!({
                "number": generated.number + 1,
                "seed": self.recipe.seed,
                "board": self.recipe.board.to_string(),
                "clues": generated.puzzle.clue_count(),
                "puzzle": grid_value(&generated.puzzle),
            });
            if let Some(solution) = &generated.solution {
                object["solution"] = grid_value(solution);
            }
            text = format!("{object}\n");
        } else {
            self.printer.grid(&generated.puzzle, &mut text);
        }
        self.out.write_all(text.as_bytes())?;
        self.count += 1;
        self.written.store(self.count, Ordering::Relaxed);
        let mut numbers = self.shared.numbers();
        numbers.horizon = numbers.horizon.saturating_add(numbers.step);
        self.shared.written.notify_all();
        Ok(())
    }
}
