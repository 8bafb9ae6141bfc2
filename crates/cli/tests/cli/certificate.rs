//! `satdoku prove` and `satdoku verify`.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::interrupt::{ended, interrupt, leftovers, wait_until};
use crate::{Files, NO_SOLUTION, PUZZLE, Run, SOLUTION, THREE_SOLUTIONS, batch, read, run, run_command, satdoku};

fn names(path: impl AsRef<Path>) -> Vec<String> {
    let entries = std::fs::read_dir(path).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The output without its times, which differ from run to run.
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
        (PUZZLE, "unique", &["formula.cnf", "manifest.json", "proof.lrat", "puzzle.txt", "solution.txt"][..]),
        (NO_SOLUTION, "unsatisfiable", &["formula.cnf", "manifest.json", "proof.lrat", "puzzle.txt"]),
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
        let refused = format!("error: {dir}: expected a folder that is empty, or none; --resume goes on with one\n");
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
    assert_eq!(other, done(2, "", "error: batsat writes no proof; cdcl, varisat, kissat and cadical do\n"));
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
    // An empty folder was once called a certificate without its files; `prove --discard` leaves it where nothing fails.
    let empty = run(&["verify", &files.arg("empty")], "");
    assert_eq!((empty.code, empty.stderr.contains("found an empty folder")), (Some(2), true), "{empty:?}");
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
    assert_eq!(told.code, Some(2), "{told:?}");
    assert_eq!(told.stderr, "<stdin>:1: kissat returned a wrong answer: proof.drat: rejected (rate): no conflict\n");
    assert_eq!(names(&dir), ["formula.cnf", "manifest.json", "proof.drat", "puzzle.txt", "solution.txt"]);
    assert_eq!(read(files.path("failures/proof.drat")), "0\n");
    // Without a checker nothing is known: that is no fault of the certificate.
    let mut command = satdoku(&["verify", &dir]);
    command.env("RATE", "/no/such/rate").env("PATH", "/no/such/folder");
    let missing = run_command(command, b"");
    assert_eq!(missing.code, Some(2), "{missing:?}");
    assert!(missing.stderr.contains("RATE can name it"), "{missing:?}");
    // Where no other is named, the checker of this program needs none.
    let mut command = satdoku(&["verify", &dir]);
    command.env_remove("RATE").env("PATH", "/no/such/folder");
    let refused = run_command(command, b"");
    assert_eq!(refused.code, Some(1), "{refused:?}");
    let why = "proof.drat: rejected (satdoku): step 1: a clause that does not follow\n";
    assert!(refused.stdout.starts_with(&format!("{dir}: {why}")), "{refused:?}");
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
    // Unit propagation alone does not refute the puzzle, so the program is asked.
    const HARD: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let files = Files::new();
    let (marks, temp) = (files.path("marks"), files.path("temp"));
    std::fs::create_dir(&marks).unwrap();
    std::fs::create_dir(&temp).unwrap();
    let script = format!("#!/bin/sh\n: > {}/$$\nexec sleep 300\n", marks.display());
    let program = files.write_program("slow", &script);
    for puzzles in [1, 40] {
        let input = files.write("puzzles", format!("{HARD}\n").repeat(puzzles));
        let (dir, backend) = (files.arg("out/certificates"), format!("kissat={program}"));
        let mut command = satdoku(&["prove", &input, "--dir", &dir, "--backend", &backend, "--jobs", "2"]);
        let mut child = command.env("TMPDIR", &temp).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_until("the solver runs", || std::fs::read_dir(&marks).unwrap().count() >= puzzles.min(2));
        let watch = Instant::now();
        assert!(interrupt(&child, "INT"));
        assert_eq!(ended(&mut child).code(), Some(130), "{puzzles} puzzles");
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

/// The thread that makes the certificate waits for the program's version, at which nothing looks for signals.
#[test]
fn an_interruption_while_a_program_is_asked_for_its_version_leaves_no_folder() {
    let files = Files::new();
    let mark = files.path("mark");
    let script = format!(
        "#!/bin/sh\nfor word; do case $word in --version) : > {}; exec sleep 300;; *.cnf) cnf=$word;; \
         *.drat) echo 0 > \"$word\";; esac; done\nexec '{}' sat \"$cnf\"\n",
        mark.display(),
        env!("CARGO_BIN_EXE_satdoku")
    );
    let backend = format!("kissat={}", files.write_program("kissat", &script));
    let dir = files.arg("out/certificate");
    let input = files.write("puzzle", PUZZLE);
    let mut command = satdoku(&["prove", &input, "--dir", &dir, "--claim", "unique", "--backend", &backend]);
    command.env("RATE", "/no/such/rate");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until("the version is asked for", || mark.exists());
    assert_eq!(names(files.path("out")).len(), 1);
    assert!(interrupt(&child, "INT"));
    assert_eq!(ended(&mut child).code(), Some(130));
    assert_eq!(names(files.path("out")), Vec::<String>::new());
}

#[test]
fn what_resume_finds_must_be_the_certificate_of_the_puzzle() {
    let files = Files::new();
    let dir = files.arg("certificate");
    std::fs::create_dir(&dir).unwrap();
    let letter = files.write("certificate/m", "dear");
    let refused = run(&["prove", "--dir", &dir, "--resume"], PUZZLE);
    assert!(refused.code == Some(2) && refused.stderr.contains("manifest.json: missing"), "{refused:?}");
    assert_eq!(read(&letter), "dear");
    std::fs::remove_file(&letter).unwrap();
    assert_eq!(run(&["prove", "--dir", &dir], PUZZLE).code, Some(0));
    let there = run(&["prove", "--dir", &dir, "--resume"], PUZZLE);
    assert!(there.code == Some(0) && there.stdout.contains("1 already there"), "{there:?}");
    let another = run(&["prove", "--dir", &dir, "--resume"], SOLUTION);
    assert!(another.code == Some(2) && another.stderr.contains("found one of another"), "{another:?}");
    let claim = run(&["prove", "--dir", &dir, "--resume", "--claim", "solved"], PUZZLE);
    assert!(
        claim.code == Some(2) && claim.stderr.contains("a certificate of solved to resume, found unique"),
        "{claim:?}"
    );
    std::fs::write(files.path("certificate/proof.lrat"), "short").unwrap();
    let damaged = run(&["prove", "--dir", &dir, "--resume"], PUZZLE);
    assert!(damaged.code == Some(2) && damaged.stderr.contains("proof.lrat: damaged"), "{damaged:?}");
}

/// A false claim is told alike whoever proves; a proof that nobody here can check is not written, and has not failed.
#[test]
fn what_cannot_be_checked_here_has_not_failed() {
    let files = Files::new();
    // It answers as kissat does; its proof is one that only a checker would refuse.
    let script = format!(
        "#!/bin/sh\nfor word; do case $word in *.cnf) cnf=$word;; *.drat) echo 0 > \"$word\";; esac; done\n\
         exec '{}' sat \"$cnf\"\n",
        env!("CARGO_BIN_EXE_satdoku")
    );
    let kissat = format!("kissat={}", files.write_program("kissat", &script));
    let dirs = ["unique", "good", "nodir"].map(|name| files.arg(name));
    let prove = |dir: &str, claim: &str, puzzle: &str| {
        let mut command = satdoku(&["prove", "--dir", dir, "--claim", claim, "--backend", &kissat]);
        // No checker, wherever the tests run.
        command.env("RATE", "/no/such/rate");
        run_command(command, puzzle.as_bytes())
    };
    for (puzzle, claim, why) in
        [(PUZZLE, "unsatisfiable", "it has a solution"), (NO_SOLUTION, "unique", "it has no solution")]
    {
        let told = prove(&files.arg("false"), claim, puzzle);
        assert_eq!(told.code, Some(1), "{told:?}");
        assert!(told.stderr.ends_with(&format!("<stdin>:1: not {claim}: {why}\n")), "{told:?}");
    }
    let proved = prove(&dirs[0], "unique", PUZZLE);
    assert_eq!(proved.code, Some(2), "{proved:?}");
    assert!(proved.stderr.contains("RATE can name it") && !files.path("unique").exists(), "{proved:?}");
    let command = satdoku(&["prove", "--dir", &dirs[0], "--backend", "cdcl", "--proof", "drat"]);
    assert_eq!(run_command(command, PUZZLE.as_bytes()).code, Some(0));
    assert_eq!(run(&["prove", "--dir", &dirs[1]], PUZZLE).code, Some(0));
    let mut command = satdoku(&["verify", &dirs[0], &dirs[2], &dirs[1]]);
    command.env("RATE", "/no/such/rate");
    let verified = without_times(run_command(command, b""));
    assert_eq!(verified.code, Some(2), "{verified:?}");
    assert_eq!(verified.stdout, "1 certificate verified: 1 unique; 2 not checked\n");
    assert!(verified.stderr.contains("nodir: cannot read: "), "{verified:?}");
    assert!(verified.stderr.contains("unique: not checked: "), "{verified:?}");
}

#[test]
fn what_a_killed_run_left_is_passed_over() {
    let files = Files::new();
    let dir = files.arg("all");
    assert_eq!(run(&["prove", "--dir", &files.arg("all/000001")], PUZZLE).code, Some(0));
    std::fs::create_dir(files.path("all/.000002.77-0.partial")).unwrap();
    files.write("all/.000002.77-0.partial/puzzle.txt", "half");
    let verified = without_times(run(&["verify", &dir], ""));
    assert_eq!(
        (verified.code, verified.stdout.as_str()),
        (Some(0), "1 certificate verified: 1 unique\n"),
        "{verified:?}"
    );
    assert!(verified.stderr.contains(".000002.77-0.partial: passed over: "), "{verified:?}");
    let resumed = run(&["prove", "--dir", &dir, "--resume"], format!("{PUZZLE}\n{PUZZLE}\n"));
    assert_eq!(resumed.code, Some(0), "{resumed:?}");
    assert_eq!(names(&dir), [".000002.77-0.partial", "000001", "000002"]);
}

/// Names that would have a terminal print `1 certificate verified`, hide the rest, or turn it round.
#[test]
fn names_in_certificates_command_no_terminal() {
    let files = Files::new();
    let dir = files.arg("certificate");
    assert_eq!(run(&["prove", "--dir", &dir], PUZZLE).code, Some(0));
    let lie = "1 certificate verified: 1 unique; 1 ms";
    for name in [format!("x\n{lie}"), format!("\u{1b}[2K\r{lie}\u{1b}[8m"), "\u{202e}\u{200b}\u{9b}2J".to_owned()] {
        std::fs::write(files.path("certificate").join(&name), "").unwrap();
        assert_plain(&run(&["verify", &dir], ""), 1);
        std::fs::remove_file(files.path("certificate").join(&name)).unwrap();
        // A folder of that name.
        let folder = files.path("folders").join(&name);
        std::fs::create_dir_all(&folder).unwrap();
        assert_plain(&run(&["verify", &files.arg("folders")], ""), 1);
        std::fs::remove_dir_all(files.path("folders")).unwrap();
        let missing = files.arg(&name);
        for command in ["solve", "verify", "decode", "encode", "convert"] {
            let args: &[&str] =
                if command == "decode" { &[command, "-", "--cnf", &missing] } else { &[command, &missing] };
            let args = if command == "convert" { [args, &["--to", "rows"]].concat() } else { args.to_vec() };
            assert_plain(&run(&args, ""), 2);
        }
    }
    let honest = read(files.path("certificate/manifest.json"));
    for name in [format!("\\u001b[2K\\r{lie}\\u001b[8m"), "x".repeat(8 << 10), "a\\u009b2J\\u202e".to_owned()] {
        let text = honest.replacen("puzzle.txt", &name, 1);
        let head = text.rfind("  \"sha256\": \"").unwrap();
        let digest = satdoku::certificate::Digest::of(&text.as_bytes()[..head]);
        std::fs::write(
            files.path("certificate/manifest.json"),
            format!("{}  \"sha256\": \"{digest}\"\n}}\n", &text[..head]),
        )
        .unwrap();
        let told = run(&["verify", &dir], "");
        assert_plain(&told, 1);
        assert!(told.stdout.len() < 1000, "{told:?}");
    }
    // What solvers say.
    for said in [&b"s \x1b[2J\x1b[31mHACKED\n"[..], b"s \xc2\x9b2J\rX\n", b"v \x1b[2J 0\n", b"s \xe2\x80\xae\n"] {
        assert_plain(&run(&["decode", "-", "--box", "3x3"], said), 2);
        let text = String::from_utf8_lossy(said).into_owned();
        let program =
            files.write_program("liar", &format!("#!/bin/sh\nprintf '%s' '{text}'\necho '{text}' >&2\nexit 10\n"));
        assert_plain(&run(&["solve", "-", "--solver", &format!("sat:external={program}")], PUZZLE), 2);
        let failing = files.write_program("failing", &format!("#!/bin/sh\necho '{text}' >&2\nexit 7\n"));
        assert_plain(&run(&["solve", "-", "--solver", &format!("sat:external={failing}")], PUZZLE), 2);
    }
}

/// What was printed has no character that a terminal takes for a command, and no line that it should not have.
fn assert_plain(told: &crate::Run, code: i32) {
    assert_eq!(told.code, Some(code), "{told:?}");
    for text in [&told.stdout, &told.stderr] {
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{told:?}");
        assert!(!text.contains(['\u{202e}', '\u{200b}']), "{told:?}");
        assert!(text.lines().all(|line| !line.starts_with("1 certificate verified: 1 unique; 1 ms")), "{told:?}");
    }
}
