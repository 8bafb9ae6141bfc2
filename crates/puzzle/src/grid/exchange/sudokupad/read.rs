//! From JSON to a puzzle.

use crate::geometry::{Cell, Digit, Geometry};
use crate::grid::exchange::cell_state::{CellState, tell_words};
use crate::grid::exchange::draft::{Boxes, Draft, Exchanged};
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::json::{Item, Node, Value};
use crate::grid::exchange::notes::Notes;
use crate::grid::exchange::sudokupad::drawn::{RULE, UNIT};
use crate::grid::exchange::sudokupad::own::{IN_WORDS, KEY, MAX_SIDE, Own};
use crate::grid::exchange::sudokupad::plain_rules::GLOBAL;
use crate::grid::exchange::{Exchange, Reading};
use crate::rule::{Killer, LittleKiller};

/// The usual side of a cell in pixels, which is written again.
pub(super) const CELL_SIZE: i64 = 64;

/// Keys of drawings, which may show rules without a key.
const DRAWN: [&str; 4] = ["lines", "arrows", "underlays", "overlays"];

/// Keys without meaning for the puzzle.
const KEPT: [&str; 9] =
    ["id", "cellSize", "settings", "videos", "triggereffect", "duration", "rounded", "width", "height"];

/// Keys that hide cells from players.
const FOG: [&str; 3] = ["foglight", "fogofwar", "foglink"];

/// Keys read first or separately.
const HEAD: [&str; 5] = ["cells", "regions", "title", "author", "rules"];

/// Reads a puzzle: its rules from the key of satdoku if there is one, else from cages and flags. Drawings are passed over and
/// reported.
///
/// # Errors
/// The first problem, with its key; or a mark of satdoku without the key.
pub(crate) fn read(item: &Item, reading: &mut Reading) -> Result<Exchanged, ExchangeError> {
    let root = Node::root(item);
    let entries = root.entries()?;
    let own = Own::of(&root, &reading.running)?;
    let mut draft = read_cells(&root, own.as_ref().map(|own| &own.board), reading)?;
    draft.running.clone_from(&reading.running);
    if let Some(regions) = root.get("regions") {
        read_regions(&regions, &mut draft)?;
    }
    let cells = draft.rows * draft.columns;
    let text = |key: &str| root.get(key).and_then(|node| node.text());
    Notes::set(&mut draft.notes.title, text("title").unwrap_or_default());
    Notes::set(&mut draft.notes.author, text("author").unwrap_or_default());
    Notes::set(&mut draft.notes.rules, text("rules").unwrap_or_default());
    for (key, node) in entries {
        if node.is_nothing() || HEAD.contains(&key) || key == KEY {
            continue;
        }
        match key {
            "cages" => {
                for cage in node.items()? {
                    // A cage with a total, or whose digits differ, is a rule of SudokuPad, whatever satdoku wrote beside it.
                    let is_rule = cage.get("sum").is_some() || cage.get("unique").is_some();
                    if is_rule || !is_mark(&cage, own.is_some())? {
                        read_cage(&cage, &mut draft, reading)?;
                    }
                }
            }
            "global" => {
                for name in node.items()? {
                    read_global(&name, name.text().unwrap_or_default(), &mut draft)?;
                }
            }
            "solution" => draft.notes.set_solution(node.text().unwrap_or_default(), cells),
            "metadata" => read_metadata(&node, own.is_some(), &mut draft)?,
            key if DRAWN.contains(&key) => read_drawn(key, &node, own.is_some(), &mut draft, reading)?,
            key if FOG.contains(&key) => {
                draft.notes.keep(Exchange::SudokuPad, key, node.value().clone());
                reading.passed_over.push(node.error(ExchangeProblem::Fog));
            }
            "cellSize" if node.number() == Some(CELL_SIZE) => {}
            key if KEPT.contains(&key) => draft.notes.keep(Exchange::SudokuPad, key, node.value().clone()),
            key => {
                let error = node.error(ExchangeProblem::NoRule(key.to_owned()));
                if !reading.is_lenient {
                    return Err(error);
                }
                reading.passed_over.push(error);
            }
        }
    }
    if let Some(own) = own {
        return own.finish(draft, reading);
    }
    tell_words(&draft.notes, "rules", reading);
    draft.finish()
}

