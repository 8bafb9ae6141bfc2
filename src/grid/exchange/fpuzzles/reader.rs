//! The values of keys, as lines of rules.

use crate::geometry::Cell;
use crate::grid::exchange::Exchange;
use crate::grid::exchange::draft::{Draft, except, line_of};
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::json::Node;

/// A draft that the keys of a puzzle are read into, in their order.
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

    /// The cells under a key of an entry; none where it has none.
    fn cells_at(&self, entry: &Node<'_>, key: &str) -> Result<Vec<Cell>, ExchangeError> {
        entry.get(key).map_or(Ok(Vec::new()), |cells| self.cells_of(&cells))
    }

    /// The lines of an entry that have two cells at least: others say nothing.
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

    /// The number under `value`: none where it is absent or empty.
    fn value_of(entry: &Node<'_>) -> Result<Option<i64>, ExchangeError> {
        match entry.get("value").filter(|value| !value.is_nothing()) {
            None => Ok(None),
            Some(value) => {
                let number = value.number().filter(|number| (0..=1_000_000).contains(number));
                number.map(Some).ok_or_else(|| value.expected("a number from 0 to 1000000"))
            }
        }
    }

    fn add(&mut self, node: &Node<'_>, words: &str, cells: &[Cell]) -> Result<(), ExchangeError> {
        self.draft.rule_of(&node.path(), words, cells)
    }

    pub(super) fn line(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        for (node, cells) in self.lines_of(entry)? {
            self.add(&node, keyword, &cells)?;
        }
        Ok(())
    }

    /// A line whose order says nothing: a cell where it ends as it begins, or crosses itself, is on it once.
    pub(super) fn set(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        for (node, cells) in self.lines_of(entry)? {
            self.add(&node, keyword, &each_once(&cells))?;
        }
        Ok(())
    }

    pub(super) fn whispers(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        let least = Self::value_of(entry)?.unwrap_or((self.side() + 1) / 2);
        for (node, cells) in self.lines_of(entry)? {
            for part in pieces(&cells, 1) {
                self.add(&node, &format!("{keyword} {least}"), part)?;
            }
        }
        Ok(())
    }

    /// A line that says something of every so many cells in a row: three, or as many as its modulus.
    pub(super) fn windows(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        let (words, window) = match keyword {
            "modular" => {
                let modulus = Self::value_of(entry)?.unwrap_or(3);
                (format!("{keyword} {modulus}"), usize::try_from(modulus).unwrap_or_default())
            }
            _ => (keyword.to_owned(), 3),
        };
        for (node, cells) in self.lines_of(entry)? {
            for part in pieces(&cells, window.saturating_sub(1)) {
                self.add(&node, &words, part)?;
            }
        }
        Ok(())
    }

    pub(super) fn lockout(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        let least = Self::value_of(entry)?.unwrap_or(4);
        for (node, cells) in self.lines_of(entry)? {
            self.add(&node, &format!("{keyword} {least}"), &cells)?;
        }
        Ok(())
    }

    /// Each line is an arrow of its own; its first cell is where it leaves the circle. A pill is read as words are.
    pub(super) fn arrow(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        let mut circle = self.cells_at(entry, "cells")?;
        circle.sort_unstable();
        for (node, cells) in self.lines_of(entry)? {
            let line = format!("{keyword}{} :{}", line_of(&circle), line_of(&cells[1..]));
            self.draft.rule(&node.path(), &line)?;
        }
        Ok(())
    }

    /// A cage without a total, or with one of 0, only says that its digits differ.
    pub(super) fn cage(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        let cells = self.cells_at(entry, "cells")?;
        if let Some(value) = entry.get("value").filter(|value| value.number().is_none() && !value.is_nothing()) {
            let total = value.text().unwrap_or_default();
            return Err(value.error(ExchangeProblem::NoRule(format!("a cage that makes {total:?}"))));
        }
        match Self::value_of(entry)?.filter(|&total| total > 0) {
            Some(total) => self.add(entry, &format!("{keyword} {total}"), &cells),
            None if cells.is_empty() => Ok(()),
            None => self.add(entry, keyword, &cells),
        }
    }

    pub(super) fn sum(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        let cells = self.cells_at(entry, "cells")?;
        Self::value_of(entry)?.map_or(Ok(()), |total| self.add(entry, &format!("{keyword} {total}"), &cells))
    }

    /// The cells follow from the place and the direction.
    pub(super) fn little_killer(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
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
        self.add(entry, &format!("{keyword} {total}"), &cells)
    }

    /// A clue outside: of the row or column that it stands at, from its side.
    pub(super) fn outside(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        let Some(total) = Self::value_of(entry)? else { return Ok(()) };
        let from = entry.get("cell").ok_or_else(|| entry.expected("a key cell"))?;
        let (row, column) = place(&from)?;
        let side = self.side();
        let is_within = |at: i64| (0..side).contains(&at);
        let (line, end) = match (row, column) {
            (-1, column) if is_within(column) => (format!("column {}", column + 1), "top"),
            (row, column) if row == side && is_within(column) => (format!("column {}", column + 1), "bottom"),
            (row, -1) if is_within(row) => (format!("row {}", row + 1), "left"),
            (row, column) if column == side && is_within(row) => (format!("row {}", row + 1), "right"),
            _ => return Err(from.expected("a place beside a row or a column")),
        };
        // A sandwich is the same from both ends.
        let end = if keyword == "sandwich" { "" } else { end };
        self.draft.rule(&entry.path(), format!("{keyword} {total} {line} {end}").trim_end())
    }

    pub(super) fn mark(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        let cell = entry.get("cell").ok_or_else(|| entry.expected("a key cell"))?;
        let cell = self.cell_of(&cell)?;
        self.add(entry, keyword, &[cell])
    }

    /// Marks that look at one another are one rule.
    pub(super) fn marks(&mut self, node: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        let mut cells = Vec::new();
        for entry in node.items()? {
            let cell = self.cell_of(&entry.get("cell").ok_or_else(|| entry.expected("a key cell"))?)?;
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        self.add(node, keyword, &cells)
    }

    /// A dot with its number, or that of the keyword.
    pub(super) fn dot(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        let cells = self.cells_at(entry, "cells")?;
        let words = match (Self::value_of(entry)?, keyword.split_once(' ')) {
            (Some(value), Some((keyword, _))) => format!("{keyword} {value}"),
            _ => keyword.to_owned(),
        };
        self.add(entry, &words, &cells)
    }

    pub(super) fn xv(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        let cells = self.cells_at(entry, "cells")?;
        let Some(value) = entry.get("value").filter(|value| !value.is_nothing()) else { return Ok(()) };
        let total = match value.text().map(str::trim) {
            Some("X" | "x") => 10,
            Some("V" | "v") => 5,
            _ => return Err(value.expected("X or V")),
        };
        self.add(entry, &format!("{keyword} {total}"), &cells)
    }

    /// A cell that is its own copy says nothing.
    pub(super) fn clones(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        let (cells, copies) = (self.cells_at(entry, "cells")?, self.cells_at(entry, "cloneCells")?);
        if cells.len() != copies.len() {
            return Err(entry.expected("as many cells as cloneCells"));
        }
        let (cells, copies): (Vec<Cell>, Vec<Cell>) = cells.into_iter().zip(copies).filter(|(a, b)| a != b).unzip();
        if cells.is_empty() {
            return Ok(());
        }
        self.draft.rule(&entry.path(), &format!("{keyword}{} :{}", line_of(&cells), line_of(&copies)))
    }

    pub(super) fn extra_region(&mut self, entry: &Node<'_>, _: &str) -> Result<(), ExchangeError> {
        let cells = self.cells_at(entry, "cells")?;
        self.draft.unit(entry.path(), cells);
        Ok(())
    }

    pub(super) fn quadruple(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        let Some(values) = entry.get("values").filter(|values| !values.is_nothing()) else { return Ok(()) };
        let cells = self.cells_at(entry, "cells")?;
        let mut words = Vec::new();
        for value in values.items()? {
            words.push(value.number().ok_or_else(|| value.expected("a digit"))?.to_string());
        }
        self.add(entry, &format!("{keyword} {}", words.join(",")), &cells)
    }

    pub(super) fn cells(&mut self, entry: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        let cells = self.cells_at(entry, "cells")?;
        self.add(entry, keyword, &cells)
    }

    pub(super) fn diagonal(&mut self, _: &Node<'_>, which: &str) -> Result<(), ExchangeError> {
        self.draft.diagonals[usize::from(which == "rising")] = true;
        Ok(())
    }

    /// Cells of the same place in their boxes are units.
    pub(super) fn disjoint_groups(&mut self, node: &Node<'_>, _: &str) -> Result<(), ExchangeError> {
        let regions = self.draft.region_cells();
        for place in 0..self.draft.rows {
            let cells = regions.iter().filter_map(|region| region.get(place).copied()).collect();
            self.draft.unit(node.path(), cells);
        }
        Ok(())
    }

    /// Pairs with a dot are free.
    pub(super) fn nonconsecutive(&mut self, node: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        let except = self.except(&["difference", "ratio"]);
        let line = if except.is_empty() { keyword.to_owned() } else { format!("negative difference 1{except}") };
        self.draft.rule(&node.path(), &line)
    }

    /// What no pair without a mark may be: of each number that some mark has, or of the usual one.
    pub(super) fn negative(&mut self, node: &Node<'_>, keyword: &str) -> Result<(), ExchangeError> {
        for entry in node.items()? {
            let (kind, usual, marks): (_, &[i64], &[&str]) = match entry.text() {
                Some("ratio") => ("ratio", &[2], &["ratio", "difference"]),
                Some("difference") => ("difference", &[1], &["ratio", "difference"]),
                Some("xv") => ("pairsum", &[5, 10], &["xv"]),
                Some("foglight") => continue,
                _ => return Err(entry.error(ExchangeProblem::NoRule(format!("the negative {:?}", entry.text())))),
            };
            let mut numbers: Vec<i64> =
                self.marked.iter().filter(|mark| mark.kind == kind).map(|mark| mark.number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            let numbers = if numbers.is_empty() || kind == "pairsum" { usual.to_vec() } else { numbers };
            let except = self.except(marks);
            for number in numbers {
                self.draft.rule(&entry.path(), &format!("{keyword} {kind} {number}{except}"))?;
            }
        }
        Ok(())
    }

    /// The pairs with such marks, as a rule excepts them.
    fn except(&self, keys: &[&str]) -> String {
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

    /// A cage that is drawn may say who made the puzzle.
    pub(super) fn cosmetic_cage(&mut self, entry: &Node<'_>, key: &str) -> Result<(), ExchangeError> {
        let cells = self.draft.rows * self.draft.columns;
        let notes = &mut self.draft.notes;
        if !entry.get("value").and_then(|value| value.text()).is_some_and(|said| notes.take(said, cells)) {
            notes.keep(Exchange::FPuzzles, key, entry.value().clone());
        }
        Ok(())
    }
}

/// The cells of a line, each where it comes first.
fn each_once(cells: &[Cell]) -> Vec<Cell> {
    let mut seen = std::collections::HashSet::new();
    cells.iter().copied().filter(|&cell| seen.insert(cell)).collect()
}

/// A line in pieces none of which has a cell twice, such that every so many cells and the one behind them are together on one.
fn pieces(cells: &[Cell], overlap: usize) -> Vec<&[Cell]> {
    let mut pieces: Vec<&[Cell]> = Vec::new();
    let mut start = 0;
    while start + 1 < cells.len() {
        let fresh = (start..cells.len()).take_while(|&at| !cells[start..at].contains(&cells[at])).count();
        pieces.push(&cells[start..start + fresh]);
        if start + fresh == cells.len() {
            break;
        }
        // A piece that cannot go on is left to the rule, which says what is wrong.
        if fresh <= overlap {
            return vec![cells];
        }
        start += fresh - overlap;
    }
    pieces
}
