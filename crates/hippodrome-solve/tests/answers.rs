//! Every formulation on every solver says what the theorems and proofs of `exists` say.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use hippodrome::model::{Encoding, Formulation, Model, Options};
use hippodrome::search::Budget;
use hippodrome::{
    Answer, Deadline, Kind, Leaper, Limit, MemoryLimit, Observer, Problem, Silent, exists,
};
use hippodrome_solve::{Outcome, SOLVERS, Solver, by_name};

fn problem(board: &str, kind: Kind) -> Problem {
    Problem::new(board.parse().unwrap(), Leaper::KNIGHT, kind)
}

fn solvers() -> Vec<Box<dyn Solver>> {
    SOLVERS.iter().filter(|(_, built)| *built).map(|(name, _)| by_name(name).unwrap()).collect()
}

fn all_options() -> Vec<Options> {
    let plain = Options::new;
    vec![plain(), plain().lifted(true).encoding(Encoding::Order), plain().parity(true)]
}

/// Whether the problem has a tour, by every solver of every formulation that takes it within the
/// time; they must agree, and every tour answers the problem.
fn all_agree(problem: &Problem, slow: bool) -> bool {
    let mut said = Vec::new();
    for formulation in Formulation::ALL {
        for (at, options) in all_options().into_iter().enumerate() {
            let varied = match formulation {
                Formulation::Mtz => true,
                Formulation::Sat => at < 2,
                _ => at == 0,
            };
            if !varied {
                continue;
            }
            let Ok(model) = Model::new(problem, formulation, &options) else { continue };
            for solver in solvers().iter().filter(|solver| solver.serves(&model)) {
                if solver.name() == "microlp" && formulation == Formulation::Mtz && !slow {
                    continue;
                }
                let deadline = Deadline::new(Instant::now() + Duration::from_secs(20), &Silent);
                let report = solver.solve(model.clone(), 0, &deadline).unwrap();
                let what = format!("{problem:?} {formulation} {options:?} {}", solver.name());
                match report.outcome {
                    Outcome::Tour(tour) => {
                        assert!(problem.accepts(&tour), "{what}");
                        said.push(true);
                    }
                    Outcome::Infeasible => said.push(false),
                    Outcome::Unknown(Limit::Stopped) => {}
                    other => panic!("{what}: {other:?}"),
                }
            }
        }
    }
    assert!(said.len() > 4, "{problem:?}");
    assert!(said.iter().all(|&yes| yes == said[0]), "{problem:?}: {said:?}");
    said[0]
}

fn agrees_with_exists(problem: &Problem, slow: bool) {
    let expected = match exists::exists(problem, &Budget::default(), &Silent) {
        Answer::Found(_) => true,
        Answer::Impossible(_) => false,
        Answer::Unknown(limit) => panic!("{problem:?}: {limit}"),
    };
    assert_eq!(all_agree(problem, slow), expected, "{problem:?}");
}

#[test]
fn small_boards_closed() {
    for rows in 3..=4 {
        for cols in rows..=6 {
            agrees_with_exists(&problem(&format!("{rows}x{cols}"), Kind::Closed), rows * cols < 20);
        }
    }
    agrees_with_exists(&problem("3x8", Kind::Closed), false);
    agrees_with_exists(&problem("5x6", Kind::Closed), false);
}

#[test]
fn small_boards_open() {
    for (rows, cols) in [(1, 2), (2, 3), (3, 3), (3, 4), (3, 5), (3, 6), (4, 4), (4, 5), (5, 5)] {
        agrees_with_exists(&problem(&format!("{rows}x{cols}"), Kind::Open), rows * cols < 13);
    }
}

#[test]
fn holes_ends_clues_and_other_leapers() {
    let sq = |text: &str| text.parse().unwrap();
    let open = problem("5x5", Kind::Open);
    assert!(all_agree(&problem("...\n.#.\n...", Kind::Closed), true));
    assert!(all_agree(&open.clone().with_from(sq("a1")).unwrap(), false));
    assert!(!all_agree(&open.clone().with_from(sq("a2")).unwrap(), false));
    let corners = open.clone().with_from(sq("a1")).and_then(|p| p.with_to(sq("e5"))).unwrap();
    assert!(all_agree(&corners, false));
    let clue = open.clone().with_from(sq("a1")).and_then(|p| p.with_clue(13, sq("c3"))).unwrap();
    agrees_with_exists(&clue, false);
    agrees_with_exists(&clue.with_clue(25, sq("a5")).unwrap(), false);
    let closed = problem("6x6", Kind::Closed).with_from(sq("c3")).unwrap();
    assert!(all_agree(&closed.clone().with_to(sq("e4")).unwrap(), false));
    assert!(!all_agree(&closed.with_to(sq("c4")).unwrap(), false), "no move joins the ends");
    let wazir = |board: &str| {
        let leaper = "0,1".parse().unwrap();
        Problem::new(board.parse().unwrap(), leaper, Kind::Closed)
    };
    assert!(all_agree(&wazir("4x5"), false));
    assert!(!all_agree(&wazir("3x3"), false));
}

