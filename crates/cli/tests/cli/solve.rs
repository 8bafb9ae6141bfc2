//! `solve`.

use serde_json::Value;

use crate::{Files, NO_SOLUTION, PUZZLE, Run, SOLUTION, THREE_SOLUTIONS, batch, rows, run};

const BOXED: &str = "\
+-----+-----+
| 1 . | . . |
| . . | 3 . |
+-----+-----+
| . 4 | . . |
| . . | . 2 |
+-----+-----+
";

fn ok(stdout: impl Into<String>) -> Run {
    Run { code: Some(0), stdout: stdout.into(), stderr: String::new() }
}

#[test]
fn every_format_is_read_from_files_and_from_standard_input() {
    let files = Files::new();
    let header = format!("c a comment\n3 3\n{}", rows(PUZZLE, "0"));
    let cases = [
        ("line", format!("# a comment\n\n{PUZZLE}\n")),
        ("line", PUZZLE.replace('.', "0")),
        ("line", format!("\u{feff}{}\r\n", PUZZLE.replace('.', "*"))),
        ("rows", rows(PUZZLE, ".")),
        ("rows", rows(PUZZLE, "0").replace('\n', "\r\n")),
        ("header", header),
    ];
    for (format, text) in cases {
        let file = files.write("puzzle", &text);
        for args in [vec!["solve", &file], vec!["solve", "--format", format, &file]] {
            assert_eq!(run(&args, ""), ok(format!("{SOLUTION}\n")), "{args:?} {text}");
        }
        for args in [vec!["solve"], vec!["solve", "-"]] {
            assert_eq!(run(&args, &text), ok(format!("{SOLUTION}\n")), "{args:?} {text}");
        }
    }
    assert_eq!(run(&["solve"], BOXED), ok("1324423124133142\n"));
}

#[test]
fn the_board_is_what_box_says() {
    let empty = ".".repeat(36);
    for shape in ["2x3", "3x2", "1x6", "2x3+diagonals"] {
        let solved = run(&["solve", "--box", shape], &empty);
        assert_eq!(solved.code, Some(0), "{shape}: {solved:?}");
        assert_eq!(run(&["check", "--box", shape], &solved.stdout), ok("solved\n"), "{shape}");
    }
    let refused = run(&["solve", "--box", "2x3"], PUZZLE);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), "invalid\n"));
    assert!(refused.stderr.starts_with("<stdin>:1:1: expected a grid of side 6, found side 9"), "{refused:?}");
}

#[test]
fn several_files_are_answered_in_their_order() {
    let files = Files::new();
    let a = files.write("a", format!("{THREE_SOLUTIONS}\n{PUZZLE}"));
    let b = files.write("b", rows(PUZZLE, "0"));
    let answer = run(&["solve", "--solver", "sat:splr", &a, "-", &b], NO_SOLUTION);
    let lines: Vec<_> = answer.stdout.lines().collect();
    assert_eq!(lines.len(), 4, "{answer:?}");
    assert_eq!((lines[0].len(), &lines[1..]), (16, [SOLUTION, "unsatisfiable", SOLUTION].as_slice()));
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(1), ""));
}

#[test]
fn many_jobs_print_what_one_job_prints() {
    let files = Files::new();
    let file = files.write("puzzles", batch(400));
    let one = run(&["solve", "--jobs", "1", &file], "");
    let two = run(&["solve", "--jobs", "2", &file], "");
    assert_eq!(one.code, Some(2));
    assert_eq!(one.stdout.lines().count(), 400);
    for (k, line) in one.stdout.lines().enumerate() {
        match k % 17 {
            5 => assert_eq!(line, "invalid", "{k}"),
            11 => assert_eq!(line, "unsatisfiable", "{k}"),
            _ => assert_eq!(line.len(), 81, "{k}"),
        }
    }
    assert!(
        one.stderr.starts_with(&format!("{file}:6:3: expected one sign for an empty cell, found \"x\"")),
        "{}",
        one.stderr
    );
    assert_eq!(one.stderr, two.stderr);
    // A puzzle with several solutions may get another one from a solver with another past.
    for (k, (one, two)) in one.stdout.lines().zip(two.stdout.lines()).enumerate() {
        assert_eq!(one.len(), two.len(), "{k}");
    }
    let checked = |answers: &str| run(&["check", "--puzzle", &file, "-"], answers).stdout;
    let solved = |words: &str| words.lines().filter(|&word| word == "solved").count();
    assert_eq!(solved(&checked(&one.stdout)), solved(&checked(&two.stdout)));
    assert_eq!(solved(&checked(&one.stdout)), one.stdout.lines().filter(|line| line.len() == 81).count());
}

