//! `satdoku ask`: questions in JSON on standard input, answers in JSON on standard output.

use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::interrupt::{ended, interrupt};
use crate::{NO_SOLUTION, PUZZLE, Run, SOLUTION, run, satdoku};

/// A puzzle that backtracking does not answer within a test.
const ENDLESS: &str = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

/// The object on the only line of an output.
fn object(run: &Run) -> Value {
    assert_eq!(run.stdout.matches('\n').count(), 1, "{run:?}");
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {run:?}"))
}

/// The answer to a question.
pub(crate) fn ask(name: &str, question: &Value) -> Value {
    let run = run(&["ask", name], question.to_string());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{question}: {run:?}");
    object(&run)
}

/// The problem of a question that has no answer.
fn problem(args: &[&str], question: &[u8]) -> Value {
    let run = run(&[&["ask"], args].concat(), question);
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), ""), "{run:?}");
    let mut object = object(&run);
    let problem = object["problem"].take();
    assert_eq!(object, json!({ "problem": null }));
    assert!(problem["sentence"].as_str().is_some_and(|sentence| !sentence.is_empty()), "{problem}");
    problem
}

/// The names of all questions, as they are listed.
pub(crate) fn names() -> Vec<String> {
    let listed = run(&["ask"], "");
    assert_eq!(listed.code, Some(0), "{listed:?}");
    let name = |line: &str| line.split(' ').next().unwrap().to_owned();
    listed.stdout.lines().skip(1).map(name).collect()
}

#[test]
fn a_question_is_answered_on_one_line() {
    let solved = ask("solve", &json!({ "puzzle": PUZZLE }));
    assert_eq!((&solved["verdict"], &solved["solutions"]), (&json!("satisfiable"), &json!([SOLUTION])));
    assert_eq!(ask("solve", &json!({ "puzzle": NO_SOLUTION }))["verdict"], "unsatisfiable");
    let encoded = ask("encode", &json!({ "board": "2x2" }));
    let header = format!("p cnf {} {}\n", encoded["variables"], encoded["clauses"]);
    assert!(encoded["dimacs"].as_str().unwrap().starts_with(&header), "{header}");
    // Nothing is an object without fields.
    for nothing in ["", " \n"] {
        let run = run(&["ask", "solvers"], nothing);
        assert!(object(&run)["solvers"].as_array().is_some_and(|solvers| solvers.len() > 5), "{run:?}");
    }
}

