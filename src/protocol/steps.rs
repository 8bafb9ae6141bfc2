//! Steps, paths and ratings as JSON.

use serde_json::{Map, Value, json};

use crate::logic::layout::{Layout, Mark};
use crate::logic::step::Role;
use crate::logic::{Rated, Rating, Step, literal, tenths};

/// A rating, or why there is none, as the fields of an object.
#[must_use]
pub fn rating(rated: &Rated) -> Map<String, Value> {
    let mut object = Map::new();
    match rated {
        Rated::Rating(rating) => {
            object.insert("rating".to_owned(), rating_value(rating));
        }
        Rated::Above(most) => {
            object.insert("rating".to_owned(), json!({ "scale": "se", "above": number(*most) }));
        }
        _ => {
            object.insert("verdict".to_owned(), json!(rated_in_words(rated)));
        }
    }
    object
}

fn rating_value(rating: &Rating) -> Value {
    json!({
        "scale": "se",
        "er": number(rating.er),
        "ep": number(rating.ep),
        "ed": number(rating.ed),
        "steps": rating.steps,
        "hardest": { "technique": rating.hardest.name, "count": rating.hardest_count },
        "uniqueness": rating.has_uniqueness,
    })
}

/// Tenths as a number.
fn number(rating: u16) -> Value {
    json!(f64::from(rating) / 10.0)
}

/// A rating as `6.6/1.2/1.2`, or why there is none.
#[must_use]
pub fn rated_in_words(rated: &Rated) -> String {
    match rated {
        Rated::Rating(rating) => rating.to_string(),
        Rated::Above(most) => format!("> {}", tenths(*most)),
        Rated::Stuck { steps, er } => {
            format!("unrated: no named technique applies after {steps} steps up to {}", tenths(*er))
        }
        Rated::NoSolution => "no solution".to_owned(),
        Rated::SeveralSolutions => "several solutions".to_owned(),
        Rated::Complete => "complete".to_owned(),
        Rated::Stopped(_) => "unknown".to_owned(),
    }
}

/// A step as an object: its technique, what follows, what a drawing shows, its hints and its proof.
#[must_use]
pub fn step(number_of_step: usize, step: &Step, layout: &Layout) -> Value {
    let told = step.on(layout);
    let names = |marks: &[Mark]| marks.iter().map(|&mark| layout.candidate(mark).to_string()).collect::<Vec<_>>();
    let role = |role: Role| match role {
        Role::Base => "base",
        Role::Other => "other",
        Role::Fin => "fin",
        Role::On => "on",
        Role::Off => "off",
    };
    let mark = |&(mark, of): &(Mark, Role)| json!({ "at": layout.candidate(mark).to_string(), "role": role(of) });
    let links = step.figure.links.iter().map(
        |link| json!({ "from": literal(layout, link.from).to_string(), "to": literal(layout, link.to).to_string() }),
    );
    json!({
        "step": number_of_step,
        "technique": step.technique.name,
        "rating": number(step.rating),
        "says": told.line(),
        "places": names(&step.placed),
        "removes": names(&step.struck),
        "units": told.units(),
        "marks": step.figure.marks.iter().map(mark).collect::<Vec<_>>(),
        "links": links.collect::<Vec<_>>(),
        "levels": told.levels(),
        "proof": told.proof(),
        "checked": true,
    })
}
