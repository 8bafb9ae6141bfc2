//! Solutions drawn from the sum: a solution is a summand with one of its fills and one of its images.
//!
//! A uniform number below the number of solutions selects the orbit, the pair of rows, the place in the rows, and the part of the
//! weight: the configuration of the outer band's middle box before digits were exchanged ([`Sum::fold`]), and the member of the
//! orbit. Together they fix the columns of the nine boxes. Each band is then filled in a random one of its ways, and
//! indistinguishable digits and columns are exchanged at random. Every step is exact, so the solutions are equally likely.

use crate::budget::{Running, StopReason};
use crate::counting::columns::band::allowed_rows;
use crate::counting::columns::band_rows::BandRows;
use crate::counting::columns::configuration::{Configurations, Id, ORDERS, PAIRS, Renaming, digits};
use crate::counting::columns::evaluation::Scratch;
use crate::counting::columns::orbits::{Family, Orbit};
use crate::counting::columns::rows::{Pair, Rows};
use crate::counting::columns::sum::{ALL_BANDS, FIRST, INNER, LAST, Sum};
use crate::counting::columns::symmetry::Symmetry;
use crate::counting::parallel;
use crate::random::Pcg64;

/// Random guesses at the fill of a band before all fills are listed.
const GUESSES: usize = 200;

/// A sum with its orbits worked out, from which solutions can be drawn.
pub(crate) struct Draws {
    sum: Sum,
    families: Vec<Family>,
    /// For each family the cumulative numbers of solutions up to the end of each orbit, counted from the very first orbit.
    ends: Vec<Vec<u128>>,
    /// The symmetries of all clues.
    symmetry: Symmetry,
    /// For each band and stack, the row configurations that the box's clues allow.
    rows: [[Vec<bool>; 3]; 3],
}

/// A solution to be drawn.
struct Wanted {
    /// Its index in the answer.
    place: usize,
    /// The solution's number: within the sum, then within its orbit, then within its pair of rows.
    number: u128,
    random: Pcg64,
}

/// The configurations of a grid: for each stack, one per band.
type Columns = [[Id; 3]; 3];

/// The selection within a pair of rows: the ways give the product, the weight remains.
struct Located {
    /// Which way to complete the first and the last stack.
    ways: [usize; 2],
    rows: [u16; 2],
    /// The selected part of the weight.
    weight: u128,
}

impl Draws {
    /// Works out the contribution of each orbit.
    ///
    /// # Errors
    /// The budget ran out.
    pub(super) fn new(sum: Sum, running: &mut Running) -> Result<Self, StopReason> {
        let families = sum.families(running)?;
        let (mut total, mut ends) = (0, Vec::with_capacity(families.len()));
        for family in &families {
            let parts = sum.parts(family, running)?.into_iter();
            let of_family = parts.map(|part| {
                part.map(|part| {
                    total += part;
                    total
                })
            });
            ends.push(of_family.collect::<Result<Vec<u128>, _>>()?);
        }
        let symmetry = Symmetry::new(&sum.board, ALL_BANDS);
        let rows = [0, 1, 2].map(|band| [0, 1, 2].map(|stack| allowed_rows(sum.tables, &sum.board, band, stack)));
        Ok(Self { sum, families, ends, symmetry, rows })
    }

    /// The number of solutions.
    pub(crate) fn total(&self) -> u128 {
        self.ends.iter().rev().find_map(|ends| ends.last()).copied().unwrap_or(0)
    }

    /// Draws so many solutions, as 81 values; sample `k` depends on the puzzle, the seed and `k` alone. The puzzle must have a
    /// solution.
    ///
    /// # Errors
    /// The budget ran out.
    pub(crate) fn draw(
        &self,
        seed: u64,
        first: u64,
        count: usize,
        running: &Running,
    ) -> Result<Vec<[u8; 81]>, StopReason> {
        let total = self.total();
        let mut wanted: Vec<Wanted> = (0..count)
            .map(|place| {
                let mut random = Pcg64::new(seed, first.wrapping_add(place as u64));
                Wanted { place, number: random.below(total), random }
            })
            .collect();
        wanted.sort_unstable_by_key(|wanted| (wanted.number, wanted.place));
        let mut drawn = vec![[0; 81]; count];
        let (mut left, mut begin) = (wanted.as_mut_slice(), 0);
        for (family, ends) in self.families.iter().zip(&self.ends) {
            let mut orbits = Vec::new();
            for (orbit, &end) in family.orbits.iter().zip(ends) {
                let of_orbit;
                (of_orbit, left) = left.split_at_mut(left.partition_point(|wanted| wanted.number < end));
                for wanted in of_orbit.iter_mut() {
                    wanted.number -= begin;
                }
                if !of_orbit.is_empty() {
                    orbits.push((orbit, of_orbit));
                }
                begin = end;
            }
            if orbits.is_empty() {
                continue;
            }
            running.check()?;
            let band_rows =
                self.sum.gather(family, &orbits.iter().map(|orbit| orbit.0).collect::<Vec<_>>(), running)?;
            let of_family = parallel::map(orbits, self.sum.is_parallel, Scratch::new, |scratch, (orbit, wanted)| {
                running.check()?;
                Ok(self.of_orbit(family.last, orbit, &band_rows, scratch, wanted))
            });
            for of_orbit in of_family {
                for (place, values) in of_orbit? {
                    drawn[place] = values;
                }
            }
        }
        Ok(drawn)
    }

