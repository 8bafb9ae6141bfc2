//! Automata: `automaton 0 2 0/1,2/1 1/3/2 : r1c1 …`, and over groups of cells: `automaton 0 1 0/1/0 0/|/1 : r1c1 … : r2c1 …`.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use crate::constraint::Automaton;
use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, MAX_NUMBER, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits};
use crate::rule::constrain::{broken_unless, named, write_cells, write_name};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::mark::custom_line;
use crate::rule::words::Words;

/// A possibly nondeterministic automaton accepts the digits of cells in order. A cell may be read several times. Between two
/// groups of cells the automaton reads a break.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StateMachine {
    /// The setter's name for the rule.
    pub name: Option<String>,
    /// The initial states. Without any the rule is always broken.
    pub starts: BTreeSet<u32>,
    /// The accepting states. Without any the rule is always broken.
    pub accepts: BTreeSet<u32>,
    /// A state, the values of the edge, of which one may be [`BREAK`](Self::BREAK), and the next state.
    pub edges: Vec<(u32, BTreeSet<i64>, u32)>,
    /// The cells in order.
    pub cells: Vec<Cell>,
    /// The number of cells before each break, in ascending order.
    pub breaks: Vec<usize>,
}

/// The word of a break among the values of an edge.
const BREAK_WORD: &str = "|";

/// The word of a set without states.
const NO_STATES: &str = "none";

/// The most states, counted at each cell, that are told from states without a way to the end.
const MOST_TOLD: usize = 1 << 20;

/// The most states that are visited to make an automaton deterministic: as many may be in memory at once.
const MOST_LOOKED: usize = 1 << 22;

impl StateMachine {
    /// The value of an edge that reads a break.
    pub const BREAK: i64 = -1;

    /// The machine of an automaton over the values of cells from a first value on. State 0 is the first one, 1 accepts, the others
    /// follow layer by layer: the order that ISS gives them.
    pub(crate) fn of_layers(automaton: &Automaton, first: i64, cells: Vec<Cell>) -> Self {
        let last = (0..automaton.len()).map(|layer| automaton.states(layer)).sum::<usize>();
        let number = |state: usize| match state {
            0 => 0,
            state if state == last => 1,
            state => state as u32 + 1,
        };
        let mut before = 0;
        let mut edges: BTreeMap<(u32, u32), BTreeSet<i64>> = BTreeMap::new();
        for layer in 0..automaton.len() {
            let behind = before + automaton.states(layer);
            for (from, digit, to) in automaton.edges(layer) {
                let edge = (number(before + from), number(behind + to));
                edges.entry(edge).or_default().insert(first + count(digit));
            }
            before = behind;
        }
        let edges = edges.into_iter().map(|((from, to), values)| (from, values, to)).collect();
        Self { name: None, starts: [0].into(), accepts: [1].into(), edges, cells, breaks: Vec::new() }
    }

    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let name = words.name()?;
        let states = |word: &str| -> Option<BTreeSet<u32>> {
            if word == NO_STATES {
                return Some(BTreeSet::new());
            }
            word.split(',').map(|word| word.parse().ok()).collect()
        };
        let starts = words.word("the states in which it begins, such as 0", states)?;
        let accepts = words.word("the states in which it may end, such as 1,2", states)?;
        let mut edges = Vec::new();
        while words.peek().is_some_and(|word| word != ":") {
            edges.push(words.word("a state, values and a state, such as 0/1,2/1", |word| {
                let mut parts = word.split('/');
                let (from, values, to) = (parts.next()?, parts.next()?, parts.next()?);
                let values = values.split(',').map(read_value).collect::<Option<_>>()?;
                parts.next().is_none().then_some((from.parse().ok()?, values, to.parse().ok()?))
            })?);
        }
        words.colon()?;
        let (mut cells, mut breaks) = (words.cells(Taken::Any, 0)?, Vec::new());
        while words.skip(":") {
            breaks.push(cells.len());
            cells.extend(words.cells(Taken::Any, 0)?);
        }
        let machine = Self { name, starts, accepts, edges, cells, breaks };
        machine.check()?;
        Ok(machine)
    }

    /// The number of breaks behind each number of cells.
    fn breaks_behind(&self) -> Vec<usize> {
        let mut counts = vec![0; self.cells.len() + 1];
        for &cells in &self.breaks {
            if let Some(count) = counts.get_mut(cells) {
                *count += 1;
            }
        }
        counts
    }

    /// The values with the breaks between them.
    fn symbols(&self, values: &[i64]) -> Vec<i64> {
        let mut values = values.iter();
        let mut symbols = Vec::with_capacity(values.len() + self.breaks.len());
        for count in self.breaks_behind() {
            symbols.extend((0..count).map(|_| Self::BREAK));
            symbols.extend(values.next());
        }
        symbols
    }
}

