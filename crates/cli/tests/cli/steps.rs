//! `rate`, `path`, `hint` and `techniques`.

use std::path::Path;

use serde_json::Value;

use crate::{Files, NO_SOLUTION, PUZZLE, SOLUTION, THREE_SOLUTIONS, run};

fn object(stdout: &str) -> Value {
    serde_json::from_str(stdout.lines().next().expect("a line")).expect("an object")
}

#[test]
fn a_rating_is_a_line_a_form_or_an_object() {
    let rating = run(&["rate"], PUZZLE);
    assert_eq!((rating.code, rating.stderr.as_str()), (Some(0), ""));
    let parts: Vec<&str> = rating.stdout.trim_end().split('/').collect();
    assert_eq!((parts.len(), parts[1], parts[2]), (3, "1.2", "1.2"), "{rating:?}");
    let form = run(&["rate", "--format", "%n %g ED=%r/%p/%d %D %s%%"], PUZZLE).stdout;
    assert_eq!(form, format!("1 {PUZZLE} ED={} hidden-single 51%\n", rating.stdout.trim_end()));
    let told = object(&run(&["rate", "--output", "json"], PUZZLE).stdout);
    assert_eq!((told["rating"]["ep"].as_f64(), told["rating"]["steps"].as_u64()), (Some(1.2), Some(51)));
    // Read back: the rating is a note.
    assert_eq!(run(&["solve", "--output", "line"], &run(&["rate", "--output", "json"], PUZZLE).stdout).code, Some(0));
}

#[test]
fn what_is_not_rated_says_why_and_is_status_1() {
    for (puzzle, words) in [(NO_SOLUTION, "no solution\n"), (THREE_SOLUTIONS, "several solutions\n")] {
        let answer = run(&["rate"], puzzle);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(1), words));
    }
    assert_eq!(run(&["rate", "--max", "1.1"], PUZZLE).stdout, "> 1.1\n");
    assert_eq!(run(&["rate", "--max", "1.1", "--filter"], PUZZLE).stdout, "");
    assert_eq!(run(&["rate", "--max", "4", "--filter"], PUZZLE).stdout, format!("{PUZZLE}\n"));
    let files = Files::new();
    for name in ["kept.json", "kept.csv"] {
        let out = files.arg(name);
        assert_eq!(run(&["rate", "--max", "4", "--filter", "-o", &out], PUZZLE).code, Some(2), "{name}");
        assert!(!Path::new(&out).exists(), "{name}");
    }
    for args in [
        &["rate", "--max", "4.55"][..],
        &["rate", "--format", "%x"],
        &["rate", "--filter"],
        &["rate", "--output", "grid"],
        &["rate", "--format", "line"],
        &["hint", "-o", "hint.html"],
    ] {
        assert_eq!(run(args, PUZZLE).code, Some(2), "{args:?}");
    }
}

#[test]
fn the_scale_of_points_has_a_score_and_a_level() {
    let score = |args: &[&str]| run(&[&["rate", "--scale", "hodoku"], args].concat(), PUZZLE);
    let line = score(&[]).stdout;
    let (points, level) = line.trim_end().split_once(' ').expect("a score and a level");
    assert_eq!((level, points.parse::<u32>().is_ok()), ("easy", true), "{line}");
    assert_eq!(score(&["--format", "%r %l %s"]).stdout, format!("{points} easy 51\n"));
    let told = object(&score(&["--output", "json"]).stdout);
    assert_eq!((told["rating"]["scale"].as_str(), told["rating"]["level"].as_str()), (Some("hodoku"), Some("easy")));
    assert_eq!(told["rating"]["score"].to_string(), points);
    assert_eq!(score(&["--max", "20"]).stdout, "> 20\n");
    for args in [&["--max", "4.5"][..], &["--format", "%p"]] {
        assert_eq!(score(args).code, Some(2), "{args:?}");
    }
    let step = object(&run(&["path", "--scale", "hodoku", "--output", "json"], PUZZLE).stdout)["path"][0].clone();
    assert_eq!((step["level"].as_str(), step["score"].is_u64()), (Some("easy"), true), "{step}");
    for name in ["skyscraper", "als-xz", "Sue de Coq"] {
        let answer = run(&["hint", "--technique", name], PUZZLE);
        assert!(matches!(answer.code, Some(0 | 1)) && answer.stderr.is_empty(), "{name}: {answer:?}");
    }
    let hint = run(&["hint", "--technique", "skyscraper"], PUZZLE).stdout;
    assert!(hint.starts_with("There is a skyscraper: "), "{hint}");
    let listed = run(&["techniques", "--scale", "hodoku"], "").stdout;
    assert!(listed.contains("\n-         130   skyscraper ") && listed.lines().count() > 60, "{listed}");
}

