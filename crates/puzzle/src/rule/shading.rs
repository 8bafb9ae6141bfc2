//! Shadings that setters name: `yinyang shade`, `loop way`, `snake body [apart]`, `doublers flag value`, `stars star 2`, and those of
//! files of their own: [`cave`](super::cave), [`nurikabe`](super::nurikabe), [`galaxies`](super::galaxies),
//! [`schrodinger`](super::schrodinger).

use std::fmt;

use crate::constraint::Automaton;
use crate::geometry::{Cell, Geometry, Layer, LayerName, LayerShape};
use crate::rule::cave::Cave;
use crate::rule::check::{self, Taken};
use crate::rule::connected::Connected;
use crate::rule::constrain::{Breach, Constrain, Digits, value, values, write_cells, write_groups};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::flags::Flags;
use crate::rule::galaxies::Galaxies;
use crate::rule::helper_cells::keep_values;
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Ink, Mark, ShadeForm};
use crate::rule::nurikabe::Nurikabe;
use crate::rule::pairs::number;
use crate::rule::schrodinger::Schrodinger;
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
    /// So many cells with 1 in each row, column and box, which do not touch, not even at corners.
    Stars {
        /// How many.
        count: i64,
    },
    /// The cells with 0 are connected, and those with 1 connect to the border. The digit of a clue, which is in the cave, says how many
    /// cells of the cave are seen from it along its row and its column, itself among them.
    Cave {
        /// The name of a layer with a row and a column more on each side, which has the cave with rock around it.
        frame: LayerName,
        /// The clues.
        clues: Vec<Cell>,
    },
    /// Islands, each with one clue whose digit is the number of its cells, do not touch along edges; the sea, 0, is connected and has no
    /// square of two by two.
    Nurikabe {
        /// The clues, one in each island.
        clues: Vec<Cell>,
    },
    /// Connected regions, each of which looks the same after half a turn about its centre.
    Galaxies {
        /// The one, two or four cells round each centre.
        centres: Vec<Vec<Cell>>,
    },
    /// One cell of each row, column and box has two digits, the lower one in the grid. The layer has the higher digit, which is that
    /// of the grid in other cells. No digit is twice in a row, column or box.
    Schrodinger {
        /// The name of a second layer, with the sum of both digits, or the only digit.
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
            "stars" => ShadingKind::Stars { count: words.number()? },
            "cave" => ShadingKind::Cave { frame: name(words)?, clues: words.cells(Taken::Set, 0)? },
            "nurikabe" => ShadingKind::Nurikabe { clues: words.cells(Taken::Once, 1)? },
            "galaxies" => ShadingKind::Galaxies { centres: words.groups()? },
            "schrodinger" => ShadingKind::Schrodinger { values: name(words)? },
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
            ShadingKind::Stars { .. } => "stars",
            ShadingKind::Cave { .. } => "cave",
            ShadingKind::Nurikabe { .. } => "nurikabe",
            ShadingKind::Galaxies { .. } => "galaxies",
            ShadingKind::Schrodinger { .. } => "schrodinger",
        }
    }

    /// The flags, with a word for sentences.
    fn flags(&self) -> Flags {
        let word = match self.kind {
            ShadingKind::YinYang => "yin-yang",
            ShadingKind::Loop => "loop",
            ShadingKind::Snake { .. } => "snake",
            ShadingKind::Doublers { .. } => "doublers",
            ShadingKind::Stars { .. } => "stars",
            ShadingKind::Cave { .. } => "cave",
            ShadingKind::Nurikabe { .. } => "islands",
            ShadingKind::Galaxies { .. } => "galaxies",
            ShadingKind::Schrodinger { .. } => "cells with two digits",
        };
        Flags { layer: self.layer, word }
    }

    /// The layers that the rule brings.
    pub(super) fn layers(&self, board: &Geometry) -> Vec<Layer> {
        let flags = |first, last| Layer { name: self.layer, shape: LayerShape::Grid, first, last };
        let count = |groups: usize| u16::try_from(groups).unwrap_or(u16::MAX);
        match &self.kind {
            ShadingKind::YinYang | ShadingKind::Loop | ShadingKind::Stars { .. } => vec![flags(0, 1)],
            ShadingKind::Snake { .. } => vec![flags(0, 2)],
            ShadingKind::Doublers { values } => {
                let (first, last) = board.grid_digits();
                let values = Layer { name: *values, shape: LayerShape::Grid, first, last: last.saturating_mul(2) };
                vec![flags(0, 1), values]
            }
            ShadingKind::Cave { .. } => {
                vec![flags(0, 1)].into_iter().chain(self.as_cave().map(|cave| cave.layer(board))).collect()
            }
            ShadingKind::Nurikabe { clues } => vec![flags(0, count(clues.len()))],
            ShadingKind::Galaxies { centres } => vec![flags(1, count(centres.len()))],
            ShadingKind::Schrodinger { values } => Schrodinger { flags: self.flags(), values: *values }.layers(board),
        }
    }

    fn as_cave(&self) -> Option<Cave<'_>> {
        match &self.kind {
            ShadingKind::Cave { frame, clues } => Some(Cave { flags: self.flags(), frame: *frame, clues }),
            _ => None,
        }
    }

    /// The second layer, if the rule brings one.
    fn second(&self) -> Option<LayerName> {
        match self.kind {
            ShadingKind::Doublers { values } | ShadingKind::Schrodinger { values } => Some(values),
            ShadingKind::Cave { frame, .. } => Some(frame),
            _ => None,
        }
    }

    /// The cells of the grid whose digits the rule looks at.
    fn digits(&self, board: &Geometry) -> Vec<Cell> {
        match &self.kind {
            ShadingKind::Doublers { .. } | ShadingKind::Schrodinger { .. } => board.grid_cells().collect(),
            ShadingKind::Cave { clues, .. } | ShadingKind::Nurikabe { clues } => clues.clone(),
            _ => Vec::new(),
        }
    }

    /// The values whose cells are one piece each.
    fn pieces(&self) -> &'static [&'static [i64]] {
        match self.kind {
            ShadingKind::YinYang => &[&[0], &[1]],
            ShadingKind::Loop => &[&[1]],
            ShadingKind::Snake { .. } => &[&[1, 2]],
            _ => &[],
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
        match (&self.kind, flag) {
            (ShadingKind::Loop | ShadingKind::Snake { .. }, 1) => Some(2),
            (ShadingKind::Snake { .. }, 2) => Some(1),
            _ => None,
        }
    }

    /// The first cell whose number of shaded neighbours is wrong, with these.
    fn wrong_degree(&self, board: &Geometry, digits: Digits<'_>) -> Option<Vec<Cell>> {
        board.grid_cells().find_map(|cell| {
            let degree = self.degree(value(board, digits, self.flags().flag(cell))?)?;
            let around = self.flags().around(board, cell);
            let shaded = values(board, digits, &around)?.iter().filter(|&&value| value > 0).count();
            (shaded != degree).then(|| [vec![self.flags().flag(cell)], around].concat())
        })
    }

    /// The first two doubled cells with one digit, or the first cell whose value is not that of its digit.
    fn wrong_doubler(&self, board: &Geometry, digits: Digits<'_>, second: LayerName) -> Option<Breach> {
        let mut doubled: Vec<(i64, Cell)> = Vec::new();
        for cell in board.grid_cells() {
            let known = values(board, digits, &[cell, self.flags().flag(cell), Flags::above(cell, second)]);
            let Some(&[digit, flag, value]) = known.as_deref() else { continue };
            if value != digit * (1 + flag) {
                return Some(
                    self.flags()
                        .breach_of(&[cell, self.flags().flag(cell), Flags::above(cell, second)], "has another value"),
                );
            }
            if flag == 1 {
                if let Some((_, other)) = doubled.iter().find(|(known, _)| *known == digit) {
                    return Some(self.flags().breach_of(&[*other, cell], "double one digit twice"));
                }
                doubled.push((digit, cell));
            }
        }
        None
    }

    /// The first unit without exactly one doubler.
    fn wrong_unit(&self, board: &Geometry, digits: Digits<'_>) -> Option<Vec<Cell>> {
        self.flags().units(board).into_iter().find(|unit| {
            let flags: Vec<Option<i64>> = unit.iter().map(|&cell| value(board, digits, cell)).collect();
            let doublers = flags.iter().filter(|flag| **flag == Some(1)).count();
            doublers > 1 || doublers == 0 && !flags.contains(&None)
        })
    }
}

