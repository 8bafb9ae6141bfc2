//! The units of a board beyond rows, columns and boxes, by the way in which people draw them.

use crate::geometry::{Cell, Geometry, Regions, UnitKind};
use crate::sentences::kind::SentenceKind;
use crate::sentences::language::Language;
use crate::sentences::topic::Topic;

/// The extra units of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtraUnits {
    /// The diagonals, each drawn as a line.
    pub diagonals: Vec<Vec<Cell>>,
    /// Whether the cells in equal places of the boxes are units. No picture shows them.
    pub has_groups: bool,
    /// The other units, and whether each has as many cells as there are digits.
    pub others: Vec<(Vec<Cell>, bool)>,
}

impl ExtraUnits {
    /// The extra units of a board.
    #[must_use]
    pub fn of(board: &Geometry) -> Self {
        let listed: Vec<(Vec<Cell>, bool)> =
            board.listed_units().map(|unit| (board.unit(unit).to_vec(), board.is_full_unit(unit))).collect();
        let groups = board.disjoint_groups();
        let has_groups = !groups.is_empty() && groups.iter().all(|group| listed.iter().any(|(unit, _)| unit == group));
        let mut units = Self { has_groups, ..Self::default() };
        units.diagonals.extend(board.units_of_kind(UnitKind::Diagonal).map(|unit| board.unit(unit).to_vec()));
        for (cells, is_full) in listed {
            if has_groups && groups.contains(&cells) {
                continue;
            }
            if is_diagonal(board, &cells) {
                units.diagonals.push(cells);
            } else {
                units.others.push((cells, is_full));
            }
        }
        units
    }
}

/// Whether cells are a diagonal of a square board, from corner to corner.
fn is_diagonal(board: &Geometry, cells: &[Cell]) -> bool {
    let side = board.rows();
    let is = |column: &dyn Fn(usize) -> usize| {
        let of = |(at, cell): (usize, &Cell)| (cell.row(), cell.column()) == (at, column(at));
        cells.iter().enumerate().all(of)
    };
    side == board.columns() && cells.len() == side && side > 1 && (is(&|at| at) || is(&|at| side - 1 - at))
}

impl Language {
    /// The sentences on a board apart from its extra units that are neither diagonals nor disjoint groups.
    #[must_use]
    pub fn of_board(self, board: &Geometry, units: &ExtraUnits) -> Vec<String> {
        let mut topics = Vec::new();
        let (first, last) = board.grid_digits();
        let longest = board.rows().max(board.columns());
        if board.shape() == Regions::Free {
            topics.push(Topic::plain(SentenceKind::FreeLines));
        }
        if first != 1 || (board.squares().is_none() && usize::from(last) != longest) {
            topics.push(Topic { numbers: [first.into(), last.into()], ..Topic::plain(SentenceKind::Digits) });
        }
        match units.diagonals.len() {
            0 => {}
            1 => topics.push(Topic::plain(SentenceKind::Diagonal)),
            _ => topics.push(Topic::plain(SentenceKind::BothDiagonals)),
        }
        if units.has_groups {
            topics.push(Topic::plain(SentenceKind::DisjointGroups));
        }
        topics.iter().map(|topic| self.say(topic, 1, None)).collect()
    }
}
