//! `satdoku prove` and `satdoku verify`.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::interrupt::{interrupt, leftovers, wait_until};
use crate::{Files, NO_SOLUTION, PUZZLE, Run, THREE_SOLUTIONS, batch, read, run, run_command, satdoku};

fn names(path: impl AsRef<Path>) -> Vec<String> {
    let entries = std::fs::read_dir(path).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// What was printed, cut before the times, which are others each time.
fn without_times(run: Run) -> Run {
    let line = |line: &str| match line.split_once(" certificate") {
        Some(_) => line.rsplit_once(';').map_or(line, |(line, _)| line).to_owned() + "\n",
        None => format!("{line}\n"),
    };
    Run { stdout: run.stdout.lines().map(line).collect(), ..run }
}

fn done(code: i32, stdout: &str, stderr: &str) -> Run {
    Run { code: Some(code), stdout: stdout.to_owned(), stderr: stderr.to_owned() }
}

#[test]
fn one_puzzle_becomes_a_folder_that_verifies() {
    let files = Files::new();
    let dir = files.arg("certificate");
    for (puzzle, claim, names_of_files) in [
        (PUZZLE, "unique", &["formula.cnf", "manifest.json", "proof.varisat", "puzzle.txt", "solution.txt"][..]),
        (NO_SOLUTION, "unsatisfiable", &["formula.cnf", "manifest.json", "proof.varisat", "puzzle.txt"]),
        (THREE_SOLUTIONS, "solved", &["formula.cnf", "manifest.json", "model.txt", "puzzle.txt", "solution.txt"]),
    ] {
        let proved = without_times(run(&["prove", "--dir", &dir], puzzle));
        assert_eq!(proved, done(0, &format!("1 certificate written: 1 {claim}\n"), ""));
        assert_eq!(names(&dir), names_of_files);
        assert_eq!(names(files.path("")), ["certificate"]);
        let verified = without_times(run(&["verify", &dir], ""));
        assert_eq!(verified, done(0, &format!("1 certificate verified: 1 {claim}\n"), ""));
        // What is there is not written over.
        let again = run(&["prove", "--dir", &dir], puzzle);
        let refused = format!("{dir}: expected a folder that is empty, or none; --resume goes on with one\n");
        assert_eq!(again, done(2, "", &refused));
        std::fs::remove_dir_all(&dir).unwrap();
    }
}

#[test]
fn a_false_claim_is_told_and_leaves_nothing() {
    let files = Files::new();
    let dir = files.arg("certificate");
    for (puzzle, claim, why) in [
        (PUZZLE, "unsatisfiable", "it has a solution"),
        (NO_SOLUTION, "solved", "it has no solution"),
        (NO_SOLUTION, "unique", "it has no solution"),
        (THREE_SOLUTIONS, "unique", "it has several solutions: r"),
    ] {
        let told = run(&["prove", "--dir", &dir, "--claim", claim], puzzle);
        assert_eq!(told.code, Some(1), "{told:?}");
        assert!(told.stderr.starts_with(&format!("<stdin>:1: not {claim}: {why}")), "{told:?}");
        assert!(told.stdout.starts_with("0 certificates written; 1 failed; "), "{told:?}");
        assert_eq!(names(files.path("")), Vec::<String>::new());
    }
    let late = run(&["prove", "--dir", &dir, "--time-limit", "0"], PUZZLE);
    assert_eq!((late.code, late.stderr.as_str()), (Some(3), "<stdin>:1: time limit reached\n"));
    let small = run(&["prove", "--dir", &dir, "--memory", "1K"], PUZZLE);
    assert_eq!(small.code, Some(3), "{small:?}");
    assert!(small.stderr.contains(" needs about ") && small.stderr.contains("the limit is 1 KiB"), "{small:?}");
    let other = run(&["prove", "--dir", &dir, "--backend", "batsat"], PUZZLE);
    assert_eq!(other, done(2, "", "batsat writes no proof; varisat, kissat and cadical do\n"));
    let missing = run(&["prove", "--dir", &dir, "--backend", "kissat=/no/such/kissat"], PUZZLE);
    assert_eq!(missing.code, Some(2), "{missing:?}");
    assert_eq!(names(files.path("")), Vec::<String>::new());
}

#[test]
fn several_puzzles_become_folders_by_number_and_faults_are_told_one_a_line() {
    let files = Files::new();
    let dir = files.arg("all");
    let input =
        files.write("puzzles", format!("{PUZZLE}\n{}\nnonsense\n11{}\n", PUZZLE.replacen('5', ".", 1), &PUZZLE[2..]));
    let proved = without_times(run(&["prove", &input, "--dir", &dir, "--jobs", "2"], ""));
    assert_eq!(proved.code, Some(2), "{proved:?}");
    assert!(proved.stderr.starts_with(&format!("{input}:3:1: ")), "{proved:?}");
    assert!(proved.stdout.starts_with("3 certificates written: "), "{proved:?}");
    assert_eq!(names(&dir), ["000001", "000002", "000004"]);
    let verified = without_times(run(&["verify", &dir], ""));
    assert_eq!((verified.code, verified.stderr.as_str()), (Some(0), ""), "{verified:?}");
    std::fs::write(files.path("all/000002/solution.txt"), "").unwrap();
    std::fs::remove_file(files.path("all/000004/puzzle.txt")).unwrap();
    std::fs::create_dir(files.path("all/000005")).unwrap();
    let expected = format!(
        "{dir}/000002: solution.txt: empty\n{dir}/000004: puzzle.txt: missing\n{dir}/000005: manifest.json: missing\n\
         1 certificate verified: 1 unique; 3 failed\n"
    );
    assert_eq!(without_times(run(&["verify", &dir, "--jobs", "3"], "")), done(1, &expected, ""));
    // What is missing is made again.
    std::fs::remove_dir_all(files.path("all/000002")).unwrap();
    std::fs::remove_dir_all(files.path("all/000004")).unwrap();
    let resumed = without_times(run(&["prove", &input, "--dir", &dir, "--resume"], ""));
    assert!(resumed.stdout.contains("; 1 already there; 1 failed\n"), "{resumed:?}");
    assert_eq!(names(&dir), ["000001", "000002", "000004", "000005"]);
    let nothing = run(&["verify", &files.arg("nowhere")], "");
    assert_eq!(nothing.code, Some(2), "{nothing:?}");
    assert!(nothing.stderr.contains("nowhere: cannot read: "), "{nothing:?}");
    std::fs::create_dir(files.path("empty")).unwrap();
    assert_eq!(run(&["verify", &files.arg("empty")], "").code, Some(1));
    assert_eq!(run(&["verify"], "").code, Some(2));
    let late = run(&["verify", &files.arg("all/000001"), "--time-limit", "0"], "");
    assert_eq!(late.code, Some(3), "{late:?}");
}

#[test]
fn what_is_verified_at_once_is_discarded() {
    let files = Files::new();
    let input = files.write("puzzles", batch(60).replace('x', "1"));
    let dir = files.arg("failures");
    let proved = run(&["prove", &input, "--dir", &dir, "--discard"], "");
    assert_eq!((proved.code, proved.stderr.as_str()), (Some(0), ""), "{proved:?}");
    assert!(proved.stdout.starts_with("60 certificates verified and discarded: "), "{proved:?}");
    assert!(proved.stdout.contains(" each ("), "{proved:?}");
    assert_eq!(names(files.path("")), ["puzzles"]);
    // A board that is too large to keep in memory goes through the disk.
    let large = files.write("large", crate::rows(&large_puzzle(), "0"));
    let proved = run(&["prove", &large, "--dir", &dir, "--discard"], "");
    assert_eq!(proved.code, Some(0), "{proved:?}");
    assert!(proved.stdout.starts_with("1 certificate verified and discarded: 1 unique; "), "{proved:?}");
    assert_eq!(names(files.path("")), ["large", "puzzles"]);
}

/// A full 18×18 grid with boxes of 3×6, its first row emptied.
fn large_puzzle() -> String {
    let digit = |row: usize, column: usize| (row % 3 * 6 + row / 3 + column) % 18 + 1;
    let cell = |at: usize| match (at / 18, at % 18) {
        (0, _) => '.',
        (row, column) => char::from_digit(digit(row, column) as u32, 36).unwrap(),
    };
    (0..18 * 18).map(cell).collect()
}

#[test]
fn a_lie_is_kept_where_certificates_are_discarded() {
    let files = Files::new();
    // In the manner of kissat; the checker says what `rate` says of a proof that is none.
    let liar = files.write_program("liar", "#!/bin/sh\necho 's UNSATISFIABLE'\nexit 20\n");
    let rate = files.write_program("rate", "#!/bin/sh\necho 'c no conflict'\necho 's NOT VERIFIED'\nexit 1\n");
    let dir = files.arg("failures");
    let ask = |rate: &str| {
        let backend = format!("kissat={liar}");
        let mut command = satdoku(&["prove", "--dir", &dir, "--discard", "--claim", "unique", "--backend", &backend]);
        command.env("RATE", rate);
        run_command(command, THREE_SOLUTIONS.as_bytes())
    };
    let told = ask(&rate);
    assert_eq!(told.code, Some(1), "{told:?}");
    assert_eq!(told.stderr, format!("<stdin>:1: {dir}: proof.drat: rejected (rate): no conflict\n"));
    assert_eq!(names(&dir), ["formula.cnf", "manifest.json", "proof.drat", "puzzle.txt", "solution.txt"]);
    assert_eq!(read(files.path("failures/proof.drat")), "0\n");
    // Without a checker nothing is known: that is no fault of the certificate.
    for rate in ["/no/such/rate", ""] {
        let mut command = satdoku(&["verify", &dir]);
        command.env("RATE", rate).env("PATH", "/no/such/folder");
        let missing = run_command(command, b"");
        assert_eq!(missing.code, Some(2), "{missing:?}");
        assert!(missing.stderr.contains("RATE can name it"), "{missing:?}");
    }
    // A checker is believed only where its words and its status agree.
    for (words, status, code) in [("s VERIFIED", 0, 0), ("s VERIFIED", 1, 1), ("c s VERIFIED", 0, 1), ("", 0, 1)] {
        let rate = files.write_program("words", &format!("#!/bin/sh\necho '{words}'\nexit {status}\n"));
        let mut command = satdoku(&["verify", &dir]);
        command.env("RATE", &rate);
        assert_eq!(run_command(command, b"").code, Some(code), "{words:?} and {status}");
    }
}

#[test]
fn an_interrupted_proof_leaves_no_folder_no_file_and_no_child() {
    let files = Files::new();
    let (marks, temp) = (files.path("marks"), files.path("temp"));
    std::fs::create_dir(&marks).unwrap();
    std::fs::create_dir(&temp).unwrap();
    let script = format!("#!/bin/sh\n: > {}/$$\nexec sleep 300\n", marks.display());
    let program = files.write_program("slow", &script);
    for puzzles in [1, 40] {
        let input = files.write("puzzles", format!("{PUZZLE}\n").repeat(puzzles));
        let (dir, backend) = (files.arg("out/certificates"), format!("kissat={program}"));
        let mut command = satdoku(&["prove", &input, "--dir", &dir, "--backend", &backend, "--jobs", "2"]);
        let mut child = command.env("TMPDIR", &temp).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_until("the solver runs", || std::fs::read_dir(&marks).unwrap().count() >= puzzles.min(2));
        let watch = Instant::now();
        assert!(interrupt(&child, "INT"));
        assert_eq!(child.wait().unwrap().code(), Some(130), "{puzzles} puzzles");
        assert!(watch.elapsed() < Duration::from_secs(2), "{:?}", watch.elapsed());
        assert_eq!(leftovers(&temp), Vec::<String>::new());
        let left: Vec<_> = names(files.path("out")).into_iter().filter(|name| name != "certificates").collect();
        assert_eq!(left, Vec::<String>::new());
        if puzzles > 1 {
            assert_eq!(names(&dir), Vec::<String>::new());
        }
        std::fs::remove_dir_all(files.path("out")).unwrap();
        for mark in names(&marks) {
            std::fs::remove_file(marks.join(mark)).unwrap();
        }
    }
}
