//! `explain` and `candidates`.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{Files, NO_SOLUTION, PUZZLE, SOLUTION, THREE_SOLUTIONS, batch, run};

fn objects(stdout: &str) -> Vec<Value> {
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_conflict_is_drawn_with_its_clues_in_brackets_and_the_way_to_it() {
    let answer = run(&["explain"], NO_SOLUTION);
    let expected = "\
No solution: 3 clues contradict one another; without any one of them, the others do not.

+----------+----------+
| [1]  [2] |  3    .  |
|  .    .  |  .   [4] |
+----------+----------+
|  .    .  |  .    .  |
|  .    .  |  .    .  |
+----------+----------+

With these clues, no place is left for 4 in row 1.
";
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), expected, ""));
}

#[test]
fn clues_that_clash_are_told_unit_by_unit() {
    let answer = run(&["explain"], "11..............");
    assert_eq!(answer.code, Some(0));
    assert!(answer.stdout.starts_with("No solution: clues repeat a digit in a unit.\n"), "{}", answer.stdout);
    assert!(answer.stdout.ends_with("\n  1 twice in row 1: r1c1 r1c2\n  1 twice in box 1: r1c1 r1c2\n"));
}

#[test]
fn several_solutions_are_drawn_as_one_grid() {
    let answer = run(&["explain"], THREE_SOLUTIONS);
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""));
    assert!(answer.stdout.starts_with("More than one solution. Two of them differ in "), "{}", answer.stdout);
    let solutions = run(&["solve", "--all"], THREE_SOLUTIONS).stdout;
    let object = &objects(&run(&["explain", "--output", "json"], THREE_SOLUTIONS).stdout)[0];
    assert_eq!(object["verdict"], "ambiguous");
    for solution in object["solutions"].as_array().unwrap() {
        assert!(solutions.contains(solution.as_str().unwrap()));
    }
    for cell in object["differing"].as_array().unwrap() {
        assert!(cell.as_str().unwrap().starts_with('r'), "{cell}");
    }
}

#[test]
fn the_clue_that_would_help_most_is_named() {
    let answer = run(&["explain", "--counts"], THREE_SOLUTIONS);
    let last = answer.stdout.lines().last().unwrap();
    assert!(last.starts_with("3 solutions. The clue r") && last.contains("it leaves 1."), "{last}");
    let object = &objects(&run(&["explain", "--counts", "--output", "json"], THREE_SOLUTIONS).stdout)[0];
    assert_eq!((&object["count"], &object["best_clue"]["left"]), (&json!("3"), &json!("1")));
    let proper = run(&["explain", "--counts", "--output", "json"], PUZZLE);
    assert_eq!(objects(&proper.stdout)[0].get("count"), None);
    let line = run(&["explain", "--counts", "--output", "line"], THREE_SOLUTIONS).stdout;
    assert!(line.contains("; 3 solutions, r"), "{line}");
}

#[test]
fn counting_has_the_time_that_explaining_leaves() {
    const LIMIT: Duration = Duration::from_secs(2);
    let empty = ".".repeat(256) + "\n";
    let started = Instant::now();
    let answer = run(&["explain", "--counts", "--time-limit", "2s", "--output", "line"], empty);
    assert_eq!((answer.code, answer.stdout.contains("ambiguous")), (Some(3), true), "{answer:?}");
    assert!(started.elapsed() < 2 * LIMIT, "{:?}", started.elapsed());
}

#[test]
fn a_proper_puzzle_is_told_to_be_one() {
    let answer = run(&["explain"], PUZZLE);
    assert!(answer.stdout.starts_with("One solution. Of the 30 clues "), "{}", answer.stdout);
    let minimal = run(&["generate", "--box", "3x3", "--count", "1", "--seed", "1", "--kind", "minimal"], "").stdout;
    let clues = minimal.bytes().filter(u8::is_ascii_digit).count();
    let said =
        format!("One solution. The puzzle is minimal: without any one of its {clues} clues there are several.\n");
    assert_eq!(run(&["explain"], minimal).stdout, said);
}

#[test]
fn a_batch_has_one_answer_for_each_puzzle_whatever_the_jobs() {
    let text = format!("{PUZZLE}\n{NO_SOLUTION}\nx{}\n{THREE_SOLUTIONS}\n", &PUZZLE[1..]);
    let answer = run(&["explain", "--output", "line"], &text);
    let words: Vec<&str> = answer.stdout.lines().map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!((answer.code, words), (Some(2), vec!["unique", "unsatisfiable", "invalid", "ambiguous"]));
    assert!(answer.stderr.starts_with("<stdin>:3:1: expected"), "{}", answer.stderr);
    let object = &objects(&run(&["explain", "--output", "json"], &text).stdout)[2];
    assert_eq!((&object["verdict"], &object["error"]["line"]), (&json!("invalid"), &json!(3)));

    let files = Files::new();
    let puzzles = files.write("puzzles", batch(60));
    for command in ["explain", "candidates"] {
        for output in ["line", "json", "grid"] {
            let [one, two] = ["1", "2"].map(|jobs| run(&[command, "--jobs", jobs, "--output", output, &puzzles], ""));
            assert_eq!(one.stdout, two.stdout, "{command} {output}");
            assert!(output == "grid" || one.stdout.lines().count() == 60);
        }
    }
}

