//! Several solvers at once: one answer, no matter who gives it, and nobody left running.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::{corpus, grid, within};
use satdoku::solver::Ability;
use satdoku::{
    Backend, Budget, CancelToken, Count, Error, Geometry, Grid, ItemChoice, Member, Options, Portfolio, Solver,
    StopReason, Verdict,
};

const DANCING_LINKS: Solver = Solver::DancingLinks(ItemChoice::Smallest);

fn of(members: &[Solver]) -> Options {
    let members = members.iter().cloned().map(Member::from).collect();
    Options::default().with_portfolio(Portfolio::default().with_members(members))
}

/// A grid that plain backtracking does not fill in a lifetime.
fn hopeless() -> Grid {
    grid("5x5", &format!("{}{}", ".".repeat(600), "ABCDEFGHIJKLMNOPQRSTUVWXY"))
}

#[test]
fn members_agree_with_the_corpus() {
    let options = of(&[Solver::Mrv, DANCING_LINKS]);
    for case in corpus().iter().filter(|case| case.puzzle.geometry().digit_count() <= 9 && case.count < 10_000) {
        let count = Solver::Portfolio.count_with(&case.puzzle, None, &options).expect("a count");
        assert_eq!(count, Count::exact(case.count), "{}", case.name);
        let verdict = Solver::Portfolio.solve_with(&case.puzzle, &options).expect("an answer");
        assert_eq!(verdict.is_satisfiable(), case.count > 0, "{}", case.name);
    }
}

#[test]
fn whoever_is_first_stops_the_others() {
    let options = of(&[Solver::Backtracking, DANCING_LINKS]);
    let mut session = Solver::Portfolio.session(hopeless().geometry(), &options).expect("a session");
    let watch = Instant::now();
    assert!(session.solve(&hopeless()).expect("an answer").is_satisfiable());
    assert!(watch.elapsed() < Duration::from_secs(20), "{:?}", watch.elapsed());
    assert_eq!(session.winner(), Some(&DANCING_LINKS));
}

#[test]
fn a_deterministic_portfolio_answers_alike_each_time() {
    let mut options = of(&[Solver::Mrv, DANCING_LINKS, Solver::DancingLinks(ItemChoice::Leftmost)]);
    options.portfolio.is_deterministic = true;
    let puzzle = grid("3x3", &".".repeat(81));
    let expected = Solver::Mrv.solve(&puzzle).expect("an answer");
    for _ in 0..20 {
        let mut session = Solver::Portfolio.session(puzzle.geometry(), &options).expect("a session");
        assert_eq!(session.solve(&puzzle).expect("an answer"), expected);
        assert_eq!(session.winner(), Some(&Solver::Mrv));
    }
}

#[test]
fn a_listing_has_every_solution_once() {
    let puzzle = grid("2x2", ".1..............");
    let options = of(&[DANCING_LINKS, Solver::Mrv]);
    let solutions = Solver::Portfolio.solutions_with(&puzzle, &options).expect("a listing");
    let solutions: Vec<String> =
        solutions.map(|solution| solution.map(|solution| solution.to_string())).collect::<Result<_, Error>>().unwrap();
    assert_eq!(solutions.len(), 72);
    assert_eq!(solutions.iter().collect::<BTreeSet<_>>().len(), 72);
}

/// The chosen members: before anything is listed all of them tell whether there is another, and a solver that learns lists it.
#[test]
fn a_chosen_team_lists_and_counts_alike() {
    let threads = std::num::NonZeroUsize::new(2);
    let options = Options::default().with_portfolio(Portfolio::default().with_threads(threads));
    let mut several = 0;
    for case in corpus().iter().filter(|case| case.count < 300 && case.puzzle.geometry().digit_count() <= 16) {
        let listed = Solver::Portfolio.solutions_with(&case.puzzle, &options).expect("a listing");
        let listed: Vec<String> = listed.map(|solution| solution.expect("a solution").to_string()).collect();
        assert_eq!(listed.len() as u64, case.count, "{}", case.name);
        assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), listed.len(), "{}", case.name);
        let count = |limit| Solver::Portfolio.count_with(&case.puzzle, limit, &options).expect("a count");
        assert_eq!(count(None), Count::exact(case.count), "{}", case.name);
        if case.count > 1 {
            assert_eq!(count(Some(2)), Count::at_least(2, StopReason::Limit), "{}", case.name);
            several += 1;
        }
    }
    assert!(several > 3);
}

