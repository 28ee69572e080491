//! Colour balance of what is left: two edges at every vertex, between the two colours.
//!
//! A Hamiltonian cycle uses two edges at every vertex. If the leaper changes colour, the edges
//! that are not decided have to give every vertex what it lacks, which is a flow between the
//! colours; a part of the board with too many squares of one colour and too few ways out has none.

use std::collections::VecDeque;

use crate::search::cycle_graph::CycleGraph;
use crate::search::forcing::{Forcing, Status};

/// Looks for a flow, starting from the one found last.
#[derive(Debug)]
pub(crate) struct Balance {
    /// Whether a square has the colour of `a1`.
    even: Vec<bool>,
    /// Edges used by the last flow.
    used: Vec<bool>,
    /// What each vertex still lacks; `*` counts as two vertices, one of each colour: last the one
    /// joined to squares of the colour of `a1`, then the one joined to the others.
    lack: Vec<i32>,
    /// The edge by which a vertex was reached.
    came: Vec<u32>,
    queue: VecDeque<u32>,
    reached: Vec<u32>,
    /// Whether a vertex was reached from the one that could not have what it lacks.
    region: Vec<bool>,
}

const NOT: u32 = u32::MAX;
const ROOT: u32 = u32::MAX - 1;

impl Balance {
    /// `None` when the colours say nothing about this graph.
    pub(crate) fn new(graph: &CycleGraph) -> Option<Self> {
        let n = graph.moves.len();
        let even: Vec<bool> = (0..n as u32).map(|v| graph.moves.square(v).is_even()).collect();
        if graph.moves.edges().any(|(a, b)| even[a as usize] == even[b as usize]) {
            return None;
        }
        Some(Self {
            even,
            used: vec![false; graph.edges().len()],
            lack: vec![0; n + 2],
            came: vec![NOT; n + 2],
            queue: VecDeque::new(),
            reached: Vec::new(),
            region: vec![false; graph.len()],
        })
    }

    /// The two ends of an edge, `*` replaced by the one of its two vertices that is meant.
    fn ends(&self, graph: &CycleGraph, edge: u32) -> (u32, u32) {
        let (a, b) = graph.edges()[edge as usize];
        if Some(b) == graph.apex() { (a, b + u32::from(!self.even[a as usize])) } else { (a, b) }
    }

    /// After [`Balance::holds`] has said no: the vertices among which there is too little.
    pub(crate) fn region(&self) -> &[bool] {
        &self.region
    }

    /// Whether every vertex can have what it lacks. Edges decided are as they are.
    pub(crate) fn holds(&mut self, forcing: &Forcing<'_>) -> bool {
        let graph = forcing.graph();
        let n = graph.moves.len();
        self.lack.fill(2);
        let evens = self.even.iter().filter(|&&even| even).count();
        // An open tour has one end of each colour, or both of the colour with more squares.
        (self.lack[n], self.lack[n + 1]) = match (graph.apex(), (2 * evens).cmp(&n)) {
            (None, _) => (0, 0),
            (Some(_), std::cmp::Ordering::Equal) => (1, 1),
            (Some(_), std::cmp::Ordering::Greater) => (2, 0),
            (Some(_), std::cmp::Ordering::Less) => (0, 2),
        };
        for edge in 0..graph.edges().len() as u32 {
            if forcing.status(edge) == Status::In {
                let (a, b) = self.ends(graph, edge);
                self.lack[a as usize] -= 1;
                self.lack[b as usize] -= 1;
            }
        }
        if self.lack.iter().any(|&lack| lack < 0) {
            self.region.fill(true);
            return false;
        }
        for pass in [true, false] {
            for edge in 0..graph.edges().len() as u32 {
                let at = edge as usize;
                if self.used[at] != pass {
                    continue;
                }
                let (a, b) = self.ends(graph, edge);
                self.used[at] = forcing.status(edge) == Status::Open
                    && self.lack[a as usize] > 0
                    && self.lack[b as usize] > 0;
                if self.used[at] {
                    self.lack[a as usize] -= 1;
                    self.lack[b as usize] -= 1;
                }
            }
        }
        // Augment from every vertex of one colour that lacks something.
        for root in 0..=n as u32 + 1 {
            while self.lack[root as usize] > 0 {
                if !self.augment(forcing, root) {
                    return false;
                }
            }
        }
        true
    }

    /// One more edge at `root`, along edges that are alternately unused and used.
    fn augment(&mut self, forcing: &Forcing<'_>, root: u32) -> bool {
        let graph = forcing.graph();
        let n = graph.moves.len() as u32;
        self.queue.clear();
        self.queue.push_back(root);
        self.came[root as usize] = ROOT;
        self.reached.push(root);
        let side = self.side(n, root);
        let mut end = None;
        'search: while let Some(at) = self.queue.pop_front() {
            // From the root's colour along unused edges, back along used ones.
            let forward = self.side(n, at) == side;
            let vertex = at.min(n);
            for &(to, edge) in graph.arcs(vertex) {
                if forcing.status(edge) != Status::Open || self.used[edge as usize] == forward {
                    continue;
                }
                let (a, b) = self.ends(graph, edge);
                if a != at && b != at {
                    continue;
                }
                let next = if to == n { b } else { to };
                if self.came[next as usize] != NOT {
                    continue;
                }
                self.came[next as usize] = edge;
                self.reached.push(next);
                if forward && self.lack[next as usize] > 0 {
                    end = Some(next);
                    break 'search;
                }
                self.queue.push_back(next);
            }
        }
        if let Some(last) = end {
            self.lack[last as usize] -= 1;
            self.lack[root as usize] -= 1;
            let mut at = last;
            while at != root {
                let edge = self.came[at as usize];
                self.used[edge as usize] = !self.used[edge as usize];
                let (a, b) = self.ends(graph, edge);
                at = if a == at { b } else { a };
            }
        }
        if end.is_none() {
            self.region.fill(false);
            for &vertex in &self.reached {
                self.region[vertex.min(n) as usize] = true;
            }
        }
        for vertex in self.reached.drain(..) {
            self.came[vertex as usize] = NOT;
        }
        end.is_some()
    }

    /// The colour of a vertex, that of a vertex for `*` being opposite to its squares'.
    fn side(&self, n: u32, vertex: u32) -> bool {
        self.even.get(vertex as usize).copied().unwrap_or(vertex > n)
    }
}