/// The program of Miller, Tucker and Zemlin has to put a clue on its step, not on the next one.
#[test]
fn every_clue_of_a_board_is_met_or_impossible() {
    let varisat = by_name("varisat").unwrap();
    let mut yes = 0;
    for (board, kind, steps) in [("3x4", Kind::Open, 2..=11), ("5x5", Kind::Open, 2..=6)] {
        let problem = problem(board, kind);
        let squares = problem.board().squares();
        for square in squares.filter(|square| square.row <= 2 && square.col <= square.row + 1) {
            for step in steps.clone() {
                let clued = problem.clone().with_clue(step, square).unwrap();
                let known = exists::exists(&clued, &Budget::default(), &Silent);
                let model = Model::new(&clued, Formulation::Mtz, &Options::new()).unwrap();
                let said = varisat.solve(model, 0, &Silent).unwrap().outcome;
                match (said, known) {
                    (Outcome::Tour(tour), Answer::Found(_)) => {
                        assert!(clued.accepts(&tour));
                        yes += 1;
                    }
                    (Outcome::Infeasible, Answer::Impossible(_)) => {}
                    (said, known) => panic!("{board} {step}={square}: {said:?} {known:?}"),
                }
            }
        }
    }
    assert!(yes > 20, "{yes}");
}

#[test]
fn odd_boards_are_seen_by_every_solver_of_directed_models() {
    for formulation in [Formulation::Mtz, Formulation::Circuit] {
        for board in ["5x5", "9x9", "21x21"] {
            let model = Model::new(&problem(board, Kind::Closed), formulation, &Options::new());
            let report = by_name("varisat").unwrap().solve(model.unwrap(), 0, &Silent).unwrap();
            assert_eq!(report.outcome, Outcome::Infeasible);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_tour_and_limits_are_obeyed() {
    let chess = problem("8x8", Kind::Closed);
    for (formulation, solver) in [(Formulation::Sat, "varisat"), (Formulation::Dfj, "microlp")] {
        let model = || Model::new(&chess, formulation, &Options::new()).unwrap();
        let tour = |seed| {
            let report = by_name(solver).unwrap().solve(model(), seed, &Silent).unwrap();
            let Outcome::Tour(tour) = report.outcome else { panic!("8x8 has a closed tour") };
            tour
        };
        assert_eq!(tour(1), tour(1));
        assert_ne!(tour(1), tour(2), "{solver}");
    }
    for (formulation, board) in [(Formulation::Mtz, "30x30"), (Formulation::Flow, "16x16")] {
        for solver in solvers() {
            let model =
                Model::new(&problem(board, Kind::Closed), formulation, &Options::new()).unwrap();
            if !solver.serves(&model) {
                continue;
            }
            let start = Instant::now();
            let deadline = Deadline::new(start + Duration::from_millis(200), &Silent);
            let report = solver.solve(model, 0, &deadline).unwrap();
            assert_eq!(report.outcome, Outcome::Unknown(Limit::Stopped), "{}", solver.name());
            assert!(start.elapsed() < Duration::from_secs(30));
        }
    }
}

/// Stops the work when it has been asked so many times.
struct After(AtomicU32);

impl Observer for After {
    fn should_stop(&self) -> bool {
        let left = |asked: u32| Some(asked.saturating_sub(1));
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left) == Ok(0)
    }
}

#[test]
fn every_solver_asks_again_and_again_whether_to_stop() {
    // None of them ends by itself for a long time. The rows of `mtz` are asked about while they are
    // made clauses; the clauses of `sat` are there already, so that the solver itself asks.
    for (formulation, board) in
        [(Formulation::Mtz, "30x30"), (Formulation::Flow, "16x16"), (Formulation::Sat, "7x9")]
    {
        for solver in solvers() {
            let model =
                Model::new(&problem(board, Kind::Closed), formulation, &Options::new()).unwrap();
            // HiGHS asks after five seconds, then after ten more, …: twice is enough.
            for asked in [0, 2] {
                if solver.serves(&model) {
                    let after = After(AtomicU32::new(asked));
                    let report = solver.solve(model.clone(), 0, &after).unwrap();
                    let what = format!("{} {formulation}", solver.name());
                    assert_eq!(report.outcome, Outcome::Unknown(Limit::Stopped), "{what}");
                    assert_eq!(after.0.into_inner(), 0, "{what}");
                }
            }
        }
    }
}

#[test]
fn every_solver_keeps_to_a_memory_limit() {
    for (formulation, board) in [(Formulation::Mtz, "30x30"), (Formulation::Flow, "30x30")] {
        let problem = problem(board, Kind::Closed);
        let model = Model::new(&problem, formulation, &Options::new()).unwrap();
        for solver in solvers().iter().filter(|solver| solver.serves(&model)) {
            let limit = MemoryLimit::new(1 << 20, &Silent);
            let report = solver.solve(model.clone(), 0, &limit).unwrap();
            let what = format!("{} {formulation}", solver.name());
            assert_eq!(report.outcome, Outcome::Unknown(Limit::Stopped), "{what}");
            assert!(matches!(limit.reached(), Some(Limit::Memory { .. })), "{what}");
        }
        let limit = MemoryLimit::new(1 << 20, &Silent);
        assert!(Model::within(&problem, formulation, &Options::new(), &limit).is_err());
        assert!(limit.reached().is_some() && limit.should_stop(), "{formulation}");
    }
}

#[test]
fn a_solver_that_is_not_built_in_says_what_it_needs() {
    for (name, built) in SOLVERS {
        match by_name(name) {
            Ok(solver) => assert!(built && solver.name() == name),
            Err(error) => {
                assert!(!built && error.to_string().contains("build with"), "{error}");
                assert!(!error.to_string().contains('\n'));
            }
        }
    }
    assert!(by_name("cplex").is_err());
    let sat = Model::new(&problem("6x6", Kind::Closed), Formulation::Sat, &Options::new()).unwrap();
    let refused = by_name("microlp").unwrap().solve(sat, 0, &Silent).unwrap_err();
    assert!(refused.to_string().contains("use varisat"));
}
