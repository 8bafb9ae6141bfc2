//! `.Doppelganger`: each row, column and box lacks one of the digits from 1, and has a cell beside the grid with this digit.

use crate::geometry::Cell;
use crate::grid::exchange::draft::{Boxes, Draft};
use crate::grid::exchange::error::ExchangeError;
use crate::grid::exchange::iss::board::boxes_of;
use crate::grid::exchange::iss::groups::Sheets;
use crate::grid::exchange::iss::items::Item;
use crate::rule::{Allowed, Combination, Killer, Rule};

/// Adds the groups `DGR`, with a cell for each column, `DGC`, for each row, and `DGB`, for each box, and their rules.
///
/// # Errors
/// If the board is no square with the digits from 0 to its side.
pub(super) fn read(item: &Item, sheets: &mut Sheets, draft: &mut Draft) -> Result<(), ExchangeError> {
    let side = draft.rows;
    if draft.columns != side || draft.digits != (0..=side) {
        return Err(item.expected("a square with the digits from 0 to its side", ""));
    }
    let path = item.path();
    let add =
        |draft: &mut Draft, rule: Rule| draft.rule(&path, rule).map_err(|error| ExchangeError { at: item.at, ..error });
    let below = sheets.add_group(item, "DGR", "Doppelganger row", (None, side), draft)?;
    let beside = sheets.add_group(item, "DGC", "Doppelganger column", (None, side), draft)?;
    add(draft, below.0.into())?;
    add(draft, beside.0.into())?;
    let (below, beside) = (below.1, beside.1);
    let mut of_boxes = Vec::new();
    if let Some((_, width)) = boxes_of(side, side, side) {
        let (layer, cells) = sheets.add_group(item, "DGB", "Doppelganger box", (Some(side / width), width), draft)?;
        add(draft, layer.into())?;
        of_boxes = cells;
    }
    let line = |is_row: bool, at: usize| -> Vec<Cell> {
        draft_cells(side).filter(|cell| at == if is_row { cell.row() } else { cell.column() }).collect()
    };
    let boxes = if matches!(draft.boxes, Boxes::Of(..)) { draft.region_cells() } else { Vec::new() };
    if boxes.is_empty() {
        // Without boxes the cells beside them say nothing.
        for cell in std::mem::take(&mut of_boxes) {
            add(draft, Allowed { values: vec![0], cell }.into())?;
        }
    }
    let digits: Vec<i64> = (1..).take(side).collect();
    for group in [&below, &beside, &of_boxes] {
        for &cell in group {
            add(draft, Allowed { values: digits.clone(), cell }.into())?;
        }
        if !group.is_empty() {
            add(draft, differ(group.clone()))?;
        }
    }
    let rows = beside.iter().enumerate().map(|(at, &missing)| (line(true, at), missing));
    let columns = below.iter().enumerate().map(|(at, &missing)| (line(false, at), missing));
    let in_boxes = boxes.iter().cloned().zip(of_boxes.iter().copied());
    for (mut cells, missing) in rows.chain(columns).chain(in_boxes) {
        cells.push(missing);
        add(draft, differ(cells))?;
    }
    for cell in draft_cells(side) {
        let of_box = boxes.iter().position(|cells| cells.contains(&cell)).and_then(|at| of_boxes.get(at));
        let missing = [beside[cell.row()], below[cell.column()]].into_iter().chain(of_box.copied()).collect();
        let is_digit = Allowed { values: digits.clone(), cell }.into();
        add(draft, Combination::any_of(vec![vec![is_digit], vec![differ(missing)]]).into())?;
    }
    Ok(())
}

fn draft_cells(side: usize) -> impl Iterator<Item = Cell> {
    (0..side as u16).flat_map(move |row| (0..side as u16).map(move |column| Cell::new(row, column)))
}

fn differ(cells: Vec<Cell>) -> Rule {
    Killer { total: None, cells }.into()
}
