//! Exact cover through the public API: every engine against known answers, one another and a brute force.

use proptest::prelude::*;
use satdoku::exact_cover::{AlgorithmX, BinaryMatrix, CoverSearch, DancingLinks, ExactCover, ItemChoice, Storage};
use satdoku::{Budget, CancelToken, Count, StopReason, Verdict};

/// Every engine of the crate.
fn engines(cover: &ExactCover) -> Vec<(&'static str, Box<dyn CoverSearch>)> {
    vec![
        ("dancing links, smallest", Box::new(DancingLinks::new(cover, ItemChoice::Smallest))),
        ("dancing links, leftmost", Box::new(DancingLinks::new(cover, ItemChoice::Leftmost))),
        ("sets", Box::new(AlgorithmX::new(cover, Storage::Sets).unwrap())),
        ("matrix", Box::new(AlgorithmX::new(cover, Storage::Matrix).unwrap())),
    ]
}

/// The covers in the order of the search, each one checked.
fn listed(cover: &ExactCover, search: &mut dyn CoverSearch) -> Vec<Vec<u32>> {
    let mut running = Budget::unlimited().start();
    let mut found = Vec::new();
    while let Verdict::Satisfiable(options) = search.next(&mut running) {
        assert!(cover.is_solution(options), "{options:?} is no exact cover");
        let mut options = options.to_vec();
        options.sort_unstable();
        found.push(options);
    }
    assert!(search.next(&mut running).is_unsatisfiable(), "the end stays the end");
    found
}

fn sorted(mut covers: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    covers.sort();
    covers
}

/// Every choice of options that have a primary item, tried one by one.
fn brute_force(cover: &ExactCover) -> Vec<Vec<u32>> {
    let chosen = |set: u32| (0..cover.options()).filter(move |&option| set >> option & 1 == 1);
    let asked_for = |option: u32| cover.option(option).iter().any(|&item| cover.is_primary(item));
    let sets = (0..1_u32 << cover.options()).filter(|&set| chosen(set).all(asked_for));
    sorted(sets.map(|set| chosen(set).collect()).filter(|options: &Vec<u32>| cover.is_solution(options)).collect())
}

fn all_agree(cover: &ExactCover, expected: &[Vec<u32>]) {
    for (name, mut search) in engines(cover) {
        assert_eq!(sorted(listed(cover, search.as_mut())), expected, "{name} on\n{cover}");
    }
}

fn family() -> ExactCover {
    let sets = [&["c", "e", "f"][..], &["a", "d", "g"], &["b", "c", "f"], &["a", "d"], &["b", "g"], &["d", "e", "g"]];
    ExactCover::from_sets(["a", "b", "c", "d", "e", "f", "g"], [] as [&str; 0], sets).unwrap()
}

fn queens(count: u32) -> ExactCover {
    let mut cover = ExactCover::new(2 * count, 2 * (2 * count - 1)).unwrap();
    for (row, column) in (0..count).flat_map(|row| (0..count).map(move |column| (row, column))) {
        let rising = 2 * count + row + column;
        let falling = 2 * count + 2 * count - 1 + row + count - 1 - column;
        cover.add_option(&[row, count + column, rising, falling]).unwrap();
    }
    cover
}

/// Dominoes on a board: one item a cell, one option a place.
fn dominoes(height: u32, width: u32) -> ExactCover {
    let mut cover = ExactCover::new(height * width, 0).unwrap();
    for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
        let cell = row * width + column;
        if column + 1 < width {
            cover.add_option(&[cell, cell + 1]).unwrap();
        }
        if row + 1 < height {
            cover.add_option(&[cell, cell + width]).unwrap();
        }
    }
    cover
}

