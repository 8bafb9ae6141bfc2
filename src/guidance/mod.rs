//! Steps held against the solver: [`logic`](crate::logic) finds them, and this room asks the solver how many solutions a puzzle has.
//!
//! Its items are known as `satdoku::logic::{Guide, GuideError}`.

mod guide;
mod umpire;

pub use guide::{Guide, GuideError};
