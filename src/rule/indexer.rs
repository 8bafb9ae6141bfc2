//! Cells that say where a digit is: `rowindexer r1c1 …`, `columnindexer …`, `boxindexer …`, and `valueindexer r1c1 : r1c2 : r1c3 …`.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::constraint::Relation;
use crate::geometry::{Cell, Geometry};
use crate::rule::constrain::{number, value, write_cells};
use crate::rule::{Breach, Constrain, Digits, Ink, Lowered, Mark, RuleError, ShadeForm};

/// Cells each of which says where in its line its own place is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Indexer {
    /// The line.
    pub kind: IndexerKind,
    /// The cells.
    pub cells: Vec<Cell>,
}

/// In which line an indexer looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IndexerKind {
    /// A cell of row R with digit V: the cell of its column in row V has R.
    Row,
    /// A cell of column C with digit V: the cell of its row in column V has C.
    Column,
    /// A cell that is number P of its box, with digit V: cell number V of the box has P. Cells are numbered like words.
    Box,
}

impl IndexerKind {
    fn word(self) -> &'static str {
        match self {
            Self::Row => "rowindexer",
            Self::Column => "columnindexer",
            Self::Box => "boxindexer",
        }
    }
}

impl Indexer {
    /// The cells in which it looks, in order.
    fn line(&self, board: &Geometry, of: Cell) -> Vec<Cell> {
        let is_in = |&cell: &Cell| match self.kind {
            IndexerKind::Row => cell.column() == of.column(),
            IndexerKind::Column => cell.row() == of.row(),
            IndexerKind::Box => cell == of || board.region(of).is_some() && board.region(cell) == board.region(of),
        };
        let mut cells: Vec<Cell> = board.cells().filter(is_in).collect();
        cells.sort_unstable_by_key(|cell| (cell.row(), cell.column()));
        cells
    }
}

impl fmt::Display for Indexer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.word())?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for Indexer {
    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        let mut cells = self.cells.clone();
        for &cell in &self.cells {
            cells.extend(self.line(board, cell).into_iter().filter(|other| !self.cells.contains(other)));
        }
        cells
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        self.cells.iter().find_map(|&cell| {
            let line = self.line(board, cell);
            let place = 1 + line.iter().position(|&other| other == cell)?;
            let shown = value(board, digits, cell)?;
            let sentence = format!("{} is broken", self.sentence());
            let Some(&there) = usize::try_from(shown - 1).ok().and_then(|at| line.get(at)) else {
                return Some(Breach { cells: vec![cell], sentence });
            };
            let is_broken = value(board, digits, there)? != number(place);
            is_broken.then(|| Breach { cells: vec![cell, there], sentence })
        })
    }

    fn sentence(&self) -> String {
        format!("the {} at {}", self.kind.word(), self.cells[0])
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        // Cells with the same place in their lines share the relations.
        let mut says: HashMap<[i64; 2], Arc<Relation>> = HashMap::new();
        for &cell in &self.cells {
            let line = self.line(board, cell);
            let place = (1..).zip(&line).find(|(_, other)| **other == cell).map_or(0, |(place, _)| place);
            let length = number(line.len());
            to.domain(board, cell, |value| (1..=length).contains(&value))?;
            for (at, &there) in (1..).zip(&line).filter(|(_, there)| **there != cell) {
                let of_places = || to.table(board, |shown, value| shown != at || value == place);
                let says = says.entry([at, place]).or_insert_with(of_places);
                to.relation([cell, there], says)?;
            }
        }
        Ok(())
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let ink = match self.kind {
            IndexerKind::Row => Ink::Green,
            IndexerKind::Column => Ink::Red,
            IndexerKind::Box => Ink::Blue,
        };
        vec![Mark::Shade { cells: self.cells.clone(), form: ShadeForm::Cell, ink }]
    }
}

/// A cell says which of some others has the digit of a third.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ValueIndexer {
    /// The digit that is found.
    pub value: Cell,
    /// Which of the cells has it, from 1.
    pub index: Cell,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl fmt::Display for ValueIndexer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "valueindexer {} : {} :", self.value, self.index)?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for ValueIndexer {
    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        [self.value, self.index].into_iter().chain(self.cells.iter().copied()).collect()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let index = value(board, digits, self.index)?;
        let there = usize::try_from(index - 1).ok().and_then(|at| self.cells.get(at));
        let sentence = format!("{} is broken", self.sentence());
        let Some(&there) = there else { return Some(Breach { cells: vec![self.index], sentence }) };
        let (shown, found) = (value(board, digits, self.value)?, value(board, digits, there)?);
        (shown != found).then(|| Breach { cells: vec![self.value, self.index, there], sentence })
    }

    fn sentence(&self) -> String {
        format!("the indexer of values at {}", self.index)
    }

    /// A choice by the index.
    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let same = to.table(board, |a, b| a == b);
        let mut alternatives = Vec::new();
        for (at, &there) in (1..).zip(&self.cells) {
            let mut alternative = to.alternative();
            alternative.domain(board, self.index, |value| value == at)?;
            if there != self.value {
                alternative.relation([self.value, there], &same)?;
            }
            alternatives.push(alternative);
        }
        to.choice(alternatives)
    }
}
