//! Known values of cells beside the grid: a tint or a small digit in the cell of the grid below, or words.

use satdoku_puzzle::geometry::{Cell, Digit, Layer, LayerName, LayerShape};
use satdoku_puzzle::grid::Grid;
use satdoku_puzzle::rule::{Ink, Mark, ShadeForm};

use crate::marks::Marker;
use crate::scene::Paint;
use crate::shown::Shown;

/// Which layers a picture shows, and the clues that it does not show.
#[derive(Debug, Default)]
pub(crate) struct HelperValues {
    /// The layer of 0 and 1 whose cells with 1 are tinted.
    pub(crate) tinted: Option<LayerName>,
    /// The layer whose values are small digits.
    pub(crate) small: Option<LayerName>,
    /// The other clues, such as `N = 4`.
    pub(crate) unplaced: Vec<String>,
}

impl HelperValues {
    /// Draws the first layer of 0 and 1 over the grid as tints, and the first other layer over the grid as small digits. Of all
    /// other cells beside the grid only clues are told.
    pub(crate) fn draw(shown: &Shown<'_>, marker: &mut Marker<'_>) -> Self {
        let layers = shown.puzzle.geometry().layers();
        let mut over_grid = layers.iter().filter(|layer| layer.shape == LayerShape::Grid);
        let is_binary = |layer: &&Layer| (layer.first, layer.last) == (0, 1);
        let tinted = over_grid.clone().find(is_binary);
        let small = over_grid.find(|&layer| Some(layer) != tinted);
        let mut values = Self::default();
        for layer in layers {
            if Some(layer) == tinted {
                values.tint(shown, layer, small.is_none(), marker);
            } else if Some(layer) == small {
                values.write(shown, layer, marker);
            } else {
                values.tell(shown.puzzle, layer);
            }
        }
        values
    }

    /// The clues in words.
    pub(crate) fn in_words(puzzle: &Grid) -> Self {
        let mut values = Self::default();
        puzzle.geometry().layers().iter().for_each(|layer| values.tell(puzzle, layer));
        values
    }

    /// Tints the cells with 1. A clue of 0 is a small digit, unless the small digits are those of another layer.
    fn tint(&mut self, shown: &Shown<'_>, layer: &Layer, is_free: bool, marker: &mut Marker<'_>) {
        let mut shaded = Vec::new();
        for cell in shown.puzzle.geometry().layer_cells(layer) {
            match shown.digit(cell) {
                Some((value, _)) if value.get() == 1 => shaded.extend(shown.puzzle.geometry().below(cell)),
                Some((value, true)) if is_free => self.write_value(shown, layer, (cell, value, true), marker),
                Some((value, true)) => self.unplaced.push(format!("{cell} = {value}")),
                _ => {}
            }
        }
        if !shaded.is_empty() {
            self.tinted = Some(layer.name);
            marker.draw(&Mark::Shade { cells: shaded, form: ShadeForm::Cell, ink: Ink::Grey });
        }
    }

    fn write(&mut self, shown: &Shown<'_>, layer: &Layer, marker: &mut Marker<'_>) {
        for cell in shown.puzzle.geometry().layer_cells(layer) {
            if let Some((value, is_clue)) = shown.digit(cell) {
                self.write_value(shown, layer, (cell, value, is_clue), marker);
            }
        }
    }

    /// Writes a small digit. A clue without room is told in words.
    fn write_value(
        &mut self,
        shown: &Shown<'_>,
        layer: &Layer,
        (cell, value, is_clue): (Cell, Digit, bool),
        marker: &mut Marker<'_>,
    ) {
        let paint = if is_clue { Paint::Given } else { Paint::Answer };
        let below = shown.puzzle.geometry().below(cell);
        if below.is_some_and(|below| marker.value(below, &value.to_string(), paint, !shown.candidates.is_empty())) {
            self.small = Some(layer.name);
        } else if is_clue {
            self.unplaced.push(format!("{cell} = {value}"));
        }
    }

    fn tell(&mut self, puzzle: &Grid, layer: &Layer) {
        let cells = puzzle.geometry().layer_cells(layer);
        self.unplaced.extend(cells.into_iter().filter_map(|cell| Some(format!("{cell} = {}", puzzle.get(cell)?))));
    }
}
