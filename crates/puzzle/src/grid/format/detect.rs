//! Detects the format of a text from its first record.

use std::io::{self, BufRead};
use std::sync::Arc;

use crate::geometry::Geometry;
use crate::grid::Grid;
use crate::grid::format::formats::Format;
use crate::grid::format::lines::{LineAmbiguity, Lines, is_blank, words};
use crate::grid::format::signs::{self, is_line};
use crate::grid::format::{
    annotated, ascii, block, borders, boxed, chars, columns, exchanged, header, killer, list, markup, minizinc, notes,
    opensudoku, order, rows, sdk, semicolon, sign, ss,
};

/// Examines the first line that is neither blank nor a comment, and further lines if necessary; `None` without a line. The first
/// match decides:
///
/// * a link, a packed text or an object with the keys of another program is `fpuzzles`, `iss` or `sudokupad`; XML with a game is
///   `opensudoku`;
/// * `[Puzzle]` begins `sdk`, `{` or `[` begins `json`, `[|` or a name and an equals sign begins `minizinc`; but a name and two
///   brackets, `{` without a quote, a matrix, or markup begins `list`;
/// * a column's name, or unknown names above a puzzle, begins `csv`; `*---` or tight cells between bars begin `ss`; a remaining
///   `+` or `|`, bars between cells, or a rule above barred cells begins `grid`;
/// * words above a drawing begin `ascii`, but `diagonals` and `unit` begin `grid`;
/// * commas or semicolons between cells are `rows`;
/// * the letter `c` begins a comment of `header`; `regions`, `latin`, `canvas`, `grid RxC at r1c1` or two numbers begin its
///   shape;
/// * one number up to 64 begins `order` or `semicolon`, depending on the next line;
/// * N lines of N cells are `sdk`, N up to 35. If the lines could also be N single-line grids, the reading without clashing
///   digits is taken; if both readings clash or neither does, the text is refused;
/// * a word of N² or 2N² cells is `line`, also among words; short words on several lines with N² characters in total are `rows`;
/// * more than two numbers are `rows`, and so are lines whose layout defines their cells;
/// * notes above the first puzzle are passed over.
///
/// A text without a match is read as `line`, whose errors best describe a puzzle.
pub(crate) fn detect<R: BufRead>(lines: &mut Lines<R>) -> io::Result<Option<Format>> {
    if !lines.skip_while(|line| notes::is_comment(line) && !annotated::is_fragment(line))? {
        return Ok(None);
    }
    let is_tag = lines.peek(0)?.is_some_and(notes::is_tag);
    if !is_tag && let Some(format) = by_form(lines)? {
        return Ok(Some(format));
    }
    // Notes are passed over only if a text follows.
    let is_name = |line: &[u8]| !line.contains(&b',') && columns::has_known_name(line);
    let is_note = |line: &[u8]| notes::is_note(line) || is_name(line.trim_ascii());
    let (mut above, mut after_number) = (0, false);
    while above < notes::MAX_ABOVE {
        let Some(line) = lines.peek(above)?.map(<[u8]>::to_vec) else { break };
        let line = line.trim_ascii();
        // A row of digits, even a row that lacks a cell, looks like a number.
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
    // A longer line is a damaged grid, and the lines below are separate grids. A line without cells is not a grid.
    let is_shapeless = |first: &[u8]| first.trim_ascii().len() <= Format::MAX_LINE_SIDE || !notes::has_cells(first);
    if lines.peek(0)?.is_some_and(is_shapeless) && lines.ambiguity == LineAmbiguity::None {
        lines.ambiguity = LineAmbiguity::Shapeless;
    }
    Ok(Some(Format::Line))
}

/// The format of the text at hand, if one fits.
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
    let is_named = minizinc::is_assignment(first) && !first.contains(&b'[');
    // A matrix, before a name of JSON.
    if markup::is_html(first) && !notes::is_tag(first) && !opensudoku::begins(lines)? {
        return Ok(Some(Format::List));
    }
    // A line about the rules or board of a puzzle is never passed over, and belongs only in `header`.
    if header::begins(first) || notes::says_more(first) && !boxed::is_extra_unit(first) {
        return Ok(Some(Format::Header));
    }
    if first.starts_with(b"*****") && boxed::is_starred(first, lines.peek(1)?.unwrap_or_default()) {
        return Ok(Some(Format::Grid));
    }
    // With a requested board the word may cover every place of the canvas, or the places of a row.
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
    if killer::begins(lines)? {
        return Ok(Some(Format::Killer));
    }
    if lines.table.tell_table() && !matches!(first, [b'{' | b'[', ..]) {
        return Ok(Some(Format::Csv));
    }
    if opensudoku::begins(lines)? {
        return Ok(Some(Format::OpenSudoku));
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
    let is_rule = borders::is_rule(first);
    if borders::begins(first, lines.peek_if(1, is_rule)?) {
        return Ok(Some(Format::Grid));
    }
    let has_separator = first.contains(&b',') || first.contains(&b';');
    if has_separator && !annotated::is_annotated(first) && rows::is_separated(first, lines.peek(1)?) {
        return Ok(Some(Format::Rows));
    }
    let count = words(first).count();
    let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit) || sign::may_be(word, 1) && word.len() == 1;
    let are_numbers = words(first).all(|(_, word)| is_number(word));
    if count == 1
        && let Some(format) = by_block(first, lines)?
    {
        return Ok(Some(format));
    }
    if let Some(format) = by_grouped_lines(first, lines)? {
        return Ok(Some(format));
    }
    let is_comment = header::is_comment(first);
    Ok(match first {
        _ if is_line(first) => Some(Format::Line),
        _ if !is_comment && annotated::is_annotated(first) => Some(Format::Line),
        _ if is_comment => Some(Format::Header),
        _ if boxed::is_extra_unit(first) => Some(Format::Grid),
        _ if is_long => None,
        _ if !are_numbers && notes::is_note(first) => None,
        _ if count == 2 && are_numbers => {
            let is_grid = !is_least_header(lines)? && rows::laid_out(lines, true)?.is_some();
            Some(if is_grid { Format::Rows } else { Format::Header })
        }
        _ if count > 2 && are_numbers => Some(Format::Rows),
        _ if rows::laid_out(lines, false)?.is_some() => Some(Format::Rows),
        _ if count > 1 && first[0].is_ascii_digit() => Some(Format::Rows),
        _ => None,
    })
}

