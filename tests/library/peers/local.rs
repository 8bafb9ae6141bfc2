//! Local search: it finds solutions on every board or says that it does not know, and is stopped like any other.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use satdoku::reduction::Reduced;
use satdoku::search::{GridSearch, Local};
use satdoku::{
    Budget, CancelToken, Cell, Count, Geometry, Grid, Options, Progress, Solution, Solver, StopReason, Techniques,
    Verdict,
};

use crate::common::{board, corpus, grid};
use crate::peers::puzzles::{Random, full, full_on_other_boards, thinned};

/// Three cells of the first box, r1c1, r1c2 and r2c3, have two digits between them, which singles do not see.
const THREE_FOR_TWO: &str = "..3456789...378456...............................................9...............";

fn in_steps(steps: u64, seed: u64) -> Options {
    Options::default().with_budget(Budget::unlimited().with_steps(steps)).with_seed(seed)
}

/// Solves a puzzle or panics.
fn solved(puzzle: &Grid, steps: u64, seed: u64) -> Solution {
    match Solver::Local.solve_with(puzzle, &in_steps(steps, seed)).unwrap() {
        Verdict::Satisfiable(solution) => {
            assert!(puzzle.clues().all(|clue| solution.get(clue.cell) == Some(clue.digit)));
            solution
        }
        verdict => panic!("{verdict:?} with seed {seed}: {puzzle}"),
    }
}

#[test]
fn the_corpus_is_solved_or_left_open_and_refuted_only_by_deduction() {
    let (mut solvable, mut open) = (0, Vec::new());
    for reduce in [Techniques::NONE, Techniques::ALL] {
        for case in corpus() {
            let options = in_steps(500_000, 1).with_reduce(reduce);
            solvable += usize::from(case.count > 0);
            match Solver::Local.solve_with(&case.puzzle, &options).unwrap() {
                Verdict::Satisfiable(solution) => {
                    assert!(case.count > 0, "{}", case.name);
                    assert!(case.solution.is_none_or(|expected| *solution == expected), "{}", case.name);
                }
                Verdict::Unsatisfiable => {
                    assert!(case.count == 0 && (reduce == Techniques::ALL || case.puzzle.first_conflict().is_some()));
                }
                Verdict::Unknown(reason) => {
                    assert!(matches!(reason, StopReason::Steps | StopReason::Incomplete), "{}: {reason}", case.name);
                    open.extend((case.count > 0).then_some((reduce, case.name)));
                }
            }
        }
    }
    assert!(open.len() * 8 <= solvable, "{} of {solvable} are open: {open:#?}", open.len());
}

#[test]
fn a_count_is_at_least_one_unless_deduction_knows_better() {
    for case in corpus().into_iter().filter(|case| case.puzzle.geometry().digit_count() <= 9) {
        match Solver::Local.count_with(&case.puzzle, None, &in_steps(500_000, 2)).unwrap() {
            Count::Exact(count) => assert_eq!(count, case.count, "{}", case.name),
            Count::AtLeast(count, _) => assert!(count <= case.count.min(1), "{}", case.name),
        }
    }
    let empty = Grid::empty(&board("2x2"));
    let count = Solver::Local.count(&empty).unwrap();
    assert_eq!(count, Count::at_least(1, StopReason::Incomplete));
    assert_eq!(
        Solver::Local.count_with(&empty, Some(1), &Options::default()).unwrap(),
        Count::at_least(1, StopReason::Limit)
    );
    let listed: Vec<_> = Solver::Local.solutions(&empty).unwrap().collect();
    assert!(matches!(listed[..], [Ok(_), Err(satdoku::Error::Stopped(StopReason::Incomplete))]), "{listed:?}");
}

#[test]
fn boards_of_every_kind_are_filled() {
    let random = &mut Random(41);
    let mut grids = full_on_other_boards(random);
    for (rows, columns) in [(1, 1), (1, 7), (2, 3), (3, 3), (2, 5), (3, 4), (4, 4)] {
        grids.push(full(rows, columns, random));
    }
    for solution in grids {
        for percent in [30, 60, 100] {
            solved(&thinned(&solution, percent, random), 20_000_000, 5);
        }
    }
}

#[test]
fn large_boards_with_40_percent_of_their_clues_take_a_moment() {
    let random = &mut Random(43);
    for (order, steps) in [(5, 10_000_000), (6, 20_000_000)] {
        let solution = full(order, order, random);
        for seed in 0..3 {
            solved(&thinned(&solution, 40, random), steps, seed);
        }
    }
}

#[test]
fn a_seed_makes_the_same_moves_in_one_go_or_in_pieces() {
    let puzzle = thinned(&full(3, 4, &mut Random(47)), 25, &mut Random(53));
    let whole = |seed| {
        let mut search = Local::new(&puzzle.clone().into(), seed);
        assert!(search.advance(&mut Budget::unlimited().start()).is_satisfiable());
        search.grid()
    };
    assert_eq!(whole(1), whole(1));
    assert!((2..10).any(|seed| whole(seed) != whole(1)), "the seed means nothing");
    let mut pieces = Local::new(&puzzle.clone().into(), 1);
    let mut stops = 0;
    while let Verdict::Unknown(reason) = pieces.advance(&mut Budget::unlimited().with_steps(7).start()) {
        assert_eq!(reason, StopReason::Steps);
        assert_eq!(pieces.grid().first_conflict(), None);
        stops += 1;
    }
    assert!(stops > 3);
    assert_eq!(pieces.grid(), whole(1));
}

