//! The table of rules, with a [row](RuleForm) for each keyword.
//!
//! Names are compared without case, blanks and hyphens, so that `Little Killer` and `anti-knight` need no alias.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::rule::any::Rule;
use crate::rule::arrow::{Arrow, DoubleArrow};
use crate::rule::cage::{Killer, LittleKiller};
use crate::rule::cell::{Allowed, Extremum, Parity};
use crate::rule::chaos::Chaos;
use crate::rule::check::Taken;
use crate::rule::chess::{Chess, NonConsecutive};
use crate::rule::combination::Quantity;
use crate::rule::combination_grammar;
use crate::rule::connected::Connected;
use crate::rule::contents::{Contains, CountDistinct, CountingCircles, SameDigits};
use crate::rule::ends::{Ends, EndsKind};
use crate::rule::equal_cells::EqualCells;
use crate::rule::error::ParseRuleError;
use crate::rule::form::{RuleForm, row};
use crate::rule::global::Global;
use crate::rule::helper_cells::HelperCells;
use crate::rule::indexer::{Indexer, IndexerKind, ValueIndexer};
use crate::rule::line::{Line, LineKind};
use crate::rule::negative::Negative;
use crate::rule::open_sum::OpenSum;
use crate::rule::outside::{Outside, OutsideKind};
use crate::rule::pair::{Copies, Pair, PairKind};
use crate::rule::pairwise::Pairwise;
use crate::rule::pattern::Regex;
use crate::rule::rank::FullRank;
use crate::rule::relation::{NamedExpression, Relation};
use crate::rule::scan::Scan;
use crate::rule::shading::Shading;
use crate::rule::special_cage::{SpecialCage, SpecialCageKind};
use crate::rule::state_machine::StateMachine;
use crate::rule::sum::{EqualSums, SumLine, WeightedSum};
use crate::rule::thermometer::Thermometer;
use crate::rule::toroidal::Toroidal;
use crate::rule::words::Words;

impl Rule {
    /// The rule's row in the table of rules; `None` for a library user's own rule.
    #[must_use]
    pub fn form(&self) -> Option<&'static RuleForm> {
        Some(by_keyword(match self {
            Self::Killer(_) => "killer",
            Self::LittleKiller(_) => "littlekiller",
            Self::OpenSum(sum) => sum.word(),
            Self::Arrow(_) => "arrow",
            Self::DoubleArrow(_) => "doublearrow",
            Self::Thermometer(Thermometer { is_slow: false, .. }) => "thermometer",
            Self::Thermometer(Thermometer { is_slow: true, .. }) => "slowthermometer",
            Self::Line(line) => line.kind.words().0,
            Self::Pair(pair) => pair.kind.words().0,
            Self::Copies(_) => "copies",
            Self::Parity(Parity { is_odd: true, .. }) => "odd",
            Self::Parity(Parity { is_odd: false, .. }) => "even",
            Self::Extremum(extremum) => extremum.word(),
            Self::Allowed(_) => "allowed",
            Self::Chess(Chess::KNIGHT) => "antiknight",
            Self::Chess(Chess::King) => "antiking",
            Self::Chess(Chess::Leaper(_)) => "antileaper",
            Self::NonConsecutive(_) => "nonconsecutive",
            Self::Toroidal(_) => "toroidal",
            Self::Ends(Ends { kind: EndsKind::Between, .. }) => "between",
            Self::Ends(Ends { kind: EndsKind::Lockout(_), .. }) => "lockout",
            Self::Outside(clue) => clue.kind.word(),
            Self::FullRank(_) => "fullrank",
            Self::WeightedSum(_) => "sum",
            Self::EqualSums(_) => "equalsums",
            Self::SumLine(_) => "sumline",
            Self::SpecialCage(cage) => cage.words().0,
            Self::Contains(Contains { is_exact: false, .. }) => "contains",
            Self::Contains(Contains { is_exact: true, .. }) => "exactly",
            Self::CountDistinct(_) => "countdistinct",
            Self::CountingCircles(_) => "countingcircles",
            Self::SameDigits(_) => "samedigits",
            Self::Indexer(indexer) => indexer.kind.word(),
            Self::ValueIndexer(_) => "valueindexer",
            Self::Global(global) => global.word(),
            Self::Negative(_) => "negative",
            Self::Pairwise(pairwise) => pairwise.keyword(),
            Self::Regex(_) => "regex",
            Self::Relation(_) => "relation",
            Self::Scan(_) => "scan",
            Self::StateMachine(_) => "automaton",
            Self::Connected(_) => "connected",
            Self::Chaos(_) => "chaos",
            Self::Shading(shading) => shading.word(),
            Self::EqualCells(cells) => cells.word(),
            Self::Combination(combination) => combination.quantity().word(),
            Self::HelperCells(cells) => cells.word(),
            Self::UserRule(_) => return None,
        }))
    }

    /// The sentence of the rule's row in the table; empty for a library user's own rule.
    #[must_use]
    pub fn meaning(&self) -> &'static str {
        self.form().map_or("", |form| form.sentence)
    }

    /// Reads one rule from the words of a line.
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let keyword = words.keyword()?;
        (by_keyword(keyword).read)(words)
    }
}

