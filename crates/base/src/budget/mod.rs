//! The limits of a question: a [`Budget`] is a value, a [`Running`] is its clock.
//!
//! Every engine of satdoku asks its clock regularly and stops when told to. So every question can be limited in time, limited in
//! steps, cancelled from another thread and watched while running. This module knows nothing of the search itself.

mod bytes;
mod clock;
mod limits;
mod running;
mod since;
mod stop_reason;
mod stopwatch;
mod token;

pub use bytes::Bytes;
pub use clock::set_clock;
pub use limits::Budget;
pub use running::Running;
pub use since::Since;
pub use stop_reason::StopReason;
pub use stopwatch::Stopwatch;
pub use token::{CancelToken, Progress};
