//! Checks certificates without trusting their content.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use crate::backend::{self, BackendError, Checked, Clauses, OpenOptions, ProofFormat};
use crate::budget::{Budget, Running, StopReason};
use crate::certificate::claim::Claim;
use crate::certificate::defect::{Defect, VerifyError};
use crate::certificate::digest::Digest;
use crate::certificate::digest::Digesting;
use crate::certificate::lemma::{LemmaError, Lemmas};
use crate::certificate::manifest::{FileEntry, Manifest};
use crate::certificate::manifest::{board_in_words, proof_file};
use crate::certificate::names;
use crate::certificate::statement::{Statement, Written, least_bytes, meaning};
use crate::certificate::store::{BundleReader, OpenFile};
use crate::cnf::dimacs::write_model;
use crate::cnf::{ClauseSink, Limited, LimitedError, Lit, Model};
use crate::encoding::EncodeError;
use crate::grid::format::{Format, Parser, Place, Record};
use crate::grid::{Grid, Solution};
use crate::printable::printable;

/// How certificates are checked.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct VerifyOptions {
    /// The limits of each certificate.
    pub budget: Budget,
    /// Bytes that a checker in this process may be expected to take.
    pub memory: u64,
}

with_fields! {
    VerifyOptions
    with_budget(budget: Budget);
    with_memory(memory: u64);
}

impl Default for VerifyOptions {
    fn default() -> Self {
        Self { budget: Budget::default(), memory: OpenOptions::DEFAULT_MEMORY }
    }
}

/// The result of checking a bundle.
#[derive(Debug)]
pub enum Verification {
    /// The bundle's claim is true.
    Valid(Manifest),
    /// The bundle does not show its claim, and why.
    Invalid(Defect),
    /// The budget ran out before an answer.
    Unknown(StopReason),
}

/// What was read of a bundle.
#[derive(Debug)]
pub enum Identification {
    /// The bundle is complete: its manifest, and its puzzle.
    Complete(Manifest, Grid),
    /// The bundle is none that could show anything, and why.
    Invalid(Defect),
}

/// Why checking ended.
enum End {
    Defect(Defect),
    Stopped(StopReason),
    Failed(VerifyError),
}

impl<E: Into<Defect>> From<E> for End {
    fn from(defect: E) -> Self {
        Self::Defect(defect.into())
    }
}

fn cannot_read(file: &'static str) -> impl Fn(io::Error) -> End {
    move |source| End::Failed(VerifyError::Read { file, source })
}

/// The greatest length of a puzzle's text: two numbers for each cell of the largest board that has clauses, and further units.
const MAX_GRID: u64 = 64 << 20;

/// Checks a bundle: its files are complete, and its claim is true.
///
/// Takes time and memory in the bytes of the bundle, whatever their content.
///
/// # Errors
/// If the bundle cannot be read, or the checker of its proof is missing or fails.
pub fn verify(bundle: &dyn BundleReader, options: &VerifyOptions) -> Result<Verification, VerifyError> {
    span!("verify");
    let files = RefCell::new(BTreeMap::new());
    let checking = Checking { bundle, files, memory: options.memory, running: options.budget.start() };
    match checking.check() {
        Ok(manifest) => Ok(Verification::Valid(manifest)),
        Err(End::Defect(defect)) => Ok(Verification::Invalid(defect)),
        Err(End::Stopped(reason)) => Ok(Verification::Unknown(reason)),
        Err(End::Failed(error)) => Err(error),
    }
}

/// Reads the claim and the puzzle of a bundle, and checks completeness: the manifest, the files and their lengths, and the digest
/// of the puzzle. [`verify`] checks the truth of the claim.
///
/// # Errors
/// If the bundle cannot be read.
pub fn identify(bundle: &dyn BundleReader) -> Result<Identification, VerifyError> {
    let files = RefCell::new(BTreeMap::new());
    let checking = Checking { bundle, files, memory: 0, running: Budget::unlimited().start() };
    match checking.identify() {
        Ok((manifest, puzzle)) => Ok(Identification::Complete(manifest, puzzle)),
        Err(End::Defect(defect)) => Ok(Identification::Invalid(defect)),
        Err(End::Failed(error)) => Err(error),
        Err(End::Stopped(_)) => unreachable!("an unlimited budget"),
    }
}

struct Checking<'a> {
    bundle: &'a dyn BundleReader,
    /// The open files of the manifest that were not read yet.
    files: RefCell<BTreeMap<String, OpenFile<'a>>>,
    memory: u64,
    running: Running,
}

