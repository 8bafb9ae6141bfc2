//! Exact cover beside other crates: CPU time of one thread, ours and the peer's in turn in the same run, every answer
//! compared.
//!
//! ```text
//! cargo run --release -p satdoku-peers --bin cover [-- WORK…]
//! ```
//!
//! Works: `s6 s9 pentominoes queens 17-clue giant`; all of them unless some are named. Puzzles are looked for in the
//! folder that `SATDOKU_PUZZLES` names, else in `../shared/puzzles`.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use cpu_time::ThreadTime;
use exact_covers::{DlSolver, Solver as _};
use satdoku::exact_cover::{CoverSearch, DancingLinks, ExactCover, ItemChoice};
use satdoku::{Budget, Count};
use satdoku_peers::problems::{self, Plain};

/// How often each contestant runs a work; the fastest run counts.
const ROUNDS: usize = 2;
/// How many puzzles are asked, spread over the file.
const PUZZLES: usize = 2000;
/// Seventeen clues to fall back on.
const PUZZLE: &str = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";

/// Its name, how many times faster than the peer it should be, and the problem.
type Work = (&'static str, f64, fn() -> Plain);

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|other| other == name);
    println!(
        "{:<12} {:<16} {:>12} {:>10} {:>10} {:>7} {:>6}",
        "work", "peer", "checked", "ours s", "peer s", "ratio", "aim"
    );
    let works: [Work; 4] = [
        ("s6", 4.0, || problems::sudoku(2, 3, &[])),
        ("s9", 4.0, || problems::sudoku(3, 3, &problems::sparse_clues())),
        ("pentominoes", 3.0, || problems::pentominoes(6, 10)),
        ("queens", 2.5, || problems::queens(13)),
    ];
    for (name, aim, plain) in works.into_iter().filter(|(name, ..)| is_wanted(name)) {
        let plain = plain();
        race(name, "dlx 0.8.5", aim, || list_ours(&plain), || list_dlx(&plain));
    }
    if is_wanted("17-clue") {
        let puzzles = puzzles();
        let ours = || unique_ours(&puzzles);
        race("17-clue", "exact-covers 0.3", 8.0, ours, || unique_exact_covers(&puzzles));
    }
    if is_wanted("giant") {
        giant();
    }
}

/// Runs both in turn, compares their answers and prints a line.
fn race(name: &str, peer: &str, aim: f64, ours: impl Fn() -> u64, theirs: impl Fn() -> u64) {
    let (mut our_time, mut their_time) = (f64::MAX, f64::MAX);
    let mut answers = (0, 0);
    for _ in 0..ROUNDS {
        let clock = ThreadTime::now();
        answers.0 = ours();
        our_time = our_time.min(clock.elapsed().as_secs_f64());
        let clock = ThreadTime::now();
        answers.1 = theirs();
        their_time = their_time.min(clock.elapsed().as_secs_f64());
        assert_eq!(answers.0, answers.1, "{name}: {peer} disagrees");
    }
    let ratio = their_time / our_time;
    let checked = answers.0;
    println!("{name:<12} {peer:<16} {checked:>12} {our_time:>10.3} {their_time:>10.3} {ratio:>6.2}x {aim:>5.1}x");
}

/// Steps through all covers.
fn list_ours(plain: &Plain) -> u64 {
    let mut search = DancingLinks::new(&plain.cover(), ItemChoice::Smallest);
    let mut running = Budget::unlimited().start();
    let mut count = 0;
    while search.advance(&mut running).is_satisfiable() {
        count += 1;
    }
    count
}

fn list_dlx(plain: &Plain) -> u64 {
    use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
    let wide = |option: &Vec<u32>| option.iter().map(|&item| dlx::Uint::from(item)).collect();
    let options: Vec<Vec<dlx::Uint>> = plain.options.iter().map(wide).collect();
    let (primary, secondary) = (plain.primary.into(), plain.secondary.into());
    let mut problem = dlx::x::make_problem(primary, secondary, &options, dlx::OptOrder::Seq);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solver = dlx::Solver::new(&mut problem);
    let mut count = 0;
    while solver.next_solution(&mut chooser) {
        count += 1;
    }
    count
}

