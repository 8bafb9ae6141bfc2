//! Puzzles generated per second beside other people's generators: one core, CPU time, all in one run.
//!
//! `nice cargo run --release -p satdoku-peers --bin generate [WORD…]` measures the rows whose name contains a word.
//! Peers: the crate `sudoku`, in process; `QQWing` and `solo`, the programs of Debian's packages `qqwing` and
//! `sgt-puzzles`, or what `QQWING` and `SOLO` name, each in a process of its own. What is missing is named. Every puzzle of
//! ours is counted to 2 by another engine than made it, outside the time; one that is called minimal is counted again
//! without each of its clues.

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use cpu_time::ThreadTime;
use satdoku::generate::{Kind, Recipe, Symmetry};
use satdoku::{Backend, Budget, Encoding, Geometry, Grid, Options, Session, Solver, Techniques};
use sudoku::Sudoku;

const SEED: u64 = 20_261_120;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let wants = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
    println!("{:48}{:>9}{:>12}{:>12}{:>8}", "", "puzzles", "per second", "ms each", "clues");
    for (name, measure) in rows() {
        if wants(name) {
            measure(name);
        }
    }
}

type Measure = Box<dyn Fn(&str)>;

fn rows() -> Vec<(&'static str, Measure)> {
    let symmetric = recipe(3, Kind::Unique).with_symmetry(Symmetry::HalfTurn);
    let proper16 = recipe(4, Kind::Unique).with_clues(100);
    let proper25 = recipe(5, Kind::Unique).with_clues(280);
    vec![
        ("9x9 proper, rotate180: satdoku", ours(symmetric, 20_000)),
        ("9x9 proper, rotate180: sudoku", Box::new(|name| crate_sudoku(name, 4_000, Sudoku::generate))),
        ("9x9 proper, rotate180: solo", solo("3x3d0", 300)),
        ("9x9 proper, rotate180: qqwing", qqwing(60)),
        ("9x9 minimal: satdoku", ours(recipe(3, Kind::Minimal), 20_000)),
        (
            "9x9 minimal: sudoku",
            Box::new(|name| crate_sudoku(name, 4_000, || Sudoku::generate_from(Sudoku::generate_solved()))),
        ),
        ("16x16 proper, 100 clues: satdoku", ours(proper16, 300)),
        ("16x16 proper: solo", solo("4x4d0", 60)),
        ("16x16 minimal: satdoku", ours(recipe(4, Kind::Minimal), 30)),
        ("25x25 proper, 280 clues: satdoku", ours(proper25, 40)),
        ("25x25 proper: solo", solo("5x5d0", 4)),
        ("25x25 minimal: satdoku", ours(recipe(5, Kind::Minimal), 1)),
    ]
}

fn recipe(order: usize, kind: Kind) -> Recipe {
    let board = Arc::new(Geometry::of_order(order).expect("the board fits"));
    Recipe::new(&board, kind).with_seed(SEED)
}

fn row(name: &str, puzzles: usize, time: Duration, clues: usize) {
    #[allow(clippy::cast_precision_loss)] // Rates for a person to read.
    let (puzzles, clues) = (puzzles as f64, clues as f64);
    let each = time.as_secs_f64() / puzzles;
    println!("{name:48}{puzzles:9}{:12.1}{:12.3}{:8.1}", 1.0 / each, each * 1e3, clues / puzzles);
}

fn ours(recipe: Recipe, puzzles: u64) -> Measure {
    Box::new(move |name| {
        let start = ThreadTime::now();
        let stream = recipe.puzzles(0..puzzles, &Budget::unlimited()).expect("the recipe can be followed");
        let made: Vec<Grid> = stream.map(|made| made.expect("no limit").puzzle).collect();
        let time = start.elapsed();
        row(name, made.len(), time, made.iter().map(Grid::clue_count).sum());
        check(&recipe, &made);
    })
}

/// Counts to 2 by an engine that had no part in the making, a few hundred puzzles of each row.
fn check(recipe: &Recipe, made: &[Grid]) {
    let mut session = if recipe.board.digit_count() == 9 {
        let options = Options::default();
        Solver::DancingLinks(satdoku::ItemChoice::Smallest).session(&recipe.board, &options)
    } else {
        let options = Options::default().with_encoding(Encoding::Extended).with_reduce(Techniques::SINGLES);
        Solver::Sat(Backend::Varisat).session(&recipe.board, &options)
    }
    .expect("the solver is in this build");
    for puzzle in made.iter().take(300) {
        assert!(is_unique(&mut session, puzzle), "not proper: {puzzle}");
    }
    // At 25×25 this would take as long as the making.
    if recipe.kind == Kind::Minimal && recipe.board.digit_count() <= 16 {
        for puzzle in made.iter().take(5) {
            for clue in puzzle.clues() {
                let mut without = puzzle.clone();
                without.set(clue.cell, None).expect("a cell of the board");
                assert!(!is_unique(&mut session, &without), "not minimal: {puzzle}");
            }
        }
    }
}

fn is_unique(session: &mut Session, puzzle: &Grid) -> bool {
    session.is_unique(puzzle).expect("an answer").expect("no limit")
}

fn crate_sudoku(name: &str, puzzles: usize, generate: impl Fn() -> Sudoku) {
    let start = ThreadTime::now();
    let made: Vec<Sudoku> = (0..puzzles).map(|_| generate()).collect();
    let time = start.elapsed();
    let clues = |puzzle: &Sudoku| puzzle.iter().flatten().count();
    row(name, puzzles, time, made.iter().map(clues).sum());
    assert!(made.iter().all(|puzzle| puzzle.is_uniquely_solvable()));
}

fn solo(parameters: &'static str, puzzles: usize) -> Measure {
    Box::new(move |name| {
        let number = puzzles.to_string();
        // `3x3:a5b12_3…`: letters are runs of empty cells.
        let clues = |line: &str| {
            let cells = line.split_once(':').map_or("", |(_, cells)| cells);
            cells.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty()).count()
        };
        run(name, "SOLO", "/usr/games/sgt-solo", &["--generate", &number, parameters], clues);
    })
}

fn qqwing(puzzles: usize) -> Measure {
    Box::new(move |name| {
        let number = puzzles.to_string();
        let arguments = ["--generate", &number, "--symmetry", "rotate180", "--one-line"];
        run(name, "QQWING", "qqwing", &arguments, |line| line.bytes().filter(u8::is_ascii_digit).count());
    })
}

/// Runs a program that prints one puzzle a line.
fn run(name: &str, variable: &str, program: &str, arguments: &[&str], clues: impl Fn(&str) -> usize) {
    let program = std::env::var(variable).unwrap_or_else(|_| program.to_owned());
    let before = children();
    match Command::new(&program).args(arguments).output() {
        Ok(output) if output.status.success() => {
            let time = children().saturating_sub(before);
            let text = String::from_utf8_lossy(&output.stdout);
            row(name, text.lines().count(), time, text.lines().map(clues).sum());
        }
        Ok(output) => println!("{name:48} skipped: {program} ended with {}", output.status),
        Err(error) => println!("{name:48} skipped: {program}: {error}; {variable} can name it"),
    }
}

/// The CPU time of the programs that were run and have ended, in hundredths of a second.
fn children() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The fields behind the name in brackets: from the state, the times of children are the 14th and the 15th.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    let ticks: u64 = fields.skip(13).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}
