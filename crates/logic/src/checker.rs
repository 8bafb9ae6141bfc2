//! Checks proofs by propagation and counting alone.
//!
//! The checker shares with the finders only the board, its tables and the filtering of constraints. It keeps a state of every
//! candidate, open, true or false, and accepts a line only if the line's reason holds in the state. See [`Because`] for the
//! conditions of each reason.

use satdoku_puzzle::constraint::Constraint;

use crate::board::Board;
use crate::layout::{BoardTables, UnitSum};
use crate::pencil_mark::{Literal, PencilMark, Set};
use crate::proof::{Because, ProofLine, Refused};
use crate::step::Step;

/// The knowledge about the candidates.
#[derive(Clone)]
struct Known<'a> {
    layout: &'a BoardTables,
    board: &'a Board,
    is_unique: bool,
    /// The digits of each cell that are not false.
    open: Vec<u64>,
    /// The digits of each cell that are true.
    on: Vec<u64>,
    /// A candidate is both true and false: everything follows.
    is_refuted: bool,
}

/// Checks a step's proof on the board before the step. `is_unique` says whether the puzzle is known to have one solution.
///
/// # Errors
/// The first line that does not follow, or the first conclusion without a line.
pub fn check(step: &Step, board: &Board, is_unique: bool) -> Result<(), Refused> {
    if !board.layout().has_all_of(step) {
        return Err(Refused::Outside);
    }
    let mut known = Known::of(board, is_unique);
    known.read(&step.proof)?;
    if step.placed.is_empty() && step.struck.is_empty() {
        return Err(Refused::Empty);
    }
    let placed = step.placed.iter().map(|&mark| Literal::on(mark));
    let mut concluded = placed.chain(step.struck.iter().map(|&mark| Literal::off(mark)));
    concluded.find(|&says| !known.holds(says)).map_or(Ok(()), |says| Err(Refused::Missing(says)))
}

impl<'a> Known<'a> {
    fn of(board: &'a Board, is_unique: bool) -> Self {
        let layout = &**board.layout();
        let on: Vec<u64> =
            (0..layout.cell_count()).map(|cell| board.value(cell).map_or(0, |digit| 1 << digit)).collect();
        let open = on.iter().zip(board.all_digits()).map(|(filled, digits)| filled | digits).collect();
        Self { layout, board, is_unique, open, on, is_refuted: false }
    }

    fn is_open(&self, mark: PencilMark) -> bool {
        self.open[mark.cell()] >> mark.digit() & 1 == 1
    }

    fn holds(&self, says: Literal) -> bool {
        let on = self.on[says.mark.cell()] >> says.mark.digit() & 1 == 1;
        self.is_refuted || if says.is_true { on } else { !self.is_open(says.mark) }
    }

    fn note(&mut self, says: Literal) {
        self.is_refuted |= self.holds(says.negated());
        let (cell, bit) = (says.mark.cell(), 1 << says.mark.digit());
        if says.is_true {
            self.on[cell] |= bit;
        } else {
            self.open[cell] &= !bit;
        }
    }

    fn under(&self, assumed: Literal, lines: &[ProofLine]) -> Result<Self, Refused> {
        let mut inner = self.clone();
        inner.note(assumed);
        inner.read(lines).map(|()| inner)
    }

    fn read(&mut self, lines: &[ProofLine]) -> Result<(), Refused> {
        for line in lines {
            if !self.is_refuted {
                self.follows(line)?.map_or(Ok(()), |why| Err(Refused::Line(line.says, why)))?;
            }
            self.note(line.says);
        }
        Ok(())
    }

