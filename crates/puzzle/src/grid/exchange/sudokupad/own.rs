//! The key `satdoku`: the board and the lines of the rules, beside the cells, regions and marks that show them.
//!
//! ```text
//! "satdoku":{"board":"3x3","rules":["whispers 5 r1c1 r1c2"],"given":["shade:r1c1 1"],"words":true}
//! ```
//!
//! `given` has the clues in cells beside the grid. With `words` the rules in words are satdoku's sentences and not the setter's.

use std::collections::HashSet;
use std::sync::Arc;

use satdoku_base::budget::Running;

use crate::geometry::{Cell, Geometry};
use crate::grid::Grid;
use crate::grid::exchange::Reading;
use crate::grid::exchange::draft::{Boxes, Draft, Exchanged};
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::json::{Node, Value, list, object, text};
use crate::grid::exchange::outgoing::units_of;
use crate::grid::exchange::sudokupad::plain_rules::stands_alone;
use crate::rule::{Rule, Rules};

/// The most rows and columns of a puzzle.
pub(super) const MAX_SIDE: usize = 64;

/// The key.
pub(super) const KEY: &str = "satdoku";

/// The key below the metadata that names the parts of a puzzle that no mark shows.
pub(super) const IN_WORDS: &str = "onlyInWords";

/// The value of the key for a puzzle with some of its rules.
pub(super) fn value(grid: &Grid, rules: &[&Rule], has_own_words: bool) -> Value {
    let board = grid.without_rules();
    let mut entries = vec![("board", text(board.geometry().to_string()))];
    entries.push(("rules", list(rules.iter().map(|rule| text(rule.to_string())))));
    let beside = grid.clues().filter(|clue| !clue.cell.is_in_grid());
    let given: Vec<Value> = beside.map(|clue| text(format!("{} {}", clue.cell, clue.digit))).collect();
    if !given.is_empty() {
        entries.push(("given", list(given)));
    }
    if has_own_words {
        entries.push(("words", Value::Bool(true)));
    }
    object(entries)
}

/// The key as it is read.
pub(super) struct Own<'a> {
    node: Node<'a>,
    pub(super) board: Geometry,
    rules: Vec<Rule>,
    given: Vec<(Cell, u16)>,
    has_own_words: bool,
}

impl<'a> Own<'a> {
    /// Reads the key of a puzzle, if there is one.
    ///
    /// # Errors
    /// The first problem, with its path.
    pub(super) fn of(root: &Node<'a>, running: &Running) -> Result<Option<Self>, ExchangeError> {
        let Some(node) = root.get(KEY) else { return Ok(None) };
        let board = node.get("board").ok_or_else(|| node.expected("a key board"))?;
        let parse = |text: &str| Geometry::parse_for(text, MAX_SIDE, MAX_SIDE * MAX_SIDE).ok();
        let board = board.text().and_then(parse).ok_or_else(|| board.expected("the name of a board"))?;
        let lines = |key: &str| node.get(key).map_or(Ok(Vec::new()), |lines| lines.items());
        let rule = |line: &Node<'_>| -> Result<Rule, ExchangeError> {
            running.check().map_err(|reason| line.error(ExchangeProblem::Stopped(reason)))?;
            let read = line.text().map(|text| Rule::read_within(text, running));
            read.and_then(Result::ok).ok_or_else(|| line.expected("the line of a rule"))
        };
        let given = |line: &Node<'_>| {
            let read = line.text().and_then(|text| text.split_once(' '));
            let read = read.and_then(|(cell, value)| Some((cell.parse::<Cell>().ok()?, value.parse().ok()?)));
            let read = read.filter(|(cell, _)| !cell.is_in_grid());
            read.ok_or_else(|| line.expected("a cell beside the grid and its value"))
        };
        let rules = lines("rules")?.iter().map(rule).collect::<Result<_, _>>()?;
        let given = lines("given")?.iter().map(given).collect::<Result<_, _>>()?;
        let has_own_words = matches!(node.get("words").map(|node| node.value()), Some(Value::Bool(true)));
        Ok(Some(Self { node, board, rules, given, has_own_words }))
    }

    /// The puzzle of the key, if cells, regions, cages and flags say the same.
    ///
    /// # Errors
    /// If the parts of the text contradict one another.
    pub(super) fn finish(self, mut draft: Draft, reading: &Reading) -> Result<Exchanged, ExchangeError> {
        let differs = |what: &str| {
            let expected = format!("the {what} that the rest of the puzzle shows");
            Err(self.node.error(ExchangeProblem::expected(expected, "others")))
        };
        let shown_regions = sorted(draft.region_cells());
        if self.board.squares().is_some() {
            // Rows of overlapping squares may be longer than there are digits.
            draft.boxes = Boxes::Free;
        }
        let shown = draft.finish()?;
        let board = shown.grid.geometry();
        let is_same = (board.rows(), board.columns()) == (self.board.rows(), self.board.columns())
            && shown_regions == sorted(self.board.region_units().map(|unit| self.board.unit(unit).to_vec()).collect())
            && board.has_diagonals() == self.board.has_diagonals()
            && shown.grid.clues().all(|clue| self.board.contains(clue.cell));
        if !is_same || sorted(units_of(board)) != sorted(units_of(&self.board)) {
            return differs("board");
        }
        let told: HashSet<&Rule> = shown.grid.rules().as_slice().iter().collect();
        let all: HashSet<&Rule> = self.rules.iter().collect();
        let standing: HashSet<&Rule> = self.rules.iter().filter(|rule| stands_alone(rule)).collect();
        if !told.is_subset(&all) || !standing.is_subset(&told) {
            return differs("rules");
        }
        let mut notes = shown.notes;
        if self.has_own_words {
            notes.rules = None;
        }
        let digits = self.board.grid_cells().map(|cell| shown.grid.get(cell)).collect();
        let grid = Grid { geometry: Arc::new(self.board), digits, rules: Rules::default() };
        let of_key = |error| ExchangeError::of(self.node.path(), error);
        let mut grid = if self.rules.is_empty() {
            grid
        } else {
            grid.with_rules_within(self.rules, &reading.running)
                .map_err(|error| ExchangeError::of(format!("{KEY}.rules[{}]", error.number), error))?
        };
        for (cell, value) in self.given {
            grid.give(cell, value).map_err(|error| of_key(ExchangeProblem::from(error)))?;
        }
        Ok(Exchanged { grid, notes })
    }
}

fn sorted(mut units: Vec<Vec<Cell>>) -> Vec<Vec<Cell>> {
    units.sort();
    units
}
