//! Puzzles per second of our 9×9 kernel beside the `sudoku` crate: one thread, CPU time, both in one run.
//!
//! `cargo run --release -p satdoku-peers --bin throughput [SET…]` reads the sets in `$SATDOKU_PUZZLES/9x9`, by
//! default `../shared/puzzles/9x9`. Every puzzle is relabelled at random (digits, rows, columns, bands, stacks,
//! transposition) with a fixed seed. Each answer of each path is compared with the peer's before it is counted,
//! and solutions are checked against the rules. The rounds of both sides alternate and the best one counts.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use cpu_time::ThreadTime;
use satdoku::generate::{Kind, Random, Recipe, Relabelling};
use satdoku::nine::{self, GridBytes, InstructionSet, Question, Stream};
use satdoku::{Budget, Geometry, Grid};
use sudoku::Sudoku;

/// Rounds of which the fastest counts.
const ROUNDS: usize = 3;
/// Puzzles are repeated up to this number, each time relabelled anew, and cut at it.
const PUZZLES: usize = 20_000;
/// Solutions a peer is asked to count of one sparse grid.
const SOLUTIONS: u64 = 2_000_000;
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

fn main() {
    let folder = std::env::var_os("SATDOKU_PUZZLES").map_or_else(|| PathBuf::from("../shared/puzzles"), PathBuf::from);
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let wants = |name: &str| wanted.is_empty() || wanted.iter().any(|w| name.contains(w.as_str()));
    let paths: Vec<InstructionSet> = InstructionSet::available().collect();
    let board = Arc::new(Geometry::of_order(3).expect("the board fits"));
    let mut random = Random::new(SEED, 0);

    let mut sets = read_sets(&folder.join("9x9"));
    if sets.is_empty() {
        println!("no puzzles in {}: using generated ones", folder.display());
        sets.push(("generated".into(), generated(&board)));
    }
    println!("at most {PUZZLES} puzzles a set, best of {ROUNDS} rounds, seed {SEED:#x}, CPU time of one thread");
    println!("\nthousand puzzles per second, counting to 2, and the ratio to the sudoku crate");
    header(&paths, "sudoku");
    for (name, base) in sets.iter().filter(|(name, _)| wants(name)) {
        let records: Vec<GridBytes> =
            base.iter().cycle().take(PUZZLES).map(|record| relabel(record, &board, &mut random)).collect();
        compare(name, &records, &paths);
    }

    println!("\nthousand puzzles per second for the first solution");
    header(&paths, "sudoku");
    for (name, base) in sets.iter().filter(|(name, _)| wants(name)) {
        let records: Vec<GridBytes> =
            base.iter().cycle().take(PUZZLES).map(|record| relabel(record, &board, &mut random)).collect();
        compare_first(name, &records, &paths);
    }

    if wants("sparse") {
        println!("\nthousand solutions per second of one sparse grid, up to {SOLUTIONS} of each");
        header(&paths, "sudoku");
        for clues in [17, 18, 19] {
            let holes = Recipe::new(&board, Kind::Holes).with_clues(clues).with_seed(SEED);
            for record in records(&holes, 1) {
                compare_counting(&format!("sparse, {clues} clues"), &record, &paths);
            }
        }
    }
}

fn header(paths: &[InstructionSet], peer: &str) {
    print!("{:24}{peer:>9}", "");
    for path in paths {
        print!("{:>10}{:>8}", format!("{path:?}"), "ratio");
    }
    println!();
}

fn row(name: &str, amount: u64, peer: Duration, ours: &[Duration]) {
    #[allow(clippy::cast_precision_loss)] // A rate for a person to read.
    let rate = |time: Duration| amount as f64 / time.as_secs_f64() / 1e3;
    print!("{name:24}{:9.1}", rate(peer));
    for &time in ours {
        print!("{:10.1}{:7.2}x", rate(time), rate(time) / rate(peer));
    }
    println!();
}

/// Counts to two.
fn compare(name: &str, records: &[GridBytes], paths: &[InstructionSet]) {
    let puzzles = parse(records);
    let (mut expected, mut counts) = (vec![0; records.len()], vec![0; records.len()]);
    let mut peer = Duration::MAX;
    let mut ours = vec![Duration::MAX; paths.len()];
    for _ in 0..ROUNDS {
        peer = peer.min(timed(|| {
            for (expected, puzzle) in expected.iter_mut().zip(&puzzles) {
                *expected = puzzle.solutions_count_up_to(2) as u64;
            }
        }));
        for (&path, best) in paths.iter().zip(&mut ours) {
            counts.fill(u64::MAX);
            *best = (*best).min(timed(|| {
                ask(path, Question::Count(2), records, |number, answer| counts[number] = answer.solutions);
            }));
            assert!(counts == expected, "{path:?} counts otherwise than the sudoku crate");
        }
    }
    row(name, records.len() as u64, peer, &ours);
    let of = |count| expected.iter().filter(|&&c| c == count).count();
    if of(1) != records.len() {
        println!("{:24}none {}, one {}, several {}", "", of(0), of(1), of(2));
    }
}