#[test]
fn a_path_is_listed_drawn_and_shared() {
    let answer = run(&["path"], PUZZLE);
    assert_eq!((answer.code, answer.stdout.lines().count()), (Some(0), 52));
    assert!(answer.stdout.ends_with("Solved.\n"), "{}", answer.stdout);
    let told = object(&run(&["path", "--output", "json"], PUZZLE).stdout);
    let steps = told["path"].as_array().expect("steps");
    assert_eq!((told["verdict"].as_str(), steps.len()), (Some("solved"), 51));
    assert!(steps.iter().all(|step| step["checked"] == true && !step["proof"].as_array().unwrap().is_empty()));
    let table = Files::new().arg("path.csv");
    let refused = run(&["path", "-o", &table], PUZZLE);
    assert!(refused.code == Some(2) && refused.stderr.contains("expected grid, line, json or html"), "{refused:?}");
    let page = run(&["path", "--output", "html"], PUZZLE).stdout;
    assert!(page.starts_with("<!doctype html>") && page.matches("<details").count() == 51);
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"));
    let drawn = run(&["path", "--output", "grid"], PUZZLE).stdout;
    assert!(drawn.contains("Solved.\n"), "{drawn}");
    let several = run(&["path"], THREE_SOLUTIONS);
    assert_eq!(several.code, Some(1));
    assert!(several.stdout.ends_with("Nothing more follows by named techniques. The puzzle has several solutions.\n"));
}

#[test]
fn a_page_draws_what_its_board_has() {
    let page = |board: &str, puzzle: &str| run(&["path", "--output", "html", "--box", board], puzzle).stdout;
    let plain = page("3x3", PUZZLE);
    assert!(!plain.contains("satdoku-fill") && plain.contains(&format!("<pre>{PUZZLE}</pre>")), "{plain}");
    // Further units were nowhere: the pictures of the steps have regions alone.
    let further = page("3x3+unit:r1c1,r2c4", PUZZLE);
    let words = "Digits do not repeat in the cells r1c1 r2c4.";
    assert!(further.contains(words) && further.contains("satdoku-fill-paper"), "{further}");
    // Digits of two letters ran into each other.
    let row = |by: usize| (0..16).map(move |at| b"123456789ABCDEFG"[(at + by) % 16] as char);
    let large: String = (0..16).flat_map(|at| row(4 * at + at / 4)).collect();
    assert!(page("4x4", &large.replacen('1', ".", 4)).contains("--c:9px"));
}

#[test]
fn arrows_of_a_page_cover_no_digit() {
    let page = run(
        &["path", "--output", "html"],
        ".9...1.2.7.594..1.6.1....7.2...3....9.3.6..5...61........7238..........413.......",
    )
    .stdout;
    let number = |text: &str, name: &str| {
        let (_, rest) = text.split_once(name).expect(name);
        rest[..rest.find(['"', ' ']).expect("an end")].parse::<f64>().expect("a number")
    };
    let picture = page.split("<svg").find(|part| part.contains("class=\"arrow\"")).expect("a chain");
    let (mut digits, mut arrows) = (Vec::new(), 0);
    for text in picture.split("<text ").filter(|text| text.starts_with("class=\"k\"")) {
        digits.push([number(text, "x=\""), number(text, "y=\"")]);
    }
    for arrow in picture.split("class=\"arrow\"").skip(1) {
        let (_, curve) = arrow.split_once(" d=\"M").expect("a path");
        let numbers = curve[..curve.find('"').expect("an end")].replace('Q', " ");
        let points: Vec<f64> = numbers.split(' ').map(|number| number.parse().expect("a number")).collect();
        for end in [&points[..2], &points[4..]] {
            assert!(digits.iter().all(|at| (at[0] - end[0]).hypot(at[1] - end[1]) > 7.0), "{curve}");
        }
        arrows += 1;
    }
    assert!(arrows > 2 && digits.len() > 2, "{picture}");
}