impl<'a> Checking<'a> {
    fn check(&self) -> Result<Manifest, End> {
        let (manifest, puzzle) = self.identify()?;
        // Before any work that takes time in the board alone.
        let least = least_bytes(puzzle.geometry());
        if entry(&manifest, names::FORMULA).bytes < least {
            return Err(Defect::TooShort { file: names::FORMULA, least }.into());
        }
        let written = if manifest.lemmas.is_some() { Written::BesideLemmas } else { Written::All };
        let statement = Statement::new(&puzzle, written, &self.running).map_err(|error| match error {
            EncodeError::Stopped(reason) => End::Stopped(reason),
            error => error.into(),
        })?;
        let solution = if manifest.claim.has_solution() {
            Some(Solution::check(&puzzle, self.grid(&manifest, names::SOLUTION)?)?)
        } else {
            None
        };
        let statement = match &solution {
            Some(solution) if manifest.claim == Claim::Unique => statement.excluding(solution),
            _ => statement,
        };
        let statement = match manifest.lemmas {
            Some(_) => self.lemmas(&manifest, &puzzle, statement)?,
            None => statement,
        };
        check_fields(&manifest, &puzzle, &statement)?;
        self.formula(&manifest, &statement)?;
        if let (Some(solution), Claim::Solved) = (&solution, manifest.claim) {
            self.model(&manifest, &statement, solution)?;
        }
        if let Some(format) = manifest.proof {
            self.proof(&manifest, format, &statement)?;
        }
        Ok(manifest)
    }

    fn identify(&self) -> Result<(Manifest, Grid), End> {
        let found = self.bundle.list().map_err(cannot_read("."))?;
        let manifest = self.manifest(&found)?;
        self.open_files(&manifest, &found)?;
        let puzzle = self.grid(&manifest, names::PUZZLE)?;
        Ok((manifest, puzzle))
    }

    fn manifest(&self, found: &[String]) -> Result<Manifest, End> {
        let text = read(names::MANIFEST, self.open_file(names::MANIFEST, found)?, Manifest::MAX_BYTES as u64 + 1)?;
        Ok(Manifest::parse(&text)?)
    }

