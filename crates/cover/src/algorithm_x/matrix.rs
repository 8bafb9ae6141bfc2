//! Algorithm X as the textbook procedure on a binary matrix: covering is copying without what is covered.

use satdoku_base::budget::Running;
use satdoku_base::verdict::Verdict;

use crate::matrix::BinaryMatrix;
use crate::problem::{CoverError, ExactCover};
use crate::search::CoverSearch;

/// What is left of the matrix, the original numbers of its rows and columns, and the row that is tried next.
#[derive(Clone, Debug)]
struct Reduced {
    matrix: BinaryMatrix,
    rows: Vec<u32>,
    columns: Vec<u32>,
    next: usize,
}

impl Reduced {
    /// A copy without the columns in which `row` has a one, and without the rows that have a one there.
    fn without(&self, row: usize) -> Result<Self, CoverError> {
        let columns: Vec<_> = (0..self.columns.len()).filter(|&column| !self.matrix.get(row, column)).collect();
        let disjoint = |&other: &usize| self.matrix.ones(row).all(|column| !self.matrix.get(other, column as usize));
        let rows: Vec<_> = (0..self.rows.len()).filter(disjoint).collect();
        let mut matrix = BinaryMatrix::new(rows.len(), columns.len())?;
        for (to_row, &row) in rows.iter().enumerate() {
            for (to_column, &column) in columns.iter().enumerate() {
                matrix.set(to_row, to_column, self.matrix.get(row, column));
            }
        }
        let rows = rows.into_iter().map(|row| self.rows[row]).collect();
        let columns = columns.into_iter().map(|column| self.columns[column]).collect();
        Ok(Self { matrix, rows, columns, next: 0 })
    }
}

#[derive(Clone, Debug)]
pub(super) struct MatrixSearch {
    primary: u32,
    /// The whole matrix, and a copy for each chosen row.
    copies: Vec<Reduced>,
    chosen: Vec<u32>,
    on_cover: bool,
}

impl MatrixSearch {
    pub(super) fn new(cover: &ExactCover) -> Result<Self, CoverError> {
        let matrix = BinaryMatrix::from_cover(cover)?;
        let (rows, columns) = ((0..cover.options()).collect(), (0..cover.items()).collect());
        let copies = vec![Reduced { matrix, rows, columns, next: 0 }];
        Ok(Self { primary: cover.primary_items(), copies, chosen: Vec::new(), on_cover: false })
    }

    fn turn_back(&mut self) {
        self.copies.pop();
        self.chosen.pop();
    }
}

impl CoverSearch for MatrixSearch {
    fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        if std::mem::replace(&mut self.on_cover, false) {
            self.turn_back();
        }
        loop {
            let Some(top) = self.copies.last_mut() else { return Verdict::Unsatisfiable };
            // The primary columns stand first and stay in their order: if the first is secondary, none is left.
            if top.columns.first().is_none_or(|&column| column >= self.primary) {
                self.on_cover = true;
                return Verdict::Satisfiable(());
            }
            let Some(row) = (top.next..top.rows.len()).find(|&row| top.matrix.get(row, 0)) else {
                self.turn_back();
                continue;
            };
            if let Err(reason) = running.tick() {
                return Verdict::Unknown(reason);
            }
            top.next = row + 1;
            match top.without(row) {
                Ok(reduced) => {
                    self.chosen.push(top.rows[row]);
                    self.copies.push(reduced);
                }
                Err(_) => unreachable!("a copy is never larger than the original"),
            }
        }
    }

    fn cover(&mut self) -> &[u32] {
        &self.chosen
    }
}
