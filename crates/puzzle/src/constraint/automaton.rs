//! Layered deterministic automata over the digits of cells in order.
//!
//! Filtering is complete: a forward pass marks the reachable states, a backward pass the states from which the sequence can be
//! accepted (G. Pesant, *A regular language membership constraint for finite sequences of variables*, 2004).

use std::collections::HashMap;
use std::hash::Hash;

use crate::constraint::domain::{EmptyDomain, MOST_DIGITS};
use satdoku_base::bits::ones;

/// The most states of an automaton before minimisation; an automaton with more is refused.
const MOST_STATES: usize = 1 << 17;
/// The most transitions that are tried to build an automaton; an automaton that takes more is refused.
const MOST_EDGES: usize = 1 << 22;

/// The most states and transitions that are tried to build an automaton of different digits, and the most places of one: with more,
/// nearly all are tried in vain.
const MOST_OF_DIFFERENT_DIGITS: (usize, usize) = (1 << 14, 1 << 17);
const MOST_DIFFERENT_DIGITS: usize = 10;

/// The most words of states that filtering keeps on the stack.
const FEW_WORDS: usize = 64;

/// The most bundles of a state for which they are quicker than the table, on average of a layer.
const MOST_BUNDLES: usize = 3;

/// A state from which no sequence is accepted.
const DEAD: u32 = u32::MAX;

/// An automaton over sequences of a fixed number of digits, minimal in each layer. Its states are numbered layer by layer from 0;
/// it begins in state 0 of layer 0 and accepts in the only state of the last layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    digits: usize,
    /// For each layer the next state of each state and digit, or [`DEAD`].
    layers: Vec<Vec<u32>>,
    /// For each layer in which many digits lead to the same states, the digits that lead from a state to a state.
    bundles: Vec<Option<Bundles>>,
    /// The first word of each layer's states, a bit for each state; the last entry is the word of the accepting state.
    first_words: Vec<usize>,
}

/// The transitions of a layer, those with the same states as one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bundles {
    /// Where the transitions of each state begin, and behind them where the last end.
    starts: Vec<u32>,
    /// The next states.
    to: Vec<u32>,
    /// The digits, a bit each.
    digits: Vec<u64>,
}

impl Bundles {
    /// The bundles of a layer; `None` where a state has more of them than `MOST_BUNDLES` on average.
    fn of(layer: &[u32], digits: usize) -> Option<Self> {
        let mut bundles = Self { starts: vec![0], to: Vec::new(), digits: Vec::new() };
        let most = MOST_BUNDLES * (layer.len() / digits);
        for row in layer.chunks(digits) {
            let first = bundles.to.len();
            for (digit, &to) in row.iter().enumerate().filter(|&(_, &to)| to != DEAD) {
                if let Some(at) = bundles.to[first..].iter().position(|&known| known == to) {
                    bundles.digits[first + at] |= 1 << digit;
                } else {
                    bundles.to.push(to);
                    bundles.digits.push(1 << digit);
                }
            }
            if bundles.to.len() > most {
                return None;
            }
            bundles.starts.push(bundles.to.len() as u32);
        }
        Some(bundles)
    }
}

/// Why an automaton is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AutomatonError {
    /// More than the allowed number of states.
    #[error("its automaton would have more than {0} states")]
    States(usize),
    /// More than the allowed number of steps to build.
    #[error("its automaton would take more than {0} steps to make")]
    Steps(usize),
    /// No digit, or more digits than a domain has bits.
    #[error("expected an automaton over 1 to {MOST_DIGITS} digits, found {0}")]
    Digits(usize),
}

