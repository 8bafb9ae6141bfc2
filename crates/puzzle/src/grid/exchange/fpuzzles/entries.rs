//! Rules as entries of the keys' lists.

use crate::geometry::{Cell, Geometry};
use crate::grid::exchange::json::{Value, list, object, text};
use crate::grid::exchange::shapes::{corner_of_four, neighbours};
use crate::rule::{
    Allowed, Arrow, Chess, Contains, Copies, DoubleArrow, Ends, EndsKind, Extremum, Indexer, IndexerKind, Killer, Line,
    LineKind, LittleKiller, Negative, OpenSum, OpenTotal, Outside, OutsideKind, Pair, PairKind, Parity, Rule, Side,
    Thermometer, Total,
};

/// The expression of a rule in JSON.
pub(super) enum Said {
    /// The key is true.
    Flag(&'static str),
    /// Entries of the key's list.
    Entries(&'static str, Vec<Value>),
    /// Digits in the cell.
    Candidates(Cell, Value),
}

use Said::{Candidates, Entries, Flag};

/// The keys and entries for a rule; `None` if no key means the rule.
pub(super) fn said(rule: &Rule, board: &Geometry) -> Option<Said> {
    if !board.layers().is_empty() && rule.as_constrain().cells(board).iter().any(|cell| !cell.is_in_grid()) {
        return None;
    }
    Some(match rule {
        Rule::Killer(Killer { total, cells }) => {
            let total = total.map(|total| ("value", text(total.to_string())));
            one("killercage", [("cells", names(cells))].into_iter().chain(total))
        }
        Rule::OpenSum(sum) => open_cage(sum)?,
        Rule::LittleKiller(rule) => one("littlekillersum", little_killer(rule, board)?),
        Rule::Arrow(rule) => one("arrow", arrow(rule)?),
        Rule::DoubleArrow(DoubleArrow { cells }) => line("doublearrow", cells),
        Rule::Thermometer(Thermometer { is_slow, cells }) => {
            line(if *is_slow { "slowthermometer" } else { "thermometer" }, cells)
        }
        Rule::Line(Line { kind, cells }) => match *kind {
            LineKind::Palindrome => line("palindrome", cells),
            LineKind::Whispers(least) => number_line("whispers", least, cells),
            LineKind::Renban => line("renban", cells),
            LineKind::Nabner => line("nabner", cells),
            LineKind::Modular(3) => line("modularline", cells),
            LineKind::Entropic => line("entropicline", cells),
            LineKind::Zipper => line("zipperline", cells),
            LineKind::RegionSum => line("regionsumline", cells),
            LineKind::Modular(_) => return None,
        },
        Rule::Pair(Pair { kind, cells }) => {
            let cells = ("cells", names(&neighbours(*cells)?));
            let unless = |usual: i64, number: i64| (number != usual).then(|| ("value", text(number.to_string())));
            match *kind {
                PairKind::Difference(by) => one("difference", [cells].into_iter().chain(unless(1, by))),
                PairKind::Ratio(of) => one("ratio", [cells].into_iter().chain(unless(2, of))),
                PairKind::Sum(10) => one("xv", [cells, ("value", text("X"))]),
                PairKind::Sum(5) => one("xv", [cells, ("value", text("V"))]),
                PairKind::Sum(_) | PairKind::Less => return None,
            }
        }
        Rule::Copies(Copies { cells, of }) => one("clone", [("cells", names(cells)), ("cloneCells", names(of))]),
        Rule::Parity(Parity { is_odd, cells }) => marks(if *is_odd { "odd" } else { "even" }, cells),
        Rule::Extremum(Extremum { is_minimum, cells }) => marks(if *is_minimum { "minimum" } else { "maximum" }, cells),
        Rule::Allowed(Allowed { values, cell }) => Candidates(*cell, numbers(values)),
        Rule::Chess(Chess::KNIGHT) => Flag("antiknight"),
        Rule::Chess(Chess::King) => Flag("antiking"),
        Rule::NonConsecutive(_) => Flag("nonconsecutive"),
        Rule::Ends(Ends { kind: EndsKind::Between, cells }) => line("betweenline", cells),
        Rule::Ends(Ends { kind: EndsKind::Lockout(least), cells }) => number_line("lockout", *least, cells),
        Rule::Outside(rule) => {
            let key = match rule.kind {
                OutsideKind::Sandwich => "sandwichsum",
                OutsideKind::XSum => "xsum",
                OutsideKind::Skyscraper => "skyscraper",
                OutsideKind::HiddenSkyscraper | OutsideKind::NumberedRoom => return None,
            };
            one(key, outside(rule, board))
        }
        Rule::Contains(contains @ Contains { is_exact: false, cells, .. }) => {
            corner_of_four(cells)?;
            one("quadruple", [("cells", names(cells)), ("values", numbers(&contains.values()))])
        }
        Rule::Indexer(Indexer { kind, cells }) => {
            let key = match kind {
                IndexerKind::Row => "rowindexer",
                IndexerKind::Column => "columnindexer",
                IndexerKind::Box => "boxindexer",
            };
            one(key, [("cells", names(cells))])
        }
        // A reader finds the excepted pairs by their marks, so they need no entry.
        Rule::Negative(Negative { kind, except }) => match kind {
            PairKind::Difference(1) if !except.is_empty() => Flag("nonconsecutive"),
            PairKind::Difference(_) => Entries("negative", vec![text("difference")]),
            PairKind::Ratio(_) => Entries("negative", vec![text("ratio")]),
            PairKind::Sum(_) => Entries("negative", vec![text("xv")]),
            PairKind::Less => return None,
        },
        Rule::Chess(Chess::Leaper(_))
        | Rule::Toroidal(_)
        | Rule::FullRank(_)
        | Rule::WeightedSum(_)
        | Rule::EqualSums(_)
        | Rule::SumLine(_)
        | Rule::SpecialCage(_)
        | Rule::Contains(_)
        | Rule::CountDistinct(_)
        | Rule::CountingCircles(_)
        | Rule::SameDigits(_)
        | Rule::ValueIndexer(_)
        | Rule::Global(_)
        | Rule::Pairwise(_)
        | Rule::Regex(_)
        | Rule::Relation(_)
        | Rule::Scan(_)
        | Rule::StateMachine(_)
        | Rule::Connected(_)
        | Rule::Chaos(_)
        | Rule::Shading(_)
        | Rule::EqualCells(_)
        | Rule::Combination(_)
        | Rule::HelperCells(_)
        | Rule::UserRule(_) => return None,
    })
}

fn name(cell: Cell) -> Value {
    text(format!("R{}C{}", cell.row() + 1, cell.column() + 1))
}

pub(super) fn names(cells: &[Cell]) -> Value {
    list(cells.iter().map(|&cell| name(cell)))
}

fn numbers(values: &[i64]) -> Value {
    list(values.iter().map(|value| Value::Number(value.to_string())))
}

fn one<'a>(key: &'static str, entries: impl IntoIterator<Item = (&'a str, Value)>) -> Said {
    Entries(key, vec![object(entries)])
}

fn line(key: &'static str, cells: &[Cell]) -> Said {
    one(key, [("lines", list([names(cells)]))])
}

fn number_line(key: &'static str, number: i64, cells: &[Cell]) -> Said {
    one(key, [("lines", list([names(cells)])), ("value", text(number.to_string()))])
}

/// An entry for each cell.
fn marks(key: &'static str, cells: &[Cell]) -> Said {
    Entries(key, cells.iter().map(|&cell| object([("cell", name(cell))])).collect())
}

/// The line begins in the circle, at the cell next to where it goes on.
fn arrow(Arrow { circle, shaft }: &Arrow) -> Option<[(&'static str, Value); 2]> {
    let first = shaft.first()?;
    let steps = |cell: &Cell| cell.row().abs_diff(first.row()).max(cell.column().abs_diff(first.column()));
    let from = *circle.iter().min_by_key(|cell| steps(cell))?;
    let line = std::iter::once(from).chain(shaft.iter().copied()).map(name);
    Some([("lines", list([list(line)])), ("cells", names(circle))])
}

/// The entry of a diagonal from edge to edge.
fn little_killer(LittleKiller { total, cells }: &LittleKiller, board: &Geometry) -> Option<[(&'static str, Value); 4]> {
    let signed = |cell: Cell| (cell.row().cast_signed(), cell.column().cast_signed());
    let (first, last) = (signed(*cells.first()?), signed(*cells.last()?));
    let directions = [("UL", -1, -1), ("UR", -1, 1), ("DL", 1, -1), ("DR", 1, 1)];
    let is_inside = |(row, column): (isize, isize)| {
        (0..board.rows().cast_signed()).contains(&row) && (0..board.columns().cast_signed()).contains(&column)
    };
    let (direction, down, right) = directions.into_iter().find(|&(_, down, right)| {
        let along = cells.windows(2).all(|pair| {
            let (a, b) = (signed(pair[0]), signed(pair[1]));
            b == (a.0 + down, a.1 + right)
        });
        along && !is_inside((first.0 - down, first.1 - right)) && !is_inside((last.0 + down, last.1 + right))
    })?;
    let outside = format!("R{}C{}", first.0 - down + 1, first.1 - right + 1);
    Some([
        ("cell", text(outside)),
        ("cells", names(cells)),
        ("direction", text(direction)),
        ("value", text(total.to_string())),
    ])
}

/// A clue at the end of a row or a column; one for both ends is written above or at the left.
fn outside(Outside { view, clue, .. }: &Outside, board: &Geometry) -> [(&'static str, Value); 2] {
    let number = usize::from(view.number) + 1;
    let (row, column) = match view.from {
        Side::Left => (number, 0),
        Side::Right => (number, board.columns() + 1),
        Side::Top => (0, number),
        Side::Bottom => (board.rows() + 1, number),
    };
    [("cell", text(format!("R{row}C{column}"))), ("value", text(total(*clue)))]
}

/// The entry of a cage with a range for its total.
fn open_cage(OpenSum { total: range, is_cage, cells }: &OpenSum) -> Option<Said> {
    let is_written = *is_cage && matches!(range, OpenTotal::Range(..));
    is_written.then(|| one("killercage", [("cells", names(cells)), ("value", text(total(Total::Open(*range))))]))
}

/// A total as text: a range is `8-12`.
fn total(total: Total) -> String {
    total.to_string().replace("..", "-")
}
