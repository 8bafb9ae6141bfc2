//! `rows`: N lines of N numbers, or of N letters, in any of the ways in which people set them.
//!
//! ```text
//! 5 3 0 0 7 …      5,3,,,7,…      5;3;;;7;…      J . . A …      53. .7. ...      53  7
//! ```
//!
//! Between cells stand blanks, tabs, commas or semicolons; 0, `.`, `_`, `*`, `-`, `?`, one of them several times, or nothing
//! between two separators is an empty cell. Other ways are told in `layout`. Numbers between blanks come first: what is N
//! lines of N words is read as these. N² numbers on a single line are a grid as well; where N² such lines follow each
//! other, they are one grid of side N².
//!
//! The numbers of the columns may stand above the rows and the number of each row before it, as tables of programs are
//! written (`,0,1,2,…`, then `0,5,3,…`): both count from 0 or 1 without a gap, around a grid of side 6 or more. With a
//! board asked for that has one row more, they are cells.
//!
//! Blank lines are allowed anywhere, within a puzzle too. So where a puzzle lacks a row is found by its blocks of
//! lines: a block that would give the puzzle too many rows starts the next one. Written are numbers between blanks.

use std::io::{self, BufRead};

use crate::geometry::Digit;
use crate::grid::Grid;
use crate::grid::format::layout::{self, Misfit, Row};
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::notes;
use crate::grid::format::record::{self, Boards, Place, Record};
use crate::grid::format::{ParseError, Problem, places};

/// So many lines are looked at to find the side of a puzzle whose first line may be the broken one.
const LINES_TO_JUDGE_BY: usize = 16;

/// A grid whose cells are told by its layout alone has so many lines at most.
const MOST_LINES: usize = 80;

/// The smallest side whose digits are letters too, where titles are seldom as wide as rows.
const LETTERED: usize = 16;

/// So many times the lines so far are tried as a grid, each time with the block behind the next blank line.
const MOST_TRIALS: usize = 12;

/// A line of so many numbers that could be a whole grid is one, though others follow it.
const FLAT: usize = 81;

/// A grid of a lesser side could itself have cells that count around another grid.
const LEAST_FRAMED: usize = 6;

/// What stands between the cells of a line, if it is no blank.
fn separator(line: &[u8]) -> Option<u8> {
    [b';', b','].into_iter().find(|separator| line.contains(separator))
}

/// How many cells a line has, by its separators or its words.
fn cells(line: &[u8]) -> usize {
    match separator(line) {
        None => words(line).count(),
        Some(separator) => {
            let count = line.iter().filter(|&&byte| byte == separator).count();
            // Nothing stands behind a separator at the end; a last cell that is empty is told by the other lines.
            count + usize::from(!line.trim_ascii_end().ends_with(&[separator]))
        }
    }
}

/// Whether a word may be a cell of a grid of this side.
fn may_be_cell(word: &[u8], side: usize) -> bool {
    let number = || std::str::from_utf8(word).ok().and_then(|word| word.parse::<usize>().ok());
    layout::is_empty(word, side)
        || matches!(word, [byte] if byte.is_ascii_alphabetic())
        || number().is_some_and(|number| number <= side)
}

/// Whether a first line, of which the one behind it is known, begins a grid of separated cells.
pub(in crate::grid::format) fn is_separated(first: &[u8], second: Option<&[u8]>) -> bool {
    let Some(separator) = separator(first) else { return false };
    let count = |line: &[u8]| line.iter().filter(|&&byte| byte == separator).count() + 1;
    let second = second.filter(|second| !is_blank(second)).map_or(0, count);
    let side = count(first).max(second);
    let may_be_cell = |(_, word): (usize, &[u8])| may_be_cell(word, side) || is_fraction(word);
    side > 1 && layout::fields(first, separator, 0).all(may_be_cell) && (second > 1 || side >= 16)
}

fn is_fraction(word: &[u8]) -> bool {
    word.first().is_some_and(u8::is_ascii_digit)
        && word.iter().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(byte))
}

