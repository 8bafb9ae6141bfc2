//! From a puzzle to a string.

use std::fmt::Write;

use crate::geometry::{Cell, Digit, Regions};
use crate::grid::exchange::iss::board::{LARGEST, boxes_of};
use crate::grid::exchange::iss::items::name;
use crate::grid::exchange::iss::reader::How;
use crate::grid::exchange::iss::types::TYPES;
use crate::grid::exchange::missing::Missing;
use crate::grid::exchange::outgoing::{Outgoing, neighbours, regions_of};
use crate::grid::exchange::said::Said;

/// The string of a puzzle, and what has no type.
///
/// # Errors
/// If the board is none of the program.
pub(in crate::grid::exchange) fn write(puzzle: &Outgoing<'_>) -> Result<(String, Vec<Missing>), Missing> {
    let board = puzzle.board();
    let (rows, columns, digits) = (board.rows(), board.columns(), board.digit_count());
    let last = usize::from(board.last_digit().get());
    let whole = || Missing::Board(board.to_string());
    if rows.max(columns).max(last) > LARGEST || digits < rows.max(columns) {
        return Err(whole());
    }
    let mut out = String::new();
    let range = match board.first_digit().get() {
        0 => format!("~0-{last}"),
        _ if digits == rows.max(columns) => String::new(),
        _ => format!("~{digits}"),
    };
    if (rows, columns) != (9, 9) || !range.is_empty() {
        let _ = write!(out, ".Shape~{rows}x{columns}{range}");
    }
    write_regions(puzzle, &mut out);
    let mut units: Vec<&Vec<Cell>> = puzzle.units.iter().collect();
    if rows == columns {
        let cell = |row: usize, column: usize| Cell::new(row as u16, column as u16);
        let rising: Vec<Cell> = (0..rows).map(|at| cell(at, rows - 1 - at)).collect();
        let falling: Vec<Cell> = (0..rows).map(|at| cell(at, at)).collect();
        for (diagonal, which) in [(rising, "1"), (falling, "-1")] {
            if board.has_diagonals() || units.contains(&&diagonal) {
                let _ = write!(out, ".Diagonal~{which}");
            }
            units.retain(|unit| **unit != diagonal);
        }
    }
    for unit in units {
        part("AllDifferent", unit.iter().map(|&cell| name(cell)), &mut out);
    }
    let clues: Vec<String> = puzzle.grid.clues().map(|clue| format!("{}_{}", name(clue.cell), clue.digit)).collect();
    if !clues.is_empty() {
        part("", clues, &mut out);
    }
    let mut missing = Vec::new();
    let mut negatives = Vec::new();
    for line in &puzzle.rules {
        match of_rule(line, puzzle) {
            Some(text) if line.starts_with("negative ") => negatives.push(text),
            Some(text) => out += &text,
            None => missing.push(Missing::Rule(line.clone())),
        }
    }
    // Two rules make one part.
    negatives.sort_unstable();
    negatives.dedup();
    out.extend(negatives);
    if out.is_empty() {
        out.push('.');
    }
    Ok((out, missing))
}

fn part(kind: &str, args: impl IntoIterator<Item = String>, out: &mut String) {
    let _ = write!(out, ".{kind}");
    for arg in args {
        let _ = write!(out, "~{arg}");
    }
}

/// The parts that say the boxes or regions; none where they are the usual ones.
fn write_regions(puzzle: &Outgoing<'_>, out: &mut String) {
    let board = puzzle.board();
    let (rows, columns) = (board.rows(), board.columns());
    let usual = boxes_of(rows, columns, rows.max(columns));
    match board.shape() {
        Regions::Boxes { rows: height, columns: width } => {
            let (height, width) = (usize::from(height), usize::from(width));
            if usual == Some((height, width)) {
            } else if boxes_of(rows, columns, height * width) == Some((height, width)) {
                let _ = write!(out, ".RegionSize~{}", height * width);
            } else {
                write_layout(puzzle, out);
            }
        }
        Regions::Irregular => write_layout(puzzle, out),
        _ if usual.is_some() => out.push_str(".NoBoxes"),
        _ => {}
    }
}

fn write_layout(puzzle: &Outgoing<'_>, out: &mut String) {
    out.push_str(".NoBoxes.Jigsaw~");
    for region in regions_of(puzzle.board()) {
        // What is in no region is one of its own, which has not as many cells as the others.
        out.push(char::from_digit(region.map_or(0, |region| region as u32 + 1), 36).unwrap_or('z'));
    }
}

fn digits_of(puzzle: &Outgoing<'_>) -> Vec<u16> {
    puzzle.board().digits().map(Digit::get).collect()
}

/// The part that says a rule.
fn of_rule(line: &str, puzzle: &Outgoing<'_>) -> Option<String> {
    if let Some(alternatives) = line.strip_prefix("anyof ") {
        let mut out = ".Or".to_owned();
        for alternative in alternatives.split(" | ") {
            let parts: Vec<String> =
                alternative.split(" & ").map(|line| of_rule(line, puzzle)).collect::<Option<_>>()?;
            match &parts[..] {
                [part] => out += part,
                parts => {
                    let _ = write!(out, ".And{}.End", parts.concat());
                }
            }
        }
        return Some(out + ".End");
    }
    let said = Said::of(line);
    if said.groups.iter().flatten().any(|cell| cell.row() >= LARGEST || cell.column() >= LARGEST) {
        return None;
    }
    let mut out = String::new();
    match said.keyword {
        "allowed" | "odd" | "even" => {
            let around = |cell: Cell| neighbours(puzzle.board(), cell);
            for simple in said.simplest(&digits_of(puzzle), &around) {
                let simple = Said::of(&simple);
                let values = simple.word()?.replace(',', "_");
                // Clues of a cell are taken together, but for those in a part.
                out.push_str(".And");
                part("", [format!("{}_{values}", name(*simple.cells()?.first()?))], &mut out);
                out.push_str(".End");
            }
            return Some(out);
        }
        "minimum" | "maximum" | "copies" | "slowthermometer" | "nabner" | "difference" | "ratio" | "pairsum" => {
            let around = |cell: Cell| neighbours(puzzle.board(), cell);
            let simple = said.simplest(&digits_of(puzzle), &around);
            if simple.iter().all(|simple| Said::of(simple).keyword != said.keyword) {
                for line in simple {
                    out += &of_rule(&line, puzzle)?;
                }
                return Some(out);
            }
        }
        _ => {}
    }
    TYPES.iter().find_map(|&(kind, how, write)| {
        let mut out = String::new();
        let is_it = match how {
            How::Board => false,
            How::Own(..) if kind == "Sum" && said.keyword == "littlekiller" => true,
            How::Flag(whole) => whole == line,
            How::Pairs(words) => line.strip_prefix(words).is_some_and(|rest| rest.starts_with(" r")),
            How::Own(_, keywords) if said.keyword == "negative" => {
                let kind = said.words.get(..2).map(|words| words.join(" "));
                kind.is_some_and(|kind| keywords.split(',').any(|keyword| keyword == kind))
            }
            How::Cells(keyword)
            | How::Set(keyword)
            | How::Number(keyword, _)
            | How::Ends(keyword)
            | How::Own(_, keyword) => {
                keyword == said.keyword
                    || keyword == "indexer" && matches!(said.keyword, "rowindexer" | "columnindexer")
            }
        };
        if !is_it {
            return None;
        }
        part(kind, write?(&said, puzzle.board())?, &mut out);
        Some(out)
    })
}
