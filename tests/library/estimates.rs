//! Estimates by random dives.
//!
//! `SATDOKU_COUNTING=200` asks 200 seeds about 20 classic puzzles and about puzzles with rules; build with `--release` for that.

use std::num::NonZeroUsize;
use std::time::Duration;

use oorandom::Rand32;
use satdoku::nine::GridBytes;
use satdoku::{Budget, Grid, Options, Solver, counting};

use crate::common::{is_thorough, say};
use crate::counting::{asked, count, puzzle, text};

/// Puzzles with 0 to 19 clues and their numbers of solutions.
fn counted() -> impl Iterator<Item = (Grid, f64)> {
    let random = &mut Rand32::new(1);
    let puzzles: Vec<GridBytes> = (0..20).map(|clues| puzzle(clues, random)).collect();
    #[allow(clippy::cast_precision_loss)] // Compared with estimates.
    puzzles.into_iter().map(|puzzle| (text(&puzzle).parse().unwrap(), count(&puzzle) as f64))
}

#[allow(clippy::cast_precision_loss)] // Compared with estimates.
fn listed(puzzle: &Grid) -> f64 {
    Solver::Mrv.count(puzzle).unwrap().value().to_u64().unwrap() as f64
}

/// Four small boards, some seeds each; with `SATDOKU_COUNTING=200`, 200 seeds on each of 20 puzzles.
#[test]
fn intervals_hold_as_often_as_they_say() {
    let few = || -> Vec<(Grid, f64)> {
        let small = ["................", "12..............", "1...............", ".4.2............"];
        small
            .iter()
            .map(|puzzle| puzzle.parse::<Grid>().unwrap())
            .map(|puzzle| (puzzle.clone(), listed(&puzzle)))
            .collect()
    };
    let (seeds, dives, least) = asked().map_or((12, 60, 75), |seeds| (seeds as u64, 1000, 92));
    let (mut held, mut all) = (0, 0);
    for (puzzle, number) in if asked().is_some() { counted().collect() } else { few() } {
        let (of_these, intervals) = holding(&puzzle, number, dives, seeds);
        if asked().is_some() {
            say(&format!("{} clues, {number:.3e} solutions: {of_these} of {intervals}", puzzle.clue_count()));
            assert!(of_these * 100 >= intervals * 90, "{of_these} of {intervals}: {puzzle}");
        }
        (held, all) = (held + of_these, all + intervals);
    }
    assert!(held * 100 >= all * least, "{held} of {all}");
}

/// How many of the intervals of so many seeds hold a number of solutions, and how many intervals there are: with few hits there is
/// none.
fn holding(puzzle: &Grid, number: f64, dives: u64, seeds: u64) -> (usize, usize) {
    let intervals = (0..seeds)
        .filter_map(|seed| counting::estimate(puzzle, dives, seed, None, &Budget::unlimited().start()).log_interval());
    intervals.fold((0, 0), |(held, all), (low, high)| {
        (held + usize::from((low - 1e-9..high + 1e-9).contains(&number.ln())), all + 1)
    })
}

/// Boards, rules on them, and how many solutions they have by a listing.
const RULED: [(&str, &[&str], u32); 10] = [
    ("2x3", &["killer 10 r1c1 r1c2 r1c3", "killer 7 r2c4 r2c5", "thermometer r3c1 r3c2 r4c2 r4c3"], 38_432),
    ("2x3", &["killer 9 r1c1 r2c1", "killer 12 r5c5 r5c6 r6c6", "killer 6 r3c3 r4c3", "antiking"], 208),
    ("2x3", &["thermometer r1c1 r2c2 r3c3", "thermometer r6c1 r5c2 r4c3", "killer 7 r1c5 r1c6"], 18_488),
    ("2x3", &["arrow r1c1 : r1c2 r1c3", "arrow r6c6 : r5c5 r4c4", "palindrome r2c1 r3c2"], 52_236),
    ("2x3", &["antiking", "killer 7 r1c1 r1c2"], 14_832),
    ("2x3", &["whispers 2 r1c1 r1c2 r2c2", "renban r4c1 r4c2 r5c2", "ratio 2 r6c1 r6c2", "killer 5 r3c5 r3c6"], 49_200),
    ("2x2", &["killer 10 r1c1 r1c2 r2c1 r2c2", "thermometer r3c1 r3c2"], 144),
    ("2x2", &["less r1c1 r2c3"], 72),
    ("2x3+diagonals", &["killer 11 r1c1 r1c2 r1c3", "even r3c3 r4c4"], 264),
    ("latin5", &["killer 9 r1c1 r1c2 r2c1", "thermometer r3c1 r3c2 r3c3", "odd r5c5"], 2_423),
];

