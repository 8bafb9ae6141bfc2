//! Clauses: a puzzle's, or anyone's.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use satdoku::backend::{Backend, OpenOptions};
use satdoku::cnf::dimacs::{self, OutputError, OutputParser, OutputProblem, ResultParser, SolverOutput};
use satdoku::cnf::{AtMostOne, ClauseSink, Lit, Model, Var};
use satdoku::encoding::{CommentReader, Origin, Term};
use satdoku::{Budget, Candidate, Encoding, Techniques, Verdict};

use crate::answers;
use crate::choice::budget;
use crate::errors::{parse_error, solver_error, value_error};
use crate::grid::{Grid, digit, place, puzzle, text};
use crate::running::run;

/// The clauses of a puzzle; made by encode().
#[pyclass(frozen, module = "satdoku")]
pub(crate) struct Formula {
    origin: Origin,
    formula: satdoku::Formula,
}

impl Formula {
    fn of(py: Python<'_>, origin: Origin) -> PyResult<Self> {
        let (formula, origin) = run(py, Budget::unlimited(), move |budget| (origin.formula(&budget.start()), origin))?;
        Ok(Self { formula: formula.map_err(|error| solver_error(py, error))?, origin })
    }

    fn read(&self, py: Python<'_>, model: Model) -> PyResult<Grid> {
        let solution = self.formula.decode(&model).map_err(|error| solver_error(py, error))?;
        Ok(Grid::from(solution.into_grid()))
    }
}

#[pymethods]
impl Formula {
    /// How many variables there are.
    #[getter]
    fn variables(&self) -> u64 {
        self.formula.size().variables
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.formula.size().clauses).unwrap_or(usize::MAX)
    }

    /// The clauses as lists of DIMACS numbers, as pysat.formula.CNF(from_clauses=…) takes them.
    #[getter]
    fn clauses(&self, py: Python<'_>) -> Vec<Vec<i32>> {
        py.detach(|| clauses_of(&self.cnf()))
    }

    /// The clauses as a Cnf.
    fn to_cnf(&self, py: Python<'_>) -> Cnf {
        Cnf(Mutex::new(py.detach(|| self.cnf())))
    }

    /// The text of a DIMACS file, with the comments that decode() needs.
    #[pyo3(signature = (*, comments = true))]
    fn to_dimacs(&self, py: Python<'_>, comments: bool) -> PyResult<String> {
        let written = py.detach(|| {
            let mut text = Vec::new();
            if comments {
                for line in self.origin.comments(&self.formula).lines() {
                    text.extend_from_slice(format!("c {line}").trim_end().as_bytes());
                    text.push(b'\n');
                }
            }
            self.formula.write_dimacs(&mut text).map(|()| text)
        });
        String::from_utf8(written?).map_err(value_error)
    }

    /// The variable of a digit in a cell, (row, column) from 0; True or False if the candidate is already decided.
    fn variable<'py>(&self, py: Python<'py>, cell: (i64, i64), digit: i64) -> PyResult<Bound<'py, PyAny>> {
        let board = self.formula.puzzle().geometry();
        let candidate = place(cell).zip(self::digit(digit).ok());
        let candidate = candidate
            .filter(|(cell, digit)| board.contains(*cell) && board.has_digit(*digit))
            .map(|(cell, digit)| Candidate::new(cell, digit))
            .ok_or_else(|| value_error(format!("digit {digit} in cell {cell:?} is not on the board")))?;
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
    fn decode(&self, py: Python<'_>, model: Vec<i32>) -> PyResult<Grid> {
        self.read(py, model_of(&model)?)
    }

    fn __repr__(&self) -> String {
        let size = self.formula.size();
        format!("<satdoku.Formula of {} variables and {} clauses>", size.variables, size.clauses)
    }
}

impl Formula {
    fn cnf(&self) -> satdoku::Cnf {
        let mut cnf = satdoku::Cnf::new();
        let Ok(()) = self.formula.write(&mut cnf);
        cnf.declare_variables(usize::try_from(self.formula.size().variables).unwrap_or(usize::MAX));
        cnf
    }
}

