//! Exact cover: choose options so that every item is covered exactly once.
//!
//! [`ExactCover`] states a problem, [`DancingLinks`] and [`AlgorithmX`] search it, [`CoverSearch`] is what they have in
//! common: the next cover, the count, the listing, each stoppable by a budget and resumable. Problems are read from
//! text (`text.parse::<ExactCover>()`) and written to it. This module knows no Sudoku.
//!
//! The algorithm is Knuth's Algorithm X, its links are the dancing links of arXiv:cs/0011047, and the layout of the
//! nodes is that of TAOCP 7.2.2.1. Items and options are Knuth's present words for what the first texts call columns
//! and rows.
//!
//! # How `DancingLinks` differs from the textbook
//! * **Forced items are queued.** Unlinking an option tells which items are left with one option. They are settled
//!   before anything is branched on, and an item that is left with none ends the branch in the middle of covering. So
//!   headers are only looked at where there is a real choice, and then only up to the first item with two options.
//! * **Branches are two-way.** An option is chosen or it is removed; after the removal the queue is worked off again,
//!   and what was removed once is not removed again for the next sibling.
//! * **Undoing is a trail.** The options that were removed are listed in their order, and linked again backwards from
//!   the list. Nothing has to be found again by walking the rings the other way around.
//! * **A search ends early.** Once every item is covered or in the queue, no option left shares an item with another,
//!   so the cover is there without covering the rest.
//! * **Ties go to the heaviest item**: the one whose options meet the most others in secondary items. The headers are
//!   linked in that order, so it costs nothing in the search.
//! * **Hopeless options go first** where items have so many options that a branch is dear: an option that meets every
//!   option of an item that it does not cover is in no cover.
//! * **A long search of a small problem leaves the links**: after 1,024 steps it goes on in bit fields of a few
//!   words, through the same tree in the same order (`bit_fields`). The links stay as they were at its root.
//! * **A long search of a crowded problem goes on in sets of options** (`bit_sets`), which find hopeless options in every
//!   node, so that the tree is a smaller one: a twentieth for pentominoes in a 6×10 box.
//! * **Nodes are eight bytes** where 16 bits can number them, in a table that those 16 bits cannot overrun.
//!
//! [`ItemChoice::Leftmost`] has none of the looking ahead: it covers the leftmost header and nothing else guides it.
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
//! Later, with the ties and the pruning of today, links met prototypes without any: *sparse sets*, as in Knuth's SSXCC,
//! where the live options of an item are the front part of an array, removal swaps an option behind it and undoing
//! copies the sizes back; and *masks*, a short word of bits an item, too short for pentominoes. They branched, forced
//! and broke ties alike, but looked at no budget and were tuned less. Seconds in one run, a 9×9 puzzle with 1,758,008 grids in the
//! second column:
//!
//! | representation | grids | 9×9 | pentominoes | queens |
//! | --- | ---: | ---: | ---: | ---: |
//! | links (this one) | 7.03 | .92 | 2.35 | .083 |
//! | sparse sets, 16 bits | 7.42 | .93 | 2.39 | .077 |
//! | masks | 7.56 | .95 | – | .076 |
//!
//! All of these change one item at a time. Bit fields, in which one pass of *and*, subtraction and addition sees all items,
//! took .84 s for the 9×9 where links took 1.36, 6.3 s for the grids, and .045 s for the queens where links took .121, on a
//! slower machine. They cannot hold pentominoes, whose items have hundreds of options. Sets of options can; without the looking
//! ahead in every node they were a third quicker than links there, with it five times. Queens and Langford pairs, where few
//! options are hopeless, take three times as long in sets as in bit fields.
//!
//! Undoing is nearly free with sparse sets, but removing writes more, and the lead that they have over the textbook's
//! links is gone once items are forced from a queue. So links stayed where bit fields do not fit, and for short searches;
//! and they can be printed as they are.
//!
//! What costs is not the writing but the branches that cannot be predicted. A list that holds only live options is
//! walked without asking; a removal that treats all nodes of an option alike has the same length every time; a queue
//! that is always written and seldom advanced needs no branch at all.

mod algorithm_x;
mod bit_fields;
mod bit_sets;
mod dance;
mod dancing_links;
mod item_choice;
mod links;
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
