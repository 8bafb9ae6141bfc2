//! Cells beside the grid: `layer shade 0..1`, `layer K 0..9 1x22 "cage totals"`, `number N 1..45`.

use std::fmt;

use crate::geometry::{Cell, Geometry, Layer, LayerName, LayerShape};
use crate::rule::check;
use crate::rule::constrain::{Breach, Constrain, Digits, value, write_name};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::words::Words;

/// The largest value, and the most rows and columns of a layer: the longest side of a board.
const LARGEST: i64 = 4096;

/// A layer or a number: helper cells with values of their own and no row, column or box. Other rules name them `shade:r1c1` and
/// `N`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HelperCells {
    /// Name, shape and values.
    pub layer: Layer,
    /// The setter's title.
    pub title: Option<String>,
}

impl HelperCells {
    pub(super) fn read(is_number: bool, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let name = words.word("a name of 1 to 7 letters and digits that begins with a letter", |word| {
            word.parse::<LayerName>().ok()
        })?;
        if is_number && !name.is_in_capitals() {
            // So that no misspelt word among cells is a number.
            return Err(Words::unlike("the name of a number in capitals, such as N", Some(&name.to_string())));
        }
        let (first, last) = words.word("the smallest and the largest value, such as 0..1", |word| {
            let (first, last) = word.split_once("..")?;
            Some((first.parse().ok()?, last.parse().ok()?))
        })?;
        let rectangle = |word: &str| {
            let (rows, columns) = word.split_once('x')?;
            Some(LayerShape::Rectangle(rows.parse().ok()?, columns.parse().ok()?))
        };
        let shape = match (is_number, words.peek()) {
            (true, _) => LayerShape::Number,
            (false, Some(word)) if !word.starts_with('"') => {
                words.word("the rows and columns of the layer, such as 3x4", rectangle)?
            }
            (false, _) => LayerShape::Grid,
        };
        Ok(Self { layer: Layer { name, shape, first, last }, title: words.name()? })
    }

    pub(super) fn word(&self) -> &'static str {
        if self.layer.shape == LayerShape::Number { "number" } else { "layer" }
    }
}

impl fmt::Display for HelperCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Layer { name, shape, first, last } = self.layer;
        write!(f, "{} {name} {first}..{last}", self.word())?;
        if let LayerShape::Rectangle(rows, columns) = shape {
            write!(f, " {rows}x{columns}")?;
        }
        write_name(f, self.title.as_ref())
    }
}

impl Constrain for HelperCells {
    fn check(&self) -> Result<(), RuleError> {
        let Layer { shape, first, last, .. } = self.layer;
        check::name(self.title.as_ref())?;
        if let LayerShape::Rectangle(rows, columns) = shape {
            check::within(rows.into(), 1, LARGEST)?;
            check::within(columns.into(), 1, LARGEST)?;
        }
        check::within(last.into(), first.into(), LARGEST)
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        board.layer_cells(&self.layer)
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let range = i64::from(self.layer.first)..=i64::from(self.layer.last);
        let breaks = |cell: &Cell| value(board, digits, *cell).is_some_and(|value| !range.contains(&value));
        let (first, last) = board.grid_digits();
        let range_of_grid = i64::from(first)..=i64::from(last);
        let breaks_grid =
            |cell: &Cell| value(board, digits, *cell).is_some_and(|value| !range_of_grid.contains(&value));
        let wrong = self.cells(board).into_iter().find(breaks);
        let wrong = wrong.or_else(|| board.grid_cells().find(|cell| breaks_grid(cell)));
        Some(Breach { cells: vec![wrong?], sentence: format!("{} has another value", self.sentence()) })
    }

    fn sentence(&self) -> String {
        format!("the {} {}", self.word(), self.layer.name)
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        keep_values(&self.layer, board, to)
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let Layer { name, shape, first, last } = self.layer;
        let title = self.title.as_ref().map_or_else(String::new, |title| format!(" ({title})"));
        vec![Mark::Global(match shape {
            LayerShape::Grid => format!("Each cell has a further value {name}{title} from {first} to {last}."),
            LayerShape::Rectangle(rows, columns) => {
                format!(
                    "Beside the grid are {rows} rows of {columns} cells {name}{title} with values from {first} to {last}."
                )
            }
            LayerShape::Number => format!("{name}{title} is an unknown number from {first} to {last}."),
        })]
    }
}

/// Keeps each cell of a layer to its values. The first layer of a board keeps the cells of the grid to their digits as well, and each
/// unit that holds every digit of the grid to these.
pub(super) fn keep_values(layer: &Layer, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
    let all = (board.first_digit().get(), board.last_digit().get());
    let mut keep = |cells: Vec<Cell>, (first, last): (u16, u16)| {
        let has_all = (first, last) == all;
        let cells = cells.into_iter().filter(|_| !has_all);
        cells
            .into_iter()
            .try_for_each(|cell| to.domain(board, cell, |value| (i64::from(first)..=i64::from(last)).contains(&value)))
    };
    keep(board.layer_cells(layer), (layer.first, layer.last))?;
    let digits = board.grid_digits();
    if board.layers().first().is_some_and(|first| first.name == layer.name) && digits != all {
        keep(board.grid_cells().collect(), digits)?;
        let count = usize::from(digits.1 - digits.0) + 1;
        let set = (u64::MAX >> (u64::BITS as usize - count)) << (digits.0 - all.0);
        for unit in board.units().filter(|&unit| board.unit(unit).len() == count) {
            to.one_of_sets(board.unit(unit), [set])?;
        }
    }
    Ok(())
}
