//! Connected cells: the cells with given values make one piece that hangs together by edges.
//!
//! Filtering looks at the graph of the cells that may have such a value, and at the cells that must. By depth-first search it finds
//! the components of the graph and what falls apart without a cell (R. Tarjan, *Depth-first search and linear graph algorithms*,
//! 1972); a cell without which no component can hold the piece has a value. Without a size, filtering finds every consequence (C. Bessiere,
//! E. Hebrard, G. Katsirelos, T. Walsh, *Reasoning about connectivity constraints*, 2015). With a size it does not: the least piece
//! through given cells is a Steiner tree, which is hard to find.

use std::collections::HashMap;

use crate::constraint::domain::EmptyDomain;
use crate::geometry::Cell;

/// The cells of a grid or a layer that have one of some values make one orthogonally connected piece, which is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectedCells {
    cells: Vec<Cell>,
    /// The neighbours of each cell, by place.
    neighbours: Vec<Vec<usize>>,
    values: u64,
    size: Option<usize>,
}

impl ConnectedCells {
    /// The cells that have one of some values, by digit index, a bit each, are one piece, with a size of exactly so many cells.
    /// Neighbours are cells one step up, down, left and right in the same grid or layer. A cell that is repeated counts once.
    #[must_use]
    pub fn new(cells: &[Cell], values: u64, size: Option<usize>) -> Self {
        let mut places = HashMap::with_capacity(cells.len());
        let mut all = Vec::with_capacity(cells.len());
        for &cell in cells {
            places.entry(cell).or_insert_with(|| {
                all.push(cell);
                all.len() - 1
            });
        }
        let beside = |cell: Cell| {
            let (row, column) = (cell.row() as u16, cell.column() as u16);
            let up_and_left =
                [row.checked_sub(1).map(|row| (row, column)), column.checked_sub(1).map(|left| (row, left))];
            let down_and_right = [Some((row, column + 1)), Some((row + 1, column))];
            up_and_left.into_iter().chain(down_and_right).flatten().map(move |(row, column)| cell.at(row, column))
        };
        let neighbours = all.iter().map(|&cell| beside(cell).filter_map(|cell| places.get(&cell).copied()).collect());
        let neighbours = neighbours.collect();
        Self { cells: all, neighbours, values, size }
    }

    /// The cells in order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The neighbours of a cell; both by their places among the cells.
    #[must_use]
    pub fn neighbours(&self, place: usize) -> &[usize] {
        &self.neighbours[place]
    }

    /// The values of the piece by digit index, a bit each.
    #[must_use]
    pub fn values(&self) -> u64 {
        self.values
    }

    /// The number of cells of the piece, where it is known.
    #[must_use]
    pub fn size(&self) -> Option<usize> {
        self.size
    }

    /// The piece with another size.
    pub(crate) fn with_size(self, size: Option<usize>) -> Self {
        Self { size, ..self }
    }

    /// The least number of cells of the piece.
    fn least(&self) -> usize {
        self.size.unwrap_or(0).max(1)
    }

    /// The work of filtering: each cell and its neighbours are looked at a few times.
    pub(super) fn work(&self) -> usize {
        4 * self.cells.len()
    }

    pub(super) fn holds(&self, digits: &[usize]) -> bool {
        let mut open: Vec<bool> = digits.iter().map(|&digit| self.values >> digit & 1 == 1).collect();
        let count = open.iter().filter(|&&has_value| has_value).count();
        let Some(first) = open.iter().position(|&has_value| has_value) else { return false };
        let mut reached = vec![first];
        open[first] = false;
        let mut next = 0;
        while let Some(&place) = reached.get(next) {
            next += 1;
            for &other in &self.neighbours[place] {
                if std::mem::take(&mut open[other]) {
                    reached.push(other);
                }
            }
        }
        reached.len() == count && self.size.is_none_or(|size| size == count)
    }

