//! Solvers that are programs, good ones and bad ones: whatever they do, the answer is right or an error, it comes in
//! time, and neither a process nor a file is left.
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use satdoku::backend::{Availability, BackendError, OpenOptions};
use satdoku::{
    Backend, Budget, CancelToken, ClauseSink, Error, Geometry, Grid, Lit, Mode, Model, Options, SatBackend, Solver,
    Verdict,
};

use crate::common::fake_solver::{
    ENDLESS, Fake, MALLOB_SATISFIABLE, PUZZLE, assert_solves_sudoku, lits, mallob, unlimited,
};

/// How long a question may run before it must be stopped.
const TIME: Duration = Duration::from_millis(150);

/// By when it must have been stopped: the time, the grace of 200 ms before the kill, and much for a busy machine.
const STOPPED_BY: Duration = Duration::from_millis(1500);

/// An answer in words.
fn shown(answer: &Result<Verdict<Model>, BackendError>) -> String {
    match answer {
        Ok(Verdict::Satisfiable(model)) => {
            model.lits().map(|lit| format!(" {lit}")).fold("satisfiable".to_owned(), |all, lit| all + &lit)
        }
        Ok(Verdict::Unsatisfiable) => "unsatisfiable".to_owned(),
        Ok(Verdict::Unknown(reason)) => format!("unknown: {reason}"),
        Err(error) => format!("error: {error}"),
    }
}

fn assert_answers(cases: &[(&str, &str)]) {
    for (body, expected) in cases {
        let fake = Fake::new(body);
        let watch = Instant::now();
        let answer = shown(&fake.ask(&unlimited()));
        let answer = answer.replace(fake.program.to_str().unwrap(), "PROGRAM");
        assert_eq!(&answer, expected, "{body}");
        assert!(watch.elapsed() < Duration::from_secs(5), "{body}: {:?}", watch.elapsed());
        fake.assert_nothing_is_left(body);
    }
}

#[test]
fn well_formed_answers_are_taken_however_they_are_laid_out() {
    assert_answers(&[
        ("echo s SATISFIABLE; echo v 1 -2 3 0; exit 10", "satisfiable 1 -2 3"),
        ("echo s SATISFIABLE; echo v 1; echo c x; echo v -2; echo v 3; echo v 0; exit 10", "satisfiable 1 -2 3"),
        ("echo v 1 -2 3 0; echo s SATISFIABLE; exit 10", "satisfiable 1 -2 3"),
        ("printf 'c x\\r\\ns SATISFIABLE\\r\\nv 1 -2 3 0\\r\\n'; exit 10", "satisfiable 1 -2 3"),
        ("printf 's SATISFIABLE\\nv 1 -2 3 0'; exit 10", "satisfiable 1 -2 3"),
        ("printf 's SATIS'; sleep 0.1; printf 'FIABLE\\nv 1 -'; sleep 0.1; echo 2 3 0; exit 10", "satisfiable 1 -2 3"),
        ("echo WARNING: odd; echo s UNSATISFIABLE; exit 20", "unsatisfiable"),
        ("echo s UNKNOWN; exit 0", "unknown: the method could not decide"),
        ("", "unknown: the method could not decide"),
        ("echo c nothing more", "unknown: the method could not decide"),
    ]);
}

#[test]
fn an_answer_that_the_exit_status_denies_is_an_error() {
    let model = "echo s SATISFIABLE; echo v 1 -2 3 0";
    let sat = "error: PROGRAM printed s SATISFIABLE but ended with exit status";
    let unsat = "error: PROGRAM printed s UNSATISFIABLE but ended with exit status";
    let none = "error: PROGRAM printed no answer but ended with exit status";
    assert_answers(&[
        (&format!("{model}; exit 0"), &format!("{sat} 0")),
        (&format!("{model}; exit 20"), &format!("{sat} 20")),
        ("echo s UNSATISFIABLE; exit 0", &format!("{unsat} 0")),
        ("echo s UNSATISFIABLE; exit 10", &format!("{unsat} 10")),
        ("echo s UNKNOWN; exit 10", &format!("{none} 10")),
        ("exit 20", &format!("{none} 20")),
        (
            "echo c hi; echo hi",
            "error: the output of PROGRAM, 2:1: expected a solver's output with s and v lines, found neither",
        ),
        (r"printf '\377\376\000\n\000'; exit 10", &format!("{none} 10")),
        (&format!("{model}; exit 1"), "error: PROGRAM ended with exit status 1"),
        ("echo 'no luck' >&2; echo >&2; exit 3", "error: PROGRAM ended with exit status 3, saying: no luck"),
        ("kill -SEGV $$", "error: PROGRAM ended with signal 11"),
        (&format!("{model}; kill -KILL $$"), "error: PROGRAM ended with signal 9"),
        ("echo s UNSATISFIABLE; kill -TERM $$", "error: PROGRAM ended with signal 15"),
    ]);
}

