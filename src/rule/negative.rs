//! That there is no mark where none is drawn: `negative difference 1`, `negative ratio 2 except r1c1 r1c2 : r3c3 r3c4`.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::chess::neighbours;
use crate::rule::constrain::{value, write_cells};
use crate::rule::words::Words;
use crate::rule::{Breach, Constrain, Digits, Lowered, Mark, PairKind, ParseRuleError, RuleError};

/// No two cells above, below or beside each other are as a mark between them would say, but for some pairs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Negative {
    /// What they are not.
    pub kind: PairKind,
    /// The pairs of which it is not said.
    pub except: Vec<[Cell; 2]>,
}

impl Negative {
    pub(in crate::rule) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let keyword = words.word("difference, ratio or pairsum", |word| {
            matches!(word, "difference" | "ratio" | "pairsum").then_some(word)
        })?;
        let number = words.number()?;
        let kind = match keyword {
            "difference" => PairKind::Difference(number),
            "ratio" => PairKind::Ratio(number),
            _ => PairKind::Sum(number),
        };
        let mut except = Vec::new();
        if words.skip("except") {
            except.push(words.pair()?);
            while words.skip(":") {
                except.push(words.pair()?);
            }
        }
        Ok(Self { kind, except })
    }

    /// The rule in a sentence; `but` says which pairs are left out, if any are.
    pub(crate) fn in_words(&self, but: &str) -> String {
        let (keyword, number) = self.kind.words();
        let keyword = if let PairKind::Sum(_) = self.kind { "sum" } else { keyword };
        let but = if self.except.is_empty() { String::new() } else { format!(", but {but}") };
        format!("No two neighbours have a {keyword} of {}{but}.", number.unwrap_or(0))
    }

    fn pairs(&self, board: &Geometry) -> impl Iterator<Item = [Cell; 2]> {
        let is_except = |[a, b]: [Cell; 2]| self.except.iter().any(|&pair| pair == [a, b] || pair == [b, a]);
        neighbours(board).filter(move |&pair| !is_except(pair))
    }
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
    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        self.except.iter().flatten().copied().filter(|&cell| !board.contains(cell)).chain(board.cells()).collect()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let breaks = |[a, b]: &[Cell; 2]| {
            let values = value(board, digits, *a).zip(value(board, digits, *b));
            values.is_some_and(|(a, b)| self.kind.allows(a, b))
        };
        let pair = self.pairs(board).find(breaks)?;
        Some(Breach { cells: pair.to_vec(), sentence: format!("{} is broken", self.sentence()) })
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
