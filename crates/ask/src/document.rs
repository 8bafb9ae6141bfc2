//! The JSON Schema of all questions and answers, made from their declarations.

use serde_json::{Map, Value, json};

use crate::limits::Limits;
use crate::problem::{Placed, ProblemKind};
use crate::registry::Questions;
use crate::schema::{number, one_of, text};
use crate::words::capital;

/// The version of the questions and answers: a number that grows when a field or a member is removed or changes its meaning.
pub const SCHEMA_VERSION: u32 = 1;

/// The dialect of the document.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The JSON Schema of all questions and answers. `properties` has for each question its `question` and its `answer`, and `$defs` has
/// the schemas of these, such as `SolveQuestion` and `SolveAnswer`, and of `Problem`.
#[must_use]
pub fn schema_of(questions: &Questions, limits: &Limits) -> Value {
    let mut definitions = Map::new();
    let mut properties = Map::new();
    for operation in questions.all() {
        let [question, answer] = ["Question", "Answer"].map(|kind| capital(operation.name) + kind);
        let events: Map<_, _> = operation.events.iter().map(|(name, with)| ((*name).to_owned(), text(with))).collect();
        let mut property = json!({
            "type": "object",
            "description": operation.summary,
            "properties": { "question": reference(&question), "answer": reference(&answer) },
        });
        if !events.is_empty() {
            property["properties"]["events"] = json!({ "type": "object", "properties": events });
        }
        properties.insert(operation.name.to_owned(), property);
        definitions.insert(question, operation.question_schema(limits));
        definitions.insert(answer, operation.answer_schema());
    }
    definitions.insert("Problem".to_owned(), problem());
    json!({
        "$schema": DIALECT,
        "title": "Questions to satdoku and their answers",
        "version": SCHEMA_VERSION,
        "program": concat!("satdoku ", env!("CARGO_PKG_VERSION")),
        "type": "object",
        "properties": properties,
        "$defs": definitions,
    })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// The schema of a problem.
fn problem() -> Value {
    json!({
        "type": "object",
        "properties": {
            "kind": one_of(ProblemKind::ALL.map(ProblemKind::name), "the kind of problem"),
            "place": {
                "type": ["object", "null"],
                "properties": {
                    "row": number("the row or line, from 1"),
                    "column": number("the column, from 1"),
                    "of": one_of(Placed::ALL.map(Placed::name), "the grid, the puzzle's text, or the question's text"),
                },
                "required": ["row", "column", "of"],
            },
            "sentence": text("what is wrong"),
        },
        "required": ["kind", "place", "sentence"],
    })
}