/// The intervals of puzzles with killer cages, thermometers and others hold the numbers that are listed, and no estimate passes for
/// a count.
#[test]
fn rules_are_followed_by_dives() {
    let (seeds, dives, least) = asked().map_or((10, 100, 75), |seeds| (seeds as u64, 400, 92));
    let (mut held, mut all) = (0, 0);
    for (board, rules, solutions) in RULED {
        let empty = Grid::empty(&std::sync::Arc::new(board.parse().unwrap()));
        let puzzle = empty.with_rules(rules.iter().map(|rule| rule.parse().unwrap()).collect()).unwrap();
        let number = f64::from(solutions);
        // Listing takes nearly all of the time.
        if is_thorough() || solutions < 3_000 {
            assert!((listed(&puzzle) - number).abs() < 0.5, "{board} {rules:?}");
        }
        let (of_these, intervals) = holding(&puzzle, number, dives, seeds);
        let options = Options::default().with_seed(1);
        let estimate = Solver::Auto.estimate_with(&puzzle, dives, &options).unwrap();
        assert_eq!((estimate.dives(), estimate.seed()), (dives, 1));
        say(&format!("{board} {}: {number} listed, {estimate}; {of_these} of {intervals}", rules.join("; ")));
        (held, all) = (held + of_these, all + intervals);
    }
    assert!(all as u64 >= seeds * 5 && held * 100 >= all * least, "{held} of {all}");
    // What no digits fulfil.
    let empty: Grid = ".".repeat(16).parse().unwrap();
    let none = empty.with_rules(vec!["killer 8 r1c1 r1c2".parse().unwrap()]).unwrap();
    let estimate = Solver::Auto.estimate_with(&none, 20, &Options::default()).unwrap();
    assert_eq!((estimate.hits(), estimate.log_interval()), (0, None));
}

#[test]
fn an_estimate_depends_on_seed_and_dives_alone() {
    for puzzle in [".".repeat(81), ".".repeat(36)] {
        let puzzle: Grid = puzzle.parse().unwrap();
        let of = |seed, threads| {
            counting::estimate(&puzzle, 40, seed, NonZeroUsize::new(threads), &Budget::unlimited().start())
        };
        let one = of(3, 1);
        assert_eq!((one.dives(), one.seed()), (40, 3));
        assert_eq!([of(3, 2), of(3, 0)], [one; 2]);
        assert_ne!(of(4, 1).log_mean().to_bits(), one.log_mean().to_bits());
    }
    // All dives end alike, or none ends well.
    let estimate = |puzzle: &str| {
        counting::estimate(&puzzle.parse().unwrap(), 10, 0, None, &Budget::unlimited().start()).to_string()
    };
    assert_eq!(estimate(".4.2...1.....3.."), "~1.000e0 (no interval, 10 of 10 dives found a solution)");
    assert_eq!(estimate("11.............."), "~0 (no interval, 0 of 10 dives found a solution)");
    let empty: Grid = ".".repeat(81).parse().unwrap();
    let stopped = counting::estimate(&empty, u64::MAX, 0, None, &Budget::unlimited().with_time(Duration::ZERO).start());
    assert_eq!((stopped.dives(), stopped.log_interval()), (0, None));
}