impl Automaton {
    /// The automaton of a sequence of digits. `step` takes a state, the place in the sequence and the index of a digit, and gives
    /// the next state, or `None` if no continuation can be accepted; `accepts` marks the accepting states at the end.
    ///
    /// Takes time and memory in the reachable states × the number of digits.
    ///
    /// # Errors
    /// If the automaton has more than some hundred thousand states or takes more than some million steps, or if there is no
    /// digit, or more than [`MOST_DIGITS`].
    pub fn layered<S: Clone + Eq + Hash>(
        length: usize,
        digits: usize,
        start: S,
        step: impl FnMut(&S, usize, usize) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Self, AutomatonError> {
        Self::layered_within((MOST_STATES, MOST_EDGES), length, digits, start, step, accepts)
    }

    /// The automaton, if it takes no more states and transitions.
    fn layered_within<S: Clone + Eq + Hash>(
        (most_states, most_edges): (usize, usize),
        length: usize,
        digits: usize,
        start: S,
        mut step: impl FnMut(&S, usize, usize) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Self, AutomatonError> {
        if !(1..=MOST_DIGITS).contains(&digits) {
            return Err(AutomatonError::Digits(digits));
        }
        let mut layers: Vec<Vec<u32>> = Vec::with_capacity(length);
        let mut states = vec![start];
        let (mut all_states, mut edges) = (1, 0);
        for place in 0..length {
            edges += states.len() * digits;
            if edges > most_edges {
                return Err(AutomatonError::Steps(most_edges));
            }
            let mut known: HashMap<S, u32> = HashMap::new();
            let mut next = Vec::new();
            let mut layer = Vec::with_capacity(states.len() * digits);
            for state in &states {
                for digit in 0..digits {
                    let Some(reached) = step(state, place, digit) else {
                        layer.push(DEAD);
                        continue;
                    };
                    let number = *known.entry(reached.clone()).or_insert_with(|| {
                        next.push(reached);
                        next.len() as u32 - 1
                    });
                    layer.push(number);
                }
                if all_states + next.len() > most_states {
                    return Err(AutomatonError::States(most_states));
                }
            }
            all_states += next.len();
            layers.push(layer);
            states = next;
        }
        let ends: Vec<u32> = states.iter().map(|state| if accepts(state) { 0 } else { DEAD }).collect();
        let layers = minimal(layers, ends, digits);
        let mut first_words = vec![0];
        for layer in &layers {
            first_words.push(first_words[first_words.len() - 1] + (layer.len() / digits).div_ceil(64).max(1));
        }
        let bundles = layers.iter().map(|layer| Bundles::of(layer, digits)).collect();
        Ok(Self { digits, layers, bundles, first_words })
    }

    /// The automaton without the sequences that hold a digit twice; `None` if it would be much larger. A state has, beside its own,
    /// the digits used so far.
    #[doc(hidden)]
    #[must_use]
    pub fn of_different_digits(&self) -> Option<Self> {
        if self.len() > MOST_DIFFERENT_DIGITS {
            return None;
        }
        let step = |&(state, used): &(u32, u64), place: usize, digit: usize| {
            let to = self.layers[place][state as usize * self.digits + digit];
            (to != DEAD && used >> digit & 1 == 0).then_some((to, used | 1 << digit))
        };
        Self::layered_within(MOST_OF_DIFFERENT_DIGITS, self.len(), self.digits, (0, 0), step, |_| true).ok()
    }

    /// How many digits a sequence has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.layers.len()
    }

    /// Whether the automaton reads no digit.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// The number of entries in the tables: one for each state and digit.
    #[must_use]
    pub(crate) fn table_len(&self) -> usize {
        self.layers.iter().map(Vec::len).sum()
    }

    /// The number of states in the layer before a digit.
    #[must_use]
    pub fn states(&self, layer: usize) -> usize {
        self.layers.get(layer).map_or(1, |layer| layer.len() / self.digits)
    }

    /// The edges of a layer: the state before, the index of the digit, the state after.
    pub fn edges(&self, layer: usize) -> impl Iterator<Item = (usize, usize, usize)> + use<'_> {
        let edges = self.layers[layer].iter().enumerate().filter(|(_, to)| **to != DEAD);
        edges.map(|(at, &to)| (at / self.digits, at % self.digits, to as usize))
    }

    /// The least and the greatest number of digits of a set, a bit each, in a sequence that is accepted; `None` if none is.
    pub(crate) fn count_of(&self, digits: u64) -> Option<(usize, usize)> {
        let mut reached = vec![Some((0, 0))];
        for layer in 0..self.len() {
            let mut next: Vec<Option<(usize, usize)>> = vec![None; self.states(layer + 1)];
            for (from, digit, to) in self.edges(layer) {
                let Some((least, most)) = reached[from] else { continue };
                let more = (digits >> digit & 1) as usize;
                let known = next[to].unwrap_or((usize::MAX, 0));
                next[to] = Some((known.0.min(least + more), known.1.max(most + more)));
            }
            reached = next;
        }
        reached[0]
    }

    pub(super) fn holds(&self, digits: &[usize]) -> bool {
        let next = |state: u32, (layer, &digit): (&Vec<u32>, &usize)| match state {
            DEAD => DEAD,
            state => layer[state as usize * self.digits + digit],
        };
        self.layers.iter().zip(digits).fold(0, next) != DEAD
    }

