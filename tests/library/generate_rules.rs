//! Puzzles with rules that are made: proper, minimal in clues and rules, by their seed; held against two other roads.

use std::collections::BTreeSet;
use std::sync::Arc;

use satdoku::generate::{Family, GenerateError, Generated, Kind, Recipe, RuleRequest, Symmetry};
use satdoku::geometry::Movement;
use satdoku::{Backend, Budget, Candidate, Cell, Grid, Rule, Solver};

use crate::common::{cases, say};

fn recipe(board: &str, kind: Kind, rules: &[&str]) -> Recipe {
    let rules = rules.iter().map(|rule| rule.parse().unwrap()).collect();
    Recipe::new(&Arc::new(board.parse().unwrap()), kind).with_rules(rules)
}

fn made(recipe: &Recipe, count: u64) -> Vec<Generated> {
    recipe.puzzles(0..count, &Budget::unlimited()).unwrap().map(|made| made.unwrap()).collect()
}

/// Two roads that share neither deduction nor search with each other.
fn roads() -> Vec<Solver> {
    let sat = [Backend::Batsat, Backend::Varisat].into_iter().find(Backend::is_compiled).map(Solver::Sat);
    [Solver::Propagating].into_iter().chain(sat).collect()
}

fn verify_proper(puzzle: &Grid, solution: &Grid) {
    assert!(solution.is_solved() && solution.rules() == puzzle.rules());
    for road in roads() {
        assert_eq!(road.is_unique(puzzle).unwrap(), Some(true), "{road}: {puzzle} {:?}", puzzle.rules());
    }
}

/// Without any one clue, and without any one rule, there are several solutions.
fn verify_minimal(puzzle: &Grid) {
    let road = Solver::Auto;
    for clue in puzzle.clues().collect::<Vec<Candidate>>() {
        let mut without = puzzle.clone();
        without.set(clue.cell, None).unwrap();
        assert_eq!(road.is_unique(&without).unwrap(), Some(false), "{clue}: {puzzle} {:?}", puzzle.rules());
    }
    let rules = puzzle.rules().as_slice();
    for at in 0..rules.len() {
        let others: Vec<Rule> = [&rules[..at], &rules[at + 1..]].concat();
        let mut without = puzzle.without_rules();
        if !others.is_empty() {
            without = without.with_rules(others).unwrap();
        }
        assert_eq!(road.is_unique(&without).unwrap(), Some(false), "{}: {puzzle} {rules:?}", rules[at]);
    }
}

#[test]
fn killers_are_proper_and_minimal_by_two_roads() {
    let recipe = recipe("3x3", Kind::Minimal, &["killer"]);
    // Of the three, the second is verified in the least time.
    for made in recipe.puzzles(cases(1..2, 0..3), &Budget::unlimited()).unwrap() {
        let Generated { puzzle, solution, number, .. } = made.unwrap();
        verify_proper(&puzzle, &solution.unwrap());
        verify_minimal(&puzzle);
        let cages = puzzle.rules().as_slice().len();
        assert!(cages > 5, "{puzzle}");
        say(&format!("killer {number}: {} clues, {cages} cages", puzzle.clue_count()));
    }
}

#[test]
fn every_family_gives_proper_and_minimal_puzzles_on_several_boards() {
    for board in ["2x2", "2x3", "latin5", "2x3+diagonals", "2x3+digits:0..5"] {
        for &family in Family::all() {
            let recipe = recipe(board, Kind::Unique, &[]).with_rules(vec![RuleRequest::Drawn(family.into())]);
            let found: Result<Vec<Generated>, _> = recipe.puzzles(0..2, &Budget::unlimited()).unwrap().collect();
            let unique = match found {
                Ok(unique) => unique,
                // Small grids have few places for lines, and boards without boxes no borders for region sums.
                Err(GenerateError::Unreached(_)) if matches!(board, "2x2" | "latin5") => continue,
                Err(error) => panic!("{board} {family:?}: {error}"),
            };
            let minimal = made(&recipe.with_kind(Kind::Minimal), 2);
            for (Generated { puzzle, solution, .. }, is_minimal) in
                unique.into_iter().map(|made| (made, false)).chain(minimal.into_iter().map(|made| (made, true)))
            {
                verify_proper(&puzzle, &solution.unwrap());
                assert!(!puzzle.rules().is_empty(), "{board} {family:?}: {puzzle}");
                if is_minimal && !family.is_whole() {
                    verify_minimal(&puzzle);
                }
            }
        }
    }
}

