//! What would take more memory than allowed is refused before it takes it: status 3, in a sentence with both amounts.

use std::process::Command;

use std::io::Write;
use std::process::Stdio;

use crate::{Files, rows, run};

/// Runs the program in so much address space, in KiB.
fn within(kib: u64, args: &[&str]) -> (Option<i32>, String) {
    let script = format!(r#"ulimit -v {kib}; exec "$0" "$@""#);
    let output = Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_satdoku")]).args(args).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

/// Thirty bytes of DIMACS once took 8 GB: one literal makes a solver's tables over all variables.
#[test]
fn a_literal_far_away_is_refused_by_every_solver_in_this_process() {
    let files = Files::new();
    let far = files.write("far.cnf", "p cnf 268435455 1\n268435455 0\n");
    let declared = files.write("declared.cnf", "p cnf 1000000 1\n1 0\n");
    for backend in ["cdcl", "varisat", "splr", "batsat", "cadical-linked"] {
        if run(&["sat", "-", "--backend", backend], "p cnf 1 0\n").code == Some(2) {
            println!("{backend} is not in this build");
            continue;
        }
        let (code, text) = within(600_000, &["sat", &far, "--backend", backend, "--memory", "500M"]);
        assert_eq!(code, Some(0), "{backend}: {text}");
        assert!(text.contains("s UNKNOWN") && text.contains("GiB for 268435455 variables"), "{backend}: {text}");
        assert!(text.contains("the limit is 500 MiB"), "{backend}: {text}");
        // What is only declared takes nothing.
        let (code, text) = within(4_000_000, &["sat", &declared, "--backend", backend, "--memory", "1M"]);
        assert_eq!(code, Some(10), "{backend}: {}", &text[..text.len().min(200)]);
    }
}

#[test]
fn a_refusal_for_memory_is_unknown_with_status_3_and_names_both_amounts() {
    let empty = rows(&".".repeat(625), ".");
    for command in [&["solve"][..], &["count"], &["check", "--unique"], &["explain"], &["candidates"]] {
        for solver in ["sat:cdcl", "sat:batsat", "sat:varisat", "dlx", "algorithm-x"] {
            let encoding: &[&str] = if solver.starts_with("sat:") { &["--encoding", "minimal"] } else { &[] };
            let args = [command, &["--solver", solver, "--memory", "1M"], encoding].concat();
            let answer = run(&args, &empty);
            assert_eq!(answer.code, Some(3), "{args:?}: {answer:?}");
            assert!(answer.stdout.contains("unknown"), "{args:?}: {answer:?}");
            assert!(
                answer.stderr.contains("needs about ") && answer.stderr.contains("; the limit is 1 MiB"),
                "{answer:?}"
            );
        }
    }
}

/// Renban lines, of which the search takes more choices than it may before a SAT solver is asked.
#[test]
fn where_a_solver_that_learns_finds_no_room_the_search_goes_on() {
    let lines = ".Renban~R2C1~R1C2.Renban~R3C2~R2C3~R1C4.Renban~R3C4~R2C5~R1C6.Renban~R3C6~R2C7~R1C8.Renban~R2C8~R3C9\
        .Renban~R3C7~R4C8~R5C9.Renban~R3C5~R4C6~R5C7.Renban~R3C3~R4C4~R5C5.Renban~R3C1~R4C2~R5C3\
        .Renban~R6C1~R5C2.Renban~R7C1~R8C2~R9C3.Renban~R7C2~R6C3~R5C4.Renban~R7C3~R8C4~R9C5\
        .Renban~R7C5~R8C6~R9C7.Renban~R7C7~R8C8~R9C9.Renban~R6C8~R7C9.Renban~R7C6~R6C7~R5C8\
        .Renban~R5C6~R6C5~R7C4.Thermo~R9C1~R8C1.AntiKing.";
    let learner = run(&["solve", "--format", "iss", "--memory", "300K", "--solver", "cdcl"], lines);
    assert!(learner.code == Some(3) && learner.stderr.contains("cdcl needs about"), "{learner:?}");
    let auto = run(&["solve", "--format", "iss", "--memory", "300K", "--output", "line"], lines);
    assert_eq!((auto.code, auto.stdout.get(..9)), (Some(0), Some("827519346")), "{auto:?}");
}

/// A board of 4096 × 4096 cells has 69 billion candidates: deduction and links would end in an abort.
#[test]
fn a_board_too_large_for_deduction_is_refused() {
    let files = Files::new();
    let row = vec!["."; 4096].join(" ") + "\n";
    let board = files.write("board", row.repeat(4096));
    for solver in ["auto", "dlx", "sat:varisat"] {
        let (code, text) = within(6_000_000, &["count", "--solver", solver, &board]);
        assert_eq!(code, Some(3), "{solver}: {text}");
        assert!(text.contains("4096x4096 cells needs about 32 GiB; the limit is 8 GiB"), "{solver}: {text}");
    }
}

/// Lines of four characters were tried as rows of a cell in each of thousands of columns: 30 kB took a gigabyte.
#[test]
fn many_short_lines_are_no_square_of_blanks() {
    let files = Files::new();
    let lines = files.write("lines", "124\n1245\n".repeat(2000));
    let (code, text) = within(300_000, &["convert", "--to", "line", &lines]);
    assert!(code == Some(2) && text.contains("4000 lines that no form of a grid fits"), "{code:?}: {text}");
}

/// Runs `cover` in little address space on as many bytes of repeated lines as are asked for.
fn cover_on(line: &str, megabytes: usize, kib: u64, args: &str) -> (Option<i32>, String) {
    let script = format!(r#"ulimit -v {kib}; exec "$0" cover - {args}"#);
    let mut child = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_satdoku")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let piece = line.repeat((1 << 20) / line.len());
    let output = std::thread::scope(|scope| {
        // A program that refuses its input does not read to the end.
        scope.spawn(move || (0..megabytes).try_for_each(|_| pipe.write_all(piece.as_bytes())));
        child.wait_with_output().unwrap()
    });
    (output.status.code(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

#[test]
fn comments_and_blank_lines_of_a_cover_problem_take_no_memory() {
    for line in ["# a comment\n", "\n", "   \n"] {
        let (code, text) = cover_on(line, 200, 150_000, "");
        assert!(code == Some(2) && text.contains("found nothing"), "{line:?}: {text}");
    }
}

#[test]
fn a_cover_problem_that_does_not_fit_is_refused_before_it_aborts() {
    // Lines that begin with `c` are options where nothing shows that they are comments.
    let (code, text) = cover_on("c comment line\n", 60, 300_000, "");
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("unknown") && text.contains("needs "), "{text}");
    let (code, text) = cover_on("c comment line\n", 2, 4_000_000, "--memory 1M");
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("more than 1 MiB"), "{text}");
}