/// The format that the first line alone determines.
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

/// Whether the header of a full 2×2 grid is at hand. The lines also look like a 3×3 grid with a blank column, but a digit would
/// occur twice in a column.
fn is_least_header<R: BufRead>(lines: &mut Lines<R>) -> io::Result<bool> {
    for ahead in 0..3 {
        let line = lines.peek(ahead)?.unwrap_or_default();
        let is_digit = |(_, word): (usize, &[u8])| matches!(word, b"1" | b"2");
        let is_shape = ahead > 0 || matches!(line.trim_ascii(), b"1 2" | b"2 1");
        if !is_shape || words(line).count() != 2 || !words(line).all(is_digit) {
            return Ok(false);
        }
    }
    Ok(lines.peek(3)?.is_none_or(is_blank))
}

/// Whether the name of a column is really the title of a grid, whose rows follow as words of equal length, too short to be grids.
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
        are_grids &= lines.peek(at)?.is_some_and(|row| row.trim_ascii().len() == side && is_line(row.trim_ascii()));
    }
    // Single-line grids below a name are a table, as satdoku writes tables.
    if are_grids {
        return Ok(false);
    }
    let row = length(Some(&row));
    Ok(first.iter().all(u8::is_ascii_alphabetic)
        && (2..FEWEST_SPREAD).contains(&row)
        && length(lines.peek(ahead + 1)?) == row)
}

/// Whether N lines of N numbers follow, with a number too large for single-line grids.
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

/// The fewest cells of a grid on a number of lines that differs from its side.
const FEWEST_SPREAD: usize = 16;

