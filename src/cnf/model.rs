//! An assignment of truth values.

use std::fmt;

use crate::cnf::{Lit, Var};

/// What a solver said of each variable: true, false, or nothing.
///
/// A model is a claim: the caller checks it.
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
    /// A model that says nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A model that says nothing of so many variables, with room for them.
    #[must_use]
    pub fn with_variables(count: usize) -> Self {
        Self { values: vec![Value::Unassigned; count] }
    }

    /// Makes a literal true. The last word about a variable counts.
    pub fn assign(&mut self, lit: Lit) {
        let index = lit.var().index();
        if index >= self.values.len() {
            self.values.resize(index + 1, Value::Unassigned);
        }
        self.values[index] = if lit.is_negative() { Value::False } else { Value::True };
    }

    /// How many variables the model speaks of, counted up to the largest.
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

    /// The first of so many variables that has no value.
    #[must_use]
    pub fn first_unassigned(&self, variables: usize) -> Option<Var> {
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
