//! The topics of sentences: rules of one topic share a sentence.

use std::collections::HashSet;
use std::fmt::Write;

use crate::geometry::{Cell, Geometry, LayerShape, Regions};
use crate::rule::{
    Chess, Combination, Contains, Ends, EndsKind, Global, IndexerKind, LineKind, Mark, Negative, OpenTotal, Outside,
    OutsideKind, PairKind, Rule, ShadeForm, ShadingKind, SpecialCageKind, Toroidal, Total, is_full_unit, third,
};
use crate::sentences::kind::Kind;

/// A kind of sentence with the numbers and words in it: rules of equal topics share a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Topic {
    /// The kind of the sentence.
    pub kind: Kind,
    /// The numbers `{n}` and `{m}` of the sentence.
    pub numbers: [i64; 2],
    /// The words `{list}` of the sentence.
    pub list: String,
    /// The topics of the alternatives of a combination.
    pub alternatives: Vec<Vec<Topic>>,
    /// The topics of further sentences.
    pub further: Vec<Topic>,
}

/// The longest expression or pattern that a sentence quotes.
const LONGEST_QUOTED: usize = 48;

/// The most rules among the alternatives that a sentence tells.
const MOST_ALTERNATIVES: usize = 6;

impl Topic {
    /// A topic without numbers and words.
    #[must_use]
    pub fn plain(kind: Kind) -> Self {
        Self { kind, numbers: [0; 2], list: String::new(), alternatives: Vec::new(), further: Vec::new() }
    }

    /// A topic with a number.
    #[must_use]
    pub fn number(kind: Kind, number: i64) -> Self {
        Self { numbers: [number, 0], ..Self::plain(kind) }
    }

    /// A topic with words.
    #[must_use]
    pub fn list(kind: Kind, list: impl Into<String>) -> Self {
        Self { list: list.into(), ..Self::plain(kind) }
    }

    /// Whether the topic is that of a negative rule.
    pub(super) fn is_negative(&self) -> bool {
        matches!(self.kind, Kind::NoConsecutive | Kind::NoDifference | Kind::NoDouble | Kind::NoRatio | Kind::NoSum)
    }

    /// The number of conditions that the words of a combination agree with; `None` for other topics.
    pub(super) fn conditions(&self) -> Option<usize> {
        let [held, of] = self.numbers;
        let conditions = match self.kind {
            Kind::SomeOf | Kind::SomeOfMany => held,
            Kind::NoneOf => of,
            _ => return None,
        };
        usize::try_from(conditions).ok()
    }

    fn numbers(kind: Kind, numbers: [i64; 2]) -> Self {
        Self { numbers, ..Self::plain(kind) }
    }

