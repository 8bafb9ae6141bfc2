//! Puzzles and full grids.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::str::Utf8Error;
use std::sync::Arc;

use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyByteArray, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString};
use satdoku::budget::Stopwatch;
use satdoku::draw::{Drawing, PictureForm, Theme};
use satdoku::grid::format::{Format, Puzzles, ReadError, ReadOptions};
use satdoku::{Budget, Candidate, Cell, Digit, Geometry, Rules};

use crate::board::{Board, BoardLike};
use crate::choice::budget;
use crate::errors::{parse_error, puzzle_error, solver_error, value_error};
use crate::running::run;

/// A puzzle or a full grid: a board, its rules and its digits. It never changes.
///
/// Made from a text in any format of the command line, or its bytes; from lists of numbers, where 0, None or a library's missing
/// value is an empty cell; or from a NumPy array or a table. `board` names the board if the text or the numbers do not, `rules`
/// are lines such as 'killer 10 r1c1 r1c2 r1c3 r1c4'.
///
/// >>> import satdoku
/// >>> grid = satdoku.Grid([[0, 4, 0, 2], [0, 0, 0, 1], [0, 0, 0, 0], [0, 3, 0, 0]])
/// >>> grid
/// Grid('.4.2...1.....3..')
/// >>> grid[0, 1], grid["r1c1"], grid.clue_count
/// (4, None, 4)
#[pyclass(frozen, eq, hash, module = "satdoku")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Grid(pub(crate) satdoku::Grid);

impl From<satdoku::Grid> for Grid {
    fn from(grid: satdoku::Grid) -> Self {
        Self(grid)
    }
}

