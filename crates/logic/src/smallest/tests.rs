//! Tests explanations against all smaller sets of premises, one by one.

use satdoku_base::budget::Budget;
use satdoku_puzzle::grid::Grid;

use crate::board::Board;
use crate::checker::check;
use crate::layout::BoardTables;
use crate::pencil_mark::{PencilMark, Set};
use crate::smallest::explanation::explain;
use crate::smallest::explanation::rating;
use crate::smallest::hitting::{Hit, Sets, cheapest};
use crate::smallest::premises::{Id, Premises};
use crate::smallest::refuter::{Outcome, Refuter};
use crate::smallest::shape;
use crate::step::Premise;
use crate::walk::{NumberOfSolutions, Referee};
use crate::walk_cache::WalkCache;
use crate::{Profile, Reasoner};

fn board(text: &str) -> Board {
    let grid: Grid = text.parse().expect("a grid");
    Board::of(&BoardTables::of(&grid).expect("small"), &grid)
}

/// Whether a candidate can be true if some premises hold, by trying all fillings of the relevant cells.
fn can_be(board: &Board, premises: &[Premise], mark: PencilMark) -> bool {
    let layout = board.layout();
    let mut cells = vec![mark.cell()];
    for premise in premises {
        match premise {
            Premise::Has(set) | Premise::Once(set) => cells.extend(layout.members(*set).map(PencilMark::cell)),
            Premise::Rule(number) => {
                cells.extend(layout.constraint(usize::from(*number)).iter().map(|&cell| usize::from(cell)));
            }
            Premise::Sum(_) => unreachable!("no sums here"),
        }
    }
    cells.sort_unstable();
    cells.dedup();
    cells.retain(|&cell| board.value(cell).is_none());
    let mut filled: Vec<Option<usize>> = (0..layout.cell_count()).map(|cell| board.value(cell)).collect();
    fill(board, premises, mark, &cells, &mut filled)
}

fn fill(
    board: &Board,
    premises: &[Premise],
    mark: PencilMark,
    cells: &[usize],
    filled: &mut Vec<Option<usize>>,
) -> bool {
    let layout = board.layout();
    let count = |set: Set, filled: &[Option<usize>]| {
        layout.members(set).filter(|of| filled[of.cell()] == Some(of.digit())).count()
    };
    let [cell, rest @ ..] = cells else {
        return premises.iter().all(|premise| match premise {
            Premise::Has(set) => count(*set, filled) > 0,
            Premise::Once(set) => count(*set, filled) < 2,
            Premise::Rule(number) => {
                let (_, constraint) = &layout.grid().rules().constraints()[usize::from(*number)];
                let cells = layout.constraint(usize::from(*number)).iter();
                let digits: Option<Vec<usize>> = cells.map(|&cell| filled[usize::from(cell)]).collect();
                digits.is_some_and(|digits| constraint.holds(&digits))
            }
            Premise::Sum(_) => unreachable!("no sums here"),
        });
    };
    let breaks = |filled: &[Option<usize>]| {
        premises.iter().any(|premise| matches!(premise, Premise::Once(set) if count(*set, filled) > 1))
    };
    let digits: Vec<Option<usize>> = if *cell == mark.cell() {
        vec![Some(mark.digit())]
    } else {
        let open = (0..layout.digit_count()).filter(|&digit| board.has(PencilMark::new(*cell, digit)));
        open.map(Some).chain([None]).collect()
    };
    for digit in digits {
        filled[*cell] = digit;
        if !breaks(filled) && fill(board, premises, mark, rest, filled) {
            filled[*cell] = None;
            return true;
        }
    }
    filled[*cell] = None;
    false
}

/// All sets of premises with a total weight of at most `most`.
fn each_set(premises: &Premises<'_>, ids: &[Id], most: u32, taken: &mut Vec<Premise>, see: &mut dyn FnMut(&[Premise])) {
    see(taken);
    for (at, &id) in ids.iter().enumerate() {
        if premises.weight(id) <= most {
            taken.push(premises.named(id));
            each_set(premises, &ids[at + 1..], most - premises.weight(id), taken, see);
            taken.pop();
        }
    }
}

fn assert_smallest(board: &Board, most: u32) -> usize {
    let running = Budget::unlimited().start();
    let premises = Premises::of(board).expect("small");
    let all: Vec<Id> = premises.all().collect();
    let mut explained = 0;
    for node in 0..premises.graph.len() {
        let mark = premises.graph.mark(node as u16);
        let Some(step) = explain(board, Some(mark), &running, &WalkCache::default()).expect("no limit") else {
            let named: Vec<Premise> = all.iter().map(|&id| premises.named(id)).collect();
            assert!(can_be(board, &named, mark), "{mark:?}");
            continue;
        };
        assert_eq!(check(&step, board, false), Ok(()), "{step:?}");
        assert!(step.struck.contains(&mark));
        let of = step.figure.explained.as_ref().expect("an explanation");
        assert!(of.is_smallest);
        for &struck in &step.struck {
            assert!(!can_be(board, &of.premises, struck), "{struck:?} {of:?}");
        }
        if of.cost <= most {
            explained += 1;
            each_set(&premises, &all, of.cost - 1, &mut Vec::new(), &mut |fewer| {
                assert!(can_be(board, fewer, mark), "{mark:?}: {of:?}, but {fewer:?}");
            });
        }
    }
    explained
}

#[test]
fn no_smaller_set_of_premises_refutes_what_is_explained() {
    let explained = ["1.34...2..4.....", "1.....2..3.....4"].map(|puzzle| assert_smallest(&board(puzzle), 4));
    assert!(explained.iter().all(|&count| count > 3), "{explained:?}");
}

