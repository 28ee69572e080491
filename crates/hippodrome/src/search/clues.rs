//! Search for a tour with clues: squares given at steps in between.

use crate::observer::Observer;
use crate::problem::Problem;
use crate::rng::Rng;
use crate::search::budget::{Meter, Stop};
use crate::search::connectivity::Connectivity;
use crate::search::cycle_graph::CycleGraph;
use crate::search::timetable::{Mark, Timetable};

/// How a search with clues ended.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The squares in the order of their steps.
    Order(Vec<u32>),
    /// There is no tour.
    Refuted,
    /// The limit that was reached.
    Stopped(Stop),
}

/// A square at a step, under assumption.
#[derive(Debug)]
struct Frame {
    mark: Mark,
    square: u32,
    step: usize,
    second: bool,
}

/// Searches with restarts, as the search over edges does.
pub(crate) fn run(
    problem: &Problem,
    graph: &CycleGraph,
    meter: &mut Meter,
    observer: &dyn Observer,
) -> Outcome {
    let mut table = Timetable::new(problem, graph);
    if table.start(problem).is_err() {
        return Outcome::Refuted;
    }
    let n = graph.moves.len();
    let mut search = Search {
        table,
        connectivity: Connectivity::new(graph.len()),
        rank: (0..n as u32).collect(),
        frames: Vec::new(),
        n,
    };
    let mut patience = 64 + 2 * n as u64;
    let mut rng = Rng::new(meter.seed());
    loop {
        let root = search.table.mark();
        if let Some(outcome) = search.one_run(patience, meter, observer) {
            return outcome;
        }
        search.frames.clear();
        search.table.undo_to(root);
        patience += patience / 2;
        rng.shuffle(&mut search.rank);
    }
}

struct Search<'g> {
    table: Timetable<'g>,
    connectivity: Connectivity,
    rank: Vec<u32>,
    frames: Vec<Frame>,
    n: usize,
}

impl Search<'_> {
    fn one_run(
        &mut self,
        patience: u64,
        meter: &mut Meter,
        observer: &dyn Observer,
    ) -> Option<Outcome> {
        let mut conflict = false;
        for _ in 0..patience {
            if let Err(stop) = meter.spend(self.table.work(), observer) {
                return Some(Outcome::Stopped(stop));
            }
            if !conflict && self.connectivity.split(self.table.forcing()).is_none() {
                let Some((square, step)) = self.choose() else {
                    let order = (0..self.n).map(|step| self.table.square_at(step)).collect();
                    return Some(Outcome::Order(order));
                };
                self.frames.push(Frame { mark: self.table.mark(), square, step, second: false });
                conflict = self.table.assign(square, step).is_err();
                continue;
            }
            while self.frames.last().is_some_and(|frame| frame.second) {
                self.frames.pop();
            }
            let Some(frame) = self.frames.last_mut() else { return Some(Outcome::Refuted) };
            frame.second = true;
            self.table.undo_to(frame.mark);
            conflict = self.table.exclude(frame.square, frame.step).is_err();
        }
        None
    }

    /// The square and the step to assume next: at the step with the fewest squares or the square
    /// with the fewest steps; of the squares of a step, the one with the fewest moves left. `None`
    /// when all is settled.
    fn choose(&self) -> Option<(u32, usize)> {
        let table = &self.table;
        let step = (0..self.n)
            .filter(|&step| table.squares_of(step) > 1)
            .min_by_key(|&step| (table.squares_of(step), self.rank[step]))?;
        let square = (0..self.n as u32)
            .filter(|&square| table.steps_of(square) > 1)
            .min_by_key(|&square| (table.steps_of(square), self.rank[square as usize]))?;
        if table.steps_of(square) < table.squares_of(step) {
            let steps = (0..self.n).filter(|&step| table.may(square, step));
            return Some((square, { steps }.min_by_key(|&step| self.rank[step])?));
        }
        let squares = (0..self.n as u32).filter(|&square| table.may(square, step));
        let free = |square| table.forcing().avail(square);
        Some(({ squares }.min_by_key(|&sq| (free(sq), self.rank[sq as usize]))?, step))
    }
}
