//! The layers of marks, and the rule of each mark.

use crate::scene::{Item, Scene};

/// The layers of marks behind, on and before the lines of the board.
#[derive(Debug, Default)]
pub(crate) struct Layers {
    /// Whole cells.
    pub(crate) tints: Scene,
    /// Discs and squares behind digits.
    pub(crate) discs: Scene,
    /// Lines by width, the broadest first.
    pub(crate) lines: [Scene; 3],
    /// Circles and pills.
    pub(crate) rings: Scene,
    /// The borders of further regions.
    pub(crate) regions: Scene,
    /// Marks on the lines of the board: cages, dots, corners.
    pub(crate) signs: Scene,
    /// Clues outside.
    pub(crate) margins: Scene,
    /// The rule of each item of each layer, in the order of [`all`](Self::all).
    rules: [Vec<usize>; 9],
}

/// The items of a layer in stretches of one rule.
pub(crate) type Stretches = Vec<(Option<usize>, Vec<Item>)>;

impl Layers {
    /// The layers from back to front. The diagonals of the board lie before the first of them, its lines before the sixth.
    pub(crate) fn all(&self) -> [&Scene; 9] {
        let [broad, medium, thin] = &self.lines;
        [&self.tints, &self.discs, broad, medium, thin, &self.rings, &self.regions, &self.signs, &self.margins]
    }

    /// Records that the items drawn since the last call belong to a rule.
    pub(crate) fn assign(&mut self, rule: usize) {
        let counts = self.all().map(|layer| layer.items.len());
        for (rules, count) in self.rules.iter_mut().zip(counts) {
            rules.resize(count, rule);
        }
    }

    /// The items of each layer in stretches of one rule, in the order of [`all`](Self::all).
    pub(crate) fn by_rule(&self) -> [Stretches; 9] {
        let mut rules = self.rules.iter();
        self.all().map(|layer| {
            let mut items = layer.items.iter().cloned();
            let stretches = rules.next().map_or(&[][..], Vec::as_slice).chunk_by(PartialEq::eq);
            stretches.map(|rules| (Some(rules[0]), items.by_ref().take(rules.len()).collect())).collect()
        })
    }
}
