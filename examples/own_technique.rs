//! A technique of your own in hints, paths and ratings: the last place of a digit in a box, the first thing that people learn. A
//! small checker reads the proof of each step, so a technique may be wrong without a wrong hint: its steps are withheld.

use std::ops::ControlFlow;

use satdoku::geometry::UnitKind;
use satdoku::logic::finder::{Found, LadderRow, Position};
use satdoku::logic::layout::{PencilMark, Set};
use satdoku::logic::profile::CustomProfile;
use satdoku::logic::proof::ProofLine;
use satdoku::logic::step::{Figure, Role};
use satdoku::logic::{Guide, HintRequest, Profile, Step, Technique};
use satdoku::prelude::*;

static CROSSHATCHING: Technique = Technique {
    name: "crosshatching",
    title: "crosshatching",
    aliases: &[],
    rating: 11,
    highest: 11,
    hodoku: None,
    needs_uniqueness: false,
    summary: "a box has one place left for a digit",
};

/// Finds boxes with one place left for a digit.
fn crosshatch(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, position.board.layout());
    for unit in (0..layout.unit_count()).filter(|&unit| layout.kind(unit) == UnitKind::Box) {
        for digit in (0..layout.digit_count()).filter(|&digit| !board.is_written(unit, digit)) {
            let marks = layout.unit(unit).iter().map(|&cell| PencilMark::new(cell.into(), digit));
            let mut places = marks.filter(|&mark| board.has(mark));
            if let (Some(mark), None) = (places.next(), places.next()) {
                found(Step {
                    technique: &CROSSHATCHING,
                    rating: CROSSHATCHING.rating,
                    placed: vec![mark],
                    struck: Vec::new(),
                    // The digit must be in the box, and every other place in the box is out.
                    proof: vec![ProofLine::has(mark, Set::unit(unit, digit))],
                    figure: Figure { units: vec![unit as u16], marks: vec![(mark, Role::Base)], ..Figure::default() },
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The row of the technique in a profile.
static ROW: LadderRow = LadderRow { techniques: &[&CROSSHATCHING], find: crosshatch, score: None };

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Crosshatching first, then all that Sudoku Explainer knows.
    let ladder_rows: Vec<LadderRow> = [ROW].into_iter().chain(Profile::Se.ladder_rows().iter().copied()).collect();
    let profile = CustomProfile { name: "beginner", ladder_rows: Vec::leak(ladder_rows), beyond: &[] };
    let mut guide = Guide::by(Profile::Custom(Box::leak(Box::new(profile))));

    let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    let hint = guide.hint(&puzzle, &HintRequest::default())?;
    let layout = guide.layout(&puzzle)?;
    println!("{}", hint.hints.steps[0].on(&layout).line());
    let path = guide.path(&puzzle)?;
    let own = path.steps.iter().filter(|step| *step.technique == CROSSHATCHING).count();
    println!("{}: {own} of {} steps are crosshatching, {:?}", path.profile, path.steps.len(), path.end);
    println!("rated {}", guide.rate(&puzzle, None)?.rating().ok_or("no rating")?);
    Ok(())
}
