//! The words below a picture, on its board and its rules.

use std::collections::{HashMap, HashSet};

use satdoku_puzzle::geometry::{Cell, Geometry, Square};
use satdoku_puzzle::grid::Grid;
use satdoku_puzzle::rule::{
    End, Ends, EndsKind, Ink, Line, LineKind, LineWidth, Mark, OutlineForm, Rule, ShadeForm, SumLine,
};

use crate::ambiguous_marks::{ambiguous_rules, is_in_one_piece, sorted};
use crate::board::Further;
use crate::legend::{Entry, Sample};
use crate::marks::marks_on;
use crate::picture::Picture;

/// The paragraphs below a picture: the board, if rows, columns and boxes are not its only units; every kind of rule once, with
/// the lines of the rules that the picture leaves unclear; and every undrawn rule.
///
/// Without `has_all`, only the facts that the picture does not show.
pub(crate) fn entries(puzzle: &Grid, picture: &Picture, has_all: bool) -> Vec<Entry> {
    let board = &**puzzle.geometry();
    let rules: Vec<ListedRule<'_>> =
        puzzle.rules().as_slice().iter().map(|rule| ListedRule::new(rule, board)).collect();
    let mut entries = of_board(board, picture, &rules, has_all);
    let mut unclear = unclear_lines(&rules, picture);
    let but_marked = but_marked(&rules);
    let (mut seen, mut kinds) = (HashSet::new(), HashSet::new());
    for (number, ListedRule { rule, marks, sentence }) in rules.iter().enumerate() {
        let is_own_line = |mark: &Mark| matches!(mark, Mark::Global(text) if *text == rule.to_string());
        let globals = marks.iter().filter_map(|mark| match mark {
            Mark::Global(_) if but_marked.contains_key(&number) => but_marked.get(&number).cloned(),
            // A rule whose mark is its rule line needs its meaning as well.
            Mark::Global(text) if is_own_line(mark) => Some(format!("{text}: {}.", rule.meaning())),
            Mark::Global(text) => Some(text.clone()),
            _ => None,
        });
        let globals: Vec<String> = globals.collect();
        let sample = marks.iter().find_map(|mark| match mark {
            Mark::Line { width: LineWidth::Medium, ink, .. } => Some(Sample::Line(*ink)),
            Mark::Shade { form: ShadeForm::Cell, ink, .. } => Some(Sample::Tint(*ink)),
            _ => None,
        });
        let mut push = |sample, text: String| {
            if seen.insert(text.clone()) {
                entries.push(Entry { sample, text });
            }
        };
        if globals.is_empty() && !marks.is_empty() && kinds.insert(sentence) {
            let listed = unclear.remove(sentence.as_str()).map(|lines| lines.join("; "));
            match listed {
                Some(listed) if has_all => push(sample, format!("{sentence} Here: {listed}.")),
                Some(listed) => push(sample, listed),
                None if has_all => push(sample, sentence.clone()),
                None => {}
            }
        }
        for text in globals {
            push(sample, text);
        }
        if picture.undrawn.contains(&number) && !marks.iter().any(is_own_line) {
            push(None, format!("Not in the picture: {rule}"));
        }
    }
    entries
}

/// The negative rules that except exactly the pairs with a dot or a sign: their numbers and a short sentence for each.
fn but_marked(rules: &[ListedRule<'_>]) -> HashMap<usize, String> {
    let marks = rules.iter().flat_map(|listed| &listed.marks);
    let marked = marks.filter_map(|mark| if let Mark::Dot { cells, .. } = mark { Some(sorted(*cells)) } else { None });
    let marked: HashSet<[Cell; 2]> = marked.collect();
    let in_words = |(number, listed): (usize, &ListedRule<'_>)| {
        let Rule::Negative(negative) = listed.rule else { return None };
        let except: HashSet<[Cell; 2]> = negative.except.iter().map(|&pair| sorted(pair)).collect();
        (except == marked).then(|| (number, negative.in_words("where a dot or a sign is")))
    };
    rules.iter().enumerate().filter_map(in_words).collect()
}

/// A rule and its marks.
struct ListedRule<'a> {
    rule: &'a Rule,
    marks: Vec<Mark>,
    /// The sentence on rules of its kind.
    sentence: String,
}

impl<'a> ListedRule<'a> {
    fn new(rule: &'a Rule, board: &Geometry) -> Self {
        let marks = marks_on(board, rule);
        Self { rule, marks, sentence: title_and_sentence(rule) }
    }

    /// The cells that the rule tints.
    fn tinted(&self) -> impl Iterator<Item = Cell> {
        let cells = self.marks.iter().filter_map(|mark| match mark {
            Mark::Shade { cells, form: ShadeForm::Cell, .. } => Some(cells),
            _ => None,
        });
        cells.flatten().copied()
    }

    /// The number of separate shapes drawn for the rule.
    fn part_count(&self) -> usize {
        let parts = self.marks.iter().map(|mark| match mark {
            Mark::Outline { form: OutlineForm::Dashed | OutlineForm::Dotted, .. } => 1,
            Mark::Shade { cells, form: ShadeForm::Ring, .. } => cells.len(),
            _ => 0,
        });
        parts.sum()
    }

    /// Whether the rule has a distinguishing sign or number.
    fn has_sign(&self) -> bool {
        self.marks.iter().any(|mark| matches!(mark, Mark::Dot { .. } | Mark::Text { .. }))
    }
}

