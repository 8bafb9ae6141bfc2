//! The `OpenAPI` document says what the server does.

use serde_json::{Value, json};

use crate::documents::{Command, line_matches, page};
use crate::serve::client::Server;

/// Everything under `/api`.
const PATHS: [&str; 18] = [
    "/api/candidates",
    "/api/check",
    "/api/convert",
    "/api/count",
    "/api/draw",
    "/api/encode",
    "/api/explain",
    "/api/generate",
    "/api/hint",
    "/api/judge",
    "/api/openapi.json",
    "/api/path",
    "/api/prove",
    "/api/race",
    "/api/rate",
    "/api/solve",
    "/api/solvers",
    "/api/techniques",
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
fn fields_that_no_question_declares_are_refused() {
    let server = Server::start(&[]);
    for (path, operations) in document(&server)["paths"].as_object().unwrap() {
        if operations.get("post").is_some() {
            let unknown = server.refusal(path, &json!({ "board": "2x2", "solvers": ["dlx"], "elephant": 1 }));
            assert_eq!(unknown["status"], 422, "{path}");
        }
    }
}

/// Whether a value has the type, or one of the types, that a schema names; one that names none takes all.
fn has_type(value: &Value, schema: &Value) -> bool {
    let is = |name: &Value| match name.as_str().unwrap() {
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        name => name == "null" && value.is_null(),
    };
    match &schema["type"] {
        Value::Array(names) => names.iter().any(is),
        Value::Null => true,
        name => is(name),
    }
}

#[test]
fn answers_have_the_fields_and_types_that_are_described() {
    let server = Server::start(&[]);
    let document = document(&server);
    let several = json!({ "puzzle": "1..............." });
    let none = json!({ "puzzle": "11.............." });
    let ruled = json!({ "puzzle": "1...............", "rules": ["killer 5 r2c1 r2c2"] });
    let mut held = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        let answer = &operations["post"]["responses"]["200"]["content"]["application/json"]["schema"]["properties"];
        let (Some(fields), false) = (answer.as_object(), ["/api/race", "/api/generate"].contains(&path.as_str()))
        else {
            continue;
        };
        for question in [&several, &none, &ruled] {
            let mut question = question.clone();
            if path == "/api/convert" {
                question["to"] = json!("json");
            }
            if path == "/api/check" {
                question = json!({ "puzzle": question["puzzle"], "unique": true });
            }
            let reply = server.post(path, question.to_string().as_bytes());
            if reply.status != 200 {
                reply.problem();
                continue;
            }
            for (name, value) in reply.json().as_object().unwrap() {
                let schema = fields.get(name).unwrap_or_else(|| panic!("{path}: {name} is not described"));
                assert!(has_type(value, schema), "{path}: {name} is {value}, described as {schema}");
            }
            held += 1;
        }
    }
    // Ten paths; few of these questions are refused.
    assert!(held >= 24, "{held} answers");
}

#[test]
fn limits_and_what_may_be_missing_are_told_as_they_are() {
    let server = Server::start(&["--time-limit", "500ms"]);
    let document = document(&server);
    let convert = &document["paths"]["/api/convert"]["post"];
    let fields = &convert["requestBody"]["content"]["application/json"]["schema"]["properties"];
    let told = |name: &str| fields[name]["description"].as_str().unwrap();
    assert!(told("time_limit").ends_with("at most 0.5 s, 0.5 s if not given"), "{}", told("time_limit"));
    assert!(told("puzzle").contains("as is 0 where digits begin with 1"), "{}", told("puzzle"));
    let late = server.refusal("/api/convert", &json!({ "board": "2x2", "time_limit": 0.75 }));
    assert_eq!(late["detail"], "time_limit: at most 0.5 s, found 0.75");
    let schema = &convert["responses"]["200"]["content"]["application/json"]["schema"]["properties"]["text"];
    let text = server.ask("/api/convert", &json!({ "board": "2x2" }))["text"].take();
    assert!(text.is_null() && has_type(&text, schema), "{schema}");
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
