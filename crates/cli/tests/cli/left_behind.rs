//! What programs leave behind goes wherever it went: children that left their group and session, and everything where satdoku
//! itself is killed by a signal that it cannot catch.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::interrupt::{interrupt, is_running, leftovers, wait_until};
use crate::samples::say;
use crate::{Files, read, run_command, satdoku};

/// It has no solution, which no clue shows by itself.
const PUZZLE: &str = "1......4.4.2...1";

/// Starts a process in a session of its own, whose parent ends at once: `leave NAME` is a link to the system's `sleep`.
const LEAVE: &str = "leave() { (setsid \"$1\" 300 </dev/null >/dev/null 2>&1 &) ; }\n";

/// A program with an unmistakable name that sleeps.
fn sleeper(files: &Files, name: &str) -> String {
    let path = ["/bin/sleep", "/usr/bin/sleep"].into_iter().find(|path| Path::new(path).exists()).unwrap();
    std::fs::copy(path, files.path(name)).unwrap();
    files.arg(name)
}

fn has_setsid() -> bool {
    Command::new("setsid").arg("true").status().is_ok_and(|status| status.success())
}

#[test]
fn a_child_in_another_session_ends_with_its_program() {
    if !has_setsid() {
        return say("skipped: the program setsid is not here");
    }
    let files = Files::new();
    let temp = files.path("temp");
    std::fs::create_dir(&temp).unwrap();
    let sleeper = sleeper(&files, "stray");
    let answer = "echo s UNSATISFIABLE; exit 20";
    for (name, end, time, code) in [
        ("answers", answer, "60s", 1),
        ("fails", "exit 3", "60s", 2),
        ("is killed", "kill -9 $$", "60s", 2),
        ("hangs", "while :; do sleep 300; done", "300ms", 3),
        ("ignores", "trap '' TERM; while :; do sleep 300; done", "300ms", 3),
    ] {
        let started = files.path("started");
        let _ = std::fs::remove_file(&started);
        let body = format!(
            "leave {sleeper}\nwhile ! pgrep -f '^{sleeper} ' >/dev/null; do :; done\n: > {}\n{end}",
            started.display()
        );
        let program = files.write_program("program", &format!("#!/bin/sh\n{LEAVE}{body}\n"));
        let solver = format!("sat:external={program}");
        let mut command = satdoku(&["solve", "--solver", &solver, "--reduce", "none", "--time-limit", time]);
        command.env("TMPDIR", &temp);
        let told = run_command(command, format!("{PUZZLE}\n").as_bytes());
        assert!(started.exists(), "{name}: {told:?}");
        assert_eq!(told.code, Some(code), "{name}: {told:?}");
        assert!(!is_running(&sleeper), "{name}: a process is left");
        assert_eq!(leftovers(&temp), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn nothing_is_left_where_satdoku_is_killed() {
    if !has_setsid() {
        return say("skipped: the program setsid is not here");
    }
    let files = Files::new();
    let temp = files.path("temp");
    std::fs::create_dir(&temp).unwrap();
    let sleeper = sleeper(&files, "orphan");
    let marks = files.path("marks");
    std::fs::create_dir(&marks).unwrap();
    let body = format!("leave {sleeper}\n: > {}/$$\ntrap '' TERM\nwhile :; do sleep 300; done", marks.display());
    let program = files.write_program("endless", &format!("#!/bin/sh\n{LEAVE}{body}\n"));
    let input = files.write("puzzles", format!("{PUZZLE}\n").repeat(10));
    for round in 0..3 {
        let solver = format!("sat:external={program}");
        let mut command = satdoku(&["solve", "--solver", &solver, "--reduce", "none", "--jobs", "2", &input]);
        let mut child = command.env("TMPDIR", &temp).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_until("the programs run", || std::fs::read_dir(&marks).unwrap().count() >= 2 * (round + 1));
        wait_until("the strays run", || is_running(&sleeper));
        assert!(is_running(&program) && leftovers(&temp).len() == 2);
        assert!(interrupt(&child, "KILL"));
        child.wait().unwrap();
        wait_until("all is cleared away", || {
            !is_running(&program) && !is_running(&sleeper) && leftovers(&temp).is_empty()
        });
    }
}

#[test]
fn a_second_satdoku_is_not_disturbed_by_the_end_of_the_first() {
    let files = Files::new();
    let started = files.path("started");
    let slow = format!("#!/bin/sh\n: > {}\nsleep 1\necho s UNSATISFIABLE\nexit 20\n", started.display());
    let slow = format!("sat:external={}", files.write_program("slow", &slow));
    let endless = format!("sat:external={}", files.write_program("endless", "#!/bin/sh\nsleep 300\n"));
    let input = files.write("puzzle", PUZZLE);
    let start = |solver: &str| {
        let mut command = satdoku(&["solve", "--solver", solver, "--reduce", "none", &input]);
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
    };
    let (first, second) = (start(&slow), start(&endless));
    wait_until("the first runs", || started.exists());
    assert!(interrupt(&second, "KILL"));
    second.wait_with_output().unwrap();
    assert_eq!(first.wait_with_output().unwrap().status.code(), Some(1));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited_before_a_program_begins() {
    if !Command::new("prlimit").arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success()) {
        return say("skipped: the program prlimit is not here");
    }
    let files = Files::new();
    let limits = files.path("limits");
    let script = format!("#!/bin/sh\nulimit -v >> {}\necho s UNSATISFIABLE\nexit 20\n", limits.display());
    let program = files.write_program("limited program", &script);
    for solver in [format!("sat:external={program}"), format!("kissat={program}")] {
        let mut command = satdoku(&["solve", "--solver", &solver, "--reduce", "none", "--memory", "640M"]);
        command.env("LC_ALL", "C");
        let told = run_command(command, format!("{PUZZLE}\n").as_bytes());
        assert_eq!(told.code, Some(1), "{told:?}");
    }
    assert_eq!(read(&limits), "655360\n".repeat(2));
}
