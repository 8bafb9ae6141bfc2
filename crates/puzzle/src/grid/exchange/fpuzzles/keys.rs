//! The keys of the JSON and their meanings.

use crate::grid::exchange::error::ExchangeError;
use crate::grid::exchange::fpuzzles::reader::Reader;
use crate::grid::exchange::json::Node;
use crate::rule::{
    Chess, DoubleArrow, Ends, EndsKind, Extremum, Indexer, IndexerKind, Line, LineKind, OutsideKind, PairKind, Parity,
    Thermometer,
};

/// Reads a value onto the draft.
pub(super) type Read = fn(&mut Reader, &Node<'_>) -> Result<(), ExchangeError>;

/// The reading of a key.
#[derive(Clone, Copy)]
pub(super) enum How {
    /// A list, read entry by entry.
    Each(Read),
    /// The value is read as a whole.
    Whole(Read),
    /// A key of the head, which is read first.
    Head,
    /// A drawing that may show rules without a key.
    Drawn,
    /// Fog that hides cells from players.
    Fog,
    /// Guidance for players or programs.
    Kept,
}

use How::{Drawn, Each, Fog, Head, Kept, Whole};

/// The keys with their meanings.
const KEYS: &[(&str, How)] = &[
    ("size", Head),
    ("title", Head),
    ("author", Head),
    ("ruleset", Head),
    ("grid", Head),
    ("solution", Head),
    ("diagonal+", Whole(|to, _| to.diagonal(1))),
    ("diagonal-", Whole(|to, _| to.diagonal(0))),
    ("antiknight", Whole(|to, node| to.draft.rule(&node.path(), Chess::KNIGHT))),
    ("antiking", Whole(|to, node| to.draft.rule(&node.path(), Chess::King))),
    ("disjointgroups", Whole(Reader::disjoint_groups)),
    ("nonconsecutive", Whole(Reader::nonconsecutive)),
    ("negative", Whole(Reader::negative)),
    ("thermometer", Each(|to, entry| to.lines(entry, |cells| Thermometer { is_slow: false, cells }))),
    ("slowthermometer", Each(|to, entry| to.lines(entry, |cells| Thermometer { is_slow: true, cells }))),
    ("palindrome", Each(|to, entry| to.lines(entry, |cells| Line { kind: LineKind::Palindrome, cells }))),
    ("renban", Each(|to, entry| to.sets(entry, LineKind::Renban))),
    ("nabner", Each(|to, entry| to.sets(entry, LineKind::Nabner))),
    ("whispers", Each(Reader::whispers)),
    ("regionsumline", Each(|to, entry| to.lines(entry, |cells| Line { kind: LineKind::RegionSum, cells }))),
    ("entropicline", Each(|to, entry| to.lines(entry, |cells| Line { kind: LineKind::Entropic, cells }))),
    ("modularline", Each(Reader::modular)),
    ("doublearrow", Each(|to, entry| to.lines(entry, |cells| DoubleArrow { cells }))),
    ("zipperline", Each(|to, entry| to.lines(entry, |cells| Line { kind: LineKind::Zipper, cells }))),
    ("betweenline", Each(|to, entry| to.lines(entry, |cells| Ends { kind: EndsKind::Between, cells }))),
    ("lockout", Each(Reader::lockout)),
    ("arrow", Each(Reader::arrow)),
    ("killercage", Each(Reader::cage)),
    ("littlekillersum", Each(Reader::little_killer)),
    ("sandwichsum", Each(|to, entry| to.outside(entry, OutsideKind::Sandwich))),
    ("xsum", Each(|to, entry| to.outside(entry, OutsideKind::XSum))),
    ("skyscraper", Each(|to, entry| to.outside(entry, OutsideKind::Skyscraper))),
    ("odd", Each(|to, entry| to.mark(entry, |cells| Parity { is_odd: true, cells }))),
    ("even", Each(|to, entry| to.mark(entry, |cells| Parity { is_odd: false, cells }))),
    ("minimum", Whole(|to, node| to.marks(node, |cells| Extremum { is_minimum: true, cells }))),
    ("maximum", Whole(|to, node| to.marks(node, |cells| Extremum { is_minimum: false, cells }))),
    ("difference", Each(|to, entry| to.dot(entry, PairKind::Difference, 1))),
    ("ratio", Each(|to, entry| to.dot(entry, PairKind::Ratio, 2))),
    ("xv", Each(Reader::xv)),
    ("sum", Each(Reader::sum)),
    ("clone", Each(Reader::clones)),
    ("extraregion", Each(Reader::extra_region)),
    ("quadruple", Each(Reader::quadruple)),
    ("rowindexer", Each(|to, entry| to.cells(entry, |cells| Indexer { kind: IndexerKind::Row, cells }))),
    ("columnindexer", Each(|to, entry| to.cells(entry, |cells| Indexer { kind: IndexerKind::Column, cells }))),
    ("boxindexer", Each(|to, entry| to.cells(entry, |cells| Indexer { kind: IndexerKind::Box, cells }))),
    ("cage", Each(Reader::cosmetic_cage)),
    ("line", Drawn),
    ("rectangle", Drawn),
    ("circle", Drawn),
    ("text", Drawn),
    ("disabledlogic", Kept),
    ("truecandidatesoptions", Kept),
    ("highlightConflicts", Kept),
    ("successMessage", Kept),
    ("fogofwar", Fog),
    ("foglight", Fog),
    ("triggereffect", Kept),
    ("metadata", Kept),
];

/// The reading of a key, if the key is known.
pub(super) fn how(key: &str) -> Option<How> {
    KEYS.iter().find(|(name, _)| *name == key).map(|&(_, how)| how)
}
