//! Which format a text is in: the first record decides.

use std::io::{self, BufRead};

use crate::grid::format::alphabet;
use crate::grid::format::lines::{Doubt, Lines, is_blank, words};
use crate::grid::format::{
    Format, annotated, ascii, block, boxed, chars, columns, drawing, exchanged, header, list, minizinc, notes, order,
    rows, sdk, semicolon, ss,
};

/// Looks at the first line that is neither blank nor begins with `#`, and where that is not enough at those behind it;
/// `None` where there is no such line. What fits first is taken:
///
/// * a link of another program, its packed text or its keys in an object, one of `fpuzzles`, `iss` and `sudokupad`;
/// * `[Puzzle]` begins an `sdk`, `{` or `[` a `json`, `%`, `[|` or a name and an equals sign a `minizinc`, but a name and
///   two brackets, or `{` and no quote, a `list`;
/// * a column's name, or unknown names above a puzzle, a `csv`; `*---` or tight cells between bars an `ss`; another `+` or `|`, bars between cells, or a
///   rule above them a `grid`;
/// * words above a drawing an `ascii`, but `diagonals` and `unit` a `grid`;
/// * commas or semicolons between cells are `rows`;
/// * the letter `c` a `header`'s comments, `regions`, `latin`, `canvas`, `grid RxC at r1c1` or two numbers its shape;
/// * one number up to 64 an `order` or a `semicolon`, by the line behind it;
/// * N lines of N cells an `sdk`, or `chars` where some are no cells, N up to 35; lines that could each be a whole grid
///   are an `sdk` where a digit is too large for that, or there is none at all; else N of them are refused up to side 9, and a
///   `line` each above; 16 cells with a digit are a 4×4 `line` at once;
/// * a word of N² or 2N² cells a `line`, among other words too; short words on several lines with N² characters in all
///   are `chars`;
/// * more than two numbers are `rows`, and so are lines whose layout tells their cells;
/// * above any of these, notes are passed over.
///
/// What is none of these is read as `line`, whose errors say best what a puzzle looks like.
pub(in crate::grid::format) fn detect<R: BufRead>(lines: &mut Lines<R>) -> io::Result<Option<Format>> {
    if !lines.skip_while(|line| line.starts_with(b"#") && !annotated::is_fragment(line))? {
        return Ok(None);
    }
    let is_tag = lines.peek(0)?.is_some_and(notes::is_tag);
    if !is_tag && let Some(format) = by_form(lines)? {
        return Ok(Some(format));
    }
    // Notes are passed over where something follows them.
    let is_name = |line: &[u8]| !line.contains(&b',') && columns::has_known_name(line);
    let is_note = |line: &[u8]| notes::is_note(line) || line.starts_with(b"#") || is_name(line.trim_ascii());
    let (mut above, mut after_number) = (0, false);
    while above < notes::MAX_ABOVE {
        let Some(line) = lines.peek(above)?.map(<[u8]>::to_vec) else { break };
        let line = line.trim_ascii();
        // A row of digits, and one that lacks a cell, looks like a number.
        let is_number = notes::is_number(line)
            && !after_number
            && match lines.peek(above + 1)?.map_or(0, |below| below.trim_ascii().len()).abs_diff(line.len()) {
                0 => false,
                1 => notes::is_numbering(line),
                _ => true,
            };
        let is_above = is_blank(line) || is_note(line) || is_number;
        if above > 0 && block::begins(lines, above)? || !is_above && !block::is_titled(lines, above)? {
            break;
        }
        after_number = is_number || after_number && is_blank(line);
        above += 1;
    }
    if above > 0 && lines.peek(above)?.is_some() {
        (0..above).for_each(|_| lines.skip());
        lines.has_notes = true;
        if let Some(format) = by_form(lines)? {
            return Ok(Some(format));
        }
    }
    // A longer line is a damaged grid, and those behind it are others; what has no cells at all is none.
    let is_shapeless = |first: &[u8]| first.trim_ascii().len() <= Format::MAX_LINE_SIDE || !notes::has_cells(first);
    if lines.peek(0)?.is_some_and(is_shapeless) && lines.doubt == Doubt::None {
        lines.doubt = Doubt::Shapeless;
    }
    Ok(Some(Format::Line))
}

