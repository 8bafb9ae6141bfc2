//! `techniques`: the techniques of hints and ratings.

use satdoku::logic::{Profile, Technique};
use serde_json::{Map, Value, json};

use crate::operation::Operation;
use crate::problem::Problem;
use crate::reader::Reader;
use crate::schema::objects;
use crate::work::Work;

#[allow(clippy::needless_pass_by_value)] // As the answers of all questions.
fn answer(fields: Reader, _: &Work) -> Result<Value, Problem> {
    fields.end()?;
    let mut techniques: Vec<&Technique> = Vec::new();
    for technique in Profile::all().iter().flat_map(|scale| scale.techniques()) {
        if !techniques.contains(&technique) {
            techniques.push(technique);
        }
    }
    Ok(json!({ "techniques": techniques.into_iter().map(described).collect::<Vec<_>>() }))
}

fn described(technique: &Technique) -> Value {
    let scales = Profile::all().iter().filter(|scale| scale.has(technique));
    let difficulty = scales.map(|&scale| (scale.name().to_owned(), difficulty(scale, technique)));
    json!({
        "name": technique.name,
        "title": technique.title,
        "aliases": technique.aliases,
        "sentence": technique.summary,
        "uniqueness": technique.needs_uniqueness,
        "difficulty": difficulty.collect::<Map<_, _>>(),
    })
}

/// The difficulty of a technique on a scale: points and a level, or the lowest and the highest rating; null without a rating.
fn difficulty(scale: Profile, technique: &Technique) -> Value {
    let rating = |tenths: u16| f64::from(tenths) / 10.0;
    match scale.score(technique) {
        Some(score) => json!({ "score": score.points, "level": score.level.name() }),
        None if technique.rating == 0 => Value::Null,
        None => json!({ "lowest": rating(technique.rating), "highest": rating(technique.highest) }),
    }
}

pub(crate) fn operation() -> Operation {
    Operation::new(
        "techniques",
        "The techniques of hints and ratings, with their difficulty on each scale",
        answer,
        members,
    )
}

fn members() -> Vec<(&'static str, Value)> {
    vec![(
        "techniques",
        objects(
            "name, title, aliases, sentence, uniqueness (whether it rests on the puzzle's having one solution), and difficulty by scale: \
             score and level, lowest and highest rating, or null where the scale has the technique and no figure",
        ),
    )]
}