#[test]
fn a_hint_says_as_much_as_it_is_asked_for() {
    let lines = |level: &str| run(&["hint", "--level", level], PUZZLE).stdout;
    assert!(lines("1").starts_with("There is a ") && lines("1").lines().count() == 1, "{}", lines("1"));
    assert_eq!(lines("2").lines().count(), 2);
    assert!(lines("3").starts_with(&lines("2")) && lines("4").starts_with(&lines("3")));
    assert!(lines("4").contains("=d is written"), "{}", lines("4"));
    let all = run(&["hint", "--all"], PUZZLE).stdout;
    assert!(all.lines().count() > 3, "{all}");
    let named = run(&["hint", "--all", "--technique", "naked-single"], PUZZLE).stdout;
    assert!(named.lines().all(|line| line.starts_with("2.3 naked single")), "{named}");
    let of_cell = run(&["hint", "--all", "--cell", "r5c5"], PUZZLE).stdout;
    assert!(of_cell.lines().all(|line| line.contains("r5c5=")), "{of_cell}");
    assert_eq!(run(&["hint", "--technique", "none"], PUZZLE).code, Some(2));
    assert_eq!(run(&["hint", "--cell", "r10c1"], PUZZLE).code, Some(2));
    assert_eq!(run(&["hint"], SOLUTION).stdout, "Every cell is filled.\n");
}

#[test]
fn a_step_of_a_rule_names_it_as_explain_does() {
    let rows = format!("3{}", " . . . . .\n.".repeat(5) + " . . . . .\n");
    let of = |rule: &str, args: &[&str]| run(args, format!("2 3\n{rule}\n{rows}")).stdout;
    let long = "thermometer r3c1 r3c2 r3c3 r3c4";
    let line = of(long, &["path"]);
    assert!(
        line.lines().next().unwrap().contains(" rule (the thermometer at r3c1) at r3c1 r3c2 r3c3 r3c4: not "),
        "{line}"
    );
    let hint = of(long, &["hint", "--level", "2"]);
    assert!(hint.contains("Look at the thermometer at r3c1, digits "), "{hint}");
    // Where a rule of the whole board has something to say is told besides.
    let whole = of("nonconsecutive", &["hint", "--level", "2", "--technique", "rule"]);
    assert!(whole.contains("Look at no consecutive neighbours, row 1, digits "), "{whole}");
}

#[test]
fn a_path_of_a_puzzle_without_a_solution_ends_in_a_contradiction() {
    let twice = "2 twice in row 4: r4c3 r4c4";
    let even = "2 2\neven r4c4\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 .\n";
    for (puzzle, said, steps) in [
        ("1234341221434322", format!("Something is wrong already: {twice}. The puzzle has no solution."), 0),
        (
            "11..............",
            "Something is wrong already: 1 twice in row 1: r1c1 r1c2. The puzzle has no solution.".to_owned(),
            0,
        ),
        (even, "Something is wrong now: a cell marked even is not: r4c4. The puzzle has no solution.".to_owned(), 1),
    ] {
        let path = run(&["path", "--output", "json"], puzzle);
        let told = object(&path.stdout);
        let (verdict, reason) = (told["verdict"].as_str().unwrap(), told["reason"].as_str().unwrap());
        assert_eq!((path.code, verdict, reason), (Some(1), "contradiction", said.as_str()), "{puzzle}");
        assert_eq!(told["path"].as_array().unwrap().len(), steps, "{puzzle}");
    }
    // No technique shows it, but a solver knows.
    let hard = run(&["path", "--output", "json"], NO_SOLUTION);
    assert_eq!((hard.code, object(&hard.stdout)["verdict"].as_str()), (Some(1), Some("contradiction")), "{hard:?}");
}

