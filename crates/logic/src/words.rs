//! Steps in sentences: four levels from a nudge to the whole proof.

use std::borrow::Cow;
use std::fmt::{self, Write};

use itertools::Itertools;
use satdoku_puzzle::constraint::Constraint;
use satdoku_puzzle::rule::Rule;

use crate::layout::{BoardTables, UnitSum};
use crate::pencil_mark::{Literal, PencilMark, Set};
use crate::profile::Profile;
use crate::proof::{Because, ProofLine};
use crate::step::{Premise, Step};

/// A step with the names of its board.
#[derive(Clone, Copy, Debug)]
pub struct StepInWords<'a> {
    step: &'a Step,
    layout: &'a BoardTables,
    profile: Profile,
}

impl Step {
    /// The step in the words of its board.
    #[must_use]
    pub fn on<'a>(&'a self, layout: &'a BoardTables) -> StepInWords<'a> {
        StepInWords { step: self, layout, profile: Profile::Se }
    }
}

/// A candidate that is true or false: `r1c1=5`, `r1c1≠5`.
#[must_use]
pub fn literal(layout: &BoardTables, says: Literal) -> impl fmt::Display + use<'_> {
    let candidate = layout.candidate(says.mark);
    let sign = if says.is_true { '=' } else { '≠' };
    fmt::from_fn(move |f| write!(f, "{}{sign}{}", candidate.cell, candidate.digit))
}

/// The name of a set: `r1c1`, `5 in row 2`.
#[must_use]
pub fn set(layout: &BoardTables, set: Set) -> impl fmt::Display + use<'_> {
    fmt::from_fn(move |f| match set {
        Set::Cell(cell) => write!(f, "{}", layout.geometry().cell(cell.into())),
        Set::Unit { unit, digit } => {
            let name = layout.grid().unit_in_words(layout.unit_id(unit.into()));
            write!(f, "{} in {name}", layout.geometry().digit(digit.into()))
        }
    })
}

