//! The first Ctrl-C stops every question on every solver: all pairs of subcommand and solver, from the signal to the exit. With
//! `--nocapture` the times are printed as a table.

use std::fmt::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::interrupt::{ended, interrupt, wait_until};
use crate::sat::pigeonholes;
use crate::{Files, PUZZLE, rows, run, satdoku};

/// What a busy machine is given on top of the 100 ms that the exit may take on an idle one.
const ALLOWED: Duration = Duration::from_millis(600);

/// How long a question works before it is interrupted.
const AT_WORK: Duration = Duration::from_millis(300);

const SOLVERS: [&str; 14] = [
    "auto",
    "dlx",
    "dlx-leftmost",
    "algorithm-x",
    "mrv",
    "backtracking",
    "local",
    "portfolio",
    "sat:cdcl",
    "sat:varisat",
    "sat:batsat",
    "sat:splr",
    "sat:cadical-linked",
    "sat:kissat",
];

/// The time from a signal, which is sent once the command has come far enough, to the exit, and what was said; `None` if it ended
/// before by itself.
fn time_to_stop(args: &[&str], signal: &str, has_come_far_enough: &dyn Fn() -> bool) -> Option<(Duration, String)> {
    let mut child = satdoku(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(AT_WORK);
    wait_until("it has come far enough", has_come_far_enough);
    if child.try_wait().unwrap().is_some() {
        return None;
    }
    let watch = Instant::now();
    assert!(interrupt(&child, signal));
    let status = ended(&mut child);
    let time = watch.elapsed();
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap();
    if code <= 3 {
        // It had its answer just before the signal.
        return None;
    }
    assert!([130, 143].contains(&code), "{args:?}: {code}: {said}");
    Some((time, said))
}

/// How long a command takes to stop on the first of some inputs on which it lasts; a late exit is tried twice more.
fn stops_in_time(command: &[&str], inputs: &[&[&str]], signal: &str) -> Duration {
    let mut ended = Vec::new();
    for input in inputs {
        let args = [command, input].concat();
        let mut tries = 0;
        while let Some((time, _)) = time_to_stop(&args, signal, &|| true) {
            tries += 1;
            if time <= ALLOWED {
                return time;
            }
            assert!(tries < 3, "{args:?}: {time:?} from {signal} to the exit");
        }
        ended.push(args);
    }
    panic!("all ended by themselves: {ended:?}");
}

/// The signals in turn.
const SIGNALS: [&str; 2] = ["INT", "TERM"];

#[test]
fn the_first_signal_stops_every_question_on_every_solver() {
    let files = Files::new();
    let empty = |side: usize| rows(&".".repeat(side * side), ".");
    let large = files.write("large", empty(49));
    let larger = files.write("larger", empty(100));
    // Three cells of a box have two digits between them: nothing for local search to find.
    let none = files.write("none", format!("..3456789...378456{0}9{1}", ".".repeat(47), ".".repeat(15)));
    let inputs: [&[&str]; 4] =
        [&[&large, "--encoding", "minimal", "--reduce", "none"], &[&larger], &[&none, "--reduce", "none"], &[&large]];
    let questions: [&[&str]; 6] =
        [&["solve"], &["solve", "--all"], &["count"], &["check", "--unique"], &["explain"], &["candidates"]];
    for solver in SOLVERS {
        if run(&["solve", "--solver", solver], PUZZLE).code == Some(2) {
            println!("{solver:<20} is not in this build or on this machine");
            continue;
        }
        let mut line = format!("{solver:<20}");
        for (question, signal) in questions.into_iter().zip(SIGNALS.iter().cycle()) {
            let command = [question, &["--solver", solver]].concat();
            let time = stops_in_time(&command, &inputs, signal);
            let _ = write!(line, " {:>5} ms", time.as_millis());
        }
        println!("{line}");
    }
}

#[test]
fn the_first_signal_stops_every_other_subcommand() {
    let files = Files::new();
    let formula = files.write("formula.cnf", pigeonholes(11));
    let large = files.write("large", rows(&".".repeat(49 * 49), "."));
    // Pairs of 41 things: no cover, which takes long to be seen.
    let pairs = (0..41).flat_map(|a| (a + 1..41).map(move |b| format!("x{a} x{b}\n")));
    let cover = files.write("cover", pairs.collect::<String>());
    let dir = files.arg("certificate");
    let mut commands: Vec<Vec<&str>> = vec![
        vec!["prove", &large, "--dir", &dir],
        vec!["generate", "--order", "7", "--kind", "minimal"],
        vec!["generate", "--order", "3", "--clues", "17", "--time-limit", "5m"],
        vec!["generate", "--order", "6", "--algorithm", "two", "--solver", "sat:varisat"],
        vec!["encode", "--order", "30"],
        vec!["encode", "--order", "7", "--encoding", "reduced", "--cubes", "1000000"],
    ];
    commands.extend(["cdcl", "varisat", "batsat", "splr"].map(|backend| vec!["sat", &formula, "--backend", backend]));
    let methods = ["dlx", "dlx-leftmost", "algorithm-x", "matrix"];
    commands.extend(methods.map(|method| vec!["cover", &cover, "--count", "--method", method]));
    for (command, signal) in commands.into_iter().zip(SIGNALS.iter().cycle()) {
        let time = stops_in_time(&command, &[&[]], signal);
        let shown = command.iter().filter(|word| !word.starts_with('/')).copied().collect::<Vec<_>>().join(" ");
        println!("{shown:<60} {:>5} ms", time.as_millis());
    }
}

#[test]
fn an_interruption_says_how_far_it_came_and_how_to_go_on() {
    let files = Files::new();
    let easy = files.write("easy", format!("{PUZZLE}\n").repeat(3));
    let hard = files.write("hard", rows(&".".repeat(49 * 49), "."));
    let out = files.arg("out");
    let slow = ["--encoding", "minimal", "--reduce", "none", "--solver", "sat:varisat"];
    let said_once = |args: &[&str], has_come_far_enough: &dyn Fn() -> bool| {
        time_to_stop(args, "INT", has_come_far_enough).unwrap_or_else(|| panic!("it ended by itself: {args:?}")).1
    };
    let partial = format!("{out}.partial");
    let lines = || std::fs::read_to_string(&partial).unwrap_or_default().lines().count();
    let batch = said_once(&[&["solve", &easy, &hard, "-o", &out], &slow[..]].concat(), &|| lines() == 3);
    assert!(batch.contains("interrupted after 3 puzzles") && batch.contains("; --resume goes on"), "{batch}");
    assert_eq!(lines(), 3);
    std::fs::remove_file(&partial).unwrap();
    let one = said_once(&[&["solve", &hard, "-o", &out], &slow[..]].concat(), &|| true);
    assert!(one.contains("interrupted before the puzzle was answered"), "{one}");
    // What was cut is no answer, or the batch would not go on with it.
    assert_eq!(lines(), 0);
    let dir = files.arg("certificates");
    let proved = said_once(&["prove", &easy, &hard, "--dir", &dir], &|| true);
    assert!(proved.contains("interrupted after ") && proved.contains("; --resume goes on"), "{proved}");
    let seventeen = ["generate", "--order", "3", "--clues", "17", "--time-limit", "5m", "--count", "5"];
    let made = said_once(&seventeen, &|| true);
    assert!(made.contains("interrupted after 0 of 5 puzzles"), "{made}");
}

#[test]
fn a_missing_program_is_told_once_before_anything_starts() {
    let files = Files::new();
    let puzzles = files.write("puzzles", format!("{PUZZLE}\n").repeat(20));
    let solver = format!("sat:kissat={}", files.arg("nowhere"));
    for command in [&["solve"][..], &["count"], &["check", "--unique"], &["explain"], &["candidates"]] {
        let answer = run(&[command, &["--solver", &solver, &puzzles]].concat(), "");
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{command:?}: {answer:?}");
        assert_eq!(answer.stderr.lines().count(), 1, "{command:?}: {}", answer.stderr);
        assert!(
            answer.stderr.contains("nowhere: it is neither in PATH nor an executable file"),
            "{command:?}: {}",
            answer.stderr
        );
    }
    let args = ["generate", "--box", "2x2", "--count", "9", "--algorithm", "two", "--solver", &solver];
    let answer = run(&args, "");
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.lines().count()), (Some(2), "", 1), "{answer:?}");
}
