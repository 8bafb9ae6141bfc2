//! Answers none of whose *no* is believed, and the checker behind them.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use satdoku::backend::{Checked, Clauses, OpenOptions, Proof, ProofFormat, ProofSink};
use satdoku::solver::Member;
use satdoku::{Backend, Budget, ClauseSink, Cnf, Count, Encoding, Grid, Lit, Options, Portfolio, Solver, Var};

use crate::common::{cases, corpus, grid, part, pigeonhole, say};

fn certified() -> Options {
    Options::default().with_certified(true)
}

/// The SAT solvers that write proofs and are here.
fn provers() -> Vec<Backend> {
    let all = [Some(Backend::Cdcl), Some(Backend::Varisat), Backend::profile("cadical"), Backend::profile("kissat")];
    let is_here = |backend: &Backend| {
        let is_here = backend.is_present();
        if !is_here {
            say(&format!("skipped: certified answers of {backend}: it is not here"));
        }
        is_here
    };
    all.into_iter().flatten().filter(is_here).collect()
}

/// Up to so many solutions are counted: each is a question of its own.
const MAX_SOLUTIONS: u64 = 30;

fn is_quick(puzzle: &Grid) -> bool {
    puzzle.geometry().digit_count() <= 16
}

#[test]
fn certified_answers_are_those_of_the_corpus() {
    for backend in provers() {
        let is_program = matches!(backend, Backend::External(_));
        for case in corpus().iter().filter(|case| is_quick(&case.puzzle)) {
            if is_program && case.count > 1 && case.puzzle.geometry().digit_count() > 6 {
                continue;
            }
            let limit = if case.count <= MAX_SOLUTIONS { None } else { Some(2) };
            let solver = Solver::Sat(backend.clone());
            let mut session = solver.session(case.puzzle.geometry(), &certified()).unwrap();
            // With a new solver, then with the one that is kept.
            for _ in 0..if is_program { 1 } else { 3 } {
                let count = session.count(&case.puzzle, limit).unwrap();
                let expected =
                    limit.map_or(Count::exact(case.count), |limit| Count::at_least(limit, satdoku::StopReason::Limit));
                assert_eq!(count, expected, "{backend}: {}", case.name);
                assert_eq!(session.solve(&case.puzzle).unwrap().is_satisfiable(), case.count > 0, "{}", case.name);
            }
        }
    }
}

#[test]
fn a_solver_that_is_kept_is_checked_from_puzzle_to_puzzle() {
    let puzzles: Vec<_> = corpus()
        .into_iter()
        .filter(|case| case.puzzle.geometry().to_string() == "3x3" && case.count <= MAX_SOLUTIONS)
        .collect();
    let mut session = Solver::Auto.session(puzzles[0].puzzle.geometry(), &certified()).unwrap();
    for _ in 0..3 {
        for case in &puzzles {
            assert_eq!(session.count(&case.puzzle, None).unwrap(), Count::exact(case.count), "{}", case.name);
            let listed = session.solutions(&case.puzzle).unwrap().map(Result::unwrap).count();
            assert_eq!(listed as u64, case.count, "{}", case.name);
        }
    }
}

#[test]
fn cubes_and_portfolios_are_certified_with_their_cover() {
    let threads = NonZeroUsize::new(2);
    for case in part(corpus(), 0).iter().filter(|case| is_quick(&case.puzzle) && case.count <= MAX_SOLUTIONS) {
        for cubes in [None, NonZeroUsize::new(1), NonZeroUsize::new(5)] {
            let portfolio = Portfolio::default().with_threads(threads);
            let options = certified().with_cubes(cubes).with_portfolio(portfolio);
            for solver in [Solver::Auto, Solver::Portfolio] {
                let count = solver.count_with(&case.puzzle, Some(MAX_SOLUTIONS + 1), &options).unwrap();
                assert_eq!(count, Count::exact(case.count), "{solver}: {cubes:?}: {}", case.name);
                let verdict = solver.solve_with(&case.puzzle, &options).unwrap();
                assert_eq!(verdict.is_satisfiable(), case.count > 0, "{solver}: {cubes:?}: {}", case.name);
            }
        }
    }
}

