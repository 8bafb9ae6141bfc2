//! Links of other programs, and the texts that stand in them.

use crate::grid::exchange::Exchange;
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::{iss, lz};

/// What a text is.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::grid::exchange) enum Form {
    /// A text of f-puzzles or `SudokuPad`, packed by LZ-string.
    Packed(Exchange, String),
    /// Classic digits in a `SudokuPad` link.
    Codoku(String),
    /// JSON.
    Json,
    /// A string of ISS.
    Iss(String),
    /// A link that names a puzzle on a site.
    Short(String),
}

/// The prefixes of a packed text and whose it is; longer ones first.
const PREFIXES: [(&str, Option<Exchange>); 6] = [
    ("fpuzzles", Some(Exchange::FPuzzles)),
    ("fpuz", Some(Exchange::FPuzzles)),
    ("scl", Some(Exchange::SudokuPad)),
    ("ctc", Some(Exchange::SudokuPad)),
    ("scf", None),
    ("N4Ig", Some(Exchange::FPuzzles)),
];

/// The sites of the programs.
const SITES: [(&str, Exchange); 5] = [
    ("f-puzzles.com", Exchange::FPuzzles),
    ("sudokupad.app", Exchange::SudokuPad),
    ("crackingthecryptic.com", Exchange::SudokuPad),
    ("sudokupad.svencodes.com", Exchange::SudokuPad),
    ("interactive-sudoku-solver", Exchange::Iss),
];

/// Whether a text is a link, and the program whose page it opens.
fn site(text: &str) -> Option<Exchange> {
    let head: String = text.chars().take(120).collect::<String>().to_ascii_lowercase();
    let is_link = head.starts_with("http://") || head.starts_with("https://") || head.starts_with("www.");
    let site = SITES.iter().find(|(site, _)| head.contains(site)).map(|&(_, program)| program);
    let begins = SITES.iter().any(|(site, _)| head.starts_with(site));
    site.filter(|_| is_link || begins)
}

/// The program whose puzzle a line is, where the line shows it.
#[must_use]
pub fn program_of(line: &[u8]) -> Option<Exchange> {
    let line = line.trim_ascii();
    let head = String::from_utf8_lossy(&line[..line.len().min(200)]);
    if let Some(program) = site(&head) {
        return Some(program);
    }
    // What is packed is one word, and no puzzle's digits are that long without a letter of both cases.
    let is_word = |line: &[u8]| line.iter().all(|&byte| lz::is_base64(byte) || matches!(byte, b'%' | b'-' | b'_'));
    for (prefix, program) in PREFIXES {
        if let Some(rest) = line.strip_prefix(prefix.as_bytes()) {
            let has_both = rest.iter().any(u8::is_ascii_lowercase) && rest.iter().any(u8::is_ascii_uppercase);
            if rest.len() > 12 && is_word(rest) && has_both {
                return Some(program.unwrap_or(Exchange::SudokuPad));
            }
        }
    }
    (is_iss(line) || std::str::from_utf8(line).is_ok_and(iss::is_old)).then_some(Exchange::Iss)
}

/// Whether a line begins as a string of ISS: `.Type~…`, `.~R1C1_5`.
fn is_iss(line: &[u8]) -> bool {
    match line {
        [b'.', b'~', b'R' | b'r', ..] => true,
        [b'.', b'A'..=b'Z', rest @ ..] => {
            let word = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            // A row of letters and full stops is one of digits.
            word > 0
                && rest[..word].iter().any(u8::is_ascii_lowercase)
                && matches!(rest.get(word), None | Some(b'~' | b'.'))
        }
        _ => false,
    }
}

/// Takes a text apart.
///
/// # Errors
/// If it is none of a program's, where `asked` says whose it should be.
pub(in crate::grid::exchange) fn form(text: &str, asked: Exchange) -> Result<Form, ExchangeError> {
    let text = text.trim();
    let program = site(text);
    let payload = match program {
        Some(_) => payload(text),
        None => text.to_owned(),
    };
    if program == Some(Exchange::Iss) || program.is_none() && is_iss(payload.as_bytes()) {
        if program.is_some() && !payload.starts_with('.') {
            return Err(ExchangeError::whole(ExchangeProblem::expected("a link with ?q=. and a puzzle", payload)));
        }
        return Ok(Form::Iss(payload));
    }
    if payload.starts_with('{') {
        return Ok(Form::Json);
    }
    let mut rest = payload.as_str();
    let mut whose = program;
    for (prefix, program) in PREFIXES {
        if prefix != "N4Ig"
            && let Some(behind) = payload.strip_prefix(prefix)
        {
            match program {
                None => return Ok(Form::Codoku(behind.to_owned())),
                Some(program) => (rest, whose) = (behind, Some(program)),
            }
            break;
        }
    }
    // Names of puzzles are short, or have what no packed text has.
    let is_packed = rest.len() > 24 || rest.starts_with("N4Ig");
    if program.is_some() && !(is_packed && rest.bytes().all(|byte| lz::is_base64(byte) || byte == b' ')) {
        return Ok(Form::Short(text.to_owned()));
    }
    if asked == Exchange::Iss && whose.is_none() {
        return Ok(Form::Iss(payload));
    }
    Ok(Form::Packed(whose.unwrap_or(asked), rest.to_owned()))
}