/// The rows by their keywords.
static ROWS: LazyLock<HashMap<&str, &RuleForm>> =
    LazyLock::new(|| FORMS.iter().map(|form| (form.keyword(), form)).collect());

/// The row of a keyword.
///
/// # Panics
/// If the table does not have the keyword.
pub(super) fn by_keyword(keyword: &str) -> &'static RuleForm {
    ROWS[keyword]
}

/// Reads a relation: that of pairs is a rule of its own.
fn relation(is_all: bool, words: &mut Words<'_>) -> Result<Rule, ParseRuleError> {
    let named = NamedExpression::read(words)?;
    if named.is_of_pairs() {
        named.pairwise(is_all, words).map(Rule::Pairwise)
    } else {
        Relation::read(named, is_all, words).map(Rule::Relation)
    }
}

/// Reads a cage or a diagonal: with a total that is not one number it is a rule of its own.
fn sum(is_cage: bool, words: &mut Words<'_>) -> Result<Rule, ParseRuleError> {
    match OpenSum::read(is_cage, words)? {
        Some(sum) => Ok(Rule::OpenSum(sum)),
        None if is_cage => Killer::read(words).map(Rule::Killer),
        None => LittleKiller::read(words).map(Rule::LittleKiller),
    }
}

/// Lines among the rules that describe the board, with their meanings.
pub(crate) const BOARD_LINES: &[(&str, &str)] = &[
    ("diagonals", "each digit once on each diagonal"),
    ("windows", "each digit once in each window of a windoku"),
    ("disjointgroups", "each digit once among the cells in one place of all boxes"),
    ("unit r1c1 …", "each digit once where there are as many cells as digits, else no digit twice"),
    ("digits 0..8", "the first and the last digit"),
];

