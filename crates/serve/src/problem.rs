//! Errors, as `application/problem+json` (RFC 9457).

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use satdoku::grid::format::{self, ParseError, keys};
use satdoku::printable::printable;
use satdoku::rule::{RuleError, RuleNotAllowed};
use satdoku::{Cell, Error};
use satdoku_ask::FieldError;
use serde_json::{Value, json};

/// A refusal or a failure; without a place it concerns the question as a whole.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    detail: String,
    place: Option<Place>,
}

/// The place of an error; rows and columns count from 1.
#[derive(Clone, Copy, Debug)]
struct Place {
    row: u64,
    column: u64,
    /// The text or grid that row and column refer to.
    of: &'static str,
}

/// Seconds after which a refused client may ask again, when all places were taken.
const RETRY_AFTER: &str = "1";

impl Problem {
    fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        let detail = printable(&detail.into()).into_owned();
        Self { status, detail, place: None }
    }

    /// The question cannot be read, or asks for what cannot be had.
    pub(crate) fn question(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
    }

    /// A value of the question is invalid.
    pub(crate) fn field(name: &str, detail: impl std::fmt::Display) -> Self {
        Self::question(format!("{name}: {detail}"))
    }

    /// The body is no JSON.
    pub(crate) fn json(error: &serde_json::Error) -> Self {
        let place = Place { row: error.line() as u64, column: error.column().max(1) as u64, of: "body" };
        let detail = format!("the body is no JSON object: {error}");
        Self { place: Some(place), ..Self::new(StatusCode::BAD_REQUEST, detail) }
    }

    /// The body breaks the rules of HTTP, or breaks off.
    pub(crate) fn body() -> Self {
        Self::new(StatusCode::BAD_REQUEST, "the body is malformed or broke off")
    }

    /// The puzzle's text cannot be read.
    pub(crate) fn text(error: &ParseError) -> Self {
        if let Some(reason) = error.stopped() {
            return Self::stopped(reason);
        }
        let place = Place { row: error.line, column: error.column, of: "text" };
        let problem = match &error.problem {
            format::Problem::RuleNotAllowed(error) => Self::rule_not_allowed(error),
            problem => Self::question(problem.to_string()),
        };
        Self { place: Some(place), ..problem }
    }

    /// A rule cannot be on the board. Of a long one the beginning is shown: the reason must not be cut off.
    pub(crate) fn rule_not_allowed(error: &RuleNotAllowed) -> Self {
        match error.source {
            RuleError::Stopped(reason) => Self::stopped(reason),
            _ => FieldError::text(keys::RULES, &error.rule, &error.source).into(),
        }
    }

    /// A cell of the puzzle has an impossible value.
    pub(crate) fn cell(cell: Cell, detail: impl Into<String>) -> Self {
        let place = Place { row: cell.row() as u64 + 1, column: cell.column() as u64 + 1, of: "grid" };
        Self { place: Some(place), ..Self::question(detail) }
    }

    /// The request comes from a page of another origin, or names another host.
    pub(crate) fn forbidden(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, detail)
    }

    /// The name is unknown.
    pub(crate) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "nothing is here; /api/openapi.json lists what can be asked")
    }

    /// The name is known, the method is not.
    pub(crate) fn method() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "questions are asked with POST, everything else with GET")
    }

    /// The body is too large.
    pub(crate) fn too_large(limit: usize) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, format!("expected a body of at most {limit} bytes, found more"))
    }

    /// The body is not said to be JSON.
    pub(crate) fn media_type() -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "expected content-type: application/json")
    }

    /// The body did not come in time.
    pub(crate) fn slow() -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time")
    }

    /// As many questions as can be worked on are being worked on, and as many as may wait are waiting.
    pub(crate) fn busy() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "too many questions at once; ask again in a moment")
    }

    /// The solver did not stop when its time was over.
    pub(crate) fn overdue() -> Self {
        Self::new(StatusCode::GATEWAY_TIMEOUT, "the solver did not stop when its time was over")
    }

    /// The answer stopped short.
    pub(crate) fn stopped(reason: impl std::fmt::Display) -> Self {
        Self::new(StatusCode::GATEWAY_TIMEOUT, format!("stopped: {reason}"))
    }

    /// A fault of the server.
    pub(crate) fn internal(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, detail)
    }

    /// The members of the object.
    pub(crate) fn value(&self) -> Value {
        let mut value = json!({
            "type": "about:blank",
            "title": self.status.canonical_reason().unwrap_or_default(),
            "status": self.status.as_u16(),
            "detail": self.detail,
        });
        if let Some(Place { row, column, of }) = self.place {
            value["row"] = json!(row);
            value["column"] = json!(column);
            value["of"] = json!(of);
        }
        value
    }
}

impl From<FieldError> for Problem {
    fn from(error: FieldError) -> Self {
        Self::question(error.to_string())
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Stopped(reason) => Self::stopped(reason),
            // The puzzle or the solver is at fault, and the person can choose another.
            Error::Encode(_)
            | Error::Cover(_)
            | Error::UnknownBoard { .. }
            | Error::OnlyCounts { .. }
            | Error::TooLarge { .. }
            | Error::Backend(_) => Self::question(error.to_string()),
            error => Self::internal(error.to_string()),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status, Body::from(self.value().to_string())).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
        }
        response
    }
}
