//! Open tours counted in few runs: blocks of ends, put together where that saves states.
//!
//! A run counts the tours with one end on each of two sets of squares. Two more vertices, joined to
//! each other by an edge that must be used, are joined to the squares of one set each. An end costs
//! states only from the moment on when it may have been met: as long as all squares of both sets
//! are still to come, the layers are those of closed tours, corners with their two moves and all.
//! So of the images of a block the one is taken whose ends come late in the order.

use super::blocks::{Block, Pieces, block};
use super::board::CountError;
use super::graph::Graph;
use super::order::{Estimator, Search};
use super::plan::Plan;
use std::collections::HashMap;

/// One run of the engine: the tours with an end on each of two sets of pieces.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// Ascending; one and the same piece twice, or without a piece in common.
    pub(super) sides: [Vec<usize>; 2],
    /// How many images of the run make up the whole.
    pub(super) weight: usize,
    /// The order of the squares.
    pub(super) order: Vec<usize>,
    /// The estimated states of all layers.
    pub(super) cost: f64,
}

impl Job {
    /// The blocks that it counts.
    pub(super) fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        self.sides[0].iter().flat_map(|&p| self.sides[1].iter().map(move |&q| block(p, q)))
    }

    /// Whether its graph has two further vertices and not one.
    pub(super) fn has_two(&self, pieces: &Pieces) -> bool {
        has_two(&self.squares(pieces))
    }

    /// The squares of each side.
    pub(super) fn squares(&self, pieces: &Pieces) -> [Vec<usize>; 2] {
        [0, 1].map(|i| squares(pieces, &self.sides[i]))
    }

    /// The graph whose Hamiltonian cycles are the tours, and its order worked out.
    pub(super) fn plan(&self, moves: &Graph, pieces: &Pieces) -> Result<Plan, CountError> {
        let sides = self.squares(pieces);
        let graph = between(moves, &sides)?;
        Ok(Plan::new(&graph, &with_more(moves, &self.order, &graph))?)
    }
}

fn squares(pieces: &Pieces, side: &[usize]) -> Vec<usize> {
    side.iter().flat_map(|&p| pieces.squares[p].iter().copied()).collect()
}

fn has_two([first, second]: &[Vec<usize>; 2]) -> bool {
    first != second && first.len() > 1 && second.len() > 1
}

/// The graph whose Hamiltonian cycles are the paths with an end on each of two sets of vertices,
/// which are one and the same or have no vertex in common.
pub(super) fn between(moves: &Graph, sides: &[Vec<usize>; 2]) -> Result<Graph, CountError> {
    let n = moves.len();
    let [first, second] = sides;
    let given = sides.iter().filter(|s| s.len() == 1).map(|s| (s[0], n));
    if !has_two(sides) {
        return Ok(moves.with_apex(first.iter().chain(second).copied())?.force(given)?);
    }
    let edges = moves.edges().chain(first.iter().map(|&v| (v, n)));
    let edges = edges.chain(second.iter().map(|&v| (v, n + 1))).chain([(n, n + 1)]);
    let forced = moves.forced().iter().map(|&(u, v)| (u as usize, v as usize));
    Ok(Graph::new(n + 2, edges)?.force(forced.chain([(n, n + 1)]))?)
}

/// The order of the squares with the further vertices of the graph.
///
/// A square follows at once when all its moves are made, so that it does not wait for its end to be
/// drawn; and so does a further vertex when all its squares are processed.
fn with_more(moves: &Graph, order: &[usize], graph: &Graph) -> Vec<usize> {
    let n = moves.len();
    let mut open: Vec<usize> = (0..n).map(|v| moves.neighbours(v).len()).collect();
    let mut placed = vec![false; n];
    let mut settled = Vec::with_capacity(graph.len());
    for &v in order {
        if placed[v] {
            continue;
        }
        placed[v] = true;
        settled.push(v);
        for &w in moves.neighbours(v) {
            let w = w as usize;
            open[w] -= 1;
            if open[w] == 0 && !placed[w] {
                placed[w] = true;
                settled.push(w);
            }
        }
    }
    let mut last: Vec<(usize, usize)> = (n..graph.len())
        .map(|x| (settled.iter().rposition(|&v| graph.joined(v, x)).unwrap_or(0), x))
        .collect();
    last.sort_unstable();
    for (place, x) in last.into_iter().rev() {
        settled.insert((place + 1).min(settled.len()), x);
    }
    settled
}

/// Estimated states of a layer, of 16 bytes or more, that are likely to be too many for memory.
const MOST: f64 = 4e8;

/// How much dearer a run with such a layer is made.
const BURDEN: f64 = 100.0;

/// Chooses the runs.
struct Planner<'a> {
    estimator: Estimator<'a>,
    pieces: &'a Pieces,
    orders: &'a [Vec<usize>],
    known: HashMap<[Vec<usize>; 2], (f64, usize)>,
}

