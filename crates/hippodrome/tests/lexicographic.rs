//! The first tour in algebraic order.

use hippodrome::search::{Budget, lexicographic};
use hippodrome::{Answer, Board, Kind, Leaper, Problem, Silent};

/// POJ 2488 (A Knight's Journey): tours exist exactly for these boards of at most 26 squares
/// (p ranks named by digits, q files named by letters).
#[test]
fn the_contest_boards() {
    let known = [
        (1, 1),
        (3, 4),
        (3, 7),
        (3, 8),
        (4, 3),
        (4, 5),
        (4, 6),
        (5, 4),
        (5, 5),
        (6, 4),
        (7, 3),
        (8, 3),
    ];
    for rows in 1..=26 {
        for cols in 1..=26 / rows {
            let board = Board::new(rows, cols).unwrap();
            let problem = Problem::new(board, Leaper::KNIGHT, Kind::Open);
            match lexicographic(&problem, &Budget::default(), &Silent) {
                Answer::Found(tour) => {
                    assert!(known.contains(&(rows, cols)));
                    assert_eq!(tour.square(1).to_string(), "a1");
                }
                Answer::Impossible(_) => assert!(!known.contains(&(rows, cols))),
                Answer::Unknown(limit) => panic!("{limit}"),
            }
        }
    }
}
