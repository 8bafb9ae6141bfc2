//! Proofs and their checkers by themselves: what varisat proves, and what nobody does.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use satdoku::backend::{BackendError, Checked, Clauses, OpenOptions, Proof, ProofFormat, ProofSink};
use satdoku::{Backend, Budget, ClauseSink, Cnf, Lit, Running, StopReason, Verdict};

use crate::certificate::{UNIQUE, bundle, claim, file, judge, reseal};
use crate::common::pigeonhole;

fn unlimited() -> Running {
    Budget::unlimited().start()
}

fn cnf(clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new();
    for clause in clauses {
        let lits: Vec<Lit> = clause.iter().filter_map(|&number| Lit::from_dimacs(number)).collect();
        let Ok(()) = cnf.add_clause(&lits);
    }
    cnf
}

/// What varisat answers, and what it wrote.
fn prove(cnf: &Cnf) -> (bool, Vec<u8>) {
    let proof = Arc::new(Mutex::new(Vec::new()));
    let sink = Some(ProofSink::new(Arc::clone(&proof)));
    let mut solver = Backend::Varisat.open(&OpenOptions::default().with_proof(sink)).unwrap();
    assert!(solver.capabilities().proof && !solver.capabilities().incremental);
    cnf.write(&mut solver).unwrap();
    let answer = solver.solve(&unlimited()).unwrap();
    // One question, one proof.
    assert!(matches!(solver.solve(&unlimited()), Err(BackendError::Spent { .. })));
    drop(solver);
    let proof = proof.lock().unwrap().clone();
    (answer.is_satisfiable(), proof)
}

fn check_within(cnf: &Cnf, mut proof: &[u8], run: &Running) -> Checked {
    let mut write = |sink: &mut dyn ClauseSink<Error = _>| cnf.write(sink);
    let mut clauses = Clauses { size: cnf.size(), write: &mut write };
    let bytes = proof.len() as u64;
    let mut proof = Proof { reader: &mut proof, bytes };
    ProofFormat::Varisat.check(&mut clauses, &mut proof, OpenOptions::DEFAULT_MEMORY, run).unwrap()
}

fn check(cnf: &Cnf, proof: &[u8]) -> Checked {
    check_within(cnf, proof, &unlimited())
}

/// A number as varisat's format has it, in as many bytes as the longest.
fn number(value: u64) -> Vec<u8> {
    let bits = (u128::from(value) << 10) | 1 << 9;
    bits.to_le_bytes()[..10].to_vec()
}

fn numbers(values: &[u64]) -> Vec<u8> {
    values.iter().flat_map(|&value| number(value)).collect()
}

const END: u64 = 0x9ac3_391f_4294_c211;

#[test]
fn refutations_are_accepted_for_their_formula_only() {
    let formulas = [
        cnf(&[&[]]),
        cnf(&[&[1], &[-1]]),
        cnf(&[&[1, 2], &[]]),
        cnf(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]]),
        pigeonhole(5),
        pigeonhole(7),
    ];
    let satisfiable = cnf(&[&[1, 2], &[-1, 2], &[1, -2]]);
    for (i, formula) in formulas.iter().enumerate() {
        let (is_satisfiable, proof) = prove(formula);
        assert!(!is_satisfiable);
        assert_eq!(check(formula, &proof), Checked::Refuted, "{i}");
        assert!(matches!(check(&satisfiable, &proof), Checked::Rejected(_)), "{i}");
    }
    // What varisat writes on the way to a model is no refutation.
    let (is_satisfiable, proof) = prove(&satisfiable);
    assert!(is_satisfiable);
    assert!(matches!(check(&satisfiable, &proof), Checked::Rejected(_)));
}

/// A proof that says nothing, or that puts into the formula what is not there, must not pass: the checker by itself
/// would find all of these in order.
#[test]
fn what_is_in_order_but_refutes_nothing_is_rejected() {
    let satisfiable = cnf(&[&[1, 2], &[-1, 2]]);
    let rejected = |proof: &[u64]| match check(&satisfiable, &numbers(proof)) {
        Checked::Rejected(why) => why,
        other => panic!("{proof:?}: {other:?}"),
    };
    assert_eq!(rejected(&[END]), "it ends without the empty clause");
    // An input clause: 15, its length, its literals.
    for clause in [&[15, 0][..], &[15, 1, 0], &[15, 1, 1]] {
        assert_eq!(rejected(&[clause, &[END]].concat()), "step 1: a step that no refutation needs");
    }
    // Assumptions that contradict each other, and their core.
    assert_eq!(rejected(&[16, 2, 0, 1, 17, 2, 0, 1, 0, END]), "step 1: a step that no refutation needs");
    // The empty clause without a reason, and for a reason that is none.
    assert!(rejected(&[8, 0, 0, END]).contains("AT check failed"));
    assert!(rejected(&[8, 0, 1, 12345, END]).contains("no clause found"));
    // A clause that follows, but is not the empty one: 1 or 2 and not 1 or 2 give 2; its hashes are not known here.
    assert!(rejected(&[8, 1, 2, 0, END]).contains("AT check failed"));
    assert_eq!(rejected(&[8, 1, 99, 0, END]), "step 1: a variable that the formula has not");
    assert_eq!(rejected(&[13, 65, END]), "step 1: hashes of a length that varisat never uses");
    assert_eq!(rejected(&[13, 0, END]), "step 1: hashes of a length that varisat never uses");
    assert!(rejected(&[]).contains("Unexpected end of proof"));
    assert_eq!(rejected(&[END, END]), "step 1: something follows its end");
}