#[test]
fn what_is_wrong_is_said_first() {
    let wrong = run(&["hint"], PUZZLE.replacen('.', "1", 1));
    assert_eq!(wrong.code, Some(1));
    assert!(wrong.stdout.starts_with("Something is wrong already: "), "{wrong:?}");
    let files = Files::new();
    let full: String = "123456789".repeat(81);
    let fine = files.write("fine.txt", &full);
    assert_eq!(run(&["hint", "--marks", &fine], PUZZLE).stdout, run(&["hint"], PUZZLE).stdout);
    // r1c3 is 4 in the solution.
    let mut lost = full.clone().into_bytes();
    lost[2 * 9 + 3] = b'.';
    let lost = files.write("lost.txt", String::from_utf8(lost).unwrap());
    let answer = run(&["hint", "--marks", &lost], PUZZLE);
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(1), "A candidate is missing: r1c3=4 is in a solution.\n"));
    // Of two solutions, each candidate that is in one of them counts: steps that are right for these marks were called errors of satdoku.
    let puzzle = "75463912869178243532854169714.8.6.7386.3.7.41537214869916478352283965714475123986";
    let mut lost = full.into_bytes();
    lost[29 * 9 + 1] = b'.';
    let lost = files.write("lost-of-two.txt", String::from_utf8(lost).unwrap());
    let answer = run(&["hint", "--marks", &lost], puzzle);
    let missing = "A candidate is missing: r4c3=2 is in a solution.\n";
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(1), missing, ""));
    // What `path` draws is read: of r4c4 only the 6 is left, which the drawing has as written.
    let puzzle = ".7.....8.95...2......9..4.......78428....5......13...6589......2..5...6..4......3";
    let drawn = run(&["path", "--output", "grid"], puzzle).stdout;
    let one = &drawn[..drawn.match_indices("=d is written").nth(1).unwrap().0];
    let drawn = files.write("drawn.txt", &one[one.rfind("direct hidden").unwrap()..]);
    let shown = run(&["hint", "--level", "4", "--marks", &drawn], puzzle);
    let row_4 = shown.stdout.lines().find(|line| line.contains("=5 ")).unwrap_or_default();
    assert!(shown.code == Some(0) && shown.stdout.contains("So r4c3=5.\n"), "{shown:?}");
    assert!(row_4.split('|').nth(2).is_some_and(|of_box| of_box.trim_start().starts_with("6 ")), "{row_4}");
    let wrong = files.write("wrong.txt", "12\n4");
    let answer = run(&["hint", "--marks", &wrong], PUZZLE);
    assert!(answer.stderr.starts_with(&format!("{wrong}:2:1: expected 3 or . as character 3")), "{answer:?}");
    let short = files.write("short.txt", "123456789");
    let answer = run(&["hint", "--marks", &short], PUZZLE);
    assert_eq!(answer.code, Some(2));
    assert!(
        answer.stderr.contains("expected 729 characters of candidates, found 9; marks are those of a 9x9 puzzle"),
        "{answer:?}"
    );
}

#[test]
fn smallest_explanations_say_what_they_rest_on() {
    const HARD: &str = ".7.....8.95...2......9..4.......78428....5......13...6589......2..5...6..4......3";
    let rating = run(&["rate", "--smallest"], HARD);
    assert!(rating.code == Some(0) && rating.stdout.starts_with('~'), "{rating:?}");
    assert_eq!(run(&["rate", "--scale", "own"], HARD).stdout, rating.stdout);
    assert_eq!(run(&["rate", "--scale", "se", "--smallest"], HARD).code, Some(2));
    let why = object(&run(&["hint", "--smallest", "--why", "r1c1=3", "--output", "json"], HARD).stdout);
    let step = &why["hints"][0];
    assert_eq!((&step["technique"], &step["checked"]), (&"smallest-explanation".into(), &true.into()), "{step}");
    let premises = step["explanation"]["premises"].as_array().expect("premises");
    assert!(!premises.is_empty() && step["explanation"]["counts"].as_f64() > Some(1.0), "{step}");
    let told = run(&["hint", "--smallest", "--why", "r1c1=3", "--level", "4"], HARD).stdout;
    assert!(told.contains("from what counts "), "{told}");
    let path = run(&["path", "--smallest"], HARD);
    assert!(path.stdout.contains("smallest explanation (locked candidates)"), "{path:?}");
    assert!(path.code == Some(0) && path.stdout.ends_with("Solved.\n"), "{path:?}");
}

