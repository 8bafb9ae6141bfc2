//! The facade: every solver answers every question alike, within every budget, however often it is asked.

use std::time::{Duration, Instant};

use satdoku::{
    Backend, Budget, CancelToken, Count, Error, Grid, ItemChoice, Options, Progress, Solver, StopReason, Techniques,
    Verdict,
};

use crate::common::{board, corpus_for, grid, solvers_of_any_board};
use crate::peers::puzzles::{Random, full, full_on_other_boards, small_corpus, thinned};

const THREE: (&str, &str) = ("2x2", ".4.....1.....3..");
const ONE: (&str, &str) = ("2x2", ".4.2...1.....3..");
const NONE: (&str, &str) = ("2x2", "123....4........");

/// The solvers that take steps and count them.
fn stepping() -> impl Iterator<Item = Solver> {
    solvers_of_any_board()
        .into_iter()
        .filter(|solver| !matches!(solver, Solver::Sat(_) | Solver::Portfolio | Solver::Learning))
}

fn with_steps(steps: u64) -> Options {
    Options::default().with_budget(Budget::unlimited().with_steps(steps))
}

/// All solutions in an order of their own.
fn sorted(solver: &Solver, puzzle: &Grid, options: &Options) -> Vec<String> {
    let solutions = solver.solutions_with(puzzle, options).unwrap().map(|solution| solution.unwrap().to_string());
    let mut solutions: Vec<_> = solutions.collect();
    solutions.sort();
    solutions
}

#[test]
fn every_question_has_the_same_answer_by_every_solver() {
    let options = Options::default();
    for solver in solvers_of_any_board().into_iter().chain([Solver::Auto]) {
        for ((shape, cells), count) in [(THREE, 3), (ONE, 1), (NONE, 0)] {
            let puzzle = grid(shape, cells);
            assert_eq!(solver.count_with(&puzzle, None, &options).unwrap(), Count::exact(count), "{solver}");
            assert_eq!(solver.is_unique_with(&puzzle, &options).unwrap(), Some(count == 1), "{solver}");
            assert_eq!(solver.solve(&puzzle).unwrap().is_satisfiable(), count > 0, "{solver}");
            let mut solutions = sorted(&solver, &puzzle, &options);
            solutions.dedup();
            assert_eq!(solutions.len() as u64, count, "{solver}");
            for limit in 0..6 {
                let found = solver.count_with(&puzzle, Some(limit), &options).unwrap();
                let expected =
                    if count < limit { Count::exact(count) } else { Count::at_least(limit, StopReason::Limit) };
                assert_eq!(found, expected, "{solver} up to {limit}");
            }
        }
    }
}

#[test]
fn a_session_answers_whatever_was_asked_before() {
    let puzzles = [THREE, NONE, ONE, ("2x2", "11.............."), THREE, ("2x2", "1432324141232314")];
    let counts = [3, 0, 1, 0, 3, 1];
    for solver in solvers_of_any_board() {
        for reduce in [Techniques::NONE, Techniques::SINGLES] {
            let options = Options::default().with_reduce(reduce);
            let mut session = solver.session(&board("2x2"), &options).unwrap();
            for ((shape, cells), count) in puzzles.iter().zip(counts) {
                let puzzle = grid(shape, cells);
                // A listing that is given up in the middle.
                let first = session.solutions(&puzzle).unwrap().next();
                assert_eq!(first.is_some(), count > 0, "{solver} {reduce}: {cells}");
                assert_eq!(session.count(&puzzle, None).unwrap(), Count::exact(count), "{solver} {reduce}: {cells}");
                assert_eq!(session.count(&puzzle, Some(0)).unwrap().value(), 0, "{solver} {reduce}: {cells}");
                assert_eq!(session.solve(&puzzle).unwrap().is_satisfiable(), count > 0, "{solver} {reduce}: {cells}");
                let mut listing = session.solutions(&puzzle).unwrap();
                assert_eq!(listing.by_ref().flatten().count() as u64, count, "{solver} {reduce}: {cells}");
                assert!(listing.next().is_none() && listing.next().is_none(), "{solver}");
            }
            let other = session.solve(&Grid::empty(&board("2x2+diagonals"))).unwrap_err();
            assert_eq!(other.to_string(), "the session is for the board 2x2, the puzzle has 2x2+diagonals");
        }
    }
}

