//! `list`: a list of N lists in brackets, as in programs in Python (also `numpy`), JavaScript, C and further languages.
//!
//! ```text
//! grid = [[5, 3, 0, …],      int grid[9][9] = {      [[5 3 0 …]         ["53..7....",
//!         [6, 0, 0, …], …]     {5, 3, 0, …}, …};      [6 0 0 …] …]       "6..195...", …]
//! ```
//!
//! Text before the first bracket of the list is passed over, and so are comments. Commas or blanks separate numbers; 0, −1,
//! `None`, `null`, `nan`, an empty string, nothing between two commas, and the empty signs of further formats are empty cells. N
//! strings of N characters are a grid too. The kind of brackets does not matter. A matrix of MATLAB, a fact of Prolog, a table of
//! HTML and an array of LaTeX ([`markup`]) are lists of lists as well.

use std::io::{self, BufRead};

use crate::geometry::Geometry;
use crate::grid::Grid;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{markup, misfit, sheet, signs};

/// Whether a line begins a list that is no JSON: a name or a type before its bracket, or the brackets of C.
pub(crate) fn begins<R: BufRead>(lines: &mut Lines<R>) -> io::Result<bool> {
    let first = lines.peek(0)?.unwrap_or_default().trim_ascii().to_vec();
    let second =
        lines.peek_if(1, first.last().is_some_and(|&byte| is_open(byte)))?.unwrap_or_default().trim_ascii().to_vec();
    let opens = |text: &[u8]| text.trim_ascii_start().first().is_some_and(|&byte| is_open(byte));
    let holds = |text: &[u8]| {
        let text = text.trim_ascii_start();
        let Some(&byte) = text.first() else { return opens(&second) };
        is_open(byte) || byte.is_ascii_digit() || matches!(byte, b'\'' | b'.' | b'_' | b'-')
    };
    Ok(match first.as_slice() {
        line if markup::is_html(line) || markup::is_latex(line) => true,
        // In a matrix of MATLAB semicolons end the rows.
        [b'[', rest @ ..] if !rest.contains(&b'[') => rest.contains(&b';') || is_row_of_numbers(rest),
        [b'{', rest @ ..] if begins_dict(rest) => false,
        [b'{' | b'(', rest @ ..] => holds(rest) && !rest.trim_ascii_start().starts_with(b"\""),
        [byte, ..] if byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$') => {
            // MiniZinc has `[|`, or a flat list of numbers behind `array2d`.
            let Some(at) = start(&first) else { return Ok(false) };
            let inner = &first[at + 1..];
            // An assignment, a call, or a fact of Prolog.
            let is_named = first.contains(&b'=') || first[..at].contains(&b'(');
            let is_minizinc =
                inner.trim_ascii_start().starts_with(b"|") || first.windows(7).any(|word| word == b"array2d");
            let is_nested = opens(inner) || inner.trim_ascii().is_empty() && opens(&second) || first[at] == b'{';
            // Semicolons end the rows of a matrix of MATLAB.
            let is_matrix = first[at] == b'[' && inner.contains(&b';') && !inner.trim_ascii_end().ends_with(b"];");
            let is_matrix = is_matrix || first[at] == b'[' && inner.iter().filter(|&&byte| byte == b';').count() > 1;
            is_named && (is_nested || is_matrix) && !is_minizinc && holds(inner)
        }
        _ => false,
    })
}

/// Whether a text has several numbers with blanks between them and no comma.
fn is_row_of_numbers(text: &[u8]) -> bool {
    let is_number = |word: &[u8]| word.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b']'));
    words(text).count() > 1 && words(text).all(|(_, word)| is_number(word))
}

/// Whether a name in single quotes and a colon begin a text: a dict of Python, which is nearly an object.
fn begins_dict(text: &[u8]) -> bool {
    let name = text.trim_ascii_start().strip_prefix(b"'").unwrap_or_default();
    let behind = name.iter().position(|&byte| byte == b'\'').map_or(&[][..], |end| &name[end + 1..]);
    behind.trim_ascii_start().starts_with(b":")
}

const fn is_open(byte: u8) -> bool {
    matches!(byte, b'[' | b'{' | b'(')
}

/// The start of the list: behind the equals sign, the first brace if present, else the first bracket.
fn start(line: &[u8]) -> Option<usize> {
    let behind = line.iter().position(|&byte| byte == b'=').map_or(0, |at| at + 1);
    let first = |bracket: u8| line[behind..].iter().position(|&byte| byte == bracket).map(|at| behind + at);
    first(b'{').or_else(|| first(b'[')).or_else(|| first(b'('))
}

