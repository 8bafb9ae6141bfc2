//! Steps, paths and ratings as JSON.

use serde_json::{Map, Value, json};

use satdoku::grid::format::keys;
use satdoku::logic::layout::{BoardTables, PencilMark};
use satdoku::logic::step::Role;
use satdoku::logic::walk::NumberOfSolutions;
use satdoku::logic::{HintAnswer, Path, PathEnd, Profile, Rated, Rating, Scored, Step, literal, tenths};

use crate::sources::Sources;

/// A rating, or the reason for its absence, as fields of an object.
#[must_use]
pub fn rating(rated: &Rated) -> Map<String, Value> {
    let mut object = Map::new();
    match rated {
        Rated::Rating(rating) => {
            object.insert("rating".to_owned(), rating_value(rating));
        }
        Rated::Above(scale, most) => {
            object.insert("rating".to_owned(), json!({ "scale": scale.name(), "above": number(*most) }));
        }
        Rated::Scored(scored) => {
            object.insert("rating".to_owned(), score_value(scored));
        }
        Rated::ScoreAbove(most) => {
            object.insert("rating".to_owned(), json!({ "scale": "hodoku", "above": most }));
        }
        Rated::Trial(trial) => {
            let braid = trial.braid.map(|braid| json!({ "length": braid.length, "exact": braid.is_exact }));
            object.insert("trial".to_owned(), json!({ "depth": trial.depth, "braid": braid }));
        }
        Rated::Backdoor(backdoor) => {
            let digits: Vec<String> = backdoor.digits.iter().map(ToString::to_string).collect();
            object.insert("backdoor".to_owned(), json!({ "size": digits.len(), "digits": digits }));
        }
        Rated::Width(width) => {
            let of = json!({ "count": width.count, "er": number(width.er), "step": width.step, "steps": width.steps });
            object.insert("width".to_owned(), of);
        }
        _ => {
            object.insert(keys::VERDICT.to_owned(), json!(rated_in_words(rated)));
            if let Rated::Stopped(reason) = rated {
                object.insert(keys::REASON.to_owned(), json!(reason.to_string()));
            }
        }
    }
    object
}

fn rating_value(rating: &Rating) -> Value {
    json!({
        "scale": rating.scale.name(),
        "er": number(rating.er),
        "ep": number(rating.ep),
        "ed": number(rating.ed),
        "steps": rating.steps,
        "hardest": { "technique": rating.hardest.name, "count": rating.hardest_count },
        "uniqueness": rating.has_uniqueness,
    })
}

fn score_value(scored: &Scored) -> Value {
    json!({
        "scale": "hodoku",
        "score": scored.score,
        "level": scored.level.name(),
        "steps": scored.steps,
        "hardest": { "technique": scored.hardest.name, "count": scored.hardest_count },
        "uniqueness": scored.has_uniqueness,
    })
}

/// Tenths as a number.
fn number(rating: impl Into<u32>) -> Value {
    json!(f64::from(rating.into()) / 10.0)
}

/// A rating as `6.6/1.2/1.2`, a score as `538 medium`, or the reason for its absence.
#[must_use]
pub fn rated_in_words(rated: &Rated) -> String {
    match rated {
        Rated::Rating(rating) => rating.to_string(),
        Rated::Above(_, most) => format!("> {}", tenths(*most)),
        Rated::Scored(scored) => scored.to_string(),
        Rated::ScoreAbove(most) => format!("> {most}"),
        Rated::Trial(trial) => trial.to_string(),
        Rated::Backdoor(backdoor) => backdoor.to_string(),
        Rated::Width(width) => width.to_string(),
        Rated::Stuck { steps, er: 0 } => format!("unrated: no named technique applies after {steps} steps"),
        Rated::Stuck { steps, er } => {
            format!("unrated: no named technique applies after {steps} steps up to {}", tenths(*er))
        }
        Rated::NoSolution => "no solution".to_owned(),
        Rated::SeveralSolutions => "several solutions".to_owned(),
        Rated::Complete => "complete".to_owned(),
        Rated::Stopped(_) => "unknown".to_owned(),
    }
}

