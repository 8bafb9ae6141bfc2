//! Rules as parts of a string.

use crate::geometry::{Cell, Geometry};
use crate::grid::exchange::iss::groups::Sheets;
use crate::grid::exchange::iss::items::{items, written};
use crate::grid::exchange::iss::lines::clue_without_0;
use crate::grid::exchange::iss::{base64, machine};
use crate::grid::exchange::shapes::corner_of_four;
use crate::grid::exchange::simplest::simpler;
use crate::rule::{
    Allowed, Arrow, Chess, Combination, Connected, Contains, CountDistinct, CountingCircles, DoubleArrow, Ends,
    EndsKind, EqualCells, EqualSums, FullRank, Global, Indexer, IndexerKind, Killer, Line, LineKind, LittleKiller,
    Negative, OpenSum, OpenTotal, Outside, OutsideKind, Pair, PairKind, Pairwise, Regex, Rule, SameDigits, Side,
    SpecialCage, SpecialCageKind, StateMachine, SumLine, Thermometer, ValueIndexer, View, WeightedSum, as_machines,
};

/// The largest factor of a sum.
const LARGEST_FACTOR: i64 = 100;

/// The writer of a puzzle's rules.
pub(super) struct Writer<'a> {
    pub(super) board: &'a Geometry,
    /// The grid and the groups of cells that the string has.
    pub(super) sheets: Sheets,
}

