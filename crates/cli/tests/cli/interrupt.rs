//! Ctrl-C: status 130, no child, no temporary file.

use std::io::Write;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::sat::pigeonholes;
use crate::{Files, PUZZLE, SOLUTION, THREE_SOLUTIONS, rows, run_command, satdoku};

/// Sends a signal to a process; whether it was still there.
pub(crate) fn interrupt(child: &Child, signal: &str) -> bool {
    let args = [format!("-{signal}"), child.id().to_string()];
    std::process::Command::new("kill").args(args).stderr(Stdio::null()).status().unwrap().success()
}

/// Whether Ctrl-C is ignored here, and so by whatever is started.
pub(crate) fn is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    // Signals are counted from 1, and this is the second.
    mask.is_some_and(|mask| mask >> 1 & 1 == 1)
}

/// How long a program may run at most: much longer than any does, so that what hangs fails.
const MAX_RUN_TIME: Duration = Duration::from_mins(10);

/// Ends a program that runs too long, unless this is dropped before.
pub(crate) fn limit(child: &Child) -> Sender<()> {
    let (sender, ended) = mpsc::channel();
    let id = child.id().to_string();
    std::thread::spawn(move || {
        if ended.recv_timeout(MAX_RUN_TIME) == Err(RecvTimeoutError::Timeout) {
            let _ = std::process::Command::new("kill").args(["-KILL", &id]).status();
        }
    });
    sender
}

