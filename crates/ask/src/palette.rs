//! What a palette shows: each rule that a puzzle may have, and how a hand puts it on a board.

use satdoku::Cell;
use satdoku::rule::{Rule, RuleForm};
use serde_json::{Value, json};

use crate::words::capital;

/// The rules, each with its keyword, title, further names, gesture, value, template, sentence and example.
///
/// | gesture | a person gives |
/// | --- | --- |
/// | `board` | nothing: the rule holds everywhere |
/// | `cell`, `edge` | one cell; two cells |
/// | `set`, `line` | cells; cells in an order |
/// | `groups` | several groups of cells |
/// | `outside` | a row or a column, and its side where the template has `{side}` |
/// | `text` | the line of the rule |
///
/// A rule's line is its `template` with `{value}`, `{cells}`, `{first}` and `{rest}` of the cells, `{line}` such as `row 3`, and
/// `{side}`: `left`, `right`, `top` or `bottom`. `value` is `none`, `number`, `optional` (a number that may be left out) or `text`;
/// `default` is a value to begin with.
pub(crate) fn palette() -> Value {
    let rules: Vec<Value> = Rule::FORMS.iter().map(rule).collect();
    let lines = Rule::BOARD_LINES.iter().map(|(line, sentence)| json!({ "line": line, "sentence": capital(sentence) }));
    json!({ "rules": rules, "board_lines": lines.collect::<Vec<_>>() })
}

fn rule(form: &RuleForm) -> Value {
    let hand = Hand::of(form.form);
    json!({
        "keyword": form.keyword(),
        "title": form.title,
        "aliases": form.aliases.iter().map(|(alias, line)| json!({ "name": alias, "line": line })).collect::<Vec<_>>(),
        "gesture": hand.gesture,
        "value": hand.value,
        "default": hand.default,
        "template": hand.template,
        "sentence": format!("{}.", capital(form.sentence)),
        "example": form.example,
    })
}

/// How a hand puts a rule on a board, by the form of the rule's line.
#[derive(Debug, PartialEq, Eq)]
struct Hand {
    gesture: &'static str,
    value: &'static str,
    default: String,
    template: String,
}

const SIDES: [&str; 4] = ["left", "right", "top", "bottom"];

impl Hand {
    fn of(form: &str) -> Self {
        let mut words = form.split(' ');
        let mut template = words.next().unwrap_or_default().to_owned();
        let (mut value, mut is_optional) = (Vec::new(), false);
        let (mut groups, mut has_line, mut is_mixed) = (vec![0], false, false);
        let (mut is_ordered, mut has_more) = (false, false);
        let cells_so_far = |groups: &[usize]| groups.iter().sum::<usize>();
        while let Some(word) = words.next() {
            let bare = word.trim_start_matches('[').trim_end_matches(']');
            match word {
                ":" if cells_so_far(&groups) > 0 => groups.push(0),
                ":" => value.push(":"),
                "…" => has_more = true,
                "row" | "column" => {
                    words.next();
                    has_line = true;
                    template.push_str(if value.is_empty() { " {line}" } else { " {value} {line}" });
                }
                side if SIDES.contains(&side) => template.push_str(" {side}"),
                _ if is_cell(word) => {
                    is_ordered |= has_more;
                    if let Some(count) = groups.last_mut() {
                        *count += 1;
                    }
                }
                _ if word.starts_with('[') && bare.parse::<u32>().is_ok() => {
                    is_optional = true;
                    value.push(bare);
                }
                // Further words in brackets are for people who write lines.
                _ if word.starts_with('[') => {
                    let mut last = word;
                    while !last.ends_with(']') {
                        let Some(next) = words.next() else { break };
                        last = next;
                    }
                }
                _ if cells_so_far(&groups) > 0 => is_mixed = true,
                _ => value.push(word),
            }
        }
        let has_colon = value.last() == Some(&":");
        value.retain(|word| *word != ":");
        let default = value.join(" ");
        let kind = match (&value[..], is_optional) {
            ([], _) => "none",
            (_, true) => "optional",
            ([one], _) if one.parse::<u32>().is_ok() => "number",
            _ => "text",
        };
        let count = cells_so_far(&groups);
        let (gesture, cells) = match &groups[..] {
            _ if is_mixed => ("text", ""),
            _ if has_line => ("outside", ""),
            [0] => ("board", ""),
            [1] if !has_more => ("cell", " {cells}"),
            [2] if !has_more => ("edge", " {cells}"),
            [1] if !is_ordered => ("set", " {cells}"),
            [_] => ("line", " {cells}"),
            [1, _] if has_more => ("line", " {first} : {rest}"),
            _ => ("groups", " {groups}"),
        };
        debug_assert!(count == 0 || gesture != "board");
        if gesture == "text" {
            return Self { gesture, value: "text", default: String::new(), template };
        }
        if !has_line && kind != "none" {
            template.push_str(" {value}");
        }
        if has_colon {
            template.push_str(" :");
        }
        template.push_str(cells);
        Self { gesture, value: kind, default, template }
    }
}

