//! `sat`.

use crate::{Files, run};

/// Formulas with their exit statuses: 10 for satisfiable, 20 for unsatisfiable.
const FORMULAS: [(&str, i32); 8] = [
    ("p cnf 0 0\n", 10),
    ("c a comment\np cnf 3 0\n", 10),
    ("p cnf 1 1\n0\n", 20),
    ("p cnf 1 2\n1 0 -1 0\n", 20),
    ("p cnf 2 2\n1 -1 0 2 2 0\n", 10),
    ("p cnf 2 3\n1 1 0\n-1 2 0\n-2 -2 -2 0\n", 20),
    ("p cnf 4 3\n1\t2 0 -2 3\n4 0\nc between\n-1 -3 -4 0\n%\n0\n", 10),
    ("p cnf 40 1\n1 -2 3 -4 5 -6 7 -8 9 -10 0\n", 10),
];

/// The literals of the `v` lines, which must be closed by 0 and short.
fn model(stdout: &str) -> Vec<i32> {
    let lines: Vec<_> = stdout.lines().filter_map(|line| line.strip_prefix("v ")).collect();
    assert!(lines.iter().all(|line| line.len() <= 78), "{stdout}");
    let mut numbers: Vec<i32> =
        lines.iter().flat_map(|line| line.split(' ')).map(|word| word.parse().unwrap()).collect();
    assert_eq!(numbers.pop(), Some(0), "{stdout}");
    numbers
}

#[test]
fn exit_statuses_and_lines_are_those_of_solvers() {
    let files = Files::new();
    for backend in ["cdcl", "varisat", "batsat", "splr"] {
        for (formula, code) in FORMULAS {
            let file = files.write("formula.cnf", formula);
            let answer = run(&["sat", &file, "--backend", backend], "");
            assert_eq!(answer.code, Some(code), "{backend} {formula}: {answer:?}");
            assert_eq!(run(&["sat", "-", "--backend", backend], formula), answer, "{backend} {formula}");
            let word = if code == 10 { "s SATISFIABLE\n" } else { "s UNSATISFIABLE\n" };
            assert!(answer.stdout.starts_with(word), "{backend} {formula}: {}", answer.stdout);
            if code == 10 {
                let variables: usize =
                    formula.split("cnf ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
                let numbers: Vec<_> = model(&answer.stdout).iter().map(|lit| lit.unsigned_abs() as usize).collect();
                assert_eq!(numbers, (1..=variables).collect::<Vec<_>>(), "{backend} {formula}");
            } else {
                assert_eq!(answer.stdout, word);
            }
        }
    }
}

#[test]
fn a_time_limit_is_unknown_and_status_0() {
    let answer = run(&["sat", "-", "--time-limit", "0"], "p cnf 1 1\n1 0\n");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(0), "c time limit reached\ns UNKNOWN\n"));
    let watch = std::time::Instant::now();
    let answer = run(&["sat", "-", "--time-limit", "200ms"], pigeonholes(11));
    assert_eq!((answer.code, answer.stdout.lines().last()), (Some(0), Some("s UNKNOWN")));
    assert!(watch.elapsed().as_secs() < 3, "{:?}", watch.elapsed());
}

/// One pigeon more than holes: a formula that resolution cannot refute in a reasonable time.
pub(crate) fn pigeonholes(holes: usize) -> String {
    let var = |pigeon: usize, hole: usize| pigeon * holes + hole + 1;
    let mut clauses = Vec::new();
    for pigeon in 0..=holes {
        clauses.push((0..holes).map(|hole| var(pigeon, hole).to_string() + " ").collect::<String>());
        for other in 0..pigeon {
            clauses.extend((0..holes).map(|hole| format!("-{} -{} ", var(pigeon, hole), var(other, hole))));
        }
    }
    format!("p cnf {} {}\n{}0\n", (holes + 1) * holes, clauses.len(), clauses.join("0\n"))
}

#[test]
fn a_formula_that_cannot_be_read_is_status_2_with_line_and_column() {
    let files = Files::new();
    let cases = [
        ("", "1:1: expected the header p cnf VARIABLES CLAUSES, found the end of the file"),
        ("p cnf 99999999999999999999 1\n1 0\n", "1:7: expected at most "),
        ("p cnf 1 99999999999999999999\n1 0\n", "1:9: expected at most "),
        ("p cnf 99999999999 1\n1 0\n", "1:"),
        ("p cnf -1 1\n", "1:7: expected the header"),
        ("p sat 1 1\n", "1:3: expected the header"),
        ("1 0\n", "1:1: expected the header"),
        ("p cnf 1 1\n2 0\n", "2:1: expected a variable up to 1 as the header says, found 2"),
        ("p cnf 1 1\n99999999999999999999999 0\n", "2:1: expected "),
        ("p cnf 1 1\nx 0\n", "2:1: expected a literal or 0, found \"x\""),
        (
            "p cnf 1 1\n1 0000000000000000000000000000x\n",
            "2:3: expected a literal or 0, found \"0000000000000000000000000…\"",
        ),
        ("p cnf 1 1\n1\n", "3:1: expected 0 to end the last clause"),
        ("p cnf 1 2\n1 0\n", "3:1: expected 2 clauses as the header says, found 1"),
        ("p cnf 1 1\n1 0\n-1 0\n", "3:1: expected 1 clauses as the header says, found more"),
        ("p cnf 1 1\n\0 0\n", "2:1: expected a literal or 0"),
    ];
    for (formula, message) in cases {
        let file = files.write("formula.cnf", formula);
        let answer = run(&["sat", &file], "");
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{formula:?}: {answer:?}");
        assert!(answer.stderr.starts_with(&format!("{file}:{message}")), "{formula:?}: {}", answer.stderr);
    }
    assert_eq!(run(&["sat", &files.arg("missing")], "").code, Some(2));
    assert_eq!(run(&["sat", &files.arg("")], "").code, Some(2));
    assert_eq!(run(&["sat", "-", "--backend", "external=/no/such"], "p cnf 1 1\n1 0\n").code, Some(2));
}

