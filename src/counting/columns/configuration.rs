//! A box as its stack sees it: a *configuration* is an ordered partition of the nine digits into three triples, the digits of the
//! three columns. There are 1,680 configurations. The digits of the three rows form a configuration as well, so the tables serve
//! both directions.

use std::sync::LazyLock;

/// The number of a configuration.
pub(super) type Id = u16;

/// The number of configurations.
pub(super) const COUNT: usize = 1680;

/// How many pairs complete a configuration to a stack, or to a band.
pub(super) const PAIRS: usize = 56;

/// The number of fills of a box with given columns: equally many row configurations meet each column in one digit.
const FILLS: usize = 216;

/// The digits 1 to 9 as bits 0 to 8.
pub(super) const ALL: u16 = 0x1ff;

/// The six orders of three columns: column `j` becomes what was column `ORDERS[k][j]`.
pub(super) const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Marks the absence of a triple.
const NONE: u16 = u16::MAX;

/// All configurations and their relations.
pub(super) struct Configurations {
    triples: Vec<[u16; 3]>,
    /// The rank of a set of three digits.
    rank: [u16; 512],
    /// The configuration by the rank of the first column and the set of the second.
    ids: Vec<[Id; 512]>,
    pairs: Vec<[(Id, Id); PAIRS]>,
    fills: Vec<[Id; FILLS]>,
    ordered: [Vec<Id>; 6],
}

/// The tables, built at first use.
pub(super) fn configurations() -> &'static Configurations {
    static TABLES: LazyLock<Configurations> = LazyLock::new(Configurations::new);
    &TABLES
}

/// The triples within a set of digits, in ascending order.
fn triples_of(set: u16) -> impl Iterator<Item = u16> {
    // The next subset of a set is `subset − set`, restricted to the set.
    let subsets = std::iter::successors(Some(0_u16), move |subset| {
        Some(subset.wrapping_sub(set) & set).filter(|&next| next != 0)
    });
    subsets.filter(|subset| subset.count_ones() == 3)
}

/// The digits of a set, ascending.
pub(super) fn digits(set: u16) -> impl Iterator<Item = usize> {
    (0..9).filter(move |digit| set >> digit & 1 == 1)
}

impl Configurations {
    fn new() -> Self {
        let mut rank = [NONE; 512];
        for (at, triple) in (0_u16..).zip(triples_of(ALL)) {
            rank[usize::from(triple)] = at;
        }
        let mut triples = Vec::with_capacity(COUNT);
        let mut ids = vec![[NONE; 512]; 84];
        for first in triples_of(ALL) {
            for second in triples_of(ALL & !first) {
                ids[usize::from(rank[usize::from(first)])][usize::from(second)] = triples.len() as Id;
                triples.push([first, second, ALL & !first & !second]);
            }
        }
        let mut tables = Self { triples, rank, ids, pairs: Vec::new(), fills: Vec::new(), ordered: Default::default() };
        tables.pairs = (0..COUNT).map(|of| tables.pairs_of(of)).collect();
        tables.fills = (0..COUNT).map(|of| tables.fills_of(of)).collect();
        tables.ordered =
            ORDERS.map(|order| tables.triples.iter().map(|of| tables.id(order.map(|at| of[at]))).collect());
        tables
    }

    /// The configuration with these columns, which must partition the digits.
    pub(super) fn id(&self, columns: [u16; 3]) -> Id {
        self.ids[usize::from(self.rank[usize::from(columns[0])])][usize::from(columns[1])]
    }

    /// The digits of the three columns.
    pub(super) fn columns(&self, of: Id) -> [u16; 3] {
        self.triples[usize::from(of)]
    }

    /// The pairs of configurations that complete a stack: no column has a digit twice.
    pub(super) fn pairs(&self, of: Id) -> &[(Id, Id); PAIRS] {
        &self.pairs[usize::from(of)]
    }

    /// The row configurations of the fills of a box with these columns, and vice versa.
    pub(super) fn fills(&self, of: Id) -> &[Id; FILLS] {
        &self.fills[usize::from(of)]
    }

    /// The configuration with its columns reordered by one of the [`ORDERS`].
    pub(super) fn ordered(&self, of: Id, order: usize) -> Id {
        self.ordered[order][usize::from(of)]
    }

    /// The inverse of [`ordered`](Self::ordered): the configuration that becomes `form` by one of the [`ORDERS`].
    pub(super) fn unordered(&self, form: Id, order: usize) -> Id {
        let (columns, mut before) = (self.columns(form), [0; 3]);
        for (column, at) in ORDERS[order].into_iter().enumerate() {
            before[at] = columns[column];
        }
        self.id(before)
    }

