//! Boards with layers.

use std::sync::OnceLock;

use crate::geometry::board::Places;
use crate::geometry::layer::{Layer, LayerError, LayerName, LayerShape, Layers};
use crate::geometry::{Candidate, Cell, Geometry};

/// The most cells of all layers of a board.
const MOST_CELLS: usize = 1 << 20;

impl Geometry {
    /// The layers and numbers: cells beside the grid with their own values and no row, column or box.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        self.layers.as_ref().map_or(&[], |layers| &layers.all)
    }

    /// The layer or number with a name.
    #[must_use]
    pub fn layer(&self, name: LayerName) -> Option<&Layer> {
        self.layers().iter().find(|layer| layer.name == name)
    }

    /// The number of cells of a layer.
    fn cell_count_of(&self, layer: &Layer) -> usize {
        match layer.shape {
            LayerShape::Grid => self.grid_cell_count(),
            LayerShape::Rectangle(rows, columns) => usize::from(rows) * usize::from(columns),
            LayerShape::Number => 1,
        }
    }

    /// The cells of a layer, row by row.
    #[must_use]
    pub fn layer_cells(&self, layer: &Layer) -> Vec<Cell> {
        let name = layer.name;
        match layer.shape {
            LayerShape::Grid => {
                self.grid_cells().map(|cell| Cell::in_layer(name, cell.row() as u16, cell.column() as u16)).collect()
            }
            LayerShape::Rectangle(rows, columns) => {
                let row = |row| (0..columns).map(move |column| Cell::in_layer(name, row, column));
                (0..rows).flat_map(row).collect()
            }
            LayerShape::Number => vec![Cell::of_number(name)],
        }
    }

    /// The cell of the grid under a cell of a layer that has a cell for each of the grid; a cell of the grid itself.
    #[doc(hidden)]
    #[must_use]
    pub fn below(&self, cell: Cell) -> Option<Cell> {
        let Some(name) = cell.layer() else { return Some(cell) };
        let is_above_grid = self.layer(name).is_some_and(|layer| layer.shape == LayerShape::Grid);
        is_above_grid.then(|| Cell::new(cell.row() as u16, cell.column() as u16))
    }

    /// The index of a cell of a layer, if the board has it.
    pub(super) fn index_in_layers(&self, cell: Cell) -> Option<usize> {
        let mut first = self.grid_cell_count();
        for layer in self.layers() {
            if cell.layer() == Some(layer.name) {
                let place = match layer.shape {
                    LayerShape::Grid if !cell.is_number() => {
                        let below = Cell::new(cell.row() as u16, cell.column() as u16);
                        self.contains(below).then(|| self.index(below))
                    }
                    LayerShape::Rectangle(rows, columns) if !cell.is_number() => {
                        let is_in = cell.row() < rows.into() && cell.column() < columns.into();
                        is_in.then(|| cell.row() * usize::from(columns) + cell.column())
                    }
                    LayerShape::Number if cell.is_number() => Some(0),
                    _ => None,
                };
                return place.map(|place| first + place);
            }
            first += self.cell_count_of(layer);
        }
        None
    }

    /// The number of cells of the grid, without layers and numbers.
    #[must_use]
    pub fn grid_cell_count(&self) -> usize {
        self.layers.as_ref().map_or_else(|| self.cell_count(), |layers| layers.grid_cells)
    }

    /// The cells of the grid, row by row, without layers and numbers.
    #[must_use]
    pub fn grid_cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<'_> {
        self.cells().take(self.grid_cell_count())
    }

    /// The first and the last value of a cell: those of its layer, or the digits of the grid.
    #[must_use]
    pub fn values(&self, cell: Cell) -> (u16, u16) {
        let layer = cell.layer().and_then(|name| self.layer(name));
        layer.map_or_else(|| self.grid_digits(), |layer| (layer.first, layer.last))
    }

    /// Whether a digit is a value of its cell.
    #[must_use]
    pub fn can_have(&self, Candidate { cell, digit }: Candidate) -> bool {
        let (first, last) = self.values(cell);
        (first..=last).contains(&digit.get())
    }

    /// The first and the last digit of the grid. The board's digits are those and the values of all layers.
    #[must_use]
    pub fn grid_digits(&self) -> (u16, u16) {
        let (first, count) = self.layers.as_ref().map_or((self.first_digit, self.digit_count), |layers| layers.digits);
        (first, first + count as u16 - 1)
    }
}

impl Geometry {
    /// Adds layers and numbers to a board without any. The digits of the board become those of the grid and the values of all
    /// layers; nothing here keeps a cell to its own.
    ///
    /// # Errors
    /// If two layers have one name, or there are too many cells or more than `most` values.
    pub(crate) fn with_layers(self, layers: Vec<Layer>, most: usize) -> Result<Self, LayerError> {
        let mut board = self;
        let (grid_cells, digits) = (board.cell_count(), (board.first_digit, board.digit_count));
        let (mut first, mut end) = (usize::from(digits.0), usize::from(digits.0) + digits.1);
        let mut found = 0;
        for (at, layer) in layers.iter().enumerate() {
            let name = layer.name;
            if layers[..at].iter().any(|other| other.name == name) {
                return Err(LayerError::Twice(name));
            }
            found += board.cell_count_of(layer);
            if found > MOST_CELLS {
                return Err(LayerError::Cells { name, found, most: MOST_CELLS });
            }
            (first, end) = (first.min(layer.first.into()), end.max(usize::from(layer.last) + 1));
            if layer.first > layer.last || end - first > most {
                return Err(LayerError::Values { name, first: layer.first, last: layer.last, most });
            }
        }
        let is_whole = board.places.is_none();
        let mut places = board
            .places
            .clone()
            .unwrap_or_else(|| Places { cells: board.cells().collect(), index_at: (0..grid_cells as u32).collect() });
        for layer in &layers {
            places.cells.extend(board.layer_cells(layer));
        }
        board.places = Some(places);
        (board.first_digit, board.digit_count) = (first as u16, end - first);
        board.layers = Some(Box::new(Layers { all: layers, grid_cells, digits, is_whole }));
        board.incidence = OnceLock::new();
        Ok(board)
    }

    /// The board of the grid alone.
    pub(super) fn without_layers(self) -> Self {
        let mut board = self;
        let Some(layers) = board.layers.take() else { return board };
        (board.first_digit, board.digit_count) = layers.digits;
        match &mut board.places {
            Some(places) if !layers.is_whole => places.cells.truncate(layers.grid_cells),
            places => *places = None,
        }
        board.incidence = OnceLock::new();
        board
    }
}
