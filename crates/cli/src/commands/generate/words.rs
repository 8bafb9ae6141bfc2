//! The values of the options of `satdoku generate`.

use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::str::FromStr;

use clap::ValueEnum;
use satdoku::Geometry;
use satdoku::generate::{Kind, Recipe, RecipeError, RuleRequest, UnknownRuleRequest};
use satdoku::geometry::{Layout, ParseGeometryError};

/// A board, or the word for a large board whose construction waits until the kind of puzzles is known to allow its side.
#[derive(Clone, Debug)]
pub(crate) enum Board {
    Made(Box<Layout>),
    Large { word: String, side: usize },
}

impl FromStr for Board {
    type Err = ParseGeometryError;

    fn from_str(word: &str) -> Result<Self, ParseGeometryError> {
        match Layout::parse_within(word, Recipe::LARGEST_SIDE) {
            Ok(layout) => Ok(Self::Made(Box::new(layout))),
            Err(ParseGeometryError::TooLarge { found, .. }) if found <= Geometry::MAX_SIDE => {
                Ok(Self::Large { word: word.to_owned(), side: found })
            }
            Err(error) => Err(error),
        }
    }
}

impl Board {
    /// The board of an order.
    pub(crate) fn of_order(order: usize) -> Result<Self, ParseGeometryError> {
        format!("{order}x{order}").parse()
    }

    /// The board for puzzles of a kind.
    pub(crate) fn layout(self, kind: Kind) -> Result<Layout, String> {
        match self {
            Self::Made(layout) => Ok(*layout),
            Self::Large { word, .. } if kind == Kind::Holes => {
                word.parse().map_err(|error: ParseGeometryError| error.to_string())
            }
            Self::Large { side, .. } => Err(RecipeError::Side(side).to_string()),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum AlgorithmName {
    /// The quickest way there is
    Fast,
    /// Digits at random while there is a solution, then holes while there is one only; any solver is asked
    Two,
}

/// The text below the options in the help.
pub(super) fn help() -> String {
    let boards = Layout::FORMS.map(|(form, meaning)| format!("  {form}: {meaning}\n")).concat();
    format!(
        "\
Boards:
{boards}
Examples:
  satdoku generate
  satdoku generate --count 1000 --symmetry rotate180 --seed random -o puzzles.txt.gz
  satdoku generate --kind minimal --symmetry rotate180 --count 10
  satdoku generate --pattern places.txt
  satdoku generate --rules killer,antiknight --kind minimal
  satdoku generate --rules thermometer --rules 'killer 15 r1c1 r1c2 r2c1'
  satdoku generate --symmetry rotate180 --rules 'killer sizes 2..4 symmetric'
  satdoku generate --box jigsaw7 --count 20 --output json
  satdoku generate --box windoku --output header
  satdoku generate --box regions:1122112233443344 --count 3
  satdoku generate --order 5 --clues 280 --closest
  satdoku generate --order 6 --kind holes --share 40 --balanced
  satdoku generate --box 2x3 --kind several --solutions 5 --count 10
  satdoku generate --algorithm two --solver sat:varisat
  satdoku generate --count 1000000 --shard 2/4 > part2.txt"
    )
}

/// A seed, or the wish for a random seed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seed {
    Given(u64),
    Random,
}

impl Seed {
    /// The seed; a random seed is short enough to be typed again.
    pub(super) fn number(self) -> u64 {
        match self {
            Self::Given(seed) => seed,
            // The hasher's keys come from the operating system.
            Self::Random => std::collections::hash_map::RandomState::new().build_hasher().finish() >> 32,
        }
    }
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        if word.eq_ignore_ascii_case("random") {
            return Ok(Self::Random);
        }
        let seed = word.parse().map(Self::Given);
        seed.map_err(|_| format!("expected a whole number from 0 to {}, or random, found {word:?}", u64::MAX))
    }
}

/// The rules in one argument.
#[derive(Clone, Debug)]
pub(super) struct RuleRequests(pub(super) Vec<RuleRequest>);

/// Reads the line of a rule, which may have commas of its own, or rules with commas between.
pub(super) fn parse_rules(text: &str) -> Result<RuleRequests, String> {
    let whole = text.parse::<RuleRequest>();
    let parts: Result<Vec<RuleRequest>, _> = text.split(',').map(str::parse).collect();
    match (whole, parts) {
        (Ok(request), _) => Ok(RuleRequests(vec![request])),
        (Err(_), Ok(requests)) => Ok(RuleRequests(requests)),
        (Err(whole @ UnknownRuleRequest::Rule { .. }), Err(_)) if text.trim().contains(' ') => Err(whole.to_string()),
        (Err(_), Err(part)) => Err(part.to_string()),
    }
}

/// A share in percent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share(f64);

impl FromStr for Share {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let number = word.strip_suffix('%').unwrap_or(word).parse().ok();
        let share = number.filter(|share| (0.0..=100.0).contains(share));
        share.map(Self).ok_or_else(|| format!("expected a share from 0 to 100, found {word:?}"))
    }
}

impl Share {
    pub(super) fn of(self, cells: usize) -> usize {
        #[allow(clippy::cast_precision_loss, clippy::cast_sign_loss)] // At most all cells, of which there are millions.
        let clues = (cells as f64 * self.0 / 100.0).round() as usize;
        clues
    }
}

/// A part of the puzzles: numbers, from 0, that leave `part` when divided by `of`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shard {
    pub(super) part: u64,
    pub(super) of: u64,
}

impl Default for Shard {
    fn default() -> Self {
        Self { part: 0, of: 1 }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part + 1, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let numbers = word.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((part, of)) if (1..=of).contains(&part) => Ok(Self { part: part - 1, of }),
            _ => Err(format!("expected a part such as 1/4, found {word:?}")),
        }
    }
}
