//! A puzzle while it is read: its board in parts, its clues and the lines of its rules, each with the key that it comes from.

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::RangeInclusive;

use crate::geometry::{Cell, Digit, Geometry, GeometryError};
use crate::grid::Grid;
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::notes::Notes;
use crate::rule::{ParseRuleError, Rule};

/// A puzzle that was read, and what comes with it.
#[derive(Clone, Debug)]
pub struct Exchanged {
    /// The puzzle.
    pub grid: Grid,
    /// What comes with it.
    pub notes: Notes,
}

impl Exchanged {
    /// The stored solution as a grid, if each cell has a digit of the board.
    #[must_use]
    pub fn stored(&self) -> Option<Grid> {
        self.notes.stored(&self.grid)
    }
}

/// The boxes or regions of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::grid::exchange) enum Boxes {
    #[default]
    None,
    Of(usize, usize),
    /// A number for each cell, 0 where it is in none.
    Regions(Vec<u32>),
}

/// A puzzle while it is read.
#[derive(Debug)]
pub(in crate::grid::exchange) struct Draft {
    pub(in crate::grid::exchange) rows: usize,
    pub(in crate::grid::exchange) columns: usize,
    pub(in crate::grid::exchange) digits: RangeInclusive<usize>,
    pub(in crate::grid::exchange) boxes: Boxes,
    /// Whether the falling and the rising diagonal are units.
    pub(in crate::grid::exchange) diagonals: [bool; 2],
    units: Vec<(String, Vec<Cell>)>,
    givens: Vec<Option<u16>>,
    rules: Vec<Rule>,
    /// The key that each rule comes from.
    paths: HashMap<String, String>,
    pub(in crate::grid::exchange) notes: Notes,
}

impl Draft {
    /// An empty board of rows and columns, with as many digits as the longer of them.
    ///
    /// # Errors
    /// If there is none of that size.
    pub(in crate::grid::exchange) fn new(rows: usize, columns: usize) -> Result<Self, ExchangeError> {
        let digits = rows.max(columns);
        // It says by itself what is wrong.
        Geometry::canvas(rows, columns, digits).map_err(ExchangeError::whole)?;
        Ok(Self {
            rows,
            columns,
            digits: 1..=digits,
            boxes: Boxes::None,
            diagonals: [false; 2],
            units: Vec::new(),
            givens: vec![None; rows * columns],
            rules: Vec::new(),
            paths: HashMap::new(),
            notes: Notes::default(),
        })
    }

    /// Whether there is such a cell, counted from 0.
    pub(in crate::grid::exchange) fn cell(&self, row: i64, column: i64) -> Option<Cell> {
        let within = |at: i64, most: usize| usize::try_from(at).ok().filter(|&at| at < most);
        let (row, column) = (within(row, self.rows)?, within(column, self.columns)?);
        Some(Cell::new(row as u16, column as u16))
    }

