//! What rules mean: fillings of small boards that keep and break them, worked out by hand from the rules' words. Judges and what
//! engines get of a rule are held against these, and not against one another.

use std::collections::{BTreeMap, BTreeSet};

use satdoku::rule::RuleForm;
use satdoku::{Backend, Grid, Rule, Solver};

use crate::common::board;

const TABLE: &str = include_str!("../data/rules_mean.txt");

/// The lines without comments, and where they are.
fn lines() -> impl Iterator<Item = (usize, &'static str)> {
    let without_comment = |line: &'static str| line.split('#').next().unwrap().trim();
    (1..).zip(TABLE.lines().map(without_comment)).filter(|(_, line)| !line.is_empty())
}

/// The fillings by name, each with the word for its board.
fn fillings() -> BTreeMap<&'static str, (&'static str, Grid)> {
    let filling = |(number, line): (usize, &'static str)| {
        let mut words = line.strip_prefix("= ")?.split(' ');
        let (name, word) = (words.next()?, words.next()?);
        let values: Vec<u16> = words.flat_map(str::bytes).map(|byte| u16::from(byte - b'0')).collect();
        let filling = Grid::from_values(&board(word), &values).unwrap_or_else(|error| panic!("{number}: {error}"));
        assert!(filling.is_solved(), "{number}: {name} is no filling of {word}");
        Some((name, (word, filling)))
    };
    lines().filter_map(filling).collect()
}

/// A row of the table.
struct Row {
    number: usize,
    rule: Rule,
    keeps: Grid,
    breaks: Grid,
}

fn rows() -> Vec<Row> {
    let fillings = fillings();
    let row = |(number, line): (usize, &'static str)| {
        let fields: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let [word, rule @ .., keeps, breaks] = &fields[..] else { panic!("{number}: {line}") };
        let line = rule.join(" | ");
        let rule: Rule = line.parse().unwrap_or_else(|error| panic!("{number}: {error}: {line}"));
        let filling = |name: &str| {
            let (board, filling) = fillings.get(name).unwrap_or_else(|| panic!("{number}: no filling {name}"));
            assert_eq!(board, word, "{number}: {name}");
            filling.with_rule(rule.clone()).unwrap_or_else(|error| panic!("{number}: {error}"))
        };
        Row { number, keeps: filling(keeps), breaks: filling(breaks), rule }
    };
    lines().filter(|(_, line)| !line.starts_with("= ")).map(row).collect()
}

/// Holds all rows against whoever says whether a filling keeps its rule.
fn hold(who: &str, keeps_rule: impl Fn(&Row, &Grid) -> bool) {
    let mut wrong = Vec::new();
    for row in rows() {
        let Row { number, rule, keeps, breaks } = &row;
        for (filling, expected) in [(keeps, "kept"), (breaks, "broken")] {
            if keeps_rule(&row, filling) != (expected == "kept") {
                wrong.push(format!(
                    "line {number}: {rule}: {expected}, but not for {who}\n{:#}",
                    filling.without_rules()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn judges_tell_fillings_that_keep_a_rule_from_those_that_break_it() {
    hold("the judge", |row, filling| row.rule.as_constrain().breach(filling.geometry(), filling.digits()).is_none());
}

#[test]
fn engines_tell_fillings_that_keep_a_rule_from_those_that_break_it() {
    for solver in [Solver::Propagating, Solver::Sat(Backend::Cdcl)] {
        hold(&solver.to_string(), |row, filling| {
            let verdict = solver.solve(filling).unwrap_or_else(|error| panic!("line {}: {error}", row.number));
            verdict.is_satisfiable()
        });
    }
}

#[test]
fn every_rule_and_every_side_is_in_the_table() {
    let told: BTreeSet<&str> = rows().iter().filter_map(|row| Some(row.rule.form()?.keyword())).collect();
    // Cells beside the grid have values that a filling of a plain board lacks: see `helper_cells`, `chaos` and `shadings`.
    let brings_cells = |form: &&RuleForm| form.example.parse::<Rule>().unwrap().brings_cells().is_some();
    for form in Rule::FORMS.iter().filter(|form| !brings_cells(form)) {
        assert!(told.contains(form.keyword()), "{}", form.form);
    }
    let rules: Vec<String> = rows().iter().map(|row| row.rule.to_string()).collect();
    for keyword in ["xsum", "skyscraper", "hiddenskyscraper", "numberedroom", "fullrank"] {
        for side in ["left", "right", "top", "bottom"] {
            assert!(rules.iter().any(|rule| rule.starts_with(keyword) && rule.ends_with(side)), "{keyword} {side}");
        }
    }
}
