//! ISS: a string is a sequence of parts `.Type~argument~argument`, each of which begins with a full stop.
//!
//! A part without a type lists clues. Cells are `R1C1`, row and column in base 17; `VS12` is cell 12 of a group beside the grid,
//! `.Var~S`. `.Or`, `.And` and `.Replicate` hold parts up
//! to their `.End`.

mod base64;
mod board;
mod doppelganger;
mod groups;
mod items;
mod lines;
mod machine;
mod made;
mod moved;
mod old;
mod parts;
mod read;
mod reader;
#[cfg(test)]
mod tests;
mod types;
mod write;

pub(super) use old::is_old;
pub(super) use read::read;
pub(crate) use types::is_type;
pub(super) use write::write;
