//! Every board up to 10×10, every kind, every start: a tour that the checker accepts, or a "no"
//! whose certificate the checker accepts.
#![cfg(feature = "exhaustive")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use hippodrome::auto::{Options, find};
use hippodrome::{Answer, Board, Kind, Leaper, Problem, Silent, certificate};
use hippodrome_check::{Limits, Question, Verdict, check};

fn question(problem: &Problem) -> Question {
    let board = problem.board();
    let question =
        Question::new().board(board.rows(), board.cols()).closed(problem.kind() == Kind::Closed);
    match problem.from() {
        Some(from) => question.from(from.to_string().parse().unwrap()),
        None => question,
    }
}

/// Whether there is a tour; the checker has accepted the answer.
fn decide(problem: &Problem) -> bool {
    let (text, found) = match find(problem, &Options::default(), &Silent).answer {
        Answer::Found(tour) => {
            assert!(problem.accepts(&tour), "{problem:?}");
            (certificate::tour(&tour, problem).unwrap(), true)
        }
        Answer::Impossible(reason) => (certificate::no_tour(problem, &reason).unwrap(), false),
        Answer::Unknown(limit) => panic!("{problem:?}: {limit}"),
    };
    let report = check(text.as_bytes(), None, &question(problem), &Limits::default());
    assert_eq!(report.verdict, Verdict::Verified, "{problem:?}: {report}");
    found
}

#[test]
fn every_start_of_every_board_up_to_10x10() {
    let mut decided = 0;
    for kind in [Kind::Open, Kind::Closed] {
        for (rows, cols) in (1..=10).flat_map(|rows| (1..=10).map(move |cols| (rows, cols))) {
            let board = Board::new(rows, cols).unwrap();
            let problem = Problem::new(board.clone(), Leaper::KNIGHT, kind);
            let any = decide(&problem);
            let starts = board.squares().filter(|&from| {
                decided += 1;
                decide(&problem.clone().with_from(from).unwrap())
            });
            let starts = starts.count() as u64;
            match kind {
                // A closed tour starts anywhere.
                Kind::Closed => assert_eq!(starts, if any { rows * cols } else { 0 }),
                Kind::Open => assert_eq!(any, starts > 0, "{rows}x{cols}"),
            }
        }
    }
    assert_eq!(decided, 2 * 55 * 55);
}
