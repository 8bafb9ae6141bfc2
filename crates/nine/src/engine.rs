//! The search: every lane holds a puzzle or a branch of a puzzle, and keeps its waiting branches on a stack.

use std::array::from_fn;

use satdoku_base::budget::{Running, StopReason};

use crate::branch::{Branch, Choice, choose};
use crate::layout::{FULL, GridBytes, WORDS, Words, read, write};
use crate::question::{Answer, Outcome, Question};
use crate::sweep::{Signals, States, Sweep};

/// Upper bound on the height of a stack: each waiting branch settles a cell that was open in the branch below.
pub(crate) const DEPTH: usize = 81;

/// An engine, whatever its instructions.
pub(crate) trait Search {
    /// Begins all records, in order; says how many, and why not more.
    fn feed(&mut self, records: &[GridBytes], running: &mut Running, sink: Sink) -> (usize, Result<(), StopReason>);
    /// Begins a puzzle that is given by its candidates, in an idle lane.
    fn begin(&mut self, candidates: &Words);
    /// Searches until every begun record is answered.
    fn finish(&mut self, running: &mut Running, sink: Sink) -> Result<(), StopReason>;
    /// The number of records begun so far.
    fn begun(&self) -> u64;
    /// Asks another question of the records to come, while none is in work.
    fn ask(&mut self, question: Question);
    /// Gives up the begun records; calls `partial` with each number and the solutions found so far.
    fn abandon(&mut self, partial: &mut dyn FnMut(u64, u64));
}

/// Takes the running number of a record, and its answer.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(u64, Outcome);

/// A puzzle under search.
#[derive(Clone, Copy, Debug, Default)]
struct Task {
    /// The running number of the record.
    number: u64,
    /// Number of solutions found so far.
    found: u64,
    /// Number of lanes on this task; a task without lanes is free.
    lanes: u32,
    /// The first solution found.
    solution: Option<GridBytes>,
}

/// The search of up to `N` puzzles at once.
#[derive(Clone, Debug)]
pub(crate) struct Engine<M, const N: usize> {
    machine: M,
    question: Question,
    states: States<N>,
    /// Lanes with work, one bit each.
    live: u32,
    /// The signals of the last sweep, and the lanes that must still react to them.
    signals: Signals,
    settled: u32,
    /// The task of each lane, by index.
    task_of: [usize; N],
    tasks: [Task; N],
    /// The waiting branches of each lane.
    waiting: [Vec<Branch>; N],
    /// The running number of the next record.
    next: u64,
}

impl<M: Sweep<N>, const N: usize> Engine<M, N> {
    /// An engine without work, with room for `reserved` waiting branches a lane; [`DEPTH`] always suffice.
    pub(crate) fn new(machine: M, question: Question, reserved: usize) -> Self {
        Self {
            machine,
            question,
            states: States::default(),
            live: 0,
            signals: Signals::default(),
            settled: 0,
            task_of: [0; N],
            tasks: [Task::default(); N],
            waiting: from_fn(|_| Vec::with_capacity(reserved)),
            next: 0,
        }
    }

    /// Lanes without work.
    fn idle(&self) -> u32 {
        !self.live & ((1 << N) - 1)
    }

    /// Puts a puzzle into an idle lane. The first sweep propagates the clues into a grid that has the other candidates.
    fn load(&mut self, lane: usize, candidates: &Words, clues: &Words) {
        let given = candidates.iter().zip(clues);
        for ((word, single), (&candidates, &clues)) in
            self.states.words.iter_mut().zip(&mut self.states.single).zip(given)
        {
            word[lane] = candidates;
            single[lane] = clues;
        }
        for open in &mut self.states.open {
            open[lane] = FULL;
        }
        self.states.keep[lane] = FULL;
        self.states.chosen_bit[lane] = 0;
        let free = self.tasks.iter().position(|task| task.lanes == 0);
        let task = free.expect("there are as many tasks as lanes, and a lane is idle");
        self.tasks[task] = Task { number: self.next, lanes: 1, ..Task::default() };
        self.task_of[lane] = task;
        self.live |= 1 << lane;
    }

    /// Sweeps once and then acts on every settled lane.
    fn step(&mut self, running: &mut Running, sink: Sink) -> Result<(), StopReason> {
        // After a budget ran out halfway, some lanes are still unhandled. They must not be swept again, because their guesses may
        // not depend on the budget.
        if self.settled == 0 {
            self.signals = self.machine.sweep(&mut self.states);
            let Signals { moving, dead, open } = self.signals;
            self.settled = self.live & (dead | !open | !moving);
        }
        while self.settled != 0 {
            let lane = self.settled.trailing_zeros() as usize;
            // The receiver of an answer may panic, so the state is consistent before each call.
            if self.signals.dead >> lane & 1 != 0 {
                self.settled &= !(1 << lane);
                self.resume(lane, sink);
            } else if self.signals.open >> lane & 1 == 0 {
                self.settled &= !(1 << lane);
                self.solved(lane, sink);
            } else {
                running.tick()?;
                self.settled &= !(1 << lane);
                self.branch(lane);
            }
        }
        Ok(())
    }

