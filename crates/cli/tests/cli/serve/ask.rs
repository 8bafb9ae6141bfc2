//! The server and `satdoku ask` answer alike.

use serde_json::{Value, json};

use crate::ask::{ask, names};
use crate::serve::client::{Reply, Server};
use crate::serve::{PUZZLE, SOLUTION};

/// A value without the times in it.
fn without_times(mut value: Value) -> Value {
    match &mut value {
        Value::Object(members) => {
            members.retain(|name, _| name != "seconds" && !name.ends_with("_seconds"));
            members.values_mut().for_each(|member| *member = without_times(member.take()));
        }
        Value::Array(values) => values.iter_mut().for_each(|one| *one = without_times(one.take())),
        _ => {}
    }
    value
}

/// Questions of every name.
fn questions() -> Vec<(&'static str, Value)> {
    let puzzles = [
        json!({ "puzzle": PUZZLE }),
        json!({ "puzzle": "1.34...2..4....." }),
        json!({ "puzzle": "123....4........" }),
        json!({ "puzzle": "11.............." }),
        json!({ "board": "2x2", "rules": ["killer 6 r1c2 r1c3 r2c3", "thermometer r3c2 r3c1 r3c4", "arrow r2c1 : r3c1 r3c2"] }),
    ];
    let of_a_puzzle = [
        "solve",
        "count",
        "check",
        "judge",
        "convert",
        "draw",
        "encode",
        "explain",
        "candidates",
        "hint",
        "path",
        "rate",
        "prove",
    ];
    let mut questions: Vec<_> =
        of_a_puzzle.iter().flat_map(|&name| puzzles.iter().map(move |puzzle| (name, puzzle.clone()))).collect();
    questions.extend([
        ("solve", json!({ "puzzle": "1.34...2..4.....", "limit": 9, "solver": "dlx" })),
        ("check", json!({ "puzzle": SOLUTION, "clues": PUZZLE, "unique": true })),
        ("judge", json!({ "puzzle": PUZZLE, "digits": { "r1c3": 3, "r1c1": 1 } })),
        ("convert", json!({ "puzzle": PUZZLE, "to": "header" })),
        ("explain", json!({ "puzzle": "1.34...2..4.....", "counts": true })),
        ("candidates", json!({ "puzzle": "1.34...2..4.....", "counts": true })),
        ("hint", json!({ "puzzle": PUZZLE, "why": "r1c3=1" })),
        ("rate", json!({ "puzzle": PUZZLE, "scale": "hodoku" })),
        ("generate", json!({ "board": "2x3", "rules": ["killer"], "kind": "minimal", "seed": 3 })),
        ("race", json!({ "puzzle": PUZZLE, "solvers": ["dlx", "nine", "mrv", "sat:varisat"] })),
        ("solvers", json!({})),
        ("techniques", json!({})),
    ]);
    questions
}

/// The answer of the server as an object, where it is a file.
fn as_object(name: &str, reply: &Reply) -> Value {
    let header = |name: &str| reply.header(name).unwrap().to_owned();
    match name {
        "encode" => json!({
            "variables": header("x-variables").parse::<u64>().unwrap(),
            "clauses": header("x-clauses").parse::<u64>().unwrap(),
            "dimacs": String::from_utf8(reply.body.clone()).unwrap(),
        }),
        "prove" => json!({ "claim": header("x-claim"), "files": files(&reply.body) }),
        _ => reply.json(),
    }
}

/// The texts of an archive's files by name.
fn files(archive: &[u8]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("certificate.tar"), archive).unwrap();
    let unpacked =
        std::process::Command::new("tar").args(["-xf", "certificate.tar"]).current_dir(folder.path()).status();
    assert!(unpacked.unwrap().success());
    let files = std::fs::read_dir(folder.path().join("certificate")).unwrap().map(|file| file.unwrap().path());
    let text = |file: std::path::PathBuf| {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        (name, Value::String(std::fs::read_to_string(&file).unwrap()))
    };
    Value::Object(files.map(text).collect())
}

#[test]
fn every_question_has_the_answer_that_the_command_line_gives() {
    let server = Server::start(&[]);
    let questions = questions();
    let asked: Vec<_> = names().into_iter().filter(|name| questions.iter().all(|(asked, _)| asked != name)).collect();
    assert!(asked.is_empty(), "not asked: {asked:?}");
    for (name, question) in questions {
        let reply = match name {
            "solvers" => server.get("/api/solvers"),
            _ => server.post(&format!("/api/{name}"), question.to_string().as_bytes()),
        };
        if reply.status != 200 {
            let refused = crate::run(&["ask", name], question.to_string());
            let refused: Value = serde_json::from_str(&refused.stdout).unwrap();
            assert_eq!(refused["problem"]["sentence"], reply.problem()["detail"], "{name} {question}");
            continue;
        }
        let mut served = as_object(name, &reply);
        if name == "solvers" {
            // A report is a thing of the server.
            assert_eq!(served.as_object_mut().unwrap().remove("reports"), Some(json!([])));
        }
        assert_eq!(without_times(served), without_times(ask(name, &question)), "{name} {question}");
    }
}
