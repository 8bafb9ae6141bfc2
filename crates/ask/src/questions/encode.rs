//! `encode`: the clauses of a puzzle as DIMACS, in the answer or written piece by piece.

use std::io::{self, Write};

use satdoku::cnf::dimacs::DimacsWriter;
use satdoku::encoding::Origin;
use satdoku::{Encoding, Formula, FormulaSize, Running, Techniques};
use serde_json::{Value, json};

use crate::declared::{Declared, Field};
use crate::operation::Operation;
use crate::problem::Problem;
use crate::questions::solving::AT_MOST_ONE;
use crate::reader::{OF_A_PUZZLE, Reader};
use crate::schema::{names, number, text};
use crate::work::Work;

/// The largest number of bytes of clauses in an answer.
const MOST_BYTES: usize = 256 << 20;

const ENCODING: Field<Option<Encoding>> =
    Field::word("encoding", |_| names(Encoding::all()), "which clauses, minimal if not given");
const REDUCE: Field<Option<Techniques>> = Field::parsed("reduce", "what is deduced before");
const COMMENTS: Field<bool> =
    Field::flag("comments", "write the puzzle and the encoding into comments, for `satdoku decode`");

const FIELDS: Declared = &[OF_A_PUZZLE, &[&ENCODING, &AT_MOST_ONE, &REDUCE, &COMMENTS]];

/// The clauses of a puzzle, counted and not written yet.
#[derive(Debug)]
pub struct Clauses {
    origin: Origin,
    formula: Formula,
    size: FormulaSize,
    has_comments: bool,
}

impl Clauses {
    /// Reads the fields of the question `encode`.
    ///
    /// # Errors
    /// If a field is at fault, the puzzle has no such clauses, or the time ran out.
    pub(crate) fn read(mut fields: Reader, running: &Running) -> Result<Self, Problem> {
        let origin = Origin {
            puzzle: fields.puzzle()?,
            encoding: fields.read(&ENCODING)?.unwrap_or(Encoding::Minimal),
            at_most_one: fields.read(&AT_MOST_ONE)?.unwrap_or_default(),
            techniques: fields.read(&REDUCE)?.unwrap_or_default(),
        };
        let has_comments = fields.read(&COMMENTS)?;
        fields.end()?;
        let formula = origin.formula(running).map_err(|error| Problem::question(error.to_string()))?;
        let size = formula.size_within(running).map_err(Problem::stopped)?;
        Ok(Self { origin, formula, size, has_comments })
    }

    /// The numbers of variables and clauses.
    #[must_use]
    pub fn size(&self) -> FormulaSize {
        self.size
    }

    /// Writes the clauses as DIMACS, in small pieces; whoever takes them bounds time and size.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut writer = DimacsWriter::new(out);
        if self.has_comments {
            writer.comment(&self.origin.comments(&self.formula))?;
        }
        writer.header(self.size)?;
        writer.show(self.formula.projection())?;
        self.formula.write(&mut writer)?;
        writer.flush()
    }
}

/// Text in memory that grows up to a number of bytes, and until the time has run out.
struct Bounded {
    bytes: Vec<u8>,
    running: Running,
    fault: Option<Problem>,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let fault = match self.running.check() {
            Err(reason) => Some(Problem::stopped(reason)),
            Ok(()) if self.bytes.len() + bytes.len() > MOST_BYTES => Some(Problem::question(format!(
                "the clauses have more than {MOST_BYTES} bytes; satdoku encode writes larger ones"
            ))),
            Ok(()) => None,
        };
        if fault.is_some() {
            self.fault = fault;
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn answer(fields: Reader, work: &Work) -> Result<Value, Problem> {
    let running = work.budget().start();
    let clauses = Clauses::read(fields, &running)?;
    let mut out = Bounded { bytes: Vec::new(), running, fault: None };
    let written = clauses.write(&mut out);
    if let Some(fault) = out.fault {
        return Err(fault);
    }
    written.map_err(|error| Problem::internal(error.to_string()))?;
    let dimacs = String::from_utf8(out.bytes).map_err(|error| Problem::internal(error.to_string()))?;
    let FormulaSize { variables, clauses, .. } = clauses.size;
    Ok(json!({ "variables": variables, "clauses": clauses, "dimacs": dimacs }))
}

pub(crate) fn operation() -> Operation {
    Operation::new("encode", "The clauses of a puzzle as DIMACS, with their number", answer, members)
        .with_fields(FIELDS)
}

fn members() -> Vec<(&'static str, Value)> {
    vec![
        ("variables", number("how many variables there are")),
        ("clauses", number("how many clauses there are")),
        ("dimacs", text("the clauses")),
    ]
}
