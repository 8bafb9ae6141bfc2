//! The older texts that ISS reads beside its strings: cages with one character per cell, cages by numbers, the candidates of
//! every cell, and regions, optionally after clues.
//!
//! * 81 characters of `<`, `>`, `^`, `v` (and `` ` ``, `'`, `,`, `.` for the diagonals), each leading to the next cell of the
//!   cage, up to the cell with the total: `0` to `9`, `A` to `Z` from 10, `a` to `j` from 36.
//! * `3x3::k:` or, with diagonals, `3x3:d:k:`, and 81 numbers: 256 times the total, plus the number of the cage.
//! * N characters for each of N² cells: a possible digit at the digit's place, `.` for an impossible digit.
//! * N² clues and N² characters for the regions; or the regions alone.

use std::collections::{BTreeMap, HashMap};

use crate::geometry::Cell;
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::iss::items::{Item, name};

const SIDE: usize = 9;
const CELLS: usize = SIDE * SIDE;

/// Whether a line is certainly an older text: cages, candidates, or clues followed by regions.
pub(crate) fn is_old(line: &str) -> bool {
    is_short_cages(line) || is_long_cages(line) || is_candidates(line) || is_clues_and_layout(line)
}

/// Whether no row of N² characters repeats a character. Such characters behind a puzzle are a solution, not a layout.
fn is_solution(text: &str) -> bool {
    let has_twice = |row: &[u8]| row.iter().enumerate().any(|(at, label)| row[..at].contains(label));
    side_of(text.len()).is_some_and(|side| !text.as_bytes().chunks(side).any(has_twice))
}

/// Whether a line is N² clues and N² letters or digits of a layout.
fn is_clues_and_layout(line: &str) -> bool {
    let cells = line.len() / 2;
    if line.len() != 2 * cells || !line.is_ascii() || side_of(cells).is_none_or(|side| side < 4) {
        return false;
    }
    let (clues, layout) = line.split_at(cells);
    layout.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !is_solution(layout)
        && regions(layout).is_some()
        && givens(clues).is_some()
}

/// The parts equivalent to an older text; `None` for a different text.
pub(super) fn items(text: &str) -> Option<Result<Vec<Item>, ExchangeError>> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if !text.is_ascii() {
        return None;
    }
    if is_short_cages(&text) {
        return Some(short_cages(text.as_bytes()));
    }
    if is_long_cages(&text) {
        return Some(long_cages(&text));
    }
    let (half, is_even) = (text.len() / 2, text.len().is_multiple_of(2));
    if is_even
        && !is_solution(&text[half..])
        && let (Some(regions), Some(givens)) = (regions(&text[half..]), givens(&text[..half]))
    {
        return Some(Ok(regions.into_iter().chain(givens).collect()));
    }
    if let Some(regions) = regions(&text) {
        return Some(Ok(regions));
    }
    if let Some(candidates) = candidates(&text) {
        return Some(Ok(candidates));
    }
    givens(&text).map(Ok)
}

fn side_of(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side > 1 && side <= 16 && side * side == cells).then_some(side)
}

fn cell_name(at: usize, side: usize) -> String {
    name(Cell::new((at / side) as u16, (at % side) as u16))
}

fn shape(side: usize) -> Item {
    Item::new("Shape", [format!("{side}x{side}")])
}

fn is_short_cages(text: &str) -> bool {
    let is_one = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_uppercase() || b"abcdefghij<v>^`',.".contains(&byte);
    text.len() == CELLS && text.bytes().all(is_one) && text.bytes().any(|byte| b"<>^".contains(&byte))
}

fn wrong(at: usize, expected: &str, found: char) -> ExchangeError {
    ExchangeError { path: String::new(), at, problem: ExchangeProblem::expected(expected, format!("{found:?}")) }
}

fn short_cages(text: &[u8]) -> Result<Vec<Item>, ExchangeError> {
    let leads = |at: usize| -> Result<usize, ExchangeError> {
        let (down, right): (isize, isize) = match text[at] {
            b'v' => (1, 0),
            b'^' => (-1, 0),
            b'<' => (0, -1),
            b'>' => (0, 1),
            b'`' => (-1, -1),
            b'\'' => (-1, 1),
            b',' => (1, -1),
            b'.' => (1, 1),
            _ => return Ok(at),
        };
        let within = |from: usize, by: isize| from.checked_add_signed(by).filter(|&to| to < SIDE);
        match (within(at / SIDE, down), within(at % SIDE, right)) {
            (Some(row), Some(column)) => Ok(row * SIDE + column),
            _ => Err(wrong(at, "a sign that leads to a cell of the grid", char::from(text[at]))),
        }
    };
    let mut cages: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (cell, &sign) in text.iter().enumerate() {
        let mut end = cell;
        for steps in 0.. {
            let next = leads(end)?;
            if next == end {
                break;
            }
            if steps == CELLS {
                return Err(wrong(cell, "signs that lead to a total", char::from(sign)));
            }
            end = next;
        }
        cages.entry(end).or_default().push(cell);
    }
    let total = |byte: u8| match byte {
        b'0'..=b'9' => byte - b'0',
        b'A'..=b'Z' => byte - b'A' + 10,
        _ => byte - b'a' + 36,
    };
    Ok(cages
        .into_iter()
        .map(|(end, cells)| {
            let names = cells.into_iter().map(|cell| cell_name(cell, SIDE));
            let args = std::iter::once(total(text[end]).to_string()).chain(names);
            Item { at: end, ..Item::new("Cage", args) }
        })
        .collect())
}