#[test]
fn every_solver_can_be_asked_and_one_that_is_missing_says_so() {
    for solver in ["auto", "nine", "dlx", "mrv", "sat:cdcl", "sat:varisat", "sat:batsat", "sat:splr"] {
        let answer = run(&["explain", "--solver", solver, "--output", "line"], PUZZLE.replacen('3', "4", 1));
        assert_eq!(answer.code, Some(0), "{solver}: {}", answer.stderr);
        assert!(answer.stdout.starts_with("unsatisfiable: r1c"), "{solver}: {}", answer.stdout);
        let answer = run(&["candidates", "--solver", solver, "--output", "line"], PUZZLE);
        assert_eq!(answer.stdout.replace(' ', ""), format!("{SOLUTION}\n"), "{solver}");
    }
    let answer = run(&["explain", "--solver", "sat:kissat=/nowhere/kissat"], PUZZLE);
    assert_eq!(answer.code, Some(2));
    assert!(answer.stderr.contains("/nowhere/kissat"), "{}", answer.stderr);
}

#[test]
fn solutions_with_a_candidate_are_counted_up_to_a_number() {
    let line = |counts: &str| run(&["candidates", counts, "--output", "line"], THREE_SOLUTIONS).stdout;
    // More than there are: the exact numbers.
    assert_eq!(line("--counts=4"), line("--counts"));
    let capped = run(&["candidates", "--counts=2"], THREE_SOLUTIONS).stdout;
    let exact = run(&["candidates", "--counts"], THREE_SOLUTIONS).stdout;
    let expected: Vec<String> =
        exact.lines().skip(1).map(|line| line.replace(":3", ":>=2").replace(":2", ":>=2")).collect();
    assert_eq!(capped.lines().collect::<Vec<_>>(), expected);
    let object = &objects(&run(&["candidates", "--counts=2", "--output", "json"], THREE_SOLUTIONS).stdout)[0];
    let counts = object["counts"].as_object().unwrap();
    assert!(counts.values().flat_map(|cell| cell.as_object().unwrap().values()).any(|count| count == ">=2"));
    // An open puzzle with a rule has more solutions than can be counted.
    let open = "3 3\nantiking\n".to_owned() + &". ".repeat(81) + "\n";
    let answer = run(&["candidates", "--counts=3", "--output", "line"], &open);
    let cell = (1..=9).map(|digit| format!("{digit}:>=3")).collect::<Vec<_>>().join(",");
    assert_eq!((answer.code, answer.stdout.trim_end()), (Some(0), vec![cell; 81].join(" ").as_str()));
    for counts in ["--counts=0", "--counts=256"] {
        assert_eq!(run(&["candidates", counts], THREE_SOLUTIONS).code, Some(2), "{counts}");
    }
}

#[test]
fn true_candidates_are_drawn_and_listed() {
    let answer = run(&["candidates"], THREE_SOLUTIONS);
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""));
    let object = &objects(&run(&["candidates", "--output", "json"], THREE_SOLUTIONS).stdout)[0];
    assert_eq!(object["verdict"], "satisfiable");
    let solutions = run(&["solve", "--all"], THREE_SOLUTIONS).stdout;
    for (at, clue) in THREE_SOLUTIONS.chars().enumerate() {
        let mut digits: Vec<u32> = solutions.lines().map(|line| line.as_bytes()[at] - b'0').map(u32::from).collect();
        digits.sort_unstable();
        digits.dedup();
        let told = &object["candidates"][format!("r{}c{}", at / 4 + 1, at % 4 + 1)];
        assert_eq!(*told, if clue == '.' { json!(digits) } else { Value::Null });
    }
    assert_eq!(run(&["candidates"], NO_SOLUTION).code, Some(1));
    assert_eq!(run(&["candidates"], NO_SOLUTION).stdout, "unsatisfiable\n");
    assert_eq!(run(&["candidates", "--output", "line", "--box", "2x2"], "1234341221434321").code, Some(0));
}

#[test]
fn a_spent_budget_is_told_and_the_status_says_so() {
    for command in ["explain", "candidates"] {
        let answer = run(&[command, "--time-limit", "0"], THREE_SOLUTIONS);
        assert_eq!((answer.code, answer.stderr.as_str()), (Some(3), "<stdin>:1: time limit reached\n"));
        let object = &objects(&run(&[command, "--time-limit", "0", "--output", "json"], THREE_SOLUTIONS).stdout)[0];
        assert_eq!((&object["verdict"], &object["stopped"]), (&json!("unknown"), &json!("time limit reached")));
    }
    assert!(run(&["candidates", "--time-limit", "0"], THREE_SOLUTIONS).stdout.contains("1?"));
}

#[test]
fn forms_that_it_does_not_have_are_refused() {
    for args in
        [&["explain", "--output", "csv"][..], &["candidates", "--output", "rows"], &["explain", "--resume", "-o", "x"]]
    {
        let answer = run(args, PUZZLE);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(answer.stderr.contains("expected grid, line or json") || answer.stderr.contains("line or json"));
    }
}
