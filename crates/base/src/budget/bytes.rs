//! Amounts of memory in words.

use std::fmt;

/// An amount of memory, in words for a person: `512 bytes`, `1.5 GiB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub u64);

impl Bytes {
    /// The amount in words distinct from another amount's: in bytes if rounding would make the two alike.
    #[must_use]
    pub fn beside(self, other: u64) -> String {
        let (this, other_words) = (self.to_string(), Self(other).to_string());
        if this == other_words && self.0 != other { format!("{} bytes", self.0) } else { this }
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
        let unit = (self.0.max(1).ilog2() / 10).min(4) as usize;
        #[allow(clippy::cast_precision_loss)] // Three figures are shown.
        let number = self.0 as f64 / f64::from(10 * unit as u32).exp2();
        let decimals =
            if unit == 0 || number.fract() == 0.0 || number >= 100.0 { 0 } else { 1 + usize::from(number < 10.0) };
        write!(f, "{number:.decimals$} {}", UNITS[unit])
    }
}
