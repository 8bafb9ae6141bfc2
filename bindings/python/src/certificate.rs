//! Answers that an independent checker can verify.

use std::io;
use std::path::PathBuf;

use pyo3::prelude::*;
use satdoku::backend::Backend;
use satdoku::certificate::{
    BundleWriter, Claim, Folder, NewFolder, ProveOptions, Proved, Prover, Verification, VerifyError, VerifyOptions,
};
use serde_json::json;

use crate::answers::Unknown;
use crate::args::{ClaimWord, Memory, ProverWord, Seed};
use crate::errors::{os_error, solver_error};
use crate::json::to_python;
use crate::puzzles::puzzle_within;
use crate::running::run;
use crate::timeout::{TimeoutLike, budget};

/// The result for a claim: true if the claim is certified or the certificate valid; otherwise false, with a reason.
#[pyclass(frozen, eq, hash, module = "satdoku")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Certificate {
    /// 'solved', 'unique' or 'unsatisfiable', or None if the claim is not known.
    #[pyo3(get)]
    claim: Option<String>,
    /// Whether the certificate proves the claim.
    #[pyo3(get)]
    is_valid: bool,
    /// Why the certificate does not prove the claim, or None.
    #[pyo3(get)]
    reason: Option<String>,
}

#[pymethods]
impl Certificate {
    #[new]
    #[pyo3(signature = (claim, is_valid = true, reason = None))]
    fn new(claim: Option<String>, is_valid: bool, reason: Option<String>) -> Self {
        Self { claim, is_valid, reason }
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (Option<String>, bool, Option<String>)) {
        let Self { claim, is_valid, reason } = slf.get().clone();
        (slf.get_type().into_any().unbind(), (claim, is_valid, reason))
    }

    fn __bool__(&self) -> bool {
        self.is_valid
    }

    /// The answer as a dict of the values of JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!({ "claim": self.claim, "is_valid": self.is_valid, "reason": self.reason }))
    }

    fn __repr__(&self) -> String {
        let claim = self.claim.as_ref().map_or_else(|| "None".to_owned(), |claim| format!("'{claim}'"));
        let valid = if self.is_valid { "" } else { ", is_valid=False" };
        let reason = self.reason.as_ref().map_or_else(String::new, |reason| format!(", reason={reason:?}"));
        format!("Certificate({claim}{valid}{reason})")
    }
}

impl Certificate {
    fn valid(claim: Claim) -> Self {
        Self { claim: Some(claim.to_string()), is_valid: true, reason: None }
    }
}

/// Write a certificate of a puzzle into a new folder, which an independent checker can verify.
///
/// Parameters:
///     puzzle: a Grid, or any other form of a puzzle; see Grid.
///     folder: the folder that is made; a folder with files in it raises FileExistsError.
///     claim: 'unique', 'unsatisfiable' or 'solved'; by default the strongest true claim.
///     backend: the solver that writes the proof: 'cdcl', 'varisat', 'kissat' or 'cadical'.
///     seed: the seed of the solver.
///     memory: the most bytes of the solver.
///     timeout: a time in seconds, a timedelta, or a Timeout.
///
/// Returns: a Certificate, which is false if the claim is false, or Unknown if the time ran out.
#[pyfunction]
#[pyo3(
    signature = (puzzle, folder, *, claim = None, backend = None, seed = None, memory = None, timeout = None),
    text_signature = "(puzzle, folder, *, claim=None, backend='cdcl', seed=None, memory=None, timeout=None)"
)]
#[allow(clippy::too_many_arguments)] // Keywords.
pub(crate) fn prove(
    puzzle: &Bound<'_, PyAny>,
    folder: PathBuf,
    claim: Option<ClaimWord>,
    backend: Option<ProverWord>,
    seed: Option<Seed>,
    memory: Option<Memory>,
    timeout: Option<TimeoutLike>,
) -> PyResult<Py<PyAny>> {
    let py = puzzle.py();
    let (grid, timeout) = self::puzzle_within(puzzle, timeout)?;
    let (claim, backend) = (claim.map(|word| word.0), backend.map_or(Backend::Cdcl, |word| word.0.0));
    let (seed, memory) = (seed.map(|seed| seed.0), memory.map(|memory| memory.0));
    let proved = run(py, budget(timeout), move |budget| {
        let options =
            ProveOptions::default().with_backend(backend).with_budget(budget).with_seed(seed).with_memory(memory);
        let mut maker = Prover::new(options).map_err(|error| Failed::Other(error.to_string()))?;
        let mut bundle = NewFolder::create(&folder).map_err(|error| Failed::File(folder.clone(), error))?;
        let outcome = maker.prove(&grid, claim, &mut bundle as &mut dyn BundleWriter);
        if !matches!(outcome, Ok(Proved::Certified(_))) {
            bundle.discard().map_err(|error| Failed::File(folder, error))?;
        }
        outcome.map_err(|error| Failed::Other(error.to_string()))
    })?;
    match proved.map_err(|failed| failed.error(py))? {
        Proved::Certified(manifest) => Ok(Py::new(py, Certificate::valid(manifest.claim))?.into_any()),
        Proved::False(reason) => {
            let claim = claim.map(|claim| claim.to_string());
            let certificate = Certificate { claim, is_valid: false, reason: Some(reason.to_string()) };
            Ok(Py::new(py, certificate)?.into_any())
        }
        Proved::Unknown(reason) => Ok(Py::new(py, Unknown::of(reason))?.into_any()),
    }
}

/// Check a certificate without trusting the program that made it: returns a Certificate, or Unknown if the time ran out.
///
/// Parameters:
///     folder: the folder of the certificate.
///     timeout: a time in seconds, a timedelta, or a Timeout.
///
/// >>> import satdoku, tempfile
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     made = satdoku.prove(".4.2...1.....3..", folder + "/one")
/// ...     made, satdoku.verify(folder + "/one")
/// (Certificate('unique'), Certificate('unique'))
#[pyfunction]
#[pyo3(signature = (folder, *, timeout = None))]
pub(crate) fn verify(py: Python<'_>, folder: PathBuf, timeout: Option<TimeoutLike>) -> PyResult<Py<PyAny>> {
    let verified = run(py, budget(timeout), move |budget| {
        let options = VerifyOptions::default().with_budget(budget);
        satdoku::certificate::verify(&Folder::new(&folder), &options).map_err(|error| match error {
            VerifyError::Read { file: ".", source } => Failed::File(folder, source),
            VerifyError::Read { file, source } => Failed::File(folder.join(file), source),
            error => Failed::Other(format!("{}: {error}", folder.display())),
        })
    })?;
    match verified.map_err(|failed| failed.error(py))? {
        Verification::Valid(manifest) => Ok(Py::new(py, Certificate::valid(manifest.claim))?.into_any()),
        Verification::Invalid(defect) => {
            let certificate = Certificate { claim: None, is_valid: false, reason: Some(defect.to_string()) };
            Ok(Py::new(py, certificate)?.into_any())
        }
        Verification::Unknown(reason) => Ok(Py::new(py, Unknown::of(reason))?.into_any()),
    }
}

/// Why there is no result for a claim.
enum Failed {
    File(PathBuf, io::Error),
    Other(String),
}

impl Failed {
    fn error(self, py: Python<'_>) -> PyErr {
        match self {
            Self::File(path, error) => os_error(&path, error),
            Self::Other(message) => solver_error(py, message),
        }
    }
}
