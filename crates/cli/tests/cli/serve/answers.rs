//! What each question answers.

use std::process::Command;

use serde_json::{Value, json};

use crate::serve::client::Server;
use crate::serve::{PUZZLE, SOLUTION};

fn numbers(line: &str) -> Value {
    line.chars().map(|c| c.to_digit(36).unwrap_or(0)).collect::<Vec<_>>().into()
}

#[test]
fn a_puzzle_is_solved_as_text_as_numbers_and_as_rows() {
    let server = Server::start(&[]);
    let flat = numbers(PUZZLE);
    let rows: Vec<_> = flat.as_array().unwrap().chunks(9).collect();
    for puzzle in [json!(PUZZLE), flat.clone(), json!(rows)] {
        let answer = server.ask("/api/solve", &json!({ "puzzle": puzzle, "solver": "sat:varisat" }));
        assert_eq!(answer["verdict"], "satisfiable");
        assert_eq!((&answer["puzzle"], &answer["solutions"]), (&json!(PUZZLE), &json!([SOLUTION])));
        assert_eq!(answer["board"], "3x3");
        assert!(answer["stats"]["clauses"].as_u64() > Some(1000), "{answer}");
        assert!(answer["stats"]["seconds"].as_f64() > Some(0.0), "{answer}");
    }
}

#[test]
fn that_there_is_none_is_an_answer_and_so_is_that_it_is_not_known() {
    let server = Server::start(&[]);
    let none = server.ask("/api/solve", &json!({ "puzzle": "123....4........" }));
    assert_eq!((&none["verdict"], &none["solutions"]), (&json!("unsatisfiable"), &json!([])));
    let unknown = server.ask("/api/solve", &json!({ "puzzle": PUZZLE, "solver": "dlx", "time_limit": 0 }));
    assert_eq!((&unknown["verdict"], &unknown["reason"]), (&json!("unknown"), &json!("time limit reached")));
    let count = server.ask("/api/count", &json!({ "puzzle": PUZZLE, "solver": "dlx", "time_limit": "0ms" }));
    assert_eq!((&count["count"], &count["uniqueness"]), (&json!(">=0"), &json!("unknown")));
}

#[test]
fn solutions_are_listed_up_to_a_limit() {
    let server = Server::start(&[]);
    // Three solutions.
    let ask = |limit| server.ask("/api/solve", &json!({ "puzzle": "1.34...2..4.....", "limit": limit }));
    for (limit, found, more) in [(1, 1, Value::Null), (2, 2, json!(true)), (3, 3, json!(false)), (9, 3, json!(false))] {
        let answer = ask(limit);
        assert_eq!((answer["solutions"].as_array().unwrap().len(), &answer["more"]), (found, &more), "{limit}");
    }
}

#[test]
fn solutions_are_listed_up_to_so_many_cells() {
    let server = Server::start(&[]);
    // Two digits are missing that can be swapped in two rows and two columns, 128 times.
    let digit = |row: u16, column: u16| (row % 16 * 16 + row / 16 + column) % 256;
    let cell = |digit| if digit % 128 == 0 { 0 } else { digit + 1 };
    let rows: Vec<Vec<u16>> = (0..256).map(|row| (0..256).map(|column| cell(digit(row, column))).collect()).collect();
    let answer = server.ask("/api/solve", &json!({ "board": "16x16", "puzzle": rows, "limit": 1000 }));
    assert_eq!((answer["solutions"].as_array().map(Vec::len), &answer["more"]), (Some(16), &json!(true)));
}

#[test]
fn solutions_are_counted() {
    let server = Server::start(&[]);
    let ask = |question: Value| server.ask("/api/count", &question);
    assert_eq!(ask(json!({ "board": "2x2" }))["count"], "288");
    let unique = ask(json!({ "puzzle": PUZZLE, "limit": 2 }));
    assert_eq!((&unique["count"], &unique["uniqueness"]), (&json!("1"), &json!("unique")));
    let several = ask(json!({ "puzzle": "1.34...2..4.....", "limit": 2 }));
    assert_eq!(
        (&several["count"], &several["uniqueness"], &several["reason"]),
        (&json!(">=2"), &json!("several"), &Value::Null)
    );
}

