//! The topics of sentences: rules of one topic share a sentence.

use std::collections::HashSet;
use std::fmt::Write;

use crate::geometry::{Cell, Geometry, LayerShape, Regions};
use crate::rule::{
    Chess, Combination, Contains, Ends, EndsKind, Global, IndexerKind, LineKind, Mark, Negative, OpenTotal, Outside,
    OutsideKind, PairKind, Rule, ShadeForm, ShadingKind, SpecialCageKind, Toroidal, Total, is_full_unit, third,
};
use crate::sentences::kind::SentenceKind;

/// A kind of sentence with the numbers and words in it: rules of equal topics share a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Topic {
    /// The kind of the sentence.
    pub kind: SentenceKind,
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
    pub fn plain(kind: SentenceKind) -> Self {
        Self { kind, numbers: [0; 2], list: String::new(), alternatives: Vec::new(), further: Vec::new() }
    }

    /// A topic with a number.
    #[must_use]
    pub fn number(kind: SentenceKind, number: i64) -> Self {
        Self { numbers: [number, 0], ..Self::plain(kind) }
    }

    /// A topic with words.
    #[must_use]
    pub fn list(kind: SentenceKind, list: impl Into<String>) -> Self {
        Self { list: list.into(), ..Self::plain(kind) }
    }

    /// Whether the topic is that of a negative rule.
    pub(super) fn is_negative(&self) -> bool {
        matches!(
            self.kind,
            SentenceKind::NoConsecutive
                | SentenceKind::NoDifference
                | SentenceKind::NoDouble
                | SentenceKind::NoRatio
                | SentenceKind::NoSum
        )
    }

    /// The number of conditions that the words of a combination agree with; `None` for other topics.
    pub(super) fn conditions(&self) -> Option<usize> {
        let [held, of] = self.numbers;
        let conditions = match self.kind {
            SentenceKind::SomeOf | SentenceKind::SomeOfMany => held,
            SentenceKind::NoneOf => of,
            _ => return None,
        };
        usize::try_from(conditions).ok()
    }

    fn numbers(kind: SentenceKind, numbers: [i64; 2]) -> Self {
        Self { numbers, ..Self::plain(kind) }
    }

    /// The topic of a rule. A negative rule is about unmarked pairs if each of its exceptions is a pair of `marked`.
    #[allow(clippy::too_many_lines)] // An arm for each rule.
    pub(super) fn of(rule: &Rule, board: &Geometry, is_marked: &dyn Fn(&Negative) -> bool) -> Self {
        Self::plain(match rule {
            Rule::Killer(killer) if killer.total.is_some() => SentenceKind::KillerTotals,
            Rule::Killer(_) => SentenceKind::KillerPlain,
            Rule::LittleKiller(_) if has_margin(rule, board) => SentenceKind::LittleKiller,
            Rule::LittleKiller(_) => SentenceKind::SumCage,
            Rule::OpenSum(sum) => match (&sum.total, sum.is_cage, has_margin(rule, board)) {
                (OpenTotal::Range(..), true, _) => SentenceKind::KillerRange,
                (OpenTotal::Cell(_), true, _) => SentenceKind::KillerLetter,
                (OpenTotal::Range(..), _, true) => SentenceKind::LittleKillerRange,
                (OpenTotal::Cell(_), _, true) => SentenceKind::LittleKillerLetter,
                (OpenTotal::Range(..), ..) => SentenceKind::SumCageRange,
                (OpenTotal::Cell(_), ..) => SentenceKind::SumCageLetter,
            },
            Rule::Arrow(arrow) if arrow.circle.len() > 1 => SentenceKind::Pill,
            Rule::Arrow(_) => SentenceKind::Arrow,
            Rule::DoubleArrow(_) => SentenceKind::DoubleArrow,
            Rule::Thermometer(thermometer) if thermometer.is_slow => SentenceKind::SlowThermometer,
            Rule::Thermometer(_) => SentenceKind::Thermometer,
            Rule::Line(line) => return Self::of_line(line.kind, board),
            Rule::Pair(pair) => match pair.kind {
                PairKind::Difference(1) => SentenceKind::Consecutive,
                PairKind::Difference(_) => SentenceKind::Difference,
                PairKind::Ratio(2) => SentenceKind::Double,
                PairKind::Ratio(_) => SentenceKind::Ratio,
                PairKind::Sum(10) => SentenceKind::SumX,
                PairKind::Sum(5) => SentenceKind::SumV,
                PairKind::Sum(_) => SentenceKind::PairSum,
                PairKind::Less => SentenceKind::Less,
            },
            Rule::Copies(_) => SentenceKind::Copies,
            Rule::Parity(parity) if parity.is_odd => SentenceKind::Odd,
            Rule::Parity(_) => SentenceKind::Even,
            Rule::Extremum(extremum) if extremum.is_minimum => SentenceKind::Minimum,
            Rule::Extremum(_) => SentenceKind::Maximum,
            Rule::Allowed(_) => SentenceKind::Allowed,
            Rule::Chess(Chess::KNIGHT) => SentenceKind::AntiKnight,
            Rule::Chess(Chess::King) => SentenceKind::AntiKing,
            Rule::Chess(Chess::Leaper([a, b])) => {
                return Self::numbers(SentenceKind::AntiLeaper, [(*a).into(), (*b).into()]);
            }
            Rule::NonConsecutive(_) => SentenceKind::NonConsecutive,
            Rule::Toroidal(Toroidal::Chess(Chess::KNIGHT)) => SentenceKind::ToroidalKnight,
            Rule::Toroidal(Toroidal::Chess(Chess::King)) => SentenceKind::ToroidalKing,
            Rule::Toroidal(Toroidal::Chess(Chess::Leaper([a, b]))) => {
                return Self::numbers(SentenceKind::ToroidalLeaper, [(*a).into(), (*b).into()]);
            }
            Rule::Toroidal(Toroidal::NonConsecutive) => SentenceKind::ToroidalNonConsecutive,
            Rule::Ends(Ends { kind: EndsKind::Between, .. }) => SentenceKind::Between,
            Rule::Ends(Ends { kind: EndsKind::Lockout(by), .. }) => return Self::number(SentenceKind::Lockout, *by),
            Rule::Outside(clue) => return Self::of_clue(clue, board),
            Rule::FullRank(rank) if rank.may_tie => SentenceKind::FullRankTies,
            Rule::FullRank(_) => SentenceKind::FullRank,
            Rule::WeightedSum(sum) if sum.terms.iter().all(|&(factor, _)| factor == 1) => SentenceKind::SumCage,
            Rule::WeightedSum(sum) => return Self::list(SentenceKind::WeightedSum, equation(&sum.terms, sum.total)),
            Rule::EqualSums(_) => SentenceKind::EqualSums,
            Rule::SumLine(line) => return Self::number(SentenceKind::SumLine, line.total),
            Rule::SpecialCage(cage) => match cage.kind {
                SpecialCageKind::Lunchbox(_) => SentenceKind::Lunchbox,
                SpecialCageKind::Rellik(_) => SentenceKind::Rellik,
                SpecialCageKind::Equality => SentenceKind::Equality,
            },
            Rule::Contains(Contains { is_exact: true, .. }) => SentenceKind::Exactly,
            Rule::Contains(contains) if contains.is_quadruple() => {
                let is_repeated = contains.counts.iter().any(|&(count, _)| count > 1);
                if is_repeated { SentenceKind::QuadrupleRepeated } else { SentenceKind::Quadruple }
            }
            Rule::Contains(_) => SentenceKind::Contains,
            Rule::CountDistinct(_) => SentenceKind::CountDistinct,
            Rule::CountingCircles(_) => SentenceKind::CountingCircles,
            Rule::SameDigits(_) => SentenceKind::SameDigits,
            Rule::Indexer(indexer) => match indexer.kind {
                IndexerKind::Row => SentenceKind::RowIndexer,
                IndexerKind::Column => SentenceKind::ColumnIndexer,
                IndexerKind::Box => SentenceKind::BoxIndexer,
            },
            Rule::ValueIndexer(indexer) => {
                let entry = format!("{}: {}, {}", indexer.value, indexer.index, names(&indexer.cells));
                return Self::list(SentenceKind::ValueIndexer, entry);
            }
            Rule::Global(global) => return Self::of_global(*global, board),
            Rule::Negative(negative) => return Self::of_negative(negative, is_marked(negative)),
            Rule::Pairwise(of) => {
                let kinds = if of.is_all {
                    [SentenceKind::NamedSet, SentenceKind::AllRelation, SentenceKind::NamelessSet]
                } else {
                    [SentenceKind::Named, SentenceKind::Relation, SentenceKind::Nameless]
                };
                return Self::named(of.name.as_ref(), of.expression(), kinds);
            }
            Rule::Relation(of) => {
                let kinds = [SentenceKind::Named, SentenceKind::Relation, SentenceKind::Nameless];
                return Self::named(of.name.as_ref(), Some(of.expression()), kinds);
            }
            Rule::Regex(of) => {
                let kinds = [SentenceKind::Named, SentenceKind::Pattern, SentenceKind::Nameless];
                return Self::named(of.name.as_ref(), Some(&of.pattern), kinds);
            }
            Rule::Scan(of) => {
                return Self::named(
                    of.name.as_ref(),
                    None,
                    [SentenceKind::Named, SentenceKind::Named, SentenceKind::Nameless],
                );
            }
            Rule::StateMachine(of) => {
                return Self::named(
                    of.name.as_ref(),
                    None,
                    [SentenceKind::Named, SentenceKind::Named, SentenceKind::Nameless],
                );
            }
            Rule::Connected(of) => {
                let values: Vec<String> = of.values.iter().map(ToString::to_string).collect();
                let (values, size) = (values.join(", "), of.size.unwrap_or(0));
                let (kind, words) = match (of.layer, of.size) {
                    (None, None) => (SentenceKind::Connected, values),
                    (None, Some(_)) => (SentenceKind::ConnectedSize, values),
                    (Some(layer), None) => (SentenceKind::ConnectedLayer, format!("{layer} = {values}")),
                    (Some(layer), Some(_)) => (SentenceKind::ConnectedLayerSize, format!("{layer} = {values}")),
                };
                return Self { numbers: [size, 0], ..Self::list(kind, words) };
            }
            Rule::Chaos(chaos) => {
                return Self::number(SentenceKind::Chaos, i64::from(chaos.cells_of_region(board) as u32));
            }
            Rule::Shading(shading) => match &shading.kind {
                ShadingKind::YinYang => SentenceKind::YinYang,
                ShadingKind::Loop => SentenceKind::Loop,
                ShadingKind::Snake { is_apart: false } => SentenceKind::Snake,
                ShadingKind::Snake { is_apart: true } => SentenceKind::SnakeApart,
                ShadingKind::Doublers { .. } => SentenceKind::Doublers,
                ShadingKind::Stars { count } => return Self::number(SentenceKind::Stars, *count),
                ShadingKind::Cave { .. } => SentenceKind::Cave,
                ShadingKind::Nurikabe { .. } => SentenceKind::Nurikabe,
                ShadingKind::Fillomino { .. } => SentenceKind::Fillomino,
                ShadingKind::Galaxies { .. } => SentenceKind::Galaxies,
                ShadingKind::Schrodinger { .. } => SentenceKind::Schrodinger,
            },
            Rule::EqualCells(of) => match (of.is_run, of.is_beyond) {
                (true, false) => SentenceKind::RunLength,
                (true, true) => SentenceKind::RunLengthBeyond,
                (false, false) => SentenceKind::SameCount,
                (false, true) => SentenceKind::SameCountBeyond,
            },
            Rule::Combination(of) => return Self::of_combination(of, board, is_marked),
            Rule::HelperCells(of) => {
                let name = of.title.clone().unwrap_or_else(|| of.layer.name.to_string());
                let kind = match of.layer.shape {
                    LayerShape::Number => SentenceKind::Number,
                    LayerShape::Grid => SentenceKind::Layer,
                    LayerShape::Rectangle(..) => SentenceKind::FurtherCells,
                };
                let numbers = [of.layer.first.into(), of.layer.last.into()];
                return Self { numbers, ..Self::list(kind, name) };
            }
            Rule::UserRule(_) => return Self::list(SentenceKind::Own, rule.as_constrain().sentence()),
        })
    }

    fn of_combination(of: &Combination, board: &Geometry, is_marked: &dyn Fn(&Negative) -> bool) -> Self {
        let (least, most, count) = (of.least, of.most, of.alternatives.len());
        let numbers = |numbers: [usize; 2]| numbers.map(|number| i64::from(number as u32));
        let [any, many] = match (least, most) {
            (1, most) if most == count => [SentenceKind::AnyOf, SentenceKind::ManyAlternatives],
            (0, 0) if count == 1 && of.alternatives[0].len() > 1 => [SentenceKind::NotAll, SentenceKind::NotAllOfMany],
            (0, 0) => [SentenceKind::NoneOf, SentenceKind::NoneOfMany],
            (least, _) if least == count => [SentenceKind::AllOf, SentenceKind::AllOfMany],
            (least, most) if least == most => [SentenceKind::SomeOf, SentenceKind::SomeOfMany],
            _ => [SentenceKind::SomeOfRange, SentenceKind::SomeOfManyRange],
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
            LineKind::Palindrome => SentenceKind::Palindrome,
            LineKind::Whispers(least) => return Self::number(SentenceKind::Whispers, least),
            LineKind::Renban => SentenceKind::Renban,
            LineKind::Nabner => SentenceKind::Nabner,
            LineKind::Modular(modulus) => return Self::number(SentenceKind::Modular, modulus),
            LineKind::Entropic => return Self::list(SentenceKind::Entropic, thirds(board)),
            LineKind::Zipper => SentenceKind::Zipper,
            LineKind::RegionSum if matches!(board.shape(), Regions::Boxes { .. }) => SentenceKind::BoxSum,
            LineKind::RegionSum => SentenceKind::RegionSum,
        })
    }

    fn of_clue(clue: &Outside, board: &Geometry) -> Self {
        let topic = match clue.kind {
            OutsideKind::Sandwich if is_full_unit(board, &clue.view.cells(board)) => {
                let (first, last) = board.grid_digits();
                Self::numbers(SentenceKind::Sandwich, [first.into(), last.into()])
            }
            OutsideKind::Sandwich => Self::plain(SentenceKind::SandwichOfExtremes),
            OutsideKind::XSum => Self::plain(SentenceKind::XSum),
            OutsideKind::Skyscraper => Self::plain(SentenceKind::Skyscraper),
            OutsideKind::HiddenSkyscraper => Self::plain(SentenceKind::HiddenSkyscraper),
            OutsideKind::NumberedRoom => Self::plain(SentenceKind::NumberedRoom),
        };
        let further = match clue.clue {
            Total::Number(_) => return topic,
            Total::Open(OpenTotal::Cell(_)) => SentenceKind::ClueLetter,
            Total::Open(OpenTotal::Range(..)) => SentenceKind::ClueRange,
        };
        Self { further: vec![Self::plain(further)], ..topic }
    }

    fn of_global(global: Global, board: &Geometry) -> Self {
        match global {
            Global::Entropy => Self::list(SentenceKind::GlobalEntropy, thirds(board)),
            Global::Modular(modulus) => Self::number(SentenceKind::GlobalModular, modulus),
            Global::AntiTaxicab => Self::plain(SentenceKind::AntiTaxicab),
            Global::DutchFlatmates => {
                let [lowest, middle, highest] = Global::flatmates(board);
                Self { numbers: [middle, highest], ..Self::list(SentenceKind::DutchFlatmates, lowest.to_string()) }
            }
            Global::RegionSameDigits => Self::plain(SentenceKind::RegionSameDigits),
        }
    }

    fn of_negative(negative: &Negative, is_marked: bool) -> Self {
        let (number, kinds) = match negative.kind {
            PairKind::Difference(1) => (1, [SentenceKind::NoConsecutive, SentenceKind::NoConsecutiveUnmarked]),
            PairKind::Difference(by) => (by, [SentenceKind::NoDifference, SentenceKind::NoDifferenceUnmarked]),
            PairKind::Ratio(2) => (2, [SentenceKind::NoDouble, SentenceKind::NoDoubleUnmarked]),
            PairKind::Ratio(of) => (of, [SentenceKind::NoRatio, SentenceKind::NoRatioUnmarked]),
            PairKind::Sum(of) => (of, [SentenceKind::NoSum, SentenceKind::NoSumUnmarked]),
            PairKind::Less => (0, [SentenceKind::NoSum, SentenceKind::NoSumUnmarked]),
        };
        let pairs: Vec<String> = negative.except.iter().filter(|_| !is_marked).map(|pair| names(pair)).collect();
        Self { list: pairs.join("; "), ..Self::number(kinds[usize::from(is_marked)], number) }
    }

    /// The topic of a rule by its name, else by its expression, else that of a rule with neither.
    fn named(name: Option<&String>, expression: Option<&str>, [named, told, nameless]: [SentenceKind; 3]) -> Self {
        let told = expression.filter(|text| text.chars().count() <= LONGEST_QUOTED).map(|text| (told, text));
        match name.map(|name| (named, name.as_str())).or(told) {
            Some((kind, words)) => Self::list(kind, words),
            None => Self::plain(nameless),
        }
    }

    /// The topics that stand for this topic beside the others of a puzzle: cages with and without totals share a sentence, and so
    /// do arrows with circles and with pills, and circles with and without a digit twice.
    pub(super) fn merged(self, kinds: &HashSet<SentenceKind>) -> Self {
        let has = |kind: SentenceKind| kinds.contains(&kind);
        match self.kind {
            SentenceKind::KillerTotals | SentenceKind::KillerPlain
                if has(SentenceKind::KillerTotals) && has(SentenceKind::KillerPlain) =>
            {
                Self::plain(SentenceKind::KillerMixed)
            }
            SentenceKind::Arrow if has(SentenceKind::Pill) => Self::plain(SentenceKind::Pill),
            SentenceKind::Quadruple if has(SentenceKind::QuadrupleRepeated) => {
                Self::plain(SentenceKind::QuadrupleRepeated)
            }
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