/// Encode a puzzle as clauses: 'minimal', 'extended', 'modeller' or 'reduced'; at_most_one and reduce as on the command line.
///
/// >>> import satdoku
/// >>> formula = satdoku.encode(".4.2...1.....3..")
/// >>> formula.variables, len(formula), formula.variable((0, 1), 4)
/// (64, 164, 8)
#[pyfunction]
#[pyo3(signature = (puzzle, encoding = "minimal", *, at_most_one = "pairwise", reduce = "none"))]
pub(crate) fn encode(puzzle: &Bound<'_, PyAny>, encoding: &str, at_most_one: &str, reduce: &str) -> PyResult<Formula> {
    let origin = Origin {
        puzzle: self::puzzle(puzzle)?,
        techniques: reduce.parse::<Techniques>().map_err(value_error)?,
        encoding: encoding.parse::<Encoding>().map_err(value_error)?,
        at_most_one: at_most_one.parse::<AtMostOne>().map_err(value_error)?,
    };
    Formula::of(puzzle.py(), origin)
}

/// A formula as an argument: made by encode(), or the text of a DIMACS file with comments.
#[derive(FromPyObject)]
pub(crate) enum FormulaLike<'py> {
    Formula(PyRef<'py, Formula>),
    Dimacs(String),
}

/// A model as an argument: literals, the output of a solver, or the value of Cnf.solve() without a model.
fn output(py: Python<'_>, model: &Bound<'_, PyAny>, variables: usize) -> PyResult<SolverOutput> {
    if let Some(text) = text(model)? {
        return printed(text.as_bytes(), variables).map_err(|error| parse_error(py, &error.to_string(), None, None));
    }
    if model.is_none() {
        return Ok(SolverOutput::Unknown);
    }
    match model.cast::<PyBool>() {
        Ok(has_model) if !has_model.is_true() => Ok(SolverOutput::Unsatisfiable),
        Ok(_) => Err(PyTypeError::new_err("expected a list of literals or a solver's output, found True")),
        Err(_) => Ok(SolverOutput::Satisfiable(model_of(&model.extract::<Vec<i32>>()?)?)),
    }
}

/// Read a solver's answer back: Satisfiable with the checked solution, Unsatisfiable or Unknown.
///
/// `formula` comes from encode(), or is the text of its DIMACS file; `model` is a list of literals, False for no model, None for
/// an unknown answer, or the output of a solver.
///
/// >>> import satdoku
/// >>> formula = satdoku.encode(".4.2...1.....3..")
/// >>> satdoku.decode(formula.to_dimacs(), formula.to_cnf().solve())
/// Satisfiable(Grid('1432324141232314'))
#[pyfunction]
pub(crate) fn decode(py: Python<'_>, formula: FormulaLike<'_>, model: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let read;
    let formula = match &formula {
        FormulaLike::Formula(formula) => &**formula,
        FormulaLike::Dimacs(text) => {
            read = of_dimacs(py, text)?;
            &read
        }
    };
    let variables = usize::try_from(formula.variables()).unwrap_or(usize::MAX);
    match output(py, model, variables)? {
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
    Formula::of(
        py,
        Origin {
            puzzle,
            techniques: comments.techniques.unwrap_or_default(),
            encoding: comments.encoding.unwrap_or(Encoding::Minimal),
            at_most_one: comments.at_most_one.unwrap_or_default(),
        },
    )
}

fn lit(number: i32) -> PyResult<Lit> {
    Lit::from_dimacs(number).ok_or_else(|| value_error(format!("expected a literal, found {number}")))
}

fn model_of(literals: &[i32]) -> PyResult<Model> {
    literals.iter().map(|&number| lit(number)).collect()
}

fn clauses_of(cnf: &satdoku::Cnf) -> Vec<Vec<i32>> {
    cnf.clauses().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect()).collect()
}

/// A formula in conjunctive normal form: clauses of DIMACS numbers, from lists or from the text of a DIMACS file.
///
/// >>> import satdoku
/// >>> cnf = satdoku.Cnf([[1, 2], [-1]])
/// >>> cnf.solve(), cnf.solve(assumptions=[-2])
/// ([-1, 2], False)
#[pyclass(frozen, module = "satdoku")]
pub(crate) struct Cnf(Mutex<satdoku::Cnf>);