    /// The topic of a rule. A negative rule is about unmarked pairs if each of its exceptions is a pair of `marked`.
    #[allow(clippy::too_many_lines)] // An arm for each rule.
    pub(super) fn of(rule: &Rule, board: &Geometry, is_marked: &dyn Fn(&Negative) -> bool) -> Self {
        Self::plain(match rule {
            Rule::Killer(killer) if killer.total.is_some() => Kind::KillerTotals,
            Rule::Killer(_) => Kind::KillerPlain,
            Rule::LittleKiller(_) if has_margin(rule, board) => Kind::LittleKiller,
            Rule::LittleKiller(_) => Kind::SumCage,
            Rule::OpenSum(sum) => match (&sum.total, sum.is_cage, has_margin(rule, board)) {
                (OpenTotal::Range(..), true, _) => Kind::KillerRange,
                (OpenTotal::Cell(_), true, _) => Kind::KillerLetter,
                (OpenTotal::Range(..), _, true) => Kind::LittleKillerRange,
                (OpenTotal::Cell(_), _, true) => Kind::LittleKillerLetter,
                (OpenTotal::Range(..), ..) => Kind::SumCageRange,
                (OpenTotal::Cell(_), ..) => Kind::SumCageLetter,
            },
            Rule::Arrow(arrow) if arrow.circle.len() > 1 => Kind::Pill,
            Rule::Arrow(_) => Kind::Arrow,
            Rule::DoubleArrow(_) => Kind::DoubleArrow,
            Rule::Thermometer(thermometer) if thermometer.is_slow => Kind::SlowThermometer,
            Rule::Thermometer(_) => Kind::Thermometer,
            Rule::Line(line) => return Self::of_line(line.kind, board),
            Rule::Pair(pair) => match pair.kind {
                PairKind::Difference(1) => Kind::Consecutive,
                PairKind::Difference(_) => Kind::Difference,
                PairKind::Ratio(2) => Kind::Double,
                PairKind::Ratio(_) => Kind::Ratio,
                PairKind::Sum(10) => Kind::SumX,
                PairKind::Sum(5) => Kind::SumV,
                PairKind::Sum(_) => Kind::PairSum,
                PairKind::Less => Kind::Less,
            },
            Rule::Copies(_) => Kind::Copies,
            Rule::Parity(parity) if parity.is_odd => Kind::Odd,
            Rule::Parity(_) => Kind::Even,
            Rule::Extremum(extremum) if extremum.is_minimum => Kind::Minimum,
            Rule::Extremum(_) => Kind::Maximum,
            Rule::Allowed(_) => Kind::Allowed,
            Rule::Chess(Chess::KNIGHT) => Kind::AntiKnight,
            Rule::Chess(Chess::King) => Kind::AntiKing,
            Rule::Chess(Chess::Leaper([a, b])) => {
                return Self::numbers(Kind::AntiLeaper, [(*a).into(), (*b).into()]);
            }
            Rule::NonConsecutive(_) => Kind::NonConsecutive,
            Rule::Toroidal(Toroidal::Chess(Chess::KNIGHT)) => Kind::ToroidalKnight,
            Rule::Toroidal(Toroidal::Chess(Chess::King)) => Kind::ToroidalKing,
            Rule::Toroidal(Toroidal::Chess(Chess::Leaper([a, b]))) => {
                return Self::numbers(Kind::ToroidalLeaper, [(*a).into(), (*b).into()]);
            }
            Rule::Toroidal(Toroidal::NonConsecutive) => Kind::ToroidalNonConsecutive,
            Rule::Ends(Ends { kind: EndsKind::Between, .. }) => Kind::Between,
            Rule::Ends(Ends { kind: EndsKind::Lockout(by), .. }) => return Self::number(Kind::Lockout, *by),
            Rule::Outside(clue) => return Self::of_clue(clue, board),
            Rule::FullRank(rank) if rank.may_tie => Kind::FullRankTies,
            Rule::FullRank(_) => Kind::FullRank,
            Rule::WeightedSum(sum) if sum.terms.iter().all(|&(factor, _)| factor == 1) => Kind::SumCage,
            Rule::WeightedSum(sum) => return Self::list(Kind::WeightedSum, equation(&sum.terms, sum.total)),
            Rule::EqualSums(_) => Kind::EqualSums,
            Rule::SumLine(line) => return Self::number(Kind::SumLine, line.total),
            Rule::SpecialCage(cage) => match cage.kind {
                SpecialCageKind::Lunchbox(_) => Kind::Lunchbox,
                SpecialCageKind::Rellik(_) => Kind::Rellik,
                SpecialCageKind::Equality => Kind::Equality,
            },
            Rule::Contains(Contains { is_exact: true, .. }) => Kind::Exactly,
            Rule::Contains(contains) if contains.is_quadruple() => {
                let is_repeated = contains.counts.iter().any(|&(count, _)| count > 1);
                if is_repeated { Kind::QuadrupleRepeated } else { Kind::Quadruple }
            }
            Rule::Contains(_) => Kind::Contains,
            Rule::CountDistinct(_) => Kind::CountDistinct,
            Rule::CountingCircles(_) => Kind::CountingCircles,
            Rule::SameDigits(_) => Kind::SameDigits,
            Rule::Indexer(indexer) => match indexer.kind {
                IndexerKind::Row => Kind::RowIndexer,
                IndexerKind::Column => Kind::ColumnIndexer,
                IndexerKind::Box => Kind::BoxIndexer,
            },
            Rule::ValueIndexer(indexer) => {
                let entry = format!("{}: {}, {}", indexer.value, indexer.index, names(&indexer.cells));
                return Self::list(Kind::ValueIndexer, entry);
            }
            Rule::Global(global) => return Self::of_global(*global, board),
            Rule::Negative(negative) => return Self::of_negative(negative, is_marked(negative)),
            Rule::Pairwise(of) => {
                let kinds = if of.is_all {
                    [Kind::NamedSet, Kind::AllRelation, Kind::NamelessSet]
                } else {
                    [Kind::Named, Kind::Relation, Kind::Nameless]
                };
                return Self::named(of.name.as_ref(), of.expression(), kinds);
            }
            Rule::Relation(of) => {
                let kinds = [Kind::Named, Kind::Relation, Kind::Nameless];
                return Self::named(of.name.as_ref(), Some(of.expression()), kinds);
            }
            Rule::Regex(of) => {
                let kinds = [Kind::Named, Kind::Pattern, Kind::Nameless];
                return Self::named(of.name.as_ref(), Some(&of.pattern), kinds);
            }
            Rule::Scan(of) => return Self::named(of.name.as_ref(), None, [Kind::Named, Kind::Named, Kind::Nameless]),
            Rule::StateMachine(of) => {
                return Self::named(of.name.as_ref(), None, [Kind::Named, Kind::Named, Kind::Nameless]);
            }
            Rule::Connected(of) => {
                let values: Vec<String> = of.values.iter().map(ToString::to_string).collect();
                let (values, size) = (values.join(", "), of.size.unwrap_or(0));
                let (kind, words) = match (of.layer, of.size) {
                    (None, None) => (Kind::Connected, values),
                    (None, Some(_)) => (Kind::ConnectedSize, values),
                    (Some(layer), None) => (Kind::ConnectedLayer, format!("{layer} = {values}")),
                    (Some(layer), Some(_)) => (Kind::ConnectedLayerSize, format!("{layer} = {values}")),
                };
                return Self { numbers: [size, 0], ..Self::list(kind, words) };
            }
            Rule::Chaos(chaos) => return Self::number(Kind::Chaos, i64::from(chaos.cells_of_region(board) as u32)),
            Rule::Shading(shading) => match &shading.kind {
                ShadingKind::YinYang => Kind::YinYang,
                ShadingKind::Loop => Kind::Loop,
                ShadingKind::Snake { is_apart: false } => Kind::Snake,
                ShadingKind::Snake { is_apart: true } => Kind::SnakeApart,
                ShadingKind::Doublers { .. } => Kind::Doublers,
                ShadingKind::Stars { count } => return Self::number(Kind::Stars, *count),
                ShadingKind::Cave { .. } => Kind::Cave,
                ShadingKind::Nurikabe { .. } => Kind::Nurikabe,
                ShadingKind::Galaxies { .. } => Kind::Galaxies,
                ShadingKind::Schrodinger { .. } => Kind::Schrodinger,
            },
            Rule::EqualCells(of) => match (of.is_run, of.is_beyond) {
                (true, false) => Kind::RunLength,
                (true, true) => Kind::RunLengthBeyond,
                (false, false) => Kind::SameCount,
                (false, true) => Kind::SameCountBeyond,
            },
            Rule::Combination(of) => return Self::of_combination(of, board, is_marked),
            Rule::HelperCells(of) => {
                let name = of.title.clone().unwrap_or_else(|| of.layer.name.to_string());
                let kind = match of.layer.shape {
                    LayerShape::Number => Kind::Number,
                    LayerShape::Grid => Kind::Layer,
                    LayerShape::Rectangle(..) => Kind::FurtherCells,
                };
                let numbers = [of.layer.first.into(), of.layer.last.into()];
                return Self { numbers, ..Self::list(kind, name) };
            }
            Rule::UserRule(_) => return Self::list(Kind::Own, rule.as_constrain().sentence()),
        })
    }

