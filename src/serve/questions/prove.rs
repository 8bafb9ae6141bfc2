//! `/api/prove`: a certificate, as a tar archive with the files of its bundle in a folder.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use satdoku::Progress;
use satdoku::certificate::{BundleWriter, Claim, Memory, ProveError, ProveOptions, Proved, Prover};

use crate::serve::App;
use crate::serve::fields::Fields;
use crate::serve::jobs::Work;
use crate::serve::problem::Problem;
use crate::serve::questions::SOLVER_MEMORY;
use crate::serve::respond::{Begun, begin};

/// The bytes of all files of a bundle together.
const MOST_BYTES: usize = 256 << 20;

/// The folder of the files in the archive.
const FOLDER: &str = "certificate";

/// Answers with the archive; the header `x-claim` tells what was proved.
pub(crate) async fn prove(State(app): State<Arc<App>>, request: Request) -> Response {
    let Begun { fields, time, place } = match begin(&app, request).await {
        Ok(begun) => begun,
        Err(problem) => return problem.into_response(),
    };
    let work = Work { time, cancel: place.cancel(), progress: Progress::new(), events: None };
    match place.run(time, move || answer(fields, &work)).await {
        Ok((claim, archive)) => {
            let headers = [
                (header::CONTENT_TYPE.as_str(), "application/x-tar".to_owned()),
                (header::CONTENT_DISPOSITION.as_str(), format!("attachment; filename=\"{FOLDER}.tar\"")),
                ("x-claim", claim.to_string()),
            ];
            (headers, Body::from(archive)).into_response()
        }
        Err(problem) => problem.into_response(),
    }
}

fn answer(mut fields: Fields, work: &Work) -> Result<(Claim, Vec<u8>), Problem> {
    let puzzle = fields.puzzle()?;
    let claim = fields.word::<Claim>("claim")?;
    fields.end()?;
    let options = ProveOptions { budget: work.budget(), memory: Some(SOLVER_MEMORY), ..ProveOptions::default() };
    let mut prover = Prover::new(options).map_err(|error| Problem::question(error.to_string()))?;
    let mut bundle = Bounded { bundle: Memory::new(), left: Arc::new(AtomicUsize::new(MOST_BYTES)) };
    match prover.prove(&puzzle, claim, &mut bundle).map_err(problem)? {
        Proved::Certified(manifest) => {
            let archive = archive(&bundle.bundle).map_err(|error| Problem::internal(error.to_string()))?;
            Ok((manifest.claim, archive))
        }
        Proved::False(falsehood) => Err(Problem::field("claim", falsehood)),
        Proved::Unknown(reason) => Err(Problem::stopped(reason)),
    }
}

fn problem(error: ProveError) -> Problem {
    match error {
        ProveError::Solver(error) => error.into(),
        error => Problem::question(error.to_string()),
    }
}

/// A bundle in memory that does not grow without end.
struct Bounded {
    bundle: Memory,
    left: Arc<AtomicUsize>,
}

impl BundleWriter for Bounded {
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + Send>> {
        Ok(Box::new(Counted { file: self.bundle.create(name)?, left: Arc::clone(&self.left) }))
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        self.bundle.remove(name)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.bundle.finish()
    }
}

struct Counted {
    file: Box<dyn Write + Send>,
    left: Arc<AtomicUsize>,
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes.len()));
        if taken.is_err() {
            return Err(io::Error::other(format!("more than {MOST_BYTES} bytes; satdoku prove writes larger ones")));
        }
        self.file.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn archive(bundle: &Memory) -> io::Result<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, bytes) in bundle.files() {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, format!("{FOLDER}/{name}"), bytes.as_slice())?;
    }
    archive.into_inner()
}
