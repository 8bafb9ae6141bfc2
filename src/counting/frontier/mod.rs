//! The number of solutions of any small board, cell by cell: exact, without a list.
//!
//! Cells are filled in a fixed order. What the cells so far leave for the others is, for each digit, the set of units that hold it,
//! as far as these have cells left: the *frontier*. How the digits are named makes no difference to it, not even where some have
//! clues, once each clue is noted in its units: so states are kept with the sets in ascending order, each with
//! the number of ways that lead to it, and digits with equal sets are tried once. This is dynamic programming over
//! the cells, as for counting paths and tilings (D. E. Knuth, *The Art of Computer Programming* 4A, 7.1.4, calls it the frontier
//! method); the sorted state is what makes it small. A digit that has lost its last place in a unit, or a cell its last digit, ends
//! a state early.
//!
//! How many states there are depends much on the order, so several are tried with few states allowed, and go on with more where
//! none is through. All keys are whole, and numbers of ways are of 128 bits and checked: a count is exact.
//!
//! # What it does not know
//! Rules beyond units, boards of more than 64 units or 16 digits, and what the solutions are, but for those that are drawn.

mod order;
mod plan;
mod states;
mod ways;

use std::cmp::Reverse;

use crate::budget::{Running, StopReason};
use crate::counting::frontier::order::{Order, orders};
use crate::counting::frontier::plan::Plan;
use crate::counting::frontier::states::{Ended, States};
pub(in crate::counting) use crate::counting::frontier::ways::Walks;
use crate::counting::frontier::ways::Ways;
use crate::grid::Grid;
use crate::verdict::Count;

/// The most units and digits that a state has room for.
const MOST_UNITS: usize = 64;
const MOST_DIGITS: usize = 16;

/// So many states are allowed for the first try of each order.
pub const FEW_STATES: u64 = 1 << 12;

/// All orders go on with so many times more.
const GROWTH: u64 = 4;

/// Orders that are likely to be the best are allowed so many times more than the others.
const LEAD: u64 = 8;

/// Once the others are allowed more than so many states, only some of either kind go on, those that came furthest: the rest's states
/// are given up.
const MANY_STATES: u64 = 1 << 15;
const KEPT: usize = 2;

/// Counts the solutions of a puzzle with so much memory for states; none where that does not suffice, or the puzzle is none for this
/// method: rules beyond units, many units or digits, or numbers beyond 128 bits.
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

/// The same with so many states at once.
#[must_use]
pub fn count_within(puzzle: &Grid, most_states: u64, running: &mut Running) -> Option<Count> {
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

/// What is needed to draw solutions of a puzzle, with so much memory for states; none where that does not suffice or the puzzle is none
/// for this method.
///
/// # Errors
/// The budget ran out.
pub(in crate::counting) fn walks(
    puzzle: &Grid,
    memory: u64,
    running: &mut Running,
) -> Result<Option<Box<dyn Walks>>, StopReason> {
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

/// Whether states have room for a puzzle's units and digits, and it has no other rules.
fn is_known(puzzle: &Grid) -> bool {
    let board = puzzle.geometry();
    board.unit_count() <= MOST_UNITS && board.digit_count() <= MOST_DIGITS && puzzle.rules().constraints().is_empty()
}

/// The search with room for so many digits.
struct Search<const N: usize>;

impl<const N: usize> Search<N> {
    /// The number of solutions; none where no order has few enough states.
    fn count(puzzle: &Grid, most_states: u64, running: &mut Running) -> Result<Option<u128>, StopReason> {
        Ok(Self::counted(puzzle, most_states, running)?.map(|(number, ..)| number))
    }

    /// The same with all states of the order.
    fn walks(puzzle: &Grid, most_states: u64, running: &mut Running) -> Result<Option<Box<dyn Walks>>, StopReason> {
        let Some((_, plan, order)) = Self::counted(puzzle, most_states, running)? else { return Ok(None) };
        let ways = Ways::<N>::new(puzzle, plan, order, most_states, running)?;
        Ok(ways.map(|ways| Box::new(ways) as Box<dyn Walks>))
    }

    /// The number of solutions, and the order that was found for it.
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
                    // The memory is for one: should it not suffice, the others begin anew.
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
                    // The others need the room.
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

/// An order that is being tried.
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

    /// Gives up its states.
    fn restart(&mut self) {
        self.states = States::new(&self.plan);
    }
}
