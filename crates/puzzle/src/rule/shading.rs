//! Shadings that setters name, a file each: [`yinyang`](super::yinyang), [`path`](super::path) for loops and snakes,
//! [`doublers`](super::doublers), [`stars`](super::stars), [`cave`](super::cave), [`nurikabe`](super::nurikabe),
//! [`fillomino`](super::fillomino), [`galaxies`](super::galaxies), [`schrodinger`](super::schrodinger).

use std::fmt;

use crate::geometry::{Cell, Geometry, Layer, LayerName};
use crate::rule::cave::Cave;
use crate::rule::check::Taken;
use crate::rule::constrain::{Breach, Constrain, Digits, write_cells, write_groups};
use crate::rule::doublers::Doublers;
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::fillomino::Fillomino;
use crate::rule::flags::{FlagRule, Flags};
use crate::rule::galaxies::Galaxies;
use crate::rule::helper_cells::keep_values;
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::nurikabe::Nurikabe;
use crate::rule::path::Path;
use crate::rule::schrodinger::Schrodinger;
use crate::rule::stars::Stars;
use crate::rule::words::Words;
use crate::rule::yinyang::YinYang;

/// A shading of the grid that is to be found. The rule brings a layer with a value for each cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shading {
    /// The kind.
    pub kind: ShadingKind,
    /// The name of the layer.
    pub layer: LayerName,
}

/// The kinds of shadings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ShadingKind {
    /// Each cell is 0 or 1; the cells of each are connected, and no square of two by two is of one.
    YinYang,
    /// The cells with 1 are a loop, each with two neighbours on it.
    Loop,
    /// The cells with 1 and the two ends with 2 are a path, whose cells are neighbours on it or not at all.
    Snake {
        /// Whether cells of the path that meet at a corner alone are forbidden.
        is_apart: bool,
    },
    /// One cell with 1 in each row, column and box, and in these cells no digit twice. A second layer has the digits, doubled in
    /// these cells.
    Doublers {
        /// The name of the second layer.
        values: LayerName,
    },
    /// So many cells with 1 in each row, column and box, which do not touch, not even at corners.
    Stars {
        /// How many.
        count: i64,
    },
    /// The cells with 0 are connected, and those with 1 connect to the border. The digit of a clue, which is in the cave, says how many
    /// cells of the cave are seen from it along its row and its column, itself among them.
    Cave {
        /// The name of a layer with a row and a column more on each side, which has the cave with rock around it.
        frame: LayerName,
        /// The clues.
        clues: Vec<Cell>,
    },
    /// Islands, each with one clue whose digit is the number of its cells, do not touch along edges; the sea, 0, is connected and has no
    /// square of two by two.
    Nurikabe {
        /// The clues, one in each island.
        clues: Vec<Cell>,
    },
    /// Connected pieces, each with as many cells as its number in the layer; pieces with one number do not touch along edges. The
    /// digit of a clue is the number of its piece.
    Fillomino {
        /// The clues.
        clues: Vec<Cell>,
    },
    /// Connected regions, each of which looks the same after half a turn about its centre.
    Galaxies {
        /// The one, two or four cells round each centre.
        centres: Vec<Vec<Cell>>,
    },
    /// One cell of each row, column and box has two digits, the lower one in the grid. The layer has the higher digit, which is that
    /// of the grid in other cells. No digit is twice in a row, column or box.
    Schrodinger {
        /// The name of a second layer, with the sum of both digits, or the only digit.
        values: LayerName,
    },
}

/// The word for a snake that does not touch itself at corners.
const APART: &str = "apart";

