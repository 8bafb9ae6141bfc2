//! The sizes of paper.

/// The size of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

names! {
    pub Paper {
        A4 = "a4", "210 by 297 millimetres";
        Letter = "letter", "8.5 by 11 inches";
    }
}

impl Paper {
    /// Width and height in points, 72 to an inch.
    #[must_use]
    pub const fn size(self) -> [f64; 2] {
        match self {
            Self::A4 => [595.28, 841.89],
            Self::Letter => [612.0, 792.0],
        }
    }
}
