//! Lines of words before, between and behind puzzles: titles, names, ratings.
//!
//! A note is told by what it says alone, so that a damaged row never passes for one: a word of three letters or more
//! with something behind it, or at its end a colon; a number before words (`1) easy`); a line that begins with `//`; a tag of forums and pages around a text (`[code]`,
//! `</pre>`, three backquotes). A number by
//! itself (`1.`, `3.2`) is a note only where notes stand above the first puzzle.

use crate::geometry::Cell;
use crate::grid::format::header;
use crate::grid::format::lines::words;
use crate::rule::{ParseRuleError, Rule};

/// So many notes may stand above the first puzzle.
pub(in crate::grid::format) const MAX_ABOVE: usize = 64;

/// As few characters a word of cells has that no title is taken for.
const CELLS: usize = 12;

/// Whether a line is a note.
pub(in crate::grid::format) fn is_note(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    if line.starts_with(b"//") || is_tag(line) {
        return true;
    }
    // Bars and commas stand between cells.
    if says_more(line) || has_cells(line) || line.iter().any(|byte| b"|[]{}".contains(byte)) {
        return false;
    }
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let is_title = |word: &[u8]| {
        let name = word.strip_suffix(b":").or(word.strip_suffix(b".")).or(word.strip_suffix(b",")).unwrap_or(word);
        let name = name.split(|&byte| matches!(byte, b'-' | b'\'' | b'/' | b':')).next().unwrap_or_default();
        name.len() >= 2 && name.iter().all(|&byte| is_letter(byte))
    };
    let Some((_, first)) = words(line).next() else { return false };
    let count = words(line).count();
    // Groups of letters may be a row.
    let is_grouped = count > 1 && words(line).all(|(_, word)| word.len() == first.len()) && count * first.len() >= 16;
    let has_word = words(line).any(|(_, word)| is_title(word));
    match count {
        1 => is_title(first) && first.len() >= 3 && first.ends_with(b":") || is_long_word(first),
        _ => !is_grouped && has_word && (is_title(first) || is_numbering(first)),
    }
}

/// Whether a line says something of a puzzle, of its rules or its board, so that it is no note.
pub(in crate::grid::format) fn says_more(line: &[u8]) -> bool {
    header::tells_board(line) || is_rule(line)
}

/// Whether a line is a rule, or the keyword of one with a cell behind it.
fn is_rule(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    if !line.first().is_some_and(u8::is_ascii_lowercase) {
        return false;
    }
    let Ok(line) = std::str::from_utf8(line) else { return false };
    match line.parse::<Rule>() {
        Ok(_) => true,
        Err(ParseRuleError::Keyword(_)) => false,
        Err(_) => line.split_ascii_whitespace().any(|word| word.parse::<Cell>().is_ok()),
    }
}

/// Whether a line has a word that looks like the cells of a grid.
pub(in crate::grid::format) fn has_cells(line: &[u8]) -> bool {
    words(line).any(|(_, word)| {
        let digits = word.iter().filter(|&&byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'_' | b'*')).count();
        word.len() >= CELLS && 2 * digits > word.len()
    })
}

/// The tags that people set a text in.
const TAGS: [&[u8]; 5] = [b"code", b"pre", b"quote", b"spoiler", b"tt"];

/// Whether a line is a tag around a text.
pub(in crate::grid::format) fn is_tag(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let ([b'[', inner @ .., b']'] | [b'<', inner @ .., b'>']) = line else { return line.starts_with(b"```") };
    let name = inner.strip_prefix(b"/").unwrap_or(inner);
    let end = name.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(name.len());
    TAGS.iter().any(|tag| name[..end].eq_ignore_ascii_case(tag)) && matches!(name.get(end), None | Some(b'=' | b' '))
}

/// A single word with letters that no alphabet of a grid's digits needs together: small ones, behind a capital or not.
fn is_long_word(word: &[u8]) -> bool {
    let small = word.iter().filter(|byte| byte.is_ascii_lowercase()).count();
    // One letter again and again is the sign of empty cells.
    let is_sign = word.iter().all(|byte| byte.eq_ignore_ascii_case(&word[0]));
    word.len() >= 3
        && !is_sign
        && small + 1 >= word.len()
        && word.iter().all(u8::is_ascii_alphabetic)
        && word.len() < 16
}

/// Whether a word is a number with a full stop, a bracket or a colon behind it.
pub(in crate::grid::format) fn is_numbering(word: &[u8]) -> bool {
    let inner = word.strip_prefix(b"(").unwrap_or(word);
    let digits = inner.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && matches!(&inner[digits..], b")" | b":" | b".")
}

/// Whether a line is a number by itself, which rates or numbers a puzzle where notes are known to stand between puzzles.
pub(in crate::grid::format) fn is_number(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    is_numbering(line) || (1..=6).contains(&line.len()) && line.iter().all(is_number) && line[0].is_ascii_digit()
}