#[test]
fn half_a_model_or_nonsense_is_an_error_with_its_place() {
    let after = |place: &str| format!("error: the output of PROGRAM, {place}");
    let sat = |lines: &str| format!("echo s SATISFIABLE; {lines}; exit 10");
    let long = sat("printf 'v '; head -c 1000000 /dev/zero | tr '\\0' 9; echo");
    let nines = "9".repeat(33);
    // A word that is cut must not be taken for the number it begins with.
    let zeros = "0".repeat(33);
    assert_answers(&[
        (&sat("echo v 1 2 0"), "error: PROGRAM returned half a model: variable 3 has no value"),
        (&sat("echo v 0"), "error: PROGRAM returned half a model: variable 1 has no value"),
        (&sat("echo v 1 2 3"), &after("3:1: expected 0 to close the model, found the end of the output: half a model")),
        (&sat(":"), &after("2:1: expected a model on v lines after s SATISFIABLE, found none")),
        (&sat("echo v 1 2 -1 0"), &after("2:7: expected one value for each variable, found both for variable 1")),
        (&sat("echo v 1 2 3 4 0"), &after("2:9: expected a variable up to 3, found 4")),
        (&sat("echo v 1 two 0"), &after("2:5: expected a literal or 0, found \"two\"")),
        (
            &sat("echo v 1 2 3 0 1"),
            &after("2:11: expected nothing after the closing 0 of the model, found more literals"),
        ),
        (&sat(&format!("echo v 1 2 3 {zeros}x")), &after(&format!("2:9: expected a literal or 0, found \"{zeros}…\""))),
        (&sat("echo s UNSATISFIABLE"), &after("2:3: expected one s line, found two that differ")),
        (
            "echo s PERHAPS; exit 10",
            &after("1:3: expected s SATISFIABLE, s UNSATISFIABLE or s UNKNOWN, found s PERHAPS"),
        ),
        (
            "echo s UNSATISFIABLE; echo v 1 0; exit 20",
            &after("3:1: expected no model without s SATISFIABLE, found one"),
        ),
        (&long, &after(&format!("2:3: expected a literal or 0, found \"{nines}…\""))),
        ("yes 's PERHAPS'", &after("1:3: expected s SATISFIABLE, s UNSATISFIABLE or s UNKNOWN, found s PERHAPS")),
    ]);
}

#[test]
fn a_program_that_says_much_before_it_answers_is_heard_to_its_end() {
    assert_answers(&[
        ("head -c 5000000 /dev/zero >&2; echo s UNSATISFIABLE; exit 20", "unsatisfiable"),
        ("yes 'c a comment' | head -c 5000000; echo; echo s UNSATISFIABLE; exit 20", "unsatisfiable"),
        ("echo s UNSATISFIABLE; exec >&- 2>&-; sleep 0.1; exit 20", "unsatisfiable"),
    ]);
}

#[test]
fn a_child_that_is_left_behind_is_killed_and_not_waited_for() {
    assert_answers(&[
        ("sleep 300 & echo s UNSATISFIABLE; exit 20", "unsatisfiable"),
        ("(trap '' TERM; sleep 300; sleep 300) & echo s UNSATISFIABLE; exit 20", "unsatisfiable"),
        ("(sleep 300 & sleep 300) >/dev/null 2>&1 & exit 1", "error: PROGRAM ended with exit status 1"),
        ("yes c & echo s UNSATISFIABLE; exit 20", "unsatisfiable"),
    ]);
}