fn is_long_cages(text: &str) -> bool {
    text.starts_with("3x3:") && text.split(':').nth(2) == Some("k")
}

fn long_cages(text: &str) -> Result<Vec<Item>, ExchangeError> {
    let words: Vec<&str> = text.split(':').collect();
    let numbers = words.get(3..3 + CELLS).filter(|_| words.len() <= CELLS + 4);
    let numbers = numbers.ok_or_else(|| {
        let found = words.len().saturating_sub(3);
        ExchangeError::whole(ExchangeProblem::expected("81 numbers behind 3x3::k:", found))
    })?;
    let mut cages: BTreeMap<u32, (u32, Vec<String>)> = BTreeMap::new();
    for (at, word) in numbers.iter().enumerate() {
        let number: u32 = word.parse().ok().filter(|number| *number < 1 << 24).ok_or_else(|| {
            ExchangeError::whole(ExchangeProblem::expected("a number for each cell", format!("{word:?}")))
        })?;
        if number >= 256 {
            cages.entry(number % 256).or_insert((number / 256, Vec::new())).1.push(cell_name(at, SIDE));
        }
    }
    let mut items: Vec<Item> = match words[1] {
        "d" => ["1", "-1"].iter().map(|which| Item::new("Diagonal", [(*which).to_owned()])).collect(),
        _ => Vec::new(),
    };
    items.extend(
        cages.into_values().map(|(total, cells)| Item::new("Cage", std::iter::once(total.to_string()).chain(cells))),
    );
    Ok(items)
}

/// Whether a line is the candidates of a 9×9 grid: some cell has several.
fn is_candidates(text: &str) -> bool {
    text.len() == SIDE * CELLS && {
        let cells: Vec<&[u8]> = text.as_bytes().chunks(SIDE).collect();
        let is_in_place =
            |cell: &&[u8]| cell.iter().zip(b"123456789").all(|(&byte, &digit)| byte == digit || byte == b'.');
        cells.iter().all(is_in_place) && cells.iter().any(|cell| cell.iter().filter(|&&byte| byte != b'.').count() > 1)
    }
}

fn candidates(text: &str) -> Option<Vec<Item>> {
    let side = (2..=9).find(|side| side * side * side == text.len())?;
    let is_one = |byte: u8| byte == b'.' || byte.is_ascii_digit();
    if !text.bytes().all(is_one) {
        return None;
    }
    let of_cell = |(at, marks): (usize, &[u8])| {
        let mut arg = cell_name(at, side);
        for &mark in marks.iter().filter(|&&mark| mark != b'.') {
            arg.extend(['_', char::from(mark)]);
        }
        arg
    };
    Some(vec![shape(side), Item::new("", text.as_bytes().chunks(side).enumerate().map(of_cell))])
}

/// Reads N² characters: digits (letters from side 10 on) and a sign for empty cells.
fn givens(text: &str) -> Option<Vec<Item>> {
    let side = side_of(text.len())?;
    let digit = |byte: u8| {
        let value = match byte {
            b'0'..=b'9' if side < 10 => byte - b'0',
            b'A'..=b'Z' if side >= 10 => byte - b'A' + 1,
            _ => 0,
        };
        (1..=side).contains(&usize::from(value)).then_some(value)
    };
    let mut signs = text.bytes().filter(|&byte| digit(byte).is_none());
    let sign = signs.next();
    if signs.any(|other| Some(other) != sign) {
        return None;
    }
    let args =
        text.bytes().enumerate().filter_map(|(at, byte)| Some(format!("{}_{}", cell_name(at, side), digit(byte)?)));
    Some(vec![shape(side), Item::new("", args)])
}

/// Reads a layout: N different characters, each N times.
fn regions(text: &str) -> Option<Vec<Item>> {
    let side = side_of(text.len())?;
    let mut counts: HashMap<u8, usize> = HashMap::new();
    for byte in text.bytes() {
        *counts.entry(byte).or_default() += 1;
    }
    let is_layout = counts.len() == side && counts.values().all(|&count| count == side);
    is_layout.then(|| vec![shape(side), Item::new("NoBoxes", []), Item::new("Jigsaw", [text.to_owned()])])
}
