//! Rules that a setter makes up: `relation abs(a-b)>=5 : r1c1 r1c2 …`, `allrelation …`, `pairs 1-2,2-1 : r1c1 r1c2 …`,
//! `regex (1|2)*3 : r1c1 …`, `automaton 0 2 0/1,2/1,1/3/2 : r1c1 …`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use regex_automata::dfa::{Automaton as _, StartKind, dense};
use regex_automata::util::primitives::StateID;
use regex_automata::util::{start, syntax};
use regex_automata::{Anchored, MatchKind};

use crate::geometry::{Cell, Geometry};
use crate::rule::constrain::{all_pairs, broken_unless, value, write_cells};
use crate::rule::expression::Expression;
use crate::rule::words::{MOST, SEVERAL, SOME, Words};
use crate::rule::{Breach, Constrain, Digits, End, Ink, LineWidth, Lowered, Mark, ParseRuleError, RuleError};

/// Which pairs of digits two cells may have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pairwise {
    test: Test,
    /// Whether it is said of all pairs of the cells, the one that is listed first being `a`; else of neighbours in the list.
    pub is_all: bool,
    /// The cells in order.
    pub cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Test {
    /// An expression, as it was written with one blank between words, and as it was read.
    Expression(String, Expression),
    /// The pairs.
    Table(BTreeSet<(i64, i64)>),
}

impl Test {
    fn allows(&self, a: i64, b: i64) -> bool {
        match self {
            Self::Expression(_, expression) => expression.is_true(a, b),
            Self::Table(pairs) => pairs.contains(&(a, b)),
        }
    }
}

impl Pairwise {
    /// Pairs of values that the cells may have.
    #[must_use]
    pub fn of_pairs(pairs: impl IntoIterator<Item = (i64, i64)>, is_all: bool, cells: Vec<Cell>) -> Self {
        Self { test: Test::Table(pairs.into_iter().collect()), is_all, cells }
    }

    pub(in crate::rule) fn read(keyword: &str, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let test = if keyword.ends_with("relation") {
            let begin = words.at_next();
            let mut text: Vec<&str> = Vec::new();
            while words.peek().is_some_and(|word| word != ":") {
                text.extend(words.next());
            }
            let text = text.join(" ");
            let expression = Expression::read(&text).map_err(|expected| {
                words.point_at(begin);
                Words::unlike(expected, Some(&text))
            })?;
            Test::Expression(text, expression)
        } else {
            let number = |word: &str| word.parse().ok().filter(|number| (0..=MOST).contains(number));
            let pair = |word: &str| {
                let (a, b) = word.split_once('-')?;
                Some((number(a)?, number(b)?))
            };
            let expected = "pairs of digits with commas between, such as 1-2,2-1";
            Test::Table(words.word(expected, |word| word.split(',').map(pair).collect())?)
        };
        words.colon()?;
        Ok(Self { test, is_all: keyword.starts_with("all"), cells: words.cells(2, SEVERAL)? })
    }

    fn pairs(&self) -> Vec<[Cell; 2]> {
        if self.is_all {
            return all_pairs(&self.cells).collect();
        }
        self.cells.windows(2).map(|pair| [pair[0], pair[1]]).collect()
    }
}

impl fmt::Display for Pairwise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_all { "all" } else { "" })?;
        match &self.test {
            Test::Expression(text, _) => write!(f, "relation {text}")?,
            Test::Table(pairs) => {
                f.write_str("pairs ")?;
                for (at, (a, b)) in pairs.iter().enumerate() {
                    write!(f, "{}{a}-{b}", if at > 0 { "," } else { "" })?;
                }
            }
        }
        f.write_str(" :")?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for Pairwise {
    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let breaks = |[a, b]: &[Cell; 2]| {
            let values = value(board, digits, *a).zip(value(board, digits, *b));
            values.is_some_and(|(a, b)| !self.test.allows(a, b))
        };
        let pair = self.pairs().into_iter().find(breaks)?;
        Some(Breach { cells: pair.to_vec(), sentence: format!("{} is broken", self.sentence()) })
    }

    fn sentence(&self) -> String {
        match &self.test {
            Test::Expression(text, _) => format!("the relation {text} at {}", self.cells[0]),
            Test::Table(_) => format!("the pairs at {}", self.cells[0]),
        }
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let allowed = to.table(board, |a, b| self.test.allows(a, b));
        self.pairs().into_iter().try_for_each(|pair| to.relation(pair, &allowed))
    }
}

