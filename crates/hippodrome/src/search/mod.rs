//! Exact search: finds a tour or refutes it, on boards of any shape.
//!
//! Two searches share the work. Without clues, [edges](self) are chosen rather than positions: a
//! tour is a Hamiltonian cycle (of the move graph, or through an added vertex `*` for an open tour),
//! and forced edges, short cycles and cut vertices prune. With clues, the squares possible at each
//! step are narrowed down. Both are iterative, take a [`Budget`], stop when the observer says so,
//! and leave a case distinction that a checker can follow when there is no tour.

mod balance;
mod budget;
mod clues;
mod connectivity;
pub(crate) mod cycle_graph;
mod edges;
pub(crate) mod forcing;
mod lexicographic;
mod steps;
mod timetable;

pub use budget::Budget;
pub(crate) use budget::Meter;
use budget::Stop;
pub use lexicographic::lexicographic;

use crate::answer::{Answer, EdgeNode, Evidence, Limit, Reason};
use crate::error::Error;
use crate::observer::Observer;
use crate::problem::Problem;
use crate::search::cycle_graph::CycleGraph;
use crate::search::edges::{EdgeSearch, Outcome};
use crate::search::timetable::Timetable;
use crate::square::Square;
use crate::tour::{Kind, Tour};

/// Finds a tour or refutes it.
///
/// The cheap arguments of [`exists::refute`](crate::exists::refute) come first, so that what is
/// impossible by colour, cut or degree is said at once.
///
/// # Examples
///
/// ```
/// use hippodrome::search::{Budget, solve};
/// use hippodrome::{Answer, Kind, Leaper, Problem, Silent};
///
/// let problem = Problem::new("3x10".parse()?, Leaper::KNIGHT, Kind::Closed);
/// let Answer::Found(tour) = solve(&problem, &Budget::default(), &Silent) else { panic!() };
/// assert!(problem.accepts(&tour));
///
/// let problem = Problem::new("3x8".parse()?, Leaper::KNIGHT, Kind::Closed);
/// let Answer::Impossible(reason) = solve(&problem, &Budget::default(), &Silent) else { panic!() };
/// assert_eq!(reason.code, "schwenk-3x8");
/// # Ok::<(), hippodrome::Error>(())
/// ```
#[must_use]
pub fn solve(problem: &Problem, budget: &Budget, observer: &dyn Observer) -> Answer<Tour> {
    if let Some(reason) = crate::exists::refute(problem) {
        return Answer::Impossible(reason);
    }
    if problem.clues().is_empty() {
        by_edges(problem, budget, observer)
    } else {
        by_clues(problem, budget, observer)
    }
}

/// Without the clues first, for a moment: what is impossible then has the shorter proof. Then the
/// steps of each square are narrowed down.
fn by_clues(problem: &Problem, budget: &Budget, observer: &dyn Observer) -> Answer<Tour> {
    let size = |error: Error| Answer::Unknown(Limit::Size(error.to_string()));
    let graph = match CycleGraph::new(problem) {
        Ok(graph) => graph,
        Err(error) => return size(error),
    };
    let n = graph.moves.len();
    let mut meter = Meter::new(budget);
    if let Some(mut search) = EdgeSearch::new(&graph) {
        let mut moment = meter.capped(64 + 2 * n as u64);
        match search.run(true, &mut moment, observer) {
            Outcome::Cycle(cycle) => {
                let tour = tour_of(problem, &graph, &cycle);
                if problem.accepts(&tour) {
                    return Answer::Found(tour);
                }
            }
            Outcome::Refuted(tree) => return Answer::Impossible(refutation(tree, &moment)),
            Outcome::Stopped(Stop::Observer) => return Answer::Unknown(Limit::Stopped),
            Outcome::Stopped(Stop::Nodes(_)) => {}
        }
    }
    if n > Timetable::MAX_SQUARES {
        return size(cycle_graph::too_large_for_clues(problem.board()));
    }
    match clues::run(problem, &graph, &mut meter, observer) {
        clues::Outcome::Order(order) => {
            let squares = order.into_iter().map(|vertex| graph.moves.square(vertex));
            let tour = Tour::new(problem.board(), problem.leaper(), problem.kind(), squares);
            Answer::Found(tour.expect("a full timetable is a tour"))
        }
        clues::Outcome::Refuted => Answer::Impossible(Reason {
            code: "search",
            text:
                "a finished case distinction over steps leaves no tour that agrees with the clues"
                    .to_owned(),
            evidence: match steps::evidence(problem, &graph.moves, &mut meter, observer) {
                Some(tree) => Evidence::Steps(tree),
                None => Evidence::NotKept { nodes: meter.nodes() },
            },
        }),
        clues::Outcome::Stopped(stop) => Answer::Unknown(stop.into()),
    }
}

