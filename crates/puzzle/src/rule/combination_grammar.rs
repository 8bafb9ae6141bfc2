//! The grammar of combinations: `anyof list`, `allof list`, `not item`, `someof 2 list`, such as
//! `anyof less r1c1 r1c2 | killer 5 r1c1 r1c2 & not odd r1c1`.

use crate::rule::any::{Combination, Rule};
use crate::rule::combination::Quantity;
use crate::rule::error::ParseRuleError;
use crate::rule::words::Words;

/// Reads what is behind the first word.
pub(super) fn read(quantity: Quantity, words: &mut Words<'_>) -> Result<Combination, ParseRuleError> {
    words.enter()?;
    let read = read_inside(quantity, words)?;
    words.leave();
    Ok(read)
}

fn read_inside(quantity: Quantity, words: &mut Words<'_>) -> Result<Combination, ParseRuleError> {
    match quantity {
        Quantity::AnyOf => Ok(Combination::any_of(list(words, false)?)),
        Quantity::AllOf => match &mut list(words, false)?[..] {
            [rules] => Ok(Combination::all_of(std::mem::take(rules))),
            _ => Err(Words::unlike("& between the rules of allof", Some("|"))),
        },
        // `not item`
        Quantity::Not => Ok(Combination { least: 0, most: 0, alternatives: item(words, false)? }),
        Quantity::SomeOf => {
            let at = words.at_next();
            let count = words.word("how many: 2, 1..3, <3 or >1", how_many)?;
            let alternatives = list(words, false)?;
            let (least, most) = (count.0, count.1.unwrap_or(alternatives.len()));
            let read = Combination { least, most, alternatives };
            read.check_count().inspect_err(|_| words.point_at(at))?;
            Ok(read)
        }
    }
}

/// How many, at least and at most.
fn how_many(word: &str) -> Option<(usize, Option<usize>)> {
    let number = |word: &str| word.parse::<u16>().ok().map(usize::from);
    if let Some(most) = word.strip_prefix('<') {
        return Some((0, Some(number(most)?.checked_sub(1)?)));
    }
    if let Some(least) = word.strip_prefix('>') {
        return Some((number(least)? + 1, None));
    }
    let (least, most) = word.split_once("..").unwrap_or((word, word));
    Some((number(least)?, Some(number(most)?)))
}

/// `list := together { "|" together }`, where a list in parentheses is the list itself. `may_combine` says whether the first rule
/// may be a combination without parentheses of its own.
fn list(words: &mut Words<'_>, may_combine: bool) -> Result<Vec<Vec<Rule>>, ParseRuleError> {
    let first = item(words, may_combine)?;
    if first.len() > 1 && !matches!(words.peek(), Some("&" | "|")) {
        return Ok(first);
    }
    let mut alternatives = vec![together(words, first)?];
    while words.skip("|") {
        let first = item(words, false)?;
        alternatives.push(together(words, first)?);
    }
    Ok(alternatives)
}

/// `together := item { "&" item }`: rules that hold together, behind the first item.
fn together(words: &mut Words<'_>, first: Vec<Vec<Rule>>) -> Result<Vec<Rule>, ParseRuleError> {
    let (mut rules, mut of_item) = (Vec::new(), first);
    loop {
        if of_item.len() > 1 {
            rules.push(Combination::any_of(of_item).into());
        } else {
            rules.extend(of_item.into_iter().flatten());
        }
        if !words.skip("&") {
            return Ok(rules);
        }
        of_item = item(words, false)?;
    }
}