/// The digits of cells, written one behind another, match a pattern as a whole. Digits from 10 on are letters: `A` is 10, `a` 36.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regex {
    /// The pattern.
    pub pattern: String,
    /// The cells in order.
    pub cells: Vec<Cell>,
}

/// The character of a value: 0 to 9, A to Z, a to z.
fn character(value: i64) -> Option<u8> {
    let characters = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    characters.get(usize::try_from(value).ok()?).copied()
}

/// Memory for the automaton of a pattern.
const MOST_BYTES: usize = 8 << 20;

impl Regex {
    pub(in crate::rule) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let pattern = words.word("a pattern without blanks", |word| (word != ":").then(|| word.to_owned()))?;
        let regex = Self { pattern, cells: Vec::new() };
        let compiled = regex.compiled();
        compiled.map_err(|why| ParseRuleError::Pattern(format!("{:?} is no pattern: {why}", regex.pattern)))?;
        words.colon()?;
        Ok(Self { cells: words.cells(1, SOME)?, ..regex })
    }

    /// The deterministic automaton of the pattern, or why it has none.
    fn compiled(&self) -> Result<dense::DFA<Vec<u32>>, String> {
        let syntax = syntax::Config::new().unicode(false).utf8(false).nest_limit(64);
        // By itself first: brackets of the pattern must not close those that are put round it.
        syntax::parse_with(&self.pattern, &syntax).map_err(|error| innermost(&error))?;
        let config = dense::Config::new()
            .match_kind(MatchKind::All)
            .start_kind(StartKind::Anchored)
            .dfa_size_limit(Some(MOST_BYTES))
            .determinize_size_limit(Some(MOST_BYTES));
        let thompson = regex_automata::nfa::thompson::Config::new().utf8(false).nfa_size_limit(Some(MOST_BYTES));
        dense::Builder::new()
            .configure(config)
            .thompson(thompson)
            .syntax(syntax)
            .build(&format!("^(?:{})$", self.pattern))
            .map_err(|error| innermost(&error))
    }
}

/// The last line of what an error comes from.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string().lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
}

impl fmt::Display for Regex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "regex {} :", self.pattern)?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for Regex {
    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        broken_unless(self, board, digits, |values| {
            let text: Option<Vec<u8>> = values.iter().map(|&value| character(value)).collect();
            let pattern = format!("^(?:{})$", self.pattern);
            // Simulated state by state, not by the automaton that the rule is lowered to.
            let nfa = regex_automata::nfa::thompson::pikevm::PikeVM::builder()
                .syntax(syntax::Config::new().unicode(false).utf8(false))
                .build(&pattern);
            text.zip(nfa.ok()).is_some_and(|(text, nfa)| nfa.is_match(&mut nfa.create_cache(), &text))
        })
    }

    fn sentence(&self) -> String {
        format!("the pattern at {}", self.cells[0])
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let dfa = self.compiled().map_err(RuleError::Pattern)?;
        let start = dfa.start_state(&start::Config::new().anchored(Anchored::Yes));
        let start = start.map_err(|error| RuleError::Pattern(error.to_string()))?;
        let step = |&state: &StateID, _: usize, value: i64| {
            let next = dfa.next_state(state, character(value)?);
            (!dfa.is_dead_state(next) && !dfa.is_quit_state(next)).then_some(next)
        };
        let accepts = |&state: &StateID| dfa.is_match_state(dfa.next_eoi_state(state));
        to.automaton(board, self.cells.clone(), start, step, accepts)
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        custom_line(&self.cells, self.to_string())
    }
}

/// The digits of cells in order are accepted by an automaton, which may be at several states at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StateMachine {
    /// The states in which it begins.
    pub starts: BTreeSet<u32>,
    /// The states in which it may end.
    pub accepts: BTreeSet<u32>,
    /// A state, the values that lead on from it, and the state that they lead to.
    pub edges: Vec<(u32, BTreeSet<i64>, u32)>,
    /// The cells in order.
    pub cells: Vec<Cell>,
}

