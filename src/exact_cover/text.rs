//! Reading and writing problems as text.
//!
//! Two forms are read. *A matrix*: a line of 0 and 1 for each option, with blanks between them or without; lines that
//! begin with `#` or with the word `c` are comments. *Named sets*: a line of names for each option, `-` for an empty
//! one, `#` comments, and before them, if wanted, a line `items: a b c | x y` that names the primary items and, after
//! the bar, the secondary ones; without it all items are primary, in the order in which they first appear. A
//! comment may begin with the word `c` only above that line, because `c` is a name as well. The first line that is
//! no comment decides the form. Blank lines mean nothing anywhere; a text with nothing else is an error. Memory is linear in
//! the options.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::{self, BufRead};
use std::str::FromStr;

use thiserror::Error;

use crate::budget::Bytes;

use crate::exact_cover::problem::{CoverError, ExactCover, is_name};

/// The longest piece of the text that an error quotes, in characters.
const QUOTED: usize = 40;

/// Why a text is no exact cover problem. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: expected {expected}, found {found}")]
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
    /// A line without the mark of the byte order, with which a text may begin.
    fn new(number: usize, text: &'a str) -> Self {
        let bare = text.strip_prefix('\u{feff}').filter(|_| number == 1);
        Self { number, text: bare.unwrap_or(text) }
    }

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
        let mut reading = Reading::default();
        for (number, text) in (1..).zip(text.lines()) {
            reading.take(Line::new(number, text))?;
        }
        reading.finish()
    }
}

/// Why a problem could not be read from a stream.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CoverReadError {
    /// The stream cannot be read, or is not UTF-8.
    #[error(" cannot read: {0}")]
    Io(#[from] io::Error),
    /// The text is no problem.
    #[error(transparent)]
    Text(#[from] CoverTextError),
    /// The problem takes more memory than it may.
    #[error("{line}: the problem needs more than {}", Bytes(*.limit))]
    TooLarge {
        /// The line that it was read to.
        line: usize,
        /// Bytes that it may take.
        limit: u64,
    },
}

/// No line is longer.
const MAX_LINE: u64 = 128 << 20;

impl ExactCover {
    /// Reads a problem from a stream, line by line: comments and blank lines take no memory, and no more than `memory` bytes,
    /// roughly, are taken by the rest.
    ///
    /// # Errors
    /// A [`CoverReadError`].
    pub fn read(mut reader: impl BufRead, memory: u64) -> Result<Self, CoverReadError> {
        let mut reading = Reading::default();
        let mut bytes = Vec::new();
        let mut number = 1;
        loop {
            // Line ends alone may be millions.
            let next = reader.fill_buf()?;
            let ends = next.iter().take_while(|&&byte| byte == b'\n').count();
            if ends > 0 {
                reader.consume(ends);
                number += ends;
                continue;
            }
            bytes.clear();
            let length = io::Read::take(&mut reader, MAX_LINE + 1).read_until(b'\n', &mut bytes)?;
            if length == 0 {
                return Ok(reading.finish()?);
            }
            let text =
                std::str::from_utf8(&bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            let line = Line::new(number, text.strip_suffix('\n').unwrap_or(text));
            let line = Line { text: line.text.strip_suffix('\r').unwrap_or(line.text), ..line };
            if length as u64 > MAX_LINE {
                let (found, expected) = (format!("more than {MAX_LINE} bytes"), "a shorter line");
                return Err(line.error(line.text, found, expected).into());
            }
            reading.take(line)?;
            if reading.bytes() > memory {
                return Err(CoverReadError::TooLarge { line: number, limit: memory });
            }
            number += 1;
        }
    }
}

/// A text that is being read, line by line.
enum Reading {
    /// Nothing but lines that begin with the word `c`: comments, or options of sets. What would be wrong with them as options
    /// is kept until it is known that they are.
    Open(Sets, Option<CoverTextError>),
    Matrix(Option<ExactCover>),
    Sets(Sets),
}

impl Default for Reading {
    fn default() -> Self {
        Self::Open(Sets::default(), None)
    }
}

impl Reading {
    fn take(&mut self, line: Line<'_>) -> Result<(), CoverTextError> {
        let Some(first) = line.first_word().filter(|word| !word.starts_with('#')) else { return Ok(()) };
        match self {
            Self::Matrix(_) if first == "c" => Ok(()),
            Self::Matrix(cover) => add_row(cover, line),
            Self::Sets(sets) => sets.add(line),
            Self::Open(sets, wrong) if first == "c" => {
                if wrong.is_none() {
                    *wrong = sets.add(line).err();
                }
                Ok(())
            }
            Self::Open(..) if line.is_matrix_row() => {
                *self = Self::Matrix(None);
                self.take(line)
            }
            Self::Open(..) if first == HEADER => {
                *self = Self::Sets(Sets::of(line)?);
                Ok(())
            }
            Self::Open(sets, wrong) => {
                if let Some(wrong) = wrong.take() {
                    return Err(wrong);
                }
                *self = Self::Sets(std::mem::take(sets));
                self.take(line)
            }
        }
    }

    /// Bytes that what was read takes, roughly, and once more as a problem.
    fn bytes(&self) -> u64 {
        match self {
            Self::Open(sets, _) | Self::Sets(sets) => {
                let (options, items, names) = (sets.ends.len(), sets.options.len(), sets.names.len());
                12 * options as u64 + 8 * items as u64 + 160 * names as u64
            }
            Self::Matrix(cover) => {
                cover.as_ref().map_or(0, |cover| 4 * u64::from(cover.options()) + 4 * cover.incidences() as u64)
            }
        }
    }

    fn finish(self) -> Result<ExactCover, CoverTextError> {
        match self {
            Self::Open(_, Some(wrong)) => Err(wrong),
            Self::Open(sets, None) if sets.ends.is_empty() => Err(nothing()),
            Self::Open(sets, None) | Self::Sets(sets) => sets.finish(),
            Self::Matrix(cover) => cover.ok_or_else(nothing),
        }
    }
}

/// Adds a row of a matrix, whose first row decides how many columns there are.
fn add_row(cover: &mut Option<ExactCover>, line: Line<'_>) -> Result<(), CoverTextError> {
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
            return Err(line.error(part, format!("column {columns}"), format!("{expected} columns as before")));
        }
    }
    let problem = |source| whole(line, &source);
    let cover = match cover {
        Some(cover) => cover,
        none => none.insert(ExactCover::new(columns, 0).map_err(problem)?),
    };
    if columns < cover.items() {
        let end = &line.text[line.text.trim_end().len()..];
        let expected = format!("{} columns as before", cover.items());
        return Err(line.error(end, format!("the end after {columns} columns"), expected));
    }
    cover.add_option(&ones).map_err(problem)?;
    Ok(())
}