#[test]
fn a_batch_of_proper_puzzles_is_solved_alike_by_any_number_of_jobs() {
    let text: String = (0..300).map(|k| relabelled(PUZZLE, k) + "\n").collect();
    let expected: String = (0..300).map(|k| relabelled(SOLUTION, k) + "\n").collect();
    for jobs in ["1", "2", "7", "1000000", "18446744073709551615"] {
        assert_eq!(run(&["solve", "--jobs", jobs], &text), ok(expected.clone()), "{jobs}");
    }
}

fn relabelled(line: &str, k: u32) -> String {
    let relabel = |c: char| c.to_digit(10).map_or(c, |digit| char::from_digit((digit + k) % 9 + 1, 10).unwrap());
    line.chars().map(relabel).collect()
}

#[test]
fn the_worst_answer_is_the_exit_status() {
    let invalid = "x".repeat(81);
    let cases: [(&[&str], &str, i32); 8] = [
        (&[PUZZLE], SOLUTION, 0),
        (&[PUZZLE, NO_SOLUTION], "unsatisfiable", 1),
        (&[NO_SOLUTION, PUZZLE], SOLUTION, 1),
        (&[PUZZLE, &invalid], "invalid", 2),
        (&[NO_SOLUTION, &invalid, PUZZLE], SOLUTION, 2),
        (&[&invalid, NO_SOLUTION], "unsatisfiable", 2),
        (&["1111............", "1111............"], "unsatisfiable", 1),
        (&[&invalid], "invalid", 2),
    ];
    for (puzzles, last, code) in cases {
        let answer = run(&["solve"], puzzles.join("\n"));
        assert_eq!((answer.code, answer.stdout.lines().last()), (Some(code), Some(last)), "{puzzles:?}");
    }
    // No time at all: whatever needs a solver is unknown, contradictory clues are not.
    let cases: [(&[&str], &str, i32); 4] = [
        (&[PUZZLE], "unknown\n", 3),
        (&["11..............", PUZZLE], "unsatisfiable\nunknown\n", 3),
        (&[&invalid, PUZZLE], "invalid\nunknown\n", 2),
        (&[PUZZLE, "11..............", &invalid], "unknown\nunsatisfiable\ninvalid\n", 2),
    ];
    for (puzzles, stdout, code) in cases {
        let answer = run(&["solve", "--time-limit", "0"], puzzles.join("\n"));
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(code), stdout), "{puzzles:?}");
        assert!(answer.stderr.contains(": time limit reached"), "{}", answer.stderr);
    }
}

#[test]
fn a_hard_puzzle_is_given_up_in_time_and_the_next_one_is_answered() {
    let text = format!("{}{}", rows(&".".repeat(49 * 49), "."), "");
    let watch = std::time::Instant::now();
    let args = ["solve", "--solver", "sat:varisat", "--encoding", "minimal", "--time-limit", "300ms"];
    let answer = run(&args, format!("{text}\n{text}"));
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(3), "unknown\nunknown\n"), "{}", answer.stderr);
    assert!(watch.elapsed().as_secs() < 4, "{:?}", watch.elapsed());
}

#[test]
fn errors_tell_file_line_column_and_both_sides_of_the_story() {
    let files = Files::new();
    let cases = [
        (
            "a",
            "12..............\n12..x...........\n",
            "2:5: expected one sign for an empty cell, found \"x\" beside \".\" at 2:3; --format chars",
        ),
        ("b", "1 0 0 0\n0 0 5 0\n0 0 0 0\n0 0 0 0\n", "2:5: expected a number from 0 to 4, found \"5\""),
        ("c", "1 0 0 0\n0 0 0\n0 0 0 0\n0 0 0 0\n", "2:6: expected 4 cells, found 3"),
        ("d", "2 2\n1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0\n", "5:6: expected 16 cells, found 15"),
        ("e", "é2..............\n", "1:1: expected a digit"),
        ("f", &PUZZLE[1..], "1:81: 80 cells; a 9×9 needs 81: one is missing"),
    ];
    for (name, text, message) in cases {
        let file = files.write(name, text);
        let answer = run(&["solve", &file], "");
        assert_eq!(answer.code, Some(2), "{name}");
        assert!(answer.stderr.starts_with(&format!("{file}:{message}")), "{name}: {}", answer.stderr);
        assert!(answer.stdout.ends_with("invalid\n"), "{name}: {}", answer.stdout);
    }
}

