//! One corpus, every solver: each answers every puzzle, and all agree.

use std::time::Duration;

use crate::common::{Case, corpus, corpus_for, is_thorough, part, solvers};
use satdoku::{Backend, Budget, Count, Error, Options, Solver, StopReason, Verdict};

/// A SAT solver lists solutions one by one, each with a call: it is asked for no more than so many.
fn most_solutions(solver: &Solver) -> u64 {
    match solver {
        Solver::Sat(Backend::Varisat | Backend::Batsat | Backend::CaDiCaL) => 1000,
        Solver::Sat(Backend::External(_)) => 2,
        Solver::Sat(_) => 10,
        _ => u64::MAX,
    }
}

/// The puzzles that a solver is asked about. In the quick size these are some, others for the next solver, and the
/// largest boards are left to SAT solvers: exact cover and searches take seconds there.
fn puzzles(number: usize, solver: &Solver) -> Vec<Case> {
    let takes_long = |case: &Case| {
        case.puzzle.geometry().digit_count() > 16 && !matches!(solver, Solver::Sat(_) | Solver::Portfolio)
    };
    let mut puzzles = part(corpus_for(solver), number);
    puzzles.retain(|case| is_thorough() || !takes_long(case));
    puzzles
}

fn options() -> Options {
    Options::default().with_budget(Budget::unlimited().with_time(Duration::from_mins(1)))
}

#[test]
fn every_solver_counts_the_corpus() {
    assert!(corpus().len() > 80, "only {} puzzles", corpus().len());
    for (number, solver) in solvers().into_iter().enumerate() {
        for Case { name, puzzle, count, .. } in &puzzles(number, &solver) {
            let most = most_solutions(&solver);
            let expected = if *count < most { Count::exact(*count) } else { Count::at_least(most, StopReason::Limit) };
            let found =
                solver.count_with(puzzle, Some(most), &options()).unwrap_or_else(|error| panic!("{error}: {name}"));
            assert_eq!(found, expected, "{solver}: {name}");
        }
    }
}

#[test]
fn every_solver_finds_the_solution_where_there_is_one() {
    for (number, solver) in solvers().into_iter().enumerate() {
        for Case { name, puzzle, count, solution } in puzzles(number, &solver) {
            let verdict = solver.solve_with(&puzzle, &options()).unwrap_or_else(|error| panic!("{error}: {name}"));
            match verdict {
                Verdict::Satisfiable(found) => {
                    assert!(count > 0 && found.is_solved(), "{solver}: {name}");
                    assert!(puzzle.clues().all(|clue| found.get(clue.cell) == Some(clue.digit)), "{solver}: {name}");
                    if let Some(solution) = solution {
                        assert_eq!(*found, solution, "{solver}: {name}");
                    }
                }
                Verdict::Unsatisfiable => assert_eq!(count, 0, "{solver}: {name}"),
                Verdict::Unknown(reason) => panic!("{solver}: {name}: {reason}"),
            }
        }
    }
}

#[test]
fn every_solver_lists_different_solutions_as_many_as_it_counts() {
    for (number, solver) in solvers().into_iter().enumerate() {
        let few = if matches!(solver, Solver::Sat(Backend::External(_))) { 2 } else { 9 };
        for Case { name, puzzle, count, .. } in puzzles(number, &solver).into_iter().filter(|case| case.count <= few) {
            let solutions =
                solver.solutions_with(&puzzle, &options()).and_then(Iterator::collect::<Result<Vec<_>, Error>>);
            let mut solutions: Vec<String> =
                solutions.unwrap_or_else(|error| panic!("{error}: {name}")).iter().map(ToString::to_string).collect();
            solutions.sort();
            solutions.dedup();
            assert_eq!(solutions.len() as u64, count, "{solver}: {name}");
        }
    }
}

#[test]
fn every_solver_of_this_build_reads_back_from_its_name() {
    for solver in Solver::all() {
        assert_eq!(solver.to_string().parse(), Ok(solver));
    }
}
