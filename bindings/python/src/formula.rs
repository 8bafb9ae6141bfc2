//! The clauses of a puzzle: encoded, written one after another, and models read back.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::vec;

use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBool, PyList, PyTuple};
use satdoku::cnf::dimacs::{self, OutputError, OutputParser, OutputProblem, ResultParser, SolverOutput};
use satdoku::cnf::{AtMostOne, ClauseSink, Lit, Model, Var};
use satdoku::encoding::{CommentReader, Origin, Term};
use satdoku::{Budget, Candidate, Encoding, Techniques, Verdict};

use crate::answers::{self, Unknown};
use crate::args::{AtMostOneWord, EncodingWord, ReduceWord, wrong_type};
use crate::cnf::{Cnf, literals};
use crate::errors::{parse_error, solver_error, value_error};
use crate::grid::{CellLike, Grid, digit};
use crate::puzzles::{puzzle_within, text};
use crate::running::{Listing, run};
use crate::timeout::{TimeoutLike, budget};

/// The clauses that a thread hands over in one piece.
const CLAUSES_AT_ONCE: usize = 1 << 12;

/// The bytes of a DIMACS file that a thread hands over in one piece.
const BYTES_AT_ONCE: usize = 1 << 16;

/// The pieces that a thread may be ahead.
const AHEAD: usize = 4;

/// The clauses of a puzzle; made by encode(). Iterating over a formula gives one clause after another, as a list of DIMACS numbers,
/// in constant memory.
#[pyclass(frozen, module = "satdoku", weakref)]
pub(crate) struct Formula {
    origin: Origin,
    formula: Arc<satdoku::Formula>,
}

impl Formula {
    fn of(py: Python<'_>, origin: Origin, limit: Budget) -> PyResult<Self> {
        let (formula, origin) = run(py, limit, move |budget| (origin.formula(&budget.start()), origin))?;
        Ok(Self { formula: Arc::new(formula.map_err(|error| solver_error(py, error))?), origin })
    }

    fn read(&self, py: Python<'_>, model: Model) -> PyResult<Grid> {
        let solution = self.formula.decode(&model).map_err(|error| solver_error(py, error))?;
        Ok(Grid::from(solution.into_grid()))
    }

    /// The clauses in pieces.
    fn listed(&self) -> PyResult<Listing<Vec<Vec<i32>>>> {
        let formula = Arc::clone(&self.formula);
        Listing::begin(Budget::unlimited(), AHEAD, move |_, give| {
            let mut pieces = Pieces { clauses: Vec::new(), give };
            if formula.write(&mut pieces).is_ok() {
                let _ = (pieces.give)(pieces.clauses);
            }
        })
    }

    /// The text of a DIMACS file in pieces.
    fn written(&self, comments: bool) -> PyResult<Listing<Vec<u8>>> {
        let (formula, origin) = (Arc::clone(&self.formula), self.origin.clone());
        Listing::begin(Budget::unlimited(), AHEAD, move |_, give| {
            let mut out = io::BufWriter::with_capacity(BYTES_AT_ONCE, Giver(give));
            let written = if comments { write_comments(&mut out, &origin, &formula) } else { Ok(()) };
            // A write fails only if nobody takes the text any more.
            let _ = written.and_then(|()| formula.write_dimacs(&mut out)).and_then(|()| out.flush());
        })
    }

    fn variables(&self) -> usize {
        usize::try_from(self.formula.variables()).unwrap_or(usize::MAX)
    }
}

fn write_comments(out: &mut impl Write, origin: &Origin, formula: &satdoku::Formula) -> io::Result<()> {
    origin.comments(formula).lines().try_for_each(|line| writeln!(out, "{}", format!("c {line}").trim_end()))
}

/// The reader of a listing has gone.
struct Closed;

/// A sink that hands clauses over in pieces.
struct Pieces<'a> {
    clauses: Vec<Vec<i32>>,
    give: &'a mut dyn FnMut(Vec<Vec<i32>>) -> bool,
}

impl ClauseSink for Pieces<'_> {
    type Error = Closed;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Closed> {
        self.clauses.push(clause.iter().map(|lit| lit.to_dimacs()).collect());
        if self.clauses.len() < CLAUSES_AT_ONCE || (self.give)(std::mem::take(&mut self.clauses)) {
            Ok(())
        } else {
            Err(Closed)
        }
    }
}

