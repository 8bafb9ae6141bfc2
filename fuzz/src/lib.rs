//! What several targets ask of an error.

/// Fails where a place is not in the text: a line of it or the one behind the last, and there a column up to the one behind
/// the last byte.
#[track_caller]
pub fn assert_place(text: &[u8], line: u64, column: u64, message: &str) {
    // The lines of UTF-16 are not those of its bytes.
    if matches!(text, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [_, 0, _, 0, ..] | [0, _, 0, _, ..]) {
        return;
    }
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let found = line.checked_sub(1).and_then(|line| lines.get(usize::try_from(line).ok()?));
    let length = found.unwrap_or_else(|| panic!("{message}: there is no such line")).len() as u64;
    assert!((1..=length + 1).contains(&column), "{message}: there is no such column");
}
