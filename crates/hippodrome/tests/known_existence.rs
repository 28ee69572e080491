//! Existence against published and counted answers, and against theorems far out.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use hippodrome::exists::{by_theorem, exists};
use hippodrome::search::Budget;
use hippodrome::{Answer, Board, Kind, Leaper, Problem, ProofKind, Silent, Square, certificate};
use proptest::prelude::*;
use support::accepted;

fn answer(problem: &Problem) -> bool {
    match exists(problem, &Budget::default(), &Silent) {
        Answer::Found(yes) => {
            assert!(yes.tour.is_none_or(|tour| problem.accepts(&tour)));
            true
        }
        Answer::Impossible(no) => {
            if problem.board().area() <= 1 << 16 {
                accepted(problem, &no);
            }
            false
        }
        Answer::Unknown(limit) => panic!("{problem:?}: {limit}"),
    }
}

#[test]
fn known_answers() {
    let mut count = 0;
    for line in include_str!("data/existence.txt").lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if line.starts_with('#') || words.is_empty() {
            continue;
        }
        let [board, leaper, kind, from, to, expected, _source] = words[..] else {
            panic!("{line}")
        };
        let (size, hole) = board.split_once('/').unwrap_or((board, ""));
        let mut board: Board = size.parse().unwrap();
        if !hole.is_empty() {
            board = board.with_holes([hole.parse::<Square>().unwrap()]).unwrap();
        }
        let mut problem = Problem::new(board, leaper.parse().unwrap(), kind.parse().unwrap());
        if from != "-" {
            problem = problem.with_from(from.parse().unwrap()).unwrap();
        }
        if to != "-" {
            problem = problem.with_to(to.parse().unwrap()).unwrap();
        }
        assert_eq!(answer(&problem), expected == "yes", "{line}");
        count += 1;
    }
    assert!(count > 70);
}

/// Schwenk's theorem and the rule for open tours, as they are printed, on any rectangle.
fn printed(rows: u64, cols: u64, kind: Kind) -> bool {
    let (m, n) = (rows.min(cols), rows.max(cols));
    match kind {
        Kind::Closed => {
            !(m % 2 == 1 && n % 2 == 1
                || matches!(m, 1 | 2 | 4)
                || m == 3 && matches!(n, 4 | 6 | 8))
        }
        Kind::Open => {
            (m, n) == (1, 1) || m == 3 && (n == 4 || n >= 7) || m == 4 && n >= 5 || m >= 5
        }
    }
}

proptest! {
    #[test]
    fn every_rectangle_is_answered_by_theorem(
        rows in prop_oneof![1u64..20, 1u64..=1 << 32],
        cols in prop_oneof![1u64..20, 1u64..=1 << 32],
    ) {
        for kind in [Kind::Open, Kind::Closed] {
            let problem = Problem::new(Board::new(rows, cols).unwrap(), Leaper::KNIGHT, kind);
            match by_theorem(&problem) {
                Some(Answer::Found(yes)) => {
                    prop_assert!(printed(rows, cols, kind));
                    prop_assert_eq!(yes.proof, ProofKind::Theorem);
                }
                Some(Answer::Impossible(no)) => {
                    prop_assert!(!printed(rows, cols, kind));
                    prop_assert!(no.evidence.kind() != ProofKind::Theorem);
                    if problem.board().area() <= 1 << 12 {
                        accepted(&problem, &no);
                    }
                }
                other => prop_assert!(false, "{:?}", other),
            }
        }
    }

    /// Knuth's condition for a leaper to connect a rectangle: where it fails the board really
    /// falls apart, which the separate checker counts.
    #[test]
    fn leapers_that_do_not_connect(rows in 1u64..14, cols in 1u64..14, r in 0u32..5, s in 0u32..6) {
        let Ok(leaper) = Leaper::new(r, s) else { return Ok(()) };
        let problem = Problem::new(Board::new(rows, cols).unwrap(), leaper, Kind::Open);
        match by_theorem(&problem) {
            Some(Answer::Impossible(no)) => accepted(&problem, &no),
            Some(Answer::Found(_)) => prop_assert!(leaper == Leaper::KNIGHT || rows * cols == 1),
            _ => {}
        }
    }
}

#[test]
fn reasons_have_their_natural_proof() {
    use Kind::{Closed, Open};
    use ProofKind::{Colour, Cut, Degree, Search};
    let no = |board: &str, kind, from: Option<&str>, to: Option<&str>| {
        let mut problem = Problem::new(board.parse().unwrap(), Leaper::KNIGHT, kind);
        if let Some(from) = from {
            problem = problem.with_from(from.parse().unwrap()).unwrap();
        }
        if let Some(to) = to {
            problem = problem.with_to(to.parse().unwrap()).unwrap();
        }
        match by_theorem(&problem) {
            Some(Answer::Impossible(no)) => (no.code, no.evidence.kind()),
            other => panic!("{board}: {other:?}"),
        }
    };
    assert_eq!(no("4x20", Closed, None, None), ("schwenk-4xn", Cut));
    assert_eq!(no("8x3", Closed, None, None), ("schwenk-3x8", Search));
    assert_eq!(no("6x3", Closed, None, None), ("schwenk-3x6", Cut));
    assert_eq!(no("5x5", Closed, None, None), ("colour-closed", Colour));
    assert_eq!(no("5x5", Open, Some("a2"), None), ("colour-start", Colour));
    assert_eq!(no("7x7", Open, Some("b1"), None), ("colour-start", Colour));
    assert_eq!(no("8x8", Open, Some("a1"), Some("c1")), ("colour-ends", Colour));
    assert_eq!(no("7x7", Open, Some("a1"), Some("a1")), ("same-ends", Cut));
    assert_eq!(no("5x5", Open, Some("c1"), Some("c3")), ("ends-5x5", Degree));
    assert_eq!(no("12x5", Open, Some("c2"), Some("b12")), ("ends-5xn", Degree));
    assert_eq!(no("9x4", Open, Some("c3"), None), ("ends-4xn", Cut));
    assert_eq!(no("8x8", Closed, Some("a1"), Some("d5")), ("ends-not-joined", Degree));
}

/// A cut of billions of squares is described; written out it is refused with a reason.
#[test]
fn giant_cuts_are_described_and_not_written_out() {
    let problem = Problem::new("4x1000000000".parse().unwrap(), Leaper::KNIGHT, Kind::Closed);
    let Some(Answer::Impossible(no)) = by_theorem(&problem) else { panic!() };
    assert!(certificate::no_tour(&problem, &no).unwrap_err().is_too_large());
    let problem = Problem::new("4x1000".parse().unwrap(), Leaper::KNIGHT, Kind::Closed);
    let Some(Answer::Impossible(no)) = by_theorem(&problem) else { panic!() };
    accepted(&problem, &no);
}
