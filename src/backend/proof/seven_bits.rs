//! The numbers of binary proofs: seven bits a byte, the low ones first, the high bit of each byte but the last set. Twice the
//! variable, and one more where the literal is negative (N. Wetzler, M. Heule and W. Hunt, *DRAT-trim*, SAT 2014).

/// No number is longer.
const MOST_BYTES: u32 = 9;

/// A number that is being read.
#[derive(Default)]
pub(in crate::backend::proof) struct SevenBits {
    value: u64,
    bytes: u32,
}

impl SevenBits {
    /// Takes a byte; the number once it is complete, or that it is too long.
    pub(in crate::backend::proof) fn push(&mut self, byte: u8) -> Result<Option<u64>, &'static str> {
        if self.bytes == MOST_BYTES {
            return Err("a number that is too long");
        }
        self.value |= u64::from(byte & 0x7f) << (7 * self.bytes);
        self.bytes += 1;
        if byte & 0x80 != 0 {
            return Ok(None);
        }
        let value = self.value;
        *self = Self::default();
        Ok(Some(value))
    }
}
