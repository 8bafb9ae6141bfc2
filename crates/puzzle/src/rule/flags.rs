//! The flags of a shading, a layer with a value for each cell of the grid, and the trait of each kind of shading.

use std::fmt;

use crate::constraint::MOST_ARM_CELLS;
use crate::geometry::{Cell, Geometry, Layer, LayerName, LayerShape, UnitKind};
use crate::rule::connected::Connected;
use crate::rule::constrain::{Breach, Constrain, Digits, beside, values};
use crate::rule::error::RuleError;
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Ink, Mark, ShadeForm};

/// The steps to the neighbours of a cell.
pub(super) const AROUND: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// Refuses more cells about a clue than a constraint can count.
pub(super) fn arms_within(cells: usize) -> Result<(), RuleError> {
    if cells <= MOST_ARM_CELLS {
        return Ok(());
    }
    let found = format!("{cells}, more than the {MOST_ARM_CELLS} that can be counted");
    Err(RuleError::Unlike { expected: "fewer cells within reach of a clue", found })
}

/// Refuses a clue beside the grid.
pub(super) fn in_grid(cells: &[Cell]) -> Result<(), RuleError> {
    match cells.iter().find(|cell| !cell.is_in_grid()) {
        Some(cell) => Err(RuleError::Unlike { expected: "a cell of the grid", found: cell.to_string() }),
        None => Ok(()),
    }
}

/// Rings round the clues of a shading.
pub(super) fn rings(clues: &[Cell]) -> Vec<Mark> {
    let ring = Mark::Shade { cells: clues.to_vec(), form: ShadeForm::Ring, ink: Ink::Blue };
    if clues.is_empty() { Vec::new() } else { vec![ring] }
}

/// What a kind of shading says about its flags.
pub(super) trait FlagRule {
    /// Checks the kind without a board.
    fn check(&self) -> Result<(), RuleError> {
        Ok(())
    }

    /// The layers that the rule brings, the flags first.
    fn layers(&self, board: &Geometry) -> Vec<Layer>;

    /// The cells of the grid that the rule names.
    fn clues(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// The cells of the grid whose digits the rule looks at.
    fn digits(&self, _: &Geometry) -> Vec<Cell> {
        self.clues()
    }

    /// The breach of the rule by the filled cells, if any.
    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach>;

    /// Translates the rule into constraints.
    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError>;

    /// The marks in the grid.
    fn marks(&self) -> Vec<Mark> {
        Vec::new()
    }

    /// The rule in words, below a drawing.
    fn words(&self) -> String;
}

/// A layer with a flag for each cell of the grid, and the word for a shading in sentences.
#[derive(Clone, Copy)]
pub(super) struct Flags {
    pub(super) layer: LayerName,
    pub(super) word: &'static str,
}

impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} {}", self.word, self.layer)
    }
}

impl Flags {
    /// The cell of a layer above a cell of the grid.
    pub(super) fn above(cell: Cell, layer: LayerName) -> Cell {
        Cell::in_layer(layer, cell.row() as u16, cell.column() as u16)
    }

    pub(super) fn flag(self, cell: Cell) -> Cell {
        Self::above(cell, self.layer)
    }

    /// The flags of all cells of the grid.
    pub(super) fn all(self, board: &Geometry) -> Vec<Cell> {
        board.grid_cells().map(|cell| self.flag(cell)).collect()
    }

    /// The layer of the flags with these values.
    pub(super) fn with_values(self, first: u16, last: u16) -> Layer {
        Layer { name: self.layer, shape: LayerShape::Grid, first, last }
    }

    /// A layer of numbers from 1, or from 0, to the number of some groups.
    pub(super) fn numbered(self, first: u16, groups: usize) -> Layer {
        self.with_values(first, u16::try_from(groups).unwrap_or(u16::MAX))
    }

