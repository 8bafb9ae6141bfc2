//! The columns of tables: by which names they are known, and what they tell of the board.

use crate::{Files, PUZZLE, SOLUTION, run};

#[test]
fn the_column_of_the_puzzles_is_known_by_many_names_and_never_guessed() {
    for name in ["unsolved", "Starting_Grid", "problem", "Puzzle String", "clue-string", "start", "quizzes(0=blank)"] {
        let found = run(&["check", "--unique"], format!("{name},solution\n{PUZZLE},{SOLUTION}\n"));
        assert_eq!((found.code, found.stdout.as_str()), (Some(0), "verified unique\n"), "{name}: {}", found.stderr);
    }
    let unclear = [
        ("mystery,solution", "expected a column called puzzle or one of its other names"),
        ("mystery,other", "expected a column called puzzle or one of its other names"),
        ("puzzle,sudoku", "expected one column called puzzle or one of its other names"),
    ];
    let ways = [
        &["check", "--unique"][..],
        &["solve"],
        &["solve", "--output", "csv"],
        &["count"],
        &["convert", "--to", "rows"],
    ];
    for (names, expected) in unclear {
        let table = format!("{names}\n{PUZZLE},{SOLUTION}\n");
        for command in ways {
            let found = run(command, &table);
            assert_eq!(found.code, Some(2), "{names}: {command:?}: {}", found.stdout);
            let (first, second) = names.split_once(',').unwrap();
            for part in [expected, "--column NAME or --column K", &format!("found the columns {first:?}, {second:?}")] {
                assert!(found.stderr.contains(part), "{names}: {command:?}: {}", found.stderr);
            }
            assert_eq!(found.stderr.lines().count(), 1, "{}", found.stderr);
            assert!(found.stdout.is_empty(), "{}", found.stdout);
        }
        for column in [names.split_once(',').unwrap().0, "1"] {
            let found = run(&["solve", "--output", "csv", "--column", column, "--solution-column", "2"], &table);
            assert_eq!((found.code, found.stdout), (Some(0), table.clone()), "{names} {column}: {}", found.stderr);
        }
        let missing = run(&["solve", "--column", "nowhere"], &table);
        assert!(
            missing.stderr.contains("expected the column that was asked for, found the columns"),
            "{}",
            missing.stderr
        );
    }
    let help = run(&["check", "--help"], "").stdout;
    assert!(help.replace('\n', " ").contains("startinggrid"), "{help}");
}

#[test]
fn a_table_without_rows_is_told_where_its_puzzles_should_stand() {
    for names in ["sudoku", "sudoku\n", "id,puzzle\n\n"] {
        for command in [&["solve"][..], &["check"], &["count", "--output", "csv"]] {
            let found = run(command, names);
            let expected = "<stdin>:1:1: expected a puzzle below the names of the columns, found nothing\n";
            assert_eq!((found.code, &*found.stderr), (Some(2), expected), "{names:?} {command:?}");
        }
    }
}

#[test]
fn a_table_whose_names_are_unknown_is_told_which_name_would_do() {
    for (table, names) in
        [("name,letters\nanna,fo..ba\n", "\"name\", \"letters\""), ("no;wo\n1;2\n3;4\n", "\"no\", \"wo\"")]
    {
        let found = run(&["solve"], table);
        let expected = format!(
            "<stdin>:1:1: expected a column called puzzle or one of its other names, found the columns {names}; \
             --column NAME or --column K tells which has the puzzles, --no-header that there are no names\n"
        );
        assert_eq!((found.code, found.stderr), (Some(2), expected), "{table:?}");
    }
}

