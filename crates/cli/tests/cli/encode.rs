//! `encode`, and the way back through `sat` and `decode`.

use crate::{Files, NO_SOLUTION, PUZZLE, SOLUTION, read, rows, run};

const ENCODINGS: [&str; 4] = ["minimal", "extended", "modeller", "reduced"];

/// The parameters of the header.
fn header(cnf: &str) -> (u64, u64) {
    let line = cnf.lines().find(|line| line.starts_with("p cnf ")).unwrap();
    let mut numbers = line[6..].split(' ').map(|number| number.parse().unwrap());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

#[test]
fn a_puzzle_goes_through_sat_and_comes_back_as_its_solution() {
    let files = Files::new();
    let (cnf, output) = (files.arg("puzzle.cnf"), files.path("output"));
    for encoding in ENCODINGS {
        for comments in [false, true] {
            let case = format!("{encoding}, comments: {comments}");
            let mut args = vec!["encode", "-", "--encoding", encoding, "-o", &cnf];
            args.extend(comments.then_some("--comments"));
            let encoded = run(&args, PUZZLE);
            assert_eq!((encoded.code, encoded.stdout.as_str(), encoded.stderr.as_str()), (Some(0), "", ""), "{case}");
            let text = read(&cnf);
            let clauses = text.lines().filter(|line| !line.starts_with(['c', 'p'])).count();
            assert_eq!(header(&text).1, clauses as u64, "{case}");
            assert_eq!(text.starts_with("c "), comments, "{case}");
            let solved = run(&["sat", &cnf], "");
            assert_eq!(solved.code, Some(10), "{case}");
            std::fs::write(&output, &solved.stdout).unwrap();
            let output = output.to_str().unwrap();
            let mut args = vec!["decode", output, "--cnf", &cnf];
            if !comments {
                args.extend(["--encoding", encoding]);
            }
            let decoded = run(&args, "");
            if encoding == "reduced" && !comments {
                // Its variables are those of the puzzle, which the file does not tell.
                assert_eq!(decoded.code, Some(2), "{case}");
                assert!(decoded.stderr.contains("--comments"), "{case}: {}", decoded.stderr);
            } else {
                assert_eq!((decoded.code, decoded.stdout.trim_end()), (Some(0), SOLUTION), "{case}: {decoded:?}");
            }
            assert_eq!(run(&["decode", "-", "--cnf", &cnf, "--encoding", encoding], &solved.stdout), decoded, "{case}");
        }
    }
}

/// What a formula with several models for a solution says, and what solvers make of it: nothing.
#[test]
fn a_formula_says_what_its_models_are_projected_on() {
    let files = Files::new();
    let either = files.write("either", format!("2 2\nanyof odd r1c1 | less r1c1 r1c2\n{}", ". . . .\n".repeat(4)));
    let cnf = files.arg("either.cnf");
    let encoded = run(&["encode", &either, "--comments", "--stats", "-o", &cnf], "");
    assert!(encoded.stderr.contains("\na solution may have several models"), "{}", encoded.stderr);
    let text = read(&cnf);
    assert!(
        text.contains(
            "\nc a solution may have several models: they are to be projected on variables 1 to 64\np cnf 66 "
        )
    );
    let shown = text.lines().find_map(|line| line.strip_prefix("c p show ")).unwrap();
    let expected: Vec<String> = (1..=64).map(|variable| variable.to_string()).chain(["0".to_owned()]).collect();
    assert_eq!(shown, expected.join(" "));
    let solved = run(&["sat", &cnf], "");
    assert_eq!(solved.code, Some(10));
    assert_eq!(run(&["decode", "-", "--cnf", &cnf], &solved.stdout).code, Some(0));
    let plain = run(&["encode", "--stats", "--box", "2x2"], "");
    assert!(!plain.stdout.contains("c p show") && !plain.stderr.contains("models"), "{}", plain.stderr);
}

#[test]
fn every_form_and_reduction_comes_back() {
    let files = Files::new();
    let cnf = files.arg("puzzle.cnf");
    for form in ["pairwise", "product", "sequential", "commander", "bimander", "binary", "auto"] {
        for (encoding, reduce) in [("minimal", "none"), ("extended", "locked,matching"), ("reduced", "locked")] {
            let case = format!("{form} {encoding} {reduce}");
            let args = ["encode", "-", "--at-most-one", form, "--reduce", reduce, "--encoding", encoding];
            let encoded = run(&[&args[..], &["--comments", "-o", &cnf]].concat(), PUZZLE);
            assert_eq!((encoded.code, encoded.stderr.as_str()), (Some(0), ""), "{case}");
            let text = read(&cnf);
            let clauses = text.lines().filter(|line| !line.starts_with(['c', 'p'])).count();
            assert_eq!(header(&text).1, clauses as u64, "{case}");
            assert_eq!(text.contains(&format!("c at-most-one {form}\n")), form != "pairwise", "{case}");
            assert_eq!(text.contains(&format!("c reduce {reduce}\n")), reduce != "none", "{case}");
            let solved = run(&["sat", &cnf], "");
            let decoded = run(&["decode", "-", "--cnf", &cnf], &solved.stdout);
            assert_eq!((decoded.code, decoded.stdout.trim_end()), (Some(0), SOLUTION), "{case}: {decoded:?}");
            let args = ["solve", "--solver", "sat:varisat", "--at-most-one", form, "--encoding", encoding];
            let answer = run(&[&args[..], &["--reduce", reduce]].concat(), PUZZLE);
            assert_eq!(answer.stdout.trim_end(), SOLUTION, "{case}");
        }
    }
    // Auxiliary variables come behind those of the board.
    run(&["encode", "--box", "3x3", "--encoding", "extended", "--at-most-one", "product", "-o", &cnf], "");
    assert!(header(&read(&cnf)).0 > 729);
    let solved = run(&["sat", &cnf], "");
    let decoded =
        run(&["decode", "-", "--box", "3x3", "--encoding", "extended", "--at-most-one", "product"], &solved.stdout);
    assert_eq!(run(&["check"], &decoded.stdout).stdout, "solved\n", "{decoded:?}");
    // What deduction refutes is written as it stands, and refuted again.
    run(&["encode", "-", "--reduce", "all", "--encoding", "reduced", "-o", &cnf], NO_SOLUTION);
    assert_eq!(run(&["sat", &cnf], "").code, Some(20));
}

#[test]
fn other_boards_come_back_with_the_help_of_box_or_comments() {
    let files = Files::new();
    let cnf = files.arg("puzzle.cnf");
    let puzzle =
        format!("3 2\ndiagonals\n{}", rows(&"6....1".chars().chain(".".repeat(30).chars()).collect::<String>(), "0"));
    for encoding in ENCODINGS {
        assert_eq!(run(&["encode", "-", "--comments", "--encoding", encoding, "-o", &cnf], &puzzle).code, Some(0));
        let solved = run(&["sat", &cnf], "");
        let decoded = run(&["decode", "-", "--cnf", &cnf], &solved.stdout);
        assert_eq!(decoded.code, Some(0), "{encoding}: {}", decoded.stderr);
        assert_eq!(run(&["check", "--box", "3x2+diagonals"], &decoded.stdout).stdout, "solved\n", "{encoding}");
        assert!(decoded.stdout.starts_with('6'), "{encoding}: {}", decoded.stdout);
    }
    run(&["encode", "--box", "3x2", "-o", &cnf], "");
    let solved = run(&["sat", &cnf], "");
    let decoded = run(&["decode", "-", "--box", "3x2"], &solved.stdout);
    assert_eq!(run(&["check", "--box", "3x2"], &decoded.stdout).stdout, "solved\n");
    assert_eq!(run(&["decode", "-", "--box", "3x2", "--cnf", &cnf], &solved.stdout), decoded);
}

#[test]
fn the_minimal_formula_has_the_counts_that_its_definition_gives() {
    let order = |n: &str| header(&run(&["encode", "--order", n], "").stdout);
    assert_eq!(order("1").0, 1);
    assert_eq!(order("2").0, 64);
    assert_eq!(order("3"), (729, 4 * 81 + 81 * 36));
    assert_eq!(order("3"), header(&run(&["encode", "--box", "3x3"], "").stdout));
    let clues = PUZZLE.bytes().filter(u8::is_ascii_digit).count() as u64;
    assert_eq!(header(&run(&["encode"], PUZZLE).stdout), (729, 4 * 81 + 81 * 36 + clues));
}

#[test]
fn several_puzzles_go_to_a_folder_and_nowhere_else() {
    let files = Files::new();
    let two = format!("{PUZZLE}\n{NO_SOLUTION}\n");
    let refused = run(&["encode"], &two);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    assert!(refused.stderr.contains("several puzzles need a folder"), "{}", refused.stderr);
    let file = files.write("file", "keep me");
    let refused = run(&["encode", "-", "-o", &file], &two);
    assert_eq!((refused.code, read(&file).as_str()), (Some(2), "keep me"), "{refused:?}");

    // The name of a file became that of a folder.
    for name in ["all.cnf", "all.icnf.gz"] {
        let refused = run(&["encode", "-", "-o", &files.arg(name)], &two);
        assert_eq!((refused.code, files.path(name).exists()), (Some(2), false), "{refused:?}");
        assert!(refused.stderr.contains("several puzzles need a folder, -o DIR/"), "{}", refused.stderr);
    }

    let folder = files.arg("folder");
    let with_a_bad_one = format!("{PUZZLE}\nx{}\n{NO_SOLUTION}\n", &PUZZLE[1..]);
    let written = run(&["encode", "-", "-o", &folder], &with_a_bad_one);
    assert_eq!(written.code, Some(2));
    assert!(written.stderr.starts_with("<stdin>:2:1: expected "), "{}", written.stderr);
    let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["000001.cnf", "000003.cnf"]);
    assert_eq!(run(&["sat", &format!("{folder}/000001.cnf")], "").code, Some(10));
    assert_eq!(run(&["sat", &format!("{folder}/000003.cnf")], "").code, Some(20));
    // One puzzle goes into a folder where the name says folder.
    assert_eq!(run(&["encode", "-", "-o", &(files.arg("one") + "/")], PUZZLE).code, Some(0));
    assert!(files.path("one/000001.cnf").is_file());
}

