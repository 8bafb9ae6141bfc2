//! Patterns of digits: `regex (1|2)*3 : r1c1 …`.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::DFA;
use regex_automata::nfa::thompson::{self, pikevm::PikeVM};
use regex_automata::util::{start, syntax};
use regex_automata::{Anchored, MatchKind};
use satdoku_base::printable::commands;

use crate::constraint::Automaton;
use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits};
use crate::rule::constrain::{broken_unless, named, write_cells, write_name};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::mark::custom_line;
use crate::rule::words::Words;

/// The digits of cells, written one after another, match a pattern as a whole. Digits from 10 on are letters: `A` is 10, `a` 36.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regex {
    /// The setter's name for the rule.
    pub name: Option<String>,
    /// The pattern.
    pub pattern: String,
    /// The cells in order. A cell may be read several times.
    pub cells: Vec<Cell>,
}

/// The character of a value: 0 to 9, A to Z, a to z.
fn character(value: i64) -> Option<u8> {
    let characters = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    characters.get(usize::try_from(value).ok()?).copied()
}

/// Memory for the nondeterministic automaton of a pattern.
const MOST_BYTES: usize = 1 << 20;

/// The most bytes of a pattern; longer patterns are refused unparsed.
const MOST_LETTERS: usize = 1 << 15;

/// Memory for the part of the pattern's deterministic automaton that the cells can reach.
const MOST_CACHED: usize = 8 << 20;

/// The steps of building a state of the nondeterministic automaton, which is built again for each judgement.
const STEPS_OF_STATE: u64 = 16;

/// The states of the nondeterministic automaton that are visited in the time of a step.
const STATES_PER_STEP: u64 = 16;

impl Regex {
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let name = words.name()?;
        let pattern = words.raw_word("a pattern without blanks")?.to_owned();
        Self::check_pattern(&pattern).map_err(RuleError::Pattern)?;
        words.colon()?;
        Ok(Self { name, pattern, cells: words.cells(Taken::Any, 1)? })
    }

    /// Refuses a malformed pattern, and a pattern that is not one word of a line.
    fn check_pattern(pattern: &str) -> Result<(), String> {
        if pattern.len() > MOST_LETTERS {
            return Err(format!("expected a pattern of at most {MOST_LETTERS} bytes, found {}", pattern.len()));
        }
        let is_one_word = !matches!(pattern, "" | ":") && !pattern.contains(|c: char| c.is_whitespace() || commands(c));
        if !is_one_word || pattern.starts_with('"') {
            return Err(format!("expected a pattern without blanks and marks of direction, found {pattern:?}"));
        }
        match syntax::parse_with(pattern, &Self::syntax()) {
            Ok(_) => Ok(()),
            Err(error) => Err(format!("{pattern:?} is no pattern: {}", innermost(&error))),
        }
    }

    fn syntax() -> syntax::Config {
        syntax::Config::new().unicode(false).utf8(false).nest_limit(64)
    }

    /// The nondeterministic automaton of the pattern, or the reason why there is none.
    fn compiled(&self) -> Result<thompson::NFA, String> {
        // First without the added brackets: brackets of the pattern must not close them.
        syntax::parse_with(&self.pattern, &Self::syntax()).map_err(|error| innermost(&error))?;
        thompson::Compiler::new()
            .configure(thompson::Config::new().utf8(false).nfa_size_limit(Some(MOST_BYTES)))
            .syntax(Self::syntax())
            .build(&format!("^(?:{})$", self.pattern))
            .map_err(|error| innermost(&error))
    }

    /// The automaton for the digits of all cells. Of the pattern's deterministic automaton only the states that the cells reach
    /// are built.
    fn automaton(&self, board: &Geometry, to: &Lowered) -> Result<Arc<Automaton>, RuleError> {
        let nfa = self.compiled().map_err(RuleError::Pattern)?;
        let states = nfa.states().len() as u64;
        to.pay(STEPS_OF_STATE * states)?;
        let config = DFA::config()
            .match_kind(MatchKind::All)
            .cache_capacity(MOST_CACHED)
            .skip_cache_capacity_check(true)
            .minimum_cache_clear_count(Some(0));
        let dfa = DFA::builder().configure(config).build_from_nfa(nfa);
        let dfa = dfa.map_err(|error| RuleError::Pattern(innermost(&error)))?;
        let cache = RefCell::new(dfa.create_cache());
        let start = dfa.start_state(&mut cache.borrow_mut(), &start::Config::new().anchored(Anchored::Yes));
        let start = start.map_err(|error| RuleError::Pattern(error.to_string()))?;
        let failed = RefCell::new(None);
        let fails = |error: RuleError| *failed.borrow_mut() = Some(error);
        let too_large = || fails(RuleError::Pattern(format!("its automaton takes more than {MOST_CACHED} bytes")));
        let step = |&state: &LazyStateID, _: usize, value: i64| {
            if failed.borrow().is_some() {
                return None;
            }
            to.pay(states / STATES_PER_STEP).map_err(fails).ok()?;
            let next =
                dfa.next_state(&mut cache.borrow_mut(), state, character(value)?).map_err(|_| too_large()).ok()?;
            (!next.is_dead() && !next.is_quit()).then_some(next)
        };
        let accepts = |&state: &LazyStateID| {
            let end = dfa.next_eoi_state(&mut cache.borrow_mut(), state).map_err(|_| too_large());
            end.is_ok_and(|end| end.is_match())
        };
        let automaton = to.automaton_of(board, self.cells.len(), start, step, accepts)?;
        failed.into_inner().map_or(Ok(automaton), Err)
    }
}

/// The last line of an error's root cause.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string().lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
}

impl fmt::Display for Regex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("regex")?;
        write_name(f, self.name.as_ref())?;
        write!(f, " {} :", self.pattern)?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for Regex {
    fn check(&self) -> Result<(), RuleError> {
        check::name(self.name.as_ref())?;
        Self::check_pattern(&self.pattern).map_err(RuleError::Pattern)?;
        check::cells(&self.cells, Taken::Any, 1)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        broken_unless(self, board, digits, |values| {
            let text: Option<Vec<u8>> = values.iter().map(|&value| character(value)).collect();
            // Simulates the nondeterministic automaton, independently of the automaton that the rule is lowered to.
            let nfa = self.compiled().ok().and_then(|nfa| PikeVM::new_from_nfa(nfa).ok());
            text.zip(nfa).is_some_and(|(text, nfa)| nfa.is_match(&mut nfa.create_cache(), &text))
        })
    }

    fn sentence(&self) -> String {
        self.name.as_ref().map_or_else(|| format!("the pattern at {}", self.cells[0]), |name| named(name, &self.cells))
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let key = format!("regex {} {}", self.cells.len(), self.pattern);
        let automaton = to.shared_automaton(key, || self.automaton(board, to))?;
        to.reads(self.cells.clone(), &automaton)
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        custom_line(&self.cells, self.to_string())
    }
}
