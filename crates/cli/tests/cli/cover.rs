//! `cover`.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::{Files, NO_SOLUTION, PUZZLE, SOLUTION, THREE_SOLUTIONS, run, satdoku};

/// A family of sets over a…g, with one exact cover, and the same as a matrix.
const FAMILY: &str = "c e f\na d g\nb c f\na d\nb g\nd e g\n";
const FAMILY_MATRIX: &str = "\
0 0 1 0 1 1 0
1 0 0 1 0 0 1
0 1 1 0 0 1 0
1 0 0 1 0 0 0
0 1 0 0 0 0 1
0 0 0 1 1 0 1
";

/// The matrix that an article on dancing links prints, with rows 1, 4 and 5 as its answer; it has none.
const ARTICLE: &str = "1 0 0 1 0 0 1\n0 1 1 0 0 1 0\n1 0 0 1 0 0 0\n0 1 0 0 0 0 1\n0 0 0 1 1 0 1\n";

const METHODS: [&str; 4] = ["dlx", "dlx-leftmost", "algorithm-x", "matrix"];

/// Queens on a board: rows and columns are asked for, diagonals may stay empty.
fn queens(count: usize) -> String {
    let names = |prefix: &str, to: usize| (0..to).map(|i| format!("{prefix}{i}")).collect::<Vec<_>>().join(" ");
    let (rows, columns) = (names("r", count), names("c", count));
    let mut text = format!("items: {rows} {columns} | {} {}\n", names("u", 2 * count - 1), names("d", 2 * count - 1));
    for (row, column) in (0..count).flat_map(|row| (0..count).map(move |column| (row, column))) {
        writeln!(text, "r{row} c{column} u{} d{}", row + column, row + count - 1 - column).unwrap();
    }
    text
}

#[test]
fn the_family_has_its_one_cover_by_every_method() {
    for method in METHODS {
        let named = run(&["cover", "-", "--all", "--method", method], FAMILY);
        let expected = "1: c e f\n4: a d\n5: b g\n";
        assert_eq!((named.code, named.stdout.as_str(), named.stderr.as_str()), (Some(0), expected, ""), "{method}");
        let numbered = run(&["cover", "-", "--method", method], FAMILY_MATRIX);
        assert_eq!((numbered.code, numbered.stdout.as_str()), (Some(0), "1: 3 5 6\n4: 1 4\n5: 2 7\n"), "{method}");
        assert_eq!(run(&["cover", "-", "--count", "--method", method], FAMILY_MATRIX).stdout, "1\n", "{method}");
    }
}

#[test]
fn the_articles_matrix_is_told_to_have_no_cover() {
    for method in METHODS {
        for args in [&["cover", "-", "--method", method][..], &["cover", "-", "--all", "--method", method]] {
            let answer = run(args, ARTICLE);
            assert_eq!((answer.code, answer.stdout.as_str()), (Some(1), "unsatisfiable\n"), "{args:?}");
        }
        let count = run(&["cover", "-", "--count", "--method", method], ARTICLE);
        assert_eq!((count.code, count.stdout.as_str()), (Some(0), "0\n"), "{method}");
    }
}

#[test]
fn the_linked_matrix_is_printed_and_reads_back() {
    let printed = run(&["cover", "-", "--print"], FAMILY);
    assert_eq!((printed.code, printed.stdout.lines().next()), (Some(0), Some("items: c e f a d g b")));
    assert_eq!(printed.stdout.lines().count(), 7);
    assert_eq!(run(&["cover", "-", "--count"], &printed.stdout).stdout, "1\n");
    let both = run(&["cover", "-", "--print", "--count"], FAMILY);
    assert_eq!(both.stdout, format!("{}\n1\n", printed.stdout));
}

#[test]
fn queens_with_items_that_may_stay_uncovered_are_counted_and_listed() {
    for method in METHODS {
        assert_eq!(run(&["cover", "-", "--count", "--method", method], queens(6)).stdout, "4\n", "{method}");
    }
    assert_eq!(run(&["cover", "-", "--count"], queens(8)).stdout, "92\n");
    let listed = run(&["cover", "-", "--all"], queens(6)).stdout;
    let mut boards: Vec<_> = listed.split("\n\n").map(|board| board.lines().count()).collect();
    assert_eq!(std::mem::take(&mut boards), [6; 4], "{listed}");
    let cut = run(&["cover", "-", "--all", "--limit", "3"], queens(8));
    assert_eq!((cut.code, cut.stdout.split("\n\n").count()), (Some(0), 3));
    let cut = run(&["cover", "-", "--count", "--limit", "3"], queens(8));
    assert_eq!((cut.code, cut.stdout.as_str()), (Some(0), ">=3\n"));
}

