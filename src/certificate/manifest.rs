//! The manifest of a bundle.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::backend::ProofFormat;
use crate::certificate::claim::Claim;
use crate::certificate::digest::Digest;
use crate::certificate::names;
use crate::certificate::statement::{AT_MOST_ONE, ENCODING};
use crate::geometry::{Regions, UnitKind};
use crate::grid::Grid;
use crate::printable::printable;

/// The manifest of a bundle: the claim, the meaning of clauses and variables, the solver, and the files.
///
/// Its text is JSON that ends with a SHA-256 of everything before. A manifest has exactly one text, to the byte.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Manifest {
    /// The claim.
    pub claim: Claim,
    /// The version of this crate that wrote the bundle.
    pub version: String,
    /// The number of cells of the board.
    pub cells: usize,
    /// The number of digits of the board.
    pub digits: usize,
    /// The units of the board and the number of rules, in words; `puzzle.txt` has them exactly.
    pub board: String,
    /// Variables of the clauses.
    pub variables: u64,
    /// The meaning of the variables, in words.
    pub meaning: String,
    /// The number of clauses.
    pub clauses: u64,
    /// The number of lemmas among these, in a bundle whose proof takes lemmas of rules for granted. Rules of kinds that lemmas speak of
    /// have no other clauses then.
    pub lemmas: Option<u64>,
    /// The solver that found the solution or the proof.
    pub solver: SolverName,
    /// The format of the proof, if the claim needs a proof.
    pub proof: Option<ProofFormat>,
    /// All files but the manifest itself, in the order of [`expected_files`](Self::expected_files).
    pub files: Vec<FileEntry>,
}

/// A solver, as a manifest names it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolverName {
    /// Its name.
    pub name: String,
    /// The solver's version, if known.
    pub version: String,
}

/// A file of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileEntry {
    /// Its name.
    pub name: String,
    /// The file's length in bytes.
    pub bytes: u64,
    /// The digest of its bytes.
    pub sha256: Digest,
}

/// Why a text is not a manifest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ManifestError {
    /// The text is longer than any manifest.
    #[error("expected at most {most} bytes, found {0}", most = Manifest::MAX_BYTES)]
    TooLong(u64),
    /// The text does not end with its digest.
    #[error("expected the field sha256 at the end")]
    End,
    /// The digest at the end is not the digest of the text before.
    #[error("damaged: its SHA-256 is {found}, its last field says {said}")]
    Digest {
        /// The digest at the end.
        said: Digest,
        /// The digest of the text.
        found: Digest,
    },
    /// The text is not JSON.
    #[error("{line}:{column}: expected JSON: {problem}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The parser's message.
        problem: String,
    },
    /// A field is missing or has a value that is not allowed.
    #[error("expected {expected} as the field {field}")]
    Field {
        /// The field.
        field: &'static str,
        /// The allowed values.
        expected: &'static str,
    },
    /// The files differ from the files of the claim.
    #[error("expected the files {expected}, found {found}")]
    Files {
        /// The files of a bundle with this claim.
        expected: String,
        /// The files in the manifest.
        found: String,
    },
    /// The fields are valid, but the text differs from the manifest's text: other blanks, a further field, another encoding.
    #[error("expected the text of a manifest to the byte, found another text")]
    Form,
}

/// The last field of a manifest, up to its value, and the text after the value.
const LAST_FIELD: &str = "  \"sha256\": \"";
const LAST_BYTES: &str = "\"\n}\n";

/// The length of a digest's text.
const DIGEST_LENGTH: usize = 64;

impl Manifest {
    /// The greatest length of a manifest.
    pub const MAX_BYTES: usize = 16 << 10;

