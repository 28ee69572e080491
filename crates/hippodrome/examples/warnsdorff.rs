//! One run of Warnsdorff's rule from a1, as a process of its own for measurements.
//!
//! `cargo run --release -p hippodrome --example warnsdorff -- SIDE [TIE-BREAK [MOVE-ORDER]]`

use hippodrome::heuristic::{Outcome, WarnsdorffOptions, find};
use hippodrome::{Board, Error, Kind, Leaper, Problem, Silent, Square};

fn main() -> Result<(), Error> {
    let mut words = std::env::args().skip(1);
    let board: Board = words.next().as_deref().unwrap_or("1000").parse()?;
    let mut options = WarnsdorffOptions::new();
    options = options.tie_break(words.next().as_deref().unwrap_or("squirrel").parse()?);
    options = options.move_order(words.next().as_deref().unwrap_or("12345678").parse()?);
    let problem = Problem::new(board, Leaper::KNIGHT, Kind::Open).with_from(Square::new(0, 0))?;
    match find(&problem, &options, &Silent) {
        Outcome::Tour(tour) => println!("{} {}", tour.len(), tour.square(tour.len())),
        other => println!("{other:?}"),
    }
    // The peak of resident memory, where the system tells it.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(peak) = status.lines().find(|line| line.starts_with("VmHWM")) {
        println!("{peak}");
    }
    Ok(())
}