impl fmt::Display for Shading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.word(), self.layer)?;
        match &self.kind {
            ShadingKind::Snake { is_apart: true } => write!(f, " {APART}"),
            ShadingKind::Doublers { values } | ShadingKind::Schrodinger { values } => write!(f, " {values}"),
            ShadingKind::Stars { count } => write!(f, " {count}"),
            ShadingKind::Cave { frame, clues } => {
                write!(f, " {frame}")?;
                write_cells(f, clues)
            }
            ShadingKind::Nurikabe { clues } => write_cells(f, clues),
            ShadingKind::Galaxies { centres } => write_groups(f, centres),
            _ => Ok(()),
        }
    }
}

impl Constrain for Shading {
    fn check(&self) -> Result<(), RuleError> {
        if let Some(second) = self.second().filter(|&second| second == self.layer) {
            return Err(RuleError::Unlike { expected: "two layers with different names", found: second.to_string() });
        }
        match &self.kind {
            ShadingKind::Stars { count } => check::within(*count, 1, check::MAX_NUMBER),
            ShadingKind::Cave { clues, .. } => {
                in_grid(clues)?;
                check::cells(clues, Taken::Set, 0)
            }
            ShadingKind::Nurikabe { clues } => {
                in_grid(clues)?;
                check::cells(clues, Taken::Once, 1)
            }
            ShadingKind::Galaxies { centres } => {
                centres.iter().try_for_each(|cells| in_grid(cells))?;
                Galaxies { flags: self.flags(), centres }.check()
            }
            _ => Ok(()),
        }
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        let mut cells: Vec<Cell> = board.grid_cells().map(|cell| self.flags().flag(cell)).collect();
        cells.extend(self.digits(board));
        if let Some(layer) = self.second().and_then(|second| board.layer(second)) {
            cells.extend(board.layer_cells(layer));
        }
        cells
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        match &self.kind {
            ShadingKind::Cave { .. } => return self.as_cave().and_then(|cave| cave.breach(board, digits)),
            ShadingKind::Nurikabe { clues } => return Nurikabe { flags: self.flags(), clues }.breach(board, digits),
            ShadingKind::Galaxies { centres } => {
                return Galaxies { flags: self.flags(), centres }.breach(board, digits);
            }
            ShadingKind::Schrodinger { values } => {
                return Schrodinger { flags: self.flags(), values: *values }.breach(board, digits);
            }
            ShadingKind::Stars { count } => return self.wrong_stars(board, digits, *count),
            _ => {}
        }
        if let ShadingKind::Doublers { values } = self.kind {
            let unit = self
                .wrong_unit(board, digits)
                .map(|unit| self.flags().breach_of(&unit, "are not one in each row, column and box"));
            return unit.or_else(|| self.wrong_doubler(board, digits, values));
        }
        let is_wrong =
            |square: &[Cell; 4]| values(board, digits, square).is_some_and(|square| !self.allows_square(&square));
        if let Some(square) = self.flags().squares(board).into_iter().find(is_wrong) {
            return Some(self.flags().breach_of(&square, "has a square that it may not have"));
        }
        if let Some(cells) = self.wrong_degree(board, digits) {
            return Some(self.flags().breach_of(&cells, "goes on in too few or too many cells"));
        }
        if matches!(self.kind, ShadingKind::Snake { .. }) {
            let cells: Vec<Cell> = board.grid_cells().map(|cell| self.flags().flag(cell)).collect();
            let flags: Vec<Option<i64>> = cells.iter().map(|&cell| value(board, digits, cell)).collect();
            let ends = flags.iter().filter(|flag| **flag == Some(2)).count();
            if ends > 2 || ends < 2 && !flags.contains(&None) {
                return Some(self.flags().breach_of(&cells, "has no two ends"));
            }
        }
        self.pieces().iter().find_map(|piece| {
            let values = piece.iter().copied().collect();
            let breach = Connected { layer: Some(self.layer), values, size: None }.breach(board, digits)?;
            Some(self.flags().breach_of(&breach.cells, "falls apart"))
        })
    }