#[test]
fn every_form_of_output_carries_the_solution() {
    assert_eq!(run(&["solve", "--output", "line"], PUZZLE), ok(format!("{SOLUTION}\n")));
    assert_eq!(run(&["solve", "--output", "rows"], PUZZLE), ok(rows(SOLUTION, "0")));
    let drawn = run(&["solve", "--output", "grid"], PUZZLE);
    assert!(drawn.stdout.starts_with("+-------+-------+-------+\n| 5 3 4 | 6 7 8 | 9 1 2 |\n"), "{}", drawn.stdout);
    assert_eq!(run(&["check"], &drawn.stdout), ok("solved\n"));
    let two = run(&["solve", "--output", "rows"], format!("{PUZZLE}\n{NO_SOLUTION}\n{PUZZLE}\n"));
    let solution = rows(SOLUTION, "0");
    assert_eq!(two.stdout, format!("{solution}\nunsatisfiable\n\n{solution}"));
}

#[test]
fn json_is_one_object_a_line_with_every_verdict() {
    let text = format!("{PUZZLE}\n{NO_SOLUTION}\nx{}\n", &PUZZLE[1..]);
    let answer = run(&["solve", "--solver", "sat:varisat", "--output", "json", "--stats"], text);
    let objects: Vec<Value> = answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 3);
    assert_eq!((&objects[0]["verdict"], &objects[0]["solution"]), (&"satisfiable".into(), &SOLUTION.into()));
    assert!(objects[0]["stats"]["clauses"].as_u64().unwrap() > 1000, "{answer:?}");
    assert_eq!(objects[1]["verdict"], "unsatisfiable");
    assert_eq!((&objects[2]["verdict"], &objects[2]["error"]["column"]), (&"invalid".into(), &1.into()));
    assert_eq!(objects.iter().map(|object| object["number"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);

    let unknown = run(&["solve", "--output", "json", "--time-limit", "0", "--all"], PUZZLE);
    let object: Value = serde_json::from_str(&unknown.stdout).unwrap();
    assert_eq!((&object["verdict"], &object["solutions"]), (&"unknown".into(), &Value::Array(Vec::new())));
    assert_eq!(object["reason"], "time limit reached");

    let large = run(&["solve", "--output", "json"], rows(&".".repeat(36 * 36), "."));
    let object: Value = serde_json::from_str(&large.stdout).unwrap();
    assert_eq!(object["solution"].as_array().unwrap().len(), 36);
}

#[test]
fn sides_above_35_are_printed_as_numbers() {
    for (form, lines) in [("line", 1), ("rows", 36)] {
        let answer = run(&["solve", "--output", form], rows(&".".repeat(36 * 36), "."));
        assert_eq!(answer.stdout.lines().count(), lines);
        assert_eq!(run(&["check"], &answer.stdout), ok("solved\n"));
    }
}

#[test]
fn all_solutions_are_listed_once_and_the_limit_cuts_the_list() {
    let all = run(&["solve", "--all"], format!("{THREE_SOLUTIONS}\n{PUZZLE}\n{NO_SOLUTION}\n"));
    let blocks: Vec<_> = all.stdout.split("\n\n").collect();
    assert_eq!(blocks.len(), 3, "{}", all.stdout);
    let mut solutions: Vec<_> = blocks[0].lines().collect();
    solutions.sort_unstable();
    solutions.dedup();
    assert_eq!(solutions.len(), 3, "{}", all.stdout);
    assert_eq!(&blocks[1..], [SOLUTION, "unsatisfiable\n"]);
    assert_eq!(all.code, Some(1));
    let empty = run(&["solve", "--all"], ".".repeat(16));
    assert_eq!((empty.code, empty.stdout.lines().count()), (Some(0), 288));
    let cut = run(&["solve", "--all", "--limit", "10"], ".".repeat(16));
    assert_eq!((cut.code, cut.stdout.lines().count()), (Some(0), 10));
}

#[test]
fn every_encoding_and_backend_finds_the_solution() {
    for encoding in ["minimal", "extended", "modeller", "reduced"] {
        for solver in ["portfolio", "sat:varisat", "sat:splr"] {
            let args = ["solve", "--encoding", encoding, "--solver", solver, "--seed", "7"];
            assert_eq!(run(&args, PUZZLE), ok(format!("{SOLUTION}\n")), "{encoding} {solver}");
        }
    }
}

#[test]
fn a_failing_solver_is_named_and_the_status_is_2() {
    let answer = run(&["solve", "--solver", "sat:external=/no/such/program"], format!("{PUZZLE}\n{PUZZLE}"));
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""));
    assert!(answer.stderr.starts_with("error: cannot find the program /no/such/program: "), "{}", answer.stderr);
}

