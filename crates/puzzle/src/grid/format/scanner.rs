//! The JSON of a record, and how deep its brackets are.

use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::record::Record;
use crate::grid::json::{Reader, place_in, unescaped};

/// How deep brackets are over a text, outside of its strings.
#[derive(Default)]
pub(crate) struct Depth {
    pub(crate) open: usize,
    is_string: bool,
    is_escaped: bool,
}

impl Depth {
    /// Whether the last byte stands in a string.
    pub(crate) fn is_text(&self) -> bool {
        self.is_string
    }

    /// No string goes over the end of a line.
    pub(crate) fn end_line(&mut self) {
        (self.is_string, self.is_escaped) = (false, false);
    }

    pub(crate) fn feed(&mut self, byte: u8) {
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

/// A string that was read with its escapes.
pub(crate) struct Unescaped<'a> {
    /// Where it begins in the text of the record.
    pub(crate) start: usize,
    written: &'a [u8],
    pub(crate) text: String,
}

impl Unescaped<'_> {
    /// Where in the text of the record a place in the string is.
    pub(crate) fn place(&self, within: usize) -> usize {
        self.start + place_in(self.written, within)
    }
}

/// A place in the text of a record.
pub(crate) struct Scanner<'a> {
    pub(crate) record: &'a Record<'a>,
    pub(crate) at: usize,
}

impl<'a> Reader<'a> for Scanner<'a> {
    type Error = ParseError;

    const STRINGS_END_AT: Option<u8> = Some(b'\n');

    fn text(&self) -> &'a [u8] {
        self.record.text
    }

    fn at(&mut self) -> &mut usize {
        &mut self.at
    }

    fn unexpected(&self, expected: &'static str) -> ParseError {
        let rest = &self.text()[self.at..];
        let end = rest.iter().position(|&byte| byte == b'\n' || byte == b',').unwrap_or(rest.len()).max(1);
        let found = Excerpt::new(rest[..end.min(rest.len())].trim_ascii_end());
        let at = if rest.is_empty() { self.text().trim_ascii_end().len() } else { self.at };
        self.record.error(at, Problem::Word { expected, found })
    }
}

impl<'a> Scanner<'a> {
    /// A string as it is written, without its quotes, and where it begins.
    pub(crate) fn string(&mut self, expected: &'static str) -> Result<(usize, &'a [u8]), ParseError> {
        self.expect(b'"', expected)?;
        self.quoted().ok_or_else(|| self.unexpected("a string that ends on its line"))
    }

    /// A string as it is meant, with its escapes read.
    pub(crate) fn unescaped(&mut self, expected: &'static str) -> Result<Unescaped<'a>, ParseError> {
        let (start, written) = self.string(expected)?;
        let text = unescaped(written, None).map_err(|at| {
            let found = Excerpt::new(&written[at..written.len().min(at + 6)]);
            self.record.error(start + at, Problem::Word { expected: "an escape of JSON", found })
        })?;
        Ok(Unescaped { start, written, text })
    }

    /// Passes over a value.
    pub(crate) fn skip(&mut self) -> Result<(), ParseError> {
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
}