impl Shading {
    pub(super) fn read(keyword: &str, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let name = |words: &mut Words<'_>| {
            words.word("the name of a layer, such as shade", |word| word.parse::<LayerName>().ok())
        };
        let layer = name(words)?;
        let kind = match keyword {
            "yinyang" => ShadingKind::YinYang,
            "loop" => ShadingKind::Loop,
            "snake" => ShadingKind::Snake { is_apart: words.skip(APART) },
            "stars" => ShadingKind::Stars { count: words.number()? },
            "cave" => ShadingKind::Cave { frame: name(words)?, clues: words.cells(Taken::Set, 0)? },
            "nurikabe" => ShadingKind::Nurikabe { clues: words.cells(Taken::Once, 1)? },
            "fillomino" => ShadingKind::Fillomino { clues: words.cells(Taken::Once, 0)? },
            "galaxies" => ShadingKind::Galaxies { centres: words.groups()? },
            "schrodinger" => ShadingKind::Schrodinger { values: name(words)? },
            _ => ShadingKind::Doublers { values: name(words)? },
        };
        Ok(Self { kind, layer })
    }

    /// The keyword, and the word for sentences.
    fn names(&self) -> (&'static str, &'static str) {
        match self.kind {
            ShadingKind::YinYang => ("yinyang", "yin-yang"),
            ShadingKind::Loop => ("loop", "loop"),
            ShadingKind::Snake { .. } => ("snake", "snake"),
            ShadingKind::Doublers { .. } => ("doublers", "doublers"),
            ShadingKind::Stars { .. } => ("stars", "stars"),
            ShadingKind::Cave { .. } => ("cave", "cave"),
            ShadingKind::Nurikabe { .. } => ("nurikabe", "islands"),
            ShadingKind::Fillomino { .. } => ("fillomino", "pieces"),
            ShadingKind::Galaxies { .. } => ("galaxies", "galaxies"),
            ShadingKind::Schrodinger { .. } => ("schrodinger", "cells with two digits"),
        }
    }

    pub(super) fn word(&self) -> &'static str {
        self.names().0
    }

    fn flags(&self) -> Flags {
        Flags { layer: self.layer, word: self.names().1 }
    }

    /// The rule of the kind over the flags.
    fn rule(&self) -> Box<dyn FlagRule + '_> {
        let flags = self.flags();
        match &self.kind {
            ShadingKind::YinYang => Box::new(YinYang { flags }),
            ShadingKind::Loop => Box::new(Path { flags, is_snake: false, is_apart: false }),
            &ShadingKind::Snake { is_apart } => Box::new(Path { flags, is_snake: true, is_apart }),
            &ShadingKind::Doublers { values } => Box::new(Doublers { flags, values }),
            &ShadingKind::Stars { count } => Box::new(Stars { flags, count }),
            ShadingKind::Cave { frame, clues } => Box::new(Cave { flags, frame: *frame, clues }),
            ShadingKind::Nurikabe { clues } => Box::new(Nurikabe { flags, clues }),
            ShadingKind::Fillomino { clues } => Box::new(Fillomino { flags, clues }),
            ShadingKind::Galaxies { centres } => Box::new(Galaxies { flags, centres }),
            &ShadingKind::Schrodinger { values } => Box::new(Schrodinger { flags, values }),
        }
    }

    /// The layers that the rule brings.
    pub(super) fn layers(&self, board: &Geometry) -> Vec<Layer> {
        self.rule().layers(board)
    }

    /// The second layer, if the rule brings one.
    fn second(&self) -> Option<LayerName> {
        match self.kind {
            ShadingKind::Doublers { values } | ShadingKind::Schrodinger { values } => Some(values),
            ShadingKind::Cave { frame, .. } => Some(frame),
            _ => None,
        }
    }
}

impl fmt::Display for Shading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.word(), self.layer)?;
        match &self.kind {
            ShadingKind::Snake { is_apart: true } => write!(f, " {APART}"),
            ShadingKind::Doublers { values } | ShadingKind::Schrodinger { values } => write!(f, " {values}"),
            ShadingKind::Stars { count } => write!(f, " {count}"),
            ShadingKind::Cave { frame, clues } => {
                write!(f, " {frame}")?;
                write_cells(f, clues)
            }
            ShadingKind::Nurikabe { clues } | ShadingKind::Fillomino { clues } => write_cells(f, clues),
            ShadingKind::Galaxies { centres } => write_groups(f, centres),
            _ => Ok(()),
        }
    }
}

impl Constrain for Shading {
    fn check(&self) -> Result<(), RuleError> {
        match self.second().filter(|&second| second == self.layer) {
            Some(second) => {
                let expected = "two layers with different names";
                Err(RuleError::Unlike { expected, found: second.to_string() })
            }
            None => self.rule().check(),
        }
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        let mut cells = self.flags().all(board);
        cells.extend(self.rule().digits(board));
        if let Some(layer) = self.second().and_then(|second| board.layer(second)) {
            cells.extend(board.layer_cells(layer));
        }
        cells
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        self.rule().breach(board, digits)
    }

    fn sentence(&self) -> String {
        self.flags().to_string()
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        for layer in self.layers(board) {
            keep_values(&layer, board, to)?;
        }
        // A clue has a digit and a flag, which the board may lack.
        match self.rule().clues().into_iter().find(|&cell| !board.contains(cell)) {
            Some(cell) => Err(RuleError::Outside(cell)),
            None => self.rule().lower(board, to),
        }
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let rule = self.rule();
        rule.marks().into_iter().chain([Mark::Global(rule.words())]).collect()
    }
}
