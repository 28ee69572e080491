//! Searches for vertex orders with few states: the program behind `src/count/orders.txt`.
//!
//! `order_search ROWSxCOLS SEED MOVES [HOT [open]]` anneals the estimate from the best order known,
//! and prints the estimate and a line for `orders.txt`. With `open` (and on boards with an odd number
//! of squares), it does so for each of the runs that count open tours by their ends.

use hippodrome::count::{EndMethod, Estimator, Search, TourCount};
use hippodrome::{Kind, Leaper};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: order_search ROWSxCOLS SEED MOVES [HOT]";
    let size = arguments.next().ok_or(usage)?;
    let seed: u64 = arguments.next().ok_or(usage)?.parse()?;
    let moves: u64 = arguments.next().ok_or(usage)?.parse()?;
    let hot: f64 = arguments.next().map_or(Ok(0.5), |x| x.parse())?;
    let board: hippodrome::Board = size.parse()?;
    let open = arguments.next().is_some() || !board.len().is_multiple_of(2);
    let question =
        TourCount::new(board, Leaper::KNIGHT, if open { Kind::Open } else { Kind::Closed });
    let graph = question.moves()?;
    if open {
        for run in question.by_ends(EndMethod::Blocks).end_runs()? {
            let mut estimator = Estimator::new(&graph);
            let [a, b] = &run.ends;
            estimator.between([a, b]);
            println!("# {size}: ends {a:?} and {b:?}, {} images", run.weight);
            anneal(&format!("{size} open"), Search::new(estimator, run.order, seed), moves, hot);
        }
    } else {
        let start = question.order()?;
        anneal(&size, Search::new(Estimator::new(&graph), start, seed), moves, hot);
    }
    Ok(())
}

fn anneal(size: &str, mut search: Search<'_>, moves: u64, hot: f64) {
    let before = search.cost();
    search.anneal(moves, hot, 0.002);
    println!(
        "# {size}: estimate {before:.4e} -> {:.4e}, peak {:.4e}, {moves} moves",
        search.cost(),
        search.peak()
    );
    let order: Vec<String> = search.order().iter().map(ToString::to_string).collect();
    println!("{size}: {}", order.join(" "));
}
