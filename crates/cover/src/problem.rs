//! The problem itself: items and options, without a search.

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use satdoku_base::budget::StopReason;

/// The most items and incidences together, so that every node of a linked matrix has a 32-bit index.
const MAX_NODES: usize = (1 << 31) - 2;

/// Options up to this length are searched for a repeated item pair by pair, longer ones are sorted.
const SHORT_OPTION: usize = 16;

/// Why a problem could not be stated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CoverError {
    /// An option names an item that the problem does not have.
    #[error("item {item} is out of range: the problem has {items} items")]
    ItemOutOfRange {
        /// The index that was given.
        item: u32,
        /// How many items there are.
        items: u32,
    },
    /// An option names an item twice.
    #[error("item {item} stands twice in one option")]
    RepeatedItem {
        /// The index of the item.
        item: u32,
    },
    /// A set names an item that was not declared.
    #[error("there is no item named {name:?}")]
    UnknownName {
        /// The name.
        name: String,
    },
    /// Two items have the same name.
    #[error("two items are named {name:?}")]
    RepeatedName {
        /// The name.
        name: String,
    },
    /// A name that cannot be read back: empty, with a blank in it, beginning with `#`, or a sign of the text form.
    #[error("{name:?} cannot name an item")]
    BadName {
        /// The name.
        name: String,
    },
    /// A condition, in words, that goes beyond *no overlaps*.
    #[error("an exact cover problem cannot say {0}")]
    Unsayable(String),
    /// The budget ended the statement of the problem.
    #[error("stopped: {0}")]
    Stopped(#[from] StopReason),
    /// More items and incidences than 32-bit indices can address.
    #[error("the problem has more items and incidences than 32-bit indices can address")]
    TooManyNodes,
    /// A dense matrix would be too large.
    #[error("a matrix of {rows} rows and {columns} columns is larger than the allowed {limit} cells")]
    MatrixTooLarge {
        /// Its rows.
        rows: usize,
        /// Its columns.
        columns: usize,
        /// The most cells that a dense matrix may have.
        limit: usize,
    },
    /// The rows of a matrix differ in length.
    #[error("row {row} of the matrix has {found} columns, but the rows before it have {expected}")]
    RaggedMatrix {
        /// The row, counted from 1.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
}

/// Options that an engine takes in between two looks at the clock.
pub(crate) const OPTIONS_PER_LOOK: u32 = 1024;

/// An exact cover problem: choose options so that every primary item is in exactly one chosen option and
/// every secondary item in at most one.
///
/// Items are numbered from 0, the primary items first; options are numbered from 0 in the order of adding. A search never chooses
/// an option without a primary item, because no item needs it. A primary item without an option makes the problem unsatisfiable; a
/// problem without primary items has one cover, the empty cover.
///
/// The options stand in two flat arrays of 32-bit indices, so a problem takes 4 bytes an incidence and 4 an option.
///
/// ```
/// use satdoku_cover::{CoverSearch, DancingLinks, ExactCover, ItemChoice};
/// use satdoku_base::Budget;
///
/// let cover = ExactCover::from_sets(
///     ["a", "b", "c", "d", "e", "f", "g"],
///     [] as [&str; 0],
///     [&["c", "e", "f"][..], &["a", "d", "g"], &["b", "c", "f"], &["a", "d"], &["b", "g"], &["d", "e", "g"]],
/// )?;
/// let mut search = DancingLinks::new(&cover, ItemChoice::Smallest);
/// let found: Vec<_> = search.solutions(&Budget::unlimited()).collect::<Result<_, _>>().unwrap();
/// assert_eq!(found, [[0, 3, 4]]);
/// # Ok::<(), satdoku_cover::CoverError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactCover {
    primary: u32,
    items: u32,
    /// One name per item, or none at all.
    names: Vec<String>,
    /// The start of each option's incidences, and the end of the last option's.
    starts: Vec<u32>,
    incidences: Vec<u32>,
}

impl ExactCover {
    /// A problem with unnamed items and no option yet.
    ///
    /// # Errors
    /// [`CoverError::TooManyNodes`].
    pub fn new(primary: u32, secondary: u32) -> Result<Self, CoverError> {
        let items = primary.checked_add(secondary).filter(|&items| items as usize <= MAX_NODES);
        let items = items.ok_or(CoverError::TooManyNodes)?;
        Ok(Self { primary, items, names: Vec::new(), starts: vec![0], incidences: Vec::new() })
    }

