//! Grids in the markup of pages and documents: tables of HTML, arrays and Sudoku packages of LaTeX.
//!
//! ```text
//! <tr><td>5</td><td>3</td><td></td>…      5 & 3 & & & 7 … \\      \setrow{9}{{},2,6,…}      |2|5| |.|…|.
//! ```
//!
//! A cell is the text of an element `td` or `th`, or the text between two `&`, two `|` or two commas of a row; a row ends with
//! `tr`, `\\`, or the end of its braces. Commands such as `\textbf{5}` and tags within a cell enclose the digit. Text around the
//! rows is passed over, as around grids in every format.

use crate::grid::format::lines::words;

/// A cell of a row: its place and its text.
type Cell<'a> = (usize, &'a [u8]);

/// Whether a line is of a table of HTML.
pub(crate) fn is_html(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.starts_with(b"<") && TAGS.iter().any(|tag| is_tag(&line[1..], tag))
}

/// The elements with which a table of HTML begins.
const TAGS: [&[u8]; 6] = [b"table", b"tr", b"tbody", b"!doctype", b"html", b"div"];

/// Whether a text begins with the name of an element.
fn is_tag(text: &[u8], name: &[u8]) -> bool {
    text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
        && text.get(name.len()).is_none_or(|byte| !byte.is_ascii_alphanumeric())
}

/// The beginnings of a LaTeX grid, or of the document around the grid.
const LATEX: [&[u8]; 7] = [b"\\begin{", b"\\[", b"$$", b"\\setrow", b"\\documentclass", b"\\usepackage", b"\\hline"];

/// Whether a line begins a grid of LaTeX.
pub(crate) fn is_latex(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let has_cells = line.ends_with(b"\\\\") && line.contains(&b'&');
    let is_block = line.starts_with(b"|") && line.ends_with(b"|.");
    LATEX.iter().any(|start| line.starts_with(start)) || has_cells || is_block
}

/// Whether a grid of HTML or LaTeX ends in a line.
pub(crate) fn is_end(line: &[u8]) -> bool {
    let has = |word: &[u8]| line.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word));
    let is_inner = has(b"\\end{scope") || has(b"\\end{logicpuzzle");
    has(b"</table") || has(b"</html") || has(b"\\end{") && !is_inner
}

/// The rows of a text in markup; empty if the text has no rows of several cells.
pub(crate) fn rows(text: &[u8]) -> Vec<Vec<Cell<'_>>> {
    let first = words(text).next().map_or(&b""[..], |(_, word)| word);
    if first.starts_with(b"<") { html(text) } else { latex(text) }
}

fn html(text: &[u8]) -> Vec<Vec<Cell<'_>>> {
    let mut rows: Vec<Vec<Cell<'_>>> = Vec::new();
    // The current cell with its text so far.
    let mut cell: Option<Cell<'_>> = None;
    let mut at = 0;
    while at < text.len() {
        if text[at] != b'<' {
            let length = text[at..].iter().position(|&byte| byte == b'<').unwrap_or(text.len() - at);
            if let Some(cell) = &mut cell {
                let (start, inner) = trimmed(at, &text[at..at + length]);
                if !inner.is_empty() && inner != b"&nbsp;" && inner != b"&#160;" {
                    *cell =
                        if cell.1.is_empty() { (start, inner) } else { (cell.0, &text[cell.0..start + inner.len()]) };
                }
            }
            at += length;
            continue;
        }
        let length = text[at..].iter().position(|&byte| byte == b'>').map_or(text.len() - at, |end| end + 1);
        let (is_closing, name) = match &text[at + 1..at + length] {
            [b'/', name @ ..] => (true, name),
            name => (false, name),
        };
        if is_tag(name, b"td") || is_tag(name, b"th") {
            if let Some(cell) = cell.take()
                && let Some(row) = rows.last_mut()
            {
                row.push(cell);
            }
            cell = (!is_closing).then_some((at + length, &b""[..]));
        } else if is_tag(name, b"tr") || is_tag(name, b"table") {
            if let Some(cell) = cell.take()
                && let Some(row) = rows.last_mut()
            {
                row.push(cell);
            }
            if !is_closing && rows.last().is_none_or(|row| !row.is_empty()) {
                rows.push(Vec::new());
            }
        } else if is_tag(name, b"input")
            && let Some(cell) = &mut cell
            && let Some(value) = attribute(at, &text[at..at + length], b"value=")
        {
            // An empty cell is often a field to write in.
            *cell = value;
        }
        at += length;
    }
    rows.retain(|row| !row.is_empty());
    rows
}

