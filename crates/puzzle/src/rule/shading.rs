//! Shadings that setters name: `yinyang shade`, `loop way`, `snake body [apart]`, `doublers flag value`.

use std::fmt;

use crate::constraint::Automaton;
use crate::geometry::{Cell, Geometry, Layer, LayerName, LayerShape, UnitKind};
use crate::rule::connected::Connected;
use crate::rule::constrain::{Breach, Constrain, Digits, beside, value, values};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::helper_cells::keep_values;
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::words::Words;

/// A shading of the grid that is to be found. The rule brings a layer with a value for each cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shading {
    /// The kind.
    pub kind: ShadingKind,
    /// The name of the layer.
    pub layer: LayerName,
}

/// The kinds of shadings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShadingKind {
    /// Each cell is 0 or 1; the cells of each are connected, and no square of two by two is of one.
    YinYang,
    /// The cells with 1 are a loop, each with two neighbours on it.
    Loop,
    /// The cells with 1 and the two ends with 2 are a path, whose cells are neighbours on it or not at all.
    Snake {
        /// Whether cells of the path that meet at a corner alone are forbidden.
        is_apart: bool,
    },
    /// One cell with 1 in each row, column and box, and in these cells no digit twice. A second layer has the digits, doubled in
    /// these cells.
    Doublers {
        /// The name of the second layer.
        values: LayerName,
    },
}

/// The word for a snake that does not touch itself at corners.
const APART: &str = "apart";

impl Shading {
    pub(super) fn read(keyword: &str, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let name = |words: &mut Words<'_>| {
            words.word("the name of a layer, such as shade", |word| word.parse::<LayerName>().ok())
        };
        let layer = name(words)?;
        let kind = match keyword {
            "yinyang" => ShadingKind::YinYang,
            "loop" => ShadingKind::Loop,
            "snake" => ShadingKind::Snake { is_apart: words.skip(APART) },
            _ => ShadingKind::Doublers { values: name(words)? },
        };
        Ok(Self { kind, layer })
    }

    pub(super) fn word(&self) -> &'static str {
        match self.kind {
            ShadingKind::YinYang => "yinyang",
            ShadingKind::Loop => "loop",
            ShadingKind::Snake { .. } => "snake",
            ShadingKind::Doublers { .. } => "doublers",
        }
    }

    /// The layers that the rule brings.
    pub(super) fn layers(&self, board: &Geometry) -> Vec<Layer> {
        let last = if matches!(self.kind, ShadingKind::Snake { .. }) { 2 } else { 1 };
        let flags = Layer { name: self.layer, shape: LayerShape::Grid, first: 0, last };
        let ShadingKind::Doublers { values } = self.kind else { return vec![flags] };
        let (first, last) = board.grid_digits();
        vec![flags, Layer { name: values, shape: LayerShape::Grid, first, last: last.saturating_mul(2) }]
    }

    /// The cell of a layer above a cell of the grid.
    fn above(cell: Cell, layer: LayerName) -> Cell {
        Cell::in_layer(layer, cell.row() as u16, cell.column() as u16)
    }

    fn flag(&self, cell: Cell) -> Cell {
        Self::above(cell, self.layer)
    }

    /// The flags of the neighbours of a cell.
    fn around(&self, board: &Geometry, cell: Cell) -> Vec<Cell> {
        let steps = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        steps.iter().filter_map(|&(down, right)| beside(board, self.flag(cell), down, right)).collect()
    }

    /// The flags of each square of two by two, row by row.
    fn squares(&self, board: &Geometry) -> Vec<[Cell; 4]> {
        let square = |cell: Cell| {
            let corner = self.flag(cell);
            let other = |down, right| beside(board, corner, down, right);
            Some([corner, other(0, 1)?, other(1, 0)?, other(1, 1)?])
        };
        board.grid_cells().filter_map(square).collect()
    }

    /// The flags of each row, column and box.
    fn units(&self, board: &Geometry) -> Vec<Vec<Cell>> {
        let is_line_or_box = |kind| matches!(kind, UnitKind::Row | UnitKind::Column | UnitKind::Box | UnitKind::Region);
        let units = board.units().filter(|&unit| is_line_or_box(board.unit_name(unit).kind));
        units.map(|unit| board.unit(unit).iter().map(|&cell| self.flag(cell)).collect()).collect()
    }

    /// The values whose cells are one piece each.
    fn pieces(&self) -> &'static [&'static [i64]] {
        match self.kind {
            ShadingKind::YinYang => &[&[0], &[1]],
            ShadingKind::Loop => &[&[1]],
            ShadingKind::Snake { .. } => &[&[1, 2]],
            ShadingKind::Doublers { .. } => &[],
        }
    }

    /// Whether a square of two by two may have these flags.
    fn allows_square(&self, square: &[i64]) -> bool {
        let shaded = [square[0] > 0, square[1] > 0, square[2] > 0, square[3] > 0];
        match self.kind {
            ShadingKind::YinYang => shaded.contains(&true) && shaded.contains(&false),
            ShadingKind::Snake { is_apart: true } => {
                !matches!(shaded, [true, false, false, true] | [false, true, true, false])
            }
            _ => true,
        }
    }

    /// The number of shaded neighbours of a cell with a flag, where it is told.
    fn degree(&self, flag: i64) -> Option<usize> {
        match (self.kind, flag) {
            (ShadingKind::Loop | ShadingKind::Snake { .. }, 1) => Some(2),
            (ShadingKind::Snake { .. }, 2) => Some(1),
            _ => None,
        }
    }

    fn breach_of(&self, cells: &[Cell], how: &str) -> Breach {
        Breach { cells: cells.to_vec(), sentence: format!("{} {how}", self.sentence()) }
    }

    /// The first cell whose number of shaded neighbours is wrong, with these.
    fn wrong_degree(&self, board: &Geometry, digits: Digits<'_>) -> Option<Vec<Cell>> {
        board.grid_cells().find_map(|cell| {
            let degree = self.degree(value(board, digits, self.flag(cell))?)?;
            let around = self.around(board, cell);
            let shaded = values(board, digits, &around)?.iter().filter(|&&value| value > 0).count();
            (shaded != degree).then(|| [vec![self.flag(cell)], around].concat())
        })
    }

    /// The first two doubled cells with one digit, or the first cell whose value is not that of its digit.
    fn wrong_doubler(&self, board: &Geometry, digits: Digits<'_>, second: LayerName) -> Option<Breach> {
        let mut doubled: Vec<(i64, Cell)> = Vec::new();
        for cell in board.grid_cells() {
            let known = values(board, digits, &[cell, self.flag(cell), Self::above(cell, second)]);
            let Some(&[digit, flag, value]) = known.as_deref() else { continue };
            if value != digit * (1 + flag) {
                return Some(self.breach_of(&[cell, self.flag(cell), Self::above(cell, second)], "has another value"));
            }
            if flag == 1 {
                if let Some((_, other)) = doubled.iter().find(|(known, _)| *known == digit) {
                    return Some(self.breach_of(&[*other, cell], "double one digit twice"));
                }
                doubled.push((digit, cell));
            }
        }
        None
    }

    /// The first unit without exactly one doubler.
    fn wrong_unit(&self, board: &Geometry, digits: Digits<'_>) -> Option<Vec<Cell>> {
        self.units(board).into_iter().find(|unit| {
            let flags: Vec<Option<i64>> = unit.iter().map(|&cell| value(board, digits, cell)).collect();
            let doublers = flags.iter().filter(|flag| **flag == Some(1)).count();
            doublers > 1 || doublers == 0 && !flags.contains(&None)
        })
    }
}

