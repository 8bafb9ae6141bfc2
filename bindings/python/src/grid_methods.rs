//! Puzzles and full grids: the methods of the class.

use std::collections::BTreeMap;
use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyIterator, PyList, PySlice, PyTuple};
use satdoku::draw::{Drawing, PictureForm, Theme};
use satdoku::grid::format::Format;
use satdoku::{Cell, Digit, Rules};

use crate::args::{FormWord, FormatWord, Lines, ThemeWord, Width};
use crate::board::{Board, BoardLike};
use crate::candidates::of_dict;
use crate::errors::{parse_error, solver_error, value_error};
use crate::grid::{CellLike, Grid, from_start};
use crate::puzzles::{of_object, puzzle_on};

#[pymethods]
impl Grid {
    #[new]
    #[pyo3(signature = (source = None, *, board = None, format = None, rules = None))]
    fn new(
        py: Python<'_>,
        source: Option<&Bound<'_, PyAny>>,
        board: Option<BoardLike>,
        format: Option<FormatWord>,
        rules: Option<Lines>,
    ) -> PyResult<Self> {
        let (board, format) = (board.map(|board| board.0), format.map(|format| format.0));
        let rules = rules.unwrap_or_default();
        let grid = match (source, board) {
            (Some(source), board) => match source.cast::<Self>() {
                Ok(grid) => match (format, board) {
                    (None, None) => grid.get().0.clone(),
                    (Some(_), _) => return Err(value_error("format: only a text has one, found a grid")),
                    (None, Some(_)) => return Err(value_error("board: a grid has its own")),
                },
                Err(_) => of_object(source, format, board)?,
            },
            (None, Some(board)) => satdoku::Grid::empty(&board),
            (None, None) => return Err(PyTypeError::new_err("expected a text, numbers or a board, found nothing")),
        };
        match grid.rules().as_slice().first() {
            _ if rules.0.is_empty() => Ok(Self(grid)),
            None => Self(grid).with_rules(py, rules),
            Some(rule) => {
                Err(value_error(format!("rules: expected none beside those of the puzzle, which has {rule}")))
            }
        }
    }

    /// The board, without the rules.
    #[getter]
    fn board(&self) -> Board {
        Board(Arc::clone(self.0.without_rules().geometry()))
    }