/// A writer that hands its bytes over.
struct Giver<'a>(&'a mut dyn FnMut(Vec<u8>) -> bool);

impl Write for Giver<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.0)(bytes.to_vec()) { Ok(bytes.len()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The clauses of a formula, one after another; made by iter(formula).
#[pyclass(frozen, module = "satdoku", weakref)]
pub(crate) struct Clauses {
    listing: Listing<Vec<Vec<i32>>>,
    piece: Mutex<vec::IntoIter<Vec<i32>>>,
}

#[pymethods]
impl Clauses {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Vec<i32>>> {
        loop {
            let next = self.piece.lock().unwrap_or_else(PoisonError::into_inner).next();
            if next.is_some() {
                return Ok(next);
            }
            let Some(piece) = self.listing.next(py)? else { return Ok(None) };
            *self.piece.lock().unwrap_or_else(PoisonError::into_inner) = piece.into_iter();
        }
    }

    /// End the listing: its thread stops, and no clauses follow.
    fn close(&self) {
        self.listing.end();
        *self.piece.lock().unwrap_or_else(PoisonError::into_inner) = Vec::new().into_iter();
    }
}

#[pymethods]
impl Formula {
    /// How many variables there are.
    #[getter(variables)]
    fn number_of_variables(&self) -> u64 {
        self.formula.size().variables
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.formula.size().clauses).unwrap_or(usize::MAX)
    }

    fn __iter__(&self) -> PyResult<Clauses> {
        Ok(Clauses { listing: self.listed()?, piece: Mutex::new(Vec::new().into_iter()) })
    }

    /// All clauses as lists of DIMACS numbers, as pysat.formula.CNF(from_clauses=…) takes them; see iter() for large boards.
    #[getter]
    fn clauses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (listing, clauses) = (self.listed()?, PyList::empty(py));
        while let Some(piece) = listing.next(py)? {
            piece.into_iter().try_for_each(|clause| clauses.append(clause))?;
        }
        Ok(clauses)
    }

    /// The clauses as one NumPy array of int32, each clause ended by 0 as in a DIMACS file.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let (listing, mut numbers) = (self.listed()?, Vec::new());
        while let Some(piece) = listing.next(py)? {
            for clause in piece {
                numbers.extend(clause);
                numbers.push(0);
            }
        }
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// The clauses as a Cnf.
    fn to_cnf(&self, py: Python<'_>) -> PyResult<Cnf> {
        let (listing, mut cnf) = (self.listed()?, satdoku::Cnf::new());
        while let Some(piece) = listing.next(py)? {
            for clause in piece {
                let lits: Vec<Lit> = clause.into_iter().filter_map(Lit::from_dimacs).collect();
                let Ok(()) = cnf.add_clause(&lits);
            }
        }
        cnf.declare_variables(self.variables());
        Ok(Cnf::from(cnf))
    }

    /// The text of a DIMACS file, with the comments that decode() needs; see write() for large boards.
    #[pyo3(signature = (*, comments = true))]
    fn to_dimacs(&self, py: Python<'_>, comments: bool) -> PyResult<String> {
        let (listing, mut text) = (self.written(comments)?, Vec::new());
        while let Some(piece) = listing.next(py)? {
            text.extend(piece);
        }
        String::from_utf8(text).map_err(value_error)
    }

    /// Write a DIMACS file in constant memory.
    ///
    /// Parameters:
    ///     file: a path, or a file that is open for writing in binary or text mode.
    ///     comments: whether to write the comments that decode() needs.
    #[pyo3(signature = (file, *, comments = true))]
    fn write(&self, py: Python<'_>, file: &Bound<'_, PyAny>, comments: bool) -> PyResult<()> {
        let listing = self.written(comments)?;
        crate::written::write(py, file, || listing.next(py))
    }

