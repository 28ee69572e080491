//! Constructed tours of every board and every pair of ends, up to the sizes at which nothing new
//! happens: `cargo test --profile testrelease --features exhaustive --test exhaustive_constructions`.
#![cfg(feature = "exhaustive")]

mod support;

use hippodrome::construct::{Construction, Options, construct};
use hippodrome::format::Format;
use hippodrome::search::{Budget, solve};
use hippodrome::{Answer, Board, Kind, Leaper, Problem, Rng, Silent, Square};
use hippodrome_check::{Limits, check};
use support::question;

fn ask(rows: u64, cols: u64, kind: Kind) -> Problem {
    Problem::new(Board::new(rows, cols).expect("sides of 1 to 2^32"), Leaper::KNIGHT, kind)
}

fn between(rows: u64, cols: u64, from: Square, to: Square) -> Problem {
    let problem = ask(rows, cols, Kind::Open).with_from(from).expect("on the board");
    problem.with_to(to).expect("another square")
}

fn verify(problem: &Problem, tour: &Construction) {
    let built = tour.to_tour().unwrap_or_else(|e| panic!("{problem:?}: {e}"));
    assert!(problem.accepts(&built), "{problem:?}");
    let mut bytes = Vec::new();
    Format::Squares.stream(tour, None, &mut bytes).expect("written to memory");
    let report = check(&bytes, None, &question(problem), &Limits::default());
    assert_eq!(report.exit_code(), 0, "{problem:?}: {report}");
}

fn verify_both_kinds(rows: u64, cols: u64) {
    for kind in [Kind::Open, Kind::Closed] {
        let problem = ask(rows, cols, kind);
        match construct(&problem, &Options::default()) {
            Answer::Found(tour) => {
                verify(&problem, &tour);
                if rows <= 40 && cols <= 40 {
                    for square in problem.board().squares() {
                        let step = tour.step(square).expect("on the board");
                        assert_eq!(tour.square(step), Some(square), "{rows}x{cols} {kind}");
                    }
                }
            }
            Answer::Impossible(_) => {
                let (m, n) = (rows.min(cols), rows.max(cols));
                let closed = m * n % 2 == 0 && (m >= 5 || (m == 3 && n >= 10));
                let open = n == 1 || m >= 5 || (m == 4 && n >= 5) || (m == 3 && (n == 4 || n >= 7));
                assert!(
                    !(if kind == Kind::Closed { closed } else { open }),
                    "{rows}x{cols} {kind}"
                );
            }
            Answer::Unknown(limit) => panic!("{rows}x{cols} {kind}: {limit}"),
        }
    }
}

#[test]
fn exhaustive_boards() {
    for rows in 1..=60 {
        for cols in 1..=60 {
            verify_both_kinds(rows, cols);
        }
    }
    for cols in 61..=500 {
        for rows in 3..=4 {
            verify_both_kinds(rows, cols);
            verify_both_kinds(cols, rows);
        }
    }
    let mut rng = Rng::new(1);
    for _ in 0..40 {
        verify_both_kinds(5 + rng.below(1996), 5 + rng.below(1996));
    }
}

/// Every pair of ends against the exact search, which shares nothing with the constructions.
#[test]
fn exhaustive_ends_of_small_boards() {
    let narrow = (3..=5).flat_map(|m| (m.max(4)..=12).map(move |n| (m, n)));
    let wide = (6..=9).flat_map(|m| (m..=9).map(move |n| (m, n)));
    for (rows, cols) in narrow.chain(wide) {
        let (mut found, mut none) = (0, 0);
        let squares: Vec<Square> = ask(rows, cols, Kind::Open).board().squares().collect();
        for (i, &from) in squares.iter().enumerate() {
            for &to in &squares[..i] {
                let problem = between(rows, cols, from, to);
                match construct(&problem, &Options::default()) {
                    Answer::Found(tour) => {
                        verify(&problem, &tour);
                        found += 1;
                    }
                    Answer::Impossible(_) => {
                        let searched = solve(&problem, &Budget::default(), &Silent);
                        assert!(matches!(searched, Answer::Impossible(_)), "{problem:?}");
                        none += 1;
                    }
                    Answer::Unknown(limit) => panic!("{problem:?}: {limit}"),
                }
            }
        }
        assert_eq!(found + none, squares.len() * (squares.len() - 1) / 2);
    }
}

/// Narrow boards of all lengths, seeds too; that all pairs have one of so many shapes is proved beside
/// the code (`construct::proof`).
#[test]
fn exhaustive_ends_of_narrow_boards() {
    let mut rng = Rng::new(5);
    for round in 0..6000 {
        let (rows, cols) =
            (3 + rng.below(3), 25 + rng.below(if round % 10 == 0 { 3000 } else { 90 }));
        let mut square = || Square::new(rng.below(rows) as u32, rng.below(cols) as u32);
        let problem = ask(rows, cols, Kind::Open).with_from(square()).expect("on the board");
        let Ok(problem) = problem.with_to(square()) else { continue };
        match construct(&problem, &Options::default().with_seed(round % 3)) {
            Answer::Found(tour) => verify(&problem, &tour),
            Answer::Impossible(reason) => assert_ne!(reason.code, "search", "{problem:?}"),
            Answer::Unknown(limit) => panic!("{problem:?}: {limit}"),
        }
    }
}

#[test]
fn exhaustive_random_ends_of_wide_boards() {
    let mut rng = Rng::new(3);
    for seed in 0..3000 {
        let (rows, cols) = (6 + rng.below(295), 6 + rng.below(295));
        let mut square = || Square::new(rng.below(rows) as u32, rng.below(cols) as u32);
        let problem = ask(rows, cols, Kind::Open).with_from(square()).expect("on the board");
        let Ok(problem) = problem.with_to(square()) else { continue };
        match construct(&problem, &Options::default().with_seed(seed % 2)) {
            Answer::Found(tour) => verify(&problem, &tour),
            Answer::Impossible(reason) => assert!(reason.code.starts_with("colour"), "{problem:?}"),
            Answer::Unknown(limit) => panic!("{problem:?}: {limit}"),
        }
    }
}

/// The sizes at which the plain rule of Warnsdorff fails from some square.
#[test]
fn exhaustive_starts_where_heuristics_fail() {
    for (side, every) in [(41, 1), (52, 1), (74, 7), (428, 1777)] {
        for square in ask(side, side, Kind::Open).board().squares().step_by(every) {
            let problem = ask(side, side, Kind::Open).with_from(square).expect("on the board");
            match construct(&problem, &Options::default()) {
                Answer::Found(tour) => verify(&problem, &tour),
                Answer::Impossible(_) => assert!(side % 2 == 1 && !square.is_even()),
                Answer::Unknown(limit) => panic!("{problem:?}: {limit}"),
            }
        }
    }
}
