//! The values of keys, as rules.

use crate::geometry::{Cell, Layer, LayerShape};
use crate::grid::exchange::Exchange;
use crate::grid::exchange::draft::{Draft, except};
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::json::Node;
use crate::rule::{
    Arrow, Contains, Copies, Ends, EndsKind, HelperCells, Killer, Line, LineKind, LittleKiller, Negative,
    NonConsecutive, OpenSum, OpenTotal, Outside, OutsideKind, Pair, PairKind, Rule, RuleError, Side, Total, View,
};

/// The largest value of an unknown total: the values of a puzzle are at most 64.
const LARGEST_TOTAL: u16 = 63;

/// Reads the keys of a puzzle, in order, into a draft.
pub(super) struct Reader {
    pub(super) draft: Draft,
    /// The pairs with a mark.
    pub(super) marked: Vec<Marked>,
}

/// Two cells with a mark between them, such as a dot with its number.
pub(super) struct Marked {
    kind: &'static str,
    number: i64,
    cells: [Cell; 2],
}

/// Whether a value is a text that is no number.
fn is_open(value: &Node<'_>) -> bool {
    value.text().is_some() && value.number().is_none() && !value.is_nothing()
}

/// The row and the column of a name such as `R1C1`, from 0; −1 and N are places outside.
fn place(node: &Node<'_>) -> Result<(i64, i64), ExchangeError> {
    let parse = |text: &str| {
        let (row, column) = text.trim().strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
        let number = |text: &str| text.parse::<i64>().ok().filter(|number| (0..=1_000_000).contains(number));
        Some((number(row)? - 1, number(column)? - 1))
    };
    node.text().and_then(parse).ok_or_else(|| node.expected("a cell such as R1C1"))
}

#[expect(clippy::unnecessary_wraps, reason = "readers of keys have one signature, so that a table can name them")]
impl Reader {
    /// At most 64.
    fn side(&self) -> i64 {
        i64::try_from(self.draft.rows).unwrap_or_default()
    }

    fn cell_of(&self, node: &Node<'_>) -> Result<Cell, ExchangeError> {
        let (row, column) = place(node)?;
        let side = self.side();
        self.draft.cell(row, column).ok_or_else(|| node.expected(format!("a cell from R1C1 to R{side}C{side}")))
    }

    fn cells_of(&self, node: &Node<'_>) -> Result<Vec<Cell>, ExchangeError> {
        node.items()?.iter().map(|cell| self.cell_of(cell)).collect()
    }

    /// The cells under a key of an entry; empty if the entry lacks the key.
    fn cells_at(&self, entry: &Node<'_>, key: &str) -> Result<Vec<Cell>, ExchangeError> {
        entry.get(key).map_or(Ok(Vec::new()), |cells| self.cells_of(&cells))
    }

