//! Writes the lossless form.

use std::fmt::Write;

use crate::geometry::{Cell, Digit, Geometry, Regions};
use crate::grid::Grid;
use crate::grid::exchange::{Missing, Notes};
use crate::grid::format::{places, record};

/// The words of the header before the numbers of the grid.
fn write_board(geometry: &Geometry, out: &mut String) {
    let (rows, columns) = (geometry.rows(), geometry.columns());
    let square = Some(rows).filter(|_| rows == columns);
    let mut implied = rows.max(columns);
    match (square, geometry.shape()) {
        (_, Regions::Squares) => {
            for square in geometry.squares().unwrap_or_default() {
                let _ = writeln!(out, "grid {}x{} at {}", square.box_rows, square.box_columns, square.corner);
                implied = square.side();
            }
        }
        (Some(side), Regions::Boxes { rows, columns }) if usize::from(rows) * usize::from(columns) == side => {
            let _ = writeln!(out, "{rows} {columns}");
        }
        (_, Regions::Free) => {
            let _ = writeln!(out, "canvas {rows} {columns}\nlines none");
        }
        (Some(side), Regions::None) => {
            let _ = writeln!(out, "latin {side}");
        }
        (Some(side), Regions::Irregular) => {
            let _ = writeln!(out, "regions {side}");
            write_regions(geometry, out);
        }
        (_, regions) => {
            let _ = writeln!(out, "canvas {rows} {columns}");
            match regions {
                Regions::Boxes { rows, columns } => {
                    let _ = writeln!(out, "boxes {rows} {columns}");
                }
                Regions::Irregular => {
                    out.push_str("regions\n");
                    write_regions(geometry, out);
                }
                Regions::None | Regions::Squares | Regions::Free => {}
            }
        }
    }
    let (first, last) = (geometry.first_digit(), geometry.last_digit());
    if first.get() != 1 || geometry.digit_count() != implied {
        let _ = writeln!(out, "digits {first}..{last}");
    }
    write_extra_units(geometry, out);
}

fn write_regions(geometry: &Geometry, out: &mut String) {
    for row in geometry.units().take(geometry.rows()) {
        let number = |&cell: &Cell| geometry.region(cell).map_or(0, |region| region as u16 + 1);
        record::write_row(geometry.unit(row).iter().map(number), out);
    }
}

/// Writes a line for the diagonals and for each further unit.
pub(crate) fn write_extra_units(geometry: &Geometry, out: &mut String) {
    if geometry.has_diagonals() {
        out.push_str("diagonals\n");
    }
    for unit in geometry.listed_units() {
        out.push_str("unit");
        for cell in geometry.unit(unit) {
            let _ = write!(out, " {cell}");
        }
        out.push('\n');
    }
}

pub(crate) fn write(grid: &Grid, out: &mut String) {
    write_with(grid, &Notes::default(), out);
}

/// Appends a puzzle with its title, author and rules in words, and returns the notes that have no place in `header`.
pub(crate) fn write_header(grid: &Grid, notes: &Notes, out: &mut String) -> Vec<Missing> {
    write_with(grid, notes, out);
    notes.lost_in_header()
}

fn write_with(grid: &Grid, notes: &Notes, out: &mut String) {
    let rules = grid.rules();
    let layered = grid;
    let plain = (!grid.geometry().layers().is_empty()).then(|| grid.without_rules());
    let grid = plain.as_ref().unwrap_or(grid);
    let geometry = grid.geometry();
    write_board(geometry, out);
    for (word, note) in [("title", &notes.title), ("author", &notes.author)] {
        if let Some(note) = note {
            let _ = writeln!(out, "{word} {}", note.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    for line in notes.rules.iter().flat_map(|text| text.lines()) {
        let _ = writeln!(out, "{}", format!("about {}", line.trim()).trim_end());
    }
    for rule in rules.as_slice() {
        let _ = writeln!(out, "{rule}");
    }
    for given in layered.helper_givens() {
        let _ = writeln!(out, "given {given}");
    }
    if geometry.plain_side().is_some() {
        for row in grid.digits().chunks(geometry.columns()) {
            record::write_row(row.iter().map(|digit| digit.map_or(0, Digit::get)), out);
        }
        return;
    }
    places::push_words(grid, out);
}
