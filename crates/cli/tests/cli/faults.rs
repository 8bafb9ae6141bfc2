//! Faults from outside: disks that are full, folders that are gone, solvers that lie, die or take too much memory. Each fault
//! ends in an error that names the fault, and costs only the answer of the puzzle at hand.

use std::process::{Command, Stdio};

use crate::interrupt::{leftovers, wait_until};
use crate::sat::pigeonholes;
use crate::{Files, PUZZLE, SOLUTION, read, rows, run, run_command, satdoku};

/// The program under test as a solver that is a program.
const HONEST: &str = concat!("exec '", env!("CARGO_BIN_EXE_satdoku"), "' sat \"$1\"");

/// A solver that is a shell script; the formula's file is `$1`.
pub(crate) fn solver(files: &Files, name: &str, script: &str) -> String {
    format!("sat:external={}", files.write_program(name, &format!("#!/bin/sh\n{script}\n")))
}

#[test]
fn a_full_disk_is_an_error_of_every_command_that_writes() {
    let files = Files::new();
    let puzzles = files.write("puzzles", format!("{PUZZLE}\n").repeat(40));
    let one = files.write("one", PUZZLE);
    let cnf = files.write("formula.cnf", "p cnf 2 1\n1 -2 0\n");
    let cover = files.write("cover", "10\n01\n");
    let output = files.write("output", "s UNSATISFIABLE\n");
    let commands: [&[&str]; 15] = [
        &["solve", &puzzles],
        &["solve", &one],
        &["solve", "--all", &one],
        &["count", &puzzles],
        &["check", "--unique", &puzzles],
        &["convert", "--to", "rows", &puzzles],
        &["convert", "--to", "sdm", &puzzles],
        &["encode", &one],
        &["decode", &output, "--box", "3x3"],
        &["sat", &cnf],
        &["cover", &cover],
        &["cover", "--sudoku", &one],
        &["generate", "--box", "2x2", "--count", "40"],
        &["backends"],
        &["man"],
    ];
    for args in commands {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = satdoku(args).stdin(Stdio::null()).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains("cannot write: No space left on device"), "{args:?}: {stderr}");
    }
    for args in [
        &["solve", &puzzles][..],
        &["count", &puzzles],
        &["check", &puzzles],
        &["encode", &one],
        &["encode", "--order", "4"],
    ] {
        let answer = run(&[args, &["-o", "/dev/full"]].concat(), "");
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(answer.stderr.contains("No space left on device"), "{args:?}: {}", answer.stderr);
    }
}

#[test]
fn a_temporary_folder_that_cannot_be_written_is_told() {
    let files = Files::new();
    let honest = solver(&files, "honest", HONEST);
    let cnf = files.write("formula.cnf", "p cnf 2 1\n1 -2 0\n");
    for folder in [files.arg("missing"), files.write("file", "")] {
        let mut command = satdoku(&["solve", "--solver", &honest]);
        command.env("TMPDIR", &folder);
        let answer = run_command(command, format!("{PUZZLE}\n{PUZZLE}\n").as_bytes());
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), "unknown\nunknown\n"), "{folder}");
        assert_eq!(answer.stderr.matches("cannot create a temporary file").count(), 2, "{}", answer.stderr);
        let mut command = satdoku(&["sat", &cnf, "--backend", honest.trim_start_matches("sat:")]);
        command.env("TMPDIR", &folder);
        let answer = run_command(command, b"");
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{folder}");
        assert!(answer.stderr.contains("cannot create a temporary file"), "{}", answer.stderr);
    }
}

#[test]
fn a_temporary_folder_that_is_full_is_told_and_nothing_is_left_in_it() {
    let files = Files::new();
    let temp = files.path("temp");
    std::fs::create_dir(&temp).unwrap();
    let honest = solver(&files, "honest", HONEST);
    let puzzles = files.write("puzzles", format!("{PUZZLE}\n{PUZZLE}\n"));
    // No file may grow beyond some kilobytes: what a quota does.
    let script = r#"trap '' XFSZ; ulimit -f 8; exec "$@""#;
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_satdoku"), "solve", "--solver", &honest, &puzzles]);
    command.env("TMPDIR", &temp);
    let answer = run_command(command, b"");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), "unknown\nunknown\n"), "{}", answer.stderr);
    assert_eq!(answer.stderr.matches("cannot write the formula").count(), 2, "{}", answer.stderr);
    assert_eq!(leftovers(&temp), Vec::<String>::new());
}

#[test]
fn a_solver_that_is_killed_in_the_middle_of_its_answer_costs_that_answer_only() {
    let files = Files::new();
    let mark = files.path("pid");
    // Only the first run stops in the middle.
    let script = format!(
        "test -e {0} && {HONEST}\necho s SATISFIABLE; echo v 1 -2 3; echo $$ > {0}.new; mv {0}.new {0}; exec sleep 60",
        mark.display()
    );
    let dying = solver(&files, "dying", &script);
    let puzzles = files.write("puzzles", format!("{PUZZLE}\n").repeat(3));
    let command = satdoku(&["solve", "--jobs", "1", "--solver", &dying, &puzzles]);
    let answer = std::thread::scope(|scope| {
        let answer = scope.spawn(|| run_command(command, b""));
        wait_until("the solver is in the middle", || mark.exists());
        let kill = Command::new("kill").args(["-KILL", read(&mark).trim()]).status();
        assert!(kill.unwrap().success());
        answer.join().unwrap()
    });
    assert_eq!(answer.stdout, format!("unknown\n{SOLUTION}\n{SOLUTION}\n"), "{}", answer.stderr);
    assert_eq!(answer.code, Some(2));
    assert!(
        answer.stderr.contains("puzzles:1: ") && answer.stderr.contains("ended with signal 9"),
        "{}",
        answer.stderr
    );
}

