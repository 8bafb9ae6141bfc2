//! No pairs but the marked ones: `negative difference 1`, `negative ratio 2 except r1c1 r1c2 : r3c3 r3c4`.

use std::collections::HashSet;
use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, Taken};
use crate::rule::chess::neighbours;
use crate::rule::constrain::{Breach, Constrain, Digits, write_cells, wrong_pair};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::pair::PairKind;
use crate::rule::words::Words;

/// No two neighbours above, below or beside each other satisfy the condition of a mark, except some pairs: the listed ones, and
/// in a puzzle those with a mark of the kind, which [`Rules::on`](crate::rule::Rules::on) adds to the list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Negative {
    /// The excluded condition.
    pub kind: PairKind,
    /// The exempt pairs.
    pub except: Vec<[Cell; 2]>,
}

impl Negative {
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let expected = "difference, ratio or pairsum";
        let keyword = words.keyword().map_err(|error| match error {
            ParseRuleError::Keyword { found, .. } => Words::unlike(expected, Some(&found)),
            error => error,
        })?;
        let kind: fn(i64) -> PairKind = match keyword {
            "difference" => PairKind::Difference,
            "ratio" => PairKind::Ratio,
            "pairsum" => PairKind::Sum,
            other => return Err(Words::unlike(expected, Some(other))),
        };
        let kind = kind(words.number()?);
        let mut except = Vec::new();
        if words.skip("except") {
            except.push(words.pair()?);
            while words.skip(":") {
                except.push(words.pair()?);
            }
        }
        Ok(Self { kind, except })
    }

    /// The rule in a sentence; `but` names the exempt pairs, if there are any.
    #[doc(hidden)]
    #[must_use]
    pub fn in_words(&self, but: &str) -> String {
        let (keyword, number) = self.kind.words();
        let keyword = if let PairKind::Sum(_) = self.kind { "sum" } else { keyword };
        let but = if self.except.is_empty() { String::new() } else { format!(", but {but}") };
        format!("No two neighbours have a {keyword} of {}{but}.", number.unwrap_or(0))
    }

    fn pairs(&self, board: &Geometry) -> impl Iterator<Item = [Cell; 2]> {
        let except: HashSet<[Cell; 2]> = self.except.iter().map(|&pair| in_order(pair)).collect();
        neighbours(board).filter(move |&pair| !except.contains(&in_order(pair)))
    }

    /// Whether a mark is of the kind that the rule is about: dots are one kind, X and V another.
    pub(crate) fn is_about(&self, mark: PairKind) -> bool {
        let is_dot = |kind| matches!(kind, PairKind::Difference(_) | PairKind::Ratio(_));
        mark != PairKind::Less && is_dot(mark) == is_dot(self.kind)
    }
}

/// A pair of cells, the earlier first.
pub(crate) fn in_order([a, b]: [Cell; 2]) -> [Cell; 2] {
    [a.min(b), a.max(b)]
}

impl fmt::Display for Negative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (keyword, number) = self.kind.words();
        write!(f, "negative {keyword}")?;
        number.map_or(Ok(()), |number| write!(f, " {number}"))?;
        self.except.iter().enumerate().try_for_each(|(at, pair)| {
            f.write_str(if at > 0 { " :" } else { " except" })?;
            write_cells(f, pair)
        })
    }
}

impl Constrain for Negative {
    fn check(&self) -> Result<(), RuleError> {
        if self.kind == PairKind::Less {
            return Err(RuleError::Unlike { expected: "difference, ratio or pairsum", found: "less".to_owned() });
        }
        self.kind.words().1.map_or(Ok(()), check::number)?;
        self.except.iter().try_for_each(|pair| check::cells(pair, Taken::Once, 2))
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        self.except.iter().flatten().copied().filter(|&cell| !board.contains(cell)).chain(board.grid_cells()).collect()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let cells = wrong_pair(board, digits, self.pairs(board), |a, b| !self.kind.allows(a, b))?;
        Some(Breach { cells, sentence: format!("{} is broken", self.sentence()) })
    }

    fn sentence(&self) -> String {
        let (keyword, number) = self.kind.words();
        format!("the rule against the {keyword} of {}", number.unwrap_or(0))
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let other = to.table(board, |a, b| !self.kind.allows(a, b));
        self.pairs(board).try_for_each(|pair| to.relation(pair, &other))
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let pairs = self.except.iter().map(|[a, b]| format!("{a} {b}")).collect::<Vec<_>>();
        vec![Mark::Global(self.in_words(&pairs.join("; ")))]
    }
}
