//! Pixels: the SVG of a drawing by `resvg`, with the `DejaVu` fonts.

use std::sync::{Arc, LazyLock};

use resvg::{tiny_skia, usvg};

use crate::drawing::{DrawError, Drawing};

/// No picture has more pixels.
const MOST_PIXELS: u64 = 100_000_000;

static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

impl Drawing {
    /// The picture as PNG, as wide as [`with_width`](Self::with_width) says.
    ///
    /// # Errors
    /// If the picture has more than a hundred million pixels. So many take two seconds and 770 MB, and nothing stops the work.
    pub fn to_png(&self) -> Result<Vec<u8>, DrawError> {
        let refused = |error: &dyn std::fmt::Display| DrawError::Picture(error.to_string());
        let options = usvg::Options { fontdb: Arc::clone(&FONTS), ..usvg::Options::default() };
        let tree = usvg::Tree::from_str(&self.to_svg(), &options).map_err(|error| refused(&error))?;
        let size = tree.size().to_int_size();
        let found = u64::from(size.width()) * u64::from(size.height());
        if found > MOST_PIXELS {
            return Err(DrawError::Picture(format!("a PNG has at most {MOST_PIXELS} pixels, found {found}")));
        }
        let pixels = tiny_skia::Pixmap::new(size.width(), size.height());
        let mut pixels = pixels.ok_or_else(|| refused(&"a picture without pixels"))?;
        resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| refused(&error))
    }
}