#[test]
fn conflicts_are_told_by_cell() {
    let server = Server::start(&[]);
    let clash = server.ask("/api/check", &json!({ "puzzle": "11.............." }));
    assert_eq!(clash["check"], "conflict");
    let conflict = json!({ "unit": "row 1", "digit": 1, "cells": ["r1c1", "r1c2"] });
    assert_eq!(clash["conflicts"][0], conflict);
    assert_eq!(server.ask("/api/check", &json!({ "puzzle": SOLUTION, "clues": PUZZLE }))["check"], "solved");
    let other = format!("2{}", &PUZZLE[1..]);
    assert_eq!(server.ask("/api/check", &json!({ "puzzle": SOLUTION, "clues": other }))["check"], "changed");
    // The rules of the puzzle hold for its answer.
    let ruled = format!("2 2\nkiller 9 r1c1 r1c2 r1c3\n{}", ". . . .\n".repeat(4));
    for (grid, word, number) in [("4321213434121243", "solved", "unique"), ("1234341221434321", "conflict", "none")] {
        let answer = server.ask("/api/check", &json!({ "puzzle": grid, "clues": ruled, "unique": true }));
        assert_eq!((&answer["check"], &answer["uniqueness"]), (&json!(word), &json!(number)), "{answer}");
    }
    let unique = server.ask("/api/check", &json!({ "puzzle": PUZZLE, "unique": true }));
    assert_eq!((&unique["check"], &unique["uniqueness"]), (&json!("valid"), &json!("unique")));
}

#[test]
fn the_same_seed_gives_the_same_puzzle() {
    let server = Server::start(&[]);
    let ask = |question: &Value| {
        let mut made = server.ask("/api/generate", question);
        made["seconds"].take();
        made
    };
    let question = json!({ "board": "2x3+diagonals", "seed": 7, "kind": "minimal" });
    let made = ask(&question);
    assert_eq!(made, ask(&question));
    assert_ne!(made["puzzle"], ask(&json!({ "board": "2x3+diagonals", "seed": 8, "kind": "minimal" }))["puzzle"]);
    let solved = server.ask("/api/solve", &json!({ "board": "2x3+diagonals", "puzzle": made["puzzle"], "limit": 2 }));
    assert_eq!((&solved["solutions"], &solved["more"]), (&json!([made["solution"]]), &json!(false)));
    assert_eq!(server.ask("/api/generate", &json!({ "board": "2x2", "kind": "none" }))["solution"], Value::Null);
}

#[test]
fn every_format_is_written_and_read_back() {
    let server = Server::start(&[]);
    let formats = server.get("/api/solvers").json()["formats"].take();
    let formats: Vec<String> = serde_json::from_value(formats).unwrap();
    assert!(formats.len() >= 14, "{formats:?}");
    for format in formats {
        let written = server.ask("/api/convert", &json!({ "puzzle": PUZZLE, "to": format }));
        let read = server.ask("/api/convert", &json!({ "puzzle": written["text"] }));
        assert_eq!(read["puzzles"], json!([{ "number": 1, "board": "3x3", "puzzle": PUZZLE }]), "{format}");
    }
    let several = server.ask("/api/convert", &json!({ "puzzle": format!("{PUZZLE}\n{SOLUTION}\n") }));
    assert_eq!((several["puzzles"].as_array().unwrap().len(), &several["more"]), (2, &json!(false)));
    let many = server.ask("/api/convert", &json!({ "puzzle": "1...............\n".repeat(1001) }));
    assert_eq!((many["puzzles"].as_array().unwrap().len(), &many["more"]), (1000, &json!(true)));
}

#[test]
fn clauses_are_those_of_the_command_line() {
    let server = Server::start(&[]);
    for (encoding, puzzle) in [("minimal", PUZZLE), ("reduced", PUZZLE), ("modeller", SOLUTION)] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("puzzle.txt");
        std::fs::write(&file, puzzle).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_satdoku"));
        let expected = command.args(["encode", "--comments", "--encoding", encoding]).arg(&file).output().unwrap();
        let question = json!({ "puzzle": puzzle, "encoding": encoding, "comments": true });
        let reply = server.post("/api/encode", question.to_string().as_bytes());
        assert_eq!(reply.status, 200);
        assert!(reply.body == expected.stdout, "{encoding}: other clauses");
        let header =
            String::from_utf8_lossy(&reply.body).lines().find(|line| line.starts_with("p cnf")).unwrap().to_owned();
        let told = ["x-variables", "x-clauses"].map(|name| reply.header(name).unwrap().to_owned());
        assert_eq!(header, format!("p cnf {} {}", told[0], told[1]));
    }
}