/// The twelve pentominoes in a rectangle, every piece turned and flipped.
fn pentominoes(height: i32, width: i32) -> ExactCover {
    // Five cells of a 5×5 picture each, as five rows of five bits.
    const PIECES: [[u8; 5]; 12] = [
        [0b11111, 0, 0, 0, 0],
        [0b011, 0b110, 0b010, 0, 0],
        [0b1111, 0b1000, 0, 0, 0],
        [0b1110, 0b0011, 0, 0, 0],
        [0b111, 0b110, 0, 0, 0],
        [0b111, 0b010, 0b010, 0, 0],
        [0b101, 0b111, 0, 0, 0],
        [0b100, 0b100, 0b111, 0, 0],
        [0b100, 0b110, 0b011, 0, 0],
        [0b010, 0b111, 0b010, 0, 0],
        [0b1111, 0b0100, 0, 0, 0],
        [0b110, 0b010, 0b011, 0, 0],
    ];
    let mut cover = ExactCover::new(12 + (height * width).cast_unsigned(), 0).unwrap();
    for (piece, rows) in (0..).zip(PIECES) {
        let is_set = |y: i32, x: i32| rows[usize::try_from(y).unwrap()] >> x & 1 == 1;
        let mut cells: Vec<_> = (0..25).map(|at| (at / 5, at % 5)).filter(|&(y, x)| is_set(y, x)).collect();
        let mut shapes = std::collections::BTreeSet::new();
        for turn in 0..8 {
            let flip = if turn == 4 { -1 } else { 1 };
            cells = cells.iter().map(|&(y, x)| (x * flip, -y)).collect();
            let (top, left) = (cells.iter().map(|c| c.0).min().unwrap(), cells.iter().map(|c| c.1).min().unwrap());
            let mut shape: Vec<_> = cells.iter().map(|&(y, x)| (y - top, x - left)).collect();
            shape.sort_unstable();
            shapes.insert(shape);
        }
        for (shape, at) in shapes.iter().flat_map(|shape| (0..height * width).map(move |at| (shape, at))) {
            let placed = shape.iter().map(|&(y, x)| (y + at / width, x + at % width));
            if placed.clone().all(|(y, x)| y < height && x < width) {
                let items = placed.map(|(y, x)| 12 + (y * width + x).cast_unsigned());
                cover.add_option(&std::iter::once(piece).chain(items).collect::<Vec<_>>()).unwrap();
            }
        }
    }
    cover
}

fn count(cover: &ExactCover, choice: ItemChoice) -> Count {
    DancingLinks::new(cover, choice).count(None, &Budget::unlimited())
}

#[test]
fn the_family_has_one_cover() {
    let cover = family();
    all_agree(&cover, &[vec![0, 3, 4]]);
    let rows: [&[u8]; 6] = [
        &[0, 0, 1, 0, 1, 1, 0],
        &[1, 0, 0, 1, 0, 0, 1],
        &[0, 1, 1, 0, 0, 1, 0],
        &[1, 0, 0, 1, 0, 0, 0],
        &[0, 1, 0, 0, 0, 0, 1],
        &[0, 0, 0, 1, 1, 0, 1],
    ];
    let matrix = BinaryMatrix::from_rows(&rows).unwrap();
    assert_eq!(BinaryMatrix::from_cover(&cover).unwrap(), matrix);
    all_agree(&ExactCover::from_matrix(&matrix).unwrap(), &[vec![0, 3, 4]]);
}

/// The article that prints this matrix names rows 1, 4 and 5 as its answer, but they leave the third and the sixth
/// column empty and cover the fourth twice and the last three times. No choice of rows is a cover.
#[test]
fn the_articles_matrix_has_no_cover() {
    let rows: [&[u8]; 5] = [
        &[1, 0, 0, 1, 0, 0, 1],
        &[0, 1, 1, 0, 0, 1, 0],
        &[1, 0, 0, 1, 0, 0, 0],
        &[0, 1, 0, 0, 0, 0, 1],
        &[0, 0, 0, 1, 1, 0, 1],
    ];
    let cover = ExactCover::from_matrix(&BinaryMatrix::from_rows(&rows).unwrap()).unwrap();
    assert!(!cover.is_solution(&[0, 3, 4]));
    assert!(brute_force(&cover).is_empty());
    all_agree(&cover, &[]);
}

#[test]
fn degenerate_problems_are_answered() {
    let problem = |primary, secondary, options: &[&[u32]]| {
        let mut cover = ExactCover::new(primary, secondary).unwrap();
        for option in options {
            cover.add_option(option).unwrap();
        }
        cover
    };
    all_agree(&problem(0, 0, &[]), &[vec![]]);
    all_agree(&problem(0, 0, &[&[]]), &[vec![]]);
    all_agree(&problem(0, 2, &[&[0], &[0, 1]]), &[vec![]]);
    all_agree(&problem(1, 0, &[]), &[]);
    all_agree(&problem(1, 0, &[&[]]), &[]);
    all_agree(&problem(2, 0, &[&[0]]), &[]);
    all_agree(&problem(1, 1, &[&[1, 0], &[1], &[0]]), &[vec![0], vec![2]]);
    all_agree(&problem(2, 1, &[&[2, 0], &[1, 2]]), &[]);
}

