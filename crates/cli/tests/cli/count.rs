//! `count`.

use serde_json::Value;

use crate::{Files, NO_SOLUTION, PUZZLE, SOLUTION, THREE_SOLUTIONS, batch, rows, run};

#[test]
fn each_puzzle_has_its_number_on_its_line() {
    let text = format!("{PUZZLE}\n{THREE_SOLUTIONS}\n{NO_SOLUTION}\n11..............\n{SOLUTION}\n");
    let answer = run(&["count"], &text);
    // No solution is an answer, so the status is 0.
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), "1\n3\n0\n0\n1\n", ""));
    for solver in
        ["auto", "dlx", "dlx-leftmost", "algorithm-x", "mrv", "backtracking", "sat:cdcl", "sat:varisat", "sat:splr"]
    {
        for reduce in ["none", "singles"] {
            let answer = run(&["count", "--solver", solver, "--reduce", reduce], &text);
            assert_eq!((answer.code, answer.stdout.as_str()), (Some(0), "1\n3\n0\n0\n1\n"), "{solver} {reduce}");
        }
    }
    assert_eq!(run(&["count"], rows(PUZZLE, "0")).stdout, "1\n");
    assert_eq!(run(&["count", "--box", "2x2+diagonals"], ".".repeat(16)).stdout, "48\n");
}

#[test]
fn a_limit_cuts_the_count_and_is_no_failure() {
    let text = format!("{}\n{THREE_SOLUTIONS}\n{NO_SOLUTION}\n{}\n", ".".repeat(16), ".".repeat(81));
    for (limit, expected) in [("0", ">=0\n>=0\n>=0\n>=0\n"), ("3", ">=3\n>=3\n0\n>=3\n"), ("4", ">=4\n3\n0\n>=4\n")] {
        let answer = run(&["count", "--limit", limit], &text);
        assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), expected, ""), "{limit}");
    }
    let large = u64::MAX.to_string();
    assert_eq!(run(&["count", "--limit", &large], ".".repeat(16)).stdout, "288\n");
    assert_eq!(run(&["count", "--limit", "-1"], ".".repeat(16)).code, Some(2));
}

#[test]
fn a_budget_cuts_the_count_and_the_status_says_so() {
    // The kernel lists; `auto` would go over to the sum.
    let arguments = ["count", "--solver", "nine", "--time-limit", "100ms"];
    let answer = run(&arguments, format!("{}\n{PUZZLE}\n", ".".repeat(81)));
    let (cut, whole) = answer.stdout.split_once('\n').unwrap();
    let found: u128 = cut.strip_prefix(">=").unwrap().parse().unwrap();
    assert!(found > 0, "{answer:?}");
    assert_eq!((whole, answer.code), ("1\n", Some(3)));
    assert_eq!(answer.stderr, "<stdin>:1: time limit reached\n");
}

#[test]
fn what_cannot_be_listed_is_counted() {
    let empty = ".".repeat(81);
    let all = "6670903752021072936960";
    // Alone, and in a batch beside others.
    assert_eq!(run(&["count"], &empty).stdout, format!("{all}\n"));
    let text = format!("{empty}\n{PUZZLE}\n{empty}\n");
    for jobs in ["1", "2"] {
        assert_eq!(run(&["count", "--jobs", jobs], &text).stdout, format!("{all}\n1\n{all}\n"), "{jobs}");
    }
    assert_eq!(run(&["count", "--limit", "1000000000000"], &text).stdout, ">=1000000000000\n1\n>=1000000000000\n");
    let json = run(&["count", "--solver", "columns", "--output", "json"], &empty);
    assert!(json.stdout.contains(&format!("\"count\":\"{all}\"")), "{json:?}");
    let refused = run(&["solve", "--solver", "columns"], PUZZLE);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("columns cannot find or list solutions: it only counts"), "{refused:?}");
    let refused = run(&["count", "--solver", "columns"], THREE_SOLUTIONS);
    assert!(refused.stderr.contains("columns solves only the board 3x3, found 2x2"), "{refused:?}");
}

