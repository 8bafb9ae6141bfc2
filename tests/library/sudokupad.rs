//! Rules in puzzles for `SudokuPad`: drawn, told in words, and read back from the key of satdoku.

use std::collections::HashSet;
use std::sync::Arc;

use satdoku::grid::exchange::{Exchange, Notes, Reading, Writing, read, write};
use satdoku::rule::Mark;
use satdoku::sentences::{Language, SentenceKind, Topic};
use satdoku::{Geometry, Grid};
use serde_json::Value;

const DRAWN: [&str; 5] = ["cages", "lines", "arrows", "underlays", "overlays"];

fn puzzle(board: &str, lines: &[&str]) -> Grid {
    let grid = Grid::empty(&Arc::new(board.parse::<Geometry>().unwrap()));
    grid.with_rules(lines.iter().map(|line| line.parse().unwrap()).collect()).unwrap()
}

fn written(puzzle: &Grid, notes: &Notes, language: Language) -> Value {
    let writing = Writing::default().with_bare(true).with_language(language);
    let written = write(Exchange::SudokuPad, puzzle, notes, writing).unwrap();
    assert_eq!(written.left_out, []);
    serde_json::from_str(&written.text).unwrap()
}

fn back(json: &Value) -> Result<(Grid, Notes), String> {
    let read = read(Exchange::SudokuPad, &json.to_string(), &mut Reading::default());
    read.map(|read| (read.grid, read.notes)).map_err(|error| error.to_string())
}

/// The puzzle of a text whose key was taken out.
fn without_key(mut json: Value) -> Result<(Grid, Notes), String> {
    json.as_object_mut().unwrap().remove("satdoku");
    back(&json)
}

fn item_count(json: &Value) -> usize {
    DRAWN.iter().map(|list| json[*list].as_array().map_or(0, Vec::len)).sum()
}

#[test]
fn every_rule_is_drawn_or_told_and_comes_back() {
    for line in crate::rules::LINES {
        let puzzle = puzzle("2x2", &[line]);
        let json = written(&puzzle, &Notes::default(), Language::English);
        assert_eq!(back(&json), Ok((puzzle.clone(), Notes::default())), "{line}");
        let marks = puzzle.rules().as_slice()[0].as_constrain().marks(puzzle.geometry());
        let shown: HashSet<&Mark> = marks.iter().filter(|mark| !matches!(mark, Mark::Global(_))).collect();
        assert!(item_count(&json) >= shown.len(), "{line}: {json}");
        let words = json["metadata"]["rules"].as_str().unwrap();
        assert!(words.lines().count() >= 2 && !words.contains(['{', '}']), "{line}: {words}");
        // Cages and flags that SudokuPad knows are read without the key; a rule beyond them is missed.
        match without_key(json) {
            Ok((read, _)) => assert_eq!(read, puzzle, "{line}"),
            Err(error) => assert!(error.contains("in the key satdoku, found none"), "{line}: {error}"),
        }
    }
}

#[test]
fn rules_beside_the_grid_are_told_and_not_drawn() {
    let puzzle = puzzle("2x2", &["layer value 1..4", "whispers 2 value:r1c1 value:r1c2"]);
    let json = written(&puzzle, &Notes::default(), Language::English);
    assert_eq!(json["lines"], Value::Null, "{json}");
    assert!(!json["metadata"]["rules"].as_str().unwrap().contains("green"), "{json}");
    assert_eq!(back(&json).unwrap().0, puzzle);
    assert!(without_key(json).is_err());
}

#[test]
fn a_key_says_no_more_than_the_rest_of_the_text() {
    let puzzle = puzzle("2x2", &["whispers 2 r1c1 r1c2"]);
    let json = written(&puzzle, &Notes::default(), Language::English);
    let cage = serde_json::json!([{ "cells": [[0, 0], [0, 1]], "sum": 5, "unique": true, "rule": "whispers" }]);
    for (pointer, value) in [
        ("/satdoku/board", "64x64".into()),
        ("/satdoku/board", "3x3".into()),
        ("/satdoku/given", vec!["r1c1 1"].into()),
        ("/satdoku/rules", vec!["killer 5 r1c1 r1c2"].into()),
        ("/cages", cage),
    ] {
        let mut changed = json.clone();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        changed.pointer_mut(parent).unwrap()[key] = value;
        assert!(back(&changed).is_err(), "{pointer}: {changed}");
    }
}

#[test]
fn boards_come_back() {
    for board in ["3x3+diagonals", "windoku", "3x3+disjointgroups", "latin6", "6x8/8", "3x3+digits:0..8", "samurai"] {
        let puzzle = puzzle(board, &[]);
        let json = written(&puzzle, &Notes::default(), Language::English);
        assert_eq!(back(&json).unwrap().0, puzzle, "{}", puzzle.geometry());
        assert!(without_key(json).map_or(true, |(read, _)| read == puzzle), "{}", puzzle.geometry());
    }
}

