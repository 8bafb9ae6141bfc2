//! The clause-learning search of our own: its answers are those of all assignments, its proofs are taken by checkers.

use std::sync::{Arc, Mutex};

use satdoku::backend::{Checked, Clauses, OpenOptions, Proof, ProofFormat, ProofSink};
use satdoku::{Backend, Budget, ClauseSink, Cnf, Lit, SatBackend, Var, Verdict};

use crate::common::pigeonhole;

/// The next of a series of random numbers (D. Lehmer).
fn below(bound: usize, seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(0x9e37_79b9);
    (*seed >> 33) as usize % bound
}

fn random_lit(variables: usize, seed: &mut u64) -> Lit {
    Var::new(below(variables, seed)).lit(below(2, seed) == 0)
}

/// A clause of two literals mostly, of others now and then; literals may repeat or deny one another.
fn random_clause(variables: usize, seed: &mut u64) -> Vec<Lit> {
    let length = [2, 2, 2, 2, 3, 3, 4, 1 + below(6, seed)][below(8, seed)];
    (0..length).map(|_| random_lit(variables, seed)).collect()
}

fn random_3_sat(variables: usize, clauses: usize, seed: &mut u64) -> Cnf {
    let mut cnf = Cnf::new();
    for _ in 0..clauses {
        let clause: Vec<Lit> = (0..3).map(|_| random_lit(variables, seed)).collect();
        let Ok(()) = cnf.add_clause(&clause);
    }
    cnf
}

/// Whether some assignment makes all clauses and all of these literals true.
fn has_model(clauses: &[Vec<Lit>], lits: &[Lit], variables: usize) -> bool {
    (0..1_u32 << variables).any(|values| {
        let is_true = |lit: &Lit| (values >> lit.var().index() & 1 == 1) != lit.is_negative();
        lits.iter().all(is_true) && clauses.iter().all(|clause| clause.iter().any(is_true))
    })
}

fn open(options: &OpenOptions) -> Box<dyn SatBackend> {
    Backend::Cdcl.open(options).unwrap()
}

#[test]
fn answers_are_those_of_all_assignments_while_clauses_are_added() {
    let running = Budget::unlimited().start();
    let seed = &mut 1;
    let (mut satisfiable, mut failed) = (0, 0);
    let mut cleared: Option<Box<dyn SatBackend>> = None;
    for round in 0..400 {
        let variables = 3 + below(8, seed);
        let is_certified = round % 2 == 1;
        let options = OpenOptions::default().with_seed(round).with_certified(is_certified);
        let kept = if is_certified { None } else { cleared.take() };
        let mut solver = kept.unwrap_or_else(|| open(&options));
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..6 {
            for _ in 0..below(2 * variables, seed) {
                clauses.push(random_clause(variables, seed));
                solver.add_clause(&clauses[clauses.len() - 1]).unwrap();
            }
            let assumptions: Vec<Lit> = (0..below(4, seed)).map(|_| random_lit(variables, seed)).collect();
            match solver.solve_assuming(&assumptions, &running).unwrap() {
                Verdict::Satisfiable(model) => {
                    let is_true = |&lit: &Lit| model.is_true(lit);
                    // A certified solver does not hear of clauses that are always true.
                    let is_tautology = |clause: &[Lit]| clause.iter().any(|&lit| clause.contains(&!lit));
                    let is_kept = |clause: &Vec<Lit>| clause.iter().any(is_true) || is_tautology(clause);
                    assert!(clauses.iter().all(is_kept), "{clauses:?}");
                    assert!(assumptions.iter().all(is_true), "{clauses:?} {assumptions:?}");
                    satisfiable += 1;
                }
                Verdict::Unsatisfiable => {
                    assert!(!has_model(&clauses, &assumptions, variables), "{clauses:?} {assumptions:?}");
                    let core = solver.failed_assumptions();
                    assert!(core.iter().all(|lit| assumptions.contains(lit)), "{clauses:?} {assumptions:?} {core:?}");
                    let core = if is_certified { &assumptions } else { core };
                    assert!(!has_model(&clauses, core, variables), "{clauses:?} {assumptions:?} {core:?}");
                    failed += usize::from(!core.is_empty());
                }
                Verdict::Unknown(reason) => panic!("{reason}"),
            }
        }
        // What it knew of this formula says nothing of the next.
        assert_eq!(solver.clear(), !is_certified);
        if !is_certified {
            // Every other one is a new one.
            cleared = (round % 4 == 0).then_some(solver);
        }
    }
    assert!(satisfiable > 500 && failed > 100, "{satisfiable} satisfiable, {failed} with assumptions that failed");
}

