//! Shortened JSON: keys of one or two letters without quotes, texts in single quotes, `t` and `f`, colours without quotes, and
//! empty objects omitted. Learned from marktekfan/sudokupad-penpa-import (`puzzlezipper.js`).

use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::json::{Bounds, Item, Value};

/// The long names of keys.
const KEYS: [(&str, &str); 24] = [
    ("c", "color"),
    ("ca", "cages"),
    ("ct", "center"),
    ("c1", "borderColor"),
    ("c2", "backgroundColor"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("a", "arrows"),
    ("o", "overlays"),
    ("u", "underlays"),
    ("w", "width"),
    ("h", "height"),
    ("v", "value"),
    ("vd", "videos"),
    ("l", "lines"),
    ("r", "rounded"),
    ("re", "regions"),
    ("fs", "fontSize"),
    ("th", "thickness"),
    ("hl", "headLength"),
    ("wp", "wayPoints"),
    ("t", "title"),
    ("te", "text"),
    ("d", "duration"),
];

/// Parses a text.
///
/// # Errors
/// If the text is invalid, too deep or has too many values.
pub(crate) fn parse(text: &str) -> Result<Item, ExchangeError> {
    let mut reader = Reader { text: text.as_bytes(), at: 0, bounds: Bounds::default() };
    let value = reader.value(0)?;
    reader.blanks();
    if reader.at == text.len() { Ok(value.into()) } else { Err(reader.wrong()) }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    bounds: Bounds,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> u8 {
        self.blanks();
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn wrong(&self) -> ExchangeError {
        let rest = &self.text[self.at.min(self.text.len())..];
        let found = String::from_utf8_lossy(&rest[..rest.len().min(20)]);
        ExchangeError::whole(ExchangeProblem::expected("JSON, or JSON made short", format!("{found:?}")))
    }

    fn value(&mut self, depth: usize) -> Result<Value, ExchangeError> {
        self.bounds
            .count(depth)
            .map_err(|expected| ExchangeError::whole(ExchangeProblem::expected(expected, "more")))?;
        match self.peek() {
            b'{' => {
                self.at += 1;
                let mut entries = Vec::new();
                while self.peek() != b'}' {
                    let key = self.word()?;
                    if self.peek() != b':' {
                        return Err(self.wrong());
                    }
                    self.at += 1;
                    let long = KEYS.iter().find(|(short, _)| *short == key).map_or(key.as_str(), |(_, long)| long);
                    entries.push((long.to_owned(), self.value(depth + 1)?.into()));
                    self.comma(b'}')?;
                }
                self.at += 1;
                Ok(Value::Object(entries))
            }
            b'[' => {
                self.at += 1;
                let mut items = Vec::new();
                if self.peek() == b']' {
                    self.at += 1;
                    return Ok(Value::List(items));
                }
                loop {
                    items.push(self.value(depth + 1)?.into());
                    match self.peek() {
                        b',' => self.at += 1,
                        b']' => break,
                        _ => return Err(self.wrong()),
                    }
                }
                self.at += 1;
                Ok(Value::List(items))
            }
            // A missing value is an empty object.
            b',' | b']' | b'}' => Ok(Value::Object(Vec::new())),
            b'\'' | b'"' => Ok(Value::Text(self.word()?)),
            _ => {
                let word = self.word()?;
                Ok(match word.as_str() {
                    "t" | "true" => Value::Bool(true),
                    "f" | "false" => Value::Bool(false),
                    "null" => Value::Null,
                    "#0" => Value::Text("#000000".to_owned()),
                    "#F" => Value::Text("#FFFFFF".to_owned()),
                    word if word.parse::<f64>().is_ok_and(f64::is_finite) && !word.starts_with('+') => {
                        Value::Number(word.to_owned())
                    }
                    // A colour.
                    word if word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                        Value::Text(format!("#{word}"))
                    }
                    word => Value::Text(word.to_owned()),
                })
            }
        }
    }

    /// Goes over a comma, where the end does not follow.
    fn comma(&mut self, end: u8) -> Result<(), ExchangeError> {
        match self.peek() {
            b',' => {
                self.at += 1;
                Ok(())
            }
            next if next == end => Ok(()),
            _ => Err(self.wrong()),
        }
    }

    /// A text in quotes, or a word without.
    fn word(&mut self) -> Result<String, ExchangeError> {
        let quote = self.peek();
        let mut bytes = Vec::new();
        if !matches!(quote, b'\'' | b'"') {
            while let Some(&byte) = self.text.get(self.at).filter(|byte| !b",:[]{}'\"".contains(byte)) {
                bytes.push(byte);
                self.at += 1;
            }
            let word = String::from_utf8_lossy(&bytes).trim().to_owned();
            return if word.is_empty() { Err(self.wrong()) } else { Ok(word) };
        }
        self.at += 1;
        loop {
            match self.text.get(self.at) {
                None => return Err(self.wrong()),
                Some(&byte) if byte == quote => break,
                Some(b'\\') => {
                    let Some(&next) = self.text.get(self.at + 1) else { return Err(self.wrong()) };
                    bytes.push(match next {
                        b'n' => b'\n',
                        b't' => b'\t',
                        b'r' => b'\r',
                        next => next,
                    });
                    self.at += 2;
                }
                Some(&byte) => {
                    bytes.push(byte);
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::exchange::json;

    #[test]
    fn what_was_made_short_is_read() {
        let short = "{cs:64,ce:[[,{v:5},],[{v:'it\\'s'},,f]],c:#0,c2:ff00aa,metadata:{t:'A: b'}}";
        let long = r##"{"cellSize":64,"cells":[[{},{"value":5},{}],[{"value":"it's"},{},false]],"color":"#000000","backgroundColor":"#ff00aa","metadata":{"title":"A: b"}}"##;
        assert_eq!(parse(short).unwrap(), json::parse(long).unwrap());
        for text in ["{", "{a", "[1", "{a:1,,}", "", &"[".repeat(100_000)] {
            assert!(parse(text).is_err(), "{text:.20}");
        }
    }
}