    /// The names of a bundle's files without the manifest, for a claim.
    #[must_use]
    pub fn expected_files(claim: Claim, proof: Option<ProofFormat>, has_lemmas: bool) -> Vec<&'static str> {
        let proof = proof.filter(|_| claim.has_proof()).map(proof_file);
        let solution = claim.has_solution().then_some(names::SOLUTION);
        let model = (!claim.has_proof()).then_some(names::MODEL);
        let lemmas = has_lemmas.then_some(names::LEMMAS);
        [Some(names::PUZZLE), solution, lemmas, Some(names::FORMULA), model, proof].into_iter().flatten().collect()
    }

    /// The text of the manifest.
    #[must_use]
    pub fn text(&self) -> String {
        let mut fields = Map::new();
        let mut add = |name: &str, value: Value| drop(fields.insert(name.to_owned(), value));
        add("claim", json!(self.claim.name()));
        add("satdoku", json!(self.version));
        add("cells", json!(self.cells));
        add("digits", json!(self.digits));
        add("board", json!(self.board));
        add("encoding", json!(ENCODING.name()));
        add("at_most_one", json!(AT_MOST_ONE.to_string()));
        add("variables", json!(self.variables));
        add("meaning", json!(self.meaning));
        add("clauses", json!(self.clauses));
        if let Some(lemmas) = self.lemmas {
            add("lemmas", json!(lemmas));
        }
        add("last_clause", json!(last_clause_in_words(self.claim, self.lemmas)));
        add("solver", json!({ "name": self.solver.name, "version": self.solver.version }));
        if let Some(proof) = self.proof {
            add("proof", json!({ "format": proof.name(), "checker": proof.checker() }));
        }
        let file =
            |file: &FileEntry| json!({ "name": file.name, "bytes": file.bytes, "sha256": file.sha256.to_string() });
        add("files", self.files.iter().map(file).collect());
        let mut text = format!("{:#}", Value::Object(fields));
        // A field follows before the end.
        text.truncate(text.trim_end_matches(['\n', '}']).len());
        text.push_str(",\n");
        let digest = Digest::of(text.as_bytes());
        let _ = write!(text, "{LAST_FIELD}{digest}{LAST_BYTES}");
        text
    }

    /// Reads a manifest; the text is not trusted. Takes time and memory in the text's length, which is bounded.
    ///
    /// # Errors
    /// The defect of the text. A text with valid fields that [`text`](Self::text) would write differently is refused as well.
    pub fn parse(text: &[u8]) -> Result<Self, ManifestError> {
        if text.len() > Self::MAX_BYTES {
            return Err(ManifestError::TooLong(text.len() as u64));
        }
        let (head, said) = split_digest(text).ok_or(ManifestError::End)?;
        let found = Digest::of(head);
        if said != found {
            return Err(ManifestError::Digest { said, found });
        }
        let value: Value = serde_json::from_slice(text).map_err(|error| ManifestError::Json {
            line: error.line(),
            column: error.column(),
            problem: error.to_string(),
        })?;
        let manifest = Fields(&value).manifest()?;
        let expected = Self::expected_files(manifest.claim, manifest.proof, manifest.lemmas.is_some());
        let found: Vec<_> = manifest.files.iter().map(|file| file.name.as_str()).collect();
        if expected != found {
            let (expected, found) = (expected.join(", "), printable(&found.join(", ")).into_owned());
            return Err(ManifestError::Files { expected, found });
        }
        if manifest.text().as_bytes() == text { Ok(manifest) } else { Err(ManifestError::Form) }
    }
}

/// The name of a proof's file.
pub(super) fn proof_file(format: ProofFormat) -> &'static str {
    match format {
        ProofFormat::Varisat => "proof.varisat",
        ProofFormat::Drat | ProofFormat::BinaryDrat => "proof.drat",
        ProofFormat::Lrat | ProofFormat::BinaryLrat => "proof.lrat",
    }
}

/// The units of a puzzle's board and the number of its rules, in words.
pub(super) fn board_in_words(puzzle: &Grid) -> String {
    let geometry = puzzle.geometry();
    let regions = match geometry.shape() {
        Regions::Boxes { rows, columns } => format!("rows, columns and boxes of {rows}x{columns}"),
        Regions::Irregular => "rows, columns and irregular regions".to_owned(),
        Regions::None => "rows and columns".to_owned(),
        Regions::Free => "no rows, columns or boxes".to_owned(),
        Regions::Squares => {
            let squares = geometry.squares().map_or(0, <[_]>::len);
            format!("rows, columns and boxes of {squares} overlapping squares")
        }
    };
    let extra = geometry.extra_units().filter(|&unit| geometry.unit_name(unit).kind != UnitKind::Rule).count();
    let units = match extra {
        0 => regions,
        1 => regions + ", and one more unit",
        more => format!("{regions}, and {more} more units"),
    };
    match puzzle.rules().as_slice().len() {
        0 => units,
        1 => units + ", and one rule",
        more => format!("{units}, and {more} rules"),
    }
}

