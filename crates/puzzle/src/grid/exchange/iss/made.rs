//! Parts on the contents of cells, and parts that setters define: tables of pairs, patterns, state machines, alternatives.

use crate::geometry::Cell;
use crate::grid::exchange::draft::except;
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::iss::base64;
use crate::grid::exchange::iss::items::{Item, name_of};
use crate::grid::exchange::iss::machine::{self, Machine};
use crate::grid::exchange::iss::reader::Reader;
use crate::grid::exchange::simplest::{MOST_ALTERNATIVES, multiplied};
use crate::rule::{
    Combination, Connected, Contains, EqualCells, Indexer, IndexerKind, Negative, PairKind, Pairwise, Regex, Rule,
    SameDigits, StateMachine, ValueIndexer,
};

/// The cells of a rule with a name.
#[derive(Default)]
struct Group {
    name: Option<String>,
    cells: Vec<Cell>,
    /// The number of cells before each break.
    breaks: Vec<usize>,
}

impl Reader {
    /// `1_2_2`: each value occurs at least as often as in the list.
    pub(super) fn contains(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        Ok(vec![Contains::at_least(numbers(item, item.arg(0))?, self.cells_behind(item, 1)?).into()])
    }

    /// `1_2_2`: each value occurs exactly as often as in the list.
    pub(super) fn exactly(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let contains = Contains::at_least(numbers(item, item.arg(0))?, self.cells_behind(item, 1)?);
        Ok(vec![Contains { is_exact: true, ..contains }.into()])
    }

    /// `1223`: one 2 and two 3s.
    pub(super) fn look_and_say(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let digits: Option<Vec<u32>> = item.arg(0).chars().map(|c| c.to_digit(10)).collect();
        let digits = digits.filter(|digits| !digits.is_empty() && digits.len().is_multiple_of(2));
        let digits = digits.ok_or_else(|| item.expected("pairs of a number and a digit", item.arg(0)))?;
        let counts = digits.chunks(2).map(|pair| (pair[0].into(), pair[1].into())).collect();
        Ok(vec![Contains { is_exact: true, counts, cells: self.cells_behind(item, 1)? }.into()])
    }

    /// The number of sets, followed by the cells of the sets.
    pub(super) fn same_values(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let cells = self.cells_behind(item, 1)?;
        let sets = usize::try_from(item.number(item.arg(0))?).ok();
        let sets = sets.filter(|&sets| sets > 0 && !cells.is_empty() && cells.len().is_multiple_of(sets));
        let sets = sets.ok_or_else(|| item.expected("a number of sets that are equally large", item.arg(0)))?;
        let groups = cells.chunks(cells.len() / sets).map(<[Cell]>::to_vec).collect();
        Ok(vec![SameDigits { groups }.into()])
    }

    pub(super) fn indexing(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let kind = match item.arg(0) {
            "R" => IndexerKind::Row,
            "C" => IndexerKind::Column,
            other => return Err(item.expected("R or C", other)),
        };
        let cells = self.cells_behind(item, 1)?;
        match cells.iter().find(|cell| !cell.is_in_grid()) {
            Some(_) => Err(item.error(ExchangeProblem::NoRule("Indexing with a cell outside of the grid".to_owned()))),
            None => Ok(vec![Indexer { kind, cells }.into()]),
        }
    }

    /// The prefix of a group, or nothing for the grid; the values; the number of cells, if it is told.
    pub(super) fn connected(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let layer = match item.arg(0) {
            "" => None,
            prefix => {
                let layer = self.sheets.layer(prefix);
                Some(layer.ok_or_else(|| item.expected("a group of cells in rows and columns, such as VS", prefix))?)
            }
        };
        let values = numbers(item, item.arg(1))?.into_iter().collect();
        let size = Some(item.arg(2)).filter(|size| !size.is_empty()).map(|size| item.number(size)).transpose()?;
        Ok(vec![Connected { layer, values, size }.into()])
    }