#[test]
fn who_writes_no_proof_is_refused_by_name() {
    let puzzle: Grid = ".4.2...1.....3..".parse().unwrap();
    let refused = |solver: &str, options: &Options| {
        let solver: Solver = solver.parse().unwrap();
        solver.solve_with(&puzzle, options).unwrap_err().to_string()
    };
    for solver in
        ["dlx", "dlx-leftmost", "algorithm-x", "propagating", "mrv", "backtracking", "local", "nine", "columns"]
    {
        let told = refused(solver, &certified());
        assert_eq!(told, format!("{solver} writes no proof; cdcl, varisat, kissat and cadical do"));
    }
    for solver in ["sat:batsat", "sat:splr", "sat:cadical-linked", "sat:minisat", "sat:external=true"] {
        let told = refused(solver, &certified());
        assert!(told.starts_with(solver) && told.contains(" writes no proof; "), "{told}");
    }
    let members = vec![Member::from(Solver::Sat(Backend::Varisat)), Member::from(Solver::Mrv)];
    let portfolio = Portfolio::default().with_members(members);
    assert!(refused("portfolio", &certified().with_portfolio(portfolio)).starts_with("mrv writes no proof"));
    let reduced = certified().with_encoding(Encoding::Reduced);
    assert_eq!(
        refused("auto", &reduced),
        "no certified answers with the encoding reduced: no proof is written of that"
    );
    let deduced = certified().with_reduce(Some("singles".parse().unwrap()));
    assert!(refused("auto", &deduced).starts_with("no certified answers with the deduction singles"));
    let estimate = Solver::Auto.estimate_with(&puzzle, 1, &certified()).unwrap_err().to_string();
    assert!(estimate.starts_with("no certified answers with an estimate"), "{estimate}");
    assert!(Solver::Auto.candidate_counts_with(&puzzle, &certified()).is_err());
    assert!(Solver::Auto.sampler_with(&puzzle, &certified()).is_err());
}

#[test]
fn every_encoding_but_the_reduced_one_is_certified() {
    for encoding in [Encoding::Minimal, Encoding::Extended, Encoding::Modeller] {
        for (puzzle, count) in [(".4.2...1.....3..", 1), ("11..............", 0), ("12..............", 24)] {
            let options = certified().with_encoding(encoding);
            let count_of = Solver::Auto.count_with(&grid("2x2", puzzle), None, &options).unwrap();
            assert_eq!(count_of, Count::exact(count), "{encoding}: {puzzle}");
        }
    }
}

