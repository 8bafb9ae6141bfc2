//! `sat` with proofs, cubes and several files, and `decode` of what solvers print.

use crate::{Files, PUZZLE, SOLUTION, run};

const SATISFIABLE: &str = "p cnf 2 2\n1 2 0\n-1 2 0\n";
const UNSATISFIABLE: &str = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

#[test]
fn formulas_come_from_standard_input_where_no_file_is_named() {
    assert_eq!(run(&["sat"], SATISFIABLE).code, Some(10));
    let formula = run(&["encode"], PUZZLE).stdout;
    let files = Files::new();
    let cnf = files.write("puzzle.cnf", &formula);
    let model = run(&["sat"], &formula).stdout;
    let grid = run(&["decode", "--cnf", &cnf, "--output", "line"], &model);
    assert_eq!((grid.code, grid.stdout), (Some(0), format!("{SOLUTION}\n")), "{}", grid.stderr);
    assert_eq!(run(&["cover", "--count"], "1 0\n0 1\n").stdout, run(&["cover", "--count", "-"], "1 0\n0 1\n").stdout);
}

#[test]
fn several_formulas_are_answered_under_their_names() {
    let files = Files::new();
    let (yes, no) = (files.write("yes.cnf", SATISFIABLE), files.write("no.cnf", UNSATISFIABLE));
    let answer = run(&["sat", &yes, &no], "");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let lines: Vec<_> = answer.stdout.lines().filter(|line| !line.starts_with('v')).collect();
    assert_eq!(lines, [format!("c {yes}"), "s SATISFIABLE".into(), format!("c {no}"), "s UNSATISFIABLE".into()]);
    let bad = files.arg("missing.cnf");
    let answer = run(&["sat", &yes, &bad, &no], "");
    assert_eq!(answer.code, Some(2));
    assert!(answer.stderr.starts_with(&format!("error: {bad}: cannot open")), "{}", answer.stderr);
    assert!(answer.stdout.ends_with("s UNSATISFIABLE\n"), "{}", answer.stdout);
    assert_eq!(run(&["sat", &yes, &no, "--proof", &files.arg("proof")], "").code, Some(2));
}

#[test]
fn sat_writes_the_proof_of_what_has_no_model_and_nothing_else() {
    let files = Files::new();
    let proof = files.arg("proof.lrat");
    let answer = run(&["sat", "--proof", &proof], UNSATISFIABLE);
    assert_eq!(answer.code, Some(20), "{answer:?}");
    let comment = format!("c proof in {proof}: LRAT, as text; lrat-trim checks it\n");
    assert_eq!(answer.stdout, format!("{comment}s UNSATISFIABLE\n"));
    assert!(std::fs::metadata(&proof).unwrap().len() > 0);
    let none = files.arg("none");
    let answer = run(&["sat", "--proof", &none], SATISFIABLE);
    assert_eq!(answer.code, Some(10));
    assert!(answer.stdout.starts_with(&format!("c no proof: {none} is not written\n")), "{}", answer.stdout);
    assert!(!std::path::Path::new(&none).exists());
    let refused = run(&["sat", "--solver", "batsat", "--proof", &none], UNSATISFIABLE);
    assert!(refused.code == Some(2) && refused.stderr.contains("batsat writes no proof"), "{refused:?}");
    // A program's proof is DRAT as text.
    let program = files.write_program(
        "kissat",
        "#!/bin/sh\nfor last; do :; done\nprintf '1 0\\n0\\n' > \"$last\"\necho s UNSATISFIABLE\nexit 20\n",
    );
    let drat = files.arg("proof.drat");
    let answer = run(&["sat", "--solver", &format!("kissat={program}"), "--proof", &drat], UNSATISFIABLE);
    assert!(answer.stdout.contains("DRAT, as text; rate checks it"), "{answer:?}");
    assert_eq!(crate::read(&drat), "1 0\n0\n");
    let cnf = files.write("same.cnf", UNSATISFIABLE);
    assert_eq!(run(&["sat", &cnf, "--proof", &cnf], "").code, Some(2));
    assert_eq!(crate::read(&cnf), UNSATISFIABLE);
}

