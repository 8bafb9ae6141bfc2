//! `convert`, `completions`, `man` and `--verbose`.

use std::process::{Command, Stdio};

use crate::interrupt::{interrupt, wait_until};
use crate::{Files, PUZZLE, SOLUTION, batch, read, rows, run, satdoku};

const FORMATS: [&str; 15] = [
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
    "list",
    "sdk",
    "ss",
    "sdm",
    "csv",
];

#[test]
fn every_format_is_converted_to_every_other_and_back() {
    let files = Files::new();
    let lines = format!("{PUZZLE}\n{SOLUTION}\n{}\n", ".".repeat(81));
    for from in FORMATS {
        let first = run(&["convert", "--to", from], &lines);
        assert_eq!((first.code, first.stderr.as_str()), (Some(0), ""), "{from}");
        let file = files.write(from, &first.stdout);
        for to in FORMATS {
            let second = run(&["convert", &file, "--to", to], "");
            assert_eq!(second, run(&["convert", "--to", to], &lines), "{from} to {to}");
        }
    }
}

#[test]
fn the_fast_way_and_the_long_way_say_the_same() {
    let files = Files::new();
    let mut texts = vec![batch(400), format!("{PUZZLE}\n"), PUZZLE.to_owned(), format!("{PUZZLE}\n\n# x\n")];
    texts.push(format!("{PUZZLE}\n  {PUZZLE}  \r\n{PUZZLE}x\n{}\n{PUZZLE}", &PUZZLE[1..]));
    texts.push(format!("{PUZZLE}\n{}\n{}\n1......4.4.2...1\n", PUZZLE.replace('.', "0"), PUZZLE.replace('.', "*")));
    texts.push(format!("{PUZZLE}\n{}\n{PUZZLE}\n{}", ".".repeat(700_000), ".".repeat(600_000)));
    // A blank line above goes the long way from the start.
    for text in texts {
        let file = files.write("lines", &text);
        let long = files.write("long", format!("\n{text}"));
        for to in ["line", "rows", "sdm", "csv"] {
            let (fast, slow) = (run(&["convert", &file, "--to", to], ""), run(&["convert", &long, "--to", to], ""));
            assert_eq!((fast.code, &fast.stdout), (slow.code, &slow.stdout), "{to}");
            assert_eq!(fast.stderr.lines().count(), slow.stderr.lines().count(), "{to}: {}", fast.stderr);
            assert_eq!(run(&["convert", "--to", to], &text).stdout, fast.stdout, "{to}");
        }
    }
}

#[test]
fn a_puzzle_may_stand_in_a_files_place_for_every_format() {
    for to in FORMATS {
        let by_argument = run(&["convert", "--to", to, PUZZLE], "");
        let by_input = run(&["convert", "--to", to], PUZZLE);
        assert_eq!(
            (by_argument.code, &by_argument.stdout),
            (Some(0), &by_input.stdout),
            "{to}: {}",
            by_argument.stderr
        );
    }
    let absent = run(&["convert", "--to", "line", "no-such-file"], "");
    assert_eq!(
        (absent.code, absent.stderr.contains("no-such-file: cannot open")),
        (Some(2), true),
        "{}",
        absent.stderr
    );
}

#[test]
fn what_a_format_cannot_carry_is_refused_by_name_in_its_place() {
    let answer = run(&["convert", "--box", "3x2", "--to", "line"], ".".repeat(36));
    let message = "<stdin>:1: the format line cannot carry the box shape 3x2; use header, which carries every shape\n";
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(2), "invalid\n", message));
    let two = format!("{}\n{PUZZLE}\nx{}\n", ".".repeat(16), &PUZZLE[1..]);
    let answer = run(&["convert", "--to", "sdm"], &two);
    assert_eq!(answer.stdout, format!("invalid\n{}\ninvalid\n", PUZZLE.replace('.', "0")));
    assert!(
        answer.stderr.starts_with("<stdin>:1: the format sdm cannot carry a grid of side 16")
            || answer.stderr.contains("side 4")
    );
    assert!(
        answer.stderr.contains("<stdin>:3:1: expected one sign for an empty cell, found \"x\" beside \".\" at 3:3;"),
        "{}",
        answer.stderr
    );
    let answer = run(&["convert", "--to", "nonsense"], "");
    assert!(answer.code == Some(2) && answer.stderr.contains("possible values: line, rows, header"), "{answer:?}");
}

