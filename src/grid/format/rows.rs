//! `rows`: N lines of N numbers between blanks, 0 or `.` for an empty cell.
//!
//! Blank lines are allowed anywhere, within a puzzle too. So where a puzzle lacks a row is found by its blocks of
//! lines: a block that would give the puzzle too many rows starts the next one.

use std::io::{self, BufRead};

use crate::geometry::Digit;
use crate::grid::Grid;
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{ParseError, Problem};

/// So many lines are looked at to find the side of a puzzle whose first line may be the broken one.
const LINES_TO_JUDGE_BY: usize = 16;

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    let mut counts = Vec::new();
    while counts.len() < LINES_TO_JUDGE_BY {
        match lines.peek(counts.len())? {
            Some(line) if !is_blank(line) => counts.push(words(line).count()),
            _ => break,
        }
    }
    let side = most_frequent(&counts);
    let mut rows = 0;
    while rows < side {
        match lines.peek(0)? {
            None => break,
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

/// The count that most lines have, the earliest of them where several are as frequent.
fn most_frequent(counts: &[usize]) -> usize {
    let frequency = |count: usize| counts.iter().filter(|&&other| other == count).count();
    counts.iter().rev().copied().max_by_key(|&count| frequency(count)).unwrap_or(0)
}

pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let counts: Vec<_> = record.lines().map(|(_, line)| words(line).count()).collect();
    let side = boards.asked_side().unwrap_or_else(|| most_frequent(&counts));
    for ((offset, line), &found) in record.lines().zip(&counts) {
        if found != side {
            // The first word too many, or the end of a line that is too short.
            let at = words(line).nth(side).map_or(line.trim_ascii_end().len(), |(at, _)| at);
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
    for row in grid.digits().chunks(grid.geometry().side()) {
        record::write_row(row.iter().map(|digit| digit.map_or(0, Digit::get)), out);
    }
}