/// The proof that a formula has no model; none if it has one.
fn proof_of(cnf: &Cnf, format: ProofFormat) -> Option<Vec<u8>> {
    let proof = Arc::new(Mutex::new(Vec::new()));
    let sink = Some(ProofSink::new(Arc::clone(&proof)));
    let mut solver = open(&OpenOptions::default().with_proof(sink).with_proof_format(format));
    cnf.write(&mut solver).unwrap();
    let answer = solver.solve(&Budget::unlimited().start()).unwrap();
    let proof = std::mem::take(&mut *proof.lock().unwrap());
    answer.is_unsatisfiable().then_some(proof)
}

fn check(cnf: &Cnf, format: ProofFormat, mut proof: &[u8]) -> Checked {
    let mut write = |sink: &mut dyn ClauseSink<Error = _>| cnf.write(sink);
    let mut clauses = Clauses { size: cnf.size(), write: &mut write };
    let bytes = proof.len() as u64;
    let mut proof = Proof { reader: &mut proof, bytes };
    format.check(&mut clauses, &mut proof, OpenOptions::DEFAULT_MEMORY, &Budget::unlimited().start()).unwrap()
}

#[test]
fn proofs_are_taken_in_every_format_it_writes() {
    let seed = &mut 7;
    let mut formulas = vec![pigeonhole(6)];
    let mut small = Cnf::new();
    for numbers in [&[1][..], &[-1, 2], &[-2, -1, 3], &[-3, -1]] {
        let clause: Vec<Lit> = numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect();
        let Ok(()) = small.add_clause(&clause);
    }
    formulas.push(small);
    // Hard enough for clauses to be dropped and literals to be probed.
    formulas.extend((0..6).map(|_| random_3_sat(160, 760, seed)));
    let mut refuted = 0;
    for (number, cnf) in formulas.iter().enumerate() {
        for &format in Backend::Cdcl.proof_formats() {
            let Some(proof) = proof_of(cnf, format) else { continue };
            assert_eq!(check(cnf, format, &proof), Checked::Refuted, "formula {number}, {format}");
            refuted += 1;
            // Without its end it shows nothing, unless unit propagation alone refutes the formula.
            let cut = check(cnf, format, &proof[..proof.len() / 2]);
            assert!(number == 1 || matches!(cut, Checked::Rejected(_)), "formula {number}, {format}");
        }
    }
    assert!(refuted >= 24, "{refuted}");
}

#[test]
fn long_searches_agree_with_certified_ones() {
    let running = Budget::unlimited().start();
    let seed = &mut 3;
    let mut conflicts = 0;
    for ratio in [410, 430, 450] {
        for _ in 0..3 {
            let cnf = random_3_sat(180, 180 * ratio / 100, seed);
            let answers = [false, true].map(|certified| {
                let mut solver = open(&OpenOptions::default().with_certified(certified));
                cnf.write(&mut solver).unwrap();
                let answer = solver.solve(&running).unwrap();
                conflicts += solver.conflicts().unwrap();
                if let Verdict::Satisfiable(model) = &answer {
                    assert_eq!(cnf.first_falsified(model), None);
                }
                answer.is_satisfiable()
            });
            assert_eq!(answers[0], answers[1]);
        }
    }
    // Clauses were dropped, and literals probed.
    assert!(conflicts > 10_000, "{conflicts}");
}

