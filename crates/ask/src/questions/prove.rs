//! `prove`: a certificate, as the texts of its files.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use satdoku::certificate::{BundleReader, BundleWriter, Claim, Memory, ProveError, ProveOptions, Proved, Prover};
use serde_json::{Map, Value, json};

use crate::declared::Field;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::reader::{OF_A_PUZZLE, Reader};
use crate::schema::{names, object, one_of};
use crate::work::Work;

/// Largest size in bytes of a bundle's files together.
const MOST_BYTES: usize = 256 << 20;

const CLAIM: Field<Option<Claim>> =
    Field::word("claim", |_| names(Claim::all()), "what is claimed; whichever is true if it is not given");

fn answer(mut fields: Reader, work: &Work) -> Result<Value, Problem> {
    let puzzle = fields.puzzle()?;
    let claim = fields.read(&CLAIM)?;
    fields.end()?;
    let options = ProveOptions::default().with_budget(work.budget()).with_memory(work.memory());
    let mut prover = Prover::new(options).map_err(|error| Problem::question(error.to_string()))?;
    let mut bundle = Bounded { bundle: Memory::new(), left: Arc::new(AtomicUsize::new(MOST_BYTES)) };
    match prover.prove(&puzzle, claim, &mut bundle).map_err(problem)? {
        Proved::Certified(manifest) => {
            Ok(json!({ "claim": manifest.claim.to_string(), "files": files(&bundle.bundle)? }))
        }
        Proved::False(falsehood) => Err(Problem::field(CLAIM.name, falsehood)),
        Proved::Unknown(reason) => Err(Problem::stopped(reason)),
    }
}

/// The texts of the files by name.
fn files(bundle: &Memory) -> Result<Value, Problem> {
    let text = |(name, bytes): (&str, Vec<u8>)| {
        let text = String::from_utf8(bytes).map_err(|_| Problem::internal(format!("{name} is no text")))?;
        Ok((name.to_owned(), Value::String(text)))
    };
    bundle.files().map(text).collect::<Result<Map<_, _>, _>>().map(Value::Object)
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

pub(crate) fn operation() -> Operation {
    let summary = "A certificate, for `satdoku verify` and other checkers, and what it shows";
    Operation::new("prove", summary, answer, members).with_fields(&[OF_A_PUZZLE, &[&CLAIM]])
}

fn members() -> Vec<(&'static str, Value)> {
    vec![
        ("claim", one_of(Claim::all(), "what was proved")),
        ("files", object("the texts of the certificate's files, by name")),
    ]
}
