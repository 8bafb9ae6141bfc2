//! `satdoku encode`.

use satdoku::budget::Stopwatch;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use satdoku::cnf::dimacs::DimacsWriter;
use satdoku::encoding::{Origin, Term};
use satdoku::{
    AtMostOne, Budget, Candidate, ClauseSink, Encoding, Formula, FormulaSize, Geometry, Grid, Lit, Techniques, search,
};

use crate::Failure;
use crate::args::Input;
use crate::args::named::{one_of, reduction};
use crate::process::file_name;
use crate::process::folder::{create_folder, is_folder};
use crate::process::memory::Memory;
use crate::process::messages::{note, say};
use crate::process::screened::Screened;
use crate::process::status::Status;
use crate::show::summary::throughput;
use crate::stream::destination::{Destination, Inputs, ending_of_name};
use crate::stream::input::Reader;
use crate::stream::records::Records;

/// Write puzzles as DIMACS
///
/// Without a FILE, --box or --order mean the empty grid of that shape. Several puzzles go to a folder, one file each.
///
/// In `minimal` and `extended`, variable N²(r - 1) + N(c - 1) + d is true where row r, column c has the digit d. At 9x9
/// that is 81(r - 1) + 9(c - 1) + d. In `modeller` it is N²b + Ne + d for element e of box b, both from 0. `reduced` numbers
/// only the candidates that are open, in the order of `minimal`; --comments lists them. Further variables of --at-most-one
/// follow behind these.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku encode puzzle.txt > puzzle.cnf
  satdoku encode --encoding modeller --comments puzzle.txt -o puzzle.cnf
  satdoku encode --encoding reduced --reduce all --at-most-one product --comments giant.txt -o giant.cnf
  satdoku encode puzzles.txt -o folder/
  satdoku encode --order 10 --stats -o /dev/null
  satdoku encode --encoding reduced --cubes 64 hard.txt -o hard.icnf
  satdoku encode --encoding reduced --cubes 64 hard.txt -o folder/")]
pub(crate) struct Encode {
    #[command(flatten)]
    input: Input,

    /// Write the empty grid of order N: boxes of N rows and N columns
    #[arg(long, value_name = "N", conflicts_with_all = ["board", "files", "format"])]
    order: Option<usize>,

    /// Choose the clauses
    #[arg(long, value_name = "ENCODING", default_value_t = Encoding::Minimal, value_parser = one_of::<Encoding>())]
    encoding: Encoding,

    /// Choose how clauses state that at most one of several candidates is true
    #[arg(long, value_name = "FORM", default_value_t, value_parser = one_of::<AtMostOne>())]
    at_most_one: AtMostOne,

    /// Deduce before the clauses are written; several steps with commas between. Where deduction shows that there is no
    /// solution, the puzzle is written as it stands
    #[arg(long, value_name = "STEPS", default_value_t, value_parser = reduction())]
    reduce: Techniques,

    /// Write the puzzle, the encoding and the meaning of the variables into comments, so that decode needs only this file
    #[arg(long)]
    comments: bool,

    /// Split each puzzle into K cubes or a few more, each solution in one of them: as one file `p inccnf` with an `a`
    /// line for each cube, or, where -o names a folder, as a DIMACS file for each
    #[arg(long, value_name = "K")]
    cubes: Option<NonZeroUsize>,

    /// Write to this file, compressed if its name ends in .gz or .zst, or folder for several puzzles; `-` is standard output
    /// [default: standard output]
    #[arg(short, long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,

    /// Print variables, clauses, bytes and the rate on standard error
    #[arg(long)]
    stats: bool,
}

/// The file extensions of formulas, before a compression.
const ENDINGS: [&str; 3] = ["cnf", "icnf", "dimacs"];

