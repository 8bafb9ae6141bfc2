//! Tables: their columns are kept, and the answers have one of their own.

use crate::{Files, NO_SOLUTION, PUZZLE, SOLUTION, THREE_SOLUTIONS, batch, read, run};

/// A table in quotes and without, with lines that are short, bad, long or of another size.
fn rated() -> String {
    format!(
        "id,puzzle,solution,\"how hard, if at all\"\r\n\
         1,{PUZZLE},,\"easy, \"\"really\"\"\"\r\n\
         # passed over\n\
         \"2,b\",\"{PUZZLE}\",\"?\",3.5\n\
         \n\
         3,x{},old,\u{e9}\n\
         4\n\
         5,{NO_SOLUTION},,no\n\
         6,\"{PUZZLE},a quote left open\n\
         7, {PUZZLE} ,{SOLUTION},x,y\n\
         8,{SOLUTION}",
        &PUZZLE[1..]
    )
}

#[test]
fn the_solution_fills_its_column_and_all_others_are_kept() {
    let expected = format!(
        "id,puzzle,solution,\"how hard, if at all\"\r\n\
         1,{PUZZLE},{SOLUTION},\"easy, \"\"really\"\"\"\r\n\
         \"2,b\",\"{PUZZLE}\",\"{SOLUTION}\",3.5\n\
         3,x{},invalid,\u{e9}\n\
         4,,invalid\n\
         5,{NO_SOLUTION},unsatisfiable,no\n\
         6,\"{PUZZLE},a quote left open\",invalid\n\
         7, {PUZZLE} ,{SOLUTION},x,y\n\
         8,{SOLUTION},{SOLUTION}\n",
        &PUZZLE[1..]
    );
    let files = Files::new();
    let table = files.write("rated.csv", rated());
    for more in [&[][..], &["--jobs", "1"], &["--solver", "dlx"], &["--box", "3x3"], &["--format", "csv"]] {
        let found = run(&[&["solve", "--output", "csv", &table], more].concat(), "");
        let is_classic = more == ["--box", "3x3"];
        let expected = if is_classic { expected.replace("unsatisfiable", "invalid") } else { expected.clone() };
        assert_eq!((found.code, found.stdout), (Some(2), expected), "{more:?}");
        // Lines and columns are those of the file.
        assert!(found.stderr.contains("rated.csv:6:3: expected"), "{more:?}: {}", found.stderr);
        assert_eq!(found.stderr.lines().count(), 3 + usize::from(is_classic), "{more:?}: {}", found.stderr);
    }
    let piped = run(&["solve", "--output", "csv"], rated());
    assert_eq!(piped.stdout, expected);
}

#[test]
fn a_field_of_several_lines_is_refused_and_no_line_runs_into_the_next() {
    const WHY: &str = "expected a closing quote on the line: a field of several lines is not read";
    let small = (".4.2...1.....3..", "1432324141232314");
    for (puzzle, solution) in [small, (PUZZLE, SOLUTION)] {
        let table = format!("puzzle,note\n{puzzle},\"two\nlines\"\n{puzzle},x\n");
        let column = puzzle.len() + 2;
        for (question, answer) in
            [(&["solve"][..], solution), (&["count"], "1"), (&["check", "--unique"], "valid unique")]
        {
            let lines = run(&[question, &["-"]].concat(), &table);
            assert_eq!((lines.code, lines.stdout), (Some(2), format!("invalid\ninvalid\n{answer}\n")), "{question:?}");
            assert_eq!(lines.stderr.lines().next(), Some(&*format!("<stdin>:2:{column}: {WHY}")), "{question:?}");
            let kept = run(&[question, &["--output", "csv", "-"]].concat(), &table);
            let rows = format!("{puzzle},\"two\",invalid\nlines\"\",,invalid\n{puzzle},x,{answer}\n");
            assert!(kept.code == Some(2) && kept.stdout.ends_with(&rows), "{question:?}: {}", kept.stdout);
        }
        let filled =
            run(&["solve", "--output", "csv"], format!("puzzle,solution,note\n{puzzle},,\"two\n{puzzle},,x\n"));
        let rows = format!("puzzle,solution,note\n{puzzle},invalid,\"two\"\n{puzzle},{solution},x\n");
        assert_eq!(filled.stdout, rows);
        let names = run(&["solve", "--output", "csv"], format!("puzzle,\"two\nlines\"\n{puzzle},x\n"));
        let said = format!("<stdin>:1:1: {WHY}, found the columns \"puzzle\", \"\\\"two\"\n");
        assert_eq!((names.code, names.stderr), (Some(2), said));
    }
}

