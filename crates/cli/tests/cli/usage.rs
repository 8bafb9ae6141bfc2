//! The command line as hands expect it: arguments, refusals, the words of errors, exit statuses, manual pages.

use std::process::Stdio;
use std::time::Duration;

use crate::{Files, NO_SOLUTION, PUZZLE, Run, SOLUTION, THREE_SOLUTIONS, run, satdoku};

/// What `solve --encoding minimal` printed was not made by clauses, and nothing said so.
#[test]
fn an_option_that_the_solver_ignores_is_refused_by_name() {
    for option in
        [&["--encoding", "minimal"][..], &["--at-most-one", "product"], &["--seed", "7"], &["--set", "phase=0"]]
    {
        let name = option[0];
        for command in ["solve", "count", "check", "candidates", "explain"] {
            for (solver, why) in [
                ("auto", "auto may choose a solver that ignores it"),
                ("dlx", "dlx ignores it"),
                ("nine", "nine ignores it"),
                ("mrv", "mrv ignores it"),
            ] {
                let answer = run(&[&[command, "--solver", solver][..], option].concat(), PUZZLE);
                let message = format!("error: {name}: {why}; add --solver sat, or another SAT solver\n");
                assert_eq!((answer.code, answer.stderr), (Some(2), message), "{command} {solver}");
            }
        }
        if name != "--set" {
            let answer = run(&[&["solve", "--solver", "sat"][..], option].concat(), PUZZLE);
            assert_eq!((answer.code, answer.stdout), (Some(0), format!("{SOLUTION}\n")), "{name}: {}", answer.stderr);
        }
    }
    assert_eq!(run(&["solve", "--solver", "local", "--seed", "3"], PUZZLE).code, Some(0));
}

/// What ends each subcommand: wrong arguments, a file that cannot be opened, wishes that cannot be met begin with `error: `,
/// what is wrong at a place of an input with that place. Once only the messages of the argument parser were recognisable.
#[test]
fn fatal_errors_begin_alike_in_all_subcommands() {
    let files = Files::new();
    let (bad, none, dir) = (files.write("bad.txt", "53x\n"), files.arg("none"), files.arg("dir"));
    let cnf = files.write("bad.cnf", "x\n");
    let place = |file: &str, line: u32| format!("{file}:{line}:");
    let message = || "error: ".to_owned();
    let mut cases: Vec<(Vec<&str>, String)> = vec![
        (vec!["solve", "--seed", "1", PUZZLE], message()),
        (vec!["solve", "--resume", "--out", "/dev/null/x", PUZZLE], message()),
        (vec!["convert", "--to", "rows", "--alphabet", "hex", PUZZLE], message()),
        (vec!["convert", "--to", "line", &none], message()),
        (vec!["convert", "--to", "line", &bad], place(&bad, 1)),
        (vec!["encode", "--order", "2", "-o", "/dev/null/x"], message()),
        (vec!["draw", "-o", "picture.gif", PUZZLE], message()),
        (vec!["decode", "--box", "2x2", &none], message()),
        (vec!["decode", "--box", "2x2", "--cnf", &cnf, &none], place(&cnf, 1)),
        (vec!["ask", "solve", "--time-limit", "soon"], message()),
        (vec!["sat", &none], message()),
        (vec!["sat", &none, &none], message()),
        (vec!["sat", &cnf], place(&cnf, 1)),
        (vec!["cover", &none], message()),
        (vec!["cover", "--sudoku", &none], message()),
        (vec!["cover", "--sudoku", &bad], place(&bad, 1)),
        (vec!["generate", "--pattern", &none], message()),
        (vec!["generate", "--pattern", &bad], place(&bad, 1)),
        (vec!["generate", "--clues", "100"], message()),
        // It searched for minutes.
        (vec!["generate", "--clues", "7"], message()),
        (vec!["verify", &none], message()),
        (vec!["completions", "none"], message()),
        (vec!["backends", "none"], message()),
        (vec!["rules", "none"], message()),
        (vec!["techniques", "none"], message()),
        (vec!["man", "none"], message()),
        (vec!["serve", "--port", "none"], message()),
        (vec!["connect", "--port", "none"], message()),
        (vec!["page"], message()),
        (vec!["race", "--out", &dir], message()),
    ];
    for command in
        ["solve", "count", "sample", "check", "explain", "candidates", "hint", "path", "rate", "encode", "draw"]
    {
        cases.extend([(vec![command, &none], message()), (vec![command, &bad], place(&bad, 1))]);
    }
    if cfg!(feature = "pictures") {
        cases.push((vec!["book", &none, "-o", "a.pdf"], message()));
    }
    cases.push((vec!["prove", "--dir", &dir, &none], message()));
    cases.push((vec!["prove", "--dir", &dir, &bad], place(&bad, 1)));
    if cfg!(feature = "race") {
        cases.push((vec!["run-one", &none], message()));
        cases.push((vec!["race", "--out", &dir, &none], message()));
        cases.push((vec!["race", "--out", &dir, &bad], place(&bad, 1)));
    }
    for (args, beginning) in &cases {
        let answer = run(args, "");
        assert_eq!(answer.code, Some(2), "{args:?}: {answer:?}");
        assert!(answer.stderr.starts_with(beginning.as_str()), "{args:?}: {beginning}: {}", answer.stderr);
    }
    for command in subcommands() {
        let has_case = cases.iter().any(|(args, _)| args[0] == command);
        assert!(has_case, "{command}");
    }
    // In red where colours are asked for, as the argument parser's.
    let red = run(&["sat", "--color", "always", &none], "").stderr;
    assert!(red.starts_with("\x1b[1;31merror:\x1b[0m "), "{red}");
}

