//! JSON read piece by piece: strings, words, lists and objects, each error at its place. Numbers and keys are left as
//! they are written.

use crate::grid::format::record::Record;
use crate::grid::format::{Excerpt, ParseError, Problem};

/// How deep brackets are over a text, outside of its strings.
#[derive(Default)]
pub(in crate::grid::format) struct Depth {
    pub(in crate::grid::format) open: usize,
    is_string: bool,
    is_escaped: bool,
}

impl Depth {
    /// Whether the last byte stands in a string.
    pub(in crate::grid::format) fn is_text(&self) -> bool {
        self.is_string
    }

    /// No string goes over the end of a line.
    pub(in crate::grid::format) fn end_line(&mut self) {
        (self.is_string, self.is_escaped) = (false, false);
    }

    pub(in crate::grid::format) fn feed(&mut self, byte: u8) {
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' if self.is_string => self.is_escaped = true,
            b'"' => self.is_string = !self.is_string,
            b'[' | b'{' if !self.is_string => self.open += 1,
            b']' | b'}' if !self.is_string => self.open = self.open.saturating_sub(1),
            _ => {}
        }
    }
}

/// A place in the text of a record.
pub(in crate::grid::format) struct Scanner<'a> {
    pub(in crate::grid::format) record: &'a Record<'a>,
    pub(in crate::grid::format) at: usize,
}

impl<'a> Scanner<'a> {
    pub(in crate::grid::format) fn text(&self) -> &'a [u8] {
        self.record.text
    }

    /// The next byte that is no blank; 0 at the end.
    pub(in crate::grid::format) fn peek(&mut self) -> u8 {
        let blanks = self.text()[self.at..].iter().position(|byte| !byte.is_ascii_whitespace());
        self.at = blanks.map_or(self.text().len(), |blanks| self.at + blanks);
        self.text().get(self.at).copied().unwrap_or(0)
    }

    pub(in crate::grid::format) fn unexpected(&self, expected: &'static str) -> ParseError {
        let rest = &self.text()[self.at..];
        let end = rest.iter().position(|&byte| byte == b'\n' || byte == b',').unwrap_or(rest.len()).max(1);
        let found = Excerpt::new(rest[..end.min(rest.len())].trim_ascii_end());
        let at = if rest.is_empty() { self.text().trim_ascii_end().len() } else { self.at };
        self.record.error(at, Problem::Word { expected, found })
    }

    pub(in crate::grid::format) fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), ParseError> {
        if self.peek() != byte {
            return Err(self.unexpected(expected));
        }
        self.at += 1;
        Ok(())
    }

    /// A string as it is written, without its quotes, and where it begins.
    pub(in crate::grid::format) fn string(&mut self, expected: &'static str) -> Result<(usize, &'a [u8]), ParseError> {
        self.expect(b'"', expected)?;
        let start = self.at;
        let mut is_escaped = false;
        for (i, &byte) in self.text()[start..].iter().enumerate() {
            match byte {
                b'\n' => break,
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => {
                    self.at = start + i + 1;
                    return Ok((start, &self.text()[start..start + i]));
                }
                _ => {}
            }
        }
        self.at = start;
        Err(self.unexpected("a string that ends on its line"))
    }

    /// A number or a word such as `null`.
    pub(in crate::grid::format) fn word(&mut self) -> &'a [u8] {
        self.peek();
        let rest = &self.text()[self.at..];
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        let word = &rest[..rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// Passes over a value.
    pub(in crate::grid::format) fn skip(&mut self) -> Result<(), ParseError> {
        match self.peek() {
            b'"' => drop(self.string("a value")?),
            b'[' | b'{' => {
                let mut depth = Depth::default();
                let end = self.text()[self.at..].iter().position(|&byte| {
                    depth.feed(byte);
                    depth.open == 0
                });
                let Some(end) = end else {
                    self.at = self.text().len();
                    return Err(self.unexpected("the end of a list or an object"));
                };
                self.at += end + 1;
            }
            _ => {
                if self.word().is_empty() {
                    return Err(self.unexpected("a value"));
                }
            }
        }
        Ok(())
    }

    /// Goes through a list or an object; `entry` reads one.
    pub(in crate::grid::format) fn entries(
        &mut self,
        end: u8,
        expected: &'static str,
        mut entry: impl FnMut(&mut Self) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        self.at += 1;
        if self.peek() == end {
            self.at += 1;
            return Ok(());
        }
        loop {
            entry(self)?;
            match self.peek() {
                b',' => self.at += 1,
                byte if byte == end => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(self.unexpected(expected)),
            }
        }
    }
}
