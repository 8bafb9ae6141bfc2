//! A grid: a board, its rules, and the digits in its cells.

use std::ops::Index;
use std::sync::Arc;

use satdoku_base::budget::Running;

use crate::geometry::{Candidate, Cell, Digit, Geometry, UnitId};
use crate::rule::{Rule, RuleId, RuleNotAllowed, Rules, SeparateRules};

/// Why a digit cannot be written into a grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// The board does not have the cell.
    #[error("{cell} lies outside a board of {rows}x{columns} cells")]
    Outside {
        /// The place.
        cell: Cell,
        /// Rows of the canvas.
        rows: usize,
        /// Columns of the canvas.
        columns: usize,
    },
    /// The cell cannot have the digit.
    #[error("expected a digit from {first} to {last}, found {digit}")]
    Digit {
        /// The digit.
        digit: Digit,
        /// The smallest digit.
        first: Digit,
        /// The largest digit.
        last: Digit,
    },
    /// No board has a digit of the value.
    #[error("digit {0} does not exist")]
    NoDigit(u16),
    /// The number of values differs from the number of cells.
    #[error("{found} values given for {expected} cells")]
    Length {
        /// The number of values given.
        found: usize,
        /// The number of cells.
        expected: usize,
    },
}

/// A board with digits in some cells: two bytes per cell beside the shared geometry.
///
/// `{}` prints the form that parses back, `{:#}` the boxed form if the puzzle has no rules.
///
/// ```
/// # extern crate satdoku_puzzle as satdoku;
/// use satdoku::{Cell, Digit, Grid};
///
/// let puzzle: Grid = ".4.2...1.....3..".parse()?;
/// assert_eq!(puzzle.geometry().to_string(), "2x2");
/// assert!(puzzle.can_place(Cell::new(0, 0), Digit::new(3)));
/// assert!(!puzzle.can_place(Cell::new(0, 0), Digit::new(4)));
/// println!("{puzzle:#}");
/// # Ok::<(), satdoku::grid::format::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    pub(super) geometry: Arc<Geometry>,
    pub(super) rules: Rules,
    pub(super) digits: Vec<Option<Digit>>,
}

impl Index<Cell> for Grid {
    type Output = Option<Digit>;

    /// The digit in a cell, as [`get`](Grid::get).
    ///
    /// # Panics
    /// If the cell lies outside.
    fn index(&self, cell: Cell) -> &Option<Digit> {
        assert!(self.geometry.contains(cell), "{cell} lies outside");
        &self.digits[self.geometry.index(cell)]
    }
}

impl Grid {
    /// A grid without any digit.
    #[must_use]
    pub fn empty(geometry: &Arc<Geometry>) -> Self {
        Self { geometry: Arc::clone(geometry), rules: Rules::default(), digits: vec![None; geometry.cell_count()] }
    }

    /// A grid from one value per cell, row by row, 0 for an empty cell, on a board whose digits begin with 1.
    ///
    /// On a board with a digit 0 every value is a digit: see [`from_digits`](Self::from_digits) for empty cells.
    ///
    /// # Errors
    /// If the number of values is not the number of cells, or the board lacks a digit.
    pub fn from_values(geometry: &Arc<Geometry>, values: &[u16]) -> Result<Self, GridError> {
        let has_zero = geometry.first_digit().get() == 0;
        let digit = |&value: &u16| match value {
            0 if !has_zero => Ok(None),
            _ => Digit::try_new(value).map(Some).ok_or(GridError::NoDigit(value)),
        };
        Self::from_digits(geometry, values.iter().map(digit).collect::<Result<_, _>>()?)
    }

    /// A grid from the content of each cell, row by row.
    ///
    /// # Errors
    /// If the number of entries is not the number of cells, or the board lacks a digit.
    pub fn from_digits(geometry: &Arc<Geometry>, digits: Vec<Option<Digit>>) -> Result<Self, GridError> {
        let expected = geometry.cell_count();
        if digits.len() != expected {
            return Err(GridError::Length { found: digits.len(), expected });
        }
        let grid = Self { geometry: Arc::clone(geometry), rules: Rules::default(), digits };
        grid.clues().try_for_each(|clue| grid.check_digit(clue))?;
        Ok(grid)
    }