#[test]
fn what_cannot_be_written_is_status_2_and_names_the_file() {
    let answer = run(&["encode", "-", "-o", "/no/such/folder/file.cnf"], PUZZLE);
    assert_eq!(answer.code, Some(2));
    assert!(answer.stderr.starts_with("error: /no/such/folder/file.cnf: cannot write: "), "{}", answer.stderr);
    let full = run(&["encode", "--order", "4", "-o", "/dev/full"], "");
    assert_eq!(full.code, Some(2), "{full:?}");
}

#[test]
fn a_shape_that_is_no_board_is_refused_at_once() {
    for args in
        [["--order", "0"], ["--order", "999999999"], ["--order", "18446744073709551615"], ["--box", "5000x5000"]]
    {
        let answer = run(&["encode", args[0], args[1]], "");
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{args:?}: {answer:?}");
    }
}

#[test]
fn outputs_without_a_usable_model_are_told_apart() {
    let files = Files::new();
    let cnf = files.arg("puzzle.cnf");
    run(&["encode", "-", "--comments", "-o", &cnf], PUZZLE);
    let model = run(&["sat", &cnf], "").stdout;
    let values = model.strip_prefix("s SATISFIABLE\n").unwrap();
    let half = &model[..model[..model.len() / 2].rfind(' ').unwrap()];
    let negative: Vec<_> = (1..=729).map(|var| (-var).to_string()).collect();
    let none_true = format!("s SATISFIABLE\nv {} 0\n", negative.join(" "));
    let cases = [
        ("s UNSATISFIABLE\n", 1, "unsatisfiable\n", ""),
        ("s UNKNOWN\n", 3, "unknown\n", ""),
        ("c interrupted\n", 3, "unknown\n", ""),
        ("s MAYBE\n", 2, "", "<stdin>:1:3: expected s SATISFIABLE"),
        ("s SATISFIABLE\n", 2, "", "expected a model on v lines"),
        ("s SATISFIABLE\ns UNSATISFIABLE\n", 2, "", "found two that differ"),
        ("s UNSATISFIABLE\nv 1 0\n", 2, "", "expected no model"),
        ("s SATISFIABLE\nv 1 2 x 0\n", 2, "", "<stdin>:2:7: expected a literal or 0, found \"x\""),
        ("s SATISFIABLE\nv 99999 0\n", 2, "", "expected a variable up to 729, found 99999"),
        ("s SATISFIABLE\nv 1 -1 0\n", 2, "", "found both for variable 1"),
        ("s SATISFIABLE\nv 1 0 2 0\n", 2, "", "found more literals"),
        ("s SATISFIABLE\nv 0\n", 2, "", "leaves clause 1 of the formula false"),
        (half, 2, "", "half a model"),
        (values, 2, "", "expected no model"),
        (none_true.as_str(), 2, "", "leaves clause 1 of the formula false"),
    ];
    for (output, code, stdout, message) in cases {
        let answer = run(&["decode", "-", "--cnf", &cnf], output);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(code), stdout), "{output:.60}: {answer:?}");
        assert!(answer.stderr.contains(message), "{output:.60}: {}", answer.stderr);
    }
    // Without the formula, the rules of the board are what a model is held against.
    let answer = run(&["decode", "-", "--box", "3x3"], &none_true);
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{answer:?}");
    // The model may come first, in pieces, with comments between.
    let turned = format!("c first\n{}s SATISFIABLE\n", values.replace('\n', "\nc between\n"));
    assert_eq!(run(&["decode", "-", "--cnf", &cnf], turned).stdout.trim_end(), SOLUTION);
    let json = run(&["decode", "-", "--cnf", &cnf, "--output", "json"], &model);
    let object: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((&object["verdict"], &object["solution"]), (&"satisfiable".into(), &SOLUTION.into()));
    // Other commands read the object as its puzzle, whatever the answer is and whether or not a formula told the clues.
    assert_eq!(run(&["convert", "--to", "line"], &json.stdout).stdout.trim_end(), PUZZLE);
    assert_eq!(run(&["check"], &json.stdout).stdout, "verified\n");
    for args in [["--cnf", cnf.as_str()], ["--box", "3x3"]] {
        for output in [model.as_str(), "s UNSATISFIABLE\n", "s UNKNOWN\n"] {
            let json = run(&[&["decode", "-", "--output", "json"], &args[..]].concat(), output);
            assert_eq!(run(&["count", "--limit", "0"], &json.stdout).code, Some(0), "{json:?}");
        }
    }
}

