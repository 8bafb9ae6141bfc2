//! The running members of a portfolio, each except the first on its own thread.

use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::budget::{CancelToken, Running};
use crate::error::Error;
use crate::reduction::Reduced;
use crate::solver::engine::Engine;
use crate::solver::members::Member;
use crate::solver::options::Stats;
use crate::solver::portfolio::Answer;
use crate::solver::portfolio::team::Team;

/// The first member has so much time for an easy puzzle before the others start: as long as a few threads, a process
/// and a formula take to set up.
const HEAD_START: Duration = Duration::from_millis(20);

/// The result of a member.
pub(super) struct Finish<T> {
    pub(super) member: usize,
    pub(super) answer: Result<T, Error>,
    pub(super) stats: Stats,
}

impl<T: Answer> Finish<T> {
    fn is_final(&self) -> bool {
        self.answer.as_ref().is_ok_and(T::is_final)
    }
}

/// Starts the members together and returns when the last one has ended; the first final answer stops the rest.
///
/// In a deterministic portfolio an answer stops only later members, so that earlier members may still overrule it: the first member
/// in order with an answer wins.
pub(super) fn race<T: Answer>(
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

/// The finished members.
struct Track<T> {
    finished: Mutex<Vec<Finish<T>>>,
    changed: Condvar,
    /// Whether an answer beats only later members.
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
