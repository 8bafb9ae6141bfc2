//! An assignment of truth values.

use std::fmt;

use crate::cnf::{Lit, Var};

/// The value that a solver gave each variable: true, false, or none.
///
/// A model is a claim: the caller checks it.
///
/// ```
/// # extern crate satdoku_clauses as satdoku;
/// use satdoku::cnf::{Model, Var};
///
/// let [a, b] = [0, 1].map(|index| Var::new(index).positive());
/// let model: Model = [a, !b].into_iter().collect();
/// assert!(model.is_true(a) && !model.is_true(b));
/// assert_eq!(model.value(Var::new(2)), None);
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Model {
    values: Vec<Value>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Value {
    #[default]
    Unassigned,
    False,
    True,
}

impl Model {
    /// A model without values.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A model without values, with room for `count` variables.
    #[must_use]
    pub fn with_variables(count: usize) -> Self {
        Self { values: vec![Value::Unassigned; count] }
    }

    /// Makes a literal true. The last value of a variable counts.
    pub fn assign(&mut self, lit: Lit) {
        let index = lit.var().index();
        if index >= self.values.len() {
            self.values.resize(index + 1, Value::Unassigned);
        }
        self.values[index] = if lit.is_negative() { Value::False } else { Value::True };
    }

    /// The number of variables, counted up to the largest with a value or room.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.values.len()
    }

    /// The value of a variable, if it has one.
    #[must_use]
    pub fn value(&self, var: Var) -> Option<bool> {
        match self.values.get(var.index()) {
            None | Some(Value::Unassigned) => None,
            Some(value) => Some(*value == Value::True),
        }
    }

    /// Whether the literal is true; an unassigned literal is not.
    #[must_use]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.value(lit.var()) == Some(!lit.is_negative())
    }

    /// The first variable without a value among the first `variables`.
    #[cfg(feature = "external")]
    pub(crate) fn first_unassigned(&self, variables: usize) -> Option<Var> {
        (0..variables).map(Var::new).find(|&var| self.value(var).is_none())
    }

    /// The literals that are true, by variable.
    pub fn lits(&self) -> impl Iterator<Item = Lit> {
        (0..self.values.len()).map(Var::new).filter_map(|var| Some(var.lit(self.value(var)?)))
    }
}

impl FromIterator<Lit> for Model {
    fn from_iter<I: IntoIterator<Item = Lit>>(lits: I) -> Self {
        let mut model = Self::new();
        lits.into_iter().for_each(|lit| model.assign(lit));
        model
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.lits()).finish()
    }
}
