//! Groups of cells beside the grid: `.Var~S~shading~9x9` has the cells `VS1` to `VS81`, `.Var~N` the cell `VN`.

use crate::geometry::{Cell, Geometry, Layer, LayerName, LayerShape};
use crate::grid::exchange::draft::Draft;
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::iss::board::MAX_SIDE;
use crate::grid::exchange::iss::items::{Item, name, name_of, place, written};
use crate::rule::{Chaos, HelperCells, Rule};

/// The most cells of a puzzle, those of the grid included.
const MOST_CELLS: usize = 1000;

/// The most letters of a layer's name.
const LONGEST_NAME: usize = 7;

/// The prefix of the labels of regions to be found.
const CHAOS: &str = "CC";

/// A group of cells, which is a layer of the puzzle.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The name of a cell up to its number: `VS`.
    prefix: String,
    layer: LayerName,
    /// The columns of the layer; 0 for a number.
    layer_columns: usize,
    /// The columns of the group, by which its cells are neighbours. The last row may be shorter.
    columns: usize,
    count: usize,
}

/// The grid or a group: cells in rows, of which the last may be shorter.
#[derive(Clone, Copy)]
pub(super) struct Sheet<'a> {
    /// `None` for the grid.
    group: Option<&'a Group>,
    columns: usize,
    pub(super) count: usize,
}

/// The sheets of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Sheets {
    rows: usize,
    columns: usize,
    groups: Vec<Group>,
}

impl Sheets {
    /// The grid of a draft alone.
    pub(super) fn of_grid(draft: &Draft) -> Self {
        Self { rows: draft.rows, columns: draft.columns, groups: Vec::new() }
    }

    /// Adds the group of a part `.Var`, and its rule to the draft.
    ///
    /// # Errors
    /// If the group has no good prefix or size.
    pub(super) fn read(&mut self, item: &Item, draft: &mut Draft) -> Result<(), ExchangeError> {
        let rule = self.add(item, draft)?;
        draft.rule(&item.path(), rule).map_err(|error| ExchangeError { at: item.at, ..error })
    }