/// Files that are no text with puzzles are told by their first bytes, and a byte-order mark is none of a formula's.
#[test]
fn what_is_no_puzzle_is_told_with_the_way_to_one() {
    let files = Files::new();
    for (name, bytes, told) in [
        ("a.parquet", &b"PAR1\x15\x04"[..], "a Parquet file"),
        ("a.bz2", b"BZh91AY&SY", "a file packed by bzip2, which is not read: unpack it"),
        ("a.xlsx", b"PK\x03\x04\x14", "a workbook or a zip archive"),
        ("a.pdf", b"%PDF-1.7\n", "a PDF"),
        ("a.png", b"\x89PNG\r\n\x1a\n", "a picture"),
        ("a.cnf", b"c a formula\np cnf 1 1\n1 0\n", "a formula in DIMACS: `satdoku sat` solves it"),
        ("b.cnf", b"\xef\xbb\xbfp cnf 1 1\n1 0\n", "a formula in DIMACS: `satdoku sat` solves it"),
    ] {
        let file = files.write(name, bytes);
        for command in ["solve", "count", "check", "draw", "hint"] {
            let answer = run(&[command, &file], "");
            let expected = format!("error: {file}: expected puzzles, found {told}");
            assert!(answer.code == Some(2) && answer.stderr.starts_with(&expected), "{command} {name}: {answer:?}");
        }
    }
    let answer = run(&["sat"], "\u{feff}p cnf 1 1\n1 0\n");
    assert_eq!(answer.code, Some(10), "{answer:?}");
}

