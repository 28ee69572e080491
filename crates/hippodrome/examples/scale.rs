//! What counting a board is estimated to take: for each board named, one line of its width, the
//! largest layer and the sum of all layers by the estimate that orders are searched with, over all
//! runs. docs/scale.md compares that with what was counted. `paths` is about open tours too, in one
//! run for all ends: planning several takes hours on larger boards.
//!
//! ```sh
//! cargo run --release -p hippodrome --example scale -- 8x8:closed 8x8:open 9x9:paths
//! ```

use hippodrome::count::{Estimator, Graph, MAX_FRONTIER, TourCount};
use hippodrome::{Kind, Leaper};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for question in std::env::args().skip(1) {
        let (board, kind) =
            question.split_once(':').ok_or("expected BOARD:closed, BOARD:open or BOARD:paths")?;
        let tours =
            |kind| Ok::<_, hippodrome::Error>(TourCount::new(board.parse()?, Leaper::KNIGHT, kind));
        let (peak, sum, width, runs) = match kind {
            "closed" => closed(&tours(Kind::Closed)?)?,
            "open" => open(&tours(Kind::Open)?)?,
            "paths" => paths(&tours(Kind::Open)?)?,
            other => return Err(format!("'{other}': expected closed, open or paths").into()),
        };
        println!("{question} width {width} runs {runs} peak {peak:.3e} sum {sum:.3e}");
    }
    Ok(())
}

type Estimates = (f64, f64, usize, usize);

/// One run, in the order that a count would take.
fn closed(tours: &TourCount) -> Result<Estimates, Box<dyn std::error::Error>> {
    let graph = tours.moves()?;
    let (peak, sum, width) = layers(&graph, &tours.order()?);
    Ok((peak, sum, width, 1))
}

fn layers(graph: &Graph, order: &[usize]) -> (f64, f64, usize) {
    let layers = Estimator::new(graph).layers(order);
    let peak = layers.iter().copied().fold(0.0, f64::max);
    (peak, layers.iter().sum(), width(graph, order))
}

/// One run for all ends, in the order that it would take.
fn paths(tours: &TourCount) -> Result<Estimates, Box<dyn std::error::Error>> {
    let graph = tours.moves()?;
    let mut order = tours.order()?;
    order.pop(); // The vertex that stands for the ends.
    let layers = Estimator::of_paths(&graph).layers(&order);
    let peak = layers.iter().copied().fold(0.0, f64::max);
    // The vertex for the ends waits all the time.
    Ok((peak, layers.iter().sum(), width(&graph, &order) + 1, 1))
}

/// The runs over blocks of ends.
fn open(tours: &TourCount) -> Result<Estimates, Box<dyn std::error::Error>> {
    let graph = tours.moves()?;
    let runs = tours.end_runs()?;
    let (mut peak, mut sum, mut widest) = (0.0_f64, 0.0, 0);
    for run in &runs {
        let mut estimator = Estimator::new(&graph);
        estimator.between([&run.ends[0], &run.ends[1]]);
        let layers = estimator.layers(&run.order);
        peak = layers.iter().copied().fold(peak, f64::max);
        sum += layers.iter().sum::<f64>();
        widest = widest.max(width(&graph, &run.order));
    }
    Ok((peak, sum, widest, runs.len()))
}

/// The most vertices that wait half-joined; beyond [`MAX_FRONTIER`] a state has no room.
fn width(graph: &Graph, order: &[usize]) -> usize {
    let mut gone = vec![false; graph.len()];
    let mut widest = 0;
    for &v in order {
        gone[v] = true;
        // What is joined to nothing that is to come is finished, and forgotten.
        let waits = |w: usize| {
            let processed = graph.neighbours(w).iter().map(|&x| gone[x as usize]);
            !gone[w] && processed.clone().any(|p| p) && !processed.clone().all(|p| p)
        };
        widest = widest.max((0..graph.len()).filter(|&w| waits(w)).count());
    }
    assert!(widest <= 2 * MAX_FRONTIER, "no order of a board is that bad");
    widest
}
