//! What one subcommand prints, every other reads: as the same puzzle, or it is refused by name.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::{Files, PUZZLE, SOLUTION, run};

/// Boards by name, in the words of `--box`.
const BOARDS: [(&str, &str); 6] = [
    ("2x3", "2x3"),
    ("3x2", "3x2"),
    ("3x3", "3x3"),
    ("diagonals", "3x3+diagonals"),
    ("regions", "regions:1112211322333254435544455"),
    ("unit", "2x2+unit:r1c1,r2c2,r3c4,r4c3"),
];

/// Puzzles of side 16 in other characters, each made of a solved grid with holes.
const ALPHABETS: [&str; 4] = ["numerals", "hex", "letters", "pairs"];

/// What every subcommand that reads puzzles makes of an input: what tells the puzzle, which must be that of its header.
const READERS: [&[&str]; 7] = [
    &["convert", "--to", "header"],
    &["solve", "--output", "json"],
    &["count", "--limit", "2", "--output", "json"],
    &["check", "--output", "json"],
    // The test asks only which puzzle these commands read, not for their answers.
    &["candidates", "--output", "json", "--time-limit", "0"],
    &["explain", "--output", "json", "--time-limit", "0"],
    &["encode", "--encoding", "reduced"],
];

/// What prints boards, and which grid of the puzzle: its clues or its solution.
const PRINTERS: [(&[&str], bool); 17] = [
    (&["solve", "--alphabet", "numerals", "--output", "line"], true),
    (&["solve", "--alphabet", "hex", "--output", "line"], true),
    (&["solve", "--alphabet", "letters", "--output", "line"], true),
    (&["solve", "--alphabet", "pairs", "--output", "line"], true),
    (&["solve", "--output", "json"], false),
    (&["solve", "--output", "csv"], false),
    (&["solve", "--output", "grid"], true),
    (&["solve", "--output", "rows"], true),
    (&["solve", "--output", "line"], true),
    (&["count", "--limit", "2", "--output", "json"], false),
    (&["count", "--limit", "2", "--output", "csv"], false),
    (&["check", "--output", "json"], false),
    (&["check", "--unique", "--output", "csv"], false),
    (&["candidates", "--output", "json", "--time-limit", "50ms"], false),
    (&["explain", "--output", "json", "--time-limit", "50ms"], false),
    (&["solve", "--limit", "2", "--output", "json"], false),
    (&["solve", "--unique", "--output", "json"], false),
];

const FORMATS: [&str; 14] = [
    "line",
    "rows",
    "header",
    "order",
    "semicolon",
    "ascii",
    "minizinc",
    "chars",
    "grid",
    "json",
    "sdk",
    "ss",
    "sdm",
    "csv",
];

/// A puzzle with its solution, both in the form that carries everything.
struct Case {
    name: String,
    puzzle: String,
    solution: String,
    /// Whether a text of digits alone is read on its board.
    is_usual: bool,
}

/// A JSON object of a board and a puzzle as a header.
fn header(object: &Value, key: &str) -> String {
    let object = serde_json::json!({ "board": object["board"], "puzzle": object[key] });
    let run = run(&["convert", "--to", "header"], object.to_string());
    assert_eq!(run.code, Some(0), "{object}: {}", run.stderr);
    run.stdout
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut generate = |name: &str, board: &str, more: &[&str]| {
        let made = run(&[&["generate", "--box", board, "--output", "json", "--seed", "5"], more].concat(), "");
        assert_eq!(made.code, Some(0), "{board}: {}", made.stderr);
        let object: Value = serde_json::from_str(&made.stdout).unwrap();
        let (puzzle, solution) = (header(&object, "puzzle"), header(&object, "solution"));
        let is_usual = run(&["convert", "--to", "rows"], &puzzle).code == Some(0);
        cases.push(Case { name: name.to_owned(), puzzle, solution, is_usual });
    };
    for (name, board) in BOARDS {
        generate(name, board, &[]);
    }
    generate("sixteen", "4x4", &["--kind", "holes", "--share", "80"]);
    generate("order six", "6x6", &["--kind", "holes", "--share", "95"]);
    cases
}

