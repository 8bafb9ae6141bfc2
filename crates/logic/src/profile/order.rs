//! The orders themselves, row by row.

use std::hash::{Hash, Hasher};

use crate::chains;
use crate::finder::LadderRow;
use crate::ladder::{aligned, bug, fish, locked, loops, rules, singles, subsets, wings};
use crate::patterns::{
    als, chains as named, coloring, finned, rectangles, subsets as wide, sue_de_coq, trial, turbot, wings as double,
};
use crate::smallest;
use crate::technique::{Level, Score, Technique};

macro_rules! ladder {
    ($($module:ident::$find:ident: $($technique:ident)+;)+) => {
        &[$(LadderRow { techniques: &[$(&$module::$technique),+], find: $module::$find, score: None }),+]
    };
}

macro_rules! scored {
    ($($level:ident $points:literal $module:ident::$find:ident: $($of:ident::$technique:ident)+;)+) => {
        &[$(LadderRow {
            techniques: &[$(&$of::$technique),+],
            find: $module::$find,
            score: Some(Score { level: Level::$level, points: $points }),
        }),+]
    };
}

/// An order of techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// That of Sudoku Explainer 1.2.1.
    Se,
    /// That of `HoDoKu` 2.2.
    Hodoku,
    /// Singles, then the smallest explanations.
    Own,
    /// An order of the caller's; no text names it.
    Custom(&'static CustomProfile),
}

/// An order of the caller's: techniques that are here and further ones, row by row. Steps are checked as all steps are. Either
/// every row has a score, and a rating is their sum, or none has, and a rating is in the tenths of the steps. Two orders are equal
/// only if they are one value in memory.
#[derive(Debug)]
#[doc(alias = "own")]
pub struct CustomProfile {
    /// The name in paths and ratings.
    pub name: &'static str,
    /// The rows, the first tried first.
    pub ladder_rows: &'static [LadderRow],
    /// What hints and paths go on with where the rows have no step. Ratings do not.
    pub beyond: &'static [LadderRow],
}

