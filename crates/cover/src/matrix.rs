//! A binary matrix: the plainest way to write an exact cover problem down.

use std::fmt;

use crate::problem::{CoverError, ExactCover};

/// The most cells of a dense matrix, a quarter of a gigabyte.
pub(crate) const MAX_CELLS: usize = 1 << 28;

/// A binary matrix: columns are items, rows are options. Prints as lines of blank-separated 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BinaryMatrix {
    rows: usize,
    columns: usize,
    /// Row after row.
    cells: Vec<bool>,
}

impl BinaryMatrix {
    /// A matrix of zeros.
    ///
    /// # Errors
    /// [`CoverError::MatrixTooLarge`] above 2²⁸ cells.
    pub fn new(rows: usize, columns: usize) -> Result<Self, CoverError> {
        match rows.checked_mul(columns) {
            Some(cells) if cells <= MAX_CELLS => Ok(Self { rows, columns, cells: vec![false; cells] }),
            _ => Err(CoverError::MatrixTooLarge { rows, columns, limit: MAX_CELLS }),
        }
    }

    /// A matrix from its rows; every byte but 0 is a one.
    ///
    /// # Errors
    /// [`CoverError::RaggedMatrix`] and [`CoverError::MatrixTooLarge`].
    pub fn from_rows<R: AsRef<[u8]>>(rows: &[R]) -> Result<Self, CoverError> {
        let columns = rows.first().map_or(0, |row| row.as_ref().len());
        let mut matrix = Self::new(rows.len(), columns)?;
        for (index, row) in rows.iter().map(AsRef::as_ref).enumerate() {
            if row.len() != columns {
                return Err(CoverError::RaggedMatrix { row: index + 1, found: row.len(), expected: columns });
            }
            for (column, &cell) in row.iter().enumerate() {
                matrix.set(index, column, cell != 0);
            }
        }
        Ok(matrix)
    }

    /// The dense matrix of a problem. Secondary items become columns like any other.
    ///
    /// # Errors
    /// [`CoverError::MatrixTooLarge`].
    pub fn from_cover(cover: &ExactCover) -> Result<Self, CoverError> {
        let mut matrix = Self::new(cover.options() as usize, cover.items() as usize)?;
        for option in 0..cover.options() {
            for &item in cover.option(option) {
                matrix.set(option as usize, item as usize, true);
            }
        }
        Ok(matrix)
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Whether the matrix has a one there; row and column count from 0.
    ///
    /// # Panics
    /// Outside the matrix.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> bool {
        self.row(row)[column]
    }

    /// Writes a one or a zero; row and column count from 0.
    ///
    /// # Panics
    /// Outside the matrix.
    pub fn set(&mut self, row: usize, column: usize, one: bool) {
        self.cells[row * self.columns..][..self.columns][column] = one;
    }

    /// The columns in which a row has a one.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn ones(&self, row: usize) -> impl Iterator<Item = u32> {
        self.row(row).iter().zip(0..).filter(|&(&one, _)| one).map(|(_, column)| column)
    }

    fn row(&self, row: usize) -> &[bool] {
        &self.cells[row * self.columns..][..self.columns]
    }
}

impl fmt::Display for BinaryMatrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            for (column, &one) in self.row(row).iter().enumerate() {
                let blank = if column == 0 { "" } else { " " };
                write!(f, "{blank}{}", u8::from(one))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl ExactCover {
    /// The problem whose items are the columns and whose options are the rows of a binary matrix.
    ///
    /// # Errors
    /// [`CoverError::TooManyNodes`].
    pub fn from_matrix(matrix: &BinaryMatrix) -> Result<Self, CoverError> {
        let columns = u32::try_from(matrix.columns()).map_err(|_| CoverError::TooManyNodes)?;
        let mut cover = Self::new(columns, 0)?;
        for row in 0..matrix.rows() {
            cover.add_option(&matrix.ones(row).collect::<Vec<_>>())?;
        }
        Ok(cover)
    }
}