#[test]
fn a_column_that_is_missing_is_added() {
    let table = format!("name;quizzes\n\"a;b\";{PUZZLE}\nsparse;{THREE_SOLUTIONS}\nnone;{NO_SOLUTION}\nshort\n");
    let cases = [
        (
            &["solve"][..],
            format!(
                "name;quizzes;solution\n\"a;b\";{PUZZLE};{SOLUTION}\nsparse;{THREE_SOLUTIONS};{}\n\
                 none;{NO_SOLUTION};unsatisfiable\nshort;;invalid\n",
                run(&["solve"], THREE_SOLUTIONS).stdout.trim()
            ),
        ),
        (
            &["count", "--limit", "2"],
            format!(
                "name;quizzes;count\n\"a;b\";{PUZZLE};1\nsparse;{THREE_SOLUTIONS};>=2\nnone;{NO_SOLUTION};0\n\
                 short;;invalid\n"
            ),
        ),
        (
            &["check", "--unique"],
            format!(
                "name;quizzes;check\n\"a;b\";{PUZZLE};valid unique\nsparse;{THREE_SOLUTIONS};valid several\n\
                 none;{NO_SOLUTION};valid none\nshort;;invalid\n"
            ),
        ),
    ];
    for (question, expected) in cases {
        for more in [&[][..], &["--reduce", "none"]] {
            let found = run(&[question, &["--output", "csv", "-"], more].concat(), &table);
            assert_eq!((found.code, found.stdout), (Some(2), expected.clone()), "{question:?} {more:?}");
        }
    }
    // A column of that name is filled.
    let table = format!("check,puzzle\nold,{PUZZLE}\n");
    let checked = run(&["check", "--unique", "--output", "csv"], &table);
    assert_eq!(checked.stdout, format!("check,puzzle\nvalid unique,{PUZZLE}\n"));
    assert_eq!(run(&["check", "--output", "csv"], &table).stdout, format!("check,puzzle\nvalid,{PUZZLE}\n"));
    let counted = run(&["count", "--output", "csv"], format!("count\tpuzzle\n\t{PUZZLE}\n"));
    assert_eq!(counted.stdout, format!("count\tpuzzle\n1\t{PUZZLE}\n"));
}

#[test]
fn a_table_is_asked_for_by_the_name_of_the_output_too() {
    let files = Files::new();
    let table = files.write("in.csv", format!("puzzle\n{PUZZLE}\n{PUZZLE}\n"));
    let expected = format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n{PUZZLE},{SOLUTION}\n");
    let out = files.arg("out.csv");
    assert_eq!(run(&["solve", &table, "-o", &out], "").code, Some(0));
    assert_eq!(read(&out), expected);
    let packed = files.arg("out.csv.gz");
    assert_eq!(run(&["solve", &table, "-o", &packed], "").code, Some(0));
    // What is written is read again, and filled again.
    assert_eq!(run(&["solve", &packed, "--output", "csv"], "").stdout, expected);
    // Elsewhere answers are lines, and a form that is asked for is given.
    let lines = format!("{SOLUTION}\n{SOLUTION}\n");
    assert_eq!(run(&["solve", &table], "").stdout, lines);
    assert_eq!(run(&["solve", &table, "-o", &out, "--output", "line"], "").code, Some(0));
    assert_eq!(read(&out), lines);
    for refused in [&["solve", "--all", "-o", &out][..], &["check", "--puzzle", &table, "--resume", "-o", &out]] {
        assert_eq!(run(&[refused, &[&table]].concat(), "").code, Some(2), "{refused:?}");
    }
}

