//! `check`.

use serde_json::Value;

use crate::{Files, NO_SOLUTION, PUZZLE, SOLUTION, THREE_SOLUTIONS, batch, run};

#[test]
fn grids_are_solved_valid_or_in_conflict() {
    let answer =
        run(&["check"], format!("{SOLUTION}\n{PUZZLE}\n11..............\n1.......1.......\nx{}\n", &PUZZLE[1..]));
    let lines: Vec<_> = answer.stdout.lines().collect();
    assert_eq!(lines[..2], ["solved", "valid"]);
    assert!(
        lines[2].starts_with("conflict: ") && lines[2].contains("r1c1") && lines[2].contains("r1c2"),
        "{}",
        lines[2]
    );
    assert!(lines[3].starts_with("conflict: ") && lines[3].contains("r3c1"), "{}", lines[3]);
    assert_eq!(lines[4..], ["invalid"]);
    assert_eq!(answer.code, Some(2));
    assert_eq!(run(&["check"], "11..............").code, Some(1));
}

#[test]
fn a_grid_must_keep_the_clues_of_its_puzzle() {
    let files = Files::new();
    let puzzles = files.write("puzzles", format!("{PUZZLE}\n{PUZZLE}\n{PUZZLE}\n{PUZZLE}\n"));
    let swapped: String = SOLUTION
        .chars()
        .map(|c| match c {
            '5' => '3',
            '3' => '5',
            c => c,
        })
        .collect();
    let lost = format!("{}..{}", &PUZZLE[..30], &PUZZLE[32..]).replacen('5', ".", 1);
    let answer = run(&["check", "--puzzle", &puzzles], format!("{SOLUTION}\n{swapped}\n{PUZZLE}\n{lost}\n"));
    let lines: Vec<_> = answer.stdout.lines().collect();
    assert_eq!((lines[0], lines[2]), ("solved", "valid"));
    assert!(lines[1].starts_with("changed: r1c1 "), "{}", lines[1]);
    assert!(lines[3].starts_with("changed: r1c1 "), "{}", lines[3]);
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(1), ""));
}

#[test]
fn grids_and_puzzles_that_do_not_pair_are_an_error() {
    let files = Files::new();
    let one = files.write("one", PUZZLE);
    let two = files.write("two", format!("{PUZZLE}\n{PUZZLE}\n"));
    let too_few = run(&["check", "--puzzle", &one], format!("{SOLUTION}\n{SOLUTION}\n"));
    assert_eq!((too_few.code, too_few.stdout.as_str()), (Some(2), "solved\ninvalid\n"));
    assert!(too_few.stderr.contains("expected a puzzle for each grid"), "{}", too_few.stderr);
    let too_many = run(&["check", "--puzzle", &two], SOLUTION);
    assert_eq!((too_many.code, too_many.stdout.as_str()), (Some(2), "solved\n"));
    assert!(too_many.stderr.contains("expected a grid for each puzzle"), "{}", too_many.stderr);
    let other_board = run(&["check", "--puzzle", &one], "1234341221434321");
    assert_eq!(other_board.code, Some(1), "{other_board:?}");
    let missing = run(&["check", "--puzzle", &files.arg("missing")], SOLUTION);
    assert_eq!((missing.code, missing.stdout.as_str()), (Some(2), ""));
}

#[test]
fn answers_check_against_their_puzzles_out_of_a_pipe() {
    let files = Files::new();
    let fifo = files.arg("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let writer = std::thread::spawn({
        let fifo = fifo.clone();
        move || std::fs::write(fifo, format!("{PUZZLE}\n")).unwrap()
    });
    let answer = run(&["check", "--puzzle", &fifo], SOLUTION);
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(0), "solved\n"), "{}", answer.stderr);
    writer.join().unwrap();
}

#[test]
fn uniqueness_is_told_for_each_grid() {
    let answer = run(&["check", "--unique"], format!("{PUZZLE}\n{THREE_SOLUTIONS}\n{NO_SOLUTION}\n{SOLUTION}\n"));
    let expected = "valid unique\nvalid several\nvalid none\nsolved unique\n";
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(1), expected));
    assert_eq!(run(&["check", "--unique"], PUZZLE).code, Some(0));
    let unknown = run(&["check", "--unique", "--time-limit", "0"], PUZZLE);
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(3), "valid unknown\n"));
    assert_eq!(unknown.stderr, "<stdin>:1: time limit reached\n");
}