/// The depth of brackets over a text.
#[derive(Default)]
struct Depth {
    open: usize,
    quote: Option<u8>,
}

impl Depth {
    fn feed(&mut self, byte: u8) {
        match (self.quote, byte) {
            (Some(quote), byte) if quote == byte => self.quote = None,
            (None, b'"' | b'\'') => self.quote = Some(byte),
            (None, byte) if is_open(byte) => self.open += 1,
            (None, b']' | b'}' | b')') => self.open = self.open.saturating_sub(1),
            _ => {}
        }
    }
}

/// A line without a trailing comment.
fn code(line: &[u8]) -> &[u8] {
    let at = line.iter().position(|&byte| byte == b'#').into_iter();
    let end = at.chain(line.windows(2).position(|pair| pair == b"//")).min();
    &line[..end.unwrap_or(line.len())]
}

pub(crate) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    let mut depth = Depth::default();
    let mut begun = false;
    if lines.peek(0)?.is_some_and(|line| markup::is_html(line) || markup::is_latex(line)) {
        return split_markup(lines, record);
    }
    loop {
        let Some(line) = lines.peek(0)? else { return Ok(()) };
        let code = code(line);
        let from = if begun { Some(0) } else { start(code) };
        begun |= from.is_some();
        for &byte in &code[from.unwrap_or(code.len())..] {
            depth.feed(byte);
        }
        // No string goes over the end of a line.
        depth.quote = None;
        let is_blank = is_blank(line);
        lines.take(record);
        if depth.open == 0 && (begun || is_blank) {
            return Ok(());
        }
    }
}

/// Takes a grid in markup, up to the end of its table or array, or to the next blank line behind its rows.
fn split_markup<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    let is_html = lines.peek(0)?.is_some_and(markup::is_html);
    let mut has_rows = false;
    while let Some(line) = lines.peek(0)? {
        let is_end = markup::is_end(line);
        if is_blank(line) && has_rows && !is_html {
            break;
        }
        has_rows |= !is_blank(line);
        lines.take(record);
        if is_end {
            break;
        }
    }
    Ok(())
}

/// Reads a grid in markup.
fn parse_markup(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let rows = markup::rows(record.text);
    let side = misfit::side_of_rows(rows.iter().map(Vec::len));
    for row in &rows {
        if row.len() != side {
            let at = row.get(side).or(row.last()).map_or(0, |&(at, _)| at);
            return Err(record.error(at, Problem::Cells { expected: side, found: row.len() }));
        }
    }
    if side == 0 {
        let found = Excerpt::new(b"");
        return Err(record.error_at_end(Problem::Word { expected: "rows of cells", found }));
    }
    if rows.len() != side {
        return Err(record.error_at_end(Problem::Rows { expected: side, found: rows.len() }));
    }
    sheet::of_cells(record, &rows.concat(), side, true, boards, || record.error_at_end(Problem::Nothing))
}

/// The words of a list with their offsets, and the number of words in each inner list.
#[derive(Default)]
struct Items<'a> {
    words: Vec<(usize, &'a [u8])>,
    /// The inner lists.
    lists: Vec<Inner>,
    end: Option<usize>,
}

/// A list of words.
struct Inner {
    /// The end of the inner list.
    end: usize,
    /// The number of words before the inner list, and in the inner list.
    first: usize,
    count: usize,
    /// Whether the inner list ends with a comma.
    is_waiting: bool,
}

/// Collects the words of the list that begins at an offset.
fn items(text: &[u8], start: usize) -> Items<'_> {
    let mut items = Items::default();
    let mut depth = 0_usize;
    let mut first_word = 0;
    // Whether a value is pending: a comma, or the bracket of the list, has no word behind yet.
    let mut is_waiting = false;
    let mut at = start;
    while at < text.len() {
        let byte = text[at];
        match byte {
            b'#' => at += text[at..].iter().position(|&byte| byte == b'\n').unwrap_or(text.len() - at) - 1,
            b'/' if text.get(at + 1) == Some(&b'/') => {
                at += text[at..].iter().position(|&byte| byte == b'\n').unwrap_or(text.len() - at) - 1;
            }
            _ if is_open(byte) => {
                depth += 1;
                first_word = items.words.len();
                is_waiting = true;
            }
            b']' | b'}' | b')' => {
                if items.words.len() > first_word || depth > 1 {
                    let (first, count) = (first_word, items.words.len() - first_word);
                    items.lists.push(Inner { end: at, first, count, is_waiting: is_waiting && count > 0 });
                }
                depth = depth.saturating_sub(1);
                first_word = items.words.len();
                is_waiting = false;
                if depth == 0 {
                    items.end = Some(at);
                    return items;
                }
            }
            b',' | b';' => {
                if is_waiting {
                    items.words.push((at, b""));
                }
                // Between inner lists no value is pending.
                is_waiting = items.words.len() > first_word;
            }
            b'"' | b'\'' => {
                let rest = &text[at + 1..];
                let length = rest.iter().position(|&end| end == byte || end == b'\n').unwrap_or(rest.len());
                let word = &rest[..length];
                let indent = length - word.trim_ascii_start().len();
                items.words.push((at + 1 + indent.min(length), word.trim_ascii()));
                is_waiting = false;
                at += length + 1;
            }
            _ if byte.is_ascii_whitespace() => {}
            _ => {
                let is_end = |byte: &u8| {
                    byte.is_ascii_whitespace()
                        || is_open(*byte)
                        || matches!(byte, b']' | b'}' | b')' | b',' | b';' | b'"')
                };
                let length = text[at..].iter().position(is_end).unwrap_or(text.len() - at);
                items.words.push((at, &text[at..at + length]));
                is_waiting = false;
                at += length - 1;
            }
        }
        at += 1;
    }
    items
}