/// What a reader says of a text, where it reads it, without what differs by name or time.
fn told(reader: &[&str], text: &str) -> Result<String, String> {
    let found = run(reader, text);
    if found.code == Some(2) {
        return Err(found.stderr);
    }
    let Ok(object) = serde_json::from_str::<Value>(found.stdout.trim()) else { return Ok(found.stdout) };
    Ok(format!("{} {}", object["board"], object["puzzle"]))
}

#[test]
fn whatever_is_printed_is_read_as_the_same_puzzle_or_refused_by_name() {
    let (mut pairs, mut refused) = (0, 0);
    let mut seen: BTreeMap<(String, usize), Result<String, String>> = BTreeMap::new();
    let mut hold = |printed: &str, expected: &str, what: &str| {
        for (at, reader) in READERS.iter().enumerate() {
            let mut ask = |text: &str| {
                let key = (text.to_owned(), at);
                seen.entry(key).or_insert_with(|| told(reader, text)).clone()
            };
            pairs += 1;
            let expected = ask(expected).unwrap();
            match ask(printed) {
                Ok(found) => assert_eq!(found, expected, "{what} | {}\n{printed}", reader.join(" ")),
                Err(message) => {
                    refused += 1;
                    assert!(message.contains(": "), "{what} | {}: {message}", reader.join(" "));
                }
            }
        }
    };
    for case in cases() {
        for format in FORMATS {
            let written = run(&["convert", "--to", format], &case.puzzle);
            if written.code != Some(0) {
                assert!(written.stderr.contains("cannot carry"), "{}: {format}: {}", case.name, written.stderr);
                continue;
            }
            hold(&written.stdout, &case.puzzle, &format!("{}: convert --to {format}", case.name));
        }
        for (printer, is_solution) in PRINTERS {
            let form = printer.last().copied().unwrap_or_default();
            // Lines and rows are digits alone; whoever asks for them gets no board.
            if matches!(form, "line" | "rows") && !case.is_usual {
                continue;
            }
            if printer.contains(&"--alphabet") && case.name != "sixteen" {
                continue;
            }
            let written = run(printer, &case.puzzle);
            assert!(matches!(written.code, Some(0 | 1 | 3)), "{}: {printer:?}: {}", case.name, written.stderr);
            let expected = if is_solution { &case.solution } else { &case.puzzle };
            let expected = if written.stdout.contains("several") { &case.puzzle } else { expected };
            if is_solution && case.name != "order six" && run(&["check", "--unique"], &case.puzzle).code != Some(0) {
                continue;
            }
            hold(&written.stdout, expected, &format!("{}: {}", case.name, printer.join(" ")));
        }
    }
    println!("{pairs} pairs, {refused} of them refused by name");
    assert!(pairs > 700 && refused < pairs / 20, "{pairs} pairs, {refused} refused");
}

/// Each line of every command's JSON is read as the puzzle that it tells.
#[test]
fn the_objects_of_every_command_are_read_again() {
    const COMMANDS: [&[&str]; 18] = [
        &["solve", "--unique"],
        &["solve", "--limit", "2"],
        &["count"],
        &["count", "--estimate=10ms"],
        &["check", "--unique"],
        &["candidates"],
        &["candidates", "--counts"],
        &["explain"],
        &["explain", "--counts"],
        &["rate"],
        &["rate", "--trial"],
        &["rate", "--backdoor"],
        &["rate", "--width"],
        &["path"],
        &["hint"],
        &["sample", "--seed", "1"],
        &["solve", "--stats"],
        &["convert", "--to", "json"],
    ];
    let cells = "0 4 0 2\n0 0 0 1\n0 0 0 0\n0 3 0 0\n";
    let puzzles = [
        ".4.2...1.....3..".to_owned(),
        "1...............".to_owned(),
        format!("4 4\n{}", "0 ".repeat(256)),
        "11..............".to_owned(),
        "123....4........".to_owned(),
        format!("2 2\nless r1c1 r1c2\nless r1c1 r1c4\n{cells}"),
        format!("2 2\nless r1c4 r1c1\n{cells}"),
        format!("2 2\nless r1c2 r1c4\n{cells}"),
        format!("2 2\nkiller 5 r1c1 r2c2\n{}", "0 0 0 0\n".repeat(4)),
    ];
    let mut objects = 0;
    for puzzle in &puzzles {
        let puzzle = &format!("{}\n", puzzle.trim());
        let header = run(&["convert", "--to", "header"], puzzle).stdout;
        for command in COMMANDS {
            let output = if command[0] == "convert" { &[][..] } else { &["--output", "json", "--time-limit", "1s"] };
            let answer = run(&[command, output].concat(), puzzle);
            // What is no question for a puzzle with rules is refused by name.
            for object in answer.stdout.lines() {
                let again = run(&["convert", "--to", "header"], object);
                assert_eq!((again.code, &again.stdout), (Some(0), &header), "{command:?}: {object}\n{}", again.stderr);
                objects += 1;
            }
        }
    }
    assert!(objects > 120, "{objects}");
}

