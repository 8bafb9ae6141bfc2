//! Steps, paths and ratings: every step is checked, and what a finder gets wrong is withheld.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use satdoku::generate::{Kind, Random, Recipe};
use satdoku::geometry::Geometry;
use satdoku::logic::board::Board;
use satdoku::logic::finder::{Found, LadderRow, Position};
use satdoku::logic::layout::{BoardTables, Literal, PencilMark, Set, TooLarge};
use satdoku::logic::profile::CustomProfile;
use satdoku::logic::proof::{Because, ProofLine};
use satdoku::logic::step::Figure;
use satdoku::logic::walk::{NumberOfSolutions, Referee, Walk, Wrong};
use satdoku::logic::{
    Guide, GuideError, HintRequest, Level, PathEnd, Profile, Rated, Step, Technique, technique_named,
};
use satdoku::{Budget, Grid, Solver, StopReason};

use crate::common::{cases, is_thorough};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

static PLANTED: Technique = Technique {
    name: "planted",
    title: "planted",
    aliases: &[],
    rating: 10,
    highest: 10,
    hodoku: None,
    needs_uniqueness: false,
    summary: "a wrong technique of a test",
};

/// Strikes out the first candidate of the first empty cell, with a proof or without one that holds.
fn strike_first(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let cell = position.board.empty_cells().next().expect("an empty cell");
    let mark = PencilMark::new(cell, position.board.digits(cell).trailing_zeros() as usize);
    found(Step {
        technique: &PLANTED,
        rating: 10,
        placed: Vec::new(),
        struck: vec![mark],
        proof: vec![ProofLine::once(mark, Set::cell(cell))],
        figure: Figure::default(),
    })
}

static LADDER: &[LadderRow] = &[LadderRow { techniques: &[&PLANTED], find: strike_first, score: None }];

#[test]
fn a_wrong_technique_is_withheld_by_name() {
    let puzzle: Grid = PUZZLE.parse().unwrap();
    let layout = BoardTables::of(&puzzle).unwrap();
    let running = Budget::unlimited().start();
    let referee = Referee::none();
    let mut walk = Walk::new(Board::of(&layout, &puzzle), LADDER, &referee, true, &running);
    assert!(walk.next_step().unwrap().is_none());
    assert!(matches!(walk.faults(), [fault] if fault.technique == "planted" && matches!(fault.why, Wrong::Proof(_))));
    assert!(walk.faults()[0].to_string().starts_with("a step by planted was withheld, an error of its finder: "));
}

/// Writes the only digit of a cell.
fn write_first(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    position.board.naked_singles().try_for_each(|cell| {
        let mark = PencilMark::new(cell, position.board.digits(cell).trailing_zeros() as usize);
        let proof = vec![ProofLine::has(mark, Set::cell(cell))];
        let (placed, struck) = (vec![mark], Vec::new());
        found(Step { technique: &PLANTED, rating: 10, placed, struck, proof, figure: Figure::default() })
    })
}

#[test]
fn a_technique_of_ones_own_is_in_hints_paths_and_ratings_and_withheld_where_it_is_wrong() {
    static RIGHT: LadderRow = LadderRow { techniques: &[&PLANTED], find: write_first, score: None };
    static WRONG: LadderRow = LadderRow { techniques: &[&PLANTED], find: strike_first, score: None };
    let puzzle: Grid = PUZZLE.parse().unwrap();
    for (row, is_right) in [(RIGHT, true), (WRONG, false)] {
        let ladder_rows = [row].into_iter().chain(Profile::Se.ladder_rows().iter().copied()).collect();
        let profile =
            Box::leak(Box::new(CustomProfile { name: "mine", ladder_rows: Vec::leak(ladder_rows), beyond: &[] }));
        let mut guide = Guide::by(Profile::Custom(profile));
        let path = guide.path(&puzzle).unwrap();
        assert_eq!((path.end, path.profile.to_string()), (PathEnd::Solved, "mine".to_owned()));
        assert_eq!(
            (path.steps.iter().any(|step| *step.technique == PLANTED), path.faults.is_empty()),
            (is_right, is_right)
        );
        let hint = guide.hint(&puzzle, &HintRequest::default()).unwrap();
        assert_eq!(*hint.hints.steps[0].technique == PLANTED, is_right);
        let rating = guide.rate(&puzzle, None).unwrap().rating().unwrap();
        assert_eq!(rating.er, if is_right { 10 } else { 12 }, "{rating}");
        assert!("mine".parse::<Profile>().is_err(), "no text names it");
    }
}

