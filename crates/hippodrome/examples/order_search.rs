//! Searches for vertex orders with few states: the program behind `src/count/orders.txt`.
//!
//! `order_search ROWSxCOLS SEED MOVES [HOT]` (an odd board for its open tours) anneals the estimate from the best order known, and
//! prints the estimate and a line for `orders.txt`.

use hippodrome::count::{Estimator, Search, TourCount};
use hippodrome::{Kind, Leaper};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: order_search ROWSxCOLS SEED MOVES [HOT]";
    let size = arguments.next().ok_or(usage)?;
    let seed: u64 = arguments.next().ok_or(usage)?.parse()?;
    let moves: u64 = arguments.next().ok_or(usage)?.parse()?;
    let hot: f64 = arguments.next().map_or(Ok(0.5), |x| x.parse())?;
    let board: hippodrome::Board = size.parse()?;
    // A board with an odd number of squares has no closed tours.
    let kind = if board.len().is_multiple_of(2) { Kind::Closed } else { Kind::Open };
    let question = TourCount::new(board, Leaper::KNIGHT, kind);
    let graph = question.moves()?;
    let mut start = question.order()?;
    start.truncate(graph.len());
    let estimator = match kind {
        Kind::Closed => Estimator::new(&graph),
        Kind::Open => Estimator::of_paths(&graph),
    };
    let mut search = Search::new(estimator, start, seed);
    let before = search.cost();
    search.anneal(moves, hot, 0.002);
    println!(
        "# {size}: estimate {before:.4e} -> {:.4e}, peak {:.4e}, seed {seed}, {moves} moves",
        search.cost(),
        search.peak()
    );
    let order: Vec<String> = search.order().iter().map(ToString::to_string).collect();
    println!("{size}: {}", order.join(" "));
    Ok(())
}
