//! From a puzzle to JSON.

use crate::geometry::{Cell, Geometry};
use crate::grid::exchange::cell_state::add_kept;
use crate::grid::exchange::json::{Value, list, number, object, text};
use crate::grid::exchange::missing::Missing;
use crate::grid::exchange::notes::Notes;
use crate::grid::exchange::outgoing::Outgoing;
use crate::grid::exchange::sudokupad::drawn::{Drawn, cells_of};
use crate::grid::exchange::sudokupad::own::{IN_WORDS, KEY, MAX_SIDE, value};
use crate::grid::exchange::sudokupad::plain_rules::{GLOBAL, stands_alone};
use crate::grid::exchange::sudokupad::read::CELL_SIZE;
use crate::grid::exchange::{Exchange, Writing};
use crate::rule::{Killer, Mark, Rule};
use crate::sentences::{ExtraUnits, SentenceKind, Topic, names};

/// The JSON of a puzzle.
///
/// # Errors
/// If the program does not support the board.
pub(crate) fn write(puzzle: &Outgoing<'_>, notes: &Notes, writing: Writing) -> Result<Value, Missing> {
    let board = puzzle.board();
    let has_squares_with_diagonals = board.squares().is_some() && board.has_diagonals();
    if board.rows().max(board.columns()) > MAX_SIDE || has_squares_with_diagonals {
        return Err(Missing::Board(board.to_string()));
    }
    let mut entries = vec![("cellSize", Value::Number(CELL_SIZE.to_string())), ("cells", rows_of(puzzle))];
    let regions: Vec<Value> = board.region_units().map(|unit| cells_of(board.unit(unit))).collect();
    if !regions.is_empty() {
        entries.push(("regions", list(regions)));
    }
    let (mut cages, global) = standing_alone(&puzzle.rules);
    cages.extend(hidden_cages(puzzle));
    let drawn_rules: Vec<(&str, Vec<Mark>)> = puzzle
        .rules
        .iter()
        .filter(|rule| !stands_alone(rule))
        .map(|rule| (keyword(rule), rule.marks_on(board)))
        .collect();
    let mut drawn = Drawn::of(board, &drawn_rules);
    drawn.holes(board);
    let units = ExtraUnits::of(board);
    units.diagonals.iter().for_each(|cells| drawn.diagonal(cells));
    units.others.iter().for_each(|(cells, _)| drawn.unit(cells));
    let words = if notes.rules.is_some() { None } else { words(puzzle, &units, writing) };
    let unseen = in_words(board, &drawn_rules);
    let metadata = metadata(notes, words.as_deref(), &unseen);
    let mut lists: Vec<(&str, Vec<Value>)> = vec![("cages", cages), ("global", global)];
    for (key, items) in drawn.into_lists() {
        add(&mut lists, key, items);
    }
    add_notes(notes, &mut entries, &mut lists);
    entries.extend(lists.into_iter().filter(|(_, items)| !items.is_empty()).map(|(key, items)| (key, list(items))));
    if !metadata.is_empty() {
        entries.push(("metadata", object(metadata)));
    }
    if !puzzle.rules.is_empty() || words.is_some() || !unseen.is_empty() {
        entries.push((KEY, value(puzzle.grid, &puzzle.rules, words.is_some())));
    }
    Ok(object(entries))
}

fn keyword(rule: &Rule) -> &'static str {
    rule.form().map_or("", |form| form.keyword())
}

fn rows_of(puzzle: &Outgoing<'_>) -> Value {
    let (rows, columns) = (puzzle.board().rows(), puzzle.board().columns());
    let digit = |cell: Cell| if puzzle.board().contains(cell) { puzzle.grid.get(cell) } else { None };
    let cell =
        |row, column| object(digit(Cell::new(row as u16, column as u16)).map(|digit| ("value", number(digit.get()))));
    list((0..rows).map(|row| list((0..columns).map(|column| cell(row, column)))))
}

/// The cages and the flags of the rules that stand alone.
fn standing_alone(rules: &[&Rule]) -> (Vec<Value>, Vec<Value>) {
    let (mut cages, mut global) = (Vec::new(), Vec::new());
    for rule in rules.iter().filter(|rule| stands_alone(rule)) {
        match rule {
            Rule::Killer(Killer { total, cells: of }) => {
                let mut cage = vec![("cells", cells_of(of)), ("unique", Value::Bool(true))];
                if let Some(total) = total {
                    cage.extend([("value", text(total.to_string())), ("sum", Value::Number(total.to_string()))]);
                }
                cages.push(object(cage));
            }
            rule => global.extend(GLOBAL.iter().find(|(_, known)| known == *rule).map(|(name, _)| text(*name))),
        }
    }
    (cages, global)
}