#[test]
fn the_model_of_a_program_is_checked_against_every_clause() {
    let files = Files::new();
    let program = files.write_program("liar", "#!/bin/sh\necho s SATISFIABLE\necho v 1 -2 0\nexit 10\n");
    let backend = format!("external={program}");
    let answer = run(&["sat", "-", "--backend", &backend], "p cnf 2 2\n1 0\n2 0\n");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""));
    assert!(answer.stderr.contains("leaves clause 2 false"), "{}", answer.stderr);
}

#[test]
fn settings_reach_the_solver_by_their_names_and_wrong_ones_are_told() {
    let files = Files::new();
    let program = files.write_program("asked", "#!/bin/sh\necho \"$@\" > \"$0.args\"\necho s UNSATISFIABLE\nexit 20\n");
    let kissat = format!("kissat={program}");
    let settings = ["--seed", "7", "--set", "sat", "--set", "phase=0"];
    let formula = "p cnf 1 2\n1 0\n-1 0\n";
    assert_eq!(run(&[&["sat", "-", "--backend", &kissat][..], &settings].concat(), formula).code, Some(20));
    let asked = crate::read(format!("{program}.args"));
    assert!(asked.starts_with("--seed=7 --sat --phase=0 /"), "{asked}");
    // The same for puzzles; this one is left open by singles, and nobody else is asked about a board of side 4.
    for command in ["solve", "count", "check"] {
        let solver = format!("sat:{kissat}");
        let unique: &[&str] = if command == "check" { &["--unique"] } else { &[] };
        let answer = run(&[&[command, "--solver", &solver][..], unique, &settings].concat(), crate::THREE_SOLUTIONS);
        assert!(
            answer.stderr.ends_with("kissat returned a wrong answer: it denied a solution that exists\n"),
            "{answer:?}"
        );
        let asked = crate::read(format!("{program}.args"));
        assert!(asked.starts_with("--seed=7 --sat --phase=0 /"), "{command}: {asked}");
        std::fs::remove_file(format!("{program}.args")).unwrap();
    }
    for (args, message) in [
        (&["solve", "--solver", "sat:varisat", "--set", "phase"][..], "error: varisat has no option phase\n"),
        (&["count", "--solver", "sat:splr", "--set", "phase"], "error: splr has no option phase\n"),
        (&["check", "--solver", "sat:batsat", "--set", "phase"], "error: batsat has no option phase\n"),
        (
            &["solve", "--solver", "sat:batsat", "--set", "var_decay=2"],
            "error: batsat takes a number above 0 and below 1 for var_decay, found \"2\"\n",
        ),
        (
            &["solve", "--solver", "dlx", "--set", "phase"],
            "error: --set: dlx ignores it; add --solver sat, or another SAT solver\n",
        ),
    ] {
        let answer = run(args, crate::PUZZLE);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{args:?}: {answer:?}");
        assert_eq!(answer.stderr, message, "{args:?}");
    }
    let answer = run(&["sat", "-", "--backend", "batsat", "--set", "rnd_pol", "--set", "restart_first=7"], formula);
    assert_eq!(answer.code, Some(20), "{answer:?}");
    let answer = run(&["sat", "-", "--set", "--sat"], formula);
    assert!(answer.code == Some(2) && answer.stderr.contains("NAME"), "{answer:?}");
}

#[test]
fn the_linked_cadical_and_the_program_have_names_of_their_own() {
    let listed = run(&["backends"], "");
    let line = |name: &str| listed.stdout.lines().find(|line| line.split_whitespace().next() == Some(name));
    assert!(line("cadical").is_some_and(|line| line.contains(" program ")), "{}", listed.stdout);
    assert!(line("cadical-linked").is_some_and(|line| line.contains(" inside ")), "{}", listed.stdout);
    let answer = run(&["sat", "-", "--backend", "cadical-linked"], "p cnf 1 1\n1 0\n");
    if cfg!(feature = "cadical") {
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(10), "s SATISFIABLE\nv 1 0\n"));
    } else {
        assert_eq!(answer.code, Some(2));
        assert_eq!(
            answer.stderr,
            "error: <stdin>: cadical-linked is not in this build: it needs the feature cadical\n"
        );
    }
}
