//! Tests of `cdcl` on several threads, split at once and again and again, with its answers certified and its proofs checked.

use std::sync::{Arc, Mutex};

use satdoku_base::budget::Budget;
use satdoku_base::verdict::Verdict;

use crate::backend::certified::Certified;
use crate::backend::in_process::cdcl::Cdcl;
use crate::backend::{Backend, Checked, Clauses, OpenOptions, Proof, ProofFormat, ProofSink, SatBackend, THREADS};
use crate::cnf::{ClauseSink, Cnf, Lit, Model, Var};

/// The next of a series of random numbers (D. Lehmer).
fn below(bound: usize, seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(0x9e37_79b9);
    (*seed >> 33) as usize % bound
}

fn random_lit(variables: usize, seed: &mut u64) -> Lit {
    Var::new(below(variables, seed)).lit(below(2, seed) == 0)
}

/// Every variable is in a clause that is not always true: a certified solver does not hear of other variables.
fn random_formula(variables: usize, clauses: usize, seed: &mut u64) -> Cnf {
    let mut cnf = Cnf::new();
    for variable in 2..variables {
        let clause: Vec<Lit> = (variable - 2..=variable).map(|variable| Var::new(variable).positive()).collect();
        let Ok(()) = cnf.add_clause(&clause);
    }
    for _ in 0..clauses {
        let clause: Vec<Lit> = (0..3).map(|_| random_lit(variables, seed)).collect();
        let Ok(()) = cnf.add_clause(&clause);
    }
    cnf
}

/// Clauses made true by one assignment, and by hardly any second.
fn formula_of_few(variables: usize, clauses: usize, seed: &mut u64) -> Cnf {
    let mut cnf = Cnf::new();
    let model: Vec<bool> = (0..variables).map(|_| below(2, seed) == 0).collect();
    for _ in 0..clauses {
        let mut clause: Vec<Lit> = (0..3).map(|_| random_lit(variables, seed)).collect();
        clause[0] = clause[0].var().lit(model[clause[0].var().index()]);
        let Ok(()) = cnf.add_clause(&clause);
    }
    cnf
}

/// A search that is split at once and again and again.
fn hasty(options: &OpenOptions, threads: usize) -> Cdcl {
    let settings = vec![(THREADS.to_owned(), threads.to_string())];
    Cdcl::open(&OpenOptions { settings, ..options.clone() }).unwrap().splitting_after(1)
}

fn certified(threads: usize) -> Box<dyn SatBackend> {
    let open = |options: &OpenOptions| Ok(Box::new(hasty(options, threads)) as Box<dyn SatBackend>);
    let options = OpenOptions { certified: true, ..OpenOptions::default() };
    Box::new(Certified::open(&Backend::Cdcl, &options, open).unwrap())
}

/// The clause that denies a model.
fn denial(model: &Model) -> Vec<Lit> {
    model.lits().map(|lit| !lit).collect()
}

fn model_of(solver: &mut dyn SatBackend, assumptions: &[Lit]) -> Option<Model> {
    match solver.solve_assuming(assumptions, &Budget::unlimited().start()).unwrap() {
        Verdict::Satisfiable(model) => Some(model),
        Verdict::Unsatisfiable => None,
        Verdict::Unknown(reason) => panic!("{reason}"),
    }
}