/// The rules, a row each: the form of the line, the title, the reader, the sentence, further names and an example.
#[rustfmt::skip]
pub(crate) const FORMS: &[RuleForm] = &[
    row("killer [15] r1c1 …", "Killer cage", |words| sum(true, words),
        "no digit twice in the cage; its digits add up to the number, if there is one",
        &[("cage", "killer"), ("killer cage", "killer")], "killer 15 r1c1-r1c3"),
    row("littlekiller 23 r1c2 r2c3 …", "Little killer", |words| sum(false, words),
        "the digits along the arrow add up to the number; they may repeat",
        &[], "littlekiller 23 r1c2-r8c9"),
    row("arrow r1c1 : r1c2 r1c3 …", "Arrow", |words| Arrow::read(words).map(Rule::Arrow),
        "the digits along the arrow add up to the number in its circle, or in its pill of several cells",
        &[("pill", "arrow"), ("pill arrow", "arrow")], "arrow r5c5 : r4c6 r3c7-r1c7"),
    row("doublearrow r1c1 … r1c9", "Double arrow",
        |words| Ok(Rule::DoubleArrow(DoubleArrow { cells: words.cells(Taken::Once, 3)? })),
        "the digits between the two ends add up to the sum of the ends",
        &[], "doublearrow r1c1-r1c5"),
    row("thermometer r1c1 r2c1 …", "Thermometer", |words| Thermometer::read(false, words).map(Rule::Thermometer),
        "digits rise from the bulb, the first cell",
        &[("thermo", "thermometer")], "thermometer r1c1-r1c4 r2c4"),
    row("slowthermometer r1c1 r2c1 …", "Slow thermometer", |words| Thermometer::read(true, words).map(Rule::Thermometer),
        "digits rise or stay the same from the bulb, the first cell",
        &[("slow thermo", "slowthermometer")], "slowthermometer r9c1-r5c5"),
    row("palindrome r1c1 r2c1 …", "Palindrome", |words| Line::read(LineKind::Palindrome, words).map(Rule::Line),
        "the line reads the same from both ends",
        &[("palindrome line", "palindrome")], "palindrome r2c2-r5c5"),
    row("whispers 5 r1c1 r2c1 …", "Whispers", |words| Line::read(LineKind::Whispers(words.number()?), words).map(Rule::Line),
        "neighbours on the line differ by at least the number",
        &[
            ("german whispers", "whispers 5"),
            ("german whisper", "whispers 5"),
            ("dutch whispers", "whispers 4"),
            ("dutch whisper", "whispers 4"),
            ("whisper", "whispers"),
        ],
        "whispers 5 r1c1-r3c3"),
    row("renban r1c1 r2c1 …", "Renban", |words| Line::read(LineKind::Renban, words).map(Rule::Line),
        "the line has consecutive digits in any order, none twice",
        &[("renban line", "renban")], "renban r4c4-r4c7"),
    row("nabner r1c1 r2c1 …", "Nabner", |words| Line::read(LineKind::Nabner, words).map(Rule::Line),
        "no digit twice on the line, and no two consecutive digits",
        &[("nabner line", "nabner")], "nabner r4c4-r7c7"),
    row("modular 3 r1c1 r2c1 …", "Modular line", |words| Line::read(LineKind::Modular(words.number()?), words).map(Rule::Line),
        "any so many cells in a row on the line have all residues by the number",
        &[("modular line", "modular")], "modular 3 r2c1-r2c6"),
    row("entropic r1c1 r2c1 …", "Entropic line", |words| Line::read(LineKind::Entropic, words).map(Rule::Line),
        "any three cells in a row on the line have a low, a middle and a high digit",
        &[("entropic line", "entropic")], "entropic r2c1-r2c6"),
    row("zipper r1c1 r2c1 …", "Zipper", |words| Line::read(LineKind::Zipper, words).map(Rule::Line),
        "two cells equally far from the middle add up to one sum, the digit of the middle cell if there is one",
        &[("zipper line", "zipper")], "zipper r1c1-r1c5"),
    row("regionsum r1c1 r2c1 …", "Region sum line", |words| Line::read(LineKind::RegionSum, words).map(Rule::Line),
        "the parts into which boxes or regions cut the line have one sum",
        &[("region sum line", "regionsum")], "regionsum r1c1-r1c6"),
    row("difference 1 r1c1 r1c2", "Difference", |words| Pair::read(PairKind::Difference(words.number()?), words).map(Rule::Pair),
        "the two digits differ by the number: a white dot means 1",
        &[("kropki white", "difference 1"), ("white kropki", "difference 1"), ("white dot", "difference 1")],
        "difference 1 r1c1 r1c2"),
    row("ratio 2 r1c1 r1c2", "Ratio", |words| Pair::read(PairKind::Ratio(words.number()?), words).map(Rule::Pair),
        "one digit is the number times the other: a black dot means 2",
        &[("kropki black", "ratio 2"), ("black kropki", "ratio 2"), ("black dot", "ratio 2")],
        "ratio 2 r1c1 r2c1"),
    row("pairsum 10 r1c1 r1c2", "Pair sum", |words| Pair::read(PairKind::Sum(words.number()?), words).map(Rule::Pair),
        "the two digits add up to the number: X means 10, V means 5",
        &[
            ("x", "pairsum 10"),
            ("v", "pairsum 5"),
            ("xv x", "pairsum 10"),
            ("xv v", "pairsum 5"),
            ("xv", "pairsum"),
        ],
        "pairsum 10 r3c3 r3c4"),
    row("less r1c1 r1c2", "Inequality", |words| Pair::read(PairKind::Less, words).map(Rule::Pair),
        "the first digit is less than the second: the point of the sign is at the lesser one",
        &[("less than", "less"), ("inequality", "less")], "less r1c1 r1c2"),
    row("copies r1c1 r1c2 : r5c5 r5c6", "Copies", |words| Copies::read(words).map(Rule::Copies),
        "the cells have the digits of the other cells, in the same order",
        &[("clone", "copies"), ("clones", "copies")], "copies r1c1-r1c2 : r5c5-r5c6"),
    row("odd r1c1 …", "Odd cells", |words| Parity::read(true, words).map(Rule::Parity),
        "the digits are odd",
        &[], "odd r1c1 r2c2"),
    row("even r1c1 …", "Even cells", |words| Parity::read(false, words).map(Rule::Parity),
        "the digits are even",
        &[], "even r1c1 r2c2"),
    row("minimum r1c1 …", "Minimum", |words| Extremum::read(true, words).map(Rule::Extremum),
        "the digit is less than that of each neighbour above, below and beside it that is no minimum",
        &[("min", "minimum")], "minimum r3c3"),
    row("maximum r1c1 …", "Maximum", |words| Extremum::read(false, words).map(Rule::Extremum),
        "the digit is more than that of each neighbour above, below and beside it that is no maximum",
        &[("max", "maximum")], "maximum r3c3"),
    row("allowed 1,5,9 r1c1", "Candidates",
        |words| Ok(Rule::Allowed(Allowed { values: words.values()?, cell: words.cell()? })),
        "the cell has one of the digits",
        &[], "allowed 1,5,9 r1c1"),
    row("antiknight", "Anti-knight", |_| Ok(Rule::Chess(Chess::KNIGHT)),
        "no digit twice a knight's move apart",
        &[], "antiknight"),
    row("antiking", "Anti-king", |_| Ok(Rule::Chess(Chess::King)),
        "no digit twice a king's move apart",
        &[], "antiking"),
    row("antileaper 1 3", "Anti-leaper", |words| Chess::read_leaper(words).map(Rule::Chess),
        "no digit twice so many rows and columns apart, either way round",
        &[], "antileaper 1 3"),
    row("nonconsecutive", "Nonconsecutive", |_| Ok(Rule::NonConsecutive(NonConsecutive)),
        "no two neighbours above, below or beside each other have consecutive digits",
        &[("anti consecutive", "nonconsecutive")], "nonconsecutive"),
    row("toroidal antiknight", "Toroidal", |words| Toroidal::read(words).map(Rule::Toroidal),
        "the rule behind it, antiknight, antiking, antileaper 1 3 or nonconsecutive, where opposite edges of the grid are joined",
        &[], "toroidal antiknight"),
    row("antitaxicab", "Anti-taxicab", |_| Ok(Rule::Global(Global::AntiTaxicab)),
        "no digit twice as many steps up, down and sideways apart as the digit says",
        &[], "antitaxicab"),
    row("negative difference 1 [except r1c1 r1c2 : …]", "No unmarked pairs",
        |words| Negative::read(words).map(Rule::Negative),
        "no two neighbours but the pairs listed have a difference, ratio or sum of the number",
        &[], "negative pairsum 10"),
    row("globalentropy", "Global entropy", |_| Ok(Rule::Global(Global::Entropy)),
        "each square of two by two cells has a low, a middle and a high digit",
        &[], "globalentropy"),
    row("globalmodular 3", "Global modular", |words| Ok(Rule::Global(Global::Modular(words.number()?))),
        "each square of two by two cells has digits of all residues by the number",
        &[], "globalmodular 3"),
    row("dutchflatmates", "Dutch flatmates", |_| Ok(Rule::Global(Global::DutchFlatmates)),
        "each middle digit has the lowest right above it or the highest right below it",
        &[], "dutchflatmates"),
    row("regionsamedigits", "Same digits in regions", |_| Ok(Rule::Global(Global::RegionSameDigits)),
        "the largest units all have the same digits, where they have fewer cells than there are digits",
        &[], "regionsamedigits"),
    row("between r1c1 r1c2 … r1c5", "Between line", |words| Ends::read(EndsKind::Between, words).map(Rule::Ends),
        "the digits on the line are between those of its two ends, the first and the last cell",
        &[("between line", "between")], "between r1c1-r1c5"),
    row("lockout 4 r1c1 r1c2 … r1c5", "Lockout line", |words| Ends::read(EndsKind::Lockout(words.number()?), words).map(Rule::Ends),
        "the digits between the ends are lower or higher than both ends, which differ by at least the number",
        &[("lockout line", "lockout")], "lockout 4 r1c1-r1c5"),
    row("sum 10 r1c1 2*r1c2 -1*r1c3 …", "Weighted sum", |words| WeightedSum::read(words).map(Rule::WeightedSum),
        "the digits, each times its factor, add up to the number",
        &[], "sum 10 r1c1 2*r1c2 -1*r1c3"),
    row("equalsums r1c1 r1c2 : r2c1 r2c2 : …", "Equal sums",
        |words| Ok(Rule::EqualSums(EqualSums { groups: words.groups()? })),
        "the groups of cells have one sum, whichever it is",
        &[("equal sum", "equalsums")], "equalsums r1c1-r1c2 : r2c4-r2c5"),
    row("sumline 10 [loop] r1c1 r1c2 …", "Sum line", |words| SumLine::read(words).map(Rule::SumLine),
        "the line can be cut into parts each of which adds up to the number",
        &[("ten line", "sumline 10")], "sumline 10 r1c1-r1c8"),
    row("lunchbox 10 r1c1 …", "Lunchbox", |words| SpecialCage::read(SpecialCageKind::Lunchbox(words.number()?), words).map(Rule::SpecialCage),
        "no digit twice in the cage; its digits between the lowest and the highest add up to the number",
        &[], "lunchbox 10 r1c1-r1c5"),
    row("rellik 10 r1c1 …", "Rellik cage", |words| SpecialCage::read(SpecialCageKind::Rellik(words.number()?), words).map(Rule::SpecialCage),
        "no digit twice in the cage; no digits of it, however many, add up to the number",
        &[], "rellik 10 r1c1-r1c3"),
    row("equality r1c1 …", "Equality cage", |words| SpecialCage::read(SpecialCageKind::Equality, words).map(Rule::SpecialCage),
        "no digit twice in the cage; it has as many odd as even digits, and as many low as high ones",
        &[], "equality r1c1-r2c3"),
    row("contains 1,2,2 r1c1 …", "Contents", |words| Contains::read_least(words).map(Rule::Contains),
        "each digit listed is in the cells, at least as often as it is listed: quadruples",
        &[("quadruple", "contains"), ("quad", "contains")], "contains 1,2,2 r3c3-r3c4 r4c3-r4c4"),
    row("exactly 2*3,0*4 r1c1 …", "Exact contents", |words| Contains::read_exact(words).map(Rule::Contains),
        "each digit listed is in the cells as often as its number says, and no more: two 3s and no 4",
        &[], "exactly 2*3,0*4 r1c2-r2c5"),
    row("countdistinct r1c1 : r1c2 …", "Count of different digits", |words| CountDistinct::read(words).map(Rule::CountDistinct),
        "the cell before the colon says how many different digits the others have",
        &[], "countdistinct r5c5 : r1c1-r1c9"),
    row("countingcircles r1c1 …", "Counting circles",
        |words| Ok(Rule::CountingCircles(CountingCircles { cells: words.cells(Taken::Set, 1)? })),
        "a digit in a circle says how many circles have that digit",
        &[], "countingcircles r1c1 r3c5 r5c2 r7c7 r9c9"),
    row("samedigits r1c1 r1c2 : r2c1 r2c2 : …", "Same digits",
        |words| Ok(Rule::SameDigits(SameDigits { groups: words.groups()? })),
        "the groups have the same digits, each as often, in any order",
        &[], "samedigits r1c1-r1c2 : r4c4-r4c5"),
    row("rowindexer r1c1 …", "Row indexer", |words| Indexer::read(IndexerKind::Row, words).map(Rule::Indexer),
        "a cell of row R with digit V: row V of its column has R",
        &[], "rowindexer r1c1-r1c9"),
    row("columnindexer r1c1 …", "Column indexer", |words| Indexer::read(IndexerKind::Column, words).map(Rule::Indexer),
        "a cell of column C with digit V: column V of its row has C",
        &[], "columnindexer r1c1-r9c1"),
    row("boxindexer r1c1 …", "Box indexer", |words| Indexer::read(IndexerKind::Box, words).map(Rule::Indexer),
        "a cell in place P of its box with digit V: place V of the box has P",
        &[], "boxindexer r2c2"),
    row("valueindexer r1c1 : r1c2 : r1c3 …", "Value indexer", |words| ValueIndexer::read(words).map(Rule::ValueIndexer),
        "the second cell says which of the cells behind it has the digit of the first",
        &[], "valueindexer r1c1 : r1c2 : r5c1-r5c9"),
    row("sandwich 12 row 3", "Sandwich", |words| Outside::read(OutsideKind::Sandwich, words).map(Rule::Outside),
        "the digits between the lowest and the highest of the row or column add up to the number",
        &[("sandwich sum", "sandwich")], "sandwich 12 row 3"),
    row("xsum 20 row 3 left", "X-sum", |words| Outside::read(OutsideKind::XSum, words).map(Rule::Outside),
        "the first digits add up to the number, as many of them as the first one says",
        &[("x sums", "xsum")], "xsum 20 row 3 left"),
    row("skyscraper 4 column 2 top", "Skyscraper", |words| Outside::read(OutsideKind::Skyscraper, words).map(Rule::Outside),
        "so many digits are higher than all before them",
        &[("skyscrapers", "skyscraper")], "skyscraper 4 column 2 top"),
    row("hiddenskyscraper 3 column 2 bottom", "Hidden skyscraper",
        |words| Outside::read(OutsideKind::HiddenSkyscraper, words).map(Rule::Outside),
        "the first digit that is not higher than all before it",
        &[], "hiddenskyscraper 3 column 2 bottom"),
    row("numberedroom 5 row 3 right", "Numbered room", |words| Outside::read(OutsideKind::NumberedRoom, words).map(Rule::Outside),
        "the digit in the place that the first digit of the line says",
        &[("numbered rooms", "numberedroom")], "numberedroom 5 row 3 right"),
    row("fullrank 12 row 3 left [ties]", "Full rank", |words| FullRank::read(words).map(Rule::FullRank),
        "the place of the line among all rows and columns, read as numbers from both ends; others may be equal with `ties`",
        &[], "fullrank 12 row 3 left"),
    row("relation abs(a-b)>=5 : r1c1 r1c2 …", "Relation", |words| relation(false, words),
        "neighbours in the list are a, b, c … of the expression, as many as it has: + - * / mod, abs, min, max, count, if, comparisons, in (1,2), and, or, not",
        &[], "relation abs(a-b)>=5 : r1c1-r1c4"),
    row("allrelation a+b!=10 : r1c1 r1c2 …", "Relation of all pairs", |words| relation(true, words),
        "each two of the cells are a and b of the expression",
        &[], "allrelation a+b!=10 : r1c1-r1c4"),
    row("pairs 1-2,2-1 : r1c1 r1c2 …", "Pairs", |words| Pairwise::read_pairs(false, words).map(Rule::Pairwise),
        "neighbours in the list have one of the pairs of digits",
        &[], "pairs 1-2,2-1,3-9 : r1c1 r1c2"),
    row("allpairs 1-2,2-1 : r1c1 r1c2 …", "Pairs of all cells", |words| Pairwise::read_pairs(true, words).map(Rule::Pairwise),
        "each two of the cells have one of the pairs of digits",
        &[], "allpairs 1-2,2-1,3-9,9-3 : r1c1 r4c4"),
    row("regex (12|3)* : r1c1 r1c2 …", "Pattern", |words| Regex::read(words).map(Rule::Regex),
        "the digits match the pattern as a whole; A is 10",
        &[], "regex (1[2-5]|9)* : r1c1-r1c3"),
    row("automaton 0 2 0/1,2/1 1/3/2 : r1c1 r1c2 …", "Automaton", |words| StateMachine::read(words).map(Rule::StateMachine),
        "states to begin and to end in, edges (a state, digits, a state), and the cells read; a colon among these is a |",
        &[], "automaton 0 1 0/1,2/1 1/3,4/0 : r1c1 r3c4 r5c5"),
    row("scan s=0 next (s+x) mod 3 accept s=0 : r1c1 r1c2 …", "Scan", |words| Scan::read(words).map(Rule::Scan),
        "a number s changes with each digit x, the i-th of the list, and is accepted at the end or not",
        &[], "scan s=0 next (s+x) mod 3 accept s=0 : r1c1-r1c4"),
    row("connected 1,3 [size 9] [shade]", "Connected cells", |words| Connected::read(words).map(Rule::Connected),
        "the cells of the grid or the layer with one of the values, at least one, make one piece along their edges, of so many cells",
        &[("connected values", "connected")], "connected 1,3,5,7,9"),
    row("chaos region [size 9]", "Chaos construction", |words| Chaos::read(words).map(Rule::Chaos),
        "the grid falls into connected regions, to be found, of as many cells as digits, or of so many; no digit twice in a region; rules name a cell's region region:r1c1",
        &[("chaos construction", "chaos"), ("unknown regions", "chaos")], "chaos region"),
    row("yinyang shade", "Yin-yang", |words| Shading::read("yinyang", words).map(Rule::Shading),
        "each cell is shaded, shade:r1c1 is 1, or not, 0; either kind is connected along edges, and no square of two by two is of one kind",
        &[], "yinyang shade"),
    row("loop way", "Loop", |words| Shading::read("loop", words).map(Rule::Shading),
        "the cells whose way:r1c1 is 1 are one loop along edges, which does not touch itself along edges",
        &[], "loop way"),
    row("snake body [apart]", "Snake", |words| Shading::read("snake", words).map(Rule::Shading),
        "the cells whose body:r1c1 is 1, and the two ends with 2, are one path along edges, which does not touch itself along edges, nor at corners with `apart`",
        &[], "snake body apart"),
    row("doublers flag value", "Doublers", |words| Shading::read("doublers", words).map(Rule::Shading),
        "each row, column and box has one doubler, whose flag:r1c1 is 1, and no digit is doubled twice; value:r1c1 is the digit, or twice the digit of a doubler",
        &[], "doublers flag value"),
    row("stars star 2", "Star battle", |words| Shading::read("stars", words).map(Rule::Shading),
        "each row, column and box has so many stars, cells whose star:r1c1 is 1; stars do not touch, not even at corners",
        &[("star battle", "stars")], "stars star 1"),
    row("cave shade frame r1c1 …", "Cave", |words| Shading::read("cave", words).map(Rule::Shading),
        "the cells whose shade:r1c1 is 0 are connected along edges, and the others connect to the border; the digit of a clue, which is 0, says how many of them are seen from it in its row and column, with itself; frame is the same with a border of 1",
        &[("corral", "cave")], "cave shade frame r2c2 r5c5"),
    row("nurikabe island r1c1 …", "Nurikabe", |words| Shading::read("nurikabe", words).map(Rule::Shading),
        "each clue has an island of connected cells, as many as its digit; island:r1c1 is the clue's number, or 0 in the sea, which is connected and has no square of two by two; islands do not touch along edges",
        &[], "nurikabe island r1c1 r1c5 r2c9 r4c3 r4c7 r6c1 r6c5 r7c9 r9c3 r9c7"),
    row("fillomino size r1c1 …", "Fillomino", |words| Shading::read("fillomino", words).map(Rule::Shading),
        "the grid falls into connected pieces, size:r1c1 is the number of cells of the piece; pieces of one size do not touch along edges; the digit of a clue is the size of its piece",
        &[], "fillomino size r1c1 r5c5"),
    row("galaxies star r1c1 : r1c2 r1c3 : …", "Galaxies", |words| Shading::read("galaxies", words).map(Rule::Shading),
        "the grid falls into connected regions that look the same after half a turn about their centres, each one, two or four cells; star:r1c1 is the centre's number",
        &[("spiral galaxies", "galaxies")], "galaxies star r5c5"),
    row("schrodinger second value", "Schrödinger cells", |words| Shading::read("schrodinger", words).map(Rule::Shading),
        "one cell of each row, column and box has two digits, and no digit is twice there; second:r1c1 is the higher digit, or the only one; value:r1c1 is the sum of the digits of a cell; the board needs one digit more than a row has cells, such as 3x3+digits:0..9",
        &[("schrodinger cells", "schrodinger")], "schrodinger second value").on("3x3+digits:0..9"),
    row("runlength [beyond] r1c1 : r1c1 r1c2 … : r1c1 r2c1 …", "Run of equal cells", |words| EqualCells::read(true, words).map(Rule::EqualCells),
        "the first cell says how many cells along the arms are like the cell where the arms begin, up to the first unlike it; the cell where they begin counts once, or not with `beyond`",
        &[("run length", "runlength")], "runlength r5c5 : r1c1 r2c1-r4c1 : r1c1-r1c4"),
    row("samecount [beyond] r1c1 : r1c2 r1c3 …", "Count of equal cells", |words| EqualCells::read(false, words).map(Rule::EqualCells),
        "the first cell says how many of the cells behind the colon are like the first of these, which counts too, or not with `beyond`",
        &[("same count", "samecount")], "samecount r5c5 : r1c1 r2c4 r3c7 r4c2"),
    row("anyof less r1c1 r1c2 | killer 5 r1c1 r1c2 & odd r1c1", "Any of",
        |words| combination_grammar::read(Quantity::AnyOf, words).map(Rule::Combination),
        "at least one of the alternatives holds, each one rule or more; alternatives within another stand in parentheses, with blanks around these",
        &[], "anyof less r1c1 r1c2 | killer 5 r1c1 r1c2 & odd r1c1"),
    row("allof odd r1c1 & ( anyof odd r1c2 | odd r1c3 )", "All of",
        |words| combination_grammar::read(Quantity::AllOf, words).map(Rule::Combination),
        "all of the rules hold",
        &[], "allof odd r1c1 & ( anyof odd r1c2 | odd r1c3 )"),
    row("not odd r1c1", "Not", |words| combination_grammar::read(Quantity::Not, words).map(Rule::Combination),
        "the rule does not hold; not all of the rules hold, where several are in parentheses",
        &[("none of", "not")], "not ( killer 15 r1c1-r1c3 & odd r1c1 )"),
    row("someof 2 odd r1c1 | less r1c1 r1c2 | …", "Some of",
        |words| combination_grammar::read(Quantity::SomeOf, words).map(Rule::Combination),
        "exactly so many of the alternatives hold, and the others do not: 2, 1..3, <3 or >1",
        &[], "someof 1 odd r1c1 | killer 15 r1c1-r1c3 | less r1c1 r2c1"),
    row("layer shade 0..1 [3x4] [\"title\"]", "Layer", |words| HelperCells::read(false, words).map(Rule::HelperCells),
        "a helper cell for each cell, or in rows and columns of its own, with these values; rules name it shade:r1c1",
        &[], "layer shade 0..1"),
    row("number N 1..45 [\"title\"]", "Number", |words| HelperCells::read(true, words).map(Rule::HelperCells),
        "a helper cell for an unknown number with these values; rules name it N",
        &[], "number N 1..45"),
];
