//! The keys of the JSON, and what each means.

use crate::grid::exchange::error::ExchangeError;
use crate::grid::exchange::fpuzzles::entries::{self, Write};
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

/// The keys with what they mean, and what makes their entries of a rule: connecting one is a line here.
pub(super) const KEYS: &[(&str, How, Option<Write>)] = &[
    ("size", Head, None),
    ("title", Head, None),
    ("author", Head, None),
    ("ruleset", Head, None),
    ("grid", Head, None),
    ("solution", Head, None),
    ("diagonal+", Whole(Reader::diagonal, "rising"), None),
    ("diagonal-", Whole(Reader::diagonal, "falling"), None),
    ("antiknight", Flag("antiknight"), None),
    ("antiking", Flag("antiking"), None),
    ("disjointgroups", Whole(Reader::disjoint_groups, ""), None),
    ("nonconsecutive", Whole(Reader::nonconsecutive, "nonconsecutive"), None),
    ("negative", Whole(Reader::negative, "negative"), None),
    ("thermometer", Each(Reader::line, "thermometer"), Some(entries::line)),
    ("slowthermometer", Each(Reader::line, "slowthermometer"), Some(entries::line)),
    ("palindrome", Each(Reader::line, "palindrome"), Some(entries::line)),
    ("renban", Each(Reader::set, "renban"), Some(entries::line)),
    ("nabner", Each(Reader::set, "nabner"), Some(entries::line)),
    ("whispers", Each(Reader::whispers, "whispers"), Some(entries::number_line)),
    ("regionsumline", Each(Reader::line, "regionsum"), Some(entries::line)),
    ("entropicline", Each(Reader::windows, "entropic"), Some(entries::line)),
    ("modularline", Each(Reader::windows, "modular"), Some(entries::line_of_3)),
    ("doublearrow", Each(Reader::line, "doublearrow"), Some(entries::line)),
    ("zipperline", Each(Reader::line, "zipper"), Some(entries::line)),
    ("betweenline", Each(Reader::line, "between"), Some(entries::line)),
    ("lockout", Each(Reader::lockout, "lockout"), Some(entries::number_line)),
    ("arrow", Each(Reader::arrow, "arrow"), Some(entries::arrow)),
    ("killercage", Each(Reader::cage, "killer"), Some(entries::cage)),
    ("littlekillersum", Each(Reader::little_killer, "littlekiller"), Some(entries::little_killer)),
    ("sandwichsum", Each(Reader::outside, "sandwich"), Some(entries::outside)),
    ("xsum", Each(Reader::outside, "xsum"), Some(entries::outside)),
    ("skyscraper", Each(Reader::outside, "skyscraper"), Some(entries::outside)),
    ("odd", Each(Reader::mark, "odd"), Some(entries::marks)),
    ("even", Each(Reader::mark, "even"), Some(entries::marks)),
    ("minimum", Whole(Reader::marks, "minimum"), Some(entries::marks)),
    ("maximum", Whole(Reader::marks, "maximum"), Some(entries::marks)),
    ("difference", Each(Reader::dot, "difference 1"), Some(entries::dot)),
    ("ratio", Each(Reader::dot, "ratio 2"), Some(entries::dot)),
    ("xv", Each(Reader::xv, "pairsum"), Some(entries::xv)),
    ("sum", Each(Reader::sum, "littlekiller"), None),
    ("clone", Each(Reader::clones, "copies"), Some(entries::clones)),
    ("extraregion", Each(Reader::extra_region, ""), None),
    ("quadruple", Each(Reader::quadruple, "contains"), Some(entries::quadruple)),
    ("rowindexer", Each(Reader::cells, "rowindexer"), Some(entries::cells)),
    ("columnindexer", Each(Reader::cells, "columnindexer"), Some(entries::cells)),
    ("boxindexer", Each(Reader::cells, "boxindexer"), Some(entries::cells)),
    ("cage", Each(Reader::cosmetic_cage, "cage"), None),
    ("line", Kept, None),
    ("rectangle", Kept, None),
    ("circle", Kept, None),
    ("text", Kept, None),
    ("disabledlogic", Kept, None),
    ("truecandidatesoptions", Kept, None),
    ("highlightConflicts", Kept, None),
    ("successMessage", Kept, None),
    ("fogofwar", Kept, None),
    ("foglight", Kept, None),
    ("triggereffect", Kept, None),
    ("metadata", Kept, None),
];

/// How a key is read, if it is known.
pub(super) fn how(key: &str) -> Option<How> {
    KEYS.iter().find(|(name, ..)| *name == key).map(|&(_, how, _)| how)
}