    /// The lines of an entry with at least two cells; shorter lines have no meaning.
    fn lines_of<'n>(&self, entry: &Node<'n>) -> Result<Vec<(Node<'n>, Vec<Cell>)>, ExchangeError> {
        let Some(lines) = entry.get("lines") else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for line in lines.items()? {
            let cells = self.cells_of(&line)?;
            if cells.len() > 1 {
                found.push((line, cells));
            }
        }
        Ok(found)
    }

    /// The number under `value`; `None` if absent or empty.
    fn value_of(entry: &Node<'_>) -> Result<Option<i64>, ExchangeError> {
        match entry.get("value").filter(|value| !value.is_nothing()) {
            None => Ok(None),
            Some(value) => {
                let number = value.number().filter(|number| (0..=1_000_000).contains(number));
                number.map(Some).ok_or_else(|| value.expected("a number from 0 to 1000000"))
            }
        }
    }

    /// Adds a rule for each line.
    pub(super) fn lines<R: Into<Rule>>(
        &mut self,
        entry: &Node<'_>,
        rule: impl Fn(Vec<Cell>) -> R,
    ) -> Result<(), ExchangeError> {
        for (node, cells) in self.lines_of(entry)? {
            self.draft.rule(&node.path(), rule(cells))?;
        }
        Ok(())
    }

    /// Reads lines on which order does not matter. A cell that occurs twice, because the line is closed or crosses itself, is
    /// kept once.
    pub(super) fn sets(&mut self, entry: &Node<'_>, kind: LineKind) -> Result<(), ExchangeError> {
        self.lines(entry, |cells| Line { kind, cells: each_once(&cells) })
    }

    pub(super) fn whispers(&mut self, entry: &Node<'_>) -> Result<(), ExchangeError> {
        let kind = LineKind::Whispers(Self::value_of(entry)?.unwrap_or((self.side() + 1) / 2));
        self.lines(entry, |cells| Line { kind, cells })
    }

    /// Reads modular lines: consecutive cells, as many as the modulus, have different remainders.
    pub(super) fn modular(&mut self, entry: &Node<'_>) -> Result<(), ExchangeError> {
        let kind = LineKind::Modular(Self::value_of(entry)?.unwrap_or(3));
        self.lines(entry, |cells| Line { kind, cells })
    }

    pub(super) fn lockout(&mut self, entry: &Node<'_>) -> Result<(), ExchangeError> {
        let kind = EndsKind::Lockout(Self::value_of(entry)?.unwrap_or(4));
        self.lines(entry, |cells| Ends { kind, cells })
    }

    /// Reads arrows. Each line is a separate arrow whose first cell lies in the circle. The digits of a pill are read from left
    /// to right and down.
    pub(super) fn arrow(&mut self, entry: &Node<'_>) -> Result<(), ExchangeError> {
        let mut circle = self.cells_at(entry, "cells")?;
        circle.sort_unstable();
        self.lines(entry, |cells| Arrow { circle: circle.clone(), shaft: cells[1..].to_vec() })
    }

    /// Reads a cage. Without a total, or with the total 0, the cage only makes its digits differ.
    pub(super) fn cage(&mut self, entry: &Node<'_>) -> Result<(), ExchangeError> {
        let cells = self.cells_at(entry, "cells")?;
        if let Some(value) = entry.get("value").filter(is_open) {
            return self.open_cage(entry, &value, cells);
        }
        let total = Self::value_of(entry)?.filter(|&total| total > 0);
        if total.is_none() && cells.is_empty() {
            Ok(())
        } else {
            self.draft.rule(&entry.path(), Killer { total, cells })
        }
    }

    /// Reads a cage whose total is no number: `?` for none, `<10`, `8-12`, or `N` for an unknown number, which cages may share.
    fn open_cage(&mut self, entry: &Node<'_>, value: &Node<'_>, cells: Vec<Cell>) -> Result<(), ExchangeError> {
        let text = value.text().unwrap_or_default().trim();
        if text == "?" {
            return self.draft.rule(&entry.path(), Killer { total: None, cells });
        }
        let total = self.open_total(entry, value, 1)?;
        self.draft.rule(&entry.path(), OpenSum { total, is_cage: true, cells })
    }

    /// Reads a total that is no number: `<10`, `8-12`, or `N` for an unknown number from `first`, which several may share.
    fn open_total(&mut self, entry: &Node<'_>, value: &Node<'_>, first: u16) -> Result<OpenTotal, ExchangeError> {
        let text = value.text().unwrap_or_default().trim();
        let refused = || value.error(ExchangeProblem::NoRule(format!("a total of {text:?}")));
        let total = OpenTotal::read(&text.replace('-', "..")).ok_or_else(refused)?;
        if let OpenTotal::Cell(cell) = total {
            let name = cell.layer().ok_or_else(refused)?;
            let all = self.draft.digits.clone().sum::<usize>();
            let last = u16::try_from(all).ok().filter(|&last| last <= LARGEST_TOTAL).ok_or_else(refused)?;
            let layer = Layer { name, shape: LayerShape::Number, first, last };
            let number = Rule::from(HelperCells { layer, title: None });
            if !self.draft.has_rule(&number) {
                self.draft.rule(&entry.path(), number)?;
            }
        }
        Ok(total)
    }

    pub(super) fn sum(&mut self, entry: &Node<'_>) -> Result<(), ExchangeError> {
        let cells = self.cells_at(entry, "cells")?;
        let Some(total) = Self::value_of(entry)? else { return Ok(()) };
        self.draft.rule(&entry.path(), LittleKiller { total, cells })
    }

    /// The cells follow from the place and the direction.
    pub(super) fn little_killer(&mut self, entry: &Node<'_>) -> Result<(), ExchangeError> {
        let Some(total) = Self::value_of(entry)? else { return Ok(()) };
        let from = entry.get("cell").ok_or_else(|| entry.expected("a key cell"))?;
        let (mut row, mut column) = place(&from)?;
        let direction = entry.get("direction").ok_or_else(|| entry.expected("a key direction"))?;
        let (down, right) = match direction.text() {
            Some("UL") => (-1, -1),
            Some("UR") => (-1, 1),
            Some("DL") => (1, -1),
            Some("DR") => (1, 1),
            _ => return Err(direction.expected("UL, UR, DL or DR")),
        };
        let mut cells = Vec::new();
        loop {
            (row, column) = (row + down, column + right);
            match self.draft.cell(row, column) {
                Some(cell) => cells.push(cell),
                None => break,
            }
        }
        if cells.is_empty() {
            return Err(from.expected("a place outside from which the diagonal meets the grid"));
        }
        self.draft.rule(&entry.path(), LittleKiller { total, cells })
    }

    /// Reads an outside clue of a row or column, seen from the side where the clue stands.
    pub(super) fn outside(&mut self, entry: &Node<'_>, kind: OutsideKind) -> Result<(), ExchangeError> {
        let clue = match entry.get("value").filter(is_open) {
            Some(value) if value.text().map(str::trim) == Some("?") => Total::Open(OpenTotal::ANY),
            Some(value) => Total::Open(self.open_total(entry, &value, 0)?),
            None => match Self::value_of(entry)? {
                Some(clue) => clue.into(),
                None => return Ok(()),
            },
        };
        let from = entry.get("cell").ok_or_else(|| entry.expected("a key cell"))?;
        let (row, column) = place(&from)?;
        let side = self.side();
        let number = |at: i64| (0..side).contains(&at).then(|| u16::try_from(at).ok()).flatten();
        let (number, from_side) = match (number(row), number(column)) {
            (None, Some(column)) if row == -1 => (column, Side::Top),
            (None, Some(column)) if row == side => (column, Side::Bottom),
            (Some(row), None) if column == -1 => (row, Side::Left),
            (Some(row), None) if column == side => (row, Side::Right),
            _ => return Err(from.expected("a place beside a row or a column")),
        };
        let side = match (kind, from_side) {
            // A sandwich reads equally from both ends.
            (OutsideKind::Sandwich, Side::Left | Side::Right) => Side::Left,
            (OutsideKind::Sandwich, Side::Top | Side::Bottom) => Side::Top,
            (_, side) => side,
        };
        self.draft.rule(&entry.path(), Outside { kind, clue, view: View { number, from: side } })
    }

    pub(super) fn mark<R: Into<Rule>>(
        &mut self,
        entry: &Node<'_>,
        rule: impl Fn(Vec<Cell>) -> R,
    ) -> Result<(), ExchangeError> {
        let cell = entry.get("cell").ok_or_else(|| entry.expected("a key cell"))?;
        let cell = self.cell_of(&cell)?;
        self.draft.rule(&entry.path(), rule(vec![cell]))
    }

    /// Reads mutually dependent marks as a single rule.
    pub(super) fn marks<R: Into<Rule>>(
        &mut self,
        node: &Node<'_>,
        rule: impl Fn(Vec<Cell>) -> R,
    ) -> Result<(), ExchangeError> {
        let mut cells = Vec::new();
        for entry in node.items()? {
            let cell = self.cell_of(&entry.get("cell").ok_or_else(|| entry.expected("a key cell"))?)?;
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        self.draft.rule(&node.path(), rule(cells))
    }

    /// The two cells of an entry; a different number of cells is an error.
    fn pair_of(&self, entry: &Node<'_>) -> Result<[Cell; 2], ExchangeError> {
        let cells = self.cells_at(entry, "cells")?;
        <[Cell; 2]>::try_from(cells).map_err(|cells| {
            ExchangeError::of(entry.path(), RuleError::Cells { expected: "2".to_owned(), found: cells.len() })
        })
    }

    /// Reads a dot with its number, or with the default number.
    pub(super) fn dot(&mut self, entry: &Node<'_>, kind: fn(i64) -> PairKind, usual: i64) -> Result<(), ExchangeError> {
        let kind = kind(Self::value_of(entry)?.unwrap_or(usual));
        let cells = self.pair_of(entry)?;
        self.draft.rule(&entry.path(), Pair { kind, cells })
    }

    pub(super) fn xv(&mut self, entry: &Node<'_>) -> Result<(), ExchangeError> {
        let Some(value) = entry.get("value").filter(|value| !value.is_nothing()) else { return Ok(()) };
        let total = match value.text().map(str::trim) {
            Some("X" | "x") => 10,
            Some("V" | "v") => 5,
            _ => return Err(value.expected("X or V")),
        };
        let cells = self.pair_of(entry)?;
        self.draft.rule(&entry.path(), Pair { kind: PairKind::Sum(total), cells })
    }

    /// Reads clones. A cell paired with itself adds no constraint.
    pub(super) fn clones(&mut self, entry: &Node<'_>) -> Result<(), ExchangeError> {
        let (cells, copies) = (self.cells_at(entry, "cells")?, self.cells_at(entry, "cloneCells")?);
        if cells.len() != copies.len() {
            return Err(entry.expected("as many cells as cloneCells"));
        }
        let (cells, copies): (Vec<Cell>, Vec<Cell>) = cells.into_iter().zip(copies).filter(|(a, b)| a != b).unzip();
        if cells.is_empty() {
            return Ok(());
        }
        self.draft.rule(&entry.path(), Copies { cells, of: copies })
    }

    pub(super) fn extra_region(&mut self, entry: &Node<'_>) -> Result<(), ExchangeError> {
        let cells = self.cells_at(entry, "cells")?;
        self.draft.unit(entry.path(), cells);
        Ok(())
    }

    pub(super) fn quadruple(&mut self, entry: &Node<'_>) -> Result<(), ExchangeError> {
        let Some(values) = entry.get("values").filter(|values| !values.is_nothing()) else { return Ok(()) };
        let cells = self.cells_at(entry, "cells")?;
        let digit = |value: &Node<'_>| value.number().ok_or_else(|| value.expected("a digit"));
        let values: Vec<i64> = values.items()?.iter().map(digit).collect::<Result<_, _>>()?;
        self.draft.rule(&entry.path(), Contains::at_least(values, cells))
    }

    pub(super) fn cells<R: Into<Rule>>(
        &mut self,
        entry: &Node<'_>,
        rule: impl Fn(Vec<Cell>) -> R,
    ) -> Result<(), ExchangeError> {
        let cells = self.cells_at(entry, "cells")?;
        self.draft.rule(&entry.path(), rule(cells))
    }

    pub(super) fn diagonal(&mut self, which: usize) -> Result<(), ExchangeError> {
        self.draft.diagonals[which] = true;
        Ok(())
    }

    /// Makes units of the cells in equal places of their boxes.
    pub(super) fn disjoint_groups(&mut self, node: &Node<'_>) -> Result<(), ExchangeError> {
        let regions = self.draft.region_cells();
        for place in 0..self.draft.rows {
            let cells = regions.iter().filter_map(|region| region.get(place).copied()).collect();
            self.draft.unit(node.path(), cells);
        }
        Ok(())
    }

    /// Pairs with a dot are free.
    pub(super) fn nonconsecutive(&mut self, node: &Node<'_>) -> Result<(), ExchangeError> {
        let except = self.except(&["difference", "ratio"]);
        if except.is_empty() {
            return self.draft.rule(&node.path(), NonConsecutive);
        }
        self.draft.rule(&node.path(), Negative { kind: PairKind::Difference(1), except })
    }

    /// Reads the negative rules on unmarked pairs: one rule for each number of a mark, or for the default numbers without marks.
    pub(super) fn negative(&mut self, node: &Node<'_>) -> Result<(), ExchangeError> {
        for entry in node.items()? {
            let (key, usual, marks): (_, &[i64], &[&str]) = match entry.text() {
                Some("ratio") => ("ratio", &[2], &["ratio", "difference"]),
                Some("difference") => ("difference", &[1], &["ratio", "difference"]),
                Some("xv") => ("xv", &[5, 10], &["xv"]),
                Some("foglight") => continue,
                _ => return Err(entry.error(ExchangeProblem::NoRule(format!("the negative {:?}", entry.text())))),
            };
            let mut numbers: Vec<i64> =
                self.marked.iter().filter(|mark| mark.kind == key).map(|mark| mark.number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            let numbers = if numbers.is_empty() || key == "xv" { usual.to_vec() } else { numbers };
            let kind = match key {
                "ratio" => PairKind::Ratio,
                "difference" => PairKind::Difference,
                _ => PairKind::Sum,
            };
            let except = self.except(marks);
            for number in numbers {
                self.draft.rule(&entry.path(), Negative { kind: kind(number), except: except.clone() })?;
            }
        }
        Ok(())
    }

    /// The marked pairs of some kinds, in the form that a negative rule excepts.
    fn except(&self, keys: &[&str]) -> Vec<[Cell; 2]> {
        let marked = self.marked.iter().filter(|mark| keys.contains(&mark.kind));
        except(marked.map(|mark| mark.cells))
    }

    /// Takes note of the pairs with a mark.
    pub(super) fn note_marks(&mut self, root: &Node<'_>) -> Result<(), ExchangeError> {
        for (kind, usual) in [("difference", 1), ("ratio", 2), ("xv", 0)] {
            let Some(entries) = root.get(kind).filter(|entries| !entries.is_nothing()) else { continue };
            for entry in entries.items()? {
                if let [a, b] = self.cells_at(&entry, "cells")?[..] {
                    let number = entry.get("value").and_then(|value| value.number()).unwrap_or(usual);
                    self.marked.push(Marked { kind, number, cells: [a, b] });
                }
            }
        }
        Ok(())
    }

    /// Reads a drawn cage, which may hold the title or the author.
    pub(super) fn cosmetic_cage(&mut self, entry: &Node<'_>) -> Result<(), ExchangeError> {
        let cells = self.draft.rows * self.draft.columns;
        let notes = &mut self.draft.notes;
        if !entry.get("value").and_then(|value| value.text()).is_some_and(|said| notes.take(said, cells)) {
            notes.keep(Exchange::FPuzzles, "cage", entry.value().clone());
        }
        Ok(())
    }
}

/// The cells of a line without repetition, in order of first occurrence.
fn each_once(cells: &[Cell]) -> Vec<Cell> {
    let mut seen = std::collections::HashSet::new();
    cells.iter().copied().filter(|&cell| seen.insert(cell)).collect()
}
