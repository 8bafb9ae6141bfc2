//! Solutions drawn at random from the states of all cells.
//!
//! The states after each cell are kept, each with its number of ways to a solution. A solution is then a walk: at each cell every
//! digit leads to a state, and is taken with a chance in proportion to its ways. The walks are equally likely.

use crate::budget::{Running, StopReason};
use crate::counting::frontier::plan::Plan;
use crate::counting::frontier::states::{Layer, States};
use crate::grid::Grid;
use crate::random::Pcg64;

/// A puzzle whose solutions can be drawn as random walks.
pub(crate) trait Walks: Send + Sync {
    /// The number of solutions.
    fn total(&self) -> u128;

    /// The digits of a random solution, by index + 1. The puzzle must have a solution.
    fn draw(&self, random: &mut Pcg64) -> Vec<u16>;
}

/// The states of an order, layer by layer.
pub(super) struct Ways<const N: usize> {
    plan: Plan,
    order: Vec<usize>,
    clues: Vec<u16>,
    /// The states before the first cell and after each cell, with their ways to a solution.
    layers: Vec<Layer<N>>,
}

impl<const N: usize> Ways<N> {
    /// The ways of an order; `None` if its layers have more than `most_states` states together, or a number is beyond 128 bits.
    pub(super) fn new(
        puzzle: &Grid,
        plan: Plan,
        order: Vec<usize>,
        most_states: u64,
        running: &mut Running,
    ) -> Result<Option<Self>, StopReason> {
        let mut layers: Vec<Layer<N>> = vec![States::<N>::start(&plan)];
        let mut states = 1;
        for step in &plan.steps {
            let mut next = Layer::<N>::default();
            for state in layers.last().expect("there is a first").keys() {
                running.tick()?;
                States::<N>::for_each_next(plan.digits, step, state, |next_state, _| {
                    next.insert(next_state, 0);
                    true
                });
                if states + next.len() as u64 > most_states {
                    return Ok(None);
                }
            }
            states += next.len() as u64;
            layers.push(next);
        }
        // A state behind the last cell is a solution.
        for ways in layers.last_mut().expect("there is a first").values_mut() {
            *ways = 1;
        }
        for (at, step) in plan.steps.iter().enumerate().rev() {
            let (before, after) = layers.split_at_mut(at + 1);
            for (state, ways) in &mut before[at] {
                running.tick()?;
                let mut sum = Some(0_u128);
                States::<N>::for_each_next(plan.digits, step, state, |next, alike| {
                    let further = after[0].get(&next).copied().unwrap_or(0);
                    sum = sum.zip(further.checked_mul(alike)).and_then(|(sum, further)| sum.checked_add(further));
                    sum.is_some()
                });
                let Some(sum) = sum else { return Ok(None) };
                *ways = sum;
            }
            before[at].retain(|_, ways| *ways > 0);
        }
        Ok(Some(Self { plan, order, clues: puzzle.ordinals().collect(), layers }))
    }
}

impl<const N: usize> Walks for Ways<N> {
    fn total(&self) -> u128 {
        self.layers[0].values().sum()
    }

    fn draw(&self, random: &mut Pcg64) -> Vec<u16> {
        let mut ordinals = self.clues.clone();
        let mut sets = self.plan.start.clone();
        let mut ways = Vec::with_capacity(sets.len());
        for ((step, &cell), layer) in self.plan.steps.iter().zip(&self.order).zip(&self.layers[1..]) {
            let next = |sets: &[u64], digit: usize| {
                let mut next = [u64::MAX; N];
                next[..sets.len()].copy_from_slice(sets);
                next[digit] |= step.units;
                for set in &mut next[..sets.len()] {
                    *set &= step.kept;
                }
                next
            };
            ways.clear();
            ways.extend((0..sets.len()).map(|digit| {
                if sets[digit] & step.units != 0 {
                    return 0;
                }
                let mut key = next(&sets, digit);
                key[..sets.len()].sort_unstable();
                layer.get(&key).copied().unwrap_or(0)
            }));
            let mut number = random.below(ways.iter().sum());
            let digit = ways.iter().position(|&ways| {
                let is_here = number < ways;
                number -= if is_here { 0 } else { ways };
                is_here
            });
            let digit = digit.expect("a number below the sum of all ways");
            let after = next(&sets, digit);
            let count = sets.len();
            sets.copy_from_slice(&after[..count]);
            ordinals[cell] = digit as u16 + 1;
        }
        ordinals
    }
}
