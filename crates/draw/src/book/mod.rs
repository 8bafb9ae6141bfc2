//! Books: many puzzles on pages, with rules in words, followed by the solutions.
//!
//! | file | idea |
//! | --- | --- |
//! | `options` | what a book looks like |
//! | `room` | the room of a page for puzzles, solutions and words |
//! | `heading` | lines that break and end where their room ends |
//! | `solved` | a solution, small |
//! | `pages` | the pages |
//! | `cover` | the cover, with a table of sections |

mod cover;
mod heading;
mod options;
mod pages;
mod room;
mod solved;

pub use options::{BookOptions, Section, SolutionPlace};
pub use pages::Book;