#[test]
fn a_limit_says_what_it_limits_or_is_bad_usage() {
    let files = Files::new();
    let family = files.write("family", FAMILY);
    let puzzle = files.write("puzzle", PUZZLE);
    let cases: [&[&str]; 5] = [
        &["cover", &family, "--limit", "3"],
        &["cover", &family, "--count", "--all"],
        &["cover", &family, "--method", "guess"],
        &["cover", "--sudoku", &puzzle, "--method", "matrix"],
        &["cover", "--sudoku", &puzzle, &family],
    ];
    for args in cases {
        let answer = run(args, "");
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{args:?}: {answer:?}");
    }
}

#[test]
fn mistakes_are_told_with_their_place() {
    let files = Files::new();
    let file = files.write("matrix", "010\n\n01\n");
    let answer = run(&["cover", &file], "");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""));
    let message = "3:3: expected 3 columns as before, found the end after 2 columns";
    assert!(answer.stderr.contains(&format!("{file}:{message}")), "{}", answer.stderr);
    let missing = run(&["cover", &files.arg("missing")], "");
    assert!(missing.code == Some(2) && missing.stderr.contains("cannot open"), "{missing:?}");
    let several = run(&["cover", "--sudoku", "-"], format!("{PUZZLE}\n{PUZZLE}\n"));
    assert!(several.code == Some(2) && several.stderr.contains("expected one puzzle"), "{several:?}");
    let none = run(&["cover", "--sudoku", "-"], "");
    assert!(none.code == Some(2) && none.stderr.contains("expected a puzzle"), "{none:?}");
}

#[test]
fn no_time_is_no_answer() {
    let listed = run(&["cover", "-", "--time-limit", "0"], FAMILY);
    assert_eq!((listed.code, listed.stdout.as_str()), (Some(3), "unknown\n"));
    let counted = run(&["cover", "-", "--count", "--time-limit", "0"], FAMILY);
    assert_eq!((counted.code, counted.stdout.as_str()), (Some(3), ">=0\n"));
    assert_eq!(counted.stderr, "time limit reached\n");
}

#[test]
fn a_puzzle_as_exact_cover_has_as_many_covers_as_solutions() {
    let diagonal = "2 2\ndiagonals\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    for (puzzle, count) in [
        (PUZZLE, "1\n"),
        (THREE_SOLUTIONS, "3\n"),
        (NO_SOLUTION, "0\n"),
        ("11..............", "0\n"),
        (diagonal, "48\n"),
    ] {
        let written = run(&["cover", "--sudoku", "-"], puzzle);
        assert_eq!((written.code, written.stderr.as_str()), (Some(0), ""), "{puzzle}");
        assert_eq!(run(&["cover", "-", "--count"], &written.stdout).stdout, count, "{puzzle}");
    }
}

