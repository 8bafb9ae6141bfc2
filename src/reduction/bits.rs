//! Sets of small numbers as bits in words of 64.

/// The word and the bit of a number.
#[inline]
pub(crate) fn place_of(index: usize) -> (usize, u64) {
    (index / 64, 1 << (index % 64))
}

/// The numbers of the bits that are set, ascending.
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = usize> + use<'_> {
    words.iter().enumerate().flat_map(|(word, &bits)| {
        let mut bits = bits;
        std::iter::from_fn(move || {
            let lowest = (bits != 0).then(|| 64 * word + bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(lowest)
        })
    })
}

/// The smallest number of a set.
#[inline]
pub(crate) fn lowest(words: &[u64]) -> Option<usize> {
    let word = words.iter().position(|&bits| bits != 0)?;
    Some(64 * word + words[word].trailing_zeros() as usize)
}

/// Takes the smallest number out of a set.
pub(crate) fn take_lowest(words: &mut [u64]) -> Option<usize> {
    let lowest = lowest(words)?;
    words[lowest / 64] &= words[lowest / 64] - 1;
    Some(lowest)
}
