//! The answers of an explainer as JSON.

use satdoku::counting::CandidateCounts;
use satdoku::explain::{CandidateStatus, Chain, Clash, Explanation, NoSolution, TrueCandidates};
use satdoku::geometry::{Candidate, Cell, Digit};
use satdoku::grid::format::keys;
use satdoku::grid::{self, Grid, Violation};
use satdoku::rule::{Breach, Rule};
use serde_json::{Map, Value, json};

use crate::grids::grid_value;
use crate::sources::{Sources, number_of};

/// An explanation as the fields of an object.
#[must_use]
pub fn explanation(grid: &Grid, explanation: &Explanation) -> Map<String, Value> {
    let mut object = Map::new();
    let mut add = |name: &str, value: Value| drop(object.insert(name.to_owned(), value));
    match explanation {
        Explanation::Conflict(NoSolution::Clash(Clash { duplicates, breaches, .. })) => {
            add(keys::VERDICT, json!("unsatisfiable"));
            let duplicate = |conflict: &grid::Conflict| {
                let (unit, digit) = (conflict.name.to_string(), conflict.digit.get());
                let mut value = json!({ "unit": unit, "digit": digit, "sentence": conflict.to_string() });
                for (name, sources) in Sources::of_violation(grid, &Violation::Conflict(conflict.clone())).members() {
                    value[name] = sources;
                }
                value
            };
            add("duplicates", duplicates.iter().map(duplicate).collect());
            if !breaches.is_empty() {
                let breach = |(rule, breach): &(Rule, Breach)| {
                    let rules: Vec<usize> = number_of(grid, rule).into_iter().collect();
                    json!({ "rule": rule.to_string(), "sentence": breach.sentence, "cells": strings(&breach.cells), "rules": rules })
                };
                add("breaches", breaches.iter().map(breach).collect());
            }
        }
        Explanation::Conflict(NoSolution::Core(core)) => {
            add(keys::VERDICT, json!("unsatisfiable"));
            add(keys::CLUES, strings(&core.clues));
            if !grid.rules().is_empty() {
                add("needed_rules", strings(&core.rules));
            }
            add("minimal", if core.is_minimal() { json!(true) } else { Value::Null });
            if let Some(solver) = &core.claimed_by {
                add("claimed_by", json!(solver));
            }
            match &core.chain {
                Ok(Some(chain)) => add("chain", chain_value(grid, chain)),
                Ok(None) => {}
                Err(gap) => add("gap", json!(gap.to_string())),
            }
        }
        Explanation::Ambiguity(ambiguity) => {
            add(keys::VERDICT, json!("ambiguous"));
            add(keys::SOLUTIONS, ambiguity.solutions.iter().map(|solution| grid_value(solution)).collect());
            add("differing", strings(&ambiguity.differing));
            let deciding = ambiguity.deciding.iter().map(|deciding| {
                let digits: Vec<u16> = deciding.digits.iter().map(|digit| digit.get()).collect();
                json!({ "cell": deciding.cell.to_string(), "digits": digits, "choices": deciding.choices })
            });
            add("deciding", deciding.collect());
            if !ambiguity.together.is_empty() {
                add("together", strings(&ambiguity.together));
            }
        }
        Explanation::Redundancy(redundancy) => {
            add(keys::VERDICT, json!("unique"));
            add(keys::SOLUTION, grid_value(&redundancy.solution));
            add("minimal", json!(redundancy.is_minimal()));
            add(keys::CLUES, json!(grid.clue_count()));
            add("redundant", strings(&redundancy.redundant));
            if !redundancy.undecided.is_empty() {
                add("undecided", strings(&redundancy.undecided));
            }
            if !grid.rules().is_empty() {
                add("rule_count", json!(grid.rules().as_slice().len()));
                add("redundant_rules", strings(&redundancy.redundant_rules));
            }
            if let Some(solver) = &redundancy.claimed_by {
                add("claimed_by", json!(solver));
            }
            if !redundancy.undecided_rules.is_empty() {
                add("undecided_rules", strings(&redundancy.undecided_rules));
            }
        }
        Explanation::Unknown { solution, .. } => {
            add(keys::VERDICT, json!("unknown"));
            if let Some(solution) = solution {
                add(keys::SOLUTION, grid_value(solution));
            }
        }
    }
    if let Some(reason) = explanation.stopped() {
        add(keys::STOPPED, json!(reason.to_string()));
    }
    object
}

/// True candidates as the fields of an object.
#[must_use]
pub fn candidates(candidates: &TrueCandidates) -> Map<String, Value> {
    let mut object = Map::new();
    let mut add = |name: &str, value: Value| drop(object.insert(name.to_owned(), value));
    let has_solution = candidates.has_solution();
    add(keys::VERDICT, json!(has_solution.map_or("unknown", |has| if has { "satisfiable" } else { "unsatisfiable" })));
    if has_solution != Some(false) {
        add("candidates", by_cell(candidates, CandidateStatus::True));
    }
    if let Some(reason) = candidates.stopped {
        add("undecided", by_cell(candidates, CandidateStatus::Undecided));
        add(keys::STOPPED, json!(reason.to_string()));
    }
    object
}

/// How many solutions have a candidate, up to a number: `3`, or `>=8`.
#[must_use]
pub fn count_to(found: &TrueCandidates, candidate: Candidate, most: u8) -> String {
    let count = found.count(candidate);
    let is_exact = count < most && found.stopped.is_none();
    if is_exact { count.to_string() } else { format!(">={count}") }
}