#[test]
fn who_cannot_list_leaves_listing_and_counting_to_the_others() {
    assert!(Solver::Local.supports(Ability::Solve) && !Solver::Local.supports(Ability::Count));
    let empty = grid("2x2", &".".repeat(16));
    // Local search finds a solution; that there are 288 and no more only dancing links can say.
    let options = of(&[Solver::Local, DANCING_LINKS]);
    let listed: Result<BTreeSet<String>, Error> =
        Solver::Portfolio.solutions_with(&empty, &options).unwrap().map(|solution| Ok(solution?.to_string())).collect();
    assert_eq!(listed.unwrap().len(), 288);
    assert_eq!(Solver::Portfolio.count_with(&empty, None, &options).unwrap(), Count::exact(288));
    // By itself it tells that it does not know.
    let count = Solver::Portfolio.count_with(&empty, None, &of(&[Solver::Local])).unwrap();
    assert_eq!(count, Count::at_least(1, StopReason::Incomplete));
}

#[test]
fn limits_and_tokens_stop_all_members() {
    let members = [Solver::Backtracking, Solver::DancingLinks(ItemChoice::Leftmost)];
    let limited = of(&members).with_budget(Budget::unlimited().with_time(Duration::from_millis(100)));
    let token = CancelToken::new();
    let cancelled = of(&members).with_budget(Budget::unlimited().with_cancel(token.clone()));
    for (options, reason) in [(limited, StopReason::Time), (cancelled, StopReason::Cancelled)] {
        let watch = Instant::now();
        let token = Some(token.clone()).filter(|_| reason == StopReason::Cancelled);
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            token.iter().for_each(CancelToken::cancel);
        });
        let ask = move || Solver::Portfolio.solve_with(&hopeless(), &options).expect("an answer");
        let verdict = within(Duration::from_mins(1), ask);
        assert_eq!(verdict, Verdict::Unknown(reason));
        assert!(watch.elapsed() < Duration::from_millis(600), "{:?}", watch.elapsed());
    }
}

#[test]
fn one_that_is_not_there_is_no_harm_to_the_others() {
    let missing = Solver::Sat(Backend::external("no-such-solver"));
    let puzzle = grid("2x2", ".4..............");
    let options = of(&[missing.clone(), DANCING_LINKS]);
    assert!(Solver::Portfolio.solve_with(&puzzle, &options).expect("an answer").is_satisfiable());
    let options = of(&[missing]).with_reduce(satdoku::Techniques::NONE);
    assert!(matches!(Solver::Portfolio.solve_with(&puzzle, &options), Err(Error::Backend(_))));
}

#[cfg(feature = "varisat")]
#[test]
fn a_member_has_clauses_and_a_seed_of_its_own() {
    let members = vec![
        Member::from(Solver::Sat(Backend::Varisat)).with_encoding(satdoku::Encoding::Minimal).with_seed(7),
        Member::from(DANCING_LINKS),
    ];
    assert_eq!(members[0].to_string(), "sat:varisat minimal seed 7");
    let portfolio = Portfolio::default().with_members(members);
    let puzzle = grid("3x3", &".".repeat(81));
    let verdict = Solver::Portfolio.solve_with(&puzzle, &Options::default().with_portfolio(portfolio));
    assert!(verdict.expect("an answer").is_satisfiable());
}

/// Rows of 40 digits in 36 columns: local search knows no such board, and takes no memory from those that do.
#[test]
fn local_search_takes_no_part_where_it_cannot_answer() {
    let board = Arc::new("36x40/40".parse::<Geometry>().unwrap());
    let options = Options::default().with_memory(2 << 30);
    assert!(Solver::Auto.solve_with(&Grid::empty(&board), &options).unwrap().is_satisfiable());
}