/// States that are looked at to make an automaton deterministic.
const MOST_LOOKED: usize = 1 << 25;

impl StateMachine {
    pub(in crate::rule) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let states = |word: &str| -> Option<BTreeSet<u32>> { word.split(',').map(|word| word.parse().ok()).collect() };
        let starts = words.word("the states in which it begins, such as 0", states)?;
        let accepts = words.word("the states in which it may end, such as 1,2", states)?;
        let mut edges = Vec::new();
        while words.peek().is_some_and(|word| word != ":") {
            edges.push(words.word("a state, values and a state, such as 0/1,2/1", |word| {
                let mut parts = word.split('/');
                let (from, values, to) = (parts.next()?, parts.next()?, parts.next()?);
                let value = |word: &str| word.parse().ok().filter(|value| (0..=MOST).contains(value));
                let values = values.split(',').map(value).collect::<Option<_>>()?;
                parts.next().is_none().then_some((from.parse().ok()?, values, to.parse().ok()?))
            })?);
        }
        words.colon()?;
        Ok(Self { starts, accepts, edges, cells: words.cells(1, SOME)? })
    }
}

fn write_states(f: &mut fmt::Formatter<'_>, states: &BTreeSet<u32>) -> fmt::Result {
    states.iter().enumerate().try_for_each(|(at, state)| write!(f, "{}{state}", if at > 0 { "," } else { " " }))
}

impl fmt::Display for StateMachine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("automaton")?;
        write_states(f, &self.starts)?;
        write_states(f, &self.accepts)?;
        for (from, values, to) in &self.edges {
            write!(f, " {from}/")?;
            let mut values = values.iter();
            values.next().map_or(Ok(()), |value| write!(f, "{value}"))?;
            values.try_for_each(|value| write!(f, ",{value}"))?;
            write!(f, "/{to}")?;
        }
        f.write_str(" :")?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for StateMachine {
    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        broken_unless(self, board, digits, |values| {
            // Backwards from the ends: the states from which the rest is accepted.
            let mut good = self.accepts.clone();
            for value in values.iter().rev() {
                let leads = |edge: &&(u32, BTreeSet<i64>, u32)| edge.1.contains(value) && good.contains(&edge.2);
                good = self.edges.iter().filter(leads).map(|edge| edge.0).collect();
            }
            self.starts.iter().any(|state| good.contains(state))
        })
    }

    fn sentence(&self) -> String {
        format!("the automaton at {}", self.cells[0])
    }

    /// Its states are the sets of states that it can be at.
    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let mut leads: BTreeMap<(u32, i64), BTreeSet<u32>> = BTreeMap::new();
        for (from, values, to) in &self.edges {
            for &value in values {
                leads.entry((*from, value)).or_default().insert(*to);
            }
        }
        // How many states each step looks at is counted, for a set may have all of them.
        let looked = std::cell::Cell::new(0);
        let step = |states: &BTreeSet<u32>, _: usize, value: i64| {
            let mut next = BTreeSet::new();
            for to in states.iter().filter_map(|&state| leads.get(&(state, value))) {
                looked.set(looked.get() + to.len());
                next.extend(to);
            }
            (!next.is_empty() && looked.get() <= MOST_LOOKED).then_some(next)
        };
        let accepts = |states: &BTreeSet<u32>| states.iter().any(|state| self.accepts.contains(state));
        let automaton = to.automaton_of(board, self.cells.len(), self.starts.clone(), step, accepts)?;
        if looked.get() > MOST_LOOKED {
            return Err(RuleError::TooLong(MOST_LOOKED as u64));
        }
        to.reads(self.cells.clone(), &automaton)
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        custom_line(&self.cells, self.to_string())
    }
}

/// A line, and what it means below the picture.
fn custom_line(cells: &[Cell], meaning: String) -> Vec<Mark> {
    let ends = [End::Circle, End::Plain];
    let line = Mark::Line { cells: cells.to_vec(), width: LineWidth::Thin, ink: Ink::Red, ends };
    vec![line, Mark::Global(meaning)]
}
