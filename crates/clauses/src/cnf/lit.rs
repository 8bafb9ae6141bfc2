//! Variables and literals as small typed indices.

use std::fmt;
use std::ops::Not;

/// A propositional variable; prints as its DIMACS number, counting from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// The largest index: the variable whose DIMACS number is `i32::MAX`.
    pub const MAX_INDEX: usize = i32::MAX as usize - 1;

    /// The variable with a 0-based index.
    ///
    /// # Panics
    /// If the index is larger than [`Var::MAX_INDEX`].
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index <= Self::MAX_INDEX, "variable index out of range");
        Self(index as u32)
    }

    /// The 0-based index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that is true when the variable is.
    #[must_use]
    pub const fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal that is true when the variable is false.
    #[must_use]
    pub const fn negative(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }

    /// The literal that is true when the variable has the value.
    #[must_use]
    pub const fn lit(self, value: bool) -> Lit {
        if value { self.positive() } else { self.negative() }
    }
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0 + 1).fmt(f)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A variable or its negation; prints as its DIMACS number.
///
/// ```
/// # extern crate satdoku_clauses as satdoku;
/// use satdoku::cnf::{Lit, Var};
///
/// let a = Var::new(0).positive();
/// assert_eq!((a.to_string(), (!a).to_string()), ("1".to_owned(), "-1".to_owned()));
/// assert_eq!(Lit::try_from(-1)?, !a);
/// assert_eq!(i32::from(!a), -1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The variable.
    #[must_use]
    pub const fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether the literal is a negation.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Twice the variable's index, plus one for a negation: an index for tables over literals.
    #[must_use]
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// The literal of a [code](Self::code).
    #[must_use]
    pub(crate) const fn from_code(code: u32) -> Self {
        Self(code)
    }

    /// The literal of a DIMACS number; `None` for 0, which ends a clause, and for `i32::MIN`.
    #[must_use]
    pub const fn from_dimacs(number: i32) -> Option<Self> {
        match number {
            0 | i32::MIN => None,
            1.. => Some(Var::new(number.unsigned_abs() as usize - 1).positive()),
            _ => Some(Var::new(number.unsigned_abs() as usize - 1).negative()),
        }
    }

    /// The DIMACS number: the variable's, with a minus sign for a negation.
    #[must_use]
    pub const fn to_dimacs(self) -> i32 {
        let number = (self.0 >> 1).cast_signed() + 1;
        if self.is_negative() { -number } else { number }
    }
}

/// A number that is no literal of DIMACS: 0, which ends a clause, or `i32::MIN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the number of a literal, found {0}")]
pub struct NotLiteral(pub i32);

impl TryFrom<i32> for Lit {
    type Error = NotLiteral;

    /// The literal of a [DIMACS number](Self::from_dimacs).
    fn try_from(number: i32) -> Result<Self, NotLiteral> {
        Self::from_dimacs(number).ok_or(NotLiteral(number))
    }
}

impl From<Lit> for i32 {
    /// The [DIMACS number](Lit::to_dimacs).
    fn from(lit: Lit) -> Self {
        lit.to_dimacs()
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_dimacs().fmt(f)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
