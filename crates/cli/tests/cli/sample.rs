//! `sample` and `candidates --counts`.

use serde_json::{Value, json};

use crate::{NO_SOLUTION, PUZZLE, SOLUTION, THREE_SOLUTIONS, run};

#[test]
fn samples_are_solutions_and_depend_on_the_seed() {
    let empty = ".".repeat(81);
    let arguments = ["sample", "--count", "20", "--seed", "7"];
    let answer = run(&arguments, &empty);
    assert_eq!((answer.code, answer.stdout.lines().count()), (Some(0), 20), "{answer:?}");
    assert_eq!(run(&arguments, &empty).stdout, answer.stdout);
    assert_ne!(run(&["sample", "--count", "20", "--seed", "8"], &empty).stdout, answer.stdout);
    let checked = run(&["check"], &answer.stdout);
    assert!(checked.stdout.lines().all(|line| line == "solved"), "{checked:?}");
    let rest = run(&["sample", "--count", "5", "--seed", "7", "--skip", "15", "--jobs", "1"], &empty);
    assert_eq!(rest.stdout.lines().collect::<Vec<_>>(), answer.stdout.lines().skip(15).collect::<Vec<_>>());
}

#[test]
fn samples_of_other_boards_come_from_states_or_a_list() {
    let answer = run(&["sample", "--count", "90", "--seed", "1"], THREE_SOLUTIONS);
    let listed = run(&["solve", "--all"], THREE_SOLUTIONS).stdout;
    for solution in listed.lines() {
        let times = answer.stdout.lines().filter(|line| *line == solution).count();
        assert!((10..50).contains(&times), "{solution}: {times}");
    }
    assert_eq!(answer.stdout.lines().count(), 90);
    let ruled = "2 2\nkiller 5 r1c1 r1c2\nthermometer r3c1 r3c2\n. . . .\n. . . .\n. . . .\n. . . .\n";
    let ruled = run(&["sample", "--count", "4", "--output", "line"], ruled);
    assert_eq!((ruled.code, ruled.stdout.lines().count()), (Some(0), 4), "{ruled:?}");
    let refused = run(&["sample", "--box", "2x3", "--memory", "1M", "--solver", "mrv"], ".".repeat(36));
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(3), "unknown\n"), "{refused:?}");
    assert!(refused.stderr.contains("a list of all solutions needs about"), "{refused:?}");
}

#[test]
fn each_puzzle_has_its_samples() {
    let answer = run(&["sample", "--count", "2"], format!("{PUZZLE}\n{NO_SOLUTION}\n{SOLUTION}\n"));
    let expected = format!("{SOLUTION}\n{SOLUTION}\n\nunsatisfiable\n\n{SOLUTION}\n{SOLUTION}\n");
    assert_eq!((answer.code, answer.stdout), (Some(1), expected));
    let json = run(&["sample", "--count", "2", "--seed", "3", "--output", "json"], PUZZLE);
    let object: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(
        (&object["count"], &object["seed"], &object["verdict"]),
        (&json!("1"), &json!(3), &json!("satisfiable"))
    );
    assert_eq!(object["solutions"], json!([SOLUTION, SOLUTION]));
    let spent = run(&["sample", "--time-limit", "0"], ".".repeat(81));
    assert_eq!(
        (spent.code, spent.stdout.as_str(), spent.stderr.as_str()),
        (Some(3), "unknown\n", "<stdin>:1: time limit reached\n")
    );
    for refused in [&["--output", "csv"][..], &["--resume", "-o", "x"]] {
        assert_eq!(run(&[&["sample"], refused].concat(), PUZZLE).code, Some(2), "{refused:?}");
    }
}

#[test]
fn candidates_are_counted() {
    let listed = run(&["solve", "--all"], THREE_SOLUTIONS).stdout;
    let answer = run(&["candidates", "--counts", "--output", "json"], THREE_SOLUTIONS);
    let object: Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(object["count"], "3");
    for (at, clue) in THREE_SOLUTIONS.chars().enumerate() {
        let counts = &object["counts"][format!("r{}c{}", at / 4 + 1, at % 4 + 1)];
        for digit in '1'..='4' {
            let times = listed.lines().filter(|line| line.chars().nth(at) == Some(digit)).count();
            let expected = if clue == '.' && times > 0 { json!(times.to_string()) } else { Value::Null };
            assert_eq!(counts[digit.to_string()], expected, "{at} {digit}");
        }
    }
    let text = run(&["candidates", "--counts"], ".".repeat(16)).stdout;
    assert!(text.starts_with("288 solutions\nr1c1 1:72 2:72 3:72 4:72\n") && text.lines().count() == 17, "{text}");
    let line = run(&["candidates", "--counts", "--output", "line"], SOLUTION.replacen('5', ".", 1)).stdout;
    assert!(line.starts_with("5:1 3 4 6 "), "{line}");
    assert_eq!(run(&["candidates", "--counts"], NO_SOLUTION).stdout, "unsatisfiable\n");
    let stopped = run(&["candidates", "--counts", "--time-limit", "0"], PUZZLE);
    assert!(stopped.code == Some(3) && stopped.stdout.contains("r1c3 1?"), "{stopped:?}");
}