#[test]
fn verbose_tells_the_format_and_the_alphabet_and_its_rule() {
    let sixteen = format!("0F.{}", ".".repeat(253));
    let answer = run(&["convert", "--verbose", "--to", "rows"], &sixteen);
    assert!(answer.stdout.starts_with("1 16 0 0 "), "{answer:?}");
    let said = "<stdin>:1: format line, 16x16 with the digits 0-9A-F (hex: a 0 beside another sign";
    assert!(answer.stderr.starts_with(said), "{}", answer.stderr);
    let answer = run(&["-v", "solve"], rows(PUZZLE, "0"));
    assert_eq!(answer.stdout.trim_end(), SOLUTION);
    assert!(answer.stderr.starts_with("<stdin>:1: format rows\n"), "{}", answer.stderr);
    let answer = run(&["solve", "-v"], format!("{PUZZLE}\n"));
    assert!(answer.stderr.starts_with("<stdin>:1: format line\n"), "{}", answer.stderr);
    assert_eq!(run(&["solve"], format!("{PUZZLE}\n")).stderr, "");
    // Nine was named where there was no line of 81 characters.
    assert!(!run(&["solve", "-v"], "2 2\n. . . .\n").stderr.contains("nine"));
}

#[test]
fn completions_and_manual_pages_name_every_subcommand() {
    let help = run(&["help"], "").stdout;
    let words = help.lines().skip_while(|line| !line.starts_with("Commands")).skip(1);
    let commands: Vec<_> =
        words.take_while(|line| line.starts_with("  ")).filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.contains(&"convert") && commands.contains(&"man"), "{help}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = run(&["completions", shell], "");
        assert_eq!((text.code, text.stderr.as_str()), (Some(0), ""), "{shell}");
        assert!(commands.iter().all(|command| text.stdout.contains(command)), "{shell}");
    }
    assert_eq!(run(&["completions", "nonsense"], "").code, Some(2));
    let page = run(&["man"], "").stdout;
    assert!(page.contains(".TH satdoku 1") && commands.iter().all(|command| page.contains(command)), "{page}");
    let files = Files::new();
    assert_eq!(run(&["man", "--dir", &files.arg("pages")], "").code, Some(0));
    for command in commands.iter().filter(|command| **command != "help") {
        let page = read(files.path("pages").join(format!("satdoku-{command}.1")));
        assert!(page.contains(".SH EXAMPLES") || *command == "help", "{command}: {page}");
    }
}

#[test]
fn every_help_has_examples() {
    for command in
        ["solve", "count", "check", "convert", "encode", "decode", "sat", "cover", "backends", "completions", "man"]
    {
        let help = run(&[command, "--help"], "").stdout;
        assert!(help.contains("Examples:\n  ") && help.contains(&format!("satdoku {command}")), "{help}");
    }
}

