//! Where output goes: standard output, or a file that is never one of those that are read.
//!
//! A file is written beside its place, in the same folder, and renamed when it is complete: what stood there before is
//! whole until then. The answers of a batch are kept as `FILE.partial` when the run is interrupted, for `--resume`; whatever
//! else is unfinished is removed.

mod delivery;
mod inputs;
mod new_file;
mod place;

pub(crate) use delivery::{Delivery, Destination, ending_of_name, format_of_name};
pub(crate) use inputs::Inputs;
pub(crate) use new_file::{Kept, give_up_all};
