//! Feature `parallel`: all cores answer what one thread answers.
use rayon::prelude::*;
use satdoku::nine::{GridBytes, Question, Stream, par_answer};
use satdoku::{Budget, Grid, Options, Solver, StopReason};

#[test]
fn sessions_on_all_cores_answer_in_the_order_of_the_puzzles() {
    let kinds = ["................", "11..............", "1.34...2..4.....", include_str!("../data/minimal.txt")];
    let of_kind = |text: &str| text.lines().find_map(|line| line.parse::<Grid>().ok()).unwrap();
    let puzzles: Vec<Grid> = (0..400).map(|k| of_kind(kinds[k % 4])).collect();
    let options = Options::default();
    for solver in [Solver::Auto, Solver::Mrv] {
        let counts: Vec<u64> = solver
            .par_count(&puzzles, Some(300), &options)
            .map(|count| count.unwrap().value().to_u64().unwrap())
            .collect();
        let solved: Vec<bool> =
            solver.par_solve(&puzzles, &options).map(|verdict| verdict.unwrap().is_satisfiable()).collect();
        for (k, (count, is_solved)) in counts.into_iter().zip(solved).enumerate() {
            assert_eq!((count, is_solved), ([288, 0, 3, 1][k % 4], k % 4 != 1), "{solver} {k}");
        }
    }
}

fn records(number: usize) -> Vec<GridBytes> {
    let puzzles: Vec<GridBytes> = include_str!("../data/minimal.txt")
        .lines()
        .filter_map(|line| line.as_bytes().get(..81)?.try_into().ok())
        .collect();
    puzzles.iter().copied().cycle().take(number).collect()
}

#[test]
fn slices_on_all_cores_are_answered_as_by_one_stream() {
    let mut records = records(9000);
    records[77][3] = b'?';
    records[4444] = [b'1'; 81];
    for question in [Question::First, Question::Count(2), Question::Unique] {
        let (mut one, mut all) = (vec![None; records.len()], vec![None; records.len()]);
        Stream::new(question).answer(&records, &mut one, &mut Budget::unlimited().start()).unwrap();
        par_answer(question, &records, &mut all, &Budget::unlimited()).unwrap();
        assert!(one == all, "{question:?}");
        assert!(all[77].is_some_and(|outcome| outcome.is_err()) && all[4444].is_some_and(|outcome| outcome.is_ok()));
    }
    let mut outcomes = vec![None; records.len()];
    let budget = Budget::unlimited().with_steps(100);
    assert_eq!(par_answer(Question::First, &records, &mut outcomes, &budget), Err(StopReason::Steps));
    assert!(outcomes[0].is_some() && outcomes.last() == Some(&None));
}