#[test]
fn tables_of_one_kind_become_one_and_others_keep_their_names() {
    let files = Files::new();
    let a = files.write("a.csv", format!("puzzle,id\n{PUZZLE},1\npuzzle,id\n{PUZZLE},2\nid,puzzle\n3,{PUZZLE}\n"));
    let b = files.write("b.csv", format!("id,puzzle\n4,{PUZZLE}\n"));
    let c = files.write("c.txt", format!("{PUZZLE}\n5,3\n{PUZZLE}\n"));
    let d = files.write("d.txt", crate::rows(PUZZLE, "0"));
    let empty = files.write("e.csv", "id,puzzle\n");
    let expected = format!(
        "puzzle,id,count\n{PUZZLE},1,1\n{PUZZLE},2,1\nid,puzzle,count\n3,{PUZZLE},1\n4,{PUZZLE},1\n\
         puzzle,count\n{PUZZLE},1\n\"5,3\",invalid\n{PUZZLE},1\n{PUZZLE},1\nid,puzzle,count\n"
    );
    for more in [&[][..], &["--solver", "mrv"]] {
        let args = ["count", "--output", "csv", &a, &b, &c, &d, &empty];
        let found = run(&[&args, more].concat(), "");
        assert_eq!((found.code, found.stdout.as_str()), (Some(2), expected.as_str()), "{more:?}");
        assert!(
            found.stderr.ends_with("e.csv:1:1: expected a puzzle below the names of the columns, found nothing\n"),
            "{}",
            found.stderr
        );
    }
}

#[test]
fn shapes_and_large_sides_are_told_by_the_columns() {
    let cells = format!("123456{}", ".".repeat(30));
    let six = format!("box_rows,box_cols,puzzle\n3,2,{cells}\n2,3,{cells}\n");
    let solved = run(&["solve", "--output", "csv"], six);
    assert_eq!((solved.code, solved.stdout.lines().count()), (Some(0), 3), "{}", solved.stderr);
    for line in solved.stdout.lines().skip(1) {
        assert!(line.split(',').nth(3).is_some_and(|cells| cells.len() == 36 && cells.starts_with("123456")), "{line}");
    }
    let nine = format!("box_rows,box_cols,puzzle\n3,3,{PUZZLE}\n");
    assert!(run(&["solve", "--output", "csv"], nine).stdout.ends_with(&format!(",{SOLUTION}\n")));
    // Above side 35 a field is numbers between blanks, and so it is read.
    let cells = vec!["0"; 36 * 36].join(" ");
    let large = run(&["solve", "--output", "csv"], format!("puzzle\n{cells}\n"));
    let again = run(&["check", "--output", "csv"], large.stdout.replace("puzzle,solution", "x,puzzle"));
    assert!(again.stdout.trim_end().ends_with(",solved"), "{}", again.stderr);
}

/// A large table in which some lines are bad.
fn large(puzzles: usize) -> String {
    let rows = batch(puzzles);
    let row = |(k, line): (usize, &str)| format!("row {k},{line},\"{k}, \"\"q\"\"\"");
    let rows: Vec<_> = rows.lines().enumerate().map(row).collect();
    format!("id,puzzle,note\n{}\n", rows.join("\n"))
}

#[test]
fn large_tables_keep_their_order_with_any_number_of_jobs_and_are_continued() {
    let files = Files::new();
    let text = large(9000);
    let table = files.write("large.csv", &text);
    let lines = run(&["solve", &table], "");
    let answers = ["solution"].into_iter().chain(lines.stdout.lines());
    let rows: Vec<_> = text.lines().zip(answers).map(|(row, answer)| [row, answer].join(",")).collect();
    let expected = rows.join("\n") + "\n";
    assert_eq!(lines.stdout.lines().count(), 9000);
    for more in [&["--jobs", "1"][..], &["--jobs", "3"], &["--reduce", "none"]] {
        let found = run(&[&["solve", "--output", "csv", &table], more].concat(), "");
        assert!(found.stdout == expected && found.stderr == lines.stderr, "{more:?}");
    }
    let out = files.arg("out.csv");
    let names = expected.find('\n').unwrap() + 1;
    for cut in [0, 3, names, names + 1, expected.len() / 2, expected.len() - 1, expected.len()] {
        std::fs::write(&out, &expected[..cut]).unwrap();
        run(&["solve", &table, "-o", &out, "--resume"], "");
        assert!(read(&out) == expected, "{cut}");
    }
    for name in ["packed.csv.gz", "packed.csv.zst"] {
        let packed = files.arg(name);
        run(&["solve", &table, "-o", &packed], "");
        assert!(run(&["solve", &packed, "--output", "csv"], "").stdout == expected, "{name}");
    }
    // Without a table the answers are lines, of which those of a puzzle that is read twice are the same.
    assert!(run(&["solve", &table, "--reduce", "none"], "") == lines);
}

