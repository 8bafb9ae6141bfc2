//! Natural numbers without an upper bound: a board of 3×4 boxes has some 8 · 10⁴⁶ full grids, more than 128 bits hold.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};
use std::str::FromStr;

use num_bigint::BigUint;

/// A natural number without an upper bound; 0 is one. Prints and parses decimal digits.
///
/// ```
/// # extern crate satdoku_base as satdoku;
/// use satdoku::Natural;
///
/// let names: Natural = (1..=40_u64).map(Natural::from).fold(1_u8.into(), |product, factor| product * factor);
/// assert_eq!(names.to_string(), "815915283247897734345611269596115894272000000000");
/// assert_eq!(names.to_u64(), None);
/// assert!(names > Natural::from(u128::MAX));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Natural(BigUint);

impl Natural {
    /// 0.
    pub const ZERO: Self = Self(BigUint::ZERO);

    /// The number, where it fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        u64::try_from(&self.0).ok()
    }

    /// The difference; `None` if the other number is larger.
    #[must_use]
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        (self >= other).then(|| Self(&self.0 - &other.0))
    }

    /// The number, where it fits.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        u128::try_from(&self.0).ok()
    }

    /// The number truncated to its first 64 bits; infinite beyond the range of `f64`.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // That is what is asked for.
    pub fn to_f64(&self) -> f64 {
        let behind = self.0.bits().saturating_sub(64);
        let first = u64::try_from(&self.0 >> behind).unwrap_or(u64::MAX) as f64;
        first * i32::try_from(behind).map_or(f64::INFINITY, |behind| 2_f64.powi(behind))
    }
}

macro_rules! from {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Natural {
            fn from(number: $integer) -> Self {
                Self(number.into())
            }
        }
    )*};
}

from!(u8, u16, u32, u64, u128, usize);

impl PartialEq<u64> for Natural {
    fn eq(&self, other: &u64) -> bool {
        self.to_u64() == Some(*other)
    }
}

impl PartialOrd<u64> for Natural {
    fn partial_cmp(&self, other: &u64) -> Option<Ordering> {
        Some(self.to_u64().map_or(Ordering::Greater, |number| number.cmp(other)))
    }
}

impl<T: Into<Self>> Add<T> for Natural {
    type Output = Self;

    fn add(self, other: T) -> Self {
        Self(self.0 + other.into().0)
    }
}

impl<T: Into<Self>> AddAssign<T> for Natural {
    fn add_assign(&mut self, other: T) {
        self.0 += other.into().0;
    }
}

impl<T: Into<Self>> Mul<T> for Natural {
    type Output = Self;

    fn mul(self, other: T) -> Self {
        Self(self.0 * other.into().0)
    }
}

impl<T: Into<Self>> Sum<T> for Natural {
    fn sum<I: Iterator<Item = T>>(numbers: I) -> Self {
        numbers.fold(Self::ZERO, |sum, number| sum + number)
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why a text is no natural number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a natural number in decimal digits")]
pub struct ParseNaturalError(());

impl FromStr for Natural {
    type Err = ParseNaturalError;

    fn from_str(text: &str) -> Result<Self, ParseNaturalError> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ParseNaturalError(()));
        }
        BigUint::parse_bytes(text.as_bytes(), 10).map(Self).ok_or(ParseNaturalError(()))
    }
}

// As decimal digits in a string: few readers of JSON keep numbers of more than 53 bits.
#[cfg(feature = "serde")]
serialized_as_text!(Natural);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_go_beyond_128_bits_and_are_equal_however_they_came_about() {
        let most = Natural::from(u128::MAX);
        let beyond = most.clone() + 1_u8;
        assert_eq!(beyond.to_string(), "340282366920938463463374607431768211456");
        assert_eq!(beyond, Natural::from(1_u128 << 127) * 2_u8);
        assert_eq!(beyond, beyond.to_string().parse::<Natural>().unwrap());
        assert_eq!((most.to_u128(), beyond.to_u128()), (Some(u128::MAX), None));
        assert!(beyond > most && beyond < beyond.clone() + 1_u8 && beyond > 0);
        assert_eq!([1_u64, 2, 3].into_iter().sum::<Natural>(), 6);
        assert_eq!(most.to_string().parse(), Ok(most));
    }

    #[test]
    fn what_is_no_natural_number_is_refused() {
        for text in ["", "-1", "+1", "1.0", "1e3", " 1", "١"] {
            assert!(text.parse::<Natural>().is_err(), "{text:?}");
        }
    }
}
