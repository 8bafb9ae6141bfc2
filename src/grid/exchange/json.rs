//! JSON as values with the keys that lead to them, read in bounded depth and number; and JSON written.

use std::fmt::Write;
use std::rc::Rc;

use crate::grid::exchange::error::{ExchangeError, ExchangeProblem, short};

/// Lists and objects are at most this deep.
const DEEPEST: usize = 64;

/// There are at most so many values.
const MOST_VALUES: usize = 1 << 20;

/// Counts values and holds back what is too deep or too much.
#[derive(Default)]
pub(in crate::grid::exchange) struct Bounds {
    values: usize,
}

impl Bounds {
    /// One more value, so deep.
    ///
    /// # Errors
    /// If it is too deep, or there are too many.
    pub(in crate::grid::exchange) fn count(&mut self, depth: usize) -> Result<(), ExchangeError> {
        self.values += 1;
        let what = match () {
            () if depth > DEEPEST => format!("JSON at most {DEEPEST} deep"),
            () if self.values > MOST_VALUES => format!("JSON of at most {MOST_VALUES} values"),
            () => return Ok(()),
        };
        Err(ExchangeError::whole(ExchangeProblem::expected(what, "more")))
    }
}

/// A value and where it stands in the text; equal if the values are.
#[derive(Clone, Debug)]
pub(in crate::grid::exchange) struct Item {
    at: usize,
    pub(in crate::grid::exchange) value: Value,
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

/// A value; numbers are kept as they are written.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::grid::exchange) enum Value {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Item>),
    Object(Vec<(String, Item)>),
}

