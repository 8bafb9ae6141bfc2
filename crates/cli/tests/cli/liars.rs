//! Programs that lie, asked every question: what comes out is right, unknown, or an error with the program's name.

use crate::{Files, PUZZLE, Run, SOLUTION, THREE_SOLUTIONS, run_command, satdoku};

/// A program that is given the formula as `$f` and, in the manner of kissat, the file for its proof as `$p`; `honest` answers as it should.
/// It keeps what it likes in `$m`.
fn program(files: &Files, name: &str, body: &str) -> String {
    let satdoku = env!("CARGO_BIN_EXE_satdoku");
    let script = format!(
        "#!/bin/sh\n[ \"$1\" = --version ] && exit\nfor f; do case $f in *.cnf) break;; esac; done\nfor p; do :; done\n\
         m=\"$0.kept\"\nhonest() {{ '{satdoku}' sat \"$f\"; }}\n{body}\n"
    );
    files.write_program(name, &script)
}

/// What a run says in a word or two.
fn said(run: &Run, liar: &str) -> String {
    let text = format!("{}{}", run.stdout, run.stderr);
    let names = [liar, "kissat"];
    let wrong = names.iter().find_map(|name| text.split_once(&format!("{name} returned a wrong answer: ")));
    let is_refused = names.iter().any(|name| text.contains(&format!("the proof of {name} was refused: ")));
    match (wrong, run.code) {
        (Some((_, why)), Some(2)) => format!("wrong: {}", why.lines().next().unwrap_or_default()),
        (None, Some(2)) if is_refused => "refused".to_owned(),
        (None, Some(3)) => "unknown".to_owned(),
        (None, Some(code @ 0..=1)) => format!("answered {code}"),
        _ => format!("{run:?}"),
    }
}

/// Asks a program about a puzzle, as any program or in the manner of kissat.
fn ask(files: &Files, question: &str, liar: &str, puzzle: &str, limit: Option<&str>) -> String {
    let mut args: Vec<&str> = question.split(' ').collect();
    let (external, backend, dir) = (format!("sat:external={liar} {{}}"), format!("kissat={liar}"), files.arg("dir"));
    match args[0] {
        "prove" => args.extend(["--dir", &dir, "--backend", &backend]),
        _ if args.contains(&"--certified") => args.extend(["--solver", "kissat"]),
        _ => args.extend(["--solver", &external]),
    }
    args.push(puzzle);
    args.extend(limit.map(|limit| ["--time-limit", limit]).into_iter().flatten());
    let mut command = satdoku(&args);
    command.env("KISSAT", liar);
    let run = run_command(command, b"");
    assert!(!files.path("dir").exists(), "{question}: {run:?}");
    let _ = std::fs::remove_file(format!("{liar}.kept"));
    said(&run, liar)
}

const PLAIN: [&str; 9] = [
    "solve",
    "solve --limit 3",
    "solve --unique",
    "solve --all",
    "count",
    "count --limit 2",
    "check --unique",
    "explain",
    "candidates",
];
const CERTIFIED: [&str; 3] = ["solve --all --certified", "count --certified", "check --unique --certified"];
const PROVE: [&str; 2] = ["prove --claim unsatisfiable", "prove --claim unsatisfiable --proof binary-drat"];

const REPEATED: &str = "wrong: the solution was given before";
const DENIED: &str = "wrong: it denied a solution that exists";
const NO_DIGIT: &str = "wrong: the model gives ";
const REJECTED: &str = "wrong: proof.drat: rejected (satdoku): ";

