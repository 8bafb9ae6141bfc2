//! Counting cell by cell.

use std::sync::Arc;
use std::time::{Duration, Instant};

use oorandom::Rand32;
use satdoku::counting::{frontier, splits};
use satdoku::{Budget, CancelToken, Count, Grid, Solver, StopReason};

use crate::common::cases;

fn empty(board: &str) -> Grid {
    Grid::empty(&Arc::new(board.parse().unwrap_or_else(|error| panic!("{board}: {error}"))))
}

fn count(puzzle: &Grid, memory: u64) -> Option<Count> {
    frontier::count(puzzle, memory, &mut Budget::unlimited().start())
}

/// Known numbers: the "Mathematics of Sudoku" of Wikipedia for boards of boxes; OEIS A002860 for Latin squares.
#[test]
fn known_numbers_of_grids_are_counted() {
    for (board, grids) in [
        ("2x2", 288),
        ("2x2+diagonals", 48),
        ("2x3", 28_200_960),
        ("3x2", 28_200_960),
        ("2x3+diagonals", 8_640),
        ("latin4", 576),
        ("latin5", 161_280),
        ("latin6", 812_851_200),
    ] {
        assert_eq!(count(&empty(board), 1 << 24), Some(Count::exact(grids)), "{board}");
    }
}

/// The same numbers as by listing, on boards of every kind, with clues.
#[test]
fn the_count_is_that_of_the_listing() {
    let random = &mut Rand32::new(40);
    let mut compared = 0;
    for (board, clues) in [
        ("2x2", 2),
        ("2x3", 9),
        ("2x3", 14),
        ("2x3+diagonals", 5),
        ("latin5", 5),
        ("2x4", 24),
        ("regions:1112122233443344", 1),
        ("4x4/5", 3),
        ("6x8/8", 28),
        ("2x2+unit:r1c1,r2c2,r3c4,r4c3", 1),
        ("twodoku", 90),
    ] {
        let empty = empty(board);
        let full = Solver::Auto.solve(&empty).unwrap().satisfiable().unwrap_or_else(|| panic!("{board}"));
        for _ in 0..3 {
            let mut all: Vec<_> = full.clues().collect();
            let mut puzzle = empty.clone();
            for _ in 0..clues {
                let clue = all.swap_remove(random.rand_range(0..all.len() as u32) as usize);
                puzzle.set(clue.cell, Some(clue.digit)).unwrap();
            }
            let listed = Solver::Mrv.count(&puzzle).unwrap();
            assert_eq!(count(&puzzle, 1 << 26), Some(listed), "{board}\n{puzzle}");
            compared += 1;
        }
    }
    assert!(compared >= 30, "{compared}");
}

#[test]
fn what_it_cannot_count_is_left() {
    // Too little memory, rules that are no units, too many units.
    assert_eq!(count(&empty("2x4"), 1 << 20), None);
    let ruled = empty("2x2").with_rules(vec!["killer 5 r1c1 r1c2".parse().unwrap()]).unwrap();
    assert_eq!(count(&ruled, 1 << 26), None);
    assert_eq!(count(&empty("samurai"), 1 << 26), None);
    assert_eq!(count(&empty("5x5"), 1 << 26), None);
    let contradictory: Grid = "11..............".parse().unwrap();
    assert_eq!(count(&contradictory, 1 << 20), Some(Count::exact(0)));
    let none: Grid = "123....4........".parse().unwrap();
    assert_eq!(count(&none, 1 << 20), Some(Count::exact(0)));
    let token = CancelToken::new();
    token.cancel();
    let running = &mut Budget::unlimited().with_cancel(token).start();
    assert_eq!(frontier::count(&empty("2x2"), 1 << 20, running), Some(Count::at_least(0, StopReason::Cancelled)));
}

/// `auto` goes over to it where there are many solutions, and says the same of limits.
#[test]
fn auto_counts_what_listing_would_take_long_for() {
    assert_eq!(Solver::Auto.count(&empty("latin6")).unwrap(), Count::exact(812_851_200));
    let limited = Solver::Auto.count_with(&empty("2x3"), Some(1_000_000), &satdoku::Options::default()).unwrap();
    assert_eq!(limited, Count::at_least(1_000_000, StopReason::Limit));
    // More clues: some are listed first.
    let mut puzzle = empty("2x3");
    for (cell, digit) in ["r1c1=1", "r1c2=2", "r2c4=1", "r3c3=4", "r4c6=5", "r5c5=6", "r6c1=3"].map(|clue| {
        let clue: satdoku::Candidate = clue.parse().unwrap();
        (clue.cell, clue.digit)
    }) {
        puzzle.set(cell, Some(digit)).unwrap();
    }
    assert_eq!(
        Solver::Auto.count(&puzzle).unwrap(),
        Solver::DancingLinks(satdoku::ItemChoice::Smallest).count(&puzzle).unwrap()
    );
}

/// Empty boards with boxes of two rows or columns go by the splits of their bands, which ends in time where asked to.
#[test]
fn empty_boards_of_two_rows_are_counted_by_splits() {
    let by_splits = |board: &str, budget: Budget| splits::count(&empty(board), None, &mut budget.start());
    let known = [
        ("1x2", 2),
        ("2x1", 2),
        ("2x2", 288),
        ("2x3", 28_200_960),
        ("3x2", 28_200_960),
        ("4x2", 29_136_487_207_403_520),
    ];
    // The last board takes ten seconds, and is left out in the quick size.
    for (board, grids) in known.into_iter().take(known.len() - cases(1, 0)) {
        assert_eq!(by_splits(board, Budget::unlimited()), Some(Count::exact(grids)), "{board}");
        assert_eq!(Solver::Auto.count(&empty(board)).unwrap(), Count::exact(grids), "{board}");
    }
    for other in ["3x3", "2x6", "2x3+diagonals", "6x4/6", "2x3+digits:0..5"] {
        assert_eq!(by_splits(other, Budget::unlimited()), None, "{other}");
    }
    let mut clued = empty("2x3");
    let clue: satdoku::Candidate = "r1c1=1".parse().unwrap();
    clued.set(clue.cell, Some(clue.digit)).unwrap();
    assert_eq!(splits::count(&clued, None, &mut Budget::unlimited().start()), None);
    let started = Instant::now();
    let stopped = by_splits("2x5", Budget::unlimited().with_time(Duration::from_millis(100)));
    assert_eq!(stopped, Some(Count::at_least(0, StopReason::Time)));
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    assert_eq!(by_splits("5x2", Budget::unlimited().with_steps(100)), Some(Count::at_least(0, StopReason::Steps)));
}

/// Wikipedia, *Mathematics of Sudoku*.
#[test]
#[ignore = "half a minute"]
fn the_empty_board_of_2x5_is_counted() {
    let counted = Solver::Auto.count(&empty("2x5")).unwrap();
    assert_eq!(counted.to_string(), "1903816047972624930994913280000");
}
