//! The rules of a puzzle in sentences as puzzle books print them, in the languages of [`Language`].
//!
//! A sentence is made for the puzzle at hand: rules of one [`Topic`] share a sentence, in the singular or the plural, and a line is
//! named by its colour. Each language is one file with a sentence for each [`SentenceKind`]; a further language is a further file.

mod board;
mod english;
mod german;
mod heading;
mod kind;
mod language;
mod look;
mod place;
mod topic;

pub use board::ExtraUnits;
pub use heading::Heading;
pub use kind::SentenceKind;
pub use language::{Language, Sentence, by_topic, ink_of, things, topics};
pub use look::{Looks, has_sign};
pub use place::{is_table, is_told_by_cells, place};
pub use topic::{Topic, names};
