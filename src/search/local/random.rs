//! A small generator of pseudo-random numbers.

/// `SplitMix64` of G. Steele, D. Lea and C. Flood, *Fast splittable pseudorandom number generators* (2014).
///
/// Ten lines rather than a dependency: a seed has to give the same search for ever, which crates do not promise.
#[derive(Clone, Debug)]
pub(in crate::search::local) struct Random(u64);

impl Random {
    pub(in crate::search::local) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    #[inline]
    pub(in crate::search::local) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Maps 32 random bits to 0..n.
#[inline]
pub(in crate::search::local) fn below(n: usize, bits: u32) -> usize {
    ((n as u64 * u64::from(bits)) >> 32) as usize
}
