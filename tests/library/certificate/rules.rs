//! Certificates of puzzles with rules: the statement carries them, and the clauses follow from it alone.

use std::sync::Arc;

use satdoku::certificate::{Claim, Memory, ProveOptions, Proved, Prover};
use satdoku::{Backend, Candidate, Grid, Rule, Solver, Verdict};

use crate::certificate::{bundle, claim, defect, file, manifest, prover, reseal};
use crate::common::cases;

/// Rules by their kind; some solution of the board keeps those of each line together.
const RULES: [(&str, &str, &[&str]); 15] = [
    (
        "killer",
        "3x3",
        &[
            "killer 24 r1c1 r1c2 r2c1",
            "killer 7 r5c5 r5c6 r6c6",
            "killer 45 r9c1 r9c2 r9c3 r9c4 r9c5 r9c6 r9c7 r9c8 r9c9",
        ],
    ),
    ("thermometer", "3x3", &["thermometer r1c1 r2c2 r3c3 r4c4 r5c5 r6c6", "slowthermometer r9c1 r8c1 r7c1 r6c2"]),
    ("arrow", "3x3", &["arrow r5c5 : r4c4 r3c3", "arrow r1c8 r1c9 : r2c9 r3c9 r4c9"]),
    ("littlekiller", "2x3", &["littlekiller 9 r1c2 r2c3 r3c4", "littlekiller 14 r6c1 r5c2 r4c3 r3c4"]),
    ("doublearrow", "2x3", &["doublearrow r1c1 r2c2 r3c3 r4c4"]),
    ("whispers", "3x3", &["whispers 5 r1c1 r1c2 r2c3 r3c3"]),
    ("renban", "2x3", &["renban r1c1 r2c1 r3c2"]),
    ("pairs", "2x3", &["difference 1 r1c1 r1c2", "ratio 2 r3c3 r3c4", "pairsum 5 r5c1 r6c1", "less r6c6 r5c6"]),
    ("parity", "2x3", &["odd r1c1 r2c2", "even r3c3 r4c5"]),
    ("extremum", "2x3", &["maximum r2c2", "minimum r5c5"]),
    ("allowed", "2x3", &["allowed 1,2 r1c1", "allowed 5,6 r6c6"]),
    ("chess", "3x3", &["antiknight"]),
    ("nonconsecutive", "3x3", &["nonconsecutive"]),
    ("palindrome", "2x3", &["palindrome r1c1 r2c2 r3c3"]),
    ("connected", "2x3", &["connected 1,2,3,4 size 24", "connected 1,2,5,6"]),
];

/// A proper puzzle with some rules and few clues; in the quick size with about half of all, of which a proof is short.
fn proper(board: &str, rules: &[&str]) -> Grid {
    let empty = Grid::empty(&Arc::new(board.parse().unwrap()));
    let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().unwrap_or_else(|e| panic!("{rule}: {e}"))).collect();
    let empty = empty.with_rules(rules).unwrap();
    let Verdict::Satisfiable(solution) = Solver::Auto.solve(&empty).unwrap() else { panic!("{:?}", empty.rules()) };
    let mut puzzle = solution.grid().clone();
    let clues: Vec<Candidate> = puzzle.clues().collect();
    for clue in clues.into_iter().step_by(cases(2, 1)) {
        puzzle.set(clue.cell, None).unwrap();
        if Solver::Auto.is_unique(&puzzle).unwrap() != Some(true) {
            puzzle.set(clue.cell, Some(clue.digit)).unwrap();
        }
    }
    puzzle
}