/// What a link carries: what stands behind `load=`, `q=` or `puzzleid=`, or in the last part of its path.
fn payload(link: &str) -> String {
    let behind = |key: &str| link.find(key).map(|at| &link[at + key.len()..]);
    let keys = ["?load=", "&load=", "?q=", "&q=", "?puzzleid=", "&puzzleid="];
    let found = keys.iter().find_map(|key| behind(key));
    let Some(found) = found else {
        // A packed text may have slashes of its own.
        let path = link.split_once("://").map_or(link, |(_, rest)| rest);
        let path = path.split_once('/').map_or("", |(_, path)| path);
        let path = path.strip_prefix("sudoku/").unwrap_or(path);
        return unpercent(path.split(['?', '#']).next().unwrap_or_default());
    };
    unpercent(found.split(['&', '#']).next().unwrap_or_default())
}

/// The characters that `%20` and its kin stand for, where the text has any.
pub(in crate::grid::exchange) fn unpercent(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digit = |at: usize| bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
        match (bytes[at], digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((16 * high + low) as u8);
                at += 3;
            }
            (byte, ..) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// What stands before a puzzle in a link.
pub(in crate::grid::exchange) const F_PUZZLES: &str = "https://f-puzzles.com/?load=";
pub(in crate::grid::exchange) const ISS: &str = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=";
pub(in crate::grid::exchange) const SUDOKU_PAD: &str = "https://sudokupad.app/scl";

/// A link with a text in it.
pub(in crate::grid::exchange) fn link(head: &str, text: &str) -> String {
    let mut link = head.to_owned();
    percent(text, &mut link);
    link
}

/// A text as it stands in a link.
pub(in crate::grid::exchange) fn percent(text: &str, out: &mut String) {
    use std::fmt::Write;
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

/// So many slashes are tried one by one.
const TRIED: usize = 16;

/// Unpacks a text, with what links do to it undone: percents, blanks for plus signs, one slash where there were two.
///
/// # Errors
/// If it is damaged or stands for too much.
pub(in crate::grid::exchange) fn unpack(text: &str) -> Result<String, ExchangeError> {
    let plain = unpercent(text).trim().replace(' ', "+");
    let wrong = |error| {
        ExchangeError::whole(match error {
            lz::LzError::Damaged => ExchangeProblem::Damaged,
            lz::LzError::TooLong => ExchangeProblem::TooLong(lz::MOST),
        })
    };
    let is_whole = |text: &String| text.trim_end().ends_with(['}', ']']);
    let first = lz::decompress(plain.as_bytes());
    match &first {
        Ok(text) if is_whole(text) => return first.map_err(wrong),
        Err(lz::LzError::TooLong) => return first.map_err(wrong),
        _ => {}
    }
    // Some programs make one slash of two: each is tried twice, and all of them.
    let slashes: Vec<usize> = plain.match_indices('/').map(|(at, _)| at).collect();
    let doubled = |at: &[usize]| {
        let mut text = String::with_capacity(plain.len() + at.len());
        let mut from = 0;
        for &at in at {
            text += &plain[from..at];
            text.push('/');
            from = at;
        }
        text + &plain[from..]
    };
    let tries = slashes.iter().take(TRIED).map(std::slice::from_ref).chain([&slashes[..]]);
    for at in tries.filter(|at| !at.is_empty()) {
        if let Ok(text) = lz::decompress(doubled(at).as_bytes())
            && is_whole(&text)
        {
            return Ok(text);
        }
    }
    first.map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_known_by_what_they_are() {
        for (line, program) in [
            (
                "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54",
                Some(Exchange::FPuzzles),
            ),
            ("https://www.f-puzzles.com/?id=yc2kz6xx", Some(Exchange::FPuzzles)),
            ("https://sudokupad.app/abc123", Some(Exchange::SudokuPad)),
            ("fpuzN4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9", Some(Exchange::FPuzzles)),
            ("sclN4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9", Some(Exchange::SudokuPad)),
            (".Thermo~R1C1~R1C2", Some(Exchange::Iss)),
            (".~R1C1_5", Some(Exchange::Iss)),
            (".NoBoxes.Thermo~R1C1~R1C2", Some(Exchange::Iss)),
            (".4.2...1.....3..", None),
            (".A..B...........", None),
            ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", None),
            ("https://example.com/53..7", None),
        ] {
            assert_eq!(program_of(line.as_bytes()), program, "{line}");
        }
    }

    #[test]
    fn links_lose_characters_and_are_read() {
        let json = r#"{"size":4,"grid":[[{"value":1,"given":true}]]}"#;
        let packed = lz::compress(json);
        let mut encoded = String::new();
        percent(&packed, &mut encoded);
        for text in [packed.clone(), encoded, packed.replace('+', " ")] {
            assert_eq!(unpack(&text).as_deref(), Ok(json));
        }
        assert_eq!(unpack("N4Ig").unwrap_err().problem, ExchangeProblem::Damaged);
    }
}