#[test]
fn an_estimate_says_what_it_is() {
    let empty = ".".repeat(81);
    let arguments = ["count", "--estimate", "--dives", "600", "--seed", "7"];
    let answer = run(&arguments, &empty);
    let line = answer.stdout.trim_end();
    assert!(line.starts_with('~') && line.ends_with(", 95 %, 600 dives)"), "{answer:?}");
    assert_eq!((answer.code, run(&arguments, &empty).stdout), (Some(0), answer.stdout.clone()));
    let json = run(&[&arguments[..], &["--output", "json"]].concat(), &empty);
    let object: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((&object["dives"], &object["seed"], object.get("count")), (&600.into(), &7.into(), None));
    let [low, number, high] =
        ["low", "estimate", "high"].map(|key| object[key].as_str().unwrap().parse::<f64>().unwrap());
    assert!(low < number && number < high && (4e21..1.2e22).contains(&number), "{object}");
    assert!(line.starts_with(&format!("~{} (", object["estimate"].as_str().unwrap())), "{line}");
    // The proven lower bound and the estimate stand beside each other.
    let limited = ["count", "--box", "3x3+diagonals", "--time-limit", "50ms", "--estimate", "--dives", "20"];
    let both = run(&limited, &empty);
    let (count, estimate) = both.stdout.split_once(' ').unwrap();
    assert!(count.starts_with(">=") && estimate.starts_with('~') && both.code == Some(3), "{both:?}");
    // Without the time for a single dive nothing is known.
    let nothing = run(&["count", "--estimate=0s"], &empty);
    assert_eq!((nothing.code, nothing.stdout.as_str()), (Some(3), "unknown\n"), "{nothing:?}");
    // A count that is known needs no guess.
    let known = run(&["count", "--time-limit", "1m", "--estimate", "--dives", "20"], PUZZLE);
    assert_eq!(known.stdout, "1\n");
    for refused in [["--output", "csv"], ["--limit", "3"]] {
        assert_eq!(run(&[&["count", "--estimate"], &refused[..]].concat(), &empty).code, Some(2), "{refused:?}");
    }
    assert_eq!(run(&["count", "--dives", "3"], &empty).code, Some(2));
}

#[test]
fn json_counts_are_strings() {
    let text = format!("{PUZZLE}\n{}\nx{}\n", ".".repeat(16), &PUZZLE[1..]);
    let answer = run(&["count", "--limit", "2", "--output", "json"], text);
    let objects: Vec<Value> = answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects[0], serde_json::json!({ "number": 1, "board": "3x3", "puzzle": PUZZLE, "count": "1" }));
    assert_eq!(
        objects[1],
        serde_json::json!({ "number": 2, "board": "2x2", "puzzle": ".".repeat(16), "count": ">=2" })
    );
    assert_eq!(objects[2]["verdict"], "invalid");
    assert_eq!(answer.code, Some(2));
}

#[test]
fn a_batch_is_counted_alike_by_any_number_of_jobs_and_solvers() {
    let files = Files::new();
    let puzzles = files.write("puzzles", batch(120));
    let one = run(&["count", "--limit", "20", "--jobs", "1", "--solver", "dlx", &puzzles], "");
    assert_eq!((one.code, one.stdout.lines().count()), (Some(2), 120));
    for args in [["--jobs", "2", "--solver", "mrv"], ["--jobs", "2", "--solver", "sat:varisat"]] {
        let other = run(&[&["count", "--limit", "20", &puzzles][..], &args].concat(), "");
        assert_eq!(one.stdout, other.stdout, "{args:?}");
    }
}

#[test]
fn counts_agree_with_the_list_and_with_the_check() {
    for puzzle in [THREE_SOLUTIONS, NO_SOLUTION, "1..4.......1....", PUZZLE] {
        let count: usize = run(&["count"], puzzle).stdout.trim().parse().unwrap();
        let listed = run(&["solve", "--all"], puzzle).stdout;
        assert_eq!(listed.lines().filter(|&line| line != "unsatisfiable").count(), count, "{puzzle}");
        let word = ["none", "unique"].get(count).unwrap_or(&"several");
        for solver in ["auto", "dlx", "mrv", "sat:varisat"] {
            let checked = run(&["check", "--unique", "--solver", solver], puzzle);
            assert_eq!(checked.stdout, format!("valid {word}\n"), "{solver}: {puzzle}");
            assert_eq!(checked.code, Some(i32::from(count != 1)), "{solver}: {puzzle}");
        }
    }
}
