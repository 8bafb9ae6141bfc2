//! The SAT road end to end: sessions, budgets, limits, and solvers that are not to be believed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use satdoku::backend::{BackendError, OpenOptions};
use satdoku::cnf::Limited;
use satdoku::sat::Instance;
use satdoku::{
    Backend, Budget, Candidate, Cell, ClauseSink, Cnf, Count, Encoding, Error, Formula, Geometry, Grid, Lit, Mode,
    Model, Options, Running, SatBackend, Session, Solution, Solver, StopReason, Verdict,
};

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

fn empty(word: &str) -> Grid {
    Grid::empty(&Arc::new(word.parse::<Geometry>().unwrap()))
}

fn varisat() -> Solver {
    Solver::Sat(Backend::Varisat)
}

/// A session of a backend of the caller's.
fn own(
    board: &Arc<Geometry>,
    open: impl Fn(&OpenOptions) -> Result<Box<dyn SatBackend>, BackendError> + Send + Sync + 'static,
) -> Session {
    Solver::Sat(Backend::own("own", open)).session(board, &Options::default()).unwrap()
}

/// The solvers in this process that this build has.
fn inside() -> Vec<Backend> {
    Backend::all()
        .into_iter()
        .filter(|backend| backend.is_compiled() && !matches!(backend, Backend::External(_)))
        .collect()
}

#[test]
fn a_session_answers_like_fresh_solvers_in_every_mode_and_encoding() {
    let lines = [
        ".4.2...1.....3..",
        "12..............",
        "11..............",
        "1......4.4.2...1",
        ".4.....1.....3..",
        "................",
        ".4.2...1.....3..",
    ];
    let counts = [1, 24, 0, 0, 3, 288, 1];
    for &encoding in Encoding::all() {
        for mode in [Mode::Auto, Mode::Shared, Mode::Fresh] {
            for backend in inside() {
                let options = Options::default().with_encoding(encoding).with_mode(mode);
                let solver = Solver::Sat(backend);
                let mut session = solver.session(grid(lines[0]).geometry(), &options).unwrap();
                for (line, count) in lines.iter().zip(counts) {
                    let puzzle = grid(line);
                    let told = format!("{solver} {encoding} {mode:?} {line}");
                    let verdict = session.solve(&puzzle).unwrap();
                    assert_eq!(verdict.is_satisfiable(), count > 0, "{told}");
                    // A one-shot solver answers hundreds of times only slowly.
                    if count <= 24 || solver != Solver::Sat(Backend::Splr) {
                        assert_eq!(session.count(&puzzle, None).unwrap(), Count::exact(count), "{told}");
                    }
                    assert_eq!(session.is_unique(&puzzle).unwrap(), Some(count == 1), "{told}");
                }
            }
        }
    }
}

#[test]
fn all_solutions_are_listed_each_once_and_then_nothing_more() {
    let puzzle = empty("2x2");
    let mut session = varisat().session(puzzle.geometry(), &Options::default()).unwrap();
    // In shared mode, and after another puzzle was left in the middle.
    assert!(session.solve(&grid("12..............")).unwrap().is_satisfiable());
    assert_eq!(session.solutions(&grid("12..............")).unwrap().take(5).count(), 5);
    let mut solutions = session.solutions(&puzzle).unwrap();
    let mut seen: Vec<String> = solutions.by_ref().map(|solution| solution.unwrap().to_string()).collect();
    assert!(solutions.next().is_none() && solutions.next().is_none());
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 288);
}

#[test]
fn a_limit_ends_counting_at_so_many() {
    let puzzle = empty("2x2");
    let count = |limit| varisat().count_with(&puzzle, Some(limit), &Options::default()).unwrap();
    assert_eq!(count(2), Count::at_least(2, StopReason::Limit));
    assert_eq!(count(2).to_string(), ">=2");
    assert_eq!(count(0), Count::at_least(0, StopReason::Limit));
    assert_eq!(count(289), Count::exact(288));
}

#[test]
fn a_full_grid_is_its_own_only_solution() {
    let solved = grid("1432324141232314");
    for mode in [Mode::Shared, Mode::Fresh] {
        for &encoding in Encoding::all() {
            let options = Options::default().with_mode(mode).with_encoding(encoding);
            assert_eq!(varisat().count_with(&solved, None, &options).unwrap(), Count::exact(1), "{encoding} {mode:?}");
        }
    }
}

