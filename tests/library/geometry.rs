//! Boards: their units, their peers, their words, and what is refused.

use std::collections::BTreeSet;
use std::sync::Arc;

use satdoku::geometry::{GeometryError, ParseGeometryError, UnitKind, UnitName};
use satdoku::grid::GridError;
use satdoku::{Candidate, Cell, Digit, Geometry, Grid};

const BOARDS: &[&str] = &[
    "1x1",
    "1x4",
    "2x2",
    "2x3",
    "3x2",
    "3x3",
    "3x4",
    "3x3+diagonals",
    "2x2+unit:r1c1,r2c3,r3c2,r4c4",
    "2x2+diagonals+unit:r1c1,r2c3,r3c2,r4c4",
    "regions:1112142244233433",
    "regions:1112142244233433+diagonals",
];

fn board(word: &str) -> Geometry {
    word.parse().unwrap_or_else(|error| panic!("{word}: {error}"))
}

#[test]
fn units_hold_n_cells_and_every_cell_knows_its_units() {
    for word in BOARDS {
        let board = board(word);
        for unit in board.units() {
            let cells: BTreeSet<Cell> = board.unit(unit).iter().copied().collect();
            assert_eq!(cells.len(), board.digit_count(), "{word}: {}", board.unit_name(unit));
            for cell in board.cells() {
                assert_eq!(board.units_of(cell).any(|other| other == unit), cells.contains(&cell), "{word}: {cell}");
            }
        }
        assert_eq!(board.units().len(), 3 * board.digit_count() + board.extra_units().len());
    }
}

#[test]
fn peers_are_the_other_cells_of_the_units_each_once() {
    for word in BOARDS {
        let board = board(word);
        for cell in board.cells() {
            let peers: Vec<Cell> = board.peers(cell).collect();
            let set: BTreeSet<Cell> = peers.iter().copied().collect();
            assert_eq!(set.len(), peers.len(), "{word}: a peer of {cell} comes twice");
            let expected: BTreeSet<Cell> = board
                .units_of(cell)
                .flat_map(|unit| board.unit(unit).iter().copied())
                .filter(|&other| other != cell)
                .collect();
            assert_eq!(set, expected, "{word}: peers of {cell}");
        }
    }
    let classic = Geometry::of_order(3).unwrap();
    assert!(classic.cells().all(|cell| classic.peers(cell).count() == 20));
}

#[test]
fn the_word_of_a_board_reads_back() {
    for word in BOARDS {
        let board = board(word);
        assert_eq!(board.to_string().parse::<Geometry>().as_ref(), Ok(&board), "{word}");
    }
    // The order in which extra units were added does not matter where one of them is the diagonals.
    let unit: Vec<Cell> = (0..4).map(|i| Cell::new(i, (i * 2) % 4 + i / 2)).collect();
    let first = Geometry::of_order(2).unwrap().with_unit(&unit).unwrap().with_diagonals().unwrap();
    assert_eq!(first, Geometry::of_order(2).unwrap().with_diagonals().unwrap().with_unit(&unit).unwrap());
}

#[test]
fn names_are_those_a_person_uses() {
    let board: Geometry = "2x3+diagonals+unit:r1c1,r2c2,r3c3,r4c4,r5c5,r6c6".parse().unwrap();
    let names: Vec<String> = board.units().map(|unit| board.unit_name(unit).to_string()).collect();
    assert_eq!(names[0], "row 1");
    assert_eq!(names[11], "column 6");
    assert_eq!(names[12..18], ["box 1", "box 2", "box 3", "box 4", "box 5", "box 6"]);
    assert_eq!(names[18..], ["diagonal 1", "diagonal 2", "extra unit 1"]);
    let box_2 = board.units().nth(13).unwrap();
    assert_eq!(board.unit(box_2)[..4], [Cell::new(0, 3), Cell::new(0, 4), Cell::new(0, 5), Cell::new(1, 3)]);
    let jigsaw = self::board("regions:1112142244233433");
    assert_eq!(
        jigsaw.unit_name(jigsaw.units().nth(8).unwrap()),
        UnitName { kind: UnitKind::Region, number: 1, square: None }
    );
    assert_eq!(Candidate::new(Cell::new(2, 8), Digit::new(5)).to_string(), "r3c9=5");
    assert_eq!("r3c9".parse(), Ok(Cell::new(2, 8)));
    assert!("r0c1".parse::<Cell>().is_err() && "c1r1".parse::<Cell>().is_err() && "r1".parse::<Cell>().is_err());
}

