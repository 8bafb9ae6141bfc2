//! How many of some rules hold: `anyof …`, `allof …`, `not …`, `someof 2 …`, one within another:
//! `anyof less r1c1 r1c2 | killer 5 r1c1 r1c2 & not odd r1c1`.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::any::Rule;
use crate::rule::check;
use crate::rule::constrain::{Breach, Constrain, Digits, value};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::words::{DEEPEST, Words};

/// The most rules in the cases into which *so many of these* is multiplied out: each case has every alternative, held or denied.
const MOST_RULES: usize = 1 << 14;

/// From `least` to `most` of the alternatives hold. An alternative holds if all its rules do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Combination {
    /// How many alternatives hold at least.
    pub least: usize,
    /// How many hold at most: no more than there are.
    pub most: usize,
    /// The alternatives, each a conjunction of rules.
    pub alternatives: Vec<Vec<Rule>>,
}

/// The words of a combination that says how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    AnyOf,
    AllOf,
    Not,
    SomeOf,
}

impl Quantity {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::AnyOf => "anyof",
            Self::AllOf => "allof",
            Self::Not => "not",
            Self::SomeOf => "someof",
        }
    }
}

impl Combination {
    /// At least one alternative holds.
    #[must_use]
    pub fn any_of(alternatives: Vec<Vec<Rule>>) -> Self {
        Self { least: 1, most: alternatives.len(), alternatives }
    }

    /// All rules hold.
    #[must_use]
    pub fn all_of(rules: impl IntoIterator<Item = Rule>) -> Self {
        let alternatives: Vec<Vec<Rule>> = rules.into_iter().map(|rule| vec![rule]).collect();
        Self { least: alternatives.len(), most: alternatives.len(), alternatives }
    }

    /// The rules do not all hold.
    #[must_use]
    pub fn not(rules: Vec<Rule>) -> Self {
        Self { least: 0, most: 0, alternatives: vec![rules] }
    }

    /// The word with which the line begins.
    pub(super) fn quantity(&self) -> Quantity {
        let count = self.alternatives.len();
        match (self.least, self.most) {
            (1, most) if most == count => Quantity::AnyOf,
            (0, 0) => Quantity::Not,
            (least, _) if least == count && self.alternatives.iter().all(|rules| rules.len() == 1) => Quantity::AllOf,
            _ => Quantity::SomeOf,
        }
    }

    /// Reads what is behind the first word.
    pub(super) fn read(quantity: Quantity, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        words.enter()?;
        let read = Self::read_inside(quantity, words)?;
        words.leave();
        Ok(read)
    }

    fn read_inside(quantity: Quantity, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        match quantity {
            Quantity::AnyOf => Ok(Self::any_of(alternatives(words, false)?)),
            Quantity::AllOf => match &mut alternatives(words, false)?[..] {
                [rules] => Ok(Self::all_of(std::mem::take(rules))),
                _ => Err(Words::unlike("& between the rules of allof", Some("|"))),
            },
            // What is not true is one rule, or stands in parentheses.
            Quantity::Not => Ok(Self { least: 0, most: 0, alternatives: item(words, false)? }),
            Quantity::SomeOf => {
                let at = words.at_next();
                let count = words.word("how many: 2, 1..3, <3 or >1", how_many)?;
                let alternatives = alternatives(words, false)?;
                let (least, most) = (count.0, count.1.unwrap_or(alternatives.len()));
                let read = Self { least, most, alternatives };
                read.check_count().inspect_err(|_| words.point_at(at))?;
                Ok(read)
            }
        }
    }

    fn check_count(&self) -> Result<(), RuleError> {
        let count = self.alternatives.len() as i64;
        check::within(self.least as i64, 0, count)?;
        check::within(self.most as i64, self.least as i64, count)
    }