    fn pairs_of(&self, of: usize) -> [(Id, Id); PAIRS] {
        let [a, b, c] = self.triples[of];
        let mut pairs = Vec::with_capacity(PAIRS);
        for first in triples_of(ALL & !a) {
            for second in triples_of(ALL & !b & !first) {
                let third = ALL & !first & !second;
                if third & c == 0 {
                    let last = [a | first, b | second, c | third].map(|seen| ALL & !seen);
                    pairs.push((self.id([first, second, third]), self.id(last)));
                }
            }
        }
        pairs.try_into().expect("56 pairs")
    }

    fn fills_of(&self, of: usize) -> [Id; FILLS] {
        let columns = self.triples[of].map(|column| digits(column).map(|digit| 1 << digit).collect::<Vec<u16>>());
        let mut fills = Vec::with_capacity(FILLS);
        for first in ORDERS {
            for second in ORDERS {
                for third in ORDERS {
                    let row = |row: usize| columns[0][first[row]] | columns[1][second[row]] | columns[2][third[row]];
                    fills.push(self.id([row(0), row(1), row(2)]));
                }
            }
        }
        fills.try_into().expect("216 fills")
    }
}

/// A renaming of the digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Renaming([u8; 9]);

impl Renaming {
    pub(super) const IDENTITY: Self = Self([0, 1, 2, 3, 4, 5, 6, 7, 8]);

    /// The renaming that maps the digits of each first set, in ascending order, to the digits of the second set.
    pub(super) fn between(sets: impl IntoIterator<Item = (u16, u16)>) -> Self {
        let mut names = Self::IDENTITY.0;
        for (from, to) in sets {
            digits(from).zip(digits(to)).for_each(|(from, to)| names[from] = to as u8);
        }
        Self(names)
    }

    /// The composition: first `self`, then `next`.
    pub(super) fn then(self, next: Self) -> Self {
        Self(self.0.map(|digit| next.0[usize::from(digit)]))
    }

    /// The inverse renaming.
    pub(super) fn inverse(self) -> Self {
        let mut names = Self::IDENTITY.0;
        for (digit, name) in self.0.into_iter().enumerate() {
            names[usize::from(name)] = digit as u8;
        }
        Self(names)
    }

    /// The renamed configuration, for a single query; [`of_sets`](Self::of_sets) serves many queries.
    pub(super) fn of_id(self, tables: &Configurations, id: Id) -> Id {
        tables.id(tables.columns(id).map(|set| digits(set).fold(0, |renamed, digit| renamed | 1 << self.0[digit])))
    }

    /// The renaming applied to every set of digits.
    pub(super) fn of_sets(self) -> RenamedSets {
        let mut sets = [0; 512];
        for digit in 0..9 {
            let (known, new) = sets.split_at_mut(1 << digit);
            let name = 1 << self.0[digit];
            new.iter_mut().zip(known).for_each(|(new, known)| *new = *known | name);
        }
        RenamedSets(sets)
    }
}

/// The renamed set for each set of digits.
pub(super) struct RenamedSets([u16; 512]);

impl RenamedSets {
    /// The renamed configuration.
    pub(super) fn of(&self, tables: &Configurations, id: Id) -> Id {
        tables.id(tables.columns(id).map(|column| self.0[usize::from(column)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_complete_a_stack_and_fills_meet_each_column_once() {
        let tables = configurations();
        assert_eq!(tables.triples.len(), COUNT);
        for id in [0, 1, 777, 1679] {
            let columns = tables.columns(id);
            assert_eq!(tables.id(columns), id);
            for &(two, three) in tables.pairs(id) {
                let (two, three) = (tables.columns(two), tables.columns(three));
                assert!((0..3).all(|at| columns[at] | two[at] | three[at] == ALL));
            }
            for &rows in tables.fills(id) {
                let rows = tables.columns(rows);
                assert!(rows.iter().all(|row| columns.iter().all(|column| (row & column).is_power_of_two())));
            }
        }
    }

    #[test]
    fn renamings_compose() {
        let tables = configurations();
        let one = Renaming::between([(0b111, 0b111_000), (0b111_000, 0b111)]);
        let two = Renaming::between([(0b11, 0b110), (0b100, 0b001)]);
        let both = one.then(two);
        for id in 0..COUNT as Id {
            let twice = two.of_sets().of(tables, one.of_sets().of(tables, id));
            assert_eq!(both.of_sets().of(tables, id), twice);
        }
    }
}
