//! A question with its name, its fields, its answer and the function that answers it.

use serde_json::{Map, Value, json};

use crate::declared::{Declared, Described};
use crate::limits::Limits;
use crate::problem::Problem;
use crate::reader::{Reader, TIME_LIMIT};
use crate::work::Work;

/// A question that a program answers.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The name of the question, such as `solve`.
    pub name: &'static str,
    /// What the question asks, in a few words.
    pub summary: &'static str,
    /// The fields of the question. Each is read by its declaration, and [`Reader::end`] refuses others.
    pub fields: Declared,
    /// The members of the answer, which is an object, each with its schema.
    pub members: fn() -> Vec<(&'static str, Value)>,
    /// The names of the events that the question tells, with the members of each in words.
    pub events: &'static [(&'static str, &'static str)],
    /// The number of parts of the question that each have the whole time for themselves.
    pub parts: fn(&Reader) -> u32,
    /// Reads the fields and answers.
    pub answer: fn(Reader, &Work) -> Result<Value, Problem>,
}

impl Operation {
    /// A question without fields, events and parts.
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        answer: fn(Reader, &Work) -> Result<Value, Problem>,
        members: fn() -> Vec<(&'static str, Value)>,
    ) -> Self {
        Self { name, summary, fields: &[], members, events: &[], parts: |_| 1, answer }
    }

    /// The question with fields.
    #[must_use]
    pub const fn with_fields(self, fields: Declared) -> Self {
        Self { fields, ..self }
    }

    /// The schema of the question.
    #[must_use]
    pub fn question_schema(&self, limits: &Limits) -> Value {
        let time_limit: &dyn Described = &TIME_LIMIT;
        let fields = || self.fields.iter().copied().flatten().copied().chain([time_limit]);
        let required: Vec<_> = fields().filter(|field| field.is_required()).map(|field| field.name()).collect();
        let properties: Map<_, _> = fields().map(|field| (field.name().to_owned(), field.schema(limits))).collect();
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    }

    /// The schema of the answer.
    #[must_use]
    pub fn answer_schema(&self) -> Value {
        let members = (self.members)().into_iter().map(|(name, schema)| (name.to_owned(), schema));
        json!({ "type": "object", "properties": members.collect::<Map<_, _>>() })
    }
}
