//! Bodies that mean no good.

use serde_json::{Value, json};

use crate::run;
use crate::serve::PUZZLE;
use crate::serve::client::Server;

#[test]
fn what_is_wrong_is_told_with_row_and_column() {
    let server = Server::start(&[]);
    let place = |problem: Value| (problem["of"].clone(), problem["row"].clone(), problem["column"].clone());
    let text = server.refusal("/api/solve", &json!({ "puzzle": "# a comment\n.4.2...1...x.3..\n" }));
    assert_eq!(place(text.clone()), (json!("text"), json!(2), json!(12)), "{text}");
    let mut cells = vec![0; 81];
    cells[40] = 10;
    let grid = server.refusal("/api/solve", &json!({ "board": "3x3", "puzzle": cells }));
    assert_eq!(place(grid.clone()), (json!("grid"), json!(5), json!(5)), "{grid}");
    let rows = json!([[1, 2, 3, 4], [3, -1, 1, 2], [0, 0, 0, 0], [0, 0, 0, 0]]);
    let grid = server.refusal("/api/solve", &json!({ "puzzle": rows }));
    assert_eq!(place(grid.clone()), (json!("grid"), json!(2), json!(2)), "{grid}");
    let body = server.post("/api/solve", b"{\"puzzle\":\n  nonsense}");
    assert_eq!(body.status, 400);
    assert_eq!(place(body.problem()), (json!("body"), json!(2), json!(4)));
}