/// The extra units as hidden cages.
fn hidden_cages(puzzle: &Outgoing<'_>) -> Vec<Value> {
    let board = puzzle.board();
    let hidden = |of: &[Cell]| {
        let is = Value::Bool(true);
        object([("cells", cells_of(of)), ("unique", is.clone()), ("hidden", is)])
    };
    let mut cages = Vec::new();
    if board.has_diagonals() {
        let side = board.rows();
        let at = |row: usize, column: usize| Cell::new(row as u16, column as u16);
        cages.push(hidden(&(0..side).map(|i| at(i, i)).collect::<Vec<_>>()));
        cages.push(hidden(&(0..side).map(|i| at(i, side - 1 - i)).collect::<Vec<_>>()));
    }
    cages.extend(puzzle.units.iter().map(|unit| hidden(unit)));
    cages
}

/// The rules in words: the board, then each topic of the rules.
fn words(puzzle: &Outgoing<'_>, units: &ExtraUnits, writing: Writing) -> Option<String> {
    let (board, language) = (puzzle.board(), writing.language);
    let rules: Vec<Rule> = puzzle.rules.iter().map(|&rule| rule.clone()).collect();
    let mut lines = language.of_board(board, units);
    for (cells, is_full) in &units.others {
        let kind = if *is_full { SentenceKind::Unit } else { SentenceKind::Set };
        lines.push(language.say(&Topic::list(kind, names(cells)), 1, None));
    }
    lines.extend(language.sentences(board, &rules).into_iter().map(|sentence| sentence.text));
    if let Some(squares) = board.squares() {
        let side = squares.first().map_or(0, |square| i64::from(square.side() as u32));
        lines.insert(0, language.say(&Topic::number(SentenceKind::UsualInSquares, side), 1, None));
    }
    if lines.is_empty() {
        return None;
    }
    if board.squares().is_none() && board.region_units().next().is_some() {
        lines.insert(0, language.say(&Topic::plain(SentenceKind::Usual), 1, None));
    }
    Some(lines.join("\n"))
}

/// The parts that no mark shows, by their keywords: readers without the key of satdoku refuse them.
fn in_words(board: &Geometry, drawn_rules: &[(&str, Vec<Mark>)]) -> Vec<Value> {
    let is_unseen = |marks: &[Mark]| marks.iter().all(|mark| matches!(mark, Mark::Global(_)));
    let mut parts: Vec<&str> =
        drawn_rules.iter().filter(|(_, marks)| is_unseen(marks)).map(|(keyword, _)| *keyword).collect();
    if board.grid_digits() != (1, board.rows().max(board.columns()) as u16) {
        parts.push("digits");
    }
    parts.dedup();
    parts.into_iter().map(text).collect()
}

fn metadata<'a>(notes: &'a Notes, words: Option<&str>, in_words: &[Value]) -> Vec<(&'a str, Value)> {
    let mut metadata: Vec<(&str, Value)> = Vec::new();
    let rules = notes.rules.as_deref().or(words);
    for (key, note) in [("title", notes.title.as_deref()), ("author", notes.author.as_deref()), ("rules", rules)] {
        metadata.extend(note.map(|note| (key, text(note))));
    }
    if let Some(solution) = &notes.solution {
        let has_long = solution.iter().flatten().any(|digit| digit.get() > 9);
        let words: Vec<String> =
            solution.iter().map(|digit| digit.map_or_else(|| ".".to_owned(), |digit| digit.to_string())).collect();
        metadata.push(("solution", text(words.join(if has_long { "," } else { "" }))));
    }
    if !in_words.is_empty() {
        metadata.push((IN_WORDS, list(in_words.iter().cloned())));
    }
    for (key, value) in notes.kept_of(Exchange::SudokuPad) {
        if let ("metadata", Value::Object(kept)) = (key.as_str(), value) {
            metadata.extend(kept.iter().map(|(key, item)| (key.as_str(), item.value.clone())));
        }
    }
    metadata
}

/// Adds the notes that only draw or guide players.
fn add_notes<'a>(notes: &'a Notes, entries: &mut Vec<(&'a str, Value)>, lists: &mut Vec<(&'a str, Vec<Value>)>) {
    for (key, value) in notes.kept_of(Exchange::SudokuPad) {
        match (key.as_str(), value) {
            ("metadata", Value::Object(_)) => {}
            ("cages", value) => add(lists, "cages", vec![value.clone()]),
            ("cellSize", value) => entries[0].1 = value.clone(),
            ("cells", value) => add_kept(&mut entries[1].1, value),
            (key, Value::List(items)) => add(lists, key, items.iter().map(|item| item.value.clone()).collect()),
            (key, value) => entries.push((key, value.clone())),
        }
    }
}

fn add<'a>(lists: &mut Vec<(&'a str, Vec<Value>)>, key: &'a str, mut items: Vec<Value>) {
    match lists.iter_mut().find(|(known, _)| *known == key) {
        Some((_, list)) => list.append(&mut items),
        None => lists.push((key, items)),
    }
}
