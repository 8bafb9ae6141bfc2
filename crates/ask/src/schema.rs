//! The schemas of values in questions and answers, in the words of JSON Schema.

use serde_json::{Value, json};

/// The names of values.
pub fn names<T: ToString>(all: impl IntoIterator<Item = T>) -> Vec<String> {
    all.into_iter().map(|one| one.to_string()).collect()
}

/// A text.
#[must_use]
pub fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

/// A text, or null.
#[must_use]
pub fn text_or_null(description: &str) -> Value {
    json!({ "type": ["string", "null"], "description": description })
}

/// An array of texts.
#[must_use]
pub fn texts(description: &str) -> Value {
    json!({ "type": "array", "items": { "type": "string" }, "description": description })
}

/// A whole number from 0.
#[must_use]
pub fn number(description: &str) -> Value {
    json!({ "type": "integer", "minimum": 0, "description": description })
}

/// True or false.
#[must_use]
pub fn flag(description: &str) -> Value {
    json!({ "type": "boolean", "description": description })
}

/// One of some names.
pub fn one_of<T: ToString>(all: impl IntoIterator<Item = T>, description: &str) -> Value {
    json!({ "type": "string", "enum": names(all), "description": description })
}

/// A grid: a text of one character a cell up to side 35, rows of numbers above.
#[must_use]
pub fn grid(description: &str) -> Value {
    json!({
        "type": ["string", "array", "null"],
        "items": { "type": "array", "items": { "type": "integer" } },
        "description": format!("{description}: a character a cell, `.` if empty, up to side 35, rows of numbers above; on boards that are no squares with the digits from 1 one for each place of the canvas, `-` where there is no cell"),
    })
}

/// A time in seconds.
#[must_use]
pub fn seconds() -> Value {
    json!({ "type": "number" })
}

/// An object whose members the description names.
#[must_use]
pub fn object(description: &str) -> Value {
    json!({ "type": "object", "description": description })
}

/// An array whose elements the description names.
#[must_use]
pub fn list(description: &str) -> Value {
    json!({ "type": "array", "description": description })
}

/// An array of objects whose members the description names.
#[must_use]
pub fn objects(description: &str) -> Value {
    json!({ "type": "array", "items": { "type": "object" }, "description": description })
}
