//! Exact cover: choose options so that every item is covered exactly once.
//!
//! [`ExactCover`] states a problem, [`DancingLinks`] and [`AlgorithmX`] search for covers. [`CoverSearch`] is the common interface
//! of the searches: the next cover, the count, the listing, stoppable by a budget and resumable. Problems are read from text
//! (`text.parse::<ExactCover>()`) and written as text. This crate knows no Sudoku.
//!
//! The algorithm is Knuth's Algorithm X, with the dancing links of arXiv:cs/0011047 and the layout of nodes of TAOCP 7.2.2.1. Items
//! and options are Knuth's present words for the columns and rows of the first texts.
//!
//! # How `DancingLinks` differs from the textbook
//! * **Forced items are queued.** Unlinking an option finds the items left with one option. The queue is settled before any branch,
//!   and an item left without an option ends the branch in the middle of covering. So headers are scanned only for a real choice,
//!   and only up to the first item with two options.
//! * **Branches are two-way.** An option is chosen or removed; after the removal the queue is worked off again, and no option is
//!   removed again for the next sibling.
//! * **Undoing is a trail.** The removed options are listed in their order, and linked again backwards from the list. No ring is
//!   walked the other way around to find them.
//! * **A search ends early.** Once every item is covered or in the queue, no two options left share an item, so the cover is
//!   complete without covering the queued items.
//! * **Ties go to the heaviest item**, whose options meet the most options in secondary items. The headers are linked by weight, so
//!   a tie costs no time in the search.
//! * **Hopeless options go first** where items have so many options that a branch is dear: an option that meets every option of an
//!   item without covering the item is in no cover.
//! * **A long search of a small problem leaves the links**: after 1,024 steps the search goes on in bit fields of a few words,
//!   through the same tree in the same order (`bit_fields`). The links stay at the root of the search.
//! * **A long search of a crowded problem goes on in sets of options** (`bit_sets`), which find hopeless options in every node and
//!   so make the tree smaller: a twentieth for pentominoes in a 6×10 box.
//! * **Nodes are eight bytes** where 16 bits can number them, in a table that a 16-bit index cannot overrun.
//!
//! [`ItemChoice::Leftmost`] does not look ahead: it covers the leftmost header, without other guidance.
//!
//! # Why links
//! Other representations were built into the same search and timed one after the other on one machine (seconds, all
//! 28,200,960 grids of the 2×3 Sudoku / pentominoes 6×10 / 13 queens):
//!
//! | representation | grids | pentominoes | queens |
//! | --- | ---: | ---: | ---: |
//! | links, whole options removed, 16-bit nodes, headers unlinked when met (this one) | 7.1 | 3.0 | .14 |
//! | the same, headers unlinked at every branch | 8.0 | 2.9 | .15 |
//! | an option hidden but for the node that was walked over, as in the textbook | 7.9 | 3.9 | .16 |
//! | the same with 32-bit nodes and bounds checks | 8.6 | 4.7 | .18 |
//! | no unlinking: options marked dead, sizes counted, the dead skipped | 11.9 | 10.2 | .33 |
//!
//! Later, links with the ties and the pruning of today met prototypes without links: *sparse sets*, as in Knuth's SSXCC, where the
//! live options of an item are the front part of an array, removal swaps an option behind it and undoing copies the sizes back; and
//! *masks*, a short word of bits an item, too short for pentominoes. They branched, forced and broke ties alike, but looked at no
//! budget and were tuned less. Seconds in one run, with a 9×9 puzzle of 1,758,008 grids in the second column:
//!
//! | representation | grids | 9×9 | pentominoes | queens |
//! | --- | ---: | ---: | ---: | ---: |
//! | links (this one) | 7.03 | .92 | 2.35 | .083 |
//! | sparse sets, 16 bits | 7.42 | .93 | 2.39 | .077 |
//! | masks | 7.56 | .95 | – | .076 |
//!
//! The machines above change a single item at a time. Bit fields see all items in one pass of *and*, subtraction and addition. On a slower
//! machine they took .84 s for the 9×9 where links took 1.36, 6.3 s for the grids, and .045 s for the queens where links took .121.
//! They cannot hold pentominoes, whose items have hundreds of options. Sets of options can: on pentominoes they were a third
//! quicker than links without looking ahead in every node, and five times quicker with looking ahead. Queens and Langford pairs,
//! where few options are hopeless, take three times as long in sets as in bit fields.
//!
//! Undoing is nearly free with sparse sets, but removing writes more, and their lead over the textbook's links is gone once items
//! are forced from a queue. So links stayed for problems that bit fields do not fit, and for short searches; links can also be
//! printed as they are.
//!
//! The cost is not the writing but the unpredictable branches. A list that holds only live options is walked without a test; a
//! removal that treats all nodes of an option alike always has the same length; a queue that is always written and seldom advanced
//! needs no branch at all.

#![warn(missing_debug_implementations)]

mod algorithm_x;
mod bit_fields;
mod bit_sets;
mod dancing_links;
mod driver;
mod item_choice;
mod links;
mod links_search;
mod matrix;
mod order;
mod problem;
mod prune;
mod search;
mod step;
mod text;
mod width;

pub use algorithm_x::{AlgorithmX, Storage};
pub use dancing_links::DancingLinks;
pub use item_choice::ItemChoice;
pub use matrix::BinaryMatrix;
pub use problem::{CoverError, ExactCover};
pub use search::{CoverSearch, Covers};
pub use text::{CoverReadError, CoverTextError};