    /// Refuses a digit that is no value of its cell.
    fn check_digit(&self, candidate: Candidate) -> Result<(), GridError> {
        if self.geometry.can_have(candidate) {
            return Ok(());
        }
        let Candidate { cell, digit } = candidate;
        let (first, last) = self.geometry.values(cell);
        Err(GridError::Digit { digit, first: Digit::new(first), last: Digit::new(last) })
    }

    /// A grid from digits that the board is known to have, by index + 1, row by row, 0 for an empty cell.
    ///
    /// The board must not have rules; see [`with_ordinals`](Self::with_ordinals).
    #[doc(hidden)]
    pub fn of_ordinals(geometry: &Arc<Geometry>, ordinals: impl Iterator<Item = u16>) -> Self {
        debug_assert!(!geometry.has_rules(), "the rules of the puzzle would be lost");
        let digit = |ordinal: u16| ordinal.checked_sub(1).map(|index| geometry.digit(index.into()));
        Self { geometry: Arc::clone(geometry), rules: Rules::default(), digits: ordinals.map(digit).collect() }
    }

    /// A grid with the board and rules of this grid and the given digits, by index + 1, row by row, 0 for an empty cell.
    #[doc(hidden)]
    #[must_use]
    pub fn with_ordinals(&self, ordinals: impl Iterator<Item = u16>) -> Self {
        let digit = |ordinal: u16| ordinal.checked_sub(1).map(|index| self.geometry.digit(index.into()));
        self.with_digits(ordinals.map(digit).collect())
    }

    /// A grid with the board and rules of this grid and the given digits.
    pub(super) fn with_digits(&self, digits: Vec<Option<Digit>>) -> Self {
        Self { geometry: Arc::clone(&self.geometry), rules: self.rules.clone(), digits }
    }

    /// The board and the rules without a digit.
    #[must_use]
    pub fn emptied(&self) -> Self {
        self.with_digits(vec![None; self.digits.len()])
    }

    /// Replaces the rules of the puzzle. Cells that a new rule makes differ become a unit of the board.
    ///
    /// ```
    /// # extern crate satdoku_puzzle as satdoku;
    /// use satdoku::Grid;
    ///
    /// let puzzle: Grid = "................".parse()?;
    /// let puzzle = puzzle.with_rules(vec!["killer 10 r1c1 r1c2 r1c3 r1c4".parse()?, "thermometer r1c1 r2c2 r3c3".parse()?])?;
    /// assert_eq!(puzzle.rules().as_slice().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a rule does not fit the board.
    pub fn with_rules(&self, rules: Vec<Rule>) -> Result<Self, RuleNotAllowed> {
        self.with_rules_within(rules, &Running::default())
    }

    /// Like [`with_rules`](Self::with_rules), within a budget.
    ///
    /// # Errors
    /// The errors of [`with_rules`](Self::with_rules), and [`RuleError::Stopped`](crate::rule::RuleError::Stopped) if the budget
    /// runs out.
    pub fn with_rules_within(&self, rules: Vec<Rule>, running: &Running) -> Result<Self, RuleNotAllowed> {
        let plain = self.without_rules();
        if rules.is_empty() {
            return Ok(plain);
        }
        let (board, rules) = Rules::on_within(&plain.geometry, rules, running)?;
        let mut digits = plain.digits;
        digits.resize(board.cell_count(), None);
        Ok(Self { geometry: Arc::new(board), rules, digits })
    }

    /// Adds a rule to the puzzle.
    ///
    /// ```
    /// # extern crate satdoku_puzzle as satdoku;
    /// use satdoku::Grid;
    ///
    /// let puzzle: Grid = "................".parse()?;
    /// let puzzle = puzzle.with_rule("killer 3 r1c1 r1c2".parse()?)?.with_rule("less r1c1 r1c2".parse()?)?;
    /// assert_eq!(puzzle.rules().as_slice().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the rule does not fit the board.
    pub fn with_rule(&self, rule: Rule) -> Result<Self, RuleNotAllowed> {
        self.with_rules(self.rules.as_slice().iter().cloned().chain([rule]).collect())
    }

