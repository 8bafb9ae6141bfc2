//! Links of other programs, and the texts in links.

use satdoku_base::budget::Running;

use crate::grid::exchange::Exchange;
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::{iss, lz};

/// The form of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// A text of f-puzzles or `SudokuPad`, packed by LZ-string.
    Packed(Exchange, String),
    /// Classic digits in a `SudokuPad` link.
    Codoku(String),
    /// JSON.
    Json,
    /// A string of ISS.
    Iss(String),
    /// The drawing of Penpa, and its solution.
    Penpa { puzzle: String, solution: Option<String> },
    /// A link with only the name of a puzzle that a site stores.
    Short(String),
}

/// The prefixes of packed texts with their programs; longer prefixes first.
const PREFIXES: [(&str, Option<Exchange>); 6] = [
    ("fpuzzles", Some(Exchange::FPuzzles)),
    ("fpuz", Some(Exchange::FPuzzles)),
    ("scl", Some(Exchange::SudokuPad)),
    ("ctc", Some(Exchange::SudokuPad)),
    ("scf", None),
    ("N4Ig", Some(Exchange::FPuzzles)),
];

/// The sites of the programs.
const SITES: [(&str, Exchange); 6] = [
    ("f-puzzles.com", Exchange::FPuzzles),
    ("sudokupad.app", Exchange::SudokuPad),
    ("crackingthecryptic.com", Exchange::SudokuPad),
    ("sudokupad.svencodes.com", Exchange::SudokuPad),
    ("interactive-sudoku-solver", Exchange::Iss),
    ("penpa-edit", Exchange::Penpa),
];

/// Whether a text is a link to any host.
fn is_link(text: &str) -> bool {
    let head = text.get(..text.len().min(8)).unwrap_or(text).to_ascii_lowercase();
    head.starts_with("http://") || head.starts_with("https://") || head.starts_with("www.")
}

/// The program whose page a link opens.
fn site(text: &str) -> Option<Exchange> {
    let head: String = text.chars().take(120).collect::<String>().to_ascii_lowercase();
    let site = SITES.iter().find(|(site, _)| head.contains(site)).map(|&(_, program)| program);
    let begins = SITES.iter().any(|(site, _)| head.starts_with(site));
    site.filter(|_| is_link(text) || begins)
}

/// The program whose puzzle a line is, if recognisable.
#[must_use]
pub fn program_of(line: &[u8]) -> Option<Exchange> {
    let line = line.trim_ascii();
    let head = String::from_utf8_lossy(&line[..line.len().min(200)]);
    if let Some(program) = site(&head) {
        return Some(program);
    }
    if is_link(&head) {
        return carried(&String::from_utf8_lossy(line)).map(|(program, _)| program);
    }
    whose(line).or_else(|| (is_iss(line) || std::str::from_utf8(line).is_ok_and(iss::is_old)).then_some(Exchange::Iss))
}

/// Whether a word is a puzzle of another program: a packed text, a link that holds one, or a string.
pub(crate) fn is_puzzle(word: &[u8]) -> bool {
    // A grid and most names are told at once.
    if word.len() <= 8 || !word.iter().any(|&byte| byte.is_ascii_lowercase() || byte == b'~') {
        return false;
    }
    let form = |program| form(&String::from_utf8_lossy(word), program);
    program_of(word).is_some_and(|program| !matches!(form(program), Ok(Form::Short(_)) | Err(_)))
}

/// The program whose packed text a word is.
fn whose(word: &[u8]) -> Option<Exchange> {
    // A packed text is one word, long, with letters of both cases; the digits of a puzzle never have all three properties.
    let is_word = |line: &[u8]| line.iter().all(|&byte| lz::is_base64(byte) || matches!(byte, b'%' | b'-' | b'_'));
    let of_prefix = |&(prefix, program): &(&str, Option<Exchange>)| {
        let rest = word.strip_prefix(prefix.as_bytes())?;
        let has_both = rest.iter().any(u8::is_ascii_lowercase) && rest.iter().any(u8::is_ascii_uppercase);
        (rest.len() > 12 && is_word(rest) && has_both).then_some(program.unwrap_or(Exchange::SudokuPad))
    };
    PREFIXES.iter().find_map(of_prefix)
}

/// The content of a link to a foreign host: a packed text or a string of ISS, as the last part of the path or behind an equals
/// sign.
fn carried(link: &str) -> Option<(Exchange, String)> {
    let starts = link.match_indices(['/', '=', '?', '#']).map(|(at, _)| &link[at + 1..]);
    starts.into_iter().find_map(|text| {
        // A packed text may contain slashes.
        let end = text.find(['&', '#', '?']).unwrap_or(text.len());
        let text = unpercent(&text[..end]);
        let packed = || whose(text.as_bytes());
        let program = if is_iss(text.as_bytes()) { Some(Exchange::Iss) } else { packed() };
        Some((program?, text))
    })
}

/// Whether a line begins as a string of ISS: `.Type~…`, `.~R1C1_5`, `.Type .Type~…`, `..Type~…`.
pub(crate) fn is_iss(line: &[u8]) -> bool {
    let dots = line.iter().take_while(|&&byte| byte == b'.').count();
    let rest = &line[dots..];
    match rest {
        [b'~', b'R' | b'r' | b'V', ..] => dots == 1,
        [b'A'..=b'Z', ..] if dots > 0 => {
            let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            let (word, next) = (&rest[..length], rest.get(length));
            // Capital letters and full stops alone are the digits of a puzzle.
            let is_word = word.iter().any(u8::is_ascii_lowercase);
            let is_known = || std::str::from_utf8(word).is_ok_and(iss::is_type);
            match next {
                Some(b'~') => is_word || is_known(),
                None | Some(b'.') => is_word && (dots == 1 || is_known()),
                Some(byte) => byte.is_ascii_whitespace() && is_word && is_known(),
            }
        }
        _ => false,
    }
}

