//! Arguments as Python gives them: each type knows the name of its argument, so that an error says which argument is wrong, what was
//! expected and what was found.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::str::FromStr;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};
use satdoku::certificate::Claim;
use satdoku::cnf::AtMostOne;
use satdoku::draw::{PictureForm, Theme};
use satdoku::generate::{Kind, RatingRange, SolutionsWanted, Symmetry};
use satdoku::grid::format::Format;
use satdoku::logic::{Level, Marks, Profile, Technique, technique_named};
use satdoku::{Backend, Encoding, Techniques};

/// The longest description of an object in an error.
const LONGEST: usize = 60;

/// An object in the words of an error: its type, and its value where that is short.
pub(crate) fn found(object: &Bound<'_, PyAny>) -> String {
    let name = object.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string());
    match object.repr() {
        _ if object.is_none() => "None".to_owned(),
        Ok(value) if value.to_string_lossy().chars().count() <= LONGEST => {
            format!("{name} {}", value.to_string_lossy())
        }
        _ => format!("an object of type {name}"),
    }
}

/// The error for an argument of a wrong type.
pub(crate) fn wrong_type(name: &str, expected: impl Display, object: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("{name}: expected {expected}, found {}", found(object)))
}

/// The error for an argument of a wrong value.
pub(crate) fn wrong_value(name: &str, error: impl Display) -> PyErr {
    PyValueError::new_err(format!("{name}: {error}"))
}

/// The argument of a name among keywords, where it is given.
pub(crate) fn given<'py, T: for<'a> FromPyObject<'a, 'py, Error = PyErr>>(
    keywords: &Bound<'py, PyDict>,
    name: &str,
) -> PyResult<Option<T>> {
    let value = keywords.get_item(name)?.filter(|value| !value.is_none());
    value.map(|value| value.extract()).transpose()
}

/// A whole number from `least` on.
fn whole<T: TryFrom<u64>>(name: &str, least: u64, object: &Bound<'_, PyAny>) -> PyResult<T> {
    if object.is_instance_of::<PyBool>() || !object.is_instance_of::<PyInt>() && !object.hasattr("__index__")? {
        return Err(wrong_type(name, format_args!("a whole number from {least}"), object));
    }
    let number =
        object.extract::<u64>().ok().filter(|&number| number >= least).and_then(|number| number.try_into().ok());
    number.ok_or_else(|| {
        let most = if size_of::<T>() < 8 { format!(" to {}", u32::MAX) } else { String::new() };
        wrong_value(name, format_args!("expected a whole number from {least}{most}, found {}", found(object)))
    })
}

/// A text that is read as a value.
fn word<T: FromStr<Err: Display>>(name: &str, object: &Bound<'_, PyAny>) -> PyResult<T> {
    let text = object.cast::<PyString>().map_err(|_| wrong_type(name, "a text", object))?;
    text.to_str()?.parse().map_err(|error| wrong_value(name, error))
}

macro_rules! numbers {
    ($($type:ident($number:ty) = $name:literal from $least:literal)*) => {$(
        #[doc = concat!("The argument `", $name, "`.")]
        #[derive(Clone, Copy)]
        pub(crate) struct $type(pub(crate) $number);

        impl<'py> FromPyObject<'_, 'py> for $type {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                whole($name, $least, &object).map(Self)
            }
        }
    )*};
}

numbers! {
    Limit(u64) = "limit" from 0
    Seed(u64) = "seed" from 0
    Skip(u64) = "skip" from 0
    Steps(u64) = "steps" from 0
    Memory(u64) = "memory" from 0
    Dives(u64) = "dives" from 0
    Number(u64) = "count" from 0
    Clues(usize) = "clues" from 0
    Width(u32) = "width" from 1
    Threads(usize) = "threads" from 1
    Cubes(usize) = "cubes" from 1
}

impl Threads {
    pub(crate) fn number(self) -> Option<NonZeroUsize> {
        NonZeroUsize::new(self.0)
    }
}

impl Cubes {
    pub(crate) fn number(self) -> Option<NonZeroUsize> {
        NonZeroUsize::new(self.0)
    }
}

