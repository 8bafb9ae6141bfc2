//! `cdcl` with a propagator beside its clauses answers like a truth table.

use std::sync::{Arc, Mutex};

use satdoku_base::budget::Budget;
use satdoku_base::random::Pcg32;
use satdoku_base::verdict::Verdict;

use crate::backend::in_process::cdcl::Cdcl;
use crate::backend::proof::{LratStream, StreamingChecker};
use crate::backend::propagator::{Falsified, Propagated, Propagator, ReasonSink};
use crate::backend::{Backend, OpenOptions, ProofSink, SatBackend};
use crate::cnf::{ClauseSink, Lit, Var};

const VARIABLES: usize = 12;

/// Exactly so many of some literals are true.
#[derive(Clone)]
struct Exactly {
    lits: Vec<Lit>,
    count: usize,
}

impl Exactly {
    fn holds(&self, is_true: impl Fn(Lit) -> bool) -> bool {
        self.lits.iter().filter(|&&lit| is_true(lit)).count() == self.count
    }
}

/// Counts true and false literals, late: only when a constraint is decided.
#[derive(Clone)]
struct Counters {
    constraints: Vec<Exactly>,
    trail: Vec<Lit>,
}

impl Counters {
    fn is_true(&self, lit: Lit) -> bool {
        self.trail.contains(&lit)
    }
}

impl Propagator for Counters {
    fn variables(&self) -> usize {
        VARIABLES
    }

    fn assign(&mut self, lit: Lit) {
        assert!(!self.is_true(lit) && !self.is_true(!lit));
        self.trail.push(lit);
    }

    fn unassign(&mut self, lit: Lit) {
        assert_eq!(self.trail.pop(), Some(lit));
    }

    fn propagate(&mut self, implied: &mut Vec<Lit>) -> Propagated {
        for (number, constraint) in self.constraints.iter().enumerate() {
            let Exactly { lits, count } = constraint;
            let number_true = lits.iter().filter(|&&lit| self.is_true(lit)).count();
            let number_false = lits.iter().filter(|&&lit| self.is_true(!lit)).count();
            if number_true > *count || number_false > lits.len() - count {
                return Propagated::Conflict(number as u32);
            }
            let open = lits.iter().copied().filter(|&lit| !self.is_true(lit) && !self.is_true(!lit));
            if number_true == *count {
                implied.extend(open.map(|lit| !lit));
            } else if number_false == lits.len() - count {
                implied.extend(open);
            }
            if !implied.is_empty() {
                return Propagated::Literals(number as u32);
            }
        }
        Propagated::Nothing
    }

    fn explain(&mut self, by: u32, implied: Option<Lit>, falsified: &dyn Fn(Lit) -> Falsified, reason: &mut Vec<Lit>) {
        let Exactly { lits, count } = &self.constraints[by as usize];
        let was_false = |lit: Lit| falsified(lit) != Falsified::Not;
        let is_kept = |lit: &Lit| matches!(falsified(*lit), Falsified::At(_));
        let too_many = lits.iter().filter(|&&lit| was_false(!lit)).count() > *count;
        let is_by_true = implied.map_or(too_many, |implied| lits.contains(&!implied));
        let lits = lits.iter().map(|&lit| if is_by_true { !lit } else { lit });
        reason.extend(lits.filter(is_kept));
    }