/// Whether a word of a line is a cell, perhaps with a factor. The name of a number may be a value, such as a total.
fn is_cell(word: &str) -> bool {
    let cell = word.rsplit('*').next().and_then(|word| word.parse::<Cell>().ok());
    cell.is_some_and(|cell| !cell.is_number())
}

/// The value in a rule's line: the words between its keyword and its cells.
pub(crate) fn value_of(line: &str) -> Option<String> {
    let words = line.split(' ').skip(1);
    let value: Vec<&str> =
        words.take_while(|word| !matches!(*word, "row" | "column" | ":") && !is_cell(word)).collect();
    (!value.is_empty()).then(|| value.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_write_lines_of_their_rules() {
        let cells: Vec<String> = (1..=5).map(|column| format!("r1c{column}")).collect();
        for form in Rule::FORMS {
            let hand = Hand::of(form.form);
            let count = match hand.gesture {
                "cell" => 1,
                "edge" => 2,
                _ => 5,
            };
            let groups = if form.keyword() == "copies" { "r1c1 r1c2 : r2c1 r2c2" } else { "r1c1 : r1c2 : r1c3" };
            let line = hand
                .template
                .replace("{value}", &hand.default)
                .replace("{groups}", groups)
                .replace("{cells}", &cells[..count].join(" "))
                .replace("{first}", "r1c1")
                .replace("{rest}", "r1c2 r1c3")
                .replace("{line}", "row 3")
                .replace("{side}", "left");
            if hand.gesture == "text" {
                assert_eq!(line, form.keyword());
                continue;
            }
            let rule: Rule = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(rule.form().map(RuleForm::keyword), Some(form.keyword()), "{line}");
        }
    }

    #[test]
    fn forms_tell_the_gesture_and_the_value() {
        let of = |keyword: &str| {
            let hand = Hand::of(Rule::form_named(keyword).unwrap().form);
            (hand.gesture, hand.value, hand.default, hand.template)
        };
        let hand =
            |gesture, value, default: &str, template: &str| (gesture, value, default.to_owned(), template.to_owned());
        assert_eq!(of("killer"), hand("set", "optional", "15", "killer {value} {cells}"));
        assert_eq!(of("thermometer"), hand("line", "none", "", "thermometer {cells}"));
        assert_eq!(of("arrow"), hand("line", "none", "", "arrow {first} : {rest}"));
        assert_eq!(of("difference"), hand("edge", "number", "1", "difference {value} {cells}"));
        assert_eq!(of("allowed"), hand("cell", "text", "1,5,9", "allowed {value} {cells}"));
        assert_eq!(of("antiknight"), hand("board", "none", "", "antiknight"));
        assert_eq!(of("sandwich"), hand("outside", "number", "12", "sandwich {value} {line}"));
        assert_eq!(of("xsum"), hand("outside", "number", "20", "xsum {value} {line} {side}"));
        assert_eq!(of("copies"), hand("groups", "none", "", "copies {groups}"));
        assert_eq!(of("relation"), hand("line", "text", "abs(a-b)>=5", "relation {value} : {cells}"));
    }

    #[test]
    fn lines_tell_their_values() {
        let values =
            ["killer 15 r1c1 r1c2", "killer N r1c1", "antiknight", "sandwich 12 row 3", "relation a<b : r1c1 r1c2"];
        let found = values.map(|line| value_of(line).unwrap_or_default());
        assert_eq!(found, ["15", "N", "", "12", "a<b"]);
    }
}
