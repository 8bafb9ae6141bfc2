//! `killer`: cages as people write them in text: a sign for the cells of a cage, then the sums.
//!
//! ```text
//! AABBBCDEF            5.......3 aabbbcdef       | A | A | B | …        3 0 1
//! AAGGCCDEF            ......... aaggccdef       | A | A | G | …        15 2 3 4
//! …                    …                         …                      …
//! A=8 B=15 …           a=8 b=15 …                A=8,B=15,…             sum, then the cells from 0
//! ```
//!
//! A row has a sign for each cell, in a word, between blanks or between bars. A word of clues may precede the row; the N² signs
//! may also be on one line. The sums follow the rows, `A=8` or `A:8` for each sign. Without rows, each line is the sum of a cage
//! and the numbers of its cells, and every cell is in a cage. The format is read-only.

use std::io::{self, BufRead};

use crate::geometry::Cell;
use crate::grid::Grid;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::formats::Format;
use crate::grid::format::line;
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::record::{Boards, Record};
use crate::grid::format::signs::is_line;
use crate::rule::Killer;

/// The fewest cells of a row of cages.
const MIN_ROW_CELLS: usize = 4;

/// The most lines searched for the first sum.
const MOST_LINES: usize = 64;

/// The position and the text of a word.
type Word<'a> = (usize, &'a [u8]);

/// The sign and the sum of an item such as `A=8`.
fn item(word: &[u8]) -> Option<(&[u8], u32)> {
    let at = word.iter().position(|byte| matches!(byte, b'=' | b':'))?;
    let (sign, sum) = (&word[..at], &word[at + 1..]);
    let is_sign = (1..=2).contains(&sign.len()) && sign.iter().all(u8::is_ascii_alphanumeric);
    Some((sign, number(sum)?)).filter(|_| is_sign)
}

fn number(word: &[u8]) -> Option<u32> {
    std::str::from_utf8(word).ok()?.parse().ok().filter(|_| word[0].is_ascii_digit())
}

/// The words of a line between blanks, commas, semicolons and bars.
fn parts(line: &[u8]) -> impl Iterator<Item = Word<'_>> {
    let is_separator = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b';' | b'|');
    let mut at = 0;
    std::iter::from_fn(move || {
        at += line.get(at..)?.iter().position(|byte| !is_separator(byte))?;
        let length = line[at..].iter().position(is_separator).unwrap_or(line.len() - at);
        let word = (at, &line[at..at + length]);
        at += length;
        Some(word)
    })
}

/// Whether a line has the sums of cages: `A=8 B=15`.
fn is_sums(line: &[u8]) -> bool {
    let mut found = parts(line).peekable();
    found.peek().is_some() && found.all(|(_, word)| item(word).is_some())
}

/// The signs of the cages of a row, and the clues before them.
fn row(line: &[u8]) -> Option<(Vec<Word<'_>>, Vec<Word<'_>>)> {
    let found: Vec<Word<'_>> = parts(line).collect();
    let single = |(at, word): Word<'_>| (0..word.len()).map(|i| (at + i, &line[at + i..=at + i])).collect::<Vec<_>>();
    let is_cage = |&(_, word): &Word<'_>| (1..=2).contains(&word.len()) && word.iter().all(u8::is_ascii_alphanumeric);
    match *found {
        // The cages of a whole grid have signs alone.
        [cages] if cages.1.len() > Format::MAX_LINE_SIDE && !cages.1.iter().all(u8::is_ascii_alphanumeric) => None,
        [cages] if cages.1.len() >= MIN_ROW_CELLS => Some((single(cages), Vec::new())),
        [clues, cages] if clues.1.len() >= MIN_ROW_CELLS && clues.1.len() == cages.1.len() => {
            Some((single(cages), single(clues)))
        }
        _ if found.len() >= MIN_ROW_CELLS && found.iter().all(is_cage) => Some((found, Vec::new())),
        _ => None,
    }
}

/// Whether rows of cages with sums below them are at hand, or lines of sums with the numbers of cells.
pub(crate) fn begins<R: BufRead>(lines: &mut Lines<R>) -> io::Result<bool> {
    let first = lines.peek(0)?.unwrap_or_default();
    if row(first).is_some()
        && first.iter().any(u8::is_ascii_alphabetic)
        && !is_sums(first)
        && !is_line(first.trim_ascii())
    {
        for ahead in 1..MOST_LINES {
            match lines.peek(ahead)? {
                Some(line) if is_sums(line) => return Ok(true),
                Some(line) if row(line).is_some() || is_blank(line) || is_rule(line) => {}
                _ => return Ok(false),
            }
        }
        return Ok(false);
    }
    Ok(cells_at_hand(lines)?.is_some())
}

fn is_rule(line: &[u8]) -> bool {
    line.iter().all(|byte| b"-+|= ".contains(byte))
}

/// The number of lines that list a sum and cell numbers, if the numbers are the cells of a grid, each once.
fn cells_at_hand<R: BufRead>(lines: &mut Lines<R>) -> io::Result<Option<usize>> {
    let mut cells: Vec<u32> = Vec::new();
    let mut count = 0;
    while let Some(line) = lines.peek(count)?.filter(|line| !is_blank(line)) {
        let numbers: Option<Vec<u32>> = words(line).map(|(_, word)| number(word)).collect();
        let Some(numbers) = numbers.filter(|numbers| numbers.len() > 1 && count < MOST_LINES * MIN_ROW_CELLS) else {
            break;
        };
        cells.extend(&numbers[1..]);
        count += 1;
    }
    cells.sort_unstable();
    let side = cells.len().isqrt();
    let is_whole =
        side >= MIN_ROW_CELLS && side * side == cells.len() && cells.iter().zip(0..).all(|(&cell, at)| cell == at);
    Ok(is_whole.then_some(count))
}