impl fmt::Display for Shading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.word(), self.layer)?;
        match self.kind {
            ShadingKind::Snake { is_apart: true } => write!(f, " {APART}"),
            ShadingKind::Doublers { values } => write!(f, " {values}"),
            _ => Ok(()),
        }
    }
}

impl Constrain for Shading {
    fn check(&self) -> Result<(), RuleError> {
        match self.kind {
            ShadingKind::Doublers { values } if values == self.layer => {
                Err(RuleError::Unlike { expected: "two layers with different names", found: values.to_string() })
            }
            _ => Ok(()),
        }
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        let mut cells: Vec<Cell> = board.grid_cells().map(|cell| self.flag(cell)).collect();
        if let ShadingKind::Doublers { values } = self.kind {
            cells.extend(board.grid_cells());
            cells.extend(board.grid_cells().map(|cell| Self::above(cell, values)));
        }
        cells
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        if let ShadingKind::Doublers { values } = self.kind {
            let unit = self
                .wrong_unit(board, digits)
                .map(|unit| self.breach_of(&unit, "are not one in each row, column and box"));
            return unit.or_else(|| self.wrong_doubler(board, digits, values));
        }
        let is_wrong =
            |square: &[Cell; 4]| values(board, digits, square).is_some_and(|square| !self.allows_square(&square));
        if let Some(square) = self.squares(board).into_iter().find(is_wrong) {
            return Some(self.breach_of(&square, "has a square that it may not have"));
        }
        if let Some(cells) = self.wrong_degree(board, digits) {
            return Some(self.breach_of(&cells, "goes on in too few or too many cells"));
        }
        if matches!(self.kind, ShadingKind::Snake { .. }) {
            let cells: Vec<Cell> = board.grid_cells().map(|cell| self.flag(cell)).collect();
            let flags: Vec<Option<i64>> = cells.iter().map(|&cell| value(board, digits, cell)).collect();
            let ends = flags.iter().filter(|flag| **flag == Some(2)).count();
            if ends > 2 || ends < 2 && !flags.contains(&None) {
                return Some(self.breach_of(&cells, "has no two ends"));
            }
        }
        self.pieces().iter().find_map(|piece| {
            let values = piece.iter().copied().collect();
            let breach = Connected { layer: Some(self.layer), values, size: None }.breach(board, digits)?;
            Some(self.breach_of(&breach.cells, "falls apart"))
        })
    }

