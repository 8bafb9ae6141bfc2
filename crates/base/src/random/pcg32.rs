//! PCG32, whose numbers are those of puzzles.

use oorandom::Rand32;

use crate::random::split_mix64::SplitMix64;

/// A source of random numbers; the same seed and stream give the same numbers on every machine.
///
/// The generator is PCG-XSH-RR 64/32 by M. O'Neill, *PCG: a family of simple fast space-efficient statistically good algorithms for
/// random number generation* (2014), as the crate `oorandom` has it, whose numbers are promised never to change.
///
/// ```
/// use satdoku_base::random::Pcg32;
///
/// let mut random = Pcg32::new(7, 0);
/// let order = random.shuffled(5);
/// assert_eq!(order, Pcg32::new(7, 0).shuffled(5));
/// assert_ne!(order, Pcg32::new(7, 1).shuffled(5));
/// ```
#[derive(Clone, Debug)]
pub struct Pcg32(Rand32);

impl Pcg32 {
    /// The numbers of a stream of a seed: what puzzle `stream` is made from.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        // Neighbouring seeds of PCG begin alike, so the seed and the stream go through a mixer.
        let mix = |seed| SplitMix64::new(seed).next_u64();
        Self(Rand32::new_inc(mix(seed ^ mix(stream)), stream))
    }

    /// A number from 0 to `bound` − 1, each as likely (D. Lemire 2019); 0 where the bound is 0 or 1.
    ///
    /// # Panics
    /// If the bound is more than 2³² − 1.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u32::try_from(bound).expect("bounds are cells, digits and lines of a board");
        if bound < 2 { 0 } else { self.0.rand_range(0..bound) as usize }
    }

    /// Puts a slice into random order, every order as likely (R. Fisher and F. Yates 1938, R. Durstenfeld 1964).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// The numbers from 0 to `count` − 1 in random order.
    pub fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        self.shuffle(&mut order);
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded: a seed that somebody wrote down gives the same puzzles for ever.
    #[test]
    fn the_first_numbers_stay() {
        for (seed, stream, wide, narrow, order) in [
            (0, 0, [2_448_696_444, 4_097_796_744], [0, 1, 0, 4, 35, 195], [2, 8, 7, 1, 4, 3, 0, 5, 6]),
            (7, 0, [979_708_840, 2_656_761_543], [0, 0, 1, 1, 45, 949], [7, 6, 4, 5, 8, 2, 0, 1, 3]),
            (7, 1, [4_201_756_204, 917_038_487], [0, 0, 1, 1, 54, 257], [1, 5, 6, 4, 8, 0, 2, 3, 7]),
            (u64::MAX, 12_345, [4_074_515_207, 2_706_039_443], [0, 1, 1, 8, 60, 791], [0, 5, 8, 3, 6, 7, 4, 2, 1]),
        ] {
            let mut random = Pcg32::new(seed, stream);
            assert_eq!([(); 2].map(|()| random.below(u32::MAX as usize)), wide, "{seed} {stream}");
            assert_eq!([1, 2, 3, 9, 81, 1_000].map(|bound| random.below(bound)), narrow, "{seed} {stream}");
            assert_eq!(random.shuffled(9), order, "{seed} {stream}");
        }
    }
}
