//! The ladder: techniques in the order in which they are tried, with what finds each.
//!
//! A technique is a `static` beside its finder, and stands here in one or more [`Profile`]s. The ratings and the order of
//! [`Profile::Se`] are those of Sudoku Explainer 1.2.1 (Nicolas Juillerat).

pub mod aligned;
pub mod fish;
pub mod grave;
pub mod locked;
pub mod loops;
pub mod rules;
pub mod singles;
pub mod subsets;
pub mod wings;

use crate::logic::chains;
use crate::logic::finder::Rung;
use crate::logic::technique::Technique;

macro_rules! ladder {
    ($($module:ident::$find:ident: $($technique:ident)+;)+) => {
        &[$(Rung { techniques: &[$(&$module::$technique),+], find: $module::$find }),+]
    };
}

/// An order of techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Profile {
    /// That of Sudoku Explainer 1.2.1.
    Se,
}

names! {
    pub Profile {
        Se = "se", "the order and ratings of Sudoku Explainer 1.2.1";
    }
}

/// Sudoku Explainer's rows. What rules say stands behind the naked single, where that program has nothing.
static SE: &[Rung] = ladder! {
    singles::hidden_singles: FULL_HOUSE HIDDEN_SINGLE;
    locked::direct_locked: DIRECT_POINTING DIRECT_CLAIMING;
    subsets::direct_hidden_pairs: DIRECT_HIDDEN_PAIR;
    singles::naked_singles: NAKED_SINGLE;
    rules::rules: RULE;
    subsets::direct_hidden_triples: DIRECT_HIDDEN_TRIPLE;
    locked::locked: POINTING CLAIMING;
    subsets::naked_pairs: NAKED_PAIR;
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
    grave::graves: BUG;
    aligned::aligned_pairs: ALIGNED_PAIR;
    chains::forcing_chains: CYCLE X_CHAIN CHAIN;
    aligned::aligned_triples: ALIGNED_TRIPLE;
    chains::nishio: NISHIO;
    chains::multiple: CELL REGION;
    chains::dynamic: CONTRADICTION DOUBLE DYNAMIC_CELL DYNAMIC_REGION;
    chains::dynamic_plus: PLUS;
};

impl Profile {
    /// The rows, the first tried first.
    #[must_use]
    pub fn rungs(self) -> &'static [Rung] {
        match self {
            Self::Se => SE,
        }
    }

    /// The techniques in the order of their rows.
    pub fn techniques(self) -> impl Iterator<Item = &'static Technique> {
        self.rungs().iter().flat_map(|rung| rung.techniques.iter().copied())
    }
}

/// The technique of a name or another name that it goes by; case, blanks and `_` make no difference.
#[must_use]
pub fn technique(name: &str) -> Option<&'static Technique> {
    let plain = |text: &str| text.to_lowercase().replace([' ', '_'], "-");
    let name = plain(name);
    Profile::all()
        .iter()
        .flat_map(|profile| profile.techniques())
        .find(|of| of.name == name || plain(of.title) == name || of.aliases.contains(&name.as_str()))
}
