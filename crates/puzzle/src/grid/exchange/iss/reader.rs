//! The parts of a string, as rules.

use std::collections::HashSet;

use crate::geometry::Cell;
use crate::grid::exchange::draft::Draft;
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::iss::groups::Sheets;
use crate::grid::exchange::iss::items::{Item, diagonal_from, place};
use crate::rule::{
    Allowed, Arrow, Contains, CountDistinct, EqualSums, Killer, Line, LineKind, LittleKiller, Outside, OutsideKind,
    Pair, PairKind, Rule, Side, SumLine, View, WeightedSum,
};

/// Makes the rules of a part.
pub(super) type Read = fn(&Reader, &Item) -> Result<Vec<Rule>, ExchangeError>;

/// The reading of a part.
#[derive(Clone, Copy)]
pub(super) enum How {
    /// Read with the board, or without meaning to a solver.
    Board,
    /// A rule given by the type alone.
    Whole(fn() -> Rule),
    /// A rule of cells.
    Cells(fn(Vec<Cell>) -> Rule),
    /// A rule of cells without repetition.
    Set(fn(Vec<Cell>) -> Rule),
    /// A rule of a number and cells; the number may be omitted if a default exists.
    Number(fn(i64, Vec<Cell>) -> Rule, Option<i64>),
    /// A mark between every two adjacent cells, the first-named cell first.
    Pairs(PairKind),
    /// A clue at each end of a row or a column.
    Clues(OutsideKind),
    /// A function makes the rules.
    Own(Read),
}

/// Reads the parts of a string into a draft, with the facts that parts need about one another.
pub(super) struct Reader {
    pub(super) draft: Draft,
    /// The grid and the groups of cells beside it.
    pub(super) sheets: Sheets,
    /// The function from the type of a part to its reading.
    pub(super) how: fn(&str) -> Option<How>,
    /// The types and pairs of the marks between cells.
    pub(super) marks: Vec<(&'static str, [Cell; 2])>,
    /// The types of marks inside `.Or`; pairs may or may not have such a mark.
    pub(super) open_marks: Vec<&'static str>,
    /// Whether lines with equal ranks may be equal.
    pub(super) may_tie: bool,
    /// The number of moves so far. Nested moving parts multiply the moves of their contents, even where no rule results.
    pub(super) moved: std::cell::Cell<usize>,
}

impl Reader {
    /// The rules of a part.
    pub(super) fn rules(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let Some(how) = (self.how)(&item.kind) else {
            return Err(item.error(ExchangeProblem::NoRule(item.kind.clone())));
        };
        Ok(match how {
            // Parts of the board were read with the board; nested in other parts they have no meaning.
            How::Board => {
                return Err(item.error(ExchangeProblem::NoRule(format!("{} inside of another part", item.kind))));
            }
            How::Whole(rule) => vec![rule()],
            How::Cells(rule) => vec![rule(self.cells(item, &item.args)?)],
            How::Set(rule) => vec![rule(each_once(self.cells(item, &item.args)?))],
            How::Number(rule, usual) => {
                let usual = usual.filter(|_| place(item.arg(0)).is_some());
                let (number, rest) = match usual {
                    Some(usual) => (usual, &item.args[..]),
                    None => (item.number(item.arg(0))?, item.args.get(1..).unwrap_or_default()),
                };
                vec![rule(number, self.cells(item, rest)?)]
            }
            How::Pairs(kind) => self.adjacent(item)?.into_iter().map(|cells| Pair { kind, cells }.into()).collect(),
            How::Clues(kind) => {
                let clue = |(clue, view)| self.outside(kind, clue, view);
                self.clues(item)?.into_iter().map(clue).collect()
            }
            How::Own(read) => read(self, item)?,
        })
    }

