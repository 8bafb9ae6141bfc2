//! A scheduler and executors, also when one of these processes is killed.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::processes::{Cluster, Process, program, run, wait_for};

const FILES: usize = 6;
const ROWS: usize = 40;

/// Makes a folder of files with distinct puzzles.
fn make_puzzles(folder: &Path) {
    fs::create_dir(folder).expect("a folder");
    for file in 0..FILES {
        let from = file * ROWS;
        let sql = format!(
            "SELECT value AS id, sudoku_generate('kind=minimal seed=3', value)['puzzle'] AS puzzle FROM range({from}, {})",
            from + ROWS
        );
        run(0, &["query", &sql, "-o", &folder.join(format!("{file}.parquet")).to_string_lossy()]);
    }
}

/// A query that is slow for each row.
const SLOW: &str = "SELECT id, puzzle, sudoku_rate(puzzle) AS rated, sudoku_explain(puzzle) AS explained FROM p";

struct Work {
    folder: tempfile::TempDir,
}

impl Work {
    fn new() -> Self {
        let work = Self { folder: tempfile::tempdir().expect("a folder") };
        make_puzzles(&work.folder.path().join("in"));
        work
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }

    fn submission(&self, sql: &str, cluster: &Cluster) -> Vec<String> {
        let table = format!("p={}", self.path("in"));
        let address = cluster.address();
        let out = self.path("out");
        ["submit", sql, "--table", &table, "--scheduler", &address, "-o", &out, "--at-once", "2"]
            .map(str::to_owned)
            .to_vec()
    }

    fn submit(&self, expected: i32, sql: &str, cluster: &Cluster) -> String {
        let arguments = self.submission(sql, cluster);
        run(expected, &arguments.iter().map(String::as_str).collect::<Vec<_>>()).1
    }

    fn begin(&self, sql: &str, cluster: &Cluster) -> Process {
        Process(
            program()
                .args(self.submission(sql, cluster))
                .stdout(Stdio::null())
                .stderr(fs::File::create(self.path("log")).expect("a log"))
                .spawn()
                .expect("the program starts"),
        )
    }

    fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap_or_default()
    }

    /// The number of parts with their final names.
    fn parts(&self) -> usize {
        let is_part = |entry: &fs::DirEntry| entry.path().extension().is_some_and(|ending| ending == "parquet");
        fs::read_dir(self.path("out")).map_or(0, |entries| entries.flatten().filter(is_part).count())
    }

    /// Checks that every row of the input came out once, with its own answer.
    fn check_rows(&self) {
        // The manifest and an unfinished part beside the parts are not read as data.
        let (table, input) = (format!("a={}", self.path("out")), format!("p={}", self.path("in")));
        let sql = "SELECT a.id, a.puzzle = p.puzzle AS same FROM a JOIN p ON a.id = p.id";
        let (out, _) = run(0, &["query", sql, "--table", &table, "--table", &input]);
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for line in out.lines().skip(1) {
            let (id, same) = line.split_once(',').expect("two columns");
            assert_eq!(same, "true", "{line}");
            *seen.entry(id).or_default() += 1;
        }
        assert_eq!(seen.len(), FILES * ROWS, "a row is lost");
        assert!(seen.values().all(|&times| times == 1), "a row is doubled");
    }
}

