//! What a person at a terminal sees, in terminals of several widths that `script` makes.

use std::process::Command;

use crate::{Files, PUZZLE, rows};

/// What a terminal of so many columns shows of a command, which is given so many seconds.
fn seen(columns: usize, seconds: u32, args: &[&str]) -> String {
    let args = args.join(" ");
    let line =
        format!("stty rows 40 cols {columns}; timeout -s INT {seconds} {} {args}", env!("CARGO_BIN_EXE_satdoku"));
    let output = Command::new("script").args(["-qec", &line, "/dev/null"]).stdin(std::process::Stdio::null()).output();
    String::from_utf8_lossy(&output.expect("script of util-linux").stdout).into_owned()
}

/// Whether every line fits, colours and carriage returns left out.
fn fits(text: &str, columns: usize) -> bool {
    let mut plain = String::new();
    let mut is_code = false;
    for c in text.chars().filter(|&c| c != '\r') {
        is_code = c == '\x1b' || is_code && !c.is_ascii_alphabetic();
        let ends_code = c.is_ascii_alphabetic() && plain.ends_with('\x1b');
        if c == '\x1b' {
            plain.push(c);
        } else if ends_code {
            plain.pop();
        } else if !is_code && !plain.ends_with('\x1b') {
            plain.push(c);
        }
    }
    plain.lines().all(|line| line.chars().count() <= columns)
}

#[test]
fn a_grid_is_drawn_as_wide_as_the_terminal_allows() {
    let files = Files::new();
    let large = files.write("large", rows(&".".repeat(625), "."));
    for (columns, has_frame) in [(100, true), (80, false), (40, false)] {
        let text = seen(columns, 20, &["solve", "--solver", "dlx", &large]);
        assert!(text.lines().count() >= 25 && fits(&text, columns), "{columns}: {text}");
        assert_eq!(text.contains('|'), has_frame, "{columns}: {text}");
    }
    let narrow = seen(20, 20, &["solve", "--solver", "dlx", &large]);
    let narrow = narrow.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(narrow.contains("columns, the terminal has 20"), "{narrow}");
}

#[test]
fn sentences_of_an_explanation_break_between_words() {
    let files = Files::new();
    let several = files.write("several", "12..............");
    let text = seen(30, 20, &["explain", &several]);
    assert!(text.contains("More than one solution") && fits(&text, 30), "{text}");
}

#[test]
fn a_hard_puzzle_shows_that_it_is_worked_on_and_a_pipe_does_not() {
    let files = Files::new();
    let hard = files.write("hard", rows(&".".repeat(49 * 49), "."));
    let easy = files.write("easy", PUZZLE);
    let dir = files.arg("certificate");
    let slow = ["--solver", "sat:varisat", "--encoding", "minimal", "--reduce", "none"];
    let commands: [Vec<&str>; 4] = [
        [&["solve"][..], &slow, &[&hard]].concat(),
        [&["explain"][..], &slow, &[&hard]].concat(),
        vec!["prove", &hard, "--dir", &dir],
        vec!["generate", "--order", "7", "--kind", "minimal"],
    ];
    for command in commands {
        let text = seen(80, 4, &command);
        assert!(text.contains("00:00:0"), "{command:?}: {text}");
        // A fast machine has the certificate before the signal.
        assert!(text.contains("interrupted") || text.contains("1 certificate written"), "{command:?}: {text}");
        let [first, args @ ..] = &command[..] else { unreachable!() };
        let piped = Command::new("timeout")
            .args(["-s", "INT", "2", env!("CARGO_BIN_EXE_satdoku"), first])
            .args(args)
            .output()
            .unwrap();
        assert!(!String::from_utf8_lossy(&piped.stderr).contains("00:00"), "{piped:?}");
    }
    assert!(!seen(80, 20, &["solve", &easy]).contains("00:00"));
}