/// Finds one solution.
fn compare_first(name: &str, records: &[GridBytes], paths: &[InstructionSet]) {
    let puzzles = parse(records);
    let mut expected = vec![false; records.len()];
    let mut solutions = vec![None; records.len()];
    let mut peer = Duration::MAX;
    let mut ours = vec![Duration::MAX; paths.len()];
    for _ in 0..ROUNDS {
        peer = peer.min(timed(|| {
            for (expected, puzzle) in expected.iter_mut().zip(&puzzles) {
                *expected = puzzle.some_solution().is_some();
            }
        }));
        for (&path, best) in paths.iter().zip(&mut ours) {
            *best = (*best).min(timed(|| {
                ask(path, Question::First, records, |number, answer| solutions[number] = answer.solution);
            }));
            for ((record, solution), &expected) in records.iter().zip(&solutions).zip(&expected) {
                assert_eq!(solution.is_some(), expected, "{path:?} decides otherwise than the sudoku crate");
                assert!(solution.is_none_or(|solution| solves(&solution, record)), "{path:?}: a false solution");
            }
        }
    }
    row(name, records.len() as u64, peer, &ours);
}

fn compare_counting(name: &str, record: &GridBytes, paths: &[InstructionSet]) {
    let puzzle = parse(std::slice::from_ref(record))[0];
    let mut expected = 0;
    let peer = timed(|| expected = puzzle.solutions_count_up_to(SOLUTIONS as usize) as u64);
    let ours: Vec<Duration> = paths
        .iter()
        .map(|&path| {
            let mut counted = 0;
            let time = timed(|| {
                ask(path, Question::Count(SOLUTIONS), &[*record], |_, answer| counted = answer.solutions);
            });
            assert_eq!(counted, expected, "{path:?} counts otherwise than the sudoku crate");
            time
        })
        .collect();
    row(name, expected, peer, &ours);
}

fn ask(path: InstructionSet, question: Question, records: &[GridBytes], mut deliver: impl FnMut(usize, nine::Answer)) {
    let mut running = Budget::unlimited().start();
    let mut stream = Stream::on(path, question).expect("the path is available");
    let mut deliver = |number, outcome: nine::Outcome| deliver(number as usize, outcome.expect("a valid record"));
    stream.feed(records, &mut running, &mut deliver).expect("no limit");
    stream.finish(&mut running, &mut deliver).expect("no limit");
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = cpu_time();
    work();
    cpu_time().saturating_sub(start)
}

fn cpu_time() -> Duration {
    ThreadTime::now().as_duration()
}

/// Every `*.txt` of a folder, with the lines that begin with 81 characters.
fn read_sets(folder: &std::path::Path) -> Vec<(String, Vec<GridBytes>)> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let records = |text: String| text.lines().filter_map(|line| line.as_bytes().first_chunk().copied()).collect();
    let named = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).ok()?;
        Some((file.file_stem()?.to_string_lossy().into_owned(), records(text)))
    };
    files.into_iter().filter_map(named).filter(|(_, records): &(_, Vec<GridBytes>)| !records.is_empty()).collect()
}

fn parse(records: &[GridBytes]) -> Vec<Sudoku> {
    let text = |record| std::str::from_utf8(record).expect("a record is ASCII");
    records.iter().map(|record| Sudoku::from_str_line(text(record)).expect("a valid record")).collect()
}

/// Whether a solution keeps the clues and has every digit once in every row, column and box.
fn solves(solution: &GridBytes, puzzle: &GridBytes) -> bool {
    let mut seen = [[0_u16; 9]; 3];
    for (cell, &byte) in solution.iter().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        for (kind, unit) in [row, column, row / 3 * 3 + column / 3].into_iter().enumerate() {
            seen[kind][unit] |= 1 << (byte - b'1');
        }
    }
    let kept =
        puzzle.iter().zip(solution).all(|(clue, digit)| !clue.is_ascii_digit() || *clue == b'0' || clue == digit);
    kept && seen.iter().flatten().all(|&digits| digits == 0x1ff)
}

/// The same puzzle under another name.
fn relabel(record: &GridBytes, board: &Geometry, random: &mut Random) -> GridBytes {
    Relabelling::random(board, random).apply_to_record(record)
}

/// Puzzles with one solution and no clue to spare.
fn generated(board: &Arc<Geometry>) -> Vec<GridBytes> {
    records(&Recipe::new(board, Kind::Minimal).with_seed(SEED), PUZZLES as u64)
}

fn records(recipe: &Recipe, count: u64) -> Vec<GridBytes> {
    let made = recipe.puzzles(0..count, &Budget::unlimited()).expect("the recipe can be followed");
    let record =
        |grid: &Grid| std::array::from_fn(|cell| grid.digits()[cell].map_or(b'.', |digit| b'0' + digit.get() as u8));
    made.map(|made| record(&made.expect("no limit").puzzle)).collect()
}
