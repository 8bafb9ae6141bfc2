//! Who takes part.

use std::fmt;

use crate::budget::Budget;
use crate::cnf::AtMostOne;
use crate::encoding::Encoding;
use crate::reduction::Reduce;
use crate::solver::{Options, Solver};

/// A solver with all that is chosen beside it.
///
/// ```
/// use satdoku::Encoding;
/// use satdoku::race::Entrant;
///
/// let entrant = Entrant { encoding: Some(Encoding::Minimal), ..Entrant::from("sat:varisat".parse::<satdoku::Solver>()?) };
/// assert_eq!(entrant.to_string(), "sat:varisat minimal");
/// # Ok::<(), satdoku::solver::UnknownSolver>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entrant {
    /// The solver.
    pub solver: Solver,
    /// As in [`Options::encoding`].
    pub encoding: Option<Encoding>,
    /// As in [`Options::at_most_one`].
    pub at_most_one: Option<AtMostOne>,
    /// As in [`Options::reduce`].
    pub reduce: Option<Reduce>,
    /// The seed of the first repetition; each later one has the next number.
    pub seed: Option<u64>,
}

impl From<Solver> for Entrant {
    fn from(solver: Solver) -> Self {
        Self { solver, encoding: None, at_most_one: None, reduce: None, seed: None }
    }
}

impl Entrant {
    /// Every solver with every choice of clauses and every reduction; an empty list leaves the choice to the
    /// solver. Solvers without clauses take part once for all encodings and forms of at-most-one.
    #[must_use]
    pub fn all(
        solvers: &[Solver],
        encodings: &[Encoding],
        forms: &[AtMostOne],
        reductions: &[Reduce],
        seed: Option<u64>,
    ) -> Vec<Self> {
        fn choices<T: Copy>(list: &[T]) -> Vec<Option<T>> {
            if list.is_empty() { vec![None] } else { list.iter().copied().map(Some).collect() }
        }
        let mut entrants: Vec<Self> = Vec::new();
        for solver in solvers {
            let has_clauses = matches!(solver, Solver::Sat(_));
            for encoding in choices(if has_clauses { encodings } else { &[] }) {
                for at_most_one in choices(if has_clauses { forms } else { &[] }) {
                    for reduce in choices(reductions) {
                        let entrant = Self { solver: solver.clone(), encoding, at_most_one, reduce, seed };
                        if !entrants.contains(&entrant) {
                            entrants.push(entrant);
                        }
                    }
                }
            }
        }
        entrants
    }

    /// How a session is opened for a repetition, numbered from 0.
    pub(in crate::race) fn options(&self, repetition: u32, budget: Budget) -> Options {
        Options {
            encoding: self.encoding,
            at_most_one: self.at_most_one,
            reduce: self.reduce,
            seed: self.seed.map(|seed| seed.wrapping_add(repetition.into())),
            budget,
            ..Options::default()
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.solver)?;
        self.encoding.iter().try_for_each(|encoding| write!(f, " {encoding}"))?;
        self.at_most_one.iter().try_for_each(|form| write!(f, " {form}"))?;
        self.reduce.iter().try_for_each(|reduce| write!(f, " reduce={reduce}"))?;
        self.seed.iter().try_for_each(|seed| write!(f, " seed={seed}"))
    }
}
