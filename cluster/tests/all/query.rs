//! Tables in, tables out, in one process.

use std::fs;
use std::io::Write;
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
    // A full disk: writes to this device always fail.
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

/// Writes a file and returns it as a table argument.
fn table(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let file = folder.join(name);
    fs::write(&file, bytes).expect("a file");
    format!("p={}", path(&file))
}

fn gzip(text: &str) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    out.write_all(text.as_bytes()).expect("memory");
    out.finish().expect("memory")
}

#[test]
fn every_form_of_table_says_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let (json, csv) = (
        "{\"id\": 7, \"puzzle\": \"0000000000000001\"}\n{\"id\": 8, \"puzzle\": null}\n",
        "id,puzzle\n7,0000000000000001\n8,\n",
    );
    let zstd = |text: &str| zstd::encode_all(text.as_bytes(), 1).expect("memory");
    let files = [
        ("a.jsonl", json.into()),
        ("b.json", json.into()),
        ("c.ndjson.gz", gzip(json)),
        ("d.jsonl.zst", zstd(json)),
        ("e.csv", csv.into()),
        ("f.csv.gz", gzip(csv)),
        ("g.csv.zst", zstd(csv)),
    ];
    let sql = "SELECT id, sudoku_count(puzzle, 100)['count'] AS n FROM p ORDER BY id";
    for (name, bytes) in files {
        let (out, _) = run(0, &["query", sql, "--table", &table(folder.path(), name, &bytes)]);
        assert_eq!(out, "id,n\n7,72\n8,\n", "{name}");
    }
    let text = "0000000000000001\n";
    let files = [("h.txt", text.into()), ("i.txt.gz", gzip(text)), ("j.sdm.zst", zstd(text))];
    for (name, bytes) in files {
        let sql = "SELECT puzzle, sudoku_count(puzzle, 100)['count'] AS n FROM p";
        let (out, _) = run(0, &["query", sql, "--table", &table(folder.path(), name, &bytes)]);
        assert_eq!(out, "puzzle,n\n0000000000000001,72\n", "{name}");
    }
    // A truncated file is an error, not a table of fewer rows.
    let spoiled = table(folder.path(), "k.csv.gz", &gzip(csv)[..20]);
    run(2, &["query", "SELECT * FROM p", "--table", &spoiled]);
}

#[test]
fn puzzles_of_several_lines_come_back_from_csv() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = path(&folder.path().join("ruled.csv"));
    let puzzle = "2 2\nkiller 6 r1c2 r1c3 r2c3\n. . . .\n. . . .\n. . . .\n. . . .\n";
    run(0, &["query", &format!("SELECT 1 AS id, '{puzzle}' AS puzzle"), "-o", &file]);
    let sql = "SELECT id, sudoku_solve(puzzle)['status'] AS s FROM p";
    assert_eq!(run(0, &["query", sql, "--table", &format!("p={file}")]).0, "id,s\n1,solved\n");
}

#[test]
fn numbers_are_a_table() {
    let sql = "SELECT count(*) AS n, min(value) AS least, max(value) AS most FROM k";
    assert_eq!(run(0, &["query", sql, "--table", "k=5..25005"]).0, "n,least,most\n25000,5,25004\n");
    assert_eq!(run(0, &["query", sql, "--table", "k=5..5"]).0, "n,least,most\n0,,\n");
    for wrong in ["k=7..5", "k=0..9/0", "k=0..9/x", "k=0..99999999999/1"] {
        run(2, &["query", sql, "--table", wrong]);
    }
}

#[test]
fn generated_puzzles_are_a_table() {
    let made = run(0, &["query", "SELECT * FROM sudoku_generated('box=2x2 seed=7', 3, 6) ORDER BY k"]).0;
    let same = "SELECT value AS k, sudoku_generate('box=2x2 seed=7', value)['puzzle'] AS puzzle, 'made' AS status, \
                NULL AS message FROM range(3, 6) ORDER BY k";
    assert_eq!(made, run(0, &["query", same]).0);
    assert_eq!(made.lines().count(), 4);
    for (call, problem) in [
        ("sudoku_generated('kind=unheard', 0, 3)", "kind"),
        ("sudoku_generated('seed=7', 3)", "takes a recipe and two numbers"),
        ("sudoku_generated(7, 0, 3)", "argument 1 is a text"),
    ] {
        let (_, errors) = run(2, &["query", &format!("SELECT * FROM {call}")]);
        assert!(errors.contains(problem), "{errors}");
    }
}