/// The format of the text at hand, where one fits.
fn by_form<R: BufRead>(lines: &mut Lines<R>) -> io::Result<Option<Format>> {
    let line = lines.peek(0)?.unwrap_or_default().to_vec();
    let first = line.trim_ascii();
    // A row of empty cells between tabs.
    if first.is_empty() {
        return Ok(Some(Format::Rows));
    }
    if block::is_titled(lines, 0)? {
        return Ok(None);
    }
    let is_named = minizinc::is_assignment(first) && !first.starts_with(b"%") && !first.contains(&b'[');
    // What says something of a puzzle is passed over nowhere, and has its place in this form alone.
    if header::begins(first) || notes::says_more(first) && !boxed::is_extra_unit(first) {
        return Ok(Some(Format::Header));
    }
    // The places of a board that was named: all of them, or those of a row.
    if let Some((rows, columns)) = lines.asked_canvas() {
        match words(first).count() {
            1 if first.len() == rows * columns => return Ok(Some(Format::Line)),
            1 if first.len() == columns => return Ok(Some(Format::Chars)),
            words if words == columns => return Ok(Some(Format::Rows)),
            _ => {}
        }
    }
    if let Some(format) = exchanged::detect(lines)? {
        return Ok(Some(format));
    }
    if annotated::is_link(first) || annotated::is_fragment(first) || is_named && annotated::is_annotated(first) {
        return Ok(Some(Format::Line));
    }
    if lines.table.tell_table() && !matches!(first, [b'{' | b'[', ..]) {
        return Ok(Some(Format::Csv));
    }
    if list::begins(lines)? {
        return Ok(Some(Format::List));
    }
    if let Some(format) = by_marks(first) {
        let is_title = format == Format::Csv && words(first).count() == 1 && is_title_of_rows(first, lines)?;
        return Ok((!is_title).then_some(format));
    }
    if columns::may_be_names(first) && lines.peek(1)?.is_some_and(|next| columns::are_names_above(first, next)) {
        return Ok(Some(Format::Csv));
    }
    if !boxed::is_extra_unit(first)
        && first[0].is_ascii_alphabetic()
        && (first.len() <= Format::MAX_LINE_SIDE || words(first).count() > 1)
        && ascii::words_above(lines)?.is_some()
    {
        return Ok(Some(Format::Ascii));
    }
    let is_long = first.len() > Format::MAX_LINE_SIDE && words(first).count() == 1;
    let is_rule = drawing::is_rule(first);
    if drawing::begins(first, lines.peek_if(1, is_rule)?) {
        return Ok(Some(Format::Grid));
    }
    let has_separator = first.contains(&b',') || first.contains(&b';');
    if has_separator && !annotated::is_annotated(first) && rows::is_separated(first, lines.peek(1)?) {
        return Ok(Some(Format::Rows));
    }
    let count = words(first).count();
    let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit) || matches!(word, b"." | b"_" | b"*");
    let are_numbers = words(first).all(|(_, word)| is_number(word));
    if count == 1
        && let Some(format) = by_block(first, lines)?
    {
        return Ok(Some(format));
    }
    let is_comment = header::is_comment(first);
    Ok(match first {
        _ if alphabet::is_line(first) => Some(Format::Line),
        _ if !is_comment && annotated::is_annotated(first) => Some(Format::Line),
        _ if is_comment => Some(Format::Header),
        _ if boxed::is_extra_unit(first) => Some(Format::Grid),
        _ if is_long => None,
        _ if !are_numbers && notes::is_note(first) => None,
        _ if count == 2 && are_numbers => {
            let is_grid = rows::laid_out(lines, true)?.is_some();
            Some(if is_grid { Format::Rows } else { Format::Header })
        }
        _ if count > 2 && are_numbers => Some(Format::Rows),
        _ if rows::laid_out(lines, false)?.is_some() => Some(Format::Rows),
        _ if count > 1 && first[0].is_ascii_digit() => Some(Format::Rows),
        _ => None,
    })
}

/// The formats that the first line tells by itself.
fn by_marks(first: &[u8]) -> Option<Format> {
    Some(match first {
        _ if sdk::is_section(first) => Format::Sdk,
        _ if minizinc::is_assignment(first) => Format::MiniZinc,
        [b'[', b'|', ..] => Format::MiniZinc,
        [b'{' | b'[', ..] => Format::Json,
        _ if columns::has_known_name(first) => Format::Csv,
        _ if ss::begins(first) => Format::Ss,
        [b'+' | b'|', ..] => Format::Grid,
        _ if minizinc::begins(first) && first.ends_with(b";") => Format::MiniZinc,
        _ => return None,
    })
}

/// Whether the name of a column is the title of a grid, whose rows follow: words of one length that are too short for
/// grids of their own.
fn is_title_of_rows<R: BufRead>(first: &[u8], lines: &mut Lines<R>) -> io::Result<bool> {
    // Several names are the head of a table.
    if first.iter().any(|byte| matches!(byte, b',' | b';' | b'\t' | b'|')) {
        return Ok(false);
    }
    let mut ahead = 1;
    while lines.peek(ahead)?.is_some_and(is_blank) {
        ahead += 1;
    }
    let length = |line: Option<&[u8]>| line.map_or(0, |line| line.trim_ascii().len());
    let row = lines.peek(ahead)?.unwrap_or_default().to_vec();
    if rows::is_separated(&row, lines.peek(ahead + 1)?) {
        return Ok(true);
    }
    if are_rows_of_words(lines, ahead)? {
        return Ok(true);
    }
    let side = row.trim_ascii().len();
    let mut are_grids = true;
    for at in ahead..ahead + side {
        are_grids &=
            lines.peek(at)?.is_some_and(|row| row.trim_ascii().len() == side && alphabet::is_line(row.trim_ascii()));
    }
    // Lines that each have a grid are a table, as this program writes them.
    if are_grids {
        return Ok(false);
    }
    let row = length(Some(&row));
    Ok(first.iter().all(u8::is_ascii_alphabetic)
        && (2..FOUR_BY_FOUR).contains(&row)
        && length(lines.peek(ahead + 1)?) == row)
}

