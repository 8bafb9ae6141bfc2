//! Whether a board has all that a step names: steps may come from a caller's own technique, or from a text.

use crate::layout::{BoardTables, PencilMark, Set};
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
