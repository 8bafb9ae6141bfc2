//! The numbers of the puzzles, dealt to the threads.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

use satdoku::Budget;
use satdoku::generate::{GenerateError, Generated, Recipe};

use crate::commands::generate::words::Shard;

/// Upper bound on finished puzzles that wait for an earlier puzzle.
const MOST_AHEAD: u64 = 1 << 14;

/// The numbers of puzzles that are still to be made.
#[derive(Debug)]
pub(crate) struct Numbers {
    first: u64,
    step: u64,
    next: u64,
    pub(super) left: u64,
    /// Numbers from here on would let too many puzzles wait for earlier ones.
    horizon: u64,
}

impl Numbers {
    /// The numbers of a part; `None` on overflow.
    pub(crate) fn new(skip: u64, count: u64, shard: Shard) -> Option<Self> {
        let end = skip.checked_add(count)?;
        let before = skip % shard.of;
        let ahead = if before <= shard.part { shard.part - before } else { shard.of - (before - shard.part) };
        let first = skip.saturating_add(ahead);
        let left = end.saturating_sub(first).div_ceil(shard.of);
        let horizon = first.saturating_add(MOST_AHEAD.saturating_mul(shard.of));
        Some(Self { first, step: shard.of, next: first, left, horizon })
    }

    /// The number of the next puzzle after the first `count` puzzles.
    pub(super) fn first_behind(&self) -> impl Fn(u64) -> u64 + Send + 'static {
        let (first, step) = (self.first, self.step);
        move |count| first.saturating_add(count.saturating_mul(step))
    }

    /// The place of a number in the order of printing.
    pub(crate) fn place(&self, number: u64) -> u64 {
        (number - self.first) / self.step
    }
}

/// State shared by the threads.
pub(crate) struct Shared {
    numbers: Mutex<Numbers>,
    /// Signalled when the horizon moves, or when there will be no more numbers.
    written: Condvar,
}

impl Shared {
    /// More threads would only take memory.
    pub(crate) const MOST_THREADS: u64 = 256;

    pub(crate) fn new(numbers: Numbers) -> Self {
        Self { numbers: Mutex::new(numbers), written: Condvar::new() }
    }

    /// Allows one further puzzle after one was written.
    pub(crate) fn advance(&self) {
        let mut numbers = self.numbers();
        numbers.horizon = numbers.horizon.saturating_add(numbers.step);
        self.written.notify_all();
    }

    pub(crate) fn numbers(&self) -> MutexGuard<'_, Numbers> {
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next number, if it is not too far ahead.
    fn next(&self) -> Option<u64> {
        let mut numbers = self.numbers();
        if numbers.left == 0 || numbers.next >= numbers.horizon {
            return None;
        }
        let number = numbers.next;
        // A number behind the last may overflow.
        numbers.next = number.saturating_add(numbers.step);
        numbers.left -= 1;
        Some(number)
    }

    /// Waits until a number may be available; false at the end.
    fn wait(&self) -> bool {
        let is_closed_in = |numbers: &mut Numbers| numbers.left > 0 && numbers.next >= numbers.horizon;
        let numbers = self.written.wait_while(self.numbers(), is_closed_in);
        numbers.unwrap_or_else(PoisonError::into_inner).left > 0
    }

    /// Hands out no more numbers.
    pub(crate) fn close(&self) {
        self.numbers().left = 0;
        self.written.notify_all();
    }

    pub(crate) fn work(&self, recipe: &Recipe, budget: &Budget, made: &mpsc::Sender<Result<Generated, GenerateError>>) {
        let mut has_more = true;
        while has_more {
            // The puzzles in the making are finished before it waits.
            let puzzles = match recipe.puzzles(std::iter::from_fn(|| self.next()), budget) {
                Ok(puzzles) => puzzles,
                Err(error) => return drop(made.send(Err(error))),
            };
            for generated in puzzles {
                let is_over = generated.is_err();
                if made.send(generated).is_err() || is_over {
                    return;
                }
            }
            has_more = self.wait();
        }
    }
}