#[test]
fn lengths_without_bytes_behind_them_take_no_memory() {
    let formula = pigeonhole(4);
    for step in [7, 8, 9, 10, 11, 12] {
        for length in [1 << 62, 1 << 40, u64::MAX, 1000] {
            let Checked::Rejected(why) = check(&formula, &numbers(&[step, length, 0, 1, END])) else {
                panic!("{step}")
            };
            assert_eq!(why, "step 1: more numbers than there are bytes left");
        }
    }
    for length in [1 << 62, u64::MAX] {
        let Checked::Rejected(why) = check(&formula, &numbers(&[8, 1, 0, length, 1])) else { panic!("{length}") };
        assert_eq!(why, "step 1: more numbers than there are bytes left");
    }
}

#[test]
fn a_spent_budget_stops_solver_and_checker() {
    let hard = pigeonhole(12);
    let sink = Some(ProofSink::new(Arc::new(Mutex::new(io::sink()))));
    let mut solver = Backend::Varisat.open(&OpenOptions::default().with_proof(sink)).unwrap();
    hard.write(&mut solver).unwrap();
    let limited = Budget::unlimited().with_time(Duration::from_millis(200)).start();
    let start = Instant::now();
    assert_eq!(solver.solve(&limited).unwrap(), Verdict::Unknown(StopReason::Time));
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    let formula = pigeonhole(7);
    let (_, proof) = prove(&formula);
    let spent = Budget::unlimited().with_time(Duration::ZERO).start();
    assert_eq!(check_within(&formula, &proof, &spent), Checked::Unknown(StopReason::Time));
}

#[test]
fn a_proof_that_cannot_be_written_is_an_error() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let sink = Some(ProofSink::new(Arc::new(Mutex::new(Full))));
    let mut solver = Backend::Varisat.open(&OpenOptions::default().with_proof(sink)).unwrap();
    pigeonhole(5).write(&mut solver).unwrap();
    let failed = solver.solve(&unlimited());
    assert!(matches!(failed, Err(BackendError::Io { context: "cannot write the proof", .. })), "{failed:?}");
}

/// A changed proof may still be one. What it proves is then true, so that the claim stays what it was.
#[test]
fn a_changed_proof_with_right_digests_proves_nothing_new() {
    let good = bundle(UNIQUE);
    let claimed = claim(&good);
    let proof = file(&good, "proof.varisat");
    let mut rejected = 0;
    for at in 0..proof.len() {
        let mut changed = proof.clone();
        changed[at] ^= 1 << (at % 8);
        let mut bad = good.clone();
        bad.insert("proof.varisat", changed);
        reseal(&mut bad, |_| {});
        match judge(&bad) {
            satdoku::certificate::Verification::Valid(manifest) => assert_eq!(manifest.claim, claimed),
            satdoku::certificate::Verification::Invalid(_) => rejected += 1,
            other @ satdoku::certificate::Verification::Unknown(_) => panic!("{other:?}"),
        }
    }
    assert!(rejected > proof.len() / 4, "{rejected} of {}", proof.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whatever bytes, whatever steps: no refutation of what has a model, and no panic.
    #[test]
    fn no_proof_refutes_what_has_a_model(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let satisfiable = cnf(&[&[1, 2], &[-1, 2], &[3, 4], &[1, -4]]);
        prop_assert!(matches!(check(&satisfiable, &bytes), Checked::Rejected(_)));
    }

    #[test]
    fn no_steps_refute_what_has_a_model(
        steps in proptest::collection::vec(prop_oneof![0_u64..20, 0_u64..8, any::<u64>()], 0..60)
    ) {
        let satisfiable = cnf(&[&[1, 2], &[-1, 2], &[3, 4], &[1, -4]]);
        prop_assert!(matches!(check(&satisfiable, &numbers(&[&steps[..], &[END]].concat())), Checked::Rejected(_)));
    }
}
