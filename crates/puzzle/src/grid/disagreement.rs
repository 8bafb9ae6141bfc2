//! A check for authors of rules: what the judge of a rule says against what the rule is lowered to.

use satdoku_base::budget::{Running, StopReason};

use crate::geometry::{Cell, Digit};
use crate::grid::Grid;

impl Grid {
    /// A filling of some cells on which the judges of the rules and what the rules are lowered to contradict each other, if
    /// there is one among all fillings that repeat no digit in a unit of the board. Digits that are in the grid stay.
    ///
    /// Who writes a [`Constrain`](crate::rule::Constrain) says a rule twice: [`breach`](crate::rule::Constrain::breach) judges
    /// and [`lower`](crate::rule::Constrain::lower) tells engines. Where they differ, solvers lose solutions or return what is
    /// refused. `cells` should hold all open cells of the rules: of a rule that is filled in part the judge may know more or less
    /// than the constraints. One step of the budget is taken for each filling and each beginning of one: up to the number of
    /// digits to the power of the number of cells, so the board should be small.
    ///
    /// ```
    /// # extern crate satdoku_puzzle as satdoku;
    /// # extern crate satdoku_base;
    /// use satdoku::{Cell, Grid};
    /// # use satdoku_base::budget::Budget;
    ///
    /// let puzzle: Grid = "................".parse()?;
    /// let puzzle = puzzle.with_rule("killer 5 r1c1 r1c2".parse()?)?;
    /// let cells: Vec<Cell> = puzzle.empty_cells().collect();
    /// assert_eq!(puzzle.disagreement(&cells, &mut Budget::unlimited().start()), Ok(None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason to stop.
    ///
    /// # Panics
    /// If a cell is not on the board.
    pub fn disagreement(&self, cells: &[Cell], running: &mut Running) -> Result<Option<Self>, StopReason> {
        let empty: Vec<Cell> = cells.iter().copied().filter(|&cell| self.get(cell).is_none()).collect();
        self.clone().fill_and_compare(&empty, running)
    }

    fn fill_and_compare(mut self, cells: &[Cell], running: &mut Running) -> Result<Option<Self>, StopReason> {
        running.tick()?;
        if self.first_conflict().is_some() {
            return Ok(None);
        }
        let Some((&cell, rest)) = cells.split_first() else {
            let is_judged = self.rules().first_breach(self.geometry(), self.digits()).is_none();
            let is_fulfilled = self.rules().are_constraints_fulfilled(self.geometry(), self.digits());
            return Ok((is_judged != is_fulfilled).then_some(self));
        };
        let (first, last) = self.geometry().values(cell);
        for value in first..=last {
            let at = self.geometry().index(cell);
            self.digits[at] = Some(Digit::new(value));
            if let Some(found) = self.clone().fill_and_compare(rest, running)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}
