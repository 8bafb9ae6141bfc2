//! The puzzles of a book, with their solutions and ratings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};

use satdoku::generate::{GenerateError, Generated, Recipe};
use satdoku::grid::format::ReadOptions;
use satdoku::logic::{Guide, Profile, Rated};
use satdoku::{Budget, Grid, Options, Solver};

use crate::Failure;
use crate::commands::book::recipe::{Content, SectionRecipe};
use crate::commands::draw::artist::own_title;
use crate::commands::generate::numbers::{Numbers, Shared};
use crate::commands::generate::words::Shard;
use crate::process::interrupt;
use crate::process::status::Status;
use crate::stream::input::Reader;
use crate::stream::records::Records;
use crate::stream::session_cache::SessionCache;

/// A section with its puzzles.
pub(super) struct Filled {
    pub(super) recipe: SectionRecipe,
    pub(super) puzzles: Vec<Puzzle>,
}

/// A puzzle of a book.
pub(super) struct Puzzle {
    pub(super) grid: Grid,
    pub(super) solution: Grid,
    /// The title and author of a puzzle from a file, and the rules in its setter's words.
    pub(super) title: String,
    pub(super) words: Option<String>,
    /// The rating of the hardest step on the scale of Sudoku Explainer, in tenths and in words, if asked for and known.
    pub(super) rating: Option<(u32, String)>,
}

/// Why there is no book, and the exit status for that.
pub(super) struct NoBook(pub(super) String, pub(super) Status);

impl From<Failure> for NoBook {
    fn from(failure: Failure) -> Self {
        Self(failure.to_string(), failure.status())
    }
}

/// Fills the sections of a book, in order.
pub(super) struct Filler<'a> {
    pub(super) budget: Budget,
    pub(super) jobs: u64,
    /// Called for each puzzle as it is ready.
    pub(super) ready: &'a dyn Fn(),
}

impl Filler<'_> {
    /// The puzzles of a section.
    pub(super) fn fill(&self, recipe: SectionRecipe, content: &Content) -> Result<Filled, NoBook> {
        let mut puzzles = match content {
            Content::Made(generator, count) => self.made(generator, *count)?,
            Content::Read(path) => self.read(path)?,
        };
        if recipe.rated || recipe.sorted {
            self.rate(&mut puzzles)?;
        }
        if recipe.sorted {
            // Puzzles without a rating are the hardest. The sort keeps the order of equal ratings.
            puzzles.sort_by_key(|puzzle| puzzle.rating.as_ref().map_or(u32::MAX, |(rating, _)| *rating));
        }
        Ok(Filled { recipe, puzzles })
    }

    /// New puzzles, made on several threads; each depends on its number alone.
    fn made(&self, recipe: &Recipe, count: u64) -> Result<Vec<Puzzle>, NoBook> {
        let Some(numbers) = Numbers::new(0, count, Shard::default()) else { unreachable!("a book has fewer puzzles") };
        let shared = Shared::new(numbers);
        let (sender, receiver) = mpsc::channel();
        let mut made: BTreeMap<u64, Puzzle> = BTreeMap::new();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.min(count) {
                let (sender, shared, budget) = (sender.clone(), &shared, &self.budget);
                scope.spawn(move || shared.work(recipe, budget, &sender));
            }
            drop(sender);
            let result = loop {
                match receiver.recv_timeout(interrupt::LOOK) {
                    Ok(Ok(Generated { number, puzzle, solution: Some(solution), .. })) => {
                        shared.advance();
                        (self.ready)();
                        let (title, words, rating) = (String::new(), None, None);
                        made.insert(
                            number,
                            Puzzle { grid: puzzle, solution: solution.into_grid(), title, words, rating },
                        );
                    }
                    Ok(Ok(_)) => break Err(NoBook("a puzzle without a solution".to_owned(), Status::Bad)),
                    Ok(Err(error)) => break Err(no_puzzle(&error)),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                }
            };
            shared.close();
            drop(receiver);
            result
        })?;
        Ok(made.into_values().collect())
    }

    /// The puzzles of a file, each with its only solution.
    fn read(&self, path: &Path) -> Result<Vec<Puzzle>, NoBook> {
        let files: [PathBuf; 1] = [path.to_owned()];
        let mut reader = Reader::new(&files, ReadOptions { budget: self.budget.clone(), ..ReadOptions::default() });
        let mut records = Records::new(&mut reader);
        let options = Options { budget: self.budget.clone(), ..Options::default() };
        let mut sessions = SessionCache::new(&Solver::Auto, options, 0);
        let mut puzzles = Vec::new();
        while let Some(record) = records.next() {
            let grid = record.grid?;
            let solution = sessions.only_solution(&grid).map_err(|(why, status)| {
                NoBook(format!("puzzle {} of the file has no solution to print: {why}", record.number), status)
            })?;
            let notes = record.notes.unwrap_or_default();
            let title = own_title(&notes).unwrap_or_default();
            puzzles.push(Puzzle { grid, solution, title, words: notes.rules, rating: None });
            (self.ready)();
        }
        if puzzles.is_empty() {
            return Err(NoBook("the file has no puzzle".to_owned(), Status::Bad));
        }
        Ok(puzzles)
    }

    fn rate(&self, puzzles: &mut [Puzzle]) -> Result<(), NoBook> {
        let mut guide = Guide::by(Profile::Se);
        guide.options = Options { budget: self.budget.clone(), ..Options::default() };
        for (at, puzzle) in puzzles.iter_mut().enumerate() {
            match guide.rate(&puzzle.grid, None) {
                Ok(Rated::Rating(rating)) => puzzle.rating = Some((rating.er.into(), rating.er_in_words())),
                Ok(Rated::Stopped(reason)) => {
                    let why =
                        NoBook(format!("puzzle {} of the section has no rating: {reason}", at + 1), Status::Budget);
                    return Err(why);
                }
                // A puzzle that no step of the scale solves stays without a rating.
                Ok(_) => {}
                Err(error) => {
                    return Err(NoBook(
                        format!("puzzle {} of the section has no rating: {error}", at + 1),
                        Status::Bad,
                    ));
                }
            }
        }
        Ok(())
    }
}

fn no_puzzle(error: &GenerateError) -> NoBook {
    let status = match error {
        GenerateError::Stopped(satdoku::StopReason::Cancelled) => Status::Interrupted,
        GenerateError::Stopped(_) | GenerateError::Unreached(_) => Status::Budget,
        _ => Status::Bad,
    };
    NoBook(error.to_string(), status)
}
