//! Chaos construction: regions to be found, `chaos region`, `chaos region size 6`.

use std::fmt;

use crate::geometry::{Cell, Geometry, Layer, LayerName, LayerShape};
use crate::rule::check;
use crate::rule::connected::Connected;
use crate::rule::constrain::{Breach, Constrain, Digits, value};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::helper_cells::keep_values;
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::pairs::number;
use crate::rule::words::Words;

/// The grid is divided into regions of one size, which are to be found: each is connected by edges and has no digit twice. The rule
/// brings a layer with the number of each cell's region. Regions are numbered in the order of their first cells, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chaos {
    /// The name of the layer.
    pub layer: LayerName,
    /// The number of cells in each region; without it as many as the grid has digits.
    pub size: Option<i64>,
}

/// The word before the size.
const SIZE: &str = "size";

impl Chaos {
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let layer = words.word("the name of a layer for the numbers of regions, such as region", |word| {
            word.parse::<LayerName>().ok()
        })?;
        let size = if words.skip(SIZE) { Some(words.number()?) } else { None };
        Ok(Self { layer, size })
    }

    /// The number of cells in a region of a board.
    pub(crate) fn cells_of_region(&self, board: &Geometry) -> usize {
        let (first, last) = board.grid_digits();
        self.size.map_or(usize::from(last - first) + 1, |size| usize::try_from(size).unwrap_or_default())
    }

    /// The layer of the regions' numbers.
    ///
    /// # Errors
    /// If the cells of the grid are no number of whole regions.
    pub(super) fn layer(&self, board: &Geometry) -> Result<Layer, RuleError> {
        let (cells, size) = (board.grid_cell_count(), self.cells_of_region(board));
        let count = cells.checked_div(size).filter(|&count| count * size == cells);
        let last = count.and_then(|count| u16::try_from(count).ok()).ok_or_else(|| RuleError::Unlike {
            expected: "regions that fill the grid",
            found: format!("regions of {size} cells in a grid of {cells}"),
        })?;
        Ok(Layer { name: self.layer, shape: LayerShape::Grid, first: 1, last })
    }

    fn labels(&self, board: &Geometry) -> Vec<Cell> {
        board.layer(self.layer).map(|layer| board.layer_cells(layer)).unwrap_or_default()
    }
}

impl fmt::Display for Chaos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chaos {}", self.layer)?;
        self.size.map_or(Ok(()), |size| write!(f, " {SIZE} {size}"))
    }
}

impl Constrain for Chaos {
    fn check(&self) -> Result<(), RuleError> {
        self.size.map_or(Ok(()), |size| check::within(size, 1, check::MAX_NUMBER))
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        self.labels(board).into_iter().chain(board.grid_cells()).collect()
    }

    /// Also of a grid that is not full: a number that comes too early, a digit twice in a region, or a region that cannot be one
    /// piece of its size.
    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let labels = self.labels(board);
        let breach = |cells: Vec<Cell>, sentence: String| Some(Breach { cells, sentence });
        let mut possible = 0;
        for &cell in &labels {
            match value(board, digits, cell) {
                Some(label) if label > possible + 1 || label < 1 => {
                    return breach(vec![cell], format!("region {label} comes before region {}", possible + 1));
                }
                Some(label) => possible = label.max(possible),
                None => possible += 1,
            }
        }
        let known = |at: usize, cell: Cell| Some((value(board, digits, labels[at])?, value(board, digits, cell)?));
        let mut first: std::collections::HashMap<(i64, i64), Cell> = std::collections::HashMap::new();
        for (at, cell) in board.grid_cells().enumerate() {
            if let Some((label, digit)) = known(at, cell)
                && let Some(other) = first.insert((label, digit), cell)
            {
                return breach(vec![other, cell], format!("region {label} has the digit {digit} twice"));
            }
        }
        let size = self.cells_of_region(board);
        (1..=number(labels.len() / size.max(1))).find_map(|label| {
            let piece = Connected { layer: Some(self.layer), values: [label].into(), size: Some(number(size)) };
            piece.breach(board, digits)
        })
    }

    fn sentence(&self) -> String {
        format!("the regions {}", self.layer)
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let layer = self.layer(board)?;
        keep_values(&layer, board, to)?;
        to.partition(board, &self.labels(board), &board.grid_cells().collect::<Vec<_>>(), &layer)
    }

    fn marks(&self, board: &Geometry) -> Vec<Mark> {
        vec![Mark::Global(format!(
            "The grid falls into regions of {} cells, which are to be found: each is connected along edges and has no digit twice. \
             The value {} of a cell is the number of its region, in the order of their first cells, row by row.",
            self.cells_of_region(board),
            self.layer
        ))]
    }
}