    /// Filters to a fixed point. Without a size one pass is complete; each further pass strikes out or settles a cell.
    pub(super) fn filter(&self, domains: &mut [u64]) -> Result<(), EmptyDomain> {
        while Pieces::of(self, domains).filter(domains)? && self.size.is_some() {}
        Ok(())
    }
}

/// What depth-first search knows of a cell.
#[derive(Clone, Copy, Default)]
struct Node {
    /// The number of the cell in the order of the search, from 1; 0 before.
    entry: usize,
    /// The least entry that is one step away from the cell or from those found through it.
    low: usize,
    /// The neighbour to look at next.
    next: usize,
    /// The cell and those found through it.
    below: Count,
    /// Of these, the cells that are cut off without the cell.
    cut_off: Count,
    /// Whether a part that is cut off can hold the piece.
    has_place: bool,
}

/// A number of cells, and how many must have a value.
#[derive(Clone, Copy, Default)]
struct Count {
    cells: usize,
    musts: usize,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, more: Self) {
        self.cells += more.cells;
        self.musts += more.musts;
    }
}

/// The components of the cells that may have a value, which are searched one by one.
struct Pieces<'c> {
    of: &'c ConnectedCells,
    may: Vec<bool>,
    must: Vec<bool>,
    musts: usize,
    nodes: Vec<Node>,
    entered: usize,
}

impl<'c> Pieces<'c> {
    fn of(of: &'c ConnectedCells, domains: &[u64]) -> Self {
        let may: Vec<bool> = domains.iter().map(|domain| domain & of.values != 0).collect();
        let must: Vec<bool> = domains.iter().zip(&may).map(|(domain, may)| *may && domain & !of.values == 0).collect();
        let musts = must.iter().filter(|&&must| must).count();
        Self { of, musts, nodes: vec![Node::default(); may.len()], entered: 0, may, must }
    }

    /// Whether so many cells in one component can hold the piece.
    fn is_place(&self, count: Count) -> bool {
        count.cells >= self.of.least() && count.musts == self.musts
    }

    /// Strikes out values and settles cells; returns whether a domain has changed.
    fn filter(&mut self, domains: &mut [u64]) -> Result<bool, EmptyDomain> {
        let before = domains.to_vec();
        let mut places: Vec<Vec<usize>> = Vec::new();
        for first in 0..domains.len() {
            if self.may[first] && self.nodes[first].entry == 0 {
                let component = self.search(first);
                if self.is_place(self.nodes[first].below) {
                    places.push(component);
                } else {
                    component.into_iter().try_for_each(|cell| self.strike(cell, domains))?;
                }
            }
        }
        match &places[..] {
            [] => return Err(EmptyDomain),
            [only] => self.settle(only, domains),
            // With several places nothing is known of a cell.
            _ => {}
        }
        self.strike_distant(domains)?;
        Ok(domains != before)
    }

    /// The cell has no value.
    fn strike(&self, cell: usize, domains: &mut [u64]) -> Result<(), EmptyDomain> {
        domains[cell] &= !self.of.values;
        if domains[cell] == 0 { Err(EmptyDomain) } else { Ok(()) }
    }

    /// Searches the component of a cell, and returns its cells, the first one first.
    fn search(&mut self, first: usize) -> Vec<usize> {
        let mut component = vec![first];
        let mut path = vec![first];
        self.enter(first);
        while let Some(&cell) = path.last() {
            let node = &mut self.nodes[cell];
            let Some(&other) = self.of.neighbours[cell].get(node.next) else {
                path.pop();
                if let Some(&from) = path.last() {
                    self.leave(cell, from);
                }
                continue;
            };
            node.next += 1;
            if !self.may[other] {
                continue;
            }
            let entry = self.nodes[other].entry;
            if entry == 0 {
                self.enter(other);
                component.push(other);
                path.push(other);
            } else {
                let low = &mut self.nodes[cell].low;
                *low = entry.min(*low);
            }
        }
        component
    }