#[test]
fn a_time_limit_stops_every_program() {
    for body in ENDLESS {
        let fake = Fake::new(body);
        let watch = Instant::now();
        let answer = fake.ask(&Budget::unlimited().with_time(TIME).start());
        assert!((TIME..STOPPED_BY).contains(&watch.elapsed()), "{body}: {:?}", watch.elapsed());
        assert_eq!(shown(&answer), "unknown: time limit reached", "{body}");
        fake.assert_nothing_is_left(body);
    }
}

#[test]
fn a_cancelled_token_stops_every_program() {
    for body in ENDLESS {
        let fake = Fake::new(body);
        let token = CancelToken::new();
        let watch = Instant::now();
        let answer = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(TIME);
                token.cancel();
            });
            fake.ask(&Budget::unlimited().with_cancel(token.clone()).start())
        });
        assert!((TIME..STOPPED_BY).contains(&watch.elapsed()), "{body}: {:?}", watch.elapsed());
        assert_eq!(shown(&answer), "unknown: cancelled", "{body}");
        fake.assert_nothing_is_left(body);
    }
}

#[test]
fn a_panic_while_a_program_runs_leaves_nothing() {
    let fake = Fake::new("trap '' TERM; echo s SATISFIABLE; while :; do sleep 300; done");
    let mut solver = fake.backend().open(&OpenOptions::default()).unwrap();
    let answer = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
        solver.add_clause(&lits(&[1])).unwrap();
        let verdict = solver.solve(&Budget::unlimited().with_time(TIME).start()).unwrap();
        assert_eq!(verdict, Verdict::Unsatisfiable, "this is the panic");
    }));
    assert!(answer.is_err());
    fake.assert_nothing_is_left("panic");
}

#[test]
fn what_is_no_program_is_told_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("plain");
    std::fs::write(&plain, "#!/bin/sh\n").unwrap();
    for path in [Path::new("/no/such/program"), Path::new("no-such-program-on-the-path"), &plain, folder.path()] {
        let path = path.to_str().unwrap();
        let error = Backend::external(path).open(&OpenOptions::default()).err().expect(path);
        assert!(matches!(error, BackendError::NotFound { .. }), "{error:?}");
        assert_eq!(
            error.to_string(),
            format!("cannot find the program {path}: it is neither in PATH nor an executable file")
        );
        assert!(matches!(Backend::external(path).availability(), Availability::Missing(_)), "{path}");
        let answer = Solver::Sat(Backend::external(path)).solve(&PUZZLE.parse().unwrap());
        assert!(matches!(answer, Err(Error::Backend(BackendError::NotFound { .. }))), "{answer:?}");
    }
    // It looks like a program, but the system cannot run it.
    let broken = Fake::new("");
    std::fs::write(&broken.program, "#!/no/such/interpreter\n").unwrap();
    let mut solver = broken.backend().open(&OpenOptions::default()).unwrap();
    // A formula that no other test has, to know its file by.
    solver.add_clause(&lits(&[7_654_321])).unwrap();
    assert!(shown(&solver.solve(&unlimited())).contains(": cannot run the program: "));
    assert!(is_formula_left("p cnf 7654321 1\n"), "a live solver keeps its file");
    drop(solver);
    assert!(!is_formula_left("p cnf 7654321 1\n"));
}

/// Whether a formula with this header is among the temporary files.
fn is_formula_left(header: &str) -> bool {
    let folders = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    let folders = folders.filter(|folder| folder.file_name().to_string_lossy().starts_with("satdoku-"));
    let formulas = folders.filter_map(|folder| std::fs::read_dir(folder.path()).ok()).flatten().flatten();
    formulas.filter_map(|file| std::fs::read_to_string(file.path()).ok()).any(|text| text.contains(header))
}

#[test]
fn a_program_is_found_by_its_name_and_by_a_path_with_odd_characters() {
    let fake = Fake::named("a 'solver' $HOME; exit", "echo s UNSATISFIABLE; exit 20");
    assert_eq!(shown(&fake.ask(&unlimited())), "unsatisfiable");
    fake.assert_nothing_is_left("spaces");
    assert_eq!(fake.backend().to_string().parse(), Ok(fake.backend()));
    let mut named = Backend::external("true").open(&OpenOptions::default()).unwrap();
    assert_eq!(shown(&named.solve(&unlimited())), "unknown: the method could not decide");
    let mut named = Backend::external("false").open(&OpenOptions::default()).unwrap();
    assert_eq!(shown(&named.solve(&unlimited())), "error: false ended with exit status 1");
}

