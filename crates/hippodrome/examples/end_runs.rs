//! Shows the runs in which open tours of a board are counted, and what each is estimated to take.
//!
//! `end_runs ROWSxCOLS [SECONDS [GIB [blocks|apex]]]`: with seconds, begins to count for so long and
//! shows the states met, to be set beside the estimate; `blocks` and `apex` choose several runs or one.

use hippodrome::count::{EndMethod, EngineOptions, Estimator, TourCount};
use hippodrome::{Kind, Leaper, Observer, Progress};
use std::time::{Duration, Instant};

/// Prints every layer as it begins, and stops after a time.
struct Talk {
    begin: Instant,
    most: Duration,
}

impl Observer for Talk {
    fn progress(&self, progress: &Progress) {
        let seconds = self.begin.elapsed().as_secs_f64();
        println!("step {} at {seconds:.1} s: {}", progress.done, progress.note);
    }

    fn should_stop(&self) -> bool {
        self.begin.elapsed() > self.most
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let size =
        arguments.first().ok_or("usage: end_runs ROWSxCOLS [SECONDS [GIB [blocks|apex]]]")?;
    let method = match arguments.get(3).map(String::as_str) {
        Some("blocks") => EndMethod::Blocks,
        Some("apex") => EndMethod::Apex,
        _ => EndMethod::Auto,
    };
    let question = TourCount::new(size.parse()?, Leaper::KNIGHT, Kind::Open).by_ends(method);
    let moves = question.moves()?;
    let mut estimator = Estimator::new(&moves);
    let mut sum = 0.0;
    let runs = question.end_runs()?;
    for (number, run) in (1..).zip(&runs) {
        let [a, b] = &run.ends;
        estimator.between([a, b]);
        let layers = estimator.layers(&run.order);
        let peak = layers.iter().copied().fold(0.0, f64::max);
        sum += run.states;
        println!(
            "run {number}: ends on {} and {} squares, {} images, {:.2e} states, {peak:.2e} at most",
            a.len(),
            b.len(),
            run.weight,
            run.states
        );
        let layers: Vec<String> = layers.iter().map(|states| format!("{states:.1e}")).collect();
        println!("  layers {}", layers.join(" "));
    }
    if runs.is_empty() {
        // One run for all ends, as it seems cheaper than several.
        let all: Vec<usize> = (0..moves.len()).collect();
        estimator.between([&all, &all]);
        let order: Vec<usize> = question.order()?.into_iter().filter(|&v| v < all.len()).collect();
        let layers = estimator.layers(&order);
        let peak = layers.iter().copied().fold(0.0, f64::max);
        sum = layers.iter().sum();
        println!("one run for all ends: {peak:.2e} states at most");
    }
    println!("{} runs, {sum:.2e} states", runs.len().max(1));
    if let Some(seconds) = arguments.get(1) {
        let mut options = EngineOptions::default();
        options.memory = arguments.get(2).map_or(Ok(8), |gib| gib.parse::<u64>())? << 30;
        options.spill = Some(std::env::temp_dir());
        let talk = Talk { begin: Instant::now(), most: Duration::from_secs(seconds.parse()?) };
        println!("{:?}", question.run(&options, &talk).map(|answer| answer.undirected));
    }
    Ok(())
}