#[test]
fn tables_without_names_are_read_where_that_is_said() {
    let table = format!("{PUZZLE},{SOLUTION},1.5\n{PUZZLE},{SOLUTION},2\n");
    let solved = format!("{SOLUTION}\n{SOLUTION}\n");
    for more in [&[][..], &["--solver", "dlx"]] {
        let found = run(&[&["solve", "--no-header"], more].concat(), &table);
        assert_eq!((found.code, found.stdout.as_str()), (Some(0), solved.as_str()), "{}", found.stderr);
    }
    let second = run(&["check", "--no-header", "--column", "2"], &table);
    assert_eq!((second.code, second.stdout.as_str()), (Some(0), "solved\nsolved\n"), "{}", second.stderr);
    let stored = run(&["check", "--no-header", "--solution-column", "2", "--output", "csv"], &table);
    let expected = table.replace('\n', ",verified\n");
    assert_eq!((stored.code, stored.stdout), (Some(0), expected), "{}", stored.stderr);
    let kept = run(&["solve", "--no-header", "--output", "csv", "--solution-column", "2"], &table);
    assert_eq!((kept.code, kept.stdout), (Some(0), table), "{}", kept.stderr);
}

#[test]
fn the_board_stands_beside_puzzles_that_tell_it() {
    let files = Files::new();
    let board = "regions:1112211322333254435544455";
    let jigsaw = run(&["generate", "--box", board, "--output", "json"], "").stdout;
    let header = files.write("jigsaw.txt", run(&["convert", "--to", "header"], &jigsaw).stdout);
    let lines = files.write("lines.txt", format!("{PUZZLE}\n"));
    let table = run(&["solve", "--output", "csv", &header, &lines], "").stdout;
    let names: Vec<_> = table.lines().filter(|line| line.starts_with("puzzle")).collect();
    assert_eq!(names, ["puzzle,board,solution", "puzzle,solution"], "{table}");
    let first = table.lines().take(2).collect::<Vec<_>>().join("\n");
    assert_eq!(run(&["check", "--unique"], &first).stdout, "verified unique\n");
    // The answers' board is the puzzles', unless they tell their own.
    let answers = run(&["solve", &header], "").stdout;
    let checked = run(&["check", "--puzzle", &header], &answers);
    assert_eq!((checked.code, checked.stdout.as_str()), (Some(0), "solved\n"), "{}", checked.stderr);
    let told = format!("1 5\n{}", crate::rows(answers.trim(), "0"));
    assert!(run(&["check", "--puzzle", &header], told).stdout.starts_with('c'));
}

#[test]
fn the_board_is_read_from_each_column_that_tells_it_wherever_it_stands() {
    let four = ".".repeat(16);
    let six = ".".repeat(36);
    let header = |table: String| run(&["convert", "--to", "header"], table).stdout.lines().next().map(str::to_owned);
    let cases = [
        (format!("puzzle,box\n{four},latin4\n"), "latin 4"),
        (format!("Shape,puzzle\nlatin4,{four}\n"), "latin 4"),
        (format!("id,shape,puzzle\n1,latin4,{four}\n"), "latin 4"),
        (format!("puzzle,box_rows,box_cols\n{six},3,2\n"), "3 2"),
        (format!("box_cols,puzzle,note,box_rows\n2,{six},5,3\n"), "3 2"),
        (format!("box_cols,box_rows,puzzle\n2,3,{six}\n"), "3 2"),
        // What is no board, or the size of the grid, tells none.
        (format!("puzzle,box,shape\n{six},3,square\n"), "2 3"),
        (format!("puzzle,shape\n{six},6x6\n"), "2 3"),
        (format!("puzzle,box_rows,box_cols\n{six}\n"), "2 3"),
        (format!("puzzle,box_rows,box_cols\n{six},,\n"), "2 3"),
    ];
    for (table, expected) in cases {
        assert_eq!(header(table.clone()).as_deref(), Some(expected), "{table}");
    }
    for (table, why) in [
        (format!("puzzle,box\n{six},2x2\n"), "2:37: expected 16 cells, found 36"),
        (format!("puzzle,box_rows,box_cols\n{six},3\n"), "2:38: expected a board such as 3x3, found \"3x\""),
        (format!("box_rows,puzzle,box_cols\n3,{six}\n"), "2:1: expected a board such as 3x3, found \"3x\""),
    ] {
        let found = run(&["count"], table);
        assert_eq!((found.code, found.stderr), (Some(2), format!("<stdin>:{why}\n")));
    }
}
