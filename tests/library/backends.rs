//! The solvers in this process: stopping, going on, assumptions, seeds and settings.

use std::io::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use satdoku::backend::{BackendError, OpenOptions};
use satdoku::{
    Backend, Budget, CancelToken, ClauseSink, Cnf, Error, Geometry, Grid, Lit, Options, SatBackend, Solver, StopReason,
    Verdict,
};

use crate::common::pigeonhole;

/// By when a solver that looks at its clock must have stopped.
const AT_ONCE: Duration = Duration::from_millis(100);

/// The solvers in this process that this build has.
fn inside() -> Vec<Backend> {
    Backend::all()
        .into_iter()
        .filter(|backend| backend.is_compiled() && !matches!(backend, Backend::External(_)))
        .collect()
}

/// Those of them that can be asked again.
fn incremental() -> Vec<Backend> {
    inside().into_iter().filter(|backend| *backend != Backend::Splr).collect()
}

fn open(backend: &Backend) -> Box<dyn SatBackend> {
    backend.open(&OpenOptions::default().with_stoppable(true)).unwrap()
}

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect()
}

/// Fails where a solver stops later than allowed, five times out of five: on a busy machine a process may have to wait
/// before it can do anything at all.
fn assert_in_time(backend: &Backend, slack: Duration, lateness: impl Fn() -> Duration) {
    let mut late = Vec::new();
    let is_in_time = (0..5).any(|_| {
        late.push(lateness());
        late.last().is_some_and(|late| *late < slack)
    });
    assert!(is_in_time, "{backend} was late by {late:?}");
}

#[test]
fn a_time_limit_ends_with_unknown_in_time() {
    let limit = Duration::from_millis(300);
    let limited = || Budget::unlimited().with_time(limit).start();
    for backend in inside() {
        // splr counts whole seconds and looks at its clock now and then.
        let slack = if backend == Backend::Splr { Duration::from_secs(10) } else { AT_ONCE };
        assert_in_time(&backend, slack, || {
            let mut solver = open(&backend);
            pigeonhole(14).write(&mut solver).unwrap();
            let start = Instant::now();
            assert_eq!(solver.solve(&limited()).unwrap(), Verdict::Unknown(StopReason::Time), "{backend}");
            let late = start.elapsed().saturating_sub(limit);
            // Two are of no use after that, and say so.
            let again = solver.solve(&limited());
            if matches!(backend, Backend::Varisat | Backend::Splr) {
                assert!(matches!(again, Err(BackendError::Spent { .. })), "{backend}");
            } else {
                assert_eq!(again.unwrap(), Verdict::Unknown(StopReason::Time), "{backend}");
            }
            late
        });
    }
}

#[test]
fn a_cancelled_token_ends_with_unknown_in_time_and_some_go_on_after_it() {
    // A switch for the formula, behind its variables.
    let switch = satdoku::Var::new(14 * 15).positive();
    let mut formula = Cnf::new();
    for clause in pigeonhole(14).clauses() {
        let Ok(()) = formula.add_clause(&[clause, &[!switch]].concat());
    }
    let unlimited = Budget::unlimited().start();
    for backend in incremental() {
        assert_in_time(&backend, AT_ONCE, || {
            let token = CancelToken::new();
            let running = Budget::unlimited().with_cancel(token.clone()).start();
            let mut solver = open(&backend);
            formula.write(&mut solver).unwrap();
            let other = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(200));
                token.cancel();
                Instant::now()
            });
            let verdict = solver.solve_assuming(&[switch], &running).unwrap();
            let late = other.join().unwrap().elapsed();
            assert_eq!(verdict, Verdict::Unknown(StopReason::Cancelled), "{backend}");
            if backend != Backend::Varisat {
                // With the switch off the clauses are easy, and so they are with a contradiction. Left to itself,
                // batsat keeps the switch on as it was, for up to a minute.
                let Verdict::Satisfiable(model) = solver.solve_assuming(&[!switch], &unlimited).unwrap() else {
                    panic!("{backend}")
                };
                assert_eq!(formula.first_falsified(&model), None, "{backend}");
                solver.add_clause(&[switch]).unwrap();
                solver.add_clause(&[!switch]).unwrap();
                assert!(solver.solve(&unlimited).unwrap().is_unsatisfiable(), "{backend}");
            }
            late
        });
    }
}

