//! What several test files share.

#[cfg(feature = "external")]
pub(crate) mod fake_solver;
pub(crate) mod replay;

use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use satdoku::backend::Availability;
use satdoku::grid::format::{Puzzles, ReadOptions};
use satdoku::{Backend, ClauseSink, Cnf, Geometry, Grid, ItemChoice, Solver, Var};

/// A line of the corpus.
#[derive(Debug)]
pub(crate) struct Case {
    /// Shape and puzzle as they stand in the file.
    pub name: String,
    /// The puzzle.
    pub puzzle: Grid,
    /// How many solutions it has.
    pub count: u64,
    /// The solution where there is exactly one.
    pub solution: Option<Grid>,
}

/// The puzzles that every solver must answer.
pub(crate) fn corpus() -> Vec<Case> {
    let text = include_str!("../../data/corpus.txt");
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(case).collect()
}

fn case(line: &str) -> Case {
    let [puzzle, count, solution] = line.splitn(3, " :").map(str::trim).collect::<Vec<_>>()[..] else {
        panic!("three fields: {line}")
    };
    let (shape, cells) = puzzle.split_once(' ').unwrap_or_else(|| panic!("a shape and a puzzle: {line}"));
    Case {
        name: puzzle.to_owned(),
        puzzle: grid(shape, cells),
        count: count.parse().unwrap_or_else(|error| panic!("{error}: {line}")),
        solution: (!solution.is_empty()).then(|| grid(shape, solution)),
    }
}

/// Whether tests run in their thorough sizes, as `SATDOKU_TESTS=thorough` asks for: some then take eight times as long.
pub(crate) fn is_thorough() -> bool {
    std::env::var_os("SATDOKU_TESTS").is_some_and(|sizes| sizes == "thorough")
}

/// What a test takes in its quick size, or in its thorough one.
pub(crate) fn cases<T>(quick: T, thorough: T) -> T {
    if is_thorough() { thorough } else { quick }
}

/// All of some cases in the thorough size; in the quick one every seventh, from the one with this number on, or all if
/// they are few. Puzzles of the corpus come in threes, with one solution, several and none: each part has some of each.
pub(crate) fn part<T>(all: Vec<T>, number: usize) -> Vec<T> {
    let parts = if is_thorough() || all.len() < 14 { 1 } else { 7 };
    all.into_iter().skip(number % parts).step_by(parts).collect()
}

/// Says something even of a test that passes: the test runner keeps back only what `println!` prints.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Does something that must end by itself, on a thread of its own; it fails where that takes longer than anybody waits.
pub(crate) fn within<T: Send + 'static>(limit: Duration, ask: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, answer) = mpsc::channel();
    let asked = std::thread::spawn(move || drop(sender.send(ask())));
    match answer.recv_timeout(limit) {
        Ok(answer) => answer,
        Err(RecvTimeoutError::Timeout) => panic!("not ended within {limit:?}"),
        Err(RecvTimeoutError::Disconnected) => match asked.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(()) => panic!("no answer"),
        },
    }
}

/// A board by the words of `--box`.
pub(crate) fn board(shape: &str) -> Arc<Geometry> {
    Arc::new(shape.parse().unwrap_or_else(|error| panic!("{error}: {shape}")))
}

/// A grid in the line format on a board.
pub(crate) fn grid(shape: &str, cells: &str) -> Grid {
    let options = ReadOptions::of(None, Some(board(shape)));
    let first = Puzzles::new(cells.as_bytes(), options).next();
    first.unwrap_or_else(|| panic!("no puzzle: {cells}")).unwrap_or_else(|error| panic!("{error}: {cells}"))
}

/// Whether a solver answers a puzzle in reasonable time; what lies beyond its reach is no disagreement.
pub(crate) fn is_in_reach(solver: &Solver, puzzle: &Grid) -> bool {
    let (side, open) = (puzzle.geometry().digit_count(), puzzle.empty_cells().count());
    match solver {
        Solver::Nine | Solver::Columns => puzzle.geometry().to_string() == "3x3",
        Solver::Backtracking | Solver::DancingLinks(ItemChoice::Leftmost) => side <= 9 && open <= 60,
        Solver::Mrv | Solver::AlgorithmX => side <= 12,
        Solver::Sat(Backend::Splr) => side <= 16,
        _ => true,
    }
}

/// The puzzles of the corpus that a solver can be expected to answer; the rest is named.
pub(crate) fn corpus_for(solver: &Solver) -> Vec<Case> {
    let (near, far): (Vec<Case>, Vec<Case>) = corpus().into_iter().partition(|case| is_in_reach(solver, &case.puzzle));
    if !far.is_empty() {
        say(&format!("skipped: {solver}: {} puzzles beyond its reach", far.len()));
    }
    near
}

/// The solvers of this build that decide every question and can run on this machine; the others are named.
pub(crate) fn solvers() -> Vec<Solver> {
    let is_here = |solver: &Solver| match solver {
        Solver::Sat(backend) => match backend.availability() {
            Availability::Ready(_) => true,
            Availability::Missing(why) => {
                say(&format!("skipped: {solver}: {why}"));
                false
            }
        },
        // The one never says that there is none, the other only counts: `tests/library/peers/local.rs` and
        // `tests/library/counting.rs` ask them.
        Solver::Local | Solver::Columns => false,
        _ => true,
    };
    Solver::all().into_iter().filter(is_here).collect()
}

/// Those of them that answer on any board.
#[allow(dead_code)] // Not every test file asks for these.
pub(crate) fn solvers_of_any_board() -> Vec<Solver> {
    solvers().into_iter().filter(|solver| *solver != Solver::Nine).collect()
}

/// More pigeons than holes: few clauses that keep any solver by resolution busy for longer than a test lasts.
pub(crate) fn pigeonhole(holes: usize) -> Cnf {
    let lit = |pigeon: usize, hole: usize| Var::new(pigeon * holes + hole).positive();
    let mut cnf = Cnf::new();
    for pigeon in 0..=holes {
        let Ok(()) = cnf.add_clause(&(0..holes).map(|hole| lit(pigeon, hole)).collect::<Vec<_>>());
    }
    for hole in 0..holes {
        let Ok(()) = cnf.add_pairwise(&(0..=holes).map(|pigeon| lit(pigeon, hole)).collect::<Vec<_>>());
    }
    cnf
}
