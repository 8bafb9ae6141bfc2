//! Text of strangers as messages show it: names of files, what programs print, what stands in a file that is no puzzle.
//!
//! A terminal takes some characters for commands: escape sequences, returns, marks that turn the direction of writing. A message
//! that repeats such a text could be made to say something else, so none of them is repeated as it is.

use std::borrow::Cow;
use std::path::Path;

/// So many characters of a text are shown.
const MOST: usize = 300;

/// A text with every character escaped that does not print by itself (control characters, line ends, marks of direction, characters
/// of no width, blanks that are no plain blank), and cut where it is long.
///
/// ```
/// assert_eq!(satdoku::printable::printable("cert/Größe 9"), "cert/Größe 9");
/// assert_eq!(satdoku::printable::printable("a\u{1b}[2Jb\r\n\u{202e}c"), r"a\u{1b}[2Jb\r\n\u{202e}c");
/// ```
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    let end = text.char_indices().nth(MOST).map(|(end, _)| end);
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

/// A path, likewise; bytes that are no text are shown as U+FFFD.
#[must_use]
pub fn printable_path(path: &Path) -> String {
    printable(&path.to_string_lossy()).into_owned()
}

/// Escapes what a terminal would take for a command in a text of several lines, and leaves its line ends and its length.
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

/// Whether a character prints as itself and as nothing else.
fn is_plain(c: char) -> bool {
    match c {
        ' '..='~' => true,
        _ if c.is_ascii() => false,
        // The table of the standard library: neither controls, formats, private or unassigned characters, nor marks that change
        // the one before them.
        _ => c.escape_debug().len() == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, printable, without_commands};

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
        assert_eq!(printable(&"x".repeat(16 << 10)), "x".repeat(MOST) + "…");
    }
}
