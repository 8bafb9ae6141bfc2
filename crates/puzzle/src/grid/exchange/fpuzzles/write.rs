//! From a puzzle to JSON.

use crate::geometry::Cell;
use crate::grid::exchange::Exchange;
use crate::grid::exchange::cell_state::add_kept;
use crate::grid::exchange::draft::usual_boxes;
use crate::grid::exchange::fpuzzles::drawn;
use crate::grid::exchange::fpuzzles::entries::{Said, names, said};
use crate::grid::exchange::fpuzzles::head::MAX_SIDE;
use crate::grid::exchange::json::{Value, list, number, object, text};
use crate::grid::exchange::missing::Missing;
use crate::grid::exchange::notes::Notes;
use crate::grid::exchange::outgoing::{Outgoing, Unsaid, regions_of};

/// The JSON of a puzzle, and the rules and units without a key.
///
/// # Errors
/// If the program does not support the board.
pub(crate) fn write(puzzle: &Outgoing<'_>, notes: &Notes) -> Result<(Value, Vec<Unsaid>), Missing> {
    let board = puzzle.board();
    let side = board.plain_side().filter(|&side| side <= usize::from(MAX_SIDE));
    let side = side.ok_or_else(|| Missing::Board(board.to_string()))?;
    let mut unsaid = Vec::new();
    let mut entries: Vec<(&str, Value)> = vec![("size", number(side as u64))];
    for (key, note) in [("title", &notes.title), ("author", &notes.author), ("ruleset", &notes.rules)] {
        if let Some(note) = note {
            entries.push((key, text(note.as_str())));
        }
    }
    let mut lists: Vec<(&str, Vec<Value>)> = Vec::new();
    let mut flags: Vec<&str> = Vec::new();
    let mut add = |key: &'static str, values: Vec<Value>| match lists.iter_mut().find(|(known, _)| *known == key) {
        Some((_, list)) => list.extend(values),
        None => lists.push((key, values)),
    };
    // The candidates of cells stand in the grid.
    let mut candidates: Vec<Option<Value>> = vec![None; board.cell_count()];
    for (at, rule) in puzzle.rules.iter().enumerate() {
        match said(rule, board) {
            Some(Said::Flag(key)) => flags.push(key),
            Some(Said::Entries(key, values)) => add(key, values),
            Some(Said::Candidates(cell, values)) if candidates[board.index(cell)].is_none() => {
                candidates[board.index(cell)] = Some(values);
            }
            Some(Said::Candidates(..)) | None => unsaid.push(Unsaid::Rule(at)),
        }
    }
    let (diagonals, units) = diagonals(puzzle, side);
    flags.extend(diagonals);
    let groups = board.disjoint_groups();
    let has_groups = !groups.is_empty() && groups.iter().all(|group| units.contains(&group));
    if has_groups {
        flags.push("disjointgroups");
    }
    for unit in units.iter().filter(|unit| !has_groups || !groups.contains(unit)) {
        add("extraregion", vec![object([("cells", names(unit))])]);
    }
    entries.push(("grid", cells(puzzle, side, candidates)));
    // Several rules may yield the same flag.
    flags.sort_unstable();
    flags.dedup();
    entries.extend(flags.into_iter().map(|key| (key, Value::Bool(true))));
    if let Some((_, words)) = lists.iter_mut().find(|(key, _)| *key == "negative") {
        let mut seen = Vec::new();
        words.retain(|word| {
            !seen.contains(word) && {
                seen.push(word.clone());
                true
            }
        });
    }
    let mut copies = drawn::copies(&lists);
    for (key, value) in notes.kept_of(Exchange::FPuzzles) {
        // An entry of a list, a list, or the whole value of its key.
        match (key.as_str(), value) {
            ("cage", value) => add_to(&mut lists, "cage", value.clone()),
            ("grid", value) => {
                if let Some((_, grid)) = entries.iter_mut().find(|(key, _)| *key == "grid") {
                    add_kept(grid, value);
                }
            }
            (key, Value::List(items)) => {
                let own = copies.extract_if(.., |(of, _)| *of == key).map(|(_, copy)| copy);
                entries.push((key, list(items.iter().map(|item| item.value.clone()).chain(own))));
            }
            (key, value) => entries.push((key, value.clone())),
        }
    }
    for (key, value) in copies {
        add_to(&mut lists, key, value);
    }
    entries.extend(lists.into_iter().map(|(key, values)| (key, list(values))));
    if let Some(solution) = &notes.solution {
        let digit =
            |digit: &Option<crate::geometry::Digit>| digit.map_or_else(|| text("."), |digit| number(digit.get()));
        entries.push(("solution", list(solution.iter().map(digit))));
    }
    Ok((object(entries), unsaid))
}

fn add_to(lists: &mut Vec<(&str, Vec<Value>)>, key: &'static str, value: Value) {
    match lists.iter_mut().find(|(known, _)| *known == key) {
        Some((_, list)) => list.push(value),
        None => lists.push((key, vec![value])),
    }
}

/// The keys of the diagonals that are units, and the remaining extra units.
fn diagonals<'a>(puzzle: &'a Outgoing<'_>, side: usize) -> (Vec<&'static str>, Vec<&'a Vec<Cell>>) {
    let cell = |row: usize, column: usize| Cell::new(row as u16, column as u16);
    let falling: Vec<Cell> = (0..side).map(|at| cell(at, at)).collect();
    let rising: Vec<Cell> = (0..side).map(|at| cell(at, side - 1 - at)).collect();
    let has = |unit: &Vec<Cell>| puzzle.board().has_diagonals() || puzzle.units.contains(unit);
    let keys = [("diagonal-", has(&falling)), ("diagonal+", has(&rising))];
    let keys = keys.into_iter().filter(|&(_, has)| has).map(|(key, _)| key).collect();
    (keys, puzzle.units.iter().filter(|&unit| *unit != falling && *unit != rising).collect())
}

/// The rows of cells: clues, candidates and regions.
fn cells(puzzle: &Outgoing<'_>, side: usize, mut candidates: Vec<Option<Value>>) -> Value {
    let usual = usual_boxes(side);
    let usual_region = |row: usize, column: usize| match usual {
        Some((height, width)) => row / height * (side / width) + column / width,
        None => row,
    };
    let regions = regions_of(puzzle.board());
    let has_none = regions.iter().all(Option::is_none);
    // Without boxes the rows of the side are the default regions.
    let is_usual = usual.is_none() && has_none
        || regions.iter().enumerate().all(|(at, &region)| region == Some(usual_region(at / side, at % side)));
    let cell = |at: usize| {
        let mut entries = Vec::new();
        if let Some(digit) = puzzle.grid.digits()[at] {
            entries.extend([("value", number(digit.get())), ("given", Value::Bool(true))]);
        }
        if let Some(marks) = candidates[at].take() {
            entries.push(("givenPencilMarks", marks));
        }
        if !is_usual {
            entries.push(("region", regions[at].map_or(Value::Null, |region| number(region as u64))));
        }
        object(entries)
    };
    let values: Vec<Value> = (0..side * side).map(cell).collect();
    list(values.chunks(side).map(|row| list(row.iter().cloned())))
}
