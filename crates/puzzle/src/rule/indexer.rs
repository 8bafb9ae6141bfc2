//! Cells that point to the place of a digit: `rowindexer r1c1 …`, `columnindexer …`, `boxindexer …`, and
//! `valueindexer r1c1 : r1c2 : r1c3 …`.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::constraint::RelationMatrix;
use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits};
use crate::rule::constrain::{number, value, write_cells};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Ink, Mark, ShadeForm};
use crate::rule::words::Words;

/// Cells that index their line: in the cell that the digit points to stands the place of the indexing cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Indexer {
    /// The line.
    pub kind: IndexerKind,
    /// The cells.
    pub cells: Vec<Cell>,
}

/// The line in which an indexer looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IndexerKind {
    /// A cell of row R with digit V: the cell of its column in row V has R.
    Row,
    /// A cell of column C with digit V: the cell of its row in column V has C.
    Column,
    /// Cell number P of its box with digit V: cell number V of the box has P. Cells are numbered in the order of reading.
    Box,
}

impl IndexerKind {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Row => "rowindexer",
            Self::Column => "columnindexer",
            Self::Box => "boxindexer",
        }
    }
}

impl Indexer {
    /// The cells in which the indexer looks, in order.
    fn line(&self, board: &Geometry, of: Cell) -> Vec<Cell> {
        let is_in = |&cell: &Cell| match self.kind {
            IndexerKind::Row => cell.column() == of.column(),
            IndexerKind::Column => cell.row() == of.row(),
            IndexerKind::Box => cell == of || board.region(of).is_some() && board.region(cell) == board.region(of),
        };
        let mut cells: Vec<Cell> = board.grid_cells().filter(is_in).collect();
        cells.sort_unstable_by_key(|cell| (cell.row(), cell.column()));
        cells
    }
}

impl Indexer {
    pub(super) fn read(kind: IndexerKind, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        Ok(Self { kind, cells: words.cells(Taken::Set, 1)? })
    }
}

impl fmt::Display for Indexer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.word())?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for Indexer {
    fn check(&self) -> Result<(), RuleError> {
        check::cells(&self.cells, Taken::Set, 1)
    }

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
        // Cells in equal places of their lines share the relations.
        let mut says: HashMap<[i64; 2], Arc<RelationMatrix>> = HashMap::new();
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

/// The digit of one cell is the place, in a list of cells, of the digit of another cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ValueIndexer {
    /// The cell with the digit to find.
    pub value: Cell,
    /// The cell with the digit's place in the list, from 1.
    pub index: Cell,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl ValueIndexer {
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let value = words.cell()?;
        words.colon()?;
        let index = words.cell()?;
        words.colon()?;
        Ok(Self { value, index, cells: words.cells(Taken::Once, 1)? })
    }
}

impl fmt::Display for ValueIndexer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "valueindexer {} : {} :", self.value, self.index)?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for ValueIndexer {
    fn check(&self) -> Result<(), RuleError> {
        check::cells(&self.cells, Taken::Once, 1)
    }

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