#[test]
fn models_are_those_of_one_thread_while_they_are_blocked() {
    let seed = &mut 5;
    let mut all = 0;
    for round in 0..60 {
        let (variables, threads) = (12 + below(10, seed), 2 + below(3, seed));
        let cnf = random_formula(variables, 34 * variables / 10, seed);
        let plain: Box<dyn SatBackend> = Box::new(hasty(&OpenOptions::default(), 1));
        let split: Box<dyn SatBackend> = Box::new(hasty(&OpenOptions::default(), threads));
        let models = [plain, split, certified(threads)].map(|mut solver| {
            cnf.write(&mut solver).unwrap();
            let mut models = 0;
            while let Some(model) = model_of(&mut *solver, &[]) {
                assert_eq!(cnf.first_falsified(&model), None);
                solver.add_clause(&denial(&model)).unwrap();
                models += 1;
                if models % 4 == 0 {
                    // A question under assumptions goes to the whole search, and loses no model.
                    let assumed = [random_lit(variables, seed), random_lit(variables, seed)];
                    let found = model_of(&mut *solver, &assumed);
                    assert!(found.is_none_or(|model| assumed.iter().all(|&lit| model.is_true(lit))));
                }
            }
            models
        });
        assert!(models.iter().all(|&number| number == models[0]), "round {round}: {models:?}");
        all += models[0];
    }
    assert!(all > 500, "{all}");
}

#[test]
fn splits_between_long_searches_lose_nothing() {
    let seed = &mut 21;
    let mut satisfiable = 0;
    for round in 0..24 {
        let variables = 130 + below(40, seed);
        let cnf = match round % 2 {
            0 => random_formula(variables, 37 * variables / 10, seed),
            _ => formula_of_few(variables, 5 * variables, seed),
        };
        let answers = [1, 2, 3].map(|threads| {
            // Between two splits, clauses are dropped, and others are shortened by literals fixed for good.
            let mut solver = hasty(&OpenOptions::default(), threads).splitting_after(20 + below(300, seed) as u64);
            cnf.write(&mut solver).unwrap();
            let model = model_of(&mut solver, &[]);
            assert!(model.as_ref().is_none_or(|model| cnf.first_falsified(model).is_none()), "round {round}");
            model.is_some()
        });
        assert!(answers.iter().all(|&answer| answer == answers[0]), "round {round}: {answers:?}");
        satisfiable += usize::from(answers[0]);
    }
    assert!(satisfiable > 12 && satisfiable < 24, "{satisfiable}");
}

#[test]
fn one_proof_of_all_threads_is_taken_in_every_format() {
    let seed = &mut 9;
    let (mut refuted, mut begun) = (0, 0);
    for round in 0..40 {
        let variables = 20 + below(60, seed);
        let cnf = match round % 2 {
            0 => random_formula(variables, 36 * variables / 10, seed),
            _ => formula_of_few(variables, 20 * variables, seed),
        };
        for format in [ProofFormat::Lrat, ProofFormat::BinaryLrat, ProofFormat::Drat, ProofFormat::BinaryDrat] {
            let mut of = cnf.clone();
            let proof = Arc::new(Mutex::new(Vec::new()));
            let sink = Some(ProofSink::new(Arc::clone(&proof)));
            let options = OpenOptions { proof: sink, proof_format: Some(format), ..OpenOptions::default() };
            let mut solver = hasty(&options, 2 + below(2, seed));
            cnf.write(&mut solver).unwrap();
            assert!(solver.keep_place_for_clause());
            if let Some(model) = model_of(&mut solver, &[]) {
                let Ok(()) = of.add_clause(&denial(&model));
                solver.add_clause(&denial(&model)).unwrap();
                if model_of(&mut solver, &[]).is_some() {
                    continue;
                }
                begun += 1;
            }
            let proof = std::mem::take(&mut *proof.lock().unwrap());
            let mut write = |sink: &mut dyn ClauseSink<Error = _>| of.write(sink);
            let mut clauses = Clauses { size: of.size(), write: &mut write };
            let mut proof = Proof { reader: &mut &proof[..], bytes: proof.len() as u64 };
            let running = Budget::unlimited().start();
            let checked = format.check(&mut clauses, &mut proof, OpenOptions::DEFAULT_MEMORY, &running);
            assert_eq!(checked.unwrap(), Checked::Refuted, "round {round}, {format}");
            refuted += 1;
        }
    }
    assert!(refuted > 40 && begun > 4, "{refuted} refuted, {begun} of them with a model before");
}
