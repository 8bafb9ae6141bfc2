//! Sets of techniques.

use std::fmt;
use std::ops::BitOr;
use std::str::FromStr;

/// A set of techniques of deduction; prints and reads as `none`, `all`, or names with commas such as `singles,locked`.
///
/// ```
/// use satdoku::Techniques;
///
/// let techniques: Techniques = "locked,singles".parse()?;
/// assert_eq!(techniques, Techniques::SINGLES | Techniques::LOCKED);
/// assert_eq!(techniques.to_string(), "singles,locked");
/// # Ok::<(), satdoku::reduction::UnknownTechnique>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Techniques(u8);

impl Techniques {
    /// Nothing is deduced.
    pub const NONE: Self = Self(0);
    /// Naked singles (a cell with one digit left) and hidden singles (a digit with one place left in a unit) are written
    /// into the grid.
    pub const SINGLES: Self = Self(1);
    /// Locked candidates, also pointing and claiming: where all places of a digit in one unit lie in another as well, the
    /// other has no further place for it.
    pub const LOCKED: Self = Self(1 << 1);
    /// Naked and hidden subsets of two to four: k cells of a unit with k digits between them keep these for themselves,
    /// and k digits with k places between them keep these.
    pub const SUBSETS: Self = Self(1 << 2);
    /// All that follows from a unit by itself, found by matching; comprises subsets of all sizes.
    pub const MATCHING: Self = Self(1 << 3);
    /// What units that overlap imply for a digit: a cell whose peers are all places of the digit in a unit does not have
    /// it, and what some lines have beyond as many regions holds the same digits as what these have beyond the lines.
    pub const OVERLAPS: Self = Self(1 << 4);
    /// All of these.
    pub const ALL: Self = Self(0b1_1111);

    /// Each with its name and what it means.
    pub const NAMES: [(Self, &'static str, &'static str); 5] = [
        (Self::SINGLES, "singles", "naked and hidden singles"),
        (Self::LOCKED, "locked", "locked candidates: pointing and claiming"),
        (Self::SUBSETS, "subsets", "naked and hidden subsets of two to four"),
        (Self::MATCHING, "matching", "all that follows from a unit by itself; includes subsets"),
        (Self::OVERLAPS, "overlaps", "what units that overlap imply for a digit"),
    ];

    /// The set without the technique whose results another of the set has as well.
    pub(in crate::reduction) const fn without_what_follows(self) -> Self {
        if self.contains(Self::MATCHING) { Self(self.0 & !Self::SUBSETS.0) } else { self }
    }

    /// The techniques that are in either set; the same as `|`, where a constant is needed.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of another set are in this one.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Techniques {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl fmt::Display for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NONE => f.pad("none"),
            Self::ALL => f.pad("all"),
            _ => {
                let steps = Self::NAMES.iter().filter(|(step, ..)| self.contains(*step));
                f.pad(&steps.map(|(_, name, _)| *name).collect::<Vec<_>>().join(","))
            }
        }
    }
}

impl fmt::Debug for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A word that names no technique.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected none, all, or some of {names} with commas between, found {0:?}", names = Techniques::NAMES.map(|(_, name, _)| name).join(", "))]
pub struct UnknownTechnique(pub String);

impl FromStr for Techniques {
    type Err = UnknownTechnique;

    fn from_str(text: &str) -> Result<Self, UnknownTechnique> {
        let step = |name: &str| Self::NAMES.iter().find(|(_, step, _)| *step == name).map(|&(step, ..)| step);
        match text {
            "none" => Some(Self::NONE),
            "all" => Some(Self::ALL),
            _ => text.split(',').try_fold(Self::NONE, |all, name| Some(all | step(name.trim())?)),
        }
        .ok_or_else(|| UnknownTechnique(text.to_owned()))
    }
}
