//! The words of a rule's line, and their errors.

use std::collections::HashSet;
use std::ops::Range;
use std::str::SplitAsciiWhitespace;

use satdoku_base::budget::{Running, StopReason};

use crate::geometry::{Cell, Geometry, ParseCellError};
use crate::rule::check::{self, MAX_NUMBER, MOST_CELLS, TOO_MANY, Taken};
use crate::rule::error::ParseRuleError;

/// The most characters of a wrong word in a message.
const LONGEST_SHOWN: usize = 60;

/// The words between two looks at the clock.
const WORDS_PER_LOOK: u32 = 1024;

/// The expectations of errors about ranges.
const ALONG: &str = "a range along a row, a column or a diagonal, since the order of the cells matters";
const NO_SQUARE: &str = "the diagonal cell by cell or the square row by row, such as r1c1 r2c2 or r1c1-r1c2 r2c1-r2c2, since a range means both";
const ON_BOARD: &str = "a range with at most 4096 rows and columns";

/// The names of rules, for the first word of a line. The table of rules stands above the families, which read words.
#[derive(Clone, Copy)]
pub(crate) struct Names {
    /// The rule with a name, in any case, its words joined by blanks, hyphens or nothing.
    pub(crate) named: fn(&str) -> Option<Named>,
    /// The names that begin with a word or differ from it in few letters.
    pub(crate) nearest: fn(&str) -> Vec<&'static str>,
}

/// A rule by one of its names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) keyword: &'static str,
    /// The words after the keyword that the name implies.
    pub(crate) given: &'static str,
}

/// How deep rules may stand within one another.
pub(crate) const DEEPEST: usize = 16;

/// The most words of a name.
const LONGEST_NAME: usize = 3;

/// The words of a line, read one by one. A word that begins with `#` ends the line: a comment follows.
pub(crate) struct Words<'a> {
    line: &'a str,
    names: Names,
    running: &'a Running,
    until_look: u32,
    /// Why the words end early, if the budget ran out.
    stopped: Option<StopReason>,
    /// The place of the word read last.
    last: Range<usize>,
    /// Words that an alias stands for, read before the words of the line.
    given: SplitAsciiWhitespace<'static>,
    /// How many combinations and parentheses the next word is in.
    depth: usize,
}

impl<'a> Words<'a> {
    pub(crate) fn within(line: &'a str, names: Names, running: &'a Running) -> Self {
        Self {
            line,
            names,
            running,
            until_look: 0,
            stopped: None,
            last: 0..0,
            given: "".split_ascii_whitespace(),
            depth: 0,
        }
    }