fn read_value(word: &str) -> Option<i64> {
    if word == BREAK_WORD {
        return Some(StateMachine::BREAK);
    }
    word.parse().ok().filter(|value| (0..=MAX_NUMBER).contains(value))
}

fn write_states(f: &mut fmt::Formatter<'_>, states: &BTreeSet<u32>) -> fmt::Result {
    if states.is_empty() {
        return write!(f, " {NO_STATES}");
    }
    states.iter().enumerate().try_for_each(|(at, state)| write!(f, "{}{state}", if at > 0 { "," } else { " " }))
}

fn write_values(f: &mut fmt::Formatter<'_>, values: &BTreeSet<i64>) -> fmt::Result {
    values.iter().enumerate().try_for_each(|(at, &value)| {
        f.write_str(if at > 0 { "," } else { "" })?;
        if value == StateMachine::BREAK { f.write_str(BREAK_WORD) } else { write!(f, "{value}") }
    })
}

impl fmt::Display for StateMachine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("automaton")?;
        write_name(f, self.name.as_ref())?;
        write_states(f, &self.starts)?;
        write_states(f, &self.accepts)?;
        for (from, values, to) in &self.edges {
            write!(f, " {from}/")?;
            write_values(f, values)?;
            write!(f, "/{to}")?;
        }
        let mut begin = 0;
        for &end in self.breaks.iter().chain([&self.cells.len()]) {
            f.write_str(" :")?;
            write_cells(f, self.cells.get(begin..end).unwrap_or_default())?;
            begin = end;
        }
        Ok(())
    }
}

/// A number of cells or breaks, as a number of a rule.
fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl Constrain for StateMachine {
    fn check(&self) -> Result<(), RuleError> {
        check::name(self.name.as_ref())?;
        let values = |values: &BTreeSet<i64>| {
            check::numbers(values.iter().map(|&value| if value == Self::BREAK { 0 } else { value }))
        };
        self.edges.iter().try_for_each(|(_, of, _)| values(of))?;
        check::cells(&self.cells, Taken::Any, 1)?;
        let mut before = 0;
        for &cells in &self.breaks {
            check::within(count(cells), before, count(self.cells.len()))?;
            before = count(cells);
        }
        check::within(count(self.breaks.len()), 0, MAX_NUMBER)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        broken_unless(self, board, digits, |values| {
            // Backwards from the end: the states from which the remaining values are accepted.
            let mut good = self.accepts.clone();
            for value in self.symbols(values).iter().rev() {
                let leads = |edge: &&(u32, BTreeSet<i64>, u32)| edge.1.contains(value) && good.contains(&edge.2);
                good = self.edges.iter().filter(leads).map(|edge| edge.0).collect();
            }
            self.starts.iter().any(|state| good.contains(state))
        })
    }

    fn sentence(&self) -> String {
        self.name
            .as_ref()
            .map_or_else(|| format!("the automaton at {}", self.cells[0]), |name| named(name, &self.cells))
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let unnamed = Self { name: None, cells: Vec::new(), breaks: Vec::new(), ..self.clone() };
        let key = format!("{unnamed} {} {:?}", self.cells.len(), self.breaks);
        let automaton = to.shared_automaton(key, || self.automaton(board, to))?;
        to.reads(self.cells.clone(), &automaton)
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        custom_line(&self.cells, self.to_string())
    }
}