#[test]
fn a_cluster_answers_as_one_process_does() {
    let (work, mut cluster) = (Work::new(), Cluster::begin(2));
    let said =
        work.submit(0, "SELECT id, puzzle, sudoku_solve(puzzle) AS solved FROM p WHERE puzzle IS NOT NULL", &cluster);
    assert!(said.contains(&format!("{} rows in {FILES} parts, 0 of them finished before", FILES * ROWS)), "{said}");
    work.check_rows();
    // Every part is already finished.
    let said =
        work.submit(0, "SELECT id, puzzle, sudoku_solve(puzzle) AS solved FROM p WHERE puzzle IS NOT NULL", &cluster);
    assert!(said.contains(&format!("{FILES} of them finished before")), "{said}");
    // The folder refuses another query.
    let said = work.submit(2, "SELECT id FROM p", &cluster);
    assert!(said.contains("another query"), "{said}");
    // A query over all rows together is one part.
    fs::remove_dir_all(work.path("out")).expect("the parts go");
    let said =
        work.submit(0, "SELECT sudoku_is_unique(puzzle)['unique'] AS u, count(*) AS n FROM p GROUP BY 1", &cluster);
    assert!(said.contains("1 rows in 1 parts"), "{said}");
    let (out, _) =
        run(0, &["query", "SELECT * FROM t", "--table", &format!("t={}", work.path("out/part-00000.parquet"))]);
    assert_eq!(out, format!("u,n\ntrue,{}\n", FILES * ROWS));
    // SIGTERM ends every process.
    for process in cluster.executors.iter_mut().chain([&mut cluster.scheduler]) {
        process.signal("TERM");
        process.wait(Duration::from_mins(1));
    }
}

#[test]
fn poisoned_rows_are_answers() {
    let (work, cluster) = (Work::new(), Cluster::begin(1));
    let sql =
        "SELECT id, puzzle, sudoku_solve(CASE WHEN id % 2 = 0 THEN 'poison' ELSE puzzle END)['status'] AS s FROM p";
    work.submit(0, sql, &cluster);
    work.check_rows();
    let (out, _) = run(
        0,
        &[
            "query",
            "SELECT s, count(*) AS n FROM t GROUP BY s ORDER BY s",
            "--table",
            &format!("t={}", work.path("out/part-00002.parquet")),
        ],
    );
    assert_eq!(out, format!("s,n\ninvalid,{0}\nsolved,{0}\n", ROWS / 2));
}

#[test]
fn a_killed_executor_loses_and_doubles_nothing() {
    let (work, mut cluster) = (Work::new(), Cluster::begin(2));
    let mut submitted = work.begin(SLOW, &cluster);
    wait_for("the first part", || work.parts() >= 1);
    cluster.executors[0].kill();
    let status = submitted.wait(Duration::from_mins(5));
    assert_eq!(status, Some(0), "{}", work.log());
    work.check_rows();
}

#[test]
fn a_killed_scheduler_is_told_and_finished_parts_stay() {
    let (work, mut cluster) = (Work::new(), Cluster::begin(1));
    let mut submitted = work.begin(SLOW, &cluster);
    wait_for("the first part", || work.parts() >= 1);
    cluster.scheduler.kill();
    assert_eq!(submitted.wait(Duration::from_mins(2)), Some(2), "{}", work.log());
    let log = work.log();
    assert!(log.contains("is gone") && log.contains("submit again for the others"), "{log}");
    let finished = work.parts();
    assert!((1..FILES).contains(&finished), "{finished} parts");
    drop(cluster);
    let said = work.submit(0, SLOW, &Cluster::begin(1));
    assert!(!said.contains(" 0 of them finished before"), "{said}");
    work.check_rows();
}

#[test]
fn an_interrupted_submission_ends_its_jobs() {
    let (work, cluster) = (Work::new(), Cluster::begin(1));
    let mut submitted = work.begin(SLOW, &cluster);
    wait_for("the first part", || work.parts() >= 1);
    submitted.signal("INT");
    assert_eq!(submitted.wait(Duration::from_mins(1)), Some(130), "{}", work.log());
    let left = fs::read_dir(work.path("out")).expect("a folder").flatten();
    assert!(left.map(|entry| entry.path()).all(|path| path.extension().is_none_or(|ending| ending != "partial")));
    // The executor is free again and answers the remaining parts.
    work.submit(0, SLOW, &cluster);
    work.check_rows();
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let work = Work::new();
    fs::write(work.path("out"), "in the way").expect("a file");
    let cluster = Cluster::begin(0);
    let said = work.submit(2, "SELECT id FROM p", &cluster);
    assert!(said.contains("cannot be made"), "{said}");
}