#[test]
fn what_generate_prints_is_read_back_on_its_board() {
    for (board, output) in [
        ("3x2", "json"),
        ("3x2", "csv"),
        ("3x2", "grid"),
        ("3x3+diagonals", "json"),
        ("3x3+diagonals", "csv"),
        ("2x2+unit:r1c1,r2c2,r3c4,r4c3", "json"),
        ("2x2+unit:r1c1,r2c2,r3c4,r4c3", "csv"),
        ("regions:1112211322333254435544455", "json"),
        ("regions:1112211322333254435544455", "csv"),
        ("3x3", "line"),
    ] {
        let made = run(&["generate", "--box", board, "--count", "20", "--output", output], "");
        if made.code != Some(0) {
            assert!(output == "csv" && made.stderr.contains("cannot carry"), "{board} {output}: {}", made.stderr);
            continue;
        }
        let made = made.stdout;
        let checked = run(&["check", "--unique"], &made);
        let word = if matches!(output, "json" | "csv") { "verified unique\n" } else { "valid unique\n" };
        assert_eq!((checked.code, checked.stdout), (Some(0), word.repeat(20)), "{board} {output}\n{made}");
    }
    // A puzzle without a solution has an empty field.
    let none = run(&["generate", "--box", "2x2", "--kind", "none", "--output", "csv"], "").stdout;
    let (names, row) = none.split_once('\n').unwrap();
    assert_eq!((names, row.ends_with(",\n")), ("puzzle,solution", true), "{none}");
}