#[test]
fn incremental_backends_tell_which_assumptions_failed() {
    let running = Budget::unlimited().start();
    for backend in incremental() {
        let lits = lits(&[1, 2, -3, 4]);
        let mut solver = open(&backend);
        assert!(solver.capabilities().failed && solver.capabilities().incremental, "{backend}");
        solver.add_clause(&[!lits[0], !lits[2]]).unwrap();
        assert!(solver.solve_assuming(&lits, &running).unwrap().is_unsatisfiable(), "{backend}");
        let mut failed = solver.failed_assumptions().to_vec();
        failed.sort_unstable();
        assert_eq!(failed, [lits[0], lits[2]], "{backend}");
        // Assumptions are for one solve only.
        assert!(solver.solve(&running).unwrap().is_satisfiable(), "{backend}");
        assert!(solver.solve_assuming(&[lits[3], !lits[3]], &running).unwrap().is_unsatisfiable(), "{backend}");
        assert!(solver.failed_assumptions().iter().all(|lit| lit.var() == lits[3].var()), "{backend}");
        solver.add_clause(&[lits[0]]).unwrap();
        let Verdict::Satisfiable(model) = solver.solve(&running).unwrap() else { panic!("{backend}") };
        assert!(model.is_true(lits[0]) && model.is_true(!lits[2]), "{backend}");
        // What fails by itself blames itself; what fails without any assumption blames none.
        assert!(solver.solve_assuming(&[lits[1], lits[2]], &running).unwrap().is_unsatisfiable(), "{backend}");
        assert_eq!(solver.failed_assumptions(), [lits[2]], "{backend}");
        solver.add_clause(&[lits[2]]).unwrap();
        assert!(solver.solve_assuming(&[lits[1]], &running).unwrap().is_unsatisfiable(), "{backend}");
        assert_eq!(solver.failed_assumptions(), [], "{backend}");
    }
}

#[test]
fn an_at_most_one_constraint_is_the_same_in_each_backend() {
    let running = Budget::unlimited().start();
    let lits = lits(&[1, -2, 3, 4, -5]);
    for backend in incremental() {
        let mut solver = open(&backend);
        solver.add_pairwise(&lits).unwrap();
        for (i, &a) in lits.iter().enumerate() {
            assert!(solver.solve_assuming(&[a], &running).unwrap().is_satisfiable(), "{backend}");
            for &b in &lits[i + 1..] {
                assert!(solver.solve_assuming(&[a, b], &running).unwrap().is_unsatisfiable(), "{backend}");
            }
        }
    }
}

#[test]
fn an_empty_clause_is_unsatisfiable_and_an_empty_formula_is_not() {
    let running = Budget::unlimited().start();
    for backend in inside() {
        let open = || backend.open(&OpenOptions::default()).unwrap();
        assert!(open().solve(&running).unwrap().is_satisfiable(), "{backend}");
        let mut solver = open();
        solver.add_clause(&[]).unwrap();
        assert!(solver.solve(&running).unwrap().is_unsatisfiable(), "{backend}");
        let mut solver = open();
        let lit = Lit::from_dimacs(3).unwrap();
        solver.add_clause(&[lit]).unwrap();
        solver.add_clause(&[!lit]).unwrap();
        assert!(solver.solve(&running).unwrap().is_unsatisfiable(), "{backend}");
    }
}

#[test]
fn a_variable_whose_tables_are_too_large_for_memory_is_refused() {
    // One clause over the last of all variables is small, the tables over the variables are not.
    let far = lits(&[i32::MAX]);
    for backend in [Backend::Batsat, Backend::CaDiCaL].into_iter().filter(Backend::is_compiled) {
        let mut solver = open(&backend);
        assert!(matches!(solver.add_clause(&far), Err(BackendError::TooLarge { .. })), "{backend}");
        assert!(matches!(solver.add_pairwise(&[far[0]; 2]), Err(BackendError::TooLarge { .. })), "{backend}");
        let unlimited = Budget::unlimited().start();
        // Without the clause that it refused, its answer would be about another formula.
        assert!(matches!(solver.solve(&unlimited), Err(BackendError::TooLarge { .. })), "{backend}");
        // Assumptions are not kept, so a question without them goes on.
        let mut solver = open(&backend);
        assert!(matches!(solver.solve_assuming(&far, &unlimited), Err(BackendError::TooLarge { .. })), "{backend}");
        assert!(solver.solve(&unlimited).unwrap().is_satisfiable(), "{backend}");
    }
}

/// Settings by name.
type Settings = &'static [(&'static str, &'static str)];

/// The first solution of an empty board, which a seed and settings may change.
fn first_solution(backend: &Backend, seed: Option<u64>, settings: &[(&str, &str)]) -> Result<String, Error> {
    let board = Grid::empty(&Arc::new(Geometry::of_order(4).unwrap()));
    let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let options = Options::default().with_seed(seed).with_settings(settings);
    let verdict = Solver::Sat(backend.clone()).solve_with(&board, &options)?;
    Ok(verdict.satisfiable().expect("an empty board has solutions").to_string())
}

