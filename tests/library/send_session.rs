//! Sessions that move from thread to thread.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use satdoku::counting::CandidateCounts;
use satdoku::generate::{GeneratedPuzzles, Recipe};
use satdoku::logic::Guide;
use satdoku::{
    Budget, CancelToken, Cnf, Count, DancingLinks, Error, ExactCover, Formula, Grid, Options, SendSession, Solution,
    Solver, StopReason, Verdict,
};

use crate::common::{corpus_for, grid, solvers_of_any_board};

#[test]
fn what_a_program_keeps_moves_from_thread_to_thread() {
    fn moves<T: Send + 'static>() {}
    moves::<(Grid, Solution, Formula, Cnf, ExactCover, DancingLinks)>();
    moves::<(Solver, Options, CancelToken, SendSession)>();
    moves::<(Recipe, GeneratedPuzzles<std::ops::RangeFrom<u64>>)>();
    moves::<(Guide, CandidateCounts)>();
}

fn open(solver: &Solver, puzzle: &Grid) -> SendSession {
    solver.send_session(puzzle.geometry(), &Options::default()).expect("a session")
}

#[test]
fn every_solver_answers_from_any_thread_as_a_session_does() {
    for solver in solvers_of_any_board().into_iter().chain([Solver::Auto]) {
        let cases: Vec<_> = corpus_for(&solver).into_iter().filter(|case| case.count < 50).take(6).collect();
        for case in &cases {
            let session = Mutex::new(open(&solver, &case.puzzle));
            let expected = solver.solve(&case.puzzle).unwrap().is_satisfiable();
            std::thread::scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(|| {
                        let mut session = session.lock().unwrap();
                        let verdict = session.solve(&case.puzzle).unwrap();
                        if !matches!(verdict, Verdict::Unknown(_)) {
                            assert_eq!(verdict.is_satisfiable(), expected, "{solver}: {}", case.name);
                        }
                        if solver.supports(satdoku::solver::Ability::List) {
                            let listed = session.solutions(&case.puzzle).unwrap().map(Result::unwrap).count() as u64;
                            assert_eq!(listed, case.count, "{solver}: {}", case.name);
                            assert_eq!(session.is_unique(&case.puzzle).unwrap(), Some(case.count == 1));
                            assert_eq!(session.count(&case.puzzle, None).unwrap(), Count::exact(case.count));
                        }
                    });
                }
            });
        }
    }
}

#[test]
fn a_listing_that_is_dropped_is_cancelled_and_the_session_goes_on() {
    let empty = grid("4x4", &".".repeat(256));
    let mut session = open(&"dlx".parse().unwrap(), &empty);
    for _ in 0..3 {
        let first = session.solutions(&empty).unwrap().next();
        assert!(matches!(first, Some(Ok(_))), "{first:?}");
    }
    assert!(session.solve(&empty).unwrap().is_satisfiable());
}

#[test]
fn limits_cancelling_and_other_boards_are_answers_and_errors_as_in_a_session() {
    let empty = grid("4x4", &".".repeat(256));
    let mut session = open(&"dlx".parse().unwrap(), &empty);
    session.set_budget(Budget::unlimited().with_time(Duration::from_millis(20)));
    assert_eq!(session.count(&empty, None).unwrap().stopped(), Some(StopReason::Time));
    let cancel = CancelToken::new();
    session.set_budget(Budget::unlimited().with_cancel(cancel.clone()));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(20));
            cancel.cancel();
        });
        assert_eq!(session.count(&empty, None).unwrap().stopped(), Some(StopReason::Cancelled));
    });
    let other = grid("2x2", &".".repeat(16));
    assert!(matches!(session.solve(&other), Err(Error::Board { .. })));
    assert!(matches!(session.solutions(&other), Err(Error::Board { .. })));
    let classic_only = Solver::Nine.send_session(other.geometry(), &Options::default());
    assert!(classic_only.is_err());
}

#[test]
fn a_session_that_is_dropped_in_mid_search_ends() {
    let empty = grid("4x4", &".".repeat(256));
    let mut session = open(&"dlx".parse().unwrap(), &empty);
    let mut solutions = session.solutions(&empty).unwrap();
    assert!(solutions.next().is_some());
    drop(solutions);
    let begun = Instant::now();
    drop(session);
    assert!(begun.elapsed() < Duration::from_secs(20));
}