#[test]
fn cages_cover_the_grid_and_all_dots_are_drawn() {
    for Generated { puzzle, .. } in made(&recipe("3x3", Kind::Unique, &["killer"]), 3) {
        let rules = puzzle.rules().as_slice();
        let cells = rules.iter().flat_map(|rule| rule.as_constrain().cells(puzzle.geometry()));
        assert_eq!(cells.count(), 81, "{rules:?}");
    }
    for Generated { puzzle, solution, .. } in made(&recipe("2x3", Kind::Minimal, &["kropki"]), 2) {
        let solution = solution.unwrap();
        let value = |row: u16, column: u16| i64::from(solution.get(Cell::new(row, column)).unwrap().get());
        let is_dot = |a: i64, b: i64| (a - b).abs() == 1 || a == 2 * b || b == 2 * a;
        let across = (0..6).flat_map(|row| (0..5).map(move |column| (value(row, column), value(row, column + 1))));
        let down = (0..5).flat_map(|row| (0..6).map(move |column| (value(row, column), value(row + 1, column))));
        let dots = across.chain(down).filter(|&(a, b)| is_dot(a, b)).count();
        let rules = puzzle.rules().as_slice();
        assert_eq!(rules.iter().filter(|rule| matches!(rule, Rule::Pair(_))).count(), dots);
        assert_eq!(rules.iter().filter(|rule| matches!(rule, Rule::Negative(_))).count(), 2);
    }
}

#[test]
fn fixed_rules_are_in_every_puzzle_and_needed_in_minimal_ones() {
    let recipe = recipe("3x3", Kind::Minimal, &["antiknight", "thermometer r1c1 r2c2 r3c3 r4c4", "thermometer"]);
    let mut grids = BTreeSet::new();
    for Generated { puzzle, solution, .. } in made(&recipe, 3) {
        let solution = solution.unwrap();
        verify_proper(&puzzle, &solution);
        verify_minimal(&puzzle);
        let lines: Vec<String> = puzzle.rules().as_slice().iter().map(ToString::to_string).collect();
        assert!(lines.starts_with(&["antiknight".to_owned(), "thermometer r1c1 r2c2 r3c3 r4c4".to_owned()]));
        grids.insert(format!("{:?}", solution.digits()));
    }
    assert_eq!(grids.len(), 3);
}

/// No pair of the first grid of this seed is needed in the end, and it gave a puzzle without any.
#[test]
fn a_family_that_is_wished_for_is_in_every_puzzle() {
    let recipe = recipe("3x3", Kind::Minimal, &["ratio"]).with_seed(11);
    let Generated { puzzle, solution, .. } = made(&recipe, 1).remove(0);
    verify_proper(&puzzle, &solution.unwrap());
    assert!(!puzzle.rules().is_empty(), "{puzzle}");
    // A grid of two digits has no line of three.
    let recipe = self::recipe("latin2", Kind::Unique, &["renban"]);
    let none = recipe.puzzles(0..1, &Budget::unlimited()).unwrap().next().unwrap().unwrap_err();
    assert_eq!(none.to_string(), "puzzle 1: none with every rule wished for among 1000 grids");
}

#[test]
fn puzzles_depend_on_seed_and_number_alone() {
    let recipe = recipe("2x3", Kind::Minimal, &["killer", "difference"]).with_seed(11);
    let all = made(&recipe, 4);
    assert_eq!(all, made(&recipe, 4));
    let some: Vec<Generated> =
        recipe.puzzles([3, 1], &Budget::unlimited()).unwrap().map(|made| made.unwrap()).collect();
    assert_eq!(some, [all[3].clone(), all[1].clone()]);
    assert_ne!(made(&recipe.with_seed(12), 1)[0], all[0]);
}