    pub(super) fn filter(&self, domains: &mut [u64]) -> Result<(), EmptyDomain> {
        // Usually few words, so without an allocation.
        let words = self.first_words[self.len()] + 1;
        let (mut few, mut many) = ([0; FEW_WORDS], Vec::new());
        let reached = if words <= FEW_WORDS {
            &mut few[..words]
        } else {
            many.resize(words, 0);
            &mut many[..]
        };
        self.filter_with(domains, reached)
    }

    /// Filters with a bit for each state of each layer, all unset at first: the forward pass sets the bits of reachable states,
    /// the backward pass clears those from which nothing is accepted.
    fn filter_with(&self, domains: &mut [u64], reached: &mut [u64]) -> Result<(), EmptyDomain> {
        reached[0] = 1;
        for (place, &domain) in domains.iter().enumerate() {
            let (before, behind) = reached.split_at_mut(self.first_words[place + 1]);
            for state in states_in(&before[self.first_words[place]..]) {
                self.each_step(place, state, domain, |to, _| behind[to as usize / 64] |= 1 << (to % 64));
            }
        }
        for (place, domain) in domains.iter_mut().enumerate().rev() {
            let mut supported = 0;
            let (before, behind) = reached.split_at_mut(self.first_words[place + 1]);
            let before = &mut before[self.first_words[place]..];
            for (word, states) in before.iter_mut().enumerate() {
                for bit in ones(*states) {
                    let mut onwards = 0;
                    self.each_step(place, 64 * word + bit, *domain, |to, digits| {
                        if behind[to as usize / 64] >> (to % 64) & 1 == 1 {
                            onwards |= digits;
                        }
                    });
                    supported |= onwards;
                    if onwards == 0 {
                        *states &= !(1 << bit);
                    }
                }
            }
            *domain = supported;
            if supported == 0 {
                return Err(EmptyDomain);
            }
        }
        Ok(())
    }

    /// Shows the next states of a state with the digits of a domain that lead there; a state may come several times.
    #[inline]
    fn each_step(&self, place: usize, state: usize, domain: u64, mut step: impl FnMut(u32, u64)) {
        if let Some(bundles) = &self.bundles[place] {
            let range = bundles.starts[state] as usize..bundles.starts[state + 1] as usize;
            for (&to, &digits) in bundles.to[range.clone()].iter().zip(&bundles.digits[range]) {
                if digits & domain != 0 {
                    step(to, digits & domain);
                }
            }
        } else {
            let row = &self.layers[place][state * self.digits..][..self.digits];
            for digit in ones(domain) {
                if row[digit] != DEAD {
                    step(row[digit], 1 << digit);
                }
            }
        }
    }
}

/// The numbers of the set bits in some words.
fn states_in(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(word, &bits)| ones(bits).map(move |bit| 64 * word + bit))
}