pub(crate) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    if record.lines().next().is_some_and(|(_, line)| markup::is_html(line) || markup::is_latex(line)) {
        return parse_markup(record, boards);
    }
    let start = record.lines().find_map(|(offset, line)| Some(offset + start(code(line))?));
    let Some(start) = start else {
        return Err(record
            .error_at_end(Problem::Word { expected: "[ or { and the numbers of a grid", found: Excerpt::new(b"") }));
    };
    let mut items = items(record.text, start);
    let Some(end) = items.end else {
        let found = Excerpt::new(b"");
        return Err(record.error_at_end(Problem::Word { expected: "the bracket at the end of the list", found }));
    };
    // The outermost list has no words of its own if inner lists exist.
    if items.lists.len() > 1 && items.lists.last().is_some_and(|list| list.count == 0) {
        items.lists.pop();
    }
    let count = items.words.len();
    // Strings of several cells, one string per row.
    let is_quoted = |at: usize| record.text[..at].last().is_some_and(|byte| matches!(byte, b'"' | b'\''));
    let is_row = |&(at, word): &(usize, &[u8])| word.len() == count && is_quoted(at);
    if items.lists.len() == 1 && count > 1 && items.words.iter().all(is_row) {
        let cells = items.words.iter().flat_map(|&(at, word)| (0..count).map(move |i| (at + i, &word[i..=i])));
        let cells: Vec<_> = cells.collect();
        return sheet::of_words(record, &cells, count, boards, || record.error_at_end(Problem::Nothing));
    }
    let is_flat = items.lists.len() <= 1;
    let side = boards.asked_side().unwrap_or_else(|| match count.isqrt() {
        _ if !is_flat => misfit::side_of_rows(items.lists.iter().map(|list| list.count)),
        root if root * root == count && root > 0 => root,
        root => root + 1,
    });
    if !is_flat {
        // If empty text between two commas is an empty cell, empty text behind the last comma is a cell as well.
        if items.words.iter().any(|(_, word)| word.is_empty()) {
            for list in items.lists.iter_mut().rev().filter(|list| list.is_waiting && list.count + 1 == side) {
                items.words.insert(list.first + list.count, (list.end, b""));
                list.count += 1;
            }
        }
        if let Some(list) = items.lists.iter().find(|list| list.count != side) {
            return Err(record.error(list.end, Problem::Cells { expected: side, found: list.count }));
        }
        if items.lists.len() != side {
            return Err(record.error(end, Problem::Rows { expected: side, found: items.lists.len() }));
        }
    }
    let found = items.words.len();
    if side == 0 || side > Geometry::MAX_SIDE {
        return Err(record.error(0, crate::geometry::GeometryError::Side { side }));
    }
    sheet::of_words(record, &items.words, side, boards, || {
        record.error(end, Problem::Cells { expected: side * side, found })
    })
}

pub(crate) fn write(grid: &Grid, out: &mut String) {
    let side = grid.geometry().digit_count();
    let values: Vec<u16> = grid.digits().iter().map(|digit| digit.map_or(0, crate::geometry::Digit::get)).collect();
    let empty = if signs::zero_may_be_digit(&values, side) { "null" } else { "0" };
    for (i, row) in grid.digits().chunks(side).enumerate() {
        out.push_str(if i == 0 { "[[" } else { " [" });
        record::write_separated(row.iter().map(|digit| digit.map(crate::geometry::Digit::get)), ", ", empty, out);
        out.push_str(if i + 1 == side { "]]\n" } else { "],\n" });
    }
}