    /// Opens a required file.
    fn open_file(&self, name: &'static str, found: &[String]) -> Result<OpenFile<'a>, End> {
        if !found.iter().any(|other| other == name) {
            return Err(Defect::Missing(name.to_owned()).into());
        }
        match self.bundle.open(name).map_err(cannot_read(name))? {
            None => Err(Defect::NoFile(name.to_owned()).into()),
            Some(OpenFile { bytes: 0, .. }) => Err(Defect::Empty(name.to_owned()).into()),
            Some(file) => Ok(file),
        }
    }

    /// Opens all files of a manifest and compares names and lengths with the manifest.
    fn open_files(&self, manifest: &Manifest, found: &[String]) -> Result<(), End> {
        let names = Manifest::expected_files(manifest.claim, manifest.proof, manifest.lemmas.is_some());
        for name in &names {
            let expected = entry(manifest, name).bytes;
            let file = self.open_file(name, found)?;
            if file.bytes != expected {
                return Err(Defect::Length { file: (*name).to_owned(), expected, found: file.bytes }.into());
            }
            self.files.borrow_mut().insert((*name).to_owned(), file);
        }
        let belongs = |name: &&String| **name == names::MANIFEST || names.iter().any(|other| **name == **other);
        match found.iter().find(|name| !belongs(name)) {
            Some(name) => Err(Defect::Stray(printable(name).into_owned()).into()),
            None => Ok(()),
        }
    }

    /// A file of the manifest, to be read now.
    fn take(&self, name: &'static str) -> OpenFile<'a> {
        self.files.borrow_mut().remove(name).expect("each file of a manifest is opened, and read in one place")
    }

    /// A small file of a bundle, after a comparison of its digest.
    fn small(&self, manifest: &Manifest, name: &'static str) -> Result<Vec<u8>, End> {
        let FileEntry { bytes, sha256, .. } = *entry(manifest, name);
        if bytes > MAX_GRID {
            return Err(Defect::TooLong { file: name, most: MAX_GRID, found: bytes }.into());
        }
        let text = read(name, self.take(name), bytes)?;
        check_digest(name, sha256, Digest::of(&text))?;
        Ok(text)
    }

    fn grid(&self, manifest: &Manifest, name: &'static str) -> Result<Grid, End> {
        let text = self.small(manifest, name)?;
        let record = Record { text: &text, place: Place::START };
        let grid = Parser::new(Format::Header, None).parse_within(&record, &self.running);
        let grid = grid.map_err(|source| match source.stopped() {
            Some(reason) => End::Stopped(reason),
            None => Defect::Grid { file: name, source }.into(),
        })?;
        let mut written = String::new();
        // The lossless form carries every board.
        let _ = Format::Header.write(&grid, &mut written);
        if written.as_bytes() == text { Ok(grid) } else { Err(Defect::Form(name).into()) }
    }

    /// Reads the lemmas, checks each, and adds them to the statement.
    fn lemmas(&self, manifest: &Manifest, puzzle: &Grid, statement: Statement) -> Result<Statement, End> {
        let FileEntry { bytes, sha256, .. } = *entry(manifest, names::LEMMAS);
        if bytes.saturating_mul(MEMORY_OF_LEMMAS) > self.memory {
            return Err(End::Stopped(StopReason::Memory));
        }
        let mut file = self.take(names::LEMMAS).reader;
        self.digest(names::LEMMAS, &mut file, sha256)?;
        file.rewind().map_err(cannot_read(names::LEMMAS))?;
        let end = |error| match error {
            LemmaError::Refused(line, expected) => Defect::Lemma { line, expected }.into(),
            LemmaError::Stopped(reason) => End::Stopped(reason),
            LemmaError::Unreadable(error) => cannot_read(names::LEMMAS)(error),
        };
        let mut text = BufReader::with_capacity(PIECE, file);
        let lemmas = Lemmas::read(&mut text, puzzle.geometry(), &self.running).map_err(end)?;
        lemmas.check(puzzle, statement.formula().map(), self.memory, &self.running).map_err(end)?;
        Ok(statement.with_lemmas(lemmas))
    }

    /// Compares the clauses with the puzzle's clauses.
    fn formula(&self, manifest: &Manifest, statement: &Statement) -> Result<(), End> {
        self.compare(manifest, names::FORMULA, |out| statement.write_dimacs(out, &self.running))
    }

    /// Compares the model with the solution's model, and checks the latter against the clauses.
    fn model(&self, manifest: &Manifest, statement: &Statement, solution: &Solution) -> Result<(), End> {
        let model = statement.model(solution, &self.running).map_err(End::Stopped)?;
        let mut checker = ModelChecker { model: &model, clauses: 0 };
        match statement.write(&mut Limited::new(&mut checker, &self.running)) {
            Ok(()) => {}
            Err(LimitedError::Stopped(reason)) => return Err(End::Stopped(reason)),
            Err(LimitedError::Sink(clause)) => return Err(Defect::FalseClause(clause).into()),
        }
        self.compare(manifest, names::MODEL, |out| write_model(model.lits(), out).map_err(LimitedError::Sink))
    }

    /// Compares a file with its expected bytes.
    fn compare(
        &self,
        manifest: &Manifest,
        name: &'static str,
        write: impl FnOnce(&mut dyn Write) -> Result<(), LimitedError<io::Error>>,
    ) -> Result<(), End> {
        let FileEntry { bytes, sha256, .. } = *entry(manifest, name);
        let file = self.take(name).reader;
        let mut comparing =
            Comparing { file: Digesting::new(file), read: Vec::new(), same: 0, has_differed: false, problem: None };
        // `write` may write large pieces or single lines.
        let written = {
            let mut out = BufWriter::with_capacity(PIECE, &mut comparing);
            write(&mut out).and_then(|()| out.flush().map_err(LimitedError::Sink))
        };
        match (written, comparing.problem.take()) {
            (Ok(()), _) if comparing.same == bytes => check_digest(name, sha256, comparing.file.result().1),
            (Err(LimitedError::Stopped(reason)), _) => Err(End::Stopped(reason)),
            (Err(LimitedError::Sink(_)), Some(error)) => Err(cannot_read(name)(error)),
            (Ok(()) | Err(LimitedError::Sink(_)), _) => {
                // If the manifest reveals damage, report damage.
                let file = &mut comparing.file;
                loop {
                    self.running.check().map_err(End::Stopped)?;
                    if io::copy(&mut file.take(PIECE as u64), &mut io::sink()).map_err(cannot_read(name))? == 0 {
                        break;
                    }
                }
                check_digest(name, sha256, comparing.file.result().1)?;
                Err(Defect::Differs { file: name, byte: comparing.same + 1 }.into())
            }
        }
    }

    fn proof(&self, manifest: &Manifest, format: ProofFormat, statement: &Statement) -> Result<(), End> {
        let name = proof_file(format);
        let FileEntry { bytes, sha256, .. } = *entry(manifest, name);
        let mut file = self.take(name).reader;
        self.digest(name, &mut file, sha256)?;
        file.rewind().map_err(cannot_read(name))?;
        let mut write = |sink: &mut dyn ClauseSink<Error = LimitedError<BackendError>>| statement.write(sink);
        let mut clauses = Clauses { size: statement.size(), write: &mut write };
        let mut proof = backend::Proof { reader: &mut file, bytes };
        let checked = format.check(&mut clauses, &mut proof, self.memory, &self.running);
        match checked.map_err(|error| End::Failed(error.into()))? {
            Checked::Refuted => Ok(()),
            Checked::Unknown(reason) => Err(End::Stopped(reason)),
            Checked::Rejected(why) => Err(Defect::Proof { file: name, checker: format.asked(), why }.into()),
        }
    }

    /// Compares the digest of a large file.
    fn digest(&self, name: &'static str, file: impl Read, said: Digest) -> Result<(), End> {
        let mut digesting = BufReader::with_capacity(PIECE, Digesting::new(file));
        loop {
            self.running.check().map_err(End::Stopped)?;
            let length = io::BufRead::fill_buf(&mut digesting).map_err(cannot_read(name))?.len();
            if length == 0 {
                break;
            }
            io::BufRead::consume(&mut digesting, length);
        }
        check_digest(name, said, digesting.get_ref().result().1)
    }
}

/// The bytes of memory that a byte of the lemmas' text may take.
const MEMORY_OF_LEMMAS: u64 = 12;

/// The size of the pieces in which large files are read.
const PIECE: usize = 64 << 10;

fn check_digest(file: &'static str, said: Digest, found: Digest) -> Result<(), End> {
    if said == found { Ok(()) } else { Err(Defect::Damaged { file, said, found }.into()) }
}

/// The entry of a file in the manifest of a claim that has the file.
fn entry<'a>(manifest: &'a Manifest, name: &str) -> &'a FileEntry {
    let entry = manifest.files.iter().find(|file| file.name == name);
    entry.expect("a manifest names the files of its claim")
}

