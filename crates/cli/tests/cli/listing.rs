//! `solve --all`: endless lists, what deduction leaves of them, and the seeds' puzzles by direct search.

use std::io::{BufReader, Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::{NO_SOLUTION, PUZZLE, SOLUTION, THREE_SOLUTIONS, run, satdoku};

/// The printed puzzle of the homework on a backtracker and a logic modeller: 30 clues.
const HOMEWORK: &str = "\
0 6 0  1 0 4  0 5 0
0 0 8  3 0 5  6 0 0
2 0 0  0 0 0  0 0 1

8 0 0  4 0 7  0 0 6
0 0 6  0 0 0  3 0 0
7 0 0  9 0 1  0 0 4

5 0 0  0 0 0  0 0 2
0 0 7  2 0 6  9 0 0
0 4 0  5 0 8  0 7 0
";
const HOMEWORK_SOLUTION: &str = "963174258178325649254689731821437596496852317735961824589713462317246985642598173";

/// A kilobyte line of `/proc` that gives the most memory that a process ever held.
pub(crate) fn most_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The empty board of 2×3 boxes has 28,200,960 solutions: a list that is cut by its reader must have gone out as it
/// was found, must hold nothing back in memory, and must end without a word.
#[test]
fn an_endless_list_streams_in_little_memory_and_ends_with_its_reader() {
    for args in [&["--solver", "dlx"][..], &["--solver", "mrv"], &["--output", "json"], &["--output", "grid"]] {
        let mut command = satdoku(&[&["solve", "--all", "--box", "2x3"][..], args].concat());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(".".repeat(36).as_bytes()).unwrap();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        let mut text = vec![0; 4 << 20];
        let since = Instant::now();
        reader.read_exact(&mut text).unwrap();
        let memory = most_memory(child.id());
        drop(reader);
        child.wait().unwrap();
        assert!(since.elapsed() < Duration::from_secs(10), "{args:?} took {:?}", since.elapsed());
        assert!(memory.is_none_or(|kilobytes| kilobytes < 64 << 10), "{args:?}: {memory:?}");
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!(stderr, "", "{args:?}");
    }
}

#[test]
fn the_first_solutions_of_an_endless_list_are_solutions() {
    let cut = run(&["solve", "--all", "--limit", "500", "--box", "2x3"], ".".repeat(36));
    let mut lines: Vec<_> = cut.stdout.lines().collect();
    let checked = run(&["check", "--box", "2x3"], &cut.stdout);
    assert_eq!(checked.stdout, "solved\n".repeat(500));
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 500);
}

#[test]
fn deduction_before_the_search_changes_no_list() {
    let text = format!("{THREE_SOLUTIONS}\n{PUZZLE}\n{NO_SOLUTION}\n11..............\n");
    let sorted = |args: &[&str]| {
        let answer = run(&[&["solve", "--all"], args].concat(), &text);
        assert_eq!((answer.code, answer.stderr.as_str()), (Some(1), ""), "{args:?}");
        let mut lines: Vec<_> = answer.stdout.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let expected = sorted(&["--solver", "backtracking"]);
    let direct = ["auto", "dlx", "dlx-leftmost", "algorithm-x", "mrv", "backtracking"];
    for solver in direct.into_iter().chain(["sat:cdcl", "sat:varisat", "sat:batsat", "sat:splr"]) {
        for reduce in ["none", "singles", "all"] {
            assert_eq!(sorted(&["--solver", solver, "--reduce", reduce]), expected, "{solver} {reduce}");
        }
    }
    let refused = run(&["solve", "--reduce", "pairs"], PUZZLE);
    assert!(
        refused.code == Some(2) && refused.stderr.contains("expected none, all, or some of singles, locked"),
        "{refused:?}"
    );
}

#[test]
fn deduction_alone_solves_an_easy_puzzle_and_is_told_in_the_statistics() {
    let answer = run(&["solve", "--reduce", "singles", "--output", "json", "--stats"], PUZZLE);
    let object: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(object["solution"], SOLUTION);
    assert!(object["stats"].is_object(), "{object}");
}

#[test]
fn the_homeworks_puzzle_is_solved_by_backtracking() {
    for solver in ["backtracking", "mrv", "dlx", "dlx-leftmost", "algorithm-x"] {
        let answer = run(&["solve", "--solver", solver], HOMEWORK);
        assert_eq!((answer.code, answer.stdout), (Some(0), format!("{HOMEWORK_SOLUTION}\n")), "{solver}");
    }
}

#[test]
fn backtracking_lists_in_lexicographic_order() {
    let listed = run(&["solve", "--all", "--solver", "backtracking"], ".".repeat(16)).stdout;
    let lines: Vec<_> = listed.lines().collect();
    assert!(lines.len() == 288 && lines.is_sorted());
    assert_eq!((lines[0], lines[287]), ("1234341221434321", "4321214334121234"));
}
