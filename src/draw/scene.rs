//! Shapes and texts on a plane, in the order in which they are drawn: what SVG, PDF and pages are made of.
//!
//! Lengths are units of the drawing; y grows downwards. A scene knows no puzzle and no colour, only which paint is meant.

use crate::rule::Ink;

/// What is drawn, from back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::draw) struct Scene {
    pub(in crate::draw) width: f64,
    pub(in crate::draw) height: f64,
    pub(in crate::draw) items: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::draw) enum Item {
    Shape(Shape),
    Text(Text),
    /// A scene with its corner at a place, in another scale.
    Part {
        at: [f64; 2],
        scale: f64,
        scene: Scene,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::draw) struct Shape {
    pub(in crate::draw) outline: Outline,
    pub(in crate::draw) fill: Option<Paint>,
    pub(in crate::draw) stroke: Option<Stroke>,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::draw) enum Outline {
    /// Lines one after another, each from point to point; closed or open.
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
pub(in crate::draw) struct Run {
    pub(in crate::draw) points: Vec<[f64; 2]>,
    pub(in crate::draw) is_closed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::draw) struct Stroke {
    pub(in crate::draw) paint: Paint,
    pub(in crate::draw) width: f64,
    /// The length of a dash and of the gap behind it.
    pub(in crate::draw) dash: Option<[f64; 2]>,
    pub(in crate::draw) ends: Ends,
}

/// How the ends of a stroke look, and where two of its lines meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::draw) enum Ends {
    Butt,
    Square,
    Round,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::draw) struct Text {
    /// The point on the base line that it is set at.
    pub(in crate::draw) at: [f64; 2],
    pub(in crate::draw) size: f64,
    pub(in crate::draw) is_bold: bool,
    pub(in crate::draw) anchor: Anchor,
    pub(in crate::draw) paint: Paint,
    pub(in crate::draw) letters: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::draw) enum Anchor {
    Start,
    Middle,
    End,
}

/// What a colour is for; a theme gives its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::draw) enum Paint {
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
    /// The fill of a white dot, and what stands on a black one.
    White,
    /// The fill of a black dot, and what stands on a white one.
    Black,
    /// What is wrong.
    Alarm,
    /// A line of a colour.
    Line(Ink),
    /// A cell of a colour.
    Tint(Ink),
}

impl Scene {
    pub(in crate::draw) fn fill(&mut self, outline: Outline, paint: Paint) {
        self.items.push(Item::Shape(Shape { outline, fill: Some(paint), stroke: None }));
    }

    pub(in crate::draw) fn stroke(&mut self, outline: Outline, stroke: Stroke) {
        self.items.push(Item::Shape(Shape { outline, fill: None, stroke: Some(stroke) }));
    }

    pub(in crate::draw) fn draw(&mut self, outline: Outline, fill: Paint, stroke: Stroke) {
        self.items.push(Item::Shape(Shape { outline, fill: Some(fill), stroke: Some(stroke) }));
    }

    pub(in crate::draw) fn text(&mut self, text: Text) {
        if !text.letters.is_empty() {
            self.items.push(Item::Text(text));
        }
    }
}

impl Outline {
    pub(in crate::draw) fn line(points: Vec<[f64; 2]>) -> Self {
        Self::Path(vec![Run { points, is_closed: false }])
    }

    pub(in crate::draw) fn polygon(points: Vec<[f64; 2]>) -> Self {
        Self::Path(vec![Run { points, is_closed: true }])
    }
}

impl Stroke {
    pub(in crate::draw) fn new(paint: Paint, width: f64) -> Self {
        Self { paint, width, dash: None, ends: Ends::Butt }
    }

    pub(in crate::draw) fn round(self) -> Self {
        Self { ends: Ends::Round, ..self }
    }

    pub(in crate::draw) fn square(self) -> Self {
        Self { ends: Ends::Square, ..self }
    }

    pub(in crate::draw) fn dashed(self, dash: f64, gap: f64) -> Self {
        Self { dash: Some([dash, gap]), ..self }
    }
}

/// A count as a length; those of drawings are small.
pub(in crate::draw) fn length(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
