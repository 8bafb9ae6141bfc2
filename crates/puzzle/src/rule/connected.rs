//! One connected piece: `connected 1,3,5,7,9`, `connected 1 shade`, `connected 1 size 9 shade`.

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use crate::geometry::{Cell, Geometry, LayerName};
use crate::rule::check;
use crate::rule::constrain::{Breach, Constrain, Digits, beside, value};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::words::Words;

/// Connected cells: the cells with given values make one piece of at least one cell, which hangs together by edges.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Connected {
    /// The layer of the cells; `None` for the grid.
    pub layer: Option<LayerName>,
    /// The values.
    pub values: BTreeSet<i64>,
    /// The number of cells of the piece, where it is told.
    pub size: Option<i64>,
}

/// The word before the size.
const SIZE: &str = "size";

impl Connected {
    /// Reads the values, then the size, then the layer. A layer may have the name `size`, so that word tells a size only before
    /// another word.
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let mut read = Self { layer: None, values: words.values()?.into_iter().collect(), size: None };
        let is_next = |words: &Words<'_>| words.peek().is_some_and(|word| !matches!(word, "|" | "&" | "(" | ")"));
        let layer = |words: &mut Words<'_>| words.word("the name of a layer", |word| word.parse::<LayerName>().ok());
        if !is_next(words) {
            return Ok(read);
        }
        if words.peek().is_some_and(|word| word.eq_ignore_ascii_case(SIZE)) {
            let name = layer(words)?;
            if !is_next(words) {
                read.layer = Some(name);
                return Ok(read);
            }
            read.size = Some(words.number()?);
        }
        if is_next(words) {
            read.layer = Some(layer(words)?);
        }
        Ok(read)
    }

    /// The cells of the grid or the layer; none if the board does not have the layer.
    fn all(&self, board: &Geometry) -> Vec<Cell> {
        match self.layer {
            None => board.grid_cells().collect(),
            Some(name) => board.layer(name).map(|layer| board.layer_cells(layer)).unwrap_or_default(),
        }
    }

    /// The number of cells of the piece, where it is told.
    fn cells_of_piece(&self) -> Option<usize> {
        self.size.map(|size| usize::try_from(size).unwrap_or_default())
    }

    /// The cells that can be reached from one through cells that a predicate allows.
    fn piece(board: &Geometry, from: Cell, allows: &dyn Fn(Cell) -> bool) -> HashSet<Cell> {
        let mut piece = HashSet::from([from]);
        let mut open = vec![from];
        while let Some(cell) = open.pop() {
            let around = [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(down, right)| beside(board, cell, down, right));
            for other in around.into_iter().flatten() {
                if allows(other) && piece.insert(other) {
                    open.push(other);
                }
            }
        }
        piece
    }

    /// The largest number of cells with a value that can still become one piece, where no filled cell has a value.
    fn largest(board: &Geometry, cells: &[Cell], may: &dyn Fn(Cell) -> bool) -> usize {
        let mut seen: HashSet<Cell> = HashSet::new();
        let mut largest = 0;
        for &cell in cells.iter().filter(|&&cell| may(cell)) {
            if !seen.contains(&cell) {
                let piece = Self::piece(board, cell, may);
                largest = piece.len().max(largest);
                seen.extend(piece);
            }
        }
        largest
    }
}

impl fmt::Display for Connected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("connected")?;
        for (at, value) in self.values.iter().enumerate() {
            write!(f, "{}{value}", if at > 0 { "," } else { " " })?;
        }
        self.size.map_or(Ok(()), |size| write!(f, " {SIZE} {size}"))?;
        self.layer.map_or(Ok(()), |layer| write!(f, " {layer}"))
    }
}

impl Constrain for Connected {
    fn check(&self) -> Result<(), RuleError> {
        check::numbers(self.values.iter().copied())?;
        self.size.map_or(Ok(()), |size| check::within(size, 1, check::MAX_NUMBER))
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        self.all(board)
    }

