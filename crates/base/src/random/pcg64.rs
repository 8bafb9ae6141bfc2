//! PCG64: its numbers draw the samples, and its fractions randomize `cdcl`.

use oorandom::Rand64;

use crate::random::split_mix64::SplitMix64;

/// PCG-XSL-RR 128/64 by M. O'Neill, *PCG: a family of simple fast space-efficient statistically good algorithms for random number
/// generation* (2014), as the crate `oorandom` has it, whose numbers are promised never to change.
///
/// Numbers below a bound have no bias at all: a number that is not below the bound is drawn anew.
#[derive(Clone, Debug)]
pub struct Pcg64(Rand64);

impl Pcg64 {
    /// The numbers of a stream of a seed.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        // Neighbouring seeds of PCG begin alike, so the seed and the stream go through a mixer.
        let mut mixed = SplitMix64::of_stream(seed, stream);
        let start = u128::from(mixed.next_u64()) << 64 | u128::from(mixed.next_u64());
        Self(Rand64::new_inc(start, stream.into()))
    }

    /// The numbers of a seed as it is, in the stream that `oorandom` takes where none is asked for.
    #[must_use]
    pub fn unmixed(seed: u64) -> Self {
        Self(Rand64::new(seed.into()))
    }

    /// A fraction of 53 bits, at least 0 and below 1.
    pub fn fraction(&mut self) -> f64 {
        self.0.rand_float()
    }

    /// A number from 0 to `bound` − 1, each exactly as likely.
    ///
    /// # Panics
    /// If the bound is 0.
    pub fn below(&mut self, bound: u128) -> u128 {
        let most = bound.checked_sub(1).expect("a number below 0");
        let mask = u128::MAX.checked_shr(most.leading_zeros()).unwrap_or(0);
        loop {
            let low = u128::from(self.0.rand_u64());
            let number = if mask > u64::MAX.into() { u128::from(self.0.rand_u64()) << 64 | low } else { low } & mask;
            if number <= most {
                return number;
            }
        }
    }

    /// An index from 0 to `length` − 1, each exactly as likely.
    ///
    /// # Panics
    /// If the length is 0.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u128) as usize
    }

    /// One of some things, each exactly as likely.
    ///
    /// # Panics
    /// If the slice is empty.
    pub fn one_of<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.index(things.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_below_their_bounds_and_all_come() {
        let random = &mut Pcg64::new(7, 0);
        for bound in [1_u128, 2, 3, 10] {
            let mut seen = vec![0; bound as usize];
            (0..1000).for_each(|_| seen[random.below(bound) as usize] += 1);
            assert!(seen.iter().all(|&times| times > 50), "{seen:?}");
        }
        for bound in [u64::MAX.into(), u128::from(u64::MAX) + 1, u128::from(u64::MAX) + 2, 6 << 70, u128::MAX] {
            let most = (0..100).map(|_| random.below(bound)).max().unwrap();
            assert!(most < bound && most > bound / 10 * 8, "{bound}: {most}");
        }
        assert_ne!(Pcg64::new(7, 0).below(u128::MAX), Pcg64::new(7, 1).below(u128::MAX));
        assert_ne!(Pcg64::new(7, 0).below(u128::MAX), Pcg64::new(8, 0).below(u128::MAX));
    }

    /// Recorded: a seed that somebody wrote down gives the same samples for ever.
    #[test]
    fn the_first_numbers_stay() {
        let widest = [u128::MAX, 6 << 70];
        for (seed, stream, wide, narrow, index, one) in [
            (0, 0, [0xed0c_23f4_602d_da53_c91c_8676_b7c5_8c41, 0x148_9b89_9936_d71a_41c2], [0, 7, 546], 69, 1),
            (7, 0, [0xa7ba_be3a_a09d_6fe3_c99d_ebe3_2838_0ade, 0x5f_e00c_de0a_e83b_04d3], [0, 0, 345], 15, 4),
            (7, 1, [0x7cae_bbbb_3db6_4efd_480d_963e_0311_dbab, 0x94_acd7_e58f_5a97_a6fc], [0, 6, 383], 33, 4),
            (
                u64::MAX,
                12_345,
                [0x96ca_ff13_7d7a_558a_faa0_ffc7_00c4_3e99, 0x118_86a8_765f_4cc1_dd8e],
                [0, 4, 7],
                27,
                2,
            ),
        ] {
            let mut random = Pcg64::new(seed, stream);
            assert_eq!(widest.map(|bound| random.below(bound)), wide, "{seed} {stream}");
            assert_eq!([1, 10, 1_000].map(|bound| random.below(bound)), narrow, "{seed} {stream}");
            assert_eq!((random.index(81), *random.one_of(&[1, 2, 3, 4, 5])), (index, one), "{seed} {stream}");
        }
    }

    /// Recorded: the fractions from which `cdcl` makes the first scores of variables.
    #[test]
    fn the_first_fractions_stay() {
        for (seed, bits) in [
            (0, [4_599_771_865_955_491_910, 4_559_015_323_242_705_920, 4_581_892_541_958_117_536]),
            (7, [4_601_236_683_704_308_492, 4_597_766_397_705_335_720, 4_601_244_717_227_074_828]),
            (u64::MAX, [4_586_605_105_491_859_808, 4_605_732_621_782_712_901, 4_598_634_152_249_523_700]),
        ] {
            let mut random = Pcg64::unmixed(seed);
            assert_eq!([(); 3].map(|()| random.fraction().to_bits()), bits, "{seed}");
        }
    }
}