#[test]
fn no_lie_is_passed_on_whatever_the_question_is() {
    let files = Files::new();
    let unsatisfiable = "echo s UNSATISFIABLE; exit 20";
    // The script of each liar, and the outcomes of plain questions and of certified questions.
    let liars = [
        ("repeat", "[ -s \"$m\" ] || honest > \"$m\"; cat \"$m\"; exit 10", [REPEATED, REPEATED]),
        ("deny", unsatisfiable, [DENIED, "refused"]),
        (
            "deny-others",
            &format!("[ -s \"$m\" ] || {{ honest | tee \"$m\"; exit 10; }}; {unsatisfiable}"),
            [DENIED, "refused"],
        ),
        // It calls the first candidate that is true false.
        ("alter", "honest | sed 's/ \\([1-9]\\)/ -\\1/;s/--/-/'; exit 10", [NO_DIGIT, NO_DIGIT]),
        // A model of the same variables without a clause.
        (
            "other-formula",
            "n=$(sed -n 's/^p cnf \\([0-9]*\\) .*/\\1/p' \"$f\"); echo s SATISFIABLE; seq -f 'v -%.0f' $n; echo v 0; exit 10",
            [NO_DIGIT, NO_DIGIT],
        ),
        (
            "bogus-proof",
            &format!("[ -p \"$p\" ] && printf 'a\\2\\0a\\0' > \"$p\" || printf '1 0\\n0\\n' > \"$p\"; {unsatisfiable}"),
            [DENIED, "refused"],
        ),
    ];
    let check = |name: &str, liar: &str, question: &str, limit: Option<&str>, expected: &str| {
        let told = ask(&files, question, liar, THREE_SOLUTIONS, limit);
        // `--nocapture` prints the table.
        println!("{name} × {question}: {told}");
        assert!(told.starts_with(expected), "{name} × {question}: {told}");
    };
    for (name, body, [plain, certified]) in liars {
        let liar = program(&files, name, body);
        let is_honest_first = matches!(name, "repeat" | "deny-others");
        for question in PLAIN {
            let is_right = is_honest_first && question == "solve";
            check(name, &liar, question, None, if is_right { "answered 0" } else { plain });
        }
        for question in CERTIFIED {
            check(name, &liar, question, None, certified);
        }
        for question in PROVE.into_iter().filter(|_| certified == "refused" && !is_honest_first) {
            check(name, &liar, question, None, REJECTED);
        }
    }
    for (name, body) in [("late", "sleep 60"), ("flood", "yes c flood")] {
        let liar = program(&files, name, body);
        for question in ["solve", "count", "explain", "count --certified", "prove --claim unsatisfiable"] {
            check(name, &liar, question, Some("300ms"), "unknown");
        }
    }
}

#[test]
fn a_proper_puzzle_is_not_called_ambiguous_by_a_program_that_repeats_itself() {
    let files = Files::new();
    let repeat = program(&files, "repeat", "[ -s \"$m\" ] || honest > \"$m\"; cat \"$m\"; exit 10");
    let deny = program(&files, "deny", "echo s UNSATISFIABLE; exit 20");
    for question in ["check --unique", "solve --unique", "count --limit 2"] {
        assert_eq!(ask(&files, question, &repeat, PUZZLE, None), REPEATED, "{question}");
        assert_eq!(ask(&files, question, &deny, PUZZLE, None), DENIED, "{question}");
    }
    // A solution is right, whoever gives it.
    let mut command = satdoku(&["solve", "--solver", &format!("sat:external={repeat} {{}}"), PUZZLE]);
    assert_eq!(run_command(command, b"").stdout, format!("{SOLUTION}\n"));
    // Boards that the library can fill itself, with rules and without.
    for board in ["4x4", "6x6", "latin9", "3x3+digits:0..8"] {
        let args = ["solve", "--box", board, "--solver", &format!("sat:external={deny} {{}}")];
        let cells = board.parse::<satdoku::Geometry>().unwrap().cell_count();
        let empty = format!("{{\"board\":\"{board}\",\"puzzle\":[{}]}}", vec!["null"; cells].join(","));
        let told = said(&run_command(satdoku(&args), empty.as_bytes()), &deny);
        assert_eq!(told, DENIED, "{board}");
    }
    let rules = files.write("rules", "2 2\nkiller 3 r1c1 r1c2\n. . . .\n. . . .\n. . . .\n. . . .\n");
    command = satdoku(&["explain", "--solver", &format!("sat:external={deny} {{}}"), &rules]);
    assert_eq!(said(&run_command(command, b""), &deny), DENIED);
}

/// Where no short search knows better, an explanation says on whose word it rests.
#[test]
fn explain_says_whose_claim_it_passes_on() {
    let files = Files::new();
    let honest = program(&files, "honest", "honest; exit $?");
    let explain = |solver: &str, output: &str| {
        run_command(satdoku(&["explain", "--solver", solver, "--output", output, PUZZLE]), b"").stdout
    };
    let program = format!("sat:external={honest} {{}}");
    let claim = format!("That there is no other solution is what {honest} says: no proof of it was checked.\n");
    assert!(explain(&program, "grid").ends_with(&claim));
    assert!(explain(&program, "json").contains(&format!("\"claimed_by\":\"{honest}\"")));
    for ours in ["auto", "cdcl"] {
        assert!(!explain(ours, "json").contains("claimed_by"), "{ours}");
    }
}