#[pymethods]
impl Grid {
    #[new]
    #[pyo3(signature = (source = None, *, board = None, format = None, rules = Vec::new()))]
    fn new(
        py: Python<'_>,
        source: Option<&Bound<'_, PyAny>>,
        board: Option<BoardLike<'_>>,
        format: Option<&str>,
        rules: Vec<String>,
    ) -> PyResult<Self> {
        let board = board.map(|board| board.board(py)).transpose()?;
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
            _ if rules.is_empty() => Ok(Self(grid)),
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
    fn with_rules(&self, py: Python<'_>, rules: Vec<String>) -> PyResult<Self> {
        let parsed = Rules::parse(rules.iter().map(String::as_str));
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
    fn replace(&self, cell: &Bound<'_, PyAny>, digit: Option<i64>) -> PyResult<Self> {
        let mut grid = self.0.clone();
        grid.set(self.cell(cell)?, digit.map(self::digit).transpose()?).map_err(value_error)?;
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

    /// The grid as text, in a named format, or in the shortest format that parses back.
    #[pyo3(signature = (format = None))]
    fn to_text(&self, format: Option<&str>) -> PyResult<String> {
        let Some(format) = format else { return Ok(self.0.to_string()) };
        let format: Format = format.parse().map_err(value_error)?;
        let mut text = String::from(format.prologue());
        format.write(&self.0, &mut text).map_err(value_error)?;
        Ok(text)
    }

    /// A picture as SVG: with `answers` in the empty cells, `candidates` as {(row, column): digits}, a title; `theme` is one of
    /// light, dark, print and auto. With form='text' it is characters for a terminal.
    #[pyo3(signature = (*, answers = None, candidates = None, title = "", theme = "light", form = "svg", width = None))]
    fn draw(
        &self,
        answers: Option<PyRef<'_, Self>>,
        candidates: Option<BTreeMap<(i64, i64), Vec<i64>>>,
        title: &str,
        theme: &str,
        form: &str,
        width: Option<u32>,
    ) -> PyResult<String> {
        let theme: Theme = theme.parse().map_err(value_error)?;
        let form: PictureForm = form.parse().map_err(value_error)?;
        let mut drawing = Drawing::of(&self.0).map_err(value_error)?.with_title(title).with_theme(theme);
        if let Some(answers) = answers {
            drawing = drawing.with_answers(&answers.0).map_err(value_error)?;
        }
        let mut drawn = Vec::new();
        for (at, digits) in candidates.unwrap_or_default() {
            let cell = self.on_board(place(at));
            let cell = cell.ok_or_else(|| value_error(format!("candidates: {at:?} is no cell of the board")))?;
            for digit in digits {
                let candidate = Candidate::new(cell, self::digit(digit)?);
                if !self.0.geometry().has_digit(candidate.digit) {
                    return Err(value_error(format!("candidates: {candidate} is not on the board")));
                }
                drawn.push(candidate);
            }
        }
        drawing = drawing.with_candidates(drawn);
        if let Some(width) = width {
            drawing = drawing.with_width(width);
        }
        let picture = drawing.to(form).map_err(value_error)?;
        String::from_utf8(picture).map_err(|_| value_error("only svg and text are texts"))
    }

    fn _repr_html_(&self) -> PyResult<String> {
        Ok(Drawing::of(&self.0).map_err(value_error)?.with_theme(Theme::Auto).to_svg())
    }

    fn __getitem__(&self, cell: &Bound<'_, PyAny>) -> PyResult<Option<u16>> {
        Ok(self.0.get(self.cell(cell)?).map(Digit::get))
    }

    fn __len__(&self) -> usize {
        self.0.geometry().cell_count()
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
    /// The number for an empty cell.
    fn empty_value(&self) -> i32 {
        if self.0.geometry().first_digit().get() == 0 { -1 } else { 0 }
    }

    /// A cell as (row, column) from 0, or as 'r1c1'.
    fn cell(&self, cell: &Bound<'_, PyAny>) -> PyResult<Cell> {
        let (place, name) = if let Ok(at) = cell.extract::<(i64, i64)>() {
            (place(at), format!("{at:?}"))
        } else {
            let place: Cell = cell.extract::<&str>()?.parse().map_err(value_error)?;
            (Some(place), place.to_string())
        };
        self.on_board(place).ok_or_else(|| {
            let (rows, columns) = (self.0.geometry().rows(), self.0.geometry().columns());
            PyIndexError::new_err(format!("{name} lies outside a board of {rows}x{columns} cells"))
        })
    }

    fn on_board(&self, place: Option<Cell>) -> Option<Cell> {
        place.filter(|&place| self.0.geometry().contains(place))
    }
}

/// A row and a column from 0 as a cell, of whatever board.
pub(crate) fn place((row, column): (i64, i64)) -> Option<Cell> {
    Some(Cell::new(u16::try_from(row).ok()?, u16::try_from(column).ok()?))
}

/// A number as a digit, of whatever board.
pub(crate) fn digit(number: i64) -> PyResult<Digit> {
    let digit = u16::try_from(number).ok().and_then(Digit::try_new);
    digit.ok_or_else(|| value_error(format!("digit {number} does not exist")))
}

/// A puzzle as an argument: a Grid, a text, lists of numbers or a NumPy array.
pub(crate) fn puzzle(object: &Bound<'_, PyAny>) -> PyResult<satdoku::Grid> {
    match object.cast::<Grid>() {
        Ok(grid) => Ok(grid.get().0.clone()),
        Err(_) => of_object(object, None, None),
    }
}

/// A puzzle as an argument, read within a time in seconds, and the remaining time.
pub(crate) fn puzzle_within(object: &Bound<'_, PyAny>, timeout: Option<f64>) -> PyResult<(satdoku::Grid, Option<f64>)> {
    let (py, watch) = (object.py(), Stopwatch::start());
    let grid = match (object.cast::<Grid>(), text(object)?) {
        (Ok(grid), _) => grid.get().0.clone(),
        (Err(_), Some(text)) => of_text(py, &text, None, None, budget(timeout)?)?,
        (Err(_), None) => of_object(object, None, None)?,
    };
    Ok((grid, timeout.map(|time| if time > 0.0 { (time - watch.elapsed().as_secs_f64()).max(0.0) } else { time })))
}

/// A puzzle as an argument; any object but a Grid is read on a given board.
pub(crate) fn puzzle_on(object: &Bound<'_, PyAny>, board: &Arc<Geometry>) -> PyResult<satdoku::Grid> {
    match object.cast::<Grid>() {
        Ok(grid) => Ok(grid.get().0.clone()),
        Err(_) => of_object(object, None, Some(Arc::clone(board))),
    }
}

/// A text from a str, bytes or bytearray; `None` for any other object.
pub(crate) fn text<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<Option<Cow<'a, str>>> {
    let wrong = |error: Utf8Error| parse_error(object.py(), &error.to_string(), None, None);
    Ok(if let Ok(text) = object.cast::<PyString>() {
        Some(text.to_str()?.into())
    } else if let Ok(bytes) = object.cast::<PyBytes>() {
        Some(str::from_utf8(bytes.as_bytes()).map_err(wrong)?.into())
    } else if let Ok(bytes) = object.cast::<PyByteArray>() {
        Some(String::from_utf8(bytes.to_vec()).map_err(|error| wrong(error.utf8_error()))?.into())
    } else {
        None
    })
}

/// Texts up to this length are read on the calling thread.
const LONGEST_AT_ONCE: usize = 1 << 12;

/// The one puzzle of a text.
fn of_text(
    py: Python<'_>,
    text: &str,
    format: Option<&str>,
    board: Option<Arc<Geometry>>,
    budget: Budget,
) -> PyResult<satdoku::Grid> {
    let format: Option<Format> = format.map(str::parse).transpose().map_err(value_error)?;
    let read = move |text: &str, budget: Budget| {
        let options = ReadOptions { budget, ..ReadOptions::of(format, board) };
        let mut puzzles = Puzzles::new(text.as_bytes(), options);
        (puzzles.next(), puzzles.next().is_some())
    };
    // Reading a long text may take a while, so another thread reads it while this thread checks for Ctrl-C.
    let (first, has_more) = if text.len() <= LONGEST_AT_ONCE {
        read(text, budget)
    } else {
        let text = text.to_owned();
        run(py, budget, move |budget| read(&text, budget))?
    };
    match (first, has_more) {
        (Some(Err(ReadError::Parse(error))), _) => Err(puzzle_error(py, &error, None)),
        (Some(Ok(grid)), false) => Ok(grid),
        (Some(Err(error)), _) => Err(value_error(error)),
        (Some(Ok(_)), true) => Err(parse_error(py, "expected one puzzle, found more text after it", None, None)),
        (None, _) => Err(parse_error(py, "expected a puzzle, found nothing", None, Some((1, 1)))),
    }
}

/// A grid from a text, from lists of numbers, or from objects that convert to lists: arrays, columns and tables.
pub(crate) fn of_object(
    object: &Bound<'_, PyAny>,
    format: Option<&str>,
    board: Option<Arc<Geometry>>,
) -> PyResult<satdoku::Grid> {
    let py = object.py();
    if let Some(text) = text(object)? {
        return of_text(py, &text, format, board, Budget::unlimited());
    }
    let list = if object.is_instance_of::<PyList>() {
        object.clone()
    } else if object.hasattr("tolist")? {
        object.call_method0("tolist")?
    } else if !has_order(object)? {
        let found = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected a text, or rows of numbers and None, found {found}")));
    } else if object.hasattr("to_list")? {
        object.call_method0("to_list")?
    } else if object.hasattr("to_numpy")? {
        // Iterating over a table may yield its columns, or their names, instead of rows.
        object.call_method0("to_numpy")?.call_method0("tolist")?
    } else {
        PyList::type_object(py).call1((object,))?
    };
    let items = list.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    let texts: Option<PyResult<Vec<_>>> = items.iter().map(|item| text(item).transpose()).collect();
    if let Some(rows) = texts.transpose()? {
        return of_text(py, &rows.join("\n"), format, board, Budget::unlimited());
    }
    if format.is_some() {
        return Err(value_error("format: only a text has one, found numbers"));
    }
    let is_row = |item: &Bound<'_, PyAny>| Ok::<_, PyErr>(text(item)?.is_none() && has_order(item)?);
    if !items.first().map_or(Ok(false), is_row)? {
        let numbered = items.iter().enumerate();
        let flat =
            numbered.map(|(index, cell)| value(cell, || format!("number {index}"))).collect::<PyResult<Vec<_>>>()?;
        let board = match board {
            Some(board) => board,
            None => nearly_square(flat.len().isqrt())?,
        };
        return of_values(&board, &flat);
    }
    let mut rows = Vec::with_capacity(items.len());
    for (row, item) in items.iter().enumerate() {
        if !is_row(item)? {
            let found = item.get_type().name()?;
            return Err(PyTypeError::new_err(format!("row {row}, from 0: expected numbers and None, found {found}")));
        }
        let cells = item.try_iter()?.enumerate();
        let cell = |(column, cell): (usize, PyResult<Bound<'_, PyAny>>)| {
            value(&cell?, || format!("row {row}, column {column}"))
        };
        rows.push(cells.map(cell).collect::<PyResult<Vec<_>>>()?);
    }
    let board = match board {
        Some(board) => board,
        None => nearly_square(rows.len())?,
    };
    if rows.len() != board.rows() || rows.iter().any(|row| row.len() != board.columns()) {
        let (rows, columns) = (board.rows(), board.columns());
        return Err(value_error(format!("expected {rows} rows of {columns} numbers")));
    }
    let is_filled = |row: usize, column: usize| rows[row][column].is_some_and(|value| value > 0);
    let outside = (0..board.rows())
        .flat_map(|row| (0..board.columns()).map(move |column| (row, column)))
        .find(|&(row, column)| is_filled(row, column) && !board.contains(Cell::new(row as u16, column as u16)));
    if let Some((row, column)) = outside {
        return Err(value_error(format!("there is no cell in row {row} and column {column}, from 0")));
    }
    let values: Vec<_> = board.cells().map(|cell| rows[cell.row()][cell.column()]).collect();
    of_values(&board, &values)
}

/// Whether an object is iterable in a meaningful order, unlike a dict or a set.
fn has_order(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_without =
        object.is_instance_of::<PyDict>() || object.is_instance_of::<PySet>() || object.is_instance_of::<PyFrozenSet>();
    Ok(!is_without && object.hasattr("__iter__")?)
}

/// The number of a cell, `None` for an empty cell. A table with empty cells gives its numbers as floats.
fn value(cell: &Bound<'_, PyAny>, place: impl Fn() -> String) -> PyResult<Option<i64>> {
    if is_missing(cell)? {
        return Ok(None);
    }
    let number = if let Ok(float) = cell.cast::<PyFloat>() {
        whole(float.value())
    } else {
        // Some floats of NumPy are not Python floats.
        cell.extract::<i64>().ok().or_else(|| cell.extract().ok().and_then(whole))
    };
    if number.is_some() {
        return Ok(number);
    }
    let (place, found) = (place(), cell.get_type().name()?);
    Err(PyTypeError::new_err(format!(
        "{place}, from 0: expected a whole number or nothing, found {found} {}",
        cell.repr()?
    )))
}

/// A float as a whole number.
fn whole(number: f64) -> Option<i64> {
    let is_whole = number.fract() == 0.0 && number.abs() <= f64::from(u32::MAX);
    is_whole.then_some(number as i64)
}

/// Whether an object is a missing value: None, NaN, or the `NA` or `NaT` of a table.
pub(crate) fn is_missing(item: &Bound<'_, PyAny>) -> PyResult<bool> {
    if item.is_none() {
        return Ok(true);
    }
    if item.is_instance_of::<PyInt>() || item.is_instance_of::<PyString>() {
        return Ok(false);
    }
    if let Ok(number) = item.cast::<PyFloat>() {
        return Ok(number.value().is_nan());
    }
    let name = item.get_type().name()?;
    Ok(name == "NAType" || name == "NaTType")
}

fn nearly_square(side: usize) -> PyResult<Arc<Geometry>> {
    Geometry::nearly_square(side).map(Arc::new).map_err(value_error)
}

/// A grid from a number for each cell; None and -1 stand for an empty cell, and so does 0 if it is no digit.
fn of_values(board: &Arc<Geometry>, values: &[Option<i64>]) -> PyResult<satdoku::Grid> {
    let has_zero = board.first_digit().get() == 0;
    let digit = |value: &Option<i64>| match *value {
        None | Some(-1) => Ok(None),
        Some(0) if !has_zero => Ok(None),
        Some(value) => self::digit(value).map(Some),
    };
    let digits = values.iter().map(digit).collect::<PyResult<Vec<_>>>()?;
    satdoku::Grid::from_digits(board, digits).map_err(value_error)
}
