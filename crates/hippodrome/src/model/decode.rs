//! From a solution back to a verified tour.

use std::fmt;

use super::{CycleGraph, Meaning, Model, cycles};
use crate::answer::Vertex;
use crate::square::Square;
use crate::tour::{Tour, TourError};

/// Why a solution is not a tour.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DecodeError {
    /// The square (or the apex) does not have one arc out and one in, or two edges.
    Degree(Vertex),
    /// The solution is several cycles; each is given by its squares, apex left out.
    Subtours(Vec<Vec<Square>>),
    /// The squares are not a tour.
    Tour(TourError),
    /// It is a tour, but not the one that was asked for: an end or a clue is not met.
    NotAsked,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Degree(vertex) => write!(f, "not one way into {vertex} and one out of it"),
            Self::Subtours(cycles) => {
                let lengths: Vec<String> =
                    cycles.iter().take(8).map(|c| c.len().to_string()).collect();
                let more = if cycles.len() > 8 { ", …" } else { "" };
                write!(
                    f,
                    "{} cycles instead of one, through {}{more} squares",
                    cycles.len(),
                    lengths.join(", ")
                )
            }
            Self::Tour(error) => error.fmt(f),
            Self::NotAsked => {
                f.write_str("a tour, but it does not have the ends or clues that were given")
            }
        }
    }
}

impl std::error::Error for DecodeError {}

impl Model {
    /// The tour that a solution says, verified. `chosen` tells for each choice (an arc or an edge,
    /// by its variable) whether it is made; compare a solver's value with 0.5.
    ///
    /// The tour starts at the square of step 1: the one given, the one that the clues lead to,
    /// next to the apex, or the root.
    ///
    /// # Errors
    ///
    /// What is wrong; see [`DecodeError`].
    pub fn decode(&self, chosen: impl Fn(u32) -> bool) -> Result<Tour, DecodeError> {
        let mut found = cycles(&self.graph, self.directed, chosen)
            .map_err(|v| DecodeError::Degree(self.graph.vertex(v)))?;
        if found.len() != 1 {
            let squares = |cycle: &Vec<u32>| cycle.iter().filter_map(|&v| self.square(v)).collect();
            return Err(DecodeError::Subtours(found.iter().map(squares).collect()));
        }
        let cycle = found.pop().unwrap_or_default();
        self.tour_of_cycle(&cycle)
    }

    fn square(&self, vertex: u32) -> Option<Square> {
        square_of(&self.graph, vertex)
    }

    /// The tour of a cycle of vertices, started and directed as the problem asks.
    pub(super) fn tour_of_cycle(&self, cycle: &[u32]) -> Result<Tour, DecodeError> {
        let length = cycle.len();
        let first = match self.graph.apex() {
            Some(apex) => cycle.iter().position(|&v| v == apex).map_or(0, |at| at + 1),
            None => cycle.iter().position(|&v| v == self.root).unwrap_or(0),
        };
        // A closed tour whose first given square is not that of step 1 starts some steps earlier.
        let back = match (self.graph.apex(), self.problem.fixed().next()) {
            (None, Some((step, _))) => ((step - 1) % length as u128) as usize,
            _ => 0,
        };
        let walk = |forward: bool| -> Vec<Square> {
            let at = |k: usize| {
                let ahead = (k + length - back) % length;
                let index = if forward {
                    first + ahead
                } else if self.graph.apex().is_some() {
                    // `first` is one past the apex; the other way starts one before it.
                    first + 2 * length - 2 - ahead
                } else {
                    first + length - ahead
                };
                cycle[index % length]
            };
            (0..length).filter_map(|k| self.square(at(k))).collect()
        };
        let tour = |forward: bool| {
            let (board, leaper) = (self.problem.board(), self.problem.leaper());
            Tour::new(board, leaper, self.problem.kind(), walk(forward)).map_err(DecodeError::Tour)
        };
        let forward = tour(true)?;
        if self.problem.accepts(&forward) {
            return Ok(forward);
        }
        let backward = tour(false)?;
        if self.problem.accepts(&backward) { Ok(backward) } else { Err(DecodeError::NotAsked) }
    }

    /// The value of every variable in a tour, `None` for auxiliary ones: what a solver would have
    /// to say. Two models of one problem can so be tried against each other's solutions.
    ///
    /// # Errors
    ///
    /// When the tour does not answer the model's problem.
    pub fn encode(&self, tour: &Tour) -> Result<Vec<Option<i64>>, DecodeError> {
        if !self.problem.accepts(tour) {
            return Err(DecodeError::NotAsked);
        }
        let mut cycle: Vec<u32> =
            tour.squares().filter_map(|square| self.graph.vertex_of(square)).collect();
        cycle.extend(self.graph.apex());
        let at = cycle.iter().position(|&v| v == self.root).unwrap_or(0);
        cycle.rotate_left(at);
        let mut position = vec![0i64; self.graph.len()];
        for (&v, p) in cycle.iter().zip(1..) {
            position[v as usize] = p;
        }
        let n = cycle.len() as i64;
        let along = |arc: u32| {
            let (a, b) = self.graph.arc(arc);
            let (a, b) = (position[a as usize], position[b as usize]);
            b == a % n + 1
        };
        let value = |meaning: Meaning| match meaning {
            Meaning::Edge(edge) => Some(i64::from(along(2 * edge) || along(2 * edge + 1))),
            Meaning::Arc(arc) => Some(i64::from(along(arc))),
            Meaning::Order(v) => Some(position[v as usize]),
            // The last arc, back to the root, carries nothing.
            Meaning::Flow(arc) if along(arc) => Some(n - position[self.graph.arc(arc).0 as usize]),
            Meaning::Flow(_) => Some(0),
            Meaning::AtLeast(v, k) => Some(i64::from(position[v as usize] >= i64::from(k))),
            Meaning::Auxiliary(_) => None,
        };
        Ok(self.variables.iter().map(|variable| value(variable.meaning)).collect())
    }
}

/// The square of a vertex; `None` for the apex.
pub(super) fn square_of(graph: &CycleGraph, vertex: u32) -> Option<Square> {
    match graph.vertex(vertex) {
        Vertex::Square(square) => Some(square),
        Vertex::Apex => None,
    }
}
