//! `rows`: N lines of N numbers or N letters, in the layouts that people use.
//!
//! ```text
//! 5 3 0 0 7 …      5,3,,,7,…      5;3;;;7;…      J . . A …      53. .7. ...      53  7
//! ```
//!
//! Blanks, tabs, commas or semicolons separate cells; 0, `.`, `_`, `*`, `-`, `?`, a repeated sign, or nothing between two
//! separators is an empty cell. `layout` lists further layouts. Numbers between blanks take precedence: N lines of N words are
//! read as numbers. N² numbers on a single line are a grid as well; N² consecutive lines of N² numbers are one grid of side N².
//!
//! Column numbers may stand above the rows, and row numbers before the rows, as programs write tables (`,0,1,2,…`, then
//! `0,5,3,…`): both count from 0 or 1 without a gap, around a grid of side 6 or more. If the requested board has one row more,
//! the numbers are cells.
//!
//! Blank lines are allowed everywhere, even within a puzzle. Blocks of lines therefore reveal a puzzle that lacks a row: a block
//! that would give the puzzle too many rows starts the next puzzle. The writer separates numbers by blanks.

use std::io::{self, BufRead};

use crate::geometry::Digit;
use crate::grid::Grid;
use crate::grid::format::cut_rows::Row;
use crate::grid::format::error::ParseError;
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::record::{self, Boards, Place, Record};
use crate::grid::format::sheet::{self, Above};
use crate::grid::format::{cut_rows, notes, places, sign, signs};

/// The most lines examined to find the side of a puzzle whose first line may be damaged.
const LINES_TO_JUDGE_BY: usize = 64;

/// The most lines of a grid whose cells only its layout defines.
const MOST_LINES: usize = 80;

/// The smallest side whose digits are letters too, where titles are seldom as wide as rows.
const LETTERED: usize = 16;

/// The most trials to read the lines so far as a grid. Each trial adds the block behind the next blank line.
const MOST_TRIALS: usize = 12;

/// The fewest numbers with which a line that could be a whole grid is always a grid, even if further lines follow.
const FLAT: usize = 81;

/// The separator between the cells of a line, unless blanks separate them.
fn separator(line: &[u8]) -> Option<u8> {
    // A tab beside another tab, or at an end of the line, bounds an empty cell.
    let has_nothing = line.starts_with(b"\t") || line.ends_with(b"\t") || line.windows(2).any(|pair| pair == b"\t\t");
    [b';', b','].into_iter().find(|separator| line.contains(separator)).or(has_nothing.then_some(b'\t'))
}

/// Whether the last of a line is a separator; blanks may stand behind it.
fn ends_with(line: &[u8], separator: u8) -> bool {
    line.iter().rev().find(|&&byte| byte == separator || !byte.is_ascii_whitespace()) == Some(&separator)
}

/// The number of cells in a line, by separators or words.
fn cells(line: &[u8]) -> usize {
    match separator(line) {
        None => words(line).count(),
        Some(separator) => {
            let count = line.iter().filter(|&&byte| byte == separator).count();
            // A separator at the end has no cell behind; whether an empty last cell follows, the remaining lines decide.
            count + usize::from(!ends_with(line, separator))
        }
    }
}

/// Whether a word may be a cell of a grid of this side.
fn may_be_cell(word: &[u8], side: usize) -> bool {
    sign::may_be(word, side)
}

/// Whether a first line, judged together with the second line, begins a grid of separated cells.
pub(crate) fn is_separated(first: &[u8], second: Option<&[u8]>) -> bool {
    let Some(separator) = separator(first) else { return false };
    let count = |line: &[u8]| line.iter().filter(|&&byte| byte == separator).count() + 1;
    let second = second.filter(|second| !is_blank(second)).map_or(0, count);
    let side = count(first).max(second);
    let may_be_cell = |(_, word): (usize, &[u8])| may_be_cell(word, side);
    side > 1 && cut_rows::fields(first, separator, 0).all(may_be_cell) && (second > 1 || side >= 16)
}