#[test]
fn comments_that_make_no_sense_are_an_error() {
    let files = Files::new();
    for comments in ["c encoding cubist\n", "c puzzle\nc 2 2\nc 1 2 3\nc end\n"] {
        let cnf = files.write("puzzle.cnf", format!("{comments}p cnf 1 1\n1 0\n"));
        let answer = run(&["decode", "-", "--cnf", &cnf], "s UNSATISFIABLE\n");
        assert_eq!(answer.code, Some(2), "{comments}: {answer:?}");
        assert!(answer.stderr.starts_with(&format!("error: {cnf}: ")), "{comments}: {}", answer.stderr);
    }
    let no_board = files.write("formula.cnf", "p cnf 7 0\n");
    let answer = run(&["decode", "-", "--cnf", &no_board], "s UNSATISFIABLE\n");
    assert!(answer.code == Some(2) && answer.stderr.contains("--encoding reduced"), "{answer:?}");
}

/// `-o` means the same as for the other subcommands.
#[test]
fn formulas_are_packed_and_decoded_answers_written_by_the_name_of_the_file() {
    let files = Files::new();
    let puzzle = files.write("puzzle", format!("{PUZZLE}\n"));
    let plain = run(&["encode", &puzzle], "").stdout;
    for name in ["puzzle.cnf.gz", "puzzle.cnf.zst"] {
        let packed = files.arg(name);
        assert_eq!(run(&["encode", &puzzle, "-o", &packed], "").code, Some(0), "{name}");
        assert!(std::fs::read(&packed).unwrap().len() < plain.len() / 2, "{name}");
        let output = files.write("output", run(&["sat", &packed], "").stdout);
        let answer = files.arg("answer.json");
        let decoded = run(&["decode", &output, "--cnf", &packed, "-o", &answer], "");
        assert_eq!((decoded.code, decoded.stdout.as_str()), (Some(0), ""), "{decoded:?}");
        assert!(crate::read(&answer).contains(SOLUTION) && crate::read(&answer).starts_with('{'), "{name}");
        assert_eq!(run(&["decode", &output, "--cnf", &packed, "-o", "-"], "").stdout.trim_end(), SOLUTION);
        for input in [&output, &packed] {
            let refused = run(&["decode", &output, "--cnf", &packed, "-o", input], "");
            assert!(refused.code == Some(2) && refused.stderr.contains("expected another file than"), "{refused:?}");
        }
    }
}
