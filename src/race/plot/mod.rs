//! The pictures.

mod draw;
mod figures;

use std::string::FromUtf8Error;

pub(in crate::race) use figures::figures;

/// Why a plot could not be drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlotError {
    /// The plotting library refused.
    #[error("cannot draw: {0}")]
    Draw(String),
    /// The picture could not be turned into pixels.
    #[error("cannot draw as PNG: {0}")]
    Pixels(String),
    /// The plotting library wrote what is no text.
    #[error("cannot draw: {0}")]
    Text(#[from] FromUtf8Error),
}

/// A picture to be drawn; times are in seconds, on a logarithmic axis.
#[derive(Clone, Debug)]
pub(in crate::race) struct Figure {
    /// The name of its files, without an ending.
    pub(in crate::race) name: String,
    /// What is seen.
    pub(in crate::race) title: String,
    /// How it is to be read, in a sentence or two.
    pub(in crate::race) caption: String,
    x: Axis,
    /// What the vertical axis shows.
    y: String,
    series: Vec<Series>,
    /// The time limit.
    limit: f64,
}

/// The horizontal axis.
#[derive(Clone, Debug)]
struct Axis {
    name: String,
    /// Where there is a mark, and what stands there.
    marks: Vec<(f64, String)>,
    is_time: bool,
}

/// What one entrant has on a picture.
#[derive(Clone, Debug)]
struct Series {
    name: String,
    /// From left to right.
    points: Vec<Point>,
    has_line: bool,
}

#[derive(Clone, Copy, Debug)]
struct Point {
    x: f64,
    y: f64,
    /// The smallest and the largest time, where several stand behind the point.
    band: Option<(f64, f64)>,
    /// Whether it stands for a run without an answer: it is drawn hollow.
    is_out: bool,
}