impl Writer<'_> {
    /// The parts for a rule; `None` if no type means the rule, or the string lacks one of its cells.
    pub(super) fn parts(&self, rule: &Rule) -> Option<String> {
        if let Rule::HelperCells(helper) = rule {
            return Some(part("Var", self.sheets.var(helper)?));
        }
        let cells = rule.as_constrain().cells(self.board);
        cells.iter().all(|&cell| self.sheets.has(cell)).then(|| self.parts_of(rule)).flatten()
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each rule, so that the compiler asks for one of a new rule")]
    fn parts_of(&self, rule: &Rule) -> Option<String> {
        let (first, last) = self.board.grid_digits();
        Some(match rule {
            Rule::Killer(Killer { total: Some(0), .. }) => return None,
            Rule::Killer(Killer { total, cells }) => self.of_number("Cage", total.unwrap_or(0), cells),
            Rule::LittleKiller(LittleKiller { total, cells }) => self.of_number("Sum", *total, cells),
            Rule::Arrow(Arrow { circle, shaft }) => match circle.len() {
                1 => self.of_cells("Arrow", circle.iter().chain(shaft)),
                // The length of a pill comes first. Cells behind the pill's first cell must not have digits above 9.
                length @ (2 | 3) if last <= 9 => {
                    part("PillArrow", [length.to_string()].into_iter().chain(self.names(circle.iter().chain(shaft))))
                }
                _ => return None,
            },
            // An unknown total is a sum with its cell; other totals are read by an automaton.
            Rule::OpenSum(OpenSum { total: OpenTotal::Cell(total), is_cage, cells }) => {
                let terms = cells.iter().map(|&cell| (1, cell)).chain([(-1, *total)]).collect();
                let sum = self.weighted(&WeightedSum { total: 0, terms })?;
                if *is_cage { self.of_number("Cage", 0, cells) + &sum } else { sum }
            }
            Rule::DoubleArrow(DoubleArrow { cells }) => self.of_cells("DoubleArrow", cells),
            Rule::Thermometer(Thermometer { is_slow: false, cells }) => self.of_cells("Thermo", cells),
            Rule::Line(Line { kind, cells }) => match *kind {
                LineKind::Palindrome => self.of_cells("Palindrome", cells),
                LineKind::Whispers(number) => self.of_number("Whisper", number, cells),
                LineKind::Renban => self.of_cells("Renban", cells),
                LineKind::Nabner => return self.simpler_parts(rule),
                LineKind::Modular(modulus) => self.of_number("Modular", modulus, cells),
                LineKind::Entropic => self.of_cells("Entropic", cells),
                LineKind::Zipper => self.of_cells("Zipper", cells),
                LineKind::RegionSum => self.of_cells("RegionSumLine", cells),
            },
            Rule::Pair(Pair { kind, cells }) => match (kind, self.sheets.neighbours(*cells)) {
                (PairKind::Difference(1), Some(cells)) => self.of_cells("WhiteDot", &cells),
                (PairKind::Ratio(2), Some(cells)) => self.of_cells("BlackDot", &cells),
                (PairKind::Sum(10), Some(cells)) => self.of_cells("X", &cells),
                (PairKind::Sum(5), Some(cells)) => self.of_cells("V", &cells),
                (PairKind::Less, Some([less, more])) => self.of_cells("GreaterThan", &[more, less]),
                _ => return self.simpler_parts(rule),
            },
            Rule::Copies(_)
            | Rule::Parity(_)
            | Rule::Extremum(_)
            | Rule::Thermometer(_)
            | Rule::Relation(_)
            | Rule::OpenSum(_)
            | Rule::Scan(_) => return self.simpler_parts(rule),
            // Clues of a cell are taken together, but for those in a part.
            Rule::Allowed(Allowed { values, cell }) => {
                let clue = values.iter().fold(self.sheets.name(*cell), |clue, value| format!("{clue}_{value}"));
                format!(".And{}.End", part("", [clue]))
            }
            Rule::Chess(Chess::KNIGHT) => flag("AntiKnight"),
            Rule::Chess(Chess::King) => flag("AntiKing"),
            Rule::NonConsecutive(_) => flag("AntiConsecutive"),
            Rule::Ends(Ends { kind: EndsKind::Between, cells }) => self.of_cells("Between", cells),
            Rule::Ends(Ends { kind: EndsKind::Lockout(number), cells }) => self.of_number("Lockout", *number, cells),
            Rule::Outside(Outside { kind: OutsideKind::Sandwich, clue, view }) => match clue.number() {
                Some(clue) => part("Sandwich", [clue.to_string(), line_of(*view)]),
                None => return self.simpler_parts(rule),
            },
            Rule::Outside(Outside { kind, clue, view }) => {
                let kind = match kind {
                    // A 0 is no building there.
                    OutsideKind::Skyscraper if first == 0 => return None,
                    OutsideKind::Sandwich => return None,
                    OutsideKind::XSum => "XSum",
                    OutsideKind::Skyscraper => "Skyscraper",
                    OutsideKind::HiddenSkyscraper => "HiddenSkyscraper",
                    OutsideKind::NumberedRoom => "NumberedRoom",
                };
                match clue.number() {
                    Some(clue) => clue_at_end(kind, clue, *view),
                    None => return self.simpler_parts(rule),
                }
            }
            Rule::FullRank(FullRank { clue, view, .. }) => clue_at_end("FullRank", *clue, *view),
            Rule::WeightedSum(sum) => self.weighted(sum)?,
            Rule::EqualSums(EqualSums { groups }) => {
                let groups: Vec<Vec<String>> = groups.iter().map(|group| self.names(group).collect()).collect();
                part("EqualSum", groups.join(&"-".to_owned()))
            }
            Rule::SumLine(SumLine { total, is_loop, cells }) => {
                let end = is_loop.then(|| "LOOP".to_owned());
                part("SumLine", [total.to_string()].into_iter().chain(self.names(cells)).chain(end))
            }
            Rule::SpecialCage(SpecialCage { kind, cells }) => match *kind {
                SpecialCageKind::Lunchbox(total) => self.of_number("Lunchbox", total, cells),
                SpecialCageKind::Rellik(total) => self.of_number("RellikCage", total, cells),
                SpecialCageKind::Equality => self.of_cells("EqualityCage", cells),
            },
            Rule::Contains(contains @ Contains { is_exact: false, cells, .. }) => {
                let values = contains.values().into_iter().map(|value| value.to_string());
                if let Some(corner) = corner_of_four(cells) {
                    part("Quad", [self.sheets.name(corner)].into_iter().chain(values))
                } else {
                    let values = values.collect::<Vec<_>>().join("_");
                    part("ContainAtLeast", [values].into_iter().chain(self.names(cells)))
                }
            }
            // `2*3,0*4` is `2304`.
            Rule::Contains(Contains { is_exact: true, counts, cells }) => {
                if counts.iter().any(|&(count, value)| count > 9 || value > 9) {
                    return None;
                }
                let clue = counts.iter().fold(String::new(), |clue, (count, value)| format!("{clue}{count}{value}"));
                part("LookAndSay", [clue].into_iter().chain(self.names(cells)))
            }
            Rule::CountDistinct(CountDistinct { count, cells }) => {
                self.of_cells("CountDistinct", [count].into_iter().chain(cells))
            }
            Rule::CountingCircles(CountingCircles { cells }) => self.of_cells("CountingCircles", cells),
            Rule::SameDigits(SameDigits { groups }) => {
                if groups.iter().any(|group| group.len() != groups[0].len()) {
                    return None;
                }
                part("SameValues", [groups.len().to_string()].into_iter().chain(self.names(groups.iter().flatten())))
            }
            Rule::Indexer(Indexer { kind, cells }) => {
                let which = match kind {
                    IndexerKind::Row => "R",
                    IndexerKind::Column => "C",
                    IndexerKind::Box => return None,
                };
                part("Indexing", [which.to_owned()].into_iter().chain(self.names(cells)))
            }
            Rule::ValueIndexer(ValueIndexer { value, index, cells }) => {
                self.of_cells("ValueIndexing", [value, index].into_iter().chain(cells))
            }
            Rule::Global(global) => flag(match global {
                Global::Entropy => "GlobalEntropy",
                Global::Modular(3) => "GlobalMod",
                Global::AntiTaxicab => "AntiTaxicab",
                Global::DutchFlatmates => "DutchFlatmates",
                Global::RegionSameDigits => "RegionSameValues",
                Global::Modular(_) => return None,
            }),
            Rule::Negative(Negative { kind, .. }) => flag(match kind {
                PairKind::Difference(1) | PairKind::Ratio(2) => "StrictKropki",
                PairKind::Sum(5 | 10) => "StrictXV",
                _ => return None,
            }),
            Rule::Pairwise(pairwise) => match pairwise.pairs() {
                Some(pairs) => self.table(pairwise, pairs.iter().copied())?,
                None => return self.simpler_parts(rule),
            },
            Rule::Regex(Regex { name: None, pattern, cells }) => {
                part("Regex", [base64::text(pattern.as_bytes())].into_iter().chain(self.names(cells)))
            }
            Rule::StateMachine(machine) => {
                let StateMachine { name, cells, breaks, .. } = machine;
                let data = machine::data(machine, first.into(), u32::from(last - first) + 1)?;
                let (mut args, mut begin) = (Vec::new(), 0);
                for &end in breaks {
                    args.extend(self.names(&cells[begin..end]));
                    args.push("-".to_owned());
                    begin = end;
                }
                args.extend(self.names(&cells[begin..]));
                part("NFA", [data, called(name.as_ref())].into_iter().chain(args))
            }
            Rule::Combination(combination) => return self.combined(combination),
            Rule::Connected(Connected { layer, values, size }) => {
                let group = match layer {
                    Some(layer) => self.sheets.prefix(*layer)?.to_owned(),
                    None => String::new(),
                };
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                let size = size.map(|size| size.to_string());
                part("ConnectedValues", [group, values.join("_")].into_iter().chain(size))
            }
            Rule::Chaos(chaos) => self.sheets.has_chaos(chaos).then(|| flag("ChaosConstruction"))?,
            Rule::EqualCells(EqualCells { is_run, is_beyond, total, arms }) => {
                if !total.is_in_grid() || !arms.iter().flatten().all(|&cell| self.sheets.is_label(cell)) {
                    return None;
                }
                let kind = if *is_run { "ChaosArrow" } else { "ChaosCount" };
                let head = [self.sheets.name(*total), u8::from(*is_beyond).to_string()];
                let arms: Vec<Vec<String>> = arms.iter().map(|arm| self.names(arm).collect()).collect();
                part(kind, head.into_iter().chain(arms.join(&"-".to_owned())))
            }
            Rule::Chess(Chess::Leaper(_))
            | Rule::Toroidal(_)
            | Rule::Regex(_)
            | Rule::HelperCells(_)
            | Rule::Shading(_)
            | Rule::UserRule(_) => return None,
        })
    }

    /// Alternatives, and rules that hold together. The program has no word for a rule that does not hold; the opposite of what
    /// automata read is read by automata.
    fn combined(&self, combination: &Combination) -> Option<String> {
        let alternatives = &combination.alternatives;
        // The program has these parts outside of others alone.
        if alternatives.iter().flatten().any(|rule| matches!(rule, Rule::EqualCells(_))) {
            return None;
        }
        let (board, digits) = ((self.board.rows(), self.board.columns()), self.board.grid_digits());
        if let Some((clue, view)) = clue_without_0(combination, board, digits.1.into()).filter(|_| digits.0 == 0) {
            return Some(clue_at_end("Skyscraper", clue, view));
        }
        let alternative = |rules: &Vec<Rule>| {
            let text: String = rules.iter().map(|rule| self.parts(rule)).collect::<Option<_>>()?;
            // An alternative is one part. A text without parts, of rules that always hold, cannot be read.
            Some(if items(&text).ok()?.len() == 1 { text } else { format!(".And{text}.End") })
        };
        let all = || alternatives.iter().map(alternative).collect::<Option<Vec<String>>>().map(|all| all.concat());
        match (combination.least, combination.most) {
            (least, _) if least == alternatives.len() => Some(format!(".And{}.End", all()?)),
            (1, most) if most == alternatives.len() => Some(format!(".Or{}.End", all()?)),
            _ => {
                let rule = Rule::Combination(combination.clone());
                as_machines(&rule, None, self.board)?.iter().map(|machine| self.parts(machine)).collect()
            }
        }
    }

    /// The parts of an equivalent list of simpler rules.
    fn simpler_parts(&self, rule: &Rule) -> Option<String> {
        let simple = simpler(rule, self.board)?;
        simple.iter().filter(|simple| *simple != rule).map(|simple| self.parts(simple)).collect()
    }

    fn names<'a>(&self, cells: impl IntoIterator<Item = &'a Cell>) -> impl Iterator<Item = String> {
        cells.into_iter().map(|&cell| self.sheets.name(cell))
    }

    fn of_cells<'a>(&self, kind: &str, cells: impl IntoIterator<Item = &'a Cell>) -> String {
        part(kind, self.names(cells))
    }

    /// A number before the cells.
    fn of_number(&self, kind: &str, number: i64, cells: &[Cell]) -> String {
        part(kind, [number.to_string()].into_iter().chain(self.names(cells)))
    }

    /// Factors are written before their cells.
    fn weighted(&self, WeightedSum { total, terms }: &WeightedSum) -> Option<String> {
        if terms.iter().any(|&(factor, _)| factor.abs() > LARGEST_FACTOR) {
            return None;
        }
        let factors: Vec<String> = terms.iter().map(|(factor, _)| factor.to_string()).collect();
        let is_plain = terms.iter().all(|&(factor, _)| factor == 1);
        let head = if is_plain { total.to_string() } else { format!("{total}_=_{}", factors.join("_")) };
        Some(part("Sum", [head].into_iter().chain(self.names(terms.iter().map(|(_, cell)| cell)))))
    }

    /// A table of pairs in bits.
    fn table(&self, pairwise: &Pairwise, pairs: impl Iterator<Item = (i64, i64)>) -> Option<String> {
        let (first, last) = self.board.grid_digits();
        let count = usize::from(last - first) + 1;
        let index = |value: i64| {
            let at = usize::try_from(value - i64::from(first)).ok();
            at.filter(|&at| at < count)
        };
        let mut sixes = vec![0_u8; (count * count).div_ceil(6)];
        for (a, b) in pairs {
            let at = index(a)? * count + index(b)?;
            sixes[at / 6] |= 1 << (at % 6);
        }
        while sixes.last() == Some(&0) {
            sixes.pop();
        }
        let kind = if pairwise.is_all { "PairX" } else { "Pair" };
        let head = [base64::of_six_bits(&sixes), called(pairwise.name.as_ref())];
        Some(part(kind, head.into_iter().chain(self.names(&pairwise.cells))))
    }
}

pub(super) fn part(kind: &str, args: impl IntoIterator<Item = String>) -> String {
    args.into_iter().fold(format!(".{kind}"), |part, arg| part + "~" + &arg)
}

fn flag(kind: &str) -> String {
    part(kind, [])
}

fn line_of(view: View) -> String {
    format!("{}{}", if view.is_row() { 'R' } else { 'C' }, u32::from(view.number) + 1)
}

/// Writes a clue at either end of its row or column.
fn clue_at_end(kind: &str, clue: i64, view: View) -> String {
    let clue = clue.to_string();
    let [first, last] = match view.from {
        Side::Left | Side::Top => [clue, String::new()],
        Side::Right | Side::Bottom => [String::new(), clue],
    };
    part(kind, [line_of(view), first, last])
}

/// The argument that begins a group of cells, with the name of the rule.
fn called(name: Option<&String>) -> String {
    format!("_{}", name.map_or_else(String::new, |name| written(name)))
}
