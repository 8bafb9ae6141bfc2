//! From a string to a puzzle.

use std::collections::BTreeMap;

use satdoku_base::budget::Running;

use crate::geometry::Cell;
use crate::grid::exchange::draft::Exchanged;
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::iss::groups::Sheets;
use crate::grid::exchange::iss::items::{Item, items};
use crate::grid::exchange::iss::reader::{How, Reader};
use crate::grid::exchange::iss::types::how;
use crate::grid::exchange::iss::{board, doppelganger, old};
use crate::rule::{Allowed, Killer, Rule};

/// Reads a puzzle from a string or from an older text.
///
/// # Errors
/// The first problem, with its part.
pub(crate) fn read(text: &str, running: &Running) -> Result<Exchanged, ExchangeError> {
    let items = match old::items(text) {
        Some(items) => items?,
        None => items(text)?,
    };
    let (mut draft, size) = board::read(&items)?;
    draft.running.clone_from(running);
    let may_tie = items.iter().any(|item| item.kind == "FullRankTies" && item.arg(0) == "any");
    let mut sheets = Sheets::of_grid(&draft);
    for item in &items {
        match item.kind.as_str() {
            "Var" => sheets.read(item, &mut draft)?,
            "ChaosConstruction" => sheets.read_chaos(item, size, &mut draft)?,
            "Doppelganger" => doppelganger::read(item, &mut sheets, &mut draft)?,
            _ => {}
        }
    }
    let mut reader = Reader {
        draft,
        sheets,
        how,
        marks: Vec::new(),
        open_marks: Vec::new(),
        may_tie,
        moved: std::cell::Cell::default(),
    };
    items.iter().try_for_each(|item| refuse_label_values(&reader, item, true))?;
    for kind in ["WhiteDot", "BlackDot", "X", "V"] {
        note_marks(&mut reader, &items, kind)?;
    }
    givens(&mut reader, &items)?;
    for item in items.iter().filter(|item| item.kind == "AllDifferent") {
        let mut cells = reader.cells(item, &item.args)?;
        let mut seen = std::collections::HashSet::new();
        cells.retain(|&cell| seen.insert(cell));
        if cells.iter().all(|cell| cell.is_in_grid()) {
            reader.draft.unit(item.path(), cells);
        } else if cells.len() > 1 {
            // The units of a board hold cells of the grid alone.
            let rule = Killer { total: None, cells };
            reader.draft.rule(&item.path(), rule).map_err(|error| ExchangeError { at: item.at, ..error })?;
        }
    }
    for item in items.iter().filter(|item| !is_given(item) && item.kind != "AllDifferent") {
        if matches!(how(&item.kind), Some(How::Board)) {
            continue;
        }
        for rule in reader.rules(item)? {
            reader.draft.rule(&item.path(), rule).map_err(|error| ExchangeError { at: item.at, ..error })?;
        }
    }
    reader.draft.finish()
}

/// The parts that only compare labels of regions with one another, as far as their types say.
const COMPARE: [&str; 8] = ["AllDifferent", "SameValues", "CountDistinct", "NFA", "Pair", "PairX", "And", "Or"];

/// Refuses values of labels: the program chooses the labels of some cells by rules of its own, so that these are other numbers here.
/// Arrows and counts of labels stand in no other part.
fn refuse_label_values(reader: &Reader, item: &Item, is_outside: bool) -> Result<(), ExchangeError> {
    let is_clue_of_labels = matches!(item.kind.as_str(), "ChaosArrow" | "ChaosCount");
    if is_clue_of_labels && !is_outside {
        return Err(item.error(ExchangeProblem::NoRule(format!("{} inside of another part", item.kind))));
    }
    let is_label = |arg: &String| {
        let name = arg.split('_').next().unwrap_or_default();
        reader.sheets.cell(name).is_some_and(|cell| reader.sheets.is_label(cell))
    };
    let is_plain_cage = item.kind == "Cage" && matches!(item.arg(0), "" | "0");
    if !is_clue_of_labels && !is_plain_cage && !COMPARE.contains(&item.kind.as_str()) && item.args.iter().any(is_label)
    {
        return Err(item.error(ExchangeProblem::NoRule(format!("{} of labels of ChaosConstruction", item.kind))));
    }
    item.inner.iter().try_for_each(|inner| refuse_label_values(reader, inner, false))
}

/// Records the pairs with a mark of a type, including marks in nested parts.
fn note_marks(reader: &mut Reader, items: &[Item], kind: &'static str) -> Result<(), ExchangeError> {
    for only in items.iter().filter_map(|item| item.only(kind)) {
        if only.has("Or") {
            reader.open_marks.push(kind);
            continue;
        }
        for rule in reader.rules(&only)? {
            if let Rule::Pair(pair) = rule
                && pair.cells.iter().all(|cell| cell.is_in_grid())
            {
                reader.marks.push((kind, pair.cells));
            }
        }
    }
    Ok(())
}

fn is_given(item: &Item) -> bool {
    matches!(item.kind.as_str(), "" | "Given")
}

/// Adds the clues and candidates of the given parts together. Repeated statements on a cell are intersected.
fn givens(reader: &mut Reader, items: &[Item]) -> Result<(), ExchangeError> {
    let mut found: BTreeMap<Cell, (&Item, Vec<i64>)> = BTreeMap::new();
    for item in items.iter().filter(|item| is_given(item)) {
        for (cell, values) in reader.values(item)? {
            let known = &mut found.entry(cell).or_insert_with(|| (item, values.clone())).1;
            if known.iter().any(|value| values.contains(value)) {
                known.retain(|value| values.contains(value));
            } else {
                // No digit is left: both are said, and the puzzle has no solution.
                reader.draft.rule(&item.path(), Allowed { values, cell })?;
            }
        }
    }
    for (cell, (item, values)) in found {
        let path = item.path();
        let placed = match values[..] {
            [value] => reader.draft.given(&path, cell, value),
            _ => reader.draft.rule(&path, Allowed { values, cell }),
        };
        placed.map_err(|error| ExchangeError { at: item.at, ..error })?;
    }
    Ok(())
}