/// The look of a mark, regardless of its place and its number.
#[derive(PartialEq, Eq, Hash)]
enum Look<'a> {
    Cage(OutlineForm, &'a str),
    Line(Ink, [End; 2]),
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
        Mark::Line { width: LineWidth::Medium, ink, ends, .. } => Some(Look::Line(*ink, *ends)),
        Mark::Margin { arrow: None, .. } => Some(Look::Margin),
        Mark::Shade { form: ShadeForm::Cell, ink, .. } => Some(Look::Tint(*ink)),
        Mark::Shade { form: ShadeForm::Ring, .. } => Some(Look::Circle),
        _ => None,
    }
}

/// The lines of the drawn rules that the picture leaves unclear, by the sentence of their kind. A rule is unclear if a second
/// kind looks equal, a second rule of its kind has circles or cages as well, a second tint covers its tint, or its marks are
/// [ambiguous](ambiguous_rules) by their places.
fn unclear_lines<'a>(rules: &'a [ListedRule<'_>], picture: &Picture) -> HashMap<&'a str, Vec<String>> {
    let mut kinds: HashMap<Look<'_>, HashSet<&str>> = HashMap::new();
    for tint in picture.further.iter().filter_map(|unit| unit.tint) {
        kinds.entry(Look::Tint(tint)).or_default().insert("");
    }
    let (mut rules_of, mut tints_of) = (HashMap::<&str, usize>::new(), HashMap::<Cell, usize>::new());
    for listed in rules {
        for look in listed.marks.iter().filter_map(look) {
            kinds.entry(look).or_default().insert(&listed.sentence);
        }
        *rules_of.entry(&listed.sentence).or_default() += 1;
        listed.tinted().for_each(|cell| *tints_of.entry(cell).or_default() += 1);
    }
    let places: Vec<(&Rule, &[Mark])> = rules.iter().map(|listed| (listed.rule, listed.marks.as_slice())).collect();
    let of_places = ambiguous_rules(&places);
    let is_unclear = |listed: &ListedRule<'_>| {
        let is_mixed = || listed.marks.iter().filter_map(look).any(|look| kinds[&look].len() > 1);
        let is_covered = || listed.tinted().any(|cell| tints_of[&cell] > 1);
        let is_parted = || listed.part_count() > 1 && rules_of[listed.sentence.as_str()] > 1;
        !listed.has_sign() && (is_mixed() || is_covered()) || is_parted()
    };
    let mut lines: HashMap<&str, Vec<String>> = HashMap::new();
    for (number, listed) in rules.iter().enumerate() {
        if !picture.undrawn.contains(&number) && (of_places.contains(&number) || is_unclear(listed)) {
            lines.entry(&listed.sentence).or_default().push(listed.rule.to_string());
        }
    }
    lines
}

/// The title and sentence of the rule's kind: the title of its row in the table of rules, the number of a line, and the sentence.
fn title_and_sentence(rule: &Rule) -> String {
    let Some(form) = rule.form() else { return format!("{}.", rule.as_constrain().sentence()) };
    let number = match rule {
        Rule::Line(Line { kind: LineKind::Whispers(number) | LineKind::Modular(number), .. })
        | Rule::Ends(Ends { kind: EndsKind::Lockout(number), .. })
        | Rule::SumLine(SumLine { total: number, .. }) => format!(" {number}"),
        _ => String::new(),
    };
    format!("{}{number}: {}.", form.title, form.sentence)
}

fn of_board(board: &Geometry, picture: &Picture, rules: &[ListedRule<'_>], has_all: bool) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut push = |text: String| entries.push(Entry { sample: None, text });
    let (first, last) = board.grid_digits();
    let longest = board.rows().max(board.columns());
    if first != 1 || (board.squares().is_none() && usize::from(last) != longest) {
        push(format!("The digits are {first} to {last}."));
    }
    if let Some(text) = board.squares().and_then(squares) {
        push(text);
    }
    if has_all && board.has_diagonals() {
        push("Each digit once on each diagonal.".to_owned());
    }
    let of_rules: HashSet<Cell> = rules.iter().flat_map(ListedRule::tinted).collect();
    let is_seen = |unit: &Further| unit.tint.is_some() && !unit.cells.iter().any(|cell| of_rules.contains(cell));
    let (tinted, mut others): (Vec<&Further>, Vec<&Further>) = picture.further.iter().partition(|unit| is_seen(unit));
    // Separate parts of a set look like separate sets of one tint.
    others.extend(tinted.iter().filter(|unit| !is_in_one_piece(&unit.cells)));
    let but = if of_rules.is_empty() { "" } else { " that no rule below has" };
    if has_all && tinted.iter().any(|unit| unit.is_full) {
        push(format!("Each digit once in each tinted set of cells{but}."));
    }
    if has_all && tinted.iter().any(|unit| !unit.is_full) {
        push(format!("No digit twice in a tinted set of fewer cells than digits{but}."));
    }
    for unit in others {
        let what = if unit.is_full { "Each digit once in" } else { "No digit twice in" };
        push(format!("{what} {}.", names(&unit.cells)));
    }
    entries
}

/// The positions of the squares of a board, or `None` if the picture shows them: no two squares overlap in more than a box.
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
    let each = squares.iter().map(|square| format!("{0}x{0} at {1}", square.side(), square.corner));
    Some(format!("The squares: {}.", each.collect::<Vec<_>>().join(", ")))
}

fn names(cells: &[Cell]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
