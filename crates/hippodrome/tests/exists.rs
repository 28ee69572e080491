//! `exists` against brute force.

mod support;

use hippodrome::exists::{by_theorem, exists};
use hippodrome::search::Budget;
use hippodrome::{Answer, Board, Leaper, Problem, Silent};
use support::{Brute, accepted, questions};

fn agrees(brute: &Brute, problem: &Problem) {
    let expected = brute.exists(problem.kind(), problem.from(), problem.to());
    let said = exists(problem, &Budget::default(), &Silent);
    match &said {
        Answer::Found(yes) => {
            assert!(expected, "{problem:?}: {yes:?}");
            if let Some(tour) = &yes.tour {
                assert!(problem.accepts(tour), "{problem:?}: {tour:?}");
            }
        }
        Answer::Impossible(no) => {
            assert!(!expected, "{problem:?}: {no:?}");
            accepted(problem, no);
        }
        Answer::Unknown(limit) => panic!("{problem:?}: {limit}"),
    }
    if let Some(by_theorem) = by_theorem(problem) {
        assert_eq!(by_theorem, said);
    }
}

#[test]
fn every_board_of_20_squares_and_every_pair_of_ends() {
    for rows in 1..=20 {
        for cols in 1..=20 / rows {
            let board = Board::new(rows, cols).unwrap();
            let brute = Brute::new(&board, Leaper::KNIGHT);
            for problem in questions(&board, Leaper::KNIGHT, true) {
                agrees(&brute, &problem);
            }
        }
    }
}
