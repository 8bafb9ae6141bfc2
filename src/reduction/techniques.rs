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
    /// Locked candidates, also pointing and claiming: if all places of a digit in one unit lie in a second unit, the second has
    /// no further place for the digit.
    pub const LOCKED: Self = Self(1 << 1);
    /// Naked and hidden subsets of two to four: k cells of a unit with only k digits reserve these digits, and k digits with only
    /// k places reserve these places.
    pub const SUBSETS: Self = Self(1 << 2);
    /// All consequences of a unit alone, found by matching; includes subsets of all sizes.
    pub const MATCHING: Self = Self(1 << 3);
    /// Consequences of overlapping units for a digit: a cell does not have a digit if all places of the digit in a unit are its
    /// peers, and the cells of some lines outside equally many regions hold the same digits as the cells of these regions outside
    /// the lines.
    pub const OVERLAPS: Self = Self(1 << 4);
    /// All of these.
    pub const ALL: Self = Self(0b1_1111);

    /// Each technique with its name and meaning.
    pub const NAMES: [(Self, &'static str, &'static str); 5] = [
        (Self::SINGLES, "singles", "naked and hidden singles"),
        (Self::LOCKED, "locked", "locked candidates: pointing and claiming"),
        (Self::SUBSETS, "subsets", "naked and hidden subsets of two to four"),
        (Self::MATCHING, "matching", "all that follows from a unit by itself; includes subsets"),
        (Self::OVERLAPS, "overlaps", "what units that overlap imply for a digit"),
    ];

    /// The set without the technique whose results another technique of the set includes.
    pub(super) const fn without_what_follows(self) -> Self {
        if self.contains(Self::MATCHING) { Self(self.0 & !Self::SUBSETS.0) } else { self }
    }

    /// The techniques of either set; equals `|`, where a constant is needed.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the set includes all techniques of `other`.
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

/// A word that does not name a technique.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected none, all, or some of {names} with commas between, found {0:?}", names = Techniques::NAMES.map(|(_, name, _)| name).join(", "))]
pub struct UnknownTechnique(pub String);

impl FromStr for Techniques {
    type Err = UnknownTechnique;

    fn from_str(text: &str) -> Result<Self, UnknownTechnique> {
        let step = |name: &str| {
            Self::NAMES.iter().find(|(_, step, _)| step.eq_ignore_ascii_case(name)).map(|&(step, ..)| step)
        };
        match text {
            _ if text.eq_ignore_ascii_case("none") => Some(Self::NONE),
            _ if text.eq_ignore_ascii_case("all") => Some(Self::ALL),
            _ => text.split(',').try_fold(Self::NONE, |all, name| Some(all | step(name.trim())?)),
        }
        .ok_or_else(|| UnknownTechnique(text.to_owned()))
    }
}

#[cfg(feature = "serde")]
serialized_as_text!(Techniques);
