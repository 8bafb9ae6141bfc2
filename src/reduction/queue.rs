//! A queue without duplicates.

use std::collections::VecDeque;

use crate::reduction::bits::place_of;

/// A first-in, first-out queue of numbers below a bound; a number waits at most once.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    waiting: VecDeque<u32>,
    /// A bit for each number that may wait; empty if the queue is not used.
    is_waiting: Vec<u64>,
}

impl Queue {
    /// A queue of the numbers below `things`; with 0 nothing is ever queued.
    pub(super) fn new(things: usize) -> Self {
        Self { waiting: VecDeque::new(), is_waiting: vec![0; things.div_ceil(64)] }
    }

    #[inline]
    pub(super) fn push(&mut self, thing: usize) {
        let (word, bit) = place_of(thing);
        if let Some(word) = self.is_waiting.get_mut(word)
            && *word & bit == 0
        {
            *word |= bit;
            self.waiting.push_back(thing as u32);
        }
    }

    pub(super) fn pop(&mut self) -> Option<usize> {
        loop {
            let thing = self.waiting.pop_front()? as usize;
            if self.forget(thing) {
                return Some(thing);
            }
        }
    }

    /// Removes a number from the queue; returns whether it was waiting.
    pub(super) fn forget(&mut self, thing: usize) -> bool {
        let (word, bit) = place_of(thing);
        let Some(word) = self.is_waiting.get_mut(word) else { return false };
        let did_wait = *word & bit != 0;
        *word &= !bit;
        did_wait
    }
}
