//! Every board of at most 30 squares against brute force, and the base cases of the theorems on
//! given ends.
#![cfg(feature = "exhaustive")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use hippodrome::exists::{by_theorem, exists};
use hippodrome::search::{Budget, solve};
use hippodrome::{Answer, Board, Kind, Leaper, Problem, Silent, Square};
use support::{Brute, accepted, questions};

#[test]
fn exhaustive_every_board_of_30_squares_and_every_pair_of_ends() {
    for rows in 1..=30 {
        for cols in 1..=30 / rows {
            let board = Board::new(rows, cols).unwrap();
            let brute = Brute::new(&board, Leaper::KNIGHT);
            for problem in questions(&board, Leaper::KNIGHT, true) {
                let expected = brute.exists(problem.kind(), problem.from(), problem.to());
                match exists(&problem, &Budget::default(), &Silent) {
                    Answer::Found(_) => assert!(expected, "{problem:?}"),
                    Answer::Impossible(no) => {
                        assert!(!expected, "{problem:?}: {no:?}");
                        accepted(&problem, &no);
                    }
                    Answer::Unknown(limit) => panic!("{problem:?}: {limit}"),
                }
                match solve(&problem, &Budget::default(), &Silent) {
                    Answer::Found(tour) => assert!(expected && problem.accepts(&tour)),
                    Answer::Impossible(no) => assert!(!expected, "{problem:?}: {no:?}"),
                    Answer::Unknown(limit) => panic!("{problem:?}: {limit}"),
                }
            }
        }
    }
}

fn open(rows: u64, cols: u64) -> Problem {
    Problem::new(Board::new(rows, cols).unwrap(), Leaper::KNIGHT, Kind::Open)
}

fn solved(problem: &Problem) {
    let Answer::Found(tour) = solve(problem, &Budget::default(), &Silent) else {
        panic!("{problem:?}")
    };
    assert!(problem.accepts(&tour));
}

/// One of each square and its mirror images.
fn quarter(board: &Board) -> impl Iterator<Item = Square> + '_ {
    let half = |side: u64, at: u32| u64::from(at) < side.div_ceil(2);
    board.squares().filter(move |sq| half(board.rows(), sq.row) && half(board.cols(), sq.col))
}

/// Every pair that the colours allow, on boards with sides 6 to 11; then the pair in the middle of
/// 12 and 13 columns that the reduction leaves.
#[test]
fn exhaustive_base_cases_of_all_pairs() {
    for rows in 6..=11 {
        for cols in rows..=11 {
            let plain = open(rows, cols);
            let mut pairs = 0;
            for from in quarter(plain.board()) {
                for to in plain.board().squares().filter(|&to| to != from) {
                    let problem = plain.clone().with_from(from).unwrap().with_to(to).unwrap();
                    match by_theorem(&problem).unwrap() {
                        Answer::Found(_) => {
                            solved(&problem);
                            pairs += 1;
                        }
                        Answer::Impossible(no) => assert!(no.code.starts_with("colour")),
                        Answer::Unknown(limit) => panic!("{limit}"),
                    }
                }
            }
            assert!(pairs > 0);
        }
        for cols in [12, 13] {
            let plain = open(rows, cols);
            let middle = (cols as u32 - 1) / 2;
            let (from, to) = (Square::new(0, middle), Square::new(rows as u32 - 1, middle));
            let problem = plain.with_from(from).unwrap().with_to(to).unwrap();
            if let Some(Answer::Found(_)) = by_theorem(&problem) {
                solved(&problem);
            }
        }
    }
}

/// Every start that the colours allow, on 5×5 to 5×13; and the paths of the strip 5×6 that the
/// reduction puts in.
#[test]
fn exhaustive_base_cases_of_starts_on_five_rows() {
    for cols in 5..=13 {
        let plain = open(5, cols);
        for from in quarter(plain.board()) {
            let problem = plain.clone().with_from(from).unwrap();
            if let Some(Answer::Found(_)) = by_theorem(&problem) {
                solved(&problem);
            }
        }
    }
    let strip = open(5, 6).with_from(Square::new(2, 0)).unwrap();
    solved(&strip.clone().with_to(Square::new(1, 0)).unwrap());
    solved(&strip.with_to(Square::new(3, 0)).unwrap());
}