#[test]
fn a_width_is_a_line_or_an_object() {
    const HARD: &str = ".7.....8.95...2......9..4.......78428....5......13...6589......2..5...6..4......3";
    let line = run(&["rate", "--width"], HARD).stdout;
    let told = object(&run(&["rate", "--width", "--output", "json"], HARD).stdout)["width"].clone();
    let number = |name: &str| told[name].to_string();
    let expected =
        format!("width {} at {}, step {} of {}\n", number("count"), number("er"), number("step"), number("steps"));
    assert_eq!(line, expected);
    assert_eq!(run(&["rate", "--width"], NO_SOLUTION).stdout, "no solution\n");
    assert_eq!(run(&["rate", "--width", "--backdoor"], HARD).code, Some(2));
}

/// The digits that are told solve the puzzle by singles, and no fewer do: no single digit does where two are told.
#[test]
fn backdoors_are_the_fewest_digits_that_singles_need() {
    const TWO: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let backdoor = |puzzle: &str, args: &[&str]| run(&[&["rate", "--backdoor"], args].concat(), puzzle);
    assert_eq!(backdoor(PUZZLE, &[]).stdout, "backdoor 0\n");
    assert_eq!(backdoor(TWO, &[]).stdout, "backdoor 2: r1c2=6 r6c2=2\n");
    let told = object(&backdoor(TWO, &["--output", "json"]).stdout);
    assert_eq!(told["backdoor"], serde_json::json!({ "size": 2, "digits": ["r1c2=6", "r6c2=2"] }));
    let solution = run(&["solve", "--output", "line"], TWO).stdout;
    let with = |cells: &[usize]| {
        let mut filled = TWO.to_owned();
        for &cell in cells {
            filled.replace_range(cell..=cell, &solution[cell..=cell]);
        }
        filled + "\n"
    };
    let empty: Vec<usize> = TWO.match_indices('.').map(|(at, _)| at).collect();
    let rated = run(&["rate"], with(&[1, 46])).stdout;
    assert!(rated.starts_with("1.") || rated.starts_with("2.3"), "{rated}");
    // Naked singles are 2.3, hidden ones less.
    let each = run(&["rate", "--max", "2.3"], empty.iter().map(|&cell| with(&[cell])).collect::<String>()).stdout;
    assert_eq!(each, "> 2.3\n".repeat(empty.len()));
    assert_eq!(backdoor(NO_SOLUTION, &[]).stdout, "no solution\n");
    for wrong in [&["--max", "2.0"][..], &["--scale", "se"], &["--format", "%r"], &["--trial"]] {
        assert_eq!(backdoor(PUZZLE, wrong).code, Some(2), "{wrong:?}");
    }
}

