//! Whether a board has all that a step names: steps may come from a caller's own technique, or from a text.

use crate::layout::BoardTables;
use crate::pencil_mark::{PencilMark, Set};
use crate::proof::{Because, ProofLine};
use crate::step::{Premise, Step};

impl BoardTables {
    /// Whether the board has every candidate, set, rule and sum of a step.
    pub(crate) fn has_all_of(&self, step: &Step) -> bool {
        let figure = &step.figure;
        let (marks, links) = (figure.marks.iter().map(|(mark, _)| mark), figure.links.iter());
        let explained = figure.explained.iter().flat_map(|explained| &explained.premises);
        step.placed.iter().chain(&step.struck).chain(marks).all(|&mark| self.has_mark(mark))
            && figure.units.iter().all(|&unit| self.has_unit(unit))
            && links.clone().all(|link| self.has_mark(link.from.mark) && self.has_mark(link.to.mark))
            && links.filter_map(|link| link.by).all(|set| self.has_set(set))
            && explained.copied().all(|premise| self.has_premise(premise))
            && self.has_lines(&step.proof)
    }

    fn has_lines(&self, lines: &[ProofLine]) -> bool {
        lines.iter().all(|line| self.has_mark(line.says.mark) && self.has_reason(&line.because))
    }

    fn has_reason(&self, because: &Because) -> bool {
        match because {
            Because::Has(set) | Because::Once(set) => self.has_set(*set),
            Because::Rule(rule) => self.has_premise(Premise::Rule(*rule)),
            Because::Sum(sum) => self.has_premise(Premise::Sum(*sum)),
            Because::Count { bases, covers } => bases.iter().chain(covers).all(|&set| self.has_set(set)),
            Because::Deadly(pattern) => pattern.iter().all(|&(cell, digits)| {
                self.has_set(Set::Cell(cell)) && digits.iter().all(|&digit| usize::from(digit) < self.digit_count())
            }),
            Because::Refuted(lines) => self.has_lines(lines),
            Because::Cases(set, cases) => {
                self.has_set(*set) && cases.iter().all(|(mark, lines)| self.has_mark(*mark) && self.has_lines(lines))
            }
            Because::Either(mark, on, off) => self.has_mark(*mark) && self.has_lines(on) && self.has_lines(off),
        }
    }

    fn has_premise(&self, premise: Premise) -> bool {
        match premise {
            Premise::Has(set) | Premise::Once(set) => self.has_set(set),
            Premise::Rule(rule) => usize::from(rule) < self.constraint_count(),
            Premise::Sum(sum) => usize::from(sum) < self.sums().len(),
        }
    }

    fn has_set(&self, set: Set) -> bool {
        match set {
            Set::Cell(cell) => usize::from(cell) < self.cell_count(),
            Set::Unit { unit, digit } => self.has_unit(unit) && usize::from(digit) < self.digit_count(),
        }
    }

    fn has_mark(&self, mark: PencilMark) -> bool {
        mark.cell() < self.cell_count() && mark.digit() < self.digit_count()
    }

    fn has_unit(&self, unit: u16) -> bool {
        usize::from(unit) < self.unit_count()
    }
}

#[cfg(test)]
mod tests {
    use satdoku_puzzle::grid::Grid;

    use super::*;
    use crate::pencil_mark::Literal;
    use crate::step::{Explained, Figure, Link, Role};
    use crate::technique::PLANTED;

    fn step() -> Step {
        let mark = PencilMark::new(15, 3);
        Step {
            technique: &PLANTED,
            rating: 10,
            placed: vec![mark],
            struck: vec![mark],
            proof: vec![ProofLine::has(mark, Set::unit(11, 3))],
            figure: Figure::default(),
        }
    }

    #[test]
    fn whatever_a_step_names_beyond_the_board_is_seen() {
        let grid: Grid = "................".parse().expect("a grid");
        let tables = BoardTables::of(&grid).expect("small");
        assert!(tables.has_all_of(&step()));
        let (inside, beyond) = (PencilMark::new(0, 0), PencilMark::new(16, 0));
        let (set, far) = (Set::cell(0), Set::unit(12, 0));
        let line = |because| ProofLine { says: Literal::on(inside), because };
        let nested = || vec![line(Because::Has(far))];
        let reasons = [
            Because::Has(far),
            Because::Once(Set::unit(0, 4)),
            Because::Rule(0),
            Because::Sum(0),
            Because::Count { bases: vec![set], covers: vec![far] },
            Because::Count { bases: vec![Set::cell(16)], covers: vec![set] },
            Because::Deadly(vec![(16, [0, 1])]),
            Because::Deadly(vec![(0, [0, 4])]),
            Because::Refuted(nested()),
            Because::Cases(far, Vec::new()),
            Because::Cases(set, vec![(beyond, Vec::new())]),
            Because::Cases(set, vec![(inside, nested())]),
            Because::Either(beyond, Vec::new(), Vec::new()),
            Because::Either(inside, nested(), Vec::new()),
            Because::Either(inside, Vec::new(), nested()),
        ];
        let mut planted: Vec<Step> =
            reasons.into_iter().map(|because| Step { proof: vec![line(because)], ..step() }).collect();
        let mut plant = |change: &dyn Fn(&mut Step)| {
            let mut step = step();
            change(&mut step);
            planted.push(step);
        };
        plant(&|step| step.proof = vec![ProofLine { says: Literal::off(beyond), because: Because::Has(set) }]);
        plant(&|step| step.placed = vec![beyond]);
        plant(&|step| step.struck = vec![PencilMark::new(0, 4)]);
        plant(&|step| step.figure.units = vec![12]);
        plant(&|step| step.figure.marks = vec![(beyond, Role::Base)]);
        let edge = |from, to, by| Link { from: Literal::on(from), to: Literal::on(to), by };
        plant(&|step| step.figure.links = vec![edge(beyond, inside, None)]);
        plant(&|step| step.figure.links = vec![edge(inside, beyond, None)]);
        plant(&|step| step.figure.links = vec![edge(inside, inside, Some(far))]);
        let explained = |premise| Explained { premises: vec![premise], name: None, cost: 1, is_smallest: true };
        plant(&|step| step.figure.explained = Some(explained(Premise::Rule(0))));
        for step in planted {
            assert!(!tables.has_all_of(&step), "{step:?}");
        }
    }
}
