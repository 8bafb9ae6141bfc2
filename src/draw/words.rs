//! What the words below a picture say: of its board and of its rules.

use std::collections::{HashMap, HashSet};

use crate::draw::board::Further;
use crate::draw::legend::{Entry, Sample};
use crate::draw::picture::Picture;
use crate::draw::unclear::{is_in_one_piece, sorted, unclear};
use crate::geometry::{Cell, Geometry, Square};
use crate::grid::Grid;
use crate::rule::{End, Ink, LineWidth, Mark, OutlineForm, Rule, ShadeForm};

/// The paragraphs below a picture: the board where it has more than rows, columns and boxes, each kind of rule once, with the lines of
/// those that the picture does not tell from others, and each rule that is not drawn.
///
/// Without `has_all`, only what the picture does not show.
pub(in crate::draw) fn entries(puzzle: &Grid, picture: &Picture, has_all: bool) -> Vec<Entry> {
    let board = &**puzzle.geometry();
    let rules: Vec<Told<'_>> = puzzle.rules().as_slice().iter().map(|rule| Told::new(rule, board)).collect();
    let mut entries = of_board(board, picture, &rules, has_all);
    let mut unclear = unclear_lines(&rules, picture);
    let but_marked = but_marked(&rules);
    let (mut seen, mut kinds) = (HashSet::new(), HashSet::new());
    for (number, Told { rule, marks, sentence }) in rules.iter().enumerate() {
        let is_own_line = |mark: &Mark| matches!(mark, Mark::Global(text) if *text == rule.to_string());
        let globals = marks.iter().filter_map(|mark| match mark {
            Mark::Global(_) if but_marked.contains_key(&number) => but_marked.get(&number).cloned(),
            // A rule whose mark is its own line needs its meaning as well.
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

/// The rules against unmarked pairs that leave out just the pairs with a dot or a sign, by number, in words that say so.
fn but_marked(rules: &[Told<'_>]) -> HashMap<usize, String> {
    let marks = rules.iter().flat_map(|told| &told.marks);
    let marked = marks.filter_map(|mark| if let Mark::Dot { cells, .. } = mark { Some(sorted(*cells)) } else { None });
    let marked: HashSet<[Cell; 2]> = marked.collect();
    let in_words = |(number, told): (usize, &Told<'_>)| {
        let Rule::Negative(negative) = told.rule else { return None };
        let except: HashSet<[Cell; 2]> = negative.except.iter().map(|&pair| sorted(pair)).collect();
        (except == marked).then(|| (number, negative.in_words("where a dot or a sign is")))
    };
    rules.iter().enumerate().filter_map(in_words).collect()
}

/// A rule with its marks.
struct Told<'a> {
    rule: &'a Rule,
    marks: Vec<Mark>,
    /// What rules of its kind mean.
    sentence: String,
}

impl<'a> Told<'a> {
    fn new(rule: &'a Rule, board: &Geometry) -> Self {
        let marks = rule.as_constrain().marks(board);
        let is_line = marks.iter().any(|mark| matches!(mark, Mark::Line { width: LineWidth::Medium, .. }));
        let sentence = format!("{}: {}.", name(rule, is_line), meaning(rule));
        Self { rule, marks, sentence }
    }

    /// The cells that it tints.
    fn tinted(&self) -> impl Iterator<Item = Cell> {
        let cells = self.marks.iter().filter_map(|mark| match mark {
            Mark::Shade { cells, form: ShadeForm::Cell, .. } => Some(cells),
            _ => None,
        });
        cells.flatten().copied()
    }

    /// How many things are drawn for it that do not touch.
    fn part_count(&self) -> usize {
        let parts = self.marks.iter().map(|mark| match mark {
            Mark::Outline { form: OutlineForm::Dashed | OutlineForm::Dotted, .. } => 1,
            Mark::Shade { cells, form: ShadeForm::Ring, .. } => cells.len(),
            _ => 0,
        });
        parts.sum()
    }

    /// Whether a sign or a number of its own tells it from others.
    fn has_sign(&self) -> bool {
        self.marks.iter().any(|mark| matches!(mark, Mark::Dot { .. } | Mark::Text { .. }))
    }
}

/// What a mark looks like, wherever it is and whatever its number.
#[derive(PartialEq, Eq, Hash)]
enum Look<'a> {
    Cage(OutlineForm, &'a str),
    Line(Ink, [End; 2]),
    Margin,
    Tint(Ink),
    Circle,
}

/// The look of a mark; none where only one kind of rule has it.
fn look(mark: &Mark) -> Option<Look<'_>> {
    match mark {
        // Round ones have an arrow.
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

/// The lines of rules that are drawn and that the picture does not tell from others, by the sentence of their kind: another kind
/// looks the same, another rule has some of the circles or cages, another tint covers theirs, or their places leave them unclear.
fn unclear_lines<'a>(rules: &'a [Told<'_>], picture: &Picture) -> HashMap<&'a str, Vec<String>> {
    let mut kinds: HashMap<Look<'_>, HashSet<&str>> = HashMap::new();
    for tint in picture.further.iter().filter_map(|unit| unit.tint) {
        kinds.entry(Look::Tint(tint)).or_default().insert("");
    }
    let (mut rules_of, mut tints_of) = (HashMap::<&str, usize>::new(), HashMap::<Cell, usize>::new());
    for told in rules {
        for look in told.marks.iter().filter_map(look) {
            kinds.entry(look).or_default().insert(&told.sentence);
        }
        *rules_of.entry(&told.sentence).or_default() += 1;
        told.tinted().for_each(|cell| *tints_of.entry(cell).or_default() += 1);
    }
    let places: Vec<(&Rule, &[Mark])> = rules.iter().map(|told| (told.rule, told.marks.as_slice())).collect();
    let of_places = unclear(&places);
    let is_unclear = |told: &Told<'_>| {
        let is_mixed = || told.marks.iter().filter_map(look).any(|look| kinds[&look].len() > 1);
        let is_covered = || told.tinted().any(|cell| tints_of[&cell] > 1);
        let is_parted = || told.part_count() > 1 && rules_of[told.sentence.as_str()] > 1;
        !told.has_sign() && (is_mixed() || is_covered()) || is_parted()
    };
    let mut lines: HashMap<&str, Vec<String>> = HashMap::new();
    for (number, told) in rules.iter().enumerate() {
        if !picture.undrawn.contains(&number) && (of_places.contains(&number) || is_unclear(told)) {
            lines.entry(&told.sentence).or_default().push(told.rule.to_string());
        }
    }
    lines
}

/// What rules are called in words where that is not their keyword, and what they mean where the words of their line would not
/// be understood beside a picture.
const WORDS: [(&str, &str, &str); 11] = [
    ("littlekiller", "Little killer", "the digits along an arrow make the number; they may repeat"),
    ("arrow", "Arrow", "the digits along an arrow make the number in its circle or pill"),
    ("doublearrow", "Double arrow", ""),
    ("thermometer", "Thermometer", "digits rise from the bulb on"),
    ("slowthermometer", "Slow thermometer", ""),
    ("regionsum", "Region sum", ""),
    ("pairsum", "Pair sum", ""),
    ("less", "Inequality", "the point is at the lesser digit"),
    ("minimum", "Minimum", "the digit is less than those next to it that are not minima"),
    ("maximum", "Maximum", "the digit is more than those next to it that are not maxima"),
    ("whispers", "Whispers", "neighbours on the line differ by that much at least"),
];

fn words(rule: &Rule) -> Option<&'static (&'static str, &'static str, &'static str)> {
    let keyword = rule.keyword();
    WORDS.iter().find(|(word, _, _)| *word == keyword)
}

fn meaning(rule: &Rule) -> &'static str {
    words(rule).map(|(_, _, meaning)| *meaning).filter(|meaning| !meaning.is_empty()).unwrap_or_else(|| rule.meaning())
}

/// The name with a capital, and for a line the number behind it.
fn name(rule: &Rule, is_line: bool) -> String {
    let text = rule.to_string();
    let keyword = rule.keyword();
    let mut letters = keyword.chars();
    let capital = letters.next().map(|letter| letter.to_ascii_uppercase());
    let mut name: String = capital.into_iter().chain(letters).collect();
    if let Some((_, other, _)) = words(rule) {
        (*other).clone_into(&mut name);
    }
    if let Some(number) =
        text.split(' ').nth(1).filter(|word| is_line && word.bytes().all(|byte| byte.is_ascii_digit()))
    {
        name.push(' ');
        name.push_str(number);
    }
    name
}

fn of_board(board: &Geometry, picture: &Picture, rules: &[Told<'_>], has_all: bool) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut push = |text: String| entries.push(Entry { sample: None, text });
    let (first, last) = (board.first_digit(), board.last_digit());
    let longest = board.rows().max(board.columns());
    if first.get() != 1 || (board.squares().is_none() && board.digit_count() != longest) {
        push(format!("The digits are {first} to {last}."));
    }
    if let Some(text) = board.squares().and_then(squares) {
        push(text);
    }
    if has_all && board.has_diagonals() {
        push("Each digit once on each diagonal.".to_owned());
    }
    let of_rules: HashSet<Cell> = rules.iter().flat_map(Told::tinted).collect();
    let is_seen = |unit: &Further| unit.tint.is_some() && !unit.cells.iter().any(|cell| of_rules.contains(cell));
    let (tinted, mut others): (Vec<&Further>, Vec<&Further>) = picture.further.iter().partition(|unit| is_seen(unit));
    // Sets that lie apart have the tint of one in several pieces.
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

/// Where the squares of a board begin, unless no two of them have more than a box in common, so that they are seen.
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
