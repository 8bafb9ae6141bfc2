//! Bundles as folders.

use std::fs;
use std::io::Write;

use satdoku::certificate::{BundleWriter, Claim, Folder, NewFolder, ProveOptions, Proved, Prover};
use satdoku::{Backend, Budget, Grid};

use crate::certificate::{THREE_SOLUTIONS, UNIQUE, bundle, claim, defect, prover};

fn names(path: &std::path::Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_folder_has_the_same_bytes_as_memory() {
    let home = tempfile::tempdir().unwrap();
    for puzzle in [UNIQUE, THREE_SOLUTIONS] {
        let path = home.path().join("deep").join(puzzle);
        let mut folder = NewFolder::create(&path).unwrap();
        let grid: Grid = puzzle.parse().unwrap();
        let outcome = prover(Backend::Varisat).prove(&grid, None, &mut folder).unwrap();
        assert!(matches!(outcome, Proved::Certified(_)), "{outcome:?}");
        drop(folder);
        for (name, bytes) in bundle(puzzle).files() {
            assert_eq!(fs::read(path.join(name)).unwrap(), bytes, "{name}");
        }
        claim(&Folder::new(&path));
    }
    assert_eq!(names(&home.path().join("deep")).len(), 2);
}

#[test]
fn no_half_of_a_bundle_is_seen_or_left() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("certificate");
    let mut folder = NewFolder::create(&path).unwrap();
    folder.create("puzzle.txt").unwrap().write_all(b"half").unwrap();
    assert!(!path.exists());
    assert!(defect(&*folder.so_far()).contains("missing"));
    drop(folder);
    assert_eq!(names(home.path()), Vec::<String>::new());
    // A claim that is false, and a budget that is spent.
    let puzzle: Grid = UNIQUE.parse().unwrap();
    let spent = Budget::unlimited().with_time(std::time::Duration::ZERO);
    for (claim, budget) in [(Claim::Unsatisfiable, Budget::unlimited()), (Claim::Unique, spent)] {
        let mut folder = NewFolder::create(&path).unwrap();
        let mut prover = Prover::new(ProveOptions::default().with_budget(budget)).unwrap();
        let outcome = prover.prove(&puzzle, Some(claim), &mut folder).unwrap();
        assert!(!matches!(outcome, Proved::Certified(_)), "{outcome:?}");
        drop(folder);
        assert_eq!(names(home.path()), Vec::<String>::new());
    }
}

#[test]
fn what_is_there_is_not_touched() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("mine");
    fs::create_dir(&path).unwrap();
    fs::write(path.join("letter"), "dear").unwrap();
    assert!(NewFolder::create(&path).is_err());
    assert_eq!(names(&path), ["letter"]);
    assert!(NewFolder::create(path.join("letter")).is_err());
    // An empty folder is as good as none.
    let empty = home.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let mut folder = NewFolder::create(&empty).unwrap();
    bundle(UNIQUE).write(&mut folder).unwrap();
    drop(folder);
    assert_eq!(claim(&Folder::new(&empty)), Claim::Unique);
    // What was left of a run that was killed is no hindrance, and stays.
    fs::create_dir(home.path().join(".again.partial")).unwrap();
    drop(NewFolder::create(home.path().join("again")).unwrap());
    assert_eq!(names(home.path()), [".again.partial", "empty", "mine"]);
}

#[cfg(unix)]
#[test]
fn links_and_folders_are_no_files() {
    let home = tempfile::tempdir().unwrap();
    let good = bundle(UNIQUE);
    for (name, bytes) in good.files() {
        let path = home.path().join(name);
        let mut folder = NewFolder::create(&path).unwrap();
        good.write(&mut folder).unwrap();
        drop(folder);
        let outside = home.path().join(format!("{name}.outside"));
        fs::write(&outside, &bytes).unwrap();
        fs::remove_file(path.join(name)).unwrap();
        std::os::unix::fs::symlink(&outside, path.join(name)).unwrap();
        assert_eq!(defect(&Folder::new(&path)), format!("{name}: not a file"));
        fs::remove_file(path.join(name)).unwrap();
        fs::create_dir(path.join(name)).unwrap();
        assert_eq!(defect(&Folder::new(&path)), format!("{name}: not a file"));
        fs::remove_dir(path.join(name)).unwrap();
        assert_eq!(defect(&Folder::new(&path)), format!("{name}: missing"));
    }
}
