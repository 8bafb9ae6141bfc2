//! The additions to a drawing: solution, rating, shares of candidates, title and words.

use satdoku::counting::CandidateCounts;
use satdoku::draw::{DrawError, Drawing, Note};
use satdoku::grid::Violation;
use satdoku::grid::exchange::Notes;
use satdoku::logic::{Guide, Profile, Rated};
use satdoku::{Budget, Candidate, Count, Error, Grid, Options, Session, Solution, Solver, StopReason};
use satdoku_ask::rated_in_words;

use crate::Failure;
use crate::args::reasoning::status_of;
use crate::commands::draw::Draw;
use crate::process::interrupt;
use crate::process::messages::note;
use crate::process::status::Status;
use crate::stream::session_cache::{SessionCache, for_board};

/// Solves and rates puzzles as far as drawings need it.
pub(super) struct Artist<'a> {
    draw: &'a Draw,
    is_book: bool,
    wants_beside: bool,
    sessions: SessionCache,
    options: Options,
    guide: Guide,
}

impl<'a> Artist<'a> {
    pub(super) fn new(draw: &'a Draw, is_book: bool) -> Self {
        let wants_beside = draw.solution || is_book && !draw.no_solutions;
        let mut budget = Budget::unlimited();
        if wants_beside || draw.answers || draw.counts || draw.rating.is_some() {
            budget = budget.with_cancel(interrupt::cancel_on_signal());
        }
        if let Some(time) = draw.time_limit {
            budget = budget.with_time(time);
        }
        let options = Options::default().with_budget(budget);
        let mut guide = Guide::default();
        guide.profile = draw.rating.unwrap_or(Profile::Se);
        guide.options = options.clone();
        let sessions = SessionCache::new(&Solver::Auto, options.clone(), 0);
        Self { draw, is_book, wants_beside, sessions, options, guide }
    }

    pub(super) fn drawing(
        &mut self,
        place: &str,
        grid: &Grid,
        notes: Option<&Notes>,
    ) -> Result<(Drawing, Status), Failure> {
        let draw = self.draw;
        let mut status = Status::Fine;
        let mut drawing = made(place, Drawing::of(grid))?;
        if let Some(solution) = self.solution(place, grid, &mut status) {
            if draw.answers {
                drawing = made(place, drawing.with_answers(&solution))?;
            }
            if self.wants_beside {
                drawing = made(place, drawing.with_solution_beside(&solution))?;
            }
        }
        // The title of a book stands on its pages, not above its puzzles.
        let title = draw.title.clone().filter(|_| !self.is_book).or_else(|| notes.and_then(own_title));
        let parts = [title, self.rating(place, grid, &mut status)];
        drawing = drawing.with_title(parts.into_iter().flatten().collect::<Vec<_>>().join(" · "));
        // The setter's words replace the sentences; rules that found no room in the picture are listed all the same.
        let own_words = notes.and_then(|notes| notes.rules.as_deref()).map(str::trim).filter(|text| !text.is_empty());
        let own_words = own_words.filter(|_| !draw.no_words);
        if draw.candidates {
            let open = |cell| {
                let digits = grid.geometry().digits().filter(move |&digit| grid.can_place(cell, digit));
                digits.map(move |digit| Candidate::new(cell, digit))
            };
            drawing = drawing.with_candidates(grid.empty_cells().flat_map(open));
        }
        if let Some(counts) = self.counts(place, grid, &mut status) {
            let cells = grid.empty_cells();
            let digits = cells.flat_map(|cell| counts.digits(cell).map(move |(digit, _)| Candidate::new(cell, digit)));
            #[allow(clippy::cast_possible_truncation)] // From 0 to 1.
            let shares = digits.map(|candidate| (candidate, counts.share(candidate).unwrap_or(0.0) as f32)).collect();
            drawing = drawing.with_note(Note::Shares(shares));
            if !draw.no_words {
                let total = counts.total();
                let plural = if *total == Count::exact(1) { "" } else { "s" };
                drawing = drawing.with_text(format!(
                    "{total} solution{plural}. A disc is as large as the share of them that have its digit."
                ));
            }
        }
        let clash: Vec<_> = grid.violations().iter().flat_map(Violation::cells).copied().collect();
        if !clash.is_empty() {
            drawing = drawing.with_note(Note::Clash(clash));
        }
        if let Some(width) = draw.width {
            drawing = drawing.with_width(width);
        }
        let drawing = drawing.with_theme(draw.theme).with_letters(draw.letters).with_language(draw.language);
        let drawing = match own_words {
            Some(words) => drawing.with_setters_words(words),
            None => drawing.with_words(!draw.no_words),
        };
        Ok((drawing, status))
    }