#[test]
fn seeds_and_settings_reach_the_solver() {
    // CaDiCaL is lucky on an empty board, and then its phases are of no interest.
    let unlucky: Settings = &[("no-lucky", "")];
    let settings: [(Backend, Settings, Settings); 5] = [
        (Backend::Batsat, &[], &[("rnd_pol", "")]),
        (Backend::Batsat, &[], &[("rnd_init_act", "1")]),
        (Backend::Batsat, &[], &[("random_var_freq", "0.5"), ("random_seed", "5")]),
        (Backend::CaDiCaL, &[], unlucky),
        (Backend::CaDiCaL, unlucky, &[("lucky", "0"), ("phase", "0"), ("walk", "0")]),
    ];
    for (backend, base, more) in settings.iter().filter(|(backend, ..)| backend.is_compiled()) {
        let plain = first_solution(backend, None, base).unwrap();
        assert_eq!(first_solution(backend, None, base).unwrap(), plain, "{backend}");
        assert_ne!(first_solution(backend, None, more).unwrap(), plain, "{backend} {more:?}");
    }
    // Its seed is first asked for by a random walk, here before the search.
    let walking: Settings = &[("no-lucky", ""), ("localsearch", "1")];
    for (backend, base) in [(Backend::Batsat, &[] as Settings), (Backend::CaDiCaL, walking)] {
        if !backend.is_compiled() {
            continue;
        }
        let seeds = [0, 1, 7, 0x7fff_ffff, u64::MAX];
        let seeded = |seed: &u64| first_solution(&backend, Some(*seed), base).unwrap();
        let mut found: Vec<String> = seeds.iter().map(seeded).collect();
        assert_eq!(found, seeds.iter().map(seeded).collect::<Vec<_>>(), "{backend}");
        found.sort();
        found.dedup();
        assert!(found.len() > 1, "{backend}: all seeds give the same solution");
    }
}

#[test]
fn a_setting_that_a_backend_does_not_have_or_take_is_an_error_with_its_name() {
    let error =
        |backend: &Backend, name, value| first_solution(backend, None, &[(name, value)]).unwrap_err().to_string();
    for backend in inside() {
        assert_eq!(error(&backend, "nonsense", "1"), format!("{backend} has no option nonsense"));
    }
    let cases = [
        (Backend::Batsat, "ccmin_mode", "3", "batsat takes 0, 1 or 2 for ccmin_mode, found \"3\""),
        (Backend::Batsat, "luby_restart", "often", "batsat takes 0 or 1 for luby_restart, found \"often\""),
        (Backend::Batsat, "restart_inc", "inf", "batsat takes a number above 1 for restart_inc, found \"inf\""),
        (Backend::Batsat, "var_decay", "nan", "batsat takes a number above 0 and below 1 for var_decay, found \"nan\""),
        (Backend::CaDiCaL, "walk", "2", "cadical-linked takes a whole number from 0 to 1 for walk, found \"2\""),
        (
            Backend::CaDiCaL,
            "seed",
            "-1",
            "cadical-linked takes a whole number from 0 to 2000000000 for seed, found \"-1\"",
        ),
        (
            Backend::CaDiCaL,
            "conflicts",
            "few",
            "cadical-linked takes a whole number from 0 to 2147483647 for conflicts, found \"few\"",
        ),
        (
            Backend::CaDiCaL,
            "sat",
            "1",
            "cadical-linked takes no value and no second configuration for sat, found \"1\"",
        ),
        (Backend::CaDiCaL, "phase=1\nc --walk", "0", "cadical-linked has no option phase=1\nc --walk"),
    ];
    for (backend, name, value, message) in cases.into_iter().filter(|(backend, ..)| backend.is_compiled()) {
        assert_eq!(error(&backend, name, value), message);
    }
}

#[test]
fn the_configurations_and_limits_of_the_linked_cadical_can_be_set() {
    if !Backend::CaDiCaL.is_compiled() {
        let _ = writeln!(std::io::stderr(), "skipped: cadical-linked is not in this build");
        return;
    }
    let open = |name: &str, value: &str| {
        let settings = vec![(name.to_owned(), value.to_owned())];
        Backend::CaDiCaL.open(&OpenOptions::default().with_settings(settings)).unwrap()
    };
    let unlimited = Budget::unlimited().start();
    for name in ["sat", "unsat", "plain", "default"] {
        let mut solver = open(name, "");
        pigeonhole(5).write(&mut solver).unwrap();
        assert!(solver.solve(&unlimited).unwrap().is_unsatisfiable(), "{name}");
    }
    // A limit holds in each solve, not only in the first.
    for name in ["conflicts", "decisions"] {
        let mut solver = open(name, "20");
        pigeonhole(10).write(&mut solver).unwrap();
        for _ in 0..2 {
            assert_eq!(solver.solve(&unlimited).unwrap(), Verdict::Unknown(StopReason::Incomplete), "{name}");
        }
    }
}
