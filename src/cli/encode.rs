//! `satdoku encode`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use satdoku::cnf::dimacs::DimacsWriter;
use satdoku::grid::format::{Format, Parser, Record};
use satdoku::{Encoding, Formula, FormulaSize, Geometry, Grid};

use crate::cli::Failure;
use crate::cli::args::Input;
use crate::cli::input::{Next, Reader};
use crate::cli::memory::Memory;
use crate::cli::output::say;
use crate::cli::status::Status;

/// Write puzzles as DIMACS
///
/// Without a FILE, --box or --order mean the empty grid of that shape. Several puzzles go to a folder, one file each.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku encode puzzle.txt > puzzle.cnf
  satdoku encode --encoding modeller --comments puzzle.txt -o puzzle.cnf
  satdoku encode puzzles.txt -o folder/
  satdoku encode --order 10 --stats -o /dev/null")]
pub(crate) struct Encode {
    #[command(flatten)]
    input: Input,

    /// The empty grid of order N: boxes of N rows and N columns
    #[arg(long, value_name = "N", conflicts_with_all = ["board", "files", "format"])]
    order: Option<usize>,

    /// The clauses [minimal, extended, modeller, reduced]
    #[arg(long, value_name = "ENCODING", default_value_t = Encoding::Minimal)]
    encoding: Encoding,

    /// Write the puzzle and the encoding into comments, so that decode needs nothing else
    #[arg(long)]
    comments: bool,

    /// Where to write; a folder for several puzzles [default: standard output]
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,

    /// Print variables, clauses, bytes and the rate
    #[arg(long)]
    stats: bool,
}

impl Encode {
    pub(crate) fn run(self, memory: Option<Memory>) -> Result<Status, Failure> {
        let watch = Instant::now();
        let mut written = Written::default();
        let status = match self.shape()? {
            Some(shape) => {
                self.write(&Grid::empty(&Arc::new(shape)), self.output.as_deref(), &mut written)?;
                Status::Fine
            }
            None => self.write_puzzles(&mut written)?,
        };
        if self.stats {
            let seconds = watch.elapsed().as_secs_f64();
            #[allow(clippy::cast_precision_loss)] // A rate for a person to read.
            let rate = written.bytes as f64 / seconds / 1e9;
            let Written { size, bytes } = written;
            say(&format!(
                "{} variables, {} clauses, {bytes} bytes in {seconds:.3} s: {rate:.2} GB/s\n",
                size.variables, size.clauses
            ));
            if let (Some(start), Some(now)) = (memory, Memory::now()) {
                say(&(now.growth_since(start) + "\n"));
            }
        }
        Ok(status)
    }

    /// The shape that stands in a file's place, if one does.
    fn shape(&self) -> Result<Option<Geometry>, Failure> {
        match (self.order, &self.input.board) {
            (Some(order), _) => Ok(Some(Geometry::order(order).map_err(|error| error.to_string())?)),
            (None, Some(board)) if self.input.files.is_empty() => Ok(Some(board.clone())),
            _ => Ok(None),
        }
    }

    fn write_puzzles(&self, written: &mut Written) -> Result<Status, Failure> {
        let mut reader = Reader::new(&self.input.files, self.input.read_options());
        let mut records = Records { number: 0, reader: &mut reader, geometry: self.input.read_options().geometry };
        let mut status = Status::Fine;
        let Some(mut puzzle) = records.next() else { return Ok(status) };
        let mut following = records.next();
        let several = following.is_some();
        let folder = match &self.output {
            Some(path) if several || path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/") => {
                if path.is_file() {
                    return Err(format!("{}: several puzzles need a folder, this is a file", path.display()).into());
                }
                fs::create_dir_all(path).map_err(|error| format!("{}: cannot create: {error}", path.display()))?;
                Some(path)
            }
            None if several => return Err("several puzzles need a folder: give one with -o DIR".to_owned().into()),
            _ => None,
        };
        loop {
            match &puzzle.1 {
                Err(message) => {
                    say(&format!("{message}\n"));
                    status.worsen(Status::Bad);
                }
                Ok(grid) => {
                    let file = folder.map(|folder| folder.join(format!("{:06}.cnf", puzzle.0)));
                    self.write(grid, file.as_deref().or(self.output.as_deref()), written)?;
                }
            }
            match following {
                Some(next) => puzzle = next,
                None => return Ok(status),
            }
            following = records.next();
        }
    }

    fn write(&self, puzzle: &Grid, path: Option<&Path>, written: &mut Written) -> Result<(), Failure> {
        let formula = Formula::new(puzzle, self.encoding).map_err(|error| error.to_string())?;
        match path {
            None => self.write_to(&formula, io::stdout().lock(), written)?,
            Some(path) => {
                let message = |error: io::Error| format!("{}: cannot write: {error}", path.display());
                let file = File::create(path).map_err(message)?;
                self.write_to(&formula, file, written).map_err(message)?;
            }
        }
        Ok(())
    }

    fn write_to(&self, formula: &Formula, file: impl Write, written: &mut Written) -> io::Result<()> {
        let mut writer = DimacsWriter::new(file);
        if self.comments {
            writer.comment(&comment(formula))?;
        }
        let size = formula.size();
        writer.header(size)?;
        formula.write(&mut writer)?;
        written.size.variables += size.variables;
        written.size.clauses += size.clauses;
        written.bytes += writer.bytes();
        writer.finish()?;
        Ok(())
    }
}

/// What all files together hold.
#[derive(Default)]
struct Written {
    size: FormulaSize,
    bytes: u64,
}

/// The first word of the comment that says which encoding the clauses have.
pub(crate) const ENCODING: &str = "encoding";

/// The line of the comments after which the puzzle stands in the lossless form.
pub(crate) const PUZZLE: &str = "puzzle";

/// The line of the comments at which the puzzle ends.
pub(crate) const END: &str = "end";

/// What `decode` needs to know of a formula.
fn comment(formula: &Formula) -> String {
    let mut puzzle = String::new();
    // The lossless form carries every board.
    let _ = Format::Header.write(formula.puzzle(), &mut puzzle);
    let version = env!("CARGO_PKG_VERSION");
    format!("satdoku {version}\n{ENCODING} {}\n{PUZZLE}\n{puzzle}{END}\n", formula.encoding())
}

/// The puzzles of the input with their numbers, or a message in a bad one's place.
struct Records<'a> {
    number: u64,
    reader: &'a mut Reader,
    geometry: Option<Arc<Geometry>>,
}

impl Records<'_> {
    fn next(&mut self) -> Option<(u64, Result<Grid, String>)> {
        let mut text = Vec::new();
        let grid = match self.reader.next(&mut text) {
            // Only a batch asks for blocks.
            Next::InBlocks | Next::End => return None,
            Next::Failed(message) => Err(message),
            Next::Record(source) => {
                self.number += 1;
                let mut parser = Parser::new(source.format, self.geometry.clone());
                let record = Record { text: &text, place: source.place };
                parser.parse(&record).map_err(|error| format!("{}:{error}", source.file))
            }
        };
        Some((self.number, grid))
    }
}