#[test]
fn every_alphabet_is_answered_in_its_own_characters() {
    let numerals = run(&["generate", "--order", "4", "--kind", "holes", "--share", "75"], "").stdout;
    let solved = run(&["solve"], &numerals).stdout;
    for alphabet in ALPHABETS {
        let in_it = run(&["solve", "--alphabet", alphabet], &numerals).stdout;
        // The clues of the question stand in the answer.
        let width = if alphabet == "pairs" { 2 } else { 1 };
        let cells: Vec<&str> = (0..256).map(|at| &in_it[at * width..][..width]).collect();
        let holes = |(at, clue): (usize, char)| if clue == '.' { ".".repeat(width) } else { cells[at].to_owned() };
        let question: String = numerals.trim().chars().enumerate().map(holes).collect();
        for command in [&["solve"][..], &["solve", "--solver", "dlx"]] {
            let answer = run(command, &question);
            assert_eq!(answer.code, Some(0), "{alphabet}: {}", answer.stderr);
            let kept =
                question.trim().bytes().zip(answer.stdout.bytes()).all(|(clue, digit)| clue == b'.' || clue == digit);
            assert!(kept, "{alphabet}\n{question}\n{}", answer.stdout);
        }
        let lower = run(&["solve"], question.to_lowercase()).stdout;
        assert_eq!(lower, run(&["solve"], &question).stdout.to_lowercase(), "{alphabet}");
        // Written into rows or a drawing, its clues were answered in other characters.
        if width == 1 {
            let rows: Vec<&str> = (0..16).map(|row| &question[16 * row..][..16]).collect();
            let spaced = |row: &&str| row.split("").filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" ");
            let words: Vec<String> = rows.iter().map(spaced).collect();
            let barred = |row: &&str| [&row[..4], &row[4..8], &row[8..12], &row[12..]].join("|");
            let bands: Vec<String> =
                rows.chunks(4).map(|band| band.iter().map(barred).collect::<Vec<_>>().join("\n")).collect();
            for text in [words.join("\n"), bands.join(&format!("\n{}\n", "-".repeat(19)))] {
                assert_eq!(
                    run(&["solve", "-"], format!("{text}\n")).stdout,
                    run(&["solve"], &question).stdout,
                    "{text}"
                );
            }
        }
        let line = run(&["convert", "--to", "line", "--alphabet", alphabet], &numerals);
        let back = run(&["convert", "--to", "line"], &line.stdout);
        assert_eq!((line.code, back.stdout.as_str()), (Some(0), numerals.as_str()), "{alphabet}: {}", line.stderr);
        let table = run(&["solve", "--output", "csv"], format!("id,puzzle\n1,{question}\n")).stdout;
        assert!(table.trim_end().ends_with(run(&["solve"], &question).stdout.trim_end()), "{alphabet}: {table}");
        assert_eq!(run(&["solve", "--alphabet", "numerals"], &question).stdout.len(), solved.len(), "{alphabet}");
    }
    // A 9×9 grid has the same digits in each; a side that letters do not reach is refused.
    assert_eq!(run(&["solve", "--alphabet", "letters"], PUZZLE).stdout.trim_end(), SOLUTION);
    let large =
        run(&["convert", "--to", "header"], format!("{{\"board\":\"5x6\",\"puzzle\":\"{}\"}}", ".".repeat(900))).stdout;
    let refused = run(&["solve", "--alphabet", "letters", "--output", "line"], large);
    assert!(
        refused.code == Some(2) && refused.stderr.contains("no digits for a grid of side 30"),
        "{}",
        refused.stderr
    );
}

#[test]
fn unknown_keys_are_errors_that_name_them_unless_they_are_to_be_passed_over() {
    let object = format!("{{\"name\":\"mine\",\"puzzle\":\"{PUZZLE}\",\"cages\":[]}}\n");
    let refused = run(&["solve"], &object);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), "invalid\n"));
    assert!(refused.stderr.contains("found the key \"cages\"; --lenient passes over it"), "{}", refused.stderr);
    let of_another = "{\"size\":1,\"grid\":[[{}]],\"foo\":[5]}\n";
    let refused = run(&["solve"], of_another);
    assert!(refused.stderr.ends_with("foo: no rule says this: foo; --lenient passes over it\n"), "{}", refused.stderr);
    assert_eq!(run(&["solve", "--lenient"], of_another).code, Some(0));
    let lenient = run(&["solve", "--lenient"], &object);
    assert_eq!((lenient.code, lenient.stdout.trim_end()), (Some(0), SOLUTION));
    assert!(lenient.stderr.contains("the key \"cages\": passed over"), "{}", lenient.stderr);
}

#[test]
fn the_same_words_stand_in_all_answers() {
    let files = Files::new();
    let puzzles = files.write("puzzles", format!("{PUZZLE}\n"));
    for command in [&["solve"][..], &["count"], &["check"], &["candidates"], &["explain"], &["solve", "--all"]] {
        let answer = run(&[command, &["--output", "json", &puzzles]].concat(), "");
        let object: Value = serde_json::from_str(&answer.stdout).unwrap();
        let told = (&object["number"], &object["board"], &object["puzzle"]);
        assert_eq!(told, (&1.into(), &"3x3".into(), &PUZZLE.into()), "{command:?}");
    }
    let stats = run(&["solve", "--stats", "--output", "json", "--solver", "sat:varisat", &puzzles], "").stdout;
    let object: Value = serde_json::from_str(&stats).unwrap();
    for part in ["reduce", "encode", "solve", "decode"] {
        assert!(object["stats"][format!("{part}_seconds")].is_number(), "{object}");
    }
}