/// Takes a text apart into the program and its content.
///
/// # Errors
/// If the text belongs to no program. `asked` is the program to assume without other evidence.
pub(super) fn form(text: &str, asked: Exchange) -> Result<Form, ExchangeError> {
    let text = text.trim();
    let known = site(text);
    let other = if known.is_none() && is_link(text) { carried(text) } else { None };
    let (program, payload) = match (known, other) {
        (Some(program), _) => (Some(program), payload(text)),
        (None, Some((program, payload))) => (Some(program), payload),
        (None, None) => (None, text.to_owned()),
    };
    if program == Some(Exchange::Penpa) {
        return penpa(text);
    }
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

/// The parameters of a link of Penpa.
///
/// # Errors
/// If the link has no drawing.
fn penpa(link: &str) -> Result<Form, ExchangeError> {
    let behind = |name: &str| {
        let parameters = link.split(['?', '#', '&']);
        parameters.into_iter().find_map(|parameter| parameter.strip_prefix(name)).map(str::to_owned)
    };
    let puzzle = behind("p=")
        .ok_or_else(|| ExchangeError::whole(ExchangeProblem::expected("a link with &p= and a drawing", link)))?;
    Ok(Form::Penpa { puzzle, solution: behind("a=").filter(|packed| !packed.is_empty()) })
}

/// The content of a link: the text behind `load=`, `q=` or `puzzleid=`, or the last part of the path.
fn payload(link: &str) -> String {
    let behind = |key: &str| link.find(key).map(|at| &link[at + key.len()..]);
    let keys = ["?load=", "&load=", "?q=", "&q=", "?puzzleid=", "&puzzleid="];
    let found = keys.iter().find_map(|key| behind(key));
    let Some(found) = found else {
        // A packed text may contain slashes.
        let path = link.split_once("://").map_or(link, |(_, rest)| rest);
        let path = path.split_once('/').map_or("", |(_, path)| path);
        let path = path.strip_prefix("sudoku/").unwrap_or(path);
        return unpercent(path.split(['?', '#']).next().unwrap_or_default());
    };
    unpercent(found.split(['&', '#']).next().unwrap_or_default())
}

/// Decodes escapes such as `%20`.
pub(super) fn unpercent(text: &str) -> String {
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

/// The beginnings of links to puzzles.
pub(super) const F_PUZZLES: &str = "https://f-puzzles.com/?load=";
pub(super) const ISS: &str = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=";
pub(super) const SUDOKU_PAD: &str = "https://sudokupad.app/scl";

/// A link that contains a text.
pub(super) fn link(head: &str, text: &str) -> String {
    let mut link = head.to_owned();
    percent(text, &mut link);
    link
}

/// Percent-encodes a text for a link.
pub(super) fn percent(text: &str, out: &mut String) {
    use std::fmt::Write;
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

/// The most slashes doubled one by one.
const TRIED: usize = 16;

/// Unpacks a text after undoing the damage that links do: percent escapes, plus signs turned into blanks, double slashes turned
/// into single slashes.
///
/// # Errors
/// If the text is damaged or unpacks to more than the bound.
pub fn unpack(text: &str, running: &Running) -> Result<String, ExchangeError> {
    let plain = unpercent(text).trim().replace(' ', "+");
    let wrong = |error| {
        ExchangeError::whole(match error {
            lz::LzError::Damaged => ExchangeProblem::Damaged,
            lz::LzError::TooLong => ExchangeProblem::TooLong(lz::MAX_UTF16_UNITS),
        })
    };
    let is_whole = |text: &String| text.trim_end().ends_with(['}', ']']);
    let first = lz::decompress(plain.as_bytes());
    match &first {
        Ok(text) if is_whole(text) => return first.map_err(wrong),
        Err(lz::LzError::TooLong) => return first.map_err(wrong),
        _ => {}
    }
    // Some programs collapse a double slash. Each slash is doubled alone, then every slash together.
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
        running.check().map_err(|reason| ExchangeError::whole(ExchangeProblem::Stopped(reason)))?;
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
            ("https://example.com/fpuzzlesN4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9", Some(Exchange::FPuzzles)),
            ("https://example.com/?puzzleid=sclN4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9", Some(Exchange::SudokuPad)),
            ("https://example.com/?q=.Cage~3~R1C1~R1C2", Some(Exchange::Iss)),
            (".AntiKnight .X~R1C1~R1C2", Some(Exchange::Iss)),
            (".X~R1C1~R1C2", Some(Exchange::Iss)),
            ("..Cage~3~R1C1~R1C2", Some(Exchange::Iss)),
            (".Or .Cage~3~R1C1~R1C2 .End", Some(Exchange::Iss)),
            (".X.V............", None),
            (".Ab .", None),
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
            assert_eq!(unpack(&text, &Running::default()).as_deref(), Ok(json));
        }
        assert_eq!(unpack("N4Ig", &Running::default()).unwrap_err().problem, ExchangeProblem::Damaged);
    }
}