    /// Draws solutions of an orbit, sorted by their numbers.
    fn of_orbit(
        &self,
        last: Id,
        orbit: &Orbit,
        band_rows: &[BandRows; 2],
        scratch: &mut Scratch,
        wanted: &mut [Wanted],
    ) -> Vec<(usize, [u8; 81])> {
        let sum = &self.sum;
        sum.weigh(orbit, &mut scratch.weights);
        let weights = scratch.weights.clone();
        sum.fold(last, orbit.first, &mut scratch.weights);
        sum.weigh_pairs(scratch);
        let folded = scratch.weights.clone();
        let mut located = Vec::with_capacity(wanted.len());
        let mut begin = 0;
        sum.for_each_piece(orbit, band_rows, scratch, |pairs, piece| {
            for &(one, other, weight) in pairs {
                let Some(next) = wanted.get(located.len()) else { return };
                let product = sum.machine.sum(&[Pair { one, other, weight: 1 }], &piece.rows[0], &piece.rows[1]);
                let end = begin + product * u128::from(weight);
                let mut number = next.number;
                while number < end {
                    let in_rows = (number - begin) % product;
                    let way = way(&piece.rows, one, other, in_rows);
                    let ways = [piece.first + way / band_rows[0].ways, way % band_rows[0].ways];
                    located.push(Located { ways, rows: [one, other], weight: (number - begin) / product });
                    let Some(next) = wanted.get(located.len()) else { return };
                    number = next.number;
                }
                begin = end;
            }
        });
        assert_eq!(located.len(), wanted.len(), "numbers below what the orbit contributes");
        let finish = |(wanted, located): (&mut Wanted, Located)| {
            let columns = self.columns(last, orbit, &located, &weights, &folded, &mut wanted.random);
            (wanted.place, self.filled(columns, &mut wanted.random))
        };
        wanted.iter_mut().zip(located).map(finish).collect()
    }

    /// The columns of the nine boxes.
    fn columns(
        &self,
        last: Id,
        orbit: &Orbit,
        located: &Located,
        weights: &[u64],
        folded: &[u64],
        random: &mut Pcg64,
    ) -> Columns {
        let sum = &self.sum;
        let tables = sum.tables;
        let mut left = located.weight;
        // The middle box of the outer band, as it is after digits were exchanged.
        let middles = sum.inner.middles(located.rows[0], located.rows[1]).iter().copied();
        let middle = part(middles, |id| folded[usize::from(id)], &mut left);
        let classes = [0, 1].map(|at| sum.inner.rows[at][usize::from(located.rows[at])]);
        let below: Vec<(Id, Id)> = sum
            .pairs(INNER, middle)
            .filter(|&(two, three)| {
                sum.bands[0].middle.of(two) == classes[0] && sum.bands[1].middle.of(three) == classes[1]
            })
            .collect();
        let below = *random.one_of(&below);
        let beside = |stack: usize, id: Id, way: usize| sum.pairs(stack, id).nth(way).expect("one of the ways");
        let (first_below, last_below) =
            (beside(FIRST, orbit.first, located.ways[0]), beside(LAST, last, located.ways[1]));
        // The middle box before the exchange, and the renaming back to it.
        let images = sum.images(last, orbit.first, middle);
        let (middle, back) = part(images.into_iter(), |(id, _)| weights[usize::from(id)], &mut left);
        // The member of the orbit that contains this box.
        let of_member = |member: usize| {
            let member = &orbit.members[member];
            let id = member.renaming.inverse().of_id(tables, middle);
            if sum.middles.binary_search_by_key(&id, |middle| middle.0).is_err() {
                return 0;
            }
            let lookup = sum.outer.lookup(sum.outer.first.of(member.first));
            let row = sum.outer.row(lookup, sum.outer.middle.of(member.last));
            let number = row[usize::from(lookup.last(sum.outer.last.of(id)))];
            u64::from(member.times) * u64::from(number.cast_unsigned())
        };
        let member = &orbit.members[part(0..orbit.members.len(), of_member, &mut left)];
        let undo = member.renaming.inverse();
        let both = back.then(undo);
        let renamed = |renaming: Renaming, of: [Id; 3]| of.map(|id| renaming.of_id(tables, id));
        let stack = |own: Id, form: Id, (two, three): (Id, Id)| {
            let renamed = renamed(both, [form, two, three]);
            let order = (0..ORDERS.len()).find(|&order| tables.ordered(own, order) == renamed[0]);
            let order = order.expect("the member and its form differ by names and an order");
            renamed.map(|id| tables.unordered(id, order))
        };
        let firsts = stack(member.first, orbit.first, first_below);
        let lasts = stack(member.last, last, last_below);
        let [two, three] = [below.0, below.1].map(|id| both.of_id(tables, id));
        [firsts, [undo.of_id(tables, middle), two, three], lasts]
    }