    /// The defect of a line, if any.
    fn follows(&self, line: &ProofLine) -> Result<Option<&'static str>, Refused> {
        let says = line.says;
        let wrong = match &line.because {
            Because::Has(set) => {
                let others = self.layout.members(*set).any(|mark| mark != says.mark && self.is_open(mark));
                let must_have = self.layout.contains(*set, says.mark) && self.layout.must_have(*set);
                (!says.is_true || others || !must_have).then_some("the set need not have it")
            }
            Because::Once(set) => {
                let is_on = |mark: PencilMark| mark != says.mark && self.holds(Literal::on(mark));
                let has_other = self.layout.contains(*set, says.mark) && self.layout.members(*set).any(is_on);
                (says.is_true || !has_other).then_some("no other of the set is true")
            }
            Because::Rule(number) => (!self.rule(usize::from(*number), says)).then_some("the rule allows the opposite"),
            Because::Sum(number) => self.sum(&self.layout.sums()[usize::from(*number)], says),
            Because::Count { bases, covers } => self.count(says, bases, covers),
            Because::Deadly(pattern) => self.deadly(says, pattern),
            Because::Refuted(lines) => {
                (!self.under(says.negated(), lines)?.is_refuted).then_some("the opposite is not refuted")
            }
            Because::Cases(set, cases) => {
                for mark in self.layout.members(*set).filter(|&mark| self.is_open(mark)) {
                    let Some((_, lines)) = cases.iter().find(|(case, _)| *case == mark) else {
                        return Ok(Some("a case is missing"));
                    };
                    if !self.under(Literal::on(mark), lines)?.holds(says) {
                        return Ok(Some("it does not hold in a case"));
                    }
                }
                (!self.layout.must_have(*set)).then_some("the set need not have any of the cases")
            }
            Because::Either(mark, on, off) => {
                let on = self.under(Literal::on(*mark), on)?.holds(says);
                let off = self.under(Literal::off(*mark), off)?.holds(says);
                (!on || !off).then_some("it does not hold in a case")
            }
        };
        Ok(wrong)
    }

    fn rule(&self, number: usize, says: Literal) -> bool {
        self.is_unfilled(&self.layout.grid().rules().constraints()[number].1, self.layout.constraint(number), says)
    }

    /// Whether a constraint has no filling with the opposite.
    fn is_unfilled(&self, constraint: &Constraint, cells: &[u16], says: Literal) -> bool {
        let opposite = if says.is_true { !(1_u64 << says.mark.digit()) } else { 1 << says.mark.digit() };
        let of_cell = |cell: usize| {
            // A cell with several true digits has no filling.
            let digits = self.open[cell] & [u64::MAX, self.on[cell], 0][self.on[cell].count_ones().min(2) as usize];
            if cell == says.mark.cell() { digits & opposite } else { digits }
        };
        let domains: Vec<u64> = cells.iter().map(|&cell| of_cell(cell.into())).collect();
        !constraint.may_be_filled(&domains)
    }

    fn sum(&self, sum: &UnitSum, says: Literal) -> Option<&'static str> {
        let (board, rules) = (self.layout.geometry(), self.layout.grid().rules().constraints());
        let (mut left, mut total) = (vec![0; self.layout.cell_count()], 0);
        for &unit in sum.units.iter().filter(|&&unit| self.layout.is_full(unit.into())) {
            self.layout.unit(unit.into()).iter().for_each(|&cell| left[usize::from(cell)] += 1);
            total += board.digits().map(|digit| i64::from(digit.get())).sum::<i64>();
        }
        let without = sum.without.iter().map(|&number| &rules[usize::from(number)].1);
        for constraint in without.chain([&sum.constraint]) {
            let Constraint::Sum(of) = constraint else { return Some("what is taken away is no sum") };
            of.terms().iter().for_each(|&(factor, cell)| left[board.index(cell)] -= factor);
            total -= of.total();
        }
        if total != 0 || left.iter().any(|&times| times != 0) {
            return Some("the units without the rules do not make the sum");
        }
        (!self.is_unfilled(&sum.constraint, &sum.cells, says)).then_some("the sum allows the opposite")
    }

    fn count(&self, says: Literal, bases: &[Set], covers: &[Set]) -> Option<&'static str> {
        if bases.iter().any(|&base| !self.layout.must_have(base)) {
            return Some("a base need not have a candidate");
        }
        let slack = covers.len().cast_signed() - bases.len().cast_signed();
        let times =
            |sets: &[Set], mark| sets.iter().filter(|&&set| self.layout.contains(set, mark)).count().cast_signed();
        let surplus = |mark: PencilMark| times(covers, mark) - times(bases, mark);
        let mut of_bases = bases.iter().flat_map(|&base| self.layout.members(base)).filter(|&mark| self.is_open(mark));
        if of_bases.any(|mark| surplus(mark) < 0) {
            return Some("a candidate of the bases is not covered");
        }
        (slack >= 0 && (says.is_true || surplus(says.mark) <= slack)).then_some("the covers leave room for it")
    }

    fn deadly(&self, says: Literal, pattern: &[(u16, [u8; 2])]) -> Option<&'static str> {
        if !self.is_unique || self.layout.constraint_count() > 0 || pattern.is_empty() {
            return Some("the puzzle is not known to have one solution by units alone");
        }
        let mut opposite = self.clone();
        opposite.note(says.negated());
        let allowed = |[one, other]: [u8; 2]| 1_u64 << one | 1 << other;
        for &(cell, digits) in pattern {
            let index = usize::from(cell);
            let left = if opposite.on[index] == 0 { opposite.open[index] } else { opposite.on[index] };
            let is_twice = pattern.iter().filter(|(other, _)| *other == cell).count() != 1;
            if self.board.is_given(index) || is_twice || left & !allowed(digits) != 0 || digits[0] == digits[1] {
                return Some("a cell of the pattern may have another digit, or is a clue");
            }
            for &(unit, _) in self.layout.units_of(index) {
                let cells = self.layout.unit(usize::from(unit));
                let in_unit = || pattern.iter().filter(|(other, _)| cells.contains(other));
                if digits.iter().any(|digit| in_unit().filter(|(_, digits)| digits.contains(digit)).count() != 2) {
                    return Some("exchanging the digits would break a unit");
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Board;
    use crate::checker::check;
    use crate::layout::BoardTables;
    use crate::pencil_mark::{Literal, PencilMark, Set};
    use crate::proof::{Because, ProofLine, Refused, StepProof};
    use crate::step::{Figure, Step};
    use crate::technique::PLANTED;
    use satdoku_puzzle::grid::Grid;

    fn board(text: &str) -> Board {
        let grid: Grid = text.parse().expect("a grid");
        Board::of(&BoardTables::of(&grid).expect("small"), &grid)
    }

    fn step(placed: &[PencilMark], struck: &[PencilMark], proof: StepProof) -> Step {
        let (placed, struck) = (placed.to_vec(), struck.to_vec());
        Step { technique: &PLANTED, rating: 10, placed, struck, proof, figure: Figure::default() }
    }

    #[test]
    fn singles_are_accepted_and_what_does_not_follow_is_not() {
        let board = board("123.............");
        let four = PencilMark::new(3, 3);
        assert_eq!(check(&step(&[four], &[], vec![ProofLine::has(four, Set::cell(3))]), &board, false), Ok(()));
        assert_eq!(check(&step(&[four], &[], vec![ProofLine::has(four, Set::unit(0, 3))]), &board, false), Ok(()));
        let wrong = PencilMark::new(4, 3);
        let refused = check(&step(&[wrong], &[], vec![ProofLine::has(wrong, Set::cell(4))]), &board, false);
        assert!(matches!(refused, Err(Refused::Line(says, _)) if says == Literal::on(wrong)));
        assert_eq!(check(&step(&[four], &[], Vec::new()), &board, false), Err(Refused::Missing(Literal::on(four))));
        assert_eq!(check(&step(&[], &[], Vec::new()), &board, false), Err(Refused::Empty));
    }

    #[test]
    fn counting_needs_all_candidates_of_the_bases_covered() {
        // Unit 8 is box 1: row 1 has its 1 there once r1c3 and r1c4 have lost theirs.
        let open = board("................");
        let line = |mark| vec![ProofLine::count(mark, &[Set::unit(0, 0)], &[Set::unit(8, 0)])];
        let mark = PencilMark::new(4, 0);
        assert!(check(&step(&[], &[mark], line(mark)), &open, false).is_err());
        let mut struck = open.clone();
        for cell in [2, 3] {
            struck.strike(PencilMark::new(cell, 0));
        }
        assert_eq!(check(&step(&[], &[mark], line(mark)), &struck, false), Ok(()));
        // What is in base and cover alike is not struck out.
        let base = PencilMark::new(0, 0);
        assert!(check(&step(&[], &[base], line(base)), &struck, false).is_err());
    }

    #[test]
    fn refutations_and_cases_are_followed_to_their_ends() {
        let board = board("123.............");
        let (mark, four) = (PencilMark::new(4, 3), PencilMark::new(3, 3));
        let lines = || vec![ProofLine::has(four, Set::cell(3))];
        let either = ProofLine { says: Literal::on(four), because: Because::Either(mark, lines(), lines()) };
        assert_eq!(check(&step(&[four], &[], vec![either]), &board, false), Ok(()));
        let unproved = Because::Either(mark, lines(), Vec::new());
        let either = ProofLine { says: Literal::on(four), because: unproved };
        assert!(check(&step(&[four], &[], vec![either]), &board, false).is_err());
        // r1c4 is a peer of r2c4 by column 4, which is unit 7.
        let peer = PencilMark::new(7, 3);
        assert!(
            check(&step(&[], &[peer], vec![ProofLine::refuted(Literal::off(peer), vec![])]), &board, false).is_err()
        );
        let clash = ProofLine::once(four, Set::unit(7, 3));
        let refuted = ProofLine::refuted(Literal::off(peer), vec![clash, ProofLine::has(four, Set::cell(3))]);
        assert_eq!(check(&step(&[], &[peer], vec![refuted]), &board, false), Ok(()));
    }

    #[test]
    fn a_true_candidate_strikes_out_only_what_shares_a_set_with_it() {
        let board = board("123.............");
        let four = PencilMark::new(3, 3);
        // Unit 7 is column 4: r2c4 lies in it, r2c1 does not.
        for (struck, follows) in
            [(PencilMark::new(7, 3), true), (PencilMark::new(4, 3), false), (PencilMark::new(7, 2), false)]
        {
            let proof = vec![ProofLine::has(four, Set::cell(3)), ProofLine::once(struck, Set::unit(7, 3))];
            assert_eq!(check(&step(&[], &[struck], proof), &board, false).is_ok(), follows, "{struck:?}");
        }
    }

    #[test]
    fn a_deadly_pattern_is_accepted_only_where_one_solution_is_known() {
        let mut open = board("................");
        // r1c1 r1c2 r3c1 r3c2 lie in two boxes, two rows and two columns; r3c2 alone keeps a 3.
        let cells = [0, 1, 8, 9];
        for cell in cells {
            open.strike(PencilMark::new(cell, 3));
            if cell != 9 {
                open.strike(PencilMark::new(cell, 2));
            }
        }
        let says = Literal::off(PencilMark::new(9, 0));
        let lines = |cells: [u16; 4]| {
            let pattern = cells.map(|cell| (cell, [0, 1])).to_vec();
            vec![ProofLine { says, because: Because::Deadly(pattern) }]
        };
        let deadly = step(&[], &[says.mark], lines([0, 1, 8, 9]));
        assert_eq!(check(&deadly, &open, true), Ok(()));
        assert!(check(&deadly, &open, false).is_err());
        // Exchanging the digits of cells in four boxes breaks them.
        assert!(check(&step(&[], &[says.mark], lines([0, 2, 8, 9])), &open, true).is_err());
        let mut free = open.clone();
        free.place(PencilMark::new(0, 0));
        assert!(!free.is_given(0) && board("1...............").is_given(0));
    }

    #[test]
    fn a_sum_is_accepted_only_where_units_and_rules_make_it() {
        // Box 1 makes 10, of which its cage takes 9: r2c1 is 1.
        let grid: Grid = "................".parse().expect("a grid");
        let rules = vec!["killer 9 r1c1 r1c2 r2c2".parse().expect("a cage")];
        let grid = grid.with_rules(rules).expect("on the board");
        let layout = BoardTables::of(&grid).expect("small");
        let board = Board::of(&layout, &grid);
        let box_1 = layout.sums().iter().position(|sum| sum.cells == [4]).expect("r2c1 is left of box 1");
        let line = |mark, sum| vec![ProofLine { says: Literal::off(mark), because: Because::Sum(sum) }];
        let [one, two] = [0, 1].map(|digit| PencilMark::new(4, digit));
        assert_eq!(check(&step(&[], &[two], line(two, box_1 as u16)), &board, false), Ok(()));
        assert!(check(&step(&[], &[one], line(one, box_1 as u16)), &board, false).is_err());
    }
}
