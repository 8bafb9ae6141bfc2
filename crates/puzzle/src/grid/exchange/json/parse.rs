//! A text made values.

use super::bounds::Bounds;
use super::{Item, Value};
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem, short};
use crate::grid::json::{self, Reader as _, unescaped};

/// Reads a text.
///
/// # Errors
/// If it is no JSON, too deep or has too many values.
pub(crate) fn parse(text: &str) -> Result<Item, ExchangeError> {
    let mut reader = Reader { text: text.as_bytes(), at: 0, bounds: Bounds::default() };
    let item = reader.item(0)?;
    match reader.peek() {
        0 if reader.at == text.len() => Ok(item),
        _ => Err(reader.expected("the end of the JSON")),
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    bounds: Bounds,
}

impl<'a> json::Reader<'a> for Reader<'a> {
    type Error = ExchangeError;

    fn text(&self) -> &'a [u8] {
        self.text
    }

    fn at(&mut self) -> &mut usize {
        &mut self.at
    }

    fn unexpected(&self, expected: &'static str) -> ExchangeError {
        self.expected(expected)
    }
}

impl Reader<'_> {
    fn expected(&self, expected: &str) -> ExchangeError {
        let rest = &self.text[self.at.min(self.text.len())..];
        let found = String::from_utf8_lossy(&rest[..rest.len().min(20)]);
        let found = if rest.is_empty() { "the end".to_owned() } else { format!("{:?}", short(&found)) };
        ExchangeError { path: String::new(), at: self.at, problem: ExchangeProblem::expected(expected, found) }
    }

    fn item(&mut self, depth: usize) -> Result<Item, ExchangeError> {
        let first = self.peek();
        let at = self.at;
        self.bounds.count(depth).map_err(|expected| self.expected(&expected))?;
        let value = match first {
            b'{' => {
                let mut entries = Vec::new();
                self.entries(b'}', ", or } at the end of an object", |reader| {
                    if reader.peek() != b'"' {
                        return Err(reader.expected("a key in quotes"));
                    }
                    let key = reader.string()?;
                    reader.expect(b':', ":")?;
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
            b'"' => Value::Text(self.string()?),
            _ => self.value_of_word()?,
        };
        Ok(Item { at, value })
    }

    /// A number or one of the three words.
    fn value_of_word(&mut self) -> Result<Value, ExchangeError> {
        let at = self.at;
        let word = String::from_utf8_lossy(self.word()).into_owned();
        let is_number =
            word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) && word.parse::<f64>().is_ok_and(f64::is_finite);
        Ok(match word.as_str() {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ if is_number => Value::Number(word),
            _ => {
                self.at = at;
                return Err(self.expected("a JSON value"));
            }
        })
    }

    fn string(&mut self) -> Result<String, ExchangeError> {
        self.at += 1;
        let Some((start, written)) = self.quoted() else {
            self.at -= 1;
            return Err(self.expected("a text that ends"));
        };
        unescaped(written, Some(char::REPLACEMENT_CHARACTER)).map_err(|at| {
            self.at = start + at;
            self.expected("an escape of JSON")
        })
    }
}
