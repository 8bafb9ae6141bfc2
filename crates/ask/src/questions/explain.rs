//! `explain` and `candidates`: the reason for no or several solutions, and the digits that occur in solutions.

use satdoku::Grid;
use satdoku::budget::Stopwatch;
use satdoku::explain::{Explainer, Explanation};
use serde_json::{Value, json};

use crate::declared::Field;
use crate::explanation;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::questions::solving::{Asked, SOLVING};
use crate::reader::{OF_A_PUZZLE, Reader};
use crate::schema::{list, object, one_of, seconds, text};
use crate::work::Work;

const COUNTS: Field<bool> = Field::flag("counts", "with several solutions, count those that have each digit");

fn answer_explain(mut fields: Reader, work: &Work) -> Result<Value, Problem> {
    let started = Stopwatch::start();
    let puzzle = fields.puzzle()?;
    let has_counts = fields.read(&COUNTS)?;
    let Asked { solver, options } = Asked::read(&mut fields, work)?;
    fields.end()?;
    if has_counts {
        check_candidates(&puzzle)?;
    }
    let explanation = Explainer::new(&solver, puzzle.geometry(), &options)?.explain(&puzzle)?;
    let mut answer = explanation::explanation(&puzzle, &explanation);
    answer.extend(explanation::sources(&puzzle, &explanation));
    if has_counts && matches!(explanation, Explanation::Ambiguity(_)) {
        let left = work.time().saturating_sub(started.elapsed());
        let budget = options.budget.clone().with_time(left);
        let options = options.with_budget(budget);
        answer.extend(explanation::best_clues(&solver.candidate_counts_with(&puzzle, &options)?));
    }
    answer.insert("seconds".to_owned(), json!(started.elapsed().as_secs_f64()));
    Ok(Value::Object(answer))
}

/// As many candidates are told of at most: on a large board where time is over soon, all are undecided.
pub(crate) const MOST_CANDIDATES: usize = 1 << 20;

fn check_candidates(puzzle: &Grid) -> Result<(), Problem> {
    let found = puzzle.empty_cells().count() * puzzle.geometry().digit_count();
    if found > MOST_CANDIDATES {
        let message = format!("expected at most {MOST_CANDIDATES} candidates in empty cells, found {found}");
        return Err(Problem::question(message));
    }
    Ok(())
}

const COUNTS_INSTEAD: Field<bool> =
    Field::flag("counts", "count for each digit the solutions that have it, in place of candidates");

const COUNTS_TO: Field<Option<u64>> = Field::number(
    "counts_to",
    "beside the candidates, count for each the solutions that have it up to this number, at most 255, which is quick where many have it",
);

fn answer_candidates(mut fields: Reader, work: &Work) -> Result<Value, Problem> {
    let started = Stopwatch::start();
    let puzzle = fields.puzzle()?;
    let has_counts = fields.read(&COUNTS_INSTEAD)?;
    let most = fields.read(&COUNTS_TO)?;
    let Asked { solver, options } = Asked::read(&mut fields, work)?;
    fields.end()?;
    check_candidates(&puzzle)?;
    if has_counts && most.is_some() {
        return Err(Problem::question("expected `counts` or `counts_to`, found both"));
    }
    let most = most.map(|most| u8::try_from(most).ok().filter(|&most| most > 0));
    if most == Some(None) {
        return Err(Problem::field(COUNTS_TO.name, "expected a number from 1 to 255"));
    }
    let mut answer = if has_counts {
        explanation::candidate_counts(&solver.candidate_counts_with(&puzzle, &options)?)
    } else {
        let mut explainer = Explainer::new(&solver, puzzle.geometry(), &options)?;
        match most.flatten() {
            Some(most) => explanation::candidates_to(&explainer.candidates_to(&puzzle, most)?, most),
            None => explanation::candidates(&explainer.true_candidates(&puzzle)?),
        }
    };
    answer.insert("seconds".to_owned(), json!(started.elapsed().as_secs_f64()));
    Ok(Value::Object(answer))
}

pub(crate) fn explain() -> Operation {
    Operation::new(
        "explain",
        "Why there is no solution or more than one, and which clues and rules can be removed",
        answer_explain,
        explain_members,
    )
    .with_fields(&[OF_A_PUZZLE, SOLVING, &[&COUNTS]])
}

fn explain_members() -> Vec<(&'static str, Value)> {
    vec![
        ("verdict", one_of(["unsatisfiable", "ambiguous", "unique", "unknown"], "what there is to explain")),
        ("duplicates", list("unit, digit, sentence, cells and rules of clues that clash")),
        (
            "clues",
            json!({ "description": "clues that contradict one another, as r1c1=5; of a unique puzzle their number" }),
        ),
        ("breaches", list("rules that clues break: rule, sentence, cells, and the number of the rule in rules")),
        ("needed_rules", list("rules that contradict one another and those clues")),
        ("needed_rule_numbers", list("the numbers of these rules in the puzzle, from 0")),
        (
            "minimal",
            json!({ "type": ["boolean", "null"], "description": "whether no clue and no rule can be removed" }),
        ),
        ("claimed_by", text("the solver on whose word it rests that there is no solution, or no other")),
        (
            "chain",
            object(
                "clues, steps and contradiction in words; sentences: these steps and the contradiction, each with its cells and the numbers of its rules",
            ),
        ),
        ("gap", text("why no chain is shown though forced steps lead to a contradiction")),
        ("gap_cells", list("the cells that the gap speaks of")),
        ("solutions", list("two solutions")),
        ("differing", list("the cells in which they differ")),
        ("deciding", list("cells and the digits there that leave one solution")),
        ("together", list("digits that leave one solution together")),
        ("solution", json!({ "description": "the only solution" })),
        ("count", text("how many solutions there are, where that was asked for")),
        ("best_clue", object("the candidate that the fewest solutions have, and how many are left")),
        ("best_cell", object("the cell that leaves the fewest whatever its digit, and the most that are left")),
        ("uncounted", text("what ran out before all digits were counted")),
        ("redundant", list("clues each of which can be removed")),
        ("rule_count", json!({ "type": "integer", "description": "how many rules a unique puzzle has" })),
        ("redundant_rules", list("rules each of which can be removed")),
        ("redundant_rule_numbers", list("the numbers of these rules in the puzzle, from 0")),
        ("stopped", text("what ran out before all was told")),
        ("seconds", seconds()),
    ]
}

pub(crate) fn candidates() -> Operation {
    Operation::new(
        "candidates",
        "For each empty cell the digits that are in some solution",
        answer_candidates,
        candidates_members,
    )
    .with_fields(&[OF_A_PUZZLE, SOLVING, &[&COUNTS_INSTEAD, &COUNTS_TO]])
}

fn candidates_members() -> Vec<(&'static str, Value)> {
    vec![
        ("verdict", one_of(["satisfiable", "unsatisfiable", "unknown"], "whether there is a solution")),
        (
            "candidates",
            object(&format!(
                "the digits by cell, such as r1c1; refused where empty cells have more than {MOST_CANDIDATES}"
            )),
        ),
        ("count", text("how many solutions there are, where that was asked for")),
        (
            "counts",
            object("by cell and digit how many solutions have it, as texts; `>=8` where at least so many have it"),
        ),
        ("undecided", object("digits that were not decided in time, by cell")),
        ("stopped", text("what ran out")),
        ("seconds", seconds()),
    ]
}