#[test]
fn reasons_and_true_candidates_are_told() {
    let server = Server::start(&[]);
    let ask = |path: &str, puzzle: &str| server.ask(path, &json!({ "puzzle": puzzle }));
    let none = ask("/api/explain", "123....4........");
    assert_eq!((&none["verdict"], &none["minimal"]), (&json!("unsatisfiable"), &json!(true)));
    assert_eq!(none["clues"], json!(["r1c1=1", "r1c2=2", "r2c4=4"]));
    let several = ask("/api/explain", "1.34...2..4.....");
    assert_eq!(several["verdict"], "ambiguous");
    assert!(several["differing"].as_array().is_some_and(|cells| cells.len() >= 2), "{several}");
    assert_eq!(ask("/api/explain", PUZZLE)["verdict"], "unique");
    assert_eq!(ask("/api/explain", "11..............")["duplicates"][0]["unit"], "row 1");
    let candidates = ask("/api/candidates", PUZZLE);
    assert_eq!((&candidates["verdict"], &candidates["candidates"]["r1c3"]), (&json!("satisfiable"), &json!([4])));
    assert_eq!(ask("/api/candidates", "123....4........")["verdict"], "unsatisfiable");
    let late = server.ask("/api/explain", &json!({ "puzzle": PUZZLE, "time_limit": 0 }));
    assert_eq!(late["stopped"], "time limit reached", "{late}");
}

#[test]
fn solutions_are_counted_for_each_digit() {
    let server = Server::start(&[]);
    let ask = |path: &str, puzzle: &str| server.ask(path, &json!({ "puzzle": puzzle, "counts": true }));
    let counts = ask("/api/candidates", "1.34...2..4.....");
    assert_eq!((&counts["count"], &counts["counts"]["r3c2"]), (&json!("3"), &json!({ "1": "2", "3": "1" })));
    assert_eq!(counts.get("verdict"), None);
    assert_eq!(ask("/api/candidates", "123....4........")["count"], "0");
    let several = ask("/api/explain", "1.34...2..4.....");
    assert_eq!((&several["verdict"], &several["count"]), (&json!("ambiguous"), &json!("3")));
    assert_eq!(several["best_clue"], json!({ "candidate": "r2c1=4", "left": "1" }));
    assert_eq!(several["best_cell"], json!({ "cell": "r4c2", "left": "1" }));
    assert_eq!(ask("/api/explain", PUZZLE).get("count"), None, "of one solution nothing is counted");
    let late = server.ask("/api/candidates", &json!({ "puzzle": ".".repeat(81), "counts": true, "time_limit": 0 }));
    assert_eq!(late["stopped"], "time limit reached", "{late}");
}

#[test]
fn counts_beside_an_explanation_have_the_time_that_is_left() {
    let server = Server::start(&[]);
    let late = server.ask("/api/explain", &json!({ "board": "4x4", "counts": true, "time_limit": 2 }));
    assert_eq!((&late["verdict"], &late["uncounted"]), (&json!("ambiguous"), &json!("time limit reached")), "{late}");
}

#[test]
fn a_picture_has_rules_and_answers() {
    let server = Server::start(&[]);
    let puzzle =
        json!({ "board": "2x2", "rules": ["killer 9 r1c1 r1c2 r1c3"], "puzzle": ".4.2...1.....3..", "theme": "dark" });
    let mut asked = puzzle.clone();
    asked["title"] = json!("Small");
    let answer = server.ask("/api/draw", &asked);
    let svg = answer["svg"].as_str().unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains(">9</text>") && svg.contains(">Small</text>"), "{svg}");
    let digits = |svg: &Value| svg["svg"].as_str().unwrap().matches("</text>").count();
    asked["answers"] = server.ask("/api/solve", &json!({ "puzzle": ".4.2...1.....3.." }))["solutions"][0].clone();
    assert_eq!(digits(&server.ask("/api/draw", &asked)) - digits(&answer), 12);
    asked["answers"] = json!("1".repeat(9));
    assert!(server.refusal("/api/draw", &asked)["detail"].is_string());
    let large = server.refusal("/api/draw", &json!({ "board": "12x12" }));
    assert_eq!(large["detail"], "a picture shows at most 16384 cells, found 20736");
}

