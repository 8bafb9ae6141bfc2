//! Drawings of any kind: with or without a frame, in tight or loose cells, each cell or each box in its border.
//!
//! A rule is a line of dashes or equals signs, with corners of any kind; a row has bars between its cells or boxes.
//! Where both sorts of rules stand between rows, or both sorts of bars, those of equals signs and of `|` are the borders
//! of boxes, the others those of cells. What the borders leave open is the usual board.

use crate::grid::format::layout::{self, Layout, Misfit, Row};
use crate::grid::format::record::Record;
use crate::grid::format::{ParseError, Problem};

/// Whether a line is a rule: dashes or equals signs, and what corners are made of.
pub(in crate::grid::format) fn is_rule(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let strokes = line.iter().filter(|byte| matches!(byte, b'-' | b'=')).count();
    let marks = line.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
    strokes >= 3 && 2 * strokes >= marks && line.iter().all(|byte| b"-=+|!.:'`*, ".contains(byte))
}

/// Whether a line is a row with bars between cells.
pub(in crate::grid::format) fn is_barred(line: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b"|!._*-?~".contains(byte);
    line.contains(&b'|') && line.iter().all(is_part)
}

/// Whether a drawing begins with a line that no other format begins with, by the line behind it.
pub(in crate::grid::format) fn begins(first: &[u8], second: Option<&[u8]>) -> bool {
    if is_rule(first) {
        return second.is_some_and(|second| is_barred(second) && !is_rule(second));
    }
    is_barred(first)
        && first.iter().any(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'*' | b' '))
}

/// The boxes that borders tell: rows and columns of each, where they tell them.
pub(in crate::grid::format) struct Boxes {
    pub(in crate::grid::format) rows: Option<usize>,
    pub(in crate::grid::format) columns: Option<usize>,
}

/// Reads the lines of a drawing.
pub(in crate::grid::format) fn read<'a>(
    record: &Record<'_>,
    lines: &[Row<'a>],
) -> Result<(Layout<'a>, Result<Boxes, ParseError>), Option<ParseError>> {
    let has_digit = |line: &[u8]| line.iter().any(u8::is_ascii_digit);
    let dashes_are_cells = lines.iter().any(|(_, line)| has_digit(line) && line.contains(&b'-'));
    // A row of empty cells looks like a rule where a dash is an empty cell.
    let is_row = |line: &[u8]| !is_rule(line) || dashes_are_cells && line.contains(&b'|') && !line.contains(&b'+');
    let rows: Vec<Row<'a>> = lines.iter().copied().filter(|(_, line)| is_row(line)).collect();
    let layout = match layout::read(record, &rows) {
        Ok(layout) => layout,
        Err(Misfit::None) => return Err(None),
        Err(Misfit::Value(error)) => return Err(Some(error)),
        Err(Misfit::Several) => {
            return Err(Some(record.error(lines.first().map_or(0, |&(at, _)| at), Problem::Ambiguous)));
        }
    };
    let boxes = boxes(record, lines, &rows, &layout, is_row);
    Ok((layout, boxes))
}

/// The boxes that the borders of a drawing tell.
fn boxes(
    record: &Record<'_>,
    lines: &[Row<'_>],
    rows: &[Row<'_>],
    layout: &Layout<'_>,
    is_row: impl Fn(&[u8]) -> bool,
) -> Result<Boxes, ParseError> {
    let side = rows.len();
    let mut before = 0;
    let mut rules = Vec::new();
    for &(offset, line) in lines {
        if is_row(line) {
            before += 1;
        } else if before > 0 && before < side {
            rules.push((offset, before, line.contains(&b'=')));
        }
    }
    let are_mixed = rules.iter().any(|&(_, _, is_heavy)| is_heavy) && !rules.iter().all(|&(_, _, is_heavy)| is_heavy);
    rules.retain(|&(_, _, is_heavy)| is_heavy || !are_mixed);
    let uneven = |at: usize| record.error(at, Problem::Border("a border around each box of cells"));
    let stack = layout.pieces[..side].iter().take_while(|piece| piece.part == layout.pieces[0].part).count();
    // The rule below the first row of a table is no border.
    if let [(offset, 1, _)] = rules[..]
        && stack == 1
        && lines.iter().any(|&(at, line)| at == offset && line.contains(&b'|'))
    {
        rules.clear();
    }
    let band = rules.first().map(|&(_, before, _)| before);
    if let Some(band) = band {
        let expected = (1..).map(|index| index * band).take_while(|&row| row < side);
        if !side.is_multiple_of(band) || !rules.iter().map(|&(_, before, _)| before).eq(expected) {
            return Err(uneven(rules[0].0));
        }
    }
    let is_even = |(row, pieces): (usize, &[layout::Piece<'_>])| {
        let even = pieces.iter().enumerate().all(|(column, piece)| piece.part == pieces[0].part + column / stack);
        if even { Ok(()) } else { Err(uneven(rows[row].0)) }
    };
    layout.pieces.chunks(side).enumerate().try_for_each(is_even)?;
    let columns = (stack < side).then_some(stack);
    // A border around each cell tells nothing of boxes.
    match (band, columns) {
        (Some(1), None | Some(1)) | (None, Some(1)) => Ok(Boxes { rows: None, columns: None }),
        (rows, Some(1)) => Ok(Boxes { rows, columns: None }),
        // A frame without a rule in it is around boxes as high as the grid.
        (None, Some(_)) if [lines.first(), lines.last()].into_iter().flatten().all(|&(_, line)| is_rule(line)) => {
            Err(uneven(lines.last().map_or(0, |&(at, _)| at)))
        }
        (rows, Some(columns)) if !side.is_multiple_of(columns) || rows.is_some_and(|rows| rows * columns != side) => {
            Err(uneven(lines[0].0))
        }
        (rows, columns) => Ok(Boxes { rows, columns }),
    }
}