/// The number of lines of a grid at hand that is told by its layout: one that is no N lines of N words, or where asked,
/// only one in which blanks are empty cells.
pub(in crate::grid::format) fn laid_out<R: BufRead>(
    lines: &mut Lines<R>,
    only_with_blanks: bool,
) -> io::Result<Option<usize>> {
    let first = lines.peek(0)?.unwrap_or_default();
    let width = first.len();
    let tight = first.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
    let fields = first.iter().filter(|&&byte| byte == b'\t').count() + 1;
    let mut text = Vec::new();
    let (mut rows, mut trials) = (0, 0);
    let is_grid = |text: &[u8]| {
        let record = Record { text, place: Place::START };
        match read(&record) {
            Ok(layout) => !only_with_blanks || layout.has_blanks(),
            Err(misfit) => matches!(misfit, Misfit::Several),
        }
    };
    for ahead in 0..MOST_LINES {
        let line = lines.peek(ahead)?;
        // A row of letters with blanks for empty cells may look like words. It is as wide as the first row.
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
    let (mut ahead, mut rows) = (1, 1);
    while rows < count {
        match lines.peek(ahead)? {
            Some(line) if is_blank(line) => {}
            Some(line) if cells(line) == count => rows += 1,
            _ => break,
        }
        ahead += 1;
    }
    Ok(rows == 1 || rows < count && count >= FLAT)
}

/// The cells of a line that is a whole grid.
fn flat_cells(line: &[u8]) -> Box<dyn Iterator<Item = (usize, &[u8])> + '_> {
    match separator(line) {
        Some(separator) => Box::new(layout::fields(line, separator, cells(line))),
        None => Box::new(words(line)),
    }
}

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    if let Some((rows, columns)) = lines.asked_canvas() {
        let mut found = 0;
        while found < rows * columns {
            let Some(line) = lines.peek(0)?.filter(|line| found == 0 || !is_blank(line)) else { break };
            found += words(line).count();
            lines.take(record);
        }
        return Ok(());
    }
    if is_flat(lines)? {
        lines.take(record);
        return Ok(());
    }
    let first = lines.peek(0)?.unwrap_or_default();
    let count = words(first).count();
    let is_plain = separator(first).is_some() || count > 0 && words(first).all(|(_, word)| may_be_cell(word, count));
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
    Ok(())
}

/// Whether a line ends with a separator, behind which a last cell that is empty may stand.
fn is_open(line: &[u8]) -> bool {
    separator(line).is_some_and(|separator| line.trim_ascii_end().ends_with(&[separator]))
}

/// The side by the cells of each line and whether it is open: what is whole tells it, else the number of lines does where each lacks
/// a cell.
fn side_of(lines: &[(usize, bool)]) -> usize {
    let counts: Vec<usize> = lines.iter().map(|&(count, _)| count).collect();
    let whole: Vec<usize> = lines.iter().filter(|(_, is_open)| !is_open).map(|&(count, _)| count).collect();
    let (of_all, of_whole) = (most_frequent(&counts), most_frequent(&whole));
    let may_be = of_whole == of_all + 1 && lines.iter().all(|&(count, is_open)| is_open || count != of_all);
    if may_be || whole.is_empty() && lines.len() == of_all + 1 { of_all + 1 } else { of_all }
}

/// The count that most lines have, the earliest of them where several are as frequent.
fn most_frequent(counts: &[usize]) -> usize {
    let frequency = |count: usize| counts.iter().filter(|&&other| other == count).count();
    counts.iter().rev().copied().max_by_key(|&count| frequency(count)).unwrap_or(0)
}

/// The rows without the numbers of the columns above them and the number of each before it, if both are there.
fn unframed<'a>(record: &'a Record<'_>) -> Option<Vec<Row<'a>>> {
    let mut lines = record.lines();
    let (_, head) = lines.next()?;
    let separator = separator(head).or_else(|| head.contains(&b'\t').then_some(b'\t'));
    let cells = |line: &'a [u8]| -> Vec<Row<'a>> {
        match separator {
            Some(separator) => layout::fields(line, separator, 0).collect(),
            None => words(line).collect(),
        }
    };
    let number = |word: &[u8]| std::str::from_utf8(word).ok().and_then(|word| word.parse::<usize>().ok());
    // Each number is one more than the one before it, the first of them 0 or 1.
    let counts = |words: &[&[u8]]| {
        let numbers: Option<Vec<usize>> = words.iter().map(|word| number(word)).collect();
        numbers.is_some_and(|all| all[0] <= 1 && all.windows(2).all(|pair| pair[1] == pair[0] + 1))
    };
    let names = cells(head);
    let corner = usize::from(separator.is_some());
    let side = names.len().checked_sub(corner).filter(|side| *side >= LEAST_FRAMED)?;
    let has_corner = names[..corner].iter().all(|(_, word)| word.is_empty());
    let rows: Vec<(Row<'a>, Vec<Row<'a>>)> = lines.map(|row| (row, cells(row.1))).collect();
    let is_frame = has_corner
        && counts(&names[corner..].iter().map(|&(_, word)| word).collect::<Vec<_>>())
        && rows.len() == side
        && rows.iter().all(|(_, cells)| cells.len() == side + 1)
        && counts(&rows.iter().map(|(_, cells)| cells[0].1).collect::<Vec<_>>());
    let inner = |((offset, line), cells): &(Row<'a>, Vec<Row<'a>>)| {
        let end = cells[0].0 + cells[0].1.len();
        let is_separator = |byte: &u8| Some(*byte) == separator;
        let start = end + line[end..].iter().position(is_separator).map_or(0, |at| at + 1);
        (offset + start, &line[start..])
    };
    is_frame.then(|| rows.iter().map(inner).collect())
}