/// The value of an attribute of a tag, with its place.
fn attribute<'a>(start: usize, tag: &'a [u8], name: &[u8]) -> Option<Cell<'a>> {
    let at = tag.windows(name.len()).position(|part| part.eq_ignore_ascii_case(name))? + name.len();
    let quote = *tag.get(at).filter(|byte| matches!(byte, b'"' | b'\''))?;
    let length = tag[at + 1..].iter().position(|&byte| byte == quote)?;
    Some((start + at + 1, &tag[at + 1..at + 1 + length]))
}

fn latex(text: &[u8]) -> Vec<Vec<Cell<'_>>> {
    let mut rows = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let at = start;
        start += line.len();
        let code = line.iter().position(|&byte| byte == b'%').map_or(line, |end| &line[..end]);
        if let Some(row) = set_row(at, code) {
            rows.push(row);
            continue;
        }
        let mut place = at;
        for part in split_rows(code) {
            let before = place;
            place += part.len() + 2;
            let (start, body) = trimmed(before, part);
            let body = body.strip_prefix(b"\\hline").map_or((start, body), |rest| trimmed(start + 6, rest));
            let (start, body) = body;
            if body.contains(&b'&') {
                rows.push(parted(start, body, b'&'));
            } else if body.starts_with(b"|") && body.len() > 2 {
                let inner = body.strip_suffix(b".").unwrap_or(body);
                let inner = inner.strip_suffix(b"|").unwrap_or(inner);
                rows.push(parted(start + 1, &inner[1..], b'|'));
            }
        }
    }
    rows
}

/// The parts of a line between `\\`.
fn split_rows(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let line = rest?;
        let end = line.windows(2).position(|pair| pair == b"\\\\");
        rest = end.map(|end| &line[end + 2..]);
        Some(&line[..end.unwrap_or(line.len())])
    })
}

/// The cells of `\setrow{9}{{},2,6,…}`, the last braces of a command.
fn set_row(at: usize, line: &[u8]) -> Option<Vec<Cell<'_>>> {
    let text = line.trim_ascii();
    let start = at + line.len() - line.trim_ascii_start().len();
    let rest = text.strip_prefix(b"\\setrow{")?;
    let open = rest.windows(2).position(|pair| pair == b"}{")? + 2;
    let body = rest[open..].strip_suffix(b"}")?;
    Some(parted(start + 8 + open, body, b','))
}

/// The cells of a row between two separators, without the commands around them.
fn parted(start: usize, row: &[u8], separator: u8) -> Vec<Cell<'_>> {
    let mut at = start;
    let cell = |part| {
        let place = at;
        at += <[u8]>::len(part) + 1;
        let (mut place, mut text) = trimmed(place, part);
        // `\textbf{5}`, `\mathbf 5`, `{5}` and `$5$` have the digit inside.
        loop {
            let inner = match text {
                [b'\\', rest @ ..] => {
                    let name = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
                    if name == rest.len() {
                        break;
                    }
                    Some((name + 1, &text[name + 1..]))
                }
                [b'{', inner @ .., b'}'] | [b'$', inner @ .., b'$'] => Some((1, inner)),
                _ => None,
            };
            let Some((skipped, inner)) = inner else { break };
            (place, text) = trimmed(place + skipped, inner);
        }
        (place, text)
    };
    row.split(|&byte| byte == separator).map(cell).collect()
}

/// A text without surrounding blanks, and its start.
fn trimmed(start: usize, text: &[u8]) -> Cell<'_> {
    (start + text.len() - text.trim_ascii_start().len(), text.trim_ascii())
}
