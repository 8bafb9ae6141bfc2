//! Proofs of programs, checked by the checker of this crate, or by `rate` where the environment variable `RATE` names it.

use std::io::Write;
use std::process::Command;

use satdoku::backend::{Availability, External, ProofFormat};
use satdoku::certificate::{
    Claim, Memory, ProveError, ProveOptions, Proved, Prover, Verification, VerifyOptions, verify,
};
use satdoku::{Backend, Error, Grid};

use crate::certificate::{THREE_SOLUTIONS, UNIQUE, claim, defect, file, reseal};
use crate::common::{corpus, say};

/// Who checks DRAT here.
fn checker() -> &'static str {
    ProofFormat::Drat.asked()
}

/// The programs that prove and are here.
fn provers() -> Vec<Backend> {
    let is_here = |backend: &Backend| match backend.availability() {
        Availability::Ready(_) => true,
        Availability::Missing(why) => {
            say(&format!("skipped: proofs of {backend}: {why}"));
            false
        }
    };
    ["kissat", "cadical"].into_iter().filter_map(Backend::profile).filter(is_here).collect()
}

fn prover(backend: &Backend) -> Prover {
    Prover::new(ProveOptions::default().with_backend(backend.clone())).unwrap()
}

#[test]
fn proofs_of_programs_are_accepted() {
    for backend in provers() {
        let mut prover = prover(&backend);
        // Every board once with each answer that needs a proof.
        let mut seen = std::collections::HashSet::new();
        for case in corpus() {
            let kind = (case.puzzle.geometry().to_string(), case.count.min(2));
            if case.count > 1 || !seen.insert(kind) {
                continue;
            }
            let mut bundle = Memory::new();
            let outcome = prover.prove(&case.puzzle, None, &mut bundle).unwrap();
            let Proved::Certified(manifest) = outcome else { panic!("{}: {outcome:?}", case.name) };
            let expected = if case.count == 1 { Claim::Unique } else { Claim::Unsatisfiable };
            assert_eq!(manifest.claim, expected, "{backend}: {}", case.name);
            assert!(!file(&bundle, "proof.drat").is_empty());
            assert_eq!(claim(&bundle), expected, "{backend}: {}", case.name);
        }
    }
}

/// Every format that a backend can write; LRAT only of a CaDiCaL that knows it.
#[test]
fn proofs_are_accepted_in_each_format() {
    // Unit propagation alone does not show that it has no other solution.
    let hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let solvable: Grid = hard.parse().unwrap();
    for backend in provers().into_iter().chain([Backend::Cdcl, Backend::Varisat]) {
        let mut sizes = std::collections::HashMap::new();
        for &format in backend.proof_formats() {
            let options = ProveOptions::default().with_backend(backend.clone()).with_format(format);
            let mut prover = Prover::new(options).unwrap();
            let mut bundle = Memory::new();
            let outcome = match prover.prove(&solvable, Some(Claim::Unique), &mut bundle) {
                Err(error) if matches!(format, ProofFormat::Lrat | ProofFormat::BinaryLrat) => {
                    say(&format!("skipped: {format} of {backend}: {error}"));
                    continue;
                }
                outcome => outcome.unwrap(),
            };
            let Proved::Certified(manifest) = outcome else { panic!("{backend}: {format}: {outcome:?}") };
            assert_eq!(manifest.proof, Some(format));
            assert_eq!(claim(&bundle), Claim::Unique, "{backend}: {format}");
            let proof = manifest.files.last().unwrap();
            sizes.insert(format, proof.bytes);
            // What says another format than it has is refused.
            let other = if format == ProofFormat::Drat { ProofFormat::BinaryDrat } else { ProofFormat::Drat };
            if proof.name == "proof.drat" {
                reseal(&mut bundle, |manifest| manifest.proof = Some(other));
                assert!(defect(&bundle).starts_with("proof.drat: rejected"), "{backend}: {format}");
            }
        }
        assert!(sizes[&ProofFormat::BinaryDrat] < sizes[&ProofFormat::Drat], "{backend}: {sizes:?}");
    }
    let options = ProveOptions::default().with_backend(Backend::Varisat).with_format(ProofFormat::Lrat);
    let refused = Prover::new(options).err().unwrap().to_string();
    assert_eq!(refused, "varisat writes no proof in the format lrat; it writes varisat, drat, binary-drat");
}