/// The same by the search over edges only, which sees the ends and no other clues.
pub(crate) fn by_edges(
    problem: &Problem,
    budget: &Budget,
    observer: &dyn Observer,
) -> Answer<Tour> {
    if let Some(answer) = trivial(problem) {
        return answer;
    }
    let graph = match CycleGraph::new(problem) {
        Ok(graph) => graph,
        Err(error) => return Answer::Unknown(Limit::Size(error.to_string())),
    };
    let mut meter = Meter::new(budget);
    let Some(mut search) = EdgeSearch::new(&graph) else {
        return Answer::Impossible(refutation(Some(Vec::new()), &meter));
    };
    match search.run(true, &mut meter, observer) {
        Outcome::Cycle(cycle) => Answer::Found(tour_of(problem, &graph, &cycle)),
        Outcome::Refuted(tree) => Answer::Impossible(refutation(tree, &meter)),
        Outcome::Stopped(stop) => Answer::Unknown(stop.into()),
    }
}

/// The board of one square, and ends that make the cycle graph meaningless.
fn trivial(problem: &Problem) -> Option<Answer<Tour>> {
    let board = problem.board();
    if board.len() == 1 && problem.kind() == Kind::Open {
        let tour = Tour::new(board, problem.leaper(), Kind::Open, board.squares());
        return Some(Answer::Found(tour.expect("the only square is a tour")));
    }
    crate::exists::of_ends(problem).map(Answer::Impossible)
}

/// The reason that a finished search over edges leaves. No node at all: the rules refuted it.
fn refutation(tree: Option<Vec<EdgeNode>>, meter: &Meter) -> Reason {
    let evidence = match tree {
        Some(tree) if tree.is_empty() => Evidence::Edges(vec![EdgeNode::Conflict]),
        Some(tree) => Evidence::Edges(tree),
        None => Evidence::NotKept { nodes: meter.nodes() },
    };
    Reason {
        code: "search",
        text: "a finished case distinction over moves leaves no tour".to_owned(),
        evidence,
    }
}

/// The tour that a Hamiltonian cycle of the cycle graph stands for, walked as the problem asks.
fn tour_of(problem: &Problem, graph: &CycleGraph, cycle: &[u32]) -> Tour {
    let mut squares: Vec<Square> = cycle
        .iter()
        .filter(|&&vertex| Some(vertex) != graph.apex())
        .map(|&vertex| graph.moves.square(vertex))
        .collect();
    match (problem.kind(), problem.from(), problem.to()) {
        (Kind::Open, from, to) => {
            if from.is_some_and(|from| squares[0] != from)
                || to.is_some_and(|to| squares.last() != Some(&to))
            {
                squares.reverse();
            }
        }
        (Kind::Closed, None, None) => {}
        (Kind::Closed, from, to) => {
            let first = from.or(to).unwrap_or(squares[0]);
            let at = squares.iter().position(|&square| square == first).unwrap_or(0);
            squares.rotate_left(at);
            match (from, to) {
                (Some(_), Some(to)) if squares.last() != Some(&to) => squares[1..].reverse(),
                (None, Some(_)) => squares.rotate_left(1),
                _ => {}
            }
        }
    }
    Tour::new(problem.board(), problem.leaper(), problem.kind(), squares)
        .expect("a Hamiltonian cycle of the cycle graph is a tour")
}
