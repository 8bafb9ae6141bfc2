//! Where all randomness comes from: PCG32 by M. O'Neill (2014), as the crate `oorandom` has it, whose numbers are
//! promised never to change.

use oorandom::Rand32;

/// A source of random numbers; the same seed and stream give the same numbers on every machine.
///
/// ```
/// use satdoku::generate::Random;
///
/// let mut random = Random::new(7, 0);
/// let order = random.shuffled(5);
/// assert_eq!(order, Random::new(7, 0).shuffled(5));
/// assert_ne!(order, Random::new(7, 1).shuffled(5));
/// ```
#[derive(Clone, Debug)]
pub struct Random(Rand32);

impl Random {
    /// The numbers of a stream of a seed: what puzzle `stream` is made from.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        // Neighbouring seeds of PCG begin alike, so both go through a mixer.
        Self(Rand32::new_inc(mix(seed ^ mix(stream)), stream))
    }

    /// A number from 0 to `bound` − 1, each as likely; 0 where the bound is 0 or 1.
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

/// The mixer of `SplitMix64` (G. Steele, D. Lea and C. Flood 2014): a bijection.
fn mix(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