#[test]
fn the_shape_that_is_meant_where_none_is_given_is_the_most_nearly_square_one() {
    for (side, word) in
        [(1, "1x1"), (4, "2x2"), (5, "1x5"), (6, "2x3"), (8, "2x4"), (9, "3x3"), (12, "3x4"), (20, "4x5")]
    {
        let board = Geometry::nearly_square(side).unwrap();
        assert_eq!(board.to_string(), word);
        assert!(board.is_default_shape());
    }
    for word in ["3x2", "2x6", "3x3+diagonals", "regions:1112142244233433"] {
        assert!(!board(word).is_default_shape(), "{word}");
    }
}

#[test]
fn what_does_not_fit_is_refused_with_its_numbers() {
    assert_eq!(Geometry::boxes(0, 3), Err(GeometryError::EmptyBox { rows: 0, columns: 3 }));
    for (rows, columns) in [(65, 64), (usize::MAX, usize::MAX), (1, 4097)] {
        let error = Geometry::boxes(rows, columns).unwrap_err();
        assert_eq!(error, GeometryError::TooLarge { rows, columns });
        assert!(error.to_string().contains("4096"), "{error}");
    }
    assert_eq!(Geometry::regions(2, &[1, 1, 2]), Err(GeometryError::RegionCells { rows: 2, columns: 2, found: 3 }));
    let cell = Cell::new(1, 1);
    assert_eq!(Geometry::regions(2, &[1, 1, 2, 5]), Err(GeometryError::RegionNumber { cell, found: 5, most: 4 }));
    let region = UnitName { kind: UnitKind::Region, number: 1, square: None };
    let too_long = |unit, found| Err(GeometryError::UnitTooLong { unit, found, digits: 2 });
    assert_eq!(Geometry::regions(2, &[1, 1, 1, 2]), too_long(region, 3));
    assert_eq!(Geometry::jigsaw(2, &[1, 1, 1, 2]), too_long(region, 3));
    assert_eq!(Geometry::jigsaw(2, &[1, 1, 2, 3]), Err(GeometryError::RegionSize { region: 2, found: 1, side: 2 }));
    assert_eq!(Geometry::jigsaw(2, &[1, 1, 0, 0]), Err(GeometryError::RegionSize { region: 2, found: 0, side: 2 }));
    let unit = |cells: &[(u16, u16)]| {
        let cells: Vec<Cell> = cells.iter().map(|&(row, column)| Cell::new(row, column)).collect();
        Geometry::boxes(1, 2).unwrap().with_unit(&cells)
    };
    let extra = UnitName { kind: UnitKind::Extra, number: 1, square: None };
    assert_eq!(unit(&[]), Err(GeometryError::EmptyUnit));
    assert_eq!(unit(&[(0, 0), (0, 1), (1, 0)]), too_long(extra, 3));
    assert_eq!(unit(&[(0, 0), (0, 0)]), Err(GeometryError::UnitRepeats(Cell::new(0, 0))));
    assert_eq!(unit(&[(0, 0), (0, 2)]), Err(GeometryError::Outside { cell: Cell::new(0, 2), rows: 2, columns: 2 }));
    for word in [
        "",
        "3",
        "3x",
        "axb",
        "3x3+knights",
        "regions:123",
        "2x2+unit:",
        "2x2+boxes:2x2",
        "6x8/7",
        "3x3+digits:2..9",
        "3x3+digits:1..8",
        "3x3@r1c1+2x2@r1c7",
        "3x3@r1c1+3x3@r1c1",
        "6x8/8+diagonals",
    ] {
        assert!(word.parse::<Geometry>().is_err(), "{word}");
    }
}

#[test]
fn a_grid_knows_its_conflicts_and_where_a_digit_can_go() {
    let puzzle: Grid =
        "5...5...............................................5............................".parse().unwrap();
    let conflicts: Vec<String> = puzzle.conflicts().iter().map(ToString::to_string).collect();
    assert_eq!(conflicts, ["5 twice in row 1: r1c1 r1c5"]);
    assert_eq!(puzzle.first_conflict().unwrap(), puzzle.conflicts()[0]);
    let five = Digit::new(5);
    assert!(!puzzle.can_place(Cell::new(0, 0), five), "a filled cell");
    assert!(!puzzle.can_place(Cell::new(0, 2), five), "row");
    assert!(!puzzle.can_place(Cell::new(8, 0), five), "column");
    assert!(!puzzle.can_place(Cell::new(1, 1), five), "box");
    assert!(puzzle.can_place(Cell::new(8, 8), five));
    assert!(!puzzle.can_place(Cell::new(8, 8), Digit::new(10)), "no such digit");

    let solved: Grid = "1432324141232314".parse().unwrap();
    assert!(solved.is_solved());
    let mut broken = solved.clone();
    broken.set(Cell::new(3, 3), None).unwrap();
    assert!(!broken.is_solved(), "an empty cell");
    broken.set(Cell::new(3, 3), Digit::or_empty(1)).unwrap();
    assert!(!broken.is_solved(), "a digit twice");
    let names: Vec<String> = broken.conflicts().iter().map(|conflict| conflict.name.to_string()).collect();
    assert_eq!(names, ["row 4", "column 4", "box 4"]);
    assert!(broken.set(Cell::new(4, 0), None).is_err() && broken.set(Cell::new(0, 0), Digit::or_empty(5)).is_err());
}

