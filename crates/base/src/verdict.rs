//! Answers: a [`Verdict`] to *is there one?*, a [`Count`] to *how many?*
//!
//! *Unsatisfiable* and *out of budget* are two different answers; neither is an error, and neither is taken for the other.

use std::fmt;

use crate::budget::StopReason;
use crate::natural::Natural;

/// The answer to *is there a model?*; `M` is the type of a model, such as the values of variables or a checked grid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Verdict<M> {
    /// A model was found.
    Satisfiable(M),
    /// No model exists.
    Unsatisfiable,
    /// The question was stopped before it was decided.
    Unknown(StopReason),
}

impl<M> Verdict<M> {
    /// The model, if there is one.
    pub fn satisfiable(self) -> Option<M> {
        match self {
            Self::Satisfiable(model) => Some(model),
            Self::Unsatisfiable | Self::Unknown(_) => None,
        }
    }

    /// Whether a model was found.
    pub fn is_satisfiable(&self) -> bool {
        matches!(self, Self::Satisfiable(_))
    }

    /// Whether the absence of a model is certain.
    pub fn is_unsatisfiable(&self) -> bool {
        matches!(self, Self::Unsatisfiable)
    }

    /// Whether the question was stopped before it was decided.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown(_))
    }

    /// The same verdict about a reference to the model.
    pub fn as_ref(&self) -> Verdict<&M> {
        match self {
            Self::Satisfiable(model) => Verdict::Satisfiable(model),
            Self::Unsatisfiable => Verdict::Unsatisfiable,
            Self::Unknown(reason) => Verdict::Unknown(*reason),
        }
    }

    /// The model.
    ///
    /// # Panics
    /// If there is no model, or the question was not decided.
    #[track_caller]
    pub fn unwrap(self) -> M {
        match self {
            Self::Satisfiable(model) => model,
            Self::Unsatisfiable => panic!("there is no model"),
            Self::Unknown(reason) => panic!("whether there is a model is not known: {reason}"),
        }
    }

    /// The model, or `None` where no model exists; an undecided question is an error.
    ///
    /// ```
    /// # extern crate satdoku_base as satdoku;
    /// use satdoku::{StopReason, Verdict};
    ///
    /// fn answer(verdict: Verdict<u8>) -> Result<Option<u8>, StopReason> {
    ///     verdict.decided()
    /// }
    /// assert_eq!(answer(Verdict::Satisfiable(7)), Ok(Some(7)));
    /// assert_eq!(answer(Verdict::Unsatisfiable), Ok(None));
    /// assert_eq!(answer(Verdict::Unknown(StopReason::Time)), Err(StopReason::Time));
    /// ```
    ///
    /// # Errors
    /// Why the question was not decided.
    pub fn decided(self) -> Result<Option<M>, StopReason> {
        match self {
            Self::Satisfiable(model) => Ok(Some(model)),
            Self::Unsatisfiable => Ok(None),
            Self::Unknown(reason) => Err(reason),
        }
    }

    /// Why the question was not decided, if undecided.
    pub fn stopped(&self) -> Option<StopReason> {
        match self {
            Self::Unknown(reason) => Some(*reason),
            Self::Satisfiable(_) | Self::Unsatisfiable => None,
        }
    }

    /// The same verdict about another kind of model.
    pub fn map<N>(self, f: impl FnOnce(M) -> N) -> Verdict<N> {
        match self {
            Self::Satisfiable(model) => Verdict::Satisfiable(f(model)),
            Self::Unsatisfiable => Verdict::Unsatisfiable,
            Self::Unknown(reason) => Verdict::Unknown(reason),
        }
    }
}

/// The answer to *how many?*; prints `288`, or `>=2` if counting was cut short.
///
/// ```
/// # extern crate satdoku_base as satdoku;
/// use satdoku::{Count, StopReason};
///
/// let (exact, cut) = (Count::exact(24), Count::at_least(2, StopReason::Limit));
/// assert_eq!((exact.to_string(), cut.to_string()), ("24".to_owned(), ">=2".to_owned()));
/// // A count that was cut is equal to no number, and more than 2 is not known.
/// assert!(exact == 24 && cut != 2);
/// assert_eq!((cut.is_more_than(1), cut.is_more_than(2)), (Some(true), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Count {
    /// The exact number.
    Exact(Natural),
    /// A lower bound, and why counting stopped.
    AtLeast(Natural, StopReason),
}

impl Count {
    /// An exact count.
    #[must_use]
    pub fn exact(count: u64) -> Self {
        Self::Exact(count.into())
    }

    /// A lower bound, and why counting stopped.
    #[must_use]
    pub fn at_least(count: u64, reason: StopReason) -> Self {
        Self::AtLeast(count.into(), reason)
    }

    /// Counts the successes of `next`, up to the limit if any.
    pub fn by(limit: Option<u64>, mut next: impl FnMut() -> Verdict<()>) -> Self {
        let mut count: u64 = 0;
        while limit.is_none_or(|limit| count < limit) {
            match next() {
                Verdict::Satisfiable(()) => count += 1,
                Verdict::Unsatisfiable => return Self::exact(count),
                Verdict::Unknown(reason) => return Self::at_least(count, reason),
            }
        }
        Self::at_least(count, StopReason::Limit)
    }

    /// The number counted.
    #[must_use]
    pub fn value(&self) -> Natural {
        match self {
            Self::Exact(count) | Self::AtLeast(count, _) => count.clone(),
        }
    }

    /// Why counting stopped early, if so.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        match self {
            Self::Exact(_) => None,
            Self::AtLeast(_, reason) => Some(*reason),
        }
    }

    /// Whether the count is more than `number`; `None` if counting stopped too early to tell.
    #[must_use]
    pub fn is_more_than(&self, number: u64) -> Option<bool> {
        let (Self::Exact(count) | Self::AtLeast(count, _)) = self;
        let is_more = *count > number;
        (is_more || self.is_exact()).then_some(is_more)
    }

    /// Whether counting was complete.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self, Self::Exact(_))
    }
}

/// A count equals a number only where it is exact.
///
/// ```
/// # extern crate satdoku_base as satdoku;
/// use satdoku::{Count, StopReason};
///
/// assert!(Count::exact(288) == 288);
/// assert!(Count::at_least(2, StopReason::Limit) != 2);
/// ```
impl PartialEq<u64> for Count {
    fn eq(&self, number: &u64) -> bool {
        matches!(self, Self::Exact(count) if count == number)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(count) => write!(f, "{count}"),
            Self::AtLeast(count, _) => write!(f, ">={count}"),
        }
    }
}