#[test]
fn stats_go_to_standard_error() {
    let answer = run(&["solve", "--stats"], format!("{PUZZLE}\n{PUZZLE}"));
    assert_eq!(answer.stdout, format!("{SOLUTION}\n{SOLUTION}\n"));
    assert!(answer.stderr.starts_with("2 puzzles: reduce "), "{}", answer.stderr);
}

#[test]
fn bad_usage_is_status_2_with_a_word_of_help() {
    let cases: [&[&str]; 12] = [
        &[],
        &["solve", "--solver", "sat:nothing"],
        &["solve", "--solver", "brute"],
        &["solve", "--time-limit", "soon"],
        &["solve", "--jobs", "0"],
        &["solve", "--limit", "3"],
        &["solve", "--box", "0x3"],
        &["solve", "--box", "99999999999x2"],
        &["solve", "--format", "pdf"],
        &["encode", "--order", "3", "--box", "3x3"],
        &["decode", "output"],
        &["sat"],
    ];
    for args in cases {
        let answer = run(args, "");
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{args:?}: {answer:?}");
        assert!(!answer.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn the_help_and_the_version_are_printed_on_standard_output() {
    for command in ["solve", "count", "check", "cover", "encode", "decode", "sat", "backends"] {
        let help = run(&[command, "--help"], "");
        assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""), "{command}");
        assert!(help.stdout.contains(&format!("Usage: satdoku {command}")), "{command}: {}", help.stdout);
    }
    assert_eq!(run(&["--version"], "").stdout, format!("satdoku {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn backends_lists_what_there_is() {
    let answer = run(&["backends"], "");
    assert_eq!(answer.code, Some(0));
    for name in ["varisat", "splr", "kissat"] {
        assert!(answer.stdout.lines().any(|line| line.starts_with(name)), "{name}: {}", answer.stdout);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_small_puzzle_takes_no_thread_and_its_memory() {
    let files = crate::Files::new();
    let file = files.write("puzzle", format!("{PUZZLE}\n"));
    for args in [&["solve", "--solver", "backtracking"][..], &["solve"], &["encode", "--encoding", "modeller"]] {
        let answer = run(&[args, &["--stats", &file]].concat(), "");
        assert!(answer.stderr.contains("memory grew by "), "{answer:?}");
        // The address space is not told where it did not grow.
        let rest = answer.stderr.split_once("address space by ").map_or("0 KiB", |(_, rest)| rest);
        let grown: u64 = rest.split_whitespace().next().unwrap().parse().unwrap();
        assert!(grown < 2048, "{args:?}: {}", answer.stderr);
    }
}

#[test]
fn a_limit_lists_and_uniqueness_is_asked_for() {
    let listed = run(&["solve", "--limit", "2"], THREE_SOLUTIONS);
    assert_eq!(
        (listed.code, listed.stdout),
        (Some(0), run(&["solve", "--all", "--limit", "2"], THREE_SOLUTIONS).stdout)
    );
    let none = run(&["solve", "--all", "--limit", "0"], THREE_SOLUTIONS);
    assert_eq!((none.code, none.stdout.as_str()), (Some(2), ""), "{}", none.stderr);
    for solver in ["auto", "dlx", "sat:varisat"] {
        let text = format!("{THREE_SOLUTIONS}\n{NO_SOLUTION}\n{PUZZLE}\n");
        let found = run(&["solve", "--unique", "--solver", solver], text);
        let expected = format!("several\nunsatisfiable\n{SOLUTION}\n");
        assert_eq!((found.code, found.stdout), (Some(1), expected), "{solver}: {}", found.stderr);
    }
}
