//! The board of a string: its shape, digits, boxes and regions.

use std::collections::HashMap;

use crate::geometry::Cell;
use crate::grid::exchange::draft::{Boxes, Draft};
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::iss::items::Item;

/// The largest side.
pub(super) const MAX_SIDE: usize = 16;

/// Reads the board from the parts of a string, and the size of its boxes.
///
/// # Errors
/// If no board matches the parts.
pub(super) fn read(items: &[Item]) -> Result<(Draft, usize), ExchangeError> {
    let of = |kind: &'static str| items.iter().filter(move |item| item.kind == kind);
    let mut draft = match of("Shape").next() {
        Some(shape) => read_shape(shape)?,
        None => Draft::new(9, 9)?,
    };
    let size = match of("RegionSize").next_back() {
        Some(item) => {
            let size = item.number(item.arg(0))?;
            let size = usize::try_from(size).ok().filter(|size| (1..=draft.digits.clone().count()).contains(size));
            size.ok_or_else(|| item.expected("as many cells as there are digits at most", item.arg(0)))?
        }
        None => draft.rows.max(draft.columns),
    };
    if matches!(draft.boxes, Boxes::Free) {
        if let Some(item) = of("Jigsaw").next() {
            return Err(item.expected("a grid with rows and columns, without ~Raw, around regions", ""));
        }
    } else if of("NoBoxes").next().is_none()
        && let Some((rows, columns)) = boxes_of(draft.rows, draft.columns, size)
    {
        draft.boxes = Boxes::Of(rows, columns);
    }
    for item in of("Jigsaw") {
        read_regions(item, &mut draft)?;
    }
    if let Some(item) = of("Windoku").next() {
        let size = of("RegionSize").next_back().map_or(draft.digits.clone().count(), |_| size);
        for cells in windows(draft.rows, draft.columns, size) {
            draft.unit(item.path(), cells);
        }
    }
    if let (Some(item), Some((rows, columns))) = (of("DisjointSets").next(), boxes_of(draft.rows, draft.columns, size))
    {
        for place in 0..rows * columns {
            let is_there = |cell: &Cell| cell.row() % rows * columns + cell.column() % columns == place;
            let cells = draft.cells().filter(is_there).collect();
            draft.unit(item.path(), cells);
        }
    }
    for item in of("Diagonal") {
        match item.arg(0) {
            "1" => draft.diagonals[1] = true,
            "-1" => draft.diagonals[0] = true,
            other => return Err(item.expected("1 or -1", other)),
        }
    }
    if let (Some(item), true) = (of("Diagonal").next(), draft.rows != draft.columns) {
        return Err(item.expected("as many rows as columns", ""));
    }
    Ok((draft, size))
}

/// `9x9`, `6x9`, `9x9~0-8`, `9x9~10`, and behind it the kind of the grid.
fn read_shape(item: &Item) -> Result<Draft, ExchangeError> {
    let numbers = |text: &str, between: char| {
        let (first, second) = text.split_once(between)?;
        Some((first.parse::<usize>().ok()?, second.parse::<usize>().ok()?))
    };
    let sides = numbers(item.arg(0), 'x')
        .filter(|(rows, columns)| (1..=MAX_SIDE).contains(rows) && (1..=MAX_SIDE).contains(columns));
    let (rows, columns) =
        sides.ok_or_else(|| item.expected("rows and columns from 1 to 16, such as 9x9", item.arg(0)))?;
    let mut draft = Draft::new(rows, columns)?;
    let range = item.arg(1);
    if !range.is_empty() {
        let ends = numbers(range, '-').or_else(|| Some((1, range.parse().ok()?)));
        let is_good =
            |&(first, last): &(usize, usize)| first <= 1 && last <= MAX_SIDE && last + 1 - first >= rows.max(columns);
        let ends = ends.filter(|&(first, last)| first <= last).filter(is_good);
        let (first, last) =
            ends.ok_or_else(|| item.expected("as many digits as a row or a column has cells at least", range))?;
        draft.digits = first..=last;
    }
    match item.arg(2) {
        "" | "Sudoku" => Ok(draft),
        "Raw" => {
            draft.boxes = Boxes::Free;
            Ok(draft)
        }
        other => Err(item.error(ExchangeProblem::NoRule(format!("Shape {other}")))),
    }
}

/// The boxes of `size` cells that fill a grid: the most nearly square boxes, preferably with fewer rows.
pub(super) fn boxes_of(rows: usize, columns: usize, size: usize) -> Option<(usize, usize)> {
    (2..=size.isqrt()).rev().filter(|small| size.is_multiple_of(*small)).find_map(|small| {
        let large = size / small;
        let fill = |height: usize, width: usize| rows.is_multiple_of(height) && columns.is_multiple_of(width);
        if fill(small, large) { Some((small, large)) } else { fill(large, small).then_some((large, small)) }
    })
}

/// The windows of a windoku: boxes with a line between them and around.
fn windows(rows: usize, columns: usize, size: usize) -> Vec<Vec<Cell>> {
    let Some((height, width)) = boxes_of(rows, columns, size) else { return Vec::new() };
    let starts = |length: usize, side: usize| (1..).step_by(length + 1).take_while(move |start| start + length < side);
    let mut windows = Vec::new();
    for left in starts(width, columns) {
        for top in starts(height, rows) {
            let cell = |at: usize| Cell::new((top + at / width) as u16, (left + at % width) as u16);
            windows.push((0..size).map(cell).collect());
        }
    }
    windows
}

/// Reads a layout: a character per cell names the cell's region. The cells of one character may be too few or too many for a
/// region; these cells are in no region.
fn read_regions(item: &Item, draft: &mut Draft) -> Result<(), ExchangeError> {
    let layout: Vec<char> = item.args.last().map(|layout| layout.chars().collect()).unwrap_or_default();
    let cells = draft.rows * draft.columns;
    if layout.len() != cells {
        return Err(
            item.expected(&format!("a character for each of {cells} cells"), item.args.last().map_or("", |it| it))
        );
    }
    let mut regions: Vec<Vec<Cell>> = Vec::new();
    let mut number = HashMap::new();
    for (cell, &name) in draft.cells().zip(&layout) {
        let at = *number.entry(name).or_insert(regions.len());
        if at == regions.len() {
            regions.push(Vec::new());
        }
        regions[at].push(cell);
    }
    if regions.len() == 1 {
        return Ok(());
    }
    let least = draft.rows.max(draft.columns);
    let is_whole =
        |region: &Vec<Cell>| region.len() >= least && draft.digits.contains(&(region.len() - 1 + draft.digits.start()));
    if regions.iter().filter(|region| !is_whole(region)).count() > 1 {
        return Err(item.expected("regions of as many cells as there are digits", &layout.iter().collect::<String>()));
    }
    regions.retain(is_whole);
    if draft.boxes != Boxes::None {
        for region in regions {
            draft.unit(item.path(), region);
        }
        return Ok(());
    }
    let mut numbers = vec![0; cells];
    for (number, region) in (1..).zip(&regions) {
        for cell in region {
            numbers[cell.row() * draft.columns + cell.column()] = number;
        }
    }
    draft.boxes = Boxes::Regions(numbers);
    Ok(())
}
