//! Which item a search covers next.

/// Which item is covered next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ItemChoice {
    /// An item with the fewest options left. Ties go to the item whose options meet the most options in secondary items, then to
    /// the leftmost. Items with a single option are forced at once.
    #[default]
    Smallest,
    /// The leftmost item, of any size: no heuristic.
    Leftmost,
}