    pub(in crate::grid::exchange) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Cell::new(row as u16, column as u16)))
    }

    /// A unit, or fewer cells that differ.
    pub(in crate::grid::exchange) fn unit(&mut self, path: impl Into<String>, cells: Vec<Cell>) {
        if self.rows == self.columns && cells.len() == self.rows {
            let is = |column: &dyn Fn(usize) -> usize| {
                cells.iter().enumerate().all(|(at, cell)| (cell.row(), cell.column()) == (at, column(at)))
            };
            let (is_falling, is_rising) = (is(&|at| at), is(&|at| self.rows - 1 - at));
            if is_falling || is_rising {
                self.diagonals[usize::from(is_rising)] = true;
                return;
            }
        }
        if cells.len() > 1 {
            self.units.push((path.into(), cells));
        }
    }

    /// A clue; another digit in the same cell is a rule that contradicts it.
    pub(in crate::grid::exchange) fn given(&mut self, path: &str, cell: Cell, digit: i64) -> Result<(), ExchangeError> {
        let digit = usize::try_from(digit).ok().filter(|digit| self.digits.contains(digit)).ok_or_else(|| {
            let expected = format!("a digit from {} to {}", self.digits.start(), self.digits.end());
            ExchangeError::of(path, ExchangeProblem::expected(expected, digit))
        })?;
        let place = &mut self.givens[cell.row() * self.columns + cell.column()];
        match *place {
            Some(other) if usize::from(other) != digit => self.rule(path, &format!("allowed {digit} {cell}")),
            _ => {
                *place = Some(digit as u16);
                Ok(())
            }
        }
    }

    /// A rule by its line.
    ///
    /// # Errors
    /// If no rule has such a line.
    pub(in crate::grid::exchange) fn rule(&mut self, path: &str, line: &str) -> Result<(), ExchangeError> {
        let rule: Rule = line.parse().map_err(|error| match error {
            ParseRuleError::Keyword(keyword) => ExchangeError::of(path, ExchangeProblem::NoRule(keyword)),
            error => ExchangeError::of(path, error),
        })?;
        self.paths.entry(rule.to_string()).or_insert_with(|| path.to_owned());
        self.rules.push(rule);
        Ok(())
    }

    /// A rule by its keyword, the words behind it and its cells.
    ///
    /// # Errors
    /// If no rule has such a line.
    pub(in crate::grid::exchange) fn rule_of(
        &mut self,
        path: &str,
        words: &str,
        cells: &[Cell],
    ) -> Result<(), ExchangeError> {
        self.rule(path, &format!("{words}{}", line_of(cells)))
    }

    /// Whether a cell is in a region, and in which.
    pub(in crate::grid::exchange) fn region_cells(&self) -> Vec<Vec<Cell>> {
        let number = |cell: Cell| match &self.boxes {
            Boxes::None => 0,
            Boxes::Of(rows, columns) => cell.row() / rows * (self.columns / columns) + cell.column() / columns + 1,
            Boxes::Regions(numbers) => numbers[cell.row() * self.columns + cell.column()] as usize,
        };
        let mut regions: Vec<(usize, Vec<Cell>)> = Vec::new();
        let mut at = HashMap::new();
        for cell in self.cells() {
            let number = number(cell);
            if number > 0 {
                let place = *at.entry(number).or_insert_with(|| {
                    regions.push((number, Vec::new()));
                    regions.len() - 1
                });
                regions[place].1.push(cell);
            }
        }
        regions.into_iter().map(|(_, cells)| cells).collect()
    }

    /// The puzzle.
    ///
    /// # Errors
    /// If the board or a rule cannot be.
    pub(in crate::grid::exchange) fn finish(self) -> Result<Exchanged, ExchangeError> {
        let digits = self.digits.end() - self.digits.start() + 1;
        let mut board = Geometry::canvas(self.rows, self.columns, digits).map_err(ExchangeError::whole)?;
        let mut add = |path: &str, make: &dyn Fn(Geometry) -> Result<Geometry, GeometryError>| {
            board = make(board.clone()).map_err(|error| ExchangeError::of(path, error))?;
            Ok::<(), ExchangeError>(())
        };
        if *self.digits.start() != 1 {
            add("", &|board| board.with_digits(self.digits.clone()))?;
        }
        match &self.boxes {
            Boxes::None => {}
            Boxes::Of(rows, columns) => add("", &|board| board.with_boxes(*rows, *columns))?,
            Boxes::Regions(numbers) => match boxes_in(numbers, self.rows, self.columns) {
                Some((rows, columns)) => add("", &|board| board.with_boxes(rows, columns))?,
                None => add("", &|board| board.with_regions(numbers))?,
            },
        }
        let side = self.rows.min(self.columns) as u16;
        match self.diagonals {
            [true, true] => add("", &Geometry::with_diagonals)?,
            [true, false] => {
                let cells: Vec<Cell> = (0..side).map(|at| Cell::new(at, at)).collect();
                add("", &|board| board.with_unit(&cells))?;
            }
            [false, true] => {
                let cells: Vec<Cell> = (0..side).map(|at| Cell::new(at, side - 1 - at)).collect();
                add("", &|board| board.with_unit(&cells))?;
            }
            [false, false] => {}
        }
        for (path, cells) in &self.units {
            add(path, &|board| board.with_unit(cells))?;
        }
        let board = std::sync::Arc::new(board);
        let digits = self.givens.into_iter().map(|given| given.map(Digit::new)).collect();
        // They were looked at one by one.
        let grid = Grid { geometry: board, digits, rules: crate::rule::Rules::default() };
        let grid = if self.rules.is_empty() {
            grid
        } else {
            grid.with_rules(self.rules).map_err(|error| {
                let path = self.paths.get(&error.rule).cloned().unwrap_or_default();
                ExchangeError::of(path, error)
            })?
        };
        Ok(Exchanged { grid, notes: self.notes })
    }
}

/// Cells as they stand in a rule's line, each behind a blank.
pub(in crate::grid::exchange) fn line_of(cells: &[Cell]) -> String {
    let mut line = String::new();
    for cell in cells {
        let _ = write!(line, " {cell}");
    }
    line
}

/// The rows and columns of boxes, where regions are such: those are the same board however they are written.
fn boxes_in(numbers: &[u32], rows: usize, columns: usize) -> Option<(usize, usize)> {
    let first = *numbers.first().filter(|&&number| number > 0)?;
    let width = (0..columns).take_while(|&column| numbers[column] == first).count();
    let height = (0..rows).take_while(|&row| numbers[row * columns] == first).count();
    if height < 2 || width < 2 || !rows.is_multiple_of(height) || !columns.is_multiple_of(width) {
        return None;
    }
    let corner = |at: usize| {
        let (row, column) = (at / columns, at % columns);
        numbers[row / height * height * columns + column / width * width]
    };
    let corners: Vec<u32> = (0..rows / height)
        .flat_map(|down| (0..columns / width).map(move |right| down * height * columns + right * width))
        .map(|at| numbers[at])
        .collect();
    let differ = corners.iter().collect::<std::collections::HashSet<_>>().len() == corners.len();
    let are_boxes = numbers.iter().enumerate().all(|(at, &number)| number > 0 && number == corner(at));
    (differ && are_boxes).then_some((height, width))
}

/// The pairs that a negative rule excepts, each once and in order.
pub(in crate::grid::exchange) fn except(pairs: impl Iterator<Item = [Cell; 2]>) -> String {
    let pairs: std::collections::BTreeSet<[Cell; 2]> = pairs.map(|[a, b]| [a.min(b), a.max(b)]).collect();
    let pairs: Vec<String> = pairs.iter().map(|pair| line_of(pair)).collect();
    if pairs.is_empty() { String::new() } else { format!(" except{}", pairs.join(" :")) }
}

/// The boxes that are meant where nothing is said: rows of the largest divisor that is no larger than the root.
pub(in crate::grid::exchange) fn usual_boxes(side: usize) -> Option<(usize, usize)> {
    (2..=side.isqrt()).rev().find(|&rows| side.is_multiple_of(rows)).map(|rows| (rows, side / rows))
}
