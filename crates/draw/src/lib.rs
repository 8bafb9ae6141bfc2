//! Drawings of puzzles, from the marks of their rules: SVG and characters in every build, PNG and PDF with the feature
//! `pictures`.
//!
//! A [`Drawing`] is one picture: a puzzle, its answers or a solution beside it, candidates, the marks of an explanation, and its
//! rules in words below. A `Book` (feature `pictures`) sets many puzzles on pages, followed by the solutions. A rule that the
//! picture cannot show in full is listed in words, so every rule is present.
//!
//! A picture is a scene of shapes and texts on a plane. `svg.rs` writes a scene as SVG, `pdf.rs` as PDF; a PNG is the rendered
//! SVG. Lines have the colours that setters and solvers know from f-puzzles and `SudokuPad`. This crate knows nothing about
//! solving.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_debug_implementations)]

#[macro_use]
extern crate satdoku_base;

mod accents;
mod ambiguous_marks;
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
mod helper_values;
mod layered;
mod legend;
mod mark_layers;
mod marks;
#[cfg(feature = "pictures")]
mod page_layout;
mod paper;
#[cfg(feature = "pictures")]
mod pdf;
mod picture;
#[cfg(feature = "pictures")]
mod png;
mod scene;
mod shown;
mod svg;
mod text;
mod theme;
mod words;

pub use accents::Note;
#[cfg(feature = "pictures")]
pub use book::{Book, BookOptions, Section, SolutionPlace};
pub use drawing::{DrawError, Drawing};
pub use form::PictureForm;
pub use layered::LayeredPicture;
pub use paper::Paper;
pub use theme::Theme;
