//! LZ-string in base64, as in links of f-puzzles and `SudokuPad` (pieroxy's lz-string, `compressToBase64`).
//!
//! Each character has six bits, and numbers are written lowest bit first. The method is LZ78: a dictionary entry is an earlier
//! entry plus a character, so a text of n characters may unpack to n² characters. The crate `lz-str` packs. Unpacking is
//! implemented in this file, because the output must be bounded: an entry is a range of the output, and the output is checked
//! before it grows.

/// The most UTF-16 units read: a puzzle of side 36 with every cell and rule takes about a tenth.
pub(super) const MAX_UTF16_UNITS: usize = 4 << 20;

/// Why a text cannot be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LzError {
    /// The text is not packed, or ends too early.
    Damaged,
    /// The unpacked text is too long.
    TooLong,
}

/// The bits of a text.
struct Bits<'a> {
    text: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    /// The next bit; `None` behind the last.
    fn next(&mut self) -> Option<u32> {
        let &byte = self.text.get(self.at / 6)?;
        let below = 5 - self.at % 6;
        self.at += 1;
        Some(u32::from(value(byte)? >> below & 1))
    }

    fn read(&mut self, count: u32) -> Option<u32> {
        (0..count).try_fold(0, |number, bit| Some(number | self.next()? << bit))
    }
}

/// The six bits of a character.
pub(super) fn value(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        // The bits of `=` are never read in a complete text.
        b'=' => 0,
        _ => return None,
    })
}

/// Whether a byte may occur in a packed text.
pub(super) fn is_base64(byte: u8) -> bool {
    value(byte).is_some()
}

/// Unpacks a text, in time and memory linear in the lengths of the packed and of the unpacked text.
///
/// # Errors
/// If the text is damaged, or unpacks to more than [`MAX_UTF16_UNITS`] units.
pub(super) fn decompress(text: &[u8]) -> Result<String, LzError> {
    let mut bits = Bits { text, at: 0 };
    let mut out: Vec<u16> = Vec::new();
    // The start and the length of each entry in the output; the first three numbers are commands.
    let mut entries: Vec<(u32, u32)> = vec![(0, 0); 3];
    let mut width = 2;
    // The number of entries left before numbers grow by a bit.
    let mut room = 1_u64;
    let mut last: Option<(u32, u32)> = None;
    loop {
        let code = bits.read(width).ok_or(LzError::Damaged)?;
        let start = out.len() as u32;
        let length = match code {
            0 | 1 => {
                let unit = bits.read(if code == 0 { 8 } else { 16 }).ok_or(LzError::Damaged)?;
                out.push(unit as u16);
                // A new character is also an entry.
                if last.is_some() {
                    entries.push((start, 1));
                    grow(&mut room, &mut width);
                }
                1
            }
            2 => break,
            code => {
                let (from, length) = match entries.get(code as usize) {
                    Some(&entry) => entry,
                    // The entry under construction: the last entry plus its own first character.
                    None if code as usize == entries.len() => {
                        let (from, length) = last.ok_or(LzError::Damaged)?;
                        (from, length + 1)
                    }
                    None => return Err(LzError::Damaged),
                };
                if out.len() + length as usize > MAX_UTF16_UNITS {
                    return Err(LzError::TooLong);
                }
                // The copied range may overlap the written range.
                for at in from..from + length {
                    out.push(out[at as usize]);
                }
                length
            }
        };
        match last {
            // The last entry plus the first character of the current entry, adjacent in the output.
            Some((from, length)) => entries.push((from, length + 1)),
            // The first character of the output.
            None => entries.push((start, length)),
        }
        grow(&mut room, &mut width);
        last = Some((start, length));
        if out.len() > MAX_UTF16_UNITS {
            return Err(LzError::TooLong);
        }
    }
    String::from_utf16(&out).map_err(|_| LzError::Damaged)
}

/// Counts a new entry.
fn grow(room: &mut u64, width: &mut u32) {
    *room -= 1;
    if *room == 0 {
        *room = 1 << *width;
        *width += 1;
    }
}

/// Packs a text.
pub(super) fn compress(text: &str) -> String {
    lz_str::compress_to_base64(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let long = "ab".repeat(3000)
            + &(0..5000_u32).map(|i| char::from_u32(0x20 + i % 900).unwrap_or(' ')).collect::<String>();
        for text in ["", "a", "aaaaaaaaaaaa", "{\"size\":9}", "Größe ≥ 🧩", &long] {
            let packed = compress(text);
            assert_eq!(decompress(packed.as_bytes()).as_deref(), Ok(text));
            let units: Vec<u16> = text.encode_utf16().collect();
            assert_eq!(lz_str::decompress_from_base64(&packed), Some(units));
        }
    }

    #[test]
    fn a_bomb_is_refused_before_it_is_long() {
        // Each number names the entry under construction, so every entry is longer by one.
        let (mut bits, mut room, mut width) = (Vec::new(), 1, 2);
        let mut push = |number: u32, count: u32| bits.extend((0..count).map(|bit| (number >> bit & 1) as u8));
        push(0, 2);
        push(u32::from(b'a'), 8);
        for code in 4..4000 {
            grow(&mut room, &mut width);
            push(code, width);
        }
        let six = |bits: &[u8]| bits.iter().fold(0, |six, bit| six << 1 | bit) << (6 - bits.len());
        let bomb: Vec<u8> =
            bits.chunks(6).map(|bits| (0..=b'z').find(|&byte| value(byte) == Some(six(bits))).unwrap()).collect();
        assert!(bomb.len() < 10_000);
        assert_eq!(decompress(&bomb), Err(LzError::TooLong));
    }

    #[test]
    fn damage_is_told() {
        for text in ["", "N", "N4Ig", "/", "!", "N4Igm!DATA", "////////"] {
            assert_eq!(decompress(text.as_bytes()), Err(LzError::Damaged), "{text}");
        }
    }
}
