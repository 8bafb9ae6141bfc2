//! Rules for which the plain site has no key, drawn with the site's lines and texts. Each drawing names its source key, so
//! readers skip the drawing.

use crate::grid::exchange::json::{Item, Value, list, object, text};

/// The key under which a drawing names its source.
const SOURCE: &str = "fromConstraint";

/// Keys of lines that the plain site lacks, with their names and colours.
const LINES: [(&str, &str, &str); 9] = [
    ("renban", "Renban", "#F067F0"),
    ("whispers", "Whispers", "#67F067"),
    ("regionsumline", "Region Sum Line", "#2ECBFF"),
    ("zipperline", "Zipper Line", "#CDB1EC"),
    ("entropicline", "Entropic Line", "#FFCCAA"),
    ("modularline", "Modular Line", "#33BBBB"),
    ("nabner", "Nabner", "#C9C883"),
    ("doublearrow", "Double Arrow", "#C54B8B"),
    ("slowthermometer", "Slow Thermometer", "#CFCFCF"),
];

/// Keys of outside clues that the plain site lacks.
const CLUES: [(&str, &str); 2] = [("xsum", "X-Sum"), ("skyscraper", "Skyscraper")];

/// A list without the drawings that name a source key.
pub(super) fn without_copies(value: &Value) -> Value {
    let is_copy = |item: &&Item| match &item.value {
        Value::Object(entries) => entries
            .iter()
            .any(|(key, item)| key == SOURCE && matches!(&item.value, Value::Text(text) if !text.is_empty())),
        _ => false,
    };
    match value {
        Value::List(items) => Value::List(items.iter().filter(|item| !is_copy(item)).cloned().collect()),
        value => value.clone(),
    }
}

/// The drawings of the keys' entries, each with the name of its list.
pub(super) fn copies(lists: &[(&str, Vec<Value>)]) -> Vec<(&'static str, Value)> {
    let mut found = Vec::new();
    for (key, entries) in lists {
        let of = |entry: &Value, key: &str| match entry {
            Value::Object(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, item)| item.value.clone()),
            _ => None,
        };
        if let Some((_, name, colour)) = LINES.iter().find(|(known, ..)| known == key) {
            for lines in entries.iter().filter_map(|entry| of(entry, "lines")) {
                let width = Value::Number("0.4".to_owned());
                let drawing = [("lines", lines), ("outlineC", text(*colour)), ("width", width), (SOURCE, text(*name))];
                found.push(("line", object(drawing)));
            }
        }
        if let Some((_, name)) = CLUES.iter().find(|(known, _)| known == key) {
            for (cell, value) in entries.iter().filter_map(|entry| of(entry, "cell").zip(of(entry, "value"))) {
                let size = Value::Number("0.7".to_owned());
                let drawing = [("cells", list([cell])), ("value", value), ("size", size), (SOURCE, text(*name))];
                found.push(("text", object(drawing)));
            }
        }
    }
    found
}
