//! LZ-string in base64, as the links of f-puzzles and `SudokuPad` have it (pieroxy's lz-string, `compressToBase64`).
//!
//! Each character is six bits, and numbers have their lowest bit first. It is LZ78: an entry of the dictionary is an earlier
//! one and a character, so that a text of n characters may stand for n² of them. Writing is `lz-str`'s; reading is done here,
//! since what is read must be bounded: an entry is a place in what was written so far, and nothing is written that would be
//! too long.

/// So many UTF-16 units are read at most: a puzzle of side 36 with every cell and rule takes about a tenth.
pub(in crate::grid::exchange) const MOST: usize = 4 << 20;

/// Why a text is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::grid::exchange) enum LzError {
    /// It is no such text, or ends too early.
    Damaged,
    /// What it stands for is too long.
    TooLong,
}

/// The bits of a text.
struct Bits<'a> {
    text: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    /// The next bit; nothing behind the last.
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

/// What a character stands for.
fn value(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        // What `=` stands for is never reached in a whole text.
        b'=' => 0,
        _ => return None,
    })
}

/// Whether a byte may stand in such a text.
pub(in crate::grid::exchange) fn is_base64(byte: u8) -> bool {
    value(byte).is_some()
}

/// What a text stands for. Takes time and memory in its length and in that of what is read.
///
/// # Errors
/// If it is damaged, or stands for more than [`MOST`] units.
pub(in crate::grid::exchange) fn decompress(text: &[u8]) -> Result<String, LzError> {
    let mut bits = Bits { text, at: 0 };
    let mut out: Vec<u16> = Vec::new();
    // Where each entry stands in what was written, and how long it is; the first three numbers are commands.
    let mut entries: Vec<(u32, u32)> = vec![(0, 0); 3];
    let mut width = 2;
    // So many entries come before numbers have one bit more.
    let mut room = 1_u64;
    let mut last: Option<(u32, u32)> = None;
    loop {
        let code = bits.read(width).ok_or(LzError::Damaged)?;
        let start = out.len() as u32;
        let length = match code {
            0 | 1 => {
                let unit = bits.read(if code == 0 { 8 } else { 16 }).ok_or(LzError::Damaged)?;
                out.push(unit as u16);
                // A new character is an entry of its own.
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
                    // The entry that is being made: the last one and its own first character.
                    None if code as usize == entries.len() => {
                        let (from, length) = last.ok_or(LzError::Damaged)?;
                        (from, length + 1)
                    }
                    None => return Err(LzError::Damaged),
                };
                if out.len() + length as usize > MOST {
                    return Err(LzError::TooLong);
                }
                // What is copied may reach into what is being written.
                for at in from..from + length {
                    out.push(out[at as usize]);
                }
                length
            }
        };
        match last {
            // The last one and the first character of this one stand behind each other.
            Some((from, length)) => entries.push((from, length + 1)),
            // The first character of all.
            None => entries.push((start, length)),
        }
        grow(&mut room, &mut width);
        last = Some((start, length));
        if out.len() > MOST {
            return Err(LzError::TooLong);
        }
    }
    String::from_utf16(&out).map_err(|_| LzError::Damaged)
}

/// Takes note of a new entry.
fn grow(room: &mut u64, width: &mut u32) {
    *room -= 1;
    if *room == 0 {
        *room = 1 << *width;
        *width += 1;
    }
}

/// The text that stands for another.
pub(in crate::grid::exchange) fn compress(text: &str) -> String {
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
        // Each number is that of the entry which is being made, so that each is longer by one.
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