    fn of_combination(of: &Combination, board: &Geometry, is_marked: &dyn Fn(&Negative) -> bool) -> Self {
        let (least, most, count) = (of.least, of.most, of.alternatives.len());
        let numbers = |numbers: [usize; 2]| numbers.map(|number| i64::from(number as u32));
        let [any, many] = match (least, most) {
            (1, most) if most == count => [Kind::AnyOf, Kind::ManyAlternatives],
            (0, 0) if count == 1 && of.alternatives[0].len() > 1 => [Kind::NotAll, Kind::NotAllOfMany],
            (0, 0) => [Kind::NoneOf, Kind::NoneOfMany],
            (least, _) if least == count => [Kind::AllOf, Kind::AllOfMany],
            (least, most) if least == most => [Kind::SomeOf, Kind::SomeOfMany],
            _ => [Kind::SomeOfRange, Kind::SomeOfManyRange],
        };
        let numbers = numbers(if least == most { [least, count] } else { [least, most] });
        if of.alternatives.iter().flatten().count() > MOST_ALTERNATIVES {
            return Self::numbers(many, numbers);
        }
        let topics = |rules: &Vec<Rule>| rules.iter().map(|rule| Self::of(rule, board, is_marked)).collect();
        Self { alternatives: of.alternatives.iter().map(topics).collect(), ..Self::numbers(any, numbers) }
    }

