//! Drawings of puzzles, from the marks of their rules: SVG and characters in every build, PNG and PDF with the feature
//! `pictures`.
//!
//! A [`Drawing`] is one picture: a puzzle, its answers or a solution beside it, candidates, the marks of an explanation, and its
//! rules in words below. A `Book`, with that feature, sets many puzzles on pages, with their solutions behind. What a picture cannot show of a
//! rule is listed in words; nothing is left out.
//!
//! Pictures are made of shapes and texts on a plane, which one file writes as SVG and another as PDF; the pixels of a PNG are
//! those of the SVG. Lines have the colours that setters and solvers know from f-puzzles and `SudokuPad`. How puzzles are solved
//! is not known here.

mod accents;
mod board;
#[cfg(feature = "pictures")]
mod book;
mod characters;
mod digits;
mod drawing;
#[cfg(feature = "pictures")]
mod fonts;
mod form;
mod frame;
mod legend;
mod marks;
mod paper;
#[cfg(feature = "pictures")]
mod pdf;
mod picture;
#[cfg(feature = "pictures")]
mod png;
mod scene;
#[cfg(feature = "pictures")]
mod slots;
mod svg;
mod text;
mod theme;
mod unclear;
mod words;

pub use accents::Note;
#[cfg(feature = "pictures")]
pub use book::{Book, BookOptions};
pub use drawing::{DrawError, Drawing};
pub use form::PictureForm;
pub use paper::Paper;
pub use theme::Theme;