#[test]
fn hints_paths_and_ratings_are_those_of_the_command_line() {
    const HARDER: &str = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    let server = Server::start(&[]);
    let hint = server.ask("/api/hint", &json!({ "puzzle": PUZZLE }));
    assert_eq!(hint["hints"].as_array().map(Vec::len), Some(1), "{hint}");
    assert_eq!(hint["hints"][0]["checked"], true);
    let of_cell = server.ask("/api/hint", &json!({ "puzzle": PUZZLE, "cell": "r5c5", "all": true }));
    let places = of_cell["hints"].as_array().unwrap().iter().map(|step| &step["places"]);
    assert!(places.into_iter().all(|places| *places == json!(["r5c5=5"])), "{of_cell}");
    let why = server.ask("/api/hint", &json!({ "puzzle": PUZZLE, "why": "r1c3=1" }));
    assert!(!why["hints"].as_array().unwrap().is_empty(), "{why}");
    let wrong = server.ask("/api/hint", &json!({ "puzzle": "11.............." }));
    assert!(wrong["reason"].as_str().unwrap().starts_with("Something is wrong already"), "{wrong}");
    let path = server.ask("/api/path", &json!({ "puzzle": PUZZLE }));
    assert_eq!((&path["verdict"], path["path"].as_array().map(Vec::len)), (&json!("solved"), Some(51)));
    let path = server.ask("/api/path", &json!({ "puzzle": "1234341221434322" }));
    assert_eq!(path["verdict"], "contradiction", "{path}");
    let rating = server.ask("/api/rate", &json!({ "puzzle": PUZZLE }));
    assert_eq!(rating["rating"]["er"], 1.2, "{rating}");
    assert_eq!(server.ask("/api/rate", &json!({ "puzzle": "1.34...2..4....." }))["verdict"], "several solutions");
    let above = server.ask("/api/rate", &json!({ "puzzle": HARDER, "max": "1.5" }));
    assert_eq!(above["rating"]["above"], 1.5, "{above}");
    let trial = server.ask("/api/rate", &json!({ "puzzle": PUZZLE, "trial": true }));
    assert_eq!(trial["trial"], json!({ "depth": 0, "braid": { "length": 0, "exact": true } }), "{trial}");
    let both = server.refusal("/api/rate", &json!({ "puzzle": PUZZLE, "trial": true, "max": "2.0" }));
    assert!(both["detail"].as_str().unwrap().contains("`trial` without `max`"), "{both}");
    let backdoor = server.ask("/api/rate", &json!({ "puzzle": PUZZLE, "backdoor": true }));
    assert_eq!(backdoor["backdoor"], json!({ "size": 0, "digits": [] }), "{backdoor}");
    let both = server.refusal("/api/rate", &json!({ "puzzle": PUZZLE, "backdoor": true, "trial": true }));
    assert!(both["detail"].as_str().unwrap().contains("`trial` or `backdoor`"), "{both}");
    let width = server.ask("/api/rate", &json!({ "puzzle": PUZZLE, "width": true }));
    assert_eq!((&width["width"]["er"], &width["width"]["steps"]), (&json!(1.2), &json!(51)), "{width}");
    let both = server.refusal("/api/rate", &json!({ "puzzle": PUZZLE, "width": true, "scale": "own" }));
    assert!(both["detail"].as_str().unwrap().contains("`width` without `max`"), "{both}");
    let own = server.ask("/api/rate", &json!({ "puzzle": PUZZLE, "scale": "own" }));
    assert_eq!(own["rating"]["scale"], "own", "{own}");
    for (path, field, value, expected) in [
        ("/api/hint", "technique", "guess", "no technique is called"),
        ("/api/hint", "cell", "r10c1", "r10c1 is not on the board"),
        ("/api/hint", "marks", "12x", "expected 3 or . as character 3"),
        ("/api/rate", "max", "hard", "expected a rating such as 4.5"),
        ("/api/path", "scale", "mine", "expected"),
    ] {
        let problem = server.refusal(path, &json!({ "puzzle": PUZZLE, field: value }));
        assert!(problem["detail"].as_str().unwrap().contains(expected), "{field}: {problem}");
    }
}

