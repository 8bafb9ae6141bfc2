//! Why a digit is not in a cell: a minimal sequence of steps that rules it out.

use satdoku_base::budget::{Running, StopReason};

use crate::board::Board;
use crate::checker::check;
use crate::hint::{HintAnswer, Hints};
use crate::ladder::singles::as_told_on;
use crate::pencil_mark::{Literal, PencilMark};
use crate::profile::Profile;
use crate::reasoner::Reasoner;
use crate::smallest::explain;
use crate::step::Step;
use crate::walk::{Fault, NumberOfSolutions, Referee, judged};
use crate::walk_cache::WalkCache;
use crate::words::literal;

impl Reasoner<'_> {
    /// The steps that rule a candidate out: those of the path up to the one that does, without those that can be left out; by the profile
    /// of smallest explanations the smallest one.
    pub(crate) fn why_not(&self, start: Board, referee: &Referee, mark: PencilMark) -> HintAnswer {
        let name = start.layout().candidate(mark);
        let without_steps = |sentence: String| {
            let hints = Hints { steps: Vec::new(), solutions: referee.solutions, stopped: None, faults: Vec::new() };
            HintAnswer::new(self.profile, start.clone(), hints).with_sentence(sentence)
        };
        if is_out(&start, mark) {
            return without_steps(format!("{name} is ruled out by the digits that are written.")).answering();
        }
        if referee.allowed.as_ref().is_some_and(|of| of[mark.cell()] >> mark.digit() & 1 == 1) {
            return without_steps(format!("{name} is in a solution."));
        }
        let running = self.budget.start();
        if self.profile == Profile::Own
            && let Some(hints) = explained(&start, referee, mark, &running)
        {
            return HintAnswer::new(self.profile, start, hints);
        }
        let mut walk = self.walk(start.clone(), referee, &running);
        let mut steps = Vec::new();
        let stopped = loop {
            match walk.next_step() {
                Ok(Some(step)) => {
                    walk.take(&step);
                    steps.push(step);
                }
                Ok(None) => break None,
                Err(reason) => break Some(reason),
            }
            if is_out(walk.board(), mark) || walk.board().dead_end().is_some() {
                break None;
            }
        };
        let faults = walk.faults().to_vec();
        let mut hints = Hints { steps: Vec::new(), solutions: referee.solutions, stopped, faults };
        if is_out(walk.board(), mark) {
            let is_unique = self.has_uniqueness && referee.solutions == NumberOfSolutions::One;
            (hints.steps, hints.stopped) = needed(&start, steps, is_unique, &running);
            return HintAnswer::new(self.profile, start, hints);
        }
        let sentence = format!("No named technique shows {}.", literal(start.layout(), Literal::off(mark)));
        let hinted = HintAnswer::new(self.profile, start, hints);
        if stopped.is_some() { hinted } else { hinted.with_sentence(sentence) }
    }
}

/// The smallest explanation why a candidate is false; `None` if there is none.
fn explained(start: &Board, referee: &Referee, mark: PencilMark, running: &Running) -> Option<Hints> {
    let mut hints = Hints { steps: Vec::new(), solutions: referee.solutions, stopped: None, faults: Vec::new() };
    match explain(start, Some(mark), running, &WalkCache::default()) {
        Ok(None) => return None,
        Ok(Some(step)) => match judged(&step, start, referee, false) {
            Ok(()) => hints.steps.push(step),
            Err(why) => hints.faults.push(Fault { technique: step.technique.name, why }),
        },
        Err(reason) => hints.stopped = Some(reason),
    }
    Some(hints)
}

fn is_out(board: &Board, mark: PencilMark) -> bool {
    !board.has(mark) && board.value(mark.cell()) != Some(mark.digit())
}

/// The last step and the steps that it rests on. None is superfluous: without it a later proof would fail.
///
/// From the last to the first, a step is dropped if the steps kept after it hold without it. Steps that the budget leaves
/// untested are kept.
fn needed(start: &Board, steps: Vec<Step>, is_unique: bool, running: &Running) -> (Vec<Step>, Option<StopReason>) {
    let Some(last) = steps.len().checked_sub(1) else { return (steps, None) };
    // The last first.
    let mut kept = vec![last];
    let mut stopped = None;
    each_before(start, &steps, &mut |at, before| {
        if at == last {
            return;
        }
        stopped = stopped.or_else(|| running.check().err());
        if stopped.is_some() || !holds(before.clone(), kept.iter().rev().map(|&at| &steps[at]), is_unique) {
            kept.push(at);
        }
    });
    let mut board = start.clone();
    let mut steps: Vec<Option<Step>> = steps.into_iter().map(Some).collect();
    let kept = kept.into_iter().rev().filter_map(|at| steps[at].take());
    let told = kept.map(|step| {
        let step = as_told_on(&board, step);
        step.take(&mut board);
        step
    });
    (told.collect(), stopped)
}

