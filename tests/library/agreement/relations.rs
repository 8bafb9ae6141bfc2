//! Relations that hold whatever the puzzle. That other names for digits, permuted lines and transposed boards keep the count,
//! and what a digit of the solution does to it, is held in `tests/library/peers/relations.rs`.

use proptest::prelude::*;
use satdoku::generate::{Random, Relabelling};
use satdoku::reduction::Reduction;
use satdoku::{
    AtMostOne, Backend, Budget, Encoding, Grid, ItemChoice, Options, Solution, Solver, StopReason, Techniques,
};

use crate::agreement::puzzles::block;

const DLX: Solver = Solver::DancingLinks(ItemChoice::Smallest);

/// Counting ends here.
const MAX_SOLUTIONS: u64 = 50;

fn count(puzzle: &Grid) -> u64 {
    DLX.count_with(puzzle, Some(MAX_SOLUTIONS), &Options::default()).unwrap().value().to_u64().unwrap()
}

fn solutions(puzzle: &Grid) -> Vec<Solution> {
    let solutions = DLX.solutions(puzzle).unwrap();
    solutions.take(MAX_SOLUTIONS as usize).collect::<Result<_, _>>().unwrap()
}

/// Whether the solutions are counted within some ten thousand steps; a puzzle that takes millions would be most of the time.
fn is_quick(puzzle: &Grid) -> bool {
    let options = Options::default().with_budget(Budget::unlimited().with_steps(20_000));
    DLX.count_with(puzzle, Some(MAX_SOLUTIONS), &options)
        .unwrap()
        .stopped()
        .is_none_or(|reason| reason == StopReason::Limit)
}

/// Puzzles of all shapes up to side 9, made in all ways; larger ones are another test's.
fn puzzles() -> impl Strategy<Value = Grid> {
    (any::<u32>(), any::<prop::sample::Index>()).prop_filter_map(
        "a quick board of side 9 at most",
        |(number, which)| {
            let (_, puzzles) = block(number.into());
            let puzzle = (!puzzles.is_empty()).then(|| which.get(&puzzles).clone())?;
            (puzzle.geometry().digit_count() <= 9 && is_quick(&puzzle)).then_some(puzzle)
        },
    )
}

/// All sets of steps of deduction.
fn reductions() -> Vec<Techniques> {
    let steps = [Techniques::SINGLES, Techniques::LOCKED, Techniques::SUBSETS, Techniques::MATCHING];
    let set = |bits: usize| (0..4).filter(|i| bits >> i & 1 == 1).fold(Techniques::NONE, |set, i| set | steps[i]);
    (0..16).map(set).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_clue_less_never_lowers_the_count(puzzle in puzzles(), which: prop::sample::Index) {
        let clues: Vec<_> = puzzle.clues().collect();
        prop_assume!(!clues.is_empty());
        let mut less = puzzle.clone();
        less.set(which.get(&clues).cell, None).unwrap();
        prop_assert!(count(&less) >= count(&puzzle), "{}", puzzle);
    }

    #[test]
    fn a_digit_of_a_solution_never_raises_the_count_and_keeps_the_solution(
        puzzle in puzzles(),
        which: prop::sample::Index,
        solution: prop::sample::Index,
    ) {
        let solutions_before = solutions(&puzzle);
        let empty: Vec<_> = puzzle.empty_cells().collect();
        prop_assume!(!solutions_before.is_empty() && !empty.is_empty());
        let (solution, cell) = (solution.get(&solutions_before), *which.get(&empty));
        let mut more = puzzle.clone();
        more.set(cell, solution.get(cell)).unwrap();
        prop_assert!(count(&more) <= count(&puzzle) && count(&more) >= 1, "{}", puzzle);
        prop_assert!(Solution::check(&more, solution.grid().clone()).is_ok());
        if (solutions_before.len() as u64) < MAX_SOLUTIONS {
            prop_assert!(solutions(&more).contains(solution), "{}", puzzle);
        }
        // A full grid is its own only solution.
        prop_assert_eq!(count(solution.grid()), 1);
    }

    #[test]
    fn another_name_keeps_the_count(puzzle in puzzles(), seed: u64) {
        let relabelling = Relabelling::random(puzzle.geometry(), &mut Random::new(seed, 0));
        prop_assert_eq!(count(&relabelling.apply(&puzzle).unwrap()), count(&puzzle), "{}", puzzle);
    }

    #[test]
    fn deduction_loses_no_solution_and_adds_none(puzzle in puzzles()) {
        let before = solutions(&puzzle);
        for steps in reductions() {
            match Reduction::new(steps).run(&puzzle, &Budget::unlimited().start()) {
                Err(contradiction) => prop_assert!(before.is_empty(), "{}: {:?} of {}", steps, contradiction, puzzle),
                Ok(reduced) => {
                    for solution in &before {
                        prop_assert!(Solution::check(reduced.grid(), solution.grid().clone()).is_ok(), "{}: {}", steps, puzzle);
                        let is_kept = |clue: satdoku::Candidate| {
                            reduced.grid().get(clue.cell).is_some() || reduced.candidates().is_live(clue)
                        };
                        prop_assert!(solution.clues().all(is_kept), "{}: {}", steps, puzzle);
                    }
                    // Counting and solving go on from what is left.
                    prop_assert_eq!(count(reduced.grid()), before.len() as u64, "{}: {}", steps, puzzle);
                    let found = DLX.solve(reduced.grid()).unwrap().satisfiable();
                    prop_assert!(found.is_none_or(|found| before.len() as u64 == MAX_SOLUTIONS || before.contains(&found)));
                }
            }
        }
    }
}

proptest! {
    // Each case is half a hundred questions.
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_encoding_has_the_same_answers_in_every_form_and_after_every_reduction(puzzle in puzzles(), bits in 0..16_usize) {
        let expected = solutions(&puzzle);
        let backend = [Backend::Varisat, Backend::Batsat, Backend::Splr].into_iter().find(Backend::is_compiled);
        let Some(backend) = backend else { return Ok(()) };
        for &encoding in Encoding::all() {
            for &form in AtMostOne::all() {
                // In the minimal encoding alone a puzzle without a solution can be very hard.
                if encoding == Encoding::Minimal && expected.is_empty() {
                    continue;
                }
                let options = Options::default().with_encoding(encoding).with_at_most_one(form).with_reduce(reductions()[bits]);
                let solver = Solver::Sat(backend.clone());
                let found = solver.count_with(&puzzle, Some(3), &options).unwrap();
                let wanted = expected.len().min(3) as u64;
                prop_assert_eq!(found.value(), wanted, "{} {} {}: {}", encoding, form, reductions()[bits], puzzle);
                let solution = solver.solve_with(&puzzle, &options).unwrap().satisfiable();
                prop_assert_eq!(solution.is_some(), wanted > 0);
                prop_assert!(solution.is_none_or(|solution| expected.len() as u64 == MAX_SOLUTIONS || expected.contains(&solution)));
            }
        }
    }
}
