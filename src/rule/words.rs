//! The words of a rule's line, and what can be wrong with them.

use std::collections::HashSet;
use std::ops::Range;

use crate::geometry::{Cell, ParseCellError};

/// Why a line is no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseRuleError {
    /// No rule begins with the word.
    #[error("expected a rule such as killer, thermometer or arrow (satdoku rules lists them), found {0:?}")]
    Keyword(String),
    /// A number is missing, or is none.
    #[error("expected {expected}, found {}", if found.is_empty() { "nothing".to_owned() } else { format!("{found:?}") })]
    Word {
        /// What is expected.
        expected: &'static str,
        /// What stands there; empty at the end of the line.
        found: String,
    },
    /// A pattern is none.
    #[error("{0}")]
    Pattern(String),
    /// A cell cannot be read.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
    /// A cell is named twice.
    #[error("{0} is named twice")]
    Twice(Cell),
    /// There are too few cells.
    #[error("expected {expected} cells, found {found}")]
    Cells {
        /// How many are expected, in words.
        expected: &'static str,
        /// How many there are.
        found: usize,
    },
}

/// Numbers of rules are at most this large.
pub(in crate::rule) const MOST: i64 = 1_000_000;

/// So many characters of a wrong word are repeated.
const LONGEST_SHOWN: usize = 60;

/// How many cells a rule has, in words.
pub(in crate::rule) const SOME: &str = "1 or more";
pub(in crate::rule) const SEVERAL: &str = "2 or more";

/// The words of a line, which are read one by one.
pub(in crate::rule) struct Words<'a> {
    line: &'a str,
    /// Where the word begins that was read last, and where it ends.
    last: Range<usize>,
}

impl<'a> Words<'a> {
    pub(in crate::rule) fn of(line: &'a str) -> Self {
        Self { line, last: 0..0 }
    }

    /// Where the word begins that was read last; the end of the line once there was none to read.
    pub(in crate::rule) fn at(&self) -> usize {
        self.last.start
    }

    /// Where the next word begins.
    pub(in crate::rule) fn at_next(&self) -> usize {
        self.ahead().start
    }

    /// Says that a fault is in a word before the one that was read last.
    pub(in crate::rule) fn point_at(&mut self, at: usize) {
        self.last = at..self.last.end;
    }

    /// Where the next word is; the end of the line if there is none.
    fn ahead(&self) -> Range<usize> {
        let rest = self.line[self.last.end..].trim_ascii_start();
        let begin = self.line.len() - rest.len();
        let length = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        begin..begin + length
    }

    /// The next word, if there is one.
    pub(in crate::rule) fn next(&mut self) -> Option<&'a str> {
        self.last = self.ahead();
        let word = &self.line[self.last.clone()];
        (!word.is_empty()).then_some(word)
    }

    /// The next word, which stays.
    pub(in crate::rule) fn peek(&self) -> Option<&'a str> {
        let word = &self.line[self.ahead()];
        (!word.is_empty()).then_some(word)
    }

    /// The next word if a predicate is true of it, or it stays.
    fn next_if(&mut self, is_wanted: impl FnOnce(&str) -> bool) -> Option<&'a str> {
        if self.peek().is_some_and(is_wanted) { self.next() } else { None }
    }

    /// What is wrong where something else is expected than a word.
    pub(in crate::rule) fn unlike(expected: &'static str, found: Option<&str>) -> ParseRuleError {
        let found = found.unwrap_or_default();
        let mut shown: String = found.chars().take(LONGEST_SHOWN).collect();
        if shown.len() < found.len() {
            shown.push('…');
        }
        ParseRuleError::Word { expected, found: shown }
    }

    /// A word that a function makes something of.
    pub(in crate::rule) fn word<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, ParseRuleError> {
        let found = self.next();
        found.and_then(read).ok_or_else(|| Self::unlike(expected, found))
    }

    /// A word that is there, or not.
    pub(in crate::rule) fn skip(&mut self, word: &str) -> bool {
        self.next_if(|found| found == word).is_some()
    }

    pub(in crate::rule) fn number(&mut self) -> Result<i64, ParseRuleError> {
        let read = |word: &str| word.parse().ok().filter(|number| (0..=MOST).contains(number));
        self.word("a number from 0 to 1000000", read)
    }

    /// The cells up to a word that is none of them, each once; `least` of them at least.
    pub(in crate::rule) fn cells(&mut self, least: usize, expected: &'static str) -> Result<Vec<Cell>, ParseRuleError> {
        let mut cells = Vec::new();
        let mut seen = HashSet::new();
        while let Some(word) = self.next_if(|word| !matches!(word, ":" | "|" | "&")) {
            let cell: Cell = word.parse()?;
            if !seen.insert(cell) {
                return Err(ParseRuleError::Twice(cell));
            }
            cells.push(cell);
        }
        if cells.len() < least { Err(ParseRuleError::Cells { expected, found: cells.len() }) } else { Ok(cells) }
    }

    /// Groups of cells with colons between them.
    pub(in crate::rule) fn groups(&mut self) -> Result<Vec<Vec<Cell>>, ParseRuleError> {
        let mut groups = vec![self.cells(1, SOME)?];
        while self.skip(":") {
            groups.push(self.cells(1, SOME)?);
        }
        Ok(groups)
    }

    pub(in crate::rule) fn colon(&mut self) -> Result<(), ParseRuleError> {
        self.word(":", |word| (word == ":").then_some(()))
    }

    pub(in crate::rule) fn cell(&mut self) -> Result<Cell, ParseRuleError> {
        let cells = self.cells(1, "1")?;
        match cells[..] {
            [cell] => Ok(cell),
            _ => Err(ParseRuleError::Cells { expected: "1", found: cells.len() }),
        }
    }

    pub(in crate::rule) fn pair(&mut self) -> Result<[Cell; 2], ParseRuleError> {
        let cells = self.cells(2, "2")?;
        let found = cells.len();
        cells.try_into().map_err(|_| ParseRuleError::Cells { expected: "2", found })
    }

    /// Values with commas between.
    pub(in crate::rule) fn values(&mut self) -> Result<Vec<i64>, ParseRuleError> {
        let read = |word: &str| -> Option<Vec<i64>> {
            word.split(',').map(|word| word.parse().ok().filter(|value| (0..=MOST).contains(value))).collect()
        };
        self.word("digits with commas between, such as 1,5,9", read)
    }
}
