//! The `OpenAPI` document says what the server does.

use serde_json::{Value, json};

use crate::documents::{Command, line_matches, page};
use crate::serve::client::Server;

/// Everything under `/api`.
const PATHS: [&str; 16] = [
    "/api/candidates",
    "/api/check",
    "/api/convert",
    "/api/count",
    "/api/draw",
    "/api/encode",
    "/api/explain",
    "/api/generate",
    "/api/hint",
    "/api/openapi.json",
    "/api/path",
    "/api/prove",
    "/api/race",
    "/api/rate",
    "/api/solve",
    "/api/solvers",
];

fn document(server: &Server) -> Value {
    server.get("/api/openapi.json").json()
}

#[test]
fn every_path_is_described_and_served() {
    let server = Server::start(&[]);
    let document = document(&server);
    assert_eq!(document["openapi"], "3.1.0");
    let mut paths: Vec<_> = document["paths"].as_object().unwrap().keys().cloned().collect();
    paths.sort();
    assert_eq!(paths, PATHS);
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            let reply = if method == "get" { server.get(path) } else { server.post(path, b"{") };
            assert!([200, 400].contains(&reply.status), "{method} {path}: {reply:?}");
        }
    }
}

#[test]
fn every_field_is_read_and_no_other() {
    let server = Server::start(&[]);
    for (path, operations) in document(&server)["paths"].as_object().unwrap() {
        let Some(post) = operations.get("post") else { continue };
        let schema = &post["requestBody"]["content"]["application/json"]["schema"];
        for name in schema["properties"].as_object().unwrap().keys() {
            // Nothing takes an object, so that a field that is read is refused for its value.
            let mut question = json!({ "board": "2x2", "solvers": ["dlx"], "puzzle": "1..............." });
            if !["/api/race"].contains(&path.as_str()) {
                question.as_object_mut().unwrap().remove("solvers");
            }
            if path == "/api/generate" {
                question.as_object_mut().unwrap().remove("puzzle");
            }
            question[name] = json!({});
            let problem = server.refusal(path, &question);
            let detail = problem["detail"].as_str().unwrap();
            assert!(detail.contains("expected") && detail.contains(name), "{path} {name}: {detail}");
        }
        let unknown = server.refusal(path, &json!({ "board": "2x2", "solvers": ["dlx"], "elephant": 1 }));
        assert_eq!(unknown["status"], 422, "{path}");
    }
}

/// The value behind an option of a command, without the quotes around it.
fn argument<'a>(command: &'a Command, option: &str) -> Option<&'a str> {
    let value = command.text.split_once(option)?.1.trim_start();
    Some(value.strip_prefix('\'').and_then(|value| value.split('\'').next()).unwrap_or(value))
}

#[test]
fn the_guide_shows_what_is_answered_and_has_every_path() {
    let server = Server::start(&[]);
    let page = page("docs/browser.md");
    let mut asked = 0;
    for command in page.commands().iter().filter(|command| command.text.starts_with("curl ")) {
        let path = command.text.split("http://127.0.0.1:7289").nth(1).unwrap();
        let reply = match argument(command, "-d ") {
            Some(body) => server.post(path, body.as_bytes()),
            None => server.get(path),
        };
        let body = String::from_utf8(reply.body).unwrap();
        assert!(line_matches(&command.output.join("\n"), body.trim_end()), "{}\n{body}", command.text);
        asked += 1;
    }
    assert!(asked > 2);
    let listed: Vec<_> = PATHS.into_iter().filter(|path| !page.text.contains(&format!("| `{path}` |"))).collect();
    assert!(listed.is_empty(), "not in docs/browser.md: {listed:?}");
}
