//! The puzzles of a book, with their solutions and ratings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};

use satdoku::budget::Running;
use satdoku::draw::Book;
use satdoku::generate::{Generated, Recipe};
use satdoku::grid::format::ReadOptions;
use satdoku::logic::{Guide, GuideError, Profile, Rated};
use satdoku::{Budget, Grid, Options, Solver};

use crate::commands::book::recipe::{Content, SectionRecipe};
use crate::commands::book::refusal::Refusal;
use crate::commands::draw::artist::own_title;
use crate::commands::generate::numbers::{Numbers, Shared};
use crate::commands::generate::words::Shard;
use crate::process::interrupt;
use crate::stream::input::Reader;
use crate::stream::records::Records;
use crate::stream::session_cache::SessionCache;

/// A section with its puzzles.
pub(super) struct SectionContent {
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

/// Makes and reads the puzzles of the sections, in order.
pub(super) struct Collector<'a> {
    /// The limits of the run, which began before.
    pub(super) budget: Budget,
    pub(super) running: &'a Running,
    pub(super) jobs: u64,
    /// The most puzzles that the remaining files may have.
    pub(super) most_of_files: usize,
    /// Called for each puzzle as it is ready.
    pub(super) ready: &'a dyn Fn(),
}

impl Collector<'_> {
    /// The puzzles of a section.
    pub(super) fn collect(&mut self, recipe: SectionRecipe, content: &Content) -> Result<SectionContent, Refusal> {
        let mut puzzles = match content {
            Content::Made(generator, count) => self.made(generator, *count)?,
            Content::Read(path) => self.read(path)?,
        };
        if recipe.needs_ratings() {
            self.rate(&mut puzzles)?;
        }
        if recipe.sorted {
            // Puzzles without a rating are the hardest. The sort keeps the order of equal ratings.
            puzzles.sort_by_key(|puzzle| puzzle.rating.as_ref().map_or(u32::MAX, |(rating, _)| *rating));
        }
        Ok(SectionContent { recipe, puzzles })
    }

    /// New puzzles, made on several threads; each depends on its number alone.
    fn made(&self, recipe: &Recipe, count: u64) -> Result<Vec<Puzzle>, Refusal> {
        let Some(numbers) = Numbers::new(0, count, Shard::default()) else { unreachable!("a book has fewer puzzles") };
        let shared = Shared::new(numbers);
        let (sender, receiver) = mpsc::channel();
        let (budget, cancel) = self.budget.fork();
        let mut made: BTreeMap<u64, Puzzle> = BTreeMap::new();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.min(count).min(Shared::MOST_THREADS) {
                let (sender, shared, budget) = (sender.clone(), &shared, &budget);
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
                    Ok(Ok(_)) => break Err(Refusal::bad("the generator made a puzzle without a solution")),
                    Ok(Err(error)) => break Err(error.into()),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                }
            };
            shared.close();
            cancel.cancel();
            drop(receiver);
            result
        })?;
        Ok(made.into_values().collect())
    }

    /// The puzzles of a file, each with its only solution.
    fn read(&mut self, path: &Path) -> Result<Vec<Puzzle>, Refusal> {
        let files: [PathBuf; 1] = [path.to_owned()];
        // The reader counts its time by itself: the remaining time is its limit.
        let budget =
            self.running.time_left().map_or_else(Budget::unlimited, |left| Budget::unlimited().with_time(left));
        let mut reader = Reader::new(&files, ReadOptions::default().with_budget(budget));
        let mut records = Records::new(&mut reader);
        let options = Options::default().with_budget(self.budget.clone());
        let mut sessions = SessionCache::new(&Solver::Auto, options, 0);
        let mut puzzles = Vec::new();
        while let Some(record) = records.next() {
            self.running.check()?;
            if puzzles.len() == self.most_of_files {
                return Err(Refusal::bad(format!("a book has at most {} puzzles", Book::MOST_PUZZLES)));
            }
            let grid = record.grid?;
            let solution = sessions.only_solution(&grid).map_err(|(why, status)| {
                let why = format!("puzzle {} of the file has no solution to print: {why}", record.number);
                Refusal { why, status }
            })?;
            let notes = record.notes.unwrap_or_default();
            let title = own_title(&notes).unwrap_or_default();
            puzzles.push(Puzzle { grid, solution, title, words: notes.rules, rating: None });
            (self.ready)();
        }
        if puzzles.is_empty() {
            return Err(Refusal::bad("the file has no puzzle"));
        }
        self.most_of_files -= puzzles.len();
        Ok(puzzles)
    }

    fn rate(&self, puzzles: &mut [Puzzle]) -> Result<(), Refusal> {
        let mut guide = Guide::by(Profile::Se);
        guide.options = Options::default().with_budget(self.budget.clone());
        for (at, puzzle) in puzzles.iter_mut().enumerate() {
            let refusal = match guide.rate(&puzzle.grid, None) {
                Ok(Rated::Rating(rating)) => {
                    puzzle.rating = Some((rating.er.into(), rating.er_in_words()));
                    continue;
                }
                Ok(Rated::Stopped(reason)) | Err(GuideError::Solver(satdoku::Error::Stopped(reason))) => reason.into(),
                // A puzzle that no step of the scale solves stays without a rating.
                Ok(_) => continue,
                Err(error) => Refusal::bad(error.to_string()),
            };
            return Err(refusal.within(format_args!("puzzle {} of the section has no rating", at + 1)));
        }
        Ok(())
    }
}