#[test]
fn a_wrong_answer_is_caught_and_its_author_named() {
    let files = Files::new();
    let wrong_model = "n=$(sed -n 's/^p cnf \\([0-9]*\\) .*/\\1/p' \"$1\")\n\
                       echo s SATISFIABLE; seq -f 'v %.0f' $n; echo v 0; exit 10";
    let wrong_none = "echo s UNSATISFIABLE; exit 20";
    // The first solution is right; that there is no other is not.
    let wrong_unique = format!("mark=\"$0.mark\"; test -e \"$mark\" && {{ {wrong_none}; }}; : > \"$mark\"; {HONEST}");
    let several = files.write("several", PUZZLE.replace('9', "."));
    for (name, script, command, expected) in [
        ("model", wrong_model, &["solve"][..], "model returned a wrong answer: "),
        ("none", wrong_none, &["solve"], "none returned a wrong answer: it denied a solution that exists"),
        ("unique", &wrong_unique, &["count"], "unique returned a wrong answer: it denied a solution that exists"),
    ] {
        let liar = solver(&files, name, script);
        let puzzles = if name == "unique" { several.clone() } else { files.write("one", PUZZLE) };
        let answer = run(&[command, &["--solver", &liar, &puzzles]].concat(), "");
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), "unknown\n"), "{name}: {}", answer.stderr);
        assert!(answer.stderr.contains(expected), "{name}: {}", answer.stderr);
    }
}

#[test]
fn memory_is_limited_and_a_formula_that_is_too_large_refused() {
    let files = Files::new();
    // It takes its memory only after some time, as a solver does.
    let greedy = solver(
        &files,
        "greedy",
        &format!("sleep 0.3; dd if=/dev/zero of=/dev/null bs=400M count=1 || exit 1; {HONEST}"),
    );
    let solve = ["solve", "--solver", &greedy];
    let limited = run(&[&solve[..], &["--memory", "200M"]].concat(), PUZZLE);
    assert_eq!((limited.code, limited.stdout.as_str()), (Some(3), "unknown\n"), "{}", limited.stderr);
    assert!(limited.stderr.contains("memory limit reached"), "{}", limited.stderr);
    let free = run(&solve, PUZZLE);
    assert_eq!((free.code, free.stdout.trim_end()), (Some(0), SOLUTION), "{}", free.stderr);

    let formula = files.write("formula.cnf", pigeonholes(40));
    let refused = run(&["sat", &formula, "--memory", "256K"], "");
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(0), "c memory limit reached\ns UNKNOWN\n"));
    assert!(refused.stderr.contains("cdcl needs about"), "{}", refused.stderr);
    let board = rows(&".".repeat(256), ".");
    let refused = run(&["solve", "--solver", "sat:batsat", "--encoding", "minimal", "--memory", "1M"], &board);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(3), "unknown\n"), "{}", refused.stderr);
    assert!(refused.stderr.contains("the limit is 1 MiB"), "{}", refused.stderr);
}

#[test]
fn a_solver_that_fails_now_and_then_is_asked_again() {
    let files = Files::new();
    // Each run of three fails once, hangs once, and answers once.
    let script = format!(
        "echo >> \"$0.runs\"; case $(($(wc -l < \"$0.runs\") % 3)) in 1) exit 1;; 2) exec sleep 60;; *) {HONEST};; esac"
    );
    let flaky = solver(&files, "flaky", &script);
    let puzzles = format!("{PUZZLE}\n").repeat(4);
    let args = ["solve", "--jobs", "1", "--time-limit", "1s", "--solver", &flaky];
    let once = run(&[&args[..], &["--retries", "0"]].concat(), &puzzles);
    assert_eq!(once.stdout, format!("unknown\nunknown\n{SOLUTION}\nunknown\n"), "{}", once.stderr);
    assert_eq!(once.code, Some(2));
    std::fs::remove_file(files.path("flaky.runs")).unwrap();
    let again = run(&[&args[..], &["--retries", "2"]].concat(), &puzzles);
    assert_eq!(again.stdout, format!("{SOLUTION}\n").repeat(4), "{}", again.stderr);
    assert_eq!((again.code, again.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_solver_that_leaves_a_folder_in_the_place_of_its_formula_leaves_nothing() {
    let files = Files::new();
    let temp = files.path("temp");
    std::fs::create_dir(&temp).unwrap();
    let rude =
        solver(&files, "rude", "rm \"$1\"\nmkdir \"$1\"\n: > \"$1/more\"\n: > \"$(dirname \"$1\")/beside\"\nexit 0");
    let mut command = satdoku(&["solve", "--solver", &rude]);
    command.env("TMPDIR", &temp);
    let answer = run_command(command, PUZZLE.as_bytes());
    assert_eq!(answer.stdout, "unknown\n", "{answer:?}");
    assert_eq!(std::fs::read_dir(&temp).unwrap().count(), 0);
}