#[test]
fn why_a_digit_is_not_in_a_cell() {
    let solution = run(&["hint", "--why", "r1c3=4"], PUZZLE);
    assert_eq!((solution.code, solution.stdout.as_str()), (Some(1), "r1c3=4 is in a solution.\n"));
    let seen = run(&["hint", "--why", "r1c3=5"], PUZZLE);
    assert_eq!((seen.code, seen.stdout.as_str()), (Some(0), "r1c3=5 is ruled out by the digits that are written.\n"));
    let steps = run(&["hint", "--why", "r1c3=1"], PUZZLE);
    assert_eq!(steps.code, Some(0));
    // The first of the path does not matter to it.
    assert_eq!(steps.stdout, "1.2 hidden single of 5 in box 3: r3c7=5\n1.5 hidden single of 1 in row 3: r3c1=1\n");
    // Without time to find one, it is not known whether there is a step; without time to leave any out, all are shown.
    let hard = ".7.....8.95...2......9..4.......78428....5......13...6589......2..5...6..4......3";
    let stopped = run(&["hint", "--why", "r1c1=1", "--time-limit", "0ms"], hard);
    assert_eq!(stopped.stdout, "Whether there is a step is not known.\n", "{stopped:?}");
    let all = run(&["hint", "--why", "r1c3=1", "--time-limit", "0ms"], PUZZLE);
    let begins =
        all.stdout.starts_with("How many solutions the puzzle has is not known; this follows in all of them.\n");
    assert!(begins && all.stdout.ends_with(": r3c1=1\n") && all.stdout.lines().count() == 25, "{all:?}");
    assert!(all.stderr.contains("time limit reached"), "{all:?}");
    assert_eq!(run(&["hint", "--why", "r1c3=12"], PUZZLE).code, Some(2));
}

/// What is read and cannot be answered is not invalid, which is what cannot be read.
#[test]
fn a_question_that_has_no_answer_is_unknown_whoever_is_asked() {
    let small = ".".repeat(16);
    let large = format!("latin 65\n{}", "0 ".repeat(65 * 65));
    for (args, puzzle, expected) in [
        (&["hint", "--cell", "r9c9"][..], &small, "r9c9 is not on the board"),
        (&["hint", "--why", "r1c1=9"], &small, "the board has no digit 9"),
        (&["hint"], &large, "up to 64 digits, found 65"),
        (&["path"], &large, "up to 64 digits, found 65"),
        (&["rate"], &large, "up to 64 digits, found 65"),
    ] {
        let answer = run(&[args, &["--summary"]].concat(), puzzle.as_str());
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), "unknown\n"), "{args:?}");
        assert!(answer.stderr.contains(expected) && answer.stderr.contains("1 unknown"), "{answer:?}");
    }
    for command in ["hint", "path", "rate"] {
        let answer = run(&[command, "--summary"], NO_SOLUTION);
        assert!(answer.code == Some(1) && answer.stderr.contains("1 without a solution"), "{command}: {answer:?}");
    }
}

/// Depths and lengths of puzzles beside the 476 published ones, for which satdoku gives the published figures.
#[test]
fn trial_and_error_has_a_depth_and_braids_a_length() {
    let trial = |puzzle: &str, args: &[&str]| run(&[&["rate", "--trial"], args].concat(), puzzle);
    assert_eq!(trial(PUZZLE, &[]).stdout, "T&E 0, B 0\n");
    let told = object(&trial(PUZZLE, &["--output", "json"]).stdout);
    assert_eq!(told["trial"], serde_json::json!({ "depth": 0, "braid": { "length": 0, "exact": true } }));
    for (puzzle, expected) in [
        (".7.....8.95...2......9..4.......78428....5......13...6589......2..5...6..4......3", "T&E 1, B 6"),
        ("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", "T&E 2, BxB 2"),
    ] {
        assert_eq!(trial(puzzle, &[]).stdout, format!("{expected}\n"), "{puzzle}");
    }
    assert_eq!(trial(NO_SOLUTION, &[]).stdout, "no solution\n");
    let ruled = run(&["rate", "--trial"], &run(&["generate", "--rules", "killer", "--seed", "1"], "").stdout);
    assert!(ruled.code == Some(2) && ruled.stderr.contains("for puzzles without further rules"), "{ruled:?}");
    for wrong in [&["--max", "2.0"][..], &["--scale", "se"], &["--format", "%r"], &["--no-uniqueness"]] {
        assert_eq!(trial(PUZZLE, wrong).code, Some(2), "{wrong:?}");
    }
}

#[test]
fn all_techniques_are_listed() {
    let list = run(&["techniques"], "").stdout;
    for name in ["hidden-single", "x-wing", "unique-rectangle *", "aligned-pair-exclusion"] {
        assert!(list.contains(&format!(" {name} ")), "{name}: {list}");
    }
}