/// The names of the subcommands that help lists.
pub(crate) fn subcommands() -> Vec<String> {
    let help = run(&["--help"], "").stdout;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    lines
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// `satdoku 53..7…` and `satdoku FILE` said only that there is no such subcommand.
#[test]
fn a_puzzle_without_a_subcommand_is_answered_with_the_one_that_solves_it() {
    let files = Files::new();
    let file = files.write("puzzle.txt", PUZZLE);
    for typed in [PUZZLE, &file] {
        let answer = run(&[typed], "");
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{typed}");
        assert!(answer.stderr.contains(&format!("to solve it: satdoku solve {typed}\n")), "{}", answer.stderr);
    }
    assert!(!run(&["frobnicate"], "").stderr.contains("to solve it"));
}

#[test]
fn the_page_of_one_subcommand_is_printed() {
    let files = Files::new();
    let dir = files.arg("man");
    assert_eq!(run(&["man", "--dir", &dir], "").code, Some(0));
    for command in subcommands() {
        let page = run(&["man", &command], "");
        assert_eq!(page.stdout, crate::read(format!("{dir}/satdoku-{command}.1")), "{command}: {}", page.stderr);
    }
}

/// `satdoku solve 53..7…`, as users of other solvers type it, said only that there is no such file.
#[test]
fn a_puzzle_may_stand_in_the_place_of_a_file() {
    assert_eq!(run(&["solve", PUZZLE], "").stdout, format!("{SOLUTION}\n"));
    assert_eq!(run(&["count", THREE_SOLUTIONS], "").stdout, "3\n");
    assert_eq!(run(&["check", "--unique", PUZZLE], "").code, Some(0));
    assert!(run(&["encode", PUZZLE], "").stdout.starts_with("p cnf 729 3270\n"));
    let both = run(&["solve", PUZZLE, "-"], format!("{NO_SOLUTION}\n"));
    assert_eq!((both.code, both.stdout), (Some(1), format!("{SOLUTION}\nunsatisfiable\n")));
    // A file of that name is meant.
    let files = Files::new();
    files.write(THREE_SOLUTIONS, PUZZLE);
    let mut command = satdoku(&["solve", THREE_SOLUTIONS]);
    command.current_dir(files.arg(""));
    assert_eq!(crate::run_command(command, b"").stdout, format!("{SOLUTION}\n"));
    for (argument, problem) in [("no-such.txt", "(os error 2)\n"), ("5", "nor is it a puzzle")] {
        let answer = run(&["solve", argument], "");
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{argument}");
        let no_file = format!("error: {argument}: cannot open: No such file or directory");
        assert!(answer.stderr.starts_with(&no_file) && answer.stderr.contains(problem), "{}", answer.stderr);
    }
}

#[test]
fn rows_in_the_places_of_files_are_one_puzzle() {
    let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
    assert_eq!(run(&[&["solve"], &rows[..]].concat(), "").stdout, format!("{SOLUTION}\n"));
    assert_eq!(
        run(&["count", "1.3.", "..1.", "....", "2..."], "").stdout,
        run(&["count", "1.3...1.....2..."], "").stdout
    );
    // Four words are four files.
    let missing = run(&["solve", "abcd", "efgh", "ijkl", "mnop"], "");
    assert_eq!((missing.code, missing.stderr.matches("cannot open").count()), (Some(2), 4), "{}", missing.stderr);
}

/// No file has so long a name.
#[test]
fn a_large_puzzle_in_a_files_place_is_read() {
    let sixteen = ".".repeat(256);
    let answer = run(&["convert", "--to", "line", &sixteen], "");
    assert_eq!((answer.code, answer.stdout, answer.stderr), (Some(0), format!("{sixteen}\n"), String::new()));
    let wrong = run(&["solve", &"-".repeat(300).replacen('-', "x", 1)], "");
    assert!(wrong.code == Some(2) && wrong.stderr.contains("nor is it a puzzle"), "{}", wrong.stderr);
}

#[test]
fn help_has_help() {
    for option in ["--help", "-h"] {
        assert_eq!(run(&["help", option], ""), run(&["help", "help"], ""));
    }
    assert!(run(&["help", "--help"], "").stdout.starts_with("Print this message"));
}

/// `dlx` was answered with solvers that write no proofs.
#[test]
fn prove_lists_the_solvers_that_write_proofs() {
    let answer = run(&["prove", "--backend", "dlx", "--dir", "certificate"], PUZZLE);
    assert!(
        answer.code == Some(2) && answer.stderr.contains("expected one of cdcl, varisat, kissat, cadical, found"),
        "{answer:?}"
    );
}

#[test]
fn nine_by_nine_is_meant_where_no_board_is_given() {
    let puzzle = run(&["generate"], "").stdout;
    assert_eq!(puzzle.trim_end().len(), 81, "{puzzle}");
    assert_eq!(run(&["generate", "--order", "3"], "").stdout, puzzle);
    assert_eq!(run(&["check", "--unique", puzzle.trim_end()], "").code, Some(0));
}

/// Rust's own texts reached users: `number would be zero for non-zero type`, `invalid digit found in string`.
#[test]
fn wrong_numbers_are_told_in_plain_words() {
    for (args, message) in [
        ("solve --jobs 0", "invalid value '0' for '--jobs <N>': expected a whole number from 1, found \"0\""),
        ("solve --jobs=-1", "invalid value '-1' for '--jobs <N>': expected a whole number, found \"-1\""),
        (
            "solve --seed random",
            "invalid value 'random' for '--seed <SEED>': expected a whole number, found \"random\"",
        ),
        ("solve --cubes two", "expected a whole number, found \"two\""),
        ("count --limit 1e9", "expected a whole number, found \"1e9\""),
        ("generate --count 99999999999999999999", "expected a smaller number, found \"99999999999999999999\""),
        ("encode --order x", "expected a whole number, found \"x\""),
        ("sat --seed 1.5", "expected a whole number, found \"1.5\""),
    ] {
        let answer = run(&args.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(answer.code, Some(2), "{args}");
        assert!(answer.stderr.starts_with("error: ") && answer.stderr.contains(message), "{args}: {}", answer.stderr);
        assert!(!answer.stderr.contains("non-zero") && !answer.stderr.contains("in string"), "{}", answer.stderr);
    }
}

/// `--force` was answered with a tip to try `--reduce`, `slove` with four subcommands.
#[test]
fn only_names_that_are_close_are_suggested() {
    for (args, suggested) in [
        (&["slove"][..], Some("'solve'")),
        (&["solve", "--solvr", "dlx"], Some("'--solver'")),
        (&["solve", "--ecoding", "minimal"], Some("'--encoding'")),
        (&["solve", "--force"], None),
        (&["solve", "--print-everything"], None),
        (&["frobnicate"], None),
    ] {
        let answer = run(args, "");
        assert_eq!(answer.code, Some(2), "{args:?}");
        match suggested {
            Some(name) => {
                let tip = answer.stderr.lines().find(|line| line.contains("tip:")).unwrap_or_default();
                assert!(tip.ends_with(name), "{args:?}: {}", answer.stderr);
            }
            None => assert!(!answer.stderr.contains("tip:"), "{args:?}: {}", answer.stderr),
        }
    }
}

#[test]
fn quiet_keeps_messages_about_puzzles_back_and_errors_not() {
    let loud = run(&["solve"], "53x\n");
    let quiet = run(&["solve", "-q"], "53x\n");
    assert_eq!((quiet.code, &quiet.stdout, quiet.stderr.as_str()), (loud.code, &loud.stdout, ""));
    assert!(!loud.stderr.is_empty());
    // A batch that could not open its file once ended without a message.
    for command in ["solve", "count", "sample", "check", "explain", "candidates", "encode", "sat"] {
        let silent = run(&["-q", command, "/there/is/none"], "");
        assert!(
            silent.code == Some(2) && silent.stderr.starts_with("error: /there/is/none: "),
            "{command}: {silent:?}"
        );
    }
    assert_eq!(run(&["solve", "-q", "-v"], PUZZLE).code, Some(2));
}

#[test]
fn colours_come_when_they_are_asked_for() {
    let drawn = |when: &str| run(&["explain", "--color", when, "-"], "11..............").stdout;
    assert!(drawn("always").contains("\x1b["));
    assert!(!drawn("never").contains("\x1b[") && !drawn("auto").contains("\x1b["));
    let error = |when: &str| run(&["solve", &format!("--color={when}"), "--no-such"], "").stderr;
    assert!(error("always").contains("\x1b[") && !error("never").contains("\x1b["));
}

#[test]
fn verbose_tells_what_auto_chose() {
    let six = ".".repeat(36);
    for (puzzle, told) in [(six.as_str(), "auto on the board 2x3: dancing links"), (PUZZLE, "nine")] {
        let answer = run(&["solve", "-v", "-"], puzzle);
        assert!(answer.stderr.contains(told), "{}", answer.stderr);
    }
}

#[test]
fn an_unsatisfiable_puzzle_hints_at_explain_where_somebody_reads_it() {
    let hint = "hint: `satdoku explain`";
    assert!(run(&["solve", "-v"], NO_SOLUTION).stderr.contains(hint));
    assert_eq!(run(&["solve"], NO_SOLUTION).stderr, "");
    assert!(!run(&["solve", "-v"], PUZZLE).stderr.contains(hint));
}

/// A board that takes long to count.
fn endless() -> String {
    ".".repeat(256) + "\n"
}

/// Interrupts a run after a while.
fn interrupted(args: &[&str], input: &str) -> Option<i32> {
    let mut child = satdoku(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program can be run");
    std::io::Write::write_all(&mut child.stdin.take().expect("piped"), input.as_bytes()).expect("it reads");
    std::thread::sleep(Duration::from_millis(700));
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
    child.wait().expect("it ends").code()
}

/// Pigeons in holes: one pigeon too many.
fn pigeons(holes: usize) -> String {
    let var = |pigeon: usize, hole: usize| pigeon * holes + hole + 1;
    let mut clauses = Vec::new();
    for pigeon in 0..=holes {
        let some: Vec<_> = (0..holes).map(|hole| var(pigeon, hole).to_string()).collect();
        clauses.push(format!("{} 0", some.join(" ")));
        for other in 0..pigeon {
            clauses.extend((0..holes).map(|hole| format!("-{} -{} 0", var(pigeon, hole), var(other, hole))));
        }
    }
    format!("p cnf {} {}\n{}\n", (holes + 1) * holes, clauses.len(), clauses.join("\n"))
}

/// Runs end with the exit statuses that help lists for their outcomes.
#[test]
fn the_exit_statuses_are_those_of_the_table() {
    let help = run(&["--help"], "").stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let code = |args: &[&str], input: &str| run(args, input).code;
    let count = ["count", "--time-limit", "50ms"];
    let no = "some answer is a no: no solution, several where one is asked for, a failed check, no such step";
    let unknown = "some answer is not known, for a limit or else, or `generate` found no puzzle";
    let cases = [
        (0, "every puzzle was answered", code(&["solve"], PUZZLE)),
        (1, no, code(&["solve"], NO_SOLUTION)),
        (1, no, code(&["check", "--unique"], THREE_SOLUTIONS)),
        (1, no, code(&["solve", "--unique"], THREE_SOLUTIONS)),
        (1, no, code(&["rate"], THREE_SOLUTIONS)),
        (1, no, code(&["hint", "--why", "r1c3=4"], PUZZLE)),
        (0, "every puzzle was answered", code(&["count"], NO_SOLUTION)),
        (0, "every puzzle was answered", code(&["explain"], NO_SOLUTION)),
        (2, "wrong usage, bad input, or a solver that fails", code(&["solve"], "what\n")),
        (2, "wrong usage, bad input, or a solver that fails", code(&["solve", "--no-such"], PUZZLE)),
        (
            2,
            "wrong usage, bad input, or a solver that fails",
            code(&["solve", "--solver", "kissat=/no/kissat"], PUZZLE),
        ),
        (3, unknown, code(&count, &endless())),
        (3, unknown, code(&["generate", "--box", "2x2", "--clues", "3"], "")),
        (130, "interrupted by Ctrl-C or a signal", interrupted(&["count"], &endless())),
        (10, "satisfiable", code(&["sat"], "p cnf 1 1\n1 0\n")),
        (20, "unsatisfiable", code(&["sat"], "p cnf 1 2\n1 0\n-1 0\n")),
        (0, "unknown", code(&["sat", "--time-limit", "100ms"], &pigeons(12))),
    ];
    for (status, meaning, found) in cases {
        assert!(help.contains(&format!("{status} {meaning}")), "{status} {meaning}: {help}");
        assert_eq!(found, Some(status), "{meaning}");
    }
}

#[test]
fn every_manual_page_has_the_sections_that_people_look_for() {
    let files = Files::new();
    let dir = files.arg("man");
    assert_eq!(run(&["man", "--dir", &dir], "").code, Some(0));
    let commands = subcommands();
    assert!(commands.len() > 15, "{commands:?}");
    for command in commands {
        let page = crate::read(format!("{dir}/satdoku-{command}.1"));
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"]
        {
            let head = format!(".SH {section}");
            let quoted = format!(".SH \"{section}\"");
            assert!(page.contains(&head) || page.contains(&quoted), "{command}: {section}");
        }
        for word in ["KISSAT", "RATE", "MPIRUN", "NO_COLOR"] {
            assert!(page.contains(word), "{command}: {word}");
        }
        assert!(!page.contains(".SH EXTRA"), "{command}");
        let statuses: &[&str] = if command == "sat" { &["10", "20"] } else { &["0", "1", "2", "3", "130"] };
        for status in statuses {
            assert!(page.contains(&format!("\\fB{status}\\fR")), "{command}: {status}");
        }
    }
    let page = run(&["man"], "").stdout;
    assert!(page.contains(".SH \"EXIT STATUS\"") && page.contains("satdoku"), "{page}");
}

/// Nobody could find out which variable means what.
#[test]
fn the_numbering_of_variables_is_told_by_help_and_comments() {
    assert!(run(&["encode", "--help"], "").stdout.contains("81(r - 1) + 9(c - 1) + d"));
    let comments = |args: &[&str]| -> String {
        let text = run(&[&["encode", "--comments"], args].concat(), THREE_SOLUTIONS).stdout;
        text.split_inclusive('\n').take_while(|line| line.starts_with('c')).collect()
    };
    assert!(
        comments(&[]).contains("c variable 16(r - 1) + 4(c - 1) + d is true where row r, column c has the digit d\n")
    );
    assert!(comments(&["--encoding", "modeller"]).contains("c variable 16b + 4e + d is true where element e of box b"));
    // The second cell of `1.34` is empty: 2 is left by its row; `reduced` goes by clues alone where nothing is deduced.
    let reduced = comments(&["--encoding", "reduced"]);
    assert!(reduced.contains("c a candidate has a variable where it is open:\nc r1c2: 1 is 2\n"), "{reduced}");
    // What is written can be decoded.
    let files = Files::new();
    let cnf = files.arg("reduced.cnf");
    run(&["encode", "--comments", "--encoding", "reduced", "--out", &cnf], THREE_SOLUTIONS);
    let model = run(&["sat", &cnf], "").stdout;
    let grid: Run = run(&["decode", "--cnf", &cnf, "--output", "line"], model);
    assert_eq!((grid.code, grid.stdout.len()), (Some(0), 17), "{grid:?}");
}
