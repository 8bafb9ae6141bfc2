//! Counting without listing.
//!
//! `SATDOKU_COUNTING=100` asks about so many puzzles for each number of clues from 1 to 20, and about ten times as many that
//! are listed; build with `--release` for that.

use std::num::NonZeroUsize;
use std::sync::Arc;

use oorandom::Rand32;
use satdoku::counting::columns;
use satdoku::nine::{self, GridBytes, Solved};
use satdoku::solver::Ability;
use satdoku::{Budget, CancelToken, Count, Error, Geometry, Grid, Natural, Options, Solver, StopReason};

use crate::common::{cases, say};

/// All full grids: Bertram Felgenhauer and Frazer Jarvis, 2005; OEIS A107739.
const ALL: u128 = 6_670_903_752_021_072_936_960;

/// How many puzzles of each kind, if more than usual.
pub(crate) fn asked() -> Option<usize> {
    let asked = std::env::var("SATDOKU_COUNTING").ok()?;
    Some(asked.parse().expect("SATDOKU_COUNTING is a number of puzzles"))
}

pub(crate) fn count(puzzle: &GridBytes) -> u128 {
    let puzzle: Grid = std::str::from_utf8(puzzle).unwrap().parse().unwrap();
    let count = columns::count(puzzle.as_classic().unwrap(), None, &mut Budget::unlimited().start());
    assert!(count.is_exact(), "{count}");
    count.value().to_u128().expect("no more than all full grids")
}

/// A full grid: the first solution of some clues of a shuffled pattern.
fn full(random: &mut Rand32) -> GridBytes {
    let (mut rows, mut columns, mut digits) =
        (shuffled_lines(random), shuffled_lines(random), [1_u8, 2, 3, 4, 5, 6, 7, 8, 9]);
    shuffle(&mut digits, random);
    if random.rand_range(0..2) == 0 {
        std::mem::swap(&mut rows, &mut columns);
    }
    let pattern: GridBytes = std::array::from_fn(|at| {
        let (row, column) = (rows[at / 9], columns[at % 9]);
        b'0' + digits[(3 * (row % 3) + row / 3 + column) % 9]
    });
    let Ok(Solved::Satisfiable(full)) =
        nine::solve(&with_clues(&pattern, 14, random), &mut Budget::unlimited().start())
    else {
        panic!("clues of a full grid")
    };
    full
}

fn shuffle<T>(items: &mut [T], random: &mut Rand32) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.rand_range(0..last as u32 + 1) as usize);
    }
}

/// Rows in an order that keeps bands together.
fn shuffled_lines(random: &mut Rand32) -> [usize; 9] {
    let mut bands = [0, 1, 2];
    shuffle(&mut bands, random);
    let lines = bands.map(|band| {
        let mut lines = [3 * band, 3 * band + 1, 3 * band + 2];
        shuffle(&mut lines, random);
        lines
    });
    std::array::from_fn(|at| lines[at / 3][at % 3])
}

/// A grid with only so many of its clues.
fn with_clues(grid: &GridBytes, clues: usize, random: &mut Rand32) -> GridBytes {
    let mut cells: Vec<usize> = (0..81).collect();
    shuffle(&mut cells, random);
    let mut puzzle = [b'.'; 81];
    cells[..clues].iter().for_each(|&cell| puzzle[cell] = grid[cell]);
    puzzle
}

pub(crate) fn puzzle(clues: usize, random: &mut Rand32) -> GridBytes {
    with_clues(&full(random), clues, random)
}

pub(crate) fn text(puzzle: &GridBytes) -> &str {
    std::str::from_utf8(puzzle).unwrap()
}

