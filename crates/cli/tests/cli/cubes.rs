//! `--cubes`: one hard puzzle on several cores, or on several machines.

use crate::{Files, NO_SOLUTION, PUZZLE, SOLUTION, read, run};

/// A puzzle with 72 solutions.
const OPEN: &str = ".1..............";

#[test]
fn cubes_in_files_have_the_solution_between_them() {
    let files = Files::new();
    let folder = files.arg("parts/");
    let args = ["encode", "-", "--encoding", "reduced", "--comments", "--cubes", "8", "-o", &folder];
    assert_eq!(run(&args, OPEN).code, Some(0));
    let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!((8..17).contains(&names.len()), "{} files", names.len());
    let mut found = Vec::new();
    for name in &names {
        let text = read(name.to_str().unwrap());
        let clauses = text.lines().filter(|line| !line.starts_with(['c', 'p'])).count();
        assert!(text.contains(&format!(" {clauses}\n")), "{}", name.display());
        let solved = run(&["sat", name.to_str().unwrap()], "");
        match solved.code {
            Some(10) => {
                let decoded = run(&["decode", "-", "--cnf", name.to_str().unwrap()], &solved.stdout);
                found.push(decoded.stdout.trim_end().to_owned());
            }
            code => assert_eq!(code, Some(20), "{}", name.display()),
        }
    }
    assert!(!found.is_empty());
    let checked = run(&["check", "-", "--puzzle", &files.write("open", OPEN)], &found[0]);
    assert_eq!(checked.code, Some(0), "{}", checked.stdout);
    let (all, different) = (found.len(), found.into_iter().collect::<std::collections::BTreeSet<_>>().len());
    assert_eq!(all, different);
}

#[test]
fn cubes_in_one_file_stand_behind_the_clauses() {
    let encoded = run(&["encode", "-", "--encoding", "reduced", "--cubes", "6"], OPEN);
    assert_eq!(encoded.code, Some(0), "{}", encoded.stderr);
    let mut lines = encoded.stdout.lines();
    assert_eq!(lines.next(), Some("p inccnf"));
    let cubes: Vec<&str> = lines.skip_while(|line| !line.starts_with('a')).collect();
    assert!((6..15).contains(&cubes.len()), "{} cubes", cubes.len());
    for cube in cubes {
        let lits = cube.strip_prefix("a ").unwrap().strip_suffix(" 0").unwrap();
        assert!(lits.split(' ').all(|lit| lit.parse::<i32>().is_ok_and(|lit| lit > 0)), "{cube}");
    }
}

#[test]
fn a_puzzle_that_deduction_refutes_has_no_cube() {
    let encoded = run(&["encode", "-", "--cubes", "4"], NO_SOLUTION);
    assert_eq!(encoded.code, Some(0));
    assert!(encoded.stdout.lines().all(|line| !line.starts_with('a')));
    assert!(encoded.stderr.contains("no cube"), "{}", encoded.stderr);
}

#[test]
fn solve_and_count_work_on_cubes() {
    for jobs in ["1", "2"] {
        let puzzles = format!("{PUZZLE}\n{NO_SOLUTION}\n");
        let solved = run(&["solve", "-", "--cubes", "16", "--jobs", jobs, "--solver", "dlx"], &puzzles);
        assert_eq!(solved.code, Some(1), "{}", solved.stderr);
        assert_eq!(solved.stdout, format!("{SOLUTION}\nunsatisfiable\n"));
        let puzzles = format!("{puzzles}{OPEN}\n");
        let counted = run(&["count", "-", "--cubes", "16", "--jobs", jobs, "--solver", "dlx"], &puzzles);
        assert_eq!((counted.code, counted.stdout.as_str()), (Some(0), "1\n0\n72\n"));
    }
}