    /// A random grid with these columns, or with equivalent columns by the symmetry of all clues.
    fn filled(&self, columns: Columns, random: &mut Pcg64) -> [u8; 81] {
        let Self { sum, symmetry, rows, .. } = self;
        let tables = sum.tables;
        let orders = [0, 1, 2].map(|stack| match stack {
            // The middle stack was not put in order.
            INNER => ORDERS[0],
            stack => ORDERS[*random.one_of(&symmetry.orders[stack])],
        });
        let mut free: Vec<usize> = digits(symmetry.free).collect();
        let mut names = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        for digit in digits(symmetry.free) {
            names[digit] = free.swap_remove(random.index(free.len()));
        }
        let mut values = [0; 81];
        for band in 0..3 {
            let of_band = columns.map(|stack| stack[band]);
            let fill = fill(tables, of_band, &rows[band], random);
            for stack in 0..3 {
                let (columns, rows) = (tables.columns(of_band[stack]), tables.columns(fill[stack]));
                for row in 0..3 {
                    for column in 0..3 {
                        let digit = (columns[orders[stack][column]] & rows[row]).trailing_zeros() as usize;
                        values[sum.view.cell(3 * band + row, 3 * stack + column)] = names[digit] as u8 + 1;
                    }
                }
            }
        }
        values
    }
}

/// The part that contains a number; the number becomes an offset within the part.
fn part<T: Copy>(parts: impl Iterator<Item = T>, size: impl Fn(T) -> u64, number: &mut u128) -> T {
    for part in parts {
        let size = u128::from(size(part));
        if *number < size {
            return part;
        }
        *number -= size;
    }
    unreachable!("a number below the sum of the parts")
}

/// The place in two rows whose products reach a number.
fn way(rows: &[Rows<'_>; 2], one: u16, other: u16, mut number: u128) -> usize {
    let [one, other] = [rows[0].row(one), rows[1].row(other)].map(<[_]>::as_flattened);
    let products =
        one.iter().zip(other).map(|(&one, &other)| u128::from((i32::from(one) * i32::from(other)).cast_unsigned()));
    for (place, product) in products.enumerate() {
        if number < product {
            return place;
        }
        number -= product;
    }
    unreachable!("a number below the product of the rows")
}

/// Whether a box can have these columns and these rows.
fn fits(tables: &Configurations, columns: Id, rows: Id) -> bool {
    let (columns, rows) = (tables.columns(columns), tables.columns(rows));
    columns.iter().all(|column| rows.iter().all(|row| (column & row).is_power_of_two()))
}

/// The rows of a band's boxes with given columns: a random fill that the clues allow.
fn fill(tables: &Configurations, columns: [Id; 3], allowed: &[Vec<bool>; 3], random: &mut Pcg64) -> [Id; 3] {
    let is_allowed = |stack: usize, rows: Id| allowed[stack][usize::from(rows)];
    let firsts: Vec<Id> = tables.fills(columns[0]).iter().copied().filter(|&rows| is_allowed(0, rows)).collect();
    let is_fill = |(two, three): (Id, Id)| {
        is_allowed(1, two) && is_allowed(2, three) && fits(tables, columns[1], two) && fits(tables, columns[2], three)
    };
    for _ in 0..GUESSES {
        let first = *random.one_of(&firsts);
        let pair = tables.pairs(first)[random.index(PAIRS)];
        if is_fill(pair) {
            return [first, pair.0, pair.1];
        }
    }
    let all = firsts.iter().flat_map(|&first| tables.pairs(first).iter().map(move |&pair| (first, pair)));
    let all: Vec<(Id, (Id, Id))> = all.filter(|&(_, pair)| is_fill(pair)).collect();
    let &(first, (two, three)) = random.one_of(&all);
    [first, two, three]
}