#[test]
fn a_first_solution_is_the_one_that_a_listing_begins_with() {
    for solver in stepping() {
        for case in small_corpus(6).filter(|case| case.count > 1) {
            let first = solver.solutions(&case.puzzle).unwrap().next().unwrap().unwrap();
            assert_eq!(solver.solve(&case.puzzle).unwrap(), Verdict::Satisfiable(first), "{solver}: {}", case.name);
        }
    }
}

#[test]
fn steps_bound_a_question_and_what_was_found_by_then_is_told() {
    let puzzle = Grid::empty(&board("2x2"));
    for solver in stepping() {
        let mut before = 0;
        for steps in [0, 1, 10, 50, 200] {
            let count = solver.count_with(&puzzle, None, &with_steps(steps)).unwrap();
            let Count::AtLeast(found, StopReason::Steps) = count else {
                panic!("{solver} in {steps} steps: {count:?}")
            };
            let found = found.to_u64().unwrap();
            assert!((before..288).contains(&found), "{solver} in {steps} steps: {found} after {before}");
            before = found;
            let listed: Vec<_> = solver.solutions_with(&puzzle, &with_steps(steps)).unwrap().collect();
            assert!(matches!(listed.last(), Some(Err(Error::Stopped(StopReason::Steps)))), "{solver}: {listed:?}");
            assert_eq!(listed.len() as u64, found + 1, "{solver} in {steps} steps");
        }
        assert_eq!(solver.count_with(&puzzle, None, &with_steps(1_000_000)).unwrap(), Count::exact(288), "{solver}");
        assert_eq!(solver.solve_with(&puzzle, &with_steps(3)).unwrap(), Verdict::Unknown(StopReason::Steps));
        assert_eq!(solver.is_unique_with(&puzzle, &with_steps(3)).unwrap(), None, "{solver}");
        assert_eq!(solver.is_unique_with(&puzzle, &with_steps(1000)).unwrap(), Some(false), "{solver}");
        let one = grid(ONE.0, ONE.1);
        assert_eq!(solver.is_unique_with(&one, &with_steps(10_000)).unwrap(), Some(true), "{solver}");
    }
}

#[test]
fn progress_counts_the_steps() {
    let progress = Progress::new();
    let options = Options::default().with_budget(Budget::unlimited().with_progress(progress.clone()));
    let mut before = 0;
    for solver in stepping() {
        solver.count_with(&Grid::empty(&board("2x2")), None, &options).unwrap();
        assert!(progress.steps() > before, "{solver}");
        before = progress.steps();
    }
}

#[test]
fn no_time_and_a_cancelled_token_are_told_apart_and_are_no_answer() {
    let token = CancelToken::new();
    token.cancel();
    let budgets = [
        (Budget::unlimited().with_time(Duration::ZERO), StopReason::Time),
        (Budget::unlimited().with_cancel(token), StopReason::Cancelled),
    ];
    let puzzle = grid(THREE.0, THREE.1);
    for solver in solvers_of_any_board().into_iter().chain([Solver::Auto]) {
        for (budget, reason) in &budgets {
            // splr looks at no token.
            if solver == Solver::Sat(Backend::Splr) && *reason == StopReason::Cancelled {
                continue;
            }
            let options = Options::default().with_budget(budget.clone());
            assert_eq!(solver.solve_with(&puzzle, &options).unwrap(), Verdict::Unknown(*reason), "{solver}");
            assert_eq!(solver.count_with(&puzzle, None, &options).unwrap(), Count::at_least(0, *reason), "{solver}");
            assert_eq!(solver.is_unique_with(&puzzle, &options).unwrap(), None, "{solver}");
            // What the clues alone refute needs no time.
            let refuted = grid("2x2", "1..1............");
            assert!(solver.solve_with(&refuted, &options).unwrap().is_unsatisfiable(), "{solver}");
        }
    }
}