macro_rules! words {
    ($($type:ident($value:ty) = $name:literal)*) => {$(
        #[doc = concat!("The argument `", $name, "`.")]
        #[derive(Clone)]
        pub(crate) struct $type(pub(crate) $value);

        impl<'py> FromPyObject<'_, 'py> for $type {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                word($name, &object).map(Self)
            }
        }
    )*};
}

words! {
    EncodingWord(Encoding) = "encoding"
    AtMostOneWord(AtMostOne) = "at_most_one"
    ReduceWord(Techniques) = "reduce"
    FormatWord(Format) = "format"
    ThemeWord(Theme) = "theme"
    FormWord(PictureForm) = "form"
    KindWord(Kind) = "kind"
    SolutionsWord(SolutionsWanted) = "solutions"
    SymmetryWord(Symmetry) = "symmetry"
    RatingWord(RatingRange) = "rating"
    LevelWord(Level) = "difficulty"
    ClaimWord(Claim) = "claim"
    ProverWord(ProverName) = "backend"
    ScaleWord(Profile) = "scale"
    MarksWord(Marks) = "marks"
    TechniqueWord(TechniqueName) = "technique"
}

/// A SAT solver that writes proofs.
#[derive(Clone)]
pub(crate) struct ProverName(pub(crate) Backend);

impl FromStr for ProverName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let writes_proofs = |backend: &Backend| backend.proof_format().is_some();
        let known = name.parse::<Backend>().ok().filter(writes_proofs).map(Self);
        known.ok_or_else(|| {
            let provers =
                Backend::all().into_iter().filter(|backend| writes_proofs(backend)).map(|backend| backend.to_string());
            format!("expected one of {}, found {name:?}", provers.collect::<Vec<_>>().join(", "))
        })
    }
}

/// A technique of hints and ratings by its name.
#[derive(Clone)]
pub(crate) struct TechniqueName(pub(crate) &'static Technique);

impl FromStr for TechniqueName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = technique_named(name).map(Self);
        known.ok_or_else(|| format!("no technique is called '{name}'; techniques() lists their names"))
    }
}

/// The argument `rules`: lines of rules, or one text with a rule a line.
#[derive(Clone, Default)]
pub(crate) struct Lines(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Lines {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Self(text.to_str()?.lines().map(str::to_owned).collect()));
        }
        let lines = object.extract::<Vec<String>>();
        lines.map(Self).map_err(|_| wrong_type("rules", "lines of rules, such as ['antiknight']", &object))
    }
}

/// The argument `settings`: options of a SAT solver by name, as a dict or as pairs.
#[derive(Clone, Default)]
pub(crate) struct Settings(pub(crate) Vec<(String, String)>);

impl<'py> FromPyObject<'_, 'py> for Settings {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let wrong = || wrong_type("settings", "a dict of names and values", &object);
        let pairs = match object.cast::<PyDict>() {
            Ok(dict) => dict.items().into_any(),
            Err(_) => object.to_owned(),
        };
        let pairs: Vec<(String, Bound<'_, PyAny>)> = pairs.extract().map_err(|_| wrong())?;
        pairs.into_iter().map(|(name, value)| Ok((name, value.str()?.to_string()))).collect::<PyResult<_>>().map(Self)
    }
}

/// The closed lists of words by the names that satdoku.types has for them; a test compares both.
#[pyfunction]
pub(crate) fn closed_lists() -> BTreeMap<&'static str, Vec<String>> {
    fn words<T: Display>(all: impl IntoIterator<Item = T>) -> Vec<String> {
        all.into_iter().map(|word| word.to_string()).collect()
    }
    BTreeMap::from([
        ("AtMostOne", words(AtMostOne::all())),
        ("Claim", words(Claim::all())),
        ("Encoding", words(Encoding::all())),
        ("Format", words(Format::all())),
        ("Kind", words(Kind::all())),
        ("Level", words(Level::all())),
        ("Scale", words(Profile::all())),
        ("Symmetry", words(Symmetry::all())),
        ("Theme", words(Theme::all())),
    ])
}