/// Strikes 2 out of r1c1 as that has the 1 of its row, by way of a rule whose first cell has two true digits then.
fn strike_by_rule(_: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let [one, two, beside] = [PencilMark::new(0, 0), PencilMark::new(0, 1), PencilMark::new(1, 3)];
    let by_rule = ProofLine { says: Literal::off(beside), because: Because::Rule(0) };
    let lines = vec![by_rule, ProofLine::once(two, Set::cell(0))];
    found(Step {
        technique: &PLANTED,
        rating: 10,
        placed: Vec::new(),
        struck: vec![two],
        proof: vec![ProofLine::has(one, Set::unit(0, 0)), ProofLine::refuted(Literal::off(two), lines)],
        figure: Figure::default(),
    })
}

static BY_RULE: &[LadderRow] = &[LadderRow { techniques: &[&PLANTED], find: strike_by_rule, score: None }];

#[test]
fn a_rule_over_a_cell_with_two_true_digits_has_no_filling() {
    let puzzle: Grid = ".......1.....1..".parse().unwrap();
    let puzzle = puzzle.with_rules(vec!["difference 2 r1c1 r1c2".parse().unwrap()]).unwrap();
    let layout = BoardTables::of(&puzzle).unwrap();
    let running = Budget::unlimited().start();
    let referee = Referee::none();
    let mut walk = Walk::new(Board::of(&layout, &puzzle), BY_RULE, &referee, true, &running);
    assert!(walk.next_step().unwrap().is_some(), "{:?}", walk.faults());
}

/// The proof holds on wrong candidates, and the solution has the digit all the same.
#[test]
fn a_step_that_contradicts_the_solution_is_withheld() {
    let puzzle: Grid = PUZZLE.parse().unwrap();
    let referee = Guide::default().referee(&puzzle).unwrap();
    let allowed = referee.allowed.clone().expect("solved");
    let layout = BoardTables::of(&puzzle).unwrap();
    let cell = (0..81).find(|&cell| Board::of(&layout, &puzzle).digits(cell).count_ones() > 1).unwrap();
    let mut candidates = vec![511; 81];
    let open = Board::of(&layout, &puzzle).digits(cell) & !allowed[cell];
    candidates[cell] = 1 << open.trailing_zeros();
    let board = Board::with_candidates(&layout, &puzzle, &candidates);
    let running = Budget::unlimited().start();
    let ladder_rows: Vec<LadderRow> = Profile::Se
        .ladder_rows()
        .iter()
        .filter(|ladder_row| ladder_row.techniques[0].name == "naked-single")
        .copied()
        .collect();
    let mut walk = Walk::new(board, &ladder_rows, &referee, true, &running);
    let step = walk.next_step().unwrap();
    assert!(step.is_none_or(|step| step.placed[0].cell() != cell));
    assert!(walk.faults().iter().any(|fault| matches!(fault.why, Wrong::Solution(_))), "{:?}", walk.faults());
}

/// A path, or its beginning: explanations go on where techniques end, and not all of them are waited for.
fn path_within(time: Duration, guide: &mut Guide, puzzle: &Grid) -> satdoku::logic::Path {
    let start = guide.start(puzzle).unwrap();
    let referee = guide.referee(puzzle).unwrap();
    let mut limited = guide.clone();
    limited.options.budget = Budget::unlimited().with_time(time);
    limited.path_from(start, &referee)
}

fn path_within_2_s(guide: &mut Guide, puzzle: &Grid) -> satdoku::logic::Path {
    path_within(Duration::from_secs(2), guide, puzzle)
}

#[test]
fn paths_end_in_the_solution_on_boards_of_many_kinds() {
    let mut guide = Guide::default();
    let boards = ["3x3", "2x3", "2x2", "3x3+diagonals", "windoku", "latin6"];
    let (puzzles, time) = cases((1, Duration::from_millis(500)), (3, Duration::from_secs(2)));
    let mut solved = 0;
    for board in boards {
        let geometry: Geometry = board.parse().unwrap();
        let recipe = Recipe::new(&Arc::new(geometry), Kind::Unique).with_seed(5);
        let made = recipe.puzzles(0..puzzles, &Budget::unlimited()).expect("a recipe for every board");
        for (seed, made) in made.enumerate() {
            let puzzle = made.expect("a puzzle").puzzle;
            for path in Profile::all().iter().map(|&profile| {
                guide.profile = profile;
                path_within(time, &mut guide, &puzzle)
            }) {
                assert_eq!(
                    (path.solutions, path.faults.as_slice()),
                    (NumberOfSolutions::One, &[][..]),
                    "{board} {seed}"
                );
                if path.end != PathEnd::Solved {
                    continue;
                }
                solved += 1;
                let mut end = path.start.clone();
                for step in &path.steps {
                    step.take(&mut end);
                    assert!(!step.on(end.layout()).proof().is_empty());
                }
                assert!(end.to_grid().is_solved(), "{board} {seed}");
            }
        }
    }
    assert!(solved > cases(boards.len() / 3, boards.len()), "{solved}");
}