#[test]
fn a_gigabyte_takes_no_more_memory_than_a_kilobyte() {
    // A tenth of it is enough to show, in less address space than that.
    let script = format!(r#"ulimit -v 60000; yes {PUZZLE} | head -c 99999984 | "$0" convert --to sdm | tail -n 1"#);
    let output =
        std::process::Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_satdoku")]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.trim_end(), PUZZLE.replace('.', "0"), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn lines_from_a_pipe_are_converted_byte_by_byte_and_the_rate_is_told() {
    // Only the way from bytes to bytes knows how much came through a pipe.
    let answer = run(&["convert", "--to", "sdm", "--stats"], format!("{PUZZLE}\n{PUZZLE}\n"));
    assert!(answer.stderr.starts_with("164 bytes in "), "{answer:?}");
}

#[test]
fn a_broken_grid_is_one_error_that_says_how_it_was_read_and_what_would_read_it() {
    let commas = rows(PUZZLE, "0").replace(' ', ",").replacen(",0\n", "\n", 1);
    let dashes = PUZZLE.replace('.', "-").replacen('5', "x", 1);
    let cases = [
        (commas.as_str(), ": expected 9 cells, found 8 (read as rows)\n"),
        (&dashes, "1:1: expected one sign for an empty cell, found \"x\" beside \"-\" at 1:3;"),
        ("nothing here\nor here\nor here\n", "1:1: no form of a grid has a part for \"n\" here"),
        (&PUZZLE[1..], "1:81: 80 cells; a 9×9 needs 81: one is missing\n"),
    ];
    for (text, message) in cases {
        let answer = run(&["convert", "--to", "rows"], text);
        assert_eq!((answer.code, answer.stderr.lines().count()), (Some(2), 1), "{}", answer.stderr);
        assert!(answer.stderr.contains(message), "{}", answer.stderr);
    }
}

#[test]
fn a_forum_list_becomes_a_table_of_its_puzzles() {
    let text = format!("0000A1 {PUZZLE} 7.2 # hard\n0000A2 {PUZZLE} 7.3\n");
    let answer = run(&["solve", "--output", "csv"], &text);
    assert_eq!(answer.stdout, format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n{PUZZLE},{SOLUTION}\n"));
}

/// Duplicates are found by `convert --canonical --to line | sort -u`.
#[test]
fn one_puzzle_written_in_different_ways_has_one_canonical_form() {
    let transposed: String = (0..81).map(|cell| PUZZLE.as_bytes()[cell % 9 * 9 + cell / 9] as char).collect();
    let renamed: String = transposed
        .chars()
        .map(|c| c.to_digit(10).map_or(c, |digit| char::from_digit(digit % 9 + 1, 10).unwrap()))
        .collect();
    let bands = [&renamed[27..54], &renamed[54..], &renamed[..27]].concat();
    let other = PUZZLE.replacen('9', ".", 1);
    let text = [PUZZLE, &transposed, &renamed, &bands, &other].map(|line| format!("{line}\n")).concat();
    let run_of = run(&["convert", "--canonical", "--to", "line"], &text);
    assert_eq!((run_of.code, run_of.stderr.as_str()), (Some(0), ""));
    let forms: Vec<&str> = run_of.stdout.lines().collect();
    assert_eq!(forms.len(), 5);
    assert!(forms[..4].iter().all(|form| *form == forms[0]) && forms[4] != forms[0], "{forms:?}");
    assert_eq!(run(&["count"], forms[0]).stdout, "1\n");
    assert_eq!(run(&["convert", "--canonical", "--to", "line"], forms[0]).stdout.trim_end(), forms[0]);
    // A board with too many moves is refused by name, and what is no puzzle is told as ever.
    let tall = run(&["convert", "--canonical", "--to", "header", "--box", "7x2"], ".".repeat(196));
    assert_eq!((tall.code, tall.stdout.as_str()), (Some(2), "invalid\n"));
    assert!(tall.stderr.starts_with("<stdin>:1: no canonical form on the board 7x2"), "{}", tall.stderr);
}

/// What a compressed file says.
fn unpacked(program: &str, file: &str) -> String {
    String::from_utf8(Command::new(program).args(["-dc", file]).output().unwrap().stdout).unwrap()
}

/// Byte by byte and over grids alike: a canonical form, or a blank line above, takes the road over grids.
#[test]
fn a_file_gets_what_standard_output_would_in_the_form_of_its_name() {
    let files = Files::new();
    let text = batch(200);
    for input in [files.write("fast", &text), files.write("slow", format!("\n{text}"))] {
        for (name, to) in [
            ("out.csv", "csv"),
            ("out.sdm", "sdm"),
            ("OUT.JSON", "json"),
            ("out.jsonl", "json"),
            ("out.sdk", "sdk"),
            ("out.ss", "ss"),
            ("out.dzn", "minizinc"),
        ] {
            let printed = run(&["convert", &input, "--to", to], "");
            let out = files.write(name, "older\n");
            let written = run(&["convert", &input, "-o", &out], "");
            assert_eq!((written.code, written.stdout.as_str()), (printed.code, ""), "{name}");
            assert_eq!((written.stderr, read(&out)), (printed.stderr.clone(), printed.stdout.clone()), "{name}");
            let packed = files.arg(&format!("{name}.gz"));
            assert_eq!(run(&["convert", &input, "-o", &packed], "").code, printed.code, "{name}");
            assert_eq!(unpacked("gzip", &packed), printed.stdout, "{name}");
            // What is asked for counts more than the name.
            assert_eq!(run(&["convert", &input, "-o", &out, "--to", "line"], "").code, printed.code, "{name}");
            assert_eq!(read(&out), run(&["convert", &input, "--to", "line"], "").stdout, "{name}");
        }
        let printed = run(&["convert", &input, "--to", "sdm"], "").stdout;
        assert_eq!(run(&["convert", &input, "--to", "sdm", "-o", "-"], "").stdout, printed);
        let packed = files.arg("out.sdm.zst");
        assert_eq!(run(&["convert", &input, "-o", &packed], "").code, Some(2));
        assert_eq!(run(&["convert", &packed, "--to", "sdm"], "").stdout.lines().count(), 200);
        // The name tells nothing.
        let refused = run(&["convert", &input, "-o", &files.arg("out.txt")], "");
        assert!(refused.code == Some(2) && refused.stderr.contains("out.txt: expected --to FORMAT"), "{refused:?}");
        assert!(!files.path("out.txt").exists());
    }
}

#[test]
fn the_summary_counts_what_was_converted() {
    let files = Files::new();
    let text = format!("{PUZZLE}\n{SOLUTION}\n{PUZZLE}x\n");
    for (input, more) in [(&text, &[][..]), (&text, &["--canonical"]), (&format!("\n{text}"), &[])] {
        let file = files.write("file", input);
        for out in [&["--to", "sdm"][..], &["-o", &files.arg("out.sdm")]] {
            let run = run(&[&["convert", &file, "--summary"], more, out].concat(), "");
            assert!(run.stderr.contains("3 puzzles: 2 converted, 1 invalid; "), "{more:?} {run:?}");
        }
    }
}

#[test]
fn convert_destroys_no_input_and_leaves_nothing_where_it_fails() {
    let files = Files::new();
    let text = batch(100);
    for text in [text.clone(), format!("\n{text}")] {
        let input = files.write("in.sdm", &text);
        std::fs::hard_link(&input, files.path("hard.sdm")).unwrap();
        for out in [input.clone(), files.arg("hard.sdm")] {
            let refused = run(&["convert", &input, "-o", &out], "");
            assert!(refused.code == Some(2) && refused.stderr.contains("expected another file than"), "{refused:?}");
            let mut from_stdin = satdoku(&["convert", "-o", &out]);
            from_stdin.stdin(std::fs::File::open(&input).unwrap()).stderr(Stdio::null());
            assert_eq!(from_stdin.status().unwrap().code(), Some(2));
            assert_eq!(read(&input), text);
        }
        let mut endless = satdoku(&["convert", &input, "--to", "line"]);
        endless.stdout(std::fs::OpenOptions::new().append(true).open(&input).unwrap()).stderr(Stdio::null());
        assert_eq!((endless.status().unwrap().code(), read(&input)), (Some(2), text));
        let out = files.write("out.csv", "older\n");
        assert_eq!(run(&["convert", &files.arg("missing"), "-o", &out], "").code, Some(2));
        assert_eq!(read(&out), "older\n");
        std::fs::remove_file(files.path("hard.sdm")).unwrap();
    }
}

/// A pipe that stays open keeps it waiting in the midst of the input.
#[test]
fn an_interrupted_conversion_leaves_nothing_at_its_target() {
    use std::io::Write;
    for (first, name) in [("", "out.sdm"), ("\n", "out.sdm"), ("", "out.sdm.gz")] {
        let files = Files::new();
        let out = files.write(name, "older\n");
        let mut command = satdoku(&["convert", "-o", &out]);
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(format!("{first}{}", format!("{PUZZLE}\n").repeat(2000)).as_bytes()).unwrap();
        let count = || std::fs::read_dir(files.0.path()).unwrap().count();
        wait_until("the file is begun", || count() == 2);
        std::thread::sleep(std::time::Duration::from_millis(200));
        assert!(interrupt(&child, "INT"));
        let ended = child.wait_with_output().unwrap();
        drop(pipe);
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(130), "{said}");
        assert!(said.contains("interrupted after "), "{said}");
        assert_eq!((count(), read(&out).as_str()), (1, "older\n"), "{said}");
    }
}

/// A line `invalid` is no JSON.
#[test]
fn among_objects_what_cannot_be_read_is_an_object() {
    let answer = run(&["convert", "--to", "json"], format!("{PUZZLE}\n53x\n{PUZZLE}\n"));
    let objects: Vec<serde_json::Value> =
        answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((answer.code, objects.len()), (Some(2), 3));
    assert_eq!((&objects[1]["number"], &objects[1]["verdict"]), (&2.into(), &"invalid".into()));
    assert_eq!((&objects[1]["error"]["line"], &objects[1]["error"]["column"]), (&2.into(), &3.into()));
    assert_eq!(objects[2]["puzzle"], PUZZLE);
}

/// The formats of other programs find a part of any text, and what is read of an object by another format is a part of it.
#[test]
fn no_format_is_named_that_would_read_a_part_of_the_text() {
    for text in
        ["1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 5\n", r#"{"puzzle":"................","rules":["kiler 3 r1c1 r1c2"]}"#]
    {
        let answer = run(&["solve"], text);
        assert_eq!(answer.code, Some(2));
        assert!(!answer.stderr.contains("would read it"), "{}", answer.stderr);
    }
}

/// What comes with a puzzle goes through our own objects, and what an object does not carry is named.
#[test]
fn objects_carry_titles_authors_and_rules_in_words() {
    let words = r#""title":"A \"b\" é","author":"C","ruleset":"Normal rules.\nAnd\\or more.""#;
    let object = format!(r#"{{"board":"2x2","puzzle":".4.2...1.....3..",{words}}}"#);
    let there = run(&["convert", "--to", "sudokupad"], &object);
    assert_eq!((there.code, there.stderr.as_str()), (Some(0), ""));
    let back = run(&["convert", "--to", "json"], &there.stdout);
    assert_eq!((back.code, back.stdout), (Some(0), format!("{object}\n")));
    let again = run(&["convert", "--to", "json"], &object);
    assert_eq!((again.stdout, again.stderr.as_str()), (format!("{object}\n"), ""));

    let line = run(&["convert", "--to", "line"], &object);
    assert_eq!(line.stdout, ".4.2...1.....3..\n");
    assert_eq!(line.stderr, "<stdin>:1: left out: the title; the author; the rules in words\n");
    let drawn = run(&["draw", "--to", "text"], &object).stdout;
    assert!(drawn.contains("A \"b\" é, by C") && drawn.contains("And\\or more."), "{drawn}");

    // A number is no title, and a wrong escape stays as it stands.
    let odd = r#"{"puzzle":".4.2...1.....3..","title":5,"author":null,"ruleset":"a\qb"}"#;
    let read = run(&["convert", "--to", "json"], odd).stdout;
    assert_eq!(read, "{\"board\":\"2x2\",\"puzzle\":\".4.2...1.....3..\",\"ruleset\":\"a\\\\qb\"}\n");

    // A solution stored by another program is kept, and checks compare answers with it.
    let grid = r#""grid":[[{},{"value":4,"given":true},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]"#;
    for (solution, expected) in [
        ("1,4,3,2,3,2,4,1,4,1,2,3,2,3,1,4", r#","solution":"1432324141232314"}"#),
        ("1,4,3,2,3,2,4,1,4,1,2,3,2,3,1,null", r#"......"}"#),
    ] {
        let answer = run(&["convert", "--to", "json"], format!(r#"{{"size":4,{grid},"solution":[{solution}]}}"#));
        assert!(answer.stdout.trim_end().ends_with(expected), "{answer:?}");
        assert_eq!(answer.stderr.contains("left out: the solution"), solution.contains("null"), "{answer:?}");
    }
}

/// A setter's title, author, words and the proved solution are written where the format has a place for them.
#[test]
fn a_setter_publishes_with_title_words_and_solution() {
    let puzzle = "2 2\nwhispers 2 r1c1 r1c2\n1 3 . .\n. . 1 .\n2 . . .\n. . . 2\n";
    let notes = ["--title", "Four", "--author", "A. Setter", "--solution", "--no-link"];
    for format in ["fpuzzles", "sudokupad"] {
        let there = run(&[&["convert", "--to", format], &notes[..]].concat(), puzzle);
        assert_eq!((there.code, there.stderr.as_str()), (Some(0), ""), "{there:?}");
        for said in ["\"title\":\"Four\"", "\"author\":\"A. Setter\"", "\"solution\":"] {
            assert!(there.stdout.contains(said), "{said}: {there:?}");
        }
        let back = run(&["convert", "--to", "header"], &there.stdout);
        assert!(back.stdout.starts_with("2 2\ntitle Four\nauthor A. Setter\nwhispers 2 r1c1 r1c2\n1 3 "), "{back:?}");
        assert_eq!(run(&["check", "--unique"], &there.stdout).code, Some(0));
    }
    let about = run(&["convert", "--to", "header", "--about", "One.\nTwo."], puzzle);
    assert!(about.stdout.contains("\nabout One.\nabout Two.\n"), "{about:?}");
    let german = run(&["convert", "--to", "sudokupad", "--no-link", "--language", "german"], puzzle);
    assert!(german.stdout.contains("Auf der grünen Linie"), "{german:?}");

    let open = "2 2\nwhispers 2 r1c1 r1c2\n1 3 . .\n. . . .\n. . . .\n. . . .\n";
    let several = run(&["convert", "--to", "fpuzzles", "--solution", "--no-link"], open);
    assert_eq!(several.code, Some(1));
    assert_eq!(several.stderr, "<stdin>:1: no solution is written: there are several\n");
    assert!(several.stdout.contains("\"whispers\"") && !several.stdout.contains("solution"), "{several:?}");
    for (args, message) in [
        (
            &["--to", "iss", "--title", "T"][..],
            "--title: for the formats header, json, fpuzzles and sudokupad, not for iss",
        ),
        (&["--to", "header", "--solution"], "--solution: for the formats json, fpuzzles and sudokupad, not for header"),
    ] {
        let refused = run(&[&["convert"], args].concat(), puzzle);
        assert!(refused.code == Some(2) && refused.stderr.contains(message), "{refused:?}");
    }
}

/// Rules that a format has no key for are counted by their keyword.
#[test]
fn losses_are_named_once_a_puzzle_by_rule() {
    let lines = "less r1c1 r1c2\nless r1c3 r1c4\nless r2c1 r2c2\nrellik 5 r3c1 r3c2\n";
    let puzzle = format!("2 2\n{lines}{}", ". . . .\n".repeat(4));
    let written = run(&["convert", "--to", "fpuzzles", "--lossy", "--no-link"], &puzzle);
    let left_out =
        "<stdin>:1: left out: 3 rules less, the first: the rule less r1c1 r1c2; the rule rellik 5 r3c1 r3c2\n";
    assert_eq!((written.code, written.stderr.as_str()), (Some(0), left_out));
}
