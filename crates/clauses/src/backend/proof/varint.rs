//! The varints of binary proofs: seven bits a byte, the low bits first, the high bit set in each byte but the last. A literal is
//! twice its variable, plus one if negative (N. Wetzler, M. Heule and W. Hunt, *DRAT-trim*, SAT 2014).

/// The most bytes of a varint.
const MOST_BYTES: u32 = 9;

/// A varint being read.
#[derive(Default)]
pub(super) struct Varint {
    value: u64,
    bytes: u32,
}

impl Varint {
    /// Takes a byte; returns the number once complete, or an error if the number is too long.
    pub(super) fn push(&mut self, byte: u8) -> Result<Option<u64>, &'static str> {
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
