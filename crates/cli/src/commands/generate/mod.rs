//! `satdoku generate`.

mod mask;
pub(crate) mod numbers;
pub(crate) mod words;
mod writer;

use satdoku::budget::Stopwatch;
use std::io::BufWriter;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use clap::Args;
use satdoku::generate::{Algorithm, Difficulty, Kind, RatingRange, Recipe, SolutionsWanted, Symmetry};
use satdoku::geometry::Layout;
use satdoku::grid::format::Format;
use satdoku::logic::Technique;
use satdoku::{Budget, Geometry, Grid, Solver};

use crate::Failure;
use crate::args::named::{one_of, solver};
use crate::args::reasoning::parse_technique;
use crate::args::{check_backend, parse_time};
use crate::commands::generate::numbers::{Numbers, Shared};
use crate::commands::generate::words::{AlgorithmName, Board, RuleRequests, Seed, Shard, Share, help, parse_rules};
use crate::commands::generate::writer::{Writer, suiting};
use crate::process::interrupt;
use crate::process::messages::say;
use crate::process::status::Status;
use crate::show::summary::rate;
use crate::show::terminal::Spinner;
use crate::stream::batch::jobs;
use crate::stream::destination::{Destination, Inputs, format_of_name};

/// Generate puzzles: proper, minimal, with holes, with several solutions or with none
///
/// Puzzle k depends on the seed and on k alone: the same command gives the same bytes on every machine and with any
/// number of jobs, and --skip and --shard give a part of the same puzzles.
#[derive(Args, Debug)]
#[command(after_help = help())]
#[allow(clippy::struct_excessive_bools)] // Each is an option.
pub(crate) struct Generate {
    /// Set the board, such as 3x3, 2x3+diagonals, windoku, jigsaw or regions:1122…; see below [default: 3x3, or that of the
    /// pattern]
    ///
    /// The regions of a jigsaw are drawn from the seed for each puzzle by itself; with --output json or header each comes with its
    /// board. For many puzzles on one jigsaw, give its regions:… as printed.
    #[arg(long = "box", value_name = "BOARD")]
    board: Option<Board>,

    /// Set the board of order N: boxes of N rows and N columns
    #[arg(long, value_name = "N", conflicts_with = "board")]
    order: Option<usize>,

    /// Make K puzzles
    #[arg(long, value_name = "K", default_value_t = 1)]
    count: u64,

    /// Seed the puzzles with this number; `random` draws a seed and prints it on standard error [default: 0, so the same command
    /// makes the same puzzles]
    #[arg(long, value_name = "SEED")]
    seed: Option<Seed>,

    /// Choose the kind of puzzles
    ///
    /// With --symmetry, a puzzle is minimal by orbits, the sets of cells that the symmetry carries into one another: it has
    /// several solutions without the clues of any one orbit, which is proven for each. A single clue may follow from the
    /// others.
    #[arg(long, value_name = "KIND", default_value_t, value_parser = one_of::<Kind>())]
    kind: Kind,

    /// Ask for exactly K solutions, or with a plus behind it for at least K; with --kind several [default: 2+]
    #[arg(long, value_name = "K|K+")]
    solutions: Option<SolutionsWanted>,

    /// Make puzzles with K clues [default: as few as are easily reached]
    #[arg(long, value_name = "K", conflicts_with = "share")]
    clues: Option<usize>,

    /// Make puzzles whose rules are enough, without any clue, as --clues 0 does: as many rules are drawn as there is room for
    #[arg(long, conflicts_with_all = ["clues", "share", "pattern"])]
    no_clues: bool,

    /// Make puzzles with this share of clues, in percent of all cells
    #[arg(long, value_name = "P")]
    share: Option<Share>,

    /// Print the closest puzzle where none with that number of clues is found [default: print none]
    #[arg(long)]
    closest: bool,

    /// Make the pattern of clues symmetric
    #[arg(long, value_name = "SYMMETRY", default_value_t, value_parser = one_of::<Symmetry>())]
    symmetry: Symmetry,

    /// Put clues in the places that a file marks, and in no others; for the kinds unique, minimal and holes
    ///
    /// The file draws the board row by row: X, # or a digit for a clue, . 0 _ * or - for none; or it is a grid in any format.
    /// 20 full grids are tried; with --time-limit as many as there is time for. Where no puzzle is found,
    /// nothing is printed and the exit status is 3.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["clues", "share"])]
    pattern: Option<PathBuf>,

    /// Give the puzzles these rules: names with commas between of families that are drawn for each puzzle and of rules without
    /// cells, or one line of a rule as `satdoku rules` lists them; repeatable
    ///
    /// Families: killer, thermometer, arrow, whispers, renban, nabner, palindrome, between, regionsum, entropic, modular, zipper,
    /// difference, ratio, pairsum, less, consecutive, kropki, xv, quadruple, parity, littlekiller, sandwich, xsum, skyscraper,
    /// numberedroom, rowindexer, columnindexer; drawn from a full grid, which keeps the other rules. Killer cages cover the grid;
    /// consecutive, kropki and xv mark all pairs of their kinds and exclude unmarked ones. With --kind minimal no clue and no rule can
    /// be spared, which is proven for each; these marks count as one rule. For the kinds unique and minimal.
    ///
    /// Behind a family may stand `sizes 2..4`, the cells of its cages, lines or arrows, `count 12`, the number of its rules, and
    /// `symmetric`: --symmetry then holds for their places too.
    #[arg(long, value_name = "RULES", value_parser = parse_rules)]
    rules: Vec<RuleRequests>,