/// A step as an object: technique, rating on a scale, conclusions, marks for a drawing, hints and proof, and the cells and the rules of
/// the puzzle, by number from 0, that each of its sentences speaks of: `cells` and `rules` for the whole step, `sentences` for the levels,
/// `proof_sources` for the lines of the proof.
///
/// On a scale of points the step has `score` and `level`, else `rating`, which is null where the scale does not have the technique.
#[must_use]
pub fn step(number_of_step: usize, step: &Step, layout: &BoardTables, profile: Profile) -> Value {
    let told = step.on(layout).by(profile);
    let names = |marks: &[PencilMark]| marks.iter().map(|&mark| layout.candidate(mark).to_string()).collect::<Vec<_>>();
    let role = |role: Role| match role {
        Role::Base => "base",
        Role::Other => "other",
        Role::Fin => "fin",
        Role::On => "on",
        Role::Off => "off",
    };
    let mark = |&(mark, of): &(PencilMark, Role)| json!({ "at": layout.candidate(mark).to_string(), "role": role(of) });
    let links = step.figure.links.iter().map(
        |link| json!({ "from": literal(layout, link.from).to_string(), "to": literal(layout, link.to).to_string() }),
    );
    let [(_, cells), (_, rules)] = Sources::of_step(layout, step).members();
    let mut value = json!({
        "step": number_of_step,
        "technique": step.technique.name,
        "says": told.line(),
        "places": names(&step.placed),
        "removes": names(&step.struck),
        "units": told.units(),
        "cells": cells,
        "rules": rules,
        "marks": step.figure.marks.iter().map(mark).collect::<Vec<_>>(),
        "links": links.collect::<Vec<_>>(),
        "levels": told.levels(),
        "proof": told.proof(),
        "checked": true,
        "sentences": sentences(step, layout, &told.levels()),
        "proof_sources": Sources::of_proof(layout, step).iter().map(Sources::to_json).collect::<Vec<_>>(),
    });
    if let Some(explained) = &step.figure.explained {
        let cost = f64::from(explained.cost) / 2.0;
        value["explanation"] = json!({
            "premises": told.premises(),
            "counts": cost,
            "smallest": explained.is_smallest,
            "name": explained.name,
        });
    }
    match profile.score(step.technique) {
        Some(score) => {
            value["score"] = json!(score.points);
            value["level"] = json!(score.level.name());
        }
        None if step.rating == 0 => value["rating"] = Value::Null,
        None => value["rating"] = number(step.rating),
    }
    value
}

/// The levels of a hint as sentences, each with its cells and rules.
fn sentences(step: &Step, layout: &BoardTables, levels: &[String]) -> Value {
    let sources = Sources::of_levels(layout, step);
    levels.iter().zip(sources).map(|(sentence, sources)| sources.with_sentence(sentence)).collect()
}

/// All steps of a puzzle as the fields of an object: `verdict`, `reason`, and the steps as `path`.
#[must_use]
pub fn path(path: &Path) -> Map<String, Value> {
    let verdict = match path.end {
        PathEnd::Solved => "solved",
        PathEnd::Contradiction => "contradiction",
        // A solver knows that the puzzle has no solution, though no technique shows it.
        PathEnd::Stuck if path.solutions == NumberOfSolutions::None => "contradiction",
        PathEnd::Stuck => "stuck",
        PathEnd::Stopped(_) => "unknown",
    };
    fields([
        (keys::VERDICT, json!(verdict)),
        (keys::REASON, json!(end_of_path(path))),
        ("path", steps(&path.steps, path.start.layout(), path.profile)),
    ])
}

/// The cells and rules that the reason of a path speaks of: those of the violation at its end, if there is one.
pub(crate) fn sources_of_end(path: &Path) -> Sources {
    let Some(violation) = &path.violation else { return Sources::default() };
    let mut board = path.start.clone();
    path.steps.iter().for_each(|step| step.take(&mut board));
    Sources::of_violation(&board.to_grid(), violation)
}

/// How a path ended, in a sentence.
#[must_use]
pub fn end_of_path(path: &Path) -> String {
    let solutions = match path.solutions {
        NumberOfSolutions::None => " The puzzle has no solution.",
        NumberOfSolutions::Several => " The puzzle has several solutions.",
        NumberOfSolutions::One | NumberOfSolutions::Unknown => "",
    };
    if let Some(violation) = &path.violation {
        let when = if path.steps.is_empty() { "already" } else { "now" };
        return format!("Something is wrong {when}: {violation}.{solutions}");
    }
    let end = match path.end {
        PathEnd::Stopped(reason) => return format!("Stopped: {reason}.{solutions}"),
        PathEnd::Solved => "Solved.",
        PathEnd::Contradiction => "A cell has no digit left, or a unit no place for one.",
        PathEnd::Stuck if path.solutions == NumberOfSolutions::Several => "Nothing more follows by named techniques.",
        PathEnd::Stuck => "No named technique applies.",
    };
    format!("{end}{solutions}")
}

/// A hint as the fields of an object: `reason` where something is to be said besides, and the steps as `hints`.
#[must_use]
pub fn hint(hinted: &HintAnswer) -> Map<String, Value> {
    let steps = ("hints", steps(&hinted.hints.steps, hinted.board.layout(), hinted.profile));
    match hinted.sentence() {
        Some(sentence) => fields([(keys::REASON, json!(sentence)), steps]),
        None => fields([steps]),
    }
}

/// The cells and rules that the reason of a hint speaks of: those of the violation in the position, if there is one.
pub(crate) fn sources_of_position(hinted: &HintAnswer) -> Sources {
    let grid = hinted.board.to_grid();
    grid.first_violation().map(|violation| Sources::of_violation(&grid, &violation)).unwrap_or_default()
}

fn steps(steps: &[Step], layout: &BoardTables, profile: Profile) -> Value {
    steps.iter().enumerate().map(|(at, of)| step(at + 1, of, layout, profile)).collect()
}

fn fields<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
