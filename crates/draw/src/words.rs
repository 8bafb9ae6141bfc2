//! The words below a picture, on its board and its rules.

use std::collections::{HashMap, HashSet};

use satdoku_puzzle::geometry::{Cell, Geometry, LayerName, Square};
use satdoku_puzzle::grid::Grid;
use satdoku_puzzle::rule::{Ink, LineWidth, Mark, Rule, ShadeForm};
use satdoku_puzzle::sentences::{
    ExtraUnits, Language, Looks, SentenceKind, Topic, by_topic, has_sign, ink_of, is_table, is_told_by_cells, names,
    place, things, topics,
};

use crate::ambiguous_marks::{ambiguous_rules, is_in_one_piece};
use crate::board::Further;
use crate::helper_values::HelperValues;
use crate::legend::{Entry, Sample};
use crate::picture::Picture;

/// The words of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The board and every rule.
    Whole,
    /// Only the facts that the picture does not show.
    Unseen,
    /// Only rules that found no room in the picture: the setter's own words tell the others.
    Unplaced,
}

/// The wording of a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wording {
    pub(crate) extent: Extent,
    pub(crate) language: Language,
    /// Whether sentences name lines by their colours; otherwise a sample of the line stands beside the sentence.
    pub(crate) has_colours: bool,
}

/// The paragraphs below a picture: the board, if rows, columns and boxes are not its only units; every topic of the rules once, with
/// the rules that the picture leaves unclear; and every undrawn rule.
pub(crate) fn entries(puzzle: &Grid, picture: &Picture, wording: Wording) -> Vec<Entry> {
    let board = &**puzzle.geometry();
    let Wording { extent, language, .. } = wording;
    let topics = topics(board, puzzle.rules().as_slice());
    let of_topic = |(rule, topic)| ListedRule { rule, marks: rule.marks_on(board), topic };
    let rules: Vec<ListedRule<'_>> = puzzle.rules().as_slice().iter().zip(&topics).map(of_topic).collect();
    let mut entries = of_board(board, picture, &rules, wording);
    let unclear = unclear_rules(&rules, picture);
    for (topic, group) in by_topic(&topics) {
        if extent == Extent::Unplaced {
            break;
        }
        let is_listed = |number: &&usize| unclear.contains(number) || is_told_by_cells(rules[**number].rule, board);
        let listed: Vec<String> = group.iter().filter(is_listed).map(|&number| place(rules[number].rule)).collect();
        let is_unseen = group.iter().any(|&number| rules[number].is_unseen());
        let mut parts = Vec::new();
        if extent == Extent::Whole || is_unseen {
            let marks: Vec<Vec<Mark>> = group.iter().map(|&number| rules[number].marks.clone()).collect();
            let ink = ink_of(marks.iter().flatten()).filter(|_| wording.has_colours);
            parts.push(language.say(topic, things(&marks), ink));
        }
        parts.extend(language.here(&listed));
        if !parts.is_empty() {
            let sample = group.iter().find_map(|&number| rules[number].sample());
            entries.push(Entry { sample, text: parts.join(" ") });
        }
    }
    entries.extend(of_helper_values(&picture.helper_values, wording));
    for &number in &picture.undrawn {
        if !is_told_by_cells(rules[number].rule, board) {
            let undrawn = Topic::list(SentenceKind::Undrawn, rules[number].line());
            entries.push(Entry { sample: None, text: language.say(&undrawn, 1, None) });
        }
    }
    entries
}

/// What tints and small digits mean, and the values that the picture does not show.
fn of_helper_values(values: &HelperValues, wording: Wording) -> Vec<Entry> {
    let say = |kind, list: String| {
        let text = wording.language.say(&Topic::list(kind, list), 1, None);
        Entry { sample: None, text }
    };
    let is_whole = |_: &LayerName| wording.extent == Extent::Whole;
    let tinted = values.tinted.filter(is_whole).map(|layer| say(SentenceKind::TintedValues, layer.to_string()));
    let small = values.small.filter(is_whole).map(|layer| say(SentenceKind::SmallValues, layer.to_string()));
    let unplaced = (!values.unplaced.is_empty()).then(|| say(SentenceKind::KnownValues, values.unplaced.join(", ")));
    tinted.into_iter().chain(small).chain(unplaced).collect()
}

/// A rule, its marks and its topic.
struct ListedRule<'a> {
    rule: &'a Rule,
    marks: Vec<Mark>,
    topic: &'a Topic,
}

impl ListedRule<'_> {
    /// Whether the picture does not show the rule in full.
    fn is_unseen(&self) -> bool {
        self.marks.iter().any(|mark| matches!(mark, Mark::Global(_)))
    }

    /// The line of the rule, with the cells alone behind the title of a table.
    fn line(&self) -> String {
        match self.rule.form() {
            Some(form) if is_table(self.rule) => format!("{} {}", form.title, place(self.rule)),
            _ => self.rule.to_string(),
        }
    }

    /// The sample of the line or the tint.
    fn sample(&self) -> Option<Sample> {
        self.marks.iter().find_map(|mark| match mark {
            Mark::Line { width: LineWidth::Medium, ink, .. } => Some(Sample::Line(*ink)),
            Mark::Shade { form: ShadeForm::Cell, ink, .. } => Some(Sample::Tint(*ink)),
            _ => None,
        })
    }

    /// The cells that the rule tints.
    fn tinted(&self) -> impl Iterator<Item = Cell> {
        let cells = self.marks.iter().filter_map(|mark| match mark {
            Mark::Shade { cells, form: ShadeForm::Cell, .. } => Some(cells),
            _ => None,
        });
        cells.flatten().copied()
    }
}

