//! From a puzzle to a program's text. The text is read back, and parts that do not come back count as lost.

use std::collections::HashMap;

use crate::geometry::{Cell, Geometry, Regions, UnitKind};
use crate::grid::Grid;
use crate::grid::exchange::draft::Exchanged;
use crate::grid::exchange::missing::Missing;
use crate::grid::exchange::simplest::simplest;
use crate::rule::Rule;

/// A puzzle for writers, without the parts left out.
pub(super) struct Outgoing<'a> {
    pub(super) grid: &'a Grid,
    pub(super) rules: Vec<&'a Rule>,
    /// The cells of the extra units.
    pub(super) units: Vec<Vec<Cell>>,
}

/// A part that a writer cannot express, by its index among the rules or units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unsaid {
    Rule(usize),
    Unit(usize),
}

impl<'a> Outgoing<'a> {
    fn new(grid: &'a Grid) -> Self {
        let rules = grid.rules().as_slice().iter().filter(|rule| !matches!(rule, Rule::UserRule(_)));
        Self { grid, rules: rules.collect(), units: units_of(grid.geometry()) }
    }

    pub(super) fn board(&self) -> &'a Geometry {
        self.grid.geometry()
    }

    fn missing(&self, unsaid: Unsaid) -> Missing {
        match unsaid {
            Unsaid::Rule(at) => Missing::Rule(self.rules[at].beginning()),
            Unsaid::Unit(at) => Missing::Unit(self.units[at].clone()),
        }
    }

    /// Leaves out parts, listed in ascending order.
    fn leave_out(&mut self, unsaid: &[Unsaid]) {
        for part in unsaid.iter().rev() {
            match *part {
                Unsaid::Rule(at) => drop(self.rules.remove(at)),
                Unsaid::Unit(at) => drop(self.units.remove(at)),
            }
        }
    }
}

/// The extra units that a board lists by cells.
pub(super) fn units_of(board: &Geometry) -> Vec<Vec<Cell>> {
    board.units_of_kind(UnitKind::Extra).map(|unit| board.unit(unit).to_vec()).collect()
}

/// The region of each cell, row by row; `None` for a cell outside every region.
pub(super) fn regions_of(board: &Geometry) -> Vec<Option<usize>> {
    board.grid_cells().map(|cell| board.region(cell)).collect()
}

/// The properties that tell boards apart, besides their extra units.
fn canvas(board: &Geometry) -> impl PartialEq {
    let form = match board.shape() {
        Regions::Boxes { rows, columns } => (1, rows, columns),
        Regions::Irregular => (2, 0, 0),
        Regions::Free => (3, 0, 0),
        _ => (0, 0, 0),
    };
    let sides = (board.rows(), board.columns(), board.grid_digits());
    (sides, form, board.squares().map(<[_]>::to_vec), regions_of(board), board.has_diagonals())
}

/// The number of occurrences of each simplest rule.
fn counted<'a>(rules: impl IntoIterator<Item = &'a Rule>, board: &Geometry) -> HashMap<Rule, i64> {
    let mut counts = HashMap::new();
    for simple in rules.into_iter().flat_map(|rule| simplest(rule, board)) {
        *counts.entry(simple).or_default() += 1;
    }
    counts
}

/// The rules that differ from the rules read back, with every rule of the same kind. Empty if the text brought back each rule.
fn lost(sent: &[&Rule], back: &[Rule], board: &Geometry) -> Vec<Unsaid> {
    let (of_sent, of_back) = (counted(sent.iter().copied(), board), counted(back, board));
    let differs = |rule: &Rule| simplest(rule, board).iter().any(|simple| of_sent.get(simple) != of_back.get(simple));
    // A surplus rule comes from a rule of its kind.
    let kinds: Vec<_> = back.iter().filter(|rule| differs(rule)).map(Rule::form).collect();
    let is_lost = |rule: &Rule| kinds.contains(&rule.form()) || differs(rule);
    sent.iter().enumerate().filter(|(_, rule)| is_lost(rule)).map(|(at, _)| Unsaid::Rule(at)).collect()
}

/// Writes a puzzle with `make`, which returns a text and the parts that it cannot express, and reads the text back with `read`. A
/// lossy writing leaves out inexpressible parts until the remaining puzzle comes back unchanged.
///
/// # Errors
/// The first missing part, unless the writing is lossy; or the board, if the board does not come back.
pub(super) fn checked(
    grid: &Grid,
    is_lossy: bool,
    make: impl Fn(&Outgoing<'_>) -> Result<(String, Vec<Unsaid>), Missing>,
    read: impl Fn(&str) -> Option<Exchanged>,
) -> Result<(String, Vec<Missing>), Missing> {
    let whole = || Missing::Board(grid.geometry().to_string());
    let board = grid.geometry();
    // A rule from code has a line for people alone.
    let own = grid.rules().as_slice().iter().filter(|rule| matches!(rule, Rule::UserRule(_)));
    let mut left_out: Vec<Missing> = own.map(|rule| Missing::Rule(rule.beginning())).collect();
    if let Some(first) = left_out.first().filter(|_| !is_lossy) {
        return Err(first.clone());
    }
    let mut outgoing = Outgoing::new(grid);
    loop {
        let (text, mut unsaid) = make(&outgoing)?;
        if unsaid.is_empty() {
            let back = read(&text).ok_or_else(whole)?;
            let back_board = back.grid.geometry();
            let has_digits = back.grid.clues().eq(grid.clues());
            if canvas(back_board) != canvas(board) || !has_digits {
                return Err(whole());
            }
            let back_units = units_of(back_board);
            let units = outgoing.units.iter().enumerate().filter(|(_, unit)| !back_units.contains(unit));
            unsaid.extend(units.map(|(at, _)| Unsaid::Unit(at)));
            if unsaid.is_empty() && back_units != outgoing.units {
                return Err(whole());
            }
            let back_rules = back.grid.rules().as_slice();
            unsaid.extend(lost(&outgoing.rules, back_rules, board));
            if unsaid.is_empty() {
                let has_all = counted(outgoing.rules.iter().copied(), board) == counted(back_rules, board);
                return if has_all { Ok((text, left_out)) } else { Err(whole()) };
            }
        }
        if !is_lossy {
            return Err(outgoing.missing(unsaid[0]));
        }
        unsaid.sort_unstable();
        unsaid.dedup();
        let mut missing: Vec<Missing> = unsaid.iter().map(|&part| outgoing.missing(part)).collect();
        outgoing.leave_out(&unsaid);
        missing.retain(|one| !left_out.contains(one));
        left_out.append(&mut missing);
    }
}
