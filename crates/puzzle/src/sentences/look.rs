//! Marks of different meanings that look alike.

use std::collections::{HashMap, HashSet};

use crate::rule::{Ink, LineEnd, LineWidth, Mark, OutlineForm, ShadeForm};
use crate::sentences::topic::Topic;

/// The look of a mark, regardless of its place and its number.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Look<'a> {
    Cage(OutlineForm, &'a str),
    Line(Ink, [LineEnd; 2]),
    Margin,
    Tint(Ink),
    Circle,
}

/// The look of a mark; `None` for a look that only one kind of rule has.
fn look(mark: &Mark) -> Option<Look<'_>> {
    match mark {
        // Round outlines have an arrow.
        Mark::Outline { form: OutlineForm::Round, .. } => None,
        Mark::Outline { form, text, .. } => {
            Some(Look::Cage(*form, if text.parse::<i64>().is_ok() { "0" } else { text }))
        }
        Mark::Line { width: LineWidth::Medium, ink, ends, .. }
        | Mark::Line { width: LineWidth::Thin, ink, ends: ends @ [LineEnd::Circle, _], .. } => {
            Some(Look::Line(*ink, *ends))
        }
        Mark::Margin { arrow: None, .. } => Some(Look::Margin),
        Mark::Shade { form: ShadeForm::Cell, ink, .. } => Some(Look::Tint(*ink)),
        Mark::Shade { form: ShadeForm::Ring, .. } => Some(Look::Circle),
        _ => None,
    }
}

/// The topics of each look in a picture.
#[derive(Debug, Default)]
pub struct Looks<'a> {
    topics: HashMap<Look<'a>, HashSet<Option<&'a Topic>>>,
    /// The number of rules of each topic.
    rules: HashMap<&'a Topic, usize>,
}

impl<'a> Looks<'a> {
    /// The looks of rules, by their topics and marks, and of tints that show units of the board.
    pub fn of(rules: impl IntoIterator<Item = (&'a Topic, &'a [Mark])>, tints: impl IntoIterator<Item = Ink>) -> Self {
        let mut looks = Self::default();
        for tint in tints {
            looks.topics.entry(Look::Tint(tint)).or_default().insert(None);
        }
        for (topic, marks) in rules {
            *looks.rules.entry(topic).or_default() += 1;
            for look in marks.iter().filter_map(look) {
                looks.topics.entry(look).or_default().insert(Some(topic));
            }
        }
        looks
    }

    /// Whether the marks of a rule leave open which cells are meant: marks of another topic look alike, or the rule has several parts
    /// and so has another rule of the topic.
    #[must_use]
    pub fn are_unclear(&self, topic: &Topic, marks: &[Mark]) -> bool {
        let has_other = |look| self.topics.get(&look).is_some_and(|topics| topics.len() > 1);
        let is_mixed = || marks.iter().filter_map(look).any(has_other);
        let has_peer = || self.rules.get(topic).is_some_and(|&rules| rules > 1);
        !has_sign(marks) && is_mixed() || parts(marks) > 1 && has_peer()
    }
}

/// The number of separate shapes among marks.
fn parts(marks: &[Mark]) -> usize {
    let parts = marks.iter().map(|mark| match mark {
        Mark::Outline { form, .. } if form.is_cage() => 1,
        Mark::Shade { cells, form: ShadeForm::Ring, .. } => cells.len(),
        _ => 0,
    });
    parts.sum()
}

/// Whether marks have a distinguishing sign or number.
#[must_use]
pub fn has_sign(marks: &[Mark]) -> bool {
    marks.iter().any(|mark| matches!(mark, Mark::Dot { .. } | Mark::Text { .. }))
}