/// An error about a text without an option.
fn nothing() -> CoverTextError {
    Line { number: 1, text: "" }.error("", "nothing".to_owned(), "a problem")
}

/// An error about a whole line.
fn whole(line: Line<'_>, source: &CoverError) -> CoverTextError {
    line.error(line.text, source.to_string(), "a smaller problem")
}

/// Named sets that were read so far.
#[derive(Default)]
struct Sets {
    index: HashMap<String, u32>,
    names: Vec<String>,
    /// Whether a first line named all items, and how many of them are primary where a bar says so.
    has_header: bool,
    primary: Option<usize>,
    /// The items of all options, and where each ends.
    options: Vec<u32>,
    ends: Vec<usize>,
}

impl Sets {
    /// Sets whose items a first line names.
    fn of(line: Line<'_>) -> Result<Self, CoverTextError> {
        let mut sets = Self { has_header: true, ..Self::default() };
        for word in line.words().skip(1) {
            if word == BAR && sets.primary.is_none() {
                sets.primary = Some(sets.names.len());
            } else if !is_name(word) {
                return Err(line.error(word, quoted(word), "the name of an item"));
            } else if sets.index.contains_key(word) {
                return Err(line.error(word, format!("{} a second time", quoted(word)), "another name"));
            } else {
                sets.name(word);
            }
        }
        Ok(sets)
    }

    fn name(&mut self, word: &str) -> u32 {
        let item = self.names.len() as u32;
        self.index.insert(word.to_owned(), item);
        self.names.push(word.to_owned());
        item
    }

    /// Adds the option of a line.
    fn add(&mut self, line: Line<'_>) -> Result<(), CoverTextError> {
        let start = self.options.len();
        for word in line.words().filter(|_| line.text.trim() != EMPTY) {
            let item = match self.index.get(word) {
                Some(&item) => item,
                None if self.has_header => return Err(line.error(word, quoted(word), "an item of the first line")),
                None if !is_name(word) => return Err(line.error(word, quoted(word), "the name of an item")),
                None => self.name(word),
            };
            self.options.push(item);
        }
        if let Some(item) = repeated(&self.options[start..]) {
            let name = self.names[item as usize].as_str();
            let again = line.words().filter(|&word| word == name).nth(1).unwrap_or(line.text);
            let expected = "an item that is not yet in the option";
            return Err(line.error(again, format!("{} a second time", quoted(name)), expected));
        }
        self.ends.push(self.options.len());
        Ok(())
    }

    fn finish(self) -> Result<ExactCover, CoverTextError> {
        let problem = |source: CoverError| whole(Line { number: 1, text: "" }, &source);
        let (first, second) = self.names.split_at(self.primary.unwrap_or(self.names.len()));
        let mut cover = ExactCover::with_names(first, second).map_err(problem)?;
        let mut start = 0;
        for &end in &self.ends {
            cover.add_option(&self.options[start..end]).map_err(problem)?;
            start = end;
        }
        Ok(cover)
    }
}

/// The first item that stands twice in an option.
fn repeated(option: &[u32]) -> Option<u32> {
    /// Options up to this length are searched pair by pair.
    const SHORT: usize = 16;
    if option.len() <= SHORT {
        return option.iter().enumerate().find(|(at, item)| option[..*at].contains(item)).map(|(_, &item)| item);
    }
    let mut seen = HashSet::with_capacity(option.len());
    option.iter().copied().find(|&item| !seen.insert(item))
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