/// Takes rows of cages, and the lines of sums below.
pub(crate) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    if let Some(count) = cells_at_hand(lines)? {
        (0..count).for_each(|_| lines.take(record));
        return Ok(());
    }
    let mut has_sums = false;
    while let Some(line) = lines.peek(0)? {
        let is_end = has_sums && !is_sums(line);
        if is_end || is_blank(line) && record.text.len() == record.start {
            break;
        }
        has_sums |= is_sums(line);
        lines.take(record);
    }
    Ok(())
}

pub(crate) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let (rows, sums): (Vec<Word<'_>>, Vec<Word<'_>>) = record.lines().partition(|(_, line)| !is_sums(line));
    if sums.is_empty() {
        return by_numbers(record, &rows, boards);
    }
    let mut cages: Vec<Word<'_>> = Vec::new();
    let mut clues: Vec<Word<'_>> = Vec::new();
    for &(offset, line) in rows.iter().filter(|(_, line)| !is_rule(line)) {
        let Some((cells, digits)) = row(line) else {
            let expected = "a row with a sign for the cage of each cell";
            return Err(record.error(offset, Problem::Word { expected, found: Excerpt::new(line.trim_ascii()) }));
        };
        cages.extend(cells.into_iter().map(|(at, word)| (offset + at, word)));
        clues.extend(digits.into_iter().map(|(at, word)| (offset + at, word)));
    }
    let side = cages.len().isqrt();
    let end = rows.last().map_or(0, |&(offset, line)| offset + line.len());
    for cells in [&cages, &clues] {
        if cells.len() != side * side && !(cells.is_empty() && side > 0) {
            let expected = (side + 1).pow(2);
            return Err(record.error(end, Problem::Cells { expected, found: cells.len() }));
        }
    }
    let geometry = boards.of_side(side).map_err(|problem| record.error(0, problem))?;
    let grid = if clues.is_empty() {
        Grid::empty(&geometry)
    } else {
        let places: Vec<usize> = clues.iter().map(|&(at, _)| at).collect();
        let characters: Vec<u8> = clues.iter().map(|&(_, word)| word[0]).collect();
        line::parse_cells(record, &places, &characters, &mut boards.clone())?
    };
    let mut named: Vec<(&[u8], usize, Vec<Cell>)> = Vec::new();
    for (cell, &(at, sign)) in geometry.cells().zip(&cages) {
        match named.iter_mut().find(|(known, ..)| *known == sign) {
            Some((.., cells)) => cells.push(cell),
            None => named.push((sign, at, vec![cell])),
        }
    }
    let mut lines = Vec::new();
    for (offset, line) in sums {
        for (at, word) in parts(line) {
            let (sign, sum) = item(word).unwrap_or((word, 0));
            let Some(found) = named.iter().position(|(known, ..)| *known == sign) else {
                let expected = "the sign of a cage that has no sum yet";
                return Err(record.error(offset + at, Problem::Word { expected, found: Excerpt::new(sign) }));
            };
            let (.., cells) = named.remove(found);
            lines.push((offset + at, Some(sum), cells));
        }
    }
    // A sign for cells outside of cages has no sum: `.`, `0` or `-`.
    if let Some((sign, at, _)) = named.iter().find(|(sign, ..)| sign.iter().any(u8::is_ascii_alphabetic)) {
        let expected = "a sum for the cage";
        return Err(record.error(*at, Problem::Word { expected, found: Excerpt::new(sign) }));
    }
    with_cages(record, &grid, lines)
}

/// Reads lines with a sum and the numbers of a cage's cells.
fn by_numbers(record: &Record<'_>, lines: &[Word<'_>], boards: &mut Boards) -> Result<Grid, ParseError> {
    let mut cages: Vec<(usize, Option<u32>, Vec<usize>)> = Vec::new();
    for &(offset, line) in lines {
        let mut numbers = Vec::new();
        for (at, word) in words(line) {
            let wrong =
                || Problem::Word { expected: "the sum of a cage and its cells from 0", found: Excerpt::new(word) };
            numbers.push(number(word).ok_or_else(|| record.error(offset + at, wrong()))?);
        }
        let cells = numbers[1..].iter().map(|&cell| cell as usize).collect();
        cages.push((offset, Some(numbers[0]), cells));
    }
    let count: usize = cages.iter().map(|(.., cells)| cells.len()).sum();
    let side = count.isqrt();
    let geometry = boards.of_side(side).map_err(|problem| record.error(0, problem))?;
    let named: Vec<Cell> = geometry.cells().collect();
    let mut lines = Vec::new();
    for (at, sum, cells) in cages {
        let cells: Option<Vec<Cell>> = cells.into_iter().map(|cell| named.get(cell).copied()).collect();
        let Some(cells) = cells.filter(|_| count == side * side) else {
            return Err(record.error(at, Problem::Cells { expected: (side + 1).pow(2), found: count }));
        };
        lines.push((at, sum, cells));
    }
    with_cages(record, &Grid::empty(&geometry), lines)
}

/// A puzzle with the rules of cages; a cage has a place in the text, a sum and cells.
fn with_cages(
    record: &Record<'_>,
    grid: &Grid,
    cages: Vec<(usize, Option<u32>, Vec<Cell>)>,
) -> Result<Grid, ParseError> {
    let places: Vec<usize> = cages.iter().map(|&(at, ..)| at).collect();
    let rule = |(_, sum, cells): (usize, Option<u32>, Vec<Cell>)| Killer { total: sum.map(i64::from), cells }.into();
    let rules = cages.into_iter().map(rule).collect();
    grid.with_rules(rules).map_err(|error| record.error(places[error.number], error))
}