#[test]
fn statistics_of_a_formula_are_comments() {
    let answer = run(&["sat", "--stats"], UNSATISFIABLE);
    assert!(answer.stdout.starts_with("c 2 variables, 4 clauses, 8 literals\nc read in "), "{}", answer.stdout);
    assert!(answer.stdout.contains(" s by cdcl\n") && answer.stdout.ends_with("s UNSATISFIABLE\n"));
}

/// What `encode --cubes` writes could not be read.
#[test]
fn a_formula_with_cubes_is_answered_by_any_solver() {
    let formula = run(&["encode", "--cubes", "8"], ".".repeat(16)).stdout;
    assert!(formula.contains("p inccnf\n"), "{formula}");
    let unsolvable = run(&["encode", "--encoding", "minimal"], crate::NO_SOLUTION).stdout;
    let clauses = unsolvable.split_once('\n').unwrap().1;
    let unsolvable = format!("p inccnf\n{clauses}a 5 0\na -5 6 0\na -5 -6 0\n");
    for solver in ["cdcl", "varisat", "batsat", "splr"] {
        let answer = run(&["sat", "--solver", solver], &formula);
        assert_eq!(answer.code, Some(10), "{solver}: {answer:?}");
        assert!(answer.stdout.contains(" has a model\ns SATISFIABLE\n"), "{}", answer.stdout);
        let answer = run(&["sat", "--solver", solver], &unsolvable);
        assert_eq!(answer.code, Some(20), "{solver}: {answer:?}");
        assert!(answer.stdout.starts_with("c 3 of 3 cubes have no model\n"), "{}", answer.stdout);
        // Cubes that do not cover the formula prove no unsatisfiability by themselves.
        let gap = run(&["sat", "--solver", solver], "p inccnf\n1 2 0\n-1 2 0\na -2 0\n");
        assert_eq!(gap.code, Some(10), "{solver}: {gap:?}");
        assert!(gap.stdout.contains("c the cubes do not cover the formula"), "{}", gap.stdout);
    }
    for (text, message) in [
        ("p inccnf\na 1 0\n1 2 0\n", "3:1: expected all clauses before the first cube, found \"1\""),
        ("p inccnf\n1 2 0\na 1\n", "4:1: expected 0 to end the last clause"),
        ("p inccnf\n1 b 0\n", "2:3: expected a literal or 0, found \"b\""),
    ] {
        let answer = run(&["sat"], text);
        assert!(answer.code == Some(2) && answer.stderr.contains(message), "{text:?}: {}", answer.stderr);
    }
}

/// A puzzle's file, or a file of MiniSat's, was `unknown` without a word.
#[test]
fn decode_tells_what_is_no_output_of_a_solver_and_reads_that_of_minisat() {
    let files = Files::new();
    let cnf = files.arg("puzzle.cnf");
    run(&["encode", "-o", &cnf], PUZZLE);
    let wanted = "expected a solver's output with s and v lines";
    // A solver that was ended leaves nothing, or comments.
    for text in ["", "c nothing\n"] {
        let answer = run(&["decode", "--cnf", &cnf], text);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(3), "unknown\n"), "{text:?}");
        assert!(answer.stderr.contains(wanted), "{}", answer.stderr);
    }
    for text in [format!("c first\n{PUZZLE}\n"), "\nsome words\n".to_owned(), "\nv1 2 0".to_owned()] {
        let answer = run(&["decode", "--cnf", &cnf], &text);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{text:?}");
        assert_eq!(answer.stderr, format!("<stdin>:2:1: {wanted}, found neither\n"), "{text:?}");
    }
    let model = run(&["sat", &cnf], "").stdout;
    let values: Vec<_> = model.lines().filter_map(|line| line.strip_prefix("v ")).collect();
    let minisat = format!("SAT\n{}\n", values.join(" "));
    let answer = run(&["decode", "--cnf", &cnf, "--output", "line"], &minisat);
    assert_eq!((answer.code, answer.stdout), (Some(0), format!("{SOLUTION}\n")), "{}", answer.stderr);
    assert_eq!(run(&["decode", "--cnf", &cnf], "UNSAT\n").code, Some(1));
    assert_eq!(run(&["decode", "--cnf", &cnf], "INDET\n").code, Some(3));
}