fn last_clause_in_words(claim: Claim, lemmas: Option<u64>) -> &'static str {
    match claim {
        Claim::Unique if lemmas.is_some() => {
            "is a lemma; the clause before the lemmas excludes the solution: one of the cells without a clue has another digit"
        }
        Claim::Unique => "excludes the solution: one of the cells without a clue has another digit",
        Claim::Unsatisfiable if lemmas.is_some() => "is a lemma",
        Claim::Solved | Claim::Unsatisfiable => "is of the puzzle as all others are",
    }
}

/// The digested text before the last field, and the digest.
fn split_digest(text: &[u8]) -> Option<(&[u8], Digest)> {
    let rest = text.strip_suffix(LAST_BYTES.as_bytes())?;
    let (rest, digest) = rest.split_at_checked(rest.len().checked_sub(DIGEST_LENGTH)?)?;
    let head = rest.strip_suffix(LAST_FIELD.as_bytes())?;
    Some((head, std::str::from_utf8(digest).ok()?.parse().ok()?))
}

/// The fields of a JSON object.
#[derive(Clone, Copy)]
struct Fields<'a>(&'a Value);

impl<'a> Fields<'a> {
    fn manifest(self) -> Result<Manifest, ManifestError> {
        let wrong = |field, expected| ManifestError::Field { field, expected };
        let claim = self.word("claim")?.parse::<Claim>();
        let claim = claim.map_err(|_| wrong("claim", "solved, unsatisfiable or unique"))?;
        let proof = match self.0.get("proof") {
            None => None,
            Some(proof) => Some(
                Fields(proof)
                    .word("format")?
                    .parse()
                    .map_err(|_| wrong("format", "varisat, drat, binary-drat, lrat or binary-lrat"))?,
            ),
        };
        if claim.has_proof() != proof.is_some() {
            return Err(wrong("proof", "a proof where the claim needs one, and only there"));
        }
        if self.0.get("lemmas").is_some() && proof.is_none() {
            return Err(wrong("lemmas", "lemmas only beside a proof"));
        }
        let solver = Fields(&self.0["solver"]);
        let files = self.0["files"].as_array().ok_or_else(|| wrong("files", "a list"))?;
        Ok(Manifest {
            claim,
            version: self.word("satdoku")?.to_owned(),
            cells: self.number("cells")? as usize,
            digits: self.number("digits")? as usize,
            board: self.word("board")?.to_owned(),
            variables: self.number("variables")?,
            meaning: self.word("meaning")?.to_owned(),
            clauses: self.number("clauses")?,
            lemmas: self.0.get("lemmas").map(|_| self.number("lemmas")).transpose()?,
            solver: SolverName { name: solver.word("name")?.to_owned(), version: solver.word("version")?.to_owned() },
            proof,
            files: files.iter().map(|file| Fields(file).file()).collect::<Result<_, _>>()?,
        })
    }

    fn file(self) -> Result<FileEntry, ManifestError> {
        let sha256 = self.word("sha256")?.parse();
        let expected = "64 hexadecimal digits in lower case";
        Ok(FileEntry {
            name: self.word("name")?.to_owned(),
            bytes: self.number("bytes")?,
            sha256: sha256.map_err(|_| ManifestError::Field { field: "sha256", expected })?,
        })
    }

    fn word(self, field: &'static str) -> Result<&'a str, ManifestError> {
        self.0.get(field).and_then(Value::as_str).ok_or(ManifestError::Field { field, expected: "a text" })
    }

    fn number(self, field: &'static str) -> Result<u64, ManifestError> {
        self.0.get(field).and_then(Value::as_u64).ok_or(ManifestError::Field { field, expected: "a whole number" })
    }
}
