//! The values of a recipe's keys, and messages about values that the recipe does not expect.

use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;

use satdoku::generate::Kind;
use satdoku::logic::{Technique, technique_named};
use serde::de::{Deserialize, Deserializer, Error};

/// A value from its word.
#[derive(Debug)]
pub(super) struct Word<T>(pub(super) T);

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        word(deserializer).map(Self)
    }
}

/// A value from its word.
pub(super) fn word<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(deserializer: D) -> Result<T, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

pub(super) fn maybe_word<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    word(deserializer).map(Some)
}

/// A list of values from their words.
#[derive(Debug)]
pub(super) struct Words<T>(pub(super) Vec<T>);

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Words<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<Word<T>>::deserialize(deserializer).map(|words| Self(words.into_iter().map(|word| word.0).collect()))
    }
}

/// A kind of puzzles with one solution, which a book prints.
pub(super) fn maybe_kind<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Kind>, D::Error> {
    match word(deserializer)? {
        kind @ (Kind::Unique | Kind::Minimal) => Ok(Some(kind)),
        kind => Err(D::Error::custom(format!(
            "expected unique or minimal, found {kind}: the puzzles of a book have one solution, which it prints"
        ))),
    }
}

pub(super) fn techniques<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<&'static Technique>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    let technique = |name: &String| {
        technique_named(name).ok_or_else(|| {
            D::Error::custom(format!("no technique is called {name:?}; `satdoku techniques` lists them"))
        })
    };
    names.iter().map(technique).collect()
}

pub(super) fn per_page<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let count = usize::deserialize(deserializer)?;
    if (1..=12).contains(&count) {
        return Ok(count);
    }
    Err(D::Error::custom(format!("expected 1 to 12 puzzles a page, found {count}")))
}

pub(super) fn maybe_per_page<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    per_page(deserializer).map(Some)
}

/// The reader's message in the words of recipes; `text` is the recipe from the place of the mistake on.
pub(super) fn in_words_of_recipes(message: &str, text: &str) -> String {
    let message = message.trim_end().replace("unknown field", "unknown key").replace("missing field", "missing key");
    let Some(found) = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: ")) else {
        return message;
    };
    let Some((found, expected)) = found.rsplit_once(", expected ") else { return message };
    if text.starts_with("[section]") {
        return "expected [[section]] with two brackets on each side, found [section]: a book has a list of sections"
            .to_owned();
    }
    let expected = match expected {
        "u64" | "usize" | "u32" => "a whole number, 0 or more",
        "a string" => "text in quotes",
        "a boolean" => "true or false",
        "a sequence" => "a list, such as ['killer', 'antiknight']",
        expected if expected.starts_with("struct SectionRecipe") => "a section: [[section]], and below it its keys",
        expected => expected,
    };
    let found = match found {
        "map" => "a table",
        "sequence" => "a list",
        found => found,
    };
    format!("expected {expected}, found {found}")
}

/// The line and column of a byte, from 1.
pub(super) fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    (line, before.rsplit('\n').next().unwrap_or_default().chars().count() + 1)
}

/// What is wrong in a section, and where, if it is in one of its values.
pub(super) struct Mistake {
    pub(super) span: Option<Range<usize>>,
    pub(super) what: String,
}

impl Mistake {
    /// A mistake in a value, or in the section where the value is not given.
    pub(super) fn at(span: Option<Range<usize>>, what: impl Display) -> Self {
        Self { span, what: what.to_string() }
    }
}
