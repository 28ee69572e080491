//! The first tour in algebraic order.
//!
//! Squares are compared by file, then by rank (`a1`, `a2`, …, `b1`, …), tours by their first
//! difference: the order in which contests ask for "the lexicographically first path". Plain
//! depth-first search in that order drowns on the 8x8 board; here each next square is settled by
//! asking the exact search whether any tour goes on like that. Most questions are answered by the
//! forcing rules or by the tour found last.

use crate::answer::{Answer, Limit};
use crate::exists;
use crate::observer::Observer;
use crate::problem::Problem;
use crate::search::budget::{Budget, Meter, Stop};
use crate::search::cycle_graph::CycleGraph;
use crate::search::edges::{EdgeSearch, Outcome};
use crate::search::forcing::Status;
use crate::search::{by_clues, refutation, tour_of, trivial};
use crate::square::Square;
use crate::tour::{Kind, Tour, is_move};

/// The first tour in algebraic order: squares by file, then by rank; tours by the first step at
/// which they differ.
///
/// # Examples
///
/// ```
/// use hippodrome::search::{Budget, lexicographic};
/// use hippodrome::{Kind, Leaper, Problem, Silent};
///
/// let problem = Problem::new("4x3".parse()?, Leaper::KNIGHT, Kind::Open);
/// let tour = lexicographic(&problem, &Budget::default(), &Silent).found().unwrap();
/// assert_eq!(tour.to_string(), "a1 b3 c1 a2 b4 c2 a3 b1 c3 a4 b2 c4");
/// # Ok::<(), hippodrome::Error>(())
/// ```
#[must_use]
pub fn lexicographic(problem: &Problem, budget: &Budget, observer: &dyn Observer) -> Answer<Tour> {
    if let Some(reason) = exists::refute(problem) {
        return Answer::Impossible(reason);
    }
    if let Some(answer) = trivial(problem) {
        return answer;
    }
    if !problem.clues().is_empty() {
        return with_clues(problem, budget, observer);
    }
    let graph = match CycleGraph::new(problem) {
        Ok(graph) => graph,
        Err(error) => return Answer::Unknown(Limit::Size(error.to_string())),
    };
    let mut meter = Meter::new(budget);
    let Some(mut search) = EdgeSearch::new(&graph) else {
        return Answer::Impossible(refutation(Some(Vec::new()), &meter));
    };
    let mut witness = match search.run(true, &mut meter, observer) {
        Outcome::Cycle(cycle) => Witness::new(&cycle),
        Outcome::Refuted(tree) => return Answer::Impossible(refutation(tree, &meter)),
        Outcome::Stopped(stop) => return Answer::Unknown(stop.into()),
    };
    let mut walk = Walk { graph: &graph, search: &mut search, meter: &mut meter, observer };
    match walk.first(problem, &mut witness) {
        Ok(order) => Answer::Found(tour_of(problem, &graph, &order)),
        Err(stop) => Answer::Unknown(stop.into()),
    }
}

/// With clues: the same, a square becoming one more clue when it is settled.
fn with_clues(problem: &Problem, budget: &Budget, observer: &dyn Observer) -> Answer<Tour> {
    let mut tour = match by_clues(problem, budget, observer) {
        Answer::Found(tour) => tour,
        other => return other,
    };
    let mut settled = problem.clone();
    let last = tour.len();
    let mut candidates: Vec<Square> = problem.board().squares().collect();
    candidates.sort_unstable_by_key(|&square| order(square));
    for step in 1..=last {
        // The tour at hand agrees with all that is settled; is there one that goes on lower?
        for &square in &candidates {
            if square == tour.square(step) {
                break;
            }
            let joined = step == 1 || is_move(problem.leaper(), tour.square(step - 1), square);
            if !joined {
                continue;
            }
            let Ok(lower) = settled.clone().with_clue(step.into(), square) else { continue };
            if exists::refute(&lower).is_some() {
                continue;
            }
            match by_clues(&lower, &budget.with_evidence(0), observer) {
                Answer::Found(better) => {
                    tour = better;
                    break;
                }
                Answer::Impossible(_) => {}
                Answer::Unknown(limit) => return Answer::Unknown(limit),
            }
        }
        match settled.clone().with_clue(step.into(), tour.square(step)) {
            Ok(more) => settled = more,
            Err(error) => return Answer::Unknown(Limit::Size(error.to_string())),
        }
    }
    Answer::Found(tour)
}

