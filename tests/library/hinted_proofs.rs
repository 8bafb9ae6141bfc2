//! Proofs in LRAT: those of a small search that names all that it uses are taken, and no changed one refutes what has a model.

use std::fmt::Write as _;

use satdoku::backend::{Checked, Clauses, OpenOptions, Proof, ProofFormat};
use satdoku::{Budget, ClauseSink, Cnf, Lit, StopReason, Var};

use crate::common::say;

/// The next of a series of random numbers (D. Lehmer).
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(0x9e37_79b9);
    (*seed >> 33) as usize
}

fn check(format: ProofFormat, clauses: &[Vec<Lit>], proof: &[u8]) -> Checked {
    check_within(OpenOptions::DEFAULT_MEMORY, format, clauses, proof)
}

fn check_within(memory: u64, format: ProofFormat, clauses: &[Vec<Lit>], mut proof: &[u8]) -> Checked {
    let mut cnf = Cnf::new();
    for clause in clauses {
        let Ok(()) = cnf.add_clause(clause);
    }
    let mut write = |sink: &mut dyn ClauseSink<Error = _>| cnf.write(sink);
    let mut clauses = Clauses { size: cnf.size(), write: &mut write };
    let bytes = proof.len() as u64;
    let mut proof = Proof { reader: &mut proof, bytes };
    format.check(&mut clauses, &mut proof, memory, &Budget::unlimited().start()).unwrap()
}

/// A lemma with its number and the clauses that it follows from.
struct Lemma {
    number: usize,
    lits: Vec<Lit>,
    hints: Vec<usize>,
}

/// A search that tries both values of one variable after the other.
struct Search<'a> {
    clauses: &'a [Vec<Lit>],
    lemmas: Vec<Lemma>,
}

impl Search<'_> {
    /// The number of a lemma that denies the decisions; none where there is a model.
    fn refute(&mut self, decisions: &mut Vec<Lit>, variables: usize) -> Option<usize> {
        let mut known = decisions.clone();
        let mut hints = Vec::new();
        let is_refuted = loop {
            // A clause of which all literals but one are false; each makes a further one known.
            let found = self.clauses.iter().enumerate().find_map(|(place, clause)| {
                let open: Vec<Lit> = clause.iter().copied().filter(|&lit| !known.contains(&!lit)).collect();
                let is_new = open.first().is_none_or(|lit| !known.contains(lit));
                (open.len() < 2 && is_new).then(|| (place + 1, open.first().copied()))
            });
            match found {
                None => break false,
                Some((number, lit)) => {
                    hints.push(number);
                    match lit {
                        None => break true,
                        Some(lit) => known.push(lit),
                    }
                }
            }
        };
        if !is_refuted {
            let open = (0..variables)
                .map(Var::new)
                .find(|&var| [true, false].iter().all(|&sign| !known.contains(&var.lit(sign))));
            hints = Vec::new();
            for sign in [true, false] {
                decisions.push(open?.lit(sign));
                let number = self.refute(decisions, variables);
                decisions.pop();
                hints.push(number?);
            }
        }
        let number = self.clauses.len() + self.lemmas.len() + 1;
        let lits = decisions.iter().map(|&lit| !lit).collect();
        self.lemmas.push(Lemma { number, lits, hints });
        Some(number)
    }
}

/// The proof that clauses have no model; none where they have one.
fn prove(clauses: &[Vec<Lit>], variables: usize) -> Option<Vec<Lemma>> {
    let mut search = Search { clauses, lemmas: Vec::new() };
    search.refute(&mut Vec::new(), variables)?;
    Some(search.lemmas)
}

fn text(lemmas: &[Lemma]) -> Vec<u8> {
    let mut text = String::new();
    for Lemma { number, lits, hints } in lemmas {
        let words = |words: Vec<String>| words.join(" ");
        let lits = words(lits.iter().map(ToString::to_string).collect());
        let numbers = words(hints.iter().map(ToString::to_string).collect());
        let _ = writeln!(text, "{number} {lits} 0 {numbers} 0");
        // Lemmas are needed once, and nothing stands behind the empty clause.
        let used: Vec<_> = hints.iter().filter(|&&hint| hint >= lemmas[0].number).map(ToString::to_string).collect();
        if !used.is_empty() && !lits.is_empty() {
            let _ = writeln!(text, "{number} d {} 0", words(used));
        }
    }
    text.into_bytes()
}

