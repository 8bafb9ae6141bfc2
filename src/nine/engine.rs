//! The search: every lane holds a puzzle or a branch of one, and keeps the branches that wait on its own stack.

use std::array::from_fn;

use crate::budget::{Running, StopReason};
use crate::nine::branch::{Branch, Choice, choose};
use crate::nine::layout::{FULL, InvalidByte, Record, WORDS, Words, read, write};
use crate::nine::question::{Answer, Outcome, Question};
use crate::nine::sweep::{Signals, States, Sweep};

/// No stack grows higher: of the branches above one another, each settles a cell that was open before.
pub(crate) const DEPTH: usize = 81;

/// An engine on any machine.
pub(crate) trait Search {
    /// Begins all records, in order; says how many, and why not more.
    fn feed(&mut self, records: &[Record], running: &mut Running, sink: Sink) -> (usize, Result<(), StopReason>);
    /// Searches until everything that was begun is answered.
    fn finish(&mut self, running: &mut Running, sink: Sink) -> Result<(), StopReason>;
    /// How many records were begun so far.
    fn begun(&self) -> u64;
    /// Gives up what was begun; calls `partial` with its number and the solutions found so far.
    fn abandon(&mut self, partial: &mut dyn FnMut(u64, u64));
}

/// Takes the running number of a record, and its answer.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(u64, Outcome);

/// A puzzle that is being searched.
#[derive(Clone, Copy, Debug, Default)]
struct Task {
    /// Running number of its record.
    number: u64,
    /// Solutions so far.
    found: u64,
    /// Lanes that work on it; a task without is free.
    lanes: u32,
    /// The solution that was found first.
    solution: Option<Record>,
}

/// The search of up to `N` puzzles at once.
#[derive(Clone, Debug)]
pub(crate) struct Engine<M, const N: usize> {
    machine: M,
    question: Question,
    states: States<N>,
    /// Lanes that have work, one bit each.
    live: u32,
    /// What the last sweep said, and the lanes in which it is still to be acted on.
    signals: Signals,
    settled: u32,
    /// The task of each lane.
    task_of: [usize; N],
    tasks: [Task; N],
    /// The branches that wait in each lane.
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

    /// Lanes that have no work.
    fn idle(&self) -> u32 {
        !self.live & ((1 << N) - 1)
    }

    /// Puts a puzzle into an idle lane. Its clues are placed in a grid that has every candidate, and the
    /// first sweep begins with what they exclude.
    fn load(&mut self, lane: usize, record: &Record) -> Result<(), InvalidByte> {
        let clues = read(record)?;
        for ((word, single), clues) in self.states.words.iter_mut().zip(&mut self.states.single).zip(clues) {
            word[lane] = FULL;
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
        Ok(())
    }

    /// One sweep, and what follows from it in every lane that it settled.
    fn step(&mut self, running: &mut Running, sink: Sink) -> Result<(), StopReason> {
        // A budget that ran out on the way left lanes which must not be swept again: what they guess may
        // not depend on it.
        if self.settled == 0 {
            self.signals = self.machine.sweep(&mut self.states);
            let Signals { moving, dead, open } = self.signals;
            self.settled = self.live & (dead | !open | !moving);
        }
        while self.settled != 0 {
            let lane = self.settled.trailing_zeros() as usize;
            // The receiver of an answer may panic: all is in order before it is handed over.
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
        // Filled where it lies, since a copy of what was just written word by word would wait for it.
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

    /// Goes on with the branch that waits in a lane; a lane without one is done.
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

    /// Puts a branch into a lane, whatever was there.
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

    /// Answers a task that is done.
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

    /// Gives idle lanes the oldest, so largest, branch of the lane that has most of them waiting.
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
    fn feed(&mut self, records: &[Record], running: &mut Running, sink: Sink) -> (usize, Result<(), StopReason>) {
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
            let loaded = self.load(lane, &records[begun]);
            self.next += 1;
            begun += 1;
            if let Err(invalid) = loaded {
                sink(number, Err(invalid));
            }
        }
        (begun, Ok(()))
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

    fn abandon(&mut self, partial: &mut dyn FnMut(u64, u64)) {
        for task in 0..N {
            if self.tasks[task].lanes > 0 {
                self.release(task);
                partial(self.tasks[task].number, self.tasks[task].found);
            }
        }
    }
}
