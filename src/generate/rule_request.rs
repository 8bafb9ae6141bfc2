//! The rules that puzzles should have.

use std::fmt;
use std::str::FromStr;

use crate::generate::drawn_rules::Family;
use crate::rule::{ParseRuleError, Rule};

/// A rule for all puzzles, or a family of rules drawn for each puzzle; in words, the rule's line or the family's name.
///
/// ```
/// use satdoku::generate::{Family, RuleRequest};
///
/// assert_eq!("killer".parse(), Ok(RuleRequest::Drawn(Family::Killer)));
/// assert!(matches!("antiknight".parse(), Ok(RuleRequest::Fixed(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RuleRequest {
    /// Every puzzle has this fixed rule.
    Fixed(Rule),
    /// Every puzzle has rules of this family, drawn from its full grid.
    Drawn(Family),
}

impl RuleRequest {
    pub(super) fn fixed(&self) -> Option<&Rule> {
        match self {
            Self::Fixed(rule) => Some(rule),
            Self::Drawn(_) => None,
        }
    }

    pub(super) fn drawn(&self) -> Option<Family> {
        match self {
            Self::Fixed(_) => None,
            Self::Drawn(family) => Some(*family),
        }
    }
}

impl fmt::Display for RuleRequest {
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
pub struct UnknownRuleRequest {
    source: ParseRuleError,
}

impl FromStr for RuleRequest {
    type Err = UnknownRuleRequest;

    fn from_str(text: &str) -> Result<Self, UnknownRuleRequest> {
        match text.parse::<Family>() {
            Ok(family) => Ok(Self::Drawn(family)),
            Err(_) => text.parse().map(Self::Fixed).map_err(|source| UnknownRuleRequest { source }),
        }
    }
}

#[cfg(feature = "serde")]
serialized_as_text!(RuleRequest);
