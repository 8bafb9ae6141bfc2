//! Proofs of a pattern's eliminations: with the candidate, the pattern's sets have no filling.
//!
//! A pattern is a few *bases*: sets that must have a true candidate, and groups of cells of one unit. From the opposite of the
//! conclusion, all consequences within the bases are drawn until a base has too few candidates. The proof consists of the lines
//! that this contradiction rests on.

use crate::bits::{Cells, ones};
use crate::pencil_mark::{Literal, PencilMark, Set};
use crate::proof::{Because, ProofLine};
use crate::step::{Figure, Step};
use crate::technique::Technique;
use crate::visibility::Visibility;

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// A set that must have a true candidate.
    Set(Set),
    /// k cells of one unit, which need at least k digits.
    Cells(usize, Cells),
}

impl Base {
    /// The places of a digit in a unit.
    pub(crate) const fn unit(unit: usize, digit: usize) -> Self {
        Self::Set(Set::unit(unit, digit))
    }

    /// The digits of a cell.
    pub(crate) const fn cell(cell: usize) -> Self {
        Self::Set(Set::cell(cell))
    }
}

struct Refuter<'a, 'b> {
    visibility: &'b Visibility<'a>,
    /// Literals known beyond the board, with the number of their line; `None` for the assumption.
    known: Vec<(Literal, Option<usize>)>,
    /// The lines with the numbers of the lines before on which they rest.
    lines: Vec<(ProofLine, Vec<usize>)>,
    bases: Vec<(Base, Vec<PencilMark>)>,
    /// Whether the last line contradicts a known literal.
    is_refuted: bool,
}

/// The line of a literal, if the bases refute its opposite.
pub(crate) fn refuted(visibility: &Visibility<'_>, says: Literal, bases: &[Base]) -> Option<ProofLine> {
    let of_base = |base: &Base| {
        let open = |mark: &PencilMark| visibility.board.has(*mark);
        let marks: Vec<PencilMark> = match base {
            Base::Set(set) => visibility.layout.members(*set).filter(open).collect(),
            Base::Cells(_, cells) => cells
                .iter()
                .flat_map(|cell| ones(visibility.board.digits(cell)).map(move |digit| PencilMark::new(cell, digit)))
                .collect(),
        };
        (base.clone(), marks)
    };
    let mut refuter = Refuter {
        visibility,
        known: vec![(says.negated(), None)],
        lines: Vec::new(),
        bases: bases.iter().map(of_base).collect(),
        is_refuted: false,
    };
    loop {
        let before = refuter.lines.len();
        for at in 0..refuter.bases.len() {
            refuter.look(at, says);
            if refuter.is_refuted {
                return Some(ProofLine::refuted(says, refuter.needed()));
            }
        }
        if refuter.lines.len() == before {
            return None;
        }
    }
}

/// The step of a pattern: the candidates of `struck` that its bases refute. `None` if they refute none.
pub(crate) fn step(
    visibility: &Visibility<'_>,
    technique: &'static Technique,
    struck: impl IntoIterator<Item = PencilMark>,
    bases: &[Base],
    figure: Figure,
) -> Option<Step> {
    let lines = struck.into_iter().filter(|&mark| visibility.board.has(mark));
    let proof: Vec<ProofLine> = lines.filter_map(|mark| refuted(visibility, Literal::off(mark), bases)).collect();
    let struck: Vec<PencilMark> = proof.iter().map(|line| line.says.mark).collect();
    let rating = technique.rating;
    (!struck.is_empty()).then(|| Step { technique, rating, placed: Vec::new(), struck, proof, figure })
}

impl Refuter<'_, '_> {
    fn is_off(&self, mark: PencilMark) -> bool {
        self.known.iter().any(|(known, _)| *known == Literal::off(mark))
    }

    fn line_of(&self, says: Literal) -> Option<usize> {
        self.known.iter().find(|(known, _)| *known == says).and_then(|(_, line)| *line)
    }