#[test]
fn classic_counts() {
    for choice in [ItemChoice::Smallest, ItemChoice::Leftmost] {
        assert_eq!(count(&queens(8), choice), Count::exact(92), "{choice:?}");
        assert_eq!(count(&dominoes(6, 6), choice), Count::exact(6728), "{choice:?}");
    }
    for (_, mut search) in engines(&queens(6)) {
        assert_eq!(search.count(None, &Budget::unlimited()), Count::exact(4));
    }
    assert_eq!(count(&queens(10), ItemChoice::Smallest), Count::exact(724));
    // Every packing of the 3×20 rectangle is one of two up to the four symmetries.
    assert_eq!(count(&pentominoes(3, 20), ItemChoice::Smallest), Count::exact(8));
}

#[test]
fn a_limit_and_a_budget_cut_the_count() {
    let cover = queens(8);
    let mut search = DancingLinks::new(&cover, ItemChoice::Smallest);
    assert_eq!(search.count(Some(2), &Budget::unlimited()), Count::at_least(2, StopReason::Limit));
    assert_eq!(search.count(Some(0), &Budget::unlimited()), Count::at_least(0, StopReason::Limit));
    assert_eq!(search.count(Some(1000), &Budget::unlimited()), Count::exact(90));
    let token = CancelToken::new();
    token.cancel();
    for (name, mut search) in engines(&cover) {
        let mut cancelled = Budget::unlimited().with_cancel(token.clone()).start();
        assert_eq!(search.advance(&mut cancelled), Verdict::Unknown(StopReason::Cancelled), "{name}");
    }
    let mut search = DancingLinks::new(&cover, ItemChoice::Smallest);
    let stopped: Vec<_> = search.solutions(&Budget::unlimited().with_steps(40)).collect();
    assert_eq!(stopped.last(), Some(&Err(StopReason::Steps)));
    assert!(stopped.iter().rev().skip(1).all(Result::is_ok));
}

#[test]
fn a_stopped_search_goes_on_where_it_was() {
    for cover in [queens(6), dominoes(4, 4), family()] {
        let whole: Vec<_> = engines(&cover).iter_mut().map(|(_, search)| listed(&cover, search.as_mut())).collect();
        for steps in [1, 2, 7] {
            for ((name, mut search), whole) in engines(&cover).into_iter().zip(&whole) {
                let mut found = Vec::new();
                loop {
                    match search.next(&mut Budget::unlimited().with_steps(steps).start()) {
                        Verdict::Satisfiable(options) => {
                            found.push(options.to_vec());
                            found.last_mut().unwrap().sort_unstable();
                        }
                        Verdict::Unknown(reason) => assert_eq!(reason, StopReason::Steps),
                        Verdict::Unsatisfiable => break,
                    }
                }
                assert_eq!(&found, whole, "{name} in pieces of {steps}");
            }
        }
    }
}

#[test]
fn leftmost_covers_the_items_from_left_to_right() {
    let mut cover = ExactCover::new(3, 0).unwrap();
    for option in [&[0][..], &[1], &[2], &[0, 1], &[1, 2], &[0, 1, 2]] {
        cover.add_option(option).unwrap();
    }
    let mut search = DancingLinks::new(&cover, ItemChoice::Leftmost);
    let found = listed(&cover, &mut search);
    assert_eq!(found, [vec![0, 1, 2], vec![0, 4], vec![2, 3], vec![5]]);
}

