//! Backends of one's own that lie: a session and a formula that is asked by hand name them.

use satdoku::backend::{BackendError, Capabilities, OpenOptions};
use satdoku::encoding::Term;
use satdoku::sat::Instance;
use satdoku::{
    Backend, Budget, Candidate, ClauseSink, Encoding, Formula, Grid, Lit, Mode, Model, Options, Running, SatBackend,
    Solver, Techniques, Verdict,
};

/// A backend that returns given models in turn, and *unsatisfiable* for `None`.
struct Script(Vec<Option<Model>>);

impl ClauseSink for Script {
    type Error = BackendError;

    fn add_clause(&mut self, _: &[Lit]) -> Result<(), BackendError> {
        Ok(())
    }
}

impl SatBackend for Script {
    fn name(&self) -> &'static str {
        "script"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::default().with_incremental(true).with_assumptions(true)
    }

    fn solve_assuming(&mut self, _: &[Lit], _: &Running) -> Result<Verdict<Model>, BackendError> {
        Ok(if self.0.is_empty() { None } else { self.0.remove(0) }.map_or(Verdict::Unsatisfiable, Verdict::Satisfiable))
    }
}

#[test]
fn a_backend_of_ones_own_that_repeats_or_denies_is_wrong_by_name() {
    let puzzle: Grid = "1.34...2..4.....".parse().unwrap();
    let formula = Formula::new(&puzzle, Encoding::Minimal).unwrap();
    let models: Vec<Model> = Solver::Mrv
        .solutions(&puzzle)
        .unwrap()
        .map(|solution| {
            let solution = solution.unwrap();
            let mut model = Model::with_variables(formula.variables() as usize);
            for (cell, digit) in
                puzzle.geometry().cells().flat_map(|cell| puzzle.geometry().digits().map(move |digit| (cell, digit)))
            {
                if let Term::Lit(lit) = formula.map().term(Candidate::new(cell, digit)) {
                    model.assign(if solution.get(cell) == Some(digit) { lit } else { !lit });
                }
            }
            model
        })
        .collect();
    let [one, two, three] = &models[..] else { panic!("three solutions") };
    let repeated = "script returned a wrong answer: the solution was given before";
    let denied = "script returned a wrong answer: it denied a solution that exists";
    for (says, expected) in [
        (vec![Some(one), Some(one)], repeated),
        (vec![Some(one), Some(two), Some(one)], repeated),
        (vec![None], denied),
        (vec![Some(one), Some(two), None], denied),
        (vec![Some(one), Some(two), Some(three), None], "3"),
    ] {
        let says: Vec<Option<Model>> = says.into_iter().map(Option::<&Model>::cloned).collect();
        for mode in [Mode::Fresh, Mode::Shared] {
            let options =
                Options::default().with_mode(mode).with_encoding(Encoding::Minimal).with_reduce(Techniques::NONE);
            let says = says.clone();
            let open = move |_: &OpenOptions| Ok(Box::new(Script(says.clone())) as Box<dyn SatBackend>);
            let solver = Solver::Sat(Backend::own("script", open));
            let mut session = solver.session(puzzle.geometry(), &options).unwrap();
            let told = match session.count(&puzzle, None) {
                Ok(count) => count.to_string(),
                Err(error) => error.to_string(),
            };
            assert_eq!(told, expected, "{mode:?}");
        }
    }
    // So it is where a formula is asked by hand.
    let open = |says: Vec<Option<Model>>| {
        Instance::load(Box::new(Script(says)), formula.clone(), &[], &Budget::unlimited().start()).unwrap()
    };
    let solution = |model: &Model| formula.decode(model).unwrap();
    let mut blocked = open(vec![Some(one.clone()), Some(one.clone())]);
    let first = blocked.solve(&puzzle, [], &Budget::unlimited().start()).unwrap();
    assert!(first.is_satisfiable());
    blocked.block(&solution(one)).unwrap();
    assert_eq!(blocked.solve(&puzzle, [], &Budget::unlimited().start()).unwrap_err().to_string(), repeated);
    let open_cell = solution(one).clues().find(|clue| solution(two).get(clue.cell) != Some(clue.digit)).unwrap();
    let mut excluded = open(vec![Some(one.clone())]);
    excluded.exclude(&[open_cell]).unwrap();
    let broken = "script returned a wrong answer: the model breaks a clause that was added to the formula";
    assert_eq!(excluded.solve(&puzzle, [], &Budget::unlimited().start()).unwrap_err().to_string(), broken);
    let told =
        open(vec![Some(two.clone())]).solve(&puzzle, [(open_cell, true)], &Budget::unlimited().start()).unwrap_err();
    assert_eq!(told.to_string(), "script returned a wrong answer: the model denies an assumption");
}
