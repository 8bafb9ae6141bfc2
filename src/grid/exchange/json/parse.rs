//! A text made values.

use super::bounds::Bounds;
use super::{Item, Value};
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem, short};

/// Reads a text.
///
/// # Errors
/// If it is no JSON, too deep or has too many values.
pub(in crate::grid::exchange) fn parse(text: &str) -> Result<Item, ExchangeError> {
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
        self.bounds.count(depth).map_err(|expected| self.expected(&expected))?;
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