#[test]
fn a_session_goes_on_after_a_puzzle_that_was_stopped() {
    let puzzle = grid(".4.2...1.....3..");
    let mut session = varisat().session(puzzle.geometry(), &Options::default()).unwrap();
    for mode in 0..3 {
        session.set_budget(Budget::unlimited().with_time(Duration::ZERO));
        assert_eq!(session.solve(&puzzle).unwrap(), Verdict::Unknown(StopReason::Time), "{mode}");
        assert_eq!(session.count(&puzzle, None).unwrap(), Count::at_least(0, StopReason::Time), "{mode}");
        assert_eq!(session.is_unique(&puzzle).unwrap(), None, "{mode}");
        let cut = session.solutions(&puzzle).unwrap().next();
        assert!(matches!(cut, Some(Err(Error::Stopped(StopReason::Time)))), "{mode}");
        session.set_budget(Budget::unlimited());
        assert_eq!(session.count(&puzzle, None).unwrap(), Count::exact(1), "{mode}");
    }
}

#[test]
fn clues_in_conflict_are_unsatisfiable_at_once() {
    // In the minimal encoding two equal clues in a row of a 16×16 are a pigeonhole formula.
    let mut puzzle = empty("4x4");
    for column in [0, 15] {
        puzzle.set(satdoku::Cell::new(0, column), satdoku::Digit::or_empty(7)).unwrap();
    }
    let options = Options::default().with_encoding(Encoding::Minimal);
    let start = Instant::now();
    assert_eq!(varisat().solve_with(&puzzle, &options).unwrap(), Verdict::Unsatisfiable);
    assert_eq!(varisat().count_with(&puzzle, None, &options).unwrap(), Count::exact(0));
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[test]
fn a_session_refuses_a_puzzle_on_another_board() {
    let mut session = varisat().session(empty("2x3").geometry(), &Options::default()).unwrap();
    let error = session.solve(&empty("3x2")).unwrap_err();
    assert_eq!(error.to_string(), "the session is for the board 2x3, the puzzle has 3x2");
}

#[test]
fn statistics_tell_the_formula_and_the_times() {
    let puzzle = grid("67........25.......9.56.2..3...8.9........8.1...47......86...9........1.1.6.5..7.");
    let mut session = varisat().session(puzzle.geometry(), &Options::default()).unwrap();
    assert!(session.solve(&puzzle).unwrap().is_satisfiable());
    let stats = session.stats();
    assert_eq!((stats.variables, stats.clauses), (729, 11_988 + 23));
    assert!(stats.encode > Duration::ZERO && stats.solve > Duration::ZERO && stats.decode > Duration::ZERO);
}

/// Says whatever it was told to, whatever the clauses.
struct Liar {
    answer: Verdict<Model>,
}

impl ClauseSink for Liar {
    type Error = BackendError;

    fn add_clause(&mut self, _: &[Lit]) -> Result<(), BackendError> {
        Ok(())
    }
}

impl SatBackend for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn solve_assuming(&mut self, _: &[Lit], _: &Running) -> Result<Verdict<Model>, BackendError> {
        Ok(self.answer.clone())
    }
}

#[test]
fn a_wrong_model_is_an_error_with_the_backends_name() {
    let puzzle = grid(".4.2...1.....3..");
    let formula = Formula::new(&puzzle, Encoding::Extended).unwrap();
    let solution = varisat().solve(&puzzle).unwrap().satisfiable().unwrap();
    let lit = |cell, digit| match formula.map().term(satdoku::Candidate::new(cell, digit)) {
        satdoku::encoding::Term::Lit(lit) => lit,
        term => panic!("{term:?}"),
    };
    let truth: Model = solution.clues().map(|clue| lit(clue.cell, clue.digit)).collect();
    let mut no_digit = truth.clone();
    let clue = solution.clues().next().unwrap();
    no_digit.assign(!lit(clue.cell, clue.digit));
    let mut two_digits = truth.clone();
    two_digits.assign(lit(clue.cell, satdoku::Digit::new(4)));
    let mut changed_clue = Model::new();
    // Any other solution of the board: its digits shifted by one.
    for clue in solution.clues() {
        changed_clue.assign(lit(clue.cell, satdoku::Digit::new(clue.digit.get() % 4 + 1)));
    }
    for (model, expected) in [
        (Model::new(), "liar returned a wrong answer: the model gives r1c1 no digit"),
        (no_digit, "liar returned a wrong answer: the model gives r1c1 no digit"),
        (two_digits, "liar returned a wrong answer: the model gives r1c1 both 1 and 4"),
        (
            changed_clue,
            "liar returned a wrong answer: the model describes no solution: r1c2 has the clue 4 in the puzzle, found 1",
        ),
    ] {
        let open = move |_: &OpenOptions| {
            Ok(Box::new(Liar { answer: Verdict::Satisfiable(model.clone()) }) as Box<dyn SatBackend>)
        };
        let mut session = own(puzzle.geometry(), open);
        assert_eq!(session.solve(&puzzle).unwrap_err().to_string(), expected);
    }
}