/// The format of a single word and the lines below.
fn by_block<R: BufRead>(first: &[u8], lines: &mut Lines<R>) -> io::Result<Option<Format>> {
    // A person who types a line expects an answer, so further lines are read only if necessary.
    let is_whole = is_line(first);
    if first.len() > Format::MAX_LINE_SIDE {
        // A line may have been wrapped.
        let is_wrapped = !is_whole && !is_square(chars::count(first)) && rows::laid_out(lines, false)?.is_some();
        return Ok(is_wrapped.then_some(Format::Rows));
    }
    if is_whole && has_digit_twice(first) && first.len() >= FEWEST_SPREAD {
        return Ok(None);
    }
    if first.len() == 1 && single_cells(lines)? {
        return Ok(Some(Format::Rows));
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
    let (mut rows, mut cells) = (vec![first.to_vec()], chars::count(first));
    // Collects a block of lines with one word each.
    while cells < Format::MAX_LINE_SIDE.pow(2) {
        let Some(line) = lines.peek(rows.len())?.filter(|line| !is_blank(line)) else { break };
        if words(line).count() != 1 {
            break;
        }
        cells += chars::count(line);
        rows.push(line.trim_ascii().to_vec());
    }
    // Rows of a damaged grid are not small grids, even if some rows could be.
    if is_whole && first.len() < FEWEST_SPREAD && !rows.iter().all(|row| row.len() == first.len() && is_line(row)) {
        lines.ambiguity = LineAmbiguity::Shapeless;
    }
    let side = first.len();
    if rows.len() >= side && side > 1 && rows[..side].iter().all(|row| row.len() == side) {
        if rows[..side].iter().all(|row| is_line(row)) {
            return Ok(by_small_lines(&rows, side, rows.len(), lines));
        }
        let block = rows[..side].concat();
        if is_line(&block) || !block::has_words(&rows[..side], side) || one_sign_prevails(&rows[..side]) {
            return Ok(Some(Format::Sdk));
        }
        return Ok(block::lacks_first_row(lines, side)?.then_some(Format::Sdk));
    }
    // Some rows have a character too many or too few.
    let is_as_wide = |row: &&Vec<u8>| chars::count(row) == rows.len();
    let is_near = rows.len() > 3 && rows.iter().filter(is_as_wide).count() * 8 > rows.len() * 5;
    let are_grids = rows.iter().filter(|row| is_line(row)).count() * 2 > rows.len();
    if is_near && !are_grids && !block::has_words(&rows, rows.len()) {
        return Ok(Some(Format::Sdk));
    }
    let is_square = is_square(cells) && cells >= FEWEST_SPREAD;
    let has_whole = rows.iter().any(|row| row.len() >= FEWEST_SPREAD && is_line(row));
    let are_cells = rows.len() > 1 && !has_whole && !block::has_words(&rows, cells.isqrt());
    let is_spread = !is_whole && are_cells && is_square && rows::laid_out(lines, false)?.is_some();
    Ok(is_spread.then_some(Format::Rows))
}

/// The format of lines of N words with N characters each: N² rows of a larger grid, or a grid per line.
fn by_grouped_lines<R: BufRead>(first: &[u8], lines: &mut Lines<R>) -> io::Result<Option<Format>> {
    let order = words(first).count();
    if order < 4 || order.pow(2) > Format::MAX_LINE_SIDE || annotated::rows(first).is_none() {
        return Ok(None);
    }
    let (mut rows, mut ahead) = (Vec::new(), 0);
    while rows.len() < order.pow(2) {
        match lines.peek(ahead)? {
            Some(line) if is_blank(line) => {}
            Some(line) if words(line).count() == order => {
                rows.push(line.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect::<Vec<u8>>());
            }
            _ => return Ok(None),
        }
        ahead += 1;
    }
    Ok(by_small_lines(&rows, order.pow(2), ahead, lines).map(|_| Format::Rows))
}

/// Whether a grid with one cell a line is at hand.
fn single_cells<R: BufRead>(lines: &mut Lines<R>) -> io::Result<bool> {
    Ok(rows::single_cells(lines)?.is_some())
}

fn is_square(count: usize) -> bool {
    count.isqrt().pow(2) == count
}

/// Whether a word repeats a digit, so it is not a row of a grid.
fn has_digit_twice(word: &[u8]) -> bool {
    let is_digit = |byte: &u8| matches!(byte, b'1'..=b'9');
    word.iter().enumerate().any(|(at, byte)| is_digit(byte) && word[at + 1..].contains(byte))
}

/// Whether at least half of the characters are one sign, the sign is in every row, and the text has digits. Prose never has such
/// a sign.
fn one_sign_prevails(rows: &[Vec<u8>]) -> bool {
    let cells = rows.concat();
    let prevails = |&sign: &u8| {
        let count = cells.iter().filter(|&&byte| byte == sign).count();
        !sign.is_ascii_digit() && count * 2 >= cells.len() && rows.iter().all(|row| row.contains(&sign))
    };
    cells.iter().any(u8::is_ascii_digit) && rows[0].iter().any(prevails)
}

/// The format of N rows of N cells that could also be N single-line grids: the reading without clashing digits. If both readings
/// or neither clash, the lines are ambiguous and share one error.
fn by_small_lines<R: BufRead>(rows: &[Vec<u8>], side: usize, length: usize, lines: &mut Lines<R>) -> Option<Format> {
    if !rows.len().is_multiple_of(side) || lines.asked_side().is_some_and(|asked| asked != side) {
        return None;
    }
    let has_clue = |row: &Vec<u8>| row.iter().any(|byte| byte.is_ascii_alphanumeric() && *byte != b'0');
    if lines.asked_side() == Some(side) || !rows.iter().any(has_clue) {
        return Some(Format::Sdk);
    }
    let clashes = |cells: &[u8]| {
        let root = cells.len().isqrt();
        let spelled = signs::of_characters(cells, root, None).ok().and_then(|found| found.into_iter().next());
        let board = Geometry::nearly_square(root).map(Arc::new);
        let grid = board.ok().zip(spelled).and_then(|(board, it)| Grid::from_values(&board, &it.values).ok());
        grid.is_none_or(|grid| grid.first_conflict().is_some())
    };
    let blocks_clash = rows.chunks(side).any(|block| clashes(&block.concat()));
    match (blocks_clash, rows.iter().any(|row| clashes(row))) {
        (true, false) => None,
        (false, true) => Some(Format::Sdk),
        _ => {
            lines.ambiguity = LineAmbiguity::Ambiguous(length);
            None
        }
    }
}
