//! `/api/prove`: a certificate, as a tar archive with the files of its bundle in a folder.

use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use satdoku::Progress;
use serde_json::Value;

use crate::App;
use crate::problem::Problem;
use crate::respond::admit;

/// The folder of the files in the archive.
const FOLDER: &str = "certificate";

/// Answers with the archive; the header `x-claim` names what was proved.
pub(crate) async fn prove(State(app): State<Arc<App>>, request: Request) -> Response {
    match answer(app, request).await {
        Ok((claim, archive)) => {
            let headers = [
                (header::CONTENT_TYPE.as_str(), "application/x-tar".to_owned()),
                (header::CONTENT_DISPOSITION.as_str(), format!("attachment; filename=\"{FOLDER}.tar\"")),
                ("x-claim", claim),
            ];
            (headers, Body::from(archive)).into_response()
        }
        Err(problem) => problem.into_response(),
    }
}

async fn answer(app: Arc<App>, request: Request) -> Result<(String, Vec<u8>), Problem> {
    let admitted = admit(&app, "prove", request).await?;
    let answer = admitted.run(&app, Progress::new(), None).await?;
    let claim = answer["claim"].as_str().unwrap_or_default().to_owned();
    let archive = archive(&answer["files"]).map_err(|error| Problem::internal(error.to_string()))?;
    Ok((claim, archive))
}

/// The texts of files by name, as an archive.
fn archive(files: &Value) -> io::Result<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, text) in files.as_object().into_iter().flatten() {
        let bytes = text.as_str().unwrap_or_default().as_bytes();
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, format!("{FOLDER}/{name}"), bytes)?;
    }
    archive.into_inner()
}