impl StepInWords<'_> {
    /// The step with the figures of another scale.
    #[must_use]
    pub const fn by(self, profile: Profile) -> Self {
        Self { profile, ..self }
    }

    /// The difficulty of the step: its points if the profile adds points up, else its rating, or `-` without a rating.
    #[must_use]
    pub fn figure(&self) -> String {
        match self.profile.score(self.step.technique) {
            Some(score) => score.points.to_string(),
            None if self.step.figure.explained.is_some() => {
                format!("~{}", crate::technique::tenths(self.step.rating))
            }
            None if self.step.rating == 0 => "-".to_owned(),
            None => crate::technique::tenths(self.step.rating).to_string(),
        }
    }

    fn cells(&self, marks: &[PencilMark]) -> String {
        let cells: Vec<usize> = marks.iter().map(|mark| mark.cell()).sorted_unstable().dedup().collect();
        cells.iter().map(|&cell| self.layout.geometry().cell(cell)).join(" ")
    }

    /// The conclusions: `r1c1=5`, `not r1c4=5 r1c6=5`.
    #[must_use]
    pub fn conclusions(&self) -> String {
        let names = |marks: &[PencilMark]| marks.iter().map(|&mark| self.layout.candidate(mark)).join(" ");
        let Step { placed, struck, .. } = self.step;
        match (placed.is_empty(), struck.is_empty()) {
            (false, true) => names(placed),
            (true, _) => format!("not {}", names(struck)),
            (false, false) => format!("{}, not {}", names(placed), names(struck)),
        }
    }

    /// The names of the units that the step looks at.
    #[must_use]
    pub fn units(&self) -> Vec<String> {
        self.step.figure.units.iter().map(|&unit| self.unit(unit)).collect()
    }

    /// The digits of the step's pattern.
    #[must_use]
    pub fn digits(&self) -> String {
        let of_pattern = self.step.figure.marks.iter().map(|(mark, _)| mark.digit());
        let digits: Vec<usize> = of_pattern.sorted_unstable().dedup().collect();
        digits.iter().map(|&digit| self.layout.geometry().digit(digit)).join(" ")
    }

    /// The cells of the step's pattern.
    #[must_use]
    pub fn pattern(&self) -> String {
        self.cells(&self.step.figure.marks.iter().map(|(mark, _)| *mark).collect::<Vec<_>>())
    }

    /// The title of the step; an explanation that may not be the smallest is called small.
    fn title(&self) -> Cow<'static, str> {
        let Some(explained) = &self.step.figure.explained else { return self.step.technique.title.into() };
        let title = if explained.is_smallest { self.step.technique.title } else { "small explanation" };
        explained.name.as_deref().map_or(title.into(), |name| format!("{title} ({name})").into())
    }

    /// The premises of an explanation, a text for each.
    #[must_use]
    pub fn premises(&self) -> Vec<String> {
        let premise = |premise: &Premise| match premise {
            Premise::Has(Set::Cell(cell)) => format!("{} has a digit", self.layout.geometry().cell((*cell).into())),
            Premise::Has(Set::Unit { unit, digit }) => {
                format!("{} has {}", self.unit(*unit), self.layout.geometry().digit((*digit).into()))
            }
            Premise::Once(of) => format!("one {} at most", set(self.layout, *of)),
            Premise::Rule(number) => self.rule(*number),
            Premise::Sum(number) => self.sum(&self.layout.sums()[usize::from(*number)]),
        };
        self.step.figure.explained.iter().flat_map(|explained| &explained.premises).map(premise).collect()
    }

    fn unit(&self, unit: u16) -> String {
        self.layout.grid().unit_in_words(self.layout.unit_id(unit.into()))
    }

    /// One line: the rating, the technique, the place, and the conclusions.
    #[must_use]
    pub fn line(&self) -> String {
        let mut line = format!("{} {}", self.figure(), self.title());
        if let Some(rule) = self.own_rule() {
            let _ = write!(line, " ({})", rule.as_constrain().sentence());
        }
        let digits = self.digits();
        if !digits.is_empty() && !digits.contains(' ') {
            let _ = write!(line, " of {digits}");
        }
        let units = self.units();
        if !units.is_empty() {
            let _ = write!(line, " in {}", units.join(", "));
        } else if !self.step.figure.marks.is_empty() && self.step.placed.is_empty() {
            let _ = write!(line, " at {}", self.pattern());
        }
        let _ = write!(line, ": {}", self.conclusions());
        line
    }

    /// The hints of the levels: the technique, the place, the cells, and the conclusions.
    #[must_use]
    pub fn levels(&self) -> [String; 4] {
        let technique = self.step.technique;
        let title = self.title();
        let article = if title.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'X']) && !title.starts_with("uni") {
            "an"
        } else {
            "a"
        };
        let units = self.units();
        let place = match self.own_rule().map(Rule::as_constrain) {
            _ if !units.is_empty() => units.join(", "),
            None => self.rows_of_pattern(),
            Some(rule) if rule.cells(self.layout.geometry()).len() <= self.layout.digit_count() => rule.sentence(),
            // A rule of the whole board does not tell a place.
            Some(rule) => format!("{}, {}", rule.sentence(), self.rows_of_pattern()),
        };
        let digits = self.digits();
        let word = if digits.contains(' ') { "digits" } else { "digit" };
        let cells = self.pattern();
        [
            format!("There is {article} {title}: {}.", technique.summary),
            format!("Look at {place}, {word} {digits}."),
            format!("It is made by {cells}."),
            format!("So {}.", self.conclusions()),
        ]
    }

    /// The rows of the pattern, for steps without a unit.
    fn rows_of_pattern(&self) -> String {
        let cells = self.step.figure.marks.iter().map(|(mark, _)| mark.cell());
        let rows =
            cells.map(|cell| self.layout.geometry().cell(cell).row() + 1).sorted_unstable().dedup().collect_vec();
        format!("{} {}", if rows.len() == 1 { "row" } else { "rows" }, rows.iter().format(", "))
    }

    /// The rule of the puzzle that implies the whole step by itself.
    fn own_rule(&self) -> Option<&Rule> {
        let rules = self.layout.grid().rules();
        let mut of_lines = self.step.proof.iter().map(|line| match line.because {
            Because::Rule(number) => Some(rules.constraints()[usize::from(number)].0),
            _ => None,
        });
        let first = of_lines.next()??;
        of_lines.all(|rule| rule == Some(first)).then(|| rules.get(first))
    }

    /// The proof, a line of text each, indented under assumptions.
    #[must_use]
    pub fn proof(&self) -> Vec<String> {
        let mut told = Vec::new();
        if let Some(explained) = &self.step.figure.explained {
            let count = f64::from(explained.cost) / 2.0;
            let least = if explained.is_smallest { ", the least there is" } else { "" };
            told.push(format!("from what counts {count}{least}: {}", self.premises().join("; ")));
        }
        self.tell(&self.step.proof, 0, &mut told);
        told
    }

    /// The sentence of a constraint's rule.
    fn rule(&self, number: u16) -> String {
        let rules = self.layout.grid().rules();
        rules.get(rules.constraints()[usize::from(number)].0).as_constrain().sentence()
    }

    /// The origin of a sum, the sum itself, and that it has no other filling.
    fn sum(&self, sum: &UnitSum) -> String {
        let unit = |&unit: &u16| self.layout.grid().unit_in_words(self.layout.unit_id(unit.into()));
        let units = sum.units.iter().map(unit).join(", ");
        let rules = sum.without.iter().map(|&number| self.rule(number)).join(", ");
        let Constraint::Sum(rest) = &sum.constraint else { return format!("{units} without {rules}") };
        let mut terms = String::new();
        for (at, (factor, cell)) in rest.terms().iter().enumerate() {
            let sign = match (*factor < 0, at) {
                (true, _) => "-",
                (false, 0) => "",
                (false, _) => "+",
            };
            let _ = write!(terms, "{sign}{cell}");
        }
        format!("{units} without {rules}: {terms} = {}, which has no filling otherwise", rest.total())
    }

    fn tell(&self, lines: &[ProofLine], depth: usize, told: &mut Vec<String>) {
        for line in lines {
            let says = literal(self.layout, line.says);
            let name = |&of: &Set| set(self.layout, of).to_string();
            let why = match &line.because {
                Because::Has(Set::Cell(_)) => "the last digit of its cell".to_owned(),
                Because::Has(of) => format!("the last place for {}", name(of)),
                Because::Once(Set::Cell(_)) => "its cell has another digit".to_owned(),
                Because::Once(of) => format!("another place has the {}", name(of)),
                Because::Rule(number) => {
                    format!("{} has no filling otherwise", self.rule(*number))
                }
                Because::Sum(number) => self.sum(&self.layout.sums()[usize::from(*number)]),
                Because::Count { bases, covers } if bases.len() > covers.len() => {
                    format!(
                        "{} need more than {} hold",
                        bases.iter().map(name).join(", "),
                        covers.iter().map(name).join(", ")
                    )
                }
                Because::Count { bases, covers } => {
                    format!("{} take up {}", bases.iter().map(name).join(", "), covers.iter().map(name).join(", "))
                }
                Because::Deadly(cells) => {
                    let cells = cells.iter().map(|&(cell, _)| self.layout.geometry().cell(cell.into())).join(" ");
                    format!("else {cells} could exchange their two digits, and there would be a second solution")
                }
                Because::Refuted(_) => {
                    format!("{} leads to a contradiction", literal(self.layout, line.says.negated()))
                }
                Because::Cases(of, _) => format!("it holds in every case of {}", name(of)),
                Because::Either(mark, ..) => format!("it holds with and without {}", self.layout.candidate(*mark)),
            };
            told.push(format!("{}{says}: {why}", "  ".repeat(depth)));
            match &line.because {
                Because::Refuted(inner) => {
                    told.push(format!(
                        "{}suppose {}",
                        "  ".repeat(depth + 1),
                        literal(self.layout, line.says.negated())
                    ));
                    self.tell(inner, depth + 1, told);
                }
                Because::Cases(_, cases) => {
                    for (mark, inner) in cases {
                        told.push(format!("{}suppose {}", "  ".repeat(depth + 1), self.layout.candidate(*mark)));
                        self.tell(inner, depth + 1, told);
                    }
                }
                Because::Either(mark, on, off) => {
                    for (assumed, inner) in [(Literal::on(*mark), on), (Literal::off(*mark), off)] {
                        told.push(format!("{}suppose {}", "  ".repeat(depth + 1), literal(self.layout, assumed)));
                        self.tell(inner, depth + 1, told);
                    }
                }
                _ => {}
            }
        }
    }
}