/// The number of lines of the grid at hand, if its layout defines its cells: a grid that is not N lines of N words. With
/// `only_with_blanks`, only a grid whose empty cells are blanks.
pub(crate) fn laid_out<R: BufRead>(lines: &mut Lines<R>, only_with_blanks: bool) -> io::Result<Option<usize>> {
    let first = lines.peek(0)?.unwrap_or_default();
    let width = first.len();
    let tight = first.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
    let fields = first.iter().filter(|&&byte| byte == b'\t').count() + 1;
    let mut text = Vec::new();
    let (mut rows, mut trials) = (0, 0);
    let is_grid = |text: &[u8]| {
        let record = Record { text, place: Place::START };
        let rows: Vec<Row<'_>> = record.lines().collect();
        sheet::is_sheet(&record, &rows, only_with_blanks)
    };
    for ahead in 0..MOST_LINES {
        let line = lines.peek(ahead)?;
        // A row of letters with blanks for empty cells may look like words, but is as wide as the first row.
        let may_be_row = |line: &[u8]| width >= LETTERED && line.len() == width;
        let is_note = |line: &[u8]| !may_be_row(line) && notes::is_note(line);
        // Letters and blanks are cells as well: as many rules as digits, each of as many characters at most, would be a grid.
        let is_end =
            line.is_none_or(|line| is_note(line) || notes::says_more(line) || line.len() > MOST_LINES * MOST_LINES);
        let may_end = is_end || line.is_some_and(is_blank) || rows == tight || rows == fields;
        if may_end && rows > 1 {
            if is_grid(&text) {
                return Ok(Some(ahead));
            }
            trials += 1;
        }
        let Some(line) = line.filter(|_| !is_end && trials < MOST_TRIALS) else { break };
        rows += usize::from(!is_blank(line) || line.contains(&b'\t'));
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    Ok(None)
}

/// Whether the line at hand is a whole grid of numbers.
fn is_flat<R: BufRead>(lines: &mut Lines<R>) -> io::Result<bool> {
    let first = lines.peek(0)?.unwrap_or_default();
    let count = cells(first);
    let side = count.isqrt();
    if side < 4 || side * side != count || !flat_cells(first).all(|(_, word)| may_be_cell(word, side)) {
        return Ok(false);
    }
    // A tab at the end of a row has no cell behind, so the lines of a grid may differ.
    let is_tabbed = first.contains(&b'\t');
    let (mut ahead, mut rows, mut is_alone) = (1, 1, true);
    while rows < count {
        match lines.peek(ahead)? {
            Some(line) if is_blank(line) => {}
            Some(line) if cells(line) == count => rows += 1,
            Some(line) => {
                is_alone = !(is_tabbed && line.contains(&b'\t'));
                break;
            }
            None => break,
        }
        ahead += 1;
    }
    Ok(rows == 1 && is_alone || rows < count && count >= FLAT)
}

/// The number of consecutive single-character lines at hand, if a grid has as many cells.
pub(crate) fn single_cells<R: BufRead>(lines: &mut Lines<R>) -> io::Result<Option<usize>> {
    let mut count = 0;
    while count < MOST_SINGLE && lines.peek(count)?.is_some_and(|line| line.trim_ascii().len() == 1) {
        count += 1;
    }
    Ok((count >= FEWEST_SINGLE && count.isqrt().pow(2) == count).then_some(count))
}

/// The fewest and the most lines of a grid with one cell a line.
const FEWEST_SINGLE: usize = 16;
const MOST_SINGLE: usize = 1225;

/// The cells of a line that is a whole grid.
fn flat_cells(line: &[u8]) -> Box<dyn Iterator<Item = (usize, &[u8])> + '_> {
    match separator(line) {
        Some(separator) => Box::new(cut_rows::fields(line, separator, cells(line))),
        None => Box::new(words(line)),
    }
}

pub(crate) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    if let Some((rows, columns)) = lines.asked_canvas() {
        let mut found = 0;
        while found < rows * columns {
            let Some(line) = lines.peek(0)?.filter(|line| found == 0 || !is_blank(line)) else { break };
            found += words(line).count();
            lines.take(record);
        }
        return Ok(());
    }
    if let Some(count) = single_cells(lines)? {
        (0..count).for_each(|_| lines.take(record));
        return Ok(());
    }
    if is_flat(lines)? {
        lines.take(record);
        return Ok(());
    }
    let first = lines.peek(0)?.unwrap_or_default();
    let count = words(first).count();
    let is_plain = separator(first).is_some() || count > 1 && words(first).all(|(_, word)| may_be_cell(word, count));
    let is_even = count > 0 && lines.peek(1)?.is_none_or(|line| words(line).count() == count);
    let has_separator = lines.peek(0)?.and_then(separator).is_some();
    if !(is_plain && (is_even || has_separator))
        && let Some(count) = laid_out(lines, false)?
    {
        (0..count).for_each(|_| lines.take(record));
        return Ok(());
    }
    while lines.peek(0)?.is_some_and(is_blank) {
        lines.take(record);
    }
    let mut counts = Vec::new();
    while counts.len() < LINES_TO_JUDGE_BY {
        match lines.peek(counts.len())? {
            Some(line) if !is_blank(line) && !notes::is_note(line) => counts.push((cells(line), is_open(line))),
            _ => break,
        }
    }
    let side = side_of(&counts);
    let mut rows = 0;
    while rows < side {
        match lines.peek(0)? {
            None => break,
            Some(line) if rows > 0 && notes::is_note(line) => break,
            Some(line) if is_blank(line) => {
                let mut block = 0;
                while block <= side - rows && lines.peek(block + 1)?.is_some_and(|line| !is_blank(line)) {
                    block += 1;
                }
                if block > side - rows {
                    break;
                }
            }
            Some(_) => rows += 1,
        }
        lines.take(record);
    }
    // A line that cannot be a row of a further grid is a surplus line of the current grid.
    let is_more = |line: &[u8]| !is_blank(line) && !notes::is_note(line) && cells(line) != side && !is_open(line);
    if rows == side && side > 1 && lines.peek(0)?.is_some_and(is_more) {
        lines.take(record);
    }
    Ok(())
}