#[test]
fn a_setting_of_a_program_without_settings_is_refused() {
    let options = OpenOptions::default().with_settings(vec![("sat".to_owned(), "1".to_owned())]);
    let error = Backend::external("true").open(&options).err().unwrap();
    assert_eq!(error.to_string(), "true has no option sat");
}

#[test]
fn the_formula_is_exact_in_every_run_and_assumptions_do_not_stay() {
    let fake = Fake::new("cat \"$1\" >> \"$0.seen\"; echo s UNSATISFIABLE; exit 20");
    let mut solver = fake.backend().open(&OpenOptions::default()).unwrap();
    assert!(solver.capabilities().incremental && solver.capabilities().assumptions);
    solver.add_clause(&lits(&[1, 2])).unwrap();
    solver.solve_assuming(&lits(&[-1, -9]), &unlimited()).unwrap();
    solver.add_clause(&lits(&[])).unwrap();
    solver.solve(&unlimited()).unwrap();
    solver.add_pairwise(&lits(&[1, 2, 3])).unwrap();
    solver.solve_assuming(&lits(&[3]), &unlimited()).unwrap();
    let seen = std::fs::read_to_string(fake.program.with_extension("seen")).unwrap();
    let lines: Vec<_> = seen.lines().filter(|line| !line.starts_with("c ")).collect();
    let first = ["p cnf 9 3", "1 2 0", "-1 0", "-9 0"];
    let second = ["p cnf 2 2", "1 2 0", "0"];
    let third = ["p cnf 3 6", "1 2 0", "0", "-1 -2 0", "-1 -3 0", "-2 -3 0", "3 0"];
    assert_eq!(lines, [&first[..], &second[..], &third[..]].concat());
    drop(solver);
    fake.assert_nothing_is_left("assumptions");
}

#[test]
fn a_model_that_is_no_solution_is_reported_with_the_name_of_the_liar() {
    let all = |sign: &str| {
        format!(
            "n=$(sed -n 's/^p cnf \\([0-9]*\\) .*/\\1/p' \"$1\")\n\
             echo s SATISFIABLE; seq -f 'v {sign}%.0f' $n; echo v 0; exit 10"
        )
    };
    for sign in ["", "-"] {
        let fake = Fake::new(&all(sign));
        for mode in [Mode::Fresh, Mode::Shared] {
            let options = Options::default().with_mode(mode);
            let answer = Solver::Sat(fake.backend()).solve_with(&PUZZLE.parse().unwrap(), &options);
            let Err(Error::WrongAnswer { solver, .. }) = answer else { panic!("{answer:?}") };
            assert_eq!(solver, fake.program.to_str().unwrap());
        }
        fake.assert_nothing_is_left(sign);
    }
}

#[test]
fn contradictory_clues_never_reach_a_program() {
    let fake = Fake::new("exit 1");
    let puzzle: Grid = "11..............".parse().unwrap();
    assert!(Solver::Sat(fake.backend()).solve(&puzzle).unwrap().is_unsatisfiable());
    assert!(!fake.program.with_extension("runs").exists());
    drop(fake.folder);
}

/// kissat, where this machine has it.
fn kissat() -> Option<Backend> {
    match Backend::kissat().availability() {
        Availability::Ready(_) => Some(Backend::kissat()),
        Availability::Missing(_) => {
            let _ = writeln!(std::io::stderr(), "skipped: kissat not found");
            None
        }
    }
}

/// One pigeon more than holes, which resolution cannot refute in a reasonable time.
fn add_pigeonholes(holes: i32, solver: &mut dyn SatBackend) {
    for hole in 0..holes {
        let at = |pigeon: i32| Lit::from_dimacs(pigeon * holes + hole + 1).unwrap();
        solver.add_pairwise(&(0..=holes).map(at).collect::<Vec<_>>()).unwrap();
    }
    for pigeon in 0..=holes {
        solver.add_clause(&lits(&(pigeon * holes + 1..=(pigeon + 1) * holes).collect::<Vec<_>>())).unwrap();
    }
}