    fn sentence(&self) -> String {
        self.flags().to_string()
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        for layer in self.layers(board) {
            keep_values(&layer, board, to)?;
        }
        // A clue has a digit and a flag, which the board may lack.
        if let Some(&cell) = self.clue_cells().iter().find(|&&cell| !board.contains(cell)) {
            return Err(RuleError::Outside(cell));
        }
        let flags: Vec<Cell> = board.grid_cells().map(|cell| self.flags().flag(cell)).collect();
        for piece in self.pieces() {
            to.connected(board, &flags, |value| piece.contains(&value), None)?;
        }
        if matches!(self.kind, ShadingKind::YinYang | ShadingKind::Snake { is_apart: true }) {
            let step = |square: &Vec<i64>, place: usize, value: i64| {
                let square: Vec<i64> = square.iter().copied().chain([value.min(1)]).collect();
                if place < 3 { Some(square) } else { self.allows_square(&square).then(Vec::new) }
            };
            let automaton = to.automaton_of(board, 4, Vec::new(), step, |_| true)?;
            self.flags().squares(board).iter().try_for_each(|square| to.reads(square.to_vec(), &automaton))?;
        }
        match &self.kind {
            ShadingKind::YinYang => Ok(()),
            ShadingKind::Loop => self.lower_degrees(board, to),
            ShadingKind::Snake { .. } => {
                self.lower_degrees(board, to)?;
                let ends =
                    |&ends: &i64, _: usize, value: i64| Some(ends + i64::from(value == 2)).filter(|&ends| ends <= 2);
                to.automaton(board, flags, 0, ends, |&ends| ends == 2)
            }
            ShadingKind::Doublers { values } => self.lower_doublers(board, to, *values),
            ShadingKind::Stars { count } => self.lower_stars(board, to, *count),
            ShadingKind::Cave { frame, clues } => Cave { flags: self.flags(), frame: *frame, clues }.lower(board, to),
            ShadingKind::Nurikabe { clues } => Nurikabe { flags: self.flags(), clues }.lower(board, to),
            ShadingKind::Galaxies { centres } => Galaxies { flags: self.flags(), centres }.lower(board, to),
            ShadingKind::Schrodinger { values } => {
                Schrodinger { flags: self.flags(), values: *values }.lower(board, to)
            }
        }
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let layer = self.layer;
        let mut marks = match &self.kind {
            ShadingKind::Galaxies { centres } => Galaxies { flags: self.flags(), centres }.marks(),
            ShadingKind::Cave { clues, .. } | ShadingKind::Nurikabe { clues } if !clues.is_empty() => {
                vec![Mark::Shade { cells: clues.clone(), form: ShadeForm::Ring, ink: Ink::Blue }]
            }
            _ => Vec::new(),
        };
        marks.push(Mark::Global(match &self.kind {
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
                if *is_apart { " or at corners" } else { "" }
            ),
            ShadingKind::Doublers { values } => format!(
                "Each row, column and box has one doubler ({layer} 1), and no digit is doubled twice. The value {values} of a \
                 cell is its digit, and twice its digit for a doubler."
            ),
            ShadingKind::Stars { count } => format!(
                "Each row, column and box has stars ({layer} 1) in as many cells as this number says: {count}. Stars do not touch, \
                 not even at corners."
            ),
            ShadingKind::Cave { frame, .. } => format!(
                "The cells with {layer} 0 are a cave, which is connected along edges; the rock, {layer} 1, is connected to the \
                 border of the grid along edges. A clue is in the cave, and says how many cells of the cave are seen from it in its \
                 row and column, itself among them. {frame} is the same with rock around it."
            ),
            ShadingKind::Nurikabe { .. } => format!(
                "The cells with {layer} 0 are a sea, which is connected along edges and has no square of two by two. Each clue has \
                 an island of connected cells, as many as its digit; {layer} is the number of the clue. Islands do not touch along \
                 edges."
            ),
            ShadingKind::Galaxies { .. } => format!(
                "The grid falls into regions, which are connected along edges; {layer} is the number of their centres. Each region \
                 looks the same after half a turn about its centre."
            ),
            ShadingKind::Schrodinger { values } => format!(
                "Each row, column and box has one cell with two digits; {layer} is the higher one, or the only digit of another cell. \
                 No digit is twice in a row, column or box. The value {values} of a cell is the sum of its digits."
            ),
        }));
        marks
    }
}