/// From every grid to its answer and the proof that there is no other: one template, clues given and taken back.
fn unique_ours(puzzles: &[Vec<u32>]) -> u64 {
    let template = problems::sudoku(3, 3, &[]);
    let mut search = DancingLinks::new(&template.cover(), ItemChoice::Smallest);
    let mut sum = 0;
    for clues in puzzles {
        for (cell, &clue) in (0..).zip(clues).filter(|&(_, &clue)| clue > 0) {
            search.select(9 * cell + clue - 1);
        }
        let mut running = Budget::unlimited().start();
        if search.advance(&mut running).is_satisfiable() {
            let mut grid = vec![0; 81];
            search.cover().iter().for_each(|&option| grid[(option / 9) as usize] = option % 9 + 1);
            assert_eq!(search.count_within(Some(1), &mut running), Count::exact(0), "{clues:?}");
            sum += checksum(&grid);
        }
        search.reset();
    }
    sum
}

fn unique_exact_covers(puzzles: &[Vec<u32>]) -> u64 {
    let items: Vec<u32> = (0..324).collect();
    let mut sum = 0;
    for clues in puzzles {
        let mut solver: DlSolver<u32, ()> = DlSolver::new(&items, &[]);
        for option in problems::sudoku(3, 3, clues).options {
            solver.add_option(option, []);
        }
        let mut grid = vec![0; 81];
        let mut covers = 0;
        let mut option = Vec::new();
        solver.solve(|mut cover| {
            covers += 1;
            while covers == 1 && cover.next(&mut option) {
                option.sort_unstable();
                grid[*option[0].0 as usize] = option[1].0 % 9 + 1;
            }
            if covers < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!(covers, 1, "{clues:?}");
        sum += checksum(&grid);
    }
    sum
}

/// A number that tells two grids apart with near certainty.
fn checksum(grid: &[u32]) -> u64 {
    grid.iter().fold(0_u64, |sum, &digit| sum.wrapping_mul(31).wrapping_add(digit.into())) % 1_000_003
}

fn puzzles() -> Vec<Vec<u32>> {
    let folder = std::env::var_os("SATDOKU_PUZZLES")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/puzzles")), PathBuf::from);
    let file = folder.join("9x9/17_clue.txt");
    if let Ok(text) = fs::read_to_string(&file) {
        let lines: Vec<&str> = text.lines().filter(|line| line.len() == 81).collect();
        let step = (lines.len() / PUZZLES).max(1);
        return lines.iter().step_by(step).take(PUZZLES).map(|line| problems::clues(line)).collect();
    }
    println!("no {}: one puzzle, relabelled, stands for the file", file.display());
    let clues = problems::clues(PUZZLE);
    let relabelled =
        |shift: u32| clues.iter().map(|&clue| if clue == 0 { 0 } else { (clue + shift) % 9 + 1 }).collect();
    (0..PUZZLES as u32).map(relabelled).collect()
}

/// The cover of a 100×100 grid, from its live options to links.
fn giant() {
    for share in [0, 50] {
        let plain = problems::sudoku(10, 10, &problems::pattern_clues(10, share));
        let clock = ThreadTime::now();
        let cover: ExactCover = plain.cover();
        let search = DancingLinks::new(&cover, ItemChoice::Smallest);
        let seconds = clock.elapsed().as_secs_f64();
        let options = f64::from(cover.options());
        drop(search);
        println!(
            "100x100 with {share} % clues: {} live options linked in {seconds:.3} s, {:.1} million a second",
            cover.options(),
            options / seconds / 1e6
        );
    }
}
