//! Rules that a full grid keeps, drawn at random: cages, lines, marks and clues whose numbers are read off the grid.

mod cages;
mod clues;
mod drawing;
mod family;
mod lines;
mod marks;

pub(crate) use drawing::Room;
pub use family::Family;