/// Whether a line ends with a separator, behind which an empty last cell may follow.
fn is_open(line: &[u8]) -> bool {
    separator(line).is_some_and(|separator| ends_with(line, separator))
}

/// The side, from the number of cells in each line and whether the line is open. Whole lines determine the side; if every line
/// lacks a cell, the number of lines does.
fn side_of(lines: &[(usize, bool)]) -> usize {
    let counts: Vec<usize> = lines.iter().map(|&(count, _)| count).collect();
    let whole: Vec<usize> = lines.iter().filter(|(_, is_open)| !is_open).map(|&(count, _)| count).collect();
    let (of_all, of_whole) = (most_frequent(&counts), most_frequent(&whole));
    let may_be = of_whole == of_all + 1 && lines.iter().all(|&(count, is_open)| is_open || count != of_all);
    if may_be || whole.is_empty() && lines.len() == of_all + 1 { of_all + 1 } else { of_all }
}

/// The most frequent count; the earliest of equally frequent counts.
fn most_frequent(counts: &[usize]) -> usize {
    let frequency = |count: usize| counts.iter().filter(|&&other| other == count).count();
    counts.iter().rev().copied().max_by_key(|&count| frequency(count)).unwrap_or(0)
}

pub(crate) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    if let Some(board) = boards.asked_other() {
        let words = record.lines().flat_map(|(offset, line)| words(line).map(move |(at, word)| (offset + at, word)));
        return places::read(record, board, words);
    }
    if let Some(grid) = plain_numbers(record, boards) {
        return grid;
    }
    let lines: Vec<Row<'_>> = record.lines().collect();
    sheet::read(record, &lines, &Above::default(), boards)
}

/// Reads N lines of N numbers between blanks, if a number of two digits excludes every further reading.
fn plain_numbers(record: &Record<'_>, boards: &mut Boards) -> Option<Result<Grid, ParseError>> {
    let side = record.lines().next().map_or(0, |(_, line)| words(line).count());
    let is_asked = boards.asked_side().is_none_or(|asked| asked == side) && boards.alphabet().is_none();
    if side <= LARGE || !is_asked {
        return None;
    }
    let mut values = Vec::with_capacity(side * side);
    let mut rows = 0;
    for (_, line) in record.lines() {
        rows += 1;
        let before = values.len();
        for (_, word) in words(line) {
            values.push(number(word).filter(|&number| usize::from(number) <= side)?);
        }
        if values.len() - before != side {
            return None;
        }
    }
    let is_grid = rows == side && values.iter().any(|&value| value > 9);
    is_grid.then(|| {
        let geometry = boards.of_side(side).map_err(|problem| record.error(0, problem))?;
        Ok(record::grid(geometry, values.into_iter()))
    })
}

/// The largest side for which `plain_numbers` is not tried.
const LARGE: usize = 25;

/// The value of a number in decimals.
fn number(word: &[u8]) -> Option<u16> {
    let digit = |value: Option<u16>, byte: &u8| {
        let digit = byte.is_ascii_digit().then(|| u16::from(byte - b'0'))?;
        value?.checked_mul(10)?.checked_add(digit)
    };
    word.iter().fold(Some(0), digit)
}

pub(crate) fn write(grid: &Grid, out: &mut String) {
    if grid.geometry().plain_side().is_none() {
        return places::push_words(grid, out);
    }
    let side = grid.geometry().digit_count();
    let values: Vec<u16> = grid.digits().iter().map(|digit| digit.map_or(0, Digit::get)).collect();
    if signs::zero_may_be_digit(&values, side) {
        for row in values.chunks(side) {
            record::write_separated(row.iter().map(|&value| (value > 0).then_some(value)), " ", ".", out);
            out.push('\n');
        }
        return;
    }
    for row in values.chunks(side) {
        record::write_row(row.iter().copied(), out);
    }
}
