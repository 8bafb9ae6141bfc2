//! One puzzle as cubes, with proofs.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::processes::{Cluster, Process, run, wait_for};

/// A 16×16 puzzle with a solution.
fn solvable(folder: &Path) -> String {
    let (out, _) = run(0, &["query", "SELECT sudoku_generate('box=4x4 seed=5', 1)['puzzle'] AS p"]);
    write(folder, "solvable.txt", out.lines().nth(1).expect("a puzzle"))
}

/// An unsatisfiable puzzle that deduction does not refute in hundreds of its parts, so that it has cubes.
fn unsolvable(folder: &Path) -> String {
    let rules = "3 3\nantiknight\nantiking\nkiller 3 r1c1 r9c9\nkiller 17 r9c1 r1c9\n";
    write(folder, "unsolvable.txt", &(rules.to_owned() + &". . . . . . . . .\n".repeat(9)))
}

fn write(folder: &Path, name: &str, puzzle: &str) -> String {
    let file = folder.join(name);
    fs::write(&file, format!("{puzzle}\n")).expect("a file");
    file.to_string_lossy().into_owned()
}

#[test]
fn a_solution_ends_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = solvable(folder.path());
    let (out, _) = run(0, &["solve", &file, "--cubes", "16"]);
    assert_eq!(out.trim().len(), 256);
    assert_eq!(run(0, &["solve", &file, "--cubes", "16"]).0, out);
    assert_eq!(run(0, &["verify", &(file.clone() + ".cubes"), "--puzzle", &file]).0, "valid: solved\n");
}

#[test]
fn proofs_of_all_cubes_and_of_their_cover_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = unsolvable(folder.path());
    let cubes = file.clone() + ".cubes";
    assert_eq!(run(1, &["solve", &file, "--cubes", "8", "--prove"]).0, "unsatisfiable\n");
    let (valid, _) = run(0, &["verify", &cubes, "--puzzle", &file]);
    assert!(valid.starts_with("valid: unsatisfiable, by "), "{valid}");
    // The check of the cover finds an omitted cube. A missing proof and a damaged proof are found too.
    let listed = fs::read_to_string(format!("{cubes}/cubes.txt")).expect("cubes");
    let fewer: Vec<&str> = listed.lines().skip(1).collect();
    fs::write(format!("{cubes}/cubes.txt"), fewer.join("\n") + "\n").expect("a file");
    run(1, &["verify", &cubes]);
    fs::write(format!("{cubes}/cubes.txt"), &listed).expect("a file");
    run(0, &["verify", &cubes]);
    let cover = format!("{cubes}/cover.varisat");
    fs::rename(&cover, format!("{cubes}/kept")).expect("renamed");
    run(1, &["verify", &cubes]);
    fs::write(&cover, "no proof").expect("a file");
    run(1, &["verify", &cubes]);
    fs::rename(format!("{cubes}/kept"), &cover).expect("renamed");
    run(0, &["verify", &cubes]);
}

#[test]
fn a_killed_run_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = unsolvable(folder.path());
    let cubes = file.clone() + ".cubes";
    let answers = format!("{cubes}/answers.jsonl");
    let lines = || fs::read_to_string(&answers).unwrap_or_default().lines().count();
    let mut first = Process::begin(&["solve", &file, "--cubes", "200", "--prove", "--at-once", "1"], None);
    wait_for("an answer", || lines() >= 1 || first.0.try_wait().is_ok_and(|status| status.is_some()));
    first.kill();
    // As if the machine had stopped in the middle of a line.
    let mut text = fs::read_to_string(&answers).expect("answers");
    text.push_str("{\"cube\":");
    fs::write(&answers, text).expect("a file");
    run(1, &["solve", &file, "--cubes", "200", "--prove"]);
    run(0, &["verify", &cubes]);
    let text = fs::read_to_string(&answers).expect("answers");
    let mut numbers: Vec<&str> = text.lines().filter_map(|line| line.split(',').next()).collect();
    let count = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), count, "a cube was answered twice: {text}");
}

#[test]
fn a_cluster_answers_cubes_and_proves_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = unsolvable(folder.path());
    let mut cluster = Cluster::begin(2);
    let address = cluster.address();
    let (out, _) = run(1, &["solve", &file, "--cubes", "8", "--prove", "--scheduler", &address]);
    assert_eq!(out, "unsatisfiable\n");
    run(0, &["verify", &(file + ".cubes")]);
    for executor in &mut cluster.executors {
        executor.signal("TERM");
        executor.wait(Duration::from_mins(1));
    }
}

#[test]
fn cubes_outlive_the_executor_that_had_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = unsolvable(folder.path());
    let cubes = file.clone() + ".cubes";
    let answers = format!("{cubes}/answers.jsonl");
    let mut cluster = Cluster::begin(2);
    let address = cluster.address();
    let arguments = ["solve", &file, "--cubes", "200", "--prove", "--at-once", "2", "--scheduler", &address];
    let mut solve = Process::begin(&arguments, None);
    wait_for("an answer", || fs::read_to_string(&answers).is_ok_and(|text| text.lines().count() >= 1));
    cluster.executors[0].kill();
    assert_eq!(solve.wait(Duration::from_mins(2)), Some(1));
    run(0, &["verify", &cubes]);
    let text = fs::read_to_string(&answers).expect("answers");
    let listed = fs::read_to_string(format!("{cubes}/cubes.txt")).expect("cubes");
    assert_eq!(text.lines().count(), listed.lines().count());
}