    /// Make puzzles whose hardest step has a rating in this range, such as 4.5..5.0, 7.0.. or 4.5, or in that of a word: easy (..2.0),
    /// medium or moderate (2.1..3.5), hard (3.6..5.0), unfair or fiendish (5.1..7.0), extreme (7.1..); for the kinds unique and minimal
    ///
    /// Ratings are those of `satdoku rate`. For each puzzle 20,000 are rated at most; with --time-limit as many as there is time for.
    /// Where none fits, nothing is printed and the exit status is 3.
    #[arg(long, value_name = "RATINGS")]
    rating: Option<RatingRange>,

    /// Make puzzles whose path has a step by this technique, where nothing easier is at hand; `satdoku techniques` lists them;
    /// repeatable
    #[arg(long, value_name = "TECHNIQUE", value_parser = parse_technique)]
    needs: Vec<&'static Technique>,

    /// Make the same number of holes in every row, column and box, or one more; with --kind holes, where each of them has a cell
    /// for each digit
    #[arg(long)]
    balanced: bool,

    /// Begin with full grids drawn from all grids of the board, each exactly as likely as any other; on the board 3x3 and on
    /// boards of up to 6 digits
    ///
    /// The grid is uniform, not the puzzle: how many puzzles a grid has differs.
    #[arg(long)]
    uniform: bool,

    /// Choose how puzzles are made
    #[arg(long, value_name = "ALGORITHM", default_value = "fast")]
    algorithm: AlgorithmName,

    /// Choose the solver of --algorithm two, named as for `solve` [default: auto]
    #[arg(long, value_name = "SOLVER", value_parser = solver(), hide_possible_values = true)]
    solver: Option<Solver>,

    /// Leave out the first K puzzles
    #[arg(long, value_name = "K", default_value_t = 0)]
    skip: u64,

    /// Make only every Nth puzzle, from the Ith: 1/4, 2/4, 3/4 and 4/4 together make all
    #[arg(long, value_name = "I/N", default_value_t)]
    shard: Shard,

    /// Work on N puzzles at once [default: one on each core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Stop the whole run after this time, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,

    /// Print in this format; one that cannot carry the board is refused [default: by the name of the file; grid for one puzzle
    /// on a terminal; else the first of line, rows and header that carries the board]
    ///
    /// json has the seed, the board and the solution beside each puzzle, csv the solution.
    #[arg(long, value_name = "FORMAT", value_parser = one_of::<Format>())]
    output: Option<Format>,

    /// Write the puzzles to a file, compressed if its name ends in .gz or .zst, in the format that its name ends in before
    /// that, such as .csv, .json or .sdk; `-` is standard output
    ///
    /// The file is written as FILE.partial and renamed when it is complete, so that an older FILE stays until then. A run that
    /// is interrupted leaves FILE.partial with the puzzles so far, and says which arguments make the others.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print at the end how many puzzles were made, and the rate
    #[arg(long)]
    summary: bool,
}