    /// Why the line ended early, if it did.
    pub(crate) fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// Enters a rule within a rule, or parentheses.
    pub(crate) fn enter(&mut self) -> Result<(), ParseRuleError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            Err(Self::unlike("at most 16 rules within one another", self.peek()))
        } else {
            Ok(())
        }
    }

    /// Leaves the rule or the parentheses entered last.
    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The start of the word read last; the end of the line after the last word.
    pub(crate) fn at(&self) -> usize {
        self.last.start
    }

    /// The start of the next word.
    pub(crate) fn at_next(&self) -> usize {
        self.ahead().start
    }

    /// Moves the place of an error to a word before the one read last.
    pub(crate) fn point_at(&mut self, at: usize) {
        self.last = at..self.last.end;
    }

    /// The place of the next word, even in a comment; the end of the line after the last word.
    fn raw_ahead(&self) -> Range<usize> {
        let end = if self.stopped.is_some() { self.line.len() } else { self.last.end };
        let rest = self.line[end..].trim_ascii_start();
        let begin = self.line.len() - rest.len();
        let length = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        begin..begin + length
    }

    /// The place of the next word; an empty place at the end of the line or before a comment.
    fn ahead(&self) -> Range<usize> {
        let word = self.raw_ahead();
        if self.line[word.clone()].starts_with('#') { word.start..word.start } else { word }
    }

    /// The next word.
    pub(crate) fn next(&mut self) -> Option<&'a str> {
        if let Some(given) = self.given.next() {
            return Some(given);
        }
        if self.until_look == 0 {
            self.until_look = WORDS_PER_LOOK;
            self.stopped = self.running.check().err();
        }
        self.until_look -= 1;
        self.last = self.ahead();
        let word = &self.line[self.last.clone()];
        (!word.is_empty()).then_some(word)
    }

    /// The next word, which stays unread.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        if let Some(given) = self.given.clone().next() {
            return Some(given);
        }
        let word = &self.line[self.ahead()];
        (!word.is_empty()).then_some(word)
    }

    /// Whether the line has no further word.
    pub(crate) fn is_at_end(&self) -> bool {
        self.ahead().is_empty()
    }

    /// The next word if a predicate accepts it; otherwise it stays unread.
    fn next_if(&mut self, is_wanted: impl FnOnce(&str) -> bool) -> Option<&'a str> {
        if self.peek().is_some_and(is_wanted) { self.next() } else { None }
    }

    /// The rule whose name comes next, in one word or several, in any case and with or without hyphens: `little killer`,
    /// `Anti-Knight`, `german whispers`, `thermo:`. Words that an alias stands for are read next.
    pub(crate) fn keyword(&mut self) -> Result<&'static str, ParseRuleError> {
        let before = self.last.clone();
        let (mut name, mut found, mut first) = (String::new(), None, None);
        for _ in 0..LONGEST_NAME {
            let Some(word) = self.next() else { break };
            let mut begin = self.last.clone();
            first.get_or_insert((word, begin.clone()));
            let name_of = word.trim_end_matches(')');
            begin.end -= word.len() - name_of.len();
            let is_closed = name_of.len() < word.len();
            let (part, is_last) = name_of.strip_suffix(':').map_or((name_of, is_closed), |part| (part, true));
            // A hyphen alone is no part of a name: it may be the sign of what follows.
            let is_letter = |letter: char| letter.is_ascii_alphabetic() || matches!(letter, 'ö' | 'Ö');
            let is_name = |letter: char| is_letter(letter) || matches!(letter, '-' | '_');
            if !part.chars().any(is_letter) || !part.chars().all(is_name) {
                break;
            }
            name.push_str(part);
            if let Some(named) = (self.names.named)(&name) {
                found = Some((named, begin));
            }
            if is_last {
                break;
            }
        }
        let Some((word, place)) = first else {
            self.last = before.start..before.end;
            self.next();
            return Err(self.no_keyword(""));
        };
        let Some((named, last)) = found else {
            self.last = place;
            return Err(self.no_keyword(word));
        };
        self.last = place.start..last.end;
        // `german whispers 5` repeats its implied number.
        let given = named.given;
        if given.parse::<i64>().is_ok() && self.peek() == Some(given) {
            self.next();
            self.last.start = place.start;
        }
        self.given = given.split_ascii_whitespace();
        Ok(named.keyword)
    }

    /// The error of a word that is not the name of a rule.
    pub(crate) fn no_keyword(&self, word: &str) -> ParseRuleError {
        ParseRuleError::Keyword { found: shortened(word, LONGEST_SHOWN), nearest: (self.names.nearest)(word) }
    }

    /// The error of an unexpected word.
    pub(crate) fn unlike(expected: &'static str, found: Option<&str>) -> ParseRuleError {
        ParseRuleError::Word { expected, found: shortened(found.unwrap_or_default(), LONGEST_SHOWN) }
    }

    /// A word that a function parses.
    pub(crate) fn word<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, ParseRuleError> {
        let found = self.next();
        found.and_then(read).ok_or_else(|| Self::unlike(expected, found))
    }

    /// A word that may begin with `#`.
    pub(crate) fn raw_word(&mut self, expected: &'static str) -> Result<&'a str, ParseRuleError> {
        self.last = self.raw_ahead();
        let word = &self.line[self.last.clone()];
        if matches!(word, "" | ":") { Err(Self::unlike(expected, Some(word))) } else { Ok(word) }
    }

    /// The setter's name for the rule, in quotation marks, if it comes next. A doubled quotation mark in it stands for a single
    /// one.
    pub(crate) fn name(&mut self) -> Result<Option<String>, ParseRuleError> {
        let begin = self.ahead().start;
        let Some(rest) = self.line[begin..].strip_prefix('"') else { return Ok(None) };
        self.last = begin..begin + 1;
        let mut length = 0;
        let length = loop {
            length += rest[length..].find('"').ok_or_else(|| Self::unlike("a name in quotation marks", Some(rest)))?;
            if !rest[length + 1..].starts_with('"') {
                break length;
            }
            length += 2;
        };
        let name = Some(rest[..length].replace("\"\"", "\""));
        check::name(name.as_ref())?;
        self.last = begin..begin + length + 2;
        Ok(name)
    }

    /// The value of a word from a list, in any case.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        expected: &'static str,
        choices: &[(&str, T)],
    ) -> Result<T, ParseRuleError> {
        self.word(expected, |word| Some(choices.iter().find(|(known, _)| known.eq_ignore_ascii_case(word))?.1))
    }

    /// Skips a word, in any case, if it comes next; returns whether it did.
    pub(crate) fn skip(&mut self, word: &str) -> bool {
        self.next_if(|found| found.eq_ignore_ascii_case(word)).is_some()
    }

    /// Skips a parenthesis, with or without a blank behind it, if it comes next; returns whether it did.
    pub(crate) fn skip_parenthesis(&mut self, sign: char) -> bool {
        let is_next = self.next_if(|word| word.starts_with(sign)).is_some();
        if is_next {
            self.last.end = self.last.start + 1;
        }
        is_next
    }

    pub(crate) fn number(&mut self) -> Result<i64, ParseRuleError> {
        let read = |word: &str| word.parse().ok().filter(|number| (0..=MAX_NUMBER).contains(number));
        self.word("a number from 0 to 1000000", read)
    }

    /// The cells up to a word that is not a cell; at least `least`. They may be separated by commas and be ranges such as
    /// `r1c1-r1c4`; a colon or a closing parenthesis may follow the last without a blank.
    pub(crate) fn cells(&mut self, taken: Taken, least: usize) -> Result<Vec<Cell>, ParseRuleError> {
        let mut cells = Vec::new();
        let mut seen = HashSet::new();
        while let Some(word) = self.next_if(|word| !matches!(word, ":" | "|" | "&") && !word.starts_with(['(', ')'])) {
            let begin = self.last.start;
            let in_parentheses = word.len();
            let word = word.trim_end_matches(')');
            self.last.end -= in_parentheses - word.len();
            let word = match word.strip_suffix(':') {
                Some(cells) => {
                    self.last.end -= 1;
                    cells
                }
                None => word,
            };
            let end = self.last.end;
            let mut at = begin;
            for part in word.split(',') {
                self.last = at..end;
                at += part.len() + 1;
                for cell in if part.is_empty() { Vec::new() } else { range(part, taken)? } {
                    match taken {
                        Taken::Path if cells.last() == Some(&cell) => {
                            return Err(Self::unlike("another cell than the one before", Some(&cell.to_string())));
                        }
                        Taken::Set | Taken::Once if !seen.insert(cell) => return Err(ParseRuleError::Twice(cell)),
                        _ => {}
                    }
                    cells.push(cell);
                }
                if cells.len() > MOST_CELLS {
                    return Err(Self::unlike(TOO_MANY, Some(part)));
                }
            }
            self.last = begin..end;
        }
        let expected = match least {
            0 | 1 => "1 or more",
            2 => "2 or more",
            _ => "3 or more",
        };
        if cells.len() < least { Err(ParseRuleError::Cells { expected, found: cells.len() }) } else { Ok(cells) }
    }

    /// Groups of cells with colons between them.
    pub(crate) fn groups(&mut self) -> Result<Vec<Vec<Cell>>, ParseRuleError> {
        let mut groups = vec![self.cells(Taken::Set, 1)?];
        while self.skip(":") {
            groups.push(self.cells(Taken::Set, 1)?);
        }
        Ok(groups)
    }

    pub(crate) fn colon(&mut self) -> Result<(), ParseRuleError> {
        self.word("a colon (:) between cells", |word| (word == ":").then_some(()))
    }

    pub(crate) fn cell(&mut self) -> Result<Cell, ParseRuleError> {
        let cells = self.cells(Taken::Once, 1)?;
        match cells[..] {
            [cell] => Ok(cell),
            _ => Err(ParseRuleError::Cells { expected: "1", found: cells.len() }),
        }
    }

    pub(crate) fn pair(&mut self) -> Result<[Cell; 2], ParseRuleError> {
        let cells = self.cells(Taken::Once, 1)?;
        let found = cells.len();
        cells.try_into().map_err(|_| ParseRuleError::Cells { expected: "2", found })
    }

    /// Values with commas between.
    pub(crate) fn values(&mut self) -> Result<Vec<i64>, ParseRuleError> {
        let read = |word: &str| -> Option<Vec<i64>> {
            word.split(',').map(|word| word.parse().ok().filter(|value| (0..=MAX_NUMBER).contains(value))).collect()
        };
        self.word("digits with commas between, such as 1,5,9", read)
    }
}

