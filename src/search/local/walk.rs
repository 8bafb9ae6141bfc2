//! The state of a search and its moves.

use std::array;
use std::fmt::Debug;
use std::mem;

use crate::budget::{Running, StopReason};
use crate::random::SplitMix64;
use crate::search::local::tables::Number;
use crate::search::local::uncovered::Cover;

/// A set of candidates without a clash, changed by moves.
pub(super) trait Walk: Debug + Send + Sync {
    /// Proposes `moves` moves, fewer only once no item is open, and returns their number. `chances[k]` is the chance of a move that
    /// drops k candidates, in units of 2⁻³².
    fn go(&mut self, moves: u64, chances: &[u32]) -> u64;

    /// Whether every item is covered.
    fn is_done(&self) -> bool;

    /// The candidate that covers an item, if any.
    fn holder(&self, item: usize) -> Option<usize>;
}

/// A walk from the empty set, in tables that suit a cover.
///
/// # Errors
/// A limit of the budget.
pub(super) fn walk(cover: &Cover, random: SplitMix64, running: &Running) -> Result<Box<dyn Walk>, StopReason> {
    let is_small = cover.item_count().max(cover.candidate_count()) < u16::NONE.index();
    Ok(match cover.width {
        // Rows, columns and boxes.
        4 if is_small => Box::new(Moves::<u16, 4>::new(cover, random, running)?),
        4 => Box::new(Moves::<u32, 4>::new(cover, random, running)?),
        8 => Box::new(Moves::<u32, 8>::new(cover, random, running)?),
        16 => Box::new(Moves::<u32, 16>::new(cover, random, running)?),
        _ => Box::new(Moves::<u32, 32>::new(cover, random, running)?),
    })
}

/// A set of candidates of W items each.
#[derive(Debug)]
struct Moves<N: Number, const W: usize> {
    /// The items of each candidate.
    rows: N::Table<[N; W]>,
    /// For each item, its candidates: the candidate's number, then the W − 1 other items covered by the candidate.
    choices: Vec<[N; W]>,
    /// First index and number of each item's choices.
    spans: N::Table<(u32, u32)>,
    /// The candidate that covers each item.
    holders: N::Table<N>,
    /// The open items in any order, the first `open_count` of the table; `places` holds the index of each open item.
    open: N::Table<N>,
    open_count: usize,
    places: N::Table<N>,
    random: SplitMix64,
}

impl<N: Number, const W: usize> Moves<N, W> {
    fn new(cover: &Cover, random: SplitMix64, running: &Running) -> Result<Self, StopReason> {
        let none = N::NONE;
        let item_count = cover.item_count();
        let row = |items: &[u32; W]| items.map(|item| N::of(item as usize));
        let rows: Vec<[N; W]> = cover.items.as_chunks().0.iter().map(row).collect();
        let choice = |item: usize, candidate: u32| {
            let mut choice = rows[candidate as usize];
            let own = choice.iter().position(|&other| other == N::of(item)).unwrap_or_default();
            choice.swap(0, own);
            choice[0] = N::of(candidate as usize);
            choice
        };
        let candidates = |item: usize| &cover.candidates[cover.starts[item] as usize..cover.starts[item + 1] as usize];
        let mut choices = Vec::with_capacity(cover.candidates.len());
        for item in 0..item_count {
            running.check()?;
            choices.extend(candidates(item).iter().map(|&candidate| choice(item, candidate)));
        }
        let spans = (0..item_count).map(|item| (cover.starts[item], candidates(item).len() as u32)).collect();
        let all: Vec<N> = (0..item_count).map(N::of).collect();
        Ok(Self {
            choices,
            rows: N::table(rows, [none; W]),
            spans: N::table(spans, (0, 0)),
            holders: N::table(vec![none; item_count], none),
            open: N::table(all.clone(), none),
            open_count: item_count,
            places: N::table(all, none),
            random,
        })
    }
}

impl<N: Number, const W: usize> Walk for Moves<N, W> {
    fn go(&mut self, moves: u64, chances: &[u32]) -> u64 {
        let none = N::NONE;
        // The item of a move is open, so a move drops at most one candidate for each of the W − 1 other items.
        let chances: [u32; W] = array::from_fn(|dropped| chances.get(dropped).copied().unwrap_or(0));
        let Self { rows, choices, spans, holders, open, places, .. } = self;
        let (mut open_count, mut random) = (self.open_count, self.random);
        let mut left = moves;
        while left > 0 && open_count > 0 {
            left -= 1;
            let mut draw = random.draw();
            let item = open[N::of(draw.below(open_count))];
            let (start, count) = spans[item];
            let mut choice = choices[start as usize + draw.below(count as usize)];
            let mut others = [none; W];
            let mut dropped = 0;
            for i in 1..W {
                let holder = holders[choice[i]];
                // A candidate that covers two of the items is dropped once.
                let is_new = others[1..i].iter().fold(holder != none, |is_new, &before| is_new && before != holder);
                others[i] = holder;
                dropped += usize::from(is_new);
            }
            if dropped > 1 && draw.rest() >= chances[dropped] {
                continue;
            }
            for holder in others {
                if holder == none {
                    continue;
                }
                for freed in rows[holder] {
                    if holders[freed] != none {
                        holders[freed] = none;
                        places[freed] = N::of(open_count);
                        open[N::of(open_count)] = freed;
                        open_count += 1;
                    }
                }
            }
            let candidate = mem::replace(&mut choice[0], item);
            for covered in choice {
                if holders[covered] == none {
                    holders[covered] = candidate;
                    let place = places[covered];
                    open_count -= 1;
                    let last = open[N::of(open_count)];
                    open[place] = last;
                    places[last] = place;
                }
            }
        }
        (self.open_count, self.random) = (open_count, random);
        moves - left
    }

    fn is_done(&self) -> bool {
        self.open_count == 0
    }

    fn holder(&self, item: usize) -> Option<usize> {
        let holder = self.holders[N::of(item)];
        (holder != N::NONE).then(|| holder.index())
    }
}
