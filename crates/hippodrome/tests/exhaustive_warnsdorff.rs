//! The move-order table of Squirrel and Cull on every side to 400, each tour verified.
#![cfg(feature = "exhaustive")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use hippodrome::heuristic::{TieBreak, WarnsdorffOptions, find};
use hippodrome::{Board, Kind, Leaper, Problem, Silent, Square};

#[test]
fn exhaustive_squirrel_to_side_400() {
    let options = WarnsdorffOptions::new().tie_break(TieBreak::Squirrel);
    let stuck = (5..=400u64).filter(|&side| {
        let board = Board::new(side, side).unwrap();
        let problem = Problem::new(board, Leaper::KNIGHT, Kind::Open);
        let problem = problem.with_from(Square::new(0, 0)).unwrap();
        find(&problem, &options, &Silent).tour().is_none()
    });
    assert_eq!(stuck.collect::<Vec<_>>(), [0; 0]);
}
