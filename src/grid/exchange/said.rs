//! A rule's line in parts, for writers.

use crate::geometry::Cell;

/// The line of a rule: its keyword, its words that are no cells, and its groups of cells.
#[derive(Clone, Debug)]
pub(in crate::grid::exchange) struct Said<'a> {
    pub(in crate::grid::exchange) line: &'a str,
    pub(in crate::grid::exchange) keyword: &'a str,
    pub(in crate::grid::exchange) words: Vec<&'a str>,
    /// The cells up to each colon, and behind the last.
    pub(in crate::grid::exchange) groups: Vec<Vec<Cell>>,
}

impl<'a> Said<'a> {
    pub(in crate::grid::exchange) fn of(line: &'a str) -> Self {
        let mut all = line.split_ascii_whitespace();
        let mut said =
            Self { line, keyword: all.next().unwrap_or_default(), words: Vec::new(), groups: vec![Vec::new()] };
        for word in all {
            if word == ":" {
                said.groups.push(Vec::new());
            } else if let Ok(cell) = word.parse::<Cell>() {
                let last = said.groups.len() - 1;
                said.groups[last].push(cell);
            } else {
                said.words.push(word);
            }
        }
        said
    }

    /// The cells, where there is one group.
    pub(in crate::grid::exchange) fn cells(&self) -> Option<&[Cell]> {
        match &self.groups[..] {
            [cells] => Some(cells),
            _ => None,
        }
    }

    /// The two groups, where there are two.
    pub(in crate::grid::exchange) fn both(&self) -> Option<[&[Cell]; 2]> {
        match &self.groups[..] {
            [first, second] => Some([first, second]),
            _ => None,
        }
    }

    /// The two cells of a pair that are side by side.
    pub(in crate::grid::exchange) fn neighbours(&self) -> Option<[Cell; 2]> {
        let &[a, b] = self.cells()? else { return None };
        let steps = a.row().abs_diff(b.row()) + a.column().abs_diff(b.column());
        (steps == 1).then_some([a, b])
    }

    /// The word, where there is one.
    pub(in crate::grid::exchange) fn word(&self) -> Option<&'a str> {
        match self.words[..] {
            [word] => Some(word),
            _ => None,
        }
    }

    /// The number of a row or a column, from 1, whether it is a row, and the end that is named.
    pub(in crate::grid::exchange) fn view(&self) -> Option<(usize, bool, Option<&'a str>)> {
        let (&[_, line, number], end) = self.words.split_first_chunk::<3>()?;
        let is_row = match line {
            "row" => true,
            "column" => false,
            _ => return None,
        };
        Some((number.parse().ok()?, is_row, end.first().copied()))
    }

    /// The cell at the corner above and left of four that meet.
    pub(in crate::grid::exchange) fn square(&self) -> Option<Cell> {
        let cells = self.cells()?;
        let corner = *cells.iter().min()?;
        let of_corner = |cell: &Cell| {
            let (down, right) = (cell.row().checked_sub(corner.row()), cell.column().checked_sub(corner.column()));
            matches!((down, right), (Some(0 | 1), Some(0 | 1)))
        };
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        (cells.len() == 4 && sorted.len() == 4 && cells.iter().all(of_corner)).then_some(corner)
    }

    /// The rule as lines that say the same and that readers make of other keys: one cell each, digits by their list, extremes
    /// by inequalities, and cells in order where that says nothing.
    pub(in crate::grid::exchange) fn simplest(
        &self,
        digits: &[u16],
        neighbours: &dyn Fn(Cell) -> Vec<Cell>,
    ) -> Vec<String> {
        if let ("copies", Some([cells, of])) = (self.keyword, self.both())
            && cells.len() == of.len()
            && let Some(table) = table(digits, |a, b| a == b)
        {
            return cells.iter().zip(of).map(|(cell, of)| format!("pairs {table} : {cell} {of}")).collect();
        }
        if let ("allpairs", [_, cells]) = (self.keyword, &self.groups[..])
            && let Some(table) = self.word()
        {
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            return vec![sorted.iter().fold(format!("allpairs {table} :"), |line, cell| format!("{line} {cell}"))];
        }
        let Some(cells) = self.cells() else { return vec![self.line.to_owned()] };
        match self.keyword {
            "odd" | "even" => {
                let wanted = u16::from(self.keyword == "odd");
                let values: Vec<String> =
                    digits.iter().filter(|&digit| digit % 2 == wanted).map(ToString::to_string).collect();
                cells.iter().map(|cell| format!("allowed {} {cell}", values.join(","))).collect()
            }
            "minimum" | "maximum" => {
                let mut lines = Vec::new();
                for &cell in cells {
                    for other in neighbours(cell).into_iter().filter(|other| !cells.contains(other)) {
                        let (less, more) = if self.keyword == "minimum" { (cell, other) } else { (other, cell) };
                        lines.push(format!("less {less} {more}"));
                    }
                }
                lines
            }
            "killer" | "littlekiller" | "renban" | "contains" | "exactly" | "countingcircles" => {
                // The order of the cells says nothing.
                let mut sorted = cells.to_vec();
                sorted.sort_unstable();
                let words: Vec<&str> = std::iter::once(self.keyword).chain(self.words.iter().copied()).collect();
                vec![sorted.iter().fold(words.join(" "), |line, cell| format!("{line} {cell}"))]
            }
            "difference" | "ratio" | "pairsum" if cells.len() == 2 => {
                let [a, b] = [cells[0].min(cells[1]), cells[0].max(cells[1])];
                let Some(number) = self.word().and_then(|word| word.parse::<u16>().ok()) else {
                    return vec![self.line.to_owned()];
                };
                let line = format!("{} {number} {a} {b}", self.keyword);
                if matches!(line.split(" r").next(), Some("difference 1" | "ratio 2" | "pairsum 5" | "pairsum 10")) {
                    return vec![line];
                }
                let table = table(digits, |one, other| match self.keyword {
                    "difference" => one.abs_diff(other) == number,
                    "ratio" => {
                        u32::from(one) * u32::from(number) == u32::from(other)
                            || u32::from(other) * u32::from(number) == u32::from(one)
                    }
                    _ => one + other == number,
                });
                vec![table.map_or(line, |table| format!("pairs {table} : {a} {b}"))]
            }
            "slowthermometer" | "nabner" => {
                let is_slow = self.keyword == "slowthermometer";
                let table = table(digits, |a, b| if is_slow { a <= b } else { a.abs_diff(b) > 1 });
                let mut sorted = cells.to_vec();
                if !is_slow {
                    sorted.sort_unstable();
                }
                let keyword = if is_slow { "pairs" } else { "allpairs" };
                let words = table.map(|table| format!("{keyword} {table} :"));
                vec![words.map_or(self.line.to_owned(), |words| {
                    sorted.iter().fold(words, |line, cell| format!("{line} {cell}"))
                })]
            }
            _ => vec![self.line.to_owned()],
        }
    }
}

/// The pairs of digits that a test allows, as they stand in a line; nothing where there are none.
fn table(digits: &[u16], allows: impl Fn(u16, u16) -> bool) -> Option<String> {
    let pairs = digits.iter().flat_map(|&a| digits.iter().map(move |&b| (a, b)));
    let pairs: Vec<String> = pairs.filter(|&(a, b)| allows(a, b)).map(|(a, b)| format!("{a}-{b}")).collect();
    (!pairs.is_empty()).then(|| pairs.join(","))
}
