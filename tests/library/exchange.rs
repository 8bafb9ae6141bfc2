//! Puzzles of other programs: the corpus of the folder that `SATDOKU_VARIANTS` names, or of `../shared/variants`, where this
//! machine has it.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use satdoku::grid::Solution;
use satdoku::grid::exchange::{Exchange, ExchangeProblem, Exchanged, Reading, read};
use satdoku::{Digit, Grid};
use serde_json::Value;

/// Says something even of a test that passes.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("SATDOKU_VARIANTS").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/variants");
    let folder = named.unwrap_or_else(beside);
    if folder.is_dir() {
        return Some(folder);
    }
    say("skipped: no folder of puzzles with rules; SATDOKU_VARIANTS can name it");
    None
}

/// The records of files of the folder.
fn records(folder: &Path, files: &[&str]) -> Vec<Value> {
    let text = |file: &&str| fs::read_to_string(folder.join(file)).unwrap();
    files
        .iter()
        .map(text)
        .flat_map(|text| text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<_>>())
        .collect()
}

/// The solution of a record, on the board of its puzzle.
fn solution(record: &Value, puzzle: &Grid) -> Option<Grid> {
    let text = record["solution"].as_str()?;
    let digits: Vec<Option<Digit>> = if text.contains(',') {
        text.split(',').map(|word| word.parse().ok().map(Digit::new)).collect()
    } else {
        text.chars().map(|c| c.to_digit(36).map(|value| Digit::new(value as u16))).collect()
    };
    Some(Grid::from_digits(puzzle.geometry(), digits).unwrap_or_else(|error| panic!("{}: {error}", record["id"])))
}

/// The puzzles of the records that are read, and how many are refused by which rule; anything else is a failure.
fn read_all(records: &[Value], program: Exchange) -> (Vec<(&Value, Exchanged)>, BTreeMap<String, usize>) {
    let (mut puzzles, mut refused) = (Vec::new(), BTreeMap::new());
    for record in records {
        match read(program, record["puzzle"].as_str().unwrap(), &mut Reading::default()) {
            Ok(puzzle) => puzzles.push((record, puzzle)),
            Err(error) => {
                let ExchangeProblem::NoRule(rule) = &error.problem else {
                    panic!("{} {}: {error}", record["id"], record["title"])
                };
                *refused.entry(rule.clone()).or_default() += 1;
            }
        }
    }
    (puzzles, refused)
}

fn hold_against_solutions(puzzles: &[(&Value, Exchanged)]) -> usize {
    let mut wrong = Vec::new();
    let mut right = 0;
    for (record, puzzle) in puzzles {
        let Some(solution) = solution(record, &puzzle.grid) else { continue };
        match Solution::check(&puzzle.grid, solution) {
            Ok(_) => right += 1,
            Err(error) => wrong.push(format!("{} {}: {error}", record["id"], record["title"])),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    right
}

#[test]
fn solutions_of_f_puzzles_keep_its_rules() {
    let Some(folder) = folder() else { return };
    let records = records(&folder, &["fpuzzles.jsonl", "fpuzzles_raizus.jsonl"]);
    let (puzzles, refused) = read_all(&records, Exchange::FPuzzles);
    let right = hold_against_solutions(&puzzles);
    say(&format!(
        "f-puzzles: {} of {} read, {right} with their solution; refused by {refused:?}",
        puzzles.len(),
        records.len()
    ));
}

#[test]
fn solutions_of_iss_keep_its_rules() {
    let Some(folder) = folder() else { return };
    let records: Vec<Value> = records(&folder, &["iss.jsonl"]);
    let (puzzles, refused) = read_all(&records, Exchange::Iss);
    let right = hold_against_solutions(&puzzles);
    say(&format!(
        "ISS: {} of {} read, {right} with their solution; refused by {refused:?}",
        puzzles.len(),
        records.len()
    ));
}