/// How a program ended that was told to, or ends by itself. One that does not end is killed, and fails the test.
pub(crate) fn ended(child: &mut Child) -> ExitStatus {
    let since = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if since.elapsed() > Duration::from_mins(1) {
            let _ = child.kill();
            panic!("it did not end: {child:?}");
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

pub(crate) fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < Duration::from_secs(10), "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process has this text in its command line.
pub(crate) fn is_running(text: &str) -> bool {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines.into_iter().any(|line| String::from_utf8_lossy(&line).contains(text))
}

pub(crate) fn leftovers(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with("satdoku-")).collect()
}

#[test]
fn an_interrupted_batch_leaves_no_child_and_no_file() {
    let files = Files::new();
    let (marks, temp) = (files.path("marks"), files.path("temp"));
    std::fs::create_dir(&marks).unwrap();
    std::fs::create_dir(&temp).unwrap();
    // It ignores the polite signal, and so does the child it forgets.
    let script =
        format!("#!/bin/sh\ntrap '' TERM\n: > {}/$$\nsleep 300 &\nwhile :; do sleep 300; done\n", marks.display());
    let program = files.write_program("stubborn", &script);
    for (puzzles, jobs) in [(1, 1), (40, 2)] {
        let input = files.write("puzzles", format!("{PUZZLE}\n").repeat(puzzles));
        let solver = format!("sat:external={program}");
        let mut command = satdoku(&["solve", "--solver", &solver, "--jobs", &jobs.to_string(), &input]);
        let mut child = command.env("TMPDIR", &temp).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_until("the solvers run", || std::fs::read_dir(&marks).unwrap().count() >= jobs);
        assert!(is_running(&program));
        assert_eq!(leftovers(&temp).len(), jobs);
        let watch = Instant::now();
        assert!(interrupt(&child, "INT"));
        assert_eq!(ended(&mut child).code(), Some(130), "{puzzles} puzzles");
        assert!(watch.elapsed() < Duration::from_secs(2), "{:?}", watch.elapsed());
        assert!(!is_running(&program), "{puzzles} puzzles");
        assert_eq!(leftovers(&temp), Vec::<String>::new(), "{puzzles} puzzles");
        for mark in std::fs::read_dir(&marks).unwrap() {
            std::fs::remove_file(mark.unwrap().path()).unwrap();
        }
    }
}

/// Starts something that does not end by itself, interrupts it, and tells how it ended: its status as a shell shows it.
pub(crate) fn status_when_interrupted(args: &[&str]) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    let mut child = satdoku(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(child.try_wait().unwrap(), None, "{args:?} ended by itself");
    let watch = Instant::now();
    assert!(interrupt(&child, "INT"));
    let status = ended(&mut child);
    assert!(watch.elapsed() < Duration::from_secs(2), "{args:?}: {:?}", watch.elapsed());
    status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap()
}

#[test]
fn every_solver_at_work_can_be_interrupted() {
    let files = Files::new();
    let one = files.write("one", rows(&".".repeat(49 * 49), "."));
    let many = files.write("many", format!("{0}\n{0}\n{0}\n", rows(&".".repeat(49 * 49), ".")));
    for solver in ["sat:varisat", "sat:splr"] {
        for file in [&one, &many] {
            for limit in ["100s", "1000000h"] {
                let args = ["solve", "--encoding", "minimal", "--solver", solver, "--time-limit", limit, file];
                assert_eq!(status_when_interrupted(&args), 130, "{args:?}");
            }
        }
        let args = ["solve", "--encoding", "minimal", "--solver", solver, &many];
        assert_eq!(status_when_interrupted(&args), 130, "{args:?}");
    }
    // All solutions of an empty board are more than anybody counts.
    for file in [&one, &many] {
        assert_eq!(status_when_interrupted(&["count", file]), 130);
    }
    assert_eq!(
        status_when_interrupted(&["check", "--unique", "--solver", "portfolio", "--encoding", "minimal", &many]),
        130
    );
    // Three cells of a box have two digits between them: nothing for local search to find.
    let none = files.write("none", format!("..3456789...378456{0}9{1}", ".".repeat(47), ".".repeat(15)));
    assert_eq!(status_when_interrupted(&["solve", "--solver", "local", "--reduce", "none", &none]), 130);
    let formula = files.write("formula.cnf", pigeonholes(11));
    for backend in ["varisat", "splr"] {
        assert_eq!(status_when_interrupted(&["sat", &formula, "--backend", backend]), 130, "{backend}");
    }
}

/// A second signal does not wait for the programs to end by themselves, and leaves none of them all the same.
#[test]
fn a_second_signal_ends_all_at_once_and_leaves_nothing() {
    let files = Files::new();
    let (mark, temp) = (files.path("mark"), files.path("temp"));
    std::fs::create_dir(&temp).unwrap();
    let script = format!("#!/bin/sh\ntrap '' TERM\n: > {}\nwhile :; do sleep 300; done\n", mark.display());
    let program = files.write_program("stubborn", &script);
    let input = files.write("puzzles", format!("{PUZZLE}\n").repeat(40));
    for (jobs, second) in [("1", "INT"), ("2", "TERM"), ("2", "HUP")] {
        let solver = format!("sat:external={program}");
        let mut command = satdoku(&["solve", "--solver", &solver, "--jobs", jobs, &input]);
        let mut child = command.env("TMPDIR", &temp).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_until("a solver runs", || mark.exists());
        assert!(interrupt(&child, "INT"), "{second}");
        interrupt(&child, second);
        assert_eq!(ended(&mut child).code(), Some(130), "{second}");
        wait_until("the solvers are gone", || !is_running(&program));
        assert_eq!(leftovers(&temp), Vec::<String>::new(), "{second}");
        std::fs::remove_file(&mark).unwrap();
    }
}

#[test]
fn a_program_that_ends_as_asked_leaves_nothing_either() {
    let files = Files::new();
    let temp = files.path("temp");
    std::fs::create_dir(&temp).unwrap();
    let program =
        files.write_program("a solver", &format!("#!/bin/sh\nexec {} sat \"$1\"\n", env!("CARGO_BIN_EXE_satdoku")));
    let solver = format!("sat:external='{program}'");
    let mut command = satdoku(&["solve", "--all", "--solver", &solver]);
    command.env("TMPDIR", &temp);
    let answer = run_command(command, format!("{THREE_SOLUTIONS}\n{PUZZLE}\n").as_bytes());
    assert_eq!((answer.code, answer.stdout.lines().count()), (Some(0), 5), "{answer:?}");
    assert_eq!(answer.stdout.lines().last(), Some(SOLUTION));
    assert_eq!(leftovers(&temp), Vec::<String>::new());
}

/// Commands that write files of their own tell how far they came, too.
#[test]
fn a_folder_that_is_interrupted_tells_how_many_puzzles_it_has() {
    for (command, third) in [("encode", "000002.cnf"), ("draw", "000003.svg")] {
        let files = Files::new();
        let folder = files.arg("folder/");
        let mut command = satdoku(&[command, "-o", &folder]);
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The pipe stays open; `encode` looks one puzzle ahead.
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(format!("{PUZZLE}\n").repeat(3).as_bytes()).unwrap();
        wait_until("the puzzles are written", || files.path("folder").join(third).exists());
        std::thread::sleep(Duration::from_millis(50));
        assert!(interrupt(&child, "INT"));
        let ended = child.wait_with_output().unwrap();
        let message = format!("interrupted after {} puzzles\n", &third[5..6]);
        assert_eq!((ended.status.code(), String::from_utf8(ended.stderr).unwrap()), (Some(130), message), "{third}");
        drop(pipe);
    }
}