#[test]
fn kissat_solves_sudoku() {
    let Some(kissat) = kissat() else { return };
    assert_solves_sudoku(&kissat);
    let empty = Grid::empty(&std::sync::Arc::new(Geometry::of_order(4).unwrap()));
    assert!(Solver::Sat(kissat).solve(&empty).unwrap().is_satisfiable());
}

#[test]
fn kissat_takes_assumptions_seeds_and_settings() {
    let Some(kissat) = kissat() else { return };
    let settings = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
    let cases = [(None, vec![]), (Some(u64::MAX), settings("target", "2")), (Some(0), settings("sat", ""))];
    for (seed, settings) in cases {
        let mut solver = kissat.open(&OpenOptions::default().with_seed(seed).with_settings(settings)).unwrap();
        solver.add_clause(&lits(&[1, 2])).unwrap();
        assert_eq!(shown(&solver.solve_assuming(&lits(&[-1, -2]), &unlimited())), "unsatisfiable");
        assert_eq!(shown(&solver.solve_assuming(&lits(&[-1]), &unlimited())), "satisfiable -1 2");
        solver.add_clause(&lits(&[-2])).unwrap();
        assert_eq!(shown(&solver.solve(&unlimited())), "satisfiable 1 -2");
        solver.add_clause(&[]).unwrap();
        assert_eq!(shown(&solver.solve(&unlimited())), "unsatisfiable");
    }
    let settings = settings("nonsense", "1");
    let mut solver = kissat.open(&OpenOptions::default().with_settings(settings)).unwrap();
    solver.add_clause(&lits(&[1])).unwrap();
    let answer = shown(&solver.solve(&unlimited()));
    assert!(answer.contains("ended with exit status 1") && answer.contains("nonsense"), "{answer}");
}

#[test]
fn kissat_is_stopped_in_time_and_leaves_nothing() {
    let Some(kissat) = kissat() else { return };
    let mut solver = kissat.open(&OpenOptions::default()).unwrap();
    add_pigeonholes(15, solver.as_mut());
    let watch = Instant::now();
    let answer = solver.solve(&Budget::unlimited().with_time(TIME).start());
    assert_eq!(shown(&answer), "unknown: time limit reached");
    assert!((TIME..STOPPED_BY).contains(&watch.elapsed()), "{:?}", watch.elapsed());
    drop(solver);
    assert!(!is_formula_left("p cnf 240 "));
}

/// The solvers with a profile; but for the last, what they said about samples is recorded.
const KNOWN: [&str; 6] = ["kissat", "cadical", "minisat", "cryptominisat", "picosat", "mallob"];

#[test]
fn mallob_answers_in_a_file_and_with_status_0() {
    let after = |place: &str| format!("error: the output of mallob, {place}");
    let cases: &[(&str, &str)] = &[
        (MALLOB_SATISFIABLE, "satisfiable 1 -2 3"),
        ("printf 's UNSATISFIABLE\\n' > $r; echo s UNSATISFIABLE", "unsatisfiable"),
        // A time limit of its own: nothing is written.
        ("echo c TIMEOUT/UNKNOWN", "unknown: the method could not decide"),
        ("printf 's UNKNOWN\\n' > $r; echo s UNKNOWN", "unknown: the method could not decide"),
        // Lines of several processes run into each other on standard output: only the file counts.
        ("echo s SATISs UNSATISFIABLE; printf 's UNSATISFIABLE\\n' > $r", "unsatisfiable"),
        ("printf 's UNSATISFIABLE\\n' > $r; exit 20", "unsatisfiable"),
        (
            "printf 's UNSATISFIABLE\\n' > $r; exit 10",
            "error: mallob printed s UNSATISFIABLE but ended with exit status 10",
        ),
        (
            "echo 'c [ERROR] execl returned errno 2'; echo lost >&2; exit 1",
            "error: mallob ended with exit status 1, saying: lost",
        ),
        ("printf 's SATISFIABLE\\n' > $r", &after("2:1: expected a model on v lines after s SATISFIABLE, found none")),
        ("printf 's SATISFIABLE\\nv 1 -2 0\\n' > $r", "error: mallob returned half a model: variable 3 has no value"),
    ];
    for (says, expected) in cases {
        let (fake, _) = mallob(says);
        assert_eq!(&shown(&Fake::ask_as(&fake.profile("mallob"), &unlimited())), expected, "{says}");
        fake.assert_nothing_is_left(says);
    }
}

