//! What the tests of counting ask, again and again.

use hippodrome::count::{EngineOptions, TourCount};
use hippodrome::{Kind, Leaper, Silent};
use num_bigint::BigUint;

/// As the counter is when nothing is said.
pub(crate) fn options() -> EngineOptions {
    EngineOptions::default()
}

/// The knight's tours of a board.
pub(crate) fn ask(board: &str, kind: Kind) -> TourCount {
    TourCount::new(board.parse().unwrap(), Leaper::KNIGHT, kind)
}

/// How many there are, a tour and its reverse being one.
pub(crate) fn undirected(question: &TourCount) -> BigUint {
    question.run(&options(), &Silent).unwrap().undirected
}
