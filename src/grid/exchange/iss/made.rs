//! Parts that say what is in cells, and those that setters make up: tables of pairs, patterns, state machines, alternatives.

use crate::geometry::Cell;
use crate::grid::exchange::draft::{except, line_of};
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::iss::items::Item;
use crate::grid::exchange::iss::reader::Reader;
use crate::grid::exchange::iss::{base64, machine};

/// So many alternatives are read at most.
const MOST_ALTERNATIVES: usize = 1000;

impl Reader {
    /// `1_2_2`: the values, each as often as it is there at least.
    pub(super) fn contains(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let values: Vec<String> = numbers(item, item.arg(0))?.iter().map(ToString::to_string).collect();
        Ok(vec![format!("{keyword} {}{}", values.join(","), line_of(&self.cells_behind(item, 1)?))])
    }

    /// `1_2_2`: the values, each just as often as it is there.
    pub(super) fn exactly(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let mut counts: Vec<(usize, i64)> = Vec::new();
        for value in numbers(item, item.arg(0))? {
            match counts.iter_mut().find(|(_, known)| *known == value) {
                Some((count, _)) => *count += 1,
                None => counts.push((1, value)),
            }
        }
        self.counts(item, keyword, &counts)
    }

    /// `1223`: one 2 and two 3s.
    pub(super) fn look_and_say(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let digits: Option<Vec<u32>> = item.arg(0).chars().map(|c| c.to_digit(10)).collect();
        let digits = digits.filter(|digits| !digits.is_empty() && digits.len().is_multiple_of(2));
        let digits = digits.ok_or_else(|| item.expected("pairs of a number and a digit", item.arg(0)))?;
        let counts: Vec<(usize, i64)> = digits.chunks(2).map(|pair| (pair[0] as usize, pair[1].into())).collect();
        self.counts(item, keyword, &counts)
    }

    fn counts(&self, item: &Item, keyword: &str, counts: &[(usize, i64)]) -> Result<Vec<String>, ExchangeError> {
        let words: Vec<String> = counts.iter().map(|(count, value)| format!("{count}*{value}")).collect();
        Ok(vec![format!("{keyword} {}{}", words.join(","), line_of(&self.cells_behind(item, 1)?))])
    }

    /// The number of sets, and their cells one set behind the other.
    pub(super) fn same_values(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let cells = self.cells_behind(item, 1)?;
        let sets = usize::try_from(item.number(item.arg(0))?).ok();
        let sets = sets.filter(|&sets| sets > 0 && !cells.is_empty() && cells.len().is_multiple_of(sets));
        let sets = sets.ok_or_else(|| item.expected("a number of sets that are equally large", item.arg(0)))?;
        let groups: Vec<String> = cells.chunks(cells.len() / sets).map(line_of).collect();
        Ok(vec![format!("{keyword}{}", groups.join(" :"))])
    }

    pub(super) fn indexing(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let which = match item.arg(0) {
            "R" => "row",
            "C" => "column",
            other => return Err(item.expected("R or C", other)),
        };
        Ok(vec![format!("{which}{keyword}{}", line_of(&self.cells_behind(item, 1)?))])
    }

    pub(super) fn value_indexing(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let cells = self.cells_behind(item, 0)?;
        match cells.split_at_checked(2) {
            Some(([first, second], rest)) => Ok(vec![format!("{keyword} {first} : {second} :{}", line_of(rest))]),
            _ => Err(item.expected("3 cells or more", "")),
        }
    }

    /// What pairs without a mark are not.
    pub(super) fn negatives(&self, item: &Item, kinds: &str) -> Result<Vec<String>, ExchangeError> {
        let counts: [&str; 2] = if item.kind == "StrictXV" { ["X", "V"] } else { ["WhiteDot", "BlackDot"] };
        if let Some(open) = self.open_marks.iter().find(|kind| counts.contains(kind)) {
            return Err(item.error(ExchangeProblem::NoRule(format!("{} with {open} inside of Or", item.kind))));
        }
        let marked = self.marks.iter().filter(|(kind, _)| counts.contains(kind));
        let except = except(marked.map(|&(_, pair)| pair));
        Ok(kinds.split(',').map(|kind| format!("negative {kind}{except}")).collect())
    }

    /// Ranks that are clues have no equal; others may have one.
    pub(super) fn ties(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        match item.arg(0) {
            "only-unclued" => Ok(Vec::new()),
            "any" if !self.has_ranks => Ok(Vec::new()),
            "any" | "none" => {
                Err(item.error(ExchangeProblem::NoRule(format!("{keyword} with the ties {:?}", item.arg(0)))))
            }
            other => Err(item.expected("none, only-unclued or any", other)),
        }
    }

