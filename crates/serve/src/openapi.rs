//! The document of the API, `OpenAPI` 3.1, made from what the questions declare.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use satdoku_ask::schema::{number, one_of, text};
use satdoku_ask::{MOST_BYTES, Operation, Placed};
use serde_json::{Map, Value, json};

use crate::App;
use crate::addresses::{FILES, SOLVERS, address};
use crate::problem::named;

pub(crate) async fn document(State(app): State<Arc<App>>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], Body::from(describe(&app).to_string())).into_response()
}

fn describe(app: &App) -> Value {
    let mut paths = Map::new();
    for operation in app.questions.all().iter().filter(|operation| operation.name != SOLVERS) {
        paths.insert(address(operation.name), json!({ "post": post(app, operation) }));
    }
    let got =
        |summary: &str| json!({ "get": { "summary": summary, "responses": { "200": { "description": "told" } } } });
    paths.insert(address(SOLVERS), got("Solvers, encodings, formats and reports of this server"));
    paths.insert("/api/openapi.json".to_owned(), got("This document"));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "satdoku",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0" },
            "description": format!("Sudoku of any size, on this machine. Questions are POSTed as JSON objects of at most \
                {MOST_BYTES} bytes. A connection that is closed cancels its question. Where everything is busy the answer is \
                503 with Retry-After."),
        },
        "servers": [{ "url": format!("http://127.0.0.1:{}", app.port) }],
        "paths": paths,
        "components": { "schemas": { "Problem": problem() } },
    })
}

fn post(app: &App, operation: &Operation) -> Value {
    let question = operation.question_schema(&app.limits);
    let file = FILES.iter().find(|file| file.name == operation.name);
    let content = if let Some(file) = file {
        json!({ file.media_type: { "schema": { "type": "string" } } })
    } else {
        let more: String = operation.events.iter().map(|(name, with)| format!(", `{name}` with {with}")).collect();
        let events = format!("events `progress` with seconds and steps{more}; then `answer` or `problem`");
        json!({
            "application/json": { "schema": operation.answer_schema() },
            "text/event-stream": { "schema": text(&events) },
        })
    };
    let problem = json!({
        "description": "a refusal or a failure",
        "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
    });
    json!({
        "summary": operation.summary,
        "requestBody": { "required": true, "content": { "application/json": { "schema": question } } },
        "responses": { "200": { "description": file.map_or("the answer", |file| file.description), "content": content }, "default": problem },
    })
}

/// RFC 9457, and where something is wrong.
fn problem() -> Value {
    json!({
        "type": "object",
        "properties": {
            "type": text("always about:blank"),
            "title": text("the name of the status"),
            "status": number("the status"),
            "detail": text("what is wrong"),
            "row": number("the row or line where it is wrong, from 1"),
            "column": number("the column where it is wrong, from 1"),
            "of": one_of(Placed::ALL.map(named), "what row and column are those of: the grid, the puzzle's text, the body"),
        },
        "required": ["type", "title", "status", "detail"],
    })
}
