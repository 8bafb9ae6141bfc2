//! Texts below a drawing: sentences of rules, and rules that the drawing cannot show.

use satdoku_puzzle::rule::Ink;

use crate::scene::{Anchor, Ends, Outline, Paint, Scene, Stroke, Text};
use crate::text;
use crate::theme::Theme;

/// The size of the letters, and from line to line.
pub(crate) const SIZE: f64 = 14.0;
const LINE: f64 = 19.0;

/// The gap between paragraphs.
const BETWEEN: f64 = 0.2 * LINE;

/// The width of a sample with its gap.
const SAMPLE_ROOM: f64 = 46.0;

/// A paragraph, with a sample if the paragraph is about lines or cells of a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) sample: Option<Sample>,
    pub(crate) text: String,
}

/// A sample of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sample {
    /// A short piece of a line.
    Line(Ink),
    /// A piece of a cell.
    Tint(Ink),
}

/// Draws paragraphs from a corner downwards, and returns their height.
pub(crate) fn draw(entries: &[Entry], [x, y]: [f64; 2], wide: f64, theme: Theme, scene: &mut Scene) -> f64 {
    let mut at = y;
    for entry in entries {
        let indent = entry.indent();
        for (number, text) in entry.lines(wide).enumerate() {
            if let Some(sample) = entry.sample.filter(|_| number == 0) {
                sample.draw([x, at + LINE / 2.0], theme, scene);
            }
            let base = [x + indent, at + LINE / 2.0 + SIZE * 0.36];
            let (paint, anchor) = (Paint::Text, Anchor::Start);
            scene.text(Text { at: base, size: SIZE, is_bold: false, anchor, paint, letters: text });
            at += LINE;
        }
        at += BETWEEN;
    }
    at - y
}

/// Whether paragraphs of a width are at most so high. What is beyond is not laid out.
pub(crate) fn fits(entries: &[Entry], wide: f64, most: f64) -> bool {
    let mut left = most;
    let mut takes = |high: f64| {
        left -= high;
        left >= 0.0
    };
    entries.iter().all(|entry| entry.lines(wide).all(|_| takes(LINE)) && takes(BETWEEN))
}

impl Entry {
    /// The room for the sample to the left of the text.
    fn indent(&self) -> f64 {
        if self.sample.is_some() { SAMPLE_ROOM } else { 0.0 }
    }

    /// The lines of the text in a column.
    fn lines(&self, wide: f64) -> impl Iterator<Item = String> {
        text::lines(&self.text, SIZE, false, wide - self.indent())
    }
}

impl Sample {
    /// Draws the sample to the right of a point, centred vertically.
    pub(crate) fn draw(self, [x, y]: [f64; 2], theme: Theme, scene: &mut Scene) {
        const WIDE: f64 = 8.0;
        let end = x + SAMPLE_ROOM - WIDE;
        let ink = match self {
            Self::Line(ink) => ink,
            Self::Tint(ink) => {
                let size = [end - x, LINE - 5.0];
                let outline = Outline::Rectangle { corner: [x, y - size[1] / 2.0], size, radius: 0.0 };
                return scene.draw(outline, Paint::Tint(ink), Stroke::new(Paint::Thin, 1.0));
            }
        };
        let mut stroke = Stroke::new(Paint::Line(ink), WIDE).round();
        if let Some([dash, gap]) = theme.dash(ink) {
            // Keeps the ratio of width to dashes that the line has on the board.
            let scale = WIDE / 0.17;
            stroke = stroke.dashed(dash * scale, gap * scale);
            stroke = if dash > 0.0 { Stroke { ends: Ends::Butt, ..stroke } } else { stroke };
        }
        scene.stroke(Outline::line(vec![[x + WIDE / 2.0, y], [end - WIDE / 2.0, y]]), stroke);
    }
}