#[test]
fn known_numbers_of_grids_are_counted() {
    let mut puzzle = [b'.'; 81];
    assert_eq!(count(&puzzle), ALL);
    puzzle[40] = b'7';
    // Each digit is as often in a cell as any other.
    assert_eq!(count(&puzzle), ALL / 9);
    puzzle[40] = b'.';
    for (at, digit) in (b'1'..=b'9').enumerate() {
        puzzle[27 + 9 * (at / 3) + 3 + at % 3] = digit;
    }
    // Renaming leads from each fill of a box to any other.
    assert_eq!(count(&puzzle), ALL / 362_880);
    assert_eq!(count(b"534678912672195348198342567859761423426853791713924856961537284287419635345286179"), 1);
}

#[test]
fn a_count_is_the_sum_over_the_digits_of_a_cell() {
    let per_clues = asked();
    let random = &mut Rand32::new(20);
    for clues in 1..=20 {
        // Few clues take longer in a build for tests.
        let puzzles = per_clues.unwrap_or(usize::from(clues == 18));
        for _ in 0..puzzles {
            let puzzle = puzzle(clues, random);
            let empty: Vec<usize> = (0..81).filter(|&cell| puzzle[cell] == b'.').collect();
            let cell = empty[random.rand_range(0..empty.len() as u32) as usize];
            let with = |digit: u8| {
                let mut with = puzzle;
                with[cell] = digit;
                count(&with)
            };
            assert_eq!(count(&puzzle), (b'1'..=b'9').map(with).sum::<u128>(), "{} cell {cell}", text(&puzzle));
        }
    }
}

#[test]
fn what_keeps_the_rules_keeps_the_count() {
    let random = &mut Rand32::new(13);
    for clues in 1..=20 {
        for _ in 0..asked().unwrap_or(usize::from(clues == 19)) {
            let puzzle = puzzle(clues, random);
            let (rows, columns) = (shuffled_lines(random), shuffled_lines(random));
            let mut digits = *b"123456789";
            shuffle(&mut digits, random);
            let moved: GridBytes = std::array::from_fn(|at| puzzle[9 * rows[at / 9] + columns[at % 9]]);
            let transposed: GridBytes = std::array::from_fn(|at| puzzle[9 * (at % 9) + at / 9]);
            let renamed = puzzle.map(|byte| if byte == b'.' { byte } else { digits[usize::from(byte - b'1')] });
            let known = count(&puzzle);
            assert_eq!([moved, transposed, renamed].map(|puzzle| count(&puzzle)), [known; 3], "{}", text(&puzzle));
        }
    }
}

#[test]
fn the_count_is_that_of_the_listing() {
    let random = &mut Rand32::new(19);
    let (wanted, most) = asked().map_or_else(|| cases((1, 200_000), (3, 1_000_000)), |asked| (10 * asked, 10_000_000));
    let mut compared = 0;
    while compared < wanted {
        let puzzle = puzzle(if asked().is_some() { 19 + compared % 8 } else { 21 }, random);
        let tally = nine::count(&puzzle, most, &mut Budget::unlimited().start()).unwrap();
        if tally.stopped.is_some() {
            continue;
        }
        assert_eq!(count(&puzzle), u128::from(tally.solutions), "{}", text(&puzzle));
        compared += 1;
    }
    if asked().is_some() {
        say(&format!("{compared} puzzles were counted by columns and one by one"));
    }
}

#[test]
fn contradictory_clues_have_no_solution() {
    for puzzle in [
        "11...............................................................................",
        "1........1.......................................................................",
        "1.........1......................................................................",
        "12345678.........9...............................................................",
        "1234567..........8.......9.......................................................",
    ] {
        assert_eq!(count(puzzle.as_bytes().try_into().unwrap()), 0, "{puzzle}");
    }
}

#[test]
fn threads_make_no_difference() {
    let puzzle: Grid = text(&puzzle(18, &mut Rand32::new(5))).parse().unwrap();
    let count = |threads| columns::count(puzzle.as_classic().unwrap(), threads, &mut Budget::unlimited().start());
    let alone = count(NonZeroUsize::new(1));
    assert!(alone.is_exact());
    assert_eq!([count(NonZeroUsize::new(3)), count(None)], [alone.clone(), alone]);
}

