//! Puzzles with rules that others made and solved: each is read, has one solution, and that is theirs.

use satdoku::grid::exchange::{Exchange, Reading, read};
use satdoku::{Digit, Grid, Solver};
use serde_json::Value;

#[test]
fn puzzles_of_others_have_the_solutions_that_their_setters_know() {
    let records = include_str!("../data/variants/puzzles.jsonl").lines();
    let records: Vec<Value> = records.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(records.len() > 40);
    for record in &records {
        let told = format!("{} {}", record["id"], record["title"]);
        let program = if record["format"] == "iss" { Exchange::Iss } else { Exchange::FPuzzles };
        let read = read(program, record["puzzle"].as_str().unwrap(), &mut Reading::default());
        let puzzle = read.unwrap_or_else(|error| panic!("{told}: {error}")).grid;
        let digit = |character: char| character.to_digit(36).map(|value| Digit::new(value as u16));
        let digits = record["solution"].as_str().unwrap().chars().map(digit).collect();
        let known = Grid::from_digits(puzzle.geometry(), digits).unwrap().as_answer_to(&puzzle);
        let mut found = Solver::Auto.solutions(&puzzle).unwrap();
        assert_eq!(found.next().unwrap().unwrap().grid(), &known, "{told}");
        assert!(found.next().is_none(), "{told}");
    }
    let licences = ["MIT", "CC-BY-4.0"];
    assert!(records.iter().all(|record| licences.iter().any(|licence| record["licence"] == *licence)));
}