#[test]
fn clues_have_the_symmetry_and_the_number_that_are_wanted() {
    let recipe = recipe("3x3", Kind::Unique, &["arrow"]).with_symmetry(Symmetry::HalfTurn);
    for Generated { puzzle, .. } in made(&recipe, 2) {
        let is_clue = |row: u16, column: u16| puzzle.get(Cell::new(row, column)).is_some();
        assert!((0..9).all(|row| (0..9).all(|column| is_clue(row, column) == is_clue(8 - row, 8 - column))));
    }
    let recipe = recipe.with_symmetry(Symmetry::None).with_clues(20);
    assert!(made(&recipe, 2).iter().all(|made| made.puzzle.clue_count() == 20));
}

#[test]
fn rules_have_the_sizes_and_the_number_that_are_wished_for() {
    for (wish, sizes, count) in [
        ("killer sizes 3..4", 3..=4, None),
        ("killer count 5", 2..=5, Some(5)),
        ("thermometer sizes 2..3 count 4", 2..=3, Some(4)),
        ("palindrome sizes 3", 3..=3, None),
        ("arrow sizes 4", 4..=4, None),
        ("less count 7", 2..=2, Some(7)),
        ("skyscraper count 3", 6..=6, Some(3)),
    ] {
        for Generated { puzzle, solution, .. } in made(&recipe("2x3", Kind::Unique, &[wish]), 3) {
            verify_proper(&puzzle, &solution.unwrap());
            let rules = puzzle.rules().as_slice();
            assert!(count.is_none_or(|count| rules.len() == count), "{wish}: {rules:?}");
            for rule in rules {
                let cells = rule.as_constrain().cells(puzzle.geometry()).len();
                assert!(sizes.contains(&cells), "{wish}: {rule}");
            }
        }
    }
    // Without clues families take turns, and a family that has its number leaves the room to the other.
    let recipe = recipe("2x2", Kind::Unique, &["thermometer count 1", "parity"]).with_clues(0);
    let rules = made(&recipe, 1).remove(0).puzzle.rules().as_slice().to_vec();
    assert_eq!(rules.iter().filter(|rule| matches!(rule, Rule::Thermometer(_))).count(), 1, "{rules:?}");
}

/// The cells of each rule are, moved, the cells of a rule of its kind, and minimal puzzles lose both or none.
#[test]
fn symmetric_rules_stand_where_the_symmetry_carries_them() {
    let whole = |family: &&Family| family.is_whole();
    for family in Family::all().iter().filter(|family| !whole(family)) {
        for (symmetry, movement) in [
            (Symmetry::HalfTurn, Movement::HalfTurn),
            (Symmetry::QuarterTurn, Movement::QuarterTurn),
            (Symmetry::Horizontal, Movement::Horizontal),
            (Symmetry::Antidiagonal, Movement::Antidiagonal),
        ] {
            let is_line = family.least_size().is_some() && *family != Family::Killer;
            let is_pair = matches!(family, Family::Difference | Family::Ratio | Family::Pairsum);
            // Few grids have such lines, pairs or indexers in four places at once.
            let is_rare = is_line || is_pair || matches!(family, Family::RowIndexer | Family::ColumnIndexer);
            if is_rare && symmetry != Symmetry::HalfTurn {
                continue;
            }
            for kind in [Kind::Unique, Kind::Minimal] {
                let wish = format!("{family} symmetric");
                let recipe = recipe("2x2", kind, &[&wish]).with_symmetry(symmetry);
                let made: Result<Vec<Generated>, _> = recipe.puzzles(0..2, &Budget::unlimited()).unwrap().collect();
                let made = match made {
                    Ok(made) => made,
                    Err(GenerateError::Unreached(_)) if is_rare => continue,
                    Err(error) => panic!("{wish} {symmetry}: {error}"),
                };
                for Generated { puzzle, solution, .. } in made {
                    verify_proper(&puzzle, &solution.unwrap());
                    let board = puzzle.geometry();
                    let places = |moved: Movement| {
                        let places = puzzle.rules().as_slice().iter().map(|rule| {
                            let cells = rule.as_constrain().cells(board);
                            cells.into_iter().map(|cell| moved.image(cell, board)).collect::<BTreeSet<Cell>>()
                        });
                        places.collect::<BTreeSet<_>>()
                    };
                    assert_eq!(places(movement), places(Movement::Identity), "{wish} {symmetry} {kind}: {puzzle}");
                }
            }
        }
    }
}

