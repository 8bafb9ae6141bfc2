//! The fields of questions, each declared once: the question is read by the declarations, and the documents of the API are made from
//! them.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use serde_json::{Value, json};

use crate::fields::{FieldError, Fields};
use crate::limits::Limits;
use crate::schema::{number, one_of, text, texts};

/// A field of a question: its name, how it is read, and how it is described.
#[derive(Clone, Copy, Debug)]
pub struct Field<T> {
    pub(crate) name: &'static str,
    pub(crate) read: fn(&mut Fields, &str) -> Result<T, FieldError>,
    kind: Kind,
    says: Says,
    is_required: bool,
}

/// The values that a field takes, for the documents.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Text,
    Texts,
    Number,
    Flag,
    Time,
    /// One of these names.
    Word(fn(&Limits) -> Vec<String>),
    /// The values that this schema describes.
    Other(fn(&Limits) -> Value),
}

/// The sentence of a field.
#[derive(Clone, Copy, Debug)]
enum Says {
    Always(&'static str),
    /// With limits in it.
    Made(fn(&Limits) -> String),
}

impl<T> Field<T> {
    const fn new(
        name: &'static str,
        read: fn(&mut Fields, &str) -> Result<T, FieldError>,
        kind: Kind,
        says: &'static str,
    ) -> Self {
        Self { name, read, kind, says: Says::Always(says), is_required: false }
    }

    /// The field with a sentence that names limits.
    #[must_use]
    pub const fn saying(mut self, says: fn(&Limits) -> String) -> Self {
        self.says = Says::Made(says);
        self
    }

    /// The field, without which the question is refused.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.is_required = true;
        self
    }
}

impl Field<Option<String>> {
    /// A text.
    #[must_use]
    pub const fn text(name: &'static str, says: &'static str) -> Self {
        Self::new(name, Fields::text, Kind::Text, says)
    }

    /// One of the names that a program offers, which the question looks up by itself.
    #[must_use]
    pub const fn name(name: &'static str, all: fn(&Limits) -> Vec<String>, says: &'static str) -> Self {
        Self::new(name, Fields::text, Kind::Word(all), says)
    }
}

impl Field<Vec<String>> {
    /// Texts in an array.
    #[must_use]
    pub const fn texts(name: &'static str, says: &'static str) -> Self {
        Self::new(name, Fields::texts, Kind::Texts, says)
    }
}

impl Field<Option<u64>> {
    /// A number from 0.
    #[must_use]
    pub const fn number(name: &'static str, says: &'static str) -> Self {
        Self::new(name, Fields::number, Kind::Number, says)
    }
}

impl Field<bool> {
    /// True or false, which is the default.
    #[must_use]
    pub const fn flag(name: &'static str, says: &'static str) -> Self {
        Self::new(name, Fields::flag, Kind::Flag, says)
    }
}

impl Field<Option<Duration>> {
    /// Seconds, or a text such as `500ms`.
    #[must_use]
    pub const fn time(name: &'static str, says: fn(&Limits) -> String) -> Self {
        Self::new(name, Fields::time, Kind::Time, "").saying(says)
    }
}

impl Field<Option<Value>> {
    /// A value that the question reads by itself; `schema` describes it.
    #[must_use]
    pub const fn value(name: &'static str, schema: fn(&Limits) -> Value) -> Self {
        Self::new(name, |fields, name| Ok(fields.take(name)), Kind::Other(schema), "")
    }
}

impl<T: FromStr<Err: Display>> Field<Option<T>> {
    /// A text with a form of its own.
    #[must_use]
    pub const fn parsed(name: &'static str, says: &'static str) -> Self {
        Self::new(name, Fields::word, Kind::Text, says)
    }

    /// One of these names.
    #[must_use]
    pub const fn word(name: &'static str, all: fn(&Limits) -> Vec<String>, says: &'static str) -> Self {
        Self::new(name, Fields::word, Kind::Word(all), says)
    }
}

/// A field of any type, for the documents.
pub trait Described: Send + Sync {
    /// The name of the field.
    fn name(&self) -> &'static str;

    /// Whether a question without the field is refused.
    fn is_required(&self) -> bool;

    /// The values of the field, as JSON Schema.
    fn schema(&self, limits: &Limits) -> Value;
}

impl fmt::Debug for dyn Described {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl<T> Described for Field<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn is_required(&self) -> bool {
        self.is_required
    }

    fn schema(&self, limits: &Limits) -> Value {
        let says = match self.says {
            Says::Always(says) => says.to_owned(),
            Says::Made(says) => says(limits),
        };
        match self.kind {
            Kind::Text => text(&says),
            Kind::Texts => texts(&says),
            Kind::Number => number(&says),
            Kind::Flag => json!({ "type": "boolean", "default": false, "description": says }),
            Kind::Time => json!({ "type": ["number", "string"], "description": says }),
            Kind::Word(all) => one_of(all(limits), &says),
            Kind::Other(schema) => schema(limits),
        }
    }
}

/// The fields of a question, in groups that questions share.
pub type Declared = &'static [&'static [&'static dyn Described]];
