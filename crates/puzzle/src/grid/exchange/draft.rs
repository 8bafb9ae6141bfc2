//! A puzzle while it is read: the board in parts, the clues, and the rules, each with its source key.

use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;

use satdoku_base::budget::Running;

use crate::geometry::{Cell, Digit, Geometry, GeometryError};
use crate::grid::Grid;
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::notes::Notes;
use crate::rule::{Allowed, Rule};

/// A puzzle read from another program, with its notes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Exchanged {
    /// The puzzle.
    pub grid: Grid,
    /// The notes: title, author, drawings and the like.
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
pub(super) enum Boxes {
    #[default]
    None,
    Of(usize, usize),
    /// A region number for each cell, 0 for a cell outside every region.
    Regions(Vec<u32>),
    /// No boxes, and digits may repeat in rows and columns.
    Free,
}

/// A puzzle under construction by a reader.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) digits: RangeInclusive<usize>,
    pub(super) boxes: Boxes,
    /// Whether the falling and the rising diagonal are units.
    pub(super) diagonals: [bool; 2],
    units: Vec<(String, Vec<Cell>)>,
    givens: Vec<Option<u16>>,
    /// Clues of cells beside the grid, with their source keys.
    givens_beside: Vec<(String, Cell, u16)>,
    rules: Vec<Rule>,
    /// The clock of the reading.
    pub(crate) running: Running,
    /// The source key of each rule.
    paths: Vec<String>,
    pub(super) notes: Notes,
}

impl Draft {
    /// An empty board of `rows` × `columns` cells, with as many digits as its longer side.
    ///
    /// # Errors
    /// If no board has the size.
    pub(super) fn new(rows: usize, columns: usize) -> Result<Self, ExchangeError> {
        let digits = rows.max(columns);
        // The geometry error explains itself.
        Geometry::canvas(rows, columns, digits).map_err(ExchangeError::whole)?;
        Ok(Self {
            rows,
            columns,
            digits: 1..=digits,
            boxes: Boxes::None,
            diagonals: [false; 2],
            units: Vec::new(),
            givens: vec![None; rows * columns],
            givens_beside: Vec::new(),
            rules: Vec::new(),
            running: Running::default(),
            paths: Vec::new(),
            notes: Notes::default(),
        })
    }

    /// The cell at a row and column counted from 0, if the board has the cell.
    pub(super) fn cell(&self, row: i64, column: i64) -> Option<Cell> {
        let within = |at: i64, most: usize| usize::try_from(at).ok().filter(|&at| at < most);
        let (row, column) = (within(row, self.rows)?, within(column, self.columns)?);
        Some(Cell::new(row as u16, column as u16))
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Cell::new(row as u16, column as u16)))
    }

    /// Adds a unit, or a shorter set of cells that must differ.
    pub(super) fn unit(&mut self, path: impl Into<String>, cells: Vec<Cell>) {
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

    /// Adds a clue. A second, different digit in a cell of the grid becomes a contradicting rule.
    pub(super) fn given(&mut self, path: &str, cell: Cell, digit: i64) -> Result<(), ExchangeError> {
        let digit = usize::try_from(digit).ok().filter(|digit| self.digits.contains(digit)).ok_or_else(|| {
            let expected = format!("a digit from {} to {}", self.digits.start(), self.digits.end());
            ExchangeError::of(path, ExchangeProblem::expected(expected, digit))
        })?;
        if !cell.is_in_grid() {
            self.givens_beside.push((path.to_owned(), cell, digit as u16));
            return Ok(());
        }
        let place = &mut self.givens[cell.row() * self.columns + cell.column()];
        match *place {
            Some(other) if usize::from(other) != digit => {
                self.rule(path, Allowed { values: vec![i64::from(digit as u16)], cell })
            }
            _ => {
                *place = Some(digit as u16);
                Ok(())
            }
        }
    }

    /// A rule.
    ///
    /// # Errors
    /// If it lacks cells or has a number out of range, or the budget runs out.
    pub(super) fn rule(&mut self, path: &str, rule: impl Into<Rule>) -> Result<(), ExchangeError> {
        self.running.check().map_err(|reason| ExchangeError::of(path, ExchangeProblem::Stopped(reason)))?;
        let rule = rule.into();
        rule.as_constrain().check().map_err(|error| ExchangeError::of(path, error))?;
        self.paths.push(path.to_owned());
        self.rules.push(rule);
        Ok(())
    }

    /// Whether a rule is there already.
    pub(super) fn has_rule(&self, rule: &Rule) -> bool {
        self.rules.contains(rule)
    }

    /// The cells of each region or box.
    pub(super) fn region_cells(&self) -> Vec<Vec<Cell>> {
        let number = |cell: Cell| match &self.boxes {
            Boxes::None | Boxes::Free => 0,
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
    pub(super) fn finish(self) -> Result<Exchanged, ExchangeError> {
        let digits = self.digits.end() - self.digits.start() + 1;
        let bare = if matches!(self.boxes, Boxes::Free) { Geometry::free } else { Geometry::canvas };
        let mut board = bare(self.rows, self.columns, digits).map_err(ExchangeError::whole)?;
        let mut add = |path: &str, make: &dyn Fn(Geometry) -> Result<Geometry, GeometryError>| {
            board = make(board.clone()).map_err(|error| ExchangeError::of(path, error))?;
            Ok::<(), ExchangeError>(())
        };
        if *self.digits.start() != 1 {
            add("", &|board| board.with_digits(self.digits.clone()))?;
        }
        match &self.boxes {
            Boxes::None | Boxes::Free => {}
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
        // `given` has checked the digits.
        let grid = Grid { geometry: board, digits, rules: crate::rule::Rules::default() };
        let mut grid = if self.rules.is_empty() {
            grid
        } else {
            grid.with_rules_within(self.rules, &self.running).map_err(|error| {
                let path = self.paths.get(error.number).cloned().unwrap_or_default();
                ExchangeError::of(path, error)
            })?
        };
        for (path, cell, digit) in self.givens_beside {
            grid.set(cell, Some(Digit::new(digit))).map_err(|_| {
                ExchangeError::of(&path, ExchangeProblem::expected(format!("a value of {cell}"), digit))
            })?;
        }
        Ok(Exchanged { grid, notes: self.notes })
    }
}

/// The rows and columns of the boxes, if the regions are boxes: equal boards must not depend on their spelling.
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

/// The pairs excepted by a negative rule, sorted and without repetition.
pub(super) fn except(pairs: impl Iterator<Item = [Cell; 2]>) -> Vec<[Cell; 2]> {
    let pairs: BTreeSet<[Cell; 2]> = pairs.map(|[a, b]| [a.min(b), a.max(b)]).collect();
    pairs.into_iter().collect()
}

/// The default boxes of a side: as many rows as the largest divisor up to the square root.
pub(super) fn usual_boxes(side: usize) -> Option<(usize, usize)> {
    (2..=side.isqrt()).rev().find(|&rows| side.is_multiple_of(rows)).map(|rows| (rows, side / rows))
}
