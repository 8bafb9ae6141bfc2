//! The rules that puzzles should have.

use std::fmt;
use std::str::FromStr;

use crate::generate::drawn_rules::{DrawnRules, Family, UnknownDrawnRules};
use crate::rule::{ParseRuleError, Rule};

/// A rule for all puzzles, or rules of a family drawn for each puzzle; in words, the rule's line or the [drawn rules](DrawnRules).
///
/// ```
/// use satdoku::generate::{Family, RuleRequest};
///
/// assert_eq!("killer".parse(), Ok(RuleRequest::Drawn(Family::Killer.into())));
/// assert!(matches!("antiknight".parse(), Ok(RuleRequest::Fixed(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RuleRequest {
    /// Every puzzle has this fixed rule.
    Fixed(Rule),
    /// Every puzzle has such rules, drawn from its full grid.
    Drawn(DrawnRules),
}

impl RuleRequest {
    pub(super) fn fixed(&self) -> Option<&Rule> {
        match self {
            Self::Fixed(rule) => Some(rule),
            Self::Drawn(_) => None,
        }
    }

    pub(super) fn drawn(&self) -> Option<DrawnRules> {
        match self {
            Self::Fixed(_) => None,
            Self::Drawn(drawn) => Some(*drawn),
        }
    }
}

impl fmt::Display for RuleRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(rule) => write!(f, "{rule}"),
            Self::Drawn(drawn) => write!(f, "{drawn}"),
        }
    }
}

/// A text that is neither a family nor a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownRuleRequest {
    /// The text begins with no family, and is no rule.
    #[error("expected a family of rules ({}) or the line of a rule: {source}", families())]
    Rule {
        /// Why it is no rule.
        source: ParseRuleError,
    },
    /// The text begins with a family.
    #[error(transparent)]
    Drawn(#[from] UnknownDrawnRules),
}

fn families() -> String {
    Family::all().iter().map(|family| family.name()).collect::<Vec<_>>().join(", ")
}

impl FromStr for RuleRequest {
    type Err = UnknownRuleRequest;

    fn from_str(text: &str) -> Result<Self, UnknownRuleRequest> {
        if DrawnRules::begins(text) {
            return Ok(Self::Drawn(text.parse::<DrawnRules>()?));
        }
        text.parse().map(Self::Fixed).map_err(|source| UnknownRuleRequest::Rule { source })
    }
}

#[cfg(feature = "serde")]
serialized_as_text!(RuleRequest);
