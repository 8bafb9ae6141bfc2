//! Untrusted text in messages: names of files, output of programs, contents of files that hold no puzzle.
//!
//! A terminal takes some characters for commands: escape sequences, returns, marks that turn the direction of writing. A text could
//! use them to forge a message, so messages escape every command.

use std::borrow::Cow;
use std::path::Path;

/// The most characters shown of a text.
const MAX_CHARACTERS: usize = 300;

/// Escapes every character that does not print as itself (control characters, line ends, marks of direction, characters of no
/// width, blanks other than the plain blank), and cuts a long text.
///
/// ```
/// # extern crate satdoku_base as satdoku;
/// assert_eq!(satdoku::printable::printable("cert/Größe 9"), "cert/Größe 9");
/// assert_eq!(satdoku::printable::printable("a\u{1b}[2Jb\r\n\u{202e}c"), r"a\u{1b}[2Jb\r\n\u{202e}c");
/// ```
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    let end = text.char_indices().nth(MAX_CHARACTERS).map(|(end, _)| end);
    let kept = end.map_or(text, |end| &text[..end]);
    if end.is_none() && kept.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(kept.len() + 16);
    for c in kept.chars() {
        if is_plain(c) { shown.push(c) } else { shown.extend(c.escape_debug()) }
    }
    if end.is_some() {
        shown.push('…');
    }
    Cow::Owned(shown)
}

/// The printable form of a path; bytes that are not UTF-8 are shown as U+FFFD.
#[must_use]
pub fn printable_path(path: &Path) -> String {
    printable(&path.to_string_lossy()).into_owned()
}

/// Escapes terminal commands in a text of several lines; keeps line ends and tabs, and cuts nothing.
#[must_use]
pub fn without_commands(text: &str) -> Cow<'_, str> {
    let is_kept = |c: char| c == '\n' || c == '\t' || is_plain(c);
    if text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_kept(c) { shown.push(c) } else { shown.extend(c.escape_debug()) }
    }
    Cow::Owned(shown)
}

/// Whether a character is a command to the display: a control character, an end of line or a mark of direction.
#[doc(hidden)]
#[must_use]
pub fn commands(c: char) -> bool {
    let is_direction =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || is_direction || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Whether a character prints as itself and as nothing else.
fn is_plain(c: char) -> bool {
    match c {
        ' '..='~' => true,
        _ if c.is_ascii() => false,
        // The table of the standard library: neither controls, formats, private or unassigned characters, nor marks that change the
        // preceding character.
        _ => c.escape_debug().len() == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_CHARACTERS, printable, without_commands};

    #[test]
    fn nothing_that_commands_a_terminal_is_shown() {
        let bad = ('\0'..' ')
            .chain('\u{7f}'..='\u{9f}')
            .chain(['\u{ad}', '\u{61c}', '\u{180e}', '\u{feff}', '\u{2028}', '\u{2029}', '\u{3000}', '\u{fff9}'])
            .chain('\u{200b}'..='\u{200f}')
            .chain('\u{202a}'..='\u{202e}')
            .chain('\u{2060}'..='\u{2069}')
            .chain(['\u{301}', '\u{e0041}', '\u{e000}']);
        for c in bad {
            let text = format!("a{c}b");
            let shown = printable(&text);
            assert!(!shown.contains(c) && shown.starts_with("a\\") && shown.ends_with('b'), "{c:?}: {shown}");
            let is_left = matches!(c, '\n' | '\t');
            assert_eq!(without_commands(&text).contains(c), is_left, "{c:?}");
        }
        for good in ["", "r4c5=7", "C:\\a", "it's \"so\"", "Größe", "数独", "…", "≥2"] {
            assert_eq!((&*printable(good), &*without_commands(good)), (good, good));
        }
        assert_eq!(printable(&"x".repeat(16 << 10)), "x".repeat(MAX_CHARACTERS) + "…");
    }
}