/// Whether N lines of N numbers follow, some of which are too large for lines that each have a grid.
fn are_rows_of_words<R: BufRead>(lines: &mut Lines<R>, ahead: usize) -> io::Result<bool> {
    let side = lines.peek(ahead)?.map_or(0, |line| words(line).count());
    if !(2..=Format::MAX_LINE_SIDE).contains(&side) {
        return Ok(false);
    }
    let mut is_large = side.isqrt().pow(2) != side;
    for row in ahead..ahead + side {
        let line = lines.peek(row)?.unwrap_or_default();
        let values = words(line).map(|(_, word)| std::str::from_utf8(word).ok()?.parse::<usize>().ok());
        if words(line).count() != side {
            return Ok(false);
        }
        is_large |= values.flatten().any(|value| value > side.isqrt());
    }
    Ok(is_large)
}

/// A line of so many cells is nearly always a 4×4 grid, and hardly ever the first row of a 16×16.
const FOUR_BY_FOUR: usize = 16;

/// The formats that a single word and the lines behind it tell.
fn by_block<R: BufRead>(first: &[u8], lines: &mut Lines<R>) -> io::Result<Option<Format>> {
    // A person who types a line waits for its answer, so no further line is asked for where this one is enough.
    let is_whole = alphabet::is_line(first);
    let has_digit = first.iter().any(|byte| matches!(byte, b'1'..=b'9'));
    if first.len() > Format::MAX_LINE_SIDE || is_whole && first.len() == FOUR_BY_FOUR && has_digit {
        return Ok(None);
    }
    if order::order(first).is_some_and(|order| order > 1) {
        let mut ahead = 1;
        while lines.peek(ahead)?.is_some_and(is_blank) {
            ahead += 1;
        }
        match lines.peek(ahead)? {
            Some(line) if semicolon::is_row(line) => return Ok(Some(Format::Semicolon)),
            Some(line) if line.trim_ascii() == b"1" || words(line).count() > 1 => return Ok(Some(Format::Order)),
            _ => {}
        }
    }
    let (mut rows, mut cells) = (vec![first.to_vec()], first.len());
    // A block of lines that are no grids each.
    while rows.len() < Format::MAX_LINE_SIDE && cells < Format::MAX_LINE_SIDE.pow(2) {
        let Some(line) = lines.peek(rows.len())?.filter(|line| !is_blank(line)) else { break };
        if words(line).count() != 1 {
            break;
        }
        cells += chars::count(line);
        rows.push(line.trim_ascii().to_vec());
    }
    let side = first.len();
    if rows.len() >= side && side > 1 && rows[..side].iter().all(|row| row.len() == side) {
        let block = rows[..side].concat();
        if rows[..side].iter().all(|row| alphabet::is_line(row)) {
            // Lists of such small grids are as seldom as larger grids whose digits are that small.
            let has_clue = |row: &Vec<u8>| row.iter().any(|byte| matches!(byte, b'1'..=b'9'));
            let is_block = rows.len().is_multiple_of(side);
            let has_clues = rows.iter().any(has_clue);
            if is_block && !has_clues && lines.asked_side().is_none_or(|asked| asked == side) {
                return Ok(Some(Format::Sdk));
            }
            if is_block && has_clues && side < FOUR_BY_FOUR && lines.asked_side().is_none() {
                lines.doubt = Doubt::Ambiguous;
            }
            return Ok(None);
        }
        if alphabet::is_line(&block) {
            return Ok(Some(Format::Sdk));
        }
        if !block::has_words(&rows[..side], side) {
            return Ok(Some(Format::Chars));
        }
        return Ok(block::lacks_first_row(lines, side)?.then_some(Format::Sdk));
    }
    let is_square = cells.isqrt().pow(2) == cells;
    let has_whole = rows.iter().any(|row| row.len() >= FOUR_BY_FOUR && alphabet::is_line(row));
    let are_cells = rows.len() > 1 && !has_whole && !block::has_words(&rows, cells.isqrt());
    Ok((!is_whole && are_cells && is_square && cells >= FOUR_BY_FOUR).then_some(Format::Chars))
}
