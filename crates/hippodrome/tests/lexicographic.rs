//! The first tour in algebraic order, against plain depth-first search in that order.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use hippodrome::search::{Budget, lexicographic};
use hippodrome::{Answer, Board, Kind, Leaper, Problem, Silent, Square};
use proptest::prelude::*;
use support::first_by_brute_force;

fn first(problem: &Problem) -> Option<String> {
    match lexicographic(problem, &Budget::default(), &Silent) {
        Answer::Found(tour) => {
            assert!(problem.accepts(&tour));
            Some(tour.to_string())
        }
        Answer::Impossible(_) => None,
        Answer::Unknown(limit) => panic!("{limit}"),
    }
}

fn by_brute_force(problem: &Problem) -> Option<String> {
    let path = first_by_brute_force(problem)?;
    Some(path.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

/// POJ 2488 (A Knight's Journey): tours exist exactly for these boards of at most 26 squares, and
/// the first starts at A1 (files are letters, ranks are digits).
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
            let found = first(&problem);
            assert_eq!(found.is_some(), known.contains(&(rows, cols)), "{rows}x{cols}");
            if let Some(found) = found {
                assert!(found.starts_with("a1"));
                if rows * cols <= 20 {
                    assert_eq!(Some(found), by_brute_force(&problem));
                }
            }
        }
    }
}

#[test]
fn the_answers_of_the_contest() {
    let run = |board: &str| {
        let problem = Problem::new(board.parse().unwrap(), Leaper::KNIGHT, Kind::Open);
        first(&problem).unwrap().to_uppercase().replace(' ', "")
    };
    assert_eq!(run("5x5"), "A1B3A5C4A3B1D2E4C5A4B2D1C3B5D4E2C1A2B4D5E3C2E1D3E5");
    assert_eq!(run("4x3"), "A1B3C1A2B4C2A3B1C3A4B2C4");
}

proptest! {
    /// Ends, clues and closed tours on small boards.
    #[test]
    fn any_small_question(
        side in 0usize..4, closed: bool,
        given in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<bool>()), 0..3),
    ) {
        let (rows, cols) = [(3, 4), (4, 3), (4, 4), (3, 5)][side];
        let kind = if closed { Kind::Closed } else { Kind::Open };
        let board = Board::new(rows, cols).unwrap();
        let squares: Vec<Square> = board.squares().collect();
        let mut problem = Problem::new(board, Leaper::KNIGHT, kind);
        for (step, square, end) in given {
            let step = if end { 1 } else { step.index(squares.len()) as u128 + 1 };
            if let Ok(more) = problem.clone().with_clue(step, *square.get(&squares)) {
                problem = more;
            }
        }
        prop_assert_eq!(first(&problem), by_brute_force(&problem));
    }
}
