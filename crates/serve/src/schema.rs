//! What a question and its answer consist of, declared once: questions are read by these declarations, and the document of the API is made
//! from them.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use satdoku_ask::FieldError;
use serde_json::{Map, Value, json};

use crate::App;

/// A field of a question: its name, how it is read, and how it is described.
pub(crate) struct Field<T> {
    pub(crate) name: &'static str,
    pub(crate) read: fn(&mut satdoku_ask::Fields, &str) -> Result<T, FieldError>,
    kind: Kind,
    says: Says,
    is_required: bool,
}

/// The values that a field takes, as the document tells them.
enum Kind {
    Text,
    Texts,
    Number,
    Flag,
    Time,
    /// One of these names.
    Word(fn(&App) -> Vec<String>),
    /// What this schema tells.
    Other(fn(&App) -> Value),
}

/// The sentence of a field.
enum Says {
    Always(&'static str),
    /// With limits in it.
    Made(fn(&App) -> String),
}

impl<T> Field<T> {
    const fn new(
        name: &'static str,
        read: fn(&mut satdoku_ask::Fields, &str) -> Result<T, FieldError>,
        kind: Kind,
        says: &'static str,
    ) -> Self {
        Self { name, read, kind, says: Says::Always(says), is_required: false }
    }

    /// With a sentence that tells limits.
    pub(crate) const fn saying(mut self, says: fn(&App) -> String) -> Self {
        self.says = Says::Made(says);
        self
    }

    /// A question without the field is refused.
    pub(crate) const fn required(mut self) -> Self {
        self.is_required = true;
        self
    }
}

impl Field<Option<String>> {
    /// A text.
    pub(crate) const fn text(name: &'static str, says: &'static str) -> Self {
        Self::new(name, satdoku_ask::Fields::text, Kind::Text, says)
    }

    /// One of the names that a server has, which the question looks up by itself.
    pub(crate) const fn name(name: &'static str, all: fn(&App) -> Vec<String>, says: &'static str) -> Self {
        Self::new(name, satdoku_ask::Fields::text, Kind::Word(all), says)
    }
}

impl Field<Vec<String>> {
    /// Texts in an array.
    pub(crate) const fn texts(name: &'static str, says: &'static str) -> Self {
        Self::new(name, satdoku_ask::Fields::texts, Kind::Texts, says)
    }
}

impl Field<Option<u64>> {
    /// A number from 0.
    pub(crate) const fn number(name: &'static str, says: &'static str) -> Self {
        Self::new(name, satdoku_ask::Fields::number, Kind::Number, says)
    }
}

impl Field<bool> {
    /// True or false, which is the default.
    pub(crate) const fn flag(name: &'static str, says: &'static str) -> Self {
        Self::new(name, satdoku_ask::Fields::flag, Kind::Flag, says)
    }
}

impl Field<Option<Duration>> {
    /// Seconds, or a text such as `500ms`.
    pub(crate) const fn time(name: &'static str, says: fn(&App) -> String) -> Self {
        Self::new(name, satdoku_ask::Fields::time, Kind::Time, "").saying(says)
    }
}

impl Field<Option<Value>> {
    /// A value that the question reads by itself; `schema` describes it.
    pub(crate) const fn value(name: &'static str, schema: fn(&App) -> Value) -> Self {
        Self::new(name, |fields, name| Ok(fields.take(name)), Kind::Other(schema), "")
    }
}

impl<T: FromStr<Err: Display>> Field<Option<T>> {
    /// A text with a form of its own.
    pub(crate) const fn parsed(name: &'static str, says: &'static str) -> Self {
        Self::new(name, satdoku_ask::Fields::word, Kind::Text, says)
    }

    /// One of these names.
    pub(crate) const fn word(name: &'static str, all: fn(&App) -> Vec<String>, says: &'static str) -> Self {
        Self::new(name, satdoku_ask::Fields::word, Kind::Word(all), says)
    }
}

/// What the document says of a field, whatever is read from it.
pub(crate) trait Described {
    fn name(&self) -> &'static str;

    fn is_required(&self) -> bool;

    fn schema(&self, app: &App) -> Value;
}

impl<T> Described for Field<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn is_required(&self) -> bool {
        self.is_required
    }

    fn schema(&self, app: &App) -> Value {
        let says = match self.says {
            Says::Always(says) => says.to_owned(),
            Says::Made(says) => says(app),
        };
        match self.kind {
            Kind::Text => text(&says),
            Kind::Texts => texts(&says),
            Kind::Number => number(&says),
            Kind::Flag => json!({ "type": "boolean", "default": false, "description": says }),
            Kind::Time => json!({ "type": ["number", "string"], "description": says }),
            Kind::Word(all) => one_of(all(app), &says),
            Kind::Other(schema) => schema(app),
        }
    }
}

/// The fields of a question, in groups that questions share.
pub(crate) type Declared = &'static [&'static [&'static dyn Described]];

/// A question of the API.
pub(crate) struct Operation {
    pub(crate) path: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) fields: Declared,
    pub(crate) answer: Answer,
    /// Events beside `progress`, `answer` and `problem`.
    pub(crate) events: &'static str,
}

/// What a question is answered with.
pub(crate) enum Answer {
    /// An object with these members.
    Object(Vec<(&'static str, Value)>),
    /// A file of this type.
    File(&'static str),
}

impl Operation {
    /// The object of a question.
    pub(crate) fn question(&self, app: &App, more: &[&dyn Described]) -> Value {
        let fields = || self.fields.iter().copied().flatten().chain(more);
        let required: Vec<_> = fields().filter(|field| field.is_required()).map(|field| field.name()).collect();
        let properties: Map<_, _> = fields().map(|field| (field.name().to_owned(), field.schema(app))).collect();
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    }
}

/// Values by their names.
pub(crate) fn names<T: ToString>(all: impl IntoIterator<Item = T>) -> Vec<String> {
    all.into_iter().map(|one| one.to_string()).collect()
}

pub(crate) fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

pub(crate) fn text_or_null(description: &str) -> Value {
    json!({ "type": ["string", "null"], "description": description })
}

pub(crate) fn texts(description: &str) -> Value {
    json!({ "type": "array", "items": { "type": "string" }, "description": description })
}

pub(crate) fn number(description: &str) -> Value {
    json!({ "type": "integer", "minimum": 0, "description": description })
}

pub(crate) fn one_of<T: ToString>(all: impl IntoIterator<Item = T>, description: &str) -> Value {
    json!({ "type": "string", "enum": names(all), "description": description })
}

/// A grid: a text up to side 35, rows of numbers above.
pub(crate) fn grid(description: &str) -> Value {
    json!({
        "type": ["string", "array", "null"],
        "items": { "type": "array", "items": { "type": "integer" } },
        "description": format!("{description}: a character a cell, `.` if empty, up to side 35, rows of numbers above; on boards that are no squares with the digits from 1 one for each place of the canvas, `-` where there is no cell"),
    })
}

pub(crate) fn seconds() -> Value {
    json!({ "type": "number" })
}

pub(crate) fn object(description: &str) -> Value {
    json!({ "type": "object", "description": description })
}

/// An array whose elements the description tells.
pub(crate) fn list(description: &str) -> Value {
    json!({ "type": "array", "description": description })
}

/// An array of objects whose members the description tells.
pub(crate) fn objects(description: &str) -> Value {
    json!({ "type": "array", "items": { "type": "object" }, "description": description })
}
