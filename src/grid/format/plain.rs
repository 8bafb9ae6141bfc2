//! The characters that people draw grids with, in ASCII, so that every format knows one of each.
//!
//! A character becomes one byte, so that every column of an error stays what it was. Lines of a box-drawing font are
//! `|`, `-` and `+`; where light and heavy (or double) ones meet, the heavy ones are the borders of boxes, so a heavy
//! rule is `=`, and a light bar beside a heavy one is `!`.

/// Puts a line into plain characters; any that it does not know stays as it is, and so does what is no UTF-8.
pub(in crate::grid::format) fn simplify(line: &mut Vec<u8>) {
    if line.is_ascii() {
        return;
    }
    let Ok(text) = std::str::from_utf8(line) else { return };
    let has_heavy_bar = text.chars().any(|character| matches!(character, '║' | '┃' | '╏' | '┇' | '┋'));
    let mut plain = String::with_capacity(text.len());
    plain.extend(text.chars().map(|character| ascii(character, has_heavy_bar).unwrap_or(character)));
    *line = plain.into_bytes();
}

/// The plain form of a character.
fn ascii(character: char, has_heavy_bar: bool) -> Option<char> {
    Some(match character {
        '│' | '┆' | '┊' | '╎' if has_heavy_bar => '!',
        '║' | '┃' | '╏' | '┇' | '┋' | '｜' | '❘' | '│' | '┆' | '┊' | '╎' => '|',
        '═' | '━' | '┅' | '┉' | '╍' => '=',
        '─' | '┄' | '┈' | '╌' | '—' | '–' | '―' | '−' => '-',
        '\u{2500}'..='\u{257f}' => '+',
        '·' | '•' | '∙' | '⋅' | '□' | '◻' | '☐' | '▢' | '○' => '.',
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => ' ',
        '０'..='９' => char::from(b'0' + (character as u32 - '０' as u32) as u8),
        _ => return None,
    })
}