/// Those that this machine has; the others are named.
fn known_here() -> Vec<Backend> {
    let is_here = |backend: &Backend| match backend.availability() {
        Availability::Ready(_) => true,
        Availability::Missing(why) => {
            let _ = writeln!(std::io::stderr(), "skipped: {backend}: {why}");
            false
        }
    };
    KNOWN.iter().map(|name| Backend::profile(name).unwrap()).filter(is_here).collect()
}

#[test]
fn each_known_solver_is_asked_in_its_own_manner() {
    let setting = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let cases = [
        ("kissat", vec![setting("target", "2"), setting("sat", "")], "--seed=7 --target=2 --sat FORMULA"),
        ("cadical", vec![setting("elim", "0"), setting("unsat", "")], "--seed=7 --elim=0 --unsat FORMULA"),
        ("minisat", vec![setting("rinc", "3"), setting("no-pre", "")], "-rnd-seed=7 -rinc=3 -no-pre FORMULA ANSWER"),
        ("cryptominisat", vec![setting("restart", "luby")], "--random=7 --restart=luby FORMULA"),
        ("picosat", vec![setting("i", "2"), setting("plain", "")], "-v -s 7 -i 2 --plain FORMULA"),
    ];
    for (name, settings, expected) in cases {
        let fake = Fake::new("echo \"$@\" > \"$0.args\"; exit 0");
        let options = OpenOptions::default().with_seed(7).with_settings(settings);
        let mut solver = fake.profile(name).open(&options).unwrap();
        assert_eq!(solver.name(), name);
        assert_eq!(shown(&solver.solve(&unlimited())), "unknown: the method could not decide", "{name}");
        drop(solver);
        let words = std::fs::read_to_string(fake.program.with_extension("args")).unwrap();
        let word = |word: &str| match word.rsplit_once('.') {
            Some((_, "cnf")) => "FORMULA".to_owned(),
            Some((_, "result")) => "ANSWER".to_owned(),
            _ => word.to_owned(),
        };
        let words: Vec<_> = words.split_ascii_whitespace().map(word).collect();
        assert_eq!(words.join(" "), expected);
        fake.assert_nothing_is_left(name);
    }
}

#[test]
fn what_the_real_solvers_said_about_the_samples_is_understood() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut read = 0;
    for entry in std::fs::read_dir(folder.join("tests/data/logs")).unwrap() {
        let log = entry.unwrap().path();
        let name = log.file_name().unwrap().to_str().unwrap().to_owned();
        let (sample, solver) = name.strip_suffix(".log").and_then(|name| name.rsplit_once('.')).unwrap();
        let code = if sample.contains(".unsat") { 20 } else { 10 };
        let to = if solver == "minisat" { "> \"$r\"" } else { "" };
        let fake = Fake::new(&format!("cat '{}' {to}; exit {code}", log.display()));
        let file = std::fs::File::open(folder.join(format!("cnf-samples/{sample}.cnf"))).unwrap();
        let formula = satdoku::cnf::dimacs::read(std::io::BufReader::new(file), |_| {}).unwrap();
        let mut backend = fake.profile(solver).open(&OpenOptions::default()).unwrap();
        formula.write(&mut backend).unwrap();
        match backend.solve(&unlimited()).unwrap_or_else(|error| panic!("{name}: {error}")) {
            Verdict::Satisfiable(model) => assert!(code == 10 && formula.first_falsified(&model).is_none(), "{name}"),
            verdict => assert!(code == 20 && verdict == Verdict::Unsatisfiable, "{name}"),
        }
        read += 1;
    }
    assert_eq!(read, 4 * (KNOWN.len() - 1));
}

