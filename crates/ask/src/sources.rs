//! The cells and the rules that a sentence speaks of, so that nobody has to read the sentence by machine.

use std::collections::BTreeSet;

use satdoku::geometry::{Cell, UnitId};
use satdoku::grid::{Grid, Violation};
use satdoku::logic::layout::{BoardTables, PencilMark, Set};
use satdoku::logic::proof::{Because, ProofLine};
use satdoku::logic::step::{Premise, Step};
use satdoku::reduction::{self, Contradiction, Premises};
use satdoku::rule::{Rule, RuleId};
use serde_json::{Value, json};

/// Cells, and rules of the puzzle by number from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sources {
    cells: BTreeSet<Cell>,
    rules: BTreeSet<usize>,
}

impl Sources {
    /// The members `cells` and `rules` of an object.
    pub(crate) fn members(&self) -> [(&'static str, Value); 2] {
        let cells: Value = self.cells.iter().map(ToString::to_string).collect();
        [("cells", cells), ("rules", self.rules.iter().copied().collect())]
    }

    /// An object of a sentence with its cells and rules.
    pub(crate) fn with_sentence(&self, sentence: &str) -> Value {
        let [(cells, of_cells), (rules, of_rules)] = self.members();
        json!({ "sentence": sentence, cells: of_cells, rules: of_rules })
    }

    /// An object of the cells and the rules.
    pub(crate) fn to_json(&self) -> Value {
        let [(cells, of_cells), (rules, of_rules)] = self.members();
        json!({ cells: of_cells, rules: of_rules })
    }

    /// Adds a cell.
    pub(crate) fn add_cell(&mut self, cell: Cell) {
        self.cells.insert(cell);
    }

    /// The sources of a violation in a grid.
    pub(crate) fn of_violation(grid: &Grid, violation: &Violation) -> Self {
        let mut sources = Self { cells: violation.cells().iter().copied().collect(), rules: BTreeSet::new() };
        match violation {
            Violation::Conflict(conflict) => sources.add_unit(grid, conflict.unit),
            Violation::Rule(breach) => {
                let rules = grid.rules().as_slice().iter();
                let breaks =
                    |rule: &Rule| rule.as_constrain().breach(grid.geometry(), grid.digits()).as_ref() == Some(breach);
                sources.rules.extend(rules.enumerate().find(|(_, rule)| breaks(rule)).map(|(number, _)| number));
            }
        }
        sources
    }

    /// The sources of a step: those of its figure, its conclusions and its proof.
    pub(crate) fn of_step(layout: &BoardTables, step: &Step) -> Self {
        let mut sources = Self::of_pattern(layout, step);
        sources.add_marks(layout, step.placed.iter().chain(&step.struck).copied());
        let links = step.figure.links.iter().flat_map(|link| [link.from.mark, link.to.mark]);
        sources.add_marks(layout, links);
        sources.rules.extend(Self::of_place(layout, step).rules);
        sources.add_rules_of(layout, &step.proof);
        for premise in step.figure.explained.iter().flat_map(|explained| &explained.premises) {
            sources.add_premise(layout, *premise);
        }
        sources
    }

    /// The sources of the four levels of a hint: the technique, the place, the pattern, and the conclusions.
    pub(crate) fn of_levels(layout: &BoardTables, step: &Step) -> [Self; 4] {
        let mut conclusions = Self::default();
        conclusions.add_marks(layout, step.placed.iter().chain(&step.struck).copied());
        [Self::default(), Self::of_place(layout, step), Self::of_pattern(layout, step), conclusions]
    }

    /// The units of a step, else its rule, else its pattern.
    fn of_place(layout: &BoardTables, step: &Step) -> Self {
        let mut sources = Self::default();
        for &unit in &step.figure.units {
            let unit = layout.unit_id(unit.into());
            sources.cells.extend(layout.geometry().unit(unit));
            sources.add_unit(layout.grid(), unit);
        }
        if sources.cells.is_empty() {
            sources = Self::of_pattern(layout, step);
            let mut of_lines = Self::default();
            step.proof.iter().for_each(|line| of_lines.add_rule_of_line(layout, line));
            sources.rules.extend(of_lines.rules);
        }
        sources
    }

    fn of_pattern(layout: &BoardTables, step: &Step) -> Self {
        let mut sources = Self::default();
        sources.add_marks(layout, step.figure.marks.iter().map(|(mark, _)| *mark));
        sources
    }

    /// The sources of each line of a step's proof, in the order in which the lines are told.
    pub(crate) fn of_proof(layout: &BoardTables, step: &Step) -> Vec<Self> {
        let mut told = Vec::new();
        if let Some(explained) = &step.figure.explained {
            let mut sources = Self::default();
            explained.premises.iter().for_each(|premise| sources.add_premise(layout, *premise));
            told.push(sources);
        }
        tell(layout, &step.proof, &mut told);
        told
    }

    fn add_marks(&mut self, layout: &BoardTables, marks: impl Iterator<Item = PencilMark>) {
        self.cells.extend(marks.map(|mark| layout.candidate(mark).cell));
    }

    fn add_set(&mut self, layout: &BoardTables, set: Set) {
        match set {
            Set::Cell(cell) => {
                self.cells.insert(layout.geometry().cell(cell.into()));
            }
            Set::Unit { unit, .. } => self.add_unit(layout.grid(), layout.unit_id(unit.into())),
        }
    }

    /// Adds the rule that brought a unit.
    fn add_unit(&mut self, puzzle: &Grid, unit: UnitId) {
        let rule = puzzle.rules().of_unit(puzzle.geometry(), unit);
        self.rules.extend(rule.map(RuleId::index));
    }

    /// Adds the rule of a constraint.
    fn add_constraint(&mut self, layout: &BoardTables, number: u16) {
        self.rules.insert(layout.grid().rules().constraints()[usize::from(number)].0.index());
    }

    /// Adds the rules and the rules of units that a sum follows from.
    fn add_sum(&mut self, layout: &BoardTables, number: u16) {
        let sum = &layout.sums()[usize::from(number)];
        sum.without.iter().for_each(|&constraint| self.add_constraint(layout, constraint));
        sum.units.iter().for_each(|&unit| self.add_unit(layout.grid(), layout.unit_id(unit.into())));
        self.cells.extend(sum.cells.iter().map(|&cell| layout.geometry().cell(cell.into())));
    }

    fn add_premise(&mut self, layout: &BoardTables, premise: Premise) {
        match premise {
            Premise::Has(set) | Premise::Once(set) => self.add_set(layout, set),
            Premise::Rule(number) => self.add_constraint(layout, number),
            Premise::Sum(number) => self.add_sum(layout, number),
        }
    }

    /// Adds the sources of a line's reason, without those of the lines below.
    fn add_line(&mut self, layout: &BoardTables, line: &ProofLine) {
        self.add_marks(layout, [line.says.mark].into_iter());
        match &line.because {
            Because::Has(set) | Because::Once(set) | Because::Cases(set, _) => self.add_set(layout, *set),
            Because::Rule(number) => self.add_constraint(layout, *number),
            Because::Sum(number) => self.add_sum(layout, *number),
            Because::Count { bases, covers } => bases.iter().chain(covers).for_each(|&set| self.add_set(layout, set)),
            Because::Deadly(cells) => {
                self.cells.extend(cells.iter().map(|&(cell, _)| layout.geometry().cell(cell.into())));
            }
            Because::Either(mark, ..) => self.add_marks(layout, [*mark].into_iter()),
            _ => {}
        }
    }

    fn add_rule_of_line(&mut self, layout: &BoardTables, line: &ProofLine) {
        if let Because::Rule(number) = line.because {
            self.add_constraint(layout, number);
        }
    }

    /// Adds the rules of all lines of a proof.
    fn add_rules_of(&mut self, layout: &BoardTables, lines: &[ProofLine]) {
        for line in lines {
            let mut sources = Self::default();
            sources.add_line(layout, line);
            self.rules.append(&mut sources.rules);
            inner(line).for_each(|(_, lines)| self.add_rules_of(layout, lines));
        }
    }

    /// The sources of a step of deduction in a puzzle.
    pub(crate) fn of_deduction(puzzle: &Grid, step: &reduction::ReductionStep) -> Self {
        let mut sources = Self::default();
        sources.cells.extend(step.placed.iter().chain(&step.struck).map(|candidate| candidate.cell));
        sources.add_premises(&step.because);
        step.units().into_iter().for_each(|unit| sources.add_unit(puzzle, unit));
        sources
    }

    /// The sources of a contradiction in a puzzle.
    pub(crate) fn of_contradiction(puzzle: &Grid, contradiction: &Contradiction) -> Self {
        let mut sources = Self::default();
        match contradiction {
            Contradiction::Clues(violation) => sources = Self::of_violation(puzzle, violation),
            Contradiction::NoPlace(_, unit) => sources.cells.extend(puzzle.geometry().unit(*unit)),
            _ => {}
        }
        if let Some(premises) = contradiction.because() {
            sources.add_premises(&premises);
        }
        contradiction.units().into_iter().for_each(|unit| sources.add_unit(puzzle, unit));
        sources
    }

    fn add_premises(&mut self, premises: &Premises) {
        match premises {
            Premises::Digits { cells, .. } | Premises::Places { cells, .. } | Premises::Leftovers { cells, .. } => {
                self.cells.extend(cells);
            }
            Premises::Rule { rule, candidates, .. } => {
                self.cells.extend(candidates.iter().map(|candidate| candidate.cell));
                self.rules.insert(rule.index());
            }
            _ => {}
        }
    }

    /// The same sources with the rules' numbers in another puzzle that has these rules.
    pub(crate) fn numbered_in(self, whole: &Grid, part: &Grid) -> Self {
        let number = |&rule: &usize| number_of(whole, part.rules().as_slice().get(rule)?);
        Self { rules: self.rules.iter().filter_map(number).collect(), ..self }
    }
}

/// The number of a rule in a puzzle.
pub(crate) fn number_of(puzzle: &Grid, rule: &Rule) -> Option<usize> {
    puzzle.rules().as_slice().iter().position(|other| other == rule)
}

/// The lines below a line, with the assumption of each part.
fn inner(line: &ProofLine) -> impl Iterator<Item = (PencilMark, &[ProofLine])> {
    let mark = line.says.mark;
    let parts: Vec<(PencilMark, &[ProofLine])> = match &line.because {
        Because::Refuted(lines) => vec![(mark, lines.as_slice())],
        Because::Cases(_, cases) => cases.iter().map(|(mark, lines)| (*mark, lines.as_slice())).collect(),
        Because::Either(mark, on, off) => vec![(*mark, on.as_slice()), (*mark, off.as_slice())],
        _ => Vec::new(),
    };
    parts.into_iter()
}

/// Adds the sources of lines: each line, then each assumption below it with its lines.
fn tell(layout: &BoardTables, lines: &[ProofLine], told: &mut Vec<Sources>) {
    for line in lines {
        let mut sources = Sources::default();
        sources.add_line(layout, line);
        told.push(sources);
        for (assumed, lines) in inner(line) {
            let mut sources = Sources::default();
            sources.add_marks(layout, [assumed].into_iter());
            told.push(sources);
            tell(layout, lines, told);
        }
    }
}
