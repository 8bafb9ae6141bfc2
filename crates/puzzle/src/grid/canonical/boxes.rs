//! The least form on a board of plain boxes, row by row.
//!
//! The search builds the form from the top. It keeps every beginning whose rows so far are the smallest possible, continues each
//! beginning with every possible next row, and again keeps the beginnings whose next row is smallest. Choices that the rows so
//! far do not distinguish stay open: columns of a stack that were empty in every row, or had a digit for the first time in the
//! same row, form a *group*, whose order is settled when a later row depends on it. A digit's new name may be open as well: the
//! name is the place that the digit's column gets in the row of the digit's first occurrence. The idea of refining groups until
//! they are single is B. `McKay`'s (*Practical graph isomorphism*, 1981).

/// The transformation of a grid into its least form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// For each cell of the least form, the source cell of its digit.
    pub(crate) from: Vec<u32>,
    /// The new value of each digit, both counted from 0.
    pub(crate) digits: Vec<u16>,
}

/// The largest number of beginnings kept.
const MOST_WAYS: usize = 1 << 17;

/// Up to this many stacks, every order of the stacks is tried.
pub(crate) const MOST_STACKS: usize = 6;

const UNSEEN: u16 = u16::MAX;

/// The transformation of `values` (from 0, the empty cell) into their least form on boxes of `rows` × `columns` cells; `None` if
/// more than `MOST_WAYS` beginnings would have to be kept.
pub(crate) fn least(values: &[u16], rows: usize, columns: usize) -> Option<Way> {
    let side = rows * columns;
    let mut search = Search {
        side,
        rows,
        values: [values.to_vec(), Vec::new()],
        form: Vec::new(),
        best: Vec::new(),
        kept: Vec::new(),
    };
    let mut ways = search.beginnings(false, columns);
    if rows == columns {
        search.values[1] = (0..side * side).map(|cell| values[cell % side * side + cell / side]).collect();
        ways.extend(search.beginnings(true, columns));
    }
    for _ in 0..side {
        search.best.clear();
        for way in &ways {
            search.extend(way);
            if search.kept.len() > MOST_WAYS {
                return None;
            }
        }
        ways = std::mem::take(&mut search.kept);
        search.form.push(std::mem::take(&mut search.best));
    }
    ways.first().map(|way| search.way(way))
}

struct Search {
    side: usize,
    /// Rows of a band.
    rows: usize,
    /// The values, and for square boxes also the values of the transposed grid.
    values: [Vec<u16>; 2],
    /// The settled rows of the least form.
    form: Vec<Vec<u16>>,
    /// The smallest next row found, and the beginnings that lead to it.
    best: Vec<u16>,
    kept: Vec<Beginning>,
}

/// A way to begin the least form.
#[derive(Clone)]
struct Beginning {
    is_transposed: bool,
    /// The rows in their new order.
    rows: Vec<u16>,
    /// The column at each place, in any order within a group; and the place of each column.
    columns: Vec<u16>,
    place: Vec<u16>,
    /// Whether a group begins at each place.
    is_first: Vec<bool>,
    /// For each digit from 0, the row of the form and the column of its first occurrence.
    seen: Vec<(u16, u16)>,
    /// The number of digits seen.
    names: u16,
}

impl Beginning {
    /// The first place of the group around a place.
    fn group_start(&self, place: usize) -> usize {
        (0..=place).rev().find(|&place| self.is_first[place]).unwrap_or(0)
    }

    fn group_end(&self, place: usize) -> usize {
        (place + 1..self.is_first.len()).find(|&place| self.is_first[place]).unwrap_or(self.is_first.len())
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.columns.swap(one, other);
        self.place[usize::from(self.columns[one])] = one as u16;
        self.place[usize::from(self.columns[other])] = other as u16;
    }

    /// Makes a column the first of its group, and splits it off.
    fn settle(&mut self, column: u16) {
        let place = usize::from(self.place[usize::from(column)]);
        let (start, end) = (self.group_start(place), self.group_end(place));
        self.swap(start, place);
        if start + 1 < end {
            self.is_first[start + 1] = true;
        }
    }
}

