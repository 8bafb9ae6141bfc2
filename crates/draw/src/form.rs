//! The forms of pictures; a build may write only some.

/// A form of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PictureForm {
    /// Shapes and texts.
    Svg,
    /// Characters, for a terminal.
    Text,
    /// Pixels; with the feature `pictures`.
    Png,
    /// Pages; with the feature `pictures`.
    Pdf,
}

names! {
    pub PictureForm {
        Svg = "svg", "shapes, for the web and for programs that draw";
        Text = "text", "characters, for a terminal";
        Png = "png", "pixels";
        Pdf = "pdf", "pages, for printing";
    }
}

impl PictureForm {
    /// Whether this build writes the form.
    #[must_use]
    pub const fn is_built(self) -> bool {
        matches!(self, Self::Svg | Self::Text) || cfg!(feature = "pictures")
    }
}