    fn enter(&mut self, cell: usize) {
        self.entered += 1;
        let below = Count { cells: 1, musts: usize::from(self.must[cell]) };
        self.nodes[cell] = Node { entry: self.entered, low: self.entered, below, ..Node::default() };
    }

    /// Hands what was found through a cell to the cell from which it was found.
    fn leave(&mut self, cell: usize, from: usize) {
        let Node { low, below, .. } = self.nodes[cell];
        let is_place = self.is_place(below);
        let from = &mut self.nodes[from];
        from.low = low.min(from.low);
        from.below += below;
        if low >= from.entry {
            from.cut_off += below;
            from.has_place |= is_place;
        }
    }

    /// Settles the cells of the only place of the piece without which no part of it is a place.
    fn settle(&self, component: &[usize], domains: &mut [u64]) {
        let all = self.nodes[component[0]].below;
        for &cell in component.iter().filter(|&&cell| !self.must[cell]) {
            let Node { cut_off, has_place, .. } = self.nodes[cell];
            let rest = Count { cells: all.cells - cut_off.cells - 1, musts: all.musts - cut_off.musts };
            if !has_place && !self.is_place(rest) {
                domains[cell] &= self.of.values;
            }
        }
    }

    /// With a size and cells that must have a value: strikes out cells that are too far from all of these, as each step towards the
    /// nearest takes a cell of its own.
    fn strike_distant(&self, domains: &mut [u64]) -> Result<(), EmptyDomain> {
        let Some(size) = self.of.size.filter(|_| self.musts > 0) else { return Ok(()) };
        let further = size.checked_sub(self.musts).ok_or(EmptyDomain)?;
        let mut is_near = self.must.clone();
        let mut border: Vec<usize> = (0..is_near.len()).filter(|&cell| is_near[cell]).collect();
        for _ in 0..further {
            if border.is_empty() {
                break;
            }
            let mut next = Vec::new();
            for &other in border.iter().flat_map(|&cell| &self.of.neighbours[cell]) {
                if self.may[other] && !is_near[other] {
                    is_near[other] = true;
                    next.push(other);
                }
            }
            border = next;
        }
        let distant = (0..is_near.len()).filter(|&cell| self.may[cell] && !is_near[cell]);
        distant.into_iter().try_for_each(|cell| self.strike(cell, domains))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::Constraint;

    fn square(side: u16) -> Vec<Cell> {
        (0..side).flat_map(|row| (0..side).map(move |column| Cell::new(row, column))).collect()
    }

    /// Whether the bits of a square are one piece: the lowest bit spreads over the others.
    fn is_piece(shading: u32, side: u32) -> bool {
        let left = (0..side).fold(0, |cells, row| cells | 1 << (row * side));
        let right = left << (side - 1);
        let mut piece = shading & shading.wrapping_neg();
        loop {
            let sideways = (piece & !right) << 1 | (piece & !left) >> 1;
            let more = (piece | sideways | piece << side | piece >> side) & shading;
            if more == piece {
                return shading != 0 && piece == shading;
            }
            piece = more;
        }
    }

    fn holds(connected: &ConnectedCells, shading: u32, cells: u32) -> bool {
        connected.holds(&(0..cells).map(|cell| (shading >> cell & 1) as usize).collect::<Vec<_>>())
    }

    #[test]
    fn a_connected_piece_holds_where_a_flood_fill_says_so() {
        for side in 1..=4 {
            let cells = square(side);
            let any = ConnectedCells::new(&cells, 0b10, None);
            let sized: Vec<ConnectedCells> =
                (1..=cells.len()).map(|size| ConnectedCells::new(&cells, 0b10, Some(size))).collect();
            let mut count = 0;
            for shading in 0..1_u32 << cells.len() {
                let is_piece = is_piece(shading, side.into());
                count += u32::from(is_piece);
                assert_eq!(holds(&any, shading, cells.len() as u32), is_piece, "{side}: {shading:b}");
                let size = shading.count_ones() as usize;
                for sized in sized.iter().filter(|_| is_piece || side < 4) {
                    let expected = is_piece && sized.size() == Some(size);
                    assert_eq!(holds(sized, shading, cells.len() as u32), expected, "{side}: {shading:b}");
                }
            }
            // OEIS A059525.
            assert_eq!(count, [1, 13, 218, 11_506][usize::from(side) - 1]);
        }
    }

    #[test]
    fn connected_cells_of_larger_squares_are_one_piece() {
        let (cells, any) = (25, ConnectedCells::new(&square(5), 0b10, None));
        // A linear congruential generator (D. Knuth's MMIX).
        let mut state = 5_u64;
        let mut shading_of_half = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 39) as u32
        };
        let mut pieces = 0;
        for _ in 0..20_000 {
            // Three of four cells are shaded, so that many shadings are one piece.
            let shading = shading_of_half() | shading_of_half();
            assert_eq!(holds(&any, shading, cells), is_piece(shading, 5), "{shading:b}");
            pieces += u32::from(is_piece(shading, 5));
        }
        assert!((5_000..15_000).contains(&pieces), "{pieces}");
    }

    /// All domains of a square of 3×3: without a size filtering leaves what is in a filling, with a size at least that.
    #[test]
    fn filtering_connected_cells_keeps_every_filling() {
        let cells = square(3);
        let pieces: Vec<u32> = (0..1 << 9).filter(|&shading| is_piece(shading, 3)).collect();
        for size in [None].into_iter().chain((1..=9).map(Some)) {
            let constraint = Constraint::Connected(ConnectedCells::new(&cells, 0b10, size));
            let of_size = |shading: &u32| size.is_none_or(|size| shading.count_ones() as usize == size);
            let pieces: Vec<u32> = pieces.iter().copied().filter(of_size).collect();
            let (mut all, mut missed) = (0, 0);
            for number in 0..3_u32.pow(9) {
                let domains: Vec<u64> = (0..9).map(|cell| u64::from(number / 3_u32.pow(cell) % 3 + 1)).collect();
                let [may, may_not] = [0b10, 0b01].map(|digit| {
                    (0..9).filter(|&cell| domains[cell] & digit != 0).fold(0_u32, |cells, cell| cells | 1 << cell)
                });
                let fillings = pieces.iter().filter(|&piece| piece & !may == 0 && !piece & 0x1ff & !may_not == 0);
                let (some, none) = fillings.fold((0, 0), |(some, none), piece| (some | piece, none | !piece));
                let expected: Vec<u64> =
                    (0..9).map(|cell| u64::from(some >> cell & 1) << 1 | u64::from(none >> cell & 1)).collect();
                let mut filtered = domains.clone();
                let is_filled = constraint.filter(&mut filtered).is_ok();
                assert!(is_filled || some == 0, "{size:?}: {domains:?}");
                if is_filled {
                    let keeps = filtered.iter().zip(&expected).all(|(left, needed)| needed & !left == 0);
                    let only = filtered.iter().zip(&domains).all(|(left, before)| left & !before == 0);
                    assert!(keeps && only, "{size:?}: {domains:?}: {filtered:?}, needed {expected:?}");
                }
                all += 1;
                missed += u32::from(is_filled && filtered != expected);
            }
            println!("size {size:?}: of {all} domains {missed} keep a digit without a filling");
            assert!(missed == 0 || size.is_some(), "{missed}");
        }
    }

    #[test]
    fn connected_cells_have_neighbours_in_their_own_layer() {
        let layer: crate::geometry::LayerName = "shade".parse().unwrap();
        let cells = [Cell::new(0, 0), Cell::new(0, 2), Cell::in_layer(layer, 0, 1), Cell::new(1, 0), Cell::new(0, 0)];
        let connected = ConnectedCells::new(&cells, 1, None);
        assert_eq!(connected.cells(), &cells[..4]);
        let neighbours: Vec<&[usize]> = (0..4).map(|place| connected.neighbours(place)).collect();
        assert_eq!(neighbours, [&[3][..], &[], &[], &[0]]);
    }
}
