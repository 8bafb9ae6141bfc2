//! What is true is certified and accepted, what is false is not.

use std::sync::Arc;
use std::time::Duration;

use satdoku::backend::BackendError;
use satdoku::certificate::{
    Claim, FalseClaim, Memory, ProveError, ProveOptions, Proved, Prover, Verification, VerifyOptions, verify,
};
use satdoku::{Backend, Budget, CancelToken, Error, Geometry, Grid, StopReason};

use crate::certificate::{THREE_SOLUTIONS, UNIQUE, UNSATISFIABLE, bundle, claim, file, judge, manifest, prover};
use crate::common::{Case, corpus, part, say};

/// What is true of a puzzle.
fn truth(case: &Case) -> Claim {
    match case.count {
        0 => Claim::Unsatisfiable,
        1 => Claim::Unique,
        _ => Claim::Solved,
    }
}

/// Whether a claim holds of a puzzle with so many solutions.
fn holds(claim: Claim, count: u64) -> bool {
    match claim {
        Claim::Solved => count > 0,
        Claim::Unsatisfiable => count == 0,
        Claim::Unique => count == 1,
    }
}

#[test]
fn every_puzzle_of_the_corpus_gets_the_certificate_that_is_true() {
    let mut prover = prover(Backend::Varisat);
    for case in part(corpus(), 0) {
        let mut bundle = Memory::new();
        let outcome = prover.prove(&case.puzzle, None, &mut bundle).unwrap();
        let Proved::Certified(manifest) = outcome else { panic!("{}: {outcome:?}", case.name) };
        assert_eq!(manifest.claim, truth(&case), "{}", case.name);
        match judge(&bundle) {
            Verification::Valid(read) => assert_eq!(read, manifest, "{}", case.name),
            other => panic!("{}: {other:?}", case.name),
        }
        if case.puzzle.geometry().digit_count() > 9 {
            continue;
        }
        for &claim in Claim::all() {
            let outcome = prover.prove(&case.puzzle, Some(claim), &mut Memory::new()).unwrap();
            let is_certified = matches!(&outcome, Proved::Certified(manifest) if manifest.claim == claim);
            assert_eq!(is_certified, holds(claim, case.count), "{}: {claim}: {outcome:?}", case.name);
            assert!(is_certified || matches!(outcome, Proved::False(_)), "{}: {claim}: {outcome:?}", case.name);
        }
    }
}

#[test]
fn the_files_are_those_that_are_told() {
    for (puzzle, names) in [
        (UNIQUE, &["formula.cnf", "manifest.json", "proof.varisat", "puzzle.txt", "solution.txt"][..]),
        (UNSATISFIABLE, &["formula.cnf", "manifest.json", "proof.varisat", "puzzle.txt"]),
        (THREE_SOLUTIONS, &["formula.cnf", "manifest.json", "model.txt", "puzzle.txt", "solution.txt"]),
    ] {
        let bundle = bundle(puzzle);
        assert_eq!(bundle.files().map(|(name, _)| name.to_owned()).collect::<Vec<_>>(), names, "{puzzle}");
        assert!(bundle.files().all(|(_, bytes)| !bytes.is_empty()), "{puzzle}");
    }
    let unique = bundle(UNIQUE);
    assert_eq!(file(&unique, "puzzle.txt"), b"2 2\n0 4 0 2\n0 0 0 1\n0 0 0 0\n0 3 0 0\n");
    let formula = String::from_utf8(file(&unique, "formula.cnf")).unwrap();
    // 64 groups of at least one and six pairs, four clues, and the clause that excludes the solution.
    assert_eq!(formula.lines().next(), Some("p cnf 64 453"));
    assert_eq!(formula.lines().last().map(|line| line.split(' ').count()), Some(13));
    let manifest = manifest(&unique);
    assert_eq!((manifest.cells, manifest.digits, manifest.variables, manifest.clauses), (16, 4, 64, 453));
    assert_eq!(manifest.solver.name, "varisat");
}