/// Says of the first questions what is true, then that there are no more models.
struct Forgetful {
    honest: Box<dyn SatBackend>,
    left: usize,
}

impl ClauseSink for Forgetful {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.honest.add_clause(clause)
    }
}

impl SatBackend for Forgetful {
    fn name(&self) -> &'static str {
        "forgetful"
    }

    fn solve_assuming(&mut self, assumptions: &[Lit], run: &Running) -> Result<Verdict<Model>, BackendError> {
        if self.left == 0 {
            return Ok(Verdict::Unsatisfiable);
        }
        self.left -= 1;
        self.honest.solve_assuming(assumptions, run)
    }

    fn capabilities(&self) -> satdoku::backend::Capabilities {
        self.honest.capabilities()
    }
}

#[test]
fn a_wrong_unsatisfiable_is_contradicted_by_the_kernel_where_it_knows_the_board() {
    const CLUES: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let proper = grid(CLUES);
    let several = grid(&CLUES.replace('9', "."));
    let several_count = Solver::Nine.count(&several).unwrap();
    assert_eq!(several_count.is_more_than(2), Some(true), "{several_count}");
    for (puzzle, left) in [(&proper, 0), (&several, 0), (&several, 1), (&several, 2)] {
        let open = move |options: &OpenOptions| {
            Ok(Box::new(Forgetful { honest: Backend::Varisat.open(options)?, left }) as Box<dyn SatBackend>)
        };
        let mut session = own(puzzle.geometry(), open);
        let error = session.count(puzzle, None).unwrap_err().to_string();
        assert_eq!(error, "forgetful returned a wrong answer: it denied a solution that exists", "after {left}");
    }
    // What is true stays true.
    for puzzle in [&proper, &several] {
        let open = |options: &OpenOptions| Backend::Varisat.open(options);
        let mut session = own(puzzle.geometry(), open);
        let expected = if puzzle == &proper { Count::exact(1) } else { several_count.clone() };
        assert_eq!(session.count(puzzle, None).unwrap(), expected);
    }
}

#[test]
fn a_formula_that_is_too_large_for_memory_is_refused_before_it_is_written() {
    let options = Options::default().with_memory(1 << 20);
    for backend in inside() {
        let error = Solver::Sat(backend.clone()).solve_with(&empty("6x6"), &options).unwrap_err().to_string();
        let expected = format!("{backend} needs about");
        assert!(error.contains(&expected) && error.contains("the limit is 1 MiB"), "{error}");
    }
}

#[test]
fn loading_a_formula_stops_with_the_budget() {
    let running = Budget::unlimited().with_time(Duration::ZERO).start();
    let mut cnf = Cnf::new();
    let formula = Formula::new(&empty("4x4"), Encoding::Extended).unwrap();
    assert!(formula.write(&mut Limited::new(&mut cnf, &running)).is_err());
    assert!(cnf.is_empty());
}

/// The formula of a puzzle in a solver, opened without limits.
fn instance(backend: &Backend, puzzle: &Grid, encoding: Encoding, more: &[Vec<Lit>]) -> Instance {
    let formula = Formula::new(puzzle, encoding).unwrap();
    Instance::open(backend, &OpenOptions::default(), formula, more, &Budget::unlimited().start()).unwrap()
}

fn candidate(row: u16, column: u16, digit: u16) -> Candidate {
    Candidate::new(Cell::new(row - 1, column - 1), satdoku::Digit::new(digit))
}

#[test]
fn an_instance_is_not_loaded_beyond_its_budget() {
    let formula = || Formula::new(&empty("4x4"), Encoding::Extended).unwrap();
    let running = Budget::unlimited().with_time(Duration::ZERO).start();
    for backend in inside() {
        let opened = Instance::open(&backend, &OpenOptions::default(), formula(), &[], &running);
        assert!(matches!(opened, Err(Error::Stopped(StopReason::Time))), "{backend}");
    }
}