/// `item := rule | "(" list ")"`. A combination within another needs parentheses, since a bar behind it could belong to either.
fn item(words: &mut Words<'_>, may_combine: bool) -> Result<Vec<Vec<Rule>>, ParseRuleError> {
    if words.skip_parenthesis('(') {
        words.enter()?;
        let inner = list(words, true)?;
        if !words.skip_parenthesis(')') {
            words.word("the end of the parentheses: )", |_| None::<()>)?;
        }
        words.leave();
        return Ok(inner);
    }
    let at = words.at_next();
    let rule = Rule::read(words)?;
    let refused = match &rule {
        Rule::Combination(inner) if !may_combine && inner.quantity() != Quantity::Not => {
            Some(("( before a combination within another", inner.quantity().word()))
        }
        rule => rule.brings_cells().map(|word| ("a rule, and no cells", word)),
    };
    match refused {
        Some((expected, found)) => {
            words.point_at(at);
            Err(Words::unlike(expected, Some(found)))
        }
        None => Ok(vec![vec![rule]]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_read_and_written() {
        for line in [
            "anyof odd r1c1",
            "not odd r1c1",
            "not not odd r1c1",
            "not ( odd r1c1 & odd r1c2 )",
            "not ( odd r1c1 | odd r1c2 )",
            "not ( anyof odd r1c1 | odd r1c2 )",
            "allof odd r1c1 & odd r1c2",
            "anyof not odd r1c1 | not ( odd r1c2 & less r1c1 r1c2 ) & odd r1c3",
            "anyof ( allof odd r1c1 & odd r1c2 ) | odd r1c3",
            "someof 2 odd r1c1 | odd r1c2 & odd r1c3 | killer 5 r1c1 r1c2",
            "someof 1..2 odd r1c1 | odd r1c2 | odd r1c3",
            "someof >1 odd r1c1 | odd r1c2 | odd r1c3",
            "someof <3 odd r1c1 | odd r1c2 | odd r1c3",
            "someof 0..0 odd r1c1",
            "anyof ( someof 1 odd r1c1 | odd r1c2 ) & odd r1c4 | odd r1c3",
        ] {
            let expected = if line == "someof 0..0 odd r1c1" { "not odd r1c1" } else { line };
            assert_eq!(line.parse::<Rule>().map(|rule| rule.to_string()).as_deref(), Ok(expected), "{line}");
        }
        for (line, expected) in [
            ("anyof ( odd r1c1 & odd r1c2 ) | odd r1c3", "anyof odd r1c1 & odd r1c2 | odd r1c3"),
            ("anyof odd r1c1 & ( odd r1c2 | odd r1c3 )", "anyof odd r1c1 & ( anyof odd r1c2 | odd r1c3 )"),
            ("someof 1 ( odd r1c1 | odd r1c2 )", "someof 1 odd r1c1 | odd r1c2"),
            ("someof 1 ( ( odd r1c1 | odd r1c2 ) )", "someof 1 odd r1c1 | odd r1c2"),
            ("someof <2 ( odd r1c1 | odd r1c2 | odd r1c3 )", "someof <2 odd r1c1 | odd r1c2 | odd r1c3"),
            ("anyof ( odd r1c1 | odd r1c2 & odd r1c3 )", "anyof odd r1c1 | odd r1c2 & odd r1c3"),
            ("someof 1 ( anyof odd r1c1 | odd r1c2 ) | odd r1c3", "someof 1 ( anyof odd r1c1 | odd r1c2 ) | odd r1c3"),
            ("someof 1 ( odd r1c1 | odd r1c2 ) | odd r1c3", "someof 1 ( anyof odd r1c1 | odd r1c2 ) | odd r1c3"),
            ("allof ( odd r1c1 & odd r1c2 )", "allof odd r1c1 & odd r1c2"),
            ("allof ( odd r1c1 | odd r1c2 )", "expected & between the rules of allof, found \"|\""),
            ("not (odd r1c1 & odd r1c2)", "not ( odd r1c1 & odd r1c2 )"),
            ("not (not (odd r1c1,r1c2 | Anti Knight))", "not not ( odd r1c1 r1c2 | antiknight )"),
            ("anyof (relation (a+b)*c=6 : r1c1 r1c2 r1c3)", "anyof relation (a+b)*c=6 : r1c1 r1c2 r1c3"),
            ("odd r1c1)", "expected the end of the line, found \")\""),
            ("Some Of 1 odd r1c1 | odd r1c2 # one", "someof 1 odd r1c1 | odd r1c2"),
            ("someof 3..3 odd r1c1 | odd r1c2 | odd r1c3", "allof odd r1c1 & odd r1c2 & odd r1c3"),
            ("someof 1..9 odd r1c1", "expected a number from 1 to 1, found 9"),
            ("not odd r1c1 & odd r1c2", "expected the end of the line, found \"&\""),
            ("allof odd r1c1 | odd r1c2", "expected & between the rules of allof, found \"|\""),
            ("anyof anyof odd r1c1", "expected ( before a combination within another, found \"anyof\""),
            ("not ( odd r1c1", "expected the end of the parentheses: ), found nothing"),
            ("not chaos region", "expected a rule, and no cells, found \"chaos\""),
            ("someof 2 odd r1c1", "expected a number from 0 to 1, found 2"),
            ("someof odd r1c1", "expected how many: 2, 1..3, <3 or >1, found \"odd\""),
        ] {
            let read = line.parse::<Rule>().map_or_else(|error| error.to_string(), |rule| rule.to_string());
            assert_eq!(read, expected, "{line}");
        }
        let deep = format!("{}odd r1c1", "not ".repeat(40));
        assert!(deep.parse::<Rule>().unwrap_err().to_string().contains("at most 16"), "{deep}");
        let deep = format!("not {}odd r1c1{}", "( ".repeat(40), " )".repeat(40));
        assert!(deep.parse::<Rule>().unwrap_err().to_string().contains("at most 16"), "{deep}");
    }
}