#[test]
fn premises_refute_what_no_filling_allows() {
    let board = board("1.34...2..4.....");
    let premises = Premises::of(&board).expect("small");
    let running = Budget::unlimited().start();
    let mut refuter = Refuter::new(&premises, &running);
    let all: Vec<Id> = premises.all().collect();
    let mut random = 1_u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let mut count_of_refuted = 0;
    for _ in 0..2_000 {
        let count = 4 + next(16);
        let mut ids: Vec<Id> = (0..count).map(|_| all[next(all.len())]).collect();
        ids.sort_unstable();
        ids.dedup();
        let node = next(premises.graph.len()) as u16;
        let named: Vec<Premise> = ids.iter().map(|&id| premises.named(id)).collect();
        let is_refuted = match refuter.try_with(&ids, Some(node), 1_000).expect("no limit") {
            Outcome::Refuted(refutation) => {
                assert!(refutation.used.iter().all(|id| ids.contains(id)));
                true
            }
            Outcome::Model(nodes) => {
                assert!(nodes.contains(&node));
                false
            }
            Outcome::Unknown => panic!("a thousand cases are enough"),
        };
        count_of_refuted += usize::from(is_refuted);
        assert_eq!(is_refuted, !can_be(&board, &named, premises.graph.mark(node)), "{named:?}");
    }
    assert!(count_of_refuted > 20, "{count_of_refuted}");
}

#[test]
fn the_cheapest_premises_hit_all_sets() {
    let board = board("1.34...2..4.....");
    let premises = Premises::of(&board).expect("small");
    let all: Vec<Id> = premises.all().take(14).collect();
    let mut random = 7_u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    for _ in 0..300 {
        let mut sets = Sets::new(premises.count());
        let mut lists = Vec::new();
        for _ in 0..next(8) {
            let mut list: Vec<Id> = (0..=next(4)).map(|_| all[next(all.len())]).collect();
            list.sort_unstable();
            list.dedup();
            sets.add(&list);
            lists.push(list);
        }
        let hits = |taken: &[Id]| lists.iter().all(|list| list.iter().any(|id| taken.contains(id)));
        let least = (0..1_usize << all.len())
            .map(|bits| {
                all.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, &id)| id).collect::<Vec<_>>()
            })
            .filter(|taken| hits(taken))
            .map(|taken| premises.cost(&taken))
            .min()
            .expect("all of them");
        match cheapest(&sets, &premises, 0, 100, &mut 1_000_000) {
            Hit::Cheapest(taken, cost) => {
                assert!(hits(&taken));
                assert_eq!((cost, premises.cost(&taken)), (least, least));
            }
            _ => panic!("there is one"),
        }
        assert!(least == 0 || matches!(cheapest(&sets, &premises, 0, least - 1, &mut 1_000_000), Hit::Dearer));
    }
}

#[test]
fn a_path_by_explanations_ends_in_the_solution() {
    let reasoner = Reasoner { profile: Profile::Own, has_uniqueness: true, budget: &Budget::unlimited() };
    let start = board(".7.....8.95...2......9..4.......78428....5......13...6589......2..5...6..4......3");
    let path = reasoner.path(start, &Referee { solutions: NumberOfSolutions::One, ..Referee::none() });
    assert!(path.faults.is_empty(), "{:?}", path.faults);
    assert_eq!(path.end, crate::PathEnd::Solved);
    let explained: Vec<_> = path.steps.iter().filter_map(|step| step.figure.explained.as_ref()).collect();
    let smallest = explained.iter().filter(|of| of.is_smallest).count();
    assert!(explained.len() > 5 && smallest * 2 > explained.len(), "{smallest} of {}", explained.len());
}

#[test]
fn shapes_that_people_know_have_their_names() {
    let board = board(&".".repeat(81));
    let layout = board.layout();
    let unit = |number: u16, digit: u8| Set::Unit { unit: number, digit };
    let has = |number, digit| Premise::Has(unit(number, digit));
    let once = |number, digit| Premise::Once(unit(number, digit));
    let cell = |number: u16| Premise::Has(Set::Cell(number));
    // Units 0 to 8 are rows, 9 to 17 columns, 18 to 26 boxes.
    for (premises, name) in [
        (vec![has(18, 4), once(0, 4)], Some("locked candidates")),
        (vec![has(3, 1), has(3, 2)], Some("hidden pair")),
        (vec![has(3, 1), has(4, 2)], None),
        (vec![cell(1), cell(2), cell(3), once(0, 1), once(0, 2), once(0, 3)], Some("naked triple")),
        (vec![has(1, 5), has(7, 5), once(9, 5), once(12, 5)], Some("X-wing")),
        (vec![has(9, 5), has(10, 5), has(11, 5), once(1, 5), once(2, 5), once(3, 5)], Some("swordfish")),
        (vec![has(1, 5), has(18, 5), once(9, 5), once(12, 5)], None),
        (vec![has(1, 5), has(7, 5), once(20, 5)], Some("turbot fish")),
        (vec![has(1, 5), has(7, 5), once(20, 6)], None),
        (vec![cell(1)], None),
        (vec![], None),
        (vec![has(18, 4), Premise::Rule(0)], None),
    ] {
        assert_eq!(shape::name(layout, &premises), name, "{premises:?}");
    }
}

#[test]
fn larger_explanations_are_harder() {
    let ratings: Vec<u16> = (3..200).map(rating).collect();
    assert!(ratings.is_sorted(), "{ratings:?}");
    assert_eq!((rating(4), rating(16), rating(32)), (26, 72, 87));
}