#[test]
fn every_kind_of_rule_has_certificates_of_every_claim() {
    for (name, board, rules) in RULES {
        let puzzle = proper(board, rules);
        let mut unique = Memory::new();
        let outcome = prover(Backend::Varisat).prove(&puzzle, None, &mut unique).unwrap();
        assert!(
            matches!(&outcome, Proved::Certified(manifest) if manifest.claim == Claim::Unique),
            "{name}: {outcome:?}"
        );
        assert_eq!(claim(&unique), Claim::Unique, "{name}");
        let statement = String::from_utf8(file(&unique, "puzzle.txt")).unwrap();
        assert!(rules.iter().all(|rule| statement.lines().any(|line| line == *rule)), "{name}: {statement}");

        // The model has a value for each variable of the rules.
        let mut solved = Memory::new();
        prover(Backend::Varisat).prove(&puzzle, Some(Claim::Solved), &mut solved).unwrap();
        assert_eq!(claim(&solved), Claim::Solved, "{name}");
        let model = String::from_utf8(file(&solved, "model.txt")).unwrap();
        let values = model.split_whitespace().filter_map(|word| word.parse::<i64>().ok()).filter(|&value| value != 0);
        assert_eq!(values.count() as u64, manifest(&solved).variables, "{name}");

        // Another digit than the only one possible.
        let mut broken = puzzle.clone();
        let Verdict::Satisfiable(solution) = Solver::Auto.solve(&puzzle).unwrap() else { panic!("{name}") };
        let cell = puzzle.empty_cells().next().unwrap();
        let other = puzzle.geometry().digits().find(|&digit| solution.get(cell) != Some(digit)).unwrap();
        broken.set(cell, Some(other)).unwrap();
        let mut none = Memory::new();
        prover(Backend::Varisat).prove(&broken, None, &mut none).unwrap();
        assert_eq!(claim(&none), Claim::Unsatisfiable, "{name}");
    }
}

#[test]
fn a_rule_that_nothing_fulfils_has_a_certificate_in_every_format() {
    let puzzle: Grid = "2 2\nkiller 50 r2c2\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n".parse().unwrap();
    for backend in [Backend::Cdcl, Backend::Varisat] {
        for &format in backend.proof_formats() {
            let options = ProveOptions::default().with_backend(backend.clone()).with_format(format);
            let mut bundle = Memory::new();
            Prover::new(options).unwrap().prove(&puzzle, None, &mut bundle).unwrap();
            assert_eq!(claim(&bundle), Claim::Unsatisfiable, "{backend} {format}");
        }
    }
}

#[test]
fn a_statement_with_other_rules_is_seen() {
    let text = "2 2\nkiller 6 r1c2 r1c3 r2c3\nthermometer r3c2 r3c1 r3c4\narrow r2c1 : r3c1 r3c2\n".to_owned()
        + "0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    let sealed = bundle(&text);
    assert_eq!(claim(&sealed), Claim::Unique);
    let changed = |from: &str, to: &str, names: &[&str]| {
        let mut lie = sealed.clone();
        for name in names {
            let text = String::from_utf8(file(&sealed, name)).unwrap();
            assert!(text.contains(from), "{text}");
            lie.insert(*name, text.replace(from, to));
        }
        reseal(&mut lie, |_| {});
        defect(&lie)
    };
    // What was found first.
    for (from, to, names, at) in [
        ("killer 6 r1c2 r1c3 r2c3\n", "", &["puzzle.txt"][..], "solution.txt"),
        ("killer 6 r1c2 r1c3 r2c3\n", "", &["solution.txt"], "solution.txt"),
        ("killer 6 r1c2 r1c3 r2c3\n", "", &["puzzle.txt", "solution.txt"], "manifest.json"),
        ("killer 6", "killer 7", &["puzzle.txt", "solution.txt"], "solution.txt"),
        ("r3c2 r3c1 r3c4", "r3c2 r3c4", &["puzzle.txt", "solution.txt"], "manifest.json"),
        ("r3c1 r3c2\n", "r3c1 r5c2\n", &["puzzle.txt", "solution.txt"], "puzzle.txt"),
        ("thermometer", "slowthermometer", &["puzzle.txt", "solution.txt"], "formula.cnf"),
    ] {
        let found = changed(from, to, names);
        assert!(found.starts_with(at), "{from} {to} {names:?}: {found}");
    }
}
