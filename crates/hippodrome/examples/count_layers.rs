//! Counts tours of a board and shows what every layer cost.
//!
//! `count_layers ROWSxCOLS closed|open [THREADS] [GIB]`

use hippodrome::count::{EngineOptions, TourCount};
use hippodrome::{Kind, Leaper, Observer, Progress};
use std::time::Instant;

/// Prints every layer as it begins.
struct Talk(Instant);

impl Observer for Talk {
    fn progress(&self, progress: &Progress) {
        let seconds = self.0.elapsed().as_secs_f64();
        eprintln!("step {} at {seconds:.1} s: {}", progress.done, progress.note);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: count_layers ROWSxCOLS closed|open [THREADS] [GIB]";
    let size = arguments.next().ok_or(usage)?;
    let kind = match arguments.next().ok_or(usage)?.as_str() {
        "closed" => Kind::Closed,
        "open" => Kind::Open,
        _ => return Err(usage.into()),
    };
    let mut options = EngineOptions::default();
    if let Some(threads) = arguments.next() {
        options.threads = threads.parse()?;
    }
    if let Some(gib) = arguments.next() {
        options.memory = gib.parse::<u64>()? << 30;
    }
    let question = TourCount::new(size.parse()?, Leaper::KNIGHT, kind);
    let begin = Instant::now();
    let answer = question.run(&options, &Talk(begin))?;
    let states: u64 = answer.layers.iter().map(|l| l.states).sum();
    let transitions: u64 = answer.layers.iter().map(|l| l.transitions).sum();
    println!(
        "{size} {kind}: {} undirected; peak {} states, {states} in all, {transitions} transitions, {:.3} s",
        answer.undirected,
        answer.peak_states(),
        begin.elapsed().as_secs_f64()
    );
    Ok(())
}
