//! Reading and writing problems as text.
//!
//! Two forms are read. *A matrix*: a line of 0 and 1 for each option, with blanks between them or without; lines that begin with
//! `#` or with the word `c` are comments. *Named sets*: a line of names for each option, `-` for an empty option, `#` comments, and
//! optionally a first line `items: a b c | x y` with the primary items and, after the bar, the secondary items. Without the first
//! line all items are primary, in the order of their appearance. A comment may begin with the word `c` only above the line of
//! items, because `c` is a name as well. The first line that is no comment decides the form. Blank lines are ignored; a text
//! without an option or a line of items is an error. Memory is linear in the options.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::{self, BufRead};
use std::str::FromStr;

use thiserror::Error;

use satdoku_base::budget::{Bytes, Running, StopReason};

use crate::problem::{CoverError, ExactCover, is_name};

/// The longest piece of the text that an error quotes, in characters.
const QUOTED: usize = 40;

/// Why a text is no exact cover problem. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: expected {expected}, found {found}")]
#[non_exhaustive]
pub struct CoverTextError {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The text found there.
    pub found: String,
    /// The text expected there.
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
    /// A line without the byte order mark with which a text may begin.
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
    /// A [`CoverTextError`] with the place, the text found there and the text expected.
    fn from_str(text: &str) -> Result<Self, CoverTextError> {
        let mut reading = Reading::default();
        for (number, text) in (1..).zip(text.lines()) {
            reading.take(Line::new(number, text), &mut |_| Ok::<_, CoverTextError>(()))?;
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
    /// The problem takes more memory than allowed.
    #[error("{line}: the problem needs more than {}", Bytes(*.limit))]
    TooLarge {
        /// The last line read.
        line: usize,
        /// The bytes allowed.
        limit: u64,
    },
    /// The time was over before the end, or the work was cancelled.
    #[error("{line}: {reason}")]
    Stopped {
        /// The last line read.
        line: usize,
        /// The reason.
        reason: StopReason,
    },
}

/// The most bytes of a line.
const MAX_LINE: u64 = 128 << 20;

impl ExactCover {
    /// Reads a problem from a stream, line by line: comments and blank lines take no memory, the other lines about `memory` bytes
    /// at most.
    ///
    /// # Errors
    /// A [`CoverReadError`].
    pub fn read(reader: impl BufRead, memory: u64) -> Result<Self, CoverReadError> {
        Self::read_within(reader, memory, &Running::default())
    }

    /// Reads a problem within a budget. Waiting for the writer of a pipe is not interrupted.
    ///
    /// # Errors
    /// A [`CoverReadError`].
    pub fn read_within(mut reader: impl BufRead, memory: u64, running: &Running) -> Result<Self, CoverReadError> {
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
                running.check().map_err(|reason| CoverReadError::Stopped { line: number, reason })?;
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
            let mut look = |bytes: u64| {
                running.check().map_err(|reason| CoverReadError::Stopped { line: number, reason })?;
                if bytes > memory { Err(CoverReadError::TooLarge { line: number, limit: memory }) } else { Ok(()) }
            };
            reading.take(line, &mut look)?;
            look(reading.bytes())?;
            number += 1;
        }
    }
}

/// A text that is being read, line by line.
enum Reading {
    /// Only lines that begin with the word `c`: comments, or options of sets. Their first error as options is kept until the form
    /// is known.
    Open(Sets, Option<CoverTextError>),
    Matrix(Option<ExactCover>),
    Sets(Sets),
}

impl Default for Reading {
    fn default() -> Self {
        Self::Open(Sets::default(), None)
    }
}

/// Words of a line read between two looks at the limits.
const WORDS_PER_LOOK: usize = 1024;

impl Reading {
    /// Takes a line. `look` regularly receives the number of bytes taken, and may end the reading.
    fn take<E: From<CoverTextError>>(
        &mut self,
        line: Line<'_>,
        look: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(first) = line.first_word().filter(|word| !word.starts_with('#')) else { return Ok(()) };
        match self {
            Self::Matrix(_) if first == "c" => Ok(()),
            Self::Matrix(cover) => Ok(add_row(cover, line)?),
            Self::Sets(sets) => sets.add(line, look)?.map_or(Ok(()), |wrong| Err(wrong.into())),
            Self::Open(sets, wrong) if first == "c" => {
                if wrong.is_none() {
                    *wrong = sets.add(line, look)?;
                }
                Ok(())
            }
            Self::Open(..) if line.is_matrix_row() => {
                *self = Self::Matrix(None);
                self.take(line, look)
            }
            Self::Open(..) if first == HEADER => {
                *self = Self::Sets(Sets::of(line, look)?);
                Ok(())
            }
            Self::Open(sets, wrong) => {
                if let Some(wrong) = wrong.take() {
                    return Err(wrong.into());
                }
                *self = Self::Sets(std::mem::take(sets));
                self.take(line, look)
            }
        }
    }

