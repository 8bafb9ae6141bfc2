//! Which rules puzzles have.

use std::fmt;
use std::str::FromStr;

use crate::generate::drawn_rules::Family;
use crate::rule::{ParseRuleError, Rule};

/// A rule that puzzles have, or a family of rules that are drawn for each; in words the line of the rule or the name of the family.
///
/// ```
/// use satdoku::generate::{Family, RuleWish};
///
/// assert_eq!("killer".parse(), Ok(RuleWish::Drawn(Family::Killer)));
/// assert!(matches!("antiknight".parse(), Ok(RuleWish::Fixed(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RuleWish {
    /// Every puzzle has this rule.
    Fixed(Rule),
    /// Every puzzle has rules of this family, drawn from its full grid.
    Drawn(Family),
}

impl RuleWish {
    pub(in crate::generate) fn fixed(&self) -> Option<&Rule> {
        match self {
            Self::Fixed(rule) => Some(rule),
            Self::Drawn(_) => None,
        }
    }

    pub(in crate::generate) fn drawn(&self) -> Option<Family> {
        match self {
            Self::Fixed(_) => None,
            Self::Drawn(family) => Some(*family),
        }
    }
}

impl fmt::Display for RuleWish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(rule) => write!(f, "{rule}"),
            Self::Drawn(family) => write!(f, "{family}"),
        }
    }
}

/// A text that is neither a family nor a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a family of rules ({}) or the line of a rule: {source}", Family::all().iter().map(|family| family.name()).collect::<Vec<_>>().join(", "))]
pub struct UnknownRuleWish {
    source: ParseRuleError,
}

impl FromStr for RuleWish {
    type Err = UnknownRuleWish;

    fn from_str(text: &str) -> Result<Self, UnknownRuleWish> {
        match text.parse::<Family>() {
            Ok(family) => Ok(Self::Drawn(family)),
            Err(_) => text.parse().map(Self::Fixed).map_err(|source| UnknownRuleWish { source }),
        }
    }
}