#[test]
fn bytes_that_are_no_text_are_kept() {
    let table = [b"puzzle,\xffname\n".as_slice(), PUZZLE.as_bytes(), b",\xe9\xff\n"].concat();
    let files = Files::new();
    let (table, out) = (files.write("latin.csv", table), files.arg("out.csv"));
    assert_eq!(run(&["solve", &table, "-o", &out], "").code, Some(0));
    let expected = [b"puzzle,\xffname,solution\n".as_slice(), PUZZLE.as_bytes(), b",\xe9\xff,", SOLUTION.as_bytes()];
    assert!(std::fs::read(&out).unwrap() == [expected.concat().as_slice(), b"\n"].concat());
}

#[test]
fn answers_of_one_file_do_not_show_up_in_those_of_the_next() {
    let files = Files::new();
    let lines = files.write("lines", batch(3000));
    let rows = files.write("rows", vec![crate::rows(PUZZLE, "0"); 40].join("\n"));
    let expected = run(&["solve", &lines], "").stdout + &format!("{SOLUTION}\n").repeat(40);
    for jobs in ["1", "2"] {
        let found = run(&["solve", &lines, &rows, "--jobs", jobs], "");
        assert!(found.stdout == expected, "{jobs}");
    }
}

#[test]
fn stored_solutions_are_checked_and_a_wrong_one_is_never_replaced_without_a_word() {
    let other = format!("{}{}", &SOLUTION[1..], &SOLUTION[..1]);
    let table = format!("quizzes,solutions\n{PUZZLE},{SOLUTION}\n{PUZZLE},{other}\n{PUZZLE},\n{PUZZLE},unknown\n");
    let objects = format!(
        "{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{SOLUTION}\"}}\n{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{other}\"}}\n\
         {{\"puzzle\":\"{PUZZLE}\",\"solution\":null}}\n{{\"puzzle\":\"{PUZZLE}\"}}\n"
    );
    for (input, line) in [(&table, 3), (&objects, 2)] {
        for more in [&[][..], &["--solver", "dlx"], &["--output", "csv"], &["--output", "json"]] {
            let found = run(&[&["solve", "--summary"], more].concat(), input);
            assert_eq!(found.code, Some(0), "{more:?}: {}", found.stderr);
            let message =
                format!("<stdin>:{line}: the stored solution is wrong: r1c1 has the clue 5 in the puzzle, found 3\n");
            assert!(found.stderr.contains(&message), "{more:?}: {}", found.stderr);
            assert!(found.stderr.contains("4 solved; 1 stored solution is wrong"), "{more:?}: {}", found.stderr);
            assert_eq!(found.stdout.matches(SOLUTION).count(), 4, "{more:?}: {}", found.stdout);
            assert_eq!(run(&[&["solve", "--verify"], more].concat(), input).code, Some(1), "{more:?}");
        }
        for (more, word) in [
            (&[][..], "valid\n"),
            (&["--unique"], "valid unique\n"),
            (&["--unique", "--solver", "mrv"], "valid unique\n"),
        ] {
            let found = run(&[&["check"], more].concat(), input);
            let second = word.strip_prefix("valid").unwrap();
            // Where the solution is the only one, it is said too.
            let only = if second.trim().is_empty() {
                ""
            } else {
                "; the solution has r1c1=5 r1c2=3 r1c3=4 r1c4=6 r1c5=7 r1c6=8 r1c7=9 r1c8=1 r1c9=2 …"
            };
            let tail = format!(": r1c1 has the clue 5 in the puzzle, found 3{only}\n");
            let expected = format!("verified{second}mismatch{}{tail}{word}{word}", second.trim_end());
            assert_eq!((found.code, found.stdout), (Some(1), expected), "{more:?}: {}", found.stderr);
        }
    }
    // Of several solutions the stored one is kept, and is the answer where the time does not suffice for another.
    let listed = run(&["solve", "--all"], THREE_SOLUTIONS).stdout;
    for stored in listed.lines() {
        let table = format!("puzzle,answer\n{THREE_SOLUTIONS},{stored}\n");
        for more in [&["--verify"][..], &["--time-limit", "0"]] {
            let found = run(&[&["solve", "--output", "csv"], more].concat(), &table);
            assert_eq!((found.code, found.stdout, found.stderr.as_str()), (Some(0), table.clone(), ""), "{more:?}");
        }
    }
}