    /// Splits the state of a lane: the guess stays, the alternative waits.
    fn branch(&mut self, lane: usize) {
        let states = &mut self.states;
        let Choice { cell, column, guess, other } = choose(|word| states.words[word][lane], states.pair[lane])
            .expect("a lane that is open and not moving has a cell with several candidates");
        // The branch is filled in place: a copy of freshly written words would stall on them.
        let waiting = &mut self.waiting[lane];
        waiting.push(Branch { words: [0; WORDS], open: [0; 9], single: other });
        if let Some(branch) = waiting.last_mut() {
            for (to, word) in branch.words.iter_mut().zip(&states.words) {
                *to = word[lane];
            }
            for (to, open) in branch.open.iter_mut().zip(&states.open) {
                *to = open[lane];
            }
            branch.words[guess.word] ^= guess.bit;
            if other.bit != 0 {
                branch.open[cell] &= !column;
            }
        }
        for word in [cell, 9 + cell, 18 + cell] {
            states.words[word][lane] &= !column;
        }
        states.words[guess.word][lane] |= guess.bit;
        states.open[cell][lane] &= !column;
        states.chosen_word[lane] = guess.word as u32;
        states.chosen_bit[lane] = guess.bit;
    }

    fn words(&self, lane: usize) -> Words {
        from_fn(|word| self.states.words[word][lane])
    }

    /// Resumes a lane with its last waiting branch; a lane without branches is done.
    fn resume(&mut self, lane: usize, sink: Sink) {
        if let Some(branch) = self.waiting[lane].pop() {
            self.enter(lane, &branch);
            return;
        }
        self.live &= !(1 << lane);
        let task = self.task_of[lane];
        self.tasks[task].lanes -= 1;
        if self.tasks[task].lanes == 0 {
            self.deliver(task, sink);
        }
    }

    /// Loads a branch into a lane and overwrites the lane's state.
    fn enter(&mut self, lane: usize, branch: &Branch) {
        let states = &mut self.states;
        for (to, &word) in states.words.iter_mut().zip(&branch.words) {
            to[lane] = word;
        }
        for (to, &open) in states.open.iter_mut().zip(&branch.open) {
            to[lane] = open;
        }
        states.keep[lane] = 0;
        states.chosen_word[lane] = branch.single.word as u32;
        states.chosen_bit[lane] = branch.single.bit;
    }

    fn solved(&mut self, lane: usize, sink: Sink) {
        let task = self.task_of[lane];
        self.tasks[task].found += 1;
        if self.tasks[task].found == 1 && self.question.wants_solution() {
            self.tasks[task].solution = Some(write(&self.words(lane)));
        }
        if self.tasks[task].found < self.question.limit() {
            self.resume(lane, sink);
        } else {
            self.deliver(task, sink);
        }
    }

    /// Delivers the answer of a finished task.
    fn deliver(&mut self, task: usize, sink: Sink) {
        self.release(task);
        let Task { number, found, solution, .. } = self.tasks[task];
        let solution = if found > 1 { None } else { solution };
        sink(number, Ok(Answer { solutions: found, solution }));
    }

    /// Takes every lane off a task.
    fn release(&mut self, task: usize) {
        if self.tasks[task].lanes == 0 {
            return;
        }
        for lane in 0..N {
            if self.live >> lane & 1 != 0 && self.task_of[lane] == task {
                self.live &= !(1 << lane);
                self.settled &= !(1 << lane);
                self.waiting[lane].clear();
            }
        }
        self.tasks[task].lanes = 0;
    }

    /// Gives idle lanes the oldest, hence largest, branch of the lane with the most waiting branches.
    fn share(&mut self) {
        while self.idle() != 0 {
            let Some(giver) = (0..N).max_by_key(|&lane| self.waiting[lane].len()) else { return };
            if self.waiting[giver].is_empty() {
                return;
            }
            let lane = self.idle().trailing_zeros() as usize;
            let branch = self.waiting[giver].remove(0);
            self.enter(lane, &branch);
            self.task_of[lane] = self.task_of[giver];
            self.tasks[self.task_of[lane]].lanes += 1;
            self.live |= 1 << lane;
        }
    }
}

impl<M: Sweep<N>, const N: usize> Search for Engine<M, N> {
    fn feed(&mut self, records: &[GridBytes], running: &mut Running, sink: Sink) -> (usize, Result<(), StopReason>) {
        let mut begun = 0;
        while begun < records.len() {
            if self.idle() == 0 {
                if let Err(reason) = self.step(running, sink) {
                    return (begun, Err(reason));
                }
                continue;
            }
            if let Err(reason) = running.tick() {
                return (begun, Err(reason));
            }
            let lane = self.idle().trailing_zeros() as usize;
            let number = self.next;
            let clues = read(&records[begun]);
            begun += 1;
            if let Ok(clues) = clues {
                self.load(lane, &[FULL; WORDS], &clues);
            }
            self.next += 1;
            if let Err(invalid) = clues {
                sink(number, Err(invalid));
            }
        }
        (begun, Ok(()))
    }

    fn begin(&mut self, candidates: &Words) {
        self.load(self.idle().trailing_zeros() as usize, candidates, &[0; WORDS]);
        self.next += 1;
    }

    fn finish(&mut self, running: &mut Running, sink: Sink) -> Result<(), StopReason> {
        while self.live != 0 {
            // The first solution is the first in the order of one lane's search.
            if self.question != Question::First {
                self.share();
            }
            self.step(running, sink)?;
        }
        Ok(())
    }

    fn begun(&self) -> u64 {
        self.next
    }

    fn ask(&mut self, question: Question) {
        self.question = question;
    }

    fn abandon(&mut self, partial: &mut dyn FnMut(u64, u64)) {
        for task in 0..N {
            if self.tasks[task].lanes > 0 {
                self.release(task);
                partial(self.tasks[task].number, self.tasks[task].found);
            }
        }
    }
}
