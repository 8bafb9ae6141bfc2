//! What is written with `-o`: no input is destroyed, what stood there before is whole until the answers are, and nothing is
//! left behind.

use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Stdio;

use crate::interrupt::{ended, interrupt, wait_until};
use crate::{Files, PUZZLE, SOLUTION, read, run, run_command, satdoku};

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Runs with a file as standard input.
fn run_on(args: &[&str], stdin: &str) -> Option<i32> {
    let mut command = satdoku(args);
    command.stdin(std::fs::File::open(stdin).unwrap()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().unwrap().code()
}

#[test]
fn no_input_is_destroyed_by_the_output() {
    let files = Files::new();
    let text = format!("{PUZZLE}\n");
    let a = files.write("a", &text);
    let (hard, soft, spelled) = (files.arg("hard"), files.arg("soft"), files.arg("x/../a"));
    std::fs::create_dir(files.path("x")).unwrap();
    std::fs::hard_link(&a, &hard).unwrap();
    symlink("a", &soft).unwrap();
    let solution = files.write("solution", format!("{SOLUTION}\n"));
    for command in ["solve", "count", "check", "explain", "candidates", "encode"] {
        for out in [&a, &hard, &soft, &spelled] {
            let refused = run(&[command, &a, "-o", out], "");
            assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{command} {out}");
            assert!(refused.stderr.contains("expected another file than"), "{refused:?}");
            assert_eq!(run_on(&[command, "-", "-o", out], &a), Some(2), "{command} {out}");
            // A second input counts like the first.
            assert_eq!(run(&[command, &solution, &a, "-o", out], "").code, Some(2), "{command} {out}");
        }
        // What is appended to the file that is read would be read again.
        let mut endless = satdoku(&[command, &a]);
        endless.stdout(std::fs::OpenOptions::new().append(true).open(&a).unwrap()).stderr(Stdio::null());
        assert_eq!(endless.status().unwrap().code(), Some(2), "{command}");
        assert_eq!(read(&a), text, "{command}");
    }
    let check = run(&["check", &solution, "--puzzle", &a, "-o", &hard], "");
    assert_eq!((check.code, read(&a).as_str()), (Some(2), text.as_str()));
    // The folder of several formulas may hold the puzzles.
    let folder = files.arg("x");
    let inside = files.write("x/000001.cnf", &text);
    assert_eq!(run(&["encode", &inside, &a, "-o", &folder], "").code, Some(2));
    assert_eq!(read(&inside), text);
    // A partial output that is a link to an input is not gone on with.
    std::fs::hard_link(&a, files.path("out.partial")).unwrap();
    assert_eq!(run(&["solve", &a, "-o", &files.arg("out"), "--resume"], "").code, Some(2));
    std::fs::remove_file(files.path("out.partial")).unwrap();
    symlink(&solution, files.path("out.partial")).unwrap();
    assert_eq!(run(&["count", &a, "-o", &files.arg("out"), "--resume"], "").code, Some(2));
    assert_eq!((read(&a), read(&solution)), (text, format!("{SOLUTION}\n")));
}

#[test]
fn an_older_output_is_whole_until_the_new_one_is() {
    let files = Files::new();
    let puzzle = files.write("puzzle", format!("{PUZZLE}\n"));
    let folder = files.path("answers");
    std::fs::create_dir(&folder).unwrap();
    let out = files.write("answers/out", "older\n");
    std::fs::set_permissions(&out, PermissionsExt::from_mode(0o640)).unwrap();
    // Nothing can be answered: the file stays.
    for command in ["solve", "count", "check", "candidates", "encode"] {
        assert_eq!(run(&[command, &files.arg("missing"), "-o", &out], "").code, Some(2), "{command}");
        assert_eq!((read(&out).as_str(), names(&folder)), ("older\n", vec!["out".to_owned()]), "{command}");
    }
    let link = files.arg("link");
    symlink("answers/out", &link).unwrap();
    assert_eq!(run(&["solve", &puzzle, "-o", &link], "").code, Some(0));
    assert!(Path::new(&link).is_symlink());
    assert_eq!((read(&out), names(&folder)), (format!("{SOLUTION}\n"), vec!["out".to_owned()]));
    assert_eq!(std::fs::metadata(&out).unwrap().mode() & 0o777, 0o640);
    // A link to a file that is not there yet.
    symlink("answers/new", files.path("dangling")).unwrap();
    assert_eq!(run(&["encode", &puzzle, "-o", &files.arg("dangling")], "").code, Some(0));
    assert!(read(files.path("answers/new")).starts_with("p cnf 729 "));
    assert!(run(&["solve", &puzzle, "-o", folder.to_str().unwrap()], "").stderr.ends_with(": is a folder\n"));
    assert_eq!(names(&folder), ["new", "out"]);
}

#[test]
fn what_cannot_be_replaced_is_written_as_it_is() {
    let files = Files::new();
    let puzzle = files.write("puzzle", format!("{PUZZLE}\n"));
    for out in ["-", "/dev/stdout", "/proc/self/fd/1"] {
        let solved = run(&["solve", &puzzle, "-o", out], "");
        assert_eq!((solved.code, solved.stdout), (Some(0), format!("{SOLUTION}\n")), "{out}");
        let encoded = run(&["encode", &puzzle, "-o", out], "");
        assert!(encoded.code == Some(0) && encoded.stdout.starts_with("p cnf 729 "), "{out}: {encoded:?}");
    }
    assert_eq!(run(&["solve", &puzzle, "-o", "/dev/null"], "").code, Some(0));
    // What is in a file behind standard output already stays.
    let log = files.write("log", "before\n");
    let mut command = satdoku(&["solve", &puzzle, "-o", "/dev/stdout"]);
    command.stdout(std::fs::OpenOptions::new().append(true).open(&log).unwrap());
    assert!(command.status().unwrap().success());
    assert_eq!(read(&log), format!("before\n{SOLUTION}\n"));
    let pipe = files.arg("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || read(pipe)
    });
    assert_eq!(run(&["solve", &puzzle, "-o", &pipe], "").code, Some(0));
    assert_eq!(reader.join().unwrap(), format!("{SOLUTION}\n"));
    assert_eq!(names(files.0.path()), ["log", "pipe", "puzzle"]);
}

