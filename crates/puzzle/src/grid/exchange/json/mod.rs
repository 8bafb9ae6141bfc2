//! JSON as values with the keys that lead to them, read in bounded depth and number; and JSON written.
//!
//! Of what the library reads as JSON an error says the place in the text and the way to the value, which no crate's values keep.

mod bounds;
mod node;
mod parse;
mod write;

pub(super) use bounds::Bounds;
pub(super) use node::Node;
pub(super) use parse::parse;
pub(super) use write::{list, number, object, push, text};

/// A value and where it stands in the text; equal if the values are.
#[derive(Clone, Debug)]
pub(super) struct Item {
    at: usize,
    pub(super) value: Value,
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

/// A value; numbers are kept as they are written.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Item>),
    Object(Vec<(String, Item)>),
}

impl Value {
    /// What is written for a key that says nothing: absent, false or empty.
    pub(super) fn is_nothing(&self) -> bool {
        match self {
            Self::Null | Self::Bool(false) => true,
            Self::Text(text) => text.is_empty(),
            Self::List(items) => items.is_empty(),
            Self::Object(entries) => entries.is_empty(),
            _ => false,
        }
    }
}

impl From<Value> for Item {
    fn from(value: Value) -> Self {
        Self { at: 0, value }
    }
}

#[cfg(test)]
mod tests {
    use super::bounds::MOST_VALUES;
    use super::*;

    #[test]
    fn json_there_and_back() {
        let text = r#"{"a":[1,-2.5,"x\n\"y\"",null,true,{}],"b":{"c":[]},"é":"🧩"}"#;
        let mut out = String::new();
        push(&parse(text).unwrap().value, &mut out);
        assert_eq!(out, text);
        assert_eq!(parse(r#""\ud83e\udde9\u00e9\ud800""#).unwrap().value, Value::Text("🧩é\u{fffd}".to_owned()));
    }

    #[test]
    fn what_is_none_is_refused_where_it_stands() {
        for (text, at) in [
            ("", 0),
            ("{", 1),
            ("[1,]", 3),
            ("[NaN]", 1),
            ("[1e999]", 1),
            ("{\"a\" 1}", 5),
            ("1 2", 2),
            ("\"\\q\"", 1),
            ("\"a", 0),
        ] {
            assert_eq!(parse(text).unwrap_err().at, at, "{text}");
        }
        let deep = "[".repeat(1_000_000);
        assert_eq!(
            parse(&deep).unwrap_err().to_string(),
            "expected JSON at most 64 deep, found \"[[[[[[[[[[[[[[[[[[[[\""
        );
        let many = format!("[{}1]", "1,".repeat(MOST_VALUES));
        assert!(parse(&many).is_err());
    }

    #[test]
    fn a_path_leads_to_a_value() {
        let item = parse(r#"{"killercage":[{},{"value":"x"}]}"#).unwrap();
        let cages = Node::root(&item).get("killercage").unwrap().items().unwrap();
        let error = cages[1].get("value").unwrap().expected("a number");
        assert_eq!(error.to_string(), r#"killercage[1].value: expected a number, found "x""#);
    }
}
