//! The `DejaVu` fonts of pixels and pages: the characters they have, and the widths of characters.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, GlyphId, MetadataProvider};

use crate::drawing::Drawing;
use crate::scene::{Item, Scene};

struct Face {
    characters: Charmap<'static>,
    widths: GlyphMetrics<'static>,
}

/// The regular and the bold face.
static FACES: LazyLock<[Face; 2]> = LazyLock::new(|| {
    [dejavu::sans::regular(), dejavu::sans::bold()].map(|data| {
        let font = FontRef::new(data).expect("the fonts of a build are whole");
        Face { characters: font.charmap(), widths: font.glyph_metrics(Size::new(1.0), LocationRef::default()) }
    })
});

impl Face {
    fn has(&self, c: char) -> bool {
        self.characters.map(c).is_some()
    }
}

/// Whether a text is set in bold. A text with a character that only the regular face has is set in the regular face.
pub(crate) fn is_set_bold(text: &str, is_bold: bool) -> bool {
    let [regular, bold] = &*FACES;
    is_bold && text.chars().all(|c| bold.has(c) || !regular.has(c))
}

/// The width of a text of size 1, by the advances of the face.
pub(crate) fn advance(text: &str, is_bold: bool) -> f64 {
    let face = &FACES[usize::from(is_bold)];
    let of = |c| face.widths.advance_width(face.characters.map(c).unwrap_or(GlyphId::NOTDEF));
    text.chars().map(|c| f64::from(of(c).unwrap_or_default())).sum()
}

/// Adds the characters that both faces lack.
pub(crate) fn push_lacking(text: &str, lacking: &mut BTreeSet<char>) {
    // The common case needs no font.
    if !text.is_ascii() {
        lacking.extend(text.chars().filter(|&c| !c.is_control() && FACES.iter().all(|face| !face.has(c))));
    }
}

impl Drawing {
    /// The characters in the drawing's texts that the font of PNG and PDF lacks. Each is drawn as a box. An SVG uses the fonts of
    /// the viewer's machine.
    ///
    /// ```
    /// use satdoku_puzzle::Grid;
    /// use satdoku_draw::Drawing;
    ///
    /// let puzzle: Grid = "1...............".parse()?;
    /// let drawing = Drawing::of(&puzzle)?.with_title("Sudoku 数独");
    /// assert!(drawing.characters_without_glyph().iter().eq(&['数', '独']));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn characters_without_glyph(&self) -> BTreeSet<char> {
        fn visit(scene: &Scene, lacking: &mut BTreeSet<char>) {
            for item in &scene.items {
                match item {
                    Item::Shape(_) => {}
                    Item::Text(text) => push_lacking(&text.letters, lacking),
                    Item::Part { scene, .. } => visit(scene, lacking),
                }
            }
        }
        let mut lacking = BTreeSet::new();
        visit(&self.scene(), &mut lacking);
        lacking
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::width;

    #[test]
    fn the_widths_that_every_build_knows_are_those_of_the_font() {
        for is_bold in [false, true] {
            for c in ' '..='~' {
                let text = c.to_string();
                assert!((advance(&text, is_bold) - width(&text, is_bold)).abs() < 0.001, "{c}");
            }
            assert!(advance("ŁÓDŹ łódź", is_bold) < width("ŁÓDŹ łódź", is_bold));
        }
    }
}