#[test]
fn what_speaks_against_a_claim_is_told() {
    let mut prover = prover(Backend::Varisat);
    let mut ask = |puzzle: &str, claim| {
        let puzzle: Grid = puzzle.parse().unwrap();
        match prover.prove(&puzzle, Some(claim), &mut Memory::new()).unwrap() {
            Proved::False(why) => why,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(ask(UNSATISFIABLE, Claim::Solved), FalseClaim::NoSolution);
    assert_eq!(ask(UNSATISFIABLE, Claim::Unique), FalseClaim::NoSolution);
    assert!(matches!(ask(UNIQUE, Claim::Unsatisfiable), FalseClaim::Solution(_)));
    let FalseClaim::TwoSolutions(one, other) = ask(THREE_SOLUTIONS, Claim::Unique) else { panic!("not two") };
    assert_ne!(one, other);
    let told = ask(THREE_SOLUTIONS, Claim::Unique).to_string();
    assert!(told.starts_with("it has several solutions: r"), "{told}");
}

#[test]
fn contradictory_clues_and_what_deduction_alone_refutes_are_proved_like_the_rest() {
    for (puzzle, what) in [
        ("11..............", "two equal clues in a row"),
        ("123....4........", "a cell without a digit"),
        ("1.....1...1.....", "too few places, found by singles"),
    ] {
        assert_eq!(claim(&bundle(puzzle)), Claim::Unsatisfiable, "{what}");
    }
    // A full grid has nothing left to exclude but itself: the clause is empty.
    assert_eq!(claim(&bundle("1432324141232314")), Claim::Unique);
    assert_eq!(claim(&bundle("1432324141232341")), Claim::Unsatisfiable);
}

#[test]
fn backends_that_write_no_proof_are_refused_by_name() {
    for name in ["batsat", "cadical-linked", "splr", "minisat", "external=solver"] {
        let backend: Backend = name.parse().unwrap();
        if !backend.is_compiled() {
            say(&format!("skipped: {name}: not in this build"));
            continue;
        }
        let refused = Prover::new(ProveOptions::default().with_backend(backend)).err();
        assert!(matches!(refused, Some(BackendError::NoProof { .. })), "{name}: {refused:?}");
    }
}

#[test]
fn a_budget_that_runs_out_is_unknown() {
    let puzzle: Grid = UNIQUE.parse().unwrap();
    let cancelled = CancelToken::new();
    cancelled.cancel();
    for (budget, reason) in [
        (Budget::unlimited().with_time(Duration::ZERO), StopReason::Time),
        (Budget::unlimited().with_cancel(cancelled), StopReason::Cancelled),
    ] {
        for claim in [None, Some(Claim::Unsatisfiable), Some(Claim::Unique)] {
            let options = ProveOptions::default().with_budget(budget.clone());
            let outcome = Prover::new(options).unwrap().prove(&puzzle, claim, &mut Memory::new());
            assert_eq!(outcome.unwrap(), Proved::Unknown(reason), "{claim:?}");
        }
        for puzzle in [UNIQUE, THREE_SOLUTIONS] {
            let options = VerifyOptions::default().with_budget(budget.clone());
            let judgement = verify(&bundle(puzzle), &options).unwrap();
            assert!(matches!(judgement, Verification::Unknown(found) if found == reason), "{judgement:?}");
        }
    }
}

#[test]
fn sizes_are_refused_before_the_work() {
    let puzzle = Grid::empty(&Arc::new(Geometry::of_order(3).unwrap()));
    let mut small = Prover::new(ProveOptions::default().with_memory(1000)).unwrap();
    let refused = small.prove(&puzzle, Some(Claim::Unsatisfiable), &mut Memory::new()).err();
    let is_too_large = matches!(refused, Some(ProveError::Solver(Error::Backend(BackendError::TooLarge { .. }))));
    assert!(is_too_large, "{refused:?}");
    let refused = verify(&bundle(UNIQUE), &VerifyOptions::default().with_memory(1000)).err();
    assert!(refused.is_some_and(|error| error.to_string().starts_with("varisat-checker needs about")));
    let giant = Grid::empty(&Arc::new(Geometry::boxes(36, 36).unwrap()));
    let refused = prover(Backend::Varisat).prove(&giant, Some(Claim::Unsatisfiable), &mut Memory::new()).err();
    assert!(matches!(refused, Some(ProveError::Solver(Error::Encode(_)))), "{refused:?}");
}
