//! `satdoku decode`.

use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use satdoku::cnf::dimacs::{self, OutputError, OutputParser, ResultParser, SolverOutput};
use satdoku::encoding::{CommentReader, Comments, Origin};
use satdoku::grid::format::{Format, keys};
use satdoku::{AtMostOne, Budget, Candidate, Cnf, Encoding, Formula, Geometry, Grid, Lit, Techniques};

use crate::Failure;
use crate::args::named::one_of;
use crate::process::file_name;
use crate::process::messages::say;
use crate::process::status::Status;
use crate::show::digit_alphabet::DigitAlphabet;
use crate::show::output_format::OutputFormat;
use crate::show::printer::Printer;
use crate::stream::destination::{Destination, Inputs, format_of_name};
use crate::stream::json;
use crate::stream::open;

/// Read a solver's output back into a grid
///
/// The formula's file tells the board, the clues and, where it was written with --comments, the encoding. Without it
/// --box tells the board. The model is checked against all of it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku encode puzzle.txt > puzzle.cnf; kissat puzzle.cnf > output; satdoku decode output --cnf puzzle.cnf
  satdoku sat puzzle.cnf | satdoku decode --cnf puzzle.cnf
  satdoku decode output --box 3x3 --encoding modeller")]
pub(crate) struct Decode {
    /// Read what the solver printed, or MiniSat's file of results; `-` is standard input
    #[arg(value_name = "OUTPUT", default_value = "-")]
    solver_output: PathBuf,

    /// Read the formula that was solved from this file
    #[arg(long, value_name = "FILE", required_unless_present = "board")]
    cnf: Option<PathBuf>,

    /// Set the board: rows x columns of a box
    #[arg(long = "box", value_name = "RxC")]
    board: Option<Geometry>,

    /// Set the encoding [default: what the formula's comments say, else minimal]; `reduced` needs --cnf with a file written with
    /// --comments, since the puzzle decides which candidates have a variable
    #[arg(long, value_name = "ENCODING", value_parser = one_of::<Encoding>())]
    encoding: Option<Encoding>,

    /// Set how clauses state that at most one of several candidates is true [default: what the formula's comments say, else
    /// pairwise]
    #[arg(long, value_name = "FORM", value_parser = one_of::<AtMostOne>())]
    at_most_one: Option<AtMostOne>,

    /// Print in this form [default: json where the name of the file ends in .json; grid on a terminal; else line, or rows
    /// above side 35]
    #[arg(long, value_name = "FORM")]
    output: Option<OutputFormat>,

    /// Write the answer to a file; compressed if its name ends in .gz or .zst; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Decode {
    pub(crate) fn run(mut self) -> Result<Status, Failure> {
        match self.out.as_deref().and_then(format_of_name) {
            Some(Format::Json) => self.output = self.output.or(Some(OutputFormat::Json)),
            Some(Format::Csv) => self.output = self.output.or(Some(OutputFormat::Csv)),
            _ => {}
        }
        let source = match &self.cnf {
            Some(path) => Some(Source::read(path)?),
            None => None,
        };
        let formula = self.formula(source.as_ref())?;
        let variables = source.as_ref().map_or(formula.size().variables as usize, |source| source.cnf.variables());
        if self.output == Some(OutputFormat::Csv) {
            return Err("expected --output grid, line, rows or json, found csv".to_owned().into());
        }
        let inputs = Inputs::of(std::slice::from_ref(&self.solver_output)).and(self.cnf.as_deref());
        let mut destination = Destination::whole(self.out.as_deref(), &inputs)?;
        let printer = Printer::new(self.output, destination.is_terminal());
        let is_json = self.output == Some(OutputFormat::Json);
        let named = source.as_ref().and_then(|source| source.comments.puzzle.as_ref());
        let puzzle = named.unwrap_or(formula.puzzle());
        let word = |word: &str| if is_json { object(puzzle, None, word) } else { format!("{word}\n") };
        let (text, status) = match self.read_output(variables)? {
            SolverOutput::Unsatisfiable => (word("unsatisfiable"), Status::Negative),
            SolverOutput::Unknown => (word("unknown"), Status::Budget),
            SolverOutput::Satisfiable(model) => {
                let name = file_name::name(&self.solver_output);
                if let Some(clause) = source.as_ref().and_then(|source| source.cnf.first_falsified(&model)) {
                    return Err(format!("{name}: the model leaves clause {} of the formula false", clause + 1).into());
                }
                let solution = formula.decode(&model).map_err(|error| format!("{name}: {error}"))?;
                let mut text = String::new();
                if is_json {
                    text = object(puzzle, Some(&solution), "satisfiable");
                } else {
                    printer.grid(&solution, DigitAlphabet::default(), &mut text);
                }
                (text, Status::Fine)
            }
        };
        destination.write_all(text.as_bytes())?;
        destination.finish()?;
        Ok(status)
    }