    /// The cell with the number, 1 if the first cell does not count, and arms of labels with a `-` between them; without arms the
    /// four that begin at the cell.
    pub(super) fn run_length(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let (total, is_beyond) = self.total_of_labels(item)?;
        let mut arms = self.groups(item, item.args.get(2..).unwrap_or_default())?;
        if arms.is_empty() {
            let arm = |(down, right): (isize, isize)| {
                let cells = std::iter::successors(Some(total), |&cell| self.sheets.grid().step(cell, down, right));
                cells.filter_map(|cell| self.sheets.label(cell)).collect()
            };
            arms = [(0, -1), (0, 1), (-1, 0), (1, 0)].map(arm).to_vec();
        }
        self.labels(item, arms.iter().flatten())?;
        Ok(vec![EqualCells { is_run: true, is_beyond, total, arms }.into()])
    }

    /// The cell with the number, 1 if the first label does not count, and labels; without labels that of the cell and those around.
    pub(super) fn same_count(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let (total, is_beyond) = self.total_of_labels(item)?;
        let mut cells = self.cells_behind(item, 2)?;
        if cells.is_empty() {
            let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
            let around = around.filter(|&step| step != (0, 0));
            let around = around.filter_map(|(down, right)| self.sheets.grid().step(total, down, right));
            cells = [total].into_iter().chain(around).filter_map(|cell| self.sheets.label(cell)).collect();
        }
        self.labels(item, &cells)?;
        Ok(vec![EqualCells { is_run: false, is_beyond, total, arms: vec![cells] }.into()])
    }

    /// The cell with a number of labels, and whether the first label does not count.
    fn total_of_labels(&self, item: &Item) -> Result<(Cell, bool), ExchangeError> {
        let total = self.cell(item, item.arg(0))?;
        if !total.is_in_grid() {
            return Err(item.expected("a cell of the grid", item.arg(0)));
        }
        match item.arg(1) {
            "" | "0" => Ok((total, false)),
            "1" => Ok((total, true)),
            other => Err(item.expected("0, or 1 for a number without the first cell", other)),
        }
    }