#[test]
fn cages_and_units_are_added_up() {
    let mut guide = Guide::default();
    for (board, puzzles) in [("2x3", 4), ("3x3", 2)] {
        let geometry: Geometry = board.parse().unwrap();
        let rules = vec!["killer".parse().unwrap()];
        let recipe = Recipe::new(&Arc::new(geometry), Kind::Unique).with_seed(3).with_rules(rules);
        let (mut solved, mut sums) = (0, 0);
        'made: for made in recipe.puzzles(0..puzzles, &Budget::unlimited()).expect("a recipe for every board") {
            let puzzle = made.expect("a puzzle").puzzle;
            for &profile in Profile::all() {
                guide.profile = profile;
                let path = path_within_2_s(&mut guide, &puzzle);
                assert_eq!((path.solutions, path.faults.as_slice()), (NumberOfSolutions::One, &[][..]), "{puzzle}");
                solved += usize::from(path.end == PathEnd::Solved);
                sums += path.steps.iter().filter(|step| step.technique.name == "unit-sum").count();
                // The quick size ends where both were seen.
                if !is_thorough() && solved > 0 && sums > 0 {
                    break 'made;
                }
            }
        }
        assert!(solved > 0 && sums > 0, "{board}: {solved} solved, {sums} sums");
    }
}

#[test]
fn what_has_no_rating_says_why() {
    let mut guide = Guide::default();
    let mut rate = |text: &str, most| guide.rate(&text.parse().unwrap(), most).unwrap();
    assert_eq!(rate("1.34...2..4.....", None), Rated::SeveralSolutions);
    assert_eq!(rate("123....4........", None), Rated::NoSolution);
    assert_eq!(rate("11..............", None), Rated::NoSolution);
    assert_eq!(rate("1234341221434321", None), Rated::Complete);
    assert_eq!(rate(PUZZLE, Some(10)), Rated::Above(Profile::Se, 10));
    let rating = rate(PUZZLE, Some(40)).rating().expect("easy");
    assert_eq!((rating.ep, rating.ed, rating.has_uniqueness), (12, 12, false));
    assert!(rating.er <= 23 && rating.steps == 51, "{rating:?}");
}

#[test]
fn a_score_is_the_sum_of_its_steps() {
    let mut guide = Guide::default();
    guide.profile = Profile::Hodoku;
    let puzzle: Grid = PUZZLE.parse().unwrap();
    let path = guide.path(&puzzle).unwrap();
    let points = path.steps.iter().map(|step| Profile::Hodoku.score(step.technique).expect("of the profile").points);
    let scored = guide.rate(&puzzle, None).unwrap().score().expect("one solution");
    assert_eq!((scored.score, scored.steps, scored.level), (points.sum(), 51, Level::Easy));
    assert_eq!(guide.rate(&puzzle, Some(scored.score * 10)).unwrap(), Rated::Scored(scored.clone()));
    assert_eq!(guide.rate(&puzzle, Some(209)).unwrap(), Rated::ScoreAbove(20));
    assert_eq!(Level::Easy.raised(801), Level::Medium);
    assert_eq!((Level::Hard.raised(10), Level::Medium.raised(9999)), (Level::Hard, Level::Extreme));
}

#[test]
fn a_spent_budget_is_no_rating() {
    let token = satdoku::CancelToken::new();
    token.cancel();
    let mut guide = Guide::default();
    guide.options.budget = Budget::unlimited().with_cancel(token);
    let puzzle: Grid = PUZZLE.parse().unwrap();
    assert_eq!(guide.rate(&puzzle, None).unwrap(), Rated::Stopped(StopReason::Cancelled));
    guide.options.budget = Budget::unlimited().with_steps(0);
    for puzzle in [puzzle, ".".repeat(16).parse().unwrap()] {
        assert_eq!(guide.rate(&puzzle, None).unwrap(), Rated::Stopped(StopReason::Steps));
    }
}

