//! The sizes of paper.

/// The size of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 148 by 210 millimetres.
    A5,
    /// 105 by 148 millimetres.
    A6,
    /// 8.5 by 11 inches.
    Letter,
    /// 4.25 by 6.875 inches, as paperbacks are.
    Pocket,
}

names! {
    pub Paper {
        A4 = "a4", "210 by 297 millimetres";
        A5 = "a5", "148 by 210 millimetres";
        A6 = "a6", "105 by 148 millimetres";
        Letter = "letter", "8.5 by 11 inches";
        Pocket = "pocket", "4.25 by 6.875 inches, as paperbacks are";
    }
}

impl Paper {
    /// Width and height in points, 72 to an inch.
    #[must_use]
    pub const fn size(self) -> [f64; 2] {
        match self {
            Self::A4 => [595.28, 841.89],
            Self::A5 => [419.53, 595.28],
            Self::A6 => [297.64, 419.53],
            Self::Letter => [612.0, 792.0],
            Self::Pocket => [306.0, 495.0],
        }
    }

    /// The margin of a page on every side, in points: narrower on small paper.
    #[cfg(feature = "pictures")]
    pub(crate) fn margin(self) -> f64 {
        (self.size()[0] * 0.068).clamp(20.0, 40.0)
    }
}
