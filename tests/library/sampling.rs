//! Solutions drawn at random: each as likely as any other.
//!
//! `SATDOKU_COUNTING=100` draws so many times a thousand empty grids for the marginals; build with `--release` for that.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use oorandom::Rand32;
use satdoku::counting::{SampleError, Sampler};
use satdoku::generate::{Algorithm, Kind, Recipe};
use satdoku::nine::{self, GridBytes};
use satdoku::{Budget, CancelToken, Candidate, Geometry, Grid, Solution, Solver, StopReason};

use crate::common::{cases, say};
use crate::counting::{asked, puzzle, text};

fn by_columns(puzzle: &Grid) -> Sampler {
    let classic = puzzle.as_classic().expect("a classic puzzle");
    Sampler::by_columns(classic, None, &mut Budget::unlimited().start()).unwrap()
}

fn draw(sampler: &Sampler, seed: u64, count: usize) -> Vec<Solution> {
    sampler.draw(seed, 0, count, &Budget::unlimited().start()).unwrap()
}

/// How far from even some frequencies are, in standard deviations of the chi-square distribution with as many degrees of
/// freedom less one (its normal approximation).
fn deviation(frequencies: &[usize]) -> f64 {
    let number = |count: usize| f64::from(u32::try_from(count).unwrap());
    let expected = number(frequencies.iter().sum()) / number(frequencies.len());
    let square = |&times: &usize| (number(times) - expected).powi(2) / expected;
    let freedom = number(frequencies.len() - 1);
    (frequencies.iter().map(square).sum::<f64>() - freedom) / (2.0 * freedom).sqrt()
}

/// How often each solution comes among twenty times as many samples as there are solutions.
fn frequencies(puzzle: &Grid, sampler: &Sampler, seed: u64) -> Vec<usize> {
    let mut times: HashMap<String, usize> =
        Solver::Mrv.solutions(puzzle).unwrap().map(|solution| (solution.unwrap().to_string(), 0)).collect();
    assert_eq!(sampler.count(), times.len() as u64);
    for solution in draw(sampler, seed, 20 * times.len()) {
        *times.get_mut(&solution.to_string()).expect("a sample is one of the solutions") += 1;
    }
    times.into_values().collect()
}

/// Puzzles with about so many clues that have 100 to 1,000 solutions, and one that keeps much symmetry.
fn several(random: &mut Rand32) -> Vec<Grid> {
    let few = |puzzle: &_| {
        let tally = nine::count(puzzle, 1001, &mut Budget::unlimited().start()).unwrap();
        (100..=1000).contains(&tally.solutions)
    };
    let mut puzzles: Vec<Grid> = [23, 24, 25]
        .map(|clues| {
            let puzzle = std::iter::repeat_with(|| puzzle(clues, random)).find(few).unwrap();
            text(&puzzle).parse().unwrap()
        })
        .into();
    // Two digits and two columns without a clue, which may be exchanged.
    let symmetric = |puzzle: &mut GridBytes| {
        for cell in (0..81).filter(|cell| cell % 9 < 2) {
            puzzle[cell] = b'.';
        }
        puzzle.iter_mut().filter(|byte| **byte > b'7').for_each(|byte| *byte = b'.');
    };
    let symmetric = std::iter::repeat_with(|| puzzle(38, random)).map(|mut puzzle| {
        symmetric(&mut puzzle);
        puzzle
    });
    let symmetric = symmetric.into_iter().find(few).unwrap();
    puzzles.push(text(&symmetric).parse().unwrap());
    puzzles
}

#[test]
fn samples_from_the_sum_are_uniform() {
    // The quick size has the first and the one that keeps much symmetry.
    for (seed, puzzle) in several(&mut Rand32::new(22)).iter().enumerate().step_by(cases(3, 1)) {
        let sampler = by_columns(puzzle);
        let frequencies = frequencies(puzzle, &sampler, seed as u64);
        let deviation = deviation(&frequencies);
        say(&format!("{} solutions: chi-square {deviation:+.2} standard deviations", frequencies.len()));
        assert!(deviation.abs() < 4.0, "{puzzle}: {deviation}");
    }
}

