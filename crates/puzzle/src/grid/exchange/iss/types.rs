//! The types of parts and the rules they mean.

use crate::grid::exchange::iss::reader::{How, Reader};
use crate::rule::{
    Chess, CountingCircles, DoubleArrow, Ends, EndsKind, Global, Line, LineKind, NonConsecutive, OutsideKind, PairKind,
    SpecialCage, SpecialCageKind, Thermometer,
};

use How::{Board, Cells, Clues, Number, Own, Pairs, Set, Whole};

/// The types with their meanings.
const TYPES: &[(&str, How)] = &[
    ("Shape", Board),
    ("NoBoxes", Board),
    ("RegionSize", Board),
    ("Jigsaw", Board),
    ("Windoku", Board),
    ("DisjointSets", Board),
    ("Diagonal", Board),
    ("Var", Board),
    ("Doppelganger", Board),
    ("ChaosConstruction", Board),
    ("SearchPriority", Board),
    ("", Own(Reader::candidates)),
    ("Given", Own(Reader::candidates)),
    ("AntiKnight", Whole(|| Chess::KNIGHT.into())),
    ("AntiKing", Whole(|| Chess::King.into())),
    ("AntiConsecutive", Whole(|| NonConsecutive.into())),
    ("Thermo", Cells(|cells| Thermometer { is_slow: false, cells }.into())),
    ("Palindrome", Cells(|cells| Line { kind: LineKind::Palindrome, cells }.into())),
    ("Renban", Set(|cells| Line { kind: LineKind::Renban, cells }.into())),
    ("Whisper", Number(|least, cells| Line { kind: LineKind::Whispers(least), cells }.into(), Some(5))),
    ("Modular", Own(Reader::modular)),
    ("Entropic", Cells(|cells| Line { kind: LineKind::Entropic, cells }.into())),
    ("RegionSumLine", Cells(|cells| Line { kind: LineKind::RegionSum, cells }.into())),
    ("Between", Cells(|cells| Ends { kind: EndsKind::Between, cells }.into())),
    ("Lockout", Number(|least, cells| Ends { kind: EndsKind::Lockout(least), cells }.into(), None)),
    ("Zipper", Cells(|cells| Line { kind: LineKind::Zipper, cells }.into())),
    ("SumLine", Own(Reader::sum_line)),
    ("Arrow", Own(Reader::arrow)),
    ("DoubleArrow", Cells(|cells| DoubleArrow { cells }.into())),
    ("PillArrow", Own(Reader::pill)),
    ("Cage", Own(Reader::cage)),
    ("Sum", Own(Reader::sum)),
    ("EqualSum", Own(Reader::segments)),
    ("AllDifferent", Own(Reader::different)),
    ("WhiteDot", Pairs(PairKind::Difference(1))),
    ("BlackDot", Pairs(PairKind::Ratio(2))),
    ("X", Pairs(PairKind::Sum(10))),
    ("V", Pairs(PairKind::Sum(5))),
    ("GreaterThan", Own(Reader::greater)),
    ("Quad", Own(Reader::quad)),
    ("LittleKiller", Own(Reader::little_killer)),
    ("Sandwich", Own(Reader::sandwich)),
    ("XSum", Clues(OutsideKind::XSum)),
    ("Skyscraper", Clues(OutsideKind::Skyscraper)),
    ("HiddenSkyscraper", Clues(OutsideKind::HiddenSkyscraper)),
    ("NumberedRoom", Clues(OutsideKind::NumberedRoom)),
    ("FullRank", Own(Reader::ranks)),
    ("Lunchbox", Number(|total, cells| SpecialCage { kind: SpecialCageKind::Lunchbox(total), cells }.into(), None)),
    ("RellikCage", Number(|total, cells| SpecialCage { kind: SpecialCageKind::Rellik(total), cells }.into(), None)),
    ("EqualityCage", Cells(|cells| SpecialCage { kind: SpecialCageKind::Equality, cells }.into())),
    ("ContainAtLeast", Own(Reader::contains)),
    ("ContainExact", Own(Reader::exactly)),
    ("LookAndSay", Own(Reader::look_and_say)),
    ("SameValues", Own(Reader::same_values)),
    ("CountDistinct", Own(Reader::count_distinct)),
    ("CountingCircles", Cells(|cells| CountingCircles { cells }.into())),
    ("Indexing", Own(Reader::indexing)),
    ("ValueIndexing", Own(Reader::value_indexing)),
    ("ConnectedValues", Own(Reader::connected)),
    ("AntiTaxicab", Whole(|| Global::AntiTaxicab.into())),
    ("GlobalEntropy", Whole(|| Global::Entropy.into())),
    ("GlobalMod", Whole(|| Global::Modular(3).into())),
    ("DutchFlatmates", Whole(|| Global::DutchFlatmates.into())),
    ("RegionSameValues", Whole(|| Global::RegionSameDigits.into())),
    ("StrictKropki", Own(Reader::strict_kropki)),
    ("StrictXV", Own(Reader::strict_xv)),
    ("FullRankTies", Own(Reader::ties)),
    ("Pair", Own(Reader::pairs)),
    ("PairX", Own(Reader::pairs)),
    ("Binary", Own(Reader::pairs)),
    ("BinaryX", Own(Reader::pairs)),
    ("Regex", Own(Reader::regex)),
    ("NFA", Own(Reader::machine)),
    ("ChaosArrow", Own(Reader::run_length)),
    ("ChaosCount", Own(Reader::same_count)),
    ("Replicate", Own(Reader::replicate)),
    ("And", Own(Reader::all)),
    ("Or", Own(Reader::any)),
];

/// The reading of a part, if its type is known.
pub(super) fn how(kind: &str) -> Option<How> {
    TYPES.iter().find(|(name, _)| *name == kind).map(|&(_, how)| how)
}

/// Whether a word is the type of a part, or closes one.
pub(crate) fn is_type(kind: &str) -> bool {
    kind == "End" || how(kind).is_some()
}