impl Encode {
    pub(crate) fn run(mut self, memory: Option<Memory>) -> Result<Status, Failure> {
        self.out.take_if(|path| path == Path::new("-"));
        let watch = Stopwatch::start();
        let mut written = Written::default();
        let status = match self.shape()? {
            Some(shape) => {
                let folder = self.out.as_deref().filter(|path| self.cubes.is_some() && is_folder(path));
                if let Some(folder) = folder {
                    create_folder(folder)?;
                }
                self.write(1, &Grid::empty(&Arc::new(shape)), folder, &mut written)?;
                Status::Fine
            }
            None => self.write_puzzles(&mut written)?,
        };
        if self.stats {
            let Written { size, bytes, has_projection } = written;
            say(&format!(
                "{} variables, {} clauses, {}\n",
                size.variables,
                size.clauses,
                throughput(bytes, watch.elapsed())
            ));
            if has_projection {
                say(
                    "a solution may have several models: project them on the variables of the line c p show to count solutions\n",
                );
            }
            if let (Some(start), Some(now)) = (memory, Memory::now()) {
                say(&(now.growth_since(start) + "\n"));
            }
        }
        Ok(status)
    }

    /// The board given in place of a file.
    fn shape(&self) -> Result<Option<Geometry>, Failure> {
        match (self.order, &self.input.board) {
            (Some(order), _) => Ok(Some(Geometry::of_order(order).map_err(|error| error.to_string())?)),
            (None, Some(board)) if self.input.files.is_empty() => Ok(Some(board.clone())),
            _ => Ok(None),
        }
    }

    /// The input files; none if a board is given in place of a file.
    fn inputs(&self) -> Inputs {
        match self.shape() {
            Ok(Some(_)) => Inputs::default(),
            _ => Inputs::of(&self.input.files),
        }
    }

    fn write_puzzles(&self, written: &mut Written) -> Result<Status, Failure> {
        let mut reader = Reader::new(&self.input.files, self.input.read_options());
        let mut records = Records::new(&mut reader);
        let mut status = Status::Fine;
        let Some(mut puzzle) = records.next() else { return Ok(status) };
        let mut following = records.next();
        let several = following.is_some();
        let folder = match &self.out {
            Some(path) if several || is_folder(path) => {
                if path.is_file() {
                    return Err(
                        format!("{}: several puzzles need a folder, this is a file", file_name::name(path)).into()
                    );
                }
                if !is_folder(path) && ending_of_name(path).is_some_and(|ending| ENDINGS.contains(&&*ending)) {
                    let message = "several puzzles need a folder, -o DIR/, and this is the name of a file";
                    return Err(format!("{}: {message}", file_name::name(path)).into());
                }
                create_folder(path)?;
                Some(path.as_path())
            }
            None if several => return Err("several puzzles need a folder: give one with -o DIR".to_owned().into()),
            _ => None,
        };
        let reach = several.then(|| records.report_when_interrupted());
        loop {
            match &puzzle.grid {
                Err(failure @ Failure::Located(_)) => {
                    note(&format!("{failure}\n"));
                    status.worsen(Status::Bad);
                }
                Err(failure) => status.worsen(failure.report()),
                Ok(grid) => {
                    self.write(puzzle.number, grid, folder, written)?;
                }
            }
            if let (Some(reach), Ok(_) | Err(Failure::Located(_))) = (&reach, &puzzle.grid) {
                reach.add(1);
            }
            match following {
                Some(next) => puzzle = next,
                None => return Ok(status),
            }
            following = records.next();
        }
    }

    /// Writes a puzzle, into a folder if given.
    fn write(&self, number: u64, puzzle: &Grid, folder: Option<&Path>, written: &mut Written) -> Result<(), Failure> {
        let origin = Origin {
            puzzle: puzzle.clone(),
            techniques: self.reduce,
            encoding: self.encoding,
            at_most_one: self.at_most_one,
        };
        let formula = origin.formula(&Budget::unlimited().start()).map_err(|error| error.to_string())?;
        let cubes = match self.cubes {
            None => None,
            Some(least) => Some(cubes(&formula, least, number)?),
        };
        match (folder, cubes) {
            (Some(folder), Some(cubes)) => cubes.iter().zip(1..).try_for_each(|(cube, part)| {
                let file = folder.join(format!("{number:06}-{part:06}.cnf"));
                self.write_file(&origin, &formula, Body::Cube(cube), Some(&file), written)
            }),
            (Some(folder), None) => {
                self.write_file(&origin, &formula, Body::Whole, Some(&folder.join(format!("{number:06}.cnf"))), written)
            }
            (None, Some(cubes)) => {
                self.write_file(&origin, &formula, Body::Cubes(&cubes), self.out.as_deref(), written)
            }
            (None, None) => self.write_file(&origin, &formula, Body::Whole, self.out.as_deref(), written),
        }
    }