impl StateMachine {
    /// The deterministic automaton, whose states are sets of states.
    fn automaton(&self, board: &Geometry, to: &Lowered) -> Result<Arc<Automaton>, RuleError> {
        let mut leads: BTreeMap<(u32, i64), BTreeSet<u32>> = BTreeMap::new();
        for (from, values, to) in &self.edges {
            for &value in values {
                leads.entry((*from, value)).or_default().insert(*to);
            }
        }
        // Counts the states that each step visits, because a set may have all of them.
        let looked = std::cell::Cell::new(0);
        let failed = RefCell::new(None);
        let read = |states: &BTreeSet<u32>, value: i64| {
            let mut next = BTreeSet::new();
            for reached in states.iter().filter_map(|&state| leads.get(&(state, value))) {
                looked.set(looked.get() + reached.len());
                if failed.borrow().is_some() || looked.get() > MOST_LOOKED {
                    return None;
                }
                to.pay(reached.len() as u64).map_err(|error| *failed.borrow_mut() = Some(error)).ok()?;
                next.extend(reached);
            }
            (!next.is_empty()).then_some(next)
        };
        let breaks = self.breaks_behind();
        let read_breaks = |states: BTreeSet<u32>, cells: usize| {
            (0..breaks[cells]).try_fold(states, |states, _| read(&states, Self::BREAK))
        };
        let start = read_breaks(self.starts.clone(), 0).unwrap_or_default();
        let lead_on = self.states_that_lead_on(board, &breaks, to)?;
        let step = |states: &BTreeSet<u32>, place: usize, value: i64| {
            let mut next = read_breaks(read(states, value)?, place + 1)?;
            if let Some(good) = lead_on.get(place) {
                next.retain(|state| good.contains(state));
            }
            (!next.is_empty()).then_some(next)
        };
        let accepts = |states: &BTreeSet<u32>| states.iter().any(|state| self.accepts.contains(state));
        let automaton = to.automaton_of(board, self.cells.len(), start, step, accepts)?;
        if looked.get() > MOST_LOOKED {
            return Err(RuleError::TooLong(MOST_LOOKED as u64));
        }
        failed.into_inner().map_or(Ok(automaton), Err)
    }

    /// The states behind each cell from which the rest may be accepted: others only make sets of states differ. Empty for a
    /// machine with too many states for its cells.
    fn states_that_lead_on(
        &self,
        board: &Geometry,
        breaks: &[usize],
        to: &Lowered,
    ) -> Result<Vec<BTreeSet<u32>>, RuleError> {
        let states: BTreeSet<u32> = self.edges.iter().flat_map(|&(from, _, to)| [from, to]).collect();
        if states.len().saturating_mul(self.cells.len()) > MOST_TOLD {
            return Ok(Vec::new());
        }
        let digits = i64::from(board.first_digit().get())..=i64::from(board.last_digit().get());
        let before = |good: &BTreeSet<u32>, reads: &dyn Fn(&BTreeSet<i64>) -> bool| -> BTreeSet<u32> {
            let leads = |edge: &&(u32, BTreeSet<i64>, u32)| good.contains(&edge.2) && reads(&edge.1);
            self.edges.iter().filter(leads).map(|edge| edge.0).collect()
        };
        let mut good = self.accepts.clone();
        let mut found = Vec::with_capacity(self.cells.len());
        for place in (0..self.cells.len()).rev() {
            found.push(good.clone());
            to.pay(self.edges.len() as u64 * (1 + breaks[place + 1] as u64))?;
            for _ in 0..breaks[place + 1] {
                good = before(&good, &|values| values.contains(&Self::BREAK));
            }
            good = before(&good, &|values| values.iter().any(|value| digits.contains(value)));
        }
        found.reverse();
        Ok(found)
    }
}
