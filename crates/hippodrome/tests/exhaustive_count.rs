//! Counts that take seconds to minutes: `cargo test --profile testrelease --features exhaustive`.
#![cfg(feature = "exhaustive")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use hippodrome::count::{EngineOptions, TourCount};
use hippodrome::{Kind, Leaper, Silent};

#[test]
fn exhaustive_symmetric_closed_tours_of_8x8() {
    // McKay 1997: 1,658,420,247,200 classes of eight tours and 608,233 of four.
    let all = 13_267_364_410_532_u64.into();
    let question = TourCount::new("8x8".parse().unwrap(), Leaper::KNIGHT, Kind::Closed);
    let count = question.by_symmetry(&all, &Silent).unwrap();
    assert_eq!(count.classes, 1_658_420_855_433_u64.into());
    let symmetric: Vec<_> = count.exactly.iter().filter(|(_, n)| n != &0_u32.into()).collect();
    assert_eq!(symmetric.len(), 2);
    assert_eq!(symmetric[0].1, (4 * 608_233_u64).into());
}

#[test]
fn exhaustive_open_tours_of_6x8() {
    let question = TourCount::new("6x8".parse().unwrap(), Leaper::KNIGHT, Kind::Open);
    let answer = question.run(&EngineOptions::default(), &Silent).unwrap();
    // In the OEIS among the open tours of boards with six rows (A306281).
    assert_eq!(answer.undirected, 24_964_893_804_u64.into());
}
