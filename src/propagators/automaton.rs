//! Automata: a reason keeps the losses that cut the reachable states off from the accepting state.

use crate::bits::ones;
use crate::constraint::Automaton;
use crate::propagators::past::Past;

/// An automaton in a propagator, with its edges in tables.
pub(super) struct LazyAutomaton {
    digits: usize,
    /// For each layer the next state of each state and digit, or [`DEAD`].
    layers: Vec<Vec<u32>>,
}

const DEAD: u32 = u32::MAX;

impl LazyAutomaton {
    pub(super) fn new(automaton: &Automaton) -> Self {
        let digits = (0..automaton.len())
            .flat_map(|layer| automaton.edges(layer).map(|(_, digit, _)| digit + 1))
            .max()
            .unwrap_or_default();
        let table = |layer: usize| {
            let mut table = vec![DEAD; automaton.states(layer) * digits];
            for (from, digit, to) in automaton.edges(layer) {
                table[from * digits + digit] = to as u32;
            }
            table
        };
        let layers = (0..automaton.len()).map(table).collect();
        Self { digits, layers }
    }

    /// The next state of a state; `None` where nothing is accepted from there.
    fn next(&self, layer: usize, state: usize, digit: usize) -> Option<usize> {
        if digit >= self.digits {
            return None;
        }
        let to = self.layers[layer][state * self.digits + digit];
        (to != DEAD).then_some(to as usize)
    }

    /// The domains of a reason. States from which the later domains accept are known; going forward, a lost digit is given back if it
    /// leads from no reached state to such a state.
    pub(super) fn explain(&self, past: &Past, kept: &mut Vec<u64>) {
        kept.clear();
        kept.extend_from_slice(&past.now);
        if let Some((slot, digit)) = past.target {
            kept[slot] = past.denied(slot, digit);
        }
        let length = self.layers.len();
        let states = |layer: usize| if layer < length { self.layers[layer].len() / self.digits.max(1) } else { 1 };
        let mut accepting: Vec<Vec<bool>> = vec![Vec::new(); length + 1];
        accepting[length] = vec![true];
        for layer in (0..length).rev() {
            let behind = &accepting[layer + 1];
            let accepts = |state: usize| {
                ones(kept[layer]).any(|digit| self.next(layer, state, digit).is_some_and(|to| behind[to]))
            };
            accepting[layer] = (0..states(layer)).map(accepts).collect();
        }
        let mut reached = vec![0_usize];
        for layer in 0..length {
            let is_target = past.target.is_some_and(|(slot, _)| slot == layer);
            if !is_target {
                for digit in ones(past.base[layer] & !past.now[layer]) {
                    let leads =
                        |&state: &usize| self.next(layer, state, digit).is_some_and(|to| accepting[layer + 1][to]);
                    if !reached.iter().any(leads) {
                        kept[layer] |= 1 << digit;
                    }
                }
            }
            let mut is_reached = vec![false; states(layer + 1)];
            for &state in &reached {
                for digit in ones(kept[layer]) {
                    if let Some(to) = self.next(layer, state, digit) {
                        is_reached[to] = true;
                    }
                }
            }
            reached = (0..is_reached.len()).filter(|&state| is_reached[state]).collect();
        }
    }
}
