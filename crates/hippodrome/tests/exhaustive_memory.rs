//! The most memory of this process, as the system says, while it counts a larger board.
#![cfg(all(feature = "exhaustive", target_os = "linux"))]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use hippodrome::count::{EngineOptions, TourCount};
use hippodrome::{Kind, Leaper, Silent};

#[test]
fn exhaustive_closed_tours_of_7x8_take_less_than_400_megabytes() {
    let mut options = EngineOptions::default();
    options.threads = 2;
    let question = TourCount::new("7x8".parse().unwrap(), Leaper::KNIGHT, Kind::Closed);
    let count = question.run(&options, &Silent).unwrap().undirected;
    assert_eq!(count, 34_524_432_316_u64.into());
    let peak = support::peak_memory();
    assert!(peak < 400_000_000, "{peak} bytes");
}
