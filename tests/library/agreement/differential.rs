//! Random puzzles and all solvers of the build: they agree on the answer and on the count up to a limit. That a solver gave
//! up is no disagreement.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use satdoku::geometry::Regions;
use satdoku::grid::format::Format;
use satdoku::{Backend, Budget, Count, Grid, Natural, Options, Session, Solver, StopReason, Verdict};

use crate::agreement::puzzles::{IN_A_BLOCK, Way, block};
use crate::common::{cases, is_in_reach, say, solvers};

/// Counting ends here.
const MAX_SOLUTIONS: u64 = 6;

/// Solvers that begin anew for each solution, or start threads or a program for each question, are asked no further than this.
const MAX_SOLUTIONS_IF_SLOW: u64 = 2;

/// A direct search gives up after so many steps, any other after so long.
const STEPS: u64 = 20_000;
const TIME: Duration = Duration::from_secs(10);

/// With a number of one's own, sums are told after so many puzzles.
const TELL_EVERY: u64 = 10_000;

/// How often a solver is asked: about every n-th puzzle.
fn turn(solver: &Solver, side: usize) -> u64 {
    match solver {
        Solver::Sat(Backend::External(_)) => 100,
        Solver::Portfolio => 10,
        // They take a while on larger boards.
        Solver::Sat(Backend::Splr) | Solver::AlgorithmX if side > 9 => 10,
        _ => 1,
    }
}

fn most(solver: &Solver) -> u64 {
    match solver {
        Solver::Sat(Backend::External(_) | Backend::Splr) | Solver::Portfolio => MAX_SOLUTIONS_IF_SLOW,
        _ => MAX_SOLUTIONS,
    }
}

/// What all solvers said of all puzzles.
#[derive(Default)]
struct Record {
    puzzles: u64,
    by_count: BTreeMap<String, u64>,
    by_way: BTreeMap<String, u64>,
    by_board: BTreeMap<String, u64>,
    asked: BTreeMap<String, (u64, u64)>,
    disagreements: Vec<String>,
}

/// The solvers that were opened on a board.
struct Bench {
    board: String,
    sessions: Vec<(Solver, Session)>,
}

impl Bench {
    fn on(puzzle: &Grid, solvers: &[Solver]) -> Self {
        let board = puzzle.geometry();
        let budget = Budget::unlimited().with_time(TIME).with_steps(STEPS);
        let options = Options::default().with_budget(budget);
        let knows = |solver: &&Solver| **solver != Solver::Nine || board.to_string() == "3x3";
        let open = |solver: &Solver| (solver.clone(), solver.session(board, &options).unwrap());
        Self { board: board.to_string(), sessions: solvers.iter().filter(knows).map(open).collect() }
    }
}

/// What one solver said: the count as far as it went, and whether it found a solution by itself.
fn ask(session: &mut Session, puzzle: &Grid, most: u64) -> Result<(Count, Option<bool>), String> {
    let count = session.count(puzzle, Some(most)).map_err(|error| error.to_string())?;
    let solved = match session.solve(puzzle).map_err(|error| error.to_string())? {
        Verdict::Satisfiable(_) => Some(true),
        Verdict::Unsatisfiable => Some(false),
        Verdict::Unknown(_) => None,
    };
    Ok((count, solved))
}

/// Whether an answer can be true of a puzzle with at least and at most so many solutions; narrows both.
fn fits(count: &Count, solved: Option<bool>, range: &mut (u64, u64)) -> bool {
    let number = |count: &Natural| count.to_u64().expect("a small count");
    let (least, most) = match count {
        Count::Exact(count) => (number(count), number(count)),
        Count::AtLeast(count, _) => (number(count), u64::MAX),
    };
    let (least, most) = match solved {
        Some(true) => (least.max(1), most),
        Some(false) => (least, 0),
        None => (least, most),
    };
    *range = (range.0.max(least), range.1.min(most));
    range.0 <= range.1
}