impl PartialEq for CustomProfile {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for CustomProfile {}

impl Hash for CustomProfile {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

names! {
    pub Profile {
        Se = "se", "the order and ratings of Sudoku Explainer 1.2.1";
        Hodoku = "hodoku", "the order, levels and scores of HoDoKu 2.2";
        Own = "own", "singles, then the smallest explanations, rated by their sizes";
    } beside {
        Custom(custom) => custom.name, "the caller's order";
    }
}

#[cfg(feature = "serde")]
serialized_as_text!(Profile);

/// Sudoku Explainer's rows. What rules say, alone and with units, stands where that program has nothing.
static SE: &[LadderRow] = ladder! {
    singles::hidden_singles: FULL_HOUSE HIDDEN_SINGLE;
    locked::direct_locked: DIRECT_POINTING DIRECT_CLAIMING;
    subsets::direct_hidden_pairs: DIRECT_HIDDEN_PAIR;
    singles::naked_singles: NAKED_SINGLE;
    rules::rules: RULE;
    subsets::direct_hidden_triples: DIRECT_HIDDEN_TRIPLE;
    rules::unit_sums: UNIT_SUM;
    locked::locked: POINTING CLAIMING;
    subsets::naked_pairs: NAKED_PAIR;
    rules::union_sums: UNION_SUM;
    fish::x_wings: X_WING;
    subsets::hidden_pairs: HIDDEN_PAIR;
    subsets::naked_triples: NAKED_TRIPLE;
    fish::swordfish: SWORDFISH;
    subsets::hidden_triples: HIDDEN_TRIPLE;
    wings::xy_wings: XY_WING;
    wings::xyz_wings: XYZ_WING;
    loops::unique_loops: UNIQUE_RECTANGLE UNIQUE_LOOP;
    subsets::naked_quads: NAKED_QUAD;
    fish::jellyfish: JELLYFISH;
    subsets::hidden_quads: HIDDEN_QUAD;
    bug::bugs: BUG;
    aligned::aligned_pairs: ALIGNED_PAIR;
    chains::forcing_chains: CYCLE X_CHAIN CHAIN;
    aligned::aligned_triples: ALIGNED_TRIPLE;
    chains::nishio: NISHIO;
    chains::multiple: CELL REGION;
    chains::dynamic: CONTRADICTION DOUBLE DYNAMIC_CELL DYNAMIC_REGION;
    chains::dynamic_plus: PLUS;
    chains::nested: NESTED;
    chains::nested_multiple: NESTED_MULTIPLE;
    chains::nested_dynamic: NESTED_DYNAMIC;
    chains::nested_dynamic_plus: NESTED_DYNAMIC_PLUS;
};

/// `HoDoKu`'s rows, those that are on by default, with their levels and points. What rules say stands behind the singles.
static HODOKU: &[LadderRow] = scored! {
    Easy 4 singles::full_houses: singles::FULL_HOUSE;
    Easy 4 singles::queued_naked_singles: singles::NAKED_SINGLE;
    Easy 14 singles::queued_hidden_singles: singles::HIDDEN_SINGLE;
    Easy 14 rules::rules: rules::RULE;
    Medium 50 rules::unit_sums: rules::UNIT_SUM;
    Medium 40 wide::locked_pairs: wide::LOCKED_PAIR;
    Medium 60 wide::locked_triples: wide::LOCKED_TRIPLE;
    Medium 50 locked::pointing: locked::POINTING;
    Medium 50 locked::claiming: locked::CLAIMING;
    Medium 60 wide::naked_pairs: subsets::NAKED_PAIR;
    Medium 80 wide::naked_triples: subsets::NAKED_TRIPLE;
    Medium 70 wide::hidden_pairs: subsets::HIDDEN_PAIR;
    Medium 100 wide::hidden_triples: subsets::HIDDEN_TRIPLE;
    Hard 100 rules::union_sums: rules::UNION_SUM;
    Hard 120 wide::naked_quads: subsets::NAKED_QUAD;
    Hard 150 wide::hidden_quads: subsets::HIDDEN_QUAD;
    Hard 140 fish::x_wings: fish::X_WING;
    Hard 150 fish::swordfish: fish::SWORDFISH;
    Hard 160 fish::jellyfish: fish::JELLYFISH;
    Hard 110 double::remote_pairs: double::REMOTE_PAIR;
    Hard 100 bug::bug_plus_one: bug::BUG;
    Hard 130 turbot::skyscrapers: turbot::SKYSCRAPER;
    Hard 150 turbot::kites: turbot::KITE;
    Hard 120 turbot::turbot_fish: turbot::TURBOT_FISH;
    Hard 120 turbot::empty_rectangles: turbot::EMPTY_RECTANGLE;
    Hard 150 double::w_wings: double::W_WING;
    Hard 160 wings::xy_wings: wings::XY_WING;
    Hard 180 wings::xyz_wings: wings::XYZ_WING;
    Hard 100 rectangles::uniqueness_1: rectangles::UNIQUENESS_1;
    Hard 100 rectangles::uniqueness_2: rectangles::UNIQUENESS_2;
    Hard 100 rectangles::uniqueness_3: rectangles::UNIQUENESS_3;
    Hard 100 rectangles::uniqueness_4: rectangles::UNIQUENESS_4;
    Hard 100 rectangles::uniqueness_5: rectangles::UNIQUENESS_5;
    Hard 100 rectangles::uniqueness_6: rectangles::UNIQUENESS_6;
    Hard 100 rectangles::hidden_rectangles: rectangles::HIDDEN_RECTANGLE;
    Hard 100 rectangles::avoidable_1: rectangles::AVOIDABLE_1;
    Hard 100 rectangles::avoidable_2: rectangles::AVOIDABLE_2;
    Hard 130 finned::finned_x_wings: finned::FINNED_X_WING;
    Hard 150 finned::sashimi_x_wings: finned::SASHIMI_X_WING;
    Unfair 200 finned::finned_swordfish: finned::FINNED_SWORDFISH;
    Unfair 240 finned::sashimi_swordfish: finned::SASHIMI_SWORDFISH;
    Unfair 250 finned::finned_jellyfish: finned::FINNED_JELLYFISH;
    Unfair 260 finned::sashimi_jellyfish: finned::SASHIMI_JELLYFISH;
    Unfair 250 sue_de_coq::sues_de_coq: sue_de_coq::SUE_DE_COQ;
    Hard 150 coloring::simple_colors: coloring::SIMPLE_COLORS;
    Hard 200 coloring::multi_colors: coloring::MULTI_COLORS;
    Unfair 260 named::x_chains: named::X_CHAIN;
    Unfair 260 named::xy_chains: named::XY_CHAIN;
    Unfair 280 named::nice_loops: named::CONTINUOUS_LOOP named::DISCONTINUOUS_LOOP named::AIC;
    Unfair 300 named::grouped_loops: named::GROUPED_CONTINUOUS_LOOP named::GROUPED_DISCONTINUOUS_LOOP named::GROUPED_AIC;
    Unfair 300 als::als_xz: als::ALS_XZ;
    Unfair 320 als::als_xy_wings: als::ALS_XY_WING;
    Unfair 340 als::als_chains: als::ALS_CHAIN;
    Unfair 300 finned::franken_x_wings: finned::FRANKEN_X_WING;
    Unfair 350 finned::franken_swordfish: finned::FRANKEN_SWORDFISH;
    Unfair 390 finned::finned_franken_x_wings: finned::FINNED_FRANKEN_X_WING;
    Unfair 410 finned::finned_franken_swordfish: finned::FINNED_FRANKEN_SWORDFISH;
    Extreme 500 chains::multiple: chains::CELL chains::REGION;
    Extreme 700 chains::dynamic: chains::CONTRADICTION chains::DOUBLE chains::DYNAMIC_CELL chains::DYNAMIC_REGION;
    Extreme 10000 trial::brute_force: trial::BRUTE_FORCE;
};

static EXPLANATIONS: &[LadderRow] = ladder! {
    smallest::explanations: EXPLANATION;
};

/// Singles and what a rule says alone, then what the fewest premises show.
static OWN: &[LadderRow] = ladder! {
    singles::hidden_singles: FULL_HOUSE HIDDEN_SINGLE;
    singles::naked_singles: NAKED_SINGLE;
    rules::rules: RULE;
    smallest::explanations: EXPLANATION;
};

impl Profile {
    /// The rows, the first tried first.
    #[must_use]
    pub fn ladder_rows(self) -> &'static [LadderRow] {
        match self {
            Self::Se => SE,
            Self::Hodoku => HODOKU,
            Self::Own => OWN,
            Self::Custom(custom) => custom.ladder_rows,
        }
    }

