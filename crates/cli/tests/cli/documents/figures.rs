//! The counts of variables and clauses in the page on encodings are those that `encode --stats` prints.

use super::{page, quoted};
use crate::run;

/// The variables and clauses of an empty board.
fn size(board: &str, encoding: &str, form: &str) -> (u64, u64) {
    let args = ["encode", "--box", board, "--encoding", encoding, "--at-most-one", form, "--stats", "-o", "/dev/null"];
    let printed = run(&args, "").stderr;
    let words: Vec<_> = printed.split_whitespace().collect();
    assert_eq!((words[1], words[3]), ("variables,", "clauses,"), "{printed}");
    (words[0].parse().unwrap(), words[2].parse().unwrap())
}

/// A number with commas between thousands.
fn number(text: &str) -> u64 {
    text.replace(',', "").parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

const ENCODINGS: [&str; 4] = ["minimal", "extended", "modeller", "reduced"];

#[test]
fn the_counts_by_side_are_what_encode_counts() {
    let page = page("docs/encodings.md");
    let head = "| board | side | variables | `minimal` | `extended` | `modeller` | `reduced` |";
    for row in page.table(head) {
        let board = quoted(row[0])[0];
        let (box_rows, box_columns) = board.split_once('x').unwrap();
        let (box_rows, box_columns): (u64, u64) = (box_rows.parse().unwrap(), box_columns.parse().unwrap());
        let side = box_rows * box_columns;
        assert_eq!(number(row[1]), side, "{board}");
        // The formulas of the page.
        let squared = side * side;
        let pairs = squared * side * (side - 1) / 2;
        let boxes = squared * side * (box_rows - 1) * (box_columns - 1) / 2;
        let rest = 3 * pairs + boxes;
        let formulas = [4 * squared + pairs, 4 * squared + 4 * pairs, squared + rest, 4 * squared + rest];
        for ((encoding, shown), formula) in ENCODINGS.into_iter().zip(&row[3..]).zip(formulas) {
            let counted = size(board, encoding, "pairwise");
            assert_eq!(counted, (number(row[2]), number(shown)), "{board} {encoding}");
            assert_eq!(counted.1, formula, "{board} {encoding}");
        }
    }
}

#[test]
fn the_counts_by_form_are_what_encode_counts() {
    let page = page("docs/encodings.md");
    let rows = page.table("| form | 9×9 | 16×16 | 25×25 | 36×36 |");
    assert_eq!(rows.len(), satdoku::AtMostOne::all().len());
    for row in rows {
        let form = quoted(row[0])[0];
        for (board, shown) in ["3x3", "4x4", "5x5", "6x6"].into_iter().zip(&row[1..]) {
            let (variables, clauses) = shown.split_once(", ").unwrap();
            assert_eq!(size(board, "extended", form), (number(variables), number(clauses)), "{board} {form}");
        }
    }
}

#[test]
fn the_page_on_solvers_has_the_same_counts() {
    let (solvers, encodings) = (page("docs/solvers.md"), page("docs/encodings.md"));
    let head = "| board | side | variables | `minimal` | `extended` | `modeller` | `reduced` |";
    let nine = encodings.table(head).into_iter().find(|row| row[1] == "9").unwrap();
    let rows = solvers.table("| `--encoding` | 9×9: variables, clauses | what it is |");
    assert_eq!(rows.len(), ENCODINGS.len());
    for (row, clauses) in rows.iter().zip(&nine[3..]) {
        let is_same = row[1] == format!("{}, {clauses}", nine[2]);
        assert!(is_same || row[1] == "open candidates only", "{row:?}");
    }
}
