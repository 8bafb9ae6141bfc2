//! The members of a portfolio at work, each on a thread of its own but the first.

use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::budget::{CancelToken, Running};
use crate::error::Error;
use crate::reduction::Reduced;
use crate::solver::Stats;
use crate::solver::engine::Engine;
use crate::solver::portfolio::Answer;
use crate::solver::portfolio::team::{Member, Team};

/// The first member has so much time for an easy puzzle before the others start: as long as a few threads, a process
/// and a formula take to set up.
const HEAD_START: Duration = Duration::from_millis(20);

/// What came of a member.
pub(in crate::solver::portfolio) struct Finish<T> {
    pub(in crate::solver::portfolio) member: usize,
    pub(in crate::solver::portfolio) answer: Result<T, Error>,
    pub(in crate::solver::portfolio) stats: Stats,
}

impl<T: Answer> Finish<T> {
    fn is_final(&self) -> bool {
        self.answer.as_ref().is_ok_and(T::is_final)
    }
}

/// Asks the members at once and returns when all have ended, which the first final answer makes them do.
///
/// In a deterministic portfolio an answer stops only the members behind it, so that those before it may still overrule
/// it: the first member in order that can answer does.
pub(in crate::solver::portfolio) fn race<T: Answer>(
    team: &Team,
    members: &[Member],
    puzzle: &Reduced,
    question: &(impl Fn(&mut dyn Engine, &mut Running) -> Result<T, Error> + Sync),
    running: &Running,
) -> Vec<Finish<T>> {
    let forks: Vec<(Running, CancelToken)> = members.iter().map(|_| running.fork()).collect();
    let track = Track { finished: Mutex::new(Vec::new()), changed: Condvar::new(), in_order: team.is_deterministic() };
    let run = |member: usize| {
        let mut running = forks[member].0.clone();
        let mut stats = Stats::default();
        let answer = team.engine(&members[member], members.len(), puzzle.grid().geometry()).and_then(|mut engine| {
            engine.begin(puzzle.clone());
            let answer = question(engine.as_mut(), &mut running);
            stats = engine.stats();
            answer
        });
        let finish = Finish { member, answer, stats };
        if finish.is_final() {
            let beaten = |other: &usize| if track.in_order { *other > member } else { *other != member };
            (0..members.len()).filter(beaten).for_each(|other| forks[other].1.cancel());
        }
        track.lock().push(finish);
        track.changed.notify_all();
    };
    thread::scope(|scope| {
        let (run, track) = (&run, &track);
        let mut unstarted = Vec::new();
        for member in 1..members.len() {
            let follow = move || {
                if track.may_follow(member) {
                    run(member);
                }
            };
            if thread::Builder::new().spawn_scoped(scope, follow).is_err() {
                unstarted.push(member);
            }
        }
        if !members.is_empty() {
            run(0);
        }
        // Where no thread can be had, the members take turns.
        for member in unstarted {
            if !track.is_beaten(&track.lock(), member) {
                run(member);
            }
        }
    });
    track.finished.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Who has arrived.
struct Track<T> {
    finished: Mutex<Vec<Finish<T>>>,
    changed: Condvar,
    /// Whether an answer beats only the members behind it.
    in_order: bool,
}

impl<T: Answer> Track<T> {
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Finish<T>>> {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_beaten(&self, finished: &[Finish<T>], member: usize) -> bool {
        finished.iter().any(|finish| finish.is_final() && (!self.in_order || finish.member < member))
    }

    /// Waits until the first member has had its head start or has given up; whether there is anything left to do.
    fn may_follow(&self, member: usize) -> bool {
        let waits = |finished: &mut Vec<Finish<T>>| {
            !self.is_beaten(finished, member) && !finished.iter().any(|finish| finish.member == 0)
        };
        let waited = self.changed.wait_timeout_while(self.lock(), HEAD_START, waits);
        let (finished, _) = waited.unwrap_or_else(PoisonError::into_inner);
        !self.is_beaten(&finished, member)
    }
}
