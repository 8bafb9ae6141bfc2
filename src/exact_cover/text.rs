//! Reading and writing problems as text.
//!
//! Two forms are read. *A matrix*: a line of 0 and 1 for each option, with blanks between them or without; lines that
//! begin with `#` or with the word `c` are comments. *Named sets*: a line of names for each option, `-` for an empty
//! one, `#` comments, and before them, if wanted, a line `items: a b c | x y` that names the primary items and, after
//! the bar, the secondary ones; without it all items are primary, in the order in which they first appear. A
//! comment may begin with the word `c` only above that line, because `c` is a name as well. The first line that is
//! no comment decides the form. Blank lines mean nothing anywhere. Memory is linear in the text.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::exact_cover::problem::{CoverError, ExactCover, is_name};

/// The longest piece of the text that an error quotes, in characters.
const QUOTED: usize = 40;

/// Why a text is no exact cover problem. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: found {found}, expected {expected}")]
pub struct CoverTextError {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub expected: String,
}

const HEADER: &str = "items:";
const BAR: &str = "|";
const EMPTY: &str = "-";

/// A line of the text, with its number.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> Line<'a> {
    /// The words of the line.
    fn words(self) -> impl Iterator<Item = &'a str> + Clone {
        self.text.split_whitespace()
    }

    fn first_word(self) -> Option<&'a str> {
        self.words().next()
    }

    fn is_matrix_row(self) -> bool {
        self.text.chars().all(|sign| matches!(sign, '0' | '1') || sign.is_whitespace())
    }

    /// An error about a part of this line.
    fn error(self, part: &'a str, found: String, expected: impl Into<String>) -> CoverTextError {
        let before = part.as_ptr().addr() - self.text.as_ptr().addr();
        let column = self.text[..before].chars().count() + 1;
        CoverTextError { line: self.number, column, found, expected: expected.into() }
    }
}

/// The part of the text in quotes, cut where it is long.
fn quoted(part: &str) -> String {
    let cut = part.char_indices().nth(QUOTED).map_or(part.len(), |(at, _)| at);
    format!("{:?}{}", &part[..cut], if cut < part.len() { "…" } else { "" })
}

impl FromStr for ExactCover {
    type Err = CoverTextError;

    /// Reads a problem: a matrix of 0 and 1, or named sets, as the module's document tells.
    ///
    /// # Errors
    /// A [`CoverTextError`] with the place, what was found there and what was expected.
    fn from_str(text: &str) -> Result<Self, CoverTextError> {
        let lines = (1..).zip(text.lines()).map(|(number, text)| Line { number, text });
        let mut lines = lines.filter(|line| line.first_word().is_some_and(|word| !word.starts_with('#'))).peekable();
        let decides = lines.clone().find(|line| line.first_word() != Some("c"));
        match decides {
            Some(line) if line.is_matrix_row() => matrix(lines.filter(|line| line.first_word() != Some("c"))),
            Some(line) if line.first_word() == Some(HEADER) => {
                while lines.next_if(|line| line.first_word() == Some("c")).is_some() {}
                sets(lines)
            }
            _ => sets(lines),
        }
    }
}

fn matrix<'a>(lines: impl Iterator<Item = Line<'a>>) -> Result<ExactCover, CoverTextError> {
    let mut cover: Option<ExactCover> = None;
    for line in lines {
        let mut ones = Vec::new();
        let mut columns = 0;
        for (at, sign) in line.text.char_indices().filter(|(_, sign)| !sign.is_whitespace()) {
            let part = &line.text[at..];
            match sign {
                '0' => {}
                '1' => ones.push(columns),
                _ => return Err(line.error(part, quoted(&part[..sign.len_utf8()]), "0 or 1")),
            }
            columns += 1;
            if let Some(expected) = cover.as_ref().map(ExactCover::items).filter(|&items| columns > items) {
                return Err(line.error(part, format!("column {columns}"), format!("{expected} columns, as before")));
            }
        }
        let problem = |source| whole(line, &source);
        let cover = match &mut cover {
            Some(cover) => cover,
            none => none.insert(ExactCover::new(columns, 0).map_err(problem)?),
        };
        if columns < cover.items() {
            let end = &line.text[line.text.trim_end().len()..];
            let expected = format!("{} columns, as before", cover.items());
            return Err(line.error(end, format!("the end after {columns} columns"), expected));
        }
        cover.add_option(&ones).map_err(problem)?;
    }
    cover.map_or_else(no_items, Ok)
}