#[test]
fn no_scheduler_is_told() {
    let (work, mut cluster) = (Work::new(), Cluster::begin(0));
    cluster.scheduler.kill();
    let said = work.submit(2, "SELECT id FROM p", &cluster);
    assert!(said.contains("is gone") && said.contains("0 of 6 parts"), "{said}");
}

/// The answer to a query over the folder of parts as a table.
fn read_parts(work: &Work, sql: &str) -> String {
    let out = work.path("out");
    run(0, &["query", sql, "--table", &format!("t={out}")]).0
}

#[test]
fn puzzles_are_made_part_by_part() {
    let (work, cluster) = (Work::new(), Cluster::begin(2));
    let sql = "SELECT value AS k, sudoku_generate('box=2x2 seed=7', value)['puzzle'] AS puzzle FROM k";
    let (address, out) = (cluster.address(), work.path("out"));
    let arguments = ["submit", sql, "--table", "k=0..1000/300", "--scheduler", &address, "-o", &out];
    let (_, said) = run(0, &arguments);
    assert!(said.contains("1000 rows in 4 parts"), "{said}");
    let (_, said) = run(0, &arguments);
    assert!(said.contains("4 of them finished before"), "{said}");
    // A removed part runs again, and so does a part whose line was cut off when the machine stopped.
    fs::remove_file(format!("{out}/part-00001.parquet")).expect("a part");
    let list = format!("{out}/_finished.jsonl");
    let lines = fs::read_to_string(&list).expect("a list");
    fs::write(&list, &lines[..lines.len() - 5]).expect("a list");
    let (_, said) = run(0, &arguments);
    assert!(said.contains("1000 rows in 4 parts") && !said.contains("4 of them"), "{said}");
    assert_eq!(fs::read_to_string(&list).expect("a list").lines().count(), 4);
    let same = "SELECT k, puzzle FROM sudoku_generated('box=2x2 seed=7', 0, 1000) ORDER BY k";
    assert_eq!(read_parts(&work, "SELECT k, puzzle FROM t ORDER BY k"), run(0, &["query", same]).0);
}

#[test]
fn an_aggregate_is_gathered_from_its_executors() {
    let (work, cluster) = (Work::new(), Cluster::begin(2));
    let sql = "SELECT id % 2 AS k, sudoku_common(sudoku_solve(puzzle)['solution']) AS a FROM p GROUP BY 1";
    let said = work.submit(0, sql, &cluster);
    assert!(said.contains("2 rows in 1 parts"), "{said}");
    let here = format!("SELECT k, a['common'] AS c, a['counts'] AS n, a['grids'] AS g FROM ({sql}) ORDER BY k");
    let (here, _) = run(0, &["query", &here, "--table", &format!("p={}", work.path("in"))]);
    let there = "SELECT k, a['common'] AS c, a['counts'] AS n, a['grids'] AS g FROM t ORDER BY k";
    assert_eq!(read_parts(&work, there), here);
    assert!(here.contains(&format!(",{}\n", FILES * ROWS / 2)), "{here}");
}

#[test]
fn proofs_and_races_are_jobs() {
    let (work, cluster) = (Work::new(), Cluster::begin(2));
    let sql =
        "SELECT id, puzzle, sudoku_prove(puzzle, 60, true) AS proved, sudoku_race(puzzle, 'dlx', 60) AS raced FROM p";
    work.submit(0, sql, &cluster);
    work.check_rows();
    let sql = "SELECT proved['claim'] AS c, proved['proof'] IS NOT NULL AS p, raced['status'] AS s, count(*) AS n FROM t \
               GROUP BY 1, 2, 3";
    assert_eq!(read_parts(&work, sql), format!("c,p,s,n\nunique,true,satisfiable,{}\n", FILES * ROWS));
}