fn order(square: Square) -> (u32, u32) {
    (square.col, square.row)
}

/// A Hamiltonian cycle that begins as decided so far: the two neighbours of each vertex.
struct Witness {
    beside: Vec<[u32; 2]>,
}

impl Witness {
    fn new(cycle: &[u32]) -> Self {
        let n = cycle.len();
        let mut beside = vec![[0; 2]; n];
        for (at, &vertex) in cycle.iter().enumerate() {
            beside[vertex as usize] = [cycle[(at + n - 1) % n], cycle[(at + 1) % n]];
        }
        Self { beside }
    }
}

struct Walk<'a, 'g> {
    graph: &'g CycleGraph,
    search: &'a mut EdgeSearch<'g>,
    meter: &'a mut Meter,
    observer: &'a dyn Observer,
}

impl Walk<'_, '_> {
    /// The vertices of the first tour, `*` first where there is one.
    fn first(&mut self, problem: &Problem, witness: &mut Witness) -> Result<Vec<u32>, Stop> {
        let vertex = |square: Option<Square>| square.and_then(|sq| self.graph.moves.vertex(sq));
        let (from, to) = (vertex(problem.from()), vertex(problem.to()));
        let smallest = |vertices: &mut dyn Iterator<Item = u32>| {
            vertices.min_by_key(|&v| order(self.graph.moves.square(v)))
        };
        let mut visited = vec![false; self.graph.len()];
        let mut path = Vec::with_capacity(self.graph.len());
        let first = match (problem.kind(), from, to) {
            // The tour leaves `*` for its start and comes back from its end.
            (Kind::Open, _, _) => self.graph.apex(),
            (Kind::Closed, Some(from), _) => Some(from),
            // Seen from the end, the start is the next square.
            (Kind::Closed, None, Some(to)) => Some(to),
            (Kind::Closed, None, None) => smallest(&mut (0..self.graph.len() as u32)),
        };
        let mut at = first.unwrap_or(0);
        visited[at as usize] = true;
        path.push(at);
        while path.len() < self.graph.len() {
            let second = path.len() == 1;
            let fixed = if second && problem.kind() == Kind::Open { from } else { None };
            let last = if second { to } else { None };
            let mut next: Vec<(u32, u32)> = self
                .graph
                .arcs(at)
                .iter()
                .copied()
                .filter(|&(to, edge)| {
                    !visited[to as usize]
                        && Some(to) != last
                        && fixed.is_none_or(|fixed| fixed == to)
                        && self.search.forcing().status(edge) != Status::Out
                })
                .collect();
            next.sort_unstable_by_key(|&(to, _)| order(self.graph.moves.square(to)));
            at = self.choose(at, &next, witness)?;
            visited[at as usize] = true;
            path.push(at);
        }
        Ok(path)
    }

    /// The first of the candidates (neighbour, edge) with which a tour goes on; one does.
    fn choose(&mut self, at: u32, next: &[(u32, u32)], witness: &mut Witness) -> Result<u32, Stop> {
        for &(to, edge) in next {
            if self.search.forcing().status(edge) == Status::In {
                return Ok(to);
            }
            let mark = self.search.mark();
            if !self.search.keep(edge, true) {
                continue;
            }
            if witness.beside[at as usize].contains(&to) {
                return Ok(to);
            }
            match self.search.run(false, self.meter, self.observer) {
                Outcome::Cycle(cycle) => {
                    *witness = Witness::new(&cycle);
                    return Ok(to);
                }
                Outcome::Refuted(_) => {
                    self.search.forget(mark);
                    self.search.keep(edge, false);
                }
                Outcome::Stopped(stop) => return Err(stop),
            }
        }
        // The witness goes on with one of the candidates.
        Ok(next.last().map_or(at, |&(to, _)| to))
    }
}
