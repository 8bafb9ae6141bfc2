//! Estimates of a number of solutions from random dives.

use std::f64::consts::LN_10;
use std::fmt;

/// How many standard errors the interval reaches to each side.
///
/// 1.96 would do for a normal distribution; products of many choices are skewed, so that the interval is a little wider, and
/// reaches further up than down. `docs/counting.md` says how often the interval held.
const REACH: f64 = 2.1;

/// With fewer successful dives the estimate has no interval, because their spread says little.
const LEAST_HITS: u64 = 30;

/// An estimate of a number of solutions. An estimate is never exact, whatever its standard error.
///
/// Prints as `~1.228e9 (1.196e9..1.260e9, 95 %, 48134 dives)`. Numbers are kept as logarithms, because numbers of large boards are
/// beyond `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The natural logarithm of the mean; minus infinity where no dive found a solution.
    log_mean: f64,
    /// The standard error of the mean as a part of the mean.
    relative_error: f64,
    /// The skewness of the mean: of the dives, divided by the root of their number.
    skewness: f64,
    dives: u64,
    hits: u64,
    seed: u64,
}

impl Estimate {
    /// The natural logarithm of the number; minus infinity where no dive found a solution.
    #[must_use]
    pub fn log_mean(&self) -> f64 {
        self.log_mean
    }

    /// The number; infinite beyond the range of `f64`.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.log_mean.exp()
    }

    /// The standard error of the number, relative to the number: 0.01 is one hundredth. Infinite where fewer than two dives were
    /// made or none found a solution.
    #[must_use]
    pub fn relative_error(&self) -> f64 {
        self.relative_error
    }

    /// The natural logarithms of the ends of the interval in which the number lies with a probability of 95 %; none where
    /// fewer than 30 dives found a solution.
    #[must_use]
    pub fn log_interval(&self) -> Option<(f64, f64)> {
        let (even, up) = (REACH * self.relative_error, -self.corrected(-REACH) * self.relative_error);
        (self.hits >= LEAST_HITS).then_some((self.log_mean - even, self.log_mean + even.max(up.ln_1p())))
    }

    /// How many standard errors the mean lies above the number where a normal variable would lie so many above it.
    ///
    /// P. Hall, *On the removal of skewness by transformation*, Journal of the Royal Statistical Society B 54 (1992): few dives with
    /// large outcomes make the mean, and where they are missing the mean and its standard error are both too small.
    fn corrected(&self, normal: f64) -> f64 {
        let skewness = self.skewness;
        if skewness < 1e-6 {
            return normal;
        }
        ((1.0 + skewness * (normal - skewness / 6.0)).cbrt() - 1.0) * 3.0 / skewness
    }

    /// How many dives were made.
    #[must_use]
    pub fn dives(&self) -> u64 {
        self.dives
    }

    /// The number of dives that found a solution.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// The share of dives that found a solution.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // A share.
    pub fn hit_rate(&self) -> f64 {
        self.hits as f64 / self.dives.max(1) as f64
    }

    /// The seed.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The number with four significant figures, for example `1.228e9`.
    #[must_use]
    pub fn number(&self) -> String {
        figures(self.log_mean)
    }

    /// The ends of the interval in four figures.
    #[must_use]
    pub fn interval(&self) -> Option<(String, String)> {
        self.log_interval().map(|(low, high)| (figures(low), figures(high)))
    }

    /// The standard error in four figures.
    #[must_use]
    pub fn error(&self) -> Option<String> {
        self.relative_error.is_finite().then(|| figures(self.log_mean + self.relative_error.ln()))
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dives, .. } = self;
        match self.interval() {
            Some((low, high)) => write!(f, "~{} ({low}..{high}, 95 %, {dives} dives)", self.number()),
            None => write!(f, "~{} (no interval, {} of {dives} dives found a solution)", self.number(), self.hits),
        }
    }
}