/// The drawn rules that the picture leaves unclear. A rule is unclear if a second topic looks equal, a second rule of its topic has
/// circles or cages as well, a second tint covers its tint, or its marks are [ambiguous](ambiguous_rules) by their places.
fn unclear_rules(rules: &[ListedRule<'_>], picture: &Picture) -> HashSet<usize> {
    let of_rules = rules.iter().map(|listed| (listed.topic, listed.marks.as_slice()));
    let looks = Looks::of(of_rules, picture.further.iter().filter_map(|unit| unit.tint));
    let mut tints_of: HashMap<Cell, usize> = HashMap::new();
    rules.iter().flat_map(ListedRule::tinted).for_each(|cell| *tints_of.entry(cell).or_default() += 1);
    let places: Vec<(&Rule, &[Mark])> = rules.iter().map(|listed| (listed.rule, listed.marks.as_slice())).collect();
    let of_places = ambiguous_rules(&places);
    let is_unclear = |listed: &ListedRule<'_>| {
        let is_covered = || listed.tinted().any(|cell| tints_of[&cell] > 1);
        looks.are_unclear(listed.topic, &listed.marks) || !has_sign(&listed.marks) && is_covered()
    };
    let is_told = |(number, listed): &(usize, &ListedRule<'_>)| {
        !picture.undrawn.contains(number) && (of_places.contains(number) || is_unclear(listed))
    };
    rules.iter().enumerate().filter(is_told).map(|(number, _)| number).collect()
}

fn of_board(board: &Geometry, picture: &Picture, rules: &[ListedRule<'_>], wording: Wording) -> Vec<Entry> {
    let Wording { extent, language, .. } = wording;
    if extent == Extent::Unplaced {
        return Vec::new();
    }
    let units = ExtraUnits::of(board);
    let mut entries = Vec::new();
    let mut push = |text: String| entries.push(Entry { sample: None, text });
    let say = |kind: SentenceKind, count: usize| language.say(&Topic::plain(kind), count, None);
    // The picture shows diagonals as lines.
    let seen = if extent == Extent::Whole { units.clone() } else { ExtraUnits { diagonals: Vec::new(), ..units } };
    language.of_board(board, &seen).into_iter().for_each(&mut push);
    if let Some(squares) = board.squares().and_then(squares) {
        push(language.say(&Topic::list(SentenceKind::Squares, squares), 1, None));
    }
    let of_rules: HashSet<Cell> = rules.iter().flat_map(ListedRule::tinted).collect();
    let inks: HashSet<Ink> = rules.iter().flat_map(|listed| &listed.marks).filter_map(tint_of).collect();
    let is_seen = |unit: &&Further| {
        let is_free = |tint: Ink| wording.has_colours && !inks.contains(&tint) || inks.is_empty();
        let is_whole = is_in_one_piece(&unit.cells);
        unit.tint.is_some_and(is_free) && is_whole && !unit.cells.iter().any(|cell| of_rules.contains(cell))
    };
    let (tinted, others): (Vec<&Further>, Vec<&Further>) = picture.further.iter().partition(is_seen);
    for (kind, is_full) in [(SentenceKind::TintedUnits, true), (SentenceKind::TintedSets, false)] {
        let count = tinted.iter().filter(|unit| unit.is_full == is_full).count();
        if count > 0 && extent == Extent::Whole {
            push(say(kind, count));
        }
    }
    for unit in others {
        let kind = if unit.is_full { SentenceKind::Unit } else { SentenceKind::Set };
        push(language.say(&Topic::list(kind, names(&unit.cells)), 1, None));
    }
    entries
}

/// The tint of a mark.
fn tint_of(mark: &Mark) -> Option<Ink> {
    match mark {
        Mark::Shade { form: ShadeForm::Cell, ink, .. } => Some(*ink),
        _ => None,
    }
}

/// The positions of the squares of a board; `None` if the picture shows them: no two squares overlap in more than a box.
fn squares(squares: &[Square]) -> Option<String> {
    let common =
        |[a, b]: [Cell; 2], axis: fn(Cell) -> usize, side: usize| side.saturating_sub(axis(a).abs_diff(axis(b)));
    let is_seen = |at: usize, one: &Square| {
        squares[..at].iter().all(|other| {
            let (corners, side) = ([one.corner, other.corner], one.side().min(other.side()));
            let (rows, columns) = (common(corners, Cell::row, side), common(corners, Cell::column, side));
            let (most_rows, most_columns) = (one.box_rows.into(), one.box_columns.into());
            one.side() == other.side() && (rows.min(columns) == 0 || rows <= most_rows && columns <= most_columns)
        })
    };
    if squares.iter().enumerate().all(|(at, square)| is_seen(at, square)) {
        return None;
    }
    let each = squares.iter().map(|square| format!("{0}×{0} ({1})", square.side(), square.corner));
    Some(each.collect::<Vec<_>>().join(", "))
}