/// The candidates, and how many solutions each has up to a number.
#[must_use]
pub fn candidates_to(found: &TrueCandidates, most: u8) -> Map<String, Value> {
    let mut object = candidates(found);
    let puzzle = found.puzzle();
    let counts_of = |cell: Cell| {
        let digits = found
            .digits(cell, CandidateStatus::True)
            .map(|digit| (digit.to_string(), json!(count_to(found, Candidate::new(cell, digit), most))));
        (cell.to_string(), Value::Object(digits.collect()))
    };
    if found.has_solution() != Some(false) {
        object.insert("counts".to_owned(), Value::Object(puzzle.empty_cells().map(counts_of).collect()));
    }
    object
}

/// Where the sentences of an explanation lead, as fields of an object: the numbers of its rules in the puzzle, from 0, and the cells of a
/// gap.
pub(crate) fn sources(grid: &Grid, explanation: &Explanation) -> Map<String, Value> {
    let mut object = Map::new();
    let mut add = |name: &str, value: Value| drop(object.insert(name.to_owned(), value));
    match explanation {
        Explanation::Conflict(NoSolution::Core(core)) => {
            if !grid.rules().is_empty() {
                add("needed_rule_numbers", numbers(grid, &core.rules));
            }
            if let Err(gap) = &core.chain {
                add("gap_cells", strings(&[gap.candidate.cell]));
            }
        }
        Explanation::Redundancy(redundancy) if !grid.rules().is_empty() => {
            add("redundant_rule_numbers", numbers(grid, &redundancy.redundant_rules));
        }
        _ => {}
    }
    object
}

/// The numbers of rules in a puzzle, from 0.
fn numbers(grid: &Grid, rules: &[Rule]) -> Value {
    rules.iter().filter_map(|rule| number_of(grid, rule)).collect()
}

/// A chain as an object. `sentences` has its steps and its contradiction, each with its cells, and its rules by their numbers in the
/// whole puzzle.
fn chain_value(whole: &Grid, Chain { puzzle, clues, rules, steps, contradiction, .. }: &Chain) -> Value {
    let mut sentences: Vec<(String, Sources)> =
        steps.iter().map(|step| (step.in_words_of(puzzle).to_string(), Sources::of_deduction(puzzle, step))).collect();
    let steps: Value = sentences.iter().map(|(sentence, _)| sentence.as_str()).collect();
    let contradicted = Sources::of_contradiction(puzzle, contradiction);
    let contradiction = contradiction.in_words_of(puzzle).to_string();
    sentences.push((contradiction.clone(), contradicted));
    let with_sources =
        |(sentence, sources): (String, Sources)| sources.numbered_in(whole, puzzle).with_sentence(&sentence);
    let mut chain = json!({
        "clues": strings(clues),
        "steps": steps,
        "contradiction": contradiction,
        "sentences": sentences.into_iter().map(with_sources).collect::<Vec<_>>(),
    });
    if !puzzle.rules().is_empty() {
        chain[keys::RULES] = rules.iter().map(|&rule| puzzle.rules().get(rule).to_string()).collect();
    }
    chain
}

/// For each candidate, the number of solutions that contain the candidate, as fields of an object; the numbers are texts under
/// `counts`, by cell and digit.
#[must_use]
pub fn candidate_counts(counts: &CandidateCounts) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert(keys::COUNT.to_owned(), json!(counts.total().to_string()));
    let of_cell = |cell: Cell| {
        let known =
            counts.digits(cell).filter_map(|(digit, count)| Some((digit.to_string(), json!(count?.to_string()))));
        (cell.to_string(), Value::Object(known.collect()))
    };
    object.insert("counts".to_owned(), Value::Object(counts.puzzle().empty_cells().map(of_cell).collect()));
    if let Some(reason) = counts.stopped() {
        let open = |cell: Cell| {
            let unknown = counts.digits(cell).filter(|(_, count)| count.is_none());
            let digits: Vec<u16> = unknown.map(|(digit, _)| digit.get()).collect();
            (!digits.is_empty()).then(|| (cell.to_string(), json!(digits)))
        };
        let undecided = counts.puzzle().empty_cells().filter_map(open);
        object.insert("undecided".to_owned(), Value::Object(undecided.collect()));
        object.insert(keys::STOPPED.to_owned(), json!(reason.to_string()));
    }
    object
}

/// The most helpful clue and cell, if known, as fields of an object.
#[must_use]
pub fn best_clues(counts: &CandidateCounts) -> Map<String, Value> {
    let mut object = Map::new();
    let mut add = |name: &str, value: Value| drop(object.insert(name.to_owned(), value));
    add(keys::COUNT, json!(counts.total().to_string()));
    if let Some((clue, left)) = counts.best_clue() {
        add("best_clue", json!({ "candidate": clue.to_string(), "left": left.to_string() }));
    }
    if let Some((cell, left)) = counts.best_cell() {
        add("best_cell", json!({ "cell": cell.to_string(), "left": left.to_string() }));
    }
    if let Some(reason) = counts.stopped() {
        add("uncounted", json!(reason.to_string()));
    }
    object
}

/// Texts as a JSON array.
fn strings<T: ToString>(things: &[T]) -> Value {
    things.iter().map(ToString::to_string).collect()
}

/// The digits with a status, for each cell that has at least one.
fn by_cell(candidates: &TrueCandidates, status: CandidateStatus) -> Value {
    let digits = |cell: Cell| {
        let digits: Vec<u16> = candidates.digits(cell, status).map(Digit::get).collect();
        (!digits.is_empty()).then(|| (cell.to_string(), json!(digits)))
    };
    Value::Object(candidates.puzzle().empty_cells().filter_map(digits).collect::<Map<_, _>>())
}
