//! Solutions drawn from the sum: a solution is a summand, one of its fills and one of its images.
//!
//! A number below the number of solutions, each as likely as any other, says the orbit, the pair of rows, the place in the rows, and
//! of what was put together for the sum the part that is meant: the configuration of the outer band's middle box before digits
//! were exchanged ([`Sum::fold`]), and the member of the orbit. That fixes the columns of all nine boxes. Each band is then filled in
//! one of the ways that it has, and what all clues cannot tell apart is exchanged at random. Every step is exact, so
//! all solutions are equally likely.

use crate::budget::{Running, StopReason};
use crate::counting::columns::band::allowed_rows;
use crate::counting::columns::configuration::{Configurations, Id, ORDERS, PAIRS, Renaming, digits};
use crate::counting::columns::gathered::Gathered;
use crate::counting::columns::rows::{Pair, Rows};
use crate::counting::columns::sum::{ALL_BANDS, FIRST, Family, INNER, LAST, Orbit, Scratch, Sum};
use crate::counting::columns::symmetry::Symmetry;
use crate::counting::parallel;
use crate::counting::random::Random;

/// So often fills of a band are guessed before all are looked at.
const GUESSES: usize = 200;

/// A sum whose orbits are worked out, so that solutions can be drawn from it.
pub(in crate::counting) struct Draws {
    sum: Sum,
    families: Vec<Family>,
    /// For each family where the orbits end, counted from the first orbit of all.
    ends: Vec<Vec<u128>>,
    /// What all clues cannot tell apart.
    symmetry: Symmetry,
    /// For each band and each stack the row configurations that the clues of the box allow.
    rows: [[Vec<bool>; 3]; 3],
}

/// A solution that is to be drawn.
struct Wanted {
    /// Where it is to stand in the answer.
    place: usize,
    /// Which of the solutions it is: in the sum, then in its orbit, then in its pair of rows.
    number: u128,
    random: Random,
}

/// The configurations of a grid: for each stack those of its three bands.
type Columns = [[Id; 3]; 3];

/// What is drawn from a pair of rows: the products are of the rows, the weight is what remains.
struct Located {
    /// Which way to complete the first and the last stack.
    ways: [usize; 2],
    rows: [u16; 2],
    /// Which part of the weight.
    weight: u128,
}

impl Draws {
    /// Works out what each orbit contributes.
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
    pub(in crate::counting) fn total(&self) -> u128 {
        self.ends.iter().rev().find_map(|ends| ends.last()).copied().unwrap_or(0)
    }

    /// Draws so many solutions, as 81 values; sample `k` depends on the puzzle, the seed and `k` alone. There must be a solution.
    ///
    /// # Errors
    /// The budget ran out.
    pub(in crate::counting) fn draw(
        &self,
        seed: u64,
        first: u64,
        count: usize,
        running: &Running,
    ) -> Result<Vec<[u8; 81]>, StopReason> {
        let total = self.total();
        let mut wanted: Vec<Wanted> = (0..count)
            .map(|place| {
                let mut random = Random::new(seed, first.wrapping_add(place as u64));
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
            let gathered = self.sum.gather(family, &orbits.iter().map(|orbit| orbit.0).collect::<Vec<_>>());
            let of_family = parallel::map(orbits, self.sum.is_parallel, Scratch::new, |scratch, (orbit, wanted)| {
                running.check()?;
                Ok(self.of_orbit(family.last, orbit, &gathered, scratch, wanted))
            });
            for of_orbit in of_family {
                for (place, values) in of_orbit? {
                    drawn[place] = values;
                }
            }
        }
        Ok(drawn)
    }

    /// Draws solutions of an orbit, which come in the order of their numbers.
    fn of_orbit(
        &self,
        last: Id,
        orbit: &Orbit,
        gathered: &[Gathered; 2],
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
        sum.for_each_piece(orbit, gathered, scratch, |pairs, piece| {
            for &(one, other, weight) in pairs {
                let Some(next) = wanted.get(located.len()) else { return };
                let product = sum.machine.sum(&[Pair { one, other, weight: 1 }], &piece.rows[0], &piece.rows[1]);
                let end = begin + product * u128::from(weight);
                let mut number = next.number;
                while number < end {
                    let in_rows = (number - begin) % product;
                    let way = way(&piece.rows, one, other, in_rows);
                    let ways = [piece.first + way / gathered[0].ways, way % gathered[0].ways];
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

    /// The columns of all boxes.
    fn columns(
        &self,
        last: Id,
        orbit: &Orbit,
        located: &Located,
        weights: &[u64],
        folded: &[u64],
        random: &mut Random,
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
        // What it was before, and what leads there.
        let images = sum.images(last, orbit.first, middle);
        let (middle, back) = part(images.into_iter(), |(id, _)| weights[usize::from(id)], &mut left);
        // Which member has it.
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

    /// A grid with these columns, or one that all clues cannot tell apart from such.
    fn filled(&self, columns: Columns, random: &mut Random) -> [u8; 81] {
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

/// Which of some parts a number is in; the number becomes its place in that part.
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

/// Whether a box with these columns can have these rows.
fn fits(tables: &Configurations, columns: Id, rows: Id) -> bool {
    let (columns, rows) = (tables.columns(columns), tables.columns(rows));
    columns.iter().all(|column| rows.iter().all(|row| (column & row).is_power_of_two()))
}

/// The rows of a band's boxes, whose columns are given: one of the fills that the clues allow.
fn fill(tables: &Configurations, columns: [Id; 3], allowed: &[Vec<bool>; 3], random: &mut Random) -> [Id; 3] {
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
