//! Small boards by templates: a template is a placement of a digit, once in every unit. A solution is a choice of a template for
//! each digit that covers every cell.
//!
//! Regions of scattered cells leave few templates where boxes leave thousands: an empty 9×9 board with regions drawn cell by cell
//! has some 9!·9!/9⁹ = 340 templates, of which nine are wanted. Solutions that other searches find or refute in seconds then take a
//! moment. Both searches are exact covers: units by cells for the templates of a digit, then cells by templates. Templates are
//! known to players as *pattern overlay*.

use crate::budget::{Running, StopReason};
use crate::encoding::DecodeError;
use crate::error::{Error, WrongAnswer};
use crate::exact_cover::{CoverError, CoverSearch, DancingLinks, ExactCover, ItemChoice};
use crate::geometry::{Candidate, Cell, Digit};
use crate::grid::{Grid, Solution};
use crate::reduction::Reduced;
use crate::solver::auto::MOST_TEMPLATES;
use crate::solver::engine::Engine;
use crate::solver::options::Stats;
use crate::verdict::Verdict;

/// Lists the solutions of a puzzle that has few templates, no more than [`MOST_TEMPLATES`]; *incomplete* is its answer to any other. Every unit must have a
/// cell for each digit.
pub(super) struct TemplateEngine {
    puzzle: Reduced,
    stated: Option<Stated>,
}

/// The second exact cover.
struct Stated {
    /// The digit and the cells of each option.
    templates: Vec<(Digit, Vec<Cell>)>,
    links: DancingLinks,
}

impl TemplateEngine {
    pub(super) fn new(puzzle: Reduced) -> Self {
        Self { puzzle, stated: None }
    }

    /// Whether a digit may stand in a cell.
    fn is_open(&self, candidate: Candidate) -> bool {
        match self.puzzle.grid().get(candidate.cell) {
            Some(digit) => digit == candidate.digit,
            None => self.puzzle.candidates().is_live(candidate),
        }
    }

    /// The templates of a digit, `most` of them at most.
    fn templates_of(&self, digit: Digit, most: usize, running: &mut Running) -> Result<Vec<Vec<Cell>>, CoverError> {
        let board = self.puzzle.grid().geometry();
        let incidence = board.incidence();
        let cells: Vec<Cell> = board.cells().filter(|&cell| self.is_open(Candidate { cell, digit })).collect();
        let mut cover = ExactCover::new(incidence.unit_count() as u32, 0)?;
        for &cell in &cells {
            cover.add_option(incidence.units(board.index(cell)))?;
        }
        let mut links = DancingLinks::new(&cover, ItemChoice::Smallest);
        let mut found = Vec::new();
        loop {
            match links.next(running) {
                Verdict::Satisfiable(_) if found.len() == most => return Err(StopReason::Incomplete.into()),
                Verdict::Satisfiable(options) => {
                    found.push(options.iter().map(|&option| cells[option as usize]).collect());
                }
                Verdict::Unsatisfiable => return Ok(found),
                Verdict::Unknown(reason) => return Err(reason.into()),
            }
        }
    }

    fn state(&self, running: &mut Running) -> Result<Stated, CoverError> {
        let board = self.puzzle.grid().geometry();
        let mut templates = Vec::new();
        for digit in board.digits() {
            let found = self.templates_of(digit, MOST_TEMPLATES - templates.len(), running)?;
            templates.extend(found.into_iter().map(|cells| (digit, cells)));
        }
        // The items are the cells, and behind them the digits.
        let cell_count = board.cell_count();
        let mut cover = ExactCover::new((cell_count + board.digit_count()) as u32, 0)?;
        let mut items = Vec::new();
        for (digit, cells) in &templates {
            items.clear();
            items.extend(cells.iter().map(|&cell| board.index(cell) as u32));
            items.push((cell_count + board.digit_index(*digit)) as u32);
            cover.add_option(&items)?;
        }
        let links = DancingLinks::new(&cover, ItemChoice::Smallest);
        Ok(Stated { templates, links })
    }
}

impl Engine for TemplateEngine {
    fn begin(&mut self, puzzle: Reduced) {
        *self = Self::new(puzzle);
    }

    fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        if self.stated.is_none() {
            match self.state(running) {
                Ok(stated) => self.stated = Some(stated),
                Err(CoverError::Stopped(reason)) => return Ok(Verdict::Unknown(reason)),
                Err(error) => return Err(error.into()),
            }
        }
        let Some(Stated { templates, links }) = &mut self.stated else { return Ok(Verdict::Unsatisfiable) };
        let options = match links.next(running) {
            Verdict::Satisfiable(options) => options,
            Verdict::Unsatisfiable => return Ok(Verdict::Unsatisfiable),
            Verdict::Unknown(reason) => return Ok(Verdict::Unknown(reason)),
        };
        let mut grid = Grid::empty(self.puzzle.grid().geometry());
        for &option in options {
            let (digit, cells) = &templates[option as usize];
            for &cell in cells {
                // Cells and digits are the board's.
                let _ = grid.set(cell, Some(*digit));
            }
        }
        let wrong = |error| WrongAnswer::from(DecodeError::Check(error)).of("templates");
        Ok(Verdict::Satisfiable(Solution::check(self.puzzle.grid(), grid).map_err(wrong)?))
    }

    fn stats(&self) -> Stats {
        Stats::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::solver::names::Solver;

    #[test]
    fn the_solutions_by_templates_are_those_of_backtracking() {
        let boards = ["2x2", "2x2+diagonals", "regions:1121221233334444", "regions:1122112233443344", "latin4"];
        for board in boards {
            let board = std::sync::Arc::new(board.parse().unwrap());
            for text in ["................", "12..............", "1....2....3....4", "11.............."] {
                let values: Vec<u16> =
                    text.bytes().map(|byte| if byte == b'.' { 0 } else { u16::from(byte - b'0') }).collect();
                let puzzle = Grid::from_values(&board, &values).unwrap();
                let running = &mut Budget::unlimited().start();
                let mut engine = TemplateEngine::new(Reduced::of(puzzle.clone()));
                let mut found = Vec::new();
                while let Verdict::Satisfiable(solution) = engine.next(running).unwrap() {
                    found.push(solution.to_string());
                }
                let expected = Solver::Backtracking.solutions(&puzzle).unwrap();
                let mut expected: Vec<_> = expected.map(|solution| solution.unwrap().to_string()).collect();
                found.sort();
                expected.sort();
                assert_eq!(found, expected, "{puzzle:#}");
            }
        }
    }

    #[test]
    fn too_many_templates_are_no_answer() {
        let board = std::sync::Arc::new("3x3".parse().unwrap());
        let mut engine = TemplateEngine::new(Reduced::of(Grid::empty(&board)));
        let answer = engine.next(&mut Budget::unlimited().start()).unwrap();
        assert_eq!(answer, Verdict::Unknown(StopReason::Incomplete));
    }
}