/// Refuses a clue beside the grid.
fn in_grid(cells: &[Cell]) -> Result<(), RuleError> {
    match cells.iter().find(|cell| !cell.is_in_grid()) {
        Some(cell) => Err(RuleError::Unlike { expected: "a cell of the grid", found: cell.to_string() }),
        None => Ok(()),
    }
}

impl Shading {
    /// The cells of the grid that the rule names.
    fn clue_cells(&self) -> Vec<Cell> {
        match &self.kind {
            ShadingKind::Cave { clues, .. } | ShadingKind::Nurikabe { clues } => clues.clone(),
            ShadingKind::Galaxies { centres } => centres.concat(),
            _ => Vec::new(),
        }
    }

    fn wrong_stars(&self, board: &Geometry, digits: Digits<'_>, count: i64) -> Option<Breach> {
        let is_star = |cell: &Cell| value(board, digits, *cell) == Some(1);
        if let Some(pair) = self.flags().touching(board).into_iter().find(|pair| pair.iter().all(is_star)) {
            return Some(self.flags().breach_of(&pair, "touch"));
        }
        let is_wrong = |unit: &Vec<Cell>| {
            let stars = number(unit.iter().filter(|cell| is_star(cell)).count());
            let is_full = unit.iter().all(|&cell| value(board, digits, cell).is_some());
            stars > count || is_full && stars < count
        };
        let unit = self.flags().units(board).into_iter().find(is_wrong)?;
        Some(self.flags().breach_of(&unit, &format!("are not {count} in each row, column and box")))
    }

