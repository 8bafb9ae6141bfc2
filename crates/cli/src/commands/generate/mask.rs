//! The file of `--pattern`: a drawing of the places, or a grid in any format, whose digits do not matter.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use satdoku::generate::Pattern;
use satdoku::geometry::Cell;
use satdoku::grid::format::{Puzzles, ReadOptions};
use satdoku::{Geometry, Grid};

use crate::Failure;
use crate::process::file_name;
use crate::stream::open;

/// Upper bound on a mask: larger than any drawing of a board that puzzles are generated for.
const MOST_BYTES: u64 = 16 << 20;

/// The characters for a clue in a drawing, beside digits, and for an empty cell.
const MARKS: [char; 3] = ['X', 'x', '#'];
const EMPTY: [char; 5] = ['.', '0', '_', '*', '-'];

/// The pattern in a file, and its board: the board asked for, by default the file's.
pub(super) fn read(path: &Path, asked: Option<&Arc<Geometry>>) -> Result<(Pattern, Arc<Geometry>), Failure> {
    let name = file_name::name(path);
    let mut text = String::new();
    let file = open::open(path).map_err(|error| format!("{name}: cannot open: {error}"))?;
    file.take(MOST_BYTES).read_to_string(&mut text).map_err(|error| format!("{name}: cannot read: {error}"))?;
    if let Some(cells) = drawn(&text) {
        let side = cells.len().isqrt();
        let canvas = asked.map_or((side, side), |board| (board.rows(), board.columns()));
        let places = canvas.0 * canvas.1;
        if cells.len() != places || places == 0 {
            let line = text.lines().count().max(1);
            let column = text.lines().last().map_or(0, |line| line.trim_end().chars().count()) + 1;
            let expected = asked.map_or("81 cells or another square number".to_owned(), |_| format!("{places} cells"));
            let what = format!("{line}:{column}: expected a pattern of {expected}, found {}", cells.len());
            return Err(Failure::located(&name, what));
        }
        let board = match asked {
            Some(board) => Arc::clone(board),
            None => Arc::new(Geometry::nearly_square(side).map_err(|error| format!("{name}: {error}"))?),
        };
        let marked = (0..cells.len()).filter(|&cell| cells[cell]);
        let place = |at: usize| Cell::new((at / canvas.1) as u16, (at % canvas.1) as u16);
        let pattern = Pattern::from_cells(marked.map(place));
        return Ok((pattern, board));
    }
    let options = ReadOptions::default().with_geometry(asked.cloned());
    let mut grids = Puzzles::new(text.as_bytes(), options);
    let grid: Grid = match grids.next() {
        Some(grid) => grid.map_err(|error| {
            Failure::located(&name, format!("{error}; in a pattern X, # or a digit marks a clue, . or 0 none"))
        })?,
        None => return Err(Failure::located(&name, "1:1: expected a pattern, found nothing")),
    };
    if grids.next().is_some() {
        return Err(format!("{name}: expected one pattern, found several").into());
    }
    Ok((Pattern::of(&grid), Arc::clone(grid.geometry())))
}

/// The cells of a text of cells and blanks, true if marked. Numbers with blanks between are left to the formats, which know their
/// ends.
fn drawn(text: &str) -> Option<Vec<bool>> {
    let mut cells = Vec::new();
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        let is_mark = MARKS.contains(&c) || ('1'..='9').contains(&c);
        if !is_mark && !EMPTY.contains(&c) {
            return None;
        }
        cells.push(is_mark);
    }
    let has_marks = text.contains(MARKS);
    let has_one_word_a_line = text.lines().all(|line| line.split_whitespace().count() < 2);
    (!cells.is_empty() && (has_marks || has_one_word_a_line)).then_some(cells)
}