    /// The variable of a digit in a cell, (row, column) from 0 or a name such as 'r1c1'; True or False if the candidate is already
    /// decided.
    fn variable<'py>(&self, py: Python<'py>, cell: CellLike, digit: i64) -> PyResult<Bound<'py, PyAny>> {
        let board = self.formula.puzzle().geometry();
        let candidate = cell.on(board).zip(self::digit(digit).ok());
        let candidate = candidate
            .filter(|(_, digit)| board.has_digit(*digit))
            .map(|(cell, digit)| Candidate::new(cell, digit))
            .ok_or_else(|| value_error(format!("digit {digit} in cell {} is not on the board", cell.name)))?;
        Ok(match self.formula.map().term(candidate) {
            Term::True => true.into_pyobject(py)?.to_owned().into_any(),
            Term::False => false.into_pyobject(py)?.to_owned().into_any(),
            Term::Lit(lit) => lit.to_dimacs().into_pyobject(py)?.into_any(),
        })
    }

    /// The candidate of a variable, as ((row, column), digit), or None for an auxiliary variable.
    fn candidate(&self, variable: usize) -> Option<((usize, usize), u16)> {
        let index = variable.checked_sub(1).filter(|&index| index <= Var::MAX_INDEX)?;
        let Candidate { cell, digit } = self.formula.map().candidate(Var::new(index))?;
        Some(((cell.row(), cell.column()), digit.get()))
    }

    /// The checked solution that a model describes; raises SolverError if the model describes no solution.
    fn decode(&self, py: Python<'_>, model: &Bound<'_, PyAny>) -> PyResult<Grid> {
        self.read(py, model_of(model, self.variables())?)
    }

    fn __repr__(&self) -> String {
        let size = self.formula.size();
        format!("<satdoku.Formula of {} variables and {} clauses>", size.variables, size.clauses)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let words = [
            ("encoding", self.origin.encoding.to_string()),
            ("at_most_one", self.origin.at_most_one.to_string()),
            ("reduce", self.origin.techniques.to_string()),
        ];
        let encode = py.import("satdoku._satdoku")?.getattr("encode")?;
        let made = py.import("functools")?.getattr("partial")?.call((encode,), Some(&words.into_py_dict(py)?))?;
        Ok((made, (Grid::from(self.origin.puzzle.clone()),).into_pyobject(py)?))
    }
}

/// Encode a puzzle as clauses.
///
/// Parameters:
///     puzzle: a Grid, or any other form of a puzzle; see Grid.
///     encoding: 'extended', which SAT solvers like; 'minimal', whose models are the solutions by the fewest clauses and take solvers
///         longest; 'modeller' or 'reduced'.
///     at_most_one: how *at most one* becomes clauses: 'pairwise', 'product', 'sequential', 'commander', 'bimander', 'binary' or 'auto'.
///     reduce: the deduction before encoding: 'none', 'all', or names such as 'singles' with commas between them.
///     timeout: a time in seconds, a timedelta, or a Timeout, after which deduction ends and the rest is encoded.
///
/// >>> import satdoku
/// >>> formula = satdoku.encode(".4.2...1.....3..", "minimal")
/// >>> formula.variables, len(formula), formula.variable("r1c2", 4)
/// (64, 164, 8)
/// >>> next(iter(formula))
/// [1, 5, 9, 13]
#[pyfunction]
#[pyo3(
    signature = (puzzle, encoding = None, *, at_most_one = None, reduce = None, timeout = None),
    text_signature = "(puzzle, encoding='extended', *, at_most_one='pairwise', reduce='none', timeout=None)"
)]
pub(crate) fn encode(
    puzzle: &Bound<'_, PyAny>,
    encoding: Option<EncodingWord>,
    at_most_one: Option<AtMostOneWord>,
    reduce: Option<ReduceWord>,
    timeout: Option<TimeoutLike>,
) -> PyResult<Formula> {
    let (puzzle_read, timeout) = puzzle_within(puzzle, timeout)?;
    let origin = Origin {
        puzzle: puzzle_read,
        techniques: reduce.map_or(Techniques::NONE, |word| word.0),
        encoding: encoding.map_or(Encoding::Extended, |word| word.0),
        at_most_one: at_most_one.map_or_else(AtMostOne::default, |word| word.0),
    };
    Formula::of(puzzle.py(), origin, budget(timeout))
}

