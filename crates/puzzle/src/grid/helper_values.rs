//! The values of the cells beside the grid, as answers show them.

use std::fmt::Write;
use std::sync::Arc;

use crate::geometry::{Cell, Digit, Geometry, Layer, LayerShape};
use crate::grid::Grid;
use crate::rule::RuleError;

impl Grid {
    /// The values of layers and numbers behind a grid on one line, such as `;shade=0110 N=17`; empty for a board without any. An empty
    /// cell is `.`; values from 10 on have commas between.
    #[must_use]
    pub fn helper_values_on_a_line(&self) -> String {
        let mut out = String::new();
        for layer in self.geometry.layers() {
            out.push(if out.is_empty() { ';' } else { ' ' });
            let _ = write!(out, "{}=", layer.name);
            let values: Vec<String> = self.geometry.layer_cells(layer).iter().map(|&cell| self.sign(cell)).collect();
            out += &values.join(if layer.last > 9 { "," } else { "" });
        }
        out
    }

    /// The values of layers and numbers as a block of lines, with a row of each layer on a line.
    #[must_use]
    pub fn helper_values_in_lines(&self) -> String {
        let mut out = String::new();
        for layer in self.geometry.layers() {
            let (rows, columns) = self.extent(layer);
            if layer.shape == LayerShape::Number {
                let _ = writeln!(out, "{} = {}", layer.name, self.sign(Cell::of_number(layer.name)));
                continue;
            }
            let _ = writeln!(out, "{}:", layer.name);
            let width = layer.last.checked_ilog10().unwrap_or(0) as usize + 1;
            for row in 0..rows {
                let value = |column| {
                    let cell = Cell::in_layer(layer.name, row as u16, column as u16);
                    let sign = if self.geometry.contains(cell) { self.sign(cell) } else { "-".to_owned() };
                    format!("{sign:>width$}")
                };
                let values: Vec<String> = (0..columns).map(value).collect();
                let _ = writeln!(out, "{}", values.join(" "));
            }
        }
        out
    }

    /// Whether a cell beside the grid is filled.
    #[must_use]
    pub(crate) fn has_helper_values(&self) -> bool {
        self.digits[self.geometry.grid_cell_count()..].iter().any(Option::is_some)
    }

    /// The board of the grid's cells alone; the board itself, if it has no layers.
    #[must_use]
    pub(crate) fn board_without_layers(&self) -> Arc<Geometry> {
        let has_layers = !self.geometry.layers().is_empty();
        if has_layers { Arc::new(self.geometry.without_rules()) } else { Arc::clone(&self.geometry) }
    }

    /// Gives a cell its digit.
    ///
    /// # Errors
    /// If the board does not have the cell, the cell's values do not have the digit, or the cell has another.
    pub(crate) fn give(&mut self, cell: Cell, value: u16) -> Result<(), RuleError> {
        if !self.geometry.contains(cell) {
            return Err(RuleError::Outside(cell));
        }
        let index = self.geometry.index(cell);
        let (first, last) =
            self.digits[index].map_or_else(|| self.geometry.values(cell), |known| (known.get(), known.get()));
        if !(first..=last).contains(&value) {
            let expected = format!("from {first} to {last} in {cell}");
            return Err(RuleError::Number { expected, found: value.into() });
        }
        self.digits[index] = Some(Digit::new(value));
        Ok(())
    }

    /// The value of a cell of the board, or `.` for an empty cell.
    fn sign(&self, cell: Cell) -> String {
        self.digits[self.geometry.index(cell)].map_or_else(|| ".".to_owned(), |digit| digit.to_string())
    }

    /// The rows and columns of a layer.
    fn extent(&self, layer: &Layer) -> (usize, usize) {
        match layer.shape {
            LayerShape::Grid => (self.geometry.rows(), self.geometry.columns()),
            LayerShape::Rectangle(rows, columns) => (rows.into(), columns.into()),
            LayerShape::Number => (1, 1),
        }
    }

    /// The words of `given` lines for the filled cells beside the grid: neighbours of a row together, such as
    /// `shade:r1c1-r1c3 0 1 1`.
    pub(super) fn helper_givens(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for layer in self.geometry.layers() {
            let filled = self.geometry.layer_cells(layer).into_iter();
            let filled: Vec<(Cell, String)> = filled
                .filter(|&cell| self.digits[self.geometry.index(cell)].is_some())
                .map(|cell| (cell, self.sign(cell)))
                .collect();
            let follow = |one: &(Cell, String), next: &(Cell, String)| {
                (one.0.row(), one.0.column() + 1) == (next.0.row(), next.0.column())
            };
            for run in filled.chunk_by(follow) {
                let values: Vec<&str> = run.iter().map(|(_, value)| value.as_str()).collect();
                let (first, last) = (run[0].0, run[run.len() - 1].0);
                let cells = if run.len() == 1 {
                    first.to_string()
                } else {
                    format!("{first}-r{}c{}", last.row() + 1, last.column() + 1)
                };
                lines.push(format!("{cells} {}", values.join(" ")));
            }
        }
        lines
    }
}
