//! Boards: their units, their peers, their words, and what is refused.

use std::collections::BTreeSet;
use std::sync::Arc;

use satdoku::geometry::{GeometryError, UnitName};
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
            assert_eq!(cells.len(), board.side(), "{word}: {}", board.unit_name(unit));
            for cell in board.cells() {
                assert_eq!(board.units_of(cell).any(|other| other == unit), cells.contains(&cell), "{word}: {cell}");
            }
        }
        assert_eq!(board.units().len(), 3 * board.side() + board.extra_units().len());
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
    let first = Geometry::of_order(2).unwrap().with_unit(&unit).unwrap().with_diagonals();
    assert_eq!(first, Geometry::of_order(2).unwrap().with_diagonals().with_unit(&unit).unwrap());
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
    assert_eq!(jigsaw.unit_name(jigsaw.units().nth(8).unwrap()), UnitName::Region(1));
    assert_eq!(Candidate::new(Cell::new(2, 8), Digit::new(5).unwrap()).to_string(), "r3c9=5");
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
    assert_eq!(Geometry::regions(2, &[1, 1, 2]), Err(GeometryError::RegionCells { side: 2, found: 3 }));
    let cell = Cell::new(1, 1);
    assert_eq!(Geometry::regions(2, &[1, 1, 2, 3]), Err(GeometryError::RegionNumber { cell, found: 3, side: 2 }));
    assert_eq!(Geometry::regions(2, &[1, 1, 1, 2]), Err(GeometryError::RegionSize { region: 1, found: 3, side: 2 }));
    let unit = |cells: &[(u16, u16)]| {
        let cells: Vec<Cell> = cells.iter().map(|&(row, column)| Cell::new(row, column)).collect();
        Geometry::boxes(1, 2).unwrap().with_unit(&cells)
    };
    assert_eq!(unit(&[(0, 0)]), Err(GeometryError::UnitSize { found: 1, side: 2 }));
    assert_eq!(unit(&[(0, 0), (0, 0)]), Err(GeometryError::UnitRepeats(Cell::new(0, 0))));
    assert_eq!(unit(&[(0, 0), (0, 2)]), Err(GeometryError::Outside { cell: Cell::new(0, 2), side: 2 }));
    for word in ["", "3", "3x", "axb", "3x3+knights", "regions:123", "2x2+unit:r1c1"] {
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
    let five = Digit::new(5).unwrap();
    assert!(!puzzle.can_place(Cell::new(0, 0), five), "a filled cell");
    assert!(!puzzle.can_place(Cell::new(0, 2), five), "row");
    assert!(!puzzle.can_place(Cell::new(8, 0), five), "column");
    assert!(!puzzle.can_place(Cell::new(1, 1), five), "box");
    assert!(puzzle.can_place(Cell::new(8, 8), five));
    assert!(!puzzle.can_place(Cell::new(8, 8), Digit::new(10).unwrap()), "no such digit");

    let solved: Grid = "1432324141232314".parse().unwrap();
    assert!(solved.is_solved());
    let mut broken = solved.clone();
    broken.set(Cell::new(3, 3), None).unwrap();
    assert!(!broken.is_solved(), "an empty cell");
    broken.set(Cell::new(3, 3), Digit::new(1)).unwrap();
    assert!(!broken.is_solved(), "a digit twice");
    let names: Vec<String> = broken.conflicts().iter().map(|conflict| conflict.name.to_string()).collect();
    assert_eq!(names, ["row 4", "column 4", "box 4"]);
    assert!(broken.set(Cell::new(4, 0), None).is_err() && broken.set(Cell::new(0, 0), Digit::new(5)).is_err());
}

#[test]
fn extra_units_and_regions_count_as_units_everywhere() {
    let diagonal = Arc::new(board("2x2+diagonals"));
    let grid = Grid::from_values(&diagonal, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]).unwrap();
    let names: Vec<UnitName> = grid.conflicts().iter().map(|conflict| conflict.name).collect();
    assert_eq!(names, [UnitName::Diagonal(1)]);
    assert!(!grid.can_place(Cell::new(2, 2), Digit::new(1).unwrap()));
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
    let fresh = board("2x2").with_diagonals().with_unit(&unit).unwrap();
    assert!(fresh == asked && asked != diagonals);
    assert_eq!(of(&asked.with_unit(&unit).unwrap(), Cell::new(0, 1)), [0, 5, 8, 14, 15]);
}