/// The first characters of a text, and a sign for the others.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let mut shown: String = text.chars().take(most).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

fn cell_of(text: &str) -> Result<Cell, ParseCellError> {
    text.parse()
}

/// A cell, or the cells of a range: in order along a row, a column or a diagonal; row by row in a rectangle, if the order does
/// not matter.
pub(crate) fn range(text: &str, taken: Taken) -> Result<Vec<Cell>, ParseRuleError> {
    let Some((from, to)) = text.split_once('-') else { return Ok(vec![cell_of(text)?]) };
    let from = cell_of(from)?;
    // The layer of `shade:r1c1-r1c4` is told once.
    let to = match from.layer() {
        Some(_) if !to.contains(':') && !from.is_number() => {
            let to = cell_of(to)?;
            from.at(to.row() as u16, to.column() as u16)
        }
        _ => cell_of(to)?,
    };
    if from.layer() != to.layer() || from.is_number() {
        return Err(Words::unlike("a range within the grid or one layer", Some(text)));
    }
    let wrong = |expected| Err(Words::unlike(expected, Some(text)));
    if [from, to].iter().any(|cell| cell.row().max(cell.column()) >= Geometry::MAX_SIDE) {
        return wrong(ON_BOARD);
    }
    let (down, right) = (from.row().abs_diff(to.row()), from.column().abs_diff(to.column()));
    let cell = |row: usize, column: usize| from.at(row as u16, column as u16);
    let is_set = taken == Taken::Set;
    match (down, right) {
        (0, _) | (_, 0) => {}
        _ if down == right && is_set => return wrong(NO_SQUARE),
        _ if down == right => {}
        _ if is_set => {
            if (down + 1) * (right + 1) > MOST_CELLS {
                return wrong(ON_BOARD);
            }
            let (top, left) = (from.row().min(to.row()), from.column().min(to.column()));
            let row = |row: usize| (left..=left + right).map(move |column| cell(row, column));
            return Ok((top..=top + down).flat_map(row).collect());
        }
        _ => return wrong(ALONG),
    }
    let along = |from: usize, to: usize, step: usize| match from.cmp(&to) {
        std::cmp::Ordering::Less => from + step,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - step,
    };
    let steps = 0..=down.max(right);
    Ok(steps.map(|step| cell(along(from.row(), to.row(), step), along(from.column(), to.column(), step))).collect())
}