/// `--quiet` keeps back the line that shows one puzzle at work, and the bar of many.
#[test]
fn quiet_shows_no_progress() {
    let files = Files::new();
    let hard = files.write("hard", rows(&".".repeat(49 * 49), "."));
    let many = files.write("many", format!("{PUZZLE}\n").repeat(40_000));
    let out = files.arg("out");
    let slow = ["--solver", "sat:varisat", "--encoding", "minimal", "--reduce", "none"];
    for command in [
        [&["solve"][..], &slow, &[&hard]].concat(),
        vec!["generate", "--order", "7", "--kind", "minimal"],
        vec!["solve", "--reduce", "none", &many, "-o", &out],
    ] {
        for (more, is_shown) in [(&[][..], true), (&["--quiet"], false)] {
            let _ = std::fs::remove_file(files.path("out.partial"));
            let text = seen(80, 3, &[&command, more].concat());
            assert_eq!(text.contains("00:00:0"), is_shown, "{command:?} {more:?}: {text}");
        }
    }
}

/// What a stranger wrote into a problem, a title or a table commands no terminal.
#[test]
fn nothing_of_a_strangers_text_commands_the_terminal() {
    let files = Files::new();
    let cell = "[{},{},{},{}]";
    let title = r#""title":"\u001b]0;OWNED\u0007\u001b[2Jx\u202ey""#;
    let drawn = files.write("drawn.json", format!("{{\"size\":4,\"grid\":[{cell},{cell},{cell},{cell}],{title}}}"));
    let cover = files.write("cover", "a\u{1b}c b\na\u{1b}c b\n");
    let table = files.write("table.csv", "name,puzzle\nx\u{1b}c\u{202e},.4.2...1.....3..\ny,.4.2...1.....3..\n");
    let rule = "\"rules\":[\"killer 3 r1c1 r1c2\"]";
    let noted =
        files.write("noted.json", format!("{{\"board\":\"2x2\",\"puzzle\":\"................\",{rule},{title}}}"));
    for (args, shown) in [
        (vec!["draw", "--to", "text", &drawn], "OWNED"),
        (vec!["draw", &noted], "OWNED"),
        (vec!["cover", &cover], "1: a\\u{1b}c b"),
        (vec!["solve", "--output", "csv", &table], "x\\u{1b}c\\u{202e}"),
        (vec!["convert", "--to", "json", &noted], "OWNED"),
        (vec!["solve", "--output", "grid", &noted], "Digits in the cage"),
    ] {
        let text = seen(120, 20, &args);
        assert!(text.contains(shown), "{args:?}: {text}");
        let styles = text.split('\u{1b}').skip(1);
        let is_style =
            |rest: &str| ["[0m", "[1m", "[2m", "[1;31m", "[1;36m"].iter().any(|style| rest.starts_with(style));
        let mut commands = styles.filter(|rest| !is_style(rest));
        assert_eq!((commands.next(), text.contains(['\u{7}', '\u{202e}'])), (None, false), "{args:?}: {text:?}");
    }
    // No command, mark or raw control character in files either, of whichever form.
    for form in ["svg", "text"] {
        let picture = crate::run(&["draw", "--to", form, &drawn], "").stdout;
        assert!(!picture.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{form}: {picture:?}");
    }
    // A pipe gets the items of a problem as they are.
    assert_eq!(crate::run(&["cover", &cover], "").stdout, "1: a\u{1b}c b\n");
}

#[test]
fn what_is_said_at_an_interruption_stands_in_a_line_of_its_own() {
    let files = Files::new();
    let hard = files.write("hard", rows(&".".repeat(49 * 49), "."));
    let text = seen(80, 2, &["solve", "--solver", "sat:varisat", "--encoding", "minimal", "--reduce", "none", &hard]);
    assert!(
        text.contains("\r\u{1b}[2Kinterrupted before the puzzle was answered") && !text.contains("\\u{1b}"),
        "{text:?}"
    );
}

#[test]
fn a_command_that_waits_for_the_keyboard_says_so() {
    let waiting = "reading from the terminal; Ctrl-D ends";
    assert!(seen(80, 1, &["solve"]).contains(waiting));
    assert!(!seen(80, 1, &["solve", "--quiet"]).contains(waiting));
    assert!(!seen(80, 20, &["solve", PUZZLE]).contains(waiting));
}

#[test]
fn messages_and_hints_break_between_words() {
    for args in [&["hint", PUZZLE][..], &["solve", "53..x...."], &["solve", "no/such/file"]] {
        for columns in [40, 60, 250] {
            let text = seen(columns, 20, args);
            assert!(text.contains(' ') && fits(&text, columns), "{columns}: {args:?}: {text}");
        }
    }
}
