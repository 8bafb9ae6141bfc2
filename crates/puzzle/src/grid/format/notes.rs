//! Lines of words before, between and behind puzzles: titles, names, ratings.
//!
//! A note is recognised by its own text alone, so a damaged row never passes for a note: a word of three letters or more with
//! further text behind, or with a colon at its end; a number before words (`1) easy`); a line that begins with `//`; a tag of
//! forums and pages around a text (`[code]`, `</pre>`, three backquotes). A lone number (`1.`, `3.2`) is a note only if notes
//! stand above the first puzzle.

use crate::geometry::Cell;
use crate::grid::format::header;
use crate::grid::format::lines::words;
use crate::rule::{ParseRuleError, Rule};

/// The most notes above the first puzzle.
pub(crate) const MAX_ABOVE: usize = 64;

/// As few characters a word of cells has that no title is taken for.
const CELLS: usize = 12;

/// Whether a line is a note.
pub(crate) fn is_note(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    // A row of numbers is not a note: titles have letters, and comments and fences begin with a sign.
    let is_sign = |byte: &u8| matches!(byte, b'#' | b'%' | b'/' | b'`');
    if !line.first().is_some_and(is_sign) && !line.iter().any(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii()) {
        return false;
    }
    if is_comment(line) || is_tag(line) || is_row_count(line) {
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

/// Whether a line is a comment: it begins with `#`, `%` or `//`, or with `;` or `--` and words behind a blank.
#[must_use]
pub fn is_comment(line: &[u8]) -> bool {
    let is_word = |word: &[u8]| word.len() > 1 && word.iter().all(u8::is_ascii_alphabetic);
    match line {
        [b'#' | b'%', ..] | [b'/', b'/', ..] => true,
        [b';' | b'-', rest @ ..] => {
            let rest = rest.strip_prefix(b"-").unwrap_or(rest);
            rest.starts_with(b" ") && !rest.contains(&b';') && words(rest).any(|(_, word)| is_word(word))
        }
        _ => false,
    }
}

/// Whether a line is about the rules or the board of a puzzle, and therefore not a note.
pub(crate) fn says_more(line: &[u8]) -> bool {
    header::tells_board(line) || is_rule(line)
}

/// The bytes of a line examined to recognise a rule.
const LOOKED_AT: usize = 1 << 10;

/// Whether a line is a rule, or a rule's keyword with a cell behind.
fn is_rule(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    if !line.first().is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    // The beginning of a long line suffices.
    let cut = line.iter().take(LOOKED_AT).rposition(u8::is_ascii_whitespace);
    let line = if line.len() > LOOKED_AT { &line[..cut.unwrap_or(0)] } else { line };
    let Ok(line) = std::str::from_utf8(line) else { return false };
    match line.parse::<Rule>() {
        Ok(_) => true,
        Err(ParseRuleError::Keyword { .. }) => false,
        Err(_) => line.split_ascii_whitespace().any(|word| word.parse::<Cell>().is_ok()),
    }
}

/// Whether a line is `(9 rows)`, as databases end a table.
fn is_row_count(line: &[u8]) -> bool {
    let inner = line.strip_prefix(b"(").and_then(|line| line.strip_suffix(b")"));
    inner.is_some_and(|inner| inner.ends_with(b" rows") && inner[0].is_ascii_digit())
}

/// Whether a line has a word that looks like the cells of a grid.
pub(crate) fn has_cells(line: &[u8]) -> bool {
    words(line).any(|(_, word)| {
        let digits = word.iter().filter(|&&byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'_' | b'*')).count();
        word.len() >= CELLS && 2 * digits > word.len()
    })
}

/// The tags in which people enclose a text.
const TAGS: [&[u8]; 5] = [b"code", b"pre", b"quote", b"spoiler", b"tt"];

/// Whether a line is a tag around a text.
pub(crate) fn is_tag(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let ([b'[', inner @ .., b']'] | [b'<', inner @ .., b'>']) = line else { return line.starts_with(b"```") };
    let name = inner.strip_prefix(b"/").unwrap_or(inner);
    let end = name.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(name.len());
    TAGS.iter().any(|tag| name[..end].eq_ignore_ascii_case(tag)) && matches!(name.get(end), None | Some(b'=' | b' '))
}

/// Whether a word cannot be digits: lower-case letters, optionally behind a capital, that no alphabet of digits needs together.
fn is_long_word(word: &[u8]) -> bool {
    let small = word.iter().filter(|byte| byte.is_ascii_lowercase()).count();
    // A single repeated letter is a sign for empty cells.
    let is_sign = word.iter().all(|byte| byte.eq_ignore_ascii_case(&word[0]));
    word.len() >= 3
        && !is_sign
        && small + 1 >= word.len()
        && word.iter().all(u8::is_ascii_alphabetic)
        && word.len() < 16
}

/// Whether a word is a number with a full stop, a bracket or a colon behind it.
pub(crate) fn is_numbering(word: &[u8]) -> bool {
    let inner = word.strip_prefix(b"(").unwrap_or(word);
    let digits = inner.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && matches!(&inner[digits..], b")" | b":" | b".")
}

/// Whether a line is a number by itself, which rates or numbers a puzzle where notes are known to stand between puzzles.
pub(crate) fn is_number(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    is_numbering(line) || (1..=6).contains(&line.len()) && line.iter().all(is_number) && line[0].is_ascii_digit()
}
