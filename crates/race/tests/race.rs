//! The horse race, in this process: rows, resuming, limits, answers that are wrong, scores and the report.
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use satdoku::{AtMostOne, Budget, CancelToken, Encoding, Grid, Solver, Techniques};
use satdoku_race::{
    Ended, Entrant, Instance, Options, Outcome, Preset, Race, RaceError, Record, Report, Results, scores,
};

fn entrant(solver: &str) -> Entrant {
    Entrant::from(solver.parse::<Solver>().unwrap())
}

/// A program that answers *unsatisfiable* to everything.
const DENIER: &str = "sat:external=sh -c 'echo s UNSATISFIABLE; exit 20' {}";

fn small_race() -> Race {
    let instances = Instance::generate(2..=3, &[], 3, 5, &Budget::unlimited()).unwrap();
    let entrants = ["mrv", "dlx", "nine"].map(entrant).into();
    Race { instances, entrants, options: Options { repetitions: 2, ..Options::default() } }
}

fn keys(results: &Results) -> Vec<(String, String, u32, Outcome)> {
    let key =
        |record: &Record| (record.digest.clone(), record.entrant.clone(), record.repetition, record.outcome.clone());
    results.records.iter().map(key).collect()
}

#[test]
fn every_run_is_a_row_and_unknown_boards_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut seen = Vec::new();
    let results = small_race().run(folder.path(), |watch| seen.push((watch.made, watch.all))).unwrap();
    // Three 4×4 and three 9×9 puzzles, of which `nine` knows the latter only.
    assert_eq!(seen, (0..=30).map(|made| (made, 30)).collect::<Vec<_>>());
    assert!(results.records.iter().all(|record| record.outcome == Outcome::Satisfiable));
    assert!(results.records.iter().all(|record| record.entrant != "nine" || record.side == 9));
    assert!(results.records.iter().all(|record| record.total > Duration::ZERO));
    let table = fs::read_to_string(folder.path().join("results.csv")).unwrap();
    let columns = table.lines().next().unwrap().split(',').count();
    assert_eq!(table.lines().count(), 31);
    assert!(table.lines().all(|line| line.split(',').count() == columns));
    let lines = fs::read_to_string(folder.path().join("results.jsonl")).unwrap();
    for line in lines.lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(object.as_object().unwrap().len(), columns);
    }
}

#[test]
fn a_race_that_was_cut_anywhere_ends_with_the_same_table() {
    let whole = tempfile::tempdir().unwrap();
    let race = small_race();
    let expected = race.run(whole.path(), |_| ()).unwrap();
    let lines = fs::read(whole.path().join("results.jsonl")).unwrap();
    for cut in [0, 1, lines.len() / 3, lines.len() / 2 + 7, lines.len() - 1] {
        let folder = tempfile::tempdir().unwrap();
        fs::copy(whole.path().join("race.json"), folder.path().join("race.json")).unwrap();
        fs::write(folder.path().join("results.jsonl"), &lines[..cut]).unwrap();
        let kept = lines[..cut].iter().filter(|&&byte| byte == b'\n').count();
        let mut started_at = None;
        let results = race.run(folder.path(), |watch| _ = started_at.get_or_insert(watch.made)).unwrap();
        assert_eq!(started_at, Some(kept), "cut at {cut}");
        assert_eq!(keys(&results), keys(&expected), "cut at {cut}");
        let table = fs::read_to_string(folder.path().join("results.csv")).unwrap();
        assert_eq!(table.lines().collect::<HashSet<_>>().len(), 31, "cut at {cut}");
        // Rows from before the interruption keep their times.
        let now = fs::read(folder.path().join("results.jsonl")).unwrap();
        let end = lines[..cut].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        assert_eq!(now[..end], lines[..end]);
    }
}

#[test]
fn a_cancelled_race_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let cancel = CancelToken::new();
    let mut race = small_race();
    race.options.cancel = cancel.clone();
    let results = race
        .run(folder.path(), |watch| {
            if watch.made == 7 {
                cancel.cancel();
            }
        })
        .unwrap();
    assert_eq!((results.ended, results.records.len()), (Ended::Cancelled, 7));
    let results = small_race().run(folder.path(), |_| ()).unwrap();
    assert_eq!((results.ended, results.records.len()), (Ended::Complete, 30));
}

#[test]
fn the_order_of_runs_is_drawn_from_the_seed() {
    let order = |seed| {
        let folder = tempfile::tempdir().unwrap();
        let mut race = small_race();
        race.options.seed = seed;
        let mut order = Vec::new();
        race.run(folder.path(), |watch| {
            order.extend(watch.last.map(|run| (run.digest.clone(), run.entrant.clone(), run.repetition)));
        })
        .unwrap();
        order
    };
    assert_eq!(order(1), order(1));
    assert_ne!(order(1), order(2));
}

