//! Inputs that want to do harm, and pipes that close early.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Stdio};
use std::time::{Duration, Instant};

use crate::listing::most_memory;
use crate::{Files, PUZZLE, Run, SOLUTION, rows, run, satdoku};

/// Runs with an input that is made while it is read; how it ended, and the most KiB that it held.
fn fed(args: &[&str], feed: impl FnOnce(ChildStdin) + Send) -> (Run, u64) {
    let mut child = satdoku(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (stdin, pid) = (child.stdin.take().unwrap(), child.id());
    let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let text = |pipe: &mut dyn Read| {
        let mut text = Vec::new();
        pipe.read_to_end(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    };
    std::thread::scope(|scope| {
        scope.spawn(move || feed(stdin));
        let stdout = scope.spawn(move || text(&mut stdout));
        let stderr = scope.spawn(move || text(&mut stderr));
        let mut memory = 0;
        let status = loop {
            memory = memory.max(most_memory(pid).unwrap_or_default());
            match child.try_wait().unwrap() {
                Some(status) => break status,
                None => std::thread::sleep(Duration::from_millis(1)),
            }
        };
        let run = Run { code: status.code(), stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() };
        (run, memory)
    })
}

/// Each command that reads a file, with standard input in the file's place.
fn readers(files: &Files) -> Vec<Vec<String>> {
    let cnf = files.write("any.cnf", "p cnf 1 1\n1 0\n");
    let commands: [&[&str]; 10] = [
        &["solve", "-"],
        &["count", "-"],
        &["check", "-"],
        &["convert", "--to", "rows", "-"],
        &["encode", "-"],
        &["decode", "-", "--cnf", &cnf],
        &["decode", &cnf, "--cnf", "-"],
        &["sat", "-"],
        &["cover", "-"],
        &["cover", "--sudoku", "-"],
    ];
    commands.iter().map(|args| args.iter().map(ToString::to_string).collect()).collect()
}

/// What every reader must do with a text that is nothing: a clear error, or no answer, in bounded memory.
fn assert_refused(files: &Files, what: &str, most_kib: u64, feed: impl Fn(ChildStdin) + Send + Sync) {
    for args in readers(files) {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let (answer, memory) = fed(&args, &feed);
        match args[..] {
            // A solver that was ended may have printed nothing but ends of lines or comments.
            ["decode", "-", ..] if answer.code == Some(3) => assert_eq!(answer.stdout, "unknown\n", "{what}"),
            // An item may have any name.
            ["cover", "-"] if answer.code == Some(0) => continue,
            _ => {
                assert_eq!(answer.code, Some(2), "{what}: {args:?}: {}", answer.stderr);
                assert!(answer.stderr.starts_with("<stdin>:"), "{what}: {args:?}: {}", answer.stderr);
            }
        }
        assert!(answer.stderr.len() < 300 && answer.stdout.len() < 100, "{what}: {args:?}: {answer:?}");
        assert!(memory < most_kib, "{what}: {args:?} held {memory} KiB");
        println!("{what}: {args:?}: {memory} KiB");
    }
}

/// Writes a byte again and again, without an end of line before the last.
fn one_line(byte: u8, length: usize) -> impl Fn(ChildStdin) {
    move |mut stdin| {
        let piece = vec![byte; 64 << 10];
        // Whoever has read enough does not read on.
        let _ =
            (0..length / piece.len()).try_for_each(|_| stdin.write_all(&piece)).and_then(|()| stdin.write_all(b"\n"));
    }
}

#[test]
fn what_a_text_is_does_not_depend_on_how_it_arrives() {
    let rows = "5 3 0 0 7 0 0 0 0\n6 0 0 1 9 5 0 0 0\n0 9 8 0 0 0 0 6 0\n8 0 0 0 6 0 0 0 3\n4 0 0 8 0 3 0 0 1\n\
        7 0 0 0 2 0 0 0 6\n0 6 0 0 0 0 2 8 0\n0 0 0 4 1 9 0 0 5\n0 0 0 0 8 0 0 7 9\n";
    for pause in [0, 300] {
        let feed = |mut stdin: ChildStdin| {
            stdin.write_all(b"Sudoku\n").unwrap();
            std::thread::sleep(Duration::from_millis(pause));
            stdin.write_all(rows.as_bytes()).unwrap();
        };
        let (answer, _) = fed(&["solve", "-"], feed);
        assert_eq!((answer.code, answer.stdout.lines().count()), (Some(0), 1), "{pause}: {answer:?}");
    }
}

/// The memory, in KiB, of a process that has read only small inputs.
const LITTLE: u64 = 64 << 10;

/// The memory, in KiB, of a process with a record of the greatest length, 128 MiB.
const RECORD: u64 = 200 << 10;

#[test]
fn numbers_beyond_all_sizes_take_no_memory() {
    let files = Files::new();
    let huge = "1000000000000000000";
    for text in [
        format!("{huge} {huge}\n"),
        format!("regions {huge}\n"),
        format!("{huge}\n1\n"),
        format!("size: {huge}\n+-+\n"),
        format!("n = {huge};\nstart = [| 1,2"),
        format!("{{\"shape\":\"{huge}x{huge}\",\"grid\":\"1\"}}\n"),
        format!("p cnf {huge} {huge}\n1 0\n"),
        format!("p cnf 2147483647 {huge}\n1 0\n2147483647 0\n"),
    ] {
        let feed = |mut stdin: ChildStdin| drop(stdin.write_all(text.as_bytes()));
        for args in readers(&files) {
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let (answer, memory) = fed(&args, feed);
            // Words that name items are a problem of exact cover, and a solver may print them.
            let is_read = args[1] == "-" && matches!(args[0], "cover" | "decode");
            assert!(is_read || answer.code == Some(2), "{args:?}: {text}: {answer:?}");
            // Lines may be puzzles of their own, for which `encode` wants a folder.
            let is_several = answer.stderr.starts_with("error: several puzzles");
            assert!(is_read || is_several || answer.stderr.contains("<stdin>:"), "{args:?}: {text}: {}", answer.stderr);
            assert!(memory < LITTLE, "{args:?}: {text}: {memory} KiB");
            println!("{args:?}: {text}: {memory} KiB");
        }
    }
    for args in [
        &["encode", "--order", huge][..],
        &["encode", "--box", "1000000000000000000x1000000000000000000"],
        &["generate", "--box", "1000000000000000000x1"],
        &["decode", "-", "--box", "1000000000000000000x3"],
        &["solve", "--box", "1000000000000000000x3"],
    ] {
        let (answer, memory) = fed(args, |mut stdin| drop(stdin.write_all(b"s UNKNOWN\n")));
        assert_eq!(answer.code, Some(2), "{args:?}: {answer:?}");
        assert!(memory < LITTLE, "{args:?}: {memory} KiB");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused_by_every_reader() {
    let files = Files::new();
    for byte in [0, 0xff, b'.', 0x80] {
        assert_refused(&files, &format!("one {byte:#x}"), LITTLE, one_line(byte, 64 << 10));
    }
}

#[test]
fn a_line_without_end_is_refused_by_every_reader_in_bounded_memory() {
    assert_refused(&Files::new(), "a long line", RECORD, one_line(b'.', 150 << 20));
}

#[test]
#[ignore = "thirty gigabytes go through pipes"]
fn a_line_of_a_gigabyte_is_refused_by_every_reader_in_bounded_memory() {
    let files = Files::new();
    for byte in [b'.', 0, 0xff] {
        // `cover` reads up to a gigabyte.
        assert_refused(&files, &format!("a gigabyte of {byte:#x}"), 3 << 20, one_line(byte, (1 << 30) + (1 << 20)));
    }
}

#[test]
fn hostile_puzzles_are_invalid_and_nothing_worse() {
    let long = ".".repeat(3_000_000);
    let cases: [(&[u8], &str); 10] = [
        (b"999999999 999999999\n1 2 3\n", "1:1: "),
        (b"18446744073709551615 18446744073709551615\n", "1:1: "),
        (b"regions 99999999999\n", "1:"),
        (b"regions 0\n", "1:1: "),
        (b"\0\0\0\0", "1:1: expected a digit"),
        (b"\xff\xfe1.2.\n", "1:1: expected a digit"),
        (b"1 2 \xff 4\n1 2 3 4\n1 2 3 4\n1 2 3 4\n", "1:5: expected a number"),
        (b"+---+\n", "1:"),
        (b"||||||\n", "1:"),
        (long.as_bytes(), "1:"),
    ];
    for (text, message) in cases {
        let shown = String::from_utf8_lossy(&text[..text.len().min(40)]).into_owned();
        for command in ["solve", "check"] {
            let answer = run(&[command], text);
            assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), "invalid\n"), "{shown}: {answer:?}");
            assert!(answer.stderr.starts_with(&format!("<stdin>:{message}")), "{shown}: {}", answer.stderr);
            assert!(answer.stderr.len() < 300, "{shown}: {}", answer.stderr);
        }
        assert_eq!(run(&["encode", "-"], text).code, Some(2), "{shown}");
    }
}

#[test]
fn a_line_longer_than_any_puzzle_is_invalid_and_the_next_is_answered() {
    for format in ["line", "rows", "header", "grid"] {
        let script = format!(
            r#"(head -c 135000000 /dev/zero | tr '\0' .; echo; echo {PUZZLE}) | "$0" solve --format {format} 2>&1"#
        );
        let output = std::process::Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_satdoku")]).output();
        let text = String::from_utf8(output.unwrap().stdout).unwrap();
        assert!(
            text.contains("<stdin>:1:1: expected a puzzle of at most 134217728 bytes, found more"),
            "{format}: {text}"
        );
        assert!(text.starts_with("invalid") || text.contains("\ninvalid"), "{format}: {text}");
        assert_eq!(text.contains(SOLUTION), format == "line", "{format}: {text}");
    }
}

#[test]
fn files_that_are_none_are_told_and_the_others_answered() {
    let files = Files::new();
    let (missing, folder, empty) = (files.arg("missing"), files.arg(""), files.write("empty", "\n# nothing\n\n"));
    let good = files.write("good", PUZZLE);
    for bad in [&missing, &folder, &empty] {
        // What is wrong at a place begins with it.
        let beginning = if bad == &empty { format!("{bad}:") } else { format!("error: {bad}: ") };
        for args in [["solve", bad, &good], ["solve", &good, bad]] {
            let answer = run(&args, "");
            assert_eq!((answer.code, answer.stdout.trim_end()), (Some(2), SOLUTION), "{args:?}");
            assert!(answer.stderr.starts_with(&beginning), "{args:?}: {}", answer.stderr);
        }
        for command in ["check", "encode", "sat"] {
            let answer = run(&[command, bad], "");
            assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{command} {bad}");
            assert!(answer.stderr.starts_with(&beginning), "{command} {bad}: {}", answer.stderr);
        }
        let decode = run(&["decode", bad, "--box", "3x3"], "");
        assert!(decode.code == Some(2) || bad == &empty, "{bad}: {decode:?}");
        assert_eq!(run(&["decode", "-", "--cnf", bad], "s UNKNOWN\n").code, Some(2), "{bad}");
    }
    assert_eq!(run(&["solve"], "").code, Some(2));
}

#[test]
fn a_formula_of_a_hundred_million_free_variables_takes_no_memory_of_its_own() {
    // The model goes out line by line; a gigabyte of text would not fit.
    let mut command = std::process::Command::new("sh");
    let script = r#"ulimit -v 600000; printf 'p cnf 100000000 0\n' | "$0" sat - | head -n 3"#;
    let output = command.args(["-c", script, env!("CARGO_BIN_EXE_satdoku")]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let left_out =
        "c 100000000 variables that no clause has are left out: each may have either value\ns SATISFIABLE\nv 0\n";
    assert_eq!(text, left_out, "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_closed_standard_output_ends_everything_quietly() {
    let files = Files::new();
    let many = files.write("many", format!("{PUZZLE}\n").repeat(3000));
    let cnf = files.write("formula.cnf", "p cnf 300000 0\n");
    let cover = files.write("cover", "a\nb\na\nb\n".repeat(300));
    let cases: [&[&str]; 9] = [
        &["solve", &many],
        &["count", &many],
        &["convert", "--to", "rows", &many],
        &["generate", "--box", "2x2", "--count", "1000000"],
        &["cover", "--all", &cover],
        &["solve", "--all", "--box", "2x2", "/dev/stdin"],
        &["check", &many],
        &["encode", "--order", "5"],
        &["sat", &cnf],
    ];
    for args in cases {
        let mut child =
            satdoku(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(&[b'.'; 16]).unwrap_or_default();
        let mut first = [0; 1];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut first).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[test]
fn messages_that_nobody_reads_do_not_hurt() {
    let files = Files::new();
    let bad = files.write("bad", "x\n".repeat(5000));
    for command in ["solve", "check", "encode"] {
        let folder = files.arg("folder");
        let args: &[&str] = if command == "encode" { &[command, &bad, "-o", &folder] } else { &[command, &bad] };
        let mut child = satdoku(args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stderr.take());
        assert_eq!(child.wait().unwrap().code(), Some(2), "{command}");
    }
}

#[test]
fn a_reader_that_leaves_does_not_wait_for_the_puzzles_under_way() {
    // The 49×49 grid takes the minimal clauses far longer than any test may run.
    let files = Files::new();
    let easy = files.write("easy", format!("{PUZZLE}\n").repeat(3000));
    let hard = files.write("hard", rows(&".".repeat(49 * 49), "."));
    let args = ["solve", "--jobs", "2", "--solver", "portfolio", "--encoding", "minimal", &easy, &hard];
    let mut child = satdoku(&args).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert_eq!(line.trim_end(), SOLUTION);
    drop(stdout);
    let watch = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(watch.elapsed() < Duration::from_secs(5), "{:?}", watch.elapsed());
}

#[test]
fn answers_do_not_wait_for_a_hard_puzzle_behind_them() {
    let files = Files::new();
    let easy = files.write("easy", format!("{PUZZLE}\n").repeat(3));
    let hard = files.write("hard", rows(&".".repeat(49 * 49), "."));
    let args =
        ["solve", "--jobs", "2", "--solver", "portfolio", "--encoding", "minimal", "--time-limit", "3s", &easy, &hard];
    let watch = Instant::now();
    let mut child = satdoku(&args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line.trim_end(), SOLUTION);
    }
    assert!(watch.elapsed() < Duration::from_millis(2500), "{:?}", watch.elapsed());
    drop(stdout);
    child.kill().unwrap();
    child.wait().unwrap();
}
