//! The fields of an object, each read once by name; unread fields are an error.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use serde_json::{Map, Value};

/// The fault of a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FieldError {
    /// The field has an invalid value.
    #[error("{name}: {message}")]
    Value {
        /// The field.
        name: String,
        /// The fault.
        message: String,
    },
    /// The field is missing.
    #[error("expected a field {0:?}")]
    Missing(&'static str),
    /// The field is unknown.
    #[error("nothing is known of {0:?}")]
    Unknown(String),
}

impl FieldError {
    /// The error for an invalid value.
    pub fn value(name: &str, message: impl Display) -> Self {
        Self::Value { name: name.to_owned(), message: message.to_string() }
    }

    /// The error for a value of an unexpected type.
    #[must_use]
    pub fn unexpected(name: &str, expected: &str, found: &Value) -> Self {
        Self::value(name, format!("expected {expected}, found {}", shown(found.to_string())))
    }

    /// The error for an invalid text, showing its beginning.
    #[must_use]
    pub fn text(name: &str, text: &str, error: impl Display) -> Self {
        Self::value(name, format!("{}: {error}", shown(text.to_owned())))
    }
}

/// So many characters of a value are shown in a message.
const MOST_SHOWN: usize = 40;

/// As much of a text as a message has room for.
fn shown(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MOST_SHOWN) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// The fields of an object that were not read yet. A field with the value `null` is as good as none.
#[derive(Clone, Debug, Default)]
pub struct Fields(Map<String, Value>);

impl From<Map<String, Value>> for Fields {
    fn from(object: Map<String, Value>) -> Self {
        Self(object)
    }
}

impl Fields {
    /// Takes a field unchecked.
    pub fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name).filter(|value| !value.is_null())
    }

    /// Puts a field back.
    pub fn put(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }

    /// The length of an array; 0 if the field is no array.
    #[must_use]
    pub fn length(&self, name: &str) -> usize {
        self.0.get(name).and_then(Value::as_array).map_or(0, Vec::len)
    }

    /// A text.
    ///
    /// # Errors
    /// If the value is no text.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, FieldError> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(value) => Err(FieldError::unexpected(name, "a text", &value)),
        }
    }

    /// The texts of an array; empty if the field is missing.
    ///
    /// # Errors
    /// If the value is no array of texts.
    pub fn texts(&mut self, name: &str) -> Result<Vec<String>, FieldError> {
        let wrong = |value: &Value| FieldError::unexpected(name, "an array of texts", value);
        match self.take(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(values)) => {
                let texts = values.iter().map(|value| value.as_str().map(str::to_owned).ok_or_else(|| wrong(value)));
                texts.collect()
            }
            Some(value) => Err(wrong(&value)),
        }
    }

    /// A value written as a word.
    ///
    /// # Errors
    /// If the value is no text, or the word is unknown.
    pub fn word<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<Option<T>, FieldError> {
        let word = self.text(name)?;
        word.map(|word| word.parse().map_err(|error| FieldError::value(name, error))).transpose()
    }

    /// A number from 0.
    ///
    /// # Errors
    /// If the value is no number from 0.
    pub fn number(&mut self, name: &str) -> Result<Option<u64>, FieldError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        value.as_u64().map(Some).ok_or_else(|| FieldError::unexpected(name, "a number from 0", &value))
    }

    /// A flag; false if the field is missing.
    ///
    /// # Errors
    /// If the value is neither true nor false.
    pub fn flag(&mut self, name: &str) -> Result<bool, FieldError> {
        let Some(value) = self.take(name) else { return Ok(false) };
        value.as_bool().ok_or_else(|| FieldError::unexpected(name, "true or false", &value))
    }

    /// A time: a number of seconds, or a text such as `500ms`.
    ///
    /// # Errors
    /// If the value is no time.
    pub fn time(&mut self, name: &str) -> Result<Option<Duration>, FieldError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        if let Value::String(text) = &value {
            return parse_time(text).map(Some).map_err(|error| FieldError::value(name, error));
        }
        let time = value.as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        time.map(Some).ok_or_else(|| FieldError::unexpected(name, "seconds, or a time such as 500ms", &value))
    }

    /// Refuses unread fields.
    ///
    /// # Errors
    /// If a field has not been read.
    pub fn end(&self) -> Result<(), FieldError> {
        self.0.keys().next().map_or(Ok(()), |name| Err(FieldError::Unknown(name.clone())))
    }
}

/// Reads a time: a number with `ms`, `s`, `m` or `h`, seconds where there is no unit.
///
/// # Errors
/// If the text is no time.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("expected a time such as 10s, 500ms, 2m or 1h, found {text:?}");
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        for (text, milliseconds) in [("10s", 10_000), ("500ms", 500), ("2m", 120_000), ("1.5", 1_500), ("0", 0)] {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "-1s", "10 parsecs", "nan", "1e400"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }
}