    /// The rules beyond the units of the board, as lines.
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.0.rules().as_slice().iter().map(ToString::to_string).collect()
    }

    /// The digits of the cells, row by row, None for an empty cell; without the cells beside the grid.
    #[getter]
    fn digits(&self) -> Vec<Option<u16>> {
        let count = self.0.geometry().grid_cell_count();
        self.0.digits()[..count].iter().map(|digit| digit.map(Digit::get)).collect()
    }

    /// The values of the cells beside the grid by the name of their layer, row by row, None for an empty cell; a number has one.
    #[getter]
    fn layers(&self) -> BTreeMap<String, Vec<Option<u16>>> {
        let board = self.0.geometry();
        let values =
            |layer| board.layer_cells(layer).into_iter().map(|cell| self.0.get(cell).map(Digit::get)).collect();
        board.layers().iter().map(|layer| (layer.name.to_string(), values(layer))).collect()
    }

    /// The number of rows and the number of columns, as of an array of NumPy.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.0.geometry().rows(), self.0.geometry().columns())
    }

    /// How many cells are filled.
    #[getter]
    fn clue_count(&self) -> usize {
        self.0.clue_count()
    }

    /// Whether every cell is filled and no rule is broken.
    #[getter]
    fn is_solved(&self) -> bool {
        self.0.is_solved()
    }

    /// The broken rules, each as a sentence.
    fn violations(&self) -> Vec<String> {
        self.0.violations().iter().map(ToString::to_string).collect()
    }

    /// The puzzle with `rules` in place of its own rules.
    fn with_rules(&self, py: Python<'_>, rules: Lines) -> PyResult<Self> {
        let parsed = Rules::parse(rules.0.iter().map(String::as_str));
        let rules = parsed
            .map_err(|(number, error)| parse_error(py, &error.to_string(), None, Some((number as u64 + 1, 1))))?;
        let grid = self.0.with_rules(rules).map_err(|error| parse_error(py, &error.to_string(), None, None))?;
        Ok(Self(grid))
    }

    /// The digits on the board without the rules.
    fn without_rules(&self) -> Self {
        Self(self.0.without_rules())
    }

    /// The puzzle with a digit in a cell, or with an empty cell for None.
    fn replace(&self, cell: CellLike, digit: Option<i64>) -> PyResult<Self> {
        let mut grid = self.0.clone();
        grid.set(self.cell(&cell)?, digit.map(crate::grid::digit).transpose()?).map_err(value_error)?;
        Ok(Self(grid))
    }

    /// The digits as lists, one a row; an empty cell and a place without a cell are `empty`: 0, or -1 where 0 is a digit.
    #[pyo3(signature = (empty = None))]
    fn to_lists(&self, empty: Option<i32>) -> Vec<Vec<i32>> {
        let board = self.0.geometry();
        let empty = empty.unwrap_or_else(|| self.empty_value());
        let mut rows = vec![vec![empty; board.columns()]; board.rows()];
        for candidate in self.0.clues() {
            rows[candidate.cell.row()][candidate.cell.column()] = candidate.digit.get().into();
        }
        rows
    }

    /// The digits as a NumPy array of the canvas, uint8 if the digits fit; see to_lists.
    #[pyo3(signature = (empty = None))]
    fn to_numpy<'py>(&self, py: Python<'py>, empty: Option<i32>) -> PyResult<Bound<'py, PyAny>> {
        let empty = empty.unwrap_or_else(|| self.empty_value());
        let largest = i32::from(self.0.geometry().last_digit().get());
        let dtype = match (empty, largest) {
            (0..=255, 0..=255) => "uint8",
            (-32768..=32767, 0..=32767) => "int16",
            _ => "int32",
        };
        py.import("numpy")?.call_method1("array", (self.to_lists(Some(empty)), dtype))
    }

    /// What NumPy asks for in numpy.asarray(grid).
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(value_error("copy: a grid gives NumPy a copy only"));
        }
        let array = self.to_numpy(py, None)?;
        dtype.map_or(Ok(array.clone()), |dtype| array.call_method1("astype", (dtype,)))
    }

    /// The grid as text, in a named format, or in the shortest format that parses back.
    #[pyo3(signature = (format = None))]
    fn to_text(&self, format: Option<FormatWord>) -> PyResult<String> {
        let Some(FormatWord(format)) = format else { return Ok(self.0.to_string()) };
        let mut text = String::from(format.prologue());
        format.write(&self.0, &mut text).map_err(value_error)?;
        Ok(text)
    }

    /// A picture of the puzzle as SVG, or as characters for a terminal.
    ///
    /// Parameters:
    ///     answers: a grid, or the answer of solve(), whose digits are drawn in the empty cells.
    ///     candidates: a dict of cells and digits, drawn small in the cells; candidates() and its counts fit.
    ///     title: a line above the picture.
    ///     theme: 'light', 'dark', 'print' or 'auto', which follows the reader's setting.
    ///     form: 'svg' or 'text'.
    ///     width: the width of the picture, in pixels or characters.
    #[pyo3(
        signature = (*, answers = None, candidates = None, title = "", theme = None, form = None, width = None),
        text_signature = "($self, *, answers=None, candidates=None, title='', theme='light', form='svg', width=None)"
    )]
    fn draw(
        &self,
        answers: Option<&Bound<'_, PyAny>>,
        candidates: Option<&Bound<'_, PyAny>>,
        title: &str,
        theme: Option<ThemeWord>,
        form: Option<FormWord>,
        width: Option<Width>,
    ) -> PyResult<String> {
        let mut drawing = Drawing::of(&self.0).map_err(value_error)?.with_title(title);
        drawing = drawing.with_theme(theme.map_or(Theme::Light, |theme| theme.0));
        if let Some(answers) = answers {
            let answers = puzzle_on(answers, self.0.without_rules().geometry())?;
            drawing = drawing.with_answers(&answers).map_err(value_error)?;
        }
        if let Some(candidates) = candidates {
            drawing = drawing.with_candidates(of_dict("candidates", candidates, self.0.geometry())?);
        }
        if let Some(Width(width)) = width {
            drawing = drawing.with_width(width);
        }
        let picture = drawing.to(form.map_or(PictureForm::Svg, |form| form.0)).map_err(value_error)?;
        String::from_utf8(picture).map_err(|_| value_error("form: expected svg or text, which are texts"))
    }

    fn _repr_html_(&self) -> PyResult<String> {
        self.picture()
    }

    /// The puzzle as a dict of the values of JSON, whose text Grid reads.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = self.to_text(Some(FormatWord(Format::Json)))?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// The digit of a cell, a row, or the rows of a slice.
    fn __getitem__<'py>(&self, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = at.py();
        if at.is_instance_of::<PySlice>() {
            return self.rows(py)?.into_any().get_item(at);
        }
        let Ok(row) = at.extract::<i64>() else {
            let cell: CellLike = at.extract()?;
            return Ok(self.0.get(self.cell(&cell)?).map(Digit::get).into_pyobject(py)?);
        };
        let rows = self.rows(py)?;
        let found = from_start(row, rows.len()).and_then(|at| rows.get_item(at).ok());
        let outside = || format!("row {row} lies outside a board of {} rows", rows.len());
        found.ok_or_else(|| PyIndexError::new_err(outside()))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.rows(py)?.try_iter()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.rows(py)?.call_method0("__reversed__")
    }

    /// Whether a cell has a digit, or is empty for None; or whether a tuple is a row.
    fn __contains__(&self, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        match item.extract::<Option<i64>>() {
            Ok(item) => {
                let count = self.0.geometry().grid_cell_count();
                Ok(self.0.digits()[..count].iter().any(|digit| digit.map(|digit| i64::from(digit.get())) == item))
            }
            Err(_) => self.rows(item.py())?.contains(item),
        }
    }

    /// The number of rows.
    fn __len__(&self) -> usize {
        self.0.geometry().rows()
    }

    fn __str__(&self) -> String {
        format!("{:#}", self.0)
    }

    pub(crate) fn __repr__(&self) -> String {
        let text = self.0.to_string();
        if text.contains('\n') { format!("Grid({text:?})") } else { format!("Grid('{text}')") }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let py = slf.py();
        let mut text = String::new();
        Format::Header.write(&slf.get().0, &mut text).map_err(|error| solver_error(py, error))?;
        // Names the format: detecting the format of a text is a guess.
        let format = [("format", Format::Header.to_string())].into_py_dict(py)?;
        let read = py.import("functools")?.getattr("partial")?.call((slf.get_type(),), Some(&format))?;
        Ok((read, (text,)))
    }
}