impl Value {
    /// What is written for a key that says nothing: absent, false or empty.
    pub(in crate::grid::exchange) fn is_nothing(&self) -> bool {
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

/// Reads a text.
///
/// # Errors
/// If it is no JSON, too deep or has too many values.
pub(in crate::grid::exchange) fn parse(text: &str) -> Result<Item, ExchangeError> {
    let mut reader = Reader { text: text.as_bytes(), at: 0, values: 0 };
    let item = reader.item(0)?;
    match reader.peek() {
        0 if reader.at == text.len() => Ok(item),
        _ => Err(reader.expected("the end of the JSON")),
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    values: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> u8 {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn expected(&self, expected: &str) -> ExchangeError {
        let rest = &self.text[self.at.min(self.text.len())..];
        let found = String::from_utf8_lossy(&rest[..rest.len().min(20)]);
        let found = if rest.is_empty() { "the end".to_owned() } else { format!("{:?}", short(&found)) };
        ExchangeError { path: String::new(), at: self.at, problem: ExchangeProblem::expected(expected, found) }
    }

    fn item(&mut self, depth: usize) -> Result<Item, ExchangeError> {
        let first = self.peek();
        let at = self.at;
        self.values += 1;
        if depth > DEEPEST {
            return Err(self.expected(&format!("JSON at most {DEEPEST} deep")));
        }
        if self.values > MOST_VALUES {
            return Err(self.expected(&format!("JSON of at most {MOST_VALUES} values")));
        }
        let value = match first {
            b'{' => {
                let mut entries = Vec::new();
                self.entries(b'}', ", or } at the end of an object", |reader| {
                    if reader.peek() != b'"' {
                        return Err(reader.expected("a key in quotes"));
                    }
                    let key = reader.text()?;
                    if reader.peek() != b':' {
                        return Err(reader.expected(":"));
                    }
                    reader.at += 1;
                    entries.push((key, reader.item(depth + 1)?));
                    Ok(())
                })?;
                Value::Object(entries)
            }
            b'[' => {
                let mut items = Vec::new();
                self.entries(b']', ", or ] at the end of a list", |reader| {
                    items.push(reader.item(depth + 1)?);
                    Ok(())
                })?;
                Value::List(items)
            }
            b'"' => Value::Text(self.text()?),
            _ => self.word()?,
        };
        Ok(Item { at, value })
    }

    fn entries(
        &mut self,
        end: u8,
        expected: &str,
        mut entry: impl FnMut(&mut Self) -> Result<(), ExchangeError>,
    ) -> Result<(), ExchangeError> {
        self.at += 1;
        if self.peek() == end {
            self.at += 1;
            return Ok(());
        }
        loop {
            entry(self)?;
            let next = self.peek();
            if next != b',' && next != end {
                return Err(self.expected(expected));
            }
            self.at += 1;
            if next == end {
                return Ok(());
            }
        }
    }

    /// A number or one of the three words.
    fn word(&mut self) -> Result<Value, ExchangeError> {
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte)).count();
        let word = String::from_utf8_lossy(&rest[..length]).into_owned();
        let is_number =
            word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) && word.parse::<f64>().is_ok_and(f64::is_finite);
        let value = match word.as_str() {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ if is_number => Value::Number(word),
            _ => return Err(self.expected("a JSON value")),
        };
        self.at += length;
        Ok(value)
    }

    fn text(&mut self) -> Result<String, ExchangeError> {
        let start = self.at + 1;
        let mut at = start;
        let mut out = String::new();
        let mut from = start;
        loop {
            let Some(&byte) = self.text.get(at) else { return Err(self.expected("a text that ends")) };
            match byte {
                b'"' | b'\\' => out.push_str(&String::from_utf8_lossy(&self.text[from..at])),
                _ => {
                    at += 1;
                    continue;
                }
            }
            if byte == b'"' {
                self.at = at + 1;
                return Ok(out);
            }
            let (escaped, length) = escape(&self.text[at + 1..]).ok_or_else(|| {
                self.at = at;
                self.expected("an escape of JSON")
            })?;
            out.push(escaped);
            at += 1 + length;
            from = at;
        }
    }
}

/// The character of an escape, and how many bytes stand for it behind the backslash. Half a pair of UTF-16 is U+FFFD.
fn escape(text: &[u8]) -> Option<(char, usize)> {
    let unit = |text: &[u8]| {
        let digits = std::str::from_utf8(text.get(1..5)?).ok()?;
        u16::from_str_radix(digits, 16).ok().filter(|_| text[0] == b'u')
    };
    let character = match text.first()? {
        b'n' => '\n',
        b't' => '\t',
        b'r' => '\r',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        &byte @ (b'"' | b'\\' | b'/') => char::from(byte),
        b'u' => {
            let first = unit(text)?;
            if text.get(5) == Some(&b'\\')
                && let Some(second) = text.get(6..).and_then(unit)
                && let Some(Ok(character)) = char::decode_utf16([first, second]).next()
                && character.len_utf16() == 2
            {
                return Some((character, 11));
            }
            return Some((char::from_u32(first.into()).unwrap_or(char::REPLACEMENT_CHARACTER), 5));
        }
        _ => return None,
    };
    Some((character, 1))
}

/// The way to a value.
#[derive(Debug)]
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

#[derive(Debug)]
struct Way<'a> {
    before: Option<Rc<Way<'a>>>,
    step: Step<'a>,
}

/// A value with the way to it.
#[derive(Clone, Debug)]
pub(in crate::grid::exchange) struct Node<'a> {
    item: &'a Item,
    way: Option<Rc<Way<'a>>>,
}

impl<'a> Node<'a> {
    pub(in crate::grid::exchange) fn root(item: &'a Item) -> Self {
        Self { item, way: None }
    }

    fn below(&self, step: Step<'a>, item: &'a Item) -> Self {
        Self { item, way: Some(Rc::new(Way { before: self.way.clone(), step })) }
    }

