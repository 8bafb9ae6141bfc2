//! A solver of the caller's wherever a solver is named: it answers, explains, races, makes and proves as those that are here.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use satdoku::backend::{BackendError, OpenOptions, OwnBackend, ProofFormat};
use satdoku::explain::{Explainer, Explanation};
use satdoku::generate::{Algorithm, Kind, Recipe};
use satdoku::{Backend, Budget, Error, Options, Portfolio, SatBackend, Solver};

use crate::common::{corpus, grid};

/// A backend of another name that counts how often it is opened.
fn counting() -> (Backend, Arc<AtomicUsize>) {
    let opened = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&opened);
    let open = move |options: &OpenOptions| {
        counted.fetch_add(1, Ordering::Relaxed);
        Backend::Cdcl.open(options)
    };
    (Backend::own("mine", open), opened)
}

#[test]
fn its_answers_are_those_of_the_corpus() {
    let (backend, opened) = counting();
    let solver = Solver::Sat(backend);
    for case in corpus().iter().filter(|case| case.puzzle.geometry().digit_count() <= 9 && case.count <= 100) {
        let before = opened.load(Ordering::Relaxed);
        assert_eq!(solver.count(&case.puzzle).unwrap(), satdoku::Count::exact(case.count), "{}", case.name);
        assert!(opened.load(Ordering::Relaxed) > before || case.count == 0, "{}: another was asked", case.name);
    }
}

#[test]
fn it_stands_wherever_a_solver_is_named() {
    let (backend, opened) = counting();
    let solver = Solver::Sat(backend.clone());
    let asked = |what: &str, before: usize| assert!(opened.load(Ordering::Relaxed) > before, "{what}: not opened");
    let puzzle = grid("2x2", "1.34...2..4.....");

    let mut explainer = Explainer::new(&solver, puzzle.geometry(), &Options::default()).unwrap();
    assert!(matches!(explainer.explain(&puzzle).unwrap(), Explanation::Ambiguity(_)));
    asked("an explanation", 0);

    let before = opened.load(Ordering::Relaxed);
    let portfolio = Portfolio::default().with_members(vec![solver.clone().into()]);
    let options = Options::default().with_portfolio(portfolio);
    assert!(Solver::Portfolio.solve_with(&puzzle, &options).unwrap().is_satisfiable());
    asked("a portfolio", before);

    let before = opened.load(Ordering::Relaxed);
    let mut session = solver.send_session(puzzle.geometry(), &Options::default()).unwrap();
    let counted = std::thread::spawn(move || session.count(&puzzle, None).unwrap());
    assert_eq!(counted.join().unwrap(), satdoku::Count::exact(3));
    asked("a session on another thread", before);

    let before = opened.load(Ordering::Relaxed);
    let board = Arc::new("2x3".parse().unwrap());
    let recipe = Recipe::new(&board, Kind::Unique).with_algorithm(Algorithm::Two(solver.clone()));
    let made = recipe.puzzles(0..1, &Budget::unlimited()).unwrap().next().unwrap().unwrap().puzzle;
    assert_eq!(Solver::Auto.is_unique(&made).unwrap(), Some(true));
    asked("a generator", before);

    assert_eq!(solver.to_string(), "sat:own=mine");
    assert!(solver.to_string().parse::<Solver>().is_err(), "no text names it");
    assert_eq!(backend, backend.clone());
    assert_ne!(backend, counting().0, "two that were made apart");
}

#[test]
fn it_certifies_only_what_it_has_proofs_for() {
    let puzzle = grid("2x2", "123....4........");
    let certified = Options::default().with_certified(true);
    let silent = Solver::Sat(counting().0).solve_with(&puzzle, &certified);
    assert!(matches!(silent, Err(Error::Backend(BackendError::NoProof { .. }))), "{silent:?}");

    let open = |options: &OpenOptions| Backend::Cdcl.open(options);
    let proving = |writes| Solver::Sat(Backend::Own(OwnBackend::new("mine", open).with_proofs(writes)));
    for writes in [&[ProofFormat::Lrat, ProofFormat::BinaryLrat][..], &[ProofFormat::BinaryDrat]] {
        assert!(proving(writes).solve_with(&puzzle, &certified).unwrap().is_unsatisfiable(), "{writes:?}");
    }
    let text = proving(&[ProofFormat::Drat]).solve_with(&puzzle, &certified);
    assert!(matches!(text, Err(Error::Backend(BackendError::NoFormat { .. }))), "{text:?}");
}

#[test]
fn its_error_and_its_name_reach_the_caller() {
    let broken = |_: &OpenOptions| -> Result<Box<dyn SatBackend>, BackendError> {
        Err(BackendError::Failed { backend: "mine".to_owned(), message: "out of ideas".to_owned() })
    };
    let error = Solver::Sat(Backend::own("mine", broken)).solve(&grid("2x2", "1...............")).unwrap_err();
    assert_eq!(error.to_string(), "mine failed: out of ideas");
}