#[test]
fn boards_beyond_the_tables_are_refused_by_name() {
    let squares: Vec<String> = (0..12).map(|at| format!("8x8@r{}c1", at * 64 + 1)).collect();
    for (board, expected) in [
        (squares.join("+"), TooLarge { what: "cells", most: 46_336, found: 49_152 }),
        ("latin65".to_owned(), TooLarge { what: "digits", most: 64, found: 65 }),
        (
            "latin2".to_owned() + &"+unit:r1c1,r2c2".repeat(65_532),
            TooLarge { what: "units", most: 65_535, found: 65_536 },
        ),
    ] {
        let puzzle = Grid::empty(&Arc::new(board.parse().unwrap()));
        assert_eq!(BoardTables::of(&puzzle).unwrap_err(), expected);
    }
}

#[test]
fn several_solutions_are_gone_through_as_far_as_they_agree() {
    let puzzle: Grid = "1.34...2..4.....".parse().unwrap();
    let path = Guide::default().path(&puzzle).unwrap();
    assert_eq!((path.end, path.solutions, path.faults.len()), (PathEnd::Stuck, NumberOfSolutions::Several, 0));
    assert!(path.steps.iter().all(|step| !step.technique.needs_uniqueness));
    let solutions: Vec<_> = Solver::Auto.solutions(&puzzle).unwrap().map(Result::unwrap).collect();
    let layout = path.start.layout();
    for placed in path.steps.iter().flat_map(|step| &step.placed) {
        let candidate = layout.candidate(*placed);
        assert!(solutions.iter().all(|solution| solution.get(candidate.cell) == Some(candidate.digit)));
    }
}

#[test]
fn techniques_have_names_of_their_own() {
    let all: Vec<&Technique> = Profile::all().iter().flat_map(|profile| profile.techniques()).collect();
    for technique in &all {
        assert_eq!(technique_named(technique.name).map(|of| of.name), Some(technique.name));
        assert_eq!(technique_named(technique.title).map(|of| of.name), Some(technique.name), "{}", technique.title);
        assert!(technique.rating <= technique.highest && !technique.summary.ends_with('.'), "{}", technique.name);
    }
    assert_eq!(technique_named("Y_Wing").map(|of| of.name), Some("xy-wing"));
    assert!(technique_named("none").is_none());
}

/// The rule follows from the solution, but an exchange of digits may break it.
#[test]
fn uniqueness_is_not_used_where_there_are_rules() {
    let text = "..97....1.8.934.....5.2...47....5..3..6..2...1..47..5...2....4.......1.56....7..8";
    let puzzle: Grid = text.parse().unwrap();
    let rule = "thermometer r1c1 r1c2".parse().unwrap();
    let mut guide = Guide::default();
    let uses_it = |path: &satdoku::logic::Path| path.steps.iter().any(|step| step.technique.needs_uniqueness);
    assert!(uses_it(&guide.path(&puzzle).unwrap()));
    let path = path_within_2_s(&mut guide, &puzzle.with_rules(vec![rule]).unwrap());
    assert!(path.faults.is_empty() && !uses_it(&path), "{:?}", path.faults);
}

/// The candidates that a rule excludes beside each other are links of chains, and what rules strike out joins dynamic ones.
#[test]
fn rules_take_part_in_chains() {
    let mut text = vec![b'.'; 81];
    (text[4 * 9 + 2], text[5 * 9 + 6]) = (b'1', b'2');
    let rules = ["antiknight", "antiking", "nonconsecutive"].iter().map(|rule| rule.parse().unwrap()).collect();
    let miracle: Grid = std::str::from_utf8(&text).unwrap().parse().unwrap();
    let miracle = miracle.with_rules(rules).unwrap();
    let geometry: Arc<Geometry> = Arc::new("2x3".parse().unwrap());
    let arrows = Recipe::new(&geometry, Kind::Minimal).with_seed(3).with_rules(vec!["arrow".parse().unwrap()]);
    let arrow = arrows.puzzles(0..1, &Budget::unlimited()).unwrap().next().unwrap().expect("a puzzle").puzzle;
    let mut guide = Guide::default();
    for (puzzle, name) in [(miracle, "forcing-chain"), (arrow, "region-forcing-chain")] {
        let path = path_within_2_s(&mut guide, &puzzle);
        assert_eq!((path.end, path.faults.as_slice()), (PathEnd::Solved, &[][..]), "{puzzle}");
        assert!(path.steps.iter().any(|step| step.technique.name == name), "{puzzle}");
        assert!(guide.rate(&puzzle, None).unwrap().rating().is_some(), "{puzzle}");
    }
}

