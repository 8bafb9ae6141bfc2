//! The same words in vectors of x86-64: the only file of this crate with `unsafe` code. In the root package `counting::columns::simd`
//! has `unsafe` code too.
//!
//! Every `unsafe` block rests on either of two arguments:
//!
//! * *The machine has the instruction.* Code that holds an [`Avx2`] or an [`Avx512`], as every method does in `self`, runs on a
//!   machine that has the feature (`vectors`). The operations here take and return vectors and touch no memory.
//! * *The memory is there.* Loads and stores go through a reference to an array of exactly the vector's size,
//!   and are of the unaligned kind.
#![allow(unsafe_code, reason = "vector instructions cannot be reached otherwise")]
#![allow(clippy::inline_always, reason = "vector instructions are enabled for the outermost function only")]

use std::arch::x86_64::{
    __m256i, __m512i, _mm_cvtsi32_si128, _mm256_and_si256, _mm256_andnot_si256, _mm256_blendv_epi8,
    _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_loadu_si256, _mm256_movemask_ps, _mm256_or_si256,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_sll_epi32, _mm256_srl_epi32, _mm256_storeu_si256, _mm512_and_si512,
    _mm512_andnot_si512, _mm512_cmpeq_epi32_mask, _mm512_cmpneq_epi32_mask, _mm512_loadu_si512, _mm512_mask_or_epi32,
    _mm512_or_si512, _mm512_set1_epi32, _mm512_slli_epi32, _mm512_srli_epi32, _mm512_storeu_si512,
    _mm512_ternarylogic_epi32, _mm512_test_epi32_mask,
};

use satdoku_base::vectors::{Avx2, Avx512};

use crate::lanes::Machine;
use crate::sweep::{Signals, States, Sweep, sweep};

/// Writes operations on vectors in terms of instructions.
macro_rules! operations {
    ($($name:ident($($argument:ident),+) = $body:expr;)+) => {$(
        #[inline(always)]
        fn $name(self, $($argument: Self::Word),+) -> Self::Word {
            // SAFETY: `self` proves that the machine has the instruction, which accesses no memory.
            unsafe { $body }
        }
    )+};
}

impl Sweep<8> for Avx2 {
    fn sweep(self, states: &mut States<8>) -> Signals {
        #[target_feature(enable = "avx2")]
        fn with_vectors(machine: Avx2, states: &mut States<8>) -> Signals {
            sweep(machine, states)
        }
        // SAFETY: `self` proves that the machine has the feature.
        unsafe { with_vectors(self, states) }
    }
}

impl Machine for Avx2 {
    type Word = __m256i;
    type Lanes = [u32; 8];

    #[inline(always)]
    fn load(self, lanes: &[u32; 8]) -> __m256i {
        // SAFETY: `self` proves that the machine has the instruction; the reference is good for 256 bits.
        unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, lanes: &mut [u32; 8], word: __m256i) {
        // SAFETY: as for `load`, and the array is borrowed exclusively.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), word) }
    }

    #[inline(always)]
    fn splat(self, bits: u32) -> __m256i {
        // SAFETY: `self` proves that the machine has the instruction, which accesses no memory.
        unsafe { _mm256_set1_epi32(bits.cast_signed()) }
    }

    #[inline(always)]
    fn up<const BY: u32>(self, a: __m256i) -> __m256i {
        // SAFETY: as for `splat`.
        unsafe { _mm256_sll_epi32(a, _mm_cvtsi32_si128(BY.cast_signed())) }
    }

    #[inline(always)]
    fn down<const BY: u32>(self, a: __m256i) -> __m256i {
        // SAFETY: as for `splat`.
        unsafe { _mm256_srl_epi32(a, _mm_cvtsi32_si128(BY.cast_signed())) }
    }

    operations! {
        and(a, b) = _mm256_and_si256(a, b);
        or(a, b) = _mm256_or_si256(a, b);
        without(a, b) = _mm256_andnot_si256(b, a);
        or_where(a, b, c, d) = _mm256_or_si256(a, _mm256_and_si256(b, _mm256_cmpeq_epi32(c, d)));
        replace(old, new, tag) = {
            let none = _mm256_cmpeq_epi32(new, _mm256_setzero_si256());
            _mm256_blendv_epi8(_mm256_or_si256(new, tag), old, none)
        };
    }

    #[inline(always)]
    fn differ(self, a: __m256i, b: __m256i) -> u32 {
        // SAFETY: as for `splat`.
        let same = unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b))) };
        !same.cast_unsigned() & 0xff
    }
}

impl Sweep<16> for Avx512 {
    fn sweep(self, states: &mut States<16>) -> Signals {
        #[target_feature(enable = "avx512f")]
        fn with_vectors(machine: Avx512, states: &mut States<16>) -> Signals {
            sweep(machine, states)
        }
        // SAFETY: `self` proves that the machine has the feature.
        unsafe { with_vectors(self, states) }
    }
}

impl Machine for Avx512 {
    type Word = __m512i;
    type Lanes = [u32; 16];

    #[inline(always)]
    fn load(self, lanes: &[u32; 16]) -> __m512i {
        // SAFETY: `self` proves that the machine has the instruction; the reference is good for 512 bits.
        unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, lanes: &mut [u32; 16], word: __m512i) {
        // SAFETY: as for `load`, and the array is borrowed exclusively.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), word) }
    }

    #[inline(always)]
    fn splat(self, bits: u32) -> __m512i {
        // SAFETY: `self` proves that the machine has the instruction, which accesses no memory.
        unsafe { _mm512_set1_epi32(bits.cast_signed()) }
    }

    #[inline(always)]
    fn up<const BY: u32>(self, a: __m512i) -> __m512i {
        // SAFETY: as for `splat`.
        unsafe { _mm512_slli_epi32::<BY>(a) }
    }

    #[inline(always)]
    fn down<const BY: u32>(self, a: __m512i) -> __m512i {
        // SAFETY: as for `splat`.
        unsafe { _mm512_srli_epi32::<BY>(a) }
    }

    // The tables of the three-way instruction: bit 4a + 2b + c is the result.
    operations! {
        and(a, b) = _mm512_and_si512(a, b);
        or(a, b) = _mm512_or_si512(a, b);
        without(a, b) = _mm512_andnot_si512(b, a);
        or3(a, b, c) = _mm512_ternarylogic_epi32::<0b1111_1110>(a, b, c);
        two_of(a, b, c) = _mm512_ternarylogic_epi32::<0b1110_1000>(a, b, c);
        select(mask, a, b) = _mm512_ternarylogic_epi32::<0b1100_1010>(mask, a, b);
        and_either(a, b, c) = _mm512_ternarylogic_epi32::<0b1110_0000>(a, b, c);
        without_either(a, b, c) = _mm512_ternarylogic_epi32::<0b0001_0000>(a, b, c);
        or_both(a, b, c) = _mm512_ternarylogic_epi32::<0b1111_1000>(a, b, c);
        or_where(a, b, c, d) = _mm512_mask_or_epi32(a, _mm512_cmpeq_epi32_mask(c, d), a, b);
        replace(old, new, tag) = _mm512_mask_or_epi32(old, _mm512_test_epi32_mask(new, new), new, tag);
    }

    #[inline(always)]
    fn differ(self, a: __m512i, b: __m512i) -> u32 {
        // SAFETY: as for `splat`.
        u32::from(unsafe { _mm512_cmpneq_epi32_mask(a, b) })
    }
}