    /// The rules of all alternatives.
    pub(super) fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.alternatives.iter().flatten()
    }

    /// Whether an alternative has a library user's own rule.
    pub(crate) fn has_own(&self) -> bool {
        self.rules().any(Rule::is_own)
    }

    /// How many combinations and parentheses the line has within one another.
    fn depth(&self) -> usize {
        let is_told_alone = self.alternatives.len() == 1 && self.alternatives[0].len() == 1;
        let parentheses = usize::from(self.quantity() == Quantity::Not && !is_told_alone);
        let of_rule = |rule: &Rule| match rule {
            Rule::Combination(inner) => inner.depth() + usize::from(inner.quantity() != Quantity::Not),
            _ => 0,
        };
        1 + parentheses + self.rules().map(of_rule).max().unwrap_or(0)
    }

    /// How many hold, in words.
    fn how_many(&self) -> String {
        match (self.least, self.most) {
            (least, most) if least == most => least.to_string(),
            (0, most) => format!("<{}", most + 1),
            (least, most) if most == self.alternatives.len() => format!(">{}", least - 1),
            (least, most) => format!("{least}..{most}"),
        }
    }

    /// Whether an alternative holds; `None` while its cells are not filled.
    fn holds(&self, rules: &[Rule], board: &Geometry, digits: Digits<'_>) -> Option<bool> {
        if rules.iter().any(|rule| rule.as_constrain().breach(board, digits).is_some()) {
            return Some(false);
        }
        let is_filled = |cell: &Cell| value(board, digits, *cell).is_some();
        rules.iter().all(|rule| rule.as_constrain().cells(board).iter().all(is_filled)).then_some(true)
    }
}

/// How many, at least and at most.
fn how_many(word: &str) -> Option<(usize, Option<usize>)> {
    let number = |word: &str| word.parse::<u16>().ok().map(usize::from);
    if let Some(most) = word.strip_prefix('<') {
        return Some((0, Some(number(most)?.checked_sub(1)?)));
    }
    if let Some(least) = word.strip_prefix('>') {
        return Some((number(least)? + 1, None));
    }
    let (least, most) = word.split_once("..").unwrap_or((word, word));
    Some((number(least)?, Some(number(most)?)))
}

/// Alternatives with bars between them. The first may be a combination, if they are in parentheses.
fn alternatives(words: &mut Words<'_>, is_inside: bool) -> Result<Vec<Vec<Rule>>, ParseRuleError> {
    let mut alternatives = vec![conjunction(words, is_inside)?];
    while words.skip("|") {
        alternatives.push(conjunction(words, false)?);
    }
    Ok(alternatives)
}

/// Rules that hold together.
fn conjunction(words: &mut Words<'_>, is_inside: bool) -> Result<Vec<Rule>, ParseRuleError> {
    let mut rules = Vec::new();
    loop {
        let mut of_item = item(words, is_inside && rules.is_empty())?;
        match (of_item.pop(), of_item.is_empty()) {
            (Some(together), true) => rules.extend(together),
            (Some(last), false) => {
                of_item.push(last);
                rules.push(Combination::any_of(of_item).into());
            }
            (None, _) => {}
        }
        if !words.skip("&") {
            return Ok(rules);
        }
    }
}

/// A rule, or alternatives in parentheses.
fn item(words: &mut Words<'_>, may_combine: bool) -> Result<Vec<Vec<Rule>>, ParseRuleError> {
    if words.skip("(") {
        words.enter()?;
        let inner = alternatives(words, true)?;
        words.word("the end of the parentheses: )", |word| (word == ")").then_some(()))?;
        words.leave();
        return Ok(inner);
    }
    let at = words.at_next();
    let rule = Rule::read(words)?;
    let refused = match &rule {
        // A bar behind it would belong to either.
        Rule::Combination(inner) if !may_combine && inner.quantity() != Quantity::Not => {
            Some(("( before a combination within another", inner.quantity().word()))
        }
        rule => rule.brings_cells().map(|word| ("a rule, and no cells", word)),
    };
    match refused {
        Some((expected, found)) => {
            words.point_at(at);
            Err(Words::unlike(expected, Some(found)))
        }
        None => Ok(vec![vec![rule]]),
    }
}