    pub(super) fn cell(&self, item: &Item, text: &str) -> Result<Cell, ExchangeError> {
        if let Some(cell) = self.sheets.cell(text) {
            return Ok(cell);
        }
        let is_of_part = text.starts_with(|c: char| c.is_ascii_uppercase() && !matches!(c, 'R' | 'V'));
        Err(if is_of_part && place(text).is_none() {
            item.error(ExchangeProblem::NoRule(format!("a cell outside of the grid, {text}")))
        } else {
            item.expected("a cell of the grid, such as R1C1, or of a group", text)
        })
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

    /// Every pair of adjacent cells, the first-named cell first.
    pub(super) fn adjacent(&self, item: &Item) -> Result<Vec<[Cell; 2]>, ExchangeError> {
        let cells = self.cells(item, &item.args)?;
        let rank: std::collections::HashMap<Cell, usize> =
            cells.iter().enumerate().rev().map(|(at, &cell)| (cell, at)).collect();
        let mut pairs = Vec::new();
        for (&cell, &at) in &rank {
            for (down, right) in [(0, 1), (1, 0)] {
                let other = self.sheets.of(cell).step(cell, down, right);
                if let Some((other, &other_at)) = other.and_then(|other| Some((other, rank.get(&other)?))) {
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

    /// The view along the row `R1` from the left, or along the column `C1` from the top.
    fn view(&self, item: &Item, text: &str) -> Result<View, ExchangeError> {
        let is_row = text.starts_with(['R', 'r']);
        let most = if is_row { self.draft.rows } else { self.draft.columns };
        let number = text.get(1..).and_then(|number| number.parse::<u16>().ok());
        match number.filter(|&number| (1..=most).contains(&number.into())) {
            Some(number) if is_row => Ok(View { number: number - 1, from: Side::Left }),
            Some(number) if text.starts_with(['C', 'c']) => Ok(View { number: number - 1, from: Side::Top }),
            _ => Err(item.expected("a row or a column, such as R1 or C1", text)),
        }
    }

    /// The clues, if present, at both ends of a row or column.
    pub(super) fn clues(&self, item: &Item) -> Result<Vec<(i64, View)>, ExchangeError> {
        let view = self.view(item, item.arg(0))?;
        let far = if view.is_row() { Side::Right } else { Side::Bottom };
        let mut clues = Vec::new();
        for (from, clue) in [view.from, far].into_iter().zip([item.arg(1), item.arg(2)]) {
            if !clue.is_empty() {
                clues.push((item.number(clue)?, View { from, ..view }));
            }
        }
        Ok(clues)
    }

    pub(super) fn candidates(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        Ok(self.values(item)?.into_iter().map(|(cell, values)| Allowed { values, cell }.into()).collect())
    }

    pub(super) fn sandwich(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let (clue, view) = (item.number(item.arg(0))?, self.view(item, item.arg(1))?);
        Ok(vec![Outside { kind: OutsideKind::Sandwich, clue: clue.into(), view }.into()])
    }

    /// Reads a modular line. Modulo 1 the digits are equal, so the line adds no rule.
    pub(super) fn modular(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let (modulus, cells) = (item.number(item.arg(0))?, self.cells_behind(item, 1)?);
        Ok(if modulus == 1 { Vec::new() } else { vec![Line { kind: LineKind::Modular(modulus), cells }.into()] })
    }

    /// The total comes first, or may be left out; `LOOP` comes last.
    pub(super) fn sum_line(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let mut args = &item.args[..];
        let mut total = 10;
        if let Some((first, rest)) = args.split_first().filter(|(first, _)| place(first).is_none()) {
            (total, args) = (item.number(first)?, rest);
        }
        let is_loop = args.last().is_some_and(|last| last == "LOOP");
        let cells = self.cells(item, &args[..args.len() - usize::from(is_loop)])?;
        Ok(vec![SumLine { total, is_loop, cells }.into()])
    }

    /// The first cell, and the remaining cells.
    fn first_and_rest(&self, item: &Item) -> Result<(Vec<Cell>, Vec<Cell>), ExchangeError> {
        let mut first = self.cells_behind(item, 0)?;
        let rest = first.split_off(first.len().min(1));
        Ok((first, rest))
    }

    pub(super) fn arrow(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let (circle, shaft) = self.first_and_rest(item)?;
        Ok(vec![Arrow { circle, shaft }.into()])
    }

    pub(super) fn count_distinct(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let (count, cells) = self.first_and_rest(item)?;
        let count = *count.first().ok_or_else(|| item.expected("2 cells or more", ""))?;
        Ok(vec![CountDistinct { count, cells }.into()])
    }

    /// Reads a pill, whose digits are read from left to right and down. Cells behind the pill's first cell have digits up to 9.
    pub(super) fn pill(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let length = item.number(item.arg(0))?;
        let mut circle = self.cells_behind(item, 1)?;
        let length = usize::try_from(length).ok().filter(|length| (1..circle.len()).contains(length));
        let length = length.ok_or_else(|| item.expected("a pill with cells behind it", item.arg(0)))?;
        let shaft = circle.split_off(length);
        circle.sort_unstable_by_key(|&cell| self.sheets.order(cell));
        let low: Vec<i64> = (0..10).skip(*self.draft.digits.start()).collect();
        let lows: Vec<Rule> = circle[1..].iter().map(|&cell| Allowed { values: low.clone(), cell }.into()).collect();
        let arrow = Arrow { circle, shaft }.into();
        Ok(if *self.draft.digits.end() > 9 { [vec![arrow], lows].concat() } else { vec![arrow] })
    }

    /// Reads a cage. A total of 0 means no total. A cell named several times counts as often in the total.
    pub(super) fn cage(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let cells = self.cells_behind(item, 1)?;
        let once = each_once(cells.clone());
        let total = match item.arg(0) {
            "" | "0" => return Ok(vec![Killer { total: None, cells: once }.into()]),
            total => item.number(total)?,
        };
        if once.len() == cells.len() {
            return Ok(vec![Killer { total: Some(total), cells }.into()]);
        }
        let sum = weighted(total, cells.into_iter().map(|cell| (1, cell)));
        Ok(vec![Killer { total: None, cells: once }.into(), sum])
    }

    pub(super) fn different(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let cells = self.cells_behind(item, 0)?;
        Ok(if cells.len() < 2 { Vec::new() } else { vec![Killer { total: None, cells }.into()] })
    }

    /// `0_=_1_1_-1` is the total and the factors of the cells.
    pub(super) fn sum(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
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
        Ok(vec![weighted(total, factors.into_iter().zip(cells))])
    }

    /// Groups of cells separated by `-` or by an empty argument.
    pub(super) fn groups(&self, item: &Item, args: &[String]) -> Result<Vec<Vec<Cell>>, ExchangeError> {
        let groups = args.split(|arg| arg.is_empty() || arg == "-");
        groups.filter(|group| !group.is_empty()).map(|group| self.cells(item, group)).collect()
    }

    pub(super) fn segments(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        Ok(vec![EqualSums { groups: self.groups(item, &item.args)? }.into()])
    }

    pub(super) fn greater(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let less = |[more, less]: [Cell; 2]| Pair { kind: PairKind::Less, cells: [less, more] }.into();
        Ok(self.adjacent(item)?.into_iter().map(less).collect())
    }

    pub(super) fn quad(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let corner = self.cell(item, item.arg(0))?;
        let steps = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let cells = steps.iter().map(|&(down, right)| self.sheets.of(corner).step(corner, down, right));
        let cells: Option<Vec<Cell>> = cells.collect();
        let cells = cells.ok_or_else(|| item.expected("a cell with others to the right and below", item.arg(0)))?;
        let values = item.args.get(1..).unwrap_or_default();
        let values: Vec<i64> = values.iter().map(|value| item.number(value)).collect::<Result<_, _>>()?;
        Ok(vec![Contains::at_least(values, cells).into()])
    }

    pub(super) fn little_killer(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let total = item.number(item.arg(0))?;
        let first = self.cell(item, item.arg(1))?;
        let direction = first.is_in_grid().then(|| diagonal_from(first, self.draft.rows, self.draft.columns)).flatten();
        let (down, right) = direction.ok_or_else(|| item.expected("a cell at the edge of the grid", item.arg(1)))?;
        let next = |&cell: &Cell| self.sheets.grid().step(cell, down, right);
        let cells = std::iter::successors(Some(first), next).collect();
        Ok(vec![LittleKiller { total, cells }.into()])
    }
}

/// A sum; the factors of a cell named several times are added.
fn weighted(total: i64, given: impl Iterator<Item = (i64, Cell)>) -> Rule {
    let mut terms: Vec<(i64, Cell)> = Vec::new();
    for (factor, cell) in given {
        match terms.iter_mut().find(|(_, known)| *known == cell) {
            Some((known, _)) => *known += factor,
            None => terms.push((factor, cell)),
        }
    }
    terms.retain(|&(factor, _)| factor != 0);
    if terms.iter().all(|&(factor, _)| factor == 1) && total >= 0 {
        return LittleKiller { total, cells: terms.into_iter().map(|(_, cell)| cell).collect() }.into();
    }
    WeightedSum { total, terms }.into()
}

/// The cells without repetition, in order of first occurrence.
fn each_once(mut cells: Vec<Cell>) -> Vec<Cell> {
    let mut seen = HashSet::new();
    cells.retain(|&cell| seen.insert(cell));
    cells
}