#[test]
fn deduction_before_the_search_changes_no_count() {
    let singles = Options::default().with_reduce(Techniques::SINGLES);
    for solver in solvers_of_any_board().into_iter().chain([Solver::Auto]) {
        let most = match &solver {
            Solver::Sat(Backend::Varisat) => 50,
            Solver::Sat(_) => 4,
            _ => 2000,
        };
        for case in corpus_for(&solver).into_iter().filter(|case| case.puzzle.geometry().digit_count() <= 9) {
            let expected =
                if case.count < most { Count::exact(case.count) } else { Count::at_least(most, StopReason::Limit) };
            assert_eq!(
                solver.count_with(&case.puzzle, Some(most), &singles).unwrap(),
                expected,
                "{solver}: {}",
                case.name
            );
        }
    }
}

#[test]
fn auto_answers_every_size_and_shape() {
    let random = &mut Random(23);
    let mut grids = full_on_other_boards(random);
    for (rows, columns) in [(1, 1), (2, 3), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5)] {
        grids.push(full(rows, columns, random));
    }
    for solution in grids {
        for percent in [0, 25, 90] {
            let puzzle = thinned(&solution, percent, random);
            let Verdict::Satisfiable(found) = Solver::Auto.solve(&puzzle).unwrap() else {
                panic!("{} with {percent} %", solution.geometry())
            };
            assert!(puzzle.clues().all(|clue| found.get(clue.cell) == Some(clue.digit)));
        }
    }
}

/// Pairs of a box's cells were once looked at for every digit, dead candidates or not: N⁴ of them, minutes on a giant.
#[test]
fn a_giant_that_is_nearly_full_takes_a_moment() {
    let random = &mut Random(37);
    let puzzle = thinned(&full(16, 16, random), 98, random);
    let start = Instant::now();
    assert!(Solver::Auto.solve(&puzzle).unwrap().is_satisfiable());
    assert!(start.elapsed() < Duration::from_secs(10), "took {:?}", start.elapsed());
}

/// Boards that are not linked as a whole, in one session: each puzzle's live options are stated anew.
#[test]
fn dancing_links_answer_beyond_the_boards_that_are_linked_once() {
    let random = &mut Random(29);
    for choice in [ItemChoice::Smallest, ItemChoice::Leftmost] {
        let solution = full(4, 7, random);
        let mut session = Solver::DancingLinks(choice).session(solution.geometry(), &Options::default()).unwrap();
        for _ in 0..3 {
            let puzzle = thinned(&solution, 95, random);
            assert_eq!(
                session.count(&puzzle, None).unwrap().value(),
                sorted(&Solver::Mrv, &puzzle, &Options::default()).len() as u64
            );
            assert!(session.solve(&puzzle).unwrap().is_satisfiable());
        }
    }
}

#[test]
fn statistics_are_those_of_the_last_question() {
    let (puzzle, refuted) = (grid(THREE.0, THREE.1), grid("2x2", "11.............."));
    for solver in stepping() {
        let mut session = solver.session(puzzle.geometry(), &Options::default()).unwrap();
        session.count(&puzzle, None).unwrap();
        let stats = session.stats();
        assert!(stats.solve > Duration::ZERO, "{solver}");
        assert_eq!((stats.variables, stats.clauses, stats.decode), (0, 0, Duration::ZERO), "{solver}");
        session.solve(&puzzle).unwrap();
        assert!(session.stats().decode > Duration::ZERO, "{solver}");
        session.solve(&refuted).unwrap();
        assert_eq!(session.stats().solve, Duration::ZERO, "{solver}");
    }
}
