//! The keys of the JSON, and what each means.

use crate::grid::exchange::error::ExchangeError;
use crate::grid::exchange::fpuzzles::reader::Reader;
use crate::grid::exchange::json::Node;

/// Reads a value onto the draft; the text is the keyword of the rule.
pub(super) type Read = fn(&mut Reader, &Node<'_>, &str) -> Result<(), ExchangeError>;

/// How a key is read.
#[derive(Clone, Copy)]
pub(super) enum How {
    /// The key says it whole, by being true.
    Flag(&'static str),
    /// Each entry of its list is read.
    Each(Read, &'static str),
    /// The value is read as a whole.
    Whole(Read, &'static str),
    /// It was read before the others.
    Head,
    /// It draws, or guides players.
    Kept,
}

use How::{Each, Flag, Head, Kept, Whole};

/// The keys with what they mean: connecting one is a line here.
pub(super) const KEYS: &[(&str, How)] = &[
    ("size", Head),
    ("title", Head),
    ("author", Head),
    ("ruleset", Head),
    ("grid", Head),
    ("solution", Head),
    ("diagonal+", Whole(Reader::diagonal, "rising")),
    ("diagonal-", Whole(Reader::diagonal, "falling")),
    ("antiknight", Flag("antiknight")),
    ("antiking", Flag("antiking")),
    ("disjointgroups", Whole(Reader::disjoint_groups, "")),
    ("nonconsecutive", Whole(Reader::nonconsecutive, "nonconsecutive")),
    ("negative", Whole(Reader::negative, "negative")),
    ("thermometer", Each(Reader::line, "thermometer")),
    ("slowthermometer", Each(Reader::line, "slowthermometer")),
    ("palindrome", Each(Reader::line, "palindrome")),
    ("renban", Each(Reader::set, "renban")),
    ("nabner", Each(Reader::set, "nabner")),
    ("whispers", Each(Reader::whispers, "whispers")),
    ("regionsumline", Each(Reader::line, "regionsum")),
    ("entropicline", Each(Reader::windows, "entropic")),
    ("modularline", Each(Reader::windows, "modular")),
    ("doublearrow", Each(Reader::line, "doublearrow")),
    ("zipperline", Each(Reader::line, "zipper")),
    ("betweenline", Each(Reader::line, "between")),
    ("lockout", Each(Reader::lockout, "lockout")),
    ("arrow", Each(Reader::arrow, "arrow")),
    ("killercage", Each(Reader::cage, "killer")),
    ("littlekillersum", Each(Reader::little_killer, "littlekiller")),
    ("sandwichsum", Each(Reader::outside, "sandwich")),
    ("xsum", Each(Reader::outside, "xsum")),
    ("skyscraper", Each(Reader::outside, "skyscraper")),
    ("odd", Each(Reader::mark, "odd")),
    ("even", Each(Reader::mark, "even")),
    ("minimum", Whole(Reader::marks, "minimum")),
    ("maximum", Whole(Reader::marks, "maximum")),
    ("difference", Each(Reader::dot, "difference 1")),
    ("ratio", Each(Reader::dot, "ratio 2")),
    ("xv", Each(Reader::xv, "pairsum")),
    ("sum", Each(Reader::sum, "littlekiller")),
    ("clone", Each(Reader::clones, "copies")),
    ("extraregion", Each(Reader::extra_region, "")),
    ("quadruple", Each(Reader::quadruple, "contains")),
    ("rowindexer", Each(Reader::cells, "rowindexer")),
    ("columnindexer", Each(Reader::cells, "columnindexer")),
    ("boxindexer", Each(Reader::cells, "boxindexer")),
    ("cage", Each(Reader::cosmetic_cage, "cage")),
    ("line", Kept),
    ("rectangle", Kept),
    ("circle", Kept),
    ("text", Kept),
    ("disabledlogic", Kept),
    ("truecandidatesoptions", Kept),
    ("highlightConflicts", Kept),
    ("successMessage", Kept),
    ("fogofwar", Kept),
    ("foglight", Kept),
    ("triggereffect", Kept),
    ("metadata", Kept),
];

/// How a key is read, if it is known.
pub(super) fn how(key: &str) -> Option<How> {
    KEYS.iter().find(|(name, _)| *name == key).map(|&(_, how)| how)
}
