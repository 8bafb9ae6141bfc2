//! Steps as people make them, each with a proof that a small checker accepts.
//!
//! A [`board::Board`] holds what a person keeps: written digits and candidates. A [`finder::Finder`] sees one
//! [`technique::Technique`], or a few that belong together, and makes [`step::Step`]s; what a step follows from is its
//! [`proof::Proof`], which the [`checker`] reads before anybody sees the step. Candidates, cells and units are numbers of a
//! [`layout::Layout`] here; names are made when something is printed. A [`Guide`] answers the questions that people ask: the next
//! step, the whole path, how hard it is. The [`ladder`], the [`chains`] and the [`patterns`] have the techniques, the [`profile`]s their
//! order; where no technique goes on, [`smallest`] finds the smallest explanation there is.

mod bits;
pub mod board;
pub mod chains;
pub mod checker;
mod field;
pub mod finder;
mod guide;
mod hint;
pub mod ladder;
pub mod layout;
pub mod memory;
mod net;
pub mod patterns;
pub mod profile;
pub mod proof;
mod referee;
mod refute;
mod ruled;
mod score;
pub mod smallest;
pub mod step;
pub mod technique;
pub mod trial;
pub mod walk;
mod why;
mod width;
mod words;

pub use guide::{Guide, GuideError, Hints, Path, Rated, Rating};
pub use hint::{Asking, Hinted, Marks, MarksError};
pub use profile::{Profile, technique as technique_named};
pub use score::Scored;
pub use step::{Explained, Premise, Step};
pub use technique::{Level, Score, Technique, tenths, tenths_of};
pub use trial::{Backdoor, Trial};
pub use walk::End;
pub use width::Width;
pub use words::{StepInWords, literal, set};

#[cfg(test)]
mod tests {
    use super::board::Board;
    use super::checker::check;
    use super::layout::{Layout, Literal, Mark, Set};
    use super::proof::{Because, Line, Proof, Refused};
    use super::step::{Figure, Step};
    use super::technique::Technique;
    use crate::grid::Grid;

    static PLANTED: Technique = Technique {
        name: "planted",
        title: "planted",
        aliases: &[],
        rating: 10,
        highest: 10,
        hodoku: None,
        needs_uniqueness: false,
        summary: "a step of a test",
    };

    fn board(text: &str) -> Board {
        let grid: Grid = text.parse().expect("a grid");
        Board::of(&Layout::of(&grid).expect("small"), &grid)
    }

    fn step(placed: &[Mark], struck: &[Mark], proof: Proof) -> Step {
        let (placed, struck) = (placed.to_vec(), struck.to_vec());
        Step { technique: &PLANTED, rating: 10, placed, struck, proof, figure: Figure::default() }
    }

    #[test]
    fn singles_are_accepted_and_what_does_not_follow_is_not() {
        let board = board("123.............");
        let four = Mark::new(3, 3);
        assert_eq!(check(&step(&[four], &[], vec![Line::has(four, Set::cell(3))]), &board, false), Ok(()));
        assert_eq!(check(&step(&[four], &[], vec![Line::has(four, Set::unit(0, 3))]), &board, false), Ok(()));
        let wrong = Mark::new(4, 3);
        let refused = check(&step(&[wrong], &[], vec![Line::has(wrong, Set::cell(4))]), &board, false);
        assert!(matches!(refused, Err(Refused::Line(says, _)) if says == Literal::on(wrong)));
        assert_eq!(check(&step(&[four], &[], Vec::new()), &board, false), Err(Refused::Missing(Literal::on(four))));
        assert_eq!(check(&step(&[], &[], Vec::new()), &board, false), Err(Refused::Empty));
    }