impl Generate {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let watch = Stopwatch::start();
        let recipe = self.recipe()?;
        recipe.check().map_err(|error| error.to_string())?;
        if let Some(solver) = &self.solver {
            check_backend(solver, None, &[])?;
        }
        let numbers = Numbers::new(self.skip, self.count, self.shard)
            .ok_or_else(|| format!("expected --skip and --count to be {} at most together", u64::MAX))?;
        let format = self.format(&recipe)?;
        let destination = Destination::to(self.out.as_deref(), &Inputs::default().and(self.pattern.as_deref()))?;
        let format =
            format.unwrap_or_else(|| suiting(&recipe, &shown(&recipe), numbers.left == 1 && destination.is_terminal()));
        if matches!(self.seed, Some(Seed::Random)) {
            say(&format!("seed {}\n", recipe.seed));
        }
        let cancel = interrupt::cancel_on_signal();
        interrupt::end_in_time();
        let budget = Budget::unlimited().with_cancel(cancel.clone());
        let budget = self.time_limit.map_or(budget.clone(), |time| budget.with_time(time));
        let is_one = numbers.left == 1;
        let written = Arc::new(AtomicU64::new(0));
        interrupt::set_report(self.report(&numbers, recipe.seed, Arc::clone(&written)));
        let (wanted, finished) = (numbers.left, Arc::clone(&written));
        let show = move || format!("{} of {wanted} made", finished.load(Ordering::Relaxed));
        let mut spinner = Some(Spinner::start(!is_one && destination.is_terminal(), show));
        let jobs =
            u64::try_from(jobs(self.jobs)).unwrap_or(u64::MAX).min(numbers.left.max(1)).min(Shared::MOST_THREADS);
        let shared = Shared::new(numbers);
        let (sender, made) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                let (sender, shared, recipe, budget) = (sender.clone(), &shared, &recipe, &budget);
                scope.spawn(move || shared.work(recipe, budget, &sender));
            }
            drop(sender);
            let mut writer = Writer {
                out: BufWriter::new(destination),
                format,
                recipe: &recipe,
                shared: &shared,
                cancel: &cancel,
                has_closest: self.closest,
                count: 0,
                written,
                spinner: if is_one { spinner.take() } else { None },
            };
            let result = writer.write_all(&made);
            shared.close();
            cancel.cancel();
            if self.summary && result.is_ok() {
                say(&summary(writer.count, watch.elapsed()));
            }
            result
        })
    }

    /// The format given by `--output`, or by the file's name, if it carries the recipe's boards.
    fn format(&self, recipe: &Recipe) -> Result<Option<Format>, String> {
        let format = self.output.or_else(|| self.out.as_deref().and_then(format_of_name));
        if let Some(format) = format {
            format.carries(&Grid::empty(&shown(recipe))).map_err(|refusal| refusal.to_string())?;
        }
        Ok(format)
    }

    /// The report of an interrupted run: its progress, and the arguments for the remaining puzzles.
    fn report(&self, numbers: &Numbers, seed: u64, written: Arc<AtomicU64>) -> impl Fn() -> String + Send + 'static {
        let (wanted, next, end) = (numbers.left, numbers.first_behind(), self.skip.saturating_add(self.count));
        let seed = if matches!(self.seed, Some(Seed::Random)) { format!("--seed {seed} ") } else { String::new() };
        move || {
            let written = written.load(Ordering::Relaxed);
            let noun = if wanted == 1 { "puzzle" } else { "puzzles" };
            let skip = next(written);
            let how = match written {
                0 => String::new(),
                _ => format!("; {seed}--skip {skip} --count {} makes the others", end.saturating_sub(skip)),
            };
            format!("interrupted after {written} of {wanted} {noun}{how}")
        }
    }

    fn recipe(&self) -> Result<Recipe, Failure> {
        let of_order = self.order.map(Board::of_order).transpose().map_err(|error| error.to_string())?;
        let board = self.board.clone().or(of_order).map(|board| board.layout(self.kind)).transpose()?;
        let (board, jigsaw) = match board {
            Some(Layout::Given(board)) => (Some(Arc::new(board)), false),
            Some(Layout::Jigsaw(board)) => (Some(Arc::new(board)), true),
            None => (None, false),
        };
        let (pattern, board) = match &self.pattern {
            Some(path) => {
                let (pattern, board) = mask::read(path, board.as_ref())?;
                (Some(pattern), board)
            }
            None => (
                None,
                board
                    .map_or_else(|| Geometry::of_order(USUAL_ORDER).map(Arc::new), Ok)
                    .map_err(|error| error.to_string())?,
            ),
        };
        if self.solver.is_some() && self.algorithm != AlgorithmName::Two {
            return Err("--solver needs --algorithm two".to_owned().into());
        }
        let kind = self.kind.asking(self.solutions).ok_or_else(|| "--solutions needs --kind several".to_owned())?;
        let algorithm = match self.algorithm {
            AlgorithmName::Fast => Algorithm::Fast,
            AlgorithmName::Two => Algorithm::Two(self.solver.clone().unwrap_or_default()),
        };
        let clues = self.no_clues.then_some(0).or(self.clues);
        let clues = clues.or(self.share.map(|share| share.of(board.cell_count())));
        let recipe = Recipe::new(&board, kind);
        let seed = self.seed.unwrap_or(Seed::Given(0)).number();
        let (symmetry, balanced, uniform) = (self.symmetry, self.balanced, self.uniform);
        let rules = self.rules.iter().flat_map(|RuleRequests(requests)| requests).cloned().collect();
        let difficulty = Difficulty::of(self.rating, self.needs.clone());
        Ok(recipe
            .with_algorithm(algorithm)
            .with_symmetry(symmetry)
            .with_pattern(pattern)
            .with_jigsaw(jigsaw)
            .with_clues(clues)
            .with_balanced(balanced)
            .with_uniform(uniform)
            .with_rules(rules)
            .with_difficulty(difficulty)
            .with_seed(seed))
    }
}

/// The default order of the board.
const USUAL_ORDER: usize = 3;

/// A representative board: for jigsaws, a board with irregular regions.
fn shown(recipe: &Recipe) -> Arc<Geometry> {
    let board = &recipe.board;
    if !recipe.jigsaw {
        return Arc::clone(board);
    }
    let rows: Vec<u32> = board.cells().map(|cell| cell.row() as u32 + 1).collect();
    let like = Geometry::regions(board.rows(), &rows);
    let like = like.and_then(|like| like.with_units(board.extra_units().map(|unit| board.unit(unit))));
    like.map_or_else(|_| Arc::clone(board), Arc::new)
}

/// The number of puzzles made, and the rate.
fn summary(count: u64, time: Duration) -> String {
    let noun = if count == 1 { "puzzle" } else { "puzzles" };
    format!("{count} {noun} made; {}\n", rate(count, time))
}
