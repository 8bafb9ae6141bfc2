//! Sentences of a puzzle in a language.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use crate::geometry::{Cell, Geometry};
use crate::rule::{Ink, LineWidth, Mark, Negative, Rule, ShadeForm, in_order};
use crate::sentences::heading::Heading;
use crate::sentences::kind::SentenceKind;
use crate::sentences::look::Looks;
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

#[cfg(feature = "serde")]
serialized_as_text!(Language);

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
    // A merged topic depends on the kinds of the others alone.
    let kinds: HashSet<SentenceKind> = topics.iter().map(|topic| topic.kind).collect();
    let has_signs = extremes_touch(board, rules);
    let merged = |topic: Topic| match topic.kind {
        SentenceKind::Minimum | SentenceKind::Maximum if has_signs => Topic::plain(SentenceKind::Less),
        _ => topic.merged(&kinds),
    };
    topics.into_iter().map(merged).collect()
}

/// Whether cells of two rules on minima and maxima lie side by side. Then *unshaded cell* says too little of them, and the signs of
/// inequality between the cells tell these rules.
fn extremes_touch(board: &Geometry, rules: &[Rule]) -> bool {
    let extremes = || rules.iter().filter_map(|rule| if let Rule::Extremum(of) = rule { Some(of) } else { None });
    let shaded: HashSet<Cell> = extremes().flat_map(|of| &of.cells).copied().collect();
    extremes().any(|of| of.pairs(board).iter().any(|[_, other]| shaded.contains(other)))
}

/// The longest list of places in a sentence, in bytes.
const LONGEST_LIST: usize = 480;

