//! The inner loop: products of rows of 16-bit numbers, each times a weight, summed.
//!
//! Rows are padded with zeros to whole [`LINE`]s. The numbers are at most [`MAX_FILLS`], so the products of a row of [`LONGEST`] numbers
//! fit 32 bits in each of four lanes, and so in every implementation.

use crate::counting::columns::band::MAX_FILLS;
use crate::counting::columns::rows::{LINE, Pair, Rows};
#[cfg(target_arch = "x86_64")]
use crate::counting::columns::simd::Products;
#[cfg(target_arch = "x86_64")]
use crate::vectors::{Avx2, Avx512Words};

/// The longest rows.
pub(super) const LONGEST: usize = 1024;

const _: () = assert!((LONGEST / 4) as u64 * (MAX_FILLS as u64 * MAX_FILLS as u64) < 1 << 31);

/// The implementation of the products; the results are equal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Machine {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512Words),
}

impl Machine {
    /// All implementations that this machine supports, fastest first.
    pub(super) fn all() -> Vec<Self> {
        let mut all = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(Avx512Words::detect().map(Self::Avx512));
            all.extend(Avx2::detect().map(Self::Avx2));
        }
        all.push(Self::Portable);
        all
    }

    /// The sum over the pairs of weight times product.
    pub(super) fn sum(self, pairs: &[Pair], one: &Rows<'_>, other: &Rows<'_>) -> u128 {
        debug_assert!(one.lines == other.lines && one.lines * LINE <= LONGEST);
        let Some(heaviest) = pairs.iter().map(|pair| pair.weight).max() else { return 0 };
        // Upper bound on the pairs that cannot overflow a 64-bit lane.
        let lane = (one.lines * LINE / 4) as u64 * u64::from(MAX_FILLS) * u64::from(MAX_FILLS);
        let safe = u64::MAX / (lane * u64::from(heaviest.max(1))).max(1);
        let part = |pairs: &[Pair]| match self {
            Self::Portable => portable(pairs, one, other),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(machine) => machine.sum(pairs, one, other),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(machine) => machine.sum(pairs, one, other),
        };
        pairs.chunks(usize::try_from(safe).unwrap_or(usize::MAX)).map(part).sum()
    }
}

fn portable(pairs: &[Pair], one: &Rows<'_>, other: &Rows<'_>) -> u128 {
    let product = |pair: &Pair| {
        let (one, other) = (one.row(pair.one).as_flattened(), other.row(pair.other).as_flattened());
        let product: i32 = one.iter().zip(other).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
        // Without a sign the sum of a row has room: 1,024 times 1,728 squared is below 2 to the 32nd.
        u128::from(u64::from(product.cast_unsigned()) * u64::from(pair.weight))
    };
    pairs.iter().map(product).sum()
}