/// The bytes of a file, at most `most`.
fn read(name: &'static str, file: OpenFile<'_>, most: u64) -> Result<Vec<u8>, End> {
    let mut text = Vec::new();
    file.reader.take(most).read_to_end(&mut text).map_err(cannot_read(name))?;
    Ok(text)
}

/// Compares the manifest's fields about the puzzle with the puzzle.
fn check_fields(manifest: &Manifest, puzzle: &Grid, statement: &Statement) -> Result<(), End> {
    let (geometry, size) = (puzzle.geometry(), statement.size());
    let wrong = |field, expected: String| Err(Defect::Field { field, expected }.into());
    let meaning = meaning(puzzle);
    match board_in_words(puzzle) {
        board if manifest.board != board => return wrong("board", board),
        _ if manifest.meaning != meaning => return wrong("meaning", meaning),
        _ => {}
    }
    let numbers = [
        ("cells", manifest.cells as u64, geometry.cell_count() as u64),
        ("digits", manifest.digits as u64, geometry.digit_count() as u64),
        ("variables", manifest.variables, size.variables),
        ("clauses", manifest.clauses, size.clauses),
        (
            "lemmas",
            manifest.lemmas.unwrap_or_default(),
            statement.lemmas().map_or(0, |lemmas| lemmas.clauses().len() as u64),
        ),
    ];
    match numbers.into_iter().find(|(_, said, expected)| said != expected) {
        Some((field, _, expected)) => wrong(field, expected.to_string()),
        None => Ok(()),
    }
}

/// A writer that compares its input with a file.
struct Comparing<R> {
    file: Digesting<R>,
    read: Vec<u8>,
    /// The number of equal bytes so far.
    same: u64,
    has_differed: bool,
    /// Why the file could not be read.
    problem: Option<io::Error>,
}

impl<R: Read> Write for Comparing<R> {
    fn write(&mut self, expected: &[u8]) -> io::Result<usize> {
        if self.has_differed {
            return Err(io::ErrorKind::InvalidData.into());
        }
        self.read.clear();
        let length = expected.len() as u64;
        if let Err(error) = (&mut self.file).take(length).read_to_end(&mut self.read) {
            self.problem = Some(error);
        } else {
            let same = self.read.iter().zip(expected).take_while(|(a, b)| a == b).count();
            self.same += same as u64;
            if same == expected.len() {
                return Ok(same);
            }
        }
        self.has_differed = true;
        Err(io::ErrorKind::InvalidData.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Accepts the clauses that a model makes true; fails with the number of the first false clause.
struct ModelChecker<'a> {
    model: &'a Model,
    clauses: u64,
}

impl ClauseSink for ModelChecker<'_> {
    type Error = u64;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), u64> {
        self.clauses += 1;
        if clause.iter().any(|&lit| self.model.is_true(lit)) { Ok(()) } else { Err(self.clauses) }
    }
}
