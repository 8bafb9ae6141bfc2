//! The fields of a line of a table: their places, their texts without quotes, and quotes left open.

use std::ops::Range;

use memchr::{memchr, memchr2};

/// The separator of a table's fields, by its first line.
pub(super) fn separator(line: &[u8]) -> u8 {
    [b'\t', b',', b';'].into_iter().find(|separator| line.contains(separator)).unwrap_or(b',')
}

/// The names in a line, without quotes and surrounding blanks.
pub(super) fn names(line: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    fields(line, separator).map(|(_, field)| &field[text_of(field)])
}

/// The text of a field, without surrounding blanks and quotes.
pub(super) fn text_of(field: &[u8]) -> Range<usize> {
    let trimmed = |range: Range<usize>| {
        let text = &field[range.start..range.end];
        let start = range.end - text.trim_ascii_start().len();
        start..start + text.trim_ascii().len()
    };
    let text = trimmed(0..field.len());
    match field[text.start..text.end] {
        [b'"', .., b'"'] => trimmed(text.start + 1..text.end - 1),
        _ => text,
    }
}

pub(super) fn has_odd_quotes(text: &[u8]) -> bool {
    !text.iter().filter(|&&byte| byte == b'"').count().is_multiple_of(2)
}

/// Whether a field begins with a quote and does not close it.
pub(super) fn is_open(field: &[u8]) -> bool {
    field.trim_ascii_start().starts_with(b"\"") && has_odd_quotes(field)
}

/// The field of a line whose quote is left open; only the last can be.
pub(super) fn open_field(line: &[u8], separator: u8) -> Option<&[u8]> {
    memchr(b'"', line)?;
    fields(line, separator).map(|(_, field)| field).last().filter(|field| is_open(field))
}

/// The fields of a line with their offsets; a separator in quotes belongs to its field.
pub(super) fn fields(line: &[u8], separator: u8) -> impl Iterator<Item = (usize, &[u8])> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next.take()?;
        let (mut end, mut is_quoted) = (start, false);
        while let Some(found) = memchr2(separator, b'"', &line[end..]) {
            end += found;
            if line[end] == separator && !is_quoted {
                next = Some(end + 1);
                return Some((start, &line[start..end]));
            }
            is_quoted ^= line[end] == b'"';
            end += 1;
        }
        Some((start, &line[start..]))
    })
}