    /// Adds the group of a part `.Var`: its prefix, its label, and its size, a count of cells or rows and columns.
    fn add(&mut self, item: &Item, draft: &Draft) -> Result<HelperCells, ExchangeError> {
        let prefix = item.arg(0);
        if prefix.is_empty() || !prefix.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return Err(item.expected("a prefix of capital letters", prefix));
        }
        let size = size(item.arg(2))
            .ok_or_else(|| item.expected("a number of cells, or rows and columns such as 9x9", item.arg(2)))?;
        let (layer, _) = self.add_group(item, &format!("V{prefix}"), prefix, size, draft)?;
        Ok(HelperCells { title: name_of(item.arg(1)), ..layer })
    }

    /// Adds the group of `.ChaosConstruction`, a label for each cell of the grid, and its rule to the draft.
    ///
    /// # Errors
    /// If there is such a group, or the digits do not begin with 1: a label would be another number there.
    pub(super) fn read_chaos(&mut self, item: &Item, size: usize, draft: &mut Draft) -> Result<(), ExchangeError> {
        if *draft.digits.start() != 1 {
            return Err(item.error(ExchangeProblem::NoRule(format!("{} with digits from 0", item.kind))));
        }
        let size_of_grid = (Some(self.rows), self.columns);
        let (HelperCells { layer, .. }, _) = self.add_group(item, CHAOS, "", size_of_grid, draft)?;
        let size = Some(size).filter(|size| *size != draft.digits.clone().count());
        let rule = Chaos { layer: layer.name, size: size.and_then(|size| i64::try_from(size).ok()) };
        draft.rule(&item.path(), rule).map_err(|error| ExchangeError { at: item.at, ..error })
    }

    /// The cell with the label of a cell of the grid.
    pub(super) fn label(&self, cell: Cell) -> Option<Cell> {
        let group = self.groups.iter().find(|group| group.prefix == CHAOS)?;
        cell.is_in_grid().then(|| group.cell(self.grid().index(cell))).flatten()
    }

    /// Whether a cell has the label of a cell of the grid.
    pub(super) fn is_label(&self, cell: Cell) -> bool {
        self.groups.iter().any(|group| group.prefix == CHAOS && cell.layer() == Some(group.layer))
    }

    /// Adds a group, whose cells have names that begin with `id`, and gives its layer and its cells.
    ///
    /// # Errors
    /// If another group has the name, or there are too many cells.
    pub(super) fn add_group(
        &mut self,
        item: &Item,
        id: &str,
        title: &str,
        (rows, columns): (Option<usize>, usize),
        draft: &Draft,
    ) -> Result<(HelperCells, Vec<Cell>), ExchangeError> {
        if self.groups.iter().any(|group| group.prefix == id) {
            return Err(item.expected("a prefix that no other group has", id));
        }
        let count = rows.unwrap_or(1).saturating_mul(columns);
        let before: usize = self.groups.iter().map(|group| group.count).sum();
        if count.saturating_add(before + self.rows * self.columns) > MOST_CELLS {
            return Err(item.expected(&format!("at most {MOST_CELLS} cells with those of the grid"), item.arg(2)));
        }
        if rows.is_some() && columns > MAX_SIDE {
            return Err(item.expected(&format!("at most {MAX_SIDE} columns"), item.arg(2)));
        }
        // The cells of a count stand below one another as those of the grid do.
        let neighbours = if rows.is_some() { columns } else { self.columns };
        let (layer_rows, layer_columns) = match rows {
            Some(rows) => (rows, columns),
            None if count.is_multiple_of(self.columns) => (count / self.columns, self.columns),
            None => (1, count),
        };
        let shape = if count == 1 {
            LayerShape::Number
        } else if (layer_rows, layer_columns) == (self.rows, self.columns) {
            LayerShape::Grid
        } else {
            LayerShape::Rectangle(layer_rows as u16, layer_columns as u16)
        };
        let layer_columns = if count == 1 { 0 } else { layer_columns };
        let name = self.free_name(id.strip_prefix('V').unwrap_or(id));
        let name = name.ok_or_else(|| item.expected("a prefix unlike those of other groups", id))?;
        let group = Group { prefix: id.to_owned(), layer: name, layer_columns, columns: neighbours, count };
        let cells = (0..count).filter_map(|at| group.cell(at)).collect();
        self.groups.push(group);
        let [first, last] = [*draft.digits.start() as u16, *draft.digits.end() as u16];
        Ok((HelperCells { layer: Layer { name, shape, first, last }, title: Some(title.to_owned()) }, cells))
    }

    /// The groups for the layers among rules, as far as a string can have them.
    pub(super) fn for_rules<'a>(board: &Geometry, rules: impl Iterator<Item = &'a Rule>) -> Self {
        let mut sheets = Self { rows: board.rows(), columns: board.columns(), groups: Vec::new() };
        let mut cells = board.grid_cell_count();
        for rule in rules {
            let layer = match rule {
                Rule::HelperCells(HelperCells { layer, .. }) => layer,
                Rule::Chaos(chaos) => {
                    sheets.groups.extend(sheets.chaos(chaos, board));
                    continue;
                }
                _ => continue,
            };
            let prefix = layer.name.to_string();
            let (rows, columns) = rows_and_columns(layer.shape, board);
            let is_good = (layer.first, layer.last) == board.grid_digits()
                && prefix.bytes().all(|byte| byte.is_ascii_uppercase())
                && (columns <= MAX_SIDE || rows == 1);
            cells = cells.saturating_add(rows * columns);
            if is_good && cells <= MOST_CELLS {
                let layer_columns = if layer.shape == LayerShape::Number { 0 } else { columns };
                let count = rows * columns;
                let prefix = format!("V{prefix}");
                sheets.groups.push(Group { prefix, layer: layer.name, layer_columns, columns, count });
            }
        }
        sheets
    }

    /// The group of the labels, if they have the name of the labels there and the regions the size that a string gives them.
    fn chaos(&self, chaos: &Chaos, board: &Geometry) -> Option<Group> {
        let has_size = usize::try_from(chaos.size.unwrap_or_default()).ok() == Some(self.rows.max(self.columns));
        let is_usual = chaos.size.is_none() && board.grid_digits() == (1, self.rows.max(self.columns) as u16);
        let is_only = chaos.layer.to_string() == CHAOS && self.groups.iter().all(|group| group.prefix != CHAOS);
        let (count, columns) = (self.rows * self.columns, self.columns);
        let group = Group { prefix: CHAOS.to_owned(), layer: chaos.layer, layer_columns: columns, columns, count };
        (is_only && (is_usual || has_size && board.grid_digits().0 == 1)).then_some(group)
    }

    /// Whether the string has the labels of regions to be found.
    pub(super) fn has_chaos(&self, chaos: &Chaos) -> bool {
        self.groups.iter().any(|group| group.prefix == CHAOS && group.layer == chaos.layer)
    }

    /// The arguments of the part `.Var` for a layer; `None` if the string does not have it.
    pub(super) fn var(&self, HelperCells { layer, title }: &HelperCells) -> Option<Vec<String>> {
        let group = self.groups.iter().find(|group| group.layer == layer.name)?;
        let size = match group.columns {
            _ if group.layer_columns == 0 => None,
            columns if columns > MAX_SIDE => Some(group.count.to_string()),
            columns => Some(format!("{}x{columns}", group.count / columns)),
        };
        let label = title.as_ref().map_or_else(String::new, |title| written(title));
        let label = Some(label).filter(|label| !label.is_empty() || size.is_some());
        Some([layer.name.to_string()].into_iter().chain(label).chain(size).collect())
    }

    /// The layer of a group whose cells are neighbours as those of the layer are: by its prefix, such as `VS`.
    pub(super) fn layer(&self, prefix: &str) -> Option<LayerName> {
        let group = self.groups.iter().find(|group| group.prefix == prefix)?;
        (group.columns == group.layer_columns || group.count == 1).then_some(group.layer)
    }

    /// The prefix of a layer's group, if the cells of the group are neighbours as those of the layer are.
    pub(super) fn prefix(&self, layer: LayerName) -> Option<&str> {
        let group = self.groups.iter().find(|group| group.layer == layer)?;
        let is_alike = group.layer_columns <= MAX_SIDE || group.count == 1;
        is_alike.then_some(group.prefix.as_str())
    }

    /// Whether the string has a cell.
    pub(super) fn has(&self, cell: Cell) -> bool {
        cell.is_in_grid() || self.groups.iter().any(|group| cell.layer() == Some(group.layer))
    }

    /// The two cells, if they are neighbours in the grid or in a group.
    pub(super) fn neighbours(&self, cells: [Cell; 2]) -> Option<[Cell; 2]> {
        let sheet = self.of(cells[0]);
        let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        steps.iter().any(|&(down, right)| sheet.step(cells[0], down, right) == Some(cells[1])).then_some(cells)
    }

    /// The name of a cell that the string has.
    pub(super) fn name(&self, cell: Cell) -> String {
        self.of(cell).name(cell)
    }

    /// The prefix, or the beginning of a long one with another last letter if a group has this name already.
    fn free_name(&self, prefix: &str) -> Option<LayerName> {
        let short = prefix.get(..LONGEST_NAME).unwrap_or(prefix);
        let others = ('A'..='Z').map(|letter| format!("{}{letter}", &short[..short.len() - 1]));
        let mut names = [short.to_owned()].into_iter().chain(others).filter_map(|name| name.parse().ok());
        names.find(|&name| self.groups.iter().all(|group| group.layer != name))
    }

    /// The cell with a name: `R1C1`, `VS12` or `VN`.
    pub(super) fn cell(&self, text: &str) -> Option<Cell> {
        if let Some((row, column)) = place(text) {
            return self.grid().at(row, column);
        }
        self.groups.iter().find_map(|group| {
            let number = text.strip_prefix(&group.prefix)?;
            let at = match (group.count, number) {
                (1, "") => 0,
                (1, _) => return None,
                _ if number.starts_with(|c: char| matches!(c, '1'..='9')) => number.parse::<usize>().ok()? - 1,
                _ => return None,
            };
            group.cell(at)
        })
    }

    pub(super) fn grid(&self) -> Sheet<'_> {
        Sheet { group: None, columns: self.columns, count: self.rows * self.columns }
    }

    /// The sheet of a cell.
    pub(super) fn of(&self, cell: Cell) -> Sheet<'_> {
        let group = self.groups.iter().find(|group| cell.layer() == Some(group.layer));
        group.map_or_else(
            || self.grid(),
            |group| Sheet { group: Some(group), columns: group.columns, count: group.count },
        )
    }

    /// The order of cells: those of the grid, then the groups by their prefixes.
    pub(super) fn order(&self, cell: Cell) -> (Option<&str>, Cell) {
        (self.of(cell).group.map(|group| group.prefix.as_str()), cell)
    }
}