#[test]
fn a_file_with_the_answer_is_believed_no_more_than_what_is_printed() {
    let after = |place: &str| format!("error: the output of minisat, {place}");
    let cases: &[(&str, &str)] = &[
        ("printf 'SAT\\n1 -2 3 0\\n' > $r; exit 10", "satisfiable 1 -2 3"),
        ("printf 'SAT\\r\\n1 -2 3 0' > $r; exit 10", "satisfiable 1 -2 3"),
        ("echo UNSAT > $r; exit 20", "unsatisfiable"),
        ("printf UNSAT > $r; exit 20", "unsatisfiable"),
        ("echo INDET > $r; exit 0", "unknown: the method could not decide"),
        ("exit 0", "unknown: the method could not decide"),
        // What is printed is of no interest, however much it is.
        ("echo s SATISFIABLE; echo v 1 -1 0; yes | head -c 3000000; echo UNSAT > $r; exit 20", "unsatisfiable"),
        ("echo s UNSATISFIABLE; exit 20", "error: minisat printed no answer but ended with exit status 20"),
        (
            "printf 'SAT\\n1 -2 3 0\\n' > $r; exit 20",
            "error: minisat printed s SATISFIABLE but ended with exit status 20",
        ),
        ("echo UNSAT > $r; exit 10", "error: minisat printed s UNSATISFIABLE but ended with exit status 10"),
        ("echo UNSAT > $r; exit 3", "error: minisat ended with exit status 3"),
        ("rm $r; kill -KILL $$", "error: minisat ended with signal 9"),
        ("printf 'SAT\\n1 -2 0\\n' > $r; exit 10", "error: minisat returned half a model: variable 3 has no value"),
        ("printf 'SAT\\n' > $r; exit 10", &after("2:1: expected a model on v lines after s SATISFIABLE, found none")),
        ("head -c 1000000 /dev/zero > $r; exit 10", &after("1:1: expected s SATISFIABLE")),
        (
            "echo PERHAPS > $r; exit 10",
            &after("1:1: expected s SATISFIABLE, s UNSATISFIABLE or s UNKNOWN, found s PERHAPS"),
        ),
        ("printf 'SAT\\n1 two 3 0\\n' > $r; exit 10", &after("2:3: expected a literal or 0, found \"two\"")),
        ("rm $r; exit 10", "error: minisat printed no answer"),
    ];
    for (body, expected) in cases {
        let fake = Fake::new(body);
        let answer = shown(&Fake::ask_as(&fake.profile("minisat"), &unlimited()));
        if body.starts_with("rm $r; exit") {
            // The file is held open, so that it can be read even where its name is gone; it is empty.
            assert!(answer.starts_with(expected) || answer.contains("cannot read its answer"), "{answer}");
        } else if body.contains("/dev/zero") {
            assert!(answer.starts_with(expected), "{body}: {answer}");
        } else {
            assert_eq!(&answer, expected, "{body}");
        }
        fake.assert_nothing_is_left(body);
    }
}

#[test]
fn an_answer_of_an_earlier_run_is_not_taken_for_this_one() {
    let fake = Fake::new("test -e \"$0.once\" && exit 0; touch \"$0.once\"; echo UNSAT > $r; exit 20");
    let mut solver = fake.profile("minisat").open(&OpenOptions::default()).unwrap();
    solver.add_clause(&lits(&[1])).unwrap();
    assert_eq!(shown(&solver.solve(&unlimited())), "unsatisfiable");
    assert_eq!(shown(&solver.solve(&unlimited())), "unknown: the method could not decide");
}

#[test]
fn a_command_is_split_into_words_but_no_shell_runs_it() {
    let fake = Fake::named("my solver", "echo \"$#\" \"$@\" > \"$0.args\"; echo s UNSATISFIABLE; exit 20");
    let program = fake.program.to_str().unwrap();
    let cases = [
        ("", "1 FORMULA"),
        (" -a 'b c' \"d;e\" $HOME * > out", "8 -a b c d;e $HOME * > out FORMULA"),
        (" --file {} --last", "3 --file FORMULA --last"),
    ];
    for (arguments, expected) in cases {
        let backend: Backend = format!("external='{program}'{arguments}").parse().unwrap();
        assert_eq!(shown(&Fake::ask_as(&backend, &unlimited())), "unsatisfiable", "{backend}");
        let words = std::fs::read_to_string(fake.program.with_extension("args")).unwrap();
        let (_, file) = fake.runs().pop().unwrap();
        assert_eq!(words.trim_end().replace(file.to_str().unwrap(), "FORMULA"), expected);
        assert_eq!(backend.to_string().parse(), Ok(backend.clone()));
        let options = OpenOptions::default().with_settings(vec![("sat".to_owned(), String::new())]);
        assert!(matches!(backend.open(&options), Err(BackendError::UnknownSetting { .. })));
    }
    for name in ["external=", "external='open", "external=  ", "kissat=", "nonsense=kissat", "cadical "] {
        assert!(name.parse::<Backend>().is_err(), "{name}");
    }
    for backend in [fake.profile("cadical"), Backend::profile("minisat").unwrap()] {
        assert_eq!(backend.to_string().parse(), Ok(backend));
    }
    fake.assert_nothing_is_left("commands");
}