/// Four significant figures of a number, given by its logarithm.
fn figures(log: f64) -> String {
    if log == f64::NEG_INFINITY {
        return "0".to_owned();
    }
    let tens = log / LN_10;
    let (mut exponent, mut digits) = (tens.floor(), format!("{:.3}", 10_f64.powf(tens - tens.floor())));
    if digits.starts_with("10") {
        // Rounded up.
        (exponent, digits) = (exponent + 1.0, "1.000".to_owned());
    }
    format!("{digits}e{exponent}")
}

/// Adds up dives in order: the order decides the last bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct DiveTotal {
    /// The largest outcome so far; sums are kept relative to it.
    largest: f64,
    sum: f64,
    squares: f64,
    cubes: f64,
    dives: u64,
    hits: u64,
}

impl DiveTotal {
    pub(super) fn new() -> Self {
        Self { largest: f64::NEG_INFINITY, sum: 0.0, squares: 0.0, cubes: 0.0, dives: 0, hits: 0 }
    }

    /// Adds a dive, given by the logarithm of its product.
    pub(super) fn add(&mut self, outcome: f64) {
        self.dives += 1;
        if outcome == f64::NEG_INFINITY {
            return;
        }
        self.hits += 1;
        if outcome > self.largest {
            let part = (self.largest - outcome).exp();
            self.sum *= part;
            self.squares *= part * part;
            self.cubes *= part * part * part;
            self.largest = outcome;
        }
        let part = (outcome - self.largest).exp();
        self.sum += part;
        self.squares += part * part;
        self.cubes += part * part * part;
    }

    #[allow(clippy::cast_precision_loss)] // Nobody dives 2⁵³ times.
    pub(super) fn estimate(&self, seed: u64) -> Estimate {
        let Self { largest, sum, squares, cubes, dives, hits } = *self;
        let number = dives as f64;
        let mean = sum / number.max(1.0);
        let (mut relative_error, mut skewness) = (f64::INFINITY, 0.0);
        if hits > 0 && dives > 1 {
            let variance = (squares / number - mean * mean).max(0.0) * number / (number - 1.0);
            relative_error = (variance / number).sqrt() / mean;
            let third = cubes / number - 3.0 * mean * (squares / number) + 2.0 * mean * mean * mean;
            skewness = if variance > 0.0 { third / (variance * variance.sqrt() * number.sqrt()) } else { 0.0 };
        }
        Estimate { log_mean: largest + mean.ln(), relative_error, skewness, dives, hits, seed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(outcomes: &[f64]) -> Estimate {
        let mut total = DiveTotal::new();
        for outcome in outcomes {
            total.add(outcome.ln());
        }
        total.estimate(7)
    }

    #[test]
    fn means_and_errors_are_those_of_the_textbook() {
        let estimate = of(&[1.0, 3.0, 0.0, 8.0]);
        assert!((estimate.mean() - 3.0).abs() < 1e-12, "{estimate:?}");
        // The variance is (4 + 0 + 9 + 25) / 3.
        assert!((estimate.relative_error() * 3.0 - (38.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12, "{estimate:?}");
        assert_eq!((estimate.dives(), estimate.hits(), estimate.seed()), (4, 3, 7));
    }

    #[test]
    fn estimates_print_in_four_figures() {
        assert_eq!(of(&[2.5e9; 30]).to_string(), "~2.500e9 (2.500e9..2.500e9, 95 %, 30 dives)");
        assert_eq!(of(&[0.0, 0.0]).to_string(), "~0 (no interval, 0 of 2 dives found a solution)");
        assert_eq!(of(&[5.0; 29]).to_string(), "~5.000e0 (no interval, 29 of 29 dives found a solution)");
        assert_eq!(figures(9.9999_f64.ln()), "1.000e1");
        assert_eq!(figures(1000.0 * LN_10 + 2_f64.ln()), "2.000e1000");
    }
}
