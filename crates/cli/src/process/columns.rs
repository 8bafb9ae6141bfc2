//! The width of the terminal, and texts wrapped to it.

use std::io;

/// The columns of standard output; `None` if it is no terminal.
pub(crate) fn columns() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0))
}

/// The columns of standard error; `None` if it is no terminal.
pub(crate) fn columns_of_messages() -> Option<usize> {
    terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| usize::from(width.0))
}

/// The columns of the widest line of a text.
pub(crate) fn width(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// A line broken between words so that no part is wider than `columns`, unless a word is; the parts behind the first are
/// indented as it is, and by two more.
pub(crate) fn wrap(line: &str, columns: usize) -> String {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let mut text = " ".repeat(indent);
    let mut at = indent;
    let mut is_first = true;
    for word in line.split_whitespace() {
        let length = word.chars().count();
        if !is_first && at + 1 + length > columns {
            text.push('\n');
            text.push_str(&" ".repeat(indent + 2));
            at = indent + 2;
        } else if !is_first {
            text.push(' ');
            at += 1;
        }
        text.push_str(word);
        at += length;
        is_first = false;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("No solution: 2 clues clash.", 80), "No solution: 2 clues clash.");
        assert_eq!(wrap("No solution: 2 clues clash.", 14), "No solution: 2\n  clues clash.");
        assert_eq!(wrap("  one two", 5), "  one\n    two");
        assert_eq!(wrap("", 10), "");
        assert_eq!(wrap("a_word_that_is_wider b", 5), "a_word_that_is_wider\n  b");
        assert_eq!(width("ab\nabc\n"), 3);
    }
}
