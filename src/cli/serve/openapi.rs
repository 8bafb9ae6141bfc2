//! The document of the API.

use axum::response::{IntoResponse, Response};

pub(crate) async fn document() -> Response {
    "{}".into_response()
}
