//! Random numbers for dives: `SplitMix64` by G. Steele, D. Lea and C. Flood (2014), a counter that is mixed.

/// The numbers of one dive.
#[derive(Clone, Copy)]
pub(crate) struct Random(u64);

impl Random {
    /// The numbers of a stream of a seed.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        Self(mix(mix(seed) ^ stream.wrapping_mul(0xd1b5_4a32_d192_ed03)))
    }

    /// A number below a bound, which is small: the bias is below its 2³²nd part.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A number of 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }
}

fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