#[test]
fn a_formula_that_is_not_complete_is_removed_at_a_signal() {
    let files = Files::new();
    for signal in ["INT", "TERM", "HUP"] {
        let out = files.write("out.cnf", "older\n");
        let mut command = satdoku(&["encode", "--order", "12", "-o", &out]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_until("the formula is begun", || names(files.0.path()).len() == 2);
        assert!(interrupt(&child, signal), "{signal}");
        assert_eq!(ended(&mut child).code(), Some(130), "{signal}");
        assert_eq!((names(files.0.path()), read(&out).as_str()), (vec!["out.cnf".to_owned()], "older\n"), "{signal}");
    }
}

#[test]
fn answers_of_another_run_are_not_gone_on_with() {
    let files = Files::new();
    let other = SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2");
    let two = files.write("two", format!("{PUZZLE}\n{PUZZLE}\n"));
    let out = files.arg("out");
    for (command, answers, why) in [
        (&["solve"][..], format!("{SOLUTION}\n").repeat(5), "has 5 lines of answers, the input only 2"),
        (&["solve"], format!("{other}\n"), ":1: not an answer to the puzzle at"),
        (&["solve"], format!("{SOLUTION}\n{PUZZLE}\n"), ":2: not an answer to the puzzle at"),
        (&["solve"], "invalid\n".to_owned(), ":1: not an answer to the puzzle at"),
        (
            &["solve", "--output", "json"],
            format!("{{\"number\":7,\"solution\":\"{SOLUTION}\"}}\n"),
            ":1: not an answer",
        ),
        (&["solve", "--output", "json"], format!("{{\"number\":1,\"solution\":\"{other}\"}}\n"), ":1: not an answer"),
        (&["solve", "--output", "csv"], format!("puzzle,solution\n{other},{other}\n"), ":2: not an answer"),
        (&["solve", "--reduce", "all"], format!("{other}\n"), ":1: not an answer to the puzzle at"),
        (&["count"], format!("{SOLUTION}\n"), ":1: not an answer"),
        (&["check"], "solved\n".to_owned(), ":1: not an answer"),
    ] {
        for name in ["out", "out.partial"] {
            files.write(name, &answers);
            for input in [&[two.as_str()][..], &[]] {
                let stdin = if input.is_empty() { read(&two) } else { String::new() };
                let refused = run(&[command, input, &["-o", &out, "--resume"]].concat(), stdin);
                assert_eq!(
                    (refused.code, refused.stdout.as_str()),
                    (Some(2), ""),
                    "{command:?} {answers}: {refused:?}"
                );
                assert!(refused.stderr.contains(why), "{command:?} {answers}: {refused:?}");
                assert_eq!(names(files.0.path()), [name, "two"], "{command:?}");
                assert_eq!(read(files.path(name)), answers);
            }
            std::fs::remove_file(files.path(name)).unwrap();
        }
    }
    // What was left is not overwritten without a word, and nothing is written by two at once.
    files.write("out.partial", format!("{SOLUTION}\n"));
    let refused = run(&["solve", &two, "-o", &out], "");
    assert!(
        refused.code == Some(2) && refused.stderr.contains("out.partial: left by an interrupted run"),
        "{refused:?}"
    );
    let resumed = run(&["solve", &two, "-o", &out, "--resume"], "");
    assert_eq!((resumed.code, read(&out)), (Some(0), format!("{SOLUTION}\n{SOLUTION}\n")), "{resumed:?}");
    assert_eq!(names(files.0.path()), ["out", "two"]);
    // A line that is not complete is cut off by the one that has the file.
    files.write("out.partial", "12");
    let mut waiting = satdoku(&["solve", "-", "-o", &out, "--resume"]);
    let mut waiting = waiting.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    wait_until("the first run has the file", || read(files.path("out.partial")).is_empty());
    let second = run_command(satdoku(&["solve", &two, "-o", &out, "--resume"]), b"");
    assert!(second.code == Some(2) && second.stderr.contains("another run is writing it"), "{second:?}");
    waiting.kill().unwrap();
    waiting.wait().unwrap();
}

#[test]
fn an_ending_that_means_something_else_is_refused_with_the_way_to_it() {
    let files = Files::new();
    for (command, ending, way) in [
        ("solve", "svg", "`satdoku draw` makes pictures"),
        ("generate", "pdf", "`satdoku draw` makes pictures"),
        ("hint", "html", "`satdoku path` makes pages"),
        ("count", "xlsx", "a name in .csv makes a table"),
        ("rate", "parquet.gz", "satdoku-cluster"),
        ("encode", "png", "`satdoku draw` makes pictures"),
    ] {
        let out = files.arg(&format!("out.{ending}"));
        let puzzle: &[&str] = if command == "generate" { &[] } else { &[PUZZLE] };
        let refused = run(&[&[command, "-o", &out], puzzle].concat(), "");
        assert_eq!((refused.code, Path::new(&out).exists()), (Some(2), false), "{command}: {refused:?}");
        assert!(refused.stderr.contains(way), "{command}: {}", refused.stderr);
    }
    assert_eq!(run(&["path", PUZZLE, "-o", &files.arg("out.html")], "").code, Some(0));
    assert_eq!(run(&["draw", PUZZLE, "-o", &files.arg("out.svg")], "").code, Some(0));
}