    fn lines_of_off<'c>(&'c self, marks: impl IntoIterator<Item = PencilMark> + 'c) -> Vec<usize> {
        marks.into_iter().filter_map(|mark| self.line_of(Literal::off(mark))).collect()
    }

    fn note(&mut self, line: ProofLine, mut from: Vec<usize>) {
        if self.is_refuted {
            return;
        }
        self.is_refuted = self.known.iter().any(|(known, _)| *known == line.says.negated());
        from.extend(self.line_of(line.says.negated()));
        self.known.push((line.says, Some(self.lines.len())));
        self.lines.push((line, from));
    }

    /// The last line and the lines that it rests on, in order.
    fn needed(self) -> Vec<ProofLine> {
        let mut is_needed = vec![false; self.lines.len()];
        let Some(last) = is_needed.last_mut() else { return Vec::new() };
        *last = true;
        for at in (0..self.lines.len()).rev() {
            if is_needed[at] {
                self.lines[at].1.iter().for_each(|&from| is_needed[from] = true);
            }
        }
        self.lines.into_iter().zip(is_needed).filter(|(_, is_needed)| *is_needed).map(|((line, _), _)| line).collect()
    }

    /// Draws the consequences for and from a base.
    fn look(&mut self, at: usize, says: Literal) {
        for number in 0..self.bases[at].1.len() {
            let mark = self.bases[at].1[number];
            self.strike_beside(mark);
        }
        let (base, marks) = &self.bases[at];
        let open: Vec<PencilMark> = marks.iter().copied().filter(|&mark| !self.is_off(mark)).collect();
        let gone: Vec<PencilMark> = marks.iter().copied().filter(|&mark| self.is_off(mark)).collect();
        match *base {
            Base::Set(set) => self.look_at_set(set, &open, &gone),
            Base::Cells(unit, cells) => self.look_at_cells(unit, cells, &open, &gone, says),
        }
    }

    /// Strikes a candidate out if another candidate of one of its sets is on.
    fn strike_beside(&mut self, mark: PencilMark) {
        if self.is_off(mark) {
            return;
        }
        let by = self.known.iter().filter(|(known, _)| known.is_true && known.mark != mark);
        let by = by
            .map(|(known, _)| known.mark)
            .find_map(|on| Some((on, Visibility::shared(self.visibility.layout, on, mark)?)));
        if let Some((on, set)) = by {
            let from = self.line_of(Literal::on(on)).into_iter().collect();
            self.note(ProofLine::once(mark, set), from);
        }
    }

    fn look_at_set(&mut self, set: Set, open: &[PencilMark], gone: &[PencilMark]) {
        let is_on = |mark: PencilMark| self.known.iter().any(|(known, _)| *known == Literal::on(mark));
        match *open {
            [] => {
                let from = self.lines_of_off(gone.iter().copied());
                if let Some(&any) = gone.first() {
                    self.note(ProofLine::has(any, set), from);
                }
            }
            [only] => {
                if !is_on(only) {
                    let from = self.lines_of_off(gone.iter().copied());
                    self.note(ProofLine::has(only, set), from);
                }
            }
            _ => {
                if let Set::Unit { unit, digit } = set {
                    let cells = Cells::of(open.iter().map(|mark| mark.cell()));
                    let others: Vec<usize> =
                        self.visibility.units_with(cells).filter(|&other| other != usize::from(unit)).collect();
                    for other in others {
                        let cover = Set::unit(other, digit.into());
                        self.strike_by_count(&[set], &[cover], cover, open, gone);
                    }
                }
            }
        }
    }

    fn look_at_cells(&mut self, unit: usize, cells: Cells, open: &[PencilMark], gone: &[PencilMark], says: Literal) {
        let digits = open.iter().fold(0_u64, |digits, mark| digits | 1 << mark.digit());
        let bases: Vec<Set> = cells.iter().map(Set::cell).collect();
        let covers = |except: Option<usize>| ones(digits).filter(move |&digit| Some(digit) != except);
        let of_unit = |except| covers(except).map(|digit| Set::unit(unit, digit)).collect::<Vec<Set>>();
        if (digits.count_ones() as usize) < cells.count() {
            let from = self.lines_of_off(gone.iter().copied());
            let because = Because::Count { bases, covers: of_unit(None) };
            self.note(ProofLine { says, because }, from);
            return;
        }
        if digits.count_ones() as usize > cells.count() {
            return;
        }
        for digit in ones(digits) {
            let places = Cells::of(open.iter().filter(|mark| mark.digit() == digit).map(|mark| mark.cell()));
            let units: Vec<usize> = self.visibility.units_with(places).collect();
            for other in units {
                let cover = Set::unit(other, digit);
                let mut all = of_unit(Some(digit));
                all.push(cover);
                self.strike_by_count(&bases, &all, cover, open, gone);
            }
        }
    }

    /// Strikes out the candidates of the last cover that are not among the open candidates of the bases.
    fn strike_by_count(&mut self, bases: &[Set], covers: &[Set], cover: Set, open: &[PencilMark], gone: &[PencilMark]) {
        let layout = self.visibility.layout;
        let is_hit = |mark: &PencilMark| {
            layout.contains(cover, *mark)
                && !self.is_off(*mark)
                && !open.contains(mark)
                && !bases.iter().any(|&base| layout.contains(base, *mark))
        };
        let mut hit: Vec<PencilMark> = self.bases.iter().flat_map(|(_, marks)| marks).copied().filter(is_hit).collect();
        hit.sort_unstable();
        hit.dedup();
        for mark in hit {
            let from = self.lines_of_off(gone.iter().copied());
            self.note(ProofLine::count(mark, bases, covers), from);
        }
    }
}