    /// Refuses cells that are no labels, and the lack of labels.
    fn labels<'a>(&self, item: &Item, cells: impl IntoIterator<Item = &'a Cell>) -> Result<(), ExchangeError> {
        let mut cells = cells.into_iter().peekable();
        if cells.peek().is_some() && cells.all(|&cell| self.sheets.is_label(cell)) {
            return Ok(());
        }
        Err(item.expected("labels of .ChaosConstruction, such as CC1", ""))
    }

    pub(super) fn value_indexing(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let cells = self.cells_behind(item, 0)?;
        match cells.split_first_chunk::<2>() {
            Some((&[value, index], cells)) => Ok(vec![ValueIndexer { value, index, cells: cells.to_vec() }.into()]),
            None => Err(item.expected("3 cells or more", "")),
        }
    }

    pub(super) fn strict_kropki(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        self.negatives(item, ["WhiteDot", "BlackDot"], [PairKind::Difference(1), PairKind::Ratio(2)])
    }

    pub(super) fn strict_xv(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        self.negatives(item, ["X", "V"], [PairKind::Sum(5), PairKind::Sum(10)])
    }

    /// The rules on pairs without marks of the given types.
    fn negatives(&self, item: &Item, marks: [&str; 2], kinds: [PairKind; 2]) -> Result<Vec<Rule>, ExchangeError> {
        if let Some(open) = self.open_marks.iter().find(|kind| marks.contains(kind)) {
            return Err(item.error(ExchangeProblem::NoRule(format!("{} with {open} inside of Or", item.kind))));
        }
        let marked = self.marks.iter().filter(|(kind, _)| marks.contains(kind));
        let except = except(marked.map(|&(_, pair)| pair));
        Ok(kinds.into_iter().map(|kind| Negative { kind, except: except.clone() }.into()).collect())
    }

    /// Groups of cells, each with the last name before it. Groups may have breaks.
    fn named_groups(&self, item: &Item, may_break: bool) -> Result<Vec<Group>, ExchangeError> {
        let mut groups = vec![Group::default()];
        let mut group = 0;
        for arg in item.args.get(1..).unwrap_or_default() {
            if let Some(name) =
                arg.strip_prefix('_').map(name_of).or_else(|| arg.is_empty().then(|| groups[group].name.clone()))
            {
                groups.push(Group { name, ..Group::default() });
                group += 1;
            } else if may_break && arg == "-" {
                let before = groups[group].cells.len();
                groups[group].breaks.push(before);
            } else {
                groups[group].cells.push(self.cell(item, arg)?);
            }
        }
        if groups.iter().any(|group| group.cells.is_empty() && !group.breaks.is_empty()) {
            return Err(item.expected("segments of which one has a cell", "-"));
        }
        groups.retain(|group| !group.cells.is_empty());
        Ok(groups)
    }

    /// A bit for each pair of digits, the first of the first six lowest.
    pub(super) fn pairs(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
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
        let digits: Vec<i64> = self.draft.digits.clone().map(|digit| i64::from(digit as u16)).collect();
        let at = |row: usize, column: usize| row * digits.len() + column;
        let of_row = |row: usize| {
            let columns = (0..digits.len()).filter(move |&column| is_set(at(row, column)));
            columns.map(|column| (digits[row], digits[column])).collect::<Vec<_>>()
        };
        let pairs: Vec<(i64, i64)> = (0..digits.len()).flat_map(of_row).collect();
        if pairs.is_empty() {
            return Err(item.expected("a table with some pair", item.arg(0)));
        }
        let is_all = item.kind.ends_with('X');
        let groups = self.named_groups(item, false)?.into_iter().filter(|group| group.cells.len() > 1);
        let rule =
            |Group { name, cells, .. }| Pairwise::of_pairs(pairs.iter().copied(), is_all, cells).with_name(name).into();
        Ok(groups.map(rule).collect())
    }

    /// A pattern in base64.
    pub(super) fn regex(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let pattern = base64::bytes(item.arg(0)).and_then(|bytes| String::from_utf8(bytes).ok());
        let pattern = pattern.ok_or_else(|| item.expected("a pattern in base64", item.arg(0)))?;
        let pattern: String = pattern.chars().filter(|c| !c.is_whitespace()).collect();
        let groups = self.groups(item, item.args.get(1..).unwrap_or_default())?;
        let rule = |cells| Regex { name: None, pattern: pattern.clone(), cells }.into();
        Ok(groups.into_iter().map(rule).collect())
    }

    /// A state machine, and the cells that it reads. A `-` between two cells is a break, which the machine reads as well.
    pub(super) fn machine(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let digits = &self.draft.digits;
        let (first, count) = (*digits.start() as u16, digits.clone().count() as u32);
        let machine = machine::read(item.arg(0), first.into(), count);
        let Machine { machine, has_break } =
            machine.ok_or_else(|| item.expected("a state machine in base64", item.arg(0)))?;
        let groups = self.named_groups(item, true)?;
        if !has_break && groups.iter().any(|group| !group.breaks.is_empty()) {
            return Err(item.expected("a state machine with a symbol for the break between segments", item.arg(0)));
        }
        let rule = |Group { name, cells, breaks }| StateMachine { name, cells, breaks, ..machine.clone() }.into();
        Ok(groups.into_iter().map(rule).collect())
    }

    /// Reads `.Or`: every nested part is an alternative.
    pub(super) fn any(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let alternatives = self.alternatives(item)?;
        if alternatives.iter().any(Vec::is_empty) {
            // An alternative without rules always holds.
            return Ok(Vec::new());
        }
        Ok(vec![Combination::any_of(alternatives).into()])
    }

    /// The alternatives of a part, each a list of rules that hold together. Nested alternatives are multiplied out unless there are too
    /// many.
    fn alternatives(&self, item: &Item) -> Result<Vec<Vec<Rule>>, ExchangeError> {
        let mut found: Vec<Vec<Rule>>;
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
                    found = multiplied(found, next);
                }
            }
            _ => found = vec![self.rules(item)?],
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
