//! Random numbers without bias: PCG64 by M. O'Neill (2014), as the crate `oorandom` has it, and numbers beyond a bound rejected.

use oorandom::Rand64;

use crate::nine;

/// The numbers of one sample: the same seed and stream give the same on every machine.
#[derive(Clone)]
pub(in crate::counting) struct Random(Rand64);

impl Random {
    /// The numbers of a stream of a seed.
    pub(in crate::counting) fn new(seed: u64, stream: u64) -> Self {
        // Neighbouring seeds of PCG begin alike, so both go through a mixer.
        let mut mixed = nine::Random::new(seed, stream);
        let start = u128::from(mixed.next()) << 64 | u128::from(mixed.next());
        Self(Rand64::new_inc(start, stream.into()))
    }

    /// A number from 0 to `bound` − 1, each exactly as likely.
    ///
    /// # Panics
    /// If the bound is 0.
    pub(in crate::counting) fn below(&mut self, bound: u128) -> u128 {
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

    /// The same for an index.
    pub(in crate::counting) fn index(&mut self, length: usize) -> usize {
        self.below(length as u128) as usize
    }

    /// One of some things, each exactly as likely.
    ///
    /// # Panics
    /// If there is none.
    pub(in crate::counting) fn one_of<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.index(things.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_below_their_bounds_and_all_come() {
        let random = &mut Random::new(7, 0);
        for bound in [1_u128, 2, 3, 10] {
            let mut seen = vec![0; bound as usize];
            (0..1000).for_each(|_| seen[random.below(bound) as usize] += 1);
            assert!(seen.iter().all(|&times| times > 50), "{seen:?}");
        }
        for bound in [u64::MAX.into(), u128::from(u64::MAX) + 1, u128::from(u64::MAX) + 2, 6 << 70, u128::MAX] {
            let most = (0..100).map(|_| random.below(bound)).max().unwrap();
            assert!(most < bound && most > bound / 10 * 8, "{bound}: {most}");
        }
        assert_ne!(Random::new(7, 0).below(u128::MAX), Random::new(7, 1).below(u128::MAX));
        assert_ne!(Random::new(7, 0).below(u128::MAX), Random::new(8, 0).below(u128::MAX));
    }
}