impl Search {
    /// The beginnings without any row, one per order of the stacks. Empty stacks are interchangeable and keep their order.
    fn beginnings(&self, is_transposed: bool, width: usize) -> Vec<Beginning> {
        let (side, values) = (self.side, &self.values[usize::from(is_transposed)]);
        let is_empty =
            |stack: usize| (0..side * side).filter(|cell| cell % side / width == stack).all(|cell| values[cell] == 0);
        let empty: Vec<bool> = (0..side / width).map(is_empty).collect();
        let begin = |order: Vec<usize>| {
            let columns: Vec<u16> = order
                .iter()
                .flat_map(|stack| (stack * width..(stack + 1) * width).map(|column| column as u16))
                .collect();
            let mut place = vec![0; side];
            columns.iter().enumerate().for_each(|(at, &column)| place[usize::from(column)] = at as u16);
            let is_first = (0..side).map(|place| place % width == 0).collect();
            let seen = vec![(UNSEEN, UNSEEN); side];
            Beginning { is_transposed, rows: Vec::new(), columns, place, is_first, seen, names: 0 }
        };
        orders(side / width, &empty).into_iter().map(begin).collect()
    }

    fn row(&self, way: &Beginning, row: u16) -> &[u16] {
        &self.values[usize::from(way.is_transposed)][usize::from(row) * self.side..][..self.side]
    }

    /// Continues a beginning with every possible next row.
    fn extend(&mut self, way: &Beginning) {
        let at = way.rows.len();
        let band_of = |row: u16| usize::from(row) / self.rows;
        let open_band = (!at.is_multiple_of(self.rows)).then(|| band_of(way.rows[at - 1]));
        let is_used = |band: usize| way.rows.iter().any(|&row| band_of(row) == band);
        let may_come = |row: &u16| match open_band {
            Some(band) => band_of(*row) == band && !way.rows.contains(row),
            None => !is_used(band_of(*row)),
        };
        let candidates: Vec<u16> = (0..self.side as u16).filter(may_come).collect();
        let is_empty = |row: u16| self.row(way, row).iter().all(|&value| value == 0);
        let bands: Vec<bool> = (0..self.side / self.rows)
            .map(|band| (band * self.rows..(band + 1) * self.rows).all(|row| is_empty(row as u16)))
            .collect();
        // Empty rows of a band are interchangeable, and so are empty bands.
        let is_same = |one: u16, other: u16| {
            is_empty(one)
                && is_empty(other)
                && (band_of(one) == band_of(other) || bands[band_of(one)] && bands[band_of(other)])
        };
        let is_new = |at: &usize| !candidates[..*at].iter().any(|&before| is_same(before, candidates[*at]));
        let candidates: Vec<u16> = (0..candidates.len()).filter(is_new).map(|at| candidates[at]).collect();
        for row in candidates {
            let mut next = way.clone();
            next.rows.push(row);
            let values = self.row(way, row).to_vec();
            self.place(next, &values, Vec::with_capacity(self.side), !self.best.is_empty());
        }
    }

    /// Continues the row of a beginning from left to right. `is_even` says that the row so far equals the best row.
    fn place(&mut self, mut way: Beginning, values: &[u16], mut row: Vec<u16>, mut is_even: bool) {
        while row.len() < self.side {
            let at = row.len();
            let end = way.group_end(at);
            let value = |way: &Beginning, place: usize| values[usize::from(way.columns[place])];
            // Empty cells come first, and their columns stay a group.
            let mut filled = at;
            for place in at..end {
                if value(&way, place) == 0 {
                    way.swap(filled, place);
                    filled += 1;
                }
            }
            if filled > at {
                if filled < end {
                    way.is_first[filled] = true;
                }
                while row.len() < filled {
                    row.push(0);
                    if !self.is_small(&row, &mut is_even) {
                        return;
                    }
                }
                continue;
            }
            let seen = (at..end).filter_map(|place| self.name(&way, values, at, place).map(|name| (name, place)));
            let seen: Vec<(u16, usize)> = seen.collect();
            if let Some(&(least, _)) = seen.iter().min() {
                row.push(least);
                if !self.is_small(&row, &mut is_even) {
                    return;
                }
                let mut choices =
                    seen.into_iter().filter(|(name, _)| *name == least).map(|(_, place)| way.columns[place]);
                let Some(first) = choices.next() else { return };
                for column in choices {
                    let mut other = way.clone();
                    settle_both(&mut other, values, column);
                    // The calls above may have found a smaller row, so this row is compared again from its start.
                    self.place_again(other, values, row.clone());
                }
                settle_both(&mut way, values, first);
                is_even = match self.compared(&row) {
                    None => return,
                    Some(is_even) => is_even,
                };
                continue;
            }
            // Digits seen for the first time, in different columns: the order within the group is settled later.
            let digit = |way: &Beginning, place: usize| usize::from(value(way, place) - 1);
            let are_different = (at..end).all(|one| (at..one).all(|other| value(&way, one) != value(&way, other)));
            if are_different {
                for place in at..end {
                    let digit = digit(&way, place);
                    way.seen[digit] = (way.rows.len() as u16 - 1, way.columns[place]);
                    way.names += 1;
                    row.push(way.names);
                    if !self.is_small(&row, &mut is_even) {
                        return;
                    }
                }
                continue;
            }
            row.push(way.names + 1);
            for column in (at..end).map(|place| way.columns[place]) {
                let mut other = way.clone();
                other.seen[usize::from(values[usize::from(column)] - 1)] = (way.rows.len() as u16 - 1, column);
                other.names += 1;
                other.settle(column);
                self.place_again(other, values, row.clone());
            }
            return;
        }
        if !is_even {
            self.best = row;
            self.kept.clear();
        }
        self.kept.push(way);
    }