    /// The bytes of the lines read, roughly, and once more as a problem.
    fn bytes(&self) -> u64 {
        match self {
            Self::Open(sets, _) | Self::Sets(sets) => sets.bytes(),
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

/// Adds a row of a matrix; the first row decides the number of columns.
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
    /// Whether a first line named all items, and the number of primary items if the line has a bar.
    has_header: bool,
    primary: Option<usize>,
    /// The items of all options, and the end of each option.
    options: Vec<u32>,
    ends: Vec<usize>,
}

impl Sets {
    /// The bytes of the sets, roughly, and once more as a problem.
    fn bytes(&self) -> u64 {
        let (options, items, names) = (self.ends.len(), self.options.len(), self.names.len());
        12 * options as u64 + 8 * items as u64 + 160 * names as u64
    }

    /// Sets whose items a first line names.
    fn of<E: From<CoverTextError>>(line: Line<'_>, look: &mut impl FnMut(u64) -> Result<(), E>) -> Result<Self, E> {
        let mut sets = Self { has_header: true, ..Self::default() };
        for (at, word) in line.words().skip(1).enumerate() {
            if at % WORDS_PER_LOOK == WORDS_PER_LOOK - 1 {
                look(sets.bytes())?;
            }
            if word == BAR && sets.primary.is_none() {
                sets.primary = Some(sets.names.len());
            } else if !is_name(word) {
                return Err(line.error(word, quoted(word), "the name of an item").into());
            } else if sets.index.contains_key(word) {
                return Err(line.error(word, format!("{} a second time", quoted(word)), "another name").into());
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

    /// Adds the option of a line, and says what is wrong with the line if anything is. `look` is told now and then how many bytes
    /// are taken, and may end the reading with an error of its own.
    fn add<E>(
        &mut self,
        line: Line<'_>,
        look: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Option<CoverTextError>, E> {
        let start = self.options.len();
        for (at, word) in line.words().filter(|_| line.text.trim() != EMPTY).enumerate() {
            if at % WORDS_PER_LOOK == WORDS_PER_LOOK - 1 {
                look(self.bytes())?;
            }
            match self.item(line, word) {
                Ok(item) => self.options.push(item),
                Err(wrong) => return Ok(Some(wrong)),
            }
        }
        Ok(self.end_option(line, start).err())
    }

    /// The item of a word; a new item for a new name.
    fn item(&mut self, line: Line<'_>, word: &str) -> Result<u32, CoverTextError> {
        match self.index.get(word) {
            Some(&item) => Ok(item),
            None if self.has_header => Err(line.error(word, quoted(word), "an item of the first line")),
            None if !is_name(word) => Err(line.error(word, quoted(word), "the name of an item")),
            None => Ok(self.name(word)),
        }
    }

    fn end_option(&mut self, line: Line<'_>, start: usize) -> Result<(), CoverTextError> {
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

/// Writes the problem as named sets, to be read back; nameless items are named by their numbers from 1.
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