#[test]
fn a_certificate_is_one_for_a_stranger() {
    let server = Server::start(&[]);
    for (puzzle, claim) in [(PUZZLE, "unique"), ("123....4........", "unsatisfiable"), ("1.34...2..4.....", "solved")] {
        let reply = server.post("/api/prove", json!({ "puzzle": puzzle }).to_string().as_bytes());
        assert_eq!((reply.status, reply.header("x-claim")), (200, Some(claim)));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("certificate.tar");
        std::fs::write(&file, &reply.body).unwrap();
        let unpacked = Command::new("tar").arg("-xf").arg(&file).arg("-C").arg(folder.path()).status();
        assert!(unpacked.unwrap().success());
        let mut verify = Command::new(env!("CARGO_BIN_EXE_satdoku"));
        let verified = verify.arg("verify").arg(folder.path().join("certificate")).output().unwrap();
        assert!(verified.status.success(), "{claim}: {verified:?}");
        let text = String::from_utf8(verified.stdout).unwrap();
        assert!(text.contains(claim), "{claim}: {text}");
    }
    let problem = server.refusal("/api/prove", &json!({ "puzzle": "1.34...2..4.....", "claim": "unique" }));
    assert!(problem["detail"].as_str().unwrap().contains("several solutions"), "{problem}");
}

#[test]
fn long_work_tells_how_far_it_is() {
    let server = Server::start(&[]);
    let question = json!({ "puzzle": crate::serve::ENDLESS, "solver": "backtracking", "time_limit": 0.4 });
    let events = server.events("/api/count", &question);
    let (last, before) = events.split_last().unwrap();
    assert_eq!((last.0.as_str(), &last.1["reason"]), ("answer", &json!("time limit reached")));
    let steps: Vec<_> = before.iter().map(|(name, told)| (name.as_str(), told["steps"].as_u64().unwrap())).collect();
    assert!(steps.len() >= 3, "{steps:?}");
    assert!(steps.iter().all(|(name, _)| *name == "progress"), "{steps:?}");
    assert!(steps.is_sorted() && steps.last() > steps.first(), "{steps:?}");
    let events = server.events("/api/count", &json!({ "puzzle": "1x" }));
    let problem = events.last().unwrap();
    assert_eq!((problem.0.as_str(), &problem.1["status"]), ("problem", &json!(422)));
}

#[test]
fn solvers_race_and_each_run_is_told() {
    let server = Server::start(&[]);
    let solvers = json!(["nine", "dlx", "sat:varisat", "mrv"]);
    for at_once in [false, true] {
        let question = json!({ "puzzle": "1.34...2..4.....", "solvers": solvers, "at_once": at_once });
        let events = server.events("/api/race", &question);
        let count = |name| events.iter().filter(|(event, _)| event == name).count();
        assert_eq!((count("started"), count("ended"), count("answer")), (4, 4, 1), "{events:?}");
        let runs = &events.last().unwrap().1["runs"];
        let outcomes: Vec<_> = (0..4).map(|run| runs[run]["outcome"].as_str().unwrap()).collect();
        assert_eq!(outcomes, ["other board", "solved", "solved", "solved"]);
    }
}

/// splr counts whole seconds and looks at them now and then: its answer does not wait for that.
#[test]
fn no_solver_answers_late() {
    let server = Server::start(&[]);
    for solver in ["sat:splr", "sat:varisat", "sat:batsat", "portfolio"] {
        let question = json!({ "board": "4x5", "solver": solver, "time_limit": "1200ms" });
        let answer = server.ask("/api/count", &question);
        assert_eq!(answer["reason"], "time limit reached", "{solver}: {answer}");
    }
}

#[test]
fn questions_take_rules_and_answers_give_them() {
    let server = Server::start(&[]);
    let rules = json!(["killer 6 r1c2 r1c3 r2c3", "thermometer r3c2 r3c1 r3c4", "arrow r2c1 : r3c1 r3c2"]);
    let with_rules = json!({ "board": "2x2", "rules": rules });
    let solved = server.ask("/api/solve", &with_rules);
    assert_eq!((&solved["rules"], &solved["solutions"]), (&rules, &json!(["1234341221434321"])));
    assert_eq!(server.ask("/api/count", &with_rules)["count"], "1");
    let explained = server.ask("/api/explain", &with_rules);
    assert_eq!((&explained["rule_count"], &explained["redundant"]), (&json!(3), &json!([])));
    let generated = server.ask("/api/generate", &json!({ "board": "2x3", "rules": ["killer"], "kind": "minimal" }));
    assert!(generated["rules"].as_array().is_some_and(|rules| !rules.is_empty()), "{generated}");
    let again = json!({ "board": "2x3", "puzzle": generated["puzzle"], "rules": generated["rules"] });
    assert_eq!(server.ask("/api/count", &again)["uniqueness"], "unique");
    let converted =
        server.ask("/api/convert", &json!({ "puzzle": again["puzzle"], "board": "2x3", "rules": again["rules"] }));
    assert_eq!(converted["puzzles"][0]["rules"], generated["rules"]);
}