#[test]
fn extra_units_and_regions_count_as_units_everywhere() {
    let diagonal = Arc::new(board("2x2+diagonals"));
    assert_eq!(Grid::from_values(&diagonal, &[u16::MAX; 16]), Err(GridError::NoDigit(u16::MAX)));
    let grid = Grid::from_values(&diagonal, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]).unwrap();
    let names: Vec<UnitName> = grid.conflicts().iter().map(|conflict| conflict.name).collect();
    assert_eq!(names, [UnitName { kind: UnitKind::Diagonal, number: 1, square: None }]);
    assert!(!grid.can_place(Cell::new(2, 2), Digit::new(1)));
}

#[test]
fn a_unit_that_is_added_later_counts_and_boards_are_equal_whatever_was_asked_of_them() {
    let unit: Vec<Cell> = (0..4).map(|i| Cell::new(i, (i + 1) % 4)).collect();
    let diagonals = board("2x2+diagonals");
    let of = |board: &Geometry, cell| board.units_of(cell).map(satdoku::geometry::UnitId::index).collect::<Vec<_>>();
    assert_eq!(of(&diagonals, Cell::new(1, 2)), [1, 6, 9, 13]);
    let asked = diagonals.clone().with_unit(&unit).unwrap();
    assert_eq!(of(&asked, Cell::new(1, 2)), [1, 6, 9, 13, 14]);
    assert_eq!(of(&asked, Cell::new(0, 1)), [0, 5, 8, 14]);
    let fresh = board("2x2").with_diagonals().unwrap().with_unit(&unit).unwrap();
    assert!(fresh == asked && asked != diagonals);
    assert_eq!(of(&asked.with_unit(&unit).unwrap(), Cell::new(0, 1)), [0, 5, 8, 14, 15]);
}

/// The units of a board from its words alone, each as sorted cells: an enumeration that shares nothing with the crate.
fn units_of_squares(corners: &[(u16, u16)]) -> BTreeSet<Vec<(u16, u16)>> {
    let mut units = BTreeSet::new();
    for &(top, left) in corners {
        for i in 0..9 {
            units.insert((0..9).map(|j| (top + i, left + j)).collect());
            units.insert((0..9).map(|j| (top + j, left + i)).collect());
            let of_box: Vec<_> = (0..9).map(|j| (top + i / 3 * 3 + j / 3, left + i % 3 * 3 + j % 3)).collect();
            units.insert(of_box);
        }
    }
    units
}

#[test]
fn overlapping_squares_have_the_rows_columns_and_boxes_of_each() {
    type Shape = (&'static str, &'static [(u16, u16)], (usize, usize), usize);
    let shapes: [Shape; 7] = [
        ("samurai", &[(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)], (21, 21), 369),
        ("twodoku", &[(0, 0), (6, 6)], (15, 15), 153),
        ("butterfly", &[(0, 0), (0, 3), (3, 0), (3, 3)], (12, 12), 144),
        ("windmill", &[(0, 3), (3, 12), (6, 6), (9, 0), (12, 9)], (21, 21), 333),
        ("flower", &[(0, 3), (3, 0), (3, 3), (3, 6), (6, 3)], (15, 15), 189),
        ("sohei", &[(0, 6), (6, 0), (6, 12), (12, 6)], (21, 21), 288),
        // Fewer cells in its units than places on the canvas.
        ("3x3@r8c8", &[(7, 7)], (16, 16), 81),
    ];
    for (word, corners, canvas, cells) in shapes {
        let board = board(word);
        assert_eq!((board.rows(), board.columns()), canvas, "{word}");
        assert_eq!((board.cell_count(), board.digit_count()), (cells, 9), "{word}");
        let place = |cell: &Cell| (cell.row() as u16, cell.column() as u16);
        let units = board.units().map(|unit| {
            let mut cells: Vec<_> = board.unit(unit).iter().map(place).collect();
            cells.sort_unstable();
            cells
        });
        let units: Vec<Vec<(u16, u16)>> = units.collect();
        let expected: BTreeSet<_> = units_of_squares(corners)
            .into_iter()
            .map(|mut unit| {
                unit.sort_unstable();
                unit
            })
            .collect();
        assert_eq!(units.iter().cloned().collect::<BTreeSet<_>>(), expected, "{word}");
        assert_eq!(units.len(), expected.len(), "{word}: a unit twice");
        for (index, cell) in board.cells().enumerate() {
            assert!(board.contains(cell) && board.index(cell) == index && board.cell(index) == cell, "{word} {cell}");
            let of_cell: BTreeSet<_> = board.units_of(cell).collect();
            let with_cell: BTreeSet<_> = board.units().filter(|&unit| board.unit(unit).contains(&cell)).collect();
            assert_eq!(of_cell, with_cell, "{word} {cell}");
        }
        assert_eq!(board.to_string(), word);
        assert_eq!(word.parse::<Geometry>().unwrap(), board);
    }
    let samurai = board("samurai");
    let names: Vec<String> = samurai.units().map(|unit| samurai.unit_name(unit).to_string()).collect();
    assert_eq!(
        (&*names[0], &*names[27 + 9], &*names[53]),
        ("row 1 of square 1", "column 1 of square 2", "box 9 of square 2")
    );
    assert!(!names.contains(&"box 1 of square 3".to_owned()) && names.contains(&"box 2 of square 3".to_owned()));
    assert!(!samurai.contains(Cell::new(0, 9)) && !samurai.contains(Cell::new(21, 0)));
}