/// A model of `modeller` read as `minimal` was a board with a digit twice. The clauses tell, not their number.
#[test]
fn decode_suspects_the_wrong_encoding() {
    let files = Files::new();
    for (encoding, is_other) in [("minimal", false), ("extended", false), ("modeller", true)] {
        let cnf = files.arg(encoding);
        run(&["encode", "--encoding", encoding, "-o", &cnf], PUZZLE);
        let model = run(&["sat", &cnf], "").stdout;
        let answer = run(&["decode", "--cnf", &cnf, "--output", "line"], &model);
        if is_other {
            assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{encoding}");
            assert!(answer.stderr.contains("by those of --encoding modeller all clauses are"), "{}", answer.stderr);
        } else {
            assert_eq!(answer.stdout, format!("{SOLUTION}\n"), "{}", answer.stderr);
        }
        let answer = run(&["decode", "--cnf", &cnf, "--encoding", encoding, "--output", "line"], &model);
        assert_eq!(answer.stdout, format!("{SOLUTION}\n"), "{}", answer.stderr);
    }
    // Numbers by rows and each clause once, as courses have it: as many clauses as `modeller` makes.
    let number = |row: usize, column: usize, digit: usize| row * 16 + column * 4 + digit + 1;
    let all = || (0..64).map(|at| (at / 16, at / 4 % 4, at % 4));
    let mut clauses: Vec<String> =
        (0..16).map(|at| 4 * at).map(|cell| format!("{} {} {} {} ", cell + 1, cell + 2, cell + 3, cell + 4)).collect();
    for (r, c, d) in all() {
        for (row, column, digit) in all().filter(|&(row, column, digit)| number(row, column, digit) > number(r, c, d)) {
            let shares = row == r || column == c || (row / 2, column / 2) == (r / 2, c / 2);
            if (row, column) == (r, c) || digit == d && shares {
                clauses.push(format!("-{} -{} ", number(r, c, d), number(row, column, digit)));
            }
        }
    }
    let grid = "1234431221433421";
    let clues = grid.bytes().enumerate().map(|(at, digit)| format!("{} ", 4 * at + usize::from(digit - b'0')));
    clauses.extend(clues);
    assert_eq!(clauses.len(), 336 + 16);
    let cnf = files.write("foreign", format!("p cnf 64 {}\n{}0\n", clauses.len(), clauses.join("0\n")));
    let model = run(&["sat", &cnf], "").stdout;
    for (encoding, answer) in [(None, Some(0)), (Some("minimal"), Some(0)), (Some("modeller"), Some(2))] {
        let mut args = vec!["decode", "--cnf", &cnf, "--output", "line"];
        args.extend(encoding.map_or_else(Vec::new, |encoding| vec!["--encoding", encoding]));
        let decoded = run(&args, &model);
        assert_eq!(decoded.code, answer, "{encoding:?}: {decoded:?}");
        assert!(answer == Some(2) || decoded.stdout == format!("{grid}\n"), "{decoded:?}");
    }
    let cnf = files.arg("reduced");
    run(&["encode", "--encoding", "reduced", "-o", &cnf], PUZZLE);
    let answer = run(&["decode", "--cnf", &cnf], "s UNSATISFIABLE\n");
    assert!(answer.code == Some(2) && answer.stderr.contains("--encoding reduced"), "{answer:?}");
    let answer = run(&["decode", "--box", "3x3", "--encoding", "reduced"], "s UNSATISFIABLE\n");
    assert!(answer.stderr.contains("the puzzle decides which candidates have a variable"), "{answer:?}");
}
