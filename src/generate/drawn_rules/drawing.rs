//! A full grid from which rules are drawn: its values, neighbours and free paths.

use std::collections::BTreeSet;

use crate::generate::drawn_rules::family::Family;
use crate::generate::drawn_rules::wish::DrawnRules;
use crate::generate::symmetry::Symmetry;
use crate::geometry::{Cell, Geometry, Movement};
use crate::grid::Grid;
use crate::random::Pcg32 as Random;
use crate::rule::Rule;

/// The cells of lines and of marks in cells, which would hide one another.
#[derive(Default)]
pub(crate) struct Room(BTreeSet<Cell>);

impl Room {
    /// Notes the cells that rules of a family mark. The line of an indexer has no mark but in the indexer itself.
    pub(super) fn take(&mut self, family: Family, rules: &[Vec<Rule>], board: &Geometry) {
        for rule in rules.iter().flatten().filter(|_| family.marks_cells()) {
            match rule {
                Rule::Indexer(indexer) => self.0.extend(&indexer.cells),
                rule => self.0.extend(rule.as_constrain().cells(board)),
            }
        }
    }
}

/// How many rules a family draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Amount {
    /// As many as for a grid without other families, divided by the number of families that share the cells.
    Share(usize),
    /// All that there is room for.
    All,
    /// One rule.
    One,
}

/// An orbit of the symmetry: rules, and the cells of all of them.
pub(super) struct Orbit {
    pub(super) cells: Vec<Cell>,
    pub(super) rules: Vec<Rule>,
}

/// A full grid, and the cells of the rules drawn so far.
pub(super) struct Drawing<'a> {
    pub(super) full: &'a Grid,
    pub(super) board: &'a Geometry,
    pub(super) random: &'a mut Random,
    pub(super) is_taken: BTreeSet<Cell>,
    /// The fewest and the most cells that are wished for.
    pub(super) sizes: Option<(usize, usize)>,
    /// The number of rules that is wished for.
    count: Option<usize>,
    /// The movements that carry rules into rules, the identity first.
    movements: &'static [Movement],
    amount: Amount,
}

impl<'a> Drawing<'a> {
    /// The room is for rules that mark cells; others have all of the grid.
    pub(super) fn new(
        full: &'a Grid,
        room: &Room,
        amount: Amount,
        wish: &DrawnRules,
        symmetry: Symmetry,
        random: &'a mut Random,
    ) -> Self {
        let is_taken = if wish.family.marks_cells() { room.0.clone() } else { BTreeSet::new() };
        let movements = if wish.is_symmetric { symmetry } else { Symmetry::None }.movements();
        let (sizes, count) = (wish.sizes, wish.count);
        Self { full, board: full.geometry(), random, is_taken, sizes, count, movements, amount }
    }

    /// Whether there are rules enough, where one for so many cells is right.
    pub(super) fn has_enough(&self, rules: usize, cells: usize) -> bool {
        match self.amount {
            Amount::One => rules > 0,
            _ if self.count.is_some() => self.has_counted(rules),
            Amount::Share(share) => rules * cells * share >= self.board.cell_count(),
            Amount::All => false,
        }
    }

    /// Whether there are as many rules as are wished for.
    pub(super) fn has_counted(&self, rules: usize) -> bool {
        self.count.is_some_and(|count| rules >= count)
    }

    /// As many of the sets of rules, at random, as make the number that is wished for; all of them without such a wish.
    pub(super) fn counted(&mut self, mut orbits: Vec<Vec<Rule>>) -> Vec<Vec<Rule>> {
        if let Some(count) = self.count {
            self.random.shuffle(&mut orbits);
            let mut left = count;
            orbits.retain(|orbit| {
                let fits = orbit.len() <= left;
                left -= if fits { orbit.len() } else { 0 };
                fits
            });
        }
        orbits
    }