    fn lower_stars(&self, board: &Geometry, to: &mut Lowered, count: i64) -> Result<(), RuleError> {
        for unit in self.flags().units(board) {
            to.sum(unit.into_iter().map(|flag| (1, flag)), count)?;
        }
        let apart = to.table(board, |a, b| a != 1 || b != 1);
        self.flags().touching(board).into_iter().try_for_each(|pair| to.relation(pair, &apart))
    }

    /// An automaton over each cell and its neighbours, whose state is the number of shaded neighbours still to come.
    fn lower_degrees(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        for cell in board.grid_cells() {
            let around = self.flags().around(board, cell);
            let step = |rest: &Option<usize>, place: usize, value: i64| match (place, rest) {
                (0, _) => Some(self.degree(value)),
                (_, None) => Some(None),
                (_, Some(rest)) => rest.checked_sub(usize::from(value > 0)).map(Some),
            };
            let make =
                || to.automaton_of(board, around.len() + 1, None, step, |rest| rest.is_none_or(|rest| rest == 0));
            let automaton = to.shared_automaton(format!("degrees of {} {}", self.word(), around.len()), make)?;
            to.reads([vec![self.flags().flag(cell)], around].concat(), &automaton)?;
        }
        Ok(())
    }

    fn lower_doublers(&self, board: &Geometry, to: &mut Lowered, second: LayerName) -> Result<(), RuleError> {
        let one = |count: &i64, _: usize, value: i64| Some(count + value).filter(|&count| count <= 1);
        for unit in self.flags().units(board) {
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
            to.reads(vec![cell, self.flags().flag(cell), Flags::above(cell, second)], &automaton)?;
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
                    to.reads(vec![cell, self.flags().flag(cell), other, self.flags().flag(other)], &automaton)?;
                }
            }
        }
        Ok(())
    }
}
