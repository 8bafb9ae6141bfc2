//! Exact counting on any small board, cell by cell, without listing the solutions.
//!
//! Cells are filled in a fixed order. The filled cells constrain the open ones only through the *frontier*: for each digit, the set
//! of units that hold it, restricted to units with open cells. The names of digits do not matter for the frontier, even for clues,
//! once each clue is noted in its units. So a state is the sorted list of sets, stored with the number of ways that lead to it, and
//! digits with equal sets are tried once. This is dynamic programming over the cells, as for counting paths and tilings (D. E.
//! Knuth, *The Art of Computer Programming* 4A, 7.1.4, calls it the frontier method); sorting the states keeps their number small.
//! A state is dropped early when a digit loses its last place in a unit, or a cell its last digit.
//!
//! The number of states depends much on the order of the cells, so several orders are tried with few states allowed, and continue
//! with more if no order finishes. All keys are whole, and numbers of ways are of 128 bits and checked: a count is exact.
//!
//! # What it does not know
//! Rules beyond units, boards of more than 64 units or 16 digits, and solutions that are not drawn.

mod order;
mod plan;
mod states;
mod ways;

use std::cmp::Reverse;

use crate::budget::{Running, StopReason};
use crate::counting::frontier::order::{Order, orders};
use crate::counting::frontier::plan::Plan;
use crate::counting::frontier::states::{Ended, States};
pub(super) use crate::counting::frontier::ways::Walks;
use crate::counting::frontier::ways::Ways;
use crate::grid::Grid;
use crate::verdict::Count;

/// The most units and digits that a state has room for.
const MOST_UNITS: usize = 64;
const MOST_DIGITS: usize = 16;

/// States allowed in the first try of each order.
pub(crate) const FEW_STATES: u64 = 1 << 12;

/// The factor by which the allowed number of states grows in each round.
const GROWTH: u64 = 4;

/// The factor by which promising orders may have more states than the rest.
const LEAD: u64 = 8;

/// Beyond this number of allowed states, only the orders of either kind that came furthest go on; the states of the rest are
/// dropped.
const MANY_STATES: u64 = 1 << 15;
const KEPT: usize = 2;

/// Counts the solutions of a puzzle with a limited memory for states; `None` if the memory does not suffice or the method does not
/// apply: rules beyond units, too many units or digits, or numbers beyond 128 bits.
///
/// Time and memory grow with the number of states, which grows with the boards' width and with clues in all places: an empty board
/// of 2×4 has some hundred thousand at once.
///
/// ```
/// use satdoku::{Budget, Count, Grid, counting::frontier};
///
/// let empty: Grid = ".".repeat(36).parse()?;
/// let count = frontier::count(&empty, 1 << 20, &mut Budget::unlimited().start());
/// assert_eq!(count, Some(Count::exact(28_200_960)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn count(puzzle: &Grid, memory: u64, running: &mut Running) -> Option<Count> {
    count_within(puzzle, states::most_within(memory, puzzle.geometry().digit_count()), running)
}

/// Counts the solutions with a limited number of states at once.
#[must_use]
pub(crate) fn count_within(puzzle: &Grid, most_states: u64, running: &mut Running) -> Option<Count> {
    if !is_known(puzzle) {
        return None;
    }
    if puzzle.first_violation().is_some() {
        return Some(Count::exact(0));
    }
    let counted = match puzzle.geometry().digit_count() {
        0..=4 => Search::<4>::count(puzzle, most_states, running),
        5..=6 => Search::<6>::count(puzzle, most_states, running),
        7..=8 => Search::<8>::count(puzzle, most_states, running),
        9..=10 => Search::<10>::count(puzzle, most_states, running),
        _ => Search::<MOST_DIGITS>::count(puzzle, most_states, running),
    };
    match counted {
        Ok(number) => number.map(|number| Count::Exact(number.into())),
        Err(reason) => Some(Count::at_least(0, reason)),
    }
}

