//! The numbers of rules.

/// The number of a rule among those of a puzzle, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct RuleId(pub(super) u32);

impl RuleId {
    /// The number, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first numbers.
    pub(super) fn first(count: usize) -> impl ExactSizeIterator<Item = Self> + use<> {
        (0..count as u32).map(Self)
    }
}