#[test]
fn a_folder_keeps_one_race() {
    let folder = tempfile::tempdir().unwrap();
    small_race().run(folder.path(), |_| ()).unwrap();
    let mut other = small_race();
    other.options.time = Duration::from_secs(3);
    let error = other.run(folder.path(), |_| ()).unwrap_err();
    assert!(matches!(&error, RaceError::AnotherRace { what, .. } if what.contains("time_limit_s")), "{error}");
    // More entrants are welcome.
    let mut more = small_race();
    more.entrants.push(entrant("algorithm-x"));
    assert_eq!(more.run(folder.path(), |_| ()).unwrap().records.len(), 42);
    fs::write(folder.path().join("results.jsonl"), "{}\n").unwrap();
    let error = more.run(folder.path(), |_| ()).unwrap_err();
    assert!(matches!(error, RaceError::Row { line: 1, .. }), "{error}");
}

fn saved_is(saved: &Path, puzzle: &Grid) {
    assert_eq!(fs::read_to_string(saved).unwrap().trim_end().parse::<Grid>().unwrap(), *puzzle);
}

#[test]
fn solvers_that_contradict_each_other_are_told_and_the_instance_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    // On a board that is too large for the second opinion, so that nothing but the other answer speaks against the liar.
    let instances = Instance::generate([6], &[90], 1, 5, &Budget::unlimited()).unwrap();
    let puzzle = instances[0].puzzle.clone();
    let liar = Entrant { reduce: Some(Techniques::NONE), ..entrant(DENIER) };
    for entrants in [[entrant("mrv"), liar.clone()], [liar.clone(), entrant("mrv")]] {
        let race = Race { instances: instances.clone(), entrants: entrants.into(), options: Options::default() };
        match race.run(folder.path(), |_| ()).unwrap_err() {
            RaceError::Disagreement { one, other, saved, .. } => {
                assert_eq!((one.as_str(), other.as_str()), ("mrv", &*liar.to_string()));
                saved_is(&saved, &puzzle);
            }
            error => panic!("{error}"),
        }
    }
}

#[test]
fn who_denies_a_solution_is_told_by_name_and_the_instance_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let instances = Instance::generate([2], &[], 1, 5, &Budget::unlimited()).unwrap();
    let puzzle = instances[0].puzzle.clone();
    let liar = entrant(DENIER);
    for entrants in [vec![liar.clone()], vec![entrant("dlx"), liar.clone()]] {
        let race = Race { instances: instances.clone(), entrants, options: Options::default() };
        match race.run(folder.path(), |_| ()).unwrap_err() {
            RaceError::WrongAnswer { entrant, saved, .. } => {
                assert_eq!(entrant, liar.to_string());
                saved_is(&saved, &puzzle);
            }
            error => panic!("{error}"),
        }
    }
}

#[test]
fn a_wrong_answer_is_told_and_the_instance_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let instances = Instance::generate([2], &[], 1, 5, &Budget::unlimited()).unwrap();
    let puzzle = instances[0].puzzle.clone();
    let all_true: Vec<String> = (1..=64).map(|var| var.to_string()).collect();
    let liar = format!("sat:external=sh -c 'echo s SATISFIABLE; echo v {} 0; exit 10' {{}}", all_true.join(" "));
    let liar = Entrant { encoding: Some(Encoding::Minimal), reduce: Some(Techniques::NONE), ..entrant(&liar) };
    let error = Race { instances, entrants: vec![liar], options: Options::default() }.run(folder.path(), |_| ());
    match error.unwrap_err() {
        RaceError::WrongAnswer { saved, .. } => saved_is(&saved, &puzzle),
        error => panic!("{error}"),
    }
}

#[test]
fn a_failing_solver_and_a_slow_one_do_not_stop_the_race() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = Grid::empty(&std::sync::Arc::new(satdoku::Geometry::of_order(5).unwrap()));
    let instances = vec![Instance { set: "empty".to_owned(), name: "1".to_owned(), puzzle }];
    let entrants = vec![entrant("sat:external=/there/is/no/such/program"), entrant("backtracking")];
    let options = Options { time: Duration::from_millis(100), ..Options::default() };
    let watch = Instant::now();
    let results = Race { instances, entrants, options }.run(folder.path(), |_| ()).unwrap();
    assert!(watch.elapsed() < Duration::from_secs(5), "{:?}", watch.elapsed());
    assert!(matches!(&results.records[0].outcome, Outcome::Failed(message) if !message.is_empty()));
    assert_eq!(results.records[1].outcome, Outcome::Time);
    let scores = scores(&results);
    assert_eq!(scores.len(), 2);
    assert!(scores.iter().all(|score| score.solved == 0 && score.median.is_none()));
    assert!(scores.iter().all(|score| score.par2 == Duration::from_millis(200)));
}