#[test]
fn every_bad_question_is_refused_and_says_why() {
    let server = Server::start(&["--time-limit", "1m"]);
    let cells: Vec<_> = (1..=99).map(|column| format!("r1c{column}")).collect();
    let wide = format!("killer 9 {}", cells.join(" "));
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let bodies: [&[u8]; 8] =
        [b"", b"[]", b"null", b"\"x\"", b"{\"puzzle\":\"\\ud800\"}", b"\xff\xfe", b"{}{}", deep.as_bytes()];
    for body in bodies {
        let reply = server.post("/api/solve", body);
        assert_eq!(reply.status, 400, "{:?}", &body[..body.len().min(20)]);
        assert!(reply.problem()["column"].as_u64().is_some_and(|column| column > 0));
    }
    for (question, expected) in [
        (json!({}), "expected a puzzle"),
        (json!({ "puzzle": "" }), "found nothing"),
        (json!({ "puzzle": 5 }), "expected a text"),
        (json!({ "puzzle": { "cells": [] } }), "expected a text"),
        (json!({ "puzzle": [] }), "a side from 1"),
        (json!({ "puzzle": [1, 2, 3] }), "found 3"),
        (
            json!({ "puzzle": [[1, 0, 0, 0, 0], [2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2]] }),
            "row 1: expected an array of 4",
        ),
        (
            json!({ "puzzle": [[1, 0, 0, 0], [2, 0, 0, 0], [0, 0, 0, 0], 0, 0, 0, 2] }),
            "expected 4 rows for the board 2x2, found 7",
        ),
        (json!({ "puzzle": vec![Value::Null; 81], "board": "2x2" }), "expected 16 cells for the board 2x2, found 81"),
        (
            json!({ "puzzle": [[[1]]], "board": "1x1" }),
            "expected a digit from 1 to 1, or null for an empty cell, found [1]",
        ),
        (json!({ "puzzle": [1.5], "board": "1x1" }), "expected a digit from 1 to 1"),
        (json!({ "puzzle": [1e300], "board": "1x1" }), "expected a digit from 1 to 1"),
        (json!({ "board": "64x64" }), "at most 400, found 4096"),
        (json!({ "puzzle": r#"{"board":"64x64","puzzle":"."}"# }), "expected a side of at most 400, found 4096"),
        (json!({ "puzzle": "#64x64/." }), "expected a side of at most 400, found 4096"),
        (json!({ "puzzle": "latin 4096\ndigits 0..4095\n.\n" }), "expected a side of at most 400, found 4096"),
        (json!({ "board": "99999999999x99999999999" }), "board"),
        (json!({ "board": "18446744073709551615x2" }), "board"),
        (json!({ "board": "0x3" }), "at least one row"),
        (json!({ "board": format!("regions:{}", "1,".repeat(100_000)) }), "board"),
        (json!({ "board": ["3x3"] }), "expected a text"),
        (json!({ "puzzle": "21 21\n".to_owned() + &"0 ".repeat(441 * 441) }), "at most 400, found 441"),
        (json!({ "puzzle": format!("{PUZZLE}\n{PUZZLE}\n") }), "found more"),
        (json!({ "puzzle": PUZZLE, "format": "word" }), "expected one of line"),
        (json!({ "puzzle": PUZZLE, "solver": "best" }), "expected one of auto"),
        (json!({ "puzzle": PUZZLE, "solver": ["auto"] }), "solver: expected a text"),
        (json!({ "puzzle": PUZZLE, "encoding": "best" }), "encoding"),
        (json!({ "puzzle": PUZZLE, "seed": -1 }), "seed: expected a number from 0"),
        (json!({ "puzzle": PUZZLE, "limit": 0 }), "limit: expected 1 to"),
        (json!({ "puzzle": PUZZLE, "limit": 1_000_000 }), "limit: expected 1 to"),
        (json!({ "puzzle": PUZZLE, "time_limit": -1 }), "time_limit"),
        (json!({ "puzzle": PUZZLE, "time_limit": 61 }), "at most 60 s"),
        (json!({ "puzzle": PUZZLE, "time_limit": 1e308 }), "time_limit"),
        (json!({ "puzzle": PUZZLE, "time_limit": "soon" }), "time_limit"),
        (
            json!({ "puzzle": PUZZLE, "rules": [format!("killer 9 {}", "r1c1 ".repeat(100))] }),
            "r…: r1c1 is named twice",
        ),
        (json!({ "puzzle": format!("3 3\n{wide}\n{}", "0 ".repeat(81)) }), "r…: r1c10 is no cell of the board"),
        (json!({ "puzzle": PUZZLE, "rules": [wide] }), "r…: r1c10 is no cell of the board"),
        (json!({ "puzzle": PUZZLE, "threads": 1000 }), "nothing is known of \"threads\""),
    ] {
        let problem = server.refusal("/api/solve", &question);
        let shown = question.to_string();
        assert_eq!(problem["status"], 422, "{shown:.100}");
        assert!(problem["detail"].as_str().unwrap().contains(expected), "{shown:.100}: {problem:.300}");
        assert!(problem.to_string().len() < 2000, "{shown:.100}: a long message");
    }
    assert_eq!(server.ask("/api/solve", &json!({ "puzzle": PUZZLE }))["verdict"], "satisfiable");
}

#[test]
fn candidates_of_a_large_board_are_refused() {
    let server = Server::start(&[]);
    for (path, counts) in [("/api/candidates", false), ("/api/candidates", true), ("/api/explain", true)] {
        let question = json!({ "board": "20x20", "counts": counts, "time_limit": 1 });
        let detail = server.refusal(path, &question)["detail"].take();
        assert_eq!(detail, "expected at most 1048576 candidates in empty cells, found 64000000", "{path}");
    }
}

#[test]
fn more_places_than_there_can_be_are_refused() {
    for jobs in ["18446744073709551615", "65536", "0"] {
        let answer = run(&["serve", "--port", "0", "--jobs", jobs], "");
        assert_eq!(answer.code, Some(2), "{answer:?}");
        assert!(answer.stderr.starts_with(&format!("error: invalid value '{jobs}' for '--jobs <N>'")), "{answer:?}");
    }
}

#[test]
fn a_body_that_is_too_large_is_refused() {
    let server = Server::start(&[]);
    let body = format!("{{\"puzzle\":\"{}\"}}", ".".repeat(5 << 20));
    let reply = server.post("/api/solve", body.as_bytes());
    assert_eq!(reply.status, 413);
    reply.problem();
    // A length that is never sent.
    let head = server.request("/api/solve", "", b"");
    let head = String::from_utf8(head).unwrap().replace("content-length: 0", "content-length: 99999999999");
    assert_eq!(server.raw(head.as_bytes()).status, 413);
}

#[test]
fn a_body_that_is_no_http_is_told_from_one_that_is_too_large() {
    let server = Server::start(&[]);
    let head = String::from_utf8(server.request("/api/solve", "", b"")).unwrap();
    let chunks = head.replace("content-length: 0", "transfer-encoding: chunked") + "zz\r\n";
    let reply = server.raw(chunks.as_bytes());
    assert_eq!(reply.status, 400);
    assert_eq!(reply.problem()["detail"], "the body is malformed or broke off");
}

#[test]
fn no_page_starts_a_program_of_its_choice() {
    let server = Server::start(&[]);
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    let touch = format!("touch {}", trace.display());
    for solver in [format!("sat:external={touch}"), format!("sat:kissat={touch}"), "sat:cadical=/bin/true".to_owned()] {
        for (path, question) in [
            ("/api/solve", json!({ "puzzle": PUZZLE, "solver": solver })),
            ("/api/count", json!({ "puzzle": PUZZLE, "solver": solver })),
            ("/api/check", json!({ "puzzle": PUZZLE, "solver": solver, "unique": true })),
            ("/api/race", json!({ "puzzle": PUZZLE, "solvers": [solver] })),
        ] {
            let problem = server.refusal(path, &question);
            assert!(problem["detail"].as_str().unwrap().contains("expected one of auto"), "{problem}");
        }
    }
    assert!(!trace.exists());
}

#[test]
fn an_unknown_solver_is_told_those_of_this_server() {
    let server = Server::start(&[]);
    let names = server.get("/api/solvers").json()["solvers"].take();
    let names: Vec<_> = names.as_array().unwrap().iter().map(|solver| solver["name"].as_str().unwrap()).collect();
    for name in ["best", "sat:best", "external=true"] {
        let expected = format!("expected one of {}, found {name:?}", names.join(", "));
        let one = server.refusal("/api/solve", &json!({ "puzzle": PUZZLE, "solver": name }));
        assert_eq!(one["detail"], format!("solver: {expected}"));
        let several = server.refusal("/api/race", &json!({ "puzzle": PUZZLE, "solvers": [name] }));
        assert_eq!(several["detail"], format!("solvers: {expected}"));
    }
}
