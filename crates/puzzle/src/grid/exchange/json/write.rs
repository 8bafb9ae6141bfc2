//! Values made, and written.

use std::fmt::Write;

use super::{Item, Value};
use satdoku_base::printable::commands;

/// The beginning of a value, for a message.
pub(super) fn push_start(value: &Value, out: &mut String) {
    match value {
        Value::List(items) if items.is_empty() => out.push_str("an empty list"),
        Value::List(items) => drop(write!(out, "a list of {}", items.len())),
        Value::Object(_) => out.push_str("an object"),
        value => push(value, out),
    }
}

/// Appends a value as JSON.
pub(crate) fn push(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => out.push_str(number),
        Value::Text(text) => push_text(text, out),
        Value::List(items) => {
            for (i, item) in items.iter().enumerate() {
                out.push(if i == 0 { '[' } else { ',' });
                push(&item.value, out);
            }
            out.push_str(if items.is_empty() { "[]" } else { "]" });
        }
        Value::Object(entries) => {
            for (i, (key, item)) in entries.iter().enumerate() {
                out.push(if i == 0 { '{' } else { ',' });
                push_text(key, out);
                out.push(':');
                push(&item.value, out);
            }
            out.push_str(if entries.is_empty() { "{}" } else { "}" });
        }
    }
}

fn push_text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if commands(c) => drop(write!(out, "\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}

pub(crate) fn number(number: impl Into<u64>) -> Value {
    Value::Number(number.into().to_string())
}

pub(crate) fn text(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

pub(crate) fn list(values: impl IntoIterator<Item = Value>) -> Value {
    Value::List(values.into_iter().map(Item::from).collect())
}

pub(crate) fn object<'a>(entries: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect())
}