#[test]
fn units_may_be_short_and_digits_may_begin_with_0() {
    let board = board("6x8/8");
    assert_eq!((board.rows(), board.columns(), board.cell_count(), board.digit_count()), (6, 8, 48, 8));
    let full = board.units().filter(|&unit| board.is_full_unit(unit)).count();
    assert_eq!((board.unit_count(), full), (6 + 8 + 6, 6 + 6), "columns of six cells are short");
    assert_eq!((board.square_side(), board.plain_boxes()), (None, None));
    let from_zero = self::board("3x3+digits:0..8");
    assert_eq!(from_zero.digits().map(Digit::get).collect::<Vec<_>>(), (0..9).collect::<Vec<_>>());
    assert!(from_zero.has_digit(Digit::new(0)) && !from_zero.has_digit(Digit::new(9)));
    assert!(from_zero.as_classic().is_none() && from_zero.has_full_units_only());
    let ten = self::board("9x9/10");
    assert_eq!(ten.to_string(), "3x3+digits:1..10");
    assert!(ten.units().all(|unit| !ten.is_full_unit(unit)));
    assert_eq!((ten.fewest_clues(), board.fewest_clues(), from_zero.fewest_clues()), (9, 7, 8));
    for word in [
        "6x8/8",
        "6x8/8+boxes:none",
        "3x3/2+lines:none",
        "2x4/9+lines:none+digits:0..8+unit:r1c1,r2c2",
        "6x8/9+boxes:3x2",
        "2x3/4+regions:112203",
        "latin7+diagonals",
        "4x4/4+boxes:1x2",
        "3x3@r1c1+3x3@r4c7+diagonals",
        "2x2@r2c2",
        "3x3+digits:0..9",
        "6x8/8+unit:r1c1,r2c2,r3c3",
        "regions:1122112233003300",
    ] {
        let board = self::board(word);
        assert_eq!(board.to_string(), word);
    }
    for (word, boxes) in [("6x4/6", "6x4/6+boxes:3x2"), ("4x6/6", "4x6/6+boxes:2x3")] {
        assert_eq!(self::board(word), self::board(boxes));
    }
    let diagonals = self::board("3x3@r1c1+3x3@r4c7+diagonals");
    assert_eq!(diagonals.extra_units().len(), 4);
    let last = diagonals.extra_units().last().unwrap();
    assert_eq!(diagonals.unit_name(last).to_string(), "diagonal 2 of square 2");
    assert_eq!((diagonals.unit(last)[0], diagonals.unit(last)[8]), (Cell::new(3, 14), Cell::new(11, 6)));
}

#[test]
fn long_words_take_time_in_their_length() {
    let begin = std::time::Instant::now();
    let board: Geometry = format!("2x2{}", "+unit:r1c1".repeat(200_000)).parse().unwrap();
    assert_eq!(board.listed_units().count(), 200_000);
    let last = board.listed_units().last().unwrap();
    assert_eq!(board.unit_name(last).to_string(), "extra unit 200000");
    let squares: Vec<String> = (0..200_000).map(|at| format!("1x1@r{}c{}", at / 4000 + 1, at % 4000 + 1)).collect();
    assert_eq!(squares.join("+").parse::<Geometry>(), Err(ParseGeometryError::Geometry(GeometryError::Squares)));
    assert!(begin.elapsed().as_secs() < 5, "{:?}", begin.elapsed());
}

#[test]
fn what_stands_behind_a_board_is_named_where_it_says_nothing() {
    for (word, found) in [("3x3+foo", "+foo"), ("3x3+digits:5", "+digits:5"), ("6x8/8+boxes:x", "+boxes:x")] {
        let error = word.parse::<Geometry>().unwrap_err().to_string();
        assert!(error.starts_with("expected +diagonals, ") && error.ends_with(&format!("found {found:?}")), "{error}");
    }
}
