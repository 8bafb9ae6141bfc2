//! The program as other programs' SAT solver, and behind a fake Mallob.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use satdoku::{Grid, Member, Options, Portfolio, Solver, Techniques};

use crate::fake_solver::{ENDLESS, Fake, MALLOB_SATISFIABLE, PUZZLE, SOLUTION, assert_solves_sudoku, mallob};

const PROGRAM: &str = env!("CARGO_BIN_EXE_satdoku");

/// Runs the command line with a fake Mallob and its launcher in the environment.
fn satdoku_with_mallob(fake: &Fake, launcher: &str, args: &[&str]) -> Output {
    let formula = fake.folder.path().join("formula.cnf");
    std::fs::write(&formula, "p cnf 3 2\n1 2 0\n-1 3 0\n").unwrap();
    let mut command = Command::new(PROGRAM);
    command.arg("sat").arg(&formula).args(["--backend", "mallob"]).args(args);
    command.env("MALLOB", &fake.program).env("MPIRUN", launcher);
    command.output().unwrap()
}

#[test]
fn a_wrong_unsatisfiable_is_contradicted_by_a_member_that_found_a_solution() {
    let slow = Fake::named("slow", &format!("sleep 0.4; exec '{PROGRAM}' sat \"$f\""));
    let liar = Fake::named("liar", "echo s UNSATISFIABLE; exit 20");
    let members = [&slow, &liar].map(|fake| Member::from(Solver::Sat(fake.backend()))).to_vec();
    let portfolio = Portfolio::default().with_members(members).with_deterministic(true);
    let puzzle: Grid = "1.34...2..4.....".parse().unwrap();
    let options = Options::default().with_portfolio(portfolio).with_reduce(Techniques::NONE);
    for limit in [None, Some(2)] {
        let error = match limit {
            None => Solver::Portfolio.solve_with(&puzzle, &options).map(drop),
            limit => Solver::Portfolio.count_with(&puzzle, limit, &options).map(drop),
        };
        let error = error.unwrap_err().to_string();
        let liar = liar.program.to_str().unwrap();
        assert_eq!(error, format!("{liar} returned a wrong answer: it denied a solution that exists"));
    }
    slow.assert_nothing_is_left("slow");
}

#[test]
fn our_own_sat_command_is_as_good_a_program_as_any() {
    let fake = Fake::new(&format!("exec '{PROGRAM}' sat \"$1\""));
    assert_solves_sudoku(&fake.backend());
    assert!(fake.runs().len() > 30, "{}", fake.runs().len());
    fake.assert_nothing_is_left("satdoku sat");
}

#[test]
fn mallob_is_launched_with_processes_and_threads_in_its_own_folder() {
    let (fake, launcher) = mallob(MALLOB_SATISFIABLE);
    // The program of a build folder runs in the folder above, even where a link leads to it.
    let home = fake.folder.path().canonicalize().unwrap();
    let build = home.join("build");
    std::fs::create_dir(&build).unwrap();
    std::fs::rename(&fake.program, build.join("mallob")).unwrap();
    std::os::unix::fs::symlink(build.join("mallob"), &fake.program).unwrap();
    let args = ["--seed", "7", "--set", "processes=4", "--set", "threads=16", "--set", "satsolver=kcl", "--set", "rpa"];
    let run = satdoku_with_mallob(&fake, &format!("'{launcher}' --hostfile hosts"), &args);
    assert_eq!(run.status.code(), Some(10), "{run:?}");
    let started = std::fs::read_to_string(format!("{launcher}.args")).unwrap();
    let program = build.join("mallob");
    assert!(started.starts_with(&format!("--hostfile hosts -n 4 {} -t=16 ", program.display())), "{started}");
    let asked = std::fs::read_to_string(program.with_extension("args")).unwrap();
    let start = format!("{}|none|-t=16 -q=1 -seed=7 -satsolver=kcl -rpa -mono=/", home.display());
    assert!(asked.starts_with(&start) && asked.contains(" -s2f=/"), "{asked}");
    for (args, message) in [
        (["--set", "processes=0"], "mallob takes a whole number from 1 on for processes, found \"0\""),
        (["--set", "threads=all"], "mallob takes a whole number from 1 on for threads, found \"all\""),
    ] {
        let output = satdoku_with_mallob(&fake, &launcher, &args);
        assert!(String::from_utf8_lossy(&output.stderr).contains(message), "{output:?}");
    }
    // A launcher that is named must be there.
    let output = satdoku_with_mallob(&fake, "/no/such/launcher", &[]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.contains("cannot find the program /no/such/launcher") && told.contains("MPIRUN can name it"),
        "{told}"
    );
}

#[test]
fn mallob_is_stopped_with_its_launcher_and_solves_sudoku() {
    let (fake, launcher) = mallob("sleep 300");
    let watch = Instant::now();
    let output = satdoku_with_mallob(&fake, &launcher, &["--time-limit", "150ms"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("s UNKNOWN"), "{output:?}");
    assert!(watch.elapsed() < Duration::from_secs(5), "{:?}", watch.elapsed());
    let (fake, _) = mallob(&format!("'{PROGRAM}' sat \"$f\" > $r; exit 0"));
    assert_solves_sudoku(&fake.profile("mallob"));
    fake.assert_nothing_is_left("sudoku");
}

#[test]
#[ignore = "two hundred rounds take about a minute"]
fn two_hundred_rounds_of_bad_programs_under_two_jobs_leave_nothing_and_answer_nothing_wrong() {
    const ROUNDS: usize = 200;
    let bad = [
        "echo s SATISFIABLE; yes 'v 1' | head -n 200; echo v 0; exit 10",
        "echo s UNSATISFIABLE; exit 10",
        "kill -SEGV $$",
        "head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero; exit 0",
        "exec <&- >&- 2>&-; sleep 300",
        "sleep 300 & exit 20",
        "echo s SATISFIABLE; echo v 1 2 3; exit 10",
        "echo s SATISFIABLE; exit 10",
        "echo v 1 0; echo s SATISFIABLE; exit 10",
        "head -c 3000 /dev/urandom; exit 10",
        "exit 0",
    ];
    // One in five runs is honest, so that right answers come between the wrong ones.
    let honest = format!("case $(($$ % 5)) in 0) exec '{PROGRAM}' sat \"$f\";; esac; ");
    let bodies: Vec<&str> = bad.into_iter().chain(ENDLESS).collect();
    let puzzles = format!("{PUZZLE}\n").repeat(4);
    for round in 0..ROUNDS {
        let body = honest.clone() + bodies[round % bodies.len()];
        let fake = Fake::new(&body);
        let input = fake.folder.path().join("puzzles");
        std::fs::write(&input, &puzzles).unwrap();
        let solver = format!("sat:external='{}'", fake.program.display());
        let args = ["solve", "--jobs", "2", "--time-limit", "60ms", "--output", "line", "--solver", &solver];
        let output = Command::new(PROGRAM).args(args).arg(&input).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.lines().count(), 4, "{body}: {text}");
        for answer in text.lines() {
            assert!(answer == SOLUTION || answer == "unknown", "round {round}: {body}: {answer}");
        }
        fake.assert_nothing_is_left(&body);
    }
}
