//! Plain characters: the characters with which people draw grids, reduced to one byte each, so readers of drawings need only one
//! form.
//!
//! Lines of a box-drawing font are `|`, `-` and `+`; in a mixture of light and heavy (or double) lines, the heavy lines are the
//! borders of boxes, so a heavy rule becomes `=`, and a light bar beside heavy bars becomes `!`. Digits of any script,
//! full-width, circled and on keycaps are decimals. Marks for empty cells become bytes that never occur in UTF-8 ([`MARKS`]), so
//! different marks stay different. Colour sequences of terminals are dropped, and so is the `>` of quoted mail. A column of an
//! error is the column on the screen.

/// Non-ASCII marks for empty cells, with their bytes.
const MARKS: [(char, u8); 12] = [
    ('·', 0xc0),
    ('•', 0xc1),
    ('∙', 0xf5),
    ('⋅', 0xf6),
    ('□', 0xf7),
    ('◻', 0xf8),
    ('☐', 0xf9),
    ('▢', 0xfa),
    ('○', 0xfb),
    ('×', 0xfc),
    ('■', 0xfd),
    ('⬜', 0xfe),
];

/// The zeros of scripts whose ten digits are consecutive.
const ZEROS: [char; 16] = ['٠', '۰', '߀', '०', '০', '੦', '૦', '୦', '௦', '౦', '೦', '൦', '๐', '໐', '༠', '０'];

/// Whether a byte stands for a non-ASCII mark.
pub(crate) fn is_mark(byte: u8) -> bool {
    MARKS.iter().any(|&(_, mark)| mark == byte)
}

/// The text of a simplified line, as far as it can be told.
pub(crate) fn shown(text: &[u8]) -> String {
    let mark = |byte: u8| MARKS.iter().find(|(_, mark)| *mark == byte).map(|&(character, _)| character);
    let mut out = String::with_capacity(text.len());
    let pieces = text.split_inclusive(|&byte| is_mark(byte));
    for piece in pieces {
        match piece.split_last() {
            Some((&last, before)) if is_mark(last) => {
                out.push_str(&String::from_utf8_lossy(before));
                out.extend(mark(last));
            }
            _ => out.push_str(&String::from_utf8_lossy(piece)),
        }
    }
    out
}

/// A line in plain characters, or `None` if the line is unchanged. Unknown characters and invalid UTF-8 are kept.
pub(crate) fn simplified(line: &[u8]) -> Option<Vec<u8>> {
    let is_quoted = is_quote(line);
    if line.is_ascii() && !is_quoted && !line.contains(&ESCAPE) {
        return None;
    }
    let Ok(text) = std::str::from_utf8(line) else {
        // A byte that is no text must not pass for a mark.
        return line
            .iter()
            .any(|&byte| is_mark(byte))
            .then(|| line.iter().map(|&byte| if is_mark(byte) { NO_TEXT } else { byte }).collect());
    };
    let has_heavy_bar = text.chars().any(|character| matches!(character, '║' | '┃' | '╏' | '┇' | '┋'));
    let mut plain = Vec::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character == char::from(ESCAPE) && characters.peek() == Some(&'[') {
            // A sequence ends with a letter.
            characters.by_ref().skip(1).find(|end| ('@'..='~').contains(end));
            continue;
        }
        if matches!(character, '\u{fe0f}' | '\u{20e3}') && plain.last().is_some_and(u8::is_ascii_digit) {
            continue;
        }
        match byte_of(character, has_heavy_bar) {
            Some(byte) => plain.push(byte),
            None => plain.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    if is_quoted {
        let end = plain.iter().position(|&byte| byte != b'>' && byte != b' ').unwrap_or(plain.len());
        plain[..end].fill(b' ');
    }
    Some(plain)
}

const ESCAPE: u8 = 0x1b;

/// The replacement for a byte that is not text; 0xff never occurs in UTF-8.
const NO_TEXT: u8 = 0xff;

/// Whether a line is quoted as in mail.
fn is_quote(line: &[u8]) -> bool {
    let marks = line.iter().take_while(|&&byte| byte == b'>').count();
    marks > 0 && (line.len() == marks || line[marks] == b' ')
}

/// The plain byte of a character.
fn byte_of(character: char, has_heavy_bar: bool) -> Option<u8> {
    if character.is_ascii() {
        return Some(character as u8);
    }
    let from = |first: char, base: u8| Some(base + (character as u32 - first as u32) as u8);
    Some(match character {
        '│' | '┆' | '┊' | '╎' if has_heavy_bar => b'!',
        '║' | '┃' | '╏' | '┇' | '┋' | '｜' | '❘' | '│' | '┆' | '┊' | '╎' => b'|',
        '═' | '━' | '┅' | '┉' | '╍' => b'=',
        '─' | '┄' | '┈' | '╌' | '—' | '–' | '―' | '−' => b'-',
        '\u{2500}'..='\u{257f}' => b'+',
        '．' | '。' => b'.',
        '，' => b',',
        '；' => b';',
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => b' ',
        '①'..='⑨' => return from('①', b'1'),
        '❶'..='❾' => return from('❶', b'1'),
        '⓪' => b'0',
        'Ａ'..='Ｚ' => return from('Ａ', b'A'),
        'ａ'..='ｚ' => return from('ａ', b'a'),
        _ => {
            let zero = ZEROS.iter().find(|&&zero| (zero as u32..zero as u32 + 10).contains(&(character as u32)));
            return match zero {
                Some(&zero) => from(zero, b'0'),
                None => MARKS.iter().find(|(mark, _)| *mark == character).map(|&(_, byte)| byte),
            };
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        simplified(text.as_bytes()).map_or_else(|| text.to_owned(), |plain| shown(&plain))
    }

    #[test]
    fn digits_of_any_kind_are_decimals_and_marks_stay_apart() {
        assert_eq!(plain("٥٣··٧۴०①5️⃣９．"), "53··740159.");
        assert_eq!(plain("\u{1b}[1m53\u{1b}[0m..7"), "53..7");
        assert_eq!(plain("> 5 3 ."), "  5 3 .");
        assert_eq!(plain(">53..7"), ">53..7");
        assert_eq!(plain("┃5│3┃"), "|5!3|");
        let marks = simplified("·□".as_bytes()).unwrap();
        assert!(marks.len() == 2 && marks[0] != marks[1] && marks.iter().all(|&byte| is_mark(byte)));
    }
}