impl Planner<'_> {
    /// The least estimate of a run, and the order that has it.
    fn cost(&mut self, sides: &[Vec<usize>; 2]) -> (f64, usize) {
        if let Some(&known) = self.known.get(sides) {
            return known;
        }
        let [a, b] = [0, 1].map(|i| squares(self.pieces, &sides[i]));
        self.estimator.between([&a, &b]);
        let mut best = (f64::INFINITY, 0);
        for (i, order) in self.orders.iter().enumerate() {
            let layers = self.estimator.layers(order);
            let cost = layers.iter().sum();
            // Too many to be held at once count as too many to be counted.
            let fits = layers.iter().all(|&states| states < MOST);
            let cost = if fits { cost } else { cost * BURDEN };
            if cost < best.0 {
                best = (cost, i);
            }
        }
        self.known.insert(sides.clone(), best);
        best
    }

    fn image(&self, g: usize, sides: &[Vec<usize>; 2]) -> [Vec<usize>; 2] {
        [0, 1].map(|i| {
            let mut side: Vec<usize> = sides[i].iter().map(|&p| self.pieces.image(g, p)).collect();
            side.sort_unstable();
            side
        })
    }

    /// The cheapest way to make one run of two, and what it saves.
    fn merged(&mut self, a: &Draft, b: &Draft) -> Option<(f64, [Vec<usize>; 2])> {
        let mut best: Option<(f64, [Vec<usize>; 2])> = None;
        if a.weight != b.weight {
            return None;
        }
        for g in 0..self.pieces.group.len() {
            let [first, second] = self.image(g, &b.sides);
            for image in [[first.clone(), second.clone()], [second, first]] {
                let Some(sides) = union(&a.sides, image) else { continue };
                let saved = a.cost + b.cost - self.cost(&sides).0;
                if best.as_ref().is_none_or(|best| saved > best.0) {
                    best = Some((saved, sides));
                }
            }
        }
        best.filter(|b| b.0 > 0.0)
    }
}

/// The sides of one run for two that have one side in common; none if there is none.
fn union(a: &[Vec<usize>; 2], b: [Vec<usize>; 2]) -> Option<[Vec<usize>; 2]> {
    let common = (0..2).find(|&i| a[i] == b[i])?;
    let other = 1 - common;
    let apart = |x: &[usize], y: &[usize]| x.iter().all(|p| !y.contains(p));
    let [b0, b1] = b;
    let more = if other == 0 { b0 } else { b1 };
    let free = apart(&a[other], &more) && apart(&a[common], &more) && apart(&a[0], &a[1]);
    free.then(|| {
        let mut sides = a.clone();
        sides[other].extend(more);
        sides[other].sort_unstable();
        sides
    })
}

struct Draft {
    sides: [Vec<usize>; 2],
    weight: usize,
    cost: f64,
}

/// The runs that count the tours on the wanted blocks, each class of blocks once.
///
/// Starts from one run a class, and puts two together as long as the estimate falls.
pub(super) fn choose_jobs(
    moves: &Graph,
    pieces: &Pieces,
    orders: &[Vec<usize>],
    wanted: impl Fn(usize, usize) -> bool,
) -> Vec<Job> {
    let estimator = Estimator::new(moves);
    let mut planner = Planner { estimator, pieces, orders, known: HashMap::new() };
    let mut drafts: Vec<Draft> = pieces
        .representatives(wanted)
        .into_iter()
        .map(|(p, q)| {
            let sides = [vec![p], vec![q]];
            let cost = planner.cost(&sides).0;
            Draft { sides, weight: pieces.class((p, q)).blocks.len(), cost }
        })
        .collect();
    loop {
        let mut best: Option<(f64, [Vec<usize>; 2], usize, usize)> = None;
        for j in 0..drafts.len() {
            for i in 0..j {
                if let Some((saved, sides)) = planner.merged(&drafts[i], &drafts[j])
                    && best.as_ref().is_none_or(|b| saved > b.0)
                {
                    best = Some((saved, sides, i, j));
                }
            }
        }
        let Some((_, sides, i, j)) = best else { break };
        let cost = planner.cost(&sides).0;
        drafts.remove(j);
        drafts[i] = Draft { sides, weight: drafts[i].weight, cost };
    }
    drafts
        .into_iter()
        .map(|draft| {
            let (cost, at) = planner.cost(&draft.sides);
            let order = orders.get(at).cloned().unwrap_or_default();
            Job { sides: draft.sides, weight: draft.weight, order, cost }
        })
        .collect()
}

/// Runs with these sides and weights, each in the order with the least estimate.
pub(super) fn jobs_between(
    moves: &Graph,
    pieces: &Pieces,
    orders: &[Vec<usize>],
    wanted: impl IntoIterator<Item = ([Vec<usize>; 2], usize)>,
) -> Vec<Job> {
    let estimator = Estimator::new(moves);
    let mut planner = Planner { estimator, pieces, orders, known: HashMap::new() };
    let job = |(sides, weight)| {
        let (cost, at) = planner.cost(&sides);
        Job { sides, weight, order: orders.get(at).cloned().unwrap_or_default(), cost }
    };
    wanted.into_iter().map(job).collect()
}

impl Job {
    /// Looks for a better order, as long as that is likely to pay.
    pub(super) fn improve(&mut self, moves: &Graph, pieces: &Pieces) {
        let [a, b] = self.squares(pieces);
        let mut estimator = Estimator::new(moves);
        estimator.between([&a, &b]);
        // A state costs about 100 ns to count, a move 1 µs a vertex to try.
        let moves = self.cost * 1e-7 * 0.1 / (self.order.len().max(1) as f64 * 1e-6);
        let mut search = Search::new(estimator.clone(), std::mem::take(&mut self.order), 1);
        search.anneal(moves.min(30_000.0) as u64, 0.3, 0.002);
        self.order = search.order().to_vec();
        self.cost = estimator.layers(&self.order).iter().sum();
    }
}