#[test]
fn given_options_are_kept_and_undone() {
    let cover = family();
    for choice in [ItemChoice::Smallest, ItemChoice::Leftmost] {
        let mut search = DancingLinks::new(&cover, choice);
        let template = search.to_string();
        let budget = Budget::unlimited();
        search.select(3);
        assert_eq!(search.to_string(), "items: b c e f g\nb c f\nb g\nc e f\n");
        assert_eq!(search.next(&mut budget.start()).map(<[u32]>::len), Verdict::Satisfiable(3));
        search.select(1);
        assert!(search.next(&mut budget.start()).is_unsatisfiable(), "{{a,d}} and {{a,d,g}} overlap");
        search.select(4);
        assert!(search.next(&mut budget.start()).is_unsatisfiable());
        assert!(search.undo_given() && search.undo_given());
        search.select(4);
        search.select(4);
        assert_eq!(search.solutions(&budget).collect::<Vec<_>>(), [Ok(vec![0, 3, 4])]);
        search.reset();
        assert_eq!(search.to_string(), template);
        assert!(!search.undo_given());
        assert_eq!(search.count(None, &budget), Count::exact(1));
    }
}

#[test]
fn the_linked_matrix_prints_from_its_links() {
    let search = DancingLinks::new(&family(), ItemChoice::Smallest);
    let printed = search.to_string();
    assert_eq!(printed, "items: a b c d e f g\na d g\na d\nb c f\nb g\nc e f\nd e g\n");
    let again: ExactCover = printed.parse().unwrap();
    assert_eq!(count(&again, ItemChoice::Smallest), Count::exact(1));
}

#[test]
fn wide_indices_answer_like_narrow_ones() {
    // One item more than 16 bits can number; each has an option of its own and shares another with its neighbour.
    let items = 70_000;
    let mut cover = ExactCover::new(items, 0).unwrap();
    for item in 0..items {
        cover.add_option(&[item]).unwrap();
    }
    cover.add_option(&[0, 1]).unwrap();
    cover.add_option(&[items - 2, items - 1]).unwrap();
    let mut search = DancingLinks::new(&cover, ItemChoice::Smallest);
    let found = listed(&cover, &mut search);
    assert_eq!(found.len(), 4);
    search.reset();
    search.select(items);
    assert_eq!(search.count(None, &Budget::unlimited()), Count::exact(2));
}

/// Random problems with a few items of either kind and a few options, empty ones included.
fn problems() -> impl Strategy<Value = ExactCover> {
    (0..6_u32, 0..4_u32).prop_flat_map(|(primary, secondary)| {
        let option = proptest::collection::vec(any::<bool>(), (primary + secondary) as usize);
        proptest::collection::vec(option, 0..11).prop_map(move |options| {
            let mut cover = ExactCover::new(primary, secondary).unwrap();
            for option in options {
                let items: Vec<u32> = (0..).zip(&option).filter(|&(_, &has)| has).map(|(item, _)| item).collect();
                // From the last to the first, so that secondary items come first.
                cover.add_option(&items.into_iter().rev().collect::<Vec<_>>()).unwrap();
            }
            cover
        })
    })
}

proptest! {
    #[test]
    fn all_engines_agree_with_the_brute_force(cover in problems()) {
        all_agree(&cover, &brute_force(&cover));
    }

    #[test]
    fn given_options_filter_the_covers(cover in problems(), picks in proptest::collection::vec(any::<u32>(), 0..3)) {
        prop_assume!(cover.options() > 0);
        let picks: Vec<u32> = picks.iter().map(|pick| pick % cover.options()).collect();
        let asked_for = picks.iter().all(|&pick| cover.option(pick).iter().any(|&item| cover.is_primary(item)));
        for choice in [ItemChoice::Smallest, ItemChoice::Leftmost] {
            let mut search = DancingLinks::new(&cover, choice);
            let template = search.to_string();
            // Some search before, so that it has to be taken back.
            let _ = search.advance(&mut Budget::unlimited().start());
            search.rewind();
            for &pick in &picks {
                search.select(pick);
            }
            let found = sorted(listed(&cover, &mut search));
            prop_assert!(found.iter().all(|options| picks.iter().all(|pick| options.contains(pick))));
            if asked_for {
                let mut expected = brute_force(&cover);
                expected.retain(|options| picks.iter().all(|pick| options.contains(pick)));
                prop_assert_eq!(found, expected);
            }
            search.reset();
            prop_assert_eq!(search.to_string(), template);
            prop_assert_eq!(sorted(listed(&cover, &mut search)), brute_force(&cover));
        }
    }
}
