//! From a puzzle to a string.

use std::fmt::Write;

use crate::geometry::{Cell, Regions};
use crate::grid::exchange::iss::board::{MAX_SIDE, boxes_of};
use crate::grid::exchange::iss::groups::Sheets;
use crate::grid::exchange::iss::items::{items, name};
use crate::grid::exchange::iss::parts::{Writer, part};
use crate::grid::exchange::missing::Missing;
use crate::grid::exchange::outgoing::{Outgoing, Unsaid, regions_of};
use crate::rule::{FullRank, Rule};

/// The string of a puzzle, and the rules and units without a type.
///
/// # Errors
/// If the program does not support the board.
pub(crate) fn write(puzzle: &Outgoing<'_>) -> Result<(String, Vec<Unsaid>), Missing> {
    let board = puzzle.board();
    let (rows, columns, (first, last)) = (board.rows(), board.columns(), board.grid_digits());
    let (last, digits) = (usize::from(last), usize::from(last - first) + 1);
    let whole = || Missing::Board(board.to_string());
    if rows.max(columns).max(last) > MAX_SIDE || digits < rows.max(columns) {
        return Err(whole());
    }
    let mut out = String::new();
    let is_free = board.shape() == Regions::Free;
    let range = match first {
        0 => format!("~0-{last}"),
        _ if digits == rows.max(columns) && !is_free => String::new(),
        _ => format!("~{digits}"),
    };
    let shape = format!(".Shape~{rows}x{columns}{range}{}", if is_free { "~Raw" } else { "" });
    let is_usual = (rows, columns) == (9, 9) && range.is_empty();
    if !is_usual {
        out += &shape;
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
        out += &part("AllDifferent", unit.iter().map(|&cell| name(cell)));
    }
    let writer = Writer { board, sheets: Sheets::for_rules(board, puzzle.rules.iter().copied()) };
    let mut clues = Vec::new();
    for clue in puzzle.grid.clues() {
        if !writer.sheets.has(clue.cell) {
            return Err(Missing::Clue(clue.cell));
        }
        clues.push(format!("{}_{}", writer.sheets.name(clue.cell), clue.digit));
    }
    if !clues.is_empty() {
        out += &part("", clues);
    }
    let mut unsaid = Vec::new();
    let mut negatives = Vec::new();
    for (at, rule) in puzzle.rules.iter().enumerate() {
        match writer.parts(rule) {
            Some(text) if matches!(rule, Rule::Negative(_)) => negatives.push(text),
            Some(text) => out += &text,
            None => unsaid.push(Unsaid::Rule(at)),
        }
    }
    if puzzle.rules.iter().any(|rule| matches!(rule, Rule::FullRank(FullRank { may_tie: true, .. }))) {
        out.push_str(".FullRankTies~any");
    }
    // Two rules may yield the same part.
    negatives.sort_unstable();
    negatives.dedup();
    out.extend(negatives);
    // Lines of one part each would be read as a single string, so a single part is written behind the shape.
    if is_usual && !items(&out).is_ok_and(|items| items.len() > 1) {
        out.insert_str(0, &shape);
    }
    Ok((out, unsaid))
}

/// Writes the parts of the boxes or regions, or nothing for the default boxes.
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
        Regions::Free => {}
        _ if usual.is_some() => out.push_str(".NoBoxes"),
        _ => {}
    }
}

fn write_layout(puzzle: &Outgoing<'_>, out: &mut String) {
    out.push_str(".NoBoxes.Jigsaw~");
    for region in regions_of(puzzle.board()) {
        // The cells outside every region share a character; their number differs from the size of a region.
        out.push(char::from_digit(region.map_or(0, |region| region as u32 + 1), 36).unwrap_or('z'));
    }
}
