//! Clues: squares given at steps in between.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use hippodrome::search::{Budget, solve};
use hippodrome::{Answer, Board, Kind, Leaper, Problem, Silent, Square};
use proptest::prelude::*;
use support::{accepted, brute_force};

/// Every so many steps of a tour are given: a tour that agrees is found, on every kind of board.
#[test]
fn puzzles_made_of_a_tour_are_solved() {
    for (n, kind) in [
        (5, Kind::Open),
        (6, Kind::Open),
        (6, Kind::Closed),
        (7, Kind::Open),
        (8, Kind::Open),
        (8, Kind::Closed),
    ] {
        let plain = Problem::new(Board::new(n, n).unwrap(), Leaper::KNIGHT, kind);
        for seed in 0..4 {
            let budget = Budget::default().with_seed(seed);
            let from = plain.clone().with_from(Square::new(0, 2 * (seed as u32 / 2))).unwrap();
            let tour = solve(&from, &budget, &Silent).found().unwrap();
            for every in [1, 2, 5, 9, 17] {
                let mut problem = plain.clone();
                for step in (1 + every / 2..=tour.len()).step_by(every as usize) {
                    problem = problem.with_clue(step.into(), tour.square(step)).unwrap();
                }
                let found = solve(&problem, &budget.with_nodes(10_000), &Silent).found().unwrap();
                assert!(problem.accepts(&found));
            }
        }
    }
}

fn leapers() -> impl Strategy<Value = Leaper> {
    prop_oneof![4 => Just((1, 2)), 1 => Just((0, 1)), 1 => Just((1, 1)), 1 => Just((2, 3))]
        .prop_map(|(r, s)| Leaper::new(r, s).unwrap())
}

/// A board of at most 24 squares, some of them holes.
fn boards() -> impl Strategy<Value = Board> {
    (1u64..7, 1u64..7, prop::collection::vec((0u32..7, 0u32..7), 0..5)).prop_filter_map(
        "small, with a square",
        |(rows, cols, holes)| {
            let board = Board::new(rows, cols).unwrap();
            let holes = holes.into_iter().map(|(row, col)| Square::new(row, col));
            let holes: Vec<_> = holes.filter(|&hole| board.spans(hole)).collect();
            board.with_holes(holes).ok().filter(|board| board.len() <= 20)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Any question about a small board: brute force agrees, and the checker accepts every no.
    #[test]
    fn any_small_question(
        board in boards(), leaper in leapers(), closed: bool,
        given in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..4),
    ) {
        let kind = if closed { Kind::Closed } else { Kind::Open };
        let squares: Vec<Square> = board.squares().collect();
        let mut problem = Problem::new(board, leaper, kind);
        for (step, square) in given {
            let step = step.index(squares.len()) as u128 + 1;
            // What contradicts itself is refused as a question.
            if let Ok(more) = problem.clone().with_clue(step, *square.get(&squares)) {
                problem = more;
            }
        }
        match solve(&problem, &Budget::default(), &Silent) {
            Answer::Found(tour) => prop_assert!(problem.accepts(&tour)),
            Answer::Impossible(no) => {
                prop_assert!(!brute_force(&problem), "{:?}", no);
                accepted(&problem, &no);
            }
            Answer::Unknown(limit) => prop_assert!(false, "{}", limit),
        }
    }
}
