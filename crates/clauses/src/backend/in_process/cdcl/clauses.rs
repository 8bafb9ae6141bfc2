//! Clauses of three literals and more, one after the other in one table of words.
//!
//! A clause is a head of four words and its literals, the two watched literals first. The head has the length; the marks and the
//! glue (the least number of levels of its literals at a use, G. Audemard and L. Simon, *Predicting learnt clauses quality*, IJCAI
//! 2009); the end of the last search for a literal to watch (I. Gent, *Optimal implementation of watched literals*, JAIR 2013),
//! where a moving clause leaves its new place; and the number.

use super::proof::Id;
use crate::cnf::Lit;

/// The words of a head.
pub(super) const HEAD: usize = 4;

/// The parts of a head.
pub(super) const LENGTH: usize = 0;
const MARKS: usize = 1;
pub(super) const SEARCHED: usize = 2;
const ID: usize = 3;

const LEARNT: u32 = 1;
const GARBAGE: u32 = 2;
/// The number of further reductions that the clause survives for its use.
const USED: u32 = 3 << USED_SHIFT;
const USED_SHIFT: u32 = 4;
const GLUE_SHIFT: u32 = 8;

/// Clauses with at most this glue stay for good.
const GLUE_OF_THE_BEST: u32 = 2;
/// Clauses with at most this glue stay for two reductions after a use, other clauses for one.
const GLUE_OF_THE_GOOD: u32 = 6;

/// The share of the useless clauses that is removed.
const REMOVED: (usize, usize) = (3, 4);

/// The place of a clause.
pub(super) type Place = u32;

#[derive(Clone)]
pub(super) struct Clauses {
    pub(super) words: Vec<u32>,
}

impl Clauses {
    pub(super) fn new() -> Self {
        Self { words: Vec::new() }
    }

    /// None, but with the table in place.
    pub(super) fn cleared(mut self) -> Self {
        self.words.clear();
        self
    }

    /// Whether places are about to need more than 32 bits.
    pub(super) fn is_full(&self, more: usize) -> bool {
        self.words.len() + HEAD + more > Place::MAX as usize
    }

    pub(super) fn add(&mut self, lits: &[Lit], learnt_with_glue: Option<u32>, id: Id) -> Place {
        let place = self.words.len();
        let marks = learnt_with_glue.map_or(0, |glue| LEARNT | glue << GLUE_SHIFT | used(glue) << USED_SHIFT);
        self.words.extend([lits.len() as u32, marks, 2, id]);
        self.words.extend(lits.iter().map(|lit| lit.code() as u32));
        place as Place
    }

    /// The words of the literals of a clause.
    #[inline]
    pub(super) fn range(&self, place: Place) -> std::ops::Range<usize> {
        let start = place as usize + HEAD;
        start..start + self.words[place as usize + LENGTH] as usize
    }

    /// The literal in a word.
    #[inline]
    pub(super) fn lit(&self, word: usize) -> Lit {
        Lit::from_code(self.words[word])
    }

    /// The number of a clause.
    pub(super) fn id(&self, place: Place) -> Id {
        self.words[place as usize + ID]
    }

    pub(super) fn is_learnt(&self, place: Place) -> bool {
        self.marks(place) & LEARNT != 0
    }

    pub(super) fn is_garbage(&self, place: Place) -> bool {
        self.marks(place) & GARBAGE != 0
    }

    pub(super) fn mark_garbage(&mut self, place: Place) {
        self.words[place as usize + MARKS] |= GARBAGE;
    }

    fn marks(&self, place: Place) -> u32 {
        self.words[place as usize + MARKS]
    }

    pub(super) fn glue(&self, place: Place) -> u32 {
        self.marks(place) >> GLUE_SHIFT
    }

    /// Whether a lower glue would change anything.
    pub(super) fn may_become_better(&self, place: Place) -> bool {
        self.glue(place) > GLUE_OF_THE_BEST
    }

    /// Notes a use of a learnt clause, with its new glue.
    pub(super) fn note_use(&mut self, place: Place, glue: u32) {
        self.words[place as usize + MARKS] = LEARNT | used(glue) << USED_SHIFT | glue << GLUE_SHIFT;
    }

    /// The places of all clauses.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        let start = (!self.words.is_empty()).then_some(0);
        std::iter::successors(start, |&place| {
            let next = self.range(place).end;
            (next < self.words.len()).then_some(next as Place)
        })
    }

    /// Marks learnt clauses without a recent use as garbage, the highest glue and length first, and returns them. Spares `reasons`,
    /// which are in ascending order.
    pub(super) fn mark_useless(&mut self, reasons: &[Place]) -> Vec<Place> {
        let places: Vec<Place> = self.places().collect();
        let mut useless = Vec::new();
        for place in places {
            let marks = self.marks(place);
            if marks & LEARNT == 0 || marks & GARBAGE != 0 {
                continue;
            }
            if marks & USED != 0 {
                self.words[place as usize + MARKS] -= 1 << USED_SHIFT;
            } else if self.may_become_better(place) && reasons.binary_search(&place).is_err() {
                useless.push((self.glue(place), self.range(place).len(), place));
            }
        }
        useless.sort_by_key(|&(glue, length, _)| std::cmp::Reverse((glue, length)));
        useless.truncate(useless.len() * REMOVED.0 / REMOVED.1);
        let useless: Vec<Place> = useless.into_iter().map(|(.., place)| place).collect();
        for &place in &useless {
            self.mark_garbage(place);
        }
        useless
    }

    /// Moves the live clauses together and writes the shortened clauses, given in ascending order, in their new form. The old table
    /// then holds the new places.
    pub(super) fn move_together(&mut self, shortened: Vec<Shortened>) -> Moved {
        let mut new = Vec::with_capacity(self.words.len());
        let mut shortened = shortened.into_iter().peekable();
        let places: Vec<Place> = self.places().collect();
        for place in places {
            let short = shortened.next_if(|short| short.place == place);
            if self.is_garbage(place) {
                continue;
            }
            let at = new.len();
            if let Some(Shortened { lits, id, .. }) = short {
                new.extend([lits.len() as u32, self.marks(place), 2, id]);
                new.extend(lits.iter().map(|lit| lit.code() as u32));
            } else {
                new.extend_from_slice(&self.words[place as usize..self.range(place).end]);
            }
            self.words[place as usize + SEARCHED] = at as u32;
        }
        Moved { old: std::mem::replace(self, Self { words: new }) }
    }
}

/// A clause without its false literals.
pub(super) struct Shortened {
    pub(super) place: Place,
    pub(super) lits: Vec<Lit>,
    pub(super) id: Id,
}

/// The new places of clauses.
pub(super) struct Moved {
    old: Clauses,
}

impl Moved {
    /// The new place of a clause, if it lives.
    pub(super) fn place(&self, place: Place) -> Option<Place> {
        (!self.old.is_garbage(place)).then(|| self.old.words[place as usize + SEARCHED])
    }
}

fn used(glue: u32) -> u32 {
    1 + u32::from(glue <= GLUE_OF_THE_GOOD)
}