impl Record {
    fn see(&mut self, bench: &mut Bench, number: u64, way: Way, puzzle: &Grid) {
        self.puzzles += 1;
        let mut range = (0, u64::MAX);
        let mut said = String::new();
        let mut agrees = true;
        for (solver, session) in &mut bench.sessions {
            let side = puzzle.geometry().digit_count();
            if !number.is_multiple_of(turn(solver, side)) || !is_in_reach(solver, puzzle) {
                continue;
            }
            let (asked, gave_up) = self.asked.entry(solver.to_string()).or_default();
            *asked += 1;
            match ask(session, puzzle, most(solver)) {
                Ok((count, solved)) => {
                    let stopped = matches!(count, Count::AtLeast(_, reason) if reason != StopReason::Limit);
                    *gave_up += u64::from(stopped || solved.is_none());
                    agrees &= fits(&count, solved, &mut range);
                    let _ = writeln!(said, "c {solver}: {count}, {solved:?}");
                }
                Err(error) => {
                    agrees = false;
                    let _ = writeln!(said, "c {solver}: {error}");
                }
            }
        }
        let kind = match range {
            (0, 0) => "none",
            (1, 1) => "one",
            (2.., _) => "several",
            _ => "undecided",
        };
        *self.by_count.entry(kind.to_owned()).or_default() += 1;
        *self.by_way.entry(format!("{way:?}")).or_default() += 1;
        let board = match puzzle.geometry().shape() {
            Regions::Irregular => format!("jigsaw {}", puzzle.geometry().digit_count()),
            _ => puzzle.geometry().to_string(),
        };
        *self.by_board.entry(board).or_default() += 1;
        if !agrees {
            let mut text = said;
            Format::Header.write(puzzle, &mut text).unwrap();
            let file = folder().join(format!("disagreement-{number}.txt"));
            // It is told in any case.
            let saved = std::fs::write(&file, &text).err().map_or(String::new(), |error| format!(" ({error})"));
            self.disagreements.push(format!("{}{saved}:\n{text}", file.display()));
        }
    }

    fn add(&mut self, other: Self) {
        fn add(sums: &mut BTreeMap<String, u64>, more: BTreeMap<String, u64>) {
            for (name, count) in more {
                *sums.entry(name).or_default() += count;
            }
        }
        self.puzzles += other.puzzles;
        add(&mut self.by_count, other.by_count);
        add(&mut self.by_way, other.by_way);
        add(&mut self.by_board, other.by_board);
        for (solver, (asked, gave_up)) in other.asked {
            let sums = self.asked.entry(solver).or_default();
            *sums = (sums.0 + asked, sums.1 + gave_up);
        }
        self.disagreements.extend(other.disagreements);
    }

    fn tell(&self, since: Instant) {
        say(&format!("{} puzzles in {:.0} s: {:?}", self.puzzles, since.elapsed().as_secs_f64(), self.by_count));
        say(&format!("  by how they were made: {:?}", self.by_way));
        say(&format!("  by board: {:?}", self.by_board));
        say(&format!("  solver: (asked, gave up): {:?}", self.asked));
        say(&format!("  disagreements: {}", self.disagreements.len()));
    }
}

/// Where disagreements are saved.
fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("agreement");
    let _ = std::fs::create_dir_all(&folder);
    folder
}

#[test]
fn all_solvers_agree_about_random_puzzles() {
    let asked = std::env::var("SATDOKU_AGREEMENT").ok();
    // The quick size asks about the first puzzles of each block, so that every board is met.
    let (puzzles, of_each) = match asked.as_deref() {
        None => cases((160, 4), (512, IN_A_BLOCK)),
        Some("forever") => (u64::MAX, IN_A_BLOCK),
        Some(number) => (number.parse().expect("SATDOKU_AGREEMENT is a number of puzzles or forever"), IN_A_BLOCK),
    };
    let run = Run {
        solvers: solvers(),
        puzzles,
        of_each,
        next: AtomicU64::new(0),
        record: Mutex::default(),
        since: Instant::now(),
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| run.work(asked.is_some()));
        }
    });
    let record = run.record.into_inner().unwrap();
    record.tell(run.since);
    for kind in ["none", "one", "several"] {
        assert!(10 * record.by_count.get(kind).copied().unwrap_or(0) > record.puzzles, "few puzzles with {kind}");
    }
    assert!(record.disagreements.is_empty(), "{}", record.disagreements.join("\n"));
}

/// What the threads share.
struct Run {
    solvers: Vec<Solver>,
    /// The number behind the last puzzle.
    puzzles: u64,
    /// How many of each block are asked about.
    of_each: usize,
    /// The next block.
    next: AtomicU64,
    record: Mutex<Record>,
    since: Instant,
}

impl Run {
    /// Takes block after block, until there were enough puzzles.
    fn work(&self, is_told: bool) {
        let mut bench: Option<Bench> = None;
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let (way, block) = block(number);
            let mut seen = Record::default();
            for (puzzle, number) in block.iter().take(self.of_each).zip(number * IN_A_BLOCK as u64..self.puzzles) {
                let bench = match &mut bench {
                    Some(bench) if bench.board == puzzle.geometry().to_string() => bench,
                    _ => bench.insert(Bench::on(puzzle, &self.solvers)),
                };
                seen.see(bench, number, way, puzzle);
            }
            let mut record = self.record.lock().unwrap();
            let before = record.puzzles;
            record.add(seen);
            if is_told && before / TELL_EVERY != record.puzzles / TELL_EVERY {
                record.tell(self.since);
            }
            if (number + 1).saturating_mul(IN_A_BLOCK as u64) >= self.puzzles {
                return;
            }
        }
    }
}