fn bytes(lemmas: &[Lemma]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let push = |bytes: &mut Vec<u8>, mut code: usize| {
        while code > 0x7f {
            bytes.push(code as u8 | 0x80);
            code >>= 7;
        }
        bytes.push(code as u8);
    };
    for Lemma { number, lits, hints } in lemmas {
        bytes.push(b'a');
        push(&mut bytes, 2 * number);
        // Variables from 1, and 1 for a negative one.
        for lit in lits {
            push(&mut bytes, 2 * (lit.var().index() + 1) + lit.code() % 2);
        }
        bytes.push(0);
        for hint in hints {
            push(&mut bytes, 2 * hint);
        }
        bytes.push(0);
    }
    bytes
}

#[test]
fn no_changed_hint_refutes_what_has_a_model() {
    const VARIABLES: usize = 12;
    let (mut seed, mut accepted, mut refused) = (5, 0, 0);
    for _ in 0..30 {
        let lit = |seed: &mut u64| Var::new(next(seed) % VARIABLES).lit(next(seed).is_multiple_of(2));
        let mut clauses: Vec<Vec<Lit>> = (0..70).map(|_| (0..3).map(|_| lit(&mut seed)).collect()).collect();
        let Some(lemmas) = prove(&clauses, VARIABLES) else { continue };
        let whole = clauses.clone();
        while prove(&clauses, VARIABLES).is_some() {
            // In its place a clause that says nothing, so that the others keep their numbers.
            let place = next(&mut seed) % clauses.len();
            let lit = clauses[place][0];
            clauses[place] = vec![lit, !lit];
        }
        for (format, proof) in [(ProofFormat::Lrat, text(&lemmas)), (ProofFormat::BinaryLrat, bytes(&lemmas))] {
            assert_eq!(check(format, &whole, &proof), Checked::Refuted);
            assert!(matches!(check(format, &clauses, &proof), Checked::Rejected(_)));
            for _ in 0..100 {
                let mut changed = proof.clone();
                let place = next(&mut seed) % changed.len();
                changed[place] = match format {
                    ProofFormat::Lrat => b"0123456789- \nd"[next(&mut seed) % 14],
                    _ => [b'a', b'd', 0, next(&mut seed) as u8, next(&mut seed) as u8 % 64][next(&mut seed) % 5],
                };
                assert!(matches!(check(format, &clauses, &changed), Checked::Rejected(_)), "{format}");
                match check(format, &whole, &changed) {
                    Checked::Refuted => accepted += 1,
                    Checked::Rejected(_) => refused += 1,
                    Checked::Unknown(reason) => panic!("{reason}"),
                }
            }
        }
    }
    say(&format!("changed hints: {accepted} still proofs, {refused} refused"));
    assert!(refused > 1000, "{refused}");
}

/// A step of a proof: its number, its literals, and its hints, those below zero of clauses that deny the first literal.
type Step<'a> = (u8, &'a [i32], &'a [i32]);

