//! `/api/prove`: a certificate, as a tar archive with the files of its bundle in a folder.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use satdoku::Progress;
use satdoku::budget::Since;
use satdoku::certificate::{BundleReader, BundleWriter, Claim, Memory, ProveError, ProveOptions, Proved, Prover};

use crate::App;
use crate::fields::{Fields, OF_A_PUZZLE};
use crate::jobs::Work;
use crate::problem::Problem;
use crate::questions::SOLVER_MEMORY;
use crate::respond::{AdmittedRequest, admit};
use crate::schema::{Answer, Declared, Field, Operation, names};

/// Largest size in bytes of a bundle's files together.
const MOST_BYTES: usize = 256 << 20;

/// The folder of the files in the archive.
const FOLDER: &str = "certificate";

const CLAIM: Field<Option<Claim>> =
    Field::word("claim", |_| names(Claim::all()), "what is claimed; whichever is true if it is not given");

const FIELDS: Declared = &[OF_A_PUZZLE, &[&CLAIM]];

/// Answers with the archive; the header `x-claim` tells what was proved.
pub(crate) async fn prove(State(app): State<Arc<App>>, request: Request) -> Response {
    let AdmittedRequest { fields, time, place } = match admit(&app, request).await {
        Ok(admitted) => admitted,
        Err(problem) => return problem.into_response(),
    };
    let since = Since::new();
    let work = Work { time, since, cancel: place.cancel(), progress: Progress::new(), events: None };
    let answered = place.run(time, move || {
        work.since.begin();
        answer(fields.of(FIELDS, work.budget()), &work)
    });
    match answered.await {
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
    let claim = fields.read(&CLAIM)?;
    fields.end()?;
    let options = ProveOptions { budget: work.budget(), memory: Some(SOLVER_MEMORY), ..ProveOptions::default() };
    let mut prover = Prover::new(options).map_err(|error| Problem::question(error.to_string()))?;
    let mut bundle = Bounded { bundle: Memory::new(), left: Arc::new(AtomicUsize::new(MOST_BYTES)) };
    match prover.prove(&puzzle, claim, &mut bundle).map_err(problem)? {
        Proved::Certified(manifest) => {
            let archive = archive(&bundle.bundle).map_err(|error| Problem::internal(error.to_string()))?;
            Ok((manifest.claim, archive))
        }
        Proved::False(falsehood) => Err(Problem::field(CLAIM.name, falsehood)),
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

    fn so_far(&self) -> Box<dyn BundleReader + '_> {
        self.bundle.so_far()
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

pub(crate) fn operation() -> Operation {
    Operation {
        path: "/api/prove",
        summary: "A certificate as a tar archive, for `satdoku verify` and other checkers; x-claim tells what it shows",
        fields: FIELDS,
        answer: Answer::File("application/x-tar"),
        events: "",
    }
}
