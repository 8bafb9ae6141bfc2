//! Digits that may be exchanged without changing an orbit's pair: fewer configurations of the middle box have a weight.

use crate::counting::columns::configuration::{COUNT, Id, Renaming, digits};
use crate::counting::columns::sum::Sum;

impl Sum {
    /// Merges the weights of configurations that differ by digits which may be exchanged without changing the orbit's pair.
    pub(super) fn fold(&self, last: Id, first: Id, weights: &mut [u64]) {
        for set in self.exchangeable(last, first) {
            let digits: Vec<usize> = digits(set).collect();
            // A sorting network for three digits, or for two.
            let exchanges: &[[usize; 2]] = match digits.len() {
                0 | 1 => continue,
                2 => &[[0, 1]],
                _ => &[[0, 1], [1, 2], [0, 1]],
            };
            for exchange in exchanges {
                let [low, high] = exchange.map(|at| 1_u16 << digits[at]);
                self.exchange(low, high, weights);
            }
        }
    }

    /// The configurations that [`fold`](Self::fold) maps to `of`, with `of` itself, each with the renaming from `of` to it.
    pub(super) fn images(&self, last: Id, first: Id, of: Id) -> Vec<(Id, Renaming)> {
        let mut images = vec![(of, Renaming::IDENTITY)];
        for set in self.exchangeable(last, first) {
            let digits: Vec<usize> = digits(set).collect();
            let mut at = 0;
            while at < images.len() {
                for pair in digits.windows(2) {
                    let exchange = Renaming::between([(1 << pair[0], 1 << pair[1]), (1 << pair[1], 1 << pair[0])]);
                    let (id, renaming) = images[at];
                    let image = exchange.of_id(self.tables, id);
                    if images.iter().all(|known| known.0 != image) {
                        images.push((image, renaming.then(exchange)));
                    }
                }
                at += 1;
            }
        }
        images
    }

    /// The sets of digits that may be exchanged without changing two configurations.
    fn exchangeable(&self, last: Id, first: Id) -> impl Iterator<Item = u16> + use<> {
        let (lasts, firsts) = (self.tables.columns(last), self.tables.columns(first));
        let free = self.symmetry.free;
        lasts.into_iter().flat_map(move |last| firsts.map(|first| last & first & free))
    }

    /// Moves the weight of each configuration with `low` in a later column than `high` to the configuration with both exchanged.
    fn exchange(&self, low: u16, high: u16, weights: &mut [u64]) {
        for id in 0..COUNT as Id {
            let weight = weights[usize::from(id)];
            if weight == 0 {
                continue;
            }
            let columns = self.tables.columns(id);
            let column = |digit: u16| columns.iter().position(|column| column & digit != 0);
            if column(low) > column(high) {
                let both = low | high;
                let exchanged =
                    columns.map(|column| if (column & both).is_power_of_two() { column ^ both } else { column });
                weights[usize::from(id)] = 0;
                weights[usize::from(self.tables.id(exchanged))] += weight;
            }
        }
    }
}
