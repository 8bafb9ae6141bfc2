//! The document of the API, `OpenAPI` 3.1, made from what the questions declare.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use crate::App;
use crate::fields::TIME_LIMIT;
use crate::questions::operations;
use crate::respond::MAX_BODY;
use crate::schema::{Answer, Operation, number, one_of, text};

pub(crate) async fn document(State(app): State<Arc<App>>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], Body::from(describe(&app).to_string())).into_response()
}

fn describe(app: &App) -> Value {
    let mut paths = Map::new();
    for operation in operations() {
        paths.insert(operation.path.to_owned(), json!({ "post": post(app, operation) }));
    }
    let got =
        |summary: &str| json!({ "get": { "summary": summary, "responses": { "200": { "description": "told" } } } });
    paths.insert("/api/solvers".to_owned(), got("Solvers, encodings, formats and reports of this server"));
    paths.insert("/api/openapi.json".to_owned(), got("This document"));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "satdoku",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0" },
            "description": format!("Sudoku of any size, on this machine. Questions are POSTed as JSON objects of at most \
                {MAX_BODY} bytes. A connection that is closed cancels its question. Where everything is busy the answer is \
                503 with Retry-After."),
        },
        "servers": [{ "url": format!("http://127.0.0.1:{}", app.port) }],
        "paths": paths,
        "components": { "schemas": { "Problem": problem() } },
    })
}

fn post(app: &App, operation: Operation) -> Value {
    let question = operation.question(app, &[&TIME_LIMIT]);
    let content = match operation.answer {
        Answer::Object(members) => {
            let members: Map<_, _> = members.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
            let events =
                format!("events `progress` with seconds and steps{}; then `answer` or `problem`", operation.events);
            json!({
                "application/json": { "schema": { "type": "object", "properties": members } },
                "text/event-stream": { "schema": text(&events) },
            })
        }
        Answer::File(kind) => json!({ kind: { "schema": { "type": "string" } } }),
    };
    let problem = json!({
        "description": "a refusal or a failure",
        "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
    });
    json!({
        "summary": operation.summary,
        "requestBody": { "required": true, "content": { "application/json": { "schema": question } } },
        "responses": { "200": { "description": "the answer", "content": content }, "default": problem },
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
            "of": one_of(["grid", "text", "body"], "what row and column are those of: the grid, the puzzle's text, the body"),
        },
        "required": ["type", "title", "status", "detail"],
    })
}
