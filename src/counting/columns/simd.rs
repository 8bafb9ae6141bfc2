//! The products in vectors of x86-64.
//!
//! The `unsafe` blocks rest on the argument of the 9×9 kernel: an [`Avx2`] or an [`Avx512Words`] exists only on a machine with the
//! instructions (`vectors`); and loads go through references to arrays of exactly the vector's size and are
//! of the unaligned kind.
#![allow(unsafe_code, reason = "vector instructions cannot be reached otherwise")]
#![allow(clippy::inline_always, reason = "vector instructions are enabled for the outermost function only")]

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_add_epi64, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_mul_epu32,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_srli_epi64, _mm256_storeu_si256, _mm512_add_epi32,
    _mm512_add_epi64, _mm512_loadu_si512, _mm512_madd_epi16, _mm512_mul_epu32, _mm512_set1_epi64, _mm512_setzero_si512,
    _mm512_srli_epi64, _mm512_storeu_si512,
};

use crate::counting::columns::rows::{LINE, Pair, Rows};
use crate::vectors::{Avx2, Avx512Words};

/// The products by a proof that the machine has the instructions.
pub(super) trait Products {
    /// The sum over the pairs of weight times product, no lane of 64 bits of which overflows.
    fn sum(self, pairs: &[Pair], one: &Rows<'_>, other: &Rows<'_>) -> u128;
}

impl Products for Avx2 {
    fn sum(self, pairs: &[Pair], one: &Rows<'_>, other: &Rows<'_>) -> u128 {
        #[target_feature(enable = "avx2")]
        fn with_vectors(pairs: &[Pair], one: &Rows<'_>, other: &Rows<'_>) -> [u64; 8] {
            let (mut even, mut odd) = (_mm256_setzero_si256(), _mm256_setzero_si256());
            for pair in pairs {
                let mut product = _mm256_setzero_si256();
                for (one, other) in one.row(pair.one).iter().zip(other.row(pair.other)) {
                    let (one, other) = (halves(one), halves(other));
                    for half in 0..2 {
                        product = _mm256_add_epi32(product, _mm256_madd_epi16(one[half], other[half]));
                    }
                }
                let weight = _mm256_set1_epi64x(pair.weight.into());
                even = _mm256_add_epi64(even, _mm256_mul_epu32(product, weight));
                odd = _mm256_add_epi64(odd, _mm256_mul_epu32(_mm256_srli_epi64::<32>(product), weight));
            }
            let mut lanes = [0; 8];
            for (lanes, sum) in lanes.as_chunks_mut::<4>().0.iter_mut().zip([even, odd]) {
                // SAFETY: the reference is good for 256 bits.
                unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), sum) }
            }
            lanes
        }

        #[inline(always)]
        fn halves(line: &[i16; LINE]) -> [__m256i; 2] {
            let halves: &[[i16; 16]] = line.as_chunks().0;
            // SAFETY: called where the machine has the instruction; the references are good for 256 bits.
            unsafe { [_mm256_loadu_si256(halves[0].as_ptr().cast()), _mm256_loadu_si256(halves[1].as_ptr().cast())] }
        }

        // SAFETY: `self` proves that the machine has the feature.
        let lanes = unsafe { with_vectors(pairs, one, other) };
        lanes.into_iter().map(u128::from).sum()
    }
}

impl Products for Avx512Words {
    fn sum(self, pairs: &[Pair], one: &Rows<'_>, other: &Rows<'_>) -> u128 {
        #[target_feature(enable = "avx512f,avx512bw")]
        fn with_vectors(pairs: &[Pair], one: &Rows<'_>, other: &Rows<'_>) -> [u64; 16] {
            let (mut even, mut odd) = (_mm512_setzero_si512(), _mm512_setzero_si512());
            for pair in pairs {
                let mut product = _mm512_setzero_si512();
                for (one, other) in one.row(pair.one).iter().zip(other.row(pair.other)) {
                    product = _mm512_add_epi32(product, _mm512_madd_epi16(whole(one), whole(other)));
                }
                let weight = _mm512_set1_epi64(pair.weight.into());
                even = _mm512_add_epi64(even, _mm512_mul_epu32(product, weight));
                odd = _mm512_add_epi64(odd, _mm512_mul_epu32(_mm512_srli_epi64::<32>(product), weight));
            }
            let mut lanes = [0; 16];
            for (lanes, sum) in lanes.as_chunks_mut::<8>().0.iter_mut().zip([even, odd]) {
                // SAFETY: the reference is good for 512 bits.
                unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), sum) }
            }
            lanes
        }

        #[inline(always)]
        fn whole(line: &[i16; LINE]) -> __m512i {
            // SAFETY: called where the machine has the instruction; the reference is good for 512 bits.
            unsafe { _mm512_loadu_si512(line.as_ptr().cast()) }
        }

        // SAFETY: `self` proves that the machine has the features.
        let lanes = unsafe { with_vectors(pairs, one, other) };
        lanes.into_iter().map(u128::from).sum()
    }
}