    /// A problem with named items and no option yet.
    ///
    /// # Errors
    /// [`CoverError::BadName`] and [`CoverError::RepeatedName`].
    pub fn with_names<P, S>(primary: P, secondary: S) -> Result<Self, CoverError>
    where
        P: IntoIterator<Item: Into<String>>,
        S: IntoIterator<Item: Into<String>>,
    {
        let mut names: Vec<String> = primary.into_iter().map(Into::into).collect();
        let primary = names.len();
        names.extend(secondary.into_iter().map(Into::into));
        let sizes = (u32::try_from(primary), u32::try_from(names.len() - primary));
        let (Ok(primary), Ok(secondary)) = sizes else { return Err(CoverError::TooManyNodes) };
        if let Some(name) = names.iter().find(|name| !is_name(name)) {
            return Err(CoverError::BadName { name: name.clone() });
        }
        let mut seen = HashSet::with_capacity(names.len());
        if let Some(name) = names.iter().find(|name| !seen.insert(name.as_str())) {
            return Err(CoverError::RepeatedName { name: name.clone() });
        }
        Ok(Self { names, ..Self::new(primary, secondary)? })
    }

    /// The problem of a family of named sets.
    ///
    /// # Errors
    /// Those of [`with_names`](Self::with_names) and [`add_option`](Self::add_option), and
    /// [`CoverError::UnknownName`].
    pub fn from_sets<P, S, F>(primary: P, secondary: S, sets: F) -> Result<Self, CoverError>
    where
        P: IntoIterator<Item: Into<String>>,
        S: IntoIterator<Item: Into<String>>,
        F: IntoIterator<Item: IntoIterator<Item: AsRef<str>>>,
    {
        let mut cover = Self::with_names(primary, secondary)?;
        let names = cover.names.clone();
        let index: HashMap<&str, u32> = names.iter().map(String::as_str).zip(0..).collect();
        for set in sets {
            let items = set.into_iter().map(|name| {
                let name = name.as_ref();
                index.get(name).copied().ok_or_else(|| CoverError::UnknownName { name: name.to_owned() })
            });
            cover.add_option(&items.collect::<Result<Vec<_>, _>>()?)?;
        }
        Ok(cover)
    }

    /// Makes room for further options with `incidences` incidences in total.
    pub fn reserve(&mut self, options: usize, incidences: usize) {
        self.starts.reserve(options);
        self.incidences.reserve(incidences);
    }

    /// Adds an option, which may be empty, and returns its number. Takes time linear in its length up to a logarithm.
    ///
    /// # Errors
    /// [`CoverError::ItemOutOfRange`], [`CoverError::RepeatedItem`] and [`CoverError::TooManyNodes`]; the problem then stays
    /// unchanged.
    pub fn add_option(&mut self, items: &[u32]) -> Result<u32, CoverError> {
        if let Some(&item) = items.iter().find(|&&item| item >= self.items) {
            return Err(CoverError::ItemOutOfRange { item, items: self.items });
        }
        if let Some(item) = repeated(items) {
            return Err(CoverError::RepeatedItem { item });
        }
        if self.items as usize + self.incidences.len() + items.len() > MAX_NODES || self.starts.len() > MAX_NODES {
            return Err(CoverError::TooManyNodes);
        }
        self.incidences.extend_from_slice(items);
        self.starts.push(self.incidences.len() as u32);
        Ok(self.options() - 1)
    }

    /// How many items there are.
    #[must_use]
    pub fn items(&self) -> u32 {
        self.items
    }

    /// The number of primary items, which come first.
    #[must_use]
    pub fn primary_items(&self) -> u32 {
        self.primary
    }

    /// Whether the item must be covered.
    #[must_use]
    pub fn is_primary(&self, item: u32) -> bool {
        item < self.primary
    }

    /// How many options there are.
    #[must_use]
    pub fn options(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// How many incidences there are: the lengths of all options summed.
    #[must_use]
    pub fn incidences(&self) -> usize {
        self.incidences.len()
    }

    /// The items of an option, in the given order.
    ///
    /// # Panics
    /// If there is no such option.
    #[must_use]
    pub fn option(&self, option: u32) -> &[u32] {
        let [start, end] = [self.starts[option as usize], self.starts[option as usize + 1]];
        &self.incidences[start as usize..end as usize]
    }

    /// The name of an item, where items have names.
    #[must_use]
    pub fn name(&self, item: u32) -> Option<&str> {
        self.names.get(item as usize).map(String::as_str)
    }

    /// Whether the options are an exact cover: an independent check, linear in the size of the problem.
    #[must_use]
    pub fn is_solution(&self, options: &[u32]) -> bool {
        let mut covered = vec![false; self.items as usize];
        let disjoint = options.iter().all(|&option| {
            option < self.options()
                && self.option(option).iter().all(|&item| !std::mem::replace(&mut covered[item as usize], true))
        });
        disjoint && covered[..self.primary as usize].iter().all(|&covered| covered)
    }
}

/// Whether the text form can carry the name.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(char::is_whitespace)
        && !name.starts_with('#')
        && !["|", "-", "items:"].contains(&name)
}

fn repeated(items: &[u32]) -> Option<u32> {
    if items.len() <= SHORT_OPTION {
        return items.iter().enumerate().find(|&(i, item)| items[..i].contains(item)).map(|(_, &item)| item);
    }
    let mut sorted = items.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}