    /// What hints and paths go on with where the rows have no step. Ratings do not.
    #[must_use]
    pub fn beyond(self) -> &'static [LadderRow] {
        match self {
            Self::Se => EXPLANATIONS,
            // The last row of `Hodoku` is trial and error, that of `Own` explanations.
            Self::Hodoku | Self::Own => &[],
            Self::Custom(custom) => custom.beyond,
        }
    }

    /// What a technique's steps count, where the profile adds steps up.
    #[must_use]
    pub fn score(self, technique: &Technique) -> Option<Score> {
        self.ladder_rows()
            .iter()
            .find(|ladder_row| ladder_row.techniques.contains(&technique))
            .and_then(|ladder_row| ladder_row.score)
    }

    /// Whether a technique is in one of the rows.
    #[must_use]
    pub fn has(self, technique: &Technique) -> bool {
        self.techniques().any(|of| of == technique)
    }

    /// The techniques in the order of their rows.
    pub fn techniques(self) -> impl Iterator<Item = &'static Technique> {
        self.ladder_rows().iter().flat_map(|ladder_row| ladder_row.techniques.iter().copied())
    }
}

/// The technique of a name or another name that it goes by; case, blanks, hyphens and `_` make no difference: `X-Wing`, `xwing`.
#[must_use]
pub fn technique(name: &str) -> Option<&'static Technique> {
    let plain = |text: &str| -> String { text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect() };
    let name = plain(name);
    let has_name =
        |of: &&'static Technique| [of.name, of.title].iter().chain(of.aliases).any(|known| plain(known) == name);
    Profile::all().iter().flat_map(|profile| profile.techniques()).find(has_name)
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for &'static Technique {
    /// Reads a name, as [`technique`] does: techniques of a caller's own order are not found.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = <String as serde::Deserialize>::deserialize(deserializer)?;
        technique(&name)
            .ok_or_else(|| serde::de::Error::custom(format_args!("expected the name of a technique, found {name:?}")))
    }
}