#[test]
fn the_known_solvers_solve_sudoku() {
    for backend in known_here() {
        assert_solves_sudoku(&backend);
    }
}

#[test]
fn the_known_solvers_take_assumptions_and_seeds() {
    for backend in known_here() {
        for seed in [None, Some(0), Some(u64::MAX)] {
            let mut solver = backend.open(&OpenOptions::default().with_seed(seed)).unwrap();
            solver.add_clause(&lits(&[1, 2])).unwrap();
            assert_eq!(shown(&solver.solve_assuming(&lits(&[-1, -2]), &unlimited())), "unsatisfiable", "{backend}");
            assert_eq!(shown(&solver.solve_assuming(&lits(&[-1]), &unlimited())), "satisfiable -1 2", "{backend}");
            solver.add_clause(&lits(&[-2])).unwrap();
            assert_eq!(shown(&solver.solve(&unlimited())), "satisfiable 1 -2", "{backend}");
            solver.add_clause(&[]).unwrap();
            assert_eq!(shown(&solver.solve(&unlimited())), "unsatisfiable", "{backend}");
        }
    }
}

#[test]
fn the_known_solvers_are_stopped_in_time_and_leave_nothing() {
    // CryptoMiniSat sees through pigeons in holes, so there are many.
    for (i, backend) in known_here().into_iter().enumerate() {
        let mut solver = backend.open(&OpenOptions::default()).unwrap();
        let holes = 20 + i32::try_from(i).unwrap();
        add_pigeonholes(holes, solver.as_mut());
        let watch = Instant::now();
        let answer = solver.solve(&Budget::unlimited().with_time(TIME).start());
        assert_eq!(shown(&answer), "unknown: time limit reached", "{backend}");
        assert!((TIME..STOPPED_BY).contains(&watch.elapsed()), "{backend}: {:?}", watch.elapsed());
        drop(solver);
        assert!(!is_formula_left(&format!("p cnf {} ", holes * (holes + 1))), "{backend}");
    }
}

/// Of (1 or 2), (1 or not 2), (not 1 or 2), (not 1 or not 2).
#[test]
fn a_cadical_that_knows_lrat_is_checked_by_its_hints() {
    let drat = r"a\002\000a\000";
    let lrat = r"a\012\002\000\002\004\000a\014\000\012\006\010\000";
    let cases = [
        ("1.9.5", lrat, "unsatisfiable"),
        ("2.0.0", lrat, "unsatisfiable"),
        // The first step follows from other clauses than it says.
        ("1.9.5", r"a\012\002\000\002\006\000a\014\000\012\006\010\000", "step 1"),
        ("1.9.5", r"a\012\002\000\002\004\000", "without the empty clause"),
        ("1.9.5", drat, "error"),
        ("1.5.3", drat, "unsatisfiable"),
        ("1.5.3", lrat, "error"),
        ("of a kind", drat, "unsatisfiable"),
    ];
    for (version, proof, expected) in cases {
        let fake = Fake::new(&format!(
            r#"case "$1" in --version) echo '{version}'; exit;; esac
for a; do case "$a" in --lrat) echo --lrat >> "$0.seen";; esac; done
for p; do :; done
printf '{proof}' > "$p"; echo s UNSATISFIABLE; exit 20"#
        ));
        let mut solver = fake.profile("cadical").open(&OpenOptions::default().with_certified(true)).unwrap();
        for clause in [[1, 2], [1, -2], [-1, 2], [-1, -2]] {
            solver.add_clause(&lits(&clause)).unwrap();
        }
        let answer = shown(&solver.solve(&unlimited()));
        assert!(answer.contains(expected), "{version}: {proof}: {answer}");
        assert_eq!(fake.program.with_extension("seen").exists(), version > "1.9" && version < "a", "{version}");
    }
}
