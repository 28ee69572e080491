//! The strength of the formulations, and certificates from the strongest.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use hippodrome::model::{Farkas, Formulation, Model, Options};
use hippodrome::search::Budget;
use hippodrome::{Answer, Kind, Leaper, Problem, Silent, exists};
use hippodrome_solve::{Relaxation, farkas, relaxation};

fn closed(board: &str) -> Problem {
    Problem::new(board.parse().unwrap(), Leaper::KNIGHT, Kind::Closed)
}

fn refuted(board: &str, formulation: Formulation) -> bool {
    let mut model = Model::new(&closed(board), formulation, &Options::new()).unwrap();
    match relaxation(&mut model, &Silent).unwrap() {
        Relaxation::Infeasible => true,
        Relaxation::Feasible => false,
        Relaxation::Unknown => panic!("{board} {formulation}"),
    }
}

#[test]
fn the_order_of_strength_shows_on_boards() {
    use Formulation::{Dfj, Flow, Mtz};
    // (board, seen by mtz, by flow, by dfj)
    for (board, mtz, flow, dfj) in [
        ("3x4", false, true, true),
        ("3x6", false, true, true),
        ("3x8", false, false, true),
        ("4x4", false, true, true),
        ("4x6", false, true, true),
        ("4x8", false, true, true),
        ("5x5", true, true, true),
        ("5x6", false, false, false),
        ("3x10", false, false, false),
        ("6x6", false, false, false),
    ] {
        assert_eq!(refuted(board, Mtz), mtz, "{board} mtz");
        assert_eq!(refuted(board, Flow), flow, "{board} flow");
        assert_eq!(refuted(board, Dfj), dfj, "{board} dfj");
    }
}

#[test]
fn certificates_exist_exactly_where_there_is_no_closed_tour() {
    for rows in 1..=6 {
        for cols in rows..=8 {
            if rows * cols < 3 {
                continue;
            }
            let problem = closed(&format!("{rows}x{cols}"));
            let proof = farkas(&problem, &Silent).unwrap();
            match exists::exists(&problem, &Budget::default(), &Silent) {
                Answer::Impossible(_) => {
                    let proof = proof.unwrap_or_else(|| panic!("{rows}x{cols}"));
                    assert!(proof.refutes(&problem).unwrap());
                }
                Answer::Found(_) => assert_eq!(proof, None, "{rows}x{cols}"),
                Answer::Unknown(limit) => panic!("{limit}"),
            }
        }
    }
}

#[test]
fn open_tours_have_certificates_too() {
    for board in ["3x3", "3x5", "3x6", "4x4"] {
        let problem = Problem::new(board.parse().unwrap(), Leaper::KNIGHT, Kind::Open);
        let proof: Option<Farkas> = farkas(&problem, &Silent).unwrap();
        assert!(proof.is_some_and(|proof| proof.refutes(&problem).unwrap()), "{board}");
    }
}