/// A model as an argument: literals, the output of a solver, or the value of Cnf.solve() without a model.
fn output(py: Python<'_>, model: &Bound<'_, PyAny>, variables: usize) -> PyResult<SolverOutput> {
    if let Some(text) = text(model)? {
        return printed(text.as_bytes(), variables).map_err(|error| parse_error(py, &error.to_string(), None, None));
    }
    if model.is_none() || model.is_instance_of::<Unknown>() {
        return Ok(SolverOutput::Unknown);
    }
    match model.cast::<PyBool>() {
        Ok(has_model) if !has_model.is_true() => Ok(SolverOutput::Unsatisfiable),
        Ok(_) => Err(PyTypeError::new_err("model: expected a list of literals or a solver's output, found True")),
        Err(_) => Ok(SolverOutput::Satisfiable(model_of(model, variables)?)),
    }
}

/// Read a solver's answer back: Satisfiable with the checked solution, Unsatisfiable or Unknown.
///
/// Parameters:
///     formula: a Formula of encode(), or the text of its DIMACS file.
///     model: a list of literals, False for no model, None for an unknown answer, or the output of a solver.
///
/// >>> import satdoku
/// >>> formula = satdoku.encode(".4.2...1.....3..")
/// >>> satdoku.decode(formula.to_dimacs(), formula.to_cnf().solve())
/// Satisfiable(Grid('1432324141232314'))
#[pyfunction]
pub(crate) fn decode(formula: &Bound<'_, PyAny>, model: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let py = formula.py();
    let read;
    let formula = if let Ok(formula) = formula.cast::<Formula>() {
        formula.get()
    } else {
        let wrong = || wrong_type("formula", "a Formula, or the text of a DIMACS file", formula);
        read = of_dimacs(py, &text(formula)?.ok_or_else(wrong)?)?;
        &read
    };
    match output(py, model, formula.variables())? {
        SolverOutput::Satisfiable(model) => {
            let solution = formula.read(py, model)?;
            Ok(Py::new(py, answers::Satisfiable { solution })?.into_any())
        }
        SolverOutput::Unsatisfiable => answers::verdict(py, Verdict::Unsatisfiable),
        SolverOutput::Unknown => answers::verdict(py, Verdict::Unknown(satdoku::StopReason::Incomplete)),
    }
}

/// Reads the output of a solver; the first line shows the format.
fn printed(text: &[u8], variables: usize) -> Result<SolverOutput, OutputError> {
    let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii();
    if matches!(first, b"SAT" | b"UNSAT" | b"INDET") {
        let mut parser = ResultParser::new(variables);
        parser.feed(text)?;
        return parser.finish();
    }
    let mut parser = OutputParser::new(variables);
    parser.feed(text)?;
    // A solver that was killed may leave only comments; a blank text is no output of a solver.
    let is_blank = text.trim_ascii().is_empty();
    let nothing = OutputError { line: 1, column: 1, problem: OutputProblem::Neither };
    match parser.foreign().or(is_blank.then_some(nothing)) {
        Some(error) => Err(error),
        None => parser.finish(),
    }
}

/// The formula that the comments of a DIMACS file describe.
fn of_dimacs(py: Python<'_>, text: &str) -> PyResult<Formula> {
    let mut comments = CommentReader::default();
    dimacs::read(text.as_bytes(), |line| comments.line(line))
        .map_err(|error| parse_error(py, &error.to_string(), None, None))?;
    let comments = comments.finish().map_err(|error| parse_error(py, &error.to_string(), None, None))?;
    let Some(puzzle) = comments.puzzle else {
        return Err(parse_error(py, "expected a DIMACS file with the comments of satdoku, found none", None, None));
    };
    let origin = Origin {
        puzzle,
        techniques: comments.techniques.unwrap_or_default(),
        encoding: comments.encoding.unwrap_or(Encoding::Minimal),
        at_most_one: comments.at_most_one.unwrap_or_default(),
    };
    Formula::of(py, origin, Budget::unlimited())
}

/// A model of at most so many variables.
fn model_of(model: &Bound<'_, PyAny>, variables: usize) -> PyResult<Model> {
    let wrong = |_| wrong_type("model", "a list of literals", model);
    let mut read = Model::with_variables(variables);
    for lit in literals(&model.try_iter().map_err(wrong)?) {
        let lit = lit?;
        if lit.var().index() >= variables {
            let literal = lit.to_dimacs();
            return Err(value_error(format!("model: expected literals of {variables} variables, found {literal}")));
        }
        read.assign(lit);
    }
    Ok(read)
}
