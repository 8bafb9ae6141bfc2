//! The parts of a string, as lines of rules.

use std::fmt::Write;

use crate::geometry::Cell;
use crate::grid::exchange::draft::{Draft, line_of};
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::iss::base64;
use crate::grid::exchange::iss::items::{Item, diagonal_from, name, place};

/// A part may stand for so many rules at most.
const MOST_LINES: usize = 100_000;

/// So many parts, arguments and places are moved for one puzzle at most.
const MOST_MOVED: usize = 1_000_000;

/// Makes the lines of a part; the text is the keyword of the rule.
pub(super) type Read = fn(&Reader, &Item, &str) -> Result<Vec<String>, ExchangeError>;

/// How a part is read.
#[derive(Clone, Copy)]
pub(super) enum How {
    /// It was read with the board, or says nothing to a solver.
    Board,
    /// The type says it whole.
    Flag(&'static str),
    /// A keyword and cells.
    Cells(&'static str),
    /// A keyword and cells, each once.
    Set(&'static str),
    /// A keyword, a number and cells; the number may be left out where one is meant then.
    Number(&'static str, Option<i64>),
    /// A rule for each two cells that are side by side, the first named first.
    Pairs(&'static str),
    /// A clue at each end of a row or a column.
    Ends(&'static str),
    /// A function makes the lines.
    Own(Read, &'static str),
}

/// A draft that the parts of a string are read into, with what they need to know of one another.
pub(super) struct Reader {
    pub(super) draft: Draft,
    /// How a part of a type is read.
    pub(super) how: fn(&str) -> Option<How>,
    /// The types and pairs of the marks between cells.
    pub(super) marks: Vec<(&'static str, [Cell; 2])>,
    /// The types of the marks that stand in an `.Or`, so that pairs may have them or not.
    pub(super) open_marks: Vec<&'static str>,
    /// Whether there are ranks.
    pub(super) has_ranks: bool,
    /// How much was moved so far: what stands in several parts that move it is moved many times, though no rule comes of it.
    pub(super) moved: std::cell::Cell<usize>,
}

impl Reader {
    /// The lines of a part.
    pub(super) fn lines(&self, item: &Item) -> Result<Vec<String>, ExchangeError> {
        let Some(how) = (self.how)(&item.kind) else {
            return Err(item.error(ExchangeProblem::NoRule(item.kind.clone())));
        };
        Ok(match how {
            // Those of the board were read with it; in other parts they stand for no rule.
            How::Board => {
                return Err(item.error(ExchangeProblem::NoRule(format!("{} inside of another part", item.kind))));
            }
            How::Flag(line) => vec![line.to_owned()],
            How::Cells(keyword) => vec![format!("{keyword}{}", line_of(&self.cells(item, &item.args)?))],
            How::Set(keyword) => {
                let mut cells = self.cells(item, &item.args)?;
                let mut seen = std::collections::HashSet::new();
                cells.retain(|&cell| seen.insert(cell));
                vec![format!("{keyword}{}", line_of(&cells))]
            }
            How::Number(keyword, usual) => {
                let usual = usual.filter(|_| place(item.arg(0)).is_some());
                let (number, rest) = match usual {
                    Some(usual) => (usual, &item.args[..]),
                    None => (item.number(item.arg(0))?, item.args.get(1..).unwrap_or_default()),
                };
                vec![format!("{keyword} {number}{}", line_of(&self.cells(item, rest)?))]
            }
            How::Pairs(words) => {
                let pairs = self.adjacent(item)?;
                pairs.into_iter().map(|pair| format!("{words}{}", line_of(&pair))).collect()
            }
            How::Ends(keyword) => self.ends(item, keyword)?,
            How::Own(read, keyword) => read(self, item, keyword)?,
        })
    }

    fn cell(&self, item: &Item, text: &str) -> Result<Cell, ExchangeError> {
        let is_variable =
            text.starts_with(|c: char| c.is_ascii_uppercase()) && place(text).is_none() && !text.starts_with('R');
        if is_variable {
            return Err(item.error(ExchangeProblem::NoRule(format!("a cell outside of the grid, {text}"))));
        }
        let found = place(text).filter(|&(row, column)| row < self.draft.rows && column < self.draft.columns);
        let (row, column) = found.ok_or_else(|| item.expected("a cell of the grid, such as R1C1", text))?;
        Ok(Cell::new(row as u16, column as u16))
    }

    pub(super) fn cells(&self, item: &Item, args: &[String]) -> Result<Vec<Cell>, ExchangeError> {
        args.iter().filter(|arg| !arg.is_empty()).map(|arg| self.cell(item, arg)).collect()
    }

    /// The cells behind the first arguments.
    pub(super) fn cells_behind(&self, item: &Item, first: usize) -> Result<Vec<Cell>, ExchangeError> {
        self.cells(item, item.args.get(first..).unwrap_or_default())
    }

    /// The cells and values of clues: `R1C1_5`, `R2C2_1_2_9`.
    pub(super) fn values(&self, item: &Item) -> Result<Vec<(Cell, Vec<i64>)>, ExchangeError> {
        let mut found = Vec::new();
        for arg in item.args.iter().filter(|arg| !arg.is_empty()) {
            let mut words = arg.split('_');
            let cell = self.cell(item, words.next().unwrap_or_default())?;
            let digit = |word: &str| {
                let value = word.parse::<u16>().ok().filter(|&value| self.draft.digits.contains(&value.into()));
                value.map(i64::from).ok_or_else(|| item.expected("a digit of the grid", word))
            };
            let values: Vec<i64> = words.filter(|word| !word.is_empty()).map(digit).collect::<Result<_, _>>()?;
            if values.is_empty() {
                return Err(item.expected("a digit behind the cell", arg));
            }
            found.push((cell, values));
        }
        Ok(found)
    }

    /// Each two of the cells that are side by side, the one first that is named first.
    pub(super) fn adjacent(&self, item: &Item) -> Result<Vec<[Cell; 2]>, ExchangeError> {
        let cells = self.cells(item, &item.args)?;
        let rank: std::collections::HashMap<Cell, usize> =
            cells.iter().enumerate().rev().map(|(at, &cell)| (cell, at)).collect();
        let mut pairs = Vec::new();
        for (&cell, &at) in &rank {
            for (down, right) in [(0, 1), (1, 0)] {
                let other = Cell::new((cell.row() + down) as u16, (cell.column() + right) as u16);
                if let Some(&other_at) = rank.get(&other) {
                    pairs.push(if at < other_at {
                        (at, other_at, [cell, other])
                    } else {
                        (other_at, at, [other, cell])
                    });
                }
            }
        }
        pairs.sort_unstable();
        Ok(pairs.into_iter().map(|(.., pair)| pair).collect())
    }

    /// The row or the column of `R1` or `C1`, in words.
    fn line(&self, item: &Item, text: &str) -> Result<(String, bool), ExchangeError> {
        let is_row = text.starts_with(['R', 'r']);
        let most = if is_row { self.draft.rows } else { self.draft.columns };
        let number =
            text.get(1..).and_then(|number| number.parse::<usize>().ok()).filter(|number| (1..=most).contains(number));
        match number {
            Some(number) if is_row || text.starts_with(['C', 'c']) => {
                Ok((format!("{} {number}", if is_row { "row" } else { "column" }), is_row))
            }
            _ => Err(item.expected("a row or a column, such as R1 or C1", text)),
        }
    }

    fn ends(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let (line, is_row) = self.line(item, item.arg(0))?;
        if keyword == "skyscraper" && self.draft.digits.contains(&0) {
            // There a 0 is no building; in the rule it is a low one.
            return Err(item.error(ExchangeProblem::NoRule("skyscraper where 0 is a digit".to_owned())));
        }
        let ends = if is_row { ["left", "right"] } else { ["top", "bottom"] };
        let mut lines = Vec::new();
        for (end, clue) in ends.iter().zip([item.arg(1), item.arg(2)]) {
            if !clue.is_empty() {
                lines.push(format!("{keyword} {} {line} {end}", item.number(clue)?));
            }
        }
        Ok(lines)
    }

    pub(super) fn candidates(&self, item: &Item, _: &str) -> Result<Vec<String>, ExchangeError> {
        Ok(self.values(item)?.into_iter().map(|(cell, values)| allowed(cell, &values)).collect())
    }

    pub(super) fn sandwich(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        Ok(vec![format!("{keyword} {} {}", item.number(item.arg(0))?, self.line(item, item.arg(1))?.0)])
    }

    /// All digits are the same by the modulus 1.
    pub(super) fn modular(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let (modulus, cells) = (item.number(item.arg(0))?, self.cells_behind(item, 1)?);
        Ok(if modulus == 1 { Vec::new() } else { vec![format!("{keyword} {modulus}{}", line_of(&cells))] })
    }

    /// The total comes first, or may be left out; `LOOP` comes last.
    pub(super) fn sum_line(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let mut args = &item.args[..];
        let mut total = 10;
        if let Some((first, rest)) = args.split_first().filter(|(first, _)| place(first).is_none()) {
            (total, args) = (item.number(first)?, rest);
        }
        let mut words = String::new();
        if let Some((last, rest)) = args.split_last().filter(|(last, _)| *last == "LOOP") {
            (words, args) = (format!(" {}", last.to_ascii_lowercase()), rest);
        }
        Ok(vec![format!("{keyword} {total}{words}{}", line_of(&self.cells(item, args)?))])
    }

    pub(super) fn arrow(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let cells = self.cells_behind(item, 0)?;
        let (circle, shaft) = cells.split_at(cells.len().min(1));
        Ok(vec![format!("{keyword}{} :{}", line_of(circle), line_of(shaft))])
    }

    /// A pill is read as words are. Its cells behind the first have digits up to 9.
    pub(super) fn pill(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let length = item.number(item.arg(0))?;
        let mut cells = self.cells_behind(item, 1)?;
        let length = usize::try_from(length).ok().filter(|length| (1..cells.len()).contains(length));
        let length = length.ok_or_else(|| item.expected("a pill with cells behind it", item.arg(0)))?;
        let (pill, shaft) = cells.split_at_mut(length);
        pill.sort_unstable();
        let mut lines = vec![format!("{keyword}{} :{}", line_of(pill), line_of(shaft))];
        if *self.draft.digits.end() > 9 {
            let low: Vec<i64> = (0..10).skip(*self.draft.digits.start()).collect();
            lines.extend(pill[1..].iter().map(|&cell| allowed(cell, &low)));
        }
        Ok(lines)
    }

    /// A total of 0 is none. A cell that is named several times counts so often in the total.
    pub(super) fn cage(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let cells = self.cells_behind(item, 1)?;
        let mut once = cells.clone();
        let mut seen = std::collections::HashSet::new();
        once.retain(|&cell| seen.insert(cell));
        let cage = line_of(&once);
        let total = match item.arg(0) {
            "" | "0" => return Ok(vec![format!("{keyword}{cage}")]),
            total => item.number(total)?,
        };
        Ok(if once.len() == cells.len() {
            vec![format!("{keyword} {total}{cage}")]
        } else {
            vec![format!("{keyword}{cage}"), weighted("sum", total, cells.into_iter().map(|cell| (cell, 1)))]
        })
    }

    pub(super) fn different(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let cells = self.cells_behind(item, 0)?;
        Ok(if cells.len() < 2 { Vec::new() } else { vec![format!("{keyword}{}", line_of(&cells))] })
    }

    /// `0_=_1_1_-1` is the total and the factors of the cells.
    pub(super) fn sum(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let cells = self.cells_behind(item, 1)?;
        let (total, factors) = item.arg(0).split_once("_=_").unwrap_or((item.arg(0), ""));
        let total = item.number(total)?;
        let factors: Vec<i64> = if factors.is_empty() {
            vec![1; cells.len()]
        } else {
            factors.split('_').map(|factor| item.number(factor)).collect::<Result<_, _>>()?
        };
        if factors.len() != cells.len() {
            return Err(item.expected("a factor for each cell", item.arg(0)));
        }
        Ok(vec![weighted(keyword, total, cells.into_iter().zip(factors))])
    }

    /// Groups of cells with `-` or nothing between them.
    pub(super) fn groups(&self, item: &Item, args: &[String]) -> Result<Vec<Vec<Cell>>, ExchangeError> {
        let groups = args.split(|arg| arg.is_empty() || arg == "-");
        groups.filter(|group| !group.is_empty()).map(|group| self.cells(item, group)).collect()
    }

    pub(super) fn segments(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let groups: Vec<String> = self.groups(item, &item.args)?.iter().map(|group| line_of(group)).collect();
        Ok(vec![format!("{keyword}{}", groups.join(" :"))])
    }

    pub(super) fn greater(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        Ok(self.adjacent(item)?.into_iter().map(|[more, less]| format!("{keyword} {less} {more}")).collect())
    }

    pub(super) fn quad(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let corner = self.cell(item, item.arg(0))?;
        let cells: Vec<Cell> = [(0, 0), (0, 1), (1, 0), (1, 1)]
            .iter()
            .map(|(down, right)| Cell::new((corner.row() + down) as u16, (corner.column() + right) as u16))
            .collect();
        if cells.iter().any(|cell| cell.row() >= self.draft.rows || cell.column() >= self.draft.columns) {
            return Err(item.expected("a cell with others to the right and below", item.arg(0)));
        }
        let values = item.args.get(1..).unwrap_or_default();
        let values: Vec<String> =
            values.iter().map(|value| Ok(item.number(value)?.to_string())).collect::<Result<_, ExchangeError>>()?;
        Ok(vec![format!("{keyword} {}{}", values.join(","), line_of(&cells))])
    }

    pub(super) fn little_killer(&self, item: &Item, keyword: &str) -> Result<Vec<String>, ExchangeError> {
        let total = item.number(item.arg(0))?;
        let first = self.cell(item, item.arg(1))?;
        let (rows, columns) = (self.draft.rows, self.draft.columns);
        let (down, right) =
            diagonal_from(first, rows, columns).ok_or_else(|| item.expected("a cell at the edge", item.arg(1)))?;
        let mut cells = vec![first];
        let next = |cell: Cell| {
            let row = cell.row().checked_add_signed(down).filter(|&row| row < rows)?;
            let column = cell.column().checked_add_signed(right).filter(|&column| column < columns)?;
            Some(Cell::new(row as u16, column as u16))
        };
        while let Some(cell) = next(cells[cells.len() - 1]) {
            cells.push(cell);
        }
        Ok(vec![format!("{keyword} {total}{}", line_of(&cells))])
    }

    /// All that it holds.
    pub(super) fn all(&self, item: &Item, _: &str) -> Result<Vec<String>, ExchangeError> {
        let mut lines = Vec::new();
        for inner in &item.inner {
            lines.extend(self.lines(inner)?);
            if lines.len() > MOST_LINES {
                return Err(item.expected(&format!("at most {MOST_LINES} rules"), ""));
            }
        }
        Ok(lines)
    }

    /// What it holds, once for each cell of a set, moved there from an origin.
    pub(super) fn replicate(&self, item: &Item, _: &str) -> Result<Vec<String>, ExchangeError> {
        let origin = if item.arg(1).is_empty() { "R1C1" } else { item.arg(1) };
        let origin = self.cell(item, origin)?;
        let from = origin.row() * self.draft.columns + origin.column();
        let most = self.draft.rows * self.draft.columns - from;
        let bits = base64::six_bits(item.arg(0)).ok_or_else(|| item.expected("a set of cells", item.arg(0)))?;
        let mut lines = Vec::new();
        for (at, _) in
            bits.iter().flat_map(|&six| (0..6).map(move |bit| six >> bit & 1)).enumerate().filter(|&(_, bit)| bit == 1)
        {
            if at >= most {
                return Err(item.expected("a set of cells of the grid", item.arg(0)));
            }
            let target = (from + at) / self.draft.columns;
            let by = |to: usize, from: usize| to.cast_signed() - from.cast_signed();
            let down = by(target, origin.row());
            let right = by((from + at) % self.draft.columns, origin.column());
            self.count_moved(item, 1)?;
            for inner in &item.inner {
                lines.extend(self.lines(&self.moved(inner, down, right)?)?);
            }
            if lines.len() > MOST_LINES {
                return Err(item.expected(&format!("at most {MOST_LINES} rules"), ""));
            }
        }
        Ok(lines)
    }

    fn count_moved(&self, item: &Item, more: usize) -> Result<(), ExchangeError> {
        self.moved.set(self.moved.get() + more);
        if self.moved.get() > MOST_MOVED {
            return Err(item.expected(&format!("at most {MOST_MOVED} moved parts and places"), "more"));
        }
        Ok(())
    }

    /// A part with its cells moved.
    fn moved(&self, item: &Item, down: isize, right: isize) -> Result<Item, ExchangeError> {
        let move_one = |arg: &String| {
            // Clues have digits behind the cell.
            let (cell, digits) = arg.split_at(arg.find('_').unwrap_or(arg.len()));
            let Some((row, column)) = place(cell) else { return Ok(arg.clone()) };
            let to = |from: usize, by: isize, side: usize| from.checked_add_signed(by).filter(|&at| at < side);
            match (to(row, down, self.draft.rows), to(column, right, self.draft.columns)) {
                (Some(row), Some(column)) => {
                    let cell = Cell::new(row as u16, column as u16);
                    Ok(format!("{}{digits}", name(cell)))
                }
                _ => Err(item.expected("cells that stay in the grid", arg)),
            }
        };
        self.count_moved(item, 1 + item.args.len())?;
        let args = item.args.iter().map(move_one).collect::<Result<_, _>>()?;
        let inner = item.inner.iter().map(|inner| self.moved(inner, down, right)).collect::<Result<_, _>>()?;
        Ok(Item { at: item.at, kind: item.kind.clone(), args, inner })
    }
}

/// The line of a sum; a cell that is named several times has its factors together.
fn weighted(keyword: &str, total: i64, given: impl Iterator<Item = (Cell, i64)>) -> String {
    let mut terms: Vec<(Cell, i64)> = Vec::new();
    for (cell, factor) in given {
        match terms.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, known)) => *known += factor,
            None => terms.push((cell, factor)),
        }
    }
    terms.retain(|&(_, factor)| factor != 0);
    let is_plain = terms.iter().all(|&(_, factor)| factor == 1) && total >= 0;
    let mut line = format!("{} {total}", if is_plain { "littlekiller" } else { keyword });
    for (cell, factor) in terms {
        let _ = if factor == 1 { write!(line, " {cell}") } else { write!(line, " {factor}*{cell}") };
    }
    line
}

pub(super) fn allowed(cell: Cell, values: &[i64]) -> String {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    format!("allowed {} {cell}", values.join(","))
}