/// A program in the manner of kissat that solves nothing.
#[cfg(all(feature = "external", unix))]
fn liar(home: &tempfile::TempDir, body: &str) -> Solver {
    let program = home.path().join("liar");
    // A child writes it: a program that this process has open for writing, in any thread's fork, cannot be run.
    let script = format!("#!/bin/sh\n[ \"$1\" = --version ] && exit\nfor a; do proof=$a; done\n{body}\n");
    let mut write = std::process::Command::new("sh");
    write.args(["-c", r#"printf %s "$1" > "$0" && chmod +x "$0""#]).arg(&program).arg(script);
    assert!(write.status().unwrap().success());
    let external = satdoku::backend::External::kissat().at(program.to_str().unwrap());
    Solver::Sat(Backend::External(external))
}

#[cfg(all(feature = "external", unix))]
#[test]
fn a_solver_that_lies_is_caught_in_the_same_run() {
    // It has three solutions.
    let puzzle = grid("2x2", "1....2......34..");
    assert!(Solver::Auto.count(&puzzle).unwrap().is_more_than(0).unwrap());
    for (body, why) in [
        // A proof without a step stands for the empty clause.
        (":", "step 1: a clause that does not follow"),
        (r#"printf 'd\2\4\0' > "$proof""#, "it ends without the empty clause"),
        (r#"printf 'a\0' > "$proof""#, "step 1: a clause that does not follow"),
        (r#"printf 'a\2\0a\3\0a\0' > "$proof""#, "a clause that does not follow"),
        (r#"printf 'a\200\320\254\363\016\0a\0' > "$proof""#, "has room for"),
        (r#"printf 'a\1\0' > "$proof""#, "has room for"),
        (r#"printf 'a\012' > "$proof""#, "it ends in the middle of a step"),
        (r#"printf '1 0\n-1 0\n0\n' > "$proof""#, "expected DRAT in bytes"),
        ("head -c 3000 /dev/zero > \"$proof\"", "expected DRAT in bytes"),
        ("{ printf a; head -c 3000 /dev/zero | tr '\\0' '\\377'; } > \"$proof\"", "a number that is too long"),
    ] {
        let home = tempfile::tempdir().unwrap();
        let solver = liar(&home, &format!("{body}\necho 's UNSATISFIABLE'\nexit 20"));
        let told = solver.solve_with(&puzzle, &certified());
        let told = told.expect_err(body).to_string();
        assert!(told.contains(why), "{body}: {told}");
        // Without the wish a short search knows better.
        let told = solver.solve(&puzzle).expect_err(body).to_string();
        assert!(told.ends_with(" returned a wrong answer: it denied a solution that exists"), "{body}: {told}");
    }
}

#[cfg(all(feature = "external", unix))]
#[test]
fn a_proof_is_read_while_it_is_written() {
    // A pipe holds 64 KiB: who writes more waits for its reader, and is not waited for where the budget is spent.
    let puzzle = grid("2x2", "1....2......34..");
    let home = tempfile::tempdir().unwrap();
    // A tautology of three literals, nearly a million times, then a part of one.
    let body = "yes \"$(printf 'a\\002\\004\\003')\" | tr '\\n' '\\0' | head -c 4999998 > \"$proof\"; echo 's UNSATISFIABLE'; exit 20";
    let told = liar(&home, body).solve_with(&puzzle, &certified()).unwrap_err().to_string();
    assert!(told.contains("step 999999: "), "{told}");
    let time = std::time::Duration::from_millis(300);
    let options = certified().with_budget(Budget::unlimited().with_time(time));
    let verdict = liar(&home, "yes \"$(printf 'd\\002\\004')\" | tr '\\n' '\\0' > \"$proof\"")
        .solve_with(&puzzle, &options)
        .unwrap();
    assert_eq!(verdict, satdoku::Verdict::Unknown(satdoku::StopReason::Time));
}

/// The next of a series of random numbers (D. Lehmer).
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(0x9e37_79b9);
    (*seed >> 33) as usize
}

fn random_cnf(seed: &mut u64, variables: usize, clauses: usize) -> Vec<Vec<Lit>> {
    // Three variables that differ: varisat's checker panics where a variable stands in tautologies only.
    let lit = |seed: &mut u64, third: usize| {
        Var::new(next(seed) % (variables / 3) * 3 + third).lit(next(seed).is_multiple_of(2))
    };
    (0..clauses).map(|_| (0..3).map(|third| lit(seed, third)).collect()).collect()
}

fn cnf(clauses: &[Vec<Lit>]) -> Cnf {
    let mut cnf = Cnf::new();
    for clause in clauses {
        let Ok(()) = cnf.add_clause(clause);
    }
    cnf
}

/// What a solver answers, and what it wrote.
fn prove(backend: &Backend, format: Option<ProofFormat>, cnf: &Cnf) -> (bool, Vec<u8>) {
    let proof = Arc::new(Mutex::new(Vec::new()));
    let sink = Some(ProofSink::new(Arc::clone(&proof)));
    let options = OpenOptions::default().with_proof(sink).with_proof_format(format);
    let mut solver = backend.open(&options).unwrap();
    cnf.write(&mut solver).unwrap();
    let answer = solver.solve(&Budget::unlimited().start()).unwrap();
    drop(solver);
    let proof = proof.lock().unwrap().clone();
    (answer.is_satisfiable(), proof)
}

fn check(format: ProofFormat, cnf: &Cnf, mut proof: &[u8]) -> Checked {
    let mut write = |sink: &mut dyn ClauseSink<Error = _>| cnf.write(sink);
    let mut clauses = Clauses { size: cnf.size(), write: &mut write };
    let bytes = proof.len() as u64;
    let mut proof = Proof { reader: &mut proof, bytes };
    let run = Budget::unlimited().start();
    format.check(&mut clauses, &mut proof, OpenOptions::DEFAULT_MEMORY, &run).unwrap()
}

/// varisat's own checker and ours say the same of the same proofs of varisat.
#[test]
fn our_checker_agrees_with_that_of_varisat() {
    let mut seed = 24;
    let mut refuted = 0;
    let random = (0..150).map(|_| cnf(&random_cnf(&mut seed, 40, 180)));
    for cnf in random.chain([pigeonhole(5), pigeonhole(7)]) {
        let (is_satisfiable, proof) = prove(&Backend::Varisat, None, &cnf);
        let theirs = check(ProofFormat::Varisat, &cnf, &proof);
        assert_eq!(theirs == Checked::Refuted, !is_satisfiable);
        let mut solver = Backend::Varisat.open(&OpenOptions::default().with_certified(true)).unwrap();
        assert!(solver.capabilities().certified && solver.capabilities().incremental);
        cnf.write(&mut solver).unwrap();
        let ours = solver.solve(&Budget::unlimited().start()).unwrap();
        assert_eq!(ours.is_unsatisfiable(), theirs == Checked::Refuted);
        refuted += u32::from(!is_satisfiable);
    }
    assert!((30..150).contains(&refuted), "{refuted} refuted");
}

/// Changed proofs are accepted of no formula that has a model, whatever they say.
#[test]
fn no_proof_in_drat_refutes_what_has_a_model() {
    for (backend, format) in provers()
        .into_iter()
        .flat_map(|backend| [ProofFormat::Drat, ProofFormat::BinaryDrat].map(|format| (backend.clone(), format)))
    {
        let mut seed = 7;
        let (mut accepted, mut refused) = (0, 0);
        for _ in 0..30 {
            let mut clauses = random_cnf(&mut seed, 30, 170);
            let whole = cnf(&clauses);
            let (is_satisfiable, proof) = prove(&backend, Some(format), &whole);
            if is_satisfiable {
                continue;
            }
            // By `rate` where it is named; by ours in any case.
            assert_eq!(check(format, &whole, &proof), Checked::Refuted, "{backend}");
            let mut solver = backend.open(&OpenOptions::default().with_certified(true)).unwrap();
            whole.write(&mut solver).unwrap();
            assert!(solver.solve(&Budget::unlimited().start()).unwrap().is_unsatisfiable(), "{backend}");
            // Clauses are left out until there is a model.
            while !prove(&Backend::Varisat, None, &cnf(&clauses)).0 {
                let place = next(&mut seed) % clauses.len();
                clauses.remove(place);
            }
            let part = cnf(&clauses);
            assert!(matches!(check(format, &part, &proof), Checked::Rejected(_)), "{backend}");
            for _ in 0..cases(7, 50) {
                let mut changed = proof.clone();
                if changed.is_empty() {
                    continue;
                }
                let place = next(&mut seed) % changed.len();
                changed[place] = match format {
                    ProofFormat::Drat => b"0123456789- \nd"[next(&mut seed) % 14],
                    _ => [b'a', b'd', 0, next(&mut seed) as u8, next(&mut seed) as u8 % 64][next(&mut seed) % 5],
                };
                assert!(matches!(check(format, &part, &changed), Checked::Rejected(_)), "{backend}");
                match check(format, &whole, &changed) {
                    Checked::Refuted => accepted += 1,
                    Checked::Rejected(_) => refused += 1,
                    Checked::Unknown(reason) => panic!("{reason}"),
                }
            }
        }
        say(&format!("changed proofs of {backend} in {format}: {accepted} still proofs, {refused} refused"));
    }
}