    /// Continues a row after earlier calls may have changed the best row.
    fn place_again(&mut self, way: Beginning, values: &[u16], row: Vec<u16>) {
        if let Some(is_even) = self.compared(&row) {
            self.place(way, values, row, is_even);
        }
    }

    /// Whether a partial row equals the best row so far; `None` if the partial row is larger.
    fn compared(&self, row: &[u16]) -> Option<bool> {
        if self.best.is_empty() {
            return Some(false);
        }
        match row.cmp(&self.best[..row.len()]) {
            std::cmp::Ordering::Less => Some(false),
            std::cmp::Ordering::Equal => Some(true),
            std::cmp::Ordering::Greater => None,
        }
    }

    /// Whether the last value of a row leaves it no larger than the best.
    fn is_small(&self, row: &[u16], is_even: &mut bool) -> bool {
        let last = row.len() - 1;
        if *is_even {
            match row[last].cmp(&self.best[last]) {
                std::cmp::Ordering::Less => *is_even = false,
                std::cmp::Ordering::Equal => {}
                std::cmp::Ordering::Greater => return false,
            }
        }
        true
    }

    /// The smallest name that a digit can get if its column moves to a place; `None` for a digit not seen before.
    fn name(&self, way: &Beginning, values: &[u16], at: usize, place: usize) -> Option<u16> {
        let column = way.columns[place];
        let (row, first) = way.seen[usize::from(values[usize::from(column)] - 1)];
        if row == UNSEEN {
            return None;
        }
        let start = way.group_start(usize::from(way.place[usize::from(first)]));
        let start = if first == column {
            at
        } else if start == at {
            // The column that names the digit follows the place.
            at + 1
        } else {
            start
        };
        Some(self.named(way, row, start))
    }

    /// The value at a place of a row of the form. In the row under construction, new names are given in order.
    fn named(&self, way: &Beginning, row: u16, place: usize) -> u16 {
        if let Some(form) = self.form.get(usize::from(row)) {
            return form[place];
        }
        let is_before =
            |&&(seen, first): &&(u16, u16)| seen == row && usize::from(way.place[usize::from(first)]) < place;
        let earlier = way.seen.iter().filter(|(seen, _)| *seen < row).count();
        (earlier + way.seen.iter().filter(is_before).count()) as u16 + 1
    }

    /// The cells and digits of a finished way.
    fn way(&self, way: &Beginning) -> Way {
        let side = self.side;
        let index = |row: usize, column: usize| {
            if way.is_transposed { (column * side + row) as u32 } else { (row * side + column) as u32 }
        };
        let from = way
            .rows
            .iter()
            .flat_map(|&row| way.columns.iter().map(move |&column| index(usize::from(row), usize::from(column))));
        let mut unseen = way.names..;
        let name = |&(row, column): &(u16, u16)| match self.form.get(usize::from(row)) {
            Some(form) => form[usize::from(way.place[usize::from(column)])] - 1,
            None => unseen.next().unwrap_or_default(),
        };
        Way { from: from.collect(), digits: way.seen.iter().map(name).collect() }
    }
}

/// Settles a column at the first place of its group, and then the column that names the column's digit.
fn settle_both(way: &mut Beginning, values: &[u16], column: u16) {
    let (_, first) = way.seen[usize::from(values[usize::from(column)] - 1)];
    way.settle(column);
    if first != column {
        way.settle(first);
    }
}

/// The orders of `count` things; things marked by `is_same` keep their relative order.
fn orders(count: usize, is_same: &[bool]) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..count {
        let longer = |order: Vec<usize>| {
            let is_left = |thing: usize| !order.contains(&thing);
            let is_late = |thing: usize| is_same[thing] && (0..thing).any(|other| is_same[other] && is_left(other));
            let may_come = |&thing: &usize| is_left(thing) && !is_late(thing);
            let things: Vec<usize> = (0..count).filter(may_come).collect();
            things.into_iter().map(move |thing| order.iter().copied().chain([thing]).collect::<Vec<_>>())
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    orders
}