#[test]
fn it_needs_no_more_stack_than_any_thread_has() {
    let puzzle = thinned(&full(4, 4, &mut Random(59)), 60, &mut Random(61));
    let search = move || Local::new(&puzzle.into(), 1).advance(&mut Budget::unlimited().start()).is_satisfiable();
    let thread = thread::Builder::new().stack_size(1 << 17).spawn(search).unwrap();
    assert!(thread.join().unwrap());
}

#[test]
fn a_cell_in_many_units_takes_other_tables() {
    let solution = full(3, 3, &mut Random(67));
    let middle: Vec<Cell> =
        (30..33).flat_map(|cell| [cell, cell + 9, cell + 18]).map(|cell| Cell::new(cell / 9, cell % 9)).collect();
    // Cells of the middle box have their own item and three units, and that box so many times more; 32 items are the most.
    for (more, is_found) in [(1, true), (5, true), (13, true), (28, true), (29, false)] {
        let board = Arc::new(Geometry::boxes(3, 3).unwrap().with_units(vec![middle.clone(); more]).unwrap());
        let mut puzzle = Grid::empty(&board);
        for cell in board.cells().filter(|cell| cell.row() % 4 == 0 && !middle.contains(cell)) {
            puzzle.set(cell, solution.get(cell)).unwrap();
        }
        let mut search = Local::new(&puzzle.clone().into(), 1);
        assert_eq!(search.advance(&mut Budget::unlimited().start()).is_satisfiable(), is_found, "{more}");
        assert_eq!(Solution::check(&puzzle, search.grid()).is_ok(), is_found, "{more}");
    }
}

#[test]
fn what_has_no_solution_is_given_up_within_the_moves_that_are_documented() {
    let clash = grid("2x2", "11..............");
    let full_but_wrong = grid("2x2", "1234341223414124");
    let no_digit = grid("2x2", "123....4........");
    for hopeless in [clash, full_but_wrong, no_digit] {
        let mut search = Local::new(&hopeless.clone().into(), 0);
        for _ in 0..2 {
            let verdict = search.advance(&mut Budget::unlimited().with_steps(0).start());
            assert_eq!(verdict, Verdict::Unknown(StopReason::Incomplete), "{hopeless}");
            assert_eq!(search.grid(), hopeless);
        }
    }
    // r1c1, r1c2 and r2c2 have two digits between them.
    let none = Reduced::of(grid("2x2", "..34.....3...4.."));
    let progress = Progress::new();
    let verdict = Local::new(&none, 0).advance(&mut Budget::unlimited().with_progress(progress.clone()).start());
    assert_eq!(verdict, Verdict::Unknown(StopReason::Incomplete));
    let most = 2000 * none.candidates().len().pow(2) as u64;
    assert!((most..most + 1024).contains(&progress.steps()), "{} of {most}", progress.steps());
}

#[test]
fn no_more_memory_is_taken_than_allowed() {
    // 16³ candidates, 80 bytes each.
    let puzzle = Grid::empty(&board("4x4"));
    for (memory, is_enough) in [(300_000, false), (400_000, true)] {
        let options = in_steps(u64::MAX, 1).with_memory(memory);
        let verdict = Solver::Local.solve_with(&puzzle, &options).unwrap();
        assert_eq!(verdict.is_satisfiable(), is_enough, "{memory}");
        assert!(is_enough || verdict == Verdict::Unknown(StopReason::Memory), "{memory}");
    }
}

#[test]
fn time_and_a_cancelled_token_stop_it_at_once() {
    let puzzle = grid("3x3", THREE_FOR_TWO);
    let late = |stop: &dyn Fn() -> (Budget, StopReason)| {
        let (budget, expected) = stop();
        let start = Instant::now();
        let options = Options::default().with_budget(budget).with_reduce(Techniques::NONE);
        assert_eq!(Solver::Local.solve_with(&puzzle, &options).unwrap(), Verdict::Unknown(expected));
        start.elapsed().saturating_sub(Duration::from_millis(100))
    };
    let by_time = || (Budget::unlimited().with_time(Duration::from_millis(100)), StopReason::Time);
    let by_token = || {
        let token = CancelToken::new();
        let budget = Budget::unlimited().with_cancel(token.clone());
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            token.cancel();
        });
        (budget, StopReason::Cancelled)
    };
    // A busy machine may let a thread wait: the quickest of some tries counts.
    for stop in [&by_time as &dyn Fn() -> _, &by_token] {
        let quickest = (0..5).map(|_| late(stop)).min().unwrap();
        assert!(quickest < Duration::from_millis(50), "{quickest:?}");
    }
    let progress = Progress::new();
    let budget = Budget::unlimited().with_steps(5000).with_progress(progress.clone());
    let options = Options::default().with_budget(budget).with_reduce(Techniques::NONE);
    assert_eq!(Solver::Local.solve_with(&puzzle, &options).unwrap(), Verdict::Unknown(StopReason::Steps));
    assert_eq!(progress.steps(), 5000);
}
