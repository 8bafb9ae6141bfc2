//! The parts of the JSON before its rules: size, cells, regions, clues, names and solution.

use std::collections::HashMap;

use crate::geometry::{Cell, Digit, Geometry};
use crate::grid::exchange::cell_state::CellState;
use crate::grid::exchange::draft::{Boxes, Draft, usual_boxes};
use crate::grid::exchange::error::ExchangeError;
use crate::grid::exchange::json::{Node, Value};
use crate::grid::exchange::notes::Notes;
use crate::grid::exchange::{Exchange, Reading};
use crate::rule::Allowed;

/// The largest side read. The site allows 16, programs around the site somewhat more.
pub(crate) const MAX_SIDE: u8 = 64;

/// Reads the board and the clues into a draft.
pub(super) fn read(root: &Node<'_>, reading: &mut Reading) -> Result<Draft, ExchangeError> {
    let rows = root.get("grid").ok_or_else(|| root.expected("a key grid with rows of cells"))?;
    let counted = match root.get("size") {
        Some(size) => size.number(),
        None => i64::try_from(rows.items()?.len()).ok(),
    };
    let side = counted.and_then(|side| u8::try_from(side).ok()).filter(|side| (1..=MAX_SIDE).contains(side));
    let side = side.ok_or_else(|| {
        root.get("size").unwrap_or_else(|| rows.clone()).expected(format!("a side from 1 to {MAX_SIDE}"))
    })?;
    let side = usize::from(side);
    let mut draft = Draft::new(side, side)?;
    read_cells(&rows, side, &mut draft, reading)?;
    let notes = &mut draft.notes;
    for (key, place) in [("title", &mut notes.title), ("author", &mut notes.author), ("ruleset", &mut notes.rules)] {
        if let Some(text) = root.get(key).and_then(|node| node.text()) {
            Notes::set(place, text);
        }
    }
    if let Some(solution) = root.get("solution") {
        read_solution(&solution, side * side, notes);
    }
    Ok(draft)
}

fn read_cells(rows: &Node<'_>, side: usize, draft: &mut Draft, reading: &mut Reading) -> Result<(), ExchangeError> {
    let usual = usual_boxes(side);
    // On a side without boxes, the rows are the regions.
    let usual_region = |row: usize, column: usize| match usual {
        Some((height, width)) => row / height * (side / width) + column / width,
        None => row,
    };
    let usual_region = |row, column| u32::try_from(usual_region(row, column)).ok();
    let list = rows.items()?;
    if list.len() != side {
        return Err(rows.expected(format!("{side} rows")));
    }
    let mut regions: Vec<Option<u32>> = Vec::with_capacity(side * side);
    let mut state = CellState::default();
    // Programs that know no players leave `given` out: then digits are clues, unless they fill the grid, as a player's do at the end.
    let cells = || list.iter().filter_map(|row| row.items().ok()).flatten();
    let has_key = |key: &str| cells().any(|cell| cell.get(key).is_some());
    let has_players = has_key("given") || cells().all(|cell| cell.get("value").is_some_and(|it| !it.is_nothing()));
    for (row, node) in list.iter().enumerate() {
        let cells = node.items()?;
        if cells.len() != side {
            return Err(node.expected(format!("{side} cells")));
        }
        state.begin_row();
        for (column, cell) in cells.iter().enumerate() {
            let at = Cell::new(row as u16, column as u16);
            if !matches!(cell.value(), Value::Object(_) | Value::Null) {
                return Err(cell.expected("an object for a cell"));
            }
            // A region of null means no region; a missing key means the default region.
            let region = match cell.value() {
                Value::Object(entries) => entries.iter().find(|(key, _)| key == "region").map(|(_, item)| &item.value),
                _ => None,
            };
            regions.push(match region {
                None => usual_region(row, column),
                Some(Value::Null) => None,
                Some(_) => {
                    let region = cell.get("region").unwrap_or_else(|| cell.clone());
                    let number = region.number().and_then(|number| u32::try_from(number).ok());
                    Some(number.ok_or_else(|| region.expected("the number of a region, or null"))?)
                }
            });
            let is_given = cell.get("given").is_some_and(|given| matches!(given.value(), Value::Bool(true)));
            let is_clue = is_given || !has_players;
            read_clue(cell, at, is_clue, draft)?;
            state.take(cell, is_clue);
        }
    }
    state.finish(Exchange::FPuzzles, rows, &mut draft.notes, reading);
    let usual_everywhere = regions.iter().enumerate().all(|(at, region)| *region == usual_region(at / side, at % side));
    draft.boxes = match usual {
        Some((height, width)) if usual_everywhere => Boxes::Of(height, width),
        None if usual_everywhere => Boxes::None,
        _ => {
            let mut numbers = HashMap::new();
            let mut number = |region: &Option<u32>| match region {
                None => 0,
                Some(region) => {
                    let next = numbers.len() as u32 + 1;
                    *numbers.entry(*region).or_insert(next)
                }
            };
            let numbers: Vec<u32> = regions.iter().map(&mut number).collect();
            if numbers.iter().all(|&number| number == 0) { Boxes::None } else { Boxes::Regions(numbers) }
        }
    };
    if let Boxes::Regions(numbers) = &draft.boxes {
        Geometry::regions(side, numbers).map_err(|error| rows.error(error))?;
    }
    Ok(())
}

/// Reads the clue of a cell: its given digit, or its given candidates.
fn read_clue(cell: &Node<'_>, at: Cell, is_clue: bool, draft: &mut Draft) -> Result<(), ExchangeError> {
    if let Some(value) = cell.get("value").filter(|value| is_clue && !value.is_nothing()) {
        let digit = value.number().ok_or_else(|| value.expected("a digit"))?;
        draft.given(&value.path(), at, digit)?;
    }
    if let Some(marks) = cell.get("givenPencilMarks").filter(|marks| !marks.is_nothing()) {
        let digits = marks.items()?.iter().map(|mark| mark.number().ok_or_else(|| mark.expected("a digit"))).collect();
        let digits: Vec<i64> = Result::from_iter::<Vec<Result<i64, ExchangeError>>>(digits)?;
        draft.rule(&marks.path(), Allowed { values: digits, cell: at })?;
    }
    Ok(())
}

/// Reads a solution: a list of numbers or a text. A value of a different form is ignored.
fn read_solution(node: &Node<'_>, cells: usize, notes: &mut Notes) {
    if let Some(text) = node.text() {
        return notes.set_solution(text, cells);
    }
    let Ok(items) = node.items() else { return };
    let digit = |node: &Node<'_>| {
        node.number().and_then(|number| u16::try_from(number).ok()).filter(|&it| it <= MAX_SIDE.into()).map(Digit::new)
    };
    let digits: Vec<Option<Digit>> = items.iter().map(digit).collect();
    if digits.len() == cells && digits.iter().any(Option::is_some) {
        notes.solution = Some(digits);
    }
}