/// The clauses of a formula, or the text of a DIMACS file.
#[derive(FromPyObject)]
pub(crate) enum ClausesLike {
    Dimacs(String),
    Clauses(Vec<Vec<i32>>),
}

impl Cnf {
    fn lock(&self) -> MutexGuard<'_, satdoku::Cnf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Cnf {
    #[new]
    #[pyo3(signature = (clauses = None))]
    fn new(py: Python<'_>, clauses: Option<ClausesLike>) -> PyResult<Self> {
        let cnf = match clauses {
            Some(ClausesLike::Dimacs(text)) => dimacs::read(text.as_bytes(), |_| {})
                .map_err(|error| parse_error(py, &error.to_string(), None, None))?,
            Some(ClausesLike::Clauses(clauses)) => {
                let cnf = Self(Mutex::default());
                clauses.into_iter().try_for_each(|clause| cnf.add_clause(clause))?;
                return Ok(cnf);
            }
            None => satdoku::Cnf::new(),
        };
        Ok(Self(Mutex::new(cnf)))
    }

    /// Add a clause: at least one of its literals is true.
    fn add_clause(&self, clause: Vec<i32>) -> PyResult<()> {
        let clause = clause.into_iter().map(lit).collect::<PyResult<Vec<_>>>()?;
        let Ok(()) = self.lock().add_clause(&clause);
        Ok(())
    }

    /// How many variables there are: the largest number used.
    #[getter]
    fn variables(&self) -> usize {
        self.lock().variables()
    }

    /// The clauses as lists of DIMACS numbers.
    #[getter]
    fn clauses(&self) -> Vec<Vec<i32>> {
        clauses_of(&self.lock())
    }

    fn __len__(&self) -> usize {
        self.lock().len()
    }

    /// The text of a DIMACS file.
    fn to_dimacs(&self) -> PyResult<String> {
        let cnf = self.lock();
        let mut text = Vec::new();
        let mut writer = dimacs::DimacsWriter::new(&mut text);
        writer.header(cnf.size())?;
        cnf.write(&mut writer)?;
        writer.finish()?;
        String::from_utf8(text).map_err(value_error)
    }

    /// Look for a model with a SAT solver of satdoku: returns the true literals, False for no model, None if the time ran out.
    ///
    /// A model is checked against the clauses.
    #[pyo3(signature = (solver = "cdcl", *, assumptions = Vec::new(), timeout = None))]
    fn solve(&self, py: Python<'_>, solver: &str, assumptions: Vec<i32>, timeout: Option<f64>) -> PyResult<Py<PyAny>> {
        let backend: Backend = solver.strip_prefix("sat:").unwrap_or(solver).parse().map_err(value_error)?;
        let mut cnf = self.lock().clone();
        for literal in assumptions {
            let Ok(()) = cnf.add_clause(&[lit(literal)?]);
        }
        let verdict = run(py, budget(timeout)?, move |budget| {
            let open = OpenOptions { stoppable: true, expected: Some(cnf.size()), ..OpenOptions::default() };
            let mut solver = backend.open(&open).map_err(|error| error.to_string())?;
            cnf.write(&mut *solver).map_err(|error| error.to_string())?;
            let verdict = solver.solve(&budget.start()).map_err(|error| error.to_string())?;
            match &verdict {
                Verdict::Satisfiable(model) => match cnf.first_falsified(model) {
                    Some(clause) => Err(format!("{backend} returned a model that clause {} denies", clause + 1)),
                    None => Ok(verdict),
                },
                _ => Ok(verdict),
            }
        })?;
        match verdict.map_err(|error| solver_error(py, error))? {
            Verdict::Satisfiable(model) => {
                let literals: Vec<i32> = model.lits().map(Lit::to_dimacs).collect();
                Ok(literals.into_pyobject(py)?.unbind())
            }
            Verdict::Unsatisfiable => Ok(false.into_pyobject(py)?.to_owned().into_any().unbind()),
            Verdict::Unknown(_) => Ok(py.None()),
        }
    }

    fn __repr__(&self) -> String {
        let cnf = self.lock();
        format!("<satdoku.Cnf of {} variables and {} clauses>", cnf.variables(), cnf.len())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((slf.get_type().into_any().unbind(), (slf.get().to_dimacs()?,)))
    }
}
