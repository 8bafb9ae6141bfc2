//! ISS: parts that each begin with a full stop, `.Type~argument~argument`, one behind the other.
//!
//! A part without a type has clues. Cells are `R1C1`, row and column to the base 17. `.Or`, `.And` and `.Replicate` hold parts
//! up to their `.End`.

mod base64;
mod board;
mod items;
mod machine;
mod made;
mod old;
mod parts;
mod read;
mod reader;
mod types;
mod write;

pub(in crate::grid::exchange) use old::is_old;
pub(in crate::grid::exchange) use read::read;
pub(in crate::grid::exchange) use write::write;