#[test]
fn samples_from_a_list_are_uniform() {
    let puzzle: Grid = ".".repeat(16).parse().unwrap();
    let all = Solver::Mrv.solutions(&puzzle).unwrap().map(Result::unwrap);
    let sampler = Sampler::listed(&puzzle, all);
    let frequencies = frequencies(&puzzle, &sampler, 1);
    assert_eq!(frequencies.len(), 288);
    let deviation = deviation(&frequencies);
    say(&format!("288 grids of 2x2: chi-square {deviation:+.2} standard deviations"));
    assert!(deviation.abs() < 4.0, "{deviation}");
}

#[test]
fn samples_from_the_states_of_cells_are_uniform() {
    for (board, clues) in [
        ("2x2", ""),
        ("2x2+diagonals", ""),
        ("latin4", "r2c3=1"),
        ("2x3", "r1c1=1 r1c2=2 r2c4=1 r3c3=4 r4c6=5 r5c5=6 r6c1=3 r3c1=2 r6c6=2"),
        ("regions:1112122233443344", "r1c1=1"),
        ("4x4/5", "r1c1=1 r2c2=2 r3c3=3 r4c1=4 r2c4=1 r4c3=1 r1c4=2 r3c2=5"),
    ] {
        let mut puzzle = Grid::empty(&std::sync::Arc::new(board.parse::<Geometry>().unwrap()));
        for clue in clues.split_whitespace() {
            let clue: Candidate = clue.parse().unwrap();
            puzzle.set(clue.cell, Some(clue.digit)).unwrap();
        }
        let running = &mut Budget::unlimited().start();
        let sampler = Sampler::by_cells(&puzzle, 1 << 26, None, running).unwrap().expect("a small board");
        let frequencies = frequencies(&puzzle, &sampler, 2);
        let deviation = deviation(&frequencies);
        say(&format!("{board}: {} solutions: chi-square {deviation:+.2} standard deviations", frequencies.len()));
        assert!(frequencies.len() > 1 && deviation.abs() < 4.0, "{board}: {deviation}");
    }
    let large = Grid::empty(&std::sync::Arc::new("2x3".parse().unwrap()));
    let running = &mut Budget::unlimited().start();
    assert!(Sampler::by_cells(&large, 1 << 10, None, running).unwrap().is_none());
    let sampler = Sampler::by_cells(&large, 1 << 24, None, running).unwrap().unwrap();
    assert_eq!(sampler.count(), 28_200_960);
    let all = draw(&sampler, 5, 600);
    assert_eq!(sampler.draw(5, 590, 10, running).unwrap(), all[590..]);
}

/// Each digit is as often in each cell as any other, and in the first box as often above each digit of the first row.
#[test]
fn samples_of_the_empty_grid_have_even_marginals() {
    let puzzle: Grid = ".".repeat(81).parse().unwrap();
    let sampler = by_columns(&puzzle);
    assert_eq!(sampler.count().to_string(), "6670903752021072936960");
    let count = 1000 * asked().unwrap_or(2);
    let (mut in_cells, mut pairs) = (vec![0; 81 * 9], vec![0; 72]);
    for part in 0..count / 1000 {
        let solutions = sampler.draw(3, 1000 * part as u64, 1000, &Budget::unlimited().start()).unwrap();
        for solution in solutions {
            let ordinals: Vec<usize> =
                solution.digits().iter().map(|digit| usize::from(digit.unwrap().get()) - 1).collect();
            ordinals.iter().enumerate().for_each(|(cell, &ordinal)| in_cells[9 * cell + ordinal] += 1);
            let (one, other) = (ordinals[0], ordinals[10]);
            pairs[8 * one + other - usize::from(other > one)] += 1;
        }
    }
    let cells = in_cells.chunks(9).map(deviation).fold(0.0, f64::max);
    let pairs = deviation(&pairs);
    say(&format!("{count} empty grids: the least even of 81 cells {cells:+.2}, two cells of a box {pairs:+.2}"));
    // Of 81 cells one may well be three standard deviations off; chi-square has a long tail.
    assert!(cells < 7.0 && pairs.abs() < 4.0, "{cells} {pairs}");
}