/// A program in the manner of kissat that does not solve anything.
fn liar(home: &tempfile::TempDir, body: &str) -> Backend {
    let program = home.path().join("liar");
    // A child writes it: a program that this process has open for writing, in any thread's fork, cannot be run.
    let script = format!("#!/bin/sh\n[ \"$1\" = --version ] && exit\nfor a; do proof=$a; done\n{body}\n");
    let mut write = Command::new("sh");
    write.args(["-c", r#"printf %s "$1" > "$0" && chmod +x "$0""#]).arg(&program).arg(script);
    assert!(write.status().unwrap().success());
    Backend::External(External::kissat().at(program.to_str().unwrap()))
}

#[test]
fn a_solver_that_lies_is_caught_by_the_checker() {
    let puzzle: Grid = THREE_SOLUTIONS.parse().unwrap();
    for body in [
        "echo 's UNSATISFIABLE'; exit 20",
        "echo 0 > \"$proof\"; echo 's UNSATISFIABLE'; exit 20",
        "printf '1 0\\n-1 0\\n0\\n' > \"$proof\"; echo 's UNSATISFIABLE'; exit 20",
        "printf '2000000000 0\\n0\\n' > \"$proof\"; echo 's UNSATISFIABLE'; exit 20",
        "echo nonsense > \"$proof\"; echo 's UNSATISFIABLE'; exit 20",
        "head -c 3000 /dev/zero > \"$proof\"; echo 's UNSATISFIABLE'; exit 20",
    ] {
        let home = tempfile::tempdir().unwrap();
        for claimed in [Claim::Unsatisfiable, Claim::Unique] {
            let mut bundle = Memory::new();
            let refused =
                prover(&liar(&home, body)).prove(&puzzle, Some(claimed), &mut bundle).unwrap_err().to_string();
            let why = format!("kissat returned a wrong answer: proof.drat: rejected ({}): ", checker());
            assert!(refused.starts_with(&why), "{body}: {refused}");
            assert!(refused.ends_with(&defect(&bundle)), "{body}: {refused}");
        }
    }
    // A model that is none is caught at once.
    let home = tempfile::tempdir().unwrap();
    let body = "printf 's SATISFIABLE\\nv'; for i in $(seq 64); do printf ' %s' $i; done; echo ' 0'; exit 10";
    let outcome = prover(&liar(&home, body)).prove(&puzzle, None, &mut Memory::new());
    assert!(matches!(outcome, Err(ProveError::Solver(Error::WrongAnswer { .. }))), "{outcome:?}");
}

#[test]
fn a_changed_proof_of_a_program_proves_nothing_new() {
    let Some(backend) = provers().into_iter().next() else { return };
    let puzzle: Grid = UNIQUE.parse().unwrap();
    let mut good = Memory::new();
    prover(&backend).prove(&puzzle, Some(Claim::Unique), &mut good).unwrap();
    let told = claim(&good);
    let proof = file(&good, "proof.drat");
    for at in (0..proof.len()).step_by(proof.len() / 8 + 1) {
        let mut bad = good.clone();
        let mut changed = proof.clone();
        changed[at] ^= 1;
        bad.insert("proof.drat", changed);
        // Damage is seen without asking anybody.
        assert!(defect(&bad).starts_with("proof.drat: damaged"));
        reseal(&mut bad, |_| {});
        match verify(&bad, &VerifyOptions::default()).unwrap() {
            Verification::Valid(manifest) => assert_eq!(manifest.claim, told),
            Verification::Invalid(_) => {}
            Verification::Unknown(reason) => panic!("{reason}"),
        }
    }
    // A proof of another puzzle.
    let mut other = Memory::new();
    let unsatisfiable: Grid = "11..............".parse().unwrap();
    prover(&backend).prove(&unsatisfiable, None, &mut other).unwrap();
    let mut several = Memory::new();
    let puzzle: Grid = THREE_SOLUTIONS.parse().unwrap();
    let home = tempfile::tempdir().unwrap();
    let liar = liar(&home, "echo 's UNSATISFIABLE'; exit 20");
    prover(&liar).prove(&puzzle, Some(Claim::Unique), &mut several).unwrap_err();
    several.insert("proof.drat", file(&other, "proof.drat"));
    reseal(&mut several, |_| {});
    assert!(defect(&several).starts_with(&format!("proof.drat: rejected ({}): ", checker())));
    let _ = std::io::stderr().flush();
}
