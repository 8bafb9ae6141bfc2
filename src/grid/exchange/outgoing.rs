//! From a puzzle to a text of a program: what was written is read back, and what does not come back is not carried.

use std::collections::HashMap;

use crate::geometry::{Cell, Digit, Geometry, Regions, UnitKind};
use crate::grid::Grid;
use crate::grid::exchange::draft::Exchanged;
use crate::grid::exchange::missing::Missing;
use crate::grid::exchange::said::Said;
use crate::rule::Rule;

/// A puzzle as writers take it, less what is left out.
pub(in crate::grid::exchange) struct Outgoing<'a> {
    pub(in crate::grid::exchange) grid: &'a Grid,
    /// The lines of the rules.
    pub(in crate::grid::exchange) rules: Vec<String>,
    /// The cells of the extra units.
    pub(in crate::grid::exchange) units: Vec<Vec<Cell>>,
}

impl<'a> Outgoing<'a> {
    pub(in crate::grid::exchange) fn new(grid: &'a Grid) -> Self {
        let rules = grid.rules().as_slice().iter().filter(|rule| !matches!(rule, Rule::Own(_)));
        let rules = rules.map(ToString::to_string).collect();
        Self { grid, rules, units: units_of(grid.geometry()) }
    }

    pub(in crate::grid::exchange) fn board(&self) -> &Geometry {
        self.grid.geometry()
    }
}

/// The extra units that a board lists by their cells.
fn units_of(board: &Geometry) -> Vec<Vec<Cell>> {
    board.units_of_kind(UnitKind::Extra).map(|unit| board.unit(unit).to_vec()).collect()
}

/// The number of each cell's region, row by row; nothing where it is in none.
pub(in crate::grid::exchange) fn regions_of(board: &Geometry) -> Vec<Option<usize>> {
    board.cells().map(|cell| board.region(cell)).collect()
}

/// What makes boards different, beside their extra units.
fn canvas(board: &Geometry) -> impl PartialEq {
    let form = match board.shape() {
        Regions::Boxes { rows, columns } => (1, rows, columns),
        Regions::Irregular => (2, 0, 0),
        _ => (0, 0, 0),
    };
    let sides = (board.rows(), board.columns(), board.digit_count(), board.first_digit());
    (sides, form, regions_of(board), board.has_diagonals())
}

/// The cells above, below and beside a cell.
pub(in crate::grid::exchange) fn neighbours(board: &Geometry, cell: Cell) -> Vec<Cell> {
    let at = |row: Option<usize>, column: Option<usize>| {
        let cell = Cell::new(u16::try_from(row?).ok()?, u16::try_from(column?).ok()?);
        board.contains(cell).then_some(cell)
    };
    let (row, column) = (cell.row(), cell.column());
    let around = [
        at(row.checked_sub(1), Some(column)),
        at(Some(row), column.checked_sub(1)),
        at(Some(row), Some(column + 1)),
        at(Some(row + 1), Some(column)),
    ];
    around.into_iter().flatten().collect()
}

/// How often each line is among some, each as simple as can be.
fn counted<'a>(lines: impl Iterator<Item = &'a String>, board: &Geometry) -> HashMap<String, i64> {
    let digits: Vec<u16> = board.digits().map(Digit::get).collect();
    let neighbours = |cell: Cell| neighbours(board, cell);
    let mut counts = HashMap::new();
    for line in lines {
        for simple in Said::of(line).simplest(&digits, &neighbours) {
            *counts.entry(simple).or_default() += 1;
        }
    }
    counts
}

/// Writes a puzzle by a function that makes a text and says what it has no words for, and reads it back by another. What is
/// missing is left out until the rest comes back as it is.
///
/// # Errors
/// The first that is missing, where nothing may be; the board, if that does not come back.
pub(in crate::grid::exchange) fn checked(
    grid: &Grid,
    is_lossy: bool,
    make: impl Fn(&Outgoing<'_>) -> Result<(String, Vec<Missing>), Missing>,
    read: impl Fn(&str) -> Option<Exchanged>,
) -> Result<(String, Vec<Missing>), Missing> {
    let whole = || Missing::Board(grid.geometry().to_string());
    let board = grid.geometry();
    if board.squares().is_some() {
        return Err(whole());
    }
    // A rule from code has a line for people alone.
    let own = grid.rules().as_slice().iter().filter(|rule| matches!(rule, Rule::Own(_)));
    let mut left_out: Vec<Missing> = own.map(|rule| Missing::Rule(rule.to_string())).collect();
    if let Some(first) = left_out.first().filter(|_| !is_lossy) {
        return Err(first.clone());
    }
    let mut outgoing = Outgoing::new(grid);
    loop {
        let (text, mut missing) = make(&outgoing)?;
        if missing.is_empty() {
            let back = read(&text).ok_or_else(whole)?;
            let back_board = back.grid.geometry();
            if canvas(back_board) != canvas(board) || back.grid.digits() != grid.digits() {
                return Err(whole());
            }
            let back_units = units_of(back_board);
            missing.extend(outgoing.units.iter().filter(|unit| !back_units.contains(unit)).cloned().map(Missing::Unit));
            if missing.is_empty() && back_units != outgoing.units {
                return Err(whole());
            }
            let lines: Vec<String> = back.grid.rules().as_slice().iter().map(ToString::to_string).collect();
            let (mine, theirs) = (counted(outgoing.rules.iter(), board), counted(lines.iter(), board));
            let differs = |line: &String, mine: &HashMap<String, i64>, theirs: &HashMap<String, i64>| {
                let simple = counted(std::iter::once(line), board);
                simple.keys().any(|line| mine.get(line) != theirs.get(line))
            };
            let wrong = outgoing.rules.iter().filter(|line| differs(line, &mine, &theirs));
            missing.extend(wrong.cloned().map(Missing::Rule));
            // What is there beside ours comes from a rule of the same kind.
            for line in lines.iter().filter(|line| differs(line, &theirs, &mine)) {
                let keyword = Said::of(line).keyword.to_owned();
                let same = outgoing.rules.iter().filter(|rule| Said::of(rule).keyword == keyword);
                missing.extend(same.cloned().map(Missing::Rule));
            }
            if missing.is_empty() {
                return if mine == theirs { Ok((text, left_out)) } else { Err(whole()) };
            }
        }
        if !is_lossy {
            return Err(missing.swap_remove(0));
        }
        let before = outgoing.rules.len() + outgoing.units.len();
        outgoing.rules.retain(|line| !missing.contains(&Missing::Rule(line.clone())));
        outgoing.units.retain(|unit| !missing.contains(&Missing::Unit(unit.clone())));
        if outgoing.rules.len() + outgoing.units.len() == before {
            return Err(whole());
        }
        missing.retain(|one| !left_out.contains(one));
        left_out.append(&mut missing);
    }
}
