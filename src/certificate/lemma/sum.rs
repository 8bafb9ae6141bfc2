//! Sums: a lemma holds if, without its candidates, the cells cannot add up to the total. Cells of a clique have one factor and differ.

use std::collections::{BTreeSet, HashSet};

use crate::bits::ones;
use crate::budget::{Running, StopReason};
use crate::certificate::lemma::unit::{can_differ, differ};
use crate::constraint::Sum;
use crate::geometry::{Cell, Geometry};

/// The most sets of digits, or sums, that are listed; beyond, only the least and the greatest sum count.
const MOST_LISTED: usize = 20_000;

/// Cells, each times a factor, that add up to a total.
pub(super) struct SumOfCells {
    /// The cliques: their factor and their cells by place.
    groups: Vec<(i64, Vec<usize>)>,
    total: i64,
    /// The value of the digit with index 0.
    first: i64,
}

/// What some cells can add up to.
enum Sums {
    Listed(BTreeSet<i64>),
    Between(i64, i64),
}

impl SumOfCells {
    /// The terms with their cliques; `None` if two cells of a clique need not differ.
    pub(super) fn new(board: &Geometry, sum: &Sum) -> Option<Self> {
        let group = |places: &[usize]| {
            let (factor, _) = sum.terms()[*places.first()?];
            let terms: Vec<(i64, Cell)> = places.iter().map(|&place| sum.terms()[place]).collect();
            let is_clique = terms.iter().enumerate().all(|(at, &(of, cell))| {
                of == factor && terms[..at].iter().all(|&(_, other)| differ(board, cell, other))
            });
            is_clique.then(|| (factor, terms.iter().map(|&(_, cell)| board.index(cell)).collect()))
        };
        let groups: Option<Vec<(i64, Vec<usize>)>> = sum.cliques().map(group).collect();
        let groups =
            groups.filter(|groups| groups.iter().map(|(_, cells)| cells.len()).sum::<usize>() == sum.terms().len());
        let first = board.digits().next().map_or(0, |digit| i64::from(digit.get()));
        Some(Self { groups: groups?, total: sum.total(), first })
    }

    /// Whether cells with these digits can have the total, by what each group can add up to.
    pub(super) fn is_possible(&self, domains: &[u64], running: &Running) -> Result<bool, StopReason> {
        let mut all = Sums::Listed(BTreeSet::from([0]));
        for (factor, places) in &self.groups {
            let domains: Vec<u64> = places.iter().map(|&place| domains[place]).collect();
            running.check()?;
            let Some(sums) = self.of_group(*factor, &domains) else { return Ok(false) };
            all = all.plus(&sums);
        }
        Ok(match all {
            Sums::Listed(sums) => sums.contains(&self.total),
            Sums::Between(least, most) => (least..=most).contains(&self.total),
        })
    }

    /// The number of cells.
    pub(super) fn len(&self) -> usize {
        self.groups.iter().map(|(_, places)| places.len()).sum()
    }

    fn value(&self, digit: usize) -> i64 {
        self.first + i64::from(digit as u32)
    }

    /// What the cells of a group can add up to; `None` if they cannot all differ.
    fn of_group(&self, factor: i64, domains: &[u64]) -> Option<Sums> {
        // No more digits than bits.
        if domains.len() > 64 {
            return None;
        }
        let mut used = HashSet::from([0_u64]);
        for &domain in domains {
            used = used.iter().flat_map(|&used| ones(domain & !used).map(move |digit| used | 1 << digit)).collect();
            if used.len() > MOST_LISTED {
                return self.bounds_of_group(factor, domains);
            }
        }
        let sum = |used: u64| factor * ones(used).map(|digit| self.value(digit)).sum::<i64>();
        (!used.is_empty()).then(|| Sums::Listed(used.into_iter().map(sum).collect()))
    }

    /// The least and the greatest sum: digits are taken from one end as long as the cells can have all of them (J. Edmonds, *Matroids
    /// and the greedy algorithm*, 1971).
    fn bounds_of_group(&self, factor: i64, domains: &[u64]) -> Option<Sums> {
        let places_of = |digit: usize| {
            let has = |(place, domain): (usize, &u64)| (domain >> digit & 1) << place;
            domains.iter().enumerate().map(has).fold(0, |all, place| all | place)
        };
        let sum = |digits: &mut dyn Iterator<Item = usize>| {
            let (mut taken, mut sum) = (Vec::new(), 0);
            for digit in digits {
                taken.push(places_of(digit));
                if can_differ(&taken) {
                    sum += factor * self.value(digit);
                } else {
                    taken.pop();
                }
            }
            (taken.len() == domains.len()).then_some(sum)
        };
        let ends = [sum(&mut (0..64))?, sum(&mut (0..64).rev())?];
        Some(Sums::Between(ends[0].min(ends[1]), ends[0].max(ends[1])))
    }
}

impl Sums {
    fn bounds(&self) -> (i64, i64) {
        match self {
            Self::Between(least, most) => (*least, *most),
            Self::Listed(sums) => (sums.first().copied().unwrap_or_default(), sums.last().copied().unwrap_or_default()),
        }
    }

    /// What the cells of both can add up to.
    fn plus(&self, other: &Self) -> Self {
        if let (Self::Listed(one), Self::Listed(other)) = (self, other)
            && one.len() * other.len() <= 20 * MOST_LISTED
        {
            let sums: BTreeSet<i64> = one.iter().flat_map(|one| other.iter().map(move |other| one + other)).collect();
            if sums.len() <= MOST_LISTED {
                return Self::Listed(sums);
            }
        }
        let ((least, most), (least_other, most_other)) = (self.bounds(), other.bounds());
        Self::Between(least + least_other, most + most_other)
    }
}
