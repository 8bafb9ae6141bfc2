//! `SplitMix64`, whose numbers are those of dives and of local search.

/// A counter that is mixed: G. Steele, D. Lea and C. Flood, *Fast splittable pseudorandom number generators* (2014).
///
/// Twenty lines rather than a dependency: a seed has to give the same search for ever, which crates do not promise.
#[derive(Clone, Copy, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The numbers of a seed.
    #[inline]
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The numbers of a stream of a seed.
    #[inline]
    #[must_use]
    pub fn of_stream(seed: u64, stream: u64) -> Self {
        Self(mix(mix(seed) ^ stream.wrapping_mul(0xd1b5_4a32_d192_ed03)))
    }

    /// A number of 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below a bound, which is small: the bias is below its 2³²nd part.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.next_u64() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A number of 64 bits from which several small numbers are taken.
    #[inline]
    pub fn draw(&mut self) -> Draw {
        Draw(self.next_u64())
    }
}

/// The mixer: a bijection, D. Stafford's variant 13 of the finalizer of `MurmurHash3` by A. Appleby.
#[inline]
fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Random bits, read as a fraction below one, from which one number after another is taken.
#[derive(Debug)]
pub struct Draw(u64);

impl Draw {
    /// A number in 0..n: what the fraction times n has before the point; what it has behind goes on. Unfair by n in 2⁶⁴.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        let product = u128::from(self.0) * n as u128;
        self.0 = product as u64;
        (product >> 64) as usize
    }

    /// The upper half of the bits that are left: as good as random while the product of the n before is far below 2³².
    #[inline]
    pub fn rest(&self) -> u32 {
        (self.0 >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded: a seed that somebody wrote down gives the same search for ever.
    #[test]
    fn the_first_draws_stay() {
        for (seed, draws) in [
            (0, [(3_793_791_033, 7, 949, 64, 2_487_592_425), (1_853_398_634, 3, 883, 60, 3_907_768_966)]),
            (7, [(1_674_306_020, 3, 508, 37, 3_807_820_238), (72_105_175, 0, 151, 7, 2_863_502_051)]),
            (u64::MAX, [(3_839_455_607, 8, 45, 39, 1_670_254_548), (3_919_575_143, 8, 213, 30, 1_552_288_610)]),
        ] {
            let mut random = SplitMix64::new(seed);
            let draw = |random: &mut SplitMix64| {
                let mut draw = random.draw();
                (draw.rest(), draw.below(9), draw.below(1_000), draw.below(81), draw.rest())
            };
            assert_eq!([(); 2].map(|()| draw(&mut random)), draws, "{seed}");
        }
    }

    /// Recorded: a seed that somebody wrote down gives the same estimates for ever.
    #[test]
    fn the_first_numbers_of_a_stream_stay() {
        for (seed, stream, wide, narrow) in [
            (0, 0, [16_294_208_416_658_607_535, 7_960_286_522_194_355_700], [0, 1, 0, 2, 14, 771]),
            (7, 0, [13_019_073_220_954_770_443, 8_057_604_665_378_085_418], [0, 0, 2, 6, 61, 873]),
            (7, 1, [8_109_372_290_387_231_692, 11_636_773_984_895_872_406], [0, 1, 2, 4, 38, 872]),
            (u64::MAX, 12_345, [13_854_226_158_467_380_469, 15_662_885_899_917_943_253], [0, 0, 0, 3, 74, 621]),
        ] {
            let mut random = SplitMix64::of_stream(seed, stream);
            assert_eq!([(); 2].map(|()| random.next_u64()), wide, "{seed} {stream}");
            assert_eq!([1, 2, 3, 9, 81, 1_000].map(|bound| random.below(bound)), narrow, "{seed} {stream}");
        }
    }
}