#[test]
fn json_is_one_object_a_line() {
    let answer = run(&["check", "--unique", "--output", "json"], format!("{PUZZLE}\n11..............\n"));
    let objects: Vec<Value> = answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&objects[0]["check"], &objects[0]["uniqueness"]), (&"valid".into(), &"unique".into()));
    assert_eq!((&objects[1]["check"], &objects[1]["uniqueness"]), (&"conflict".into(), &"none".into()));
    assert!(!objects[1]["details"].as_array().unwrap().is_empty());
}

#[test]
fn what_solve_prints_passes_the_check() {
    let files = Files::new();
    let text = batch(60);
    let good: Vec<_> = text.lines().filter(|line| !line.contains('x') && !line.starts_with("11")).collect();
    let puzzles = files.write("puzzles", good.join("\n"));
    let answers = run(&["solve", &puzzles], "");
    assert_eq!(answers.code, Some(0));
    let checked = run(&["check", "--puzzle", &puzzles], &answers.stdout);
    assert_eq!((checked.code, checked.stdout), (Some(0), "solved\n".repeat(good.len())));
}

/// What has no digit 9 or is no square was read as the usual board of its side, and right solutions were wrong.
#[test]
fn grids_that_do_not_tell_their_board_are_read_onto_that_of_their_puzzle() {
    let files = Files::new();
    let header = |board: &str| run(&["generate", "--box", board, "--seed", "1", "--output", "header"], "").stdout;
    for board in ["3x3+digits:0..8", "samurai", "6x8/8"] {
        let puzzle = files.write("puzzle", header(board));
        for form in ["line", "rows"] {
            let solved = run(&["solve", "--output", form, &puzzle], "");
            let checked = run(&["check", "--puzzle", &puzzle], &solved.stdout);
            assert_eq!((checked.code, checked.stdout.as_str()), (Some(0), "solved\n"), "{board}: {checked:?}");
        }
    }
    // On several boards only a grid that names its own can be read.
    let zero = header("3x3+digits:0..8");
    let puzzles = files.write("puzzles", format!("{zero}\n2 2\n{}", "0 0 0 0\n".repeat(4)));
    let lines = run(&["check", "--puzzle", &puzzles], run(&["solve", &puzzles], "").stdout);
    assert_eq!((lines.code, lines.stdout.as_str()), (Some(2), "invalid\nsolved\n"), "{lines:?}");
    // A full line with a zero in each row could be of either board.
    assert!(lines.stderr.contains("or the digits 0-8; "), "{}", lines.stderr);
    let named = run(&["check", "--puzzle", &puzzles], run(&["solve", "--output", "json", &puzzles], "").stdout);
    assert_eq!((named.code, named.stdout.as_str()), (Some(0), "verified\nverified\n"), "{named:?}");
}

/// An answer keeps the rules of its puzzle, in whatever form it comes.
#[test]
fn a_grid_is_held_against_the_rules_of_its_puzzle() {
    let files = Files::new();
    let rules = "killer 9 r1c1 r1c2 r1c3\nthermometer r2c2 r2c1 r3c1";
    let empty = ". . . .\n".repeat(4);
    let puzzle = files.write("puzzle.txt", format!("2 2\n{rules}\n{empty}"));
    let check = |answer: &str, more: &[&str]| {
        let answer = run(&[&["check", "--puzzle", &puzzle], more].concat(), answer);
        (answer.stdout, answer.code)
    };
    // The solution is 4321 2134 3412 1243 with one of its cells otherwise.
    for (digits, word) in [
        ("4321213434121243", "solved"),
        ("43212134........", "valid"),
        ("1234341221434321", "conflict: the cage of 9 at r1c1 makes 6"),
        ("123.............", "conflict: the cage of 9 at r1c1 makes 6"),
    ] {
        let object = format!(r#"{{"board":"2x2","puzzle":"{digits}"}}"#);
        for text in [digits, &object] {
            let (said, code) = check(text, &[]);
            assert!(said.starts_with(word), "{text}: {said}");
            assert_eq!(code, Some(i32::from(word.starts_with("conflict"))), "{text}");
        }
    }
    assert_eq!(check("4321213434121243", &["--unique"]), ("solved unique\n".to_owned(), Some(0)));
    let (broken, code) = check("1234341221434321", &["--unique"]);
    assert!(broken.starts_with("conflict") && code == Some(1), "{broken}");
    // Its own rules are kept beside those of the puzzle.
    let object = r#"{"board":"2x2","puzzle":"4321213434121243","rules":["killer 4 r1c1 r1c2"]}"#;
    assert!(check(object, &[]).0.starts_with("conflict: the cage of 4"), "{object}");
    // A board that is told is no other.
    let (other, _) = check(r#"{"board":"latin4","puzzle":"4321213434121243"}"#, &[]);
    assert!(other.starts_with("changed: the puzzle's board is 2x2, the answer's latin4"), "{other}");
}