    /// The flags of the neighbours of a cell.
    pub(super) fn around(self, board: &Geometry, cell: Cell) -> Vec<Cell> {
        AROUND.iter().filter_map(|&(down, right)| beside(board, self.flag(cell), down, right)).collect()
    }

    /// The flags of each square of two by two, row by row.
    pub(super) fn squares(self, board: &Geometry) -> Vec<[Cell; 4]> {
        let square = |cell: Cell| {
            let corner = self.flag(cell);
            let other = |down, right| beside(board, corner, down, right);
            Some([corner, other(0, 1)?, other(1, 0)?, other(1, 1)?])
        };
        board.grid_cells().filter_map(square).collect()
    }

    /// The flags of each row, column and box.
    pub(super) fn units(self, board: &Geometry) -> Vec<Vec<Cell>> {
        let is_line_or_box = |kind| matches!(kind, UnitKind::Row | UnitKind::Column | UnitKind::Box | UnitKind::Region);
        let units = board.units().filter(|&unit| is_line_or_box(board.unit_name(unit).kind));
        units.map(|unit| board.unit(unit).iter().map(|&cell| self.flag(cell)).collect()).collect()
    }

    /// The pairs of flags that touch along edges or at corners.
    pub(super) fn touching(self, board: &Geometry) -> Vec<[Cell; 2]> {
        let steps = [(0, 1), (1, -1), (1, 0), (1, 1)];
        let of_cell = |cell: Cell| {
            let flag = self.flag(cell);
            steps.into_iter().filter_map(move |(down, right)| Some([flag, beside(board, flag, down, right)?]))
        };
        board.grid_cells().flat_map(of_cell).collect()
    }

    /// The breach of a piece of cells with some values: two cells can no longer be joined.
    pub(super) fn falls_apart(self, board: &Geometry, digits: Digits<'_>, values: &[i64]) -> Option<Breach> {
        let piece = Connected { layer: Some(self.layer), values: values.iter().copied().collect(), size: None };
        piece.breach(board, digits).map(|breach| self.breach_of(&breach.cells, "falls apart"))
    }

    /// States that the cells with some values are connected.
    pub(super) fn hang_together(self, board: &Geometry, to: &mut Lowered, values: &[i64]) -> Result<(), RuleError> {
        to.connected(board, &self.all(board), |value| values.contains(&value), None)
    }

    /// The first full square of two by two that a predicate on its values refuses.
    pub(super) fn wrong_square(
        self,
        board: &Geometry,
        digits: Digits<'_>,
        allows: impl Fn(&[i64]) -> bool,
        how: &str,
    ) -> Option<Breach> {
        let is_wrong = |square: &[Cell; 4]| values(board, digits, square).is_some_and(|square| !allows(&square));
        self.squares(board).into_iter().find(is_wrong).map(|square| self.breach_of(&square, how))
    }

    /// States that a predicate allows each square of two by two, whose values above 0 are alike.
    pub(super) fn keep_squares(
        self,
        board: &Geometry,
        to: &mut Lowered,
        allows: impl Fn(&[i64]) -> bool,
    ) -> Result<(), RuleError> {
        let step = |square: &Vec<i64>, place: usize, value: i64| {
            let square: Vec<i64> = square.iter().copied().chain([value.min(1)]).collect();
            if place < 3 { Some(square) } else { allows(&square).then(Vec::new) }
        };
        let automaton = to.automaton_of(board, 4, Vec::new(), step, |_| true)?;
        self.squares(board).iter().try_for_each(|square| to.reads(square.to_vec(), &automaton))
    }

    pub(super) fn breach_of(self, cells: &[Cell], how: &str) -> Breach {
        Breach { cells: cells.to_vec(), sentence: format!("{self} {how}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_cells_about_a_clue_are_named() {
        assert!(arms_within(MOST_ARM_CELLS).is_ok());
        let expected = "expected fewer cells within reach of a clue, found 142, more than the 126 that can be counted";
        assert_eq!(arms_within(142).unwrap_err().to_string(), expected);
    }
}
