//! What a count takes: the most memory of this process, as the system says, while it does nothing else.
#![cfg(target_os = "linux")]

mod support;

use hippodrome::count::{EngineOptions, TourCount};
use hippodrome::{Kind, Leaper, Silent};

#[test]
fn closed_tours_of_6x8_take_less_than_60_megabytes() {
    let mut options = EngineOptions::default();
    options.threads = 2;
    let question = TourCount::new("6x8".parse().unwrap(), Leaper::KNIGHT, Kind::Closed);
    let count = question.run(&options, &Silent).unwrap().undirected;
    assert_eq!(count, 55_488_142_u64.into());
    let peak = support::peak_memory();
    assert!(peak < 60_000_000, "{peak} bytes");
}
