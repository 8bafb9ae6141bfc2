//! Sets of up to 64 things as words: digits of a cell, places of a unit.

/// The numbers of the bits that are set, ascending.
pub(in crate::logic) fn ones(mut word: u64) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let lowest = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(lowest)
    })
}

/// The number of the lowest bit that is set.
pub(in crate::logic) fn lowest(word: u64) -> usize {
    word.trailing_zeros() as usize
}

/// The lowest `count` bits; `count` is 64 at most.
pub(in crate::logic) fn low(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}
