//! Rules that a full grid keeps, drawn at random: cages, lines, marks and clues whose numbers are read off the grid.

mod cages;
mod clues;
mod draw;
mod drawing;
mod family;
mod lines;
mod marks;
mod wish;

pub(crate) use draw::draw;
pub use family::Family;
pub use wish::{DrawnRules, UnknownDrawnRules};