/// Whether an item shows a rule, or an extra unit, that is told elsewhere.
///
/// # Errors
/// If the item shows a rule, and the key with the line of the rule is missing.
fn is_mark(item: &Node<'_>, has_key: bool) -> Result<bool, ExchangeError> {
    let Some(rule) = item.get(RULE) else { return Ok(false) };
    let Some(name) = rule.text() else { return Ok(false) };
    if has_key || name == UNIT { Ok(true) } else { Err(rule.error(ExchangeProblem::NoLine(name.to_owned()))) }
}

/// Keeps the drawings of a list that show no rule, and reports them.
fn read_drawn(
    key: &str,
    node: &Node<'_>,
    has_key: bool,
    draft: &mut Draft,
    reading: &mut Reading,
) -> Result<(), ExchangeError> {
    let mut kept = Vec::new();
    for item in node.items()? {
        if !is_mark(&item, has_key)? {
            kept.push(Item::from(item.value().clone()));
        }
    }
    if !kept.is_empty() {
        draft.notes.keep(Exchange::SudokuPad, key, Value::List(kept));
        reading.passed_over.push(node.error(ExchangeProblem::Drawn));
    }
    Ok(())
}

fn read_cells(root: &Node<'_>, board: Option<&Geometry>, reading: &mut Reading) -> Result<Draft, ExchangeError> {
    let node = root.get("cells").ok_or_else(|| root.expected("a key cells with rows of cells"))?;
    let rows = node.items()?;
    let columns = rows.first().map_or(Ok(0), |row| row.items().map(|cells| cells.len()))?;
    if !(1..=MAX_SIDE).contains(&rows.len()) || !(1..=MAX_SIDE).contains(&columns) {
        return Err(node.expected(format!("1 to {MAX_SIDE} rows of 1 to {MAX_SIDE} cells")));
    }
    let mut draft = Draft::new(rows.len(), columns)?;
    if let Some((first, last)) = board.map(Geometry::grid_digits) {
        draft.digits = first.into()..=last.into();
    }
    let mut state = CellState::default();
    for (row, node) in rows.iter().enumerate() {
        let cells = node.items()?;
        if cells.len() != columns {
            return Err(node.expected(format!("{columns} cells")));
        }
        state.begin_row();
        for (column, cell) in cells.iter().enumerate() {
            let is_player = matches!(cell.get("given").map(|given| given.value()), Some(Value::Bool(false)));
            if let Some(value) = cell.get("value").filter(|value| !is_player && !value.is_nothing()) {
                let digit = value.number().ok_or_else(|| value.expected("a digit"))?;
                draft.given(&value.path(), Cell::new(row as u16, column as u16), digit)?;
            }
            state.take(cell, !is_player);
        }
    }
    state.finish(Exchange::SudokuPad, &node, &mut draft.notes, reading);
    Ok(draft)
}

/// Cells are `[row, column]`, from 0.
fn cells_of(node: &Node<'_>, draft: &Draft) -> Result<Vec<Cell>, ExchangeError> {
    let cell = |node: &Node<'_>| {
        let [row, column] = &node.items()?[..] else { return Err(node.expected("a row and a column")) };
        let at = row.number().zip(column.number()).and_then(|(row, column)| draft.cell(row, column));
        at.ok_or_else(|| node.expected(format!("a cell from [0, 0] to [{}, {}]", draft.rows - 1, draft.columns - 1)))
    };
    node.items()?.iter().map(cell).collect()
}

fn read_regions(node: &Node<'_>, draft: &mut Draft) -> Result<(), ExchangeError> {
    let mut numbers = vec![0; draft.rows * draft.columns];
    for (number, region) in (1..).zip(node.items()?) {
        for cell in cells_of(&region, draft)? {
            let place = &mut numbers[cell.row() * draft.columns + cell.column()];
            if *place != 0 {
                return Err(region.expected("cells that are in no other region"));
            }
            *place = number;
        }
    }
    if numbers.iter().any(|&number| number > 0) {
        draft.boxes = Boxes::Regions(numbers);
    }
    Ok(())
}