/// The steps in both forms of LRAT, and without hints in DRAT.
fn in_each_form(steps: &[Step<'_>]) -> [(ProofFormat, Vec<u8>); 3] {
    let words = |numbers: &[i32]| numbers.iter().chain([&0]).map(i32::to_string).collect::<Vec<_>>().join(" ");
    let code = |number: &i32| number.unsigned_abs() as u8 * 2 + u8::from(*number < 0);
    let (mut lrat, mut binary, mut drat) = (String::new(), Vec::new(), String::new());
    for (number, lits, hints) in steps {
        let _ = writeln!(lrat, "{number} {} {}", words(lits), words(hints));
        let _ = writeln!(drat, "{}", words(lits));
        binary.extend([b'a', 2 * number]);
        binary.extend(lits.iter().map(code).chain([0]).chain(hints.iter().map(code)).chain([0]));
    }
    [(ProofFormat::Lrat, lrat.into_bytes()), (ProofFormat::BinaryLrat, binary), (ProofFormat::Drat, drat.into_bytes())]
}

#[test]
fn a_lemma_that_costs_models_is_taken_with_all_of_its_resolvents_alone() {
    let formula = |clauses: &[&[i32]]| -> Vec<Vec<Lit>> {
        clauses.iter().map(|lits| lits.iter().map(|&lit| Lit::from_dimacs(lit).unwrap()).collect()).collect()
    };
    // Nothing says 3, but the clauses that deny it have resolvents that follow: 1, and 2.
    let clauses = formula(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2], &[-3, 1], &[-3, 2]]);
    let with =
        |hints: &'static [i32]| -> [Step<'static>; 3] { [(7, &[3], hints), (8, &[1], &[1, 2]), (9, &[], &[8, 3, 4])] };
    for (format, proof) in in_each_form(&with(&[-5, 1, 2, -6, 1, 3])) {
        assert_eq!(check(format, &clauses, &proof), Checked::Refuted, "{format}");
    }
    let wrong: [&[i32]; 7] =
        [&[], &[-5, 1, 2], &[-6, 1, 3], &[-5, 1, 2, -5, 1, 2], &[-5, -6, 1, 3], &[-5, 1, 2, -6], &[-5, 1, 2, -4, 1, 3]];
    for hints in wrong {
        for (format, proof) in &in_each_form(&with(hints))[..2] {
            assert!(matches!(check(*format, &clauses, proof), Checked::Rejected(_)), "{format}: {hints:?}");
        }
    }
    // With 3 false these have a model. Of the two resolvents of 3 one does not follow.
    let clauses = formula(&[&[-3, 1], &[-3, -1], &[1]]);
    for hints in [&[-1, 3][..], &[-2, 3], &[-1, 3, -2], &[-1, 3, -2, 3]] {
        for (format, proof) in in_each_form(&[(4, &[3], hints), (5, &[], &[4, 1, 2])]) {
            assert!(matches!(check(format, &clauses, &proof), Checked::Rejected(_)), "{format}: {hints:?}");
        }
    }
}

/// What others published: pairs `NAME.cnf` and `NAME.lrat` of a folder that `SATDOKU_LRAT` names, such as the examples of
/// DRAT-trim and the tests of lrat-trim; those in a folder `fail` are to be refused.
#[test]
fn published_proofs_are_judged_as_their_authors_judge_them() {
    let Some(folder) = std::env::var_os("SATDOKU_LRAT") else { return };
    let mut judged = 0;
    for entry in std::fs::read_dir(&folder).unwrap().flatten() {
        let path = entry.path();
        let formula = path.with_extension("cnf");
        if path.extension().is_none_or(|end| end != "lrat") || !formula.exists() {
            continue;
        }
        let text = std::fs::read(formula).unwrap();
        let cnf = satdoku::cnf::dimacs::read(&text[..], |_: &str| ()).unwrap();
        let clauses: Vec<Vec<Lit>> = cnf.clauses().map(<[Lit]>::to_vec).collect();
        let answer = check(ProofFormat::Lrat, &clauses, &std::fs::read(&path).unwrap());
        let is_bad = folder.to_string_lossy().ends_with("fail");
        assert_eq!(answer == Checked::Refuted, !is_bad, "{}: {answer:?}", path.display());
        say(&format!("{}: {answer:?}", path.display()));
        judged += 1;
    }
    assert!(judged > 0, "no pair in {}", folder.display());
}

#[test]
fn a_step_takes_no_more_memory_than_allowed() {
    let [x, y] = [0, 1].map(|variable| Var::new(variable).positive());
    let clauses = [vec![x, y], vec![x, !y], vec![!x, y], vec![!x, !y]];
    let hints = "1 ".repeat(100_000);
    let literals = "1 ".repeat(200_000);
    for (format, proof) in [
        (ProofFormat::Lrat, format!("5 1 0 {hints}2 0\n6 0 5 3 4 0\n")),
        (ProofFormat::Lrat, format!("5 {literals}0 1 2 0\n6 0 5 3 4 0\n")),
        (ProofFormat::Drat, format!("{literals}0\n0\n")),
    ] {
        // The program rate, where it is named, keeps to no limit of ours.
        if format.asked() != "satdoku" {
            say(&format!("skipped: a long step in {format} is checked by {}", format.asked()));
            continue;
        }
        let within = |memory| check_within(memory, format, &clauses, proof.as_bytes());
        assert_eq!((within(1 << 20), within(8 << 20)), (Checked::Unknown(StopReason::Memory), Checked::Refuted));
    }
}
