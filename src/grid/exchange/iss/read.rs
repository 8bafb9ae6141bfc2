//! From a string to a puzzle.

use std::collections::BTreeMap;

use crate::geometry::Cell;
use crate::grid::exchange::draft::Exchanged;
use crate::grid::exchange::error::ExchangeError;
use crate::grid::exchange::iss::items::{Item, items};
use crate::grid::exchange::iss::reader::{How, Reader, allowed};
use crate::grid::exchange::iss::types::how;
use crate::grid::exchange::iss::{board, old};
use crate::grid::exchange::said::Said;

/// Reads a puzzle: a string, or one of the older texts.
///
/// # Errors
/// What is wrong, with the part that it stands in.
pub(in crate::grid::exchange) fn read(text: &str) -> Result<Exchanged, ExchangeError> {
    let items = match old::items(text) {
        Some(items) => items?,
        None => items(text)?,
    };
    let (draft, _) = board::read(&items)?;
    let has_ranks = items.iter().any(|item| item.has("FullRank"));
    let mut reader =
        Reader { draft, how, marks: Vec::new(), open_marks: Vec::new(), has_ranks, moved: std::cell::Cell::default() };
    for kind in ["WhiteDot", "BlackDot", "X", "V"] {
        note_marks(&mut reader, &items, kind)?;
    }
    givens(&mut reader, &items)?;
    for item in items.iter().filter(|item| item.kind == "AllDifferent") {
        let mut cells = reader.cells(item, &item.args)?;
        let mut seen = std::collections::HashSet::new();
        cells.retain(|&cell| seen.insert(cell));
        reader.draft.unit(item.path(), cells);
    }
    for item in items.iter().filter(|item| !is_given(item) && item.kind != "AllDifferent") {
        if matches!(how(&item.kind), Some(How::Board)) {
            continue;
        }
        for line in reader.lines(item)? {
            reader.draft.rule(&item.path(), &line).map_err(|error| ExchangeError { at: item.at, ..error })?;
        }
    }
    reader.draft.finish()
}

/// Takes note of the pairs with a mark of a type, also in parts that hold others.
fn note_marks(reader: &mut Reader, items: &[Item], kind: &'static str) -> Result<(), ExchangeError> {
    for only in items.iter().filter_map(|item| item.only(kind)) {
        if only.has("Or") {
            reader.open_marks.push(kind);
            continue;
        }
        for line in reader.lines(&only)? {
            if let Some(&[a, b]) = Said::of(&line).cells() {
                reader.marks.push((kind, [a, b]));
            }
        }
    }
    Ok(())
}

fn is_given(item: &Item) -> bool {
    matches!(item.kind.as_str(), "" | "Given")
}

/// The clues and candidates of all parts together: what is said twice of a cell holds both.
fn givens(reader: &mut Reader, items: &[Item]) -> Result<(), ExchangeError> {
    let mut found: BTreeMap<Cell, (&Item, Vec<i64>)> = BTreeMap::new();
    for item in items.iter().filter(|item| is_given(item)) {
        for (cell, values) in reader.values(item)? {
            let known = &mut found.entry(cell).or_insert_with(|| (item, values.clone())).1;
            if known.iter().any(|value| values.contains(value)) {
                known.retain(|value| values.contains(value));
            } else {
                // No digit is left: both are said, and the puzzle has no solution.
                reader.draft.rule(&item.path(), &allowed(cell, &values))?;
            }
        }
    }
    for (cell, (item, values)) in found {
        let path = item.path();
        let placed = match values[..] {
            [value] => reader.draft.given(&path, cell, value),
            _ => reader.draft.rule(&path, &allowed(cell, &values)),
        };
        placed.map_err(|error| ExchangeError { at: item.at, ..error })?;
    }
    Ok(())
}