#[test]
fn cores_of_long_searches_are_refuted_by_a_certified_one_and_stops_change_nothing() {
    let unlimited = Budget::unlimited().start();
    let seed = &mut 11;
    let variables = 170;
    let cnf = random_3_sat(variables, 690, seed);
    let mut solver = open(&OpenOptions::default());
    cnf.write(&mut solver).unwrap();
    let group: Vec<Lit> = (0..6).map(|_| random_lit(variables, seed)).collect();
    let (mut cores, mut stopped) = (0, 0);
    for round in 0..60 {
        let assumptions: Vec<Lit> = (0..below(14, seed)).map(|_| random_lit(variables, seed)).collect();
        if round % 3 == 0 {
            let soon = std::time::Duration::from_micros(200);
            stopped += usize::from(matches!(
                solver.solve_assuming(&assumptions, &Budget::unlimited().with_time(soon).start()).unwrap(),
                Verdict::Unknown(_)
            ));
        }
        match solver.solve_assuming(&assumptions, &unlimited).unwrap() {
            Verdict::Satisfiable(model) => {
                assert_eq!(cnf.first_falsified(&model), None);
                assert!(assumptions.iter().all(|&lit| model.is_true(lit)));
            }
            Verdict::Unsatisfiable => {
                let core = solver.failed_assumptions().to_vec();
                assert!(core.iter().all(|lit| assumptions.contains(lit)));
                let mut judge = open(&OpenOptions::default().with_certified(true));
                cnf.write(&mut judge).unwrap();
                if round >= 30 {
                    judge.add_pairwise(&group).unwrap();
                }
                for &lit in &core {
                    judge.add_clause(&[lit]).unwrap();
                }
                assert!(judge.solve(&unlimited).unwrap().is_unsatisfiable(), "{assumptions:?} {core:?}");
                cores += 1;
            }
            Verdict::Unknown(reason) => panic!("{reason}"),
        }
        if round == 29 {
            solver.add_pairwise(&group).unwrap();
        }
    }
    assert!(cores > 10 && stopped > 0, "{cores} cores, {stopped} stops");
}

fn on_threads(threads: &str) -> OpenOptions {
    OpenOptions::default().with_settings(vec![("threads".to_owned(), threads.to_owned())])
}

#[test]
fn several_threads_answer_as_one_and_write_one_proof() {
    let running = Budget::unlimited().start();
    let seed = &mut 17;
    let mut refuted = 0;
    for round in 0..6 {
        // Hard enough to be split several times.
        let cnf = random_3_sat(200, 820 + 12 * round, seed);
        let mut alone = open(&OpenOptions::default());
        cnf.write(&mut alone).unwrap();
        let answer = alone.solve(&running).unwrap().is_satisfiable();
        let proof = Arc::new(Mutex::new(Vec::new()));
        let sink = Some(ProofSink::new(Arc::clone(&proof)));
        for options in [on_threads("3"), on_threads("2").with_proof(sink)] {
            let mut solver = open(&options);
            cnf.write(&mut solver).unwrap();
            match solver.solve(&running).unwrap() {
                Verdict::Satisfiable(model) => {
                    assert!(answer && cnf.first_falsified(&model).is_none(), "round {round}");
                }
                other => assert!(!answer && other.is_unsatisfiable(), "round {round}"),
            }
            let again = solver.solve(&running);
            match options.proof {
                Some(_) => assert!(again.is_err(), "round {round}"),
                None => assert_eq!(again.unwrap().is_satisfiable(), answer, "round {round}"),
            }
        }
        if !answer {
            assert_eq!(check(&cnf, ProofFormat::Lrat, &proof.lock().unwrap()), Checked::Refuted, "round {round}");
            refuted += 1;
        }
    }
    assert!(refuted > 1 && refuted < 6, "{refuted}");
}

#[test]
fn threads_are_a_number_from_1_to_256() {
    for wrong in ["0", "257", "two", ""] {
        let refused = Backend::Cdcl.open(&on_threads(wrong)).err().map(|error| error.to_string());
        assert_eq!(refused, Some(format!("cdcl takes a number from 1 to 256 for threads, found {wrong:?}")));
    }
    let other = OpenOptions::default().with_settings(vec![("restart".to_owned(), "1".to_owned())]);
    let refused = Backend::Cdcl.open(&other).err().map(|error| error.to_string());
    assert_eq!(refused.as_deref(), Some("cdcl has no option restart"));
}

#[test]
fn a_solver_that_writes_a_proof_is_not_cleared() {
    let proof = Arc::new(Mutex::new(Vec::new()));
    for &format in Backend::Cdcl.proof_formats() {
        let sink = Some(ProofSink::new(Arc::clone(&proof)));
        assert!(!open(&OpenOptions::default().with_proof(sink).with_proof_format(format)).clear());
    }
    assert!(open(&OpenOptions::default()).clear());
}