/// The characters of the cells, where each is one and some are letters.
pub(in crate::grid::format) fn characters(record: &Record<'_>) -> Option<Vec<u8>> {
    if !record.text.iter().any(u8::is_ascii_alphabetic) {
        return None;
    }
    let mut lines = record.lines();
    let (_, first) = lines.next()?;
    if lines.next().is_none() {
        let words: Vec<_> = flat_cells(first).map(|(_, word)| word).collect();
        return layout::characters(words.iter().copied(), cells(first).isqrt());
    }
    read(record).ok()?.characters()
}

/// Reads the rows of a record by their layout.
fn read<'a>(record: &'a Record<'_>) -> Result<layout::Layout<'a>, Misfit> {
    let rows: Vec<Row<'a>> = record.lines().collect();
    let end = rows.last().map_or(0, |&(at, _)| at);
    let start = rows.first().map_or(0, |&(at, _)| at);
    let mut at = 0;
    let all = record.text.split(|&byte| byte == b'\n').map(|line| {
        let offset = at;
        at += line.len() + 1;
        (offset, line)
    });
    // A blank line before the first row or behind the last is a row only where it has tabs.
    let all: Vec<Row<'a>> = all.filter(|&(at, line)| (start..=end).contains(&at) || line.contains(&b'\t')).collect();
    layout::read_with_blank_rows(record, &rows, &all)
}

pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    if let Some(board) = boards.asked_other() {
        let words = record.lines().flat_map(|(offset, line)| words(line).map(move |(at, word)| (offset + at, word)));
        return places::read(record, board, words);
    }
    let mut lines = record.lines();
    let only = lines.next().filter(|_| lines.next().is_none());
    if let Some((offset, line)) = only {
        let count = cells(line);
        let side = boards.asked_side().unwrap_or_else(|| count.isqrt());
        if side > 1 && side * side == count {
            let words: Vec<_> = flat_cells(line).map(|(at, word)| (offset + at, word)).collect();
            let values = layout::values_of(record, words.iter().copied(), side)?;
            let geometry = boards.of_side(side).map_err(|problem| record.error(0, problem))?;
            return Ok(record::grid(geometry, values.into_iter()));
        }
    }
    let asked = boards.asked_side();
    if let Some(rows) = unframed(record).filter(|rows| asked.is_none_or(|asked| asked == rows.len())) {
        match layout::read(record, &rows) {
            Ok(layout) => {
                let geometry = boards.of_side(rows.len()).map_err(|problem| record.error(0, problem))?;
                return Ok(record::grid(geometry, layout.values.into_iter()));
            }
            Err(Misfit::Value(error)) => return Err(error),
            Err(Misfit::None | Misfit::Several) => {}
        }
    }
    let error = match parse_words(record, boards) {
        Ok(grid) => return Ok(grid),
        Err(error) => error,
    };
    match read(record) {
        Ok(layout) => {
            let geometry = boards.of_side(layout.values.len().isqrt()).map_err(|problem| record.error(0, problem))?;
            Ok(record::grid(geometry, layout.values.into_iter()))
        }
        Err(Misfit::Several) => Err(record.error(0, Problem::Ambiguous)),
        Err(Misfit::Value(error)) => Err(error),
        Err(Misfit::None) => Err(error),
    }
}

/// Reads N lines of N numbers, and says what is wrong with those that are not.
fn parse_words(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let counts: Vec<_> = record.lines().map(|(_, line)| (cells(line), is_open(line))).collect();
    let side = boards.asked_side().unwrap_or_else(|| side_of(&counts));
    for ((offset, line), &(count, is_open)) in record.lines().zip(&counts) {
        // The last cell of a row may be empty behind its separator.
        let found = count + usize::from(is_open && count + 1 == side);
        if found != side {
            // The first cell too many, or the end of a line that is too short.
            let at = flat_cells(line).nth(side).map_or(line.trim_ascii_end().len(), |(at, _)| at);
            return Err(record.error(offset + at, Problem::Cells { expected: side, found }));
        }
    }
    if counts.len() != side {
        return Err(record.error_at_end(Problem::Rows { expected: side, found: counts.len() }));
    }
    let geometry = boards.of_side(side).map_err(|problem| record.error(0, problem))?;
    let values = words(record.text).map(|(offset, word)| record.number(offset, word, side));
    let values = values.collect::<Result<Vec<_>, _>>()?;
    Ok(record::grid(geometry, values.into_iter()))
}

pub(in crate::grid::format) fn write(grid: &Grid, out: &mut String) {
    if grid.geometry().plain_side().is_none() {
        return places::push_words(grid, out);
    }
    for row in grid.digits().chunks(grid.geometry().digit_count()) {
        record::write_row(row.iter().map(|digit| digit.map_or(0, Digit::get)), out);
    }
}
