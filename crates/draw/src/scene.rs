//! Shapes and texts on a plane, in drawing order: the common model of SVG, PDF and pages.
//!
//! Lengths are units of the drawing; y grows downwards. A scene knows neither puzzles nor colours; its paints are named by
//! purpose.

use satdoku_puzzle::rule::Ink;

/// A list of drawn items, from back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Scene {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) items: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    Shape(Shape),
    Text(Text),
    /// A scaled scene, placed by its corner. On pages a negative scale turns the scene upside down about that corner.
    Part {
        at: [f64; 2],
        scale: f64,
        scene: Scene,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) outline: Outline,
    pub(crate) fill: Option<Paint>,
    pub(crate) stroke: Option<Stroke>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outline {
    /// Polylines, closed or open.
    Path(Vec<Run>),
    Circle {
        middle: [f64; 2],
        radius: f64,
    },
    Rectangle {
        corner: [f64; 2],
        size: [f64; 2],
        radius: f64,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    pub(crate) points: Vec<[f64; 2]>,
    pub(crate) is_closed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) paint: Paint,
    pub(crate) width: f64,
    /// The lengths of a dash and of the gap behind it.
    pub(crate) dash: Option<[f64; 2]>,
    pub(crate) ends: Ends,
}

/// The look of a stroke's ends and of the joints between its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    Butt,
    Square,
    Round,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    /// The anchor point on the base line.
    pub(crate) at: [f64; 2],
    pub(crate) size: f64,
    pub(crate) is_bold: bool,
    pub(crate) anchor: Anchor,
    pub(crate) paint: Paint,
    pub(crate) letters: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// The purpose of a colour; a theme gives the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Paper,
    /// Lines between cells.
    Thin,
    /// Lines between regions.
    Thick,
    /// Clues.
    Given,
    /// Digits of the solution.
    Answer,
    Candidate,
    /// Words, cages and signs.
    Text,
    /// Arrows and the circles at the ends of lines.
    Arrow,
    Diagonal,
    /// The fill of a white dot, and signs on a black dot.
    White,
    /// The fill of a black dot, and signs on a white dot.
    Black,
    /// Errors.
    Alarm,
    /// A line of a colour.
    Line(Ink),
    /// A cell of a colour.
    Tint(Ink),
}

impl Paint {
    /// Every paint.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        use Ink::{Blue, Green, Grey, Lilac, Olive, Orange, Peach, Pink, Purple, Red, Teal, Yellow};
        let inks = [Grey, Green, Orange, Purple, Blue, Lilac, Peach, Teal, Olive, Pink, Red, Yellow];
        let plain = [
            Self::Paper,
            Self::Thin,
            Self::Thick,
            Self::Given,
            Self::Answer,
            Self::Candidate,
            Self::Text,
            Self::Arrow,
            Self::Diagonal,
            Self::White,
            Self::Black,
            Self::Alarm,
        ];
        plain.into_iter().chain(inks.into_iter().flat_map(|ink| [Self::Line(ink), Self::Tint(ink)]))
    }
}

impl Scene {
    pub(crate) fn fill(&mut self, outline: Outline, paint: Paint) {
        self.items.push(Item::Shape(Shape { outline, fill: Some(paint), stroke: None }));
    }

    pub(crate) fn stroke(&mut self, outline: Outline, stroke: Stroke) {
        self.items.push(Item::Shape(Shape { outline, fill: None, stroke: Some(stroke) }));
    }

    pub(crate) fn draw(&mut self, outline: Outline, fill: Paint, stroke: Stroke) {
        self.items.push(Item::Shape(Shape { outline, fill: Some(fill), stroke: Some(stroke) }));
    }

    pub(crate) fn text(&mut self, text: Text) {
        if !text.letters.is_empty() {
            self.items.push(Item::Text(text));
        }
    }
}

impl Outline {
    pub(crate) fn line(points: Vec<[f64; 2]>) -> Self {
        Self::Path(vec![Run { points, is_closed: false }])
    }

    pub(crate) fn polygon(points: Vec<[f64; 2]>) -> Self {
        Self::Path(vec![Run { points, is_closed: true }])
    }
}

impl Stroke {
    pub(crate) fn new(paint: Paint, width: f64) -> Self {
        Self { paint, width, dash: None, ends: Ends::Butt }
    }

    pub(crate) fn round(self) -> Self {
        Self { ends: Ends::Round, ..self }
    }

    pub(crate) fn square(self) -> Self {
        Self { ends: Ends::Square, ..self }
    }

    pub(crate) fn dashed(self, dash: f64, gap: f64) -> Self {
        Self { dash: Some([dash, gap]), ..self }
    }
}

/// A count as a length; counts in drawings are small.
pub(crate) fn length(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