/// On every kind of board, units with fewer cells than digits among them, whose digits need not be covered.
#[test]
fn the_cover_of_every_board_has_as_many_covers_as_the_puzzle_has_solutions() {
    let boards = [
        "1x2/3",
        "2x3/4",
        "5x1/6",
        "latin3+digits:0..3",
        "1x3+digits:0..4",
        "2x2+diagonals",
        "2x2+unit:r1c1,r4c4",
        "regions:1122112233443344",
        "3x4/5+regions:112203344055",
        "2x2+digits:0..3",
        "2x2@r1c1+2x2@r2c2",
    ];
    for (seed, board) in boards.into_iter().enumerate() {
        let shape: satdoku::Geometry = board.parse().unwrap();
        let mut puzzle = satdoku::Grid::empty(&std::sync::Arc::new(shape));
        let cells: Vec<_> = puzzle.geometry().cells().collect();
        let clues = if cells.len() > 12 { cells.len() / 4 } else { 1 };
        for at in 0..clues {
            let digit = puzzle.geometry().digit((seed + 3 * at) % puzzle.geometry().digit_count());
            let cell = cells[(7 * at + seed) % cells.len()];
            if puzzle.can_place(cell, digit) {
                puzzle.set(cell, Some(digit)).unwrap();
            }
        }
        let mut text = String::new();
        satdoku::grid::format::Format::Header.write(&puzzle, &mut text).unwrap();
        let written = run(&["cover", "--sudoku", "-"], &text);
        assert_eq!((written.code, written.stderr.as_str()), (Some(0), ""), "{board}");
        let counted = run(&["cover", "-", "--count"], &written.stdout).stdout;
        assert_eq!(counted, run(&["count", "--solver", "mrv"], &text).stdout, "{board}:\n{text}");
    }
    // Rules that are units are carried, one that makes several as well; the others are refused by their lines.
    for (rules, count) in [("killer r1c1 r2c3 r4c2\n", "18\n"), ("antiknight\nkiller r1c1 r2c3\n", "6\n")] {
        let text = format!("2 2\n{rules}1 . . .\n. . . .\n. . . .\n. . . .\n");
        let written = run(&["cover", "--sudoku", "-"], &text).stdout;
        assert_eq!(run(&["cover", "-", "--count"], &written).stdout, count, "{rules}");
        assert_eq!(run(&["count"], &text).stdout, count, "{rules}");
    }
    let sums = "2 2\nkiller 6 r1c1 r2c3 r4c2\n1 . . .\n. . . .\n. . . .\n. . . .\n";
    let refused = run(&["cover", "--sudoku", "-"], sums);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    assert!(refused.stderr.ends_with("sums and no relations of cells: killer 6 r1c1 r2c3 r4c2\n"), "{refused:?}");
    // The puzzle itself is read in a file's place.
    assert_eq!(run(&["cover", "--sudoku", PUZZLE], "").stdout, run(&["cover", "--sudoku", "-"], PUZZLE).stdout);
}

#[test]
fn the_cover_of_a_puzzle_names_the_digits_of_its_solution() {
    let written = run(&["cover", "--sudoku", "-"], PUZZLE).stdout;
    assert!(written.starts_with("items: r1c1 r1c2 "), "{}", &written[..80]);
    let solved = run(&["cover", "-"], &written).stdout;
    let mut digits = [' '; 81];
    for line in solved.lines() {
        let mut words = line.split_whitespace().skip(1);
        let (row, column) = words.next().unwrap()[1..].split_once('c').unwrap();
        let at = (row.parse::<usize>().unwrap() - 1) * 9 + column.parse::<usize>().unwrap() - 1;
        digits[at] = words.next().unwrap().chars().next_back().unwrap();
    }
    assert_eq!(digits.iter().collect::<String>(), SOLUTION);
}

#[test]
fn a_list_that_nobody_reads_on_ends_quietly_and_soon() {
    let files = Files::new();
    let problem = files.write("empty", run(&["cover", "--sudoku", "-"], ".".repeat(81)).stdout);
    let mut command = satdoku(&["cover", &problem, "--all"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("1: r1c1 row1=1 "));
    drop(lines);
    let since = Instant::now();
    let status = crate::interrupt::ended(&mut child);
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert!(since.elapsed() < Duration::from_secs(5), "{status}");
    assert_eq!(stderr, "");
}

#[test]
fn a_mark_of_the_byte_order_is_passed_over_and_nothing_is_no_problem() {
    for problem in ["1 0\n0 1\n", FAMILY, "items: a b\na\nb\n"] {
        assert_eq!(run(&["cover"], format!("\u{feff}{problem}")), run(&["cover"], problem), "{problem}");
    }
    for text in ["", "\n\n", "# nothing\n", "\u{feff}"] {
        let answer = run(&["cover", "--count"], text);
        let message = "<stdin>:1:1: expected a problem, found nothing\n";
        assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(2), "", message), "{text:?}");
    }
    let none = run(&["cover", "--all", "--limit", "0"], FAMILY);
    assert!(none.code == Some(2) && none.stderr.contains("expected a whole number from 1"), "{none:?}");
}

#[test]
fn a_sudoku_in_the_place_of_a_problem_is_told_of() {
    const NOTE: &str = "<stdin>: its options look like the rows of a Sudoku, which --sudoku makes a problem of\n";
    for (text, note) in
        [(format!("{PUZZLE}\n"), NOTE), (".4.2\n...1\n....\n.3..\n".into(), NOTE), ("1234\n".into(), "")]
    {
        let found = run(&["cover"], &text);
        assert_eq!((found.code, found.stderr.as_str()), (Some(0), note), "{text}");
    }
}