#[test]
fn a_limit_that_is_just_reached_ends_the_count() {
    let record = puzzle(18, &mut Rand32::new(5));
    let all = u64::try_from(count(&record)).unwrap();
    let puzzle: Grid = text(&record).parse().unwrap();
    let count = |limit| Solver::Columns.count_with(&puzzle, Some(limit), &Options::default()).unwrap();
    assert_eq!(count(all), Count::at_least(all, StopReason::Limit));
    assert_eq!(count(all + 1), Count::exact(all));
}

#[test]
fn a_solver_that_only_counts_says_so() {
    assert!(Solver::Columns.supports(Ability::Count));
    assert!(!Solver::Columns.supports(Ability::Solve) && !Solver::Columns.supports(Ability::List));
    let puzzle: Grid = ".".repeat(81).parse().unwrap();
    let options = Options::default();
    assert_eq!(Solver::Columns.count_with(&puzzle, Some(7), &options).unwrap(), Count::at_least(7, StopReason::Limit));
    let error = Solver::Columns.solve(&puzzle).unwrap_err();
    assert!(matches!(error, Error::OnlyCounts { .. }), "{error}");
    assert_eq!(error.to_string(), "columns cannot find or list solutions: it only counts");
    let listed = Solver::Columns.solutions_with(&puzzle, &options).unwrap().next();
    assert!(matches!(listed, Some(Err(Error::OnlyCounts { .. }))));
    let other = Arc::new("3x3+diagonals".parse::<Geometry>().unwrap());
    assert!(matches!(Solver::Columns.session(&other, &options), Err(Error::UnknownBoard { .. })));
}

#[test]
fn many_solutions_are_left_to_the_sum() {
    let options = Options::default();
    let empty = Grid::empty(&Arc::new(Geometry::of_order(3).unwrap()));
    let counted = |limit| Solver::Auto.count_with(&empty, limit, &options).unwrap();
    assert_eq!(counted(None), Count::Exact(ALL.into()));
    for limit in [2, 200_000] {
        assert_eq!(counted(Some(limit)), Count::at_least(limit, StopReason::Limit));
    }
    // Some hundred thousand solutions, by both.
    let random = &mut Rand32::new(3);
    let several = |puzzle: &GridBytes| {
        let tally = nine::count(puzzle, 1_000_000, &mut Budget::unlimited().start()).unwrap();
        tally.stopped.is_none() && tally.solutions > 100_000
    };
    let puzzle = std::iter::repeat_with(|| puzzle(21, random)).find(several).unwrap();
    let puzzle: Grid = text(&puzzle).parse().unwrap();
    assert_eq!(
        Solver::Auto.count_with(&puzzle, None, &options).unwrap(),
        Solver::Nine.count_with(&puzzle, None, &options).unwrap()
    );
}

#[test]
fn a_budget_leaves_a_lower_bound() {
    let puzzle: Grid = text(&puzzle(18, &mut Rand32::new(6))).parse().unwrap();
    let classic = puzzle.as_classic().unwrap();
    let all = columns::count(classic, None, &mut Budget::unlimited().start()).value();
    let mut parts = Vec::new();
    for steps in (0..20).map(|power| 8_u64.pow(power)) {
        let count = columns::count(classic, None, &mut Budget::unlimited().with_steps(steps).start());
        let Count::AtLeast(part, StopReason::Steps) = count else {
            assert_eq!(count, Count::Exact(all.clone()));
            break;
        };
        assert!(part <= all, "{steps}");
        parts.push(part);
    }
    assert!(parts.is_sorted() && parts[0] == 0 && *parts.last().unwrap() > Natural::ZERO, "{parts:?}");
    let token = CancelToken::new();
    token.cancel();
    let cancelled = columns::count(classic, None, &mut Budget::unlimited().with_cancel(token).start());
    assert_eq!(cancelled, Count::at_least(0, StopReason::Cancelled));
}