    fn read_output(&self, variables: usize) -> Result<SolverOutput, Failure> {
        let name = file_name::name(&self.solver_output);
        let cannot = |error: std::io::Error| format!("{name}: cannot read: {error}");
        let mut reader = open::open(&self.solver_output).map_err(cannot)?;
        let mut text = Vec::new();
        // The first line distinguishes MiniSat's form.
        (&mut reader).take(MINISAT_LINE).read_until(b'\n', &mut text).map_err(cannot)?;
        let is_minisat = matches!(text.trim_ascii(), b"SAT" | b"UNSAT" | b"INDET");
        let mut parser = if is_minisat {
            Answer::Result(ResultParser::new(variables))
        } else {
            Answer::Output(OutputParser::new(variables))
        };
        let wrong = |error: OutputError| Failure::located(&name, error);
        parser.feed(&text).map_err(wrong)?;
        loop {
            let piece = reader.fill_buf().map_err(cannot)?;
            if piece.is_empty() {
                break;
            }
            let length = piece.len();
            parser.feed(piece).map_err(wrong)?;
            reader.consume(length);
        }
        match parser {
            Answer::Result(parser) => Ok(parser.finish().map_err(wrong)?),
            Answer::Output(parser) if parser.is_silent() => {
                if let Some(error) = parser.foreign() {
                    return Err(wrong(error));
                }
                let expected = "expected a solver's output with s and v lines, or MiniSat's SAT, UNSAT or INDET";
                say(&format!("{name}: {expected}, found neither\n"));
                Ok(SolverOutput::Unknown)
            }
            Answer::Output(parser) => Ok(parser.finish().map_err(wrong)?),
        }
    }

    /// The formula that numbers the model's variables.
    fn formula(&self, source: Option<&Source>) -> Result<Formula, Failure> {
        let named_encoding = source.and_then(|source| source.comments.encoding);
        let encoding = self.encoding.or(named_encoding).unwrap_or(Encoding::Minimal);
        let named = source.and_then(|source| source.comments.at_most_one);
        let at_most_one = self.at_most_one.or(named).unwrap_or_default();
        let reduce = source.and_then(|source| source.comments.techniques).unwrap_or_default();
        if let (Some(puzzle), None) = (source.and_then(|source| source.comments.puzzle.as_ref()), &self.board) {
            if let (Some(source), true) = (source, named_encoding != Some(encoding)) {
                source.suspect(&Grid::empty(puzzle.geometry()), encoding, at_most_one)?;
            }
            return describe(puzzle, reduce, encoding, at_most_one);
        }
        if !encoding.has_clue_literals() {
            return Err(format!(
                "--encoding {encoding}: the puzzle decides which candidates have a variable; give --cnf with a file that \
                 encode wrote with --comments"
            )
            .into());
        }
        let board = match (&self.board, source) {
            (Some(board), _) => board.clone(),
            (None, Some(source)) => {
                let variables = source.cnf.variables();
                let side = (1..=Geometry::MAX_SIDE).find(|side| side.pow(3) >= variables).unwrap_or(0);
                if side.pow(3) != variables {
                    let name = file_name::name(&source.path);
                    return Err(format!(
                        "{name}: {variables} variables are not the N³ of a whole board: was it written with --encoding \
                         reduced, or with a form of at-most-one that has further variables? Write it with --comments, \
                         which decode reads"
                    )
                    .into());
                }
                Geometry::nearly_square(side).map_err(|error| error.to_string())?
            }
            (None, None) => unreachable!("clap asks for --cnf or --box"),
        };
        let empty = Grid::empty(&Arc::new(board));
        let formula = describe(&empty, Techniques::NONE, encoding, at_most_one)?;
        let Some(source) = source else { return Ok(formula) };
        if named_encoding != Some(encoding) {
            source.suspect(&empty, encoding, at_most_one)?;
        }
        let mut puzzle = empty;
        for clause in source.cnf.clauses() {
            if let [lit] = clause
                && !lit.is_negative()
                && let Some(Candidate { cell, digit }) = formula.map().candidate(lit.var())
            {
                puzzle.set(cell, Some(digit)).map_err(|error| error.to_string())?;
            }
        }
        describe(&puzzle, Techniques::NONE, encoding, at_most_one)
    }
}