    #[test]
    fn counting_needs_all_candidates_of_the_bases_covered() {
        // Unit 8 is box 1: row 1 has its 1 there once r1c3 and r1c4 have lost theirs.
        let open = board("................");
        let line = |mark| vec![Line::count(mark, &[Set::unit(0, 0)], &[Set::unit(8, 0)])];
        let mark = Mark::new(4, 0);
        assert!(check(&step(&[], &[mark], line(mark)), &open, false).is_err());
        let mut struck = open.clone();
        for cell in [2, 3] {
            struck.strike(Mark::new(cell, 0));
        }
        assert_eq!(check(&step(&[], &[mark], line(mark)), &struck, false), Ok(()));
        // What is in base and cover alike is not struck out.
        let base = Mark::new(0, 0);
        assert!(check(&step(&[], &[base], line(base)), &struck, false).is_err());
    }

    #[test]
    fn refutations_and_cases_are_followed_to_their_ends() {
        let board = board("123.............");
        let (mark, four) = (Mark::new(4, 3), Mark::new(3, 3));
        let lines = || vec![Line::has(four, Set::cell(3))];
        let either = Line { says: Literal::on(four), because: Because::Either(mark, lines(), lines()) };
        assert_eq!(check(&step(&[four], &[], vec![either]), &board, false), Ok(()));
        let unproved = Because::Either(mark, lines(), Vec::new());
        let either = Line { says: Literal::on(four), because: unproved };
        assert!(check(&step(&[four], &[], vec![either]), &board, false).is_err());
        // r1c4 is a peer of r2c4 by column 4, which is unit 7.
        let peer = Mark::new(7, 3);
        assert!(check(&step(&[], &[peer], vec![Line::refuted(Literal::off(peer), vec![])]), &board, false).is_err());
        let clash = Line::once(four, Set::unit(7, 3));
        let refuted = Line::refuted(Literal::off(peer), vec![clash, Line::has(four, Set::cell(3))]);
        assert_eq!(check(&step(&[], &[peer], vec![refuted]), &board, false), Ok(()));
    }

    #[test]
    fn a_deadly_pattern_is_accepted_only_where_one_solution_is_known() {
        let mut open = board("................");
        // r1c1 r1c2 r3c1 r3c2 lie in two boxes, two rows and two columns; r3c2 alone keeps a 3.
        let cells = [0, 1, 8, 9];
        for cell in cells {
            open.strike(Mark::new(cell, 3));
            if cell != 9 {
                open.strike(Mark::new(cell, 2));
            }
        }
        let says = Literal::off(Mark::new(9, 0));
        let lines = |cells: [u16; 4]| {
            let pattern = cells.map(|cell| (cell, [0, 1])).to_vec();
            vec![Line { says, because: Because::Deadly(pattern) }]
        };
        let deadly = step(&[], &[says.mark], lines([0, 1, 8, 9]));
        assert_eq!(check(&deadly, &open, true), Ok(()));
        assert!(check(&deadly, &open, false).is_err());
        // Exchanging the digits of cells in four boxes breaks them.
        assert!(check(&step(&[], &[says.mark], lines([0, 2, 8, 9])), &open, true).is_err());
        let mut free = open.clone();
        free.place(Mark::new(0, 0));
        assert!(!free.is_given(0) && board("1...............").is_given(0));
    }

    #[test]
    fn a_sum_is_accepted_only_where_units_and_rules_make_it() {
        // Box 1 makes 10, of which its cage takes 9: r2c1 is 1.
        let grid: Grid = "................".parse().expect("a grid");
        let rules = vec!["killer 9 r1c1 r1c2 r2c2".parse().expect("a cage")];
        let grid = grid.with_rules(rules).expect("on the board");
        let layout = Layout::of(&grid).expect("small");
        let board = Board::of(&layout, &grid);
        let box_1 = layout.sums().iter().position(|sum| sum.cells == [4]).expect("r2c1 is left of box 1");
        let line = |mark, sum| vec![Line { says: Literal::off(mark), because: Because::Sum(sum) }];
        let [one, two] = [0, 1].map(|digit| Mark::new(4, digit));
        assert_eq!(check(&step(&[], &[two], line(two, box_1 as u16)), &board, false), Ok(()));
        assert!(check(&step(&[], &[one], line(one, box_1 as u16)), &board, false).is_err());
    }
}
