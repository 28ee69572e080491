//! Every answer equals that of `exists`, on all boards to 6x8, open and closed, by every
//! formulation: under the profile `testrelease` with the feature `exhaustive`.

#![cfg(feature = "exhaustive")]
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::time::{Duration, Instant};

use hippodrome::model::{Encoding, Formulation, Model, Options};
use hippodrome::search::Budget;
use hippodrome::{Answer, Deadline, Kind, Leaper, Problem, Rng, Silent, exists};
use hippodrome_solve::{Outcome, by_name};

fn exists(problem: &Problem) -> bool {
    match exists::exists(problem, &Budget::default(), &Silent) {
        Answer::Found(_) => true,
        Answer::Impossible(_) => false,
        Answer::Unknown(limit) => panic!("{problem:?}: {limit}"),
    }
}

/// What the first solver says that answers in time.
fn answer(problem: &Problem, formulation: Formulation, encoding: Encoding) -> Option<bool> {
    let options = Options::new().encoding(encoding);
    for solver in ["varisat", "microlp"] {
        let solver = by_name(solver).unwrap();
        let model = Model::new(problem, formulation, &options).unwrap();
        if !solver.serves(&model) {
            continue;
        }
        let deadline = Deadline::new(Instant::now() + Duration::from_secs(20), &Silent);
        match solver.solve(model, 0, &deadline).unwrap().outcome {
            Outcome::Tour(tour) => {
                assert!(problem.accepts(&tour));
                return Some(true);
            }
            Outcome::Infeasible => return Some(false),
            Outcome::Unknown(_) => {}
            Outcome::Failed(why) => panic!("{problem:?} {formulation}: {why}"),
        }
    }
    None
}

/// All formulations against `exists`; those that did not answer in time are counted.
fn compare(problem: &Problem) -> u32 {
    let expected = exists(problem);
    let mut silent = 0;
    let kinds = Formulation::ALL.map(|f| (f, Encoding::Cuts));
    for (formulation, encoding) in kinds.into_iter().chain([(Formulation::Sat, Encoding::Order)]) {
        if let Some(said) = answer(problem, formulation, encoding) {
            assert_eq!(said, expected, "{problem:?} {formulation} {encoding:?}");
        } else {
            println!("no answer in time: {problem:?} {formulation} {encoding:?}");
            silent += 1;
        }
    }
    silent
}

#[test]
fn exhaustive_boards_to_6x8() {
    let mut silent = 0;
    for kind in [Kind::Closed, Kind::Open] {
        for rows in 1..=6 {
            for cols in rows..=8 {
                let least = if kind == Kind::Closed { 3 } else { 2 };
                if rows * cols < least {
                    continue;
                }
                let board = format!("{rows}x{cols}").parse().unwrap();
                silent += compare(&Problem::new(board, Leaper::KNIGHT, kind));
            }
        }
    }
    assert_eq!(silent, 0, "every formulation answers on some built-in solver");
}

#[test]
fn exhaustive_sample_of_given_ends() {
    let mut rng = Rng::new(1);
    for rows in 3..=5u64 {
        for cols in rows..=6 {
            let board: hippodrome::Board = format!("{rows}x{cols}").parse().unwrap();
            let squares: Vec<_> = board.squares().collect();
            for _ in 0..4 {
                let mut pick = || squares[rng.below(squares.len() as u64) as usize];
                let problem = Problem::new(board.clone(), Leaper::KNIGHT, Kind::Open);
                let (from, to) = (pick(), pick());
                let problem = problem.with_from(from).unwrap();
                compare(&problem);
                if from != to {
                    compare(&problem.with_to(to).unwrap());
                }
            }
        }
    }
}