/// An answer in the form of `solve`: an object, readable as its puzzle.
fn object(puzzle: &Grid, solution: Option<&Grid>, verdict: &str) -> String {
    let mut text = String::new();
    json::begin_with(1, Some(puzzle), &mut text);
    if let Some(solution) = solution {
        json::push_grid(keys::SOLUTION, solution, &mut text);
    }
    json::push_word(keys::VERDICT, verdict, &mut text);
    json::end(&mut text);
    text
}

/// A puzzle's formula after deduction.
fn describe(
    puzzle: &Grid,
    techniques: Techniques,
    encoding: Encoding,
    at_most_one: AtMostOne,
) -> Result<Formula, Failure> {
    let origin = Origin { puzzle: puzzle.clone(), techniques, encoding, at_most_one };
    Ok(origin.formula(&Budget::unlimited().start()).map_err(|error| error.to_string())?)
}

/// A first line of MiniSat's is not longer.
const MINISAT_LINE: u64 = 16;

/// Reads a solver's answer in the form of its first line.
enum Answer {
    Output(OutputParser),
    Result(ResultParser),
}

impl Answer {
    fn feed(&mut self, piece: &[u8]) -> Result<(), OutputError> {
        match self {
            Self::Output(parser) => parser.feed(piece),
            Self::Result(parser) => parser.feed(piece),
        }
    }
}

/// Whether a clause can belong to a Sudoku: over two candidates that exclude each other, or over the candidates of a cell or of a
/// digit in a unit. Clauses of other shapes pass.
fn is_of_sudoku(board: &Geometry, clause: &[Lit], candidates: &[Candidate]) -> bool {
    let [first, rest @ ..] = candidates else { return true };
    let shares = |other: &Candidate| {
        first.cell == other.cell || first.digit == other.digit && board.shared_unit(first.cell, other.cell).is_some()
    };
    let negative = clause.iter().filter(|lit| lit.is_negative()).count();
    match negative {
        0 => {
            rest.iter().all(|other| other.cell == first.cell)
                || rest.iter().all(|it| it.digit == first.digit && shares(it))
        }
        2 if clause.len() == 2 => rest.iter().all(shares),
        _ => true,
    }
}

/// A formula's file, with the content of its comments.
struct Source {
    path: PathBuf,
    cnf: Cnf,
    comments: Comments,
}

impl Source {
    /// Refuses an encoding under which a clause is meaningless for a Sudoku, if another encoding explains every clause. Where no
    /// encoding's do, the formula has more to say than a Sudoku, and the encoding is believed.
    fn suspect(&self, empty: &Grid, encoding: Encoding, at_most_one: AtMostOne) -> Result<(), Failure> {
        let strange = |encoding| -> Result<Option<(usize, Vec<Candidate>)>, Failure> {
            let formula = describe(empty, Techniques::NONE, encoding, at_most_one)?;
            let clauses = self.cnf.clauses().enumerate().filter(|(_, clause)| clause.len() > 1);
            let mut strange = clauses.filter_map(|(number, clause)| {
                // A clause with auxiliary variables decides nothing.
                let candidate = |lit: &Lit| formula.map().candidate(lit.var());
                let candidates: Vec<Candidate> = clause.iter().map(candidate).collect::<Option<_>>()?;
                (!is_of_sudoku(empty.geometry(), clause, &candidates)).then_some((number, candidates))
            });
            Ok(strange.next())
        };
        let Some((number, candidates)) = strange(encoding)? else { return Ok(()) };
        for &other in Encoding::all().iter().filter(|other| other.has_clue_literals() && **other != encoding) {
            if strange(other)?.is_none() {
                let name = file_name::name(&self.path);
                let candidates: Vec<String> = candidates.iter().take(2).map(ToString::to_string).collect();
                return Err(format!(
                    "{name}: clause {} would be about {} by the numbers of --encoding {encoding}, which is no rule of Sudoku; \
                     by those of --encoding {other} all clauses are",
                    number + 1,
                    candidates.join(" and "),
                )
                .into());
            }
        }
        Ok(())
    }

    fn read(path: &Path) -> Result<Self, Failure> {
        let name = file_name::name(path);
        let reader = open::open(path).map_err(|error| format!("{name}: cannot open: {error}"))?;
        let mut comments = CommentReader::default();
        let cnf = dimacs::read(reader, |line| comments.line(line)).map_err(|error| Failure::located(&name, error))?;
        let comments = comments.finish().map_err(|error| format!("{name}: {error}"))?;
        Ok(Self { path: path.to_owned(), cnf, comments })
    }
}