    pub(in crate::grid::exchange) fn value(&self) -> &'a Value {
        &self.item.value
    }

    /// The way as it is printed: `killercage[3].value`.
    pub(in crate::grid::exchange) fn path(&self) -> String {
        let mut steps = Vec::new();
        let mut way = self.way.as_ref();
        while let Some(at) = way {
            steps.push(&at.step);
            way = at.before.as_ref();
        }
        let mut path = String::new();
        for step in steps.into_iter().rev() {
            let _ = match step {
                Step::Index(index) => write!(path, "[{index}]"),
                Step::Key(key) => write!(path, "{}{}", if path.is_empty() { "" } else { "." }, short(key)),
            };
        }
        path
    }

    pub(in crate::grid::exchange) fn error(&self, problem: impl Into<ExchangeProblem>) -> ExchangeError {
        ExchangeError { path: self.path(), at: self.item.at, problem: problem.into() }
    }

    pub(in crate::grid::exchange) fn expected(&self, expected: impl Into<String>) -> ExchangeError {
        let mut found = String::new();
        push_start(&self.item.value, &mut found);
        self.error(ExchangeProblem::expected(expected, found))
    }

    /// Whether the value says nothing: absent, false, empty.
    pub(in crate::grid::exchange) fn is_nothing(&self) -> bool {
        self.item.value.is_nothing()
    }

    /// The entries of an object.
    pub(in crate::grid::exchange) fn entries(&self) -> Result<Vec<(&'a str, Self)>, ExchangeError> {
        match &self.item.value {
            Value::Object(entries) => {
                Ok(entries.iter().map(|(key, item)| (key.as_str(), self.below(Step::Key(key), item))).collect())
            }
            _ => Err(self.expected("an object")),
        }
    }

    /// The value of a key of an object; none where it is absent or null.
    pub(in crate::grid::exchange) fn get(&self, key: &str) -> Option<Self> {
        let Value::Object(entries) = &self.item.value else { return None };
        let (key, item) = entries.iter().find(|(name, _)| name == key)?;
        (item.value != Value::Null).then(|| self.below(Step::Key(key), item))
    }

    /// The values of a list.
    pub(in crate::grid::exchange) fn items(&self) -> Result<Vec<Self>, ExchangeError> {
        match &self.item.value {
            Value::List(items) => {
                Ok(items.iter().enumerate().map(|(index, item)| self.below(Step::Index(index), item)).collect())
            }
            _ => Err(self.expected("a list")),
        }
    }

    pub(in crate::grid::exchange) fn text(&self) -> Option<&'a str> {
        match &self.item.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A whole number, or a text that is one.
    pub(in crate::grid::exchange) fn number(&self) -> Option<i64> {
        let (Value::Number(text) | Value::Text(text)) = &self.item.value else { return None };
        let text = text.trim();
        text.parse().ok().or_else(|| {
            // 15.0 and 1e1 are whole as well.
            let number: f64 = text.parse().ok().filter(|_| matches!(self.item.value, Value::Number(_)))?;
            (number.fract() == 0.0 && number.abs() < 1e15).then_some(number as i64)
        })
    }
}

/// The beginning of a value, for a message.
fn push_start(value: &Value, out: &mut String) {
    match value {
        Value::List(items) if items.is_empty() => out.push_str("an empty list"),
        Value::List(_) => out.push_str("a list"),
        Value::Object(_) => out.push_str("an object"),
        value => push(value, out),
    }
}

/// Appends a value as JSON.
pub(in crate::grid::exchange) fn push(value: &Value, out: &mut String) {
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
            c if c.is_control() => drop(write!(out, "\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Values for writers.
pub(in crate::grid::exchange) fn number(number: impl Into<u64>) -> Value {
    Value::Number(number.into().to_string())
}

pub(in crate::grid::exchange) fn text(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

pub(in crate::grid::exchange) fn list(values: impl IntoIterator<Item = Value>) -> Value {
    Value::List(values.into_iter().map(Item::from).collect())
}

pub(in crate::grid::exchange) fn object<'a>(entries: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect())
}

#[cfg(test)]
mod tests {
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