    fn of_line(kind: LineKind, board: &Geometry) -> Self {
        Self::plain(match kind {
            LineKind::Palindrome => Kind::Palindrome,
            LineKind::Whispers(least) => return Self::number(Kind::Whispers, least),
            LineKind::Renban => Kind::Renban,
            LineKind::Nabner => Kind::Nabner,
            LineKind::Modular(modulus) => return Self::number(Kind::Modular, modulus),
            LineKind::Entropic => return Self::list(Kind::Entropic, thirds(board)),
            LineKind::Zipper => Kind::Zipper,
            LineKind::RegionSum if matches!(board.shape(), Regions::Boxes { .. }) => Kind::BoxSum,
            LineKind::RegionSum => Kind::RegionSum,
        })
    }

    fn of_clue(clue: &Outside, board: &Geometry) -> Self {
        let topic = match clue.kind {
            OutsideKind::Sandwich if is_full_unit(board, &clue.view.cells(board)) => {
                let (first, last) = board.grid_digits();
                Self::numbers(Kind::Sandwich, [first.into(), last.into()])
            }
            OutsideKind::Sandwich => Self::plain(Kind::SandwichOfExtremes),
            OutsideKind::XSum => Self::plain(Kind::XSum),
            OutsideKind::Skyscraper => Self::plain(Kind::Skyscraper),
            OutsideKind::HiddenSkyscraper => Self::plain(Kind::HiddenSkyscraper),
            OutsideKind::NumberedRoom => Self::plain(Kind::NumberedRoom),
        };
        let further = match clue.clue {
            Total::Number(_) => return topic,
            Total::Open(OpenTotal::Cell(_)) => Kind::ClueLetter,
            Total::Open(OpenTotal::Range(..)) => Kind::ClueRange,
        };
        Self { further: vec![Self::plain(further)], ..topic }
    }

    fn of_global(global: Global, board: &Geometry) -> Self {
        match global {
            Global::Entropy => Self::list(Kind::GlobalEntropy, thirds(board)),
            Global::Modular(modulus) => Self::number(Kind::GlobalModular, modulus),
            Global::AntiTaxicab => Self::plain(Kind::AntiTaxicab),
            Global::DutchFlatmates => {
                let [lowest, middle, highest] = Global::flatmates(board);
                Self { numbers: [middle, highest], ..Self::list(Kind::DutchFlatmates, lowest.to_string()) }
            }
            Global::RegionSameDigits => Self::plain(Kind::RegionSameDigits),
        }
    }