impl Group {
    fn cell(&self, at: usize) -> Option<Cell> {
        if at >= self.count {
            return None;
        }
        let Some(row) = at.checked_div(self.layer_columns) else { return Some(Cell::of_number(self.layer)) };
        Some(Cell::in_layer(self.layer, row as u16, (at % self.layer_columns) as u16))
    }
}

impl Sheet<'_> {
    /// Whether two sheets are one.
    pub(super) fn is(self, other: Sheet<'_>) -> bool {
        self.group.map(|group| group.layer) == other.group.map(|group| group.layer)
    }

    /// The cell in a row and a column.
    pub(super) fn at(self, row: usize, column: usize) -> Option<Cell> {
        let at = row.checked_mul(self.columns)?.checked_add(column)?;
        if column >= self.columns || at >= self.count {
            return None;
        }
        match self.group {
            Some(group) => group.cell(at),
            None => Some(Cell::new(row as u16, column as u16)),
        }
    }

    /// The place of a cell of the sheet among its cells.
    pub(super) fn index(self, cell: Cell) -> usize {
        cell.row() * self.group.map_or(self.columns, |group| group.layer_columns) + cell.column()
    }

    /// The row and the column of a place.
    pub(super) fn row_and_column(self, index: usize) -> (usize, usize) {
        (index / self.columns, index % self.columns)
    }

    /// The cell some rows below and some columns to the right of a cell of the sheet.
    pub(super) fn step(self, cell: Cell, down: isize, right: isize) -> Option<Cell> {
        let (row, column) = self.row_and_column(self.index(cell));
        self.at(row.checked_add_signed(down)?, column.checked_add_signed(right)?)
    }

    /// The name of a cell of the sheet.
    pub(super) fn name(self, cell: Cell) -> String {
        match self.group {
            None => name(cell),
            Some(group) if group.count == 1 => group.prefix.clone(),
            Some(group) => format!("{}{}", group.prefix, self.index(cell) + 1),
        }
    }
}

/// The rows and the columns of a layer.
fn rows_and_columns(shape: LayerShape, board: &Geometry) -> (usize, usize) {
    match shape {
        LayerShape::Grid => (board.rows(), board.columns()),
        LayerShape::Rectangle(rows, columns) => (rows.into(), columns.into()),
        LayerShape::Number => (1, 1),
    }
}

/// The rows, if they are told, and the columns, or the number of cells: `9x9`, `12`, or nothing for one cell.
fn size(text: &str) -> Option<(Option<usize>, usize)> {
    let number = |text: &str| {
        let is_number =
            text.starts_with(|c: char| matches!(c, '1'..='9')) && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse().ok()).flatten()
    };
    match text.split_once('x') {
        _ if text.is_empty() => Some((None, 1)),
        Some((rows, columns)) => Some((Some(number(rows)?), number(columns)?)),
        None => Some((None, number(text)?)),
    }
}