/// Writes rules that hold together, with combinations in parentheses.
fn write_together(f: &mut fmt::Formatter<'_>, rules: &[Rule]) -> fmt::Result {
    for (at, rule) in rules.iter().enumerate() {
        f.write_str(if at > 0 { " & " } else { "" })?;
        match rule {
            Rule::Combination(inner) if inner.quantity() != Quantity::Not => write!(f, "( {rule} )")?,
            _ => write!(f, "{rule}")?,
        }
    }
    Ok(())
}

impl fmt::Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quantity = self.quantity();
        write!(f, "{} ", quantity.word())?;
        match quantity {
            Quantity::SomeOf => write!(f, "{} ", self.how_many())?,
            Quantity::Not => {
                if let [rules] = &self.alternatives[..]
                    && let [_] = &rules[..]
                {
                    return write_together(f, rules);
                }
                f.write_str("( ")?;
            }
            Quantity::AnyOf | Quantity::AllOf => {}
        }
        let between = if quantity == Quantity::AllOf { " & " } else { " | " };
        for (at, rules) in self.alternatives.iter().enumerate() {
            f.write_str(if at > 0 { between } else { "" })?;
            write_together(f, rules)?;
        }
        f.write_str(if quantity == Quantity::Not { " )" } else { "" })
    }
}