/// A source of random solutions of a puzzle, with a limited memory for states; `None` if the memory does not suffice or the method
/// does not apply.
///
/// # Errors
/// The budget ran out.
pub(super) fn walks(puzzle: &Grid, memory: u64, running: &mut Running) -> Result<Option<Box<dyn Walks>>, StopReason> {
    if !is_known(puzzle) || puzzle.first_violation().is_some() {
        return Ok(None);
    }
    let digits = puzzle.geometry().digit_count();
    let most_states = states::most_within(memory, digits);
    match digits {
        0..=4 => Search::<4>::walks(puzzle, most_states, running),
        5..=6 => Search::<6>::walks(puzzle, most_states, running),
        7..=8 => Search::<8>::walks(puzzle, most_states, running),
        9..=10 => Search::<10>::walks(puzzle, most_states, running),
        _ => Search::<MOST_DIGITS>::walks(puzzle, most_states, running),
    }
}

/// Whether states have room for a puzzle's units and digits, and the puzzle has no further rules.
fn is_known(puzzle: &Grid) -> bool {
    let board = puzzle.geometry();
    board.unit_count() <= MOST_UNITS && board.digit_count() <= MOST_DIGITS && puzzle.rules().constraints().is_empty()
}

/// The search with room for `N` digits.
struct Search<const N: usize>;

impl<const N: usize> Search<N> {
    /// The number of solutions; none where no order has few enough states.
    fn count(puzzle: &Grid, most_states: u64, running: &mut Running) -> Result<Option<u128>, StopReason> {
        Ok(Self::counted(puzzle, most_states, running)?.map(|(number, ..)| number))
    }

    /// The walks over all states of the order found.
    fn walks(puzzle: &Grid, most_states: u64, running: &mut Running) -> Result<Option<Box<dyn Walks>>, StopReason> {
        let Some((_, plan, order)) = Self::counted(puzzle, most_states, running)? else { return Ok(None) };
        let ways = Ways::<N>::new(puzzle, plan, order, most_states, running)?;
        Ok(ways.map(|ways| Box::new(ways) as Box<dyn Walks>))
    }

    /// The number of solutions, with the plan and the order that led to it.
    fn counted(
        puzzle: &Grid,
        most_states: u64,
        running: &mut Running,
    ) -> Result<Option<(u128, Plan, Vec<usize>)>, StopReason> {
        let mut tries: Vec<Try<N>> = orders(puzzle).into_iter().map(|order| Try::new(puzzle, order)).collect();
        let mut few = FEW_STATES.min(most_states);
        loop {
            let mut at = 0;
            while at < tries.len() {
                let allowed = if tries[at].order.leads { few.saturating_mul(LEAD).min(most_states) } else { few };
                if allowed == most_states {
                    // The memory suffices for one order; the remaining orders must begin anew if this order fails.
                    for (other, one) in tries.iter_mut().enumerate() {
                        if other != at {
                            one.restart();
                        }
                    }
                }
                let Try { states, plan, .. } = &mut tries[at];
                match states.advance(plan, allowed, running)? {
                    Ended::Counted(number) => {
                        let Try { plan, order, .. } = tries.swap_remove(at);
                        return Ok(Some((number, plan, order.cells)));
                    }
                    Ended::Overflowed => return Ok(None),
                    // Dropped to free its memory.
                    Ended::Full if allowed == most_states => drop(tries.remove(at)),
                    Ended::Full => at += 1,
                }
            }
            if tries.is_empty() {
                return Ok(None);
            }
            few = few.saturating_mul(GROWTH).min(most_states);
            if few > MANY_STATES {
                tries.sort_by_key(|one| Reverse(one.states.cells()));
                let mut kept = [0; 2];
                tries.retain(|one| {
                    let kept = &mut kept[usize::from(one.order.leads)];
                    *kept += 1;
                    *kept <= KEPT
                });
            }
        }
    }
}

/// An order being tried.
struct Try<const N: usize> {
    order: Order,
    plan: Plan,
    states: States<N>,
}

impl<const N: usize> Try<N> {
    fn new(puzzle: &Grid, order: Order) -> Self {
        let plan = Plan::new(puzzle, &order.cells);
        Self { states: States::new(&plan), plan, order }
    }

    /// Drops the states.
    fn restart(&mut self) {
        self.states = States::new(&self.plan);
    }
}