/// Reads a cage: with a sum or different digits, a rule; else a drawing or a note. A value that is not a total is drawn beside
/// the rule.
fn read_cage(cage: &Node<'_>, draft: &mut Draft, reading: &mut Reading) -> Result<(), ExchangeError> {
    let value = cage.get("value").filter(|value| !value.is_nothing());
    if let Some(said) = value.as_ref().and_then(Node::text)
        && draft.notes.take(said, draft.rows * draft.columns)
    {
        return Ok(());
    }
    let cells = cage.get("cells").map_or(Ok(Vec::new()), |cells| cells_of(&cells, draft))?;
    let is = |key: &str, wanted: bool| matches!(cage.get(key).map(|node| node.value()), Some(&Value::Bool(found)) if found == wanted);
    let total = match cage.get("sum").filter(|sum| !sum.is_nothing()) {
        Some(sum) => Some(sum.number().filter(|sum| *sum >= 0).ok_or_else(|| sum.expected("a number"))?),
        None => value.as_ref().and_then(Node::number).filter(|total| *total > 0),
    };
    if let Some(value) = value.filter(|value| total.is_none() && !cells.is_empty() && value.number() != Some(0)) {
        reading.passed_over.push(value.error(ExchangeProblem::Drawn));
        if is("unique", true) {
            let drawn = cage.entries()?.into_iter().filter(|(key, _)| *key != "unique");
            let drawn = drawn.map(|(key, node)| (key.to_owned(), Item::from(node.value().clone()))).collect();
            draft.notes.keep(Exchange::SudokuPad, "cages", Value::Object(drawn));
        }
    }
    match total {
        _ if cells.is_empty() => {}
        Some(total) if is("unique", false) => return draft.rule(&cage.path(), LittleKiller { total, cells }),
        Some(_) => return draft.rule(&cage.path(), Killer { total, cells }),
        None if is("unique", true) && is("hidden", true) => {
            draft.unit(cage.path(), cells);
            return Ok(());
        }
        None if is("unique", true) => return draft.rule(&cage.path(), Killer { total, cells }),
        None => {}
    }
    draft.notes.keep(Exchange::SudokuPad, "cages", cage.value().clone());
    Ok(())
}

fn read_global(node: &Node<'_>, name: &str, draft: &mut Draft) -> Result<(), ExchangeError> {
    if name == "disjoint" {
        let regions = draft.region_cells();
        for place in 0..draft.rows {
            let cells = regions.iter().filter_map(|region| region.get(place).copied()).collect();
            draft.unit(node.path(), cells);
        }
        return Ok(());
    }
    match GLOBAL.iter().find(|(known, _)| *known == name) {
        Some((_, rule)) => draft.rule(&node.path(), rule.clone()),
        None => Err(node.error(ExchangeProblem::NoRule(format!("global {name:?}")))),
    }
}

fn read_metadata(node: &Node<'_>, has_key: bool, draft: &mut Draft) -> Result<(), ExchangeError> {
    let cells = draft.rows * draft.columns;
    let mut kept = Vec::new();
    for (key, node) in node.entries()? {
        let text = node.text().unwrap_or_default();
        match key {
            _ if node.is_nothing() => {}
            IN_WORDS => {
                if let Some(part) = node.items()?.into_iter().find(|_| !has_key) {
                    return Err(part.error(ExchangeProblem::NoLine(part.text().unwrap_or_default().to_owned())));
                }
            }
            "title" => Notes::set(&mut draft.notes.title, text),
            "author" => Notes::set(&mut draft.notes.author, text),
            "rules" => match node.value() {
                Value::List(_) => {
                    let lines: Vec<&str> = node.items()?.iter().filter_map(Node::text).collect();
                    Notes::set(&mut draft.notes.rules, &lines.join("\n"));
                }
                _ => Notes::set(&mut draft.notes.rules, text),
            },
            "solution" if node.text().is_some() => draft.notes.set_solution(text, cells),
            "solution" => {
                let digit =
                    |node: &Node<'_>| node.number().and_then(|it| u16::try_from(it).ok()).and_then(Digit::try_new);
                let digits: Vec<Option<Digit>> = node.items()?.iter().map(digit).collect();
                draft.notes.solution = Some(digits).filter(|digits| digits.len() == cells);
            }
            key if GLOBAL.iter().any(|(known, _)| *known == key) || key == "disjoint" => {
                read_global(&node, key, draft)?;
            }
            key => kept.push((key.to_owned(), Item::from(node.value().clone()))),
        }
    }
    if !kept.is_empty() {
        draft.notes.keep(Exchange::SudokuPad, "metadata", Value::Object(kept));
    }
    Ok(())
}