#[test]
fn a_problem_has_a_kind_a_place_and_a_sentence() {
    let unknown = problem(&["sovle"], b"{}");
    assert_eq!((&unknown["kind"], &unknown["place"]), (&json!("unknown"), &Value::Null));
    assert_eq!(unknown["sentence"], "no question is called \"sovle\"; did you mean solve?");
    assert_eq!(problem(&["elephant"], b"")["sentence"], "no question is called \"elephant\"");
    let json = problem(&["solve"], b"{\"puzzle\":\n  nonsense}");
    assert_eq!((&json["kind"], &json["place"]), (&json!("json"), &json!({ "row": 2, "column": 4, "of": "question" })));
    let text = problem(&["solve"], br##"{"puzzle": "# a comment\n.4.2...1...x.3..\n"}"##);
    assert_eq!((&text["kind"], &text["place"]), (&json!("question"), &json!({ "row": 2, "column": 12, "of": "text" })));
    let grid = problem(&["solve"], br#"{"puzzle": [[1, 2, 3, 4], [3, -1, 1, 2], [0, 0, 0, 0], [0, 0, 0, 0]]}"#);
    assert_eq!(grid["place"], json!({ "row": 2, "column": 2, "of": "grid" }));
    let field = problem(&["count"], br#"{"board": "2x2", "elephant": 1}"#);
    assert_eq!((&field["place"], &field["sentence"]), (&Value::Null, &json!("nothing is known of \"elephant\"")));
    assert_eq!(problem(&["solve"], b"{}")["kind"], "question");
    let large = format!("{{\"puzzle\":\"{}\"}}", ".".repeat(5 << 20));
    assert!(problem(&["solve"], large.as_bytes())["sentence"].as_str().unwrap().contains("at most 4194304 bytes"));
}

#[test]
fn every_question_is_listed_and_has_a_schema() {
    let printed = run(&["ask", "--schema"], "");
    assert_eq!(printed.code, Some(0), "{printed:?}");
    let schema: Value = serde_json::from_str(&printed.stdout).unwrap();
    assert_eq!(
        (&schema["$schema"], &schema["version"]),
        (&json!("https://json-schema.org/draft/2020-12/schema"), &json!(1))
    );
    let described: Vec<_> = schema["properties"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(described, names());
    for (name, of) in schema["properties"].as_object().unwrap() {
        for part in ["question", "answer"] {
            let reference = of["properties"][part]["$ref"].as_str().unwrap().strip_prefix('#').unwrap();
            let properties = &schema.pointer(reference).unwrap()["properties"];
            assert!(properties.as_object().is_some_and(|fields| !fields.is_empty()), "{name}: {part}");
        }
    }
}

/// Each question ends at its limit by itself, or is left alone a tenth of a second later; a busy machine takes longer to start and to
/// end the program.
#[test]
fn no_question_outlives_its_limit() {
    let empty = json!({ "board": "7x7" });
    for (name, question) in [
        ("solve", json!({ "board": "7x7", "solver": "mrv" })),
        ("solve", json!({ "board": "7x7", "solver": "sat:splr" })),
        ("count", empty.clone()),
        ("check", json!({ "board": "9x9", "unique": true })),
        ("judge", json!({ "board": "20x20" })),
        ("explain", json!({ "board": "7x7", "counts": true })),
        ("candidates", empty.clone()),
        ("hint", json!({ "board": "7x7", "all": true })),
        ("path", empty.clone()),
        ("rate", empty.clone()),
        ("generate", json!({ "board": "9x9", "kind": "minimal" })),
        ("convert", json!({ "board": "20x20", "to": "header" })),
        ("draw", json!({ "board": "11x11" })),
        ("board", json!({ "board": "11x11" })),
        ("encode", json!({ "board": "14x14", "encoding": "extended" })),
        ("prove", json!({ "board": "9x9" })),
        ("race", json!({ "board": "7x7", "solvers": ["mrv"] })),
    ] {
        let started = Instant::now();
        let run = run(&["ask", name, "--time-limit", "200ms"], question.to_string());
        let elapsed = started.elapsed();
        assert!(elapsed < Duration::from_secs(3), "{name}: {elapsed:?}");
        let answer = object(&run);
        match run.code {
            Some(0) => assert!(answer.get("problem").is_none(), "{name}: {answer}"),
            code => assert_eq!((code, &answer["problem"]["kind"]), (Some(2), &json!("stopped")), "{name}: {answer}"),
        }
    }
}

#[test]
fn limits_of_time_hold() {
    let endless = json!({ "puzzle": ENDLESS, "solver": "backtracking" }).to_string();
    let started = Instant::now();
    let count = run(&["ask", "count", "--time-limit", "300ms"], &endless);
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    assert_eq!((count.code, &object(&count)["reason"]), (Some(0), &json!("time limit reached")), "{count:?}");
    let own = json!({ "puzzle": ENDLESS, "solver": "backtracking", "time_limit": "300ms" });
    assert_eq!(ask("count", &own)["reason"], "time limit reached");
    let longer = json!({ "board": "2x2", "time_limit": 2 }).to_string();
    let refused = problem(&["count", "--time-limit", "1s"], longer.as_bytes());
    assert_eq!(refused["sentence"], "time_limit: at most 1 s, found 2");
    // What has no answer before its time has a problem.
    let stopped = problem(&["prove", "--time-limit", "50ms"], json!({ "board": "9x9" }).to_string().as_bytes());
    assert_eq!(stopped["kind"], "stopped", "{stopped}");
}

#[test]
fn a_limit_of_memory_holds() {
    let question = json!({ "board": "6x6", "solver": "sat:cdcl" }).to_string();
    let refused = problem(&["solve", "--memory", "1M"], question.as_bytes());
    assert_eq!(refused["kind"], "question", "{refused}");
    assert!(refused["sentence"].as_str().unwrap().ends_with("the limit is 1 MiB"), "{refused}");
}

#[test]
fn an_interrupted_question_ends_with_130() {
    let mut child = satdoku(&["ask", "count"]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let question = json!({ "puzzle": ENDLESS, "solver": "backtracking", "time_limit": 60 });
    serde_json::to_writer(child.stdin.take().unwrap(), &question).unwrap();
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(child.try_wait().unwrap(), None);
    let asked = Instant::now();
    assert!(interrupt(&child, "INT"));
    assert_eq!(ended(&mut child).code(), Some(130));
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
}

#[test]
fn digits_are_judged_where_they_stand() {
    let judge = |question: Value| ask("judge", &question);
    let clash = judge(json!({ "puzzle": PUZZLE, "digits": { "r1c3": 3, "r1c4": null } }));
    let breaches = clash["breaches"].as_array().unwrap();
    let of_row = json!({ "cells": ["r1c2", "r1c3"], "sentence": "3 twice in row 1", "rule": null, "unit": "row 1" });
    assert!(breaches.contains(&of_row), "{clash}");
    assert_eq!((&clash["complete"], &clash["finished"]), (&json!(false), &json!(false)));
    let changed = judge(json!({ "puzzle": PUZZLE, "digits": { "r1c1": 4 } }))["breaches"].take();
    let sentence = "r1c1 has the clue 5 in the puzzle, found 4";
    assert_eq!(changed, json!([{ "cells": ["r1c1"], "sentence": sentence, "rule": null, "unit": null }]));
    let done = judge(json!({ "puzzle": PUZZLE, "digits": SOLUTION }));
    assert_eq!(done, json!({ "breaches": [], "complete": true, "finished": true }));
    let ruled = json!({ "board": "2x2", "rules": ["thermometer r4c1 r4c2 r4c3", "killer 3 r1c1 r1c2"] });
    let with = |digits: Value| {
        let mut question = ruled.clone();
        question["digits"] = digits;
        judge(question)["breaches"].take()
    };
    assert_eq!(with(json!({ "r1c1": 1 })), json!([]));
    let broken = with(json!({ "r1c1": 1, "r1c2": 3 }));
    assert_eq!((&broken[0]["rule"], &broken[0]["cells"]), (&json!(1), &json!(["r1c1", "r1c2"])), "{broken}");
    let falling = with(json!({ "r4c1": 3, "r4c3": 1 }));
    assert_eq!((&falling[0]["rule"], &falling[0]["unit"]), (&json!(0), &Value::Null), "{falling}");
    for (digits, sentence) in [
        (json!({ "r5c1": 1 }), "digits: r5c1: "),
        (json!({ "x": 1 }), "digits: expected a cell such as r1c1"),
        (json!({ "r1c1": 7 }), "digits: r1c1: "),
        (json!({ "r1c1": "1" }), "digits: expected the number of a digit"),
    ] {
        let refused = problem(&["judge"], json!({ "board": "2x2", "digits": digits }).to_string().as_bytes());
        assert!(refused["sentence"].as_str().unwrap().starts_with(sentence), "{refused}");
    }
}

#[test]
fn techniques_have_their_difficulty_on_each_scale() {
    let all = ask("techniques", &json!({}));
    let named = |name: &str| all["techniques"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap();
    let single = named("hidden-single");
    assert_eq!(single["difficulty"]["se"], json!({ "lowest": 1.2, "highest": 1.5 }), "{single}");
    assert_eq!(single["difficulty"]["hodoku"]["level"], "easy", "{single}");
    let listed = run(&["techniques"], "").stdout.lines().count() - 1;
    assert_eq!(all["techniques"].as_array().unwrap().len(), listed);
}