    /// The images of a cell, each once, the cell first.
    pub(super) fn images_of(&self, cell: Cell) -> Vec<Cell> {
        let mut images = Vec::new();
        for movement in self.movements {
            let image = movement.image(cell, self.board);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }

    /// The rules at some cells and at their images; `None` where there is no rule at an image, or an image has a cell that is taken or
    /// of another image.
    pub(super) fn orbit(
        &mut self,
        cells: &[Cell],
        mut rule: impl FnMut(&mut Self, Vec<Cell>) -> Option<Rule>,
    ) -> Option<Orbit> {
        let mut orbit = Orbit { cells: Vec::new(), rules: Vec::new() };
        for movement in self.movements {
            let image: Vec<Cell> = cells.iter().map(|&cell| movement.image(cell, self.board)).collect();
            let is_same = |other: &[Cell]| image.iter().all(|cell| other.contains(cell));
            if orbit.cells.chunks(cells.len()).any(is_same) {
                continue;
            }
            if image.iter().any(|cell| self.is_taken.contains(cell) || orbit.cells.contains(cell)) {
                return None;
            }
            orbit.rules.push(rule(self, image.clone())?);
            orbit.cells.extend(image);
        }
        Some(orbit)
    }

    /// The rules at some cells and at their images, which may have common cells; `None` where there is no rule at an image.
    pub(super) fn repeated(&self, cells: &[Cell], rule: impl Fn(Vec<Cell>) -> Option<Rule>) -> Option<Vec<Rule>> {
        let mut rules = Vec::new();
        for movement in self.movements {
            let made = rule(cells.iter().map(|&cell| movement.image(cell, self.board)).collect())?;
            if !rules.contains(&made) {
                rules.push(made);
            }
        }
        Some(rules)
    }

    /// Whether a rule is an image of one before it.
    pub(super) fn is_repeated(&self, rule: &Rule, orbits: &[Vec<Rule>]) -> bool {
        self.movements.len() > 1 && orbits.iter().any(|orbit| orbit.contains(rule))
    }

    /// Whether one rule is drawn.
    pub(super) fn draws_one(&self) -> bool {
        self.amount == Amount::One
    }

    /// Whether a mark that one of some places gets, chosen at random, is drawn at the next place.
    pub(super) fn is_drawn(&mut self, places: usize) -> bool {
        self.count.is_some() || !matches!(self.amount, Amount::Share(_)) || self.random.below(places) == 0
    }

    /// The first and the last digit.
    pub(super) fn ends(&self) -> [i64; 2] {
        [self.board.first_digit(), self.board.last_digit()].map(|digit| i64::from(digit.get()))
    }

    pub(super) fn value(&self, cell: Cell) -> i64 {
        self.full.get(cell).map_or(0, |digit| digit.get().into())
    }

    /// Whether the full grid keeps a rule.
    pub(super) fn is_kept(&self, rule: &Rule) -> bool {
        rule.as_constrain().breach(self.board, self.full.digits()).is_none()
    }

    /// Whether a rule can be made as it is, and the full grid keeps it.
    pub(super) fn holds(&self, rule: &Rule) -> bool {
        rule.as_constrain().check().is_ok() && self.is_kept(rule)
    }

    pub(super) fn shuffled_cells(&mut self) -> Vec<Cell> {
        let order = self.random.shuffled(self.board.cell_count());
        order.into_iter().map(|cell| self.board.cell(cell)).collect()
    }

    /// The neighbours of a cell in random order, on request with the diagonal neighbours.
    pub(super) fn beside(&mut self, cell: Cell, with_diagonals: bool) -> Vec<Cell> {
        let mut found = Vec::new();
        for (down, right) in (0..9).map(|i| (i / 3 - 1, i % 3 - 1)) {
            let is_straight = (down == 0) != (right == 0);
            let place = |at: usize, by: isize| at.checked_add_signed(by).and_then(|at| u16::try_from(at).ok());
            let (Some(row), Some(column)) = (place(cell.row(), down), place(cell.column(), right)) else { continue };
            let next = Cell::new(row, column);
            if next != cell && (is_straight || with_diagonals) && self.board.contains(next) {
                found.push(next);
            }
        }
        self.random.shuffle(&mut found);
        found
    }

    /// A path of free cells that begins at `first`; empty if `first` is taken.
    pub(super) fn path(&mut self, first: Cell, length: usize, suits: impl Fn(&[i64], i64) -> bool) -> Vec<Cell> {
        let mut path = Vec::new();
        if self.is_taken.contains(&first) {
            return path;
        }
        path.push(first);
        let mut values = vec![self.value(first)];
        while path.len() < length {
            let near = self.beside(path[path.len() - 1], true);
            let is_next = |cell: &Cell| {
                !self.is_taken.contains(cell) && !path.contains(cell) && suits(&values, self.value(*cell))
            };
            let Some(next) = near.into_iter().find(is_next) else { break };
            path.push(next);
            values.push(self.value(next));
        }
        path
    }
}