#[test]
fn wishes_are_read_as_they_are_printed_and_refused_by_their_words() {
    for text in ["killer", "arrow sizes 4", "killer sizes 2..4 count 12 symmetric", "xv"] {
        let request: RuleRequest = text.parse().unwrap();
        assert!(matches!(request, RuleRequest::Drawn(_)) && request.to_string() == text, "{text}");
    }
    let error = |text: &str| text.parse::<RuleRequest>().unwrap_err().to_string();
    assert_eq!(
        error("killer sizes 2 sizes 3"),
        "expected sizes, count or symmetric behind killer, each at most once, found \"sizes\""
    );
    assert_eq!(error("killer sizes"), "expected a size such as 3, or sizes such as 2..4, found \"\"");
    assert_eq!(error("killer count 3..4"), "expected a number of rules such as 12, found \"3..4\"");
    assert_eq!(
        error("killer symmetric big"),
        "expected sizes, count or symmetric behind killer, each at most once, found \"big\""
    );
    assert!(matches!("killer 15 r1c1 r1c2".parse(), Ok(RuleRequest::Fixed(_))));
    let refused = |kind, rule: &str| recipe("2x3", kind, &[rule]).check().unwrap_err().to_string();
    let unique = |rule: &str| refused(Kind::Unique, rule);
    assert_eq!(unique("parity sizes 2"), "sizes cannot be combined with parity, whose rules have one size");
    assert_eq!(
        unique("arrow sizes 2..4"),
        "these sizes cannot be combined with arrow: expected 3 or more, the fewest first"
    );
    assert_eq!(
        unique("killer sizes 4..3"),
        "these sizes cannot be combined with killer: expected 2 or more, the fewest first"
    );
    assert_eq!(
        unique("killer sizes 7"),
        "these sizes cannot be combined with killer: a cage has each of 6 digits at most once"
    );
    assert_eq!(
        unique("palindrome sizes 4"),
        "an even size cannot be combined with palindrome, whose lines grow from a middle cell"
    );
    assert_eq!(unique("xv count 3"), "a count cannot be combined with xv, which marks all that the grid has");
    assert_eq!(unique("killer count 0"), "a count of 0 cannot be combined with killer");
    assert_eq!(unique("killer symmetric"), "killer symmetric: expected a symmetry of the recipe, such as rotate180");
    assert_eq!(
        refused(Kind::Minimal, "killer count 3"),
        "a number of rules cannot be combined with kind minimal: rules that can be spared go"
    );
}

#[test]
fn rules_that_cannot_be_had_are_refused() {
    let refused = |recipe: Recipe| recipe.check().unwrap_err().to_string();
    assert_eq!(refused(recipe("2x2", Kind::Holes, &["killer"])), "rules cannot be combined with kind holes");
    assert_eq!(
        refused(recipe("2x2", Kind::Unique, &["less r1c1 r5c5"])),
        "less r1c1 r5c5: r5c5 is no cell of the board"
    );
    assert!(refused(recipe("9x9", Kind::Unique, &["killer"])).contains("at most 64 digits, found 81"));
    let error = "killr".parse::<RuleRequest>().unwrap_err().to_string();
    assert!(error.starts_with("expected a family of rules (killer, thermometer,"), "{error}");
    // No grid of side 4 keeps the king's move.
    let none = recipe("2x2", Kind::Unique, &["antiking"]).puzzles(0..1, &Budget::unlimited()).unwrap().next();
    assert_eq!(none.unwrap().unwrap_err().to_string(), "the board 2x2 has no full grid");
}

#[test]
fn families_that_mark_cells_share_a_grid_without_clues() {
    for (rules, begins) in [
        (["parity", "thermometer"], ["odd ", "thermometer "]),
        (["rowindexer", "thermometer"], ["rowindexer ", "thermometer "]),
    ] {
        let recipe = recipe("2x2", Kind::Unique, &rules).with_clues(0);
        let Generated { puzzle, solution, .. } = made(&recipe, 1).remove(0);
        assert_eq!(puzzle.clue_count(), 0);
        verify_proper(&puzzle, &solution.unwrap());
        for begin in begins {
            let has_family = puzzle.rules().as_slice().iter().any(|rule| rule.to_string().starts_with(begin));
            assert!(has_family, "{begin}: {:?}", puzzle.rules());
        }
    }
}
