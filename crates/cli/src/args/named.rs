//! Values with names: help, completions and error messages list them.

use std::ffi::OsStr;
use std::fmt::Display;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use satdoku::names::Named;
use satdoku::{Backend, Solver, Techniques};

/// Reads a value of a closed list.
pub(crate) fn one_of<T: Named>() -> impl TypedValueParser<Value = T> {
    let value = |value: &T| PossibleValue::new(value.name()).help(value.summary());
    PossibleValuesParser::new(T::all().iter().map(value)).try_map(|name| name.parse())
}

/// Reads a solver by any of its names.
pub(crate) fn solver() -> Listed<Solver> {
    Listed { read, names: Solver::names }
}

/// Reads a SAT solver by any of its names.
pub(crate) fn backend() -> Listed<Backend> {
    Listed { read, names: Backend::names }
}

/// Reads a SAT solver; the help lists solvers that write proofs.
pub(crate) fn prover() -> Listed<Backend> {
    fn names() -> Vec<(&'static str, &'static str)> {
        let has_proofs = |name: &str| name.parse::<Backend>().is_ok_and(|backend| backend.proof_format().is_some());
        Backend::names().into_iter().filter(|(name, _)| has_proofs(name)).collect()
    }
    fn read(text: &str) -> Result<Backend, String> {
        let names = || names().into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
        text.parse().map_err(|_| format!("expected one of {}, found {text:?}", names()))
    }
    Listed { read, names }
}

/// Reads a set of steps of deduction.
pub(crate) fn reduction() -> Listed<Techniques> {
    let names = || {
        let steps = Techniques::NAMES.into_iter().map(|(_, name, summary)| (name, summary));
        [("none", "nothing"), ("all", "all of the following")].into_iter().chain(steps).collect()
    };
    Listed { read, names }
}

/// A parser for values, some of which have names for the help.
#[derive(Clone)]
pub(crate) struct Listed<T> {
    read: fn(&str) -> Result<T, String>,
    names: fn() -> Vec<(&'static str, &'static str)>,
}

fn read<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Listed<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        self.read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(|(name, summary)| PossibleValue::new(name).help(summary))))
    }
}