#[test]
fn a_sample_depends_on_seed_and_number_alone() {
    let puzzle: Grid = text(&puzzle(17, &mut Rand32::new(8))).parse().unwrap();
    let sampler = by_columns(&puzzle);
    let all = draw(&sampler, 5, 40);
    let running = &Budget::unlimited().start();
    assert_eq!(sampler.draw(5, 30, 10, running).unwrap(), all[30..]);
    assert_ne!(draw(&sampler, 6, 40), all);
    let alone = Sampler::by_columns(puzzle.as_classic().unwrap(), NonZeroUsize::new(1), &mut running.clone()).unwrap();
    assert_eq!(draw(&alone, 5, 40), all);
    let list = Sampler::listed(&puzzle, all[..7].iter().cloned());
    assert_eq!(list.draw(5, 3, 4, running).unwrap(), draw(&list, 5, 7)[3..]);
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let running = &Budget::unlimited().start();
    let none: Grid = format!("11{}", ".".repeat(79)).parse().unwrap();
    assert_eq!(by_columns(&none).draw(0, 0, 1, running), Err(SampleError::None));
    assert_eq!(Sampler::listed(&none, []).draw(0, 0, 1, running), Err(SampleError::None));
    let token = CancelToken::new();
    token.cancel();
    let stopped = &mut Budget::unlimited().with_cancel(token).start();
    let empty: Grid = ".".repeat(81).parse().unwrap();
    let refused = Sampler::by_columns(empty.as_classic().unwrap(), None, stopped).err();
    assert_eq!(refused, Some(StopReason::Cancelled));
}

/// The full grids that puzzles are made from, on a board of which all are known.
#[test]
fn generated_grids_are_uniform() {
    let board = std::sync::Arc::new("2x2".parse::<Geometry>().unwrap());
    let recipe = Recipe::new(&board, Kind::Holes).with_clues(16).with_uniform(true).with_seed(5);
    let mut times: HashMap<String, usize> = HashMap::new();
    for generated in recipe.puzzles(0..5760, &Budget::unlimited()).unwrap() {
        *times.entry(generated.unwrap().puzzle.to_string()).or_default() += 1;
    }
    let deviation = deviation(&times.values().copied().collect::<Vec<_>>());
    assert!(times.len() == 288 && deviation.abs() < 4.0, "{} {deviation}", times.len());
    let classic = std::sync::Arc::new("3x3".parse::<Geometry>().unwrap());
    let recipe = Recipe::new(&classic, Kind::Unique).with_uniform(true).with_seed(5);
    let made = |numbers: std::ops::Range<u64>| -> Vec<Grid> {
        let made = recipe.puzzles(numbers, &Budget::unlimited()).unwrap();
        made.map(|generated| generated.unwrap().puzzle).collect()
    };
    let all = made(0..40);
    assert_eq!([made(3..5), made(30..40)].concat(), [&all[3..5], &all[30..40]].concat());
    assert!(all.iter().all(|puzzle| Solver::Auto.is_unique(puzzle).unwrap() == Some(true)));
    for recipe in [
        Recipe::new(&std::sync::Arc::new("2x4".parse().unwrap()), Kind::Unique).with_uniform(true),
        Recipe::new(&classic, Kind::Unique).with_uniform(true).with_algorithm(Algorithm::Two(Solver::Auto)),
    ] {
        assert!(recipe.check().is_err(), "{recipe:?}");
    }
}
