//! A picture in layers, for a page that writes the digits itself.

use crate::drawing::Drawing;
use crate::frame::CELL;
use crate::scene::Paint;
use crate::shown::Shown;
use crate::svg::{self, Colour};
use crate::theme::Theme;
use crate::words::{self, Extent, Wording};

/// The picture of a puzzle without its digits, in layers: parts of an SVG document, for a page that puts digits between them.
///
/// Lengths are units of `view`. The marks of a rule stand in groups with the attribute `data-rule`, the number of the rule from 0.
/// Colours are variables, such as `var(--p-thin)`; [`colours`](Self::colours) names them all.
///
/// ```
/// use satdoku_draw::Drawing;
/// use satdoku_puzzle::Grid;
///
/// let puzzle: Grid = "................".parse()?;
/// let puzzle = puzzle.with_rules(vec!["killer 5 r1c1 r1c2".parse()?])?;
/// let picture = Drawing::of(&puzzle)?.to_layers();
/// assert!(picture.below.contains("var(--p-thick)") && picture.above.contains("<g data-rule=\"0\">"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LayeredPicture {
    /// The corner, the width and the height of the picture.
    pub view: [f64; 4],
    /// The corner of the cell in row 1 and column 1.
    pub origin: [f64; 2],
    /// The side of a cell.
    pub cell: f64,
    /// The cells as paper, with the tints of extra units.
    pub paper: String,
    /// Lines and shapes below the digits.
    pub below: String,
    /// Totals, signs and clues above the digits.
    pub above: String,
    /// The words of a printed picture: the board, each kind of rule once, and the rules that the picture leaves unclear.
    pub words: Vec<String>,
    /// The numbers of the rules that the picture does not show in full.
    pub undrawn: Vec<usize>,
}

impl LayeredPicture {
    /// The variables of the colours with their values in a theme: `paper` and `#ffffff`.
    pub fn colours(theme: Theme) -> impl Iterator<Item = (String, String)> {
        Paint::all().map(move |paint| (svg::name(paint), Colour(theme.colour(paint)).to_string()))
    }
}

impl Drawing {
    /// The picture in layers, without digits, candidates, notes and title.
    #[must_use]
    pub fn to_layers(&self) -> LayeredPicture {
        let (theme, has_letters) = (Theme::Light, self.has_letters);
        let shown = Shown { puzzle: &self.puzzle, answers: None, candidates: &[], notes: &[], theme, has_letters };
        let layers = shown.layers();
        let [width, height] = layers.extent;
        let [below, above] = layers.around_digits().map(|stretches| svg::fragment(&stretches));
        let (origin, paper) = (layers.frame.corner, svg::fragment(&[(None, layers.paper().items)]));
        let picture = layers.into_words();
        let wording = Wording { extent: Extent::Whole, ..self.wording() };
        let entries = words::entries(&self.puzzle, &picture, wording);
        LayeredPicture {
            view: [0.0, 0.0, width, height],
            origin,
            cell: CELL,
            paper,
            below,
            above,
            words: entries.into_iter().map(|entry| entry.text).collect(),
            undrawn: picture.undrawn,
        }
    }
}
