//! Refusals and failures, as `application/problem+json` (RFC 9457).

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use satdoku::printable::printable;
use satdoku_ask::{Place, Placed, ProblemKind};
use serde_json::{Value, json};

/// A refusal or a failure; without a place it concerns the request as a whole.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    detail: String,
    place: Option<Place>,
}

/// Seconds after which a refused client may ask again, when all places were taken.
const RETRY_AFTER: &str = "1";

impl Problem {
    fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        let detail = printable(&detail.into()).into_owned();
        Self { status, detail, place: None }
    }

    /// The body breaks the rules of HTTP, or breaks off.
    pub(crate) fn body() -> Self {
        Self::new(StatusCode::BAD_REQUEST, "the body is malformed or broke off")
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
            value["of"] = json!(named(of));
        }
        value
    }
}

/// What a place lies in: the text of a question is the body of a request.
pub(crate) fn named(of: Placed) -> &'static str {
    match of {
        Placed::Question => "body",
        of => of.name(),
    }
}

impl From<satdoku_ask::Problem> for Problem {
    fn from(problem: satdoku_ask::Problem) -> Self {
        let status = match problem.kind() {
            ProblemKind::Unknown => StatusCode::NOT_FOUND,
            ProblemKind::Json => StatusCode::BAD_REQUEST,
            ProblemKind::Question => StatusCode::UNPROCESSABLE_ENTITY,
            ProblemKind::Stopped => StatusCode::GATEWAY_TIMEOUT,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self { status, detail: problem.sentence().to_owned(), place: problem.place() }
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
