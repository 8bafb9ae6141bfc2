//! The sets, and relabelled copies of their puzzles.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use satdoku::generate::{Random, Relabelling};
use satdoku::grid::format::{Puzzles, ReadOptions};
use satdoku::{Digit, Geometry, Grid};

/// What is asked of a set's puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// A solution.
    Solve,
    /// A solution, and that there is no other.
    Unique,
    /// That there is no solution.
    Refute,
}

/// Puzzles of one kind.
#[derive(Clone, Copy)]
pub(crate) struct Set {
    name: &'static str,
    /// The folder, and what the names of the files begin with.
    files: (&'static str, &'static [&'static str]),
    question: Question,
    seconds: u64,
    /// Side and share of clues in percent, where such puzzles can be made.
    holes: Option<(usize, usize)>,
    /// What was published of such puzzles, solved of 100 in 1000 s at a median of seconds.
    published: &'static str,
}

const PROPER: &[&str] = &[
    "sudoku_p18",
    "sudoku_p20",
    "sudoku_p22",
    "sudoku_p24",
    "sudoku_p26",
    "sudoku_p28",
    "sudoku_p30",
    "sudoku_p32",
    "sudoku_p89",
];

const fn holes(name: &'static str, file: &'static [&'static str], seconds: u64, side: usize, share: usize) -> Set {
    let question = Question::Solve;
    Set { name, files: ("large/random-holes", file), question, seconds, holes: Some((side, share)), published: "" }
}

const fn with(mut set: Set, published: &'static str) -> Set {
    set.published = published;
    set
}

impl Set {
    pub(crate) const ALL: [Self; 13] = [
        holes("25@40", &["inst25x25_40_"], 100, 25, 40),
        with(
            holes("36@40", &["inst36x36_40_"], 100, 36, 40),
            "Kissat 100 @ 40, OR-Tools 100 @ 11, AllDiff-LS 100 @ 0.2",
        ),
        with(
            holes("36@50", &["inst36x36_50_"], 100, 36, 50),
            "Kissat 32 @ 380, OR-Tools 80 @ 197, AllDiff-LS 94–98 @ 15",
        ),
        with(
            holes("49@20", &["inst49x49_20_"], 100, 49, 20),
            "Kissat 83 @ 257, OR-Tools 100 @ 212, AllDiff-LS 100 @ 0.3",
        ),
        with(holes("49@40", &["inst49x49_40_"], 100, 49, 40), "Kissat 1, OR-Tools 76 @ 439, AllDiff-LS 100 @ 0.9"),
        with(holes("49@50", &["inst49x49_50_"], 300, 49, 50), "Kissat 0, OR-Tools 1, AllDiff-LS 92–97 @ 50"),
        with(holes("64@40", &["inst64x64_40_"], 200, 64, 40), "Kissat 0, OR-Tools 10 @ 655, AllDiff-LS 100 @ 3.7"),
        with(holes("64@50", &["inst64x64_50_"], 300, 64, 50), "Kissat 0, OR-Tools 0, AllDiff-LS 71–79 @ 174"),
        with(holes("64@60", &["inst64x64_60_"], 300, 64, 60), "Kissat 0, OR-Tools 27 @ 242, AllDiff-LS 41–57 @ 131"),
        with(holes("81@60", &["inst81x81_60_"], 1000, 81, 60), "OR-Tools 0, AllDiff-LS 0: open"),
        Self {
            name: "proper25",
            files: ("large/minizinc-25x25", PROPER),
            question: Question::Unique,
            seconds: 600,
            holes: None,
            published: "",
        },
        Self {
            name: "changed25",
            files: ("large/minizinc-25x25", PROPER),
            question: Question::Refute,
            seconds: 120,
            holes: None,
            published: "",
        },
        Self {
            name: "giant",
            files: ("large/giant", &["sudoku-"]),
            question: Question::Solve,
            seconds: 100,
            holes: None,
            published: "rkkautsar: 64 in 0.33 s, 81 in 0.21, 100 in 0.06, 144 in 0.25, 225 in 0.42",
        },
    ];

    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn question(&self) -> Question {
        self.question
    }

    pub(crate) fn limit(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    pub(crate) fn published(&self) -> &'static str {
        self.published
    }

    /// Whether nobody is known to have solved any of it.
    pub(crate) fn is_open(&self) -> bool {
        self.seconds == 1000
    }

    /// Relabelled copies of the set's puzzles, each with the name of its file.
    pub(crate) fn puzzles(&self, folder: &Path, copies: u64, seed: u64) -> Vec<(String, Grid)> {
        let mut random = Random::new(seed, 0);
        let mut originals = self.read(&folder.join(self.files.0));
        if originals.is_empty()
            && let Some((side, share)) = self.holes
        {
            originals = (1..=3).map(|k| (format!("made {k}"), self::pattern(side, share, &mut random))).collect();
        }
        let mut puzzles = Vec::new();
        for (name, puzzle) in originals {
            for _ in 0..copies {
                let mut copy =
                    Relabelling::random(puzzle.geometry(), &mut random).apply(&puzzle).expect("a puzzle on its board");
                if self.question == Question::Refute {
                    change_one(&mut copy, &mut random);
                }
                puzzles.push((name.clone(), copy));
            }
        }
        puzzles
    }

    fn read(&self, folder: &Path) -> Vec<(String, Grid)> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_mine = |path: &&std::path::PathBuf| self.files.1.iter().any(|prefix| name(path).starts_with(prefix));
        let read = |path: &std::path::PathBuf| {
            let file = fs::File::open(path).expect("a puzzle file can be opened");
            let mut puzzles = Puzzles::new(std::io::BufReader::new(file), ReadOptions::default());
            (name(path), puzzles.next().expect("a puzzle").expect("a puzzle that can be read"))
        };
        paths.iter().filter(is_mine).map(read).collect()
    }
}

/// Random holes in a relabelled pattern, for a machine without the files.
fn pattern(side: usize, share: usize, random: &mut Random) -> Grid {
    let order = side.isqrt();
    let mut grid = Grid::empty(&Arc::new(Geometry::of_order(order).expect("a small order")));
    for cell in 0..side * side {
        let (row, column) = (cell / side, cell % side);
        if random.below(100) < share {
            let digit = (order * (row % order) + row / order + column) % side;
            let place = grid.geometry().cell(cell);
            grid.set(place, Some(Digit::new(digit as u16 + 1))).expect("a digit of the board");
        }
    }
    Relabelling::random(grid.geometry(), random).apply(&grid).expect("a grid on its board")
}

/// Changes one clue to another digit that clashes with no clue.
fn change_one(puzzle: &mut Grid, random: &mut Random) {
    let clues: Vec<_> = puzzle.clues().collect();
    loop {
        let clue = clues[random.below(clues.len())];
        let digit = Digit::new((random.below(puzzle.geometry().digit_count())) as u16 + 1);
        let mut changed = puzzle.clone();
        changed.set(clue.cell, Some(digit)).expect("a digit of the board");
        if digit != clue.digit && changed.first_conflict().is_none() {
            *puzzle = changed;
            return;
        }
    }
}