    fn write_file(
        &self,
        origin: &Origin,
        formula: &Formula,
        body: Body<'_>,
        path: Option<&Path>,
        written: &mut Written,
    ) -> Result<(), Failure> {
        match path {
            None => {
                self.inputs().check_stdout()?;
                self.write_to(origin, formula, body, &mut Screened::stdout(), written)?;
            }
            Some(path) => {
                let message = |error: io::Error| format!("{}: cannot write: {error}", file_name::name(path));
                let mut file = Destination::whole(Some(path), &self.inputs())?;
                if let Destination::Stdout(stdout) = &mut file {
                    self.write_to(origin, formula, body, stdout, written)?;
                    return Ok(());
                }
                let done = self.write_to(origin, formula, body, &mut file, written).and_then(|()| file.finish());
                done.map_err(message)?;
            }
        }
        Ok(())
    }

    fn write_to(
        &self,
        origin: &Origin,
        formula: &Formula,
        body: Body<'_>,
        file: &mut impl Write,
        written: &mut Written,
    ) -> io::Result<()> {
        let mut writer = DimacsWriter::new(file);
        if self.comments {
            writer.comment(&origin.comments(formula))?;
        }
        let mut size = formula.size();
        if let Body::Cube(cube) = body {
            size.clauses += cube.len() as u64;
        }
        match body {
            Body::Whole | Body::Cube(_) => writer.header(size)?,
            Body::Cubes(_) => writer.incremental_header()?,
        }
        writer.show(formula.projection())?;
        formula.write(&mut writer)?;
        match body {
            Body::Whole => {}
            Body::Cube(cube) => cube.iter().try_for_each(|&lit| writer.add_clause(&[lit]))?,
            Body::Cubes(cubes) => cubes.iter().try_for_each(|cube| writer.cube(cube))?,
        }
        written.size.variables += size.variables;
        written.size.clauses += size.clauses;
        written.bytes += writer.bytes();
        written.has_projection |= formula.projection().is_some();
        writer.finish()?;
        Ok(())
    }
}

/// The content of a formula's file.
#[derive(Clone, Copy)]
enum Body<'a> {
    Whole,
    /// A part, with its cube as unit clauses.
    Cube(&'a [Lit]),
    /// The formula with the cubes behind the clauses.
    Cubes(&'a [Vec<Lit>]),
}

/// The cubes of a formula's puzzle as literals.
fn cubes(formula: &Formula, least: NonZeroUsize, number: u64) -> Result<Vec<Vec<Lit>>, Failure> {
    let cubes =
        search::cubes(formula.puzzle(), least.get(), &Budget::unlimited().start()).map_err(|r| r.to_string())?;
    if cubes.is_empty() {
        say(&format!("puzzle {number}: no cube: it has no solution, as deduction shows\n"));
    }
    let lit = |candidate: Candidate| match formula.map().term(candidate) {
        Term::Lit(lit) => Some(lit),
        // A cube's digits are open candidates, so no literal is false.
        Term::True | Term::False => None,
    };
    Ok(cubes.into_iter().map(|cube| cube.into_iter().filter_map(lit).collect()).collect())
}

/// The total over the files.
#[derive(Default)]
struct Written {
    size: FormulaSize,
    bytes: u64,
    /// Whether a formula has more models than its puzzle has solutions.
    has_projection: bool,
}
