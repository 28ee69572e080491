//! Searches for vertex orders with few states: the program behind `src/count/orders.txt`.
//!
//! `order_search ROWSxCOLS SEED MOVES [HOT]` anneals the estimate from the best order known, and
//! prints the estimate and a line for `orders.txt`.

use hippodrome::count::{Search, TourCount};
use hippodrome::{Kind, Leaper};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: order_search ROWSxCOLS SEED MOVES [HOT]";
    let size = arguments.next().ok_or(usage)?;
    let seed: u64 = arguments.next().ok_or(usage)?.parse()?;
    let moves: u64 = arguments.next().ok_or(usage)?.parse()?;
    let hot: f64 = arguments.next().map_or(Ok(0.5), |x| x.parse())?;
    let question = TourCount::new(size.parse()?, Leaper::KNIGHT, Kind::Closed);
    let graph = question.moves()?;
    let start = question.order()?;
    let mut search = Search::new(&graph, start, seed);
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
