//! Texts in UTF-16, which some editors and shells write: with a byte order mark, or of ASCII characters at their start.

use std::io::{self, BufRead};

/// Which byte of a pair comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::grid::format) enum Order {
    Little,
    Big,
}

impl Order {
    /// The order of a text by its beginning; nothing where it is no UTF-16.
    pub(in crate::grid::format) fn of(head: &[u8]) -> Option<Self> {
        let is_ascii = |byte: u8| byte != 0 && byte.is_ascii();
        match *head {
            [0xff, 0xfe, ..] => Some(Self::Little),
            [0xfe, 0xff, ..] => Some(Self::Big),
            [a, 0, b, 0, c, 0, d, 0, ..] if [a, b, c, d].into_iter().all(is_ascii) => Some(Self::Little),
            [0, a, 0, b, 0, c, 0, d, ..] if [a, b, c, d].into_iter().all(is_ascii) => Some(Self::Big),
            _ => None,
        }
    }

    /// Appends a line with its end, in UTF-8, and no more than `most` bytes of it; how many bytes it took. Its first bytes
    /// may have been read before.
    pub(in crate::grid::format) fn read_line(
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

    /// The next two bytes; nothing at the end.
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
