//! Which format a text is in: the first record decides.

use std::io::{self, BufRead};

use crate::grid::format::lines::{Lines, words};
use crate::grid::format::{Format, boxed, header, line};

/// Looks at the first line that is neither blank nor begins with `#`; `None` where there is no such line.
///
/// A drawing begins with `+` or `|`, or names its extra units above. One word of cells whose number is a square is
/// a `line`. The letter `c` begins a `header`'s comments and two numbers its shape; any other numbers are `rows`.
/// What is none of these is read as `line`, whose errors say best what a puzzle looks like.
pub(in crate::grid::format) fn detect<R: BufRead>(lines: &mut Lines<R>) -> io::Result<Option<Format>> {
    if !lines.skip_while(|line| line.starts_with(b"#"))? {
        return Ok(None);
    }
    let first = lines.peek(0)?.unwrap_or_default().trim_ascii();
    let count = words(first).count();
    let is_line = count == 1 && first.len().isqrt().pow(2) == first.len() && {
        let side = first.len().isqrt();
        first.iter().all(|&byte| line::value(byte).is_some_and(|value| usize::from(value) <= side))
    };
    let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit) || matches!(word, b"." | b"_" | b"*");
    let are_numbers = words(first).all(|(_, word)| is_number(word));
    Ok(Some(match first {
        [b'+' | b'|', ..] => Format::Grid,
        _ if is_line => Format::Line,
        _ if header::is_comment(first) || first.starts_with(b"regions") => Format::Header,
        _ if boxed::is_extra_unit(first) => Format::Grid,
        _ if count == 2 && are_numbers => Format::Header,
        _ if count > 2 && are_numbers => Format::Rows,
        _ if count > 1 && first[0].is_ascii_digit() => Format::Rows,
        _ => Format::Line,
    }))
}