    /// How hard the puzzle is, where that is asked for and known.
    fn rating(&mut self, place: &str, grid: &Grid, status: &mut Status) -> Option<String> {
        self.draw.rating?;
        let (why, of_answer) = match self.guide.rate_with_faults(grid, None) {
            Err(error) => (error.to_string(), status_of(&error)),
            Ok((rated, faults)) => {
                for fault in &faults {
                    note(&format!("{place}: {fault}\n"));
                    status.worsen(Status::Bad);
                }
                match rated {
                    Rated::Rating(rating) => {
                        let scale = if rating.scale == Profile::Se { "SE " } else { "" };
                        return Some(format!("{scale}{}", rating.er_in_words()));
                    }
                    Rated::Scored(scored) => return Some(scored.to_string()),
                    Rated::Stopped(StopReason::Cancelled) => ("interrupted".to_owned(), Status::Interrupted),
                    Rated::Stopped(reason) => (reason.to_string(), Status::Budget),
                    rated => (rated_in_words(&rated), Status::Negative),
                }
            }
        };
        note(&format!("{place}: no rating is drawn: {why}\n"));
        status.worsen(of_answer);
        None
    }

    /// The number of solutions for each candidate, if asked for and known.
    fn counts(&self, place: &str, grid: &Grid, status: &mut Status) -> Option<CandidateCounts> {
        if !self.draw.counts {
            return None;
        }
        let counts = Solver::Auto.candidate_counts_with(grid, &for_board(&self.options, grid.geometry()));
        let (why, of_answer) = match counts {
            Ok(counts) => match counts.stopped() {
                None if *counts.total() == Count::exact(0) => ("there is no solution".to_owned(), Status::Negative),
                None => return Some(counts),
                Some(StopReason::Cancelled) => ("interrupted".to_owned(), Status::Interrupted),
                Some(reason) => (reason.to_string(), Status::Budget),
            },
            Err(error) => (error.to_string(), Status::Bad),
        };
        note(&format!("{place}: no counts are drawn: {why}\n"));
        status.worsen(of_answer);
        None
    }

    /// The solution to draw, if found. A second solution is looked for too, because a reader takes a drawn solution for the only
    /// one.
    fn solution(&mut self, place: &str, grid: &Grid, status: &mut Status) -> Option<Grid> {
        if !self.wants_beside && !self.draw.answers {
            return None;
        }
        let first_two = |session: &mut Session| {
            let mut solutions = session.solutions(grid)?;
            let first = solutions.next().transpose()?;
            let second = first.as_ref().and_then(|_| solutions.next());
            Ok((first, second))
        };
        let unknown = |error: Error| match error {
            Error::Stopped(StopReason::Cancelled) => ("interrupted".to_owned(), Status::Interrupted),
            Error::Stopped(reason) => (reason.to_string(), Status::Budget),
            error => (error.to_string(), Status::Bad),
        };
        let (solution, what, (why, of_answer)) = match self.sessions.ask(grid.geometry(), first_two, |_| None) {
            Ok((Some(solution), None)) => return Some(solution.into_grid()),
            Ok((Some(solution), Some(Ok(_)))) => {
                (Some(solution), "one solution is drawn", ("there are several".to_owned(), Status::Negative))
            }
            Ok((Some(solution), Some(Err(error)))) => {
                (Some(solution), "a solution is drawn; whether it is the only one is not known", unknown(error))
            }
            Ok((None, _)) => (None, "no solution is drawn", ("there is none".to_owned(), Status::Negative)),
            Err(error) => (None, "no solution is drawn", unknown(error)),
        };
        note(&format!("{place}: {what}: {why}\n"));
        status.worsen(of_answer);
        solution.map(Solution::into_grid)
    }
}

/// The title of a puzzle and its author.
pub(crate) fn own_title(notes: &Notes) -> Option<String> {
    let some =
        |text: &Option<String>| text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    match (some(&notes.title), some(&notes.author)) {
        (Some(title), Some(author)) => Some(format!("{title}, by {author}")),
        (title, author) => title.or_else(|| author.map(|author| format!("by {author}"))),
    }
}

/// The drawing, or the error with its place.
pub(super) fn made<T>(place: &str, result: Result<T, DrawError>) -> Result<T, Failure> {
    result.map_err(|error| format!("{place}: {error}").into())
}
