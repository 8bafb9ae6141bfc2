//! Texts in UTF-16, written by some editors and shells: with a byte order mark, or with ASCII characters at the start.

use std::io::{self, BufRead};

/// The byte order of UTF-16 units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Little,
    Big,
}

impl Order {
    /// The byte order of a text by its beginning; `None` if the text is not UTF-16.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        let is_ascii = |byte: u8| byte != 0 && byte.is_ascii();
        match *head {
            [0xff, 0xfe, ..] => Some(Self::Little),
            [0xfe, 0xff, ..] => Some(Self::Big),
            [a, 0, b, 0, c, 0, d, 0, ..] if [a, b, c, d].into_iter().all(is_ascii) => Some(Self::Little),
            [0, a, 0, b, 0, c, 0, d, ..] if [a, b, c, d].into_iter().all(is_ascii) => Some(Self::Big),
            _ => None,
        }
    }

    /// Appends a line with its line end, converted to UTF-8, up to `most` bytes; returns the number of bytes read. `head` holds
    /// bytes read earlier.
    pub(super) fn read_line(
        self,
        head: &[u8],
        reader: &mut impl BufRead,
        most: usize,
        text: &mut Vec<u8>,
    ) -> io::Result<usize> {
        let mut read = 0;
        let mut high = None;
        while text.len() < most {
            let Some(unit) = self.read_unit(head, reader, &mut read)? else { break };
            let units = [high.take().unwrap_or(unit), unit];
            let pair = if units[0] == unit { &units[..1] } else { &units[..] };
            if pair.len() == 1 && (0xd800..0xdc00).contains(&unit) {
                high = Some(unit);
                continue;
            }
            let mut bytes = [0; 4];
            for character in char::decode_utf16(pair.iter().copied()) {
                let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
                text.extend_from_slice(character.encode_utf8(&mut bytes).as_bytes());
            }
            if unit == u16::from(b'\n') {
                break;
            }
        }
        Ok(read)
    }

    /// The next two bytes; `None` at the end.
    fn read_unit(self, head: &[u8], reader: &mut impl BufRead, read: &mut usize) -> io::Result<Option<u16>> {
        let start = *read;
        let mut pair = [0; 2];
        for byte in &mut pair {
            if let Some(&next) = head.get(*read) {
                *byte = next;
            } else if let Some(&next) = reader.fill_buf()?.first() {
                *byte = next;
                reader.consume(1);
            } else {
                break;
            }
            *read += 1;
        }
        let unit = match self {
            Self::Little => u16::from_le_bytes(pair),
            Self::Big => u16::from_be_bytes(pair),
        };
        Ok((*read > start).then_some(unit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_of_a_line_is_read_than_asked_for() {
        let bytes: Vec<u8> = "abcd\nef\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (most, expected) in [(1, "a"), (4, "abcd"), (5, "abcd\n"), (9, "abcd\n")] {
            let mut text = Vec::new();
            let read = Order::Little.read_line(&[], &mut &bytes[..], most, &mut text).unwrap();
            assert_eq!((&text[..], read), (expected.as_bytes(), 2 * expected.len()));
        }
    }
}