    fn fork(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}

/// Some different literals.
fn lits(random: &mut Pcg32, count: usize) -> Vec<Lit> {
    let variables = random.shuffled(VARIABLES);
    variables.into_iter().take(count).map(|variable| Var::new(variable).lit(random.below(2) == 0)).collect()
}

/// Whether clauses and constraints have a model in which the assumptions are true.
fn has_model(clauses: &[Vec<Lit>], constraints: &[Exactly], assumed: &[Lit]) -> bool {
    (0..1_usize << VARIABLES).any(|model| {
        let is_true = |lit: Lit| (model >> lit.var().index() & 1 == 1) != lit.is_negative();
        assumed.iter().all(|&lit| is_true(lit))
            && clauses.iter().all(|clause| clause.iter().any(|&lit| is_true(lit)))
            && constraints.iter().all(|constraint| constraint.holds(is_true))
    })
}

/// Clauses come between questions; each question has assumptions.
#[test]
fn it_answers_like_a_truth_table() {
    let random = &mut Pcg32::new(7, 1);
    let (mut models, mut refuted, mut failed_are_fewer) = (0, 0, 0);
    for round in 0..400 {
        let constraints: Vec<Exactly> = (0..2 + round % 4)
            .map(|_| {
                let size = 3 + random.below(6);
                Exactly { lits: lits(random, size), count: random.below(size + 1) }
            })
            .collect();
        let options = OpenOptions { stoppable: true, ..OpenOptions::default() };
        let mut solver = Backend::Cdcl.open(&options).unwrap();
        assert!(solver.set_propagator(Box::new(Counters { constraints: constraints.clone(), trail: Vec::new() })));
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..6 {
            for _ in 0..4 {
                let clause = lits(random, 3);
                solver.add_clause(&clause).unwrap();
                clauses.push(clause);
            }
            let assumed_count = random.below(4);
            let assumed = lits(random, assumed_count);
            let expected = has_model(&clauses, &constraints, &assumed);
            match solver.solve_assuming(&assumed, &Budget::unlimited().start()).unwrap() {
                Verdict::Satisfiable(model) => {
                    models += 1;
                    assert!(expected);
                    assert!(assumed.iter().all(|&lit| model.is_true(lit)));
                    assert!(clauses.iter().all(|clause| clause.iter().any(|&lit| model.is_true(lit))));
                    assert!(constraints.iter().all(|constraint| constraint.holds(|lit| model.is_true(lit))));
                }
                Verdict::Unsatisfiable => {
                    refuted += 1;
                    assert!(!expected);
                    let failed = solver.failed_assumptions().to_vec();
                    assert!(failed.iter().all(|lit| assumed.contains(lit)));
                    assert!(!has_model(&clauses, &constraints, &failed));
                    failed_are_fewer += u32::from(failed.len() < assumed.len());
                }
                Verdict::Unknown(reason) => panic!("{reason}"),
            }
        }
    }
    assert!(models > 300 && refuted > 300 && failed_are_fewer > 100, "{models} {refuted} {failed_are_fewer}");
}

/// Each reason follows from the constraint that gave it, and a checker accepts the proof behind clauses and reasons; also where the
/// work is split among threads.
#[test]
fn reasons_are_what_a_proof_takes_for_granted() {
    let random = &mut Pcg32::new(11, 1);
    let (mut refuted, mut with_reasons) = (0, 0);
    for round in 0..600 {
        let constraints: Vec<Exactly> = (0..3 + round % 4)
            .map(|_| {
                let size = 3 + random.below(6);
                Exactly { lits: lits(random, size), count: random.below(size + 1) }
            })
            .collect();
        let clauses: Vec<Vec<Lit>> = (0..18).map(|_| lits(random, 3)).collect();
        let (bytes, reasons) = (Arc::new(Mutex::new(Vec::new())), ReasonSink::default());
        let threads = vec![("threads".to_owned(), (1 + round % 2).to_string())];
        let options = OpenOptions::default()
            .with_proof(ProofSink::new(Arc::clone(&bytes)))
            .with_settings(threads)
            .with_reasons(Arc::clone(&reasons));
        let mut solver = Cdcl::open(&options).unwrap().splitting_after(0);
        assert!(solver.set_propagator(Box::new(Counters { constraints: constraints.clone(), trail: Vec::new() })));
        for clause in &clauses {
            solver.add_clause(clause).unwrap();
        }
        match solver.solve_assuming(&[], &Budget::unlimited().start()).unwrap() {
            Verdict::Satisfiable(_) => assert!(has_model(&clauses, &constraints, &[])),
            Verdict::Unsatisfiable => {
                assert!(!has_model(&clauses, &constraints, &[]));
                let mut checker = LratStream::new(false, VARIABLES as u64, 1 << 20, Budget::unlimited().start());
                for clause in &clauses {
                    checker.add(clause);
                }
                let reasons = reasons.lock().unwrap();
                for (by, reason) in reasons.iter() {
                    let denied: Vec<Lit> = reason.iter().map(|&lit| !lit).collect();
                    assert!(!has_model(&[], &constraints[by as usize..=by as usize], &denied), "{by}: {reason:?}");
                    checker.add(reason);
                }
                checker.feed(&bytes.lock().unwrap());
                checker.end();
                assert!(checker.is_refuted(), "{:?}", checker.proof_error());
                refuted += 1;
                with_reasons += u32::from(!reasons.clauses().is_empty());
            }
            Verdict::Unknown(reason) => panic!("{reason}"),
        }
    }
    assert!(refuted > 200 && with_reasons > 150, "{refuted} {with_reasons}");
}

/// A solver that writes a proof and has no place for reasons takes no propagator.
#[test]
fn who_proves_needs_a_place_for_reasons() {
    let counters = || Box::new(Counters { constraints: Vec::new(), trail: Vec::new() });
    let mut certified = Backend::Cdcl.open(&OpenOptions { certified: true, ..OpenOptions::default() }).unwrap();
    assert!(!certified.set_propagator(counters()));
}
