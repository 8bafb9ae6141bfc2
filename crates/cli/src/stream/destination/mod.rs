//! Destinations of output: standard output, or a file that is never one of the inputs.
//!
//! A file is written beside its place, in its folder, and renamed when complete; until then the old file stays intact. The answers
//! of a batch are kept as `FILE.partial` when the run is interrupted, for `--resume`; whatever else is unfinished is removed.

mod delivery;
mod inputs;
mod new_file;
mod place;

pub(crate) use delivery::{Delivery, Destination, ending_of_name, format_of_name};
pub(crate) use inputs::Inputs;
pub(crate) use new_file::{PartialFile, give_up_all};
