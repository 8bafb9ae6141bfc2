//! What the rules need of a machine: words of 32 bits, several side by side.
//!
//! A value as proof that the machine has certain instructions is the design of Rust's portable vector libraries (`pulp` by Sarah
//! Quiñones).
#![allow(clippy::inline_always, reason = "vector instructions are enabled for the outermost function only")]

/// Instructions on `Word`s; each holds a given word of several puzzles.
///
/// A value of the implementing type proves that the machine has the instructions, so every operation takes it.
pub(crate) trait Machine: Copy {
    /// One word from every lane.
    type Word: Copy;
    /// The words of the lanes in memory.
    type Lanes: Copy;

    /// Reads the words.
    fn load(self, lanes: &Self::Lanes) -> Self::Word;
    /// Writes the words.
    fn store(self, lanes: &mut Self::Lanes, word: Self::Word);
    /// A word repeated in every lane.
    fn splat(self, bits: u32) -> Self::Word;
    /// `a & b`.
    fn and(self, a: Self::Word, b: Self::Word) -> Self::Word;
    /// `a | b`.
    fn or(self, a: Self::Word, b: Self::Word) -> Self::Word;
    /// `a & !b`.
    fn without(self, a: Self::Word, b: Self::Word) -> Self::Word;
    /// `a << BY`.
    fn up<const BY: u32>(self, a: Self::Word) -> Self::Word;
    /// `a >> BY`.
    fn down<const BY: u32>(self, a: Self::Word) -> Self::Word;
    /// One bit per lane: whether `a` and `b` differ in the lane.
    fn differ(self, a: Self::Word, b: Self::Word) -> u32;

    /// In lanes where `new` is not zero, `new | tag`, elsewhere `old`.
    fn replace(self, old: Self::Word, new: Self::Word, tag: Self::Word) -> Self::Word;

    /// In lanes where `c` and `d` are equal, `a | b`, elsewhere `a`.
    fn or_where(self, a: Self::Word, b: Self::Word, c: Self::Word, d: Self::Word) -> Self::Word;

    /// `a | b | c`.
    #[inline(always)]
    fn or3(self, a: Self::Word, b: Self::Word, c: Self::Word) -> Self::Word {
        self.or(self.or(a, b), c)
    }

    /// The bits that at least two of the three have.
    #[inline(always)]
    fn two_of(self, a: Self::Word, b: Self::Word, c: Self::Word) -> Self::Word {
        self.or(self.and(a, b), self.and(c, self.or(a, b)))
    }

    /// The bits of `a` where the mask is 1, the bits of `b` where the mask is 0.
    #[inline(always)]
    fn select(self, mask: Self::Word, a: Self::Word, b: Self::Word) -> Self::Word {
        self.or(self.and(mask, a), self.without(b, mask))
    }

    /// `a & (b | c)`.
    #[inline(always)]
    fn and_either(self, a: Self::Word, b: Self::Word, c: Self::Word) -> Self::Word {
        self.and(a, self.or(b, c))
    }

    /// `a & !(b | c)`.
    #[inline(always)]
    fn without_either(self, a: Self::Word, b: Self::Word, c: Self::Word) -> Self::Word {
        self.without(a, self.or(b, c))
    }

    /// `a | (b & c)`.
    #[inline(always)]
    fn or_both(self, a: Self::Word, b: Self::Word, c: Self::Word) -> Self::Word {
        self.or(a, self.and(b, c))
    }
}

/// Plain integers, left to the compiler to widen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable<const N: usize>;

impl<const N: usize> Portable<N> {
    #[inline(always)]
    fn each(a: [u32; N], b: [u32; N], f: impl Fn(u32, u32) -> u32) -> [u32; N] {
        let mut out = a;
        for (out, b) in out.iter_mut().zip(b) {
            *out = f(*out, b);
        }
        out
    }
}

impl<const N: usize> Machine for Portable<N> {
    type Word = [u32; N];
    type Lanes = [u32; N];

    #[inline(always)]
    fn load(self, lanes: &[u32; N]) -> [u32; N] {
        *lanes
    }
    #[inline(always)]
    fn store(self, lanes: &mut [u32; N], word: [u32; N]) {
        *lanes = word;
    }
    #[inline(always)]
    fn splat(self, bits: u32) -> [u32; N] {
        [bits; N]
    }
    #[inline(always)]
    fn and(self, a: [u32; N], b: [u32; N]) -> [u32; N] {
        Self::each(a, b, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, a: [u32; N], b: [u32; N]) -> [u32; N] {
        Self::each(a, b, |a, b| a | b)
    }
    #[inline(always)]
    fn without(self, a: [u32; N], b: [u32; N]) -> [u32; N] {
        Self::each(a, b, |a, b| a & !b)
    }
    #[inline(always)]
    fn up<const BY: u32>(self, a: [u32; N]) -> [u32; N] {
        a.map(|a| a << BY)
    }
    #[inline(always)]
    fn down<const BY: u32>(self, a: [u32; N]) -> [u32; N] {
        a.map(|a| a >> BY)
    }
    #[inline(always)]
    fn differ(self, a: [u32; N], b: [u32; N]) -> u32 {
        a.iter().zip(b).enumerate().fold(0, |mask, (lane, (a, b))| mask | u32::from(*a != b) << lane)
    }
    #[inline(always)]
    fn replace(self, old: [u32; N], new: [u32; N], tag: [u32; N]) -> [u32; N] {
        let mut out = old;
        for lane in 0..N {
            out[lane] = if new[lane] == 0 { old[lane] } else { new[lane] | tag[lane] };
        }
        out
    }
    #[inline(always)]
    fn or_where(self, a: [u32; N], b: [u32; N], c: [u32; N], d: [u32; N]) -> [u32; N] {
        let mut out = a;
        for lane in 0..N {
            out[lane] |= if c[lane] == d[lane] { b[lane] } else { 0 };
        }
        out
    }
}