    /// A grid without digits, with the rules `kept` of the rules prepared apart.
    #[doc(hidden)]
    #[must_use]
    pub fn empty_with(rules: &SeparateRules, kept: &[RuleId]) -> Self {
        if kept.is_empty() {
            return Self::empty(rules.board());
        }
        let (board, rules) = rules.some(kept.iter().copied());
        Self { rules, ..Self::empty(&Arc::new(board)) }
    }

    /// The name of a unit; for a unit of a rule, the rule's sentence.
    #[must_use]
    pub fn unit_in_words(&self, unit: UnitId) -> String {
        match self.rules.of_unit(&self.geometry, unit) {
            Some(rule) => self.rules.get(rule).as_constrain().sentence(),
            None => self.geometry.unit_name(unit).to_string(),
        }
    }

    /// The digits of the grid on its board without the rules.
    ///
    /// ```
    /// # extern crate satdoku_puzzle as satdoku;
    /// use satdoku::Grid;
    ///
    /// let plain: Grid = "1...............".parse()?;
    /// let puzzle = plain.with_rules(vec!["killer 3 r1c1 r1c2".parse()?])?;
    /// assert_eq!(puzzle.without_rules(), plain);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn without_rules(&self) -> Self {
        if self.rules.is_empty() && !self.geometry.has_rules() {
            return self.clone();
        }
        let geometry = Arc::new(self.geometry.without_rules());
        let digits = self.digits[..geometry.cell_count()].to_vec();
        Self { geometry, rules: Rules::default(), digits }
    }

    /// The digits of the grid under the rules of a puzzle; `None` if the boards differ.
    ///
    /// ```
    /// # extern crate satdoku_puzzle as satdoku;
    /// use satdoku::Grid;
    ///
    /// let plain: Grid = "31..............".parse()?;
    /// let puzzle = plain.emptied().with_rules(vec!["killer 3 r1c1 r1c2".parse()?])?;
    /// assert!(plain.violations().is_empty());
    /// assert_eq!(plain.under(&puzzle).unwrap().violations().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn under(&self, puzzle: &Self) -> Option<Self> {
        let is_same =
            self.geometry == puzzle.geometry || self.without_rules().geometry == puzzle.without_rules().geometry;
        is_same.then(|| {
            let mut digits = self.digits.clone();
            digits.resize(puzzle.digits.len(), None);
            puzzle.with_digits(digits)
        })
    }

    /// The grid as an answer to a puzzle: under the puzzle's rules, unless the grid has its own rules or a different board.
    #[must_use]
    pub fn as_answer_to(self, puzzle: &Self) -> Self {
        let moved = if self.rules.is_empty() { self.under(puzzle) } else { None };
        moved.unwrap_or(self)
    }

    /// The rules beyond the units of the board.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The digits of the cells by index + 1, row by row, 0 where one is empty.
    #[doc(hidden)]
    pub fn ordinals(&self) -> impl Iterator<Item = u16> + Clone + use<'_> {
        let before_first = self.geometry.first_digit().get();
        self.digits.iter().map(move |digit| digit.map_or(0, |digit| digit.get() + 1 - before_first))
    }

    /// Fills the cells in the order of reading with digits that are known to be in range.
    #[doc(hidden)]
    pub fn fill<E>(&mut self, digits: impl Iterator<Item = Result<Option<Digit>, E>>) -> Result<(), E> {
        self.digits.iter_mut().zip(digits).try_for_each(|(cell, digit)| {
            *cell = digit?;
            Ok(())
        })
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// The digit in a cell.
    ///
    /// # Panics
    /// If the cell lies outside.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        assert!(self.geometry.contains(cell), "{cell} lies outside");
        self.digits[self.geometry.index(cell)]
    }

    /// The digits of a unit's cells, in the order of the unit: a row from the left, a column from the top, a box row by row.
    ///
    /// ```
    /// # extern crate satdoku_puzzle as satdoku;
    /// use satdoku::Grid;
    /// use satdoku::geometry::UnitKind;
    ///
    /// let puzzle: Grid = ".4.2...1.....3..".parse()?;
    /// let rows = puzzle.geometry().units_of_kind(UnitKind::Row);
    /// let clues: Vec<usize> = rows.map(|row| puzzle.in_unit(row).flatten().count()).collect();
    /// assert_eq!(clues, [2, 1, 0, 1]);
    /// # Ok::<(), satdoku::grid::format::ParseError>(())
    /// ```
    ///
    /// # Panics
    /// If the board does not have the unit.
    #[must_use]
    pub fn in_unit(&self, unit: UnitId) -> impl ExactSizeIterator<Item = Option<Digit>> + use<'_> {
        self.geometry.unit(unit).iter().map(|&cell| self.digits[self.geometry.index(cell)])
    }

    /// Writes a digit into a cell, or empties the cell.
    ///
    /// # Errors
    /// If the board does not have the cell, or the cell cannot have the digit.
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) -> Result<(), GridError> {
        if !self.geometry.contains(cell) {
            let (rows, columns) = (self.geometry.rows(), self.geometry.columns());
            return Err(GridError::Outside { cell, rows, columns });
        }
        digit.map_or(Ok(()), |digit| self.check_digit(Candidate { cell, digit }))?;
        let index = self.geometry.index(cell);
        self.digits[index] = digit;
        Ok(())
    }

    /// The cells' digits, row by row.
    #[must_use]
    pub fn digits(&self) -> &[Option<Digit>] {
        &self.digits
    }

    /// The rows of the board with the digit of each place; `None` for an empty cell and for a place without a cell.
    ///
    /// ```
    /// # extern crate satdoku_puzzle as satdoku;
    /// use satdoku::Grid;
    ///
    /// let mut rows = [[0; 9]; 9];
    /// rows[1][4] = 7;
    /// let puzzle = Grid::try_from(rows)?;
    /// let digits = |row: Vec<Option<satdoku::Digit>>| row.into_iter().map(|digit| digit.map_or(0, |digit| digit.get()));
    /// assert!(puzzle.rows().map(|row| digits(row).collect::<Vec<_>>()).eq(rows.map(|row| row.map(u16::from))));
    /// # Ok::<(), satdoku::grid::GridError>(())
    /// ```
    #[must_use]
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Vec<Option<Digit>>> + use<'_> {
        let board = &self.geometry;
        (0..board.rows()).map(move |row| {
            let cells = (0..board.columns()).map(|column| Cell::new(row as u16, column as u16));
            cells.map(|cell| board.contains(cell).then(|| self.digits[board.index(cell)]).flatten()).collect()
        })
    }

    /// The filled cells with their digits, row by row.
    pub fn clues(&self) -> impl Iterator<Item = Candidate> + use<'_> {
        let filled = |(cell, digit): (Cell, &Option<Digit>)| digit.map(|digit| Candidate { cell, digit });
        self.geometry.cells().zip(&self.digits).filter_map(filled)
    }

    /// The number of filled cells.
    #[must_use]
    pub fn clue_count(&self) -> usize {
        self.digits.iter().flatten().count()
    }

    /// The empty cells, row by row.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + use<'_> {
        self.geometry.cells().zip(&self.digits).filter_map(|(cell, digit)| digit.is_none().then_some(cell))
    }

    /// Whether every cell is filled and no rule is broken.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.digits.iter().all(Option::is_some) && self.first_violation().is_none()
    }

    /// Whether `cell` is empty and may have `digit`, and no unit of the cell has `digit` already.
    ///
    /// # Panics
    /// If the cell lies outside.
    #[must_use]
    pub fn can_place(&self, cell: Cell, digit: Digit) -> bool {
        let is_free = |unit| self.geometry.unit(unit).iter().all(|&other| self.get(other) != Some(digit));
        let can_have = self.geometry.can_have(Candidate { cell, digit });
        self.get(cell).is_none() && can_have && self.geometry.units_of(cell).all(is_free)
    }
}
