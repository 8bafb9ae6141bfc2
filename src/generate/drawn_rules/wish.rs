//! What is wished of the rules that are drawn.

use std::fmt;
use std::str::FromStr;

use crate::generate::drawn_rules::family::Family;

/// Rules of a family, drawn for each puzzle; in words the family, then `sizes`, `count` and `symmetric`, each of which may be left out.
///
/// ```
/// use satdoku::generate::{DrawnRules, Family};
///
/// let cages: DrawnRules = "killer sizes 2..4 count 12 symmetric".parse()?;
/// assert_eq!((cages.family, cages.sizes, cages.count), (Family::Killer, Some((2, 4)), Some(12)));
/// # Ok::<(), satdoku::generate::UnknownDrawnRules>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DrawnRules {
    /// The family.
    pub family: Family,
    /// The fewest and the most cells of a cage, a line or an arrow, of which the circle is a cell; see [`Family::least_size`].
    pub sizes: Option<(usize, usize)>,
    /// The number of rules. If not given, as many as the grid has room for beside other families, and of signs half of those there are.
    pub count: Option<usize>,
    /// Whether the symmetry of the recipe carries each rule into one of the same kind, whatever its number.
    pub is_symmetric: bool,
}

impl From<Family> for DrawnRules {
    fn from(family: Family) -> Self {
        Self { family, sizes: None, count: None, is_symmetric: false }
    }
}

impl fmt::Display for DrawnRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.family)?;
        match self.sizes {
            Some((least, most)) if least == most => write!(f, " sizes {least}")?,
            Some((least, most)) => write!(f, " sizes {least}..{most}")?,
            None => {}
        }
        if let Some(count) = self.count {
            write!(f, " count {count}")?;
        }
        f.write_str(if self.is_symmetric { " symmetric" } else { "" })
    }
}

/// A text that names no rules to be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownDrawnRules {
    /// The first word is no family.
    #[error("expected a family of rules, found {0:?}")]
    Family(String),
    /// A word behind the family that is no wish, or comes twice.
    #[error("expected sizes, count or symmetric behind {family}, each at most once, found {found:?}")]
    Wish {
        /// The family.
        family: Family,
        /// The word.
        found: String,
    },
    /// A wish without its number.
    #[error("expected {expected}, found {found:?}")]
    Number {
        /// What was expected.
        expected: &'static str,
        /// The word, empty at the end of the text.
        found: String,
    },
}

/// Words behind the name of a family that wish for something, and begin the line of no rule.
const WISHES: [&str; 3] = ["sizes", "count", "symmetric"];

impl DrawnRules {
    /// Whether a text begins as rules to be drawn do: with a family, and nothing or a wish behind it.
    pub(crate) fn begins(text: &str) -> bool {
        let mut words = text.split_whitespace();
        let is_family = words.next().is_some_and(|word| word.parse::<Family>().is_ok());
        is_family && words.next().is_none_or(|word| WISHES.contains(&word))
    }

    /// A wish that the family cannot meet, in words.
    pub(crate) fn contradiction(&self, digits: usize) -> Option<(&'static str, String)> {
        let family = self.family;
        if let Some((least, most)) = self.sizes {
            let Some(first) = family.least_size() else {
                return Some(("sizes", format!("{family}, whose rules have one size")));
            };
            if least < first || most < least {
                return Some(("these sizes", format!("{family}: expected {first} or more, the fewest first")));
            }
            if family == Family::Killer && least > digits {
                return Some(("these sizes", format!("{family}: a cage has each of {digits} digits at most once")));
            }
            if family == Family::Palindrome && least == most && least.is_multiple_of(2) {
                return Some(("an even size", format!("{family}, whose lines grow from a middle cell")));
            }
        }
        if family.is_whole() && (self.count.is_some() || self.is_symmetric) {
            let wish = if self.is_symmetric { "symmetric" } else { "a count" };
            return Some((wish, format!("{family}, which marks all that the grid has")));
        }
        (self.count == Some(0)).then(|| ("a count of 0", format!("{family}")))
    }
}

impl FromStr for DrawnRules {
    type Err = UnknownDrawnRules;

    fn from_str(text: &str) -> Result<Self, UnknownDrawnRules> {
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or("");
        let family: Family = first.parse().map_err(|_| UnknownDrawnRules::Family(first.to_owned()))?;
        let mut drawn = Self::from(family);
        while let Some(word) = words.next() {
            let mut number = |expected| {
                let found = words.next().unwrap_or("");
                let range = found.split_once("..").unwrap_or((found, found));
                match (range.0.parse(), range.1.parse()) {
                    (Ok(least), Ok(most)) => Ok((least, most, found)),
                    _ => Err(UnknownDrawnRules::Number { expected, found: found.to_owned() }),
                }
            };
            match word {
                "sizes" if drawn.sizes.is_none() => {
                    let (least, most, _) = number("a size such as 3, or sizes such as 2..4")?;
                    drawn.sizes = Some((least, most));
                }
                "count" if drawn.count.is_none() => {
                    let expected = "a number of rules such as 12";
                    let (count, other, found) = number(expected)?;
                    if count != other {
                        return Err(UnknownDrawnRules::Number { expected, found: found.to_owned() });
                    }
                    drawn.count = Some(count);
                }
                "symmetric" if !drawn.is_symmetric => drawn.is_symmetric = true,
                _ => return Err(UnknownDrawnRules::Wish { family, found: word.to_owned() }),
            }
        }
        Ok(drawn)
    }
}

#[cfg(feature = "serde")]
serialized_as_text!(DrawnRules);