/// Hand-made runs of one entrant: its times in seconds, none where there was no answer.
fn runs(results: &mut Results, entrant: &str, times: &[Option<u64>]) {
    results.entrants.push(entrant.to_owned());
    let template = results.records[0].clone();
    for (at, time) in times.iter().enumerate() {
        results.records.push(Record {
            digest: format!("{at}"),
            set: "hand-made".to_owned(),
            entrant: entrant.to_owned(),
            outcome: time.map_or(Outcome::Time, |_| Outcome::Unsatisfiable),
            total: Duration::from_secs(time.unwrap_or(10)),
            ..template.clone()
        });
    }
}

#[test]
fn scores_are_the_median_par2_and_how_many_were_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut results = small_race().run(folder.path(), |_| ()).unwrap();
    results.sets = vec!["hand-made".to_owned()];
    results.entrants.clear();
    runs(&mut results, "slow", &[Some(9), None, None, Some(1)]);
    runs(&mut results, "quick", &[Some(4), Some(1), None, Some(2), Some(3)]);
    let found: Vec<_> = scores(&results)
        .into_iter()
        .map(|score| (score.entrant, score.solved, score.runs, score.median, score.par2))
        .collect();
    let seconds = Duration::from_secs;
    // The limit is 10 s: (4 + 1 + 20 + 2 + 3) / 5 and (9 + 20 + 20 + 1) / 4.
    assert_eq!(
        found,
        [
            ("quick".to_owned(), 4, 5, Some(seconds(3)), seconds(6)),
            ("slow".to_owned(), 2, 4, Some(seconds(9)), Duration::from_millis(12_500)),
        ]
    );
}

#[test]
fn every_choice_meets_every_solver_that_has_it() {
    let solvers: Vec<Solver> = ["dlx", "sat:varisat"].map(|name| name.parse().unwrap()).into();
    let forms = [AtMostOne::Pairwise, AtMostOne::Binary];
    let all = Entrant::all(&solvers, &[Encoding::Minimal, Encoding::Reduced], &forms, &[Techniques::NONE], Some(1));
    assert_eq!(all.len(), 1 + 4);
    assert_eq!(all.iter().map(ToString::to_string).collect::<HashSet<_>>().len(), 5);
    for &preset in Preset::all() {
        assert_eq!(preset.to_string().parse(), Ok(preset));
        assert!(preset.entrants().len() > 1, "{preset}");
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzles() {
    let make = |seed| Instance::generate([2, 3], &[40, 60], 2, seed, &Budget::unlimited()).unwrap();
    assert_eq!(make(1), make(1));
    let digests: HashSet<String> = make(1).iter().chain(&make(2)).map(Instance::digest).collect();
    assert_eq!((make(1).len(), digests.len()), (8, 16));
    assert_eq!(make(3)[7].puzzle.clue_count(), 81 * 60 / 100);
}

#[test]
fn the_report_has_all_pictures_and_needs_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut race = small_race();
    race.instances.extend(Instance::generate([3], &[40, 50, 60], 4, 5, &Budget::unlimited()).unwrap());
    let results = race.run(folder.path(), |_| ()).unwrap();
    Report::new(&results).unwrap().write(folder.path()).unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let (html, markdown, latex) = (read("report.html"), read("report.md"), read("report.tex"));
    let pictures = ["time-by-side", "cactus", "time-by-share-9x9", "mean-by-number", "scatter"];
    for name in pictures {
        assert!(read(&format!("{name}.svg")).contains("</svg>"), "{name}");
        let png = fs::read(folder.path().join(format!("{name}.png"))).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() > 10_000, "{name}: {} bytes", png.len());
        assert!(markdown.contains(&format!("({name}.png)")) && latex.contains(&format!("{{{name}.png}}")), "{name}");
    }
    assert_eq!(html.matches("<svg").count(), pictures.len());
    assert!(!html.contains("src=") && !html.contains("href="));
    assert!(latex.starts_with("\\documentclass") && latex.trim_end().ends_with("\\end{document}"));
    for score in scores(&results) {
        let row = format!("{} of {}", score.solved, score.runs);
        assert!([&html, &markdown, &latex].iter().all(|text| text.contains(&row) && text.contains(&score.entrant)));
    }
}