fn no_items() -> Result<ExactCover, CoverTextError> {
    ExactCover::new(0, 0).map_err(|source| whole(Line { number: 1, text: "" }, &source))
}

/// An error about a whole line.
fn whole(line: Line<'_>, source: &CoverError) -> CoverTextError {
    line.error(line.text, source.to_string(), "a smaller problem")
}

fn sets<'a>(lines: impl Iterator<Item = Line<'a>>) -> Result<ExactCover, CoverTextError> {
    let mut lines = lines.peekable();
    let mut index: HashMap<&str, u32> = HashMap::new();
    let mut names: Vec<&str> = Vec::new();
    let mut primary = None;
    let header = lines.next_if(|line| line.first_word() == Some(HEADER));
    if let Some(line) = header {
        for word in line.words().skip(1) {
            if word == BAR && primary.is_none() {
                primary = Some(names.len());
            } else if !is_name(word) {
                return Err(line.error(word, quoted(word), "the name of an item"));
            } else if index.insert(word, names.len() as u32).is_some() {
                return Err(line.error(word, format!("{} a second time", quoted(word)), "another name"));
            } else {
                names.push(word);
            }
        }
    }
    let mut options: Vec<u32> = Vec::new();
    let mut ends: Vec<(Line, usize)> = Vec::new();
    for line in lines {
        let start = options.len();
        for word in line.words().filter(|_| line.text.trim() != EMPTY) {
            let item = match index.get(word) {
                Some(&item) => item,
                None if header.is_some() => return Err(line.error(word, quoted(word), "an item of the first line")),
                None if !is_name(word) => return Err(line.error(word, quoted(word), "the name of an item")),
                None => {
                    index.insert(word, names.len() as u32);
                    names.push(word);
                    names.len() as u32 - 1
                }
            };
            options.push(item);
        }
        ends.push((line, start));
    }
    let (first, second) = names.split_at(primary.unwrap_or(names.len()));
    let stated = ExactCover::with_names(first.iter().copied(), second.iter().copied());
    let mut cover = stated.map_err(|source| whole(Line { number: 1, text: "" }, &source))?;
    let next = ends.iter().skip(1).map(|&(_, start)| start).chain([options.len()]);
    for (&(line, start), end) in ends.iter().zip(next) {
        cover.add_option(&options[start..end]).map_err(|source| match source {
            CoverError::RepeatedItem { item } => {
                let name = names[item as usize];
                let again = line.words().filter(|&word| word == name).nth(1).unwrap_or(line.text);
                line.error(again, format!("{} a second time", quoted(name)), "an item that is not yet in the option")
            }
            source => whole(line, &source),
        })?;
    }
    Ok(cover)
}

/// Writes the problem as named sets, in the form that is read; nameless items are named by their numbers from 1.
impl fmt::Display for ExactCover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |item: u32| self.name(item).map_or_else(|| (item + 1).to_string(), str::to_owned);
        write!(f, "{HEADER}")?;
        for item in 0..self.items() {
            let bar = if item == self.primary_items() { " |" } else { "" };
            write!(f, "{bar} {}", name(item))?;
        }
        writeln!(f)?;
        for option in 0..self.options() {
            match self.option(option) {
                [] => writeln!(f, "{EMPTY}")?,
                items => writeln!(f, "{}", items.iter().map(|&item| name(item)).collect::<Vec<_>>().join(" "))?,
            }
        }
        Ok(())
    }
}
