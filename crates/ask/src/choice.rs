//! A solver with its options.

use std::fmt;

use satdoku::budget::Budget;
use satdoku::cnf::AtMostOne;
use satdoku::encoding::Encoding;
use satdoku::reduction::Techniques;
use satdoku::solver::{Options, Solver};
use serde_json::{Map, Value, json};

use crate::fields::{FieldError, Fields};

/// A solver with the options chosen for it.
///
/// ```
/// use satdoku::Encoding;
/// use satdoku_ask::Choice;
///
/// let choice = Choice { encoding: Some(Encoding::Minimal), ..Choice::from("sat:varisat".parse::<satdoku::Solver>()?) };
/// assert_eq!(choice.to_string(), "sat:varisat minimal");
/// # Ok::<(), satdoku::solver::UnknownSolver>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The solver.
    pub solver: Solver,
    /// As in [`Options::encoding`].
    pub encoding: Option<Encoding>,
    /// As in [`Options::at_most_one`].
    pub at_most_one: Option<AtMostOne>,
    /// As in [`Options::reduce`].
    pub reduce: Option<Techniques>,
    /// As in [`Options::certified`].
    pub certified: bool,
    /// The seed of the first repetition; later repetitions count on from there.
    pub seed: Option<u64>,
}

impl From<Solver> for Choice {
    fn from(solver: Solver) -> Self {
        Self { solver, encoding: None, at_most_one: None, reduce: None, certified: false, seed: None }
    }
}

impl Choice {
    /// Every solver with every choice of clauses and every reduction; an empty list leaves the choice to the solver. A solver
    /// without clauses takes part once for all encodings and at-most-one forms.
    #[must_use]
    pub fn all(
        solvers: &[Solver],
        encodings: &[Encoding],
        forms: &[AtMostOne],
        reductions: &[Techniques],
        seed: Option<u64>,
    ) -> Vec<Self> {
        fn each<T: Copy>(list: &[T]) -> Vec<Option<T>> {
            if list.is_empty() { vec![None] } else { list.iter().copied().map(Some).collect() }
        }
        let mut choices: Vec<Self> = Vec::new();
        for solver in solvers {
            let has_clauses = matches!(solver, Solver::Sat(_));
            for encoding in each(if has_clauses { encodings } else { &[] }) {
                for at_most_one in each(if has_clauses { forms } else { &[] }) {
                    for reduce in each(reductions) {
                        let choice = Self { encoding, at_most_one, reduce, seed, ..solver.clone().into() };
                        if !choices.contains(&choice) {
                            choices.push(choice);
                        }
                    }
                }
            }
        }
        choices
    }

    /// Reads `solver` (default [`Solver::Auto`]), `encoding`, `at_most_one`, `reduce`, `certified` and `seed`.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn read(fields: &mut Fields) -> Result<Self, FieldError> {
        Ok(Self {
            solver: fields.word("solver")?.unwrap_or_default(),
            encoding: fields.word("encoding")?,
            at_most_one: fields.word("at_most_one")?,
            reduce: fields.word("reduce")?,
            certified: fields.flag("certified")?,
            seed: fields.number("seed")?,
        })
    }

    /// Writes the fields that [`read`](Self::read) reads.
    pub(crate) fn write(&self, object: &mut Map<String, Value>) {
        let words = [
            ("solver", Some(self.solver.to_string())),
            ("encoding", self.encoding.map(|encoding| encoding.to_string())),
            ("at_most_one", self.at_most_one.map(|form| form.to_string())),
            ("reduce", self.reduce.map(|reduce| reduce.to_string())),
        ];
        object.extend(words.map(|(name, word)| (name.to_owned(), json!(word))));
        object.insert("certified".to_owned(), json!(self.certified.then_some(true)));
        object.insert("seed".to_owned(), json!(self.seed));
    }

    /// How a session is opened. A seed is for those solvers that have a use for it.
    #[must_use]
    pub fn options(&self, budget: Budget) -> Options {
        let options = Options::default()
            .with_encoding(self.encoding)
            .with_at_most_one(self.at_most_one)
            .with_reduce(self.reduce)
            .with_certified(self.certified)
            .with_seed(self.seed)
            .with_budget(budget);
        options.seeding_at_most(&self.solver)
    }

    /// The choice for a repetition, numbered from 0, with a seed of its own.
    #[must_use]
    pub fn repeated(mut self, repetition: u32) -> Self {
        self.seed = self.seed.map(|seed| seed.wrapping_add(repetition.into()));
        self
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.solver)?;
        self.encoding.iter().try_for_each(|encoding| write!(f, " {encoding}"))?;
        self.at_most_one.iter().try_for_each(|form| write!(f, " {form}"))?;
        self.reduce.iter().try_for_each(|reduce| write!(f, " reduce={reduce}"))?;
        if self.certified {
            f.write_str(" certified")?;
        }
        self.seed.iter().try_for_each(|seed| write!(f, " seed={seed}"))
    }
}
