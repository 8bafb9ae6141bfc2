//! Which item a search covers next.

/// Which item is covered next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ItemChoice {
    /// An item with the fewest options left, of those the one whose options meet the most others in secondary items, of
    /// those the leftmost; items with a single option are forced at once.
    #[default]
    Smallest,
    /// The leftmost item, whatever its size: no heuristic at all.
    Leftmost,
}