    fn sentence(&self) -> String {
        match self.kind {
            ShadingKind::YinYang => format!("the yin-yang {}", self.layer),
            ShadingKind::Loop => format!("the loop {}", self.layer),
            ShadingKind::Snake { .. } => format!("the snake {}", self.layer),
            ShadingKind::Doublers { .. } => format!("the doublers {}", self.layer),
        }
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        for layer in self.layers(board) {
            keep_values(&layer, board, to)?;
        }
        let flags: Vec<Cell> = board.grid_cells().map(|cell| self.flag(cell)).collect();
        for piece in self.pieces() {
            to.connected(board, &flags, |value| piece.contains(&value), None)?;
        }
        if matches!(self.kind, ShadingKind::YinYang | ShadingKind::Snake { is_apart: true }) {
            let step = |square: &Vec<i64>, place: usize, value: i64| {
                let square: Vec<i64> = square.iter().copied().chain([value.min(1)]).collect();
                if place < 3 { Some(square) } else { self.allows_square(&square).then(Vec::new) }
            };
            let automaton = to.automaton_of(board, 4, Vec::new(), step, |_| true)?;
            self.squares(board).iter().try_for_each(|square| to.reads(square.to_vec(), &automaton))?;
        }
        match self.kind {
            ShadingKind::YinYang => Ok(()),
            ShadingKind::Loop => self.lower_degrees(board, to),
            ShadingKind::Snake { .. } => {
                self.lower_degrees(board, to)?;
                let ends =
                    |&ends: &i64, _: usize, value: i64| Some(ends + i64::from(value == 2)).filter(|&ends| ends <= 2);
                to.automaton(board, flags, 0, ends, |&ends| ends == 2)
            }
            ShadingKind::Doublers { values } => self.lower_doublers(board, to, values),
        }
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let layer = self.layer;
        vec![Mark::Global(match self.kind {
            ShadingKind::YinYang => format!(
                "Yin-yang: each cell is shaded ({layer} 1) or not (0). The shaded cells are connected along edges, and so are \
                 the others; no square of two by two cells is all shaded or all unshaded."
            ),
            ShadingKind::Loop => {
                format!("The cells with {layer} 1 are one loop along edges, which does not touch itself along edges.")
            }
            ShadingKind::Snake { is_apart } => format!(
                "The cells with {layer} 1, and the two ends with 2, are one path along edges, which does not touch itself \
                 along edges{}.",
                if is_apart { " or at corners" } else { "" }
            ),
            ShadingKind::Doublers { values } => format!(
                "Each row, column and box has one doubler ({layer} 1), and no digit is doubled twice. The value {values} of a \
                 cell is its digit, and twice its digit for a doubler."
            ),
        })]
    }
}

impl Shading {
    /// An automaton over each cell and its neighbours, whose state is the number of shaded neighbours still to come.
    fn lower_degrees(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        for cell in board.grid_cells() {
            let around = self.around(board, cell);
            let step = |rest: &Option<usize>, place: usize, value: i64| match (place, rest) {
                (0, _) => Some(self.degree(value)),
                (_, None) => Some(None),
                (_, Some(rest)) => rest.checked_sub(usize::from(value > 0)).map(Some),
            };
            let make =
                || to.automaton_of(board, around.len() + 1, None, step, |rest| rest.is_none_or(|rest| rest == 0));
            let automaton = to.shared_automaton(format!("degrees of {} {}", self.word(), around.len()), make)?;
            to.reads([vec![self.flag(cell)], around].concat(), &automaton)?;
        }
        Ok(())
    }

    fn lower_doublers(&self, board: &Geometry, to: &mut Lowered, second: LayerName) -> Result<(), RuleError> {
        let one = |count: &i64, _: usize, value: i64| Some(count + value).filter(|&count| count <= 1);
        for unit in self.units(board) {
            to.automaton(board, unit, 0, one, |&count| count == 1)?;
        }
        let product = |state: &[i64; 2], place: usize, value: i64| match place {
            0 => Some([value, 0]),
            1 => Some([state[0], 1 + value]),
            _ => (value == state[0] * state[1]).then_some([0, 0]),
        };
        let automaton = to.automaton_of(board, 3, [0, 0], product, |_| true)?;
        let cells: Vec<Cell> = board.grid_cells().collect();
        for &cell in &cells {
            to.reads(vec![cell, self.flag(cell), Self::above(cell, second)], &automaton)?;
        }
        // Each digit is doubled at most once: two doublers differ, unless a unit has both cells.
        let differ = |state: &Option<i64>, place: usize, value: i64| match place {
            0 => Some(Some(value)),
            1 => Some(state.filter(|_| value == 1)),
            2 => Some(state.filter(|digit| *digit == value)),
            _ => (state.is_none() || value != 1).then_some(None),
        };
        let automaton: std::sync::Arc<Automaton> = to.automaton_of(board, 4, None, differ, |_| true)?;
        for (at, &cell) in cells.iter().enumerate() {
            for &other in &cells[at + 1..] {
                if board.shared_unit(cell, other).is_none() {
                    to.reads(vec![cell, self.flag(cell), other, self.flag(other)], &automaton)?;
                }
            }
        }
        Ok(())
    }
}
