//! Cubes: parts of a puzzle that share no solution and miss none, as lists of digits, as clauses and as work for threads.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use crate::common::{corpus, grid};
use satdoku::{Backend, Budget, CancelToken, Count, Grid, ItemChoice, Options, Solver, StopReason, Verdict, search};

const DANCING_LINKS: Solver = Solver::DancingLinks(ItemChoice::Smallest);

fn cubes_of(puzzle: &Grid, least: usize) -> Vec<search::Cube> {
    search::cubes(puzzle, least, &Budget::unlimited().start()).expect("no limit")
}

fn split(cubes: usize) -> Options {
    Options::default().with_cubes(NonZeroUsize::new(cubes))
}

#[test]
fn every_solution_lies_in_one_cube() {
    for case in corpus().iter().filter(|case| case.count <= 2000 && case.puzzle.geometry().digit_count() <= 16) {
        for least in [1, 2, 7, 40] {
            let cubes = cubes_of(&case.puzzle, least);
            assert!(cubes.len() < least + case.puzzle.geometry().digit_count(), "{}: {} cubes", case.name, cubes.len());
            let solutions = DANCING_LINKS.solutions(&case.puzzle).expect("a listing");
            for solution in solutions {
                let solution = solution.expect("a solution");
                let has = |cube: &&search::Cube| cube.iter().all(|c| solution.get(c.cell) == Some(c.digit));
                assert_eq!(cubes.iter().filter(has).count(), 1, "{}: {solution}", case.name);
            }
        }
    }
}

#[test]
fn an_empty_board_is_split_into_as_many_cubes_as_asked_for() {
    for least in [1, 2, 4, 64, 500] {
        let cubes = cubes_of(&grid("4x4", &".".repeat(256)), least).len();
        assert!((least..least + 16).contains(&cubes), "{cubes} cubes");
    }
    let refuted = grid("2x2", "11..............");
    assert!(cubes_of(&refuted, 8).is_empty());
}

/// Counts the solutions of each cube and of what lies outside all cubes, as a solver for cubes sees them.
#[cfg(feature = "varisat")]
#[test]
fn as_clauses_the_cubes_leave_nothing_out() {
    use satdoku::backend::OpenOptions;
    use satdoku::encoding::Term;
    use satdoku::{ClauseSink, Encoding, Formula};

    use crate::common::cases;

    let (board, row) = cases(("2x3", "12.456"), ("3x3", "12.456789"));
    let puzzle = grid(board, &format!("{row}{}", ".".repeat(row.len() * (row.len() - 1))));
    for encoding in [Encoding::Minimal, Encoding::Extended, Encoding::Modeller, Encoding::Reduced] {
        let formula = Formula::new(&puzzle, encoding).expect("a formula");
        let mut solver = Backend::Varisat.open(&OpenOptions::default()).expect("a solver");
        formula.write(&mut solver).expect("clauses");
        let cubes = cubes_of(&puzzle, 50);
        assert!(cubes.len() > 40, "{} cubes", cubes.len());
        for cube in &cubes {
            let outside = cube.iter().filter_map(|&candidate| match formula.map().term(candidate) {
                Term::Lit(lit) => Some(!lit),
                Term::True => None,
                Term::False => panic!("{candidate} is dead"),
            });
            solver.add_clause(&outside.collect::<Vec<_>>()).expect("a clause");
        }
        let verdict = solver.solve(&Budget::unlimited().start()).expect("an answer");
        assert!(verdict.is_unsatisfiable(), "{encoding}");
    }
}

#[test]
fn solvers_answer_by_cubes_as_they_do_without() {
    // batsat keeps the clauses of the whole puzzle, varisat begins each cube anew.
    let sat = [Backend::Batsat, Backend::Varisat].into_iter().filter(Backend::is_present).map(Solver::Sat);
    for solver in [DANCING_LINKS, Solver::Auto].into_iter().chain(sat) {
        for case in corpus().iter().filter(|case| case.count < 1000 && case.puzzle.geometry().digit_count() <= 16) {
            let options = split(9);
            let count = solver.count_with(&case.puzzle, None, &options).expect("a count");
            assert_eq!(count, Count::exact(case.count), "{solver}: {}", case.name);
            let verdict = solver.solve_with(&case.puzzle, &options).expect("an answer");
            assert_eq!(verdict.is_satisfiable(), case.count > 0, "{solver}: {}", case.name);
            if case.count > 2 {
                let count = solver.count_with(&case.puzzle, Some(2), &options).expect("a count");
                assert_eq!(count, Count::at_least(2, StopReason::Limit), "{solver}: {}", case.name);
            }
        }
    }
}

#[test]
fn a_listing_by_cubes_has_every_solution_once() {
    let solutions = DANCING_LINKS.solutions_with(&grid("2x2", ".1.............."), &split(5)).expect("a listing");
    let mut solutions: Vec<String> = solutions.map(|solution| solution.expect("a solution").to_string()).collect();
    solutions.sort();
    solutions.dedup();
    assert_eq!(solutions.len(), 72);
}

#[test]
fn cubes_are_stopped_by_time_and_by_a_token() {
    let hopeless = grid("5x5", &format!("{}{}", ".".repeat(600), "ABCDEFGHIJKLMNOPQRSTUVWXY"));
    let token = CancelToken::new();
    token.cancel();
    for budget in [Budget::unlimited().with_time(Duration::from_millis(200)), Budget::unlimited().with_cancel(token)] {
        let watch = Instant::now();
        let options = split(30).with_budget(budget);
        let verdict = Solver::Backtracking.solve_with(&hopeless, &options).expect("an answer");
        assert!(matches!(verdict, Verdict::Unknown(StopReason::Time | StopReason::Cancelled)), "{verdict:?}");
        assert!(watch.elapsed() < Duration::from_secs(2), "{:?}", watch.elapsed());
    }
}

#[cfg(feature = "batsat")]
#[test]
fn settings_reach_the_solver_of_each_cube() {
    let options = split(4).with_settings(vec![("no_such_setting".to_owned(), "1".to_owned())]);
    let answer = Solver::Sat(Backend::Batsat).solve_with(&grid("2x2", ".1.............."), &options);
    assert!(answer.is_err_and(|error| error.to_string().contains("no_such_setting")));
}