impl Grid {
    /// The rows as tuples, None for an empty cell and for a place without a cell.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let board = self.0.geometry();
        let digit = |row: usize, column: usize| {
            let cell = Cell::new(row as u16, column as u16);
            if board.contains(cell) { self.0.get(cell).map(Digit::get) } else { None }
        };
        let row = |row: usize| PyTuple::new(py, (0..board.columns()).map(|column| digit(row, column)));
        PyList::new(py, (0..board.rows()).map(row).collect::<PyResult<Vec<_>>>()?)
    }

    /// The picture in a notebook.
    pub(crate) fn picture(&self) -> PyResult<String> {
        Ok(Drawing::of(&self.0).map_err(value_error)?.with_theme(Theme::Auto).to_svg())
    }

    /// The number for an empty cell.
    fn empty_value(&self) -> i32 {
        if self.0.geometry().first_digit().get() == 0 { -1 } else { 0 }
    }

    /// A cell of the board.
    fn cell(&self, cell: &CellLike) -> PyResult<Cell> {
        cell.on(self.0.geometry()).ok_or_else(|| {
            let (rows, columns) = (self.0.geometry().rows(), self.0.geometry().columns());
            PyIndexError::new_err(format!("{} lies outside a board of {rows}x{columns} cells", cell.name))
        })
    }
}
