//! Galaxies: `galaxies star r2c2 : r1c4 r2c4`. The grid falls into connected regions, each of which a half turn about its centre maps
//! to itself. A centre is a cell, or lies between two cells or four.

use crate::geometry::{Cell, Geometry, Layer};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Digits, value};
use crate::rule::error::RuleError;
use crate::rule::flags::{FlagRule, Flags, in_grid};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Ink, Mark, ShadeForm, Sign};

/// Regions in a layer of the grid, numbered as their centres.
#[derive(Clone, Copy)]
pub(super) struct Galaxies<'a> {
    pub(super) flags: Flags,
    pub(super) centres: &'a [Vec<Cell>],
}

/// The least and the most rows, and columns, of some cells.
fn span(cells: &[Cell]) -> [(usize, usize); 2] {
    [Cell::row, Cell::column].map(|of: fn(Cell) -> usize| {
        let all = || cells.iter().map(|&cell| of(cell));
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    })
}

/// The place to which a half turn about a centre maps a cell.
fn opposite(board: &Geometry, centre: &[Cell], cell: Cell) -> Option<Cell> {
    let [rows, columns] = span(centre);
    let at = |(least, most): (usize, usize), at: usize| u16::try_from((least + most).checked_sub(at)?).ok();
    let turned = Cell::new(at(rows, cell.row())?, at(columns, cell.column())?);
    board.contains(turned).then_some(turned)
}

impl FlagRule for Galaxies<'_> {
    /// Refuses a centre that is no cell, pair of neighbours or square of four, and a cell of two centres.
    fn check(&self) -> Result<(), RuleError> {
        self.centres.iter().try_for_each(|cells| in_grid(cells))?;
        check::groups(self.centres)?;
        let is_centre = |cells: &[Cell]| {
            let [rows, columns] = span(cells).map(|(least, most)| most - least + 1);
            rows <= 2 && columns <= 2 && rows * columns == cells.len()
        };
        if let Some(cells) = self.centres.iter().find(|cells| !is_centre(cells)) {
            return Err(RuleError::Unlike {
                expected: "a centre of one cell, two neighbours or a square of four",
                found: cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            });
        }
        check::cells(&self.centres.concat(), Taken::Set, 1)
    }

    fn layers(&self, _: &Geometry) -> Vec<Layer> {
        vec![self.flags.numbered(1, self.centres.len())]
    }

    fn clues(&self) -> Vec<Cell> {
        self.centres.concat()
    }

    fn digits(&self, _: &Geometry) -> Vec<Cell> {
        Vec::new()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let of = |cell: Cell| value(board, digits, self.flags.flag(cell));
        for (region, centre) in (1..).zip(self.centres) {
            if centre.iter().any(|&cell| of(cell).is_some_and(|found| found != region)) {
                return Some(self.flags.breach_of(centre, "has a centre that is not in its region"));
            }
            for cell in board.grid_cells().filter(|&cell| of(cell) == Some(region)) {
                let turned = opposite(board, centre, cell);
                if turned.is_none_or(|turned| of(turned).is_some_and(|found| found != region)) {
                    return Some(self.flags.breach_of(&[cell], "has a region that a half turn changes"));
                }
            }
            if let Some(breach) = self.flags.falls_apart(board, digits, &[region]) {
                return Some(breach);
            }
        }
        None
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        for (region, centre) in (1..).zip(self.centres) {
            for &cell in centre {
                to.domain(board, self.flags.flag(cell), |value| value == region)?;
            }
            let both = to.table(board, |a, b| (a == region) == (b == region));
            for cell in board.grid_cells() {
                let flag = self.flags.flag(cell);
                match opposite(board, centre, cell) {
                    None => to.domain(board, flag, |value| value != region)?,
                    Some(turned) if turned > cell => to.relation([flag, self.flags.flag(turned)], &both)?,
                    Some(_) => {}
                }
            }
            self.flags.hang_together(board, to, &[region])?;
        }
        Ok(())
    }

    fn marks(&self) -> Vec<Mark> {
        let mark = |cells: &Vec<Cell>| match cells[..] {
            [a, b] => Mark::Dot { cells: [a, b], sign: Sign::White(String::new()) },
            [_] => Mark::Shade { cells: cells.clone(), form: ShadeForm::Ring, ink: Ink::Blue },
            _ => Mark::Corner { cells: cells.clone(), text: "○".to_owned() },
        };
        self.centres.iter().map(mark).collect()
    }

    fn words(&self) -> String {
        let layer = self.flags.layer;
        format!(
            "The grid falls into regions, which are connected along edges; {layer} is the number of their centres. Each region \
                 looks the same after half a turn about its centre."
        )
    }
}