impl Constrain for Combination {
    fn check(&self) -> Result<(), RuleError> {
        if self.alternatives.is_empty() || self.alternatives.iter().any(Vec::is_empty) {
            return Err(RuleError::Unlike { expected: "alternatives of one rule or more", found: "none".to_owned() });
        }
        self.check_count()?;
        check::within(self.depth() as i64, 1, DEEPEST as i64)?;
        self.rules().try_for_each(|rule| match rule.brings_cells() {
            Some(word) => Err(RuleError::Unlike { expected: "a rule, and no cells", found: word.to_owned() }),
            None => rule.as_constrain().check(),
        })
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.rules().flat_map(|rule| rule.as_constrain().cells(board)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let hold: Vec<Option<bool>> = self.alternatives.iter().map(|rules| self.holds(rules, board, digits)).collect();
        let count = |of: Option<bool>| hold.iter().filter(|&&holds| holds == of).count();
        let (true_ones, false_ones) = (count(Some(true)), count(Some(false)));
        let is_broken = true_ones > self.most || false_ones > self.alternatives.len() - self.least;
        if !is_broken {
            return None;
        }
        if self.quantity() != Quantity::AnyOf {
            let sentence = match self.quantity() {
                Quantity::SomeOf => format!("{} has {true_ones} that hold", self.sentence()),
                _ => format!("{} is broken", self.sentence()),
            };
            return Some(Breach { cells: self.cells(board), sentence });
        }
        let breach = |rule: &Rule| rule.as_constrain().breach(board, digits);
        let mut cells = Vec::new();
        for rules in &self.alternatives {
            cells.extend(rules.iter().find_map(breach)?.cells);
        }
        cells.sort_unstable();
        cells.dedup();
        Some(Breach { cells, sentence: format!("{} are all broken", self.sentence()) })
    }

    fn sentence(&self) -> String {
        let each = |rules: &Vec<Rule>| {
            let rules: Vec<String> = rules.iter().map(|rule| rule.as_constrain().sentence()).collect();
            rules.join(" and ")
        };
        let alternatives: Vec<String> = self.alternatives.iter().map(each).collect();
        let alternatives = alternatives.join(", ");
        match self.quantity() {
            Quantity::AnyOf => format!("the alternatives {alternatives}"),
            Quantity::AllOf => format!("the rules {alternatives}"),
            Quantity::Not => format!("the opposite of {alternatives}"),
            Quantity::SomeOf => format!("the choice of {} of {alternatives}", self.how_many()),
        }
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let count = self.alternatives.len();
        if self.least == count {
            return self.rules().try_for_each(|rule| rule.as_constrain().lower(board, to));
        }
        let mut held = Vec::with_capacity(count);
        for rules in &self.alternatives {
            let mut alternative = to.alternative();
            rules.iter().try_for_each(|rule| rule.as_constrain().lower(board, &mut alternative))?;
            held.push(alternative);
        }
        if self.least == 1 && self.most == count {
            return to.choice(held);
        }
        // Each case says of some alternatives that they hold, and of others that they do not.
        let sizes = match (self.least, self.most) {
            (0, most) => most..=most,
            (least, most) if most == count => least..=least,
            (least, most) => least..=most,
        };
        let (says_held, says_denied) = (self.least > 0, self.most < count);
        let cases = sizes.clone().fold(0_usize, |cases, size| cases.saturating_add(subsets_count(count, size)));
        if cases.saturating_mul(count) > MOST_RULES {
            return Err(RuleError::Unlike {
                expected: "fewer rules, since every choice of those that hold is a case of its own",
                found: format!("{cases} cases of {count} rules"),
            });
        }
        let mut denied = Vec::new();
        if says_denied {
            for alternative in &held {
                let mut denial = to.alternative();
                denial.either(alternative.denied(board)?)?;
                denied.push(denial);
            }
        }
        let (mut alternatives, mut constraints) = (Vec::with_capacity(cases), 0);
        for size in sizes {
            let mut chosen: Vec<usize> = (0..size).collect();
            loop {
                let mut case = to.alternative();
                for at in 0..count {
                    let is_held = chosen.binary_search(&at).is_ok();
                    if is_held && says_held {
                        case.join(&held[at])?;
                    } else if !is_held && says_denied {
                        case.join(&denied[at])?;
                    }
                }
                constraints += case.count() + 1;
                to.has_room(constraints)?;
                alternatives.push(case);
                if !next_subset(&mut chosen, count) {
                    break;
                }
            }
        }
        to.either(alternatives)
    }

    fn marks(&self, board: &Geometry) -> Vec<Mark> {
        let marks = |rules: &Vec<Rule>| -> Vec<Mark> {
            let marks = rules.iter().flat_map(|rule| rule.as_constrain().marks(board));
            marks.filter(|mark| !matches!(mark, Mark::Global(_))).collect()
        };
        let mut all: Vec<Mark> = match self.quantity() {
            // A picture of a rule says that the rule holds.
            Quantity::Not => Vec::new(),
            Quantity::AllOf | Quantity::SomeOf => self.alternatives.iter().flat_map(marks).collect(),
            Quantity::AnyOf => {
                let mut common = self.alternatives.first().map_or_else(Vec::new, marks);
                for rules in &self.alternatives {
                    let other = marks(rules);
                    common.retain(|mark| other.contains(mark));
                }
                common
            }
        };
        all.push(Mark::Global(self.to_string()));
        all
    }
}

/// The number of subsets of a size, or the largest number.
fn subsets_count(of: usize, size: usize) -> usize {
    (0..size.min(of - size))
        .try_fold(1_usize, |count, at| Some(count.checked_mul(of - at)? / (at + 1)))
        .unwrap_or(usize::MAX)
}

/// The next subset of the numbers below `of` in ascending order; returns whether there is another one.
fn next_subset(chosen: &mut [usize], of: usize) -> bool {
    let size = chosen.len();
    let Some(at) = (0..size).rev().find(|&at| chosen[at] < of - size + at) else { return false };
    chosen[at] += 1;
    for next in at + 1..size {
        chosen[next] = chosen[next - 1] + 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_counted_and_listed() {
        for of in 0..8 {
            for size in 0..=of {
                let mut chosen: Vec<usize> = (0..size).collect();
                let mut listed = vec![chosen.clone()];
                while next_subset(&mut chosen, of) {
                    listed.push(chosen.clone());
                }
                let by_bits: Vec<usize> =
                    (0..1_usize << of).filter(|bits| bits.count_ones() as usize == size).collect();
                assert_eq!(listed.len(), by_bits.len());
                assert_eq!(subsets_count(of, size), by_bits.len());
                assert!(listed.windows(2).all(|pair| pair[0] < pair[1]));
            }
        }
        assert_eq!(subsets_count(300, 150), usize::MAX);
    }

    #[test]
    fn combinations_are_read_and_written() {
        for line in [
            "anyof odd r1c1",
            "not odd r1c1",
            "not not odd r1c1",
            "not ( odd r1c1 & odd r1c2 )",
            "not ( odd r1c1 | odd r1c2 )",
            "not ( anyof odd r1c1 | odd r1c2 )",
            "allof odd r1c1 & odd r1c2",
            "anyof not odd r1c1 | not ( odd r1c2 & less r1c1 r1c2 ) & odd r1c3",
            "anyof ( allof odd r1c1 & odd r1c2 ) | odd r1c3",
            "someof 2 odd r1c1 | odd r1c2 & odd r1c3 | killer 5 r1c1 r1c2",
            "someof 1..2 odd r1c1 | odd r1c2 | odd r1c3",
            "someof >1 odd r1c1 | odd r1c2 | odd r1c3",
            "someof <3 odd r1c1 | odd r1c2 | odd r1c3",
            "someof 0..0 odd r1c1",
            "anyof ( someof 1 odd r1c1 | odd r1c2 ) & odd r1c4 | odd r1c3",
        ] {
            let expected = if line == "someof 0..0 odd r1c1" { "not odd r1c1" } else { line };
            assert_eq!(line.parse::<Rule>().map(|rule| rule.to_string()).as_deref(), Ok(expected), "{line}");
        }
        for (line, expected) in [
            ("anyof ( odd r1c1 & odd r1c2 ) | odd r1c3", "anyof odd r1c1 & odd r1c2 | odd r1c3"),
            ("anyof odd r1c1 & ( odd r1c2 | odd r1c3 )", "anyof odd r1c1 & ( anyof odd r1c2 | odd r1c3 )"),
            ("Some Of 1 odd r1c1 | odd r1c2 # one", "someof 1 odd r1c1 | odd r1c2"),
            ("someof 3..3 odd r1c1 | odd r1c2 | odd r1c3", "allof odd r1c1 & odd r1c2 & odd r1c3"),
            ("someof 1..9 odd r1c1", "expected a number from 1 to 1, found 9"),
            ("not odd r1c1 & odd r1c2", "expected the end of the line, found \"&\""),
            ("allof odd r1c1 | odd r1c2", "expected & between the rules of allof, found \"|\""),
            ("anyof anyof odd r1c1", "expected ( before a combination within another, found \"anyof\""),
            ("not ( odd r1c1", "expected the end of the parentheses: ), found nothing"),
            ("not chaos region", "expected a rule, and no cells, found \"chaos\""),
            ("someof 2 odd r1c1", "expected a number from 0 to 1, found 2"),
            ("someof odd r1c1", "expected how many: 2, 1..3, <3 or >1, found \"odd\""),
        ] {
            let read = line.parse::<Rule>().map_or_else(|error| error.to_string(), |rule| rule.to_string());
            assert_eq!(read, expected, "{line}");
        }
        let deep = format!("{}odd r1c1", "not ".repeat(40));
        assert!(deep.parse::<Rule>().unwrap_err().to_string().contains("at most 16"), "{deep}");
        let deep = format!("not {}odd r1c1{}", "( ".repeat(40), " )".repeat(40));
        assert!(deep.parse::<Rule>().unwrap_err().to_string().contains("at most 16"), "{deep}");
    }
}