    fn of_negative(negative: &Negative, is_marked: bool) -> Self {
        let (number, kinds) = match negative.kind {
            PairKind::Difference(1) => (1, [Kind::NoConsecutive, Kind::NoConsecutiveUnmarked]),
            PairKind::Difference(by) => (by, [Kind::NoDifference, Kind::NoDifferenceUnmarked]),
            PairKind::Ratio(2) => (2, [Kind::NoDouble, Kind::NoDoubleUnmarked]),
            PairKind::Ratio(of) => (of, [Kind::NoRatio, Kind::NoRatioUnmarked]),
            PairKind::Sum(of) => (of, [Kind::NoSum, Kind::NoSumUnmarked]),
            PairKind::Less => (0, [Kind::NoSum, Kind::NoSumUnmarked]),
        };
        let pairs: Vec<String> = negative.except.iter().filter(|_| !is_marked).map(|pair| names(pair)).collect();
        Self { list: pairs.join("; "), ..Self::number(kinds[usize::from(is_marked)], number) }
    }

    /// The topic of a rule by its name, else by its expression, else that of a rule with neither.
    fn named(name: Option<&String>, expression: Option<&str>, [named, told, nameless]: [Kind; 3]) -> Self {
        let told = expression.filter(|text| text.chars().count() <= LONGEST_QUOTED).map(|text| (told, text));
        match name.map(|name| (named, name.as_str())).or(told) {
            Some((kind, words)) => Self::list(kind, words),
            None => Self::plain(nameless),
        }
    }

    /// The topics that stand for this topic beside the others of a puzzle: cages with and without totals share a sentence, and so
    /// do arrows with circles and with pills, and circles with and without a digit twice.
    pub(super) fn merged(self, kinds: &HashSet<Kind>) -> Self {
        let has = |kind: Kind| kinds.contains(&kind);
        match self.kind {
            Kind::KillerTotals | Kind::KillerPlain if has(Kind::KillerTotals) && has(Kind::KillerPlain) => {
                Self::plain(Kind::KillerMixed)
            }
            Kind::Arrow if has(Kind::Pill) => Self::plain(Kind::Pill),
            Kind::Quadruple if has(Kind::QuadrupleRepeated) => Self::plain(Kind::QuadrupleRepeated),
            _ => self,
        }
    }
}

/// The number of things that a rule marks: cells for rules on single cells, else one.
pub(super) fn things(marks: &[Mark]) -> usize {
    let cells = marks.iter().map(|mark| match mark {
        Mark::Shade { cells, form: ShadeForm::Disc | ShadeForm::Square | ShadeForm::Cell, .. } => cells.len(),
        _ => 0,
    });
    // The cells of a set count once.
    let is_set = marks.iter().any(|mark| matches!(mark, Mark::Global(_)));
    if is_set { 1 } else { cells.sum::<usize>().max(1) }
}

fn has_margin(rule: &Rule, board: &Geometry) -> bool {
    rule.marks_on(board).iter().any(|mark| matches!(mark, Mark::Margin { .. }))
}

/// The low, middle and high digits of a board: `1–3, 4–6, 7–9`.
fn thirds(board: &Geometry) -> String {
    let (first, last) = board.grid_digits();
    let of = |part: i64| {
        let digits: Vec<i64> = (first..=last).map(i64::from).filter(|&digit| third(board, digit) == part).collect();
        match digits[..] {
            [] => String::new(),
            [only] => only.to_string(),
            [a, .., b] => format!("{a}–{b}"),
        }
    };
    [of(0), of(1), of(2)].join(", ")
}

/// `r1c1 + 2·r1c2 − r1c3 = 10`.
fn equation(terms: &[(i64, Cell)], total: i64) -> String {
    let mut out = String::new();
    for (at, &(factor, cell)) in terms.iter().enumerate() {
        out.push_str(match (at, factor < 0) {
            (0, true) => "−",
            (0, false) => "",
            (_, true) => " − ",
            (_, false) => " + ",
        });
        let _ = match factor.unsigned_abs() {
            1 => write!(out, "{cell}"),
            times => write!(out, "{times}·{cell}"),
        };
    }
    format!("{out} = {total}")
}

/// The cells with blanks between them.
#[must_use]
pub fn names(cells: &[Cell]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