fn holds<'a>(mut board: Board, mut steps: impl Iterator<Item = &'a Step>, is_unique: bool) -> bool {
    steps.all(|step| {
        let is_proved = check(step, &board, is_unique).is_ok();
        step.take(&mut board);
        is_proved
    })
}

/// Calls `see` with each step's number and the position before it, from the last to the first. Of n positions some 2√n are in
/// memory at once.
fn each_before(start: &Board, steps: &[Step], see: &mut dyn FnMut(usize, &Board)) {
    let length = steps.len().isqrt().max(1);
    let mut pieces = Vec::new();
    let mut board = start.clone();
    for (number, piece) in steps.chunks(length).enumerate() {
        pieces.push((number * length, piece, board.clone()));
        for step in piece {
            step.take(&mut board);
        }
    }
    for (first, piece, mut board) in pieces.into_iter().rev() {
        let mut positions = Vec::with_capacity(piece.len());
        for step in piece {
            positions.push(board.clone());
            step.take(&mut board);
        }
        positions.iter().enumerate().rev().for_each(|(at, before)| see(first + at, before));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HintRequest;
    use crate::layout::BoardTables;
    use satdoku_base::budget::Budget;
    use satdoku_puzzle::grid::Grid;

    const PUZZLE: &str = ".7.....8.95...2......9..4.......78428....5......13...6589......2..5...6..4......3";
    const ONE: Referee = Referee { solutions: NumberOfSolutions::One, allowed: None, stopped: None };

    fn start(puzzle: &str) -> Board {
        let grid: Grid = puzzle.parse().unwrap();
        Board::of(&BoardTables::of(&grid).unwrap(), &grid)
    }

    #[test]
    fn all_steps_are_needed_and_are_enough() {
        let reasoner = Reasoner { profile: Profile::Se, has_uniqueness: true, budget: &Budget::unlimited() };
        let path = reasoner.path(start(PUZZLE), &ONE);
        for why in ["r1c1=1", "r1c1=4", "r1c1=3"] {
            let request = HintRequest { why: Some(why.parse().unwrap()), ..HintRequest::default() };
            let hinted = reasoner.hint(start(PUZZLE), &ONE, &request);
            let steps = &hinted.hints.steps;
            let mark = hinted.board.layout().mark(request.why.unwrap());
            assert!(!steps.is_empty() && steps.len() < path.steps.len(), "{why}: {}", steps.len());
            assert!(holds(hinted.board.clone(), steps.iter(), true), "{why}");
            let mut end = hinted.board.clone();
            for step in steps {
                assert_eq!(as_told_on(&end, step.clone()).technique, step.technique, "{why}");
                step.take(&mut end);
            }
            assert!(is_out(&end, mark), "{why}");
            for left_out in 0..steps.len() - 1 {
                let others = steps.iter().enumerate().filter(|&(at, _)| at != left_out).map(|(_, step)| step);
                assert!(!holds(hinted.board.clone(), others, true), "{why}: step {} of {}", left_out + 1, steps.len());
            }
        }
    }

    #[test]
    fn the_smallest_explanation_of_a_candidate_is_one_step() {
        let reasoner = Reasoner { profile: Profile::Own, has_uniqueness: true, budget: &Budget::unlimited() };
        for why in ["r1c1=1", "r1c1=4", "r1c1=3"] {
            let request = HintRequest { why: Some(why.parse().unwrap()), ..HintRequest::default() };
            let hinted = reasoner.hint(start(PUZZLE), &ONE, &request);
            let mark = hinted.board.layout().mark(request.why.unwrap());
            let [step] = &*hinted.hints.steps else { panic!("{why}: {:?}", hinted.hints) };
            assert!(step.struck.contains(&mark) && step.figure.explained.is_some(), "{why}: {step:?}");
        }
    }

    #[test]
    fn each_step_is_seen_once_with_the_position_before_it() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let reasoner = Reasoner { profile: Profile::Se, has_uniqueness: true, budget: &Budget::unlimited() };
        let path = reasoner.path(start(puzzle), &ONE);
        for length in [0, 1, 2, 3, 10, 51] {
            let mut open = Vec::new();
            each_before(&path.start, &path.steps[..length], &mut |at, before| open.push((at, before.open())));
            let expected: Vec<_> = (0..length).rev().map(|at| (at, 51 - at)).collect();
            assert_eq!(open, expected);
        }
    }
}
