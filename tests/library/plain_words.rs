//! Sentences name their subject: comments and documents hold no sentence that mostly points.
//!
//! A stand-in is a word in place of a noun, such as *what*, *it*, *one* or *none*. A sentence of which three words in ten are
//! stand-ins must be read twice, because the reader has to guess each referent.

use std::fs;
use std::path::{Path, PathBuf};

const STAND_INS: &[&str] = &[
    "what",
    "whatever",
    "who",
    "whoever",
    "whose",
    "which",
    "it",
    "its",
    "they",
    "them",
    "their",
    "those",
    "these",
    "one",
    "ones",
    "other",
    "others",
    "another",
    "such",
    "so",
    "there",
    "thing",
    "things",
    "something",
    "nothing",
    "all",
    "none",
    "each",
    "some",
    "any",
    "same",
    "rest",
    "here",
    "that",
    "this",
];

/// Shorter and longer sentences are not measured.
const WORDS: std::ops::RangeInclusive<usize> = 9..=70;

/// The shares of stand-ins, in percent: of all measured words, and of a sentence that points.
const MOST_OF_ALL: usize = 9;
const MOST_OF_SENTENCE: usize = 30;

/// All sources and documents, by their paths below the repository's root.
fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
    let mut files: Vec<PathBuf> = documents.map(PathBuf::from).to_vec();
    let mut folders: Vec<PathBuf> = ["src", "crates", "docs", "bindings", "cluster"].map(PathBuf::from).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder)).unwrap().map(Result::unwrap) {
            let path = folder.join(entry.file_name());
            let is_source = path.extension().is_some_and(|ending| ending == "rs" || ending == "md");
            let is_skipped = path.ends_with("target") || path.starts_with("crates") && path.ends_with("tests");
            if entry.file_type().unwrap().is_dir() && !is_skipped {
                folders.push(path);
            } else if is_source {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Runs of text: the blocks of comments of a source, or the paragraphs of a document, without their code.
fn runs(text: &str, is_source: bool) -> Vec<String> {
    let (mut runs, mut run, mut is_code) = (Vec::new(), String::new(), false);
    for line in text.lines() {
        let inner = if is_source { comment(line) } else { Some(line.trim()) };
        let is_fence = inner.is_some_and(|inner| inner.starts_with("```"));
        is_code ^= is_fence;
        let is_text = |inner: &&str| {
            let is_layout = inner.is_empty() || inner.starts_with(['|', '#', '<']);
            !is_code && !is_fence && (is_source || !is_layout)
        };
        let inner = inner.filter(is_text);
        let begins_item = !is_source && inner.is_some_and(|inner| inner.starts_with("* ") || inner.starts_with("- "));
        if inner.is_none() || begins_item {
            runs.push(std::mem::take(&mut run));
        }
        run.extend(inner.into_iter().flat_map(|inner| [inner, " "]));
    }
    runs.push(run);
    runs
}

/// The text of a line that is a comment.
fn comment(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix("//")?;
    let text = text.strip_prefix(['/', '!']).unwrap_or(text);
    Some(text.strip_prefix(' ').unwrap_or(text))
}

/// The sentences of a run: each ends with a mark that a blank and a beginning follow.
fn sentences(run: &str) -> Vec<String> {
    let words: Vec<&str> = run.split_whitespace().collect();
    let mut sentences = vec![String::new()];
    for (at, word) in words.iter().enumerate() {
        sentences.last_mut().unwrap().extend([word, " "]);
        let begins = |next: &&str| next.starts_with(|c: char| c.is_ascii_uppercase() || "`[*".contains(c));
        if word.ends_with(['.', '!', '?', ':', ';']) && words.get(at + 1).is_some_and(begins) {
            sentences.push(String::new());
        }
    }
    sentences
}

/// How many words of a sentence are stand-ins, and how many words there are.
fn measured(sentence: &str) -> (usize, usize) {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '\'';
    let words: Vec<String> =
        sentence.split(|c| !is_letter(c)).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let stand_ins = words.iter().filter(|word| STAND_INS.contains(&word.as_str())).count();
    (stand_ins, words.len())
}

#[test]
fn sentences_name_their_subject() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut stand_ins, mut words, mut found) = (0, 0, Vec::new());
    for path in files() {
        let text = fs::read_to_string(root.join(&path)).unwrap();
        let is_source = path.extension().is_some_and(|ending| ending == "rs");
        for sentence in runs(&text, is_source).iter().flat_map(|run| sentences(run)) {
            let (pointing, length) = measured(&sentence);
            if !WORDS.contains(&length) {
                continue;
            }
            (stand_ins, words) = (stand_ins + pointing, words + length);
            if 100 * pointing >= MOST_OF_SENTENCE * length {
                found.push(format!("{}: {sentence}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "name what these sentences speak of:\n{found:#?}");
    assert!(100 * stand_ins <= MOST_OF_ALL * words, "{stand_ins} of {words} words are stand-ins");
}

#[test]
fn a_sentence_that_points_is_found() {
    let text = "/// What it is that this one has is what all of those others have.\nfn f() {}\n// The solver reads each clause once.\n";
    let found: Vec<_> = runs(text, true).iter().flat_map(|run| sentences(run)).map(|it| measured(&it)).collect();
    assert!(found.contains(&(9, 14)), "{found:?}");
    assert!(found.contains(&(1, 6)), "{found:?}");
}