#[test]
fn a_text_that_contradicts_its_key_is_refused() {
    let json = written(&puzzle("2x2", &["killer 5 r1c1 r1c2", "odd r4c4"]), &Notes::default(), Language::English);
    let with = |pointer: &str, value: Value| {
        let mut json = json.clone();
        *json.pointer_mut(pointer).unwrap() = value;
        back(&json)
    };
    let differs = "satdoku: expected the rules that the rest of the puzzle shows, found others";
    assert_eq!(with("/cages/0/sum", 6.into()).unwrap_err(), differs);
    assert_eq!(with("/satdoku/rules/0", "killer 6 r1c1 r1c2".into()).unwrap_err(), differs);
    assert_eq!(with("/cages", Value::Array(Vec::new())).unwrap_err(), differs);
    assert!(with("/satdoku/board", "latin4".into()).unwrap_err().contains("expected the board"));
    assert!(with("/satdoku/rules/1", "odd r4".into()).unwrap_err().starts_with("satdoku.rules[1]: expected the line"));
    assert!(with("/satdoku/rules/1", "odd r9c9".into()).unwrap_err().starts_with("satdoku.rules[1]"));
    // A drawing that is no mark stays a drawing.
    let (read, notes) = with("/underlays/0/rule", Value::Null).unwrap();
    assert_eq!((read.rules().as_slice().len(), notes.is_empty()), (2, false));
}

#[test]
fn words_are_the_setters_or_ours() {
    let whispers = puzzle("2x2", &["whispers 2 r1c1 r1c2", "whispers 2 r3c1 r3c2"]);
    let words = |notes: &Notes, language| {
        let json = written(&whispers, notes, language);
        assert_eq!(back(&json).unwrap().1, *notes);
        json["metadata"]["rules"].as_str().unwrap().to_owned()
    };
    let none = Notes::default();
    let english = "Normal Sudoku rules apply.\nNeighbouring digits along each green line differ by at least 2.";
    assert_eq!(words(&none, Language::English), english);
    let german = "Es gelten die normalen Sudoku-Regeln.\nAuf jeder grünen Linie unterscheiden sich benachbarte Ziffern um \
                  mindestens 2.";
    assert_eq!(words(&none, Language::German), german);
    let mut own = Notes::default();
    Notes::set(&mut own.rules, "Whisper!");
    Notes::set(&mut own.title, "T");
    assert_eq!(words(&own, Language::German), "Whisper!");
}

#[test]
fn rules_that_look_alike_are_told_by_their_cells() {
    let words = |lines: &[&str]| {
        let json = written(&puzzle("2x2", lines), &Notes::default(), Language::English);
        json["metadata"]["rules"].as_str().unwrap().to_owned()
    };
    // Each is a blue ring and a dotted cage.
    let [distinct, count] = ["countdistinct r4c4 : r1c1 r1c2 r1c3", "samecount r4c1 : r3c1 r3c2 r3c3"];
    for (lines, cells) in [(&[distinct][..], ["", ""]), (&[distinct, count], ["r1c1 r1c2 r1c3", "r3c1 r3c2 r3c3"])] {
        let told = words(lines);
        assert!(cells.iter().all(|cells| told.contains(cells)), "{told}");
        assert_eq!(told.contains("r1c1"), lines.len() > 1, "{told}");
    }
    // Which cages have equal sums.
    let [one, other] = ["equalsums r1c1 r1c2 : r2c1 r2c2", "equalsums r3c1 r3c2 : r4c1 r4c2"];
    assert!(!words(&[one]).contains("r1c1") && words(&[one, other]).contains("r3c1 r3c2 : r4c1 r4c2"));
}

#[test]
fn every_sentence_is_whole_in_every_language() {
    let topics = crate::rules::LINES.iter().flat_map(|line| {
        let puzzle = puzzle("2x2", &[line]);
        satdoku::sentences::topics(puzzle.geometry(), puzzle.rules().as_slice())
    });
    let board = [
        SentenceKind::Usual,
        SentenceKind::Digits,
        SentenceKind::Diagonal,
        SentenceKind::BothDiagonals,
        SentenceKind::DisjointGroups,
    ];
    let topics: HashSet<Topic> = topics.chain(board.map(Topic::plain)).collect();
    assert!(topics.len() > 60);
    for topic in &topics {
        let mut told = HashSet::new();
        for &language in Language::all() {
            for count in [1, 2] {
                let sentence = language.say(topic, count, None);
                let is_whole =
                    sentence.ends_with(['.', '“']) && !sentence.contains(['{', '}']) && !sentence.contains("  ");
                assert!(is_whole && sentence.len() > 3, "{topic:?}: {sentence}");
                told.insert((language, sentence));
            }
        }
        assert!(told.len() >= Language::all().len(), "{told:?}");
    }
}
