//! A solver and what is chosen beside it.

use std::fmt;

use serde_json::{Map, Value, json};

use crate::budget::Budget;
use crate::cnf::AtMostOne;
use crate::encoding::Encoding;
use crate::protocol::fields::{FieldError, Fields};
use crate::reduction::Techniques;
use crate::solver::{Options, Solver};

/// A solver with all that is chosen beside it.
///
/// ```
/// use satdoku::Encoding;
/// use satdoku::protocol::Choice;
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
    /// The seed of the first repetition; each later one has the next number.
    pub seed: Option<u64>,
}

impl From<Solver> for Choice {
    fn from(solver: Solver) -> Self {
        Self { solver, encoding: None, at_most_one: None, reduce: None, certified: false, seed: None }
    }
}

impl Choice {
    /// Every solver with every choice of clauses and every reduction; an empty list leaves the choice to the
    /// solver. Solvers without clauses take part once for all encodings and forms of at-most-one.
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

    /// Reads `solver`, which is [`Solver::Auto`] if not given, `encoding`, `at_most_one`, `reduce`, `certified` and `seed`.
    ///
    /// # Errors
    /// What is wrong with the first of them that is wrong.
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

    /// Writes what [`read`](Self::read) reads.
    pub(in crate::protocol) fn write(&self, object: &mut Map<String, Value>) {
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

    /// How a session is opened.
    #[must_use]
    pub fn options(&self, budget: Budget) -> Options {
        Options {
            encoding: self.encoding,
            at_most_one: self.at_most_one,
            reduce: self.reduce,
            certified: self.certified,
            seed: self.seed,
            budget,
            ..Options::default()
        }
    }

    /// The same for a repetition, numbered from 0: each has its own seed.
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
