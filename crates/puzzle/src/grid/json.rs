//! JSON read in place and piece by piece: what texts of puzzles and puzzles of other programs have in common.
//!
//! Each error stands at its place in the text, which no crate's values keep. Words and strings are left as they are written until
//! somebody asks for more, so that a line with a puzzle is read without a copy.

/// A place in a text of JSON. The implementing type says what is wrong there in an error of its own.
pub(crate) trait Reader<'a>: Sized {
    /// What is said of a text that is not as it should be.
    type Error;

    /// The byte over which no string goes, if there is one.
    const STRINGS_END_AT: Option<u8> = None;

    /// The whole text.
    fn text(&self) -> &'a [u8];

    /// The place in the text.
    fn at(&mut self) -> &mut usize;

    /// Something else is expected here.
    fn unexpected(&self, expected: &'static str) -> Self::Error;

    /// Goes to the next byte that is no blank; 0 at the end.
    #[inline]
    fn peek(&mut self) -> u8 {
        let text = self.text();
        let at = self.at();
        let blanks = text[*at..].iter().position(|byte| !byte.is_ascii_whitespace());
        *at = blanks.map_or(text.len(), |blanks| *at + blanks);
        text.get(*at).copied().unwrap_or(0)
    }

    /// Passes over a byte and the blanks before it.
    #[inline]
    fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), Self::Error> {
        if self.peek() != byte {
            return Err(self.unexpected(expected));
        }
        *self.at() += 1;
        Ok(())
    }

    /// The string whose first quote was passed, as it is written, and where it begins; none if it has no end, and then the place stays.
    #[inline]
    fn quoted(&mut self) -> Option<(usize, &'a [u8])> {
        let start = *self.at();
        let text = &self.text()[start..];
        let mut is_escaped = false;
        for (length, &byte) in text.iter().enumerate() {
            match byte {
                _ if Some(byte) == Self::STRINGS_END_AT => return None,
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => {
                    *self.at() = start + length + 1;
                    return Some((start, &text[..length]));
                }
                _ => {}
            }
        }
        None
    }

    /// A number or a word such as `null`.
    #[inline]
    fn word(&mut self) -> &'a [u8] {
        self.peek();
        let rest = &self.text()[*self.at()..];
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        let word = &rest[..rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len())];
        *self.at() += word.len();
        word
    }

    /// Goes through the list or the object that begins here; `entry` reads one of its entries.
    fn entries(
        &mut self,
        end: u8,
        expected: &'static str,
        mut entry: impl FnMut(&mut Self) -> Result<(), Self::Error>,
    ) -> Result<(), Self::Error> {
        *self.at() += 1;
        if self.peek() == end {
            *self.at() += 1;
            return Ok(());
        }
        loop {
            entry(self)?;
            let next = self.peek();
            if next != b',' && next != end {
                return Err(self.unexpected(expected));
            }
            *self.at() += 1;
            if next == end {
                return Ok(());
            }
        }
    }
}

/// A string as it is meant, with its escapes read; `half` stands for half a pair of UTF-16.
///
/// # Errors
/// Where an escape begins that JSON does not have, or half a pair for which nothing stands.
pub(crate) fn unescaped(written: &[u8], half: Option<char>) -> Result<String, usize> {
    let mut text = String::with_capacity(written.len());
    for (at, piece) in pieces(written) {
        match piece {
            Piece::Plain(plain) => text.push_str(&String::from_utf8_lossy(plain)),
            Piece::Escaped(c) => text.push(c.or(half).ok_or(at)?),
            Piece::Wrong => return Err(at),
        }
    }
    Ok(text)
}

/// Where a string is written so that it comes to a place of the text that it means.
pub(crate) fn place_in(written: &[u8], within: usize) -> usize {
    let mut before = 0;
    for (at, piece) in pieces(written) {
        let length = match piece {
            // Bytes that are no text are shorter than what stands for them.
            Piece::Plain(plain) => String::from_utf8_lossy(plain).len(),
            Piece::Escaped(c) => c.map_or(0, char::len_utf8),
            Piece::Wrong => 0,
        };
        if within < before + length {
            let inside = if matches!(piece, Piece::Plain(_)) { within - before } else { 0 };
            return (at + inside).min(written.len());
        }
        before += length;
    }
    written.len()
}

/// A piece of a string.
enum Piece<'a> {
    Plain(&'a [u8]),
    /// A character; none for half a pair of UTF-16.
    Escaped(Option<char>),
    /// The rest of the string behind what is no escape of JSON.
    Wrong,
}

/// The pieces of a string, each with where it begins.
fn pieces(written: &[u8]) -> impl Iterator<Item = (usize, Piece<'_>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = written.get(at..).filter(|rest| !rest.is_empty())?;
        let begins = at;
        let (length, piece) = if rest[0] == b'\\' {
            escape(&rest[1..]).map_or((rest.len(), Piece::Wrong), |(c, length)| (1 + length, Piece::Escaped(c)))
        } else {
            let length = rest.iter().position(|&byte| byte == b'\\').unwrap_or(rest.len());
            (length, Piece::Plain(&rest[..length]))
        };
        at += length;
        Some((begins, piece))
    })
}

/// The character of an escape, none for half a pair of UTF-16, and how many bytes stand for it behind the backslash.
fn escape(text: &[u8]) -> Option<(Option<char>, usize)> {
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
                return Some((Some(character), 11));
            }
            return Some((char::from_u32(first.into()), 5));
        }
        _ => return None,
    };
    Some((Some(character), 1))
}
