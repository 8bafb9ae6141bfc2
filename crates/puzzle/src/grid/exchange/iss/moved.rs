//! Parts with parts within: `.And`, and `.Replicate`, whose parts are moved.

use crate::grid::exchange::error::ExchangeError;
use crate::grid::exchange::iss::base64;
use crate::grid::exchange::iss::groups::Sheet;
use crate::grid::exchange::iss::items::Item;
use crate::grid::exchange::iss::reader::Reader;
use crate::rule::Rule;

/// The most rules that a part may expand to.
const MOST_RULES: usize = 100_000;

/// The most parts, arguments and places moved for one puzzle.
const MOST_MOVED: usize = 1_000_000;

/// A move within the grid or a group.
struct Step<'a> {
    sheet: Sheet<'a>,
    down: isize,
    right: isize,
}

/// Whether the first argument of a type is data in base64, which may look like a cell.
fn begins_with_data(kind: &str) -> bool {
    matches!(kind, "Regex" | "NFA" | "Pair" | "PairX" | "Binary" | "BinaryX" | "Replicate")
}

impl Reader {
    /// Reads `.And`: the rules of the nested parts.
    pub(super) fn all(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let mut rules = Vec::new();
        for inner in &item.inner {
            rules.extend(self.rules(inner)?);
            if rules.len() > MOST_RULES {
                return Err(item.expected(&format!("at most {MOST_RULES} rules"), ""));
            }
        }
        Ok(rules)
    }

    /// Reads `.Replicate`: a copy of the nested parts for each cell of a set, moved from an origin to the cell.
    pub(super) fn replicate(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let origin = if item.arg(1).is_empty() { "R1C1" } else { item.arg(1) };
        let origin = self.cell(item, origin)?;
        let sheet = self.sheets.of(origin);
        let from = sheet.index(origin);
        let (row, column) = sheet.row_and_column(from);
        let bits = base64::six_bits(item.arg(0)).ok_or_else(|| item.expected("a set of cells", item.arg(0)))?;
        let bits = bits.iter().flat_map(|&six| (0..6).map(move |bit| six >> bit & 1)).enumerate();
        let mut rules = Vec::new();
        for (at, _) in bits.filter(|&(_, bit)| bit == 1) {
            if from + at >= sheet.count {
                return Err(item.expected("a set of cells of the grid or of a group", item.arg(0)));
            }
            let target = sheet.row_and_column(from + at);
            let by = |to: usize, from: usize| to.cast_signed() - from.cast_signed();
            let step = Step { sheet, down: by(target.0, row), right: by(target.1, column) };
            self.count_moved(item, 1)?;
            for inner in &item.inner {
                rules.extend(self.rules(&self.moved(inner, &step)?)?);
            }
            if rules.len() > MOST_RULES {
                return Err(item.expected(&format!("at most {MOST_RULES} rules"), ""));
            }
        }
        Ok(rules)
    }

    fn count_moved(&self, item: &Item, more: usize) -> Result<(), ExchangeError> {
        self.moved.set(self.moved.get() + more);
        if self.moved.get() > MOST_MOVED {
            return Err(item.expected(&format!("at most {MOST_MOVED} moved parts and places"), "more"));
        }
        Ok(())
    }

    /// A part with its cells moved.
    fn moved(&self, item: &Item, step: &Step<'_>) -> Result<Item, ExchangeError> {
        let data = usize::from(begins_with_data(&item.kind));
        let move_one = |(at, arg): (usize, &String)| {
            // Clues have digits behind the cell.
            let (name, digits) = arg.split_at(arg.find('_').unwrap_or(arg.len()));
            let Some(cell) = self.sheets.cell(name).filter(|_| at >= data) else { return Ok(arg.clone()) };
            let moved = Some(cell).filter(|&cell| self.sheets.of(cell).is(step.sheet));
            let moved = moved.and_then(|cell| step.sheet.step(cell, step.down, step.right));
            let moved = moved.ok_or_else(|| item.expected("cells that stay in the grid or the group", arg))?;
            Ok(format!("{}{digits}", step.sheet.name(moved)))
        };
        self.count_moved(item, 1 + item.args.len())?;
        let args = item.args.iter().enumerate().map(move_one).collect::<Result<_, _>>()?;
        let inner = item.inner.iter().map(|inner| self.moved(inner, step)).collect::<Result<_, _>>()?;
        Ok(Item { at: item.at, kind: item.kind.clone(), args, inner })
    }
}
