//! Batches that are cut in the middle: what was answered is there, what was not is answered when the batch is resumed.

use std::io::ErrorKind;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::faults::solver;
use crate::interrupt::{ended, interrupt, is_running, leftovers};
use crate::{Files, PUZZLE, SOLUTION, read, run, satdoku};

/// One puzzle of so many cannot be read.
const ONE_BAD_OF: usize = 100;

/// The digits from 1 to 9 in their k-th order.
fn order_of_digits(mut k: usize) -> Vec<char> {
    let mut left: Vec<char> = ('1'..='9').collect();
    let mut order = Vec::new();
    for count in (1..=9).rev() {
        order.push(left.remove(k % count));
        k /= count;
    }
    order
}

/// A puzzle, and the line that answers it: each has an answer of its own.
fn puzzle_and_answer(k: usize) -> (String, String) {
    let order = order_of_digits(k);
    let relabel = |text: &str| text.chars().map(|c| c.to_digit(10).map_or(c, |d| order[d as usize - 1])).collect();
    if k % ONE_BAD_OF == ONE_BAD_OF / 2 {
        return (relabel(&PUZZLE.replace("...", "..?")), "invalid".to_owned());
    }
    (relabel(PUZZLE), relabel(SOLUTION))
}

fn start(args: &[&str], temp: &Path) -> Child {
    satdoku(args).env("TMPDIR", temp).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Fails where a line is not the answer to its puzzle; how many lines are whole.
fn assert_right_so_far(out: &Path, answers: &[String]) -> usize {
    let text = read(out);
    let whole = text.matches('\n').count();
    for (k, (line, answer)) in text.lines().zip(answers).take(whole).enumerate() {
        assert_eq!(line, answer, "line {}", k + 1);
    }
    whole
}

/// A solver that fails, talks nonsense, contradicts itself or hangs in every tenth run, under two jobs; all is killed in the
/// middle, then resumed. After as many runs as there are puzzles it hangs until `open` exists, so that the batch is killed before it
/// ends; not sooner, for while one job waits for a run that hangs the other goes on.
fn every_good_puzzle_is_answered_exactly_once(puzzles: usize, within: Duration) {
    let files = Files::new();
    let temp = files.path("temp");
    std::fs::create_dir(&temp).unwrap();
    let script = format!(
        "echo >> \"$0.runs\"\n\
         run=$(wc -l < \"$0.runs\")\n\
         test -e \"$0.open\" || test $run -lt {} || exec sleep 10\n\
         case $(($run % 40)) in\n\
         0) echo 'no luck' >&2; exit 1;;\n\
         13) echo s SATISFIABLE; head -c 300 /dev/urandom; exit 10;;\n\
         22) echo s UNSATISFIABLE; exit 10;;\n\
         31) exec sleep 10;;\n\
         *) exec '{}' sat \"$1\";;\nesac",
        puzzles,
        env!("CARGO_BIN_EXE_satdoku")
    );
    let flaky = solver(&files, "flaky", &script);
    let (texts, answers): (Vec<_>, Vec<_>) = (0..puzzles).map(puzzle_and_answer).unzip();
    let input = files.write("puzzles", texts.join("\n") + "\n");
    let out = files.arg("answers");
    let args = ["solve", "--jobs", "2", "--time-limit", "3s", "--retries", "8", "--solver", &flaky, &input, "-o", &out];
    let watch = Instant::now();
    let mut child = start(&args, &temp);
    let partial = files.path("answers.partial");
    wait_for_lines(&mut child, &partial, puzzles / 3, within);
    child.kill().unwrap();
    ended(&mut child);
    assert!(!Path::new(&out).exists());
    let before = assert_right_so_far(&partial, &answers);
    assert!((puzzles / 3..puzzles).contains(&before), "{before} answers before it was killed");
    // What a killed process ran and had in files it cannot clear away.
    assert!(leftovers(&temp).len() <= 2, "{:?}", leftovers(&temp));
    for file in leftovers(&temp) {
        let left = temp.join(file);
        let removed = if left.is_dir() { std::fs::remove_dir_all(left) } else { std::fs::remove_file(left) };
        // What watches over the files of a killed process may be faster.
        assert!(removed.as_ref().err().is_none_or(|error| error.kind() == ErrorKind::NotFound), "{removed:?}");
    }
    files.write("flaky.open", "");
    let status = start(&[&args[..], &["--resume"]].concat(), &temp).wait().unwrap();
    assert_eq!(status.code(), Some(2), "some of the rest cannot be read");
    assert_eq!(assert_right_so_far(Path::new(&out), &answers), puzzles);
    assert_eq!(leftovers(&temp), Vec::<String>::new());
    let bad = answers.iter().filter(|answer| *answer == "invalid").count();
    eprintln!("{puzzles} puzzles, {bad} bad: {before} answers before the kill, all after it; {:?}", watch.elapsed());
}

fn wait_for_lines(child: &mut Child, path: &Path, lines: usize, time: Duration) {
    let since = Instant::now();
    let count = || std::fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count());
    while count() < lines {
        let ended = child.try_wait().unwrap();
        assert_eq!(ended, None, "it ended when there were {} of {lines} lines", count());
        assert!(since.elapsed() < time, "waited in vain for {lines} lines: there are {}", count());
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_batch_with_a_flaky_solver_that_is_killed_in_the_middle_loses_nothing() {
    every_good_puzzle_is_answered_exactly_once(200, Duration::from_mins(5));
}

#[test]
#[ignore = "ten thousand puzzles take some minutes"]
fn ten_thousand_puzzles_with_a_flaky_solver_and_a_kill_lose_nothing() {
    every_good_puzzle_is_answered_exactly_once(10_000, Duration::from_hours(1));
}

#[test]
fn an_interrupted_batch_has_written_what_it_answered_and_is_resumed() {
    let files = Files::new();
    let temp = files.path("temp");
    std::fs::create_dir(&temp).unwrap();
    // After eight runs the solver hangs, and so does the process that it starts.
    let script = format!(
        "echo >> \"$0.runs\"; test $(wc -l < \"$0.runs\") -gt 8 && {{ sleep 300 & sleep 300; }}; exec '{}' sat \"$1\"",
        env!("CARGO_BIN_EXE_satdoku")
    );
    let hanging = solver(&files, "hanging", &script);
    let (texts, answers): (Vec<_>, Vec<_>) = (0..20).map(puzzle_and_answer).unzip();
    let input = files.write("puzzles", texts.join("\n") + "\n");
    for signal in ["INT", "TERM", "HUP"] {
        let out = files.arg(signal);
        let args = ["solve", "--jobs", "2", "--solver", &hanging, &input, "-o", &out];
        let mut child = start(&args, &temp);
        let partial = files.path(&format!("{signal}.partial"));
        wait_for_lines(&mut child, &partial, 7, Duration::from_secs(20));
        assert!(interrupt(&child, signal), "{signal}");
        assert_eq!(ended(&mut child).code(), Some(130), "{signal}");
        assert!(!Path::new(&out).exists());
        let before = assert_right_so_far(&partial, &answers);
        assert!((7..=8).contains(&before) && read(&partial).ends_with('\n'), "{signal}: {before}");
        assert_eq!(leftovers(&temp), Vec::<String>::new(), "{signal}");
        std::fs::remove_file(files.path("hanging.runs")).unwrap();
        assert!(!is_running(&files.arg("hanging")), "{signal}: a solver is left");
        let resumed = ["solve", "--jobs", "2", &input, "-o", &out, "--resume"];
        assert_eq!(start(&resumed, &temp).wait().unwrap().code(), Some(0), "{signal}");
        assert_eq!(assert_right_so_far(Path::new(&out), &answers), 20, "{signal}");
        assert!(!partial.exists(), "{signal}");
    }
}

/// Puzzles whose answers need more than a character a cell, or stand under rules: their texts.
fn of_every_kind() -> Vec<String> {
    let blank = |row: &str, rows: usize| format!("{row}\n").repeat(rows);
    let large: String = (0..36)
        .map(|row| {
            let digit = |column: usize| 1 + (6 * (row % 6) + row / 6 + column) % 36;
            let cells: Vec<String> = (0..36).map(|column| digit(column).to_string()).collect();
            cells.join(" ") + "\n"
        })
        .collect();
    let small = blank(". . . .", 4);
    let canvas = blank(". . . . . . - - -", 3) + &blank(". . . . . . . . .", 3) + &blank("- - - . . . . . .", 3);
    let canvas = format!("grid 2x3 at r1c1\ngrid 2x3 at r4c4\n{}", canvas.replacen(". .", "5 .", 1));
    vec![
        format!("2 2\n{small}"),
        format!("2 2\nkiller 3 r1c1 r1c2\n{small}"),
        format!("2 2\ndigits 0..3\n{small}"),
        format!("2 2\ndigits 0..3\nkiller 3 r1c1 r1c2\n{small}"),
        "2 2\ndigits 0..40\nkiller 70 r1c1 r1c2\n. . 0 1\n2 3 4 5\n6 7 8 9\n10 11 12 13\n".to_owned(),
        format!("2 2\nwhisper 2 r1c1 r1c2\nkiller 8 r1c1 r1c2\n{small}"),
        canvas.clone(),
        canvas.replace("r4c4\n", "r4c4\nthermometer r1c1 r1c2\n"),
        format!("1 1\n.\n"),
        format!("6 6\n{}", large.replacen('1', "0", 1)),
        format!("6 6\nthermometer r1c1 r1c2\n{}", large.replacen('1', "0", 1)),
        "2 2\nnonsense\n".to_owned() + &small,
    ]
}

#[test]
fn line_k_is_the_answer_to_puzzle_k_on_every_board_under_every_rule() {
    let files = Files::new();
    let puzzles = of_every_kind();
    let all = files.write("all", puzzles.join("\n"));
    let lines = |args: &[&str]| {
        let done = run(args, "");
        done.stdout.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let answers = lines(&["solve", &all]);
    assert_eq!(answers.len(), puzzles.len(), "{answers:#?}");
    assert_eq!(lines(&["solve", "--output", "line", &all]), answers);
    assert_eq!(answers.last().unwrap(), "invalid");
    assert!(answers[5].starts_with("unsat") && !answers[7].starts_with("unsat"), "{answers:#?}");
    for (k, (puzzle, answer)) in puzzles.iter().zip(&answers).enumerate() {
        if answer.starts_with(|first: char| first.is_ascii_lowercase()) {
            continue;
        }
        let puzzle = files.write("puzzle", puzzle);
        assert_eq!(lines(&["solve", &puzzle]), std::slice::from_ref(answer), "{k}");
        let answer = files.write("answer", format!("{answer}\n"));
        // A line does not say its board: beside the puzzle it is read on the puzzle's, alone as a solved grid or not at all.
        assert_eq!(lines(&["check", &answer, "--puzzle", &puzzle]), ["solved"], "{k}");
        let alone = run(&["solve", &answer], "").stdout;
        assert!(alone == "invalid\n" || alone == read(&answer), "{k}: {alone}");
        let drawn = lines(&["sample", "--count", "2", "--time-limit", "2s", "--output", "line", &puzzle]);
        assert!(drawn.len() == 2 || drawn == ["unknown"], "{k}: {drawn:#?}");
    }
    // Whatever was written is gone on with.
    let whole = answers.join("\n") + "\n";
    let out = files.arg("out");
    for kept in 0..answers.len() {
        let kept: String = whole.split_inclusive('\n').take(kept).collect();
        files.write("out.partial", kept);
        let done = run(&["solve", &all, "-o", &out, "--resume"], "");
        assert_eq!((read(&out), done.stderr.contains("not an answer")), (whole.clone(), false), "{done:?}");
        std::fs::remove_file(&out).unwrap();
    }
}
