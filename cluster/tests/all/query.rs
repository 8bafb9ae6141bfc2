//! Tables in, tables out, in one process.

use std::fs;
use std::path::Path;

use crate::processes::run;

fn path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[test]
fn text_goes_to_parquet_and_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let (text, table) = (folder.path().join("puzzles.txt"), folder.path().join("out.parquet"));
    fs::write(&text, "# a comment\n1234341221434321\n0000000000000000\nbad \"line, with, commas\n1...............\n")
        .expect("a file");
    let ask = "SELECT puzzle, sudoku_count(puzzle, 1000) AS answer FROM p";
    run(0, &["query", ask, "--table", &format!("p={}", path(&text)), "-o", &path(&table)]);
    let (out, _) = run(
        0,
        &[
            "query",
            "SELECT puzzle, answer['count'] AS n, answer['status'] AS s FROM t",
            "--table",
            &format!("t={}", path(&table)),
        ],
    );
    let expected = [
        "puzzle,n,s",
        "1234341221434321,1,counted",
        "0000000000000000,288,counted",
        "\"bad \"\"line, with, commas\",,invalid",
        "1...............,72,counted",
    ];
    assert_eq!(out.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_column_of_csv_is_text_whatever_it_looks_like() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, puzzle) in [("a.csv", "0000000000000001"), ("b.csv", "0000000000000002")] {
        fs::write(folder.path().join(name), format!("id,puzzle\n7,{puzzle}\n")).expect("a file");
    }
    let table = format!("p={}", path(folder.path()));
    let (out, _) = run(
        0,
        &["query", "SELECT puzzle, sudoku_count(puzzle, 100)['count'] AS n FROM p ORDER BY 1", "--table", &table],
    );
    assert_eq!(out, "puzzle,n\n0000000000000001,72\n0000000000000002,72\n");
    let (out, _) = run(0, &["query", "SELECT sudoku_count(puzzle, 100) AS n FROM p LIMIT 1", "--table", &table]);
    assert!(out.starts_with("n.count,n.exact,n.status,n.message\n72,true,counted,"), "{out}");
}

#[test]
fn what_cannot_be_written_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("none/out.parquet");
    let (_, errors) = run(2, &["query", "SELECT 1 AS one", "-o", &path(&out)]);
    assert!(errors.contains("out.parquet"), "{errors}");
    // A full disk: what is written to this device never fits.
    let out = folder.path().join("full.csv");
    std::os::unix::fs::symlink("/dev/full", folder.path().join("full.csv.partial")).expect("a link");
    let (_, errors) = run(2, &["query", "SELECT 1 AS one", "-o", &path(&out)]);
    assert!(errors.contains("full.csv"), "{errors}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    let (_, errors) = run(2, &["query", "SELECT 1 AS one", "-o", &path(&folder.path().join("out.ods"))]);
    assert!(errors.contains("expected a name that ends in"), "{errors}");
}

#[test]
fn files_of_several_kinds_are_no_table() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.csv"), "p\n1\n").expect("a file");
    fs::write(folder.path().join("b.txt"), "1\n").expect("a file");
    let (_, errors) = run(2, &["query", "SELECT * FROM p", "--table", &format!("p={}", path(folder.path()))]);
    assert!(errors.contains("another kind of file"), "{errors}");
}

#[test]
fn duplicates_are_found_by_one_statement() {
    let made = "SELECT sudoku_generate('box=2x2', value % 30)['puzzle'] AS p FROM range(0, 100)";
    let (out, _) = run(
        0,
        &["query", &format!("SELECT count(*), count(DISTINCT sudoku_canonical(p)['canonical']) < 31 FROM ({made})")],
    );
    assert_eq!(out.lines().nth(1), Some("100,true"));
}