/// Merges equivalent states of each layer, from the last layer back; states that accept nothing are left out. A layer without
/// states gets a state without transitions.
fn minimal(layers: Vec<Vec<u32>>, ends: Vec<u32>, digits: usize) -> Vec<Vec<u32>> {
    let mut merged = ends;
    let mut minimal: Vec<Vec<u32>> = Vec::with_capacity(layers.len());
    for layer in layers.into_iter().rev() {
        let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut rows: Vec<u32> = Vec::new();
        let mut numbers = Vec::new();
        for row in layer.chunks(digits) {
            let row: Vec<u32> = row.iter().map(|&to| if to == DEAD { DEAD } else { merged[to as usize] }).collect();
            if row.iter().all(|&to| to == DEAD) {
                numbers.push(DEAD);
                continue;
            }
            let count = known.len() as u32;
            let number = *known.entry(row).or_insert_with_key(|row| {
                rows.extend(row);
                count
            });
            numbers.push(number);
        }
        if rows.is_empty() {
            rows = vec![DEAD; digits];
        }
        minimal.push(rows);
        merged = numbers;
    }
    minimal.reverse();
    minimal
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two adjacent digits of 0 to 2 are never equal, and the digit 2 comes at most once.
    fn example(length: usize) -> Automaton {
        let step = |&(last, seen): &(usize, bool), _: usize, digit: usize| {
            (digit != last && !(digit == 2 && seen)).then_some((digit, seen || digit == 2))
        };
        Automaton::layered(length, 3, (9, false), step, |_| true).unwrap()
    }

    fn is_good(digits: &[usize]) -> bool {
        digits.windows(2).all(|pair| pair[0] != pair[1]) && digits.iter().filter(|&&digit| digit == 2).count() <= 1
    }

    #[test]
    fn filtering_leaves_what_some_filling_has() {
        let automaton = example(4);
        let fillings: Vec<Vec<usize>> =
            (0..81).map(|number| (0..4).map(|place| number / 3_usize.pow(place) % 3).collect()).collect();
        for domains in
            (0..7_usize.pow(4)).map(move |number| (0..4).map(move |place| 1 + number as u64 / 7_u64.pow(place) % 7))
        {
            let domains: Vec<u64> = domains.collect();
            let mut expected = vec![0; 4];
            for filling in &fillings {
                let is_there = filling.iter().zip(&domains).all(|(&digit, domain)| domain >> digit & 1 == 1);
                if is_there && is_good(filling) {
                    filling.iter().zip(&mut expected).for_each(|(&digit, domain)| *domain |= 1 << digit);
                }
            }
            let mut filtered = domains.clone();
            let has_filling = automaton.filter(&mut filtered).is_ok();
            assert_eq!(has_filling, expected[0] != 0, "{domains:?}");
            assert!(!has_filling || filtered == expected, "{domains:?}");
        }
        assert!(fillings.iter().all(|filling| automaton.holds(filling) == is_good(filling)));
    }

    /// Layers with bundles and layers with tables: counted digits, then ascending ones.
    #[test]
    fn bundles_filter_as_tables_do() {
        let step = |&(count, last): &(usize, usize), place: usize, digit: usize| match place {
            0..4 => Some((count + usize::from(digit.is_multiple_of(3)), 0)),
            _ => (digit >= last).then_some((count, digit + 1)),
        };
        let automaton = Automaton::layered(8, 7, (0, 0), step, |&(count, last)| count + last >= 7).unwrap();
        let mut tables = automaton.clone();
        assert!(automaton.bundles[1].is_some() && automaton.bundles[4].is_none());
        tables.bundles.fill(None);
        let mut state = 3_u64;
        let (mut failed, mut filtered) = (0, 0);
        for _ in 0..5_000 {
            let mut domains = [0_u64; 8];
            for domain in &mut domains {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                *domain = (state >> 40 & state >> 50 & 0x7f).max(1);
            }
            let (mut one, mut other) = (domains, domains);
            let outcome = automaton.filter(&mut one);
            assert_eq!(outcome, tables.filter(&mut other), "{domains:?}");
            failed += u32::from(outcome.is_err());
            if outcome.is_ok() {
                assert_eq!(one, other, "{domains:?}");
                filtered += u32::from(one != domains);
            }
        }
        assert!(failed > 100 && filtered > 100, "{failed} {filtered}");
    }

    #[test]
    fn an_automaton_of_different_digits_accepts_no_digit_twice() {
        let sum =
            |total| Automaton::layered(4, 5, 0, |sum, _, digit| Some(sum + digit), move |&sum| sum == total).unwrap();
        for total in 0..=17 {
            let (automaton, different) = (sum(total), sum(total).of_different_digits().unwrap());
            for number in 0..5_usize.pow(4) {
                let digits: Vec<usize> = (0..4).map(|place| number / 5_usize.pow(place) % 5).collect();
                let differ = (0..4).all(|at| !digits[..at].contains(&digits[at]));
                assert_eq!(different.holds(&digits), differ && automaton.holds(&digits), "{total} {digits:?}");
            }
        }
        let long = |length| Automaton::layered(length, 16, (), |(), _, _| Some(()), |()| true).unwrap();
        assert!(long(4).of_different_digits().is_some());
        assert!(long(9).of_different_digits().is_none() && long(11).of_different_digits().is_none());
    }

    #[test]
    fn equal_states_are_merged_and_dead_ones_left_out() {
        let parity = Automaton::layered(6, 4, 0, |sum, _, digit| Some(sum + digit), |sum| sum % 2 == 0).unwrap();
        assert!((1..6).all(|layer| parity.states(layer) == 2));
        let none = Automaton::layered(3, 2, 0, |_, _, _| Some(0), |_| false).unwrap();
        assert!(!none.holds(&[0, 1, 0]) && none.filter(&mut [3, 3, 3]).is_err());
    }

    #[test]
    fn what_is_too_large_is_refused_by_name() {
        let bits = Automaton::layered(20, 4, 0_u64, |bits, _, digit| Some(bits << 2 | digit as u64), |_| true);
        assert_eq!(bits, Err(AutomatonError::States(MOST_STATES)));
        let long = Automaton::layered(MOST_EDGES / 64 + 1, 64, (), |(), _, _| Some(()), |()| true);
        assert_eq!(long, Err(AutomatonError::Steps(MOST_EDGES)));
        for digits in [0, 65] {
            let none = Automaton::layered(3, digits, (), |(), _, _| Some(()), |()| true);
            assert_eq!(none, Err(AutomatonError::Digits(digits)));
        }
    }
}