    /// Groups of cells, which may have names.
    fn named_groups(&self, item: &Item) -> Result<Vec<Vec<Cell>>, ExchangeError> {
        let groups = item.args.get(1..).unwrap_or_default().split(|arg| arg.is_empty() || arg.starts_with('_'));
        groups.filter(|group| !group.is_empty()).map(|group| self.cells(item, group)).collect()
    }

    /// A bit for each pair of digits, the first of the first six lowest.
    pub(super) fn pairs(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        // The older types have the last two characters the other way round.
        let swap = |c: char| match c {
            '-' => '_',
            '_' => '-',
            c => c,
        };
        let key: String = match item.kind.as_str() {
            "Binary" | "BinaryX" => item.arg(0).chars().map(swap).collect(),
            _ => item.arg(0).to_owned(),
        };
        let bits = base64::six_bits(&key).ok_or_else(|| item.expected("a table of pairs", item.arg(0)))?;
        let is_set = |at: usize| bits.get(at / 6).is_some_and(|six| six >> (at % 6) & 1 == 1);
        let digits: Vec<usize> = self.draft.digits.clone().collect();
        let mut pairs = Vec::new();
        for (row, a) in digits.iter().enumerate() {
            for (column, b) in digits.iter().enumerate() {
                if is_set(row * digits.len() + column) {
                    pairs.push(format!("{a}-{b}"));
                }
            }
        }
        if pairs.is_empty() {
            return Err(item.expected("a table with some pair", item.arg(0)));
        }
        let groups = self.named_groups(item)?;
        let groups = groups.iter().filter(|cells| cells.len() > 1);
        Ok(groups.map(|cells| format!("{keyword} {} :{}", pairs.join(","), line_of(cells))).collect())
    }

    /// A pattern in base64.
    pub(super) fn regex(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let pattern = base64::bytes(item.arg(0)).and_then(|bytes| String::from_utf8(bytes).ok());
        let pattern = pattern.ok_or_else(|| item.expected("a pattern in base64", item.arg(0)))?;
        let pattern: String = pattern.chars().filter(|c| !c.is_whitespace()).collect();
        let groups = self.groups(item, item.args.get(1..).unwrap_or_default())?;
        Ok(groups.iter().map(|cells| format!("{keyword} {pattern} :{}", line_of(cells))).collect())
    }

    pub(super) fn machine(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        if item.args.iter().any(|arg| arg == "-") {
            return Err(item.error(ExchangeProblem::NoRule("a state machine over segments".to_owned())));
        }
        let first = u32::try_from(*self.draft.digits.start()).unwrap_or(1);
        let words = machine::words(item.arg(0), first);
        let words = words.ok_or_else(|| item.expected("a state machine in base64", item.arg(0)))?;
        let groups = self.named_groups(item)?;
        let is_twice = |cells: &Vec<Cell>| cells.iter().enumerate().any(|(at, cell)| cells[..at].contains(cell));
        if groups.iter().any(is_twice) {
            return Err(item.error(ExchangeProblem::NoRule("a state machine that reads a cell twice".to_owned())));
        }
        Ok(groups.iter().map(|cells| format!("{keyword} {words} :{}", line_of(cells))).collect())
    }

    /// Each part that it holds is an alternative.
    pub(super) fn any(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let alternatives = self.alternatives(item)?;
        if alternatives.iter().any(Vec::is_empty) {
            // One that says nothing always holds.
            return Ok(Vec::new());
        }
        let alternatives: Vec<String> = alternatives.iter().map(|lines| lines.join(" & ")).collect();
        match alternatives.len() {
            0 => Err(item.expected("an alternative", "")),
            _ => Ok(vec![format!("{keyword} {}", alternatives.join(" | "))]),
        }
    }

    /// The lines of which all hold in one of several ways: alternatives in alternatives are multiplied out.
    fn alternatives(&self, item: &Item) -> Result<Vec<Vec<String>>, ExchangeError> {
        let mut found: Vec<Vec<String>>;
        match item.kind.as_str() {
            "Or" => {
                found = Vec::new();
                for inner in &item.inner {
                    found.extend(self.alternatives(inner)?);
                }
            }
            "And" => {
                found = vec![Vec::new()];
                for inner in &item.inner {
                    let next = self.alternatives(inner)?;
                    if found.len() * next.len() > MOST_ALTERNATIVES {
                        found.clear();
                        break;
                    }
                    let both =
                        |one: &Vec<String>| next.iter().map(|other| [&one[..], other].concat()).collect::<Vec<_>>();
                    found = found.iter().flat_map(both).collect();
                }
            }
            _ => found = vec![self.lines(item)?],
        }
        if found.is_empty() || found.len() > MOST_ALTERNATIVES {
            return Err(item.expected(&format!("1 to {MOST_ALTERNATIVES} alternatives"), ""));
        }
        Ok(found)
    }
}

fn numbers(item: &Item, text: &str) -> Result<Vec<i64>, ExchangeError> {
    text.split('_').map(|value| item.number(value)).collect()
}
