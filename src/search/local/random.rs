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
    pub(in crate::search::local) fn draw(&mut self) -> Draw {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Draw(z ^ (z >> 31))
    }
}

/// Random bits, read as a fraction below one, from which one number after another is taken.
pub(in crate::search::local) struct Draw(u64);

impl Draw {
    /// A number in 0..n: what the fraction times n has before the point; what it has behind goes on. Unfair by n in 2⁶⁴.
    #[inline]
    pub(in crate::search::local) fn below(&mut self, n: usize) -> usize {
        let product = u128::from(self.0) * n as u128;
        self.0 = product as u64;
        (product >> 64) as usize
    }

    /// The upper half of the bits that are left: as good as random while the product of the n before is far below 2³².
    #[inline]
    pub(in crate::search::local) fn rest(&self) -> u32 {
        (self.0 >> 32) as u32
    }
}