impl Language {
    /// The rules of a puzzle in sentences, each topic once, in the order of the rules. Lines and cells are named by their colours;
    /// where marks do not tell which cells belong together, the cells are listed.
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
        let marks: Vec<Vec<Mark>> = rules.iter().map(|rule| rule.marks_on(board)).collect();
        let looks = Looks::of(topics.iter().zip(marks.iter().map(Vec::as_slice)), []);
        let sentence = |(topic, numbers): (&Topic, Vec<usize>)| {
            let of_topic: Vec<&[Mark]> = numbers.iter().map(|&number| marks[number].as_slice()).collect();
            let mut text = self.say(topic, things(&of_topic), ink_of(of_topic.iter().copied().flatten()));
            let is_listed =
                |&&number: &&usize| is_told_by_cells(&rules[number], board) || looks.are_unclear(topic, &marks[number]);
            let listed: Vec<String> = numbers.iter().filter(is_listed).map(|&number| place(&rules[number])).collect();
            if let Some(listed) = self.here(&listed) {
                text.push(' ');
                text += &listed;
            }
            Sentence { text, rules: numbers }
        };
        by_topic(&topics).into_iter().map(sentence).collect()
    }

    /// The sentence of a topic about `count` marks of a colour; without a colour the sentence names none.
    #[must_use]
    pub fn say(self, topic: &Topic, count: usize, ink: Option<Ink>) -> String {
        let [single, several] = self.forms(topic.kind);
        let count = topic.conditions().unwrap_or(count);
        let form = if count == 1 || several.is_empty() { single } else { several };
        let alternatives = self.alternatives(topic, ink);
        let list = if alternatives.is_empty() { &topic.list } else { &alternatives };
        let is_about_cells =
            matches!(topic.kind, SentenceKind::RowIndexer | SentenceKind::ColumnIndexer | SentenceKind::BoxIndexer);
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
            let except = Topic::list(SentenceKind::Except, topic.list.as_str());
            return format!("{sentence} {}", self.say(&except, 1, None));
        }
        topic.further.iter().fold(sentence, |text, further| format!("{text} {}", self.say(further, 1, ink)))
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
        (!list.is_empty()).then(|| self.say(&Topic::list(SentenceKind::Here, list), 1, None))
    }

    fn alternatives(self, topic: &Topic, ink: Option<Ink>) -> String {
        let mut listed: Vec<String> = Vec::new();
        for topics in &topic.alternatives {
            let sentences: Vec<String> = topics.iter().map(|topic| self.say(topic, 1, ink)).collect();
            let sentences = sentences.join(" ");
            // One of two equal alternatives is enough; where alternatives are counted, each has its place in the list.
            if topic.kind != SentenceKind::AnyOf || !listed.contains(&sentences) {
                listed.push(sentences);
            }
        }
        listed.join(if topic.kind == SentenceKind::AllOf { " " } else { " / " })
    }

    /// The words of a book.
    #[must_use]
    pub fn heading(self, heading: Heading) -> &'static str {
        match self {
            Self::English => english::heading(heading),
            Self::German => german::heading(heading),
        }
    }

    /// The language by its code, as HTML and PDF have it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// The sentence of a kind for a single mark and for several.
    fn forms(self, kind: SentenceKind) -> [&'static str; 2] {
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

/// The numbers of the rules of each topic, in the order of their first rules.
#[must_use]
pub fn by_topic(topics: &[Topic]) -> Vec<(&Topic, Vec<usize>)> {
    let mut places: HashMap<&Topic, usize> = HashMap::new();
    let mut found: Vec<(&Topic, Vec<usize>)> = Vec::new();
    for (number, topic) in topics.iter().enumerate() {
        let place = *places.entry(topic).or_insert(found.len());
        match found.get_mut(place) {
            Some((_, numbers)) => numbers.push(number),
            None => found.push((topic, vec![number])),
        }
    }
    found
}

/// The number of things that rules mark.
#[must_use]
pub fn things(marks: &[impl AsRef<[Mark]>]) -> usize {
    marks.iter().map(|marks| topic::things(marks.as_ref())).sum()
}

/// The colour of the first line or cell among some marks.
#[must_use]
pub fn ink_of<'a>(marks: impl IntoIterator<Item = &'a Mark>) -> Option<Ink> {
    marks.into_iter().find_map(|mark| match mark {
        Mark::Line { width: LineWidth::Medium, ink, .. } | Mark::Shade { form: ShadeForm::Cell, ink, .. } => Some(*ink),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The only sentence of a rule.
    fn sentence(language: Language, line: &str) -> String {
        let board = Geometry::boxes(3, 3).unwrap();
        let sentences = language.sentences(&board, &[line.parse().unwrap()]);
        assert_eq!(sentences.len(), 1, "{sentences:?}");
        sentences[0].text.clone()
    }

    #[test]
    fn combinations_name_their_alternatives_and_cells() {
        let cages = "killer 5 r1c1 r1c2 | killer 9 r2c1 r2c2";
        let one = sentence(Language::English, &format!("someof 1 {cages}"));
        assert!(one.starts_with("Of these 2 conditions, exactly 1 holds: "), "{one}");
        assert!(one.contains(" / ") && one.contains(cages), "{one}");
        assert!(sentence(Language::German, &format!("someof 1 {cages}")).contains("gilt genau 1: "));
        let two = sentence(Language::English, &format!("someof 2 {cages} | killer 7 r3c1 r3c2"));
        assert!(two.starts_with("Of these 3 conditions, exactly 2 hold: "), "{two}");
        let none = sentence(Language::English, &format!("not ( {cages} )"));
        assert!(none.starts_with("None of these is true: ") && none.contains(cages), "{none}");
        assert!(sentence(Language::German, &format!("not ( {cages} )")).starts_with("Nichts davon gilt: "));
        let not = sentence(Language::English, "not killer 5 r1c1 r1c2");
        assert!(not.starts_with("This is not true: ") && not.contains("killer 5 r1c1 r1c2"), "{not}");
        let all = sentence(Language::English, "allof killer 5 r1c1 r1c2 & less r2c1 r2c2");
        assert!(all.starts_with("All of these are true: ") && !all.contains(" / "), "{all}");
        assert!(all.contains("5 r1c1 r1c2 & less r2c1 r2c2"), "{all}");
        let clue = sentence(Language::English, "sandwich <9 row 1");
        assert!(
            clue.ends_with(". Where the clue is no number, it tells the range of the number; ? is any number."),
            "{clue}"
        );
        // Both alternatives mark the two cells.
        let any = sentence(Language::English, "anyof difference 1 r1c1 r1c2 | ratio 2 r1c1 r1c2");
        assert!(any.starts_with("At least one of these is true: "), "{any}");
    }
}