#[test]
fn a_thermometer_is_one_step() {
    let puzzle: Grid = ".".repeat(16).parse().unwrap();
    let rules = vec!["thermometer r1c1 r1c2 r2c3".parse().unwrap()];
    let puzzle = puzzle.with_rules(rules).unwrap();
    let mut guide = Guide::default();
    let board = guide.start(&puzzle).unwrap();
    let hints = guide.hints(&board, &Referee::none(), true, &|step| step.technique.name == "rule");
    let [step] = &hints.steps[..] else { panic!("{:?}", hints.steps) };
    let mut struck: Vec<(usize, usize)> = step.struck.iter().map(|mark| (mark.cell(), mark.digit() + 1)).collect();
    struck.sort_unstable();
    assert_eq!(struck, [(0, 3), (0, 4), (1, 1), (1, 4), (6, 1), (6, 2)]);
    assert!(hints.faults.is_empty(), "{:?}", hints.faults);
}

/// What earlier steps have struck out is told by the caller, so that hints one at a time are the path.
#[test]
fn hints_with_struck_candidates_are_the_path() {
    let puzzle: Grid =
        "......26.4.53.....6.1..9...9..7.........64....7....3.1..31.........4.687......5..".parse().unwrap();
    let mut guide = Guide::default();
    let path = guide.path(&puzzle).unwrap();
    assert!(path.steps.iter().filter(|step| step.placed.is_empty()).count() > 2);
    let (mut played, mut struck) = (puzzle, Vec::new());
    for step in &path.steps {
        let request = HintRequest::default().with_struck(struck.clone());
        let hinted = guide.hint(&played, &request).unwrap();
        let found = &hinted.hints.steps[0];
        assert_eq!((&found.placed, &found.struck), (&step.placed, &step.struck), "{}", step.technique.name);
        let layout = path.start.layout();
        struck.extend(step.struck.iter().map(|&mark| layout.candidate(mark)));
        for clue in step.placed.iter().map(|&mark| layout.candidate(mark)) {
            played.set(clue.cell, Some(clue.digit)).unwrap();
        }
    }
    assert!(played.is_solved());
}

#[test]
fn a_wrong_strike_is_said_and_one_beside_the_board_refused() {
    let puzzle: Grid = PUZZLE.parse().unwrap();
    let mut guide = Guide::default();
    let mut hint =
        |struck: &str| guide.hint(&puzzle, &HintRequest::default().with_struck(vec![struck.parse().unwrap()]));
    assert_eq!(hint("r1c3=4").unwrap().sentence().unwrap(), "A candidate is missing: r1c3=4 is in a solution.");
    assert!(matches!(hint("r10c1=4"), Err(GuideError::NoCell(_))));
    assert!(matches!(hint("r1c3=10"), Err(GuideError::NoDigit(_))));
}

/// A referee that knows all solutions sees at once where no step is left, and only there.
#[test]
fn where_nothing_follows_no_technique_finds_a_step() {
    let board = crate::common::board("2x2");
    let solution: Grid = "1234341221434321".parse().unwrap();
    let (mut random, mut guide) = (Random::new(7, 0), Guide::default());
    let mut ended = [0; 2];
    for _ in 0..150 {
        let mut puzzle = Grid::empty(&board);
        for at in random.shuffled(16).into_iter().take(random.below(6)) {
            let cell = board.cell(at);
            puzzle.set(cell, solution.get(cell)).unwrap();
        }
        let referee = guide.referee(&puzzle).unwrap();
        if referee.solutions != NumberOfSolutions::Several {
            continue;
        }
        // Takes all steps: somewhere nothing follows.
        let path = guide.path(&puzzle).unwrap();
        let mut position = guide.start(&puzzle).unwrap();
        for step in &path.steps {
            step.take(&mut position);
        }
        for position in [guide.start(&puzzle).unwrap(), position] {
            let blind = Referee { allowed: None, ..referee.clone() };
            let [by_all, by_blind] = [&referee, &blind].map(|referee| guide.next_step(&position, referee).is_some());
            assert_eq!(by_all, by_blind, "{puzzle}");
            ended[usize::from(by_all)] += 1;
        }
    }
    assert!(ended[0] > 20 && ended[1] > 20, "{ended:?}");
}
