//! What waits to be looked at.

use std::collections::VecDeque;

use crate::reduction::bits::place_of;

/// Numbered things, each of which waits in it at most once; first in, first out.
#[derive(Clone, Debug)]
pub(in crate::reduction) struct Queue {
    waiting: VecDeque<u32>,
    /// A bit for each thing that may wait; empty where the queue is not used.
    is_waiting: Vec<u64>,
}

impl Queue {
    /// A queue of so many things; with 0 nothing is ever queued.
    pub(in crate::reduction) fn new(things: usize) -> Self {
        Self { waiting: VecDeque::new(), is_waiting: vec![0; things.div_ceil(64)] }
    }

    #[inline]
    pub(in crate::reduction) fn push(&mut self, thing: usize) {
        let (word, bit) = place_of(thing);
        if let Some(word) = self.is_waiting.get_mut(word)
            && *word & bit == 0
        {
            *word |= bit;
            self.waiting.push_back(thing as u32);
        }
    }

    pub(in crate::reduction) fn pop(&mut self) -> Option<usize> {
        loop {
            let thing = self.waiting.pop_front()? as usize;
            if self.forget(thing) {
                return Some(thing);
            }
        }
    }

    /// Lets a thing wait no longer; whether it did.
    pub(in crate::reduction) fn forget(&mut self, thing: usize) -> bool {
        let (word, bit) = place_of(thing);
        let Some(word) = self.is_waiting.get_mut(word) else { return false };
        let did_wait = *word & bit != 0;
        *word &= !bit;
        did_wait
    }
}
