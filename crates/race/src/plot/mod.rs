//! The pictures.

mod draw;
mod figures;

use std::string::FromUtf8Error;

pub(crate) use figures::figures;

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
    /// The plotting library's output is no UTF-8.
    #[error("cannot draw: {0}")]
    Text(#[from] FromUtf8Error),
}

/// A picture to be drawn; times are in seconds, on a logarithmic axis.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    /// The name of the picture's files, without extension.
    pub(crate) name: String,
    /// The title.
    pub(crate) title: String,
    /// How it is to be read, in a sentence or two.
    pub(crate) caption: String,
    x: Axis,
    /// The label of the vertical axis.
    y: String,
    series: Vec<Series>,
    /// The time limit.
    limit: f64,
}

/// The horizontal axis.
#[derive(Clone, Debug)]
struct Axis {
    name: String,
    /// The positions and labels of the marks.
    marks: Vec<(f64, String)>,
    is_time: bool,
}

/// The data of one entrant in a picture.
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
    /// Whether the point stands for a run without an answer, drawn hollow.
    is_out: bool,
}