    /// Also of a grid that is not full: two cells with values that no cells between can connect, too many cells with a value, or no
    /// room for enough of them.
    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let cells = self.all(board);
        let has = |cell: Cell| value(board, digits, cell).is_some_and(|value| self.values.contains(&value));
        let may = |cell: Cell| has(cell) || value(board, digits, cell).is_none();
        let breach =
            |cells: Vec<Cell>, how: &str| Some(Breach { cells, sentence: format!("{} {how}", self.sentence()) });
        let known: Vec<Cell> = cells.iter().copied().filter(|&cell| has(cell)).collect();
        let size = self.cells_of_piece();
        if size.is_some_and(|size| known.len() > size) {
            return breach(known, "has more cells");
        }
        let largest = match known.first() {
            None => Self::largest(board, &cells, &may),
            Some(&first) => {
                let piece = Self::piece(board, first, &may);
                if let Some(&other) = known.iter().find(|cell| !piece.contains(cell)) {
                    return breach(vec![first, other], "falls apart");
                }
                piece.len()
            }
        };
        let is_too_small = largest < size.unwrap_or(1);
        if is_too_small { breach(cells, if largest == 0 { "has no cell" } else { "has fewer cells" }) } else { None }
    }

    fn sentence(&self) -> String {
        let values: Vec<String> = self.values.iter().map(ToString::to_string).collect();
        let place = self.layer.map_or_else(|| "grid".to_owned(), |layer| format!("layer {layer}"));
        let size = self.size.map_or_else(String::new, |size| format!(" of {size} cells"));
        format!("the piece{size} with {} in the {place}", values.join(", "))
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        if let Some(name) = self.layer.filter(|&name| board.layer(name).is_none()) {
            return Err(RuleError::Unlike { expected: "the name of a layer of the puzzle", found: name.to_string() });
        }
        to.connected(board, &self.all(board), |value| self.values.contains(&value), self.cells_of_piece())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Rule, Rules};

    #[test]
    fn lines_of_connected_cells_are_read_and_written() {
        for line in [
            "connected 1",
            "connected 1,3,5,7,9",
            "connected 0 shade",
            "connected 1 size 9",
            "connected 1 size 9 shade",
            "connected 1 size",
            "connected 1 SIZE",
            "connected 1 size 2 size",
            "anyof connected 1 shade | connected 2 & connected 1 size | odd r1c1",
        ] {
            assert_eq!(line.parse::<Rule>().map(|rule| rule.to_string()).as_deref(), Ok(line));
        }
        let other_names =
            [("Connected Values 3,1,3 Size 4", "connected 1,3 size 4"), ("connected 2 # odd", "connected 2")];
        for (line, expected) in other_names {
            assert_eq!(line.parse::<Rule>().unwrap().to_string(), expected);
        }
        for (line, expected) in [
            ("connected", "expected digits with commas between, such as 1,5,9, found nothing"),
            ("connected shade", "expected digits with commas between, such as 1,5,9, found \"shade\""),
            ("connected 1 size shade", "expected a number from 0 to 1000000, found \"shade\""),
            ("connected 1 shade size 9", "expected the end of the line, found \"size\""),
            ("connected 1 9", "expected the name of a layer, found \"9\""),
            ("connected 1 size 0", "expected a number from 1 to 1000000, found 0"),
        ] {
            let found = line.parse::<Rule>().and_then(|rule| Ok(rule.as_constrain().check()?));
            assert_eq!(found.map_err(|error| error.to_string()), Err(expected.to_owned()), "{line}");
        }
    }

    fn on(board: &str, lines: &[&str]) -> Result<(Geometry, Rules), String> {
        let rules = Rules::parse(lines.iter().copied()).map_err(|(_, error)| error.to_string())?;
        Rules::on(&board.parse().unwrap(), rules).map_err(|error| error.to_string())
    }

    #[test]
    fn connected_cells_are_those_of_a_layer_of_the_puzzle() {
        let refused = on("2x2", &["connected 1 shade"]).unwrap_err();
        assert_eq!(refused, "connected 1 shade: expected the name of a layer of the puzzle, found shade");
        let (board, rules) = on("2x2", &["connected 1 shade", "layer shade 0..1 3x2", "connected 1,2"]).unwrap();
        let count = |rule: usize| rules.as_slice()[rule].as_constrain().cells(&board).len();
        assert_eq!((count(0), count(2)), (6, 16));
    }

    /// All partial fillings of a square of 3×3: a breach is final, and without a size each filling without a breach can be completed.
    #[test]
    fn a_breach_of_connected_cells_is_final() {
        let layer = "layer shade 0..1 3x3";
        for size in [None].into_iter().chain((1..=9).map(Some)) {
            let line = size.map_or("connected 1 shade".to_owned(), |size| format!("connected 1 size {size} shade"));
            let (board, rules) = on("2x2", &[layer, &line]).unwrap();
            let rule = rules.as_slice()[1].as_constrain();
            let cells = rule.cells(&board);
            let digit = |value: i64| board.digits().find(|digit| i64::from(digit.get()) == value);
            let values = [digit(0), digit(1), None];
            // By the number of the filling in base 3; empty cells have the largest figure, so completions come before.
            let mut can_be: Vec<bool> = Vec::new();
            let mut unseen = 0;
            for number in 0..3_usize.pow(9) {
                let figure = |cell: u32| number / 3_usize.pow(cell) % 3;
                let mut digits = vec![None; board.cell_count()];
                for (at, &cell) in (0..).zip(&cells) {
                    digits[board.index(cell)] = values[figure(at)];
                }
                let is_broken = rule.breach(&board, &digits).is_some();
                let first_open = (0..9).find(|&cell| figure(cell) == 2);
                can_be.push(match first_open {
                    None => !is_broken,
                    Some(cell) => (1..=2).any(|less| can_be[number - less * 3_usize.pow(cell)]),
                });
                assert!(!(is_broken && can_be[number]), "{line}: {number}");
                unseen += u32::from(!is_broken && !can_be[number]);
            }
            assert!(unseen == 0 || size.is_some(), "{line}: {unseen}");
            assert!(!can_be[0], "{line}");
        }
    }
}