#[test]
fn an_instance_is_asked_about_candidates_again_and_again() {
    let running = &Budget::unlimited().start();
    // With the clues 1 and 2 in row 1, r1c3=1 and r1c1=1 are settled in the reduced encoding.
    let puzzle = grid("12..............");
    for backend in inside() {
        for &encoding in Encoding::all() {
            let mut instance = instance(&backend, &puzzle, encoding, &[]);
            let told = format!("{backend} {encoding}");
            let can = instance.solver().capabilities();
            assert_eq!(instance.solver().name(), backend.to_string(), "{told}");
            if !(can.incremental && can.assumptions) {
                continue;
            }
            let wanted = [(candidate(1, 1, 1), true), (candidate(1, 3, 4), true), (candidate(2, 1, 3), false)];
            let solution = instance.solve(&puzzle, wanted, running).unwrap().satisfiable().unwrap();
            assert!(
                wanted.iter().all(|&(clue, is_true)| solution.clues().any(|other| other == clue) == is_true),
                "{told}"
            );
            assert!(
                instance.solve(&puzzle, [(candidate(1, 3, 1), true)], running).unwrap().is_unsatisfiable(),
                "{told}"
            );
            assert!(
                instance.solve(&puzzle, [(candidate(1, 1, 1), false)], running).unwrap().is_unsatisfiable(),
                "{told}"
            );
            // Two of these three clash.
            let clash = [candidate(4, 4, 1), candidate(2, 2, 4), candidate(2, 1, 4)];
            assert!(
                instance.solve(&puzzle, clash.map(|clue| (clue, true)), running).unwrap().is_unsatisfiable(),
                "{told}"
            );
            if can.failed {
                assert_eq!(instance.failed(&clash), clash[1..], "{told}");
            }
            // Nothing has r1c3=1, so that nothing is excluded with it; r1c3=4 is then excluded for good.
            instance.exclude(&[candidate(1, 3, 1), candidate(1, 3, 4)]).unwrap();
            assert!(instance.solve(&puzzle, [(candidate(1, 3, 4), true)], running).unwrap().is_satisfiable(), "{told}");
            instance.exclude(&[candidate(1, 3, 4)]).unwrap();
            assert!(
                instance.solve(&puzzle, [(candidate(1, 3, 4), true)], running).unwrap().is_unsatisfiable(),
                "{told}"
            );
            let mut left = 0;
            while let Verdict::Satisfiable(solution) = instance.solve(&puzzle, [], running).unwrap() {
                instance.block(&solution).unwrap();
                left += 1;
            }
            assert_eq!(left, 12, "{told}: half of 24");
        }
    }
}

#[test]
fn an_instance_takes_further_clauses_and_switches_them() {
    let running = &Budget::unlimited().start();
    let puzzle = grid(".4.2...1.....3..");
    let formula = Formula::new(&puzzle, Encoding::Extended).unwrap();
    let solution = varisat().solve(&puzzle).unwrap().satisfiable().unwrap();
    let block = formula.blocking_clause(&solution);
    for backend in inside() {
        let mut blocked = instance(&backend, &puzzle, Encoding::Extended, std::slice::from_ref(&block));
        assert!(blocked.solve(&puzzle, [], running).unwrap().is_unsatisfiable(), "{backend}");
        assert_eq!(blocked.clauses(), formula.size().clauses, "{backend}");
        let mut switched = instance(&backend, &puzzle, Encoding::Extended, &[]);
        if switched.solver().capabilities().assumptions && switched.solver().capabilities().incremental {
            let switch = switched.switch().unwrap();
            switched.add_clause(&[block.as_slice(), &[!switch]].concat()).unwrap();
            assert!(switched.solve_assuming(&[switch], running).unwrap().is_unsatisfiable(), "{backend}");
            let found = switched.solve(&puzzle, [], running).unwrap();
            assert_eq!(found.satisfiable().as_ref(), Some(&solution), "{backend}");
            assert_eq!(switched.variables(), blocked.variables() + 1, "{backend}");
        }
    }
}

#[test]
fn what_crosses_threads_may_and_solvers_read_back_from_their_names() {
    fn crosses<T: Send + Sync>() {}
    crosses::<Grid>();
    crosses::<Solution>();
    crosses::<Solver>();
    crosses::<Options>();
    crosses::<Budget>();
    crosses::<Error>();
    for solver in Solver::all().into_iter().chain([Solver::Auto, Solver::Sat(Backend::external("my solver"))]) {
        assert_eq!(solver.to_string().parse(), Ok(solver));
    }
    for name in ["", "sat:", "sat:minisat99", "sat:external=", "dance"] {
        assert!(name.parse::<Solver>().is_err(), "{name}");
    }
}