/// A row without its rules would be another puzzle.
#[test]
fn a_puzzle_whose_rules_a_table_cannot_carry_is_refused_by_name_and_the_others_are_answered() {
    let files = Files::new();
    let board = format!("2 2\n{}", "0 0 0 0\n".repeat(4));
    let killer = board.replacen("2 2\n", "2 2\nkiller 6 r1c2 r1c3 r2c3\n", 1);
    let puzzles = files.write("killer.txt", format!("{killer}\n{board}"));
    for (command, answer) in [("solve", "1234"), ("count", "288"), ("check", "valid"), ("rate", "several solutions")] {
        let found = run(&[command, "--output", "csv", &puzzles], "");
        let refusal = format!("{puzzles}:1: the format csv cannot carry the rule killer 6 r1c2 r1c3 r2c3; ");
        assert!(found.code == Some(2) && found.stderr.starts_with(&refusal), "{command}: {found:?}");
        let rows: Vec<&str> = found.stdout.lines().skip(1).collect();
        assert!(rows[0].starts_with("2 2 killer 6 r1c2 r1c3 r2c3 0 0") && rows[0].ends_with(",,unknown"), "{rows:?}");
        assert!(rows[1].starts_with(&format!("{},2x2,{answer}", ".".repeat(16))), "{rows:?}");
    }
    let (whole, cut) = (files.arg("whole.csv"), files.arg("cut.csv"));
    assert_eq!(run(&["count", &puzzles, "-o", &whole], "").code, Some(2));
    let head: Vec<String> = read(&whole).lines().take(2).map(|line| format!("{line}\n")).collect();
    files.write("cut.csv", head.concat());
    assert_eq!(run(&["count", &puzzles, "-o", &cut, "--resume"], "").code, Some(0));
    assert_eq!(read(&cut), read(&whole));
}

/// A table that was read without its rules would be answered as another puzzle.
#[test]
fn rules_in_a_column_are_refused_and_the_rows_without_are_answered() {
    const WHY: &str =
        "expected a puzzle without rules, which no table carries (header and json do), found one with rules";
    for (puzzle, solution) in [(".4.2...1.....3..", "1432324141232314"), (PUZZLE, SOLUTION)] {
        let table = format!("Rules,puzzle,constraints\n\"\",{puzzle}, less r1c4 r1c1\n,{puzzle},\nk,{puzzle},\n");
        let found = run(&["solve"], table);
        assert_eq!((found.code, found.stdout), (Some(2), format!("invalid\n{solution}\ninvalid\n")));
        let at = puzzle.len() + 6;
        assert_eq!(found.stderr, format!("<stdin>:2:{at}: {WHY}\n<stdin>:4:1: {WHY}\n"));
    }
}

#[test]
fn messages_of_one_kind_are_told_ten_times_and_then_counted() {
    let table = format!("quizzes,solutions\n{}", format!("{PUZZLE},NA\n").repeat(1015)) + &"12345,x\n".repeat(11);
    for jobs in ["1", "4"] {
        let found = run(&["solve", "--summary", "--jobs", jobs], &table);
        let lines: Vec<&str> = found.stderr.lines().collect();
        assert_eq!(lines.len(), 10 + 10 + 2 + 1, "{lines:#?}");
        assert!(lines[9].starts_with("<stdin>:11: the stored solution is wrong: "), "{lines:#?}");
        assert!(lines[10].starts_with("<stdin>:1017:6: expected 81 cells"), "{lines:#?}");
        let rest = "… and 1005 more such messages as that of <stdin>:2; --verbose prints all";
        assert!(lines.contains(&rest), "{lines:#?}");
        let one = |line: &&str| line.starts_with("… and one more such message as that of <stdin>:1017:");
        assert!(lines.iter().any(one), "{lines:#?}");
        assert!(lines[22].contains("1015 solved"), "{lines:#?}");
        let all = run(&["solve", "--verbose", "--jobs", jobs], &table);
        assert_eq!(all.stderr.matches("the stored solution is wrong").count(), 1015);
        assert_eq!(run(&["solve", "--quiet"], &table).stderr, "");
    }
    let lines = run(&["convert", "--to", "sdm", "--summary"], format!("{PUZZLE}\n{}", "123\n".repeat(500))).stderr;
    assert_eq!(lines.lines().count(), 10 + 1 + 1, "{lines}");
    assert!(lines.contains("… and 490 more such messages as that of <stdin>:2:"), "{lines}");
}
