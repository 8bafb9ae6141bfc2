//! Sentences of a puzzle in a language.

use std::collections::HashSet;
use std::fmt::Write;

use crate::geometry::{Cell, Geometry};
use crate::rule::{Ink, LineWidth, Mark, Negative, Rule, ShadeForm};
use crate::sentences::kind::Kind;
use crate::sentences::place::{is_told_by_cells, place};
use crate::sentences::topic::{self, Topic};
use crate::sentences::{english, german};

/// A language of sentences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

names! {
    pub Language {
        English = "english", "English";
        German = "german", "German";
    }
}

/// A sentence on some rules of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The words.
    pub text: String,
    /// The numbers of the rules, from 0.
    pub rules: Vec<usize>,
}

/// The topic of each rule of a puzzle. Negative rules are told by the marks in the picture if these are exactly their exceptions.
#[must_use]
pub fn topics(board: &Geometry, rules: &[Rule]) -> Vec<Topic> {
    let of_marks = |negative: &Negative| -> HashSet<[Cell; 2]> {
        let pairs = rules.iter().filter_map(|rule| match rule {
            Rule::Pair(pair) if negative.is_about(pair.kind) => Some(in_order(pair.cells)),
            _ => None,
        });
        pairs.collect()
    };
    let is_marked = |negative: &Negative| {
        let except: HashSet<[Cell; 2]> = negative.except.iter().map(|&pair| in_order(pair)).collect();
        !except.is_empty() && except == of_marks(negative)
    };
    let topics: Vec<Topic> = rules.iter().map(|rule| Topic::of(rule, board, &is_marked)).collect();
    topics.iter().map(|topic| topic.clone().merged(&topics)).collect()
}

fn in_order([a, b]: [Cell; 2]) -> [Cell; 2] {
    [a.min(b), a.max(b)]
}

/// The longest list of places in a sentence, in bytes.
const LONGEST_LIST: usize = 480;

impl Language {
    /// The rules of a puzzle in sentences, each topic once, in the order of the rules. Lines and cells are named by their colours.
    ///
    /// ```
    /// # extern crate satdoku_puzzle as satdoku;
    /// use satdoku::Geometry;
    /// use satdoku::sentences::Language;
    ///
    /// let board = Geometry::boxes(3, 3)?;
    /// let rules = ["difference 1 r1c1 r1c2", "difference 1 r5c5 r6c5"].map(|line| line.parse().unwrap());
    /// let sentences = Language::English.sentences(&board, &rules);
    /// assert_eq!(sentences[0].text, "Digits separated by a white dot are consecutive.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sentences(self, board: &Geometry, rules: &[Rule]) -> Vec<Sentence> {
        let topics = topics(board, rules);
        let mut found: Vec<(&Topic, Vec<usize>)> = Vec::new();
        for (number, topic) in topics.iter().enumerate() {
            match found.iter_mut().find(|(known, _)| *known == topic) {
                Some((_, numbers)) => numbers.push(number),
                None => found.push((topic, vec![number])),
            }
        }
        let sentence = |(topic, numbers): (&Topic, Vec<usize>)| {
            let marks: Vec<Vec<Mark>> = numbers.iter().map(|&number| rules[number].marks_on(board)).collect();
            let mut text = self.say(topic, things(&marks), ink_of(marks.iter().flatten()));
            let listed = numbers.iter().map(|&number| &rules[number]).filter(|rule| is_told_by_cells(rule, board));
            let listed: Vec<String> = listed.map(place).collect();
            if let Some(listed) = self.here(&listed) {
                text.push(' ');
                text += &listed;
            }
            Sentence { text, rules: numbers }
        };
        found.into_iter().map(sentence).collect()
    }

    /// The sentence of a topic about `count` marks of a colour; without a colour the sentence names none.
    #[must_use]
    pub fn say(self, topic: &Topic, count: usize, ink: Option<Ink>) -> String {
        let [single, several] = self.forms(topic.kind);
        let form = if count == 1 || several.is_empty() { single } else { several };
        let further = self.alternatives(topic, ink);
        let has_list = form.contains("{list}");
        let list = if has_list && !further.is_empty() { &further } else { &topic.list };
        let is_about_cells = matches!(topic.kind, Kind::RowIndexer | Kind::ColumnIndexer | Kind::BoxIndexer);
        let colour = match ink {
            Some(ink) => format!("{} ", self.colour(ink)),
            None if is_about_cells => format!("{} ", self.tinted()),
            None => String::new(),
        };
        let [n, m] = topic.numbers.map(|number| number.to_string());
        // The words come last, so that braces in a setter's name stay as they are.
        let form = self.with_articles(form, &colour);
        let sentence = form.replace("{ink} ", &colour).replace("{n}", &n).replace("{m}", &m).replace("{list}", list);
        if topic.is_negative() && !topic.list.is_empty() {
            let except = Topic::list(Kind::Except, topic.list.as_str());
            return format!("{sentence} {}", self.say(&except, 1, None));
        }
        if has_list || further.is_empty() { sentence } else { format!("{sentence} {further}") }
    }

    /// The sentence that lists the places of some rules, if there are any; a long list breaks off.
    #[must_use]
    pub fn here(self, places: &[String]) -> Option<String> {
        let mut list = String::new();
        for (number, place) in places.iter().enumerate() {
            if number > 0 && list.len() + place.len() > LONGEST_LIST {
                let _ = write!(list, "; … (+{})", places.len() - number);
                break;
            }
            list += if number > 0 { "; " } else { "" };
            list += place;
        }
        (!list.is_empty()).then(|| self.say(&Topic::list(Kind::Here, list), 1, None))
    }

    fn alternatives(self, topic: &Topic, ink: Option<Ink>) -> String {
        let mut told: Vec<String> = Vec::new();
        for topics in &topic.alternatives {
            let sentences: Vec<String> = topics.iter().map(|topic| self.say(topic, 1, ink)).collect();
            let sentences = sentences.join(" ");
            if !told.contains(&sentences) {
                told.push(sentences);
            }
        }
        told.join(" / ")
    }

    /// The sentence of a kind for a single mark and for several.
    fn forms(self, kind: Kind) -> [&'static str; 2] {
        match self {
            Self::English => english::forms(kind),
            Self::German => german::forms(kind),
        }
    }

    /// The sentence with articles that go with a colour: *an orange line*.
    fn with_articles(self, form: &str, colour: &str) -> String {
        match self {
            Self::English if colour.starts_with(['a', 'e', 'i', 'o', 'u']) => form.replace(" a {ink} ", " an {ink} "),
            Self::English | Self::German => form.to_owned(),
        }
    }

    /// The word for a cell of any colour, in place of the colour.
    fn tinted(self) -> &'static str {
        match self {
            Self::English => "tinted",
            Self::German => "getönten",
        }
    }

    /// The colour before the word for a line or a cell.
    fn colour(self, ink: Ink) -> &'static str {
        match self {
            Self::English => english::colour(ink),
            Self::German => german::colour(ink),
        }
    }
}

/// The number of things that rules mark.
#[must_use]
pub fn things(marks: &[Vec<Mark>]) -> usize {
    marks.iter().map(|marks| topic::things(marks)).sum()
}

/// The colour of the first line or cell among some marks.
#[must_use]
pub fn ink_of<'a>(marks: impl IntoIterator<Item = &'a Mark>) -> Option<Ink> {
    marks.into_iter().find_map(|mark| match mark {
        Mark::Line { width: LineWidth::Medium, ink, .. } | Mark::Shade { form: ShadeForm::Cell, ink, .. } => Some(*ink),
        _ => None,
    })
}
